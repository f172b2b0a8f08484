//! Short texts of a definition: its signature and the first sentence of its documentation.

use std::borrow::Cow;

/// Longest signature or documentation sentence, in bytes.
const MAX_BYTES: usize = 240;

/// Longest stretch of source that is looked at for one short text, in bytes.
const MAX_SOURCE_BYTES: usize = 4096;

/// Folds white space to single blanks and cuts at 240 bytes; `None` if nothing is left.
pub(super) fn signature(source: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&source[..source.len().min(MAX_SOURCE_BYTES)]);
    let mut out = String::new();
    for word in text.split_whitespace() {
        append_word(&mut out, word);
        if out.len() >= MAX_BYTES {
            break;
        }
    }
    cut(&mut out);
    (!out.is_empty()).then_some(out)
}

/// Reads the first sentence of a run of comments, without comment marks.
pub(super) fn first_sentence<'a>(comments: impl Iterator<Item = &'a [u8]>) -> Option<String> {
    let mut out = String::new();
    let mut is_xml = false;
    for comment in comments {
        let text = String::from_utf8_lossy(&comment[..comment.len().min(MAX_SOURCE_BYTES)]);
        for line in text.lines() {
            let line = strip_marks(line);
            is_xml |= out.is_empty() && line.starts_with('<');
            let ends_summary = is_xml && line.contains("</summary>");
            let stripped = if is_xml { strip_tags(line) } else { Cow::Borrowed(line) };
            if is_xml && stripped.is_empty() && out.is_empty() {
                continue;
            }
            let line = stripped.as_ref();
            // Tags of JSDoc and Javadoc follow the description.
            if line.starts_with('@') || (line.is_empty() && !out.is_empty()) {
                cut(&mut out);
                return (!out.is_empty()).then_some(out);
            }
            if append_until_full_stop(&mut out, line) || ends_summary || out.len() >= MAX_BYTES {
                cut(&mut out);
                return Some(out);
            }
        }
    }
    (!out.is_empty()).then_some(out)
}

/// Appends words up to the one that ends a sentence; returns whether there was one.
fn append_until_full_stop(out: &mut String, line: &str) -> bool {
    for word in line.split_whitespace() {
        append_word(out, word);
        let ends = word.ends_with(['.', '!', '?', '。']) && !ABBREVIATIONS.contains(&word);
        if ends {
            return true;
        }
    }
    false
}

/// Words whose full stop ends no sentence.
const ABBREVIATIONS: [&str; 7] = ["e.g.", "i.e.", "(e.g.", "(i.e.", "etc.", "vs.", "cf."];

fn append_word(out: &mut String, word: &str) {
    if !out.is_empty() {
        out.push(' ');
    }
    out.push_str(word);
}

fn cut(out: &mut String) {
    if out.len() > MAX_BYTES {
        let mut end = MAX_BYTES;
        while !out.is_char_boundary(end) {
            end -= 1;
        }
        out.truncate(end);
    }
}

/// Takes the marks of a comment off one of its lines.
fn strip_marks(line: &str) -> &str {
    let mut line = line.trim();
    line = line.strip_suffix("*/").unwrap_or(line);
    for mark in ["/**", "/*!", "/*", "///", "//!", "//"] {
        if let Some(rest) = line.strip_prefix(mark) {
            return rest.trim_matches(['*', ' ', '\t']);
        }
    }
    line.trim_start_matches(['*', '#']).trim()
}

/// Takes XML's tags out of a line, as C# documents; of what a tag refers to, the last name stays.
fn strip_tags(line: &str) -> Cow<'_, str> {
    if !line.contains('<') {
        return Cow::Borrowed(line);
    }
    let mut out = String::new();
    let mut parts = line.split('<');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let referred = ["cref=\"", "langword=\"", "name=\""].iter().find_map(|name| tag.split(name).nth(1));
        if tag.ends_with('/')
            && let Some(name) = referred.and_then(|rest| rest.split('"').next())
        {
            out.push_str(name.rsplit(['.', ':']).next().unwrap_or(name));
        }
        out.push_str(text);
    }
    Cow::Owned(out.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(comments: &[&str]) -> Option<String> {
        first_sentence(comments.iter().map(|comment| comment.as_bytes()))
    }

    #[test]
    fn white_space_is_folded() {
        assert_eq!(signature(b"fn  a(\r\n\tb: u8,\n) "), Some("fn a( b: u8, )".to_owned()));
        assert_eq!(signature(b" \n"), None);
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        let long = "é".repeat(500);
        assert_eq!(signature(long.as_bytes()).map(|text| text.len()), Some(240));
        assert_eq!(sentence(&[&format!("/// x{long}")]).map(|text| text.len()), Some(239));
    }

    #[test]
    fn the_first_sentence_ends_at_a_stop_or_an_empty_line() {
        assert_eq!(
            sentence(&["/// Reads a", "/// file, e.g. this. Then", "/// more."]),
            Some("Reads a file, e.g. this.".into())
        );
        assert_eq!(sentence(&["/**\n * Makes one\n *\n * and more\n */"]), Some("Makes one".into()));
        assert_eq!(sentence(&["/**\n * Makes one\n * @param x it */"]), Some("Makes one".into()));
        assert_eq!(sentence(&["/** @internal */"]), None);
        assert_eq!(
            sentence(&["/// <summary>", "/// Makes a <see cref=\"A.Node\"/>. More", "/// </summary>"]),
            Some("Makes a Node.".into())
        );
        assert_eq!(
            sentence(&["/// <summary>One</summary>", "/// <param name=\"x\">it</param>"]),
            Some("One".into())
        );
        assert_eq!(sentence(&["/// <inheritdoc/>"]), None);
        assert_eq!(sentence(&["/// A `Vec<T>`."]), Some("A `Vec<T>`.".into()));
        assert_eq!(sentence(&["// no stop"]), Some("no stop".into()));
        assert_eq!(sentence(&["/* */"]), None);
        assert_eq!(sentence(&["/// Version 1.2 is", "/// read."]), Some("Version 1.2 is read.".into()));
    }
}
