//! Words that programmers use for one another: abbreviations and near-synonyms.
//!
//! Short on purpose, and of any code base: what belongs to one domain or one program is not here.

use super::stem::term_into;

/// Groups of words. Each stands for the others of its group.
const GROUPS: &[&[&str]] = &[
    // Abbreviations.
    &["async", "asynchronous"],
    &["auth", "authentication", "authorization", "login"],
    &["btn", "button"],
    &["buf", "buffer"],
    &["cfg", "config", "configuration", "setting", "option"],
    &["cmd", "command"],
    &["ctx", "context"],
    &["db", "database"],
    &["del", "delete", "remove", "erase", "drop", "discard"],
    &["dir", "directory", "folder"],
    &["err", "error", "failure", "exception"],
    &["exec", "execute", "run", "invoke"],
    &["fmt", "format"],
    &["fn", "func", "function"],
    &["id", "identifier"],
    &["idx", "index"],
    &["img", "image", "picture"],
    &["init", "initialize", "setup"],
    &["len", "length", "size"],
    &["max", "maximum", "limit"],
    &["mgr", "manager"],
    &["min", "minimum"],
    &["msg", "message"],
    &["num", "number", "count"],
    &["pkg", "package"],
    &["pos", "position", "location", "offset"],
    &["prev", "previous"],
    &["ptr", "pointer"],
    &["recv", "receive"],
    &["req", "request"],
    &["resp", "response", "reply"],
    &["src", "source"],
    &["sync", "synchronize"],
    &["tmp", "temp", "temporary"],
    &["txt", "text"],
    &["util", "utility", "helper"],
    &["val", "value"],
    // What is done.
    &["add", "append", "push", "insert"],
    &["alloc", "allocate", "malloc"],
    &["check", "verify", "validate", "ensure"],
    &["close", "finish", "end", "stop", "shutdown", "terminate"],
    &["cmp", "compare", "equal"],
    &["compute", "calculate"],
    &["convert", "transform"],
    &["copy", "clone", "duplicate"],
    &["decode", "parse", "read", "deserialize", "unmarshal"],
    &["encode", "write", "serialize", "marshal"],
    &["find", "search", "lookup", "get"],
    &["free", "release"],
    &["get", "fetch", "load", "retrieve"],
    &["join", "merge", "combine", "concat"],
    &["make", "create", "new", "build", "construct"],
    &["parse", "read", "scan"],
    &["print", "write", "output", "emit", "dump"],
    &["send", "write"],
    &["set", "assign", "store", "put"],
    &["show", "display", "print", "render"],
    &["start", "begin", "launch", "run"],
    &["walk", "traverse", "visit"],
    // Things.
    &["array", "list", "slice", "vector"],
    &["dict", "dictionary", "map", "table"],
    &["thread", "worker"],
];

/// The groups, as terms.
#[derive(Debug)]
pub(super) struct Synonyms(Vec<Vec<String>>);

impl Synonyms {
    /// Turns the words into terms.
    pub(super) fn new() -> Self {
        let term = |word: &&str| {
            let mut term = String::new();
            term_into(word, &mut term);
            term
        };
        Self(GROUPS.iter().map(|group| group.iter().map(term).collect()).collect())
    }

    /// The other terms of the groups that a term is in; one that shares two groups with it comes twice.
    pub(super) fn of(&self, term: &str) -> impl Iterator<Item = &str> {
        let groups = self.0.iter().filter(move |group| group.iter().any(|known| known == term));
        groups.flatten().map(String::as_str).filter(move |other| *other != term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_one_piece_and_no_inflection_of_another_in_its_group() {
        for group in &Synonyms::new().0 {
            assert!(group.len() > 1, "{group:?}");
            for (place, term) in group.iter().enumerate() {
                assert!(term.bytes().all(|b| b.is_ascii_lowercase()), "{term}");
                assert!(!group[..place].contains(term), "{term}");
            }
        }
    }

    #[test]
    fn a_term_of_two_groups_has_the_synonyms_of_both() {
        let synonyms = Synonyms::new();
        let of = |term| synonyms.of(term).collect::<Vec<_>>();
        assert_eq!(of("folder"), ["dir", "directory"]);
        assert!(["decod", "scan"].iter().all(|other| of("pars").contains(other)));
        assert!(!of("pars").contains(&"pars"));
        assert_eq!(of("zebra"), [""; 0]);
    }
}
