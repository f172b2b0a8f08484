//! Text that came from outside, made fit for a message.

use std::fmt::{self, Display, Write};

/// Characters of a given value that a message shows.
const SHOWN_CHARACTERS: usize = 80;

/// Shows a text between backticks: cut to 80 characters, control characters escaped.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_char('`')?;
        let mut characters = self.0.chars();
        for character in characters.by_ref().take(SHOWN_CHARACTERS) {
            if is_hidden(character) {
                write!(out, "{}", character.escape_unicode())?;
            } else {
                out.write_char(character)?;
            }
        }
        if characters.next().is_some() {
            out.write_char('…')?;
        }
        out.write_char('`')
    }
}

/// Whether a terminal would act on the character instead of showing it.
fn is_hidden(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Shows words as a list, each between backticks.
pub(super) fn list_words<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for word in words {
        let separator = if out.is_empty() { "" } else { ", " };
        // Writing into a `String` cannot fail.
        let _ = write!(out, "{separator}`{word}`");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_long_text_is_cut() {
        assert_eq!(Quoted("a\u{1b}[31m\u{202e}b").to_string(), "`a\\u{1b}[31m\\u{202e}b`");
        assert_eq!(Quoted(&"é".repeat(80)).to_string(), format!("`{}`", "é".repeat(80)));
        assert_eq!(Quoted(&"é".repeat(81)).to_string(), format!("`{}…`", "é".repeat(80)));
        assert_eq!(list_words(["a", "b"]), "`a`, `b`");
    }
}
