//! The words of a task that may name parts of the code.

use super::stop_words::{is_function_word, is_task_word};
use super::tokenize::{key_into, pieces, words};

/// Keywords of one task at most.
const MAX_KEYWORDS: usize = 16;

/// A word of a task that may name a part of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keyword {
    /// As written.
    pub(super) text: String,
    /// Whether it is written as code is, at least once: `parse_config`, `open()`, `Storage.save`, `@atomic`. The others may
    /// be plain English that happens to be somebody's name.
    pub(super) is_code: bool,
}

/// Picks a task's keywords: in the order of their first appearance, at most 16.
///
/// Left out are English function words, words such as `fix` or `function` that any task uses, single
/// letters and numbers, unless they are written as code. A task of nothing but such words keeps those that any task uses.
pub(super) fn pick_keywords(task: &str) -> Vec<Keyword> {
    let specific = distinct_words(task, |word| !is_function_word(word) && !is_task_word(word));
    if specific.is_empty() { distinct_words(task, |word| !is_function_word(word)) } else { specific }
}

fn distinct_words(task: &str, keeps: impl Fn(&str) -> bool) -> Vec<Keyword> {
    let mut keys: Vec<String> = Vec::new();
    let mut kept: Vec<Keyword> = Vec::new();
    for word in words(task) {
        let mut key = String::new();
        key_into(word, &mut key);
        let says_something = key.len() > 1 && !key.bytes().all(|b| b.is_ascii_digit());
        if !says_something {
            continue;
        }
        let is_code = is_written_as_code(task, word);
        if let Some(known) = keys.iter().position(|known| *known == key) {
            kept[known].is_code |= is_code;
        } else if (keeps(&key) || is_code) && kept.len() < MAX_KEYWORDS {
            keys.push(key);
            kept.push(Keyword { text: word.to_owned(), is_code });
        }
    }
    kept
}

/// Whether a word, which is a part of the task, stands there as code does.
fn is_written_as_code(task: &str, word: &str) -> bool {
    let start = word.as_ptr() as usize - task.as_ptr() as usize;
    let (before, after) = (&task[..start], &task[start + word.len()..]);
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let leads_on =
        |after: &str, joint: &str| after.strip_prefix(joint).is_some_and(|rest| rest.starts_with(is_letter));
    let comes_from =
        |before: &str, joint: &str| before.strip_suffix(joint).is_some_and(|rest| rest.ends_with(is_letter));
    pieces(word).nth(1).is_some() && word.contains(|c: char| c == '_' || c.is_uppercase())
        || after.starts_with('(')
        || before.ends_with(['`', '@'])
        || [".", "::"].iter().any(|joint| leads_on(after, joint) || comes_from(before, joint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keywords(task: &str) -> Vec<String> {
        pick_keywords(task).into_iter().map(|keyword| keyword.text).collect()
    }

    #[test]
    fn what_is_written_as_code_is_known_by_what_stands_around_it() {
        let task = "Signal.asend and set() via @atomic of `router` by db::alias. Then e.g. save.";
        let found: Vec<_> = pick_keywords(task).into_iter().map(|word| (word.text, word.is_code)).collect();
        let found: Vec<_> = found.iter().map(|(text, is_code)| (text.as_str(), *is_code)).collect();
        let code = ["Signal", "asend", "set", "atomic", "router", "db", "alias"].map(|word| (word, true));
        assert_eq!(found[..3], code[..3]);
        assert_eq!(found[3], ("via", false));
        assert_eq!(found[4..8], code[3..]);
        assert_eq!(found[8..], [("save", false)]);
    }

    #[test]
    fn filler_goes_and_identifiers_stay_as_written() {
        let task =
            "Fix the bug in parseConfig: it should not crash when config_file is missing (parse_config)";
        assert_eq!(keywords(task), ["parseConfig", "config_file", "missing"]);
        assert!(pick_keywords(task).iter().map(|keyword| keyword.is_code).eq([true, true, false]));
    }

    #[test]
    fn a_task_of_filler_keeps_what_it_has() {
        assert_eq!(keywords("add a new function"), ["add", "new", "function"]);
        assert_eq!(keywords("what is it? 42 x"), Vec::<String>::new());
        assert_eq!(keywords(""), Vec::<String>::new());
    }

    #[test]
    fn at_most_sixteen() {
        let task: Vec<_> = (b'a'..=b'z').map(|c| format!("word{}", c as char)).collect();
        assert_eq!(keywords(&task.join(" ")), task[..MAX_KEYWORDS]);
    }
}
