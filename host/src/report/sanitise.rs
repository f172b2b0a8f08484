//! Makes untrusted text harmless on its way out.
//!
//! File names, symbols and guest messages come from the corpus. None of their characters may steer a
//! terminal, reorder a line, break a Markdown table or start a formula in a spreadsheet.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Escapes what steers a terminal or reorders text, as `\n`, `\t`, `\u{1b}`; the result is one line.
pub(crate) fn terminal(text: &str) -> Cow<'_, str> {
    if !text.contains(is_loaded) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push_visible(&mut out, character);
    }
    Cow::Owned(out)
}

/// Escapes text for Markdown, in a table's cell or in running text: what [`terminal`] escapes, and
/// every character that Markdown or HTML could read as markup.
pub(crate) fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '|' | '`' | '*' | '[' | ']' | '\\' | '~' | '!' => out.extend(['\\', character]),
            // An underscore inside a word is no markup; at either end of one it may be.
            '_' if !out.ends_with(char::is_alphanumeric) => out.push_str("\\_"),
            _ => push_visible(&mut out, character),
        }
    }
    out
}

/// Escapes, in a JSON document, what steers a terminal or reorders text; its values stay the same. Line
/// ends between the values stay too: inside a string JSON has none.
pub(crate) fn json(document: &str) -> Cow<'_, str> {
    let is_meant = |character| character != '\n' && is_loaded(character);
    if !document.contains(is_meant) {
        return Cow::Borrowed(document);
    }
    let mut out = String::with_capacity(document.len() + 16);
    for character in document.chars() {
        if is_meant(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Makes a CSV field that no spreadsheet takes for a formula: one that starts with `=`, `+`, `-`, `@`,
/// a tab or a carriage return gets a `'` in front. For text only; numbers of our own may be negative.
pub(crate) fn csv(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

fn push_visible(out: &mut String, character: char) {
    match character {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if is_loaded(c) => {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
        c => out.push(c),
    }
}

/// Control characters (C0, DEL, C1), line and paragraph separators, and the invisible characters that
/// set or override the direction of text.
pub(crate) fn is_loaded(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escapes_are_readable() {
        assert_eq!(terminal("plain äöü 日本"), "plain äöü 日本");
        assert_eq!(terminal("a\u{1b}[31mred\nb\t\u{202e}c"), "a\\u{1b}[31mred\\nb\\t\\u{202e}c");
        assert_eq!(
            markdown("a|b`c`<script>&\n**x** snake_case _x"),
            "a\\|b\\`c\\`&lt;script&gt;&amp;\\n\\*\\*x\\*\\* snake_case \\_x"
        );
        assert_eq!(csv("=1+1"), "'=1+1");
        assert_eq!(csv("src/a.rs"), "src/a.rs");
    }

    proptest! {
        #[test]
        fn no_output_steers_a_terminal(text in any::<String>()) {
            prop_assert!(!terminal(&text).contains(is_loaded));
            prop_assert!(!markdown(&text).contains(is_loaded));
        }

        #[test]
        fn a_markdown_cell_stays_one_cell(text in any::<String>()) {
            let cell = markdown(&text);
            let mut escaped = false;
            for character in cell.chars() {
                prop_assert!(escaped || !matches!(character, '|' | '`' | '<' | '\n'));
                escaped = character == '\\' && !escaped;
            }
            prop_assert!(!escaped, "no backslash is left to escape what follows the cell");
        }

        #[test]
        fn json_keeps_its_values(text in any::<String>()) {
            let document = serde_json::to_string(&text).expect("a string");
            let escaped = json(&document);
            prop_assert!(!escaped.contains(is_loaded));
            prop_assert_eq!(serde_json::from_str::<String>(&escaped).expect("still JSON"), text);
        }

        #[test]
        fn no_csv_field_is_a_formula(text in any::<String>()) {
            prop_assert!(!csv(&text).starts_with(['=', '+', '-', '@', '\t', '\r']));
        }
    }
}
