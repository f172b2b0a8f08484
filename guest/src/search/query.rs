//! A query, taken apart into words, their pieces and their keys.

use super::stem::term_into;
use super::stop_words::is_function_word;
use super::tokenize::{key_into, pieces, words};

/// Words of a query that are looked up; those after them are not.
const MAX_WORDS: usize = 32;
/// Words of the longest part of a query that is looked for as one name.
const MAX_RUN: usize = 3;
/// Pieces of one word that are looked up.
const MAX_PARTS: usize = 16;

/// One word of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// As written.
    pub(super) text: String,
    /// What a whole name with these letters is found under.
    pub(super) key: String,
    /// The distinct terms of its pieces; at least one.
    pub(super) parts: Vec<String>,
    /// Whether it is made of more than one piece, as `parse_config` is.
    pub(super) is_compound: bool,
}

impl Word {
    /// Takes one word apart.
    pub(super) fn new(text: &str) -> Self {
        let mut key = String::new();
        key_into(text, &mut key);
        let mut parts: Vec<String> = Vec::new();
        for piece in pieces(text) {
            let mut part = String::new();
            term_into(piece, &mut part);
            if !parts.contains(&part) {
                parts.push(part);
            }
            if parts.len() == MAX_PARTS {
                break;
            }
        }
        Self { text: text.to_owned(), key, parts, is_compound: pieces(text).nth(1).is_some() }
    }
}

/// A query as the index looks it up.
#[derive(Clone, Debug)]
pub(super) struct Query {
    /// Distinct words; none if the query has no letter or digit.
    pub(super) words: Vec<Word>,
    /// The query with `::` written as `.` if it is a qualified name such as `Type.member`.
    pub(super) qualified: Option<String>,
    /// What names made of neighbouring words are found under, function words among them: that of the whole
    /// query first, then those of two and three words. None for a query of one word.
    pub(super) runs: Vec<String>,
}

impl Query {
    /// Takes a query apart. English function words are dropped if anything else is left.
    pub(super) fn parse(text: &str) -> Self {
        let text = text.trim();
        let all: Vec<Word> = words(text).take(MAX_WORDS).map(Word::new).collect();
        let is_one_run = !text.contains(char::is_whitespace);
        let runs = if is_one_run { Vec::new() } else { runs(&all) };
        let mut parsed: Vec<Word> = Vec::new();
        for word in all {
            if !parsed.iter().any(|known| known.key == word.key) {
                parsed.push(word);
            }
        }
        if parsed.iter().any(|word| !is_function_word(&word.key)) && !is_one_run {
            parsed.retain(|word| !is_function_word(&word.key));
        }
        let is_qualified = is_one_run && words(text).nth(1).is_some();
        Self { words: parsed, qualified: is_qualified.then(|| text.replace("::", ".")), runs }
    }

    /// The only word, unless there are several or were before function words went.
    pub(super) fn only_word(&self) -> Option<&Word> {
        match self.words.as_slice() {
            [word] if self.qualified.is_none() && self.runs.is_empty() => Some(word),
            _ => None,
        }
    }
}

/// The keys of runs of neighbouring words.
fn runs(words: &[Word]) -> Vec<String> {
    let join = |run: &[Word]| run.iter().map(|word| word.key.as_str()).collect::<String>();
    let mut runs = if words.len() > 1 { vec![join(words)] } else { Vec::new() };
    for length in 2..=MAX_RUN.min(words.len().saturating_sub(1)) {
        runs.extend(words.windows(length).map(join));
    }
    runs
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
        assert_eq!((word.key.as_str(), word.is_compound), ("parsehttpresponse2", true));
        assert_eq!(word.parts, ["pars", "http", "respons", "2"]);
        assert!(!Query::parse("parse").only_word().expect("one word").is_compound);
        assert!(Query::parse("to_to").only_word().expect("one word").is_compound);
    }

    #[test]
    fn function_words_go_unless_they_are_all() {
        assert_eq!(keys(&Query::parse("where is the parser")), ["parser"]);
        assert!(Query::parse("where is the parser").only_word().is_none());
        assert_eq!(keys(&Query::parse("from")), ["from"]);
        assert_eq!(keys(&Query::parse("... --")), Vec::<&str>::new());
    }

    #[test]
    fn neighbouring_words_may_be_one_name() {
        assert_eq!(Query::parse("with timeout").runs, ["withtimeout"]);
        let runs = Query::parse("csrf view middleware token").runs;
        let (whole, parts) = runs.split_first().expect("several words");
        assert_eq!(whole, "csrfviewmiddlewaretoken");
        assert_eq!(
            parts,
            ["csrfview", "viewmiddleware", "middlewaretoken", "csrfviewmiddleware", "viewmiddlewaretoken"]
        );
        assert_eq!(Query::parse("with_timeout").runs, [""; 0]);
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
