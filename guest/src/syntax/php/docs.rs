//! What PHPDoc says: the types of parameters, variables and results, and a sentence without markup.
//!
//! Only types that name one class, or an array of its instances, count; `null` beside it says nothing more.
//! What native types say comes before.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, LocalSymbol};
use crate::syntax::pass::Pass;
use crate::syntax::php::paths;

/// Bytes of a comment that are looked at.
const MAX_BYTES: usize = 8192;

/// A type as a comment names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Documented<'c> {
    class: &'c str,
    /// Whether it is an array of instances of the class, or anything that gives these one by one.
    holds: bool,
}

/// The comment that documents a declaration about to be made.
pub(super) fn comment_before<'s>(pass: &Pass<'s>, node: Node<'_>) -> Option<&'s [u8]> {
    let row = node.start_position().row as u32;
    let comment = pass.preceding.nearest(pass.source, pass.depth, row)?;
    Some(&comment[..comment.len().min(MAX_BYTES)])
}

/// What follows a tag, for each line that begins with it.
fn tagged<'c>(comment: &'c [u8], tag: &'static str) -> impl Iterator<Item = &'c str> {
    let has_tags = memchr::memchr(b'@', comment).is_some();
    let lines = has_tags.then(|| comment.split(|byte| *byte == b'\n')).into_iter().flatten();
    lines.filter_map(move |line| {
        let line = str::from_utf8(line).ok()?;
        let line = line.trim_start_matches(['/', '*', ' ', '\t']);
        let rest = line.strip_prefix('@')?;
        let rest = rest.strip_prefix("phpstan-").or_else(|| rest.strip_prefix("psalm-")).unwrap_or(rest);
        let rest = rest.strip_prefix(tag)?;
        rest.starts_with([' ', '\t']).then(|| rest.trim_end_matches(['*', '/', ' ', '\r']))
    })
}

/// The type and the variable of each `@param`.
pub(super) fn parameters(comment: &[u8]) -> impl Iterator<Item = (Documented<'_>, &str)> {
    tagged(comment, "param").filter_map(|rest| Some((type_in(rest)?, variable_in(rest)?)))
}

/// The type that `@return` names.
pub(super) fn returned(comment: &[u8]) -> Option<Documented<'_>> {
    tagged(comment, "return").find_map(type_in)
}

/// The type that `@var` names, and the variable if it says which.
pub(super) fn variable(comment: &[u8]) -> Option<(Documented<'_>, Option<&str>)> {
    tagged(comment, "var").find_map(|rest| Some((type_in(rest)?, variable_in(rest))))
}

/// The first word with a `$`, as a variable.
fn variable_in(rest: &str) -> Option<&str> {
    let start = rest.find('$')?;
    let name = &rest[start + 1..];
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    (end > 0 && &name[..end] != "this").then(|| &rest[start..start + 1 + end])
}

/// The one class that a type names, or that it holds instances of: `?Foo`, `Foo|null`, `Foo<Bar>`; `Foo[]`,
/// `array<int, Foo>`.
fn type_in(rest: &str) -> Option<Documented<'_>> {
    let word = parts(rest.trim_start(), char::is_whitespace).next()?;
    let word = word.strip_prefix('?').unwrap_or(word);
    let mut types = parts(word, |c| c == '|').filter(|part| !part.eq_ignore_ascii_case("null"));
    let (only, None) = (types.next()?, types.next()) else { return None };
    let (head, arguments) = match only.split_once('<') {
        Some((head, arguments)) => (head, arguments.strip_suffix('>')),
        None => (only, None),
    };
    let element = match (arguments, only.strip_suffix("[]")) {
        (_, Some(element)) => Some(element),
        (Some(arguments), None) => element_of(head, arguments),
        (None, None) => None,
    };
    let class = element.unwrap_or(head);
    is_class(class).then_some(Documented { class, holds: element.is_some() })
}

/// The argument of a generic type that is the type of its elements, if it is one that is gone through.
fn element_of<'t>(head: &str, arguments: &'t str) -> Option<&'t str> {
    const CONTAINERS: [&str; 8] = [
        "array",
        "non-empty-array",
        "list",
        "non-empty-list",
        "iterable",
        "traversable",
        "iterator",
        "iteratoraggregate",
    ];
    let head = head.strip_prefix('\\').unwrap_or(head);
    let mut arguments = parts(arguments, |c| c == ',').map(str::trim);
    if head.eq_ignore_ascii_case("generator") {
        let first = arguments.next()?;
        return Some(arguments.next().unwrap_or(first));
    }
    let is_container = CONTAINERS.iter().any(|container| head.eq_ignore_ascii_case(container));
    arguments.last().filter(|_| is_container)
}

/// The parts of a type between separators that stand in no brackets.
fn parts(text: &str, separates: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut depth = 0_u32;
    text.split(move |c| {
        match c {
            '<' | '(' | '{' => depth += 1,
            '>' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && separates(c)
    })
}

/// Whether a type's name is that of a class.
fn is_class(name: &str) -> bool {
    const OTHERS: [&str; 24] = [
        "array", "bool", "boolean", "callable", "double", "false", "float", "int", "integer", "iterable",
        "list", "mixed", "never", "null", "number", "numeric", "object", "resource", "scalar", "string",
        "true", "void", "iterator", "closure",
    ];
    if name == "$this" {
        return true;
    }
    !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\\'))
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !OTHERS.iter().any(|other| name.eq_ignore_ascii_case(other))
}

/// Whether a name is that of a template's parameter, by custom: `T`, `TKey`.
fn is_parameter(name: &str) -> bool {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(_), None) => true,
        (Some('T'), Some(second)) => second.is_uppercase(),
        _ => false,
    }
}

/// A value of the type that a comment names; an import tells a class from a template's parameter.
pub(super) fn instance(pass: &mut Pass<'_>, Documented { class, holds }: Documented<'_>) -> Option<ExprId> {
    if is_parameter(class) {
        let name = pass.facts.text(class);
        pass.aliases.get(&name)?;
    }
    let class = match class {
        "$this" => pass.expr(Expr::ThisType),
        _ => paths::named(pass, class),
    };
    let instance = pass.expr(Expr::Instance(class));
    Some(if holds { array_of(pass, instance) } else { instance })
}

/// An array of such values.
pub(super) fn array_of(pass: &mut Pass<'_>, element: ExprId) -> ExprId {
    let array = pass.library("array", &[Some(element)]);
    pass.expr(Expr::Instance(array))
}

/// Replaces the sentence of a definition where its comment has markup.
pub(super) fn describe(pass: &mut Pass<'_>, symbol: LocalSymbol, comment: Option<&[u8]>) {
    let Some(comment) = comment.filter(|comment| memchr::memchr2(b'{', b'<', comment).is_some()) else {
        return;
    };
    pass.facts.symbol_mut(symbol).doc = None;
    let plain = without_markup(&String::from_utf8_lossy(comment));
    pass.set_doc(symbol, plain.as_bytes());
}

/// Takes `<b>` out, and keeps of `{@link Foo}` only `Foo`.
fn without_markup(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '<']) {
        let (before, markup) = rest.split_at(at);
        out.push_str(before);
        let (close, is_tag) = if markup.starts_with('{') {
            ('}', markup.starts_with("{@"))
        } else {
            let second = markup.chars().nth(1);
            ('>', second.is_some_and(|c| c.is_ascii_alphabetic() || c == '/'))
        };
        match markup.find(close).filter(|_| is_tag) {
            Some(end) => {
                let inner = markup[1..end].trim();
                if close == '}'
                    && let Some((_, target)) = inner.split_once(char::is_whitespace)
                {
                    out.push_str(target.trim());
                }
                rest = &markup[end + 1..];
            }
            None => {
                out.push_str(&markup[..1]);
                rest = &markup[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_class_is_a_type() {
        let one = |class| Some(Documented { class, holds: false });
        let many = |class| Some(Documented { class, holds: true });
        let types = [
            ("Foo", one("Foo")),
            ("?\\A\\Foo text", one("\\A\\Foo")),
            ("Foo|null $x", one("Foo")),
            ("Foo<int, Bar> $x", one("Foo")),
            ("$this", one("$this")),
            ("Foo[]", many("Foo")),
            ("null|\\A\\Foo[] $x", many("\\A\\Foo")),
            ("array<int, Foo> $x", many("Foo")),
            ("list<Foo>|null", many("Foo")),
            ("\\Generator<int, Foo, mixed, Bar>", many("Foo")),
            ("array<array<int, Foo>>", None),
            ("array<string, int|Foo>", None),
            ("Foo[][]", None),
            ("int[]", None),
            ("(Foo|Bar)[]", None),
            ("array<", None),
            ("Foo|Bar", None),
            ("class-string<Foo>", None),
            ("string", None),
            ("", None),
        ];
        for (text, expected) in types {
            assert_eq!(type_in(text), expected, "{text}");
        }
        assert!(is_parameter("T") && is_parameter("TKey") && !is_parameter("Tree"));
    }

    #[test]
    fn tags_are_read_line_by_line() {
        let comment = b"/**\r\n * Does.\r\n * @param Foo $a it\r\n * @param int $b\r\n\t* @psalm-param \\B ...$c\r\n * @return Bar|null */";
        let one = |class| Documented { class, holds: false };
        assert_eq!(parameters(comment).collect::<Vec<_>>(), [(one("Foo"), "$a"), (one("\\B"), "$c")]);
        assert_eq!(returned(comment), Some(one("Bar")));
        assert_eq!(variable(b"/** @var Foo $x */"), Some((one("Foo"), Some("$x"))));
        assert_eq!(variable(b"/** @var Foo */"), Some((one("Foo"), None)));
        assert_eq!(variable(b"/** @variable Foo */"), None);
    }

    #[test]
    fn markup_goes() {
        let text = without_markup("/** {@inheritdoc} A <b>bold</b> {@see Foo::bar()} if a < b {c} */");
        assert_eq!(text, "/**  A bold Foo::bar() if a < b {c} */");
    }
}
