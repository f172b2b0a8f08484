//! A look at the bytes before the parser sees them: what would take it memory out of all proportion.

use memchr::memchr_iter;

use crate::corpus::Language;

/// Whether a source has more than `limit` brackets open inside each other that its parser cannot afford.
///
/// Which those are was measured. Languages that have `<` both as a bracket and as an operator keep both readings
/// of each, and what they keep grows with the square of the depth: with the Java grammar `a<` 5,000 times takes
/// 300 MiB, 10,000 times 1.1 GiB. And whatever the language, what is still open where the source ends is closed
/// again by all the ways there are: `A<B(>` takes the Java and the C grammar 900 MiB for 1,000 times and more
/// than 3 GiB for 2,000. Brackets that are closed cost nothing. No source that a person or a generator writes
/// comes near a thousand of either.
#[must_use]
pub fn is_nested_too_deep(language: Language, source: &[u8], limit: u64) -> bool {
    // A source that is no longer than the limit cannot pass it.
    source.len() as u64 > limit
        && (leaves_open_more_than(source, limit)
            || has_both_readings(language) && opens_more_than(source, limit))
}

fn has_both_readings(language: Language) -> bool {
    match language {
        Language::Cpp | Language::CSharp | Language::Java | Language::TypeScript | Language::Tsx => true,
        Language::Bash
        | Language::C
        | Language::Go
        | Language::JavaScript
        | Language::Php
        | Language::Python
        | Language::Ruby
        | Language::Rust => false,
    }
}

/// Counts each kind of bracket by itself, in texts and comments too: what is left open there is little.
fn leaves_open_more_than(source: &[u8], limit: u64) -> bool {
    // Few sources have so many at all, and counting them is quick.
    if ![b'(', b'[', b'{'].into_iter().any(|open| has_more_than(source, open, limit)) {
        return false;
    }
    let [mut round, mut square, mut curly] = [0_u64; 3];
    for byte in source {
        match byte {
            b'(' => round += 1,
            b')' => round = round.saturating_sub(1),
            b'[' => square += 1,
            b']' => square = square.saturating_sub(1),
            b'{' => curly += 1,
            b'}' => curly = curly.saturating_sub(1),
            _ => {}
        }
    }
    round.max(square).max(curly) > limit
}

fn has_more_than(source: &[u8], byte: u8, limit: u64) -> bool {
    memchr_iter(byte, source).count() as u64 > limit
}

/// Counts `<` against `>`; a statement's or block's end closes all, a shift or comparison opens none.
fn opens_more_than(source: &[u8], limit: u64) -> bool {
    if !has_more_than(source, b'<', limit) {
        return false;
    }
    let mut open = 0_u64;
    let mut bytes = source.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'<' if matches!(bytes.peek(), Some(b'<' | b'=')) => {
                bytes.next();
            }
            b'<' => {
                open += 1;
                if open > limit {
                    return true;
                }
            }
            b'>' => open = open.saturating_sub(1),
            b';' | b'{' | b'}' => open = 0,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stays_open_counts() {
        let opens = |text: &str| opens_more_than(text.as_bytes(), 3);
        assert!(opens("a<b<c<d<e"));
        assert!(!opens("a<b<c<d>>>; x<y<z"));
        assert!(!opens("out << a << b << c << d; a <= b <= c <= d <= e"));
        assert!(!opens("a<b; a<b; a<b; a<b {} a<b"));
    }

    #[test]
    fn only_what_is_open_at_the_end_counts() {
        let leaves = |text: &str| leaves_open_more_than(text.as_bytes(), 3);
        assert!(leaves("A<B(>A<B(>A<B(>A<B(>") && leaves("{{{{") && leaves(")))[[[["));
        assert!(!leaves("(((([[[[{{{{}}}}]]]]))))") && !leaves("((([[[{{{"));
        let source = "f(".repeat(11);
        assert!(is_nested_too_deep(Language::Go, source.as_bytes(), 10));
        assert!(!is_nested_too_deep(Language::Go, source.as_bytes(), 11));
    }

    #[test]
    fn languages_without_such_brackets_are_left_alone() {
        let source = "a<".repeat(11);
        assert!(is_nested_too_deep(Language::Java, source.as_bytes(), 10));
        assert!(!is_nested_too_deep(Language::Java, source.as_bytes(), 11));
        assert!(!is_nested_too_deep(Language::Go, source.as_bytes(), 10));
    }
}
