//! Words that say nothing of what is searched for.

/// English words that only hold a sentence together. Sorted.
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "above", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "because",
    "been", "before", "being", "below", "but", "by", "can", "could", "did", "do", "does", "doing", "during",
    "each", "for", "from", "had", "has", "have", "having", "he", "her", "here", "how", "i", "if", "in",
    "into", "is", "it", "its", "may", "might", "must", "my", "nor", "not", "of", "off", "on", "onto", "or",
    "our", "over", "shall", "she", "should", "so", "some", "such", "than", "that", "the", "their", "them",
    "then", "there", "these", "they", "this", "those", "through", "to", "too", "under", "until", "up",
    "upon", "us", "very", "was", "we", "were", "what", "when", "where", "which", "while", "who", "why",
    "will", "with", "within", "without", "would", "you", "your",
];

/// Words of tasks about code that name no part of it. Sorted.
const TASK_WORDS: &[&str] = &[
    "add",
    "adding",
    "adds",
    "allow",
    "broken",
    "bug",
    "bugs",
    "change",
    "changes",
    "class",
    "code",
    "correct",
    "correctly",
    "crash",
    "crashes",
    "create",
    "ensure",
    "error",
    "errors",
    "fail",
    "failing",
    "fails",
    "feature",
    "find",
    "fix",
    "fixed",
    "fixes",
    "fixing",
    "function",
    "functions",
    "get",
    "give",
    "handle",
    "implement",
    "implementation",
    "improve",
    "instead",
    "issue",
    "issues",
    "just",
    "like",
    "make",
    "makes",
    "method",
    "methods",
    "need",
    "needs",
    "new",
    "now",
    "only",
    "please",
    "problem",
    "refactor",
    "remove",
    "rename",
    "set",
    "show",
    "support",
    "task",
    "update",
    "use",
    "used",
    "uses",
    "using",
    "want",
    "way",
    "work",
    "works",
    "wrong",
];

/// Whether the word, in lower case, only holds an English sentence together.
pub(super) fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.binary_search(&word).is_ok()
}

/// Whether the word, in lower case, is one that tasks use without naming a part of the code.
pub(super) fn is_task_word(word: &str) -> bool {
    TASK_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_for_the_binary_search() {
        let mut unsorted = Vec::new();
        for list in [FUNCTION_WORDS, TASK_WORDS] {
            unsorted.extend(list.windows(2).filter(|pair| pair[0] >= pair[1]));
        }
        assert_eq!(unsorted, Vec::<&[&str]>::new());
    }
}
