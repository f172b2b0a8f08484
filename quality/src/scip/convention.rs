//! Where the two indices mean the same and write it differently: brought together here, in one place.
//!
//! - Several symbols at one place (a type and a value of one name, a class and its constructor, merged
//!   declarations) are one use; an edge to any of them is right.
//! - A use of a constructor is a use of its class: we say `instantiates` the class.
//! - A symbol with several definitions means any of them. One without a definition means that of a file compiled
//!   again, as another crate names it; if several fit, which of them is not compared: an edge to one of them is
//!   left out, and one to anything else is wrong.
//! - A use under another name than its definition's (an alias) is compared on our side only: scip-python gives
//!   names of wildcard imports to the wrong definition, and then the names differ too.
//! - Where a definition is written again (a property's setter), its name is a definition and no use.
//! - A definition that the compiler left out, beside one of the same name that it has, is that of another platform:
//!   it is not compared, nor are edges to it.
//! - An assignment that defines a field is a definition for the compiler, and may be a use for us.
//! - A call of a variable that holds a function is a use of the variable for the compiler, and for us a call
//!   of the function besides.
//! - Operators and keywords (`self`, `Self`, `this`, `super`, `cls`) are uses for some compilers; an edge for
//!   them is right, none is missed.
//! - Modules, files, parameters, type parameters and locals are left out; so is what is outside.
//! - A compiler's index does not tell calls from other uses. A name that arguments follow is a call.

use guest::graph::FileId;

use crate::scip::read::{Document, Occurrence, ScipIndex, SymbolRef};
use crate::scip::source::{Place, Sources};
use crate::scip::symbol::Class;

/// What a compiler says of a name at one place.
#[derive(Clone, Debug)]
pub(super) struct Use<'s> {
    pub(super) file: FileId,
    /// 1-based.
    pub(super) line: u32,
    pub(super) place: Place<'s>,
    /// The compared definitions of the corpus that it means, any of them; ascending.
    pub(super) means: Vec<SymbolRef>,
    /// Any of the symbols there, for messages.
    pub(super) first: SymbolRef,
    pub(super) standing: Standing,
}

/// Whether a use has to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It has to be found.
    Required,
    /// It means one of several definitions, and nothing says which.
    Undecided,
    /// An edge for it is right, and none is missed; for this reason.
    LeftOut(&'static str),
}

/// All uses of a document.
pub(super) fn uses_of<'s>(
    scip: &ScipIndex,
    document: &Document,
    file: FileId,
    sources: &'s Sources,
) -> Vec<Use<'s>> {
    let same_place = |a: &Occurrence, b: &Occurrence| (a.line, a.columns) == (b.line, b.columns);
    let groups = document.occurrences.chunk_by(same_place);
    groups.filter_map(|group| use_at(scip, document, file, sources, group)).collect()
}

fn use_at<'s>(
    scip: &ScipIndex,
    document: &Document,
    file: FileId,
    sources: &'s Sources,
    group: &[Occurrence],
) -> Option<Use<'s>> {
    let first = group.iter().find(|occurrence| !occurrence.is_definition)?;
    let place = sources.place(file, first.line, first.columns, document.encoding)?;
    let named = group.iter().filter(|occurrence| !occurrence.is_definition).map(|it| it.symbol);
    let with_class = named.flat_map(|symbol| [Some(symbol), scip.symbol(symbol).constructs]).flatten();
    let mut is_undecided = false;
    let with_class = with_class.flat_map(|symbol| {
        let may_mean = &scip.symbol(symbol).may_mean;
        is_undecided |= may_mean.len() > 1;
        std::iter::once(symbol).chain(may_mean.iter().copied())
    });
    let mut means: Vec<SymbolRef> = with_class.filter(|&symbol| is_in_corpus(scip, symbol)).collect();
    means.sort_unstable();
    means.dedup();
    let is_named = means.iter().any(|&symbol| scip.symbol(symbol).name == place.text);
    let standing = match standing_of(place) {
        _ if means.is_empty() => Standing::LeftOut(why_not_compared(scip, first.symbol)),
        Standing::Required if !is_named => Standing::LeftOut("under another name than their definition's"),
        Standing::Required if is_undecided => Standing::Undecided,
        standing => standing,
    };
    Some(Use { file, line: first.line, place, means, first: first.symbol, standing })
}

fn is_in_corpus(scip: &ScipIndex, symbol: SymbolRef) -> bool {
    let symbol = scip.symbol(symbol);
    symbol.is_defined && symbol.class.is_compared()
}

fn why_not_compared(scip: &ScipIndex, symbol: SymbolRef) -> &'static str {
    let symbol = scip.symbol(symbol);
    match symbol.class {
        Class::Module => "of modules and files",
        Class::Local => "of locals, parameters and type parameters",
        _ if !symbol.is_defined => "of what is outside of the corpus",
        _ => "of other symbols",
    }
}

fn standing_of(place: Place<'_>) -> Standing {
    match place.text {
        _ if writes_definition(place) => Standing::LeftOut("where a definition is written again"),
        "self" | "Self" | "this" | "super" | "cls" | "crate" => Standing::LeftOut("by a keyword"),
        text if !text
            .starts_with(|first: char| first.is_alphabetic() || matches!(first, '_' | '$' | '#')) =>
        {
            Standing::LeftOut("by an operator or a literal")
        }
        _ => Standing::Required,
    }
}

/// Whether a name stands where Python defines it.
pub(super) fn writes_definition(place: Place<'_>) -> bool {
    matches!(place.before.trim(), "def" | "async def" | "class")
}

impl Use<'_> {
    /// Whether it is a call: arguments follow, after type arguments or `?.` where there are some.
    pub(super) fn is_call(&self) -> bool {
        let after = self.place.after.trim_start();
        let after = after.strip_prefix("::").or_else(|| after.strip_prefix("?.")).unwrap_or(after);
        let after = if after.starts_with('<') { past_type_arguments(after) } else { after };
        after.starts_with('(')
    }

    /// Whether it contradicts an edge to another definition of this name.
    pub(super) fn is_sure_of(&self, name: &str) -> bool {
        self.place.text == name && (self.means.is_empty() || !matches!(self.standing, Standing::LeftOut(_)))
    }

    /// Whether it stands in a statement that imports or exports names.
    pub(super) fn is_in_import(&self) -> bool {
        let line = self.place.before.trim_start();
        ["use ", "pub use ", "pub(crate) use ", "import ", "from ", "export {", "export *"]
            .iter()
            .any(|start| line.starts_with(start))
    }
}

/// What follows the bracket that closes the first one; the text itself if none does on this line.
fn past_type_arguments(text: &str) -> &str {
    let mut depth = 0_u32;
    for (at, character) in text.char_indices() {
        match character {
            '<' => depth += 1,
            '>' if depth == 1 => return &text[at + 1..],
            '>' => depth -= 1,
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_use<'s>(before: &'s str, text: &'s str, after: &'s str) -> Use<'s> {
        let place = Place { before, text, after };
        Use {
            file: FileId(0),
            line: 1,
            place,
            means: Vec::new(),
            first: SymbolRef(0),
            standing: Standing::Required,
        }
    }

    #[test]
    fn a_name_that_arguments_follow_is_a_call() {
        for after in ["(x)", " (x)", "::<u8>(x)", "<A<B>>(x)", "?.(x)"] {
            assert!(a_use("a.", "f", after).is_call(), "{after}");
        }
        for after in ["", ";", " < (x)", "<A>", ", (", "::new()"] {
            assert!(!a_use("a.", "f", after).is_call(), "{after}");
        }
    }

    #[test]
    fn keywords_and_operators_need_no_edge() {
        let standing = |before, text| standing_of(Place { before, text, after: "" });
        assert_eq!(standing("x.", "parse"), Standing::Required);
        assert_eq!(standing("this.", "#private"), Standing::Required);
        for text in ["self", "Self", "this", "super", "+", "[", "\"a\""] {
            assert!(matches!(standing("", text), Standing::LeftOut(_)), "{text}");
        }
        assert!(matches!(standing("    def ", "size"), Standing::LeftOut(_)));
    }

    #[test]
    fn imports_are_known_by_how_their_line_begins() {
        assert!(a_use("    pub use a::", "b", ";").is_in_import());
        assert!(a_use("from a import ", "b", "").is_in_import());
        assert!(!a_use("user(", "b", ")").is_in_import());
    }
}
