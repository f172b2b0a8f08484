//! The words of a task that may name parts of the code.

use super::stop_words::{is_function_word, is_task_word};
use super::tokenize::{key_into, words};

/// Keywords of one task at most.
const MAX_KEYWORDS: usize = 16;

/// Picks a task's keywords: as written, in the order of their first appearance, at most 16.
///
/// Left out are English function words, words such as `fix` or `function` that any task uses, single
/// letters and numbers. A task of nothing but such words keeps those that any task uses.
#[must_use]
pub fn keywords(task: &str) -> Vec<String> {
    let specific = distinct_words(task, |word| !is_function_word(word) && !is_task_word(word));
    if specific.is_empty() { distinct_words(task, |word| !is_function_word(word)) } else { specific }
}

fn distinct_words(task: &str, keeps: impl Fn(&str) -> bool) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    for word in words(task) {
        let mut key = String::new();
        key_into(word, &mut key);
        let says_something = key.len() > 1 && !key.bytes().all(|b| b.is_ascii_digit());
        if says_something && keeps(&key) && !keys.contains(&key) {
            keys.push(key);
            kept.push(word.to_owned());
            if kept.len() == MAX_KEYWORDS {
                break;
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filler_goes_and_identifiers_stay_as_written() {
        let task =
            "Fix the bug in parseConfig: it should not crash when config_file is missing (parse_config)";
        assert_eq!(keywords(task), ["parseConfig", "config_file", "missing"]);
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
