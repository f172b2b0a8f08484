//! A query, taken apart into words, their pieces and their keys.

use super::stop_words::is_function_word;
use super::tokenize::{fold_into, key_into, pieces, words};

/// Distinct words of a query that are looked up; those after them are not.
const MAX_WORDS: usize = 32;
/// Pieces of one word that are looked up.
const MAX_PARTS: usize = 16;

/// One word of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// As written.
    pub(super) text: String,
    /// What a whole name with these letters is found under.
    pub(super) key: String,
    /// Its distinct folded pieces; at least one.
    pub(super) parts: Vec<String>,
}

impl Word {
    /// Takes one word apart.
    pub(super) fn new(text: &str) -> Self {
        let mut key = String::new();
        key_into(text, &mut key);
        let mut parts: Vec<String> = Vec::new();
        for piece in pieces(text) {
            let mut part = String::new();
            fold_into(piece, &mut part);
            if !parts.contains(&part) {
                parts.push(part);
            }
            if parts.len() == MAX_PARTS {
                break;
            }
        }
        Self { text: text.to_owned(), key, parts }
    }

    /// Whether it is made of more than one piece, as `parse_config` is.
    pub(super) fn is_compound(&self) -> bool {
        self.parts.first().is_some_and(|first| *first != self.key)
    }
}

/// A query as the index looks it up.
#[derive(Clone, Debug)]
pub(super) struct Query {
    /// Distinct words; none if the query has no letter or digit.
    pub(super) words: Vec<Word>,
    /// The query with `::` written as `.` if it is a qualified name such as `Type.member`.
    pub(super) qualified: Option<String>,
}

impl Query {
    /// Takes a query apart. English function words are dropped if anything else is left.
    pub(super) fn parse(text: &str) -> Self {
        let text = text.trim();
        let mut parsed: Vec<Word> = Vec::new();
        for word in words(text) {
            let word = Word::new(word);
            if !parsed.iter().any(|known| known.key == word.key) {
                parsed.push(word);
            }
            if parsed.len() == MAX_WORDS {
                break;
            }
        }
        if parsed.iter().any(|word| !is_function_word(&word.key)) && !is_one_run(text) {
            parsed.retain(|word| !is_function_word(&word.key));
        }
        let is_qualified = is_one_run(text) && words(text).nth(1).is_some();
        Self { words: parsed, qualified: is_qualified.then(|| text.replace("::", ".")) }
    }

    /// The only word, unless there are several.
    pub(super) fn only_word(&self) -> Option<&Word> {
        match self.words.as_slice() {
            [word] if self.qualified.is_none() => Some(word),
            _ => None,
        }
    }
}

fn is_one_run(text: &str) -> bool {
    !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(query: &Query) -> Vec<&str> {
        query.words.iter().map(|word| word.key.as_str()).collect()
    }

    #[test]
    fn words_have_keys_and_parts() {
        let query = Query::parse(" parseHTTPResponse2 ");
        let word = query.only_word().expect("one word");
        assert_eq!((word.key.as_str(), word.is_compound()), ("parsehttpresponse2", true));
        assert_eq!(word.parts, ["parse", "http", "response", "2"]);
        assert!(!Query::parse("parse").only_word().expect("one word").is_compound());
        assert!(Query::parse("to_to").only_word().expect("one word").is_compound());
    }

    #[test]
    fn function_words_go_unless_they_are_all() {
        assert_eq!(keys(&Query::parse("where is the parser")), ["parser"]);
        assert_eq!(keys(&Query::parse("from")), ["from"]);
        assert_eq!(keys(&Query::parse("... --")), Vec::<&str>::new());
    }

    #[test]
    fn a_qualified_name_is_recognised() {
        let query = Query::parse("Parser::next");
        assert_eq!(query.qualified.as_deref(), Some("Parser.next"));
        assert!(query.only_word().is_none());
        assert_eq!(Query::parse("parser next").qualified, None);
        assert_eq!(Query::parse("next()").qualified, None);
    }
}
