//! Go's methods as interfaces compare them: types without the names of parameters.

use crate::syntax::go::names::is_predeclared;
use crate::syntax::structural::{ShapePart, Structural};

/// For the graph.
pub(super) static STRUCTURAL: Structural = Structural { shape, library };

/// Longer signatures may have been cut for showing.
const MAX_BYTES: usize = 232;

fn library(interface: &str) -> &'static [(&'static str, &'static str)] {
    const READ: (&str, &str) = ("Read", "Read([]byte) (int, error)");
    const WRITE: (&str, &str) = ("Write", "Write([]byte) (int, error)");
    const CLOSE: (&str, &str) = ("Close", "Close() error");
    const SEEK: (&str, &str) = ("Seek", "Seek(int64, int) (int64, error)");
    const STRING: (&str, &str) = ("String", "String() string");
    const LEN: (&str, &str) = ("Len", "Len() int");
    const LESS: (&str, &str) = ("Less", "Less(int, int) bool");
    const SWAP: (&str, &str) = ("Swap", "Swap(int, int)");
    match interface {
        "error" => &[("Error", "Error() string")],
        "fmt.Stringer" => &[STRING],
        "io.Reader" => &[READ],
        "io.Writer" => &[WRITE],
        "io.Closer" => &[CLOSE],
        "io.Seeker" => &[SEEK],
        "io.ReadWriter" => &[READ, WRITE],
        "io.ReadCloser" => &[READ, CLOSE],
        "io.WriteCloser" => &[WRITE, CLOSE],
        "io.ReadSeeker" => &[READ, SEEK],
        "io.ReadWriteCloser" => &[READ, WRITE, CLOSE],
        "io.ReaderAt" => &[("ReadAt", "ReadAt([]byte, int64) (int, error)")],
        "io.WriterAt" => &[("WriteAt", "WriteAt([]byte, int64) (int, error)")],
        "io.ByteReader" => &[("ReadByte", "ReadByte() (byte, error)")],
        "io.StringWriter" => &[("WriteString", "WriteString(string) (int, error)")],
        "sort.Interface" => &[LEN, LESS, SWAP],
        "container/heap.Interface" => &[LEN, LESS, SWAP, ("Push", "Push(any)"), ("Pop", "Pop() any")],
        "sync.Locker" => &[("Lock", "Lock()"), ("Unlock", "Unlock()")],
        "flag.Value" => &[STRING, ("Set", "Set(string) error")],
        "encoding.TextMarshaler" => &[("MarshalText", "MarshalText() ([]byte, error)")],
        "encoding.TextUnmarshaler" => &[("UnmarshalText", "UnmarshalText([]byte) error")],
        "encoding/json.Marshaler" => &[("MarshalJSON", "MarshalJSON() ([]byte, error)")],
        "encoding/json.Unmarshaler" => &[("UnmarshalJSON", "UnmarshalJSON([]byte) error")],
        _ => &[],
    }
}

/// `func (t *T) Name(a, b A) (c C)` or `Name(A, A) C` as the parts of `(A,A)(C)`.
fn shape(signature: &str) -> Option<Vec<ShapePart<'_>>> {
    if signature.len() > MAX_BYTES {
        return None;
    }
    let tokens = tokens(signature)?;
    let mut reader = Reader { tokens: &tokens, parts: Vec::new() };
    if reader.take("func") && reader.peek() == Some("(") {
        let receiver = matching(reader.tokens)?;
        reader.tokens = &reader.tokens[receiver + 1..];
    }
    reader.next().filter(|name| is_name(name))?;
    reader.function()?;
    reader.tokens.is_empty().then_some(reader.parts)
}

/// Names, numbers and marks; `None` if there is anything else.
fn tokens(text: &str) -> Option<Vec<&str>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            _ if is_of_name(first) => rest.find(|c| !is_of_name(c)).unwrap_or(rest.len()),
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | '*' => 1,
            '.' if rest.starts_with("...") => 3,
            '.' => 1,
            '<' if rest.starts_with("<-") => 2,
            _ => return None,
        };
        tokens.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    Some(tokens)
}

fn is_of_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| is_of_name(c) && !c.is_numeric())
}

fn begins_type(word: &str) -> bool {
    matches!(word, "func" | "chan" | "map" | "struct" | "interface")
}

/// The place of the bracket that closes the first token.
fn matching(tokens: &[&str]) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Reads types, one token after the other. A signature is short, so that it can nest only so deep.
struct Reader<'r, 't> {
    tokens: &'r [&'t str],
    parts: Vec<ShapePart<'t>>,
}

impl<'t> Reader<'_, 't> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.first().copied()
    }

    fn next(&mut self) -> Option<&'t str> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == Some(token);
        if found {
            self.tokens = &self.tokens[1..];
        }
        found
    }

    fn push(&mut self, text: &'t str) {
        self.parts.push(ShapePart::Text(text));
    }

    /// Parameters and results.
    fn function(&mut self) -> Option<()> {
        self.list()?;
        match self.peek() {
            None | Some("," | ")" | "]" | "}") => {
                self.push("()");
                Some(())
            }
            Some("(") => self.list(),
            Some(_) => {
                self.push("(");
                self.of_type()?;
                self.push(")");
                Some(())
            }
        }
    }

    /// `(A, B)` and `(a, b A, c B)`, written as the types alone.
    fn list(&mut self) -> Option<()> {
        if self.peek() != Some("(") {
            return None;
        }
        let end = matching(self.tokens)?;
        let (list, rest) = (&self.tokens[1..end], &self.tokens[end + 1..]);
        let entries = entries(list);
        let is_named = entries.iter().any(|entry| has_name(entry));
        self.push("(");
        for (index, entry) in entries.iter().enumerate() {
            // A name alone has the type of the next one that has a type.
            let of = if is_named { entries[index..].iter().find(|entry| has_name(entry))? } else { entry };
            if index > 0 {
                self.push(",");
            }
            self.tokens = &of[usize::from(is_named)..];
            if self.take("...") {
                self.push("...");
            }
            self.of_type()?;
            if !self.tokens.is_empty() {
                return None;
            }
        }
        self.push(")");
        self.tokens = rest;
        Some(())
    }

    fn of_type(&mut self) -> Option<()> {
        match self.next()? {
            "*" => {
                self.push("*");
                self.of_type()
            }
            "(" => {
                self.of_type()?;
                self.take(")").then_some(())
            }
            "[" => {
                self.push("[");
                match self.next()? {
                    "]" => self.push("]"),
                    length => {
                        if is_name(length) {
                            self.name(length);
                        } else {
                            self.push(length);
                        }
                        self.take("]").then_some(())?;
                        self.push("]");
                    }
                }
                self.of_type()
            }
            "map" => {
                self.push("map[");
                self.take("[").then_some(())?;
                self.of_type()?;
                self.take("]").then_some(())?;
                self.push("]");
                self.of_type()
            }
            "chan" => {
                let sends = self.take("<-");
                self.push(if sends { "chan<- " } else { "chan " });
                self.of_type()
            }
            "<-" => {
                self.take("chan").then_some(())?;
                self.push("<-chan ");
                self.of_type()
            }
            "func" => {
                self.push("func");
                self.function()
            }
            word @ ("struct" | "interface") => {
                self.push(word);
                self.push("{}");
                (self.take("{") && self.take("}")).then_some(())
            }
            name if is_name(name) => {
                self.name(name);
                self.arguments()
            }
            _ => None,
        }
    }

    fn name(&mut self, first: &'t str) {
        if self.peek() == Some(".") {
            self.tokens = &self.tokens[1..];
            let name = self.next().unwrap_or_default();
            self.parts.push(ShapePart::Name { package: Some(first), name });
            return;
        }
        match first {
            "any" => self.push("interface{}"),
            "byte" => self.push("uint8"),
            "rune" => self.push("int32"),
            _ if is_predeclared(first.as_bytes()) => self.push(first),
            _ => self.parts.push(ShapePart::Name { package: None, name: first }),
        }
    }

    /// Types that a generic type is applied to.
    fn arguments(&mut self) -> Option<()> {
        if self.peek() != Some("[") {
            return Some(());
        }
        let end = matching(self.tokens)?;
        let (list, rest) = (&self.tokens[1..end], &self.tokens[end + 1..]);
        self.push("[");
        for entry in entries(list) {
            self.tokens = entry;
            self.of_type()?;
            self.push(",");
        }
        self.push("]");
        self.tokens = rest;
        Some(())
    }
}

/// The parts of a list between its own commas; one that ends the list begins none.
fn entries<'r, 't>(list: &'r [&'t str]) -> Vec<&'r [&'t str]> {
    let (mut entries, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, token) in list.iter().enumerate() {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 0 => {
                entries.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if start < list.len() {
        entries.push(&list[start..]);
    }
    entries
}

/// Whether a part of a list is a name and a type.
fn has_name(entry: &[&str]) -> bool {
    let Some((first, rest)) = entry.split_first() else { return false };
    if !is_name(first) || begins_type(first) {
        return false;
    }
    match rest.first() {
        None | Some(&".") => false,
        // `a [4]int`, but `List[int]`.
        Some(&"[") => matching(rest).is_some_and(|end| end + 1 < rest.len()),
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(signature: &str) -> Option<String> {
        let parts = shape(signature)?;
        let text = |part: &ShapePart<'_>| match *part {
            ShapePart::Text(text) => text.to_owned(),
            ShapePart::Name { package: None, name } => format!("<{name}>"),
            ShapePart::Name { package: Some(package), name } => format!("<{package}.{name}>"),
        };
        Some(parts.iter().map(text).collect())
    }

    #[test]
    fn names_of_parameters_do_not_count() {
        let same = [
            "func (t *T) F(a, b A, c ...p.B) (n int, err error)",
            "func (T) F(_ A, _ A, rest ...p.B) (int, error)",
            "F(A, A, ...p.B) (x int, e error)",
            "F( a A, b (A), c ...p.B, ) (int, error, )",
        ];
        for signature in same {
            assert_eq!(written(signature).as_deref(), Some("(<A>,<A>,...<p.B>)(int,error)"), "{signature}");
        }
        assert_eq!(written("F()").as_deref(), Some("()()"));
        assert_eq!(written("func (s *Stack[K, V]) F(i V)").as_deref(), Some("(<V>)()"));
    }

    #[test]
    fn types_of_all_forms() {
        let shapes = [
            ("F(m map[string]*T) []byte", "(map[string]*<T>)([]uint8)"),
            ("F(a [N]rune)", "([<N>]int32)()"),
            ("F(List[int], p.Of[K, []V]) T", "(<List>[int,],<p.Of>[<K>,[]<V>,])(<T>)"),
            ("F(func(x, y int) bool, func())", "(func(int,int)(bool),func()())()"),
            ("F(f func(x int) (n int)) func() T", "(func(int)(int))(func()(<T>))"),
            ("F(a chan<- T, b <-chan T, c chan T)", "(chan<- <T>,<-chan <T>,chan <T>)()"),
            ("F(v any, e interface{}, s struct{}) error", "(interface{},interface{},struct{})(error)"),
        ];
        for (signature, expected) in shapes {
            assert_eq!(written(signature).as_deref(), Some(expected), "{signature}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_not_compared() {
        let long = format!("F({})", "a.B, ".repeat(60));
        let deep = format!("F({}", "func(".repeat(40));
        let odd = ["", "F", "F(", "F(a", "F)(", "F() (a", "F(struct{ x int })", "F(a /* b */)", "F() = 1"];
        for signature in odd.into_iter().chain([
            &*long,
            &*deep,
            "F(a [N+1]int)",
            "F() A B",
            "F([)",
            "F(a,,b)",
            "F(a [4]int, List[int])",
        ]) {
            assert_eq!(written(signature), None, "{signature}");
        }
    }

    #[test]
    fn interfaces_of_the_library_can_be_read() {
        for name in ["error", "fmt.Stringer", "io.ReadWriteCloser", "container/heap.Interface"] {
            let methods = library(name);
            assert!(!methods.is_empty() && methods.iter().all(|(_, text)| written(text).is_some()), "{name}");
        }
    }
}
