//! A look at the bytes before the parser sees them: what would take it memory out of all proportion.

use crate::corpus::Language;

/// Whether a source opens more than `limit` `<` inside each other, in a language whose parser cannot afford it.
///
/// The parsers of languages that have `<` both as a bracket and as an operator keep both readings of each; what
/// they keep grows with the square of the depth: measured with the Java grammar, `a<` 5,000 times takes
/// 300 MiB, 10,000 times 1.1 GiB. No source that a person or a generator writes comes near a thousand.
#[must_use]
pub fn is_nested_too_deep(language: Language, source: &[u8], limit: u64) -> bool {
    match language {
        Language::Cpp | Language::CSharp | Language::Java | Language::TypeScript | Language::Tsx => {
            // A source that is no longer than the limit cannot pass it.
            source.len() as u64 > limit && opens_more_than(source, limit)
        }
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

/// Counts `<` against `>`; a statement's or block's end closes all, a shift or comparison opens none.
fn opens_more_than(source: &[u8], limit: u64) -> bool {
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
    fn languages_without_such_brackets_are_left_alone() {
        let source = "a<".repeat(11);
        assert!(is_nested_too_deep(Language::Java, source.as_bytes(), 10));
        assert!(!is_nested_too_deep(Language::Java, source.as_bytes(), 11));
        assert!(!is_nested_too_deep(Language::Go, source.as_bytes(), 10));
    }
}
