//! Text into the pieces that are searched: `parseHTTPResponse2` is parse, HTTP, Response, 2.
//!
//! Knows characters, not symbols or scores. Pieces are slices of the text; [`fold_into`] gives the
//! form that is stored and looked up.

use std::str::CharIndices;

/// Bytes of a folded piece that are stored; longer ones are cut, in the index and in a query alike.
const MAX_PIECE_BYTES: usize = 128;

/// What a character does to the splitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Upper,
    Lower,
    /// A letter of a script without case.
    Uncased,
    Digit,
    /// A combining mark: belongs to whatever is before it.
    Mark,
    Separator,
}

fn class_of(c: char) -> Class {
    match c {
        'a'..='z' => Class::Lower,
        'A'..='Z' => Class::Upper,
        '0'..='9' => Class::Digit,
        '\0'..='\x7f' => Class::Separator,
        '\u{300}'..='\u{36f}' => Class::Mark,
        _ if c.is_lowercase() => Class::Lower,
        _ if c.is_uppercase() => Class::Upper,
        _ if c.is_alphabetic() => Class::Uncased,
        _ if c.is_numeric() => Class::Digit,
        _ => Class::Separator,
    }
}

/// The pieces of a text, in order, as written. See [`pieces`].
#[derive(Clone, Debug)]
pub(super) struct Pieces<'t> {
    text: &'t str,
    chars: CharIndices<'t>,
}

/// Splits at everything that is no letter or digit, at changes of case, and between letters and
/// digits. The last capital of a run opens the next piece (`HTTPResponse`), unless all that follows
/// is a plural's `s` (`URLs`).
pub(super) fn pieces(text: &str) -> Pieces<'_> {
    Pieces { text, chars: text.char_indices() }
}

impl<'t> Pieces<'t> {
    fn peek(&self) -> Option<Class> {
        self.chars.clone().next().map(|(_, c)| class_of(c))
    }

    /// Takes characters of `class` and marks.
    fn take_run(&mut self, class: Class) {
        while self.peek().is_some_and(|next| next == class || next == Class::Mark) {
            self.chars.next();
        }
    }

    /// Takes the rest of a run of capitals whose first is taken already.
    fn take_capitals(&mut self) {
        let mut before_last = self.chars.clone();
        let mut capitals = 1;
        while self.peek().is_some_and(|next| next == Class::Upper || next == Class::Mark) {
            if self.peek() == Some(Class::Upper) {
                before_last = self.chars.clone();
                capitals += 1;
            }
            self.chars.next();
        }
        if self.peek() != Some(Class::Lower) {
            return;
        }
        if capitals == 1 {
            self.take_run(Class::Lower);
        } else if !self.take_plural() {
            self.chars = before_last;
        }
    }

    fn take_plural(&mut self) -> bool {
        let mut ahead = self.chars.clone();
        let is_s = ahead.next().is_some_and(|(_, c)| c == 's');
        let more =
            ahead.clone().next().is_some_and(|(_, c)| matches!(class_of(c), Class::Lower | Class::Mark));
        if is_s && !more {
            self.chars = ahead;
        }
        is_s && !more
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            let (start, first) = self.chars.next()?;
            match class_of(first) {
                Class::Separator | Class::Mark => continue,
                Class::Upper => self.take_capitals(),
                class => self.take_run(class),
            }
            return Some(&self.text[start..self.chars.offset()]);
        }
    }
}

/// Appends the piece in lower case, cut at 128 bytes.
pub(super) fn fold_into(piece: &str, out: &mut String) {
    let start = out.len();
    if piece.is_ascii() {
        out.push_str(&piece[..piece.len().min(MAX_PIECE_BYTES)]);
        out[start..].make_ascii_lowercase();
        return;
    }
    for c in piece.chars().flat_map(char::to_lowercase) {
        if out.len() - start + c.len_utf8() > MAX_PIECE_BYTES {
            return;
        }
        out.push(c);
    }
}

/// Appends the key under which a whole name is found: its folded pieces with nothing between them,
/// so that `HttpServer`, `http_server` and `HTTP_SERVER` share one.
pub(super) fn key_into(name: &str, out: &mut String) {
    for piece in pieces(name) {
        fold_into(piece, out);
    }
}

/// The words of a text: runs of letters, digits, `_` and `$` that hold a letter or digit.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| class_of(c) == Class::Separator && c != '_' && c != '$')
        .filter(|word| pieces(word).next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn folded(text: &str) -> Vec<String> {
        pieces(text)
            .map(|piece| {
                let mut out = String::new();
                fold_into(piece, &mut out);
                out
            })
            .collect()
    }

    #[test]
    fn names_split_at_case_digits_and_acronyms() {
        for (name, expected) in [
            ("parseHTTPResponse2", "parse http response 2"),
            ("snake_case_name", "snake case name"),
            ("SCREAMING_CASE", "screaming case"),
            ("HTTPServer", "http server"),
            ("userIDs", "user ids"),
            ("URLsFor", "urls for"),
            ("URLsafe", "ur lsafe"),
            ("sha256sum", "sha 256 sum"),
            ("X", "x"),
            ("aB", "a b"),
            ("__init__", "init"),
            ("größeÄndern", "größe ändern"),
            ("读取JSON文件", "读取 json 文件"),
            ("ПарсерКода", "парсер кода"),
            ("cafe\u{301}Bar", "cafe\u{301} bar"),
        ] {
            assert_eq!(folded(name).join(" "), expected, "{name}");
        }
    }

    #[test]
    fn styles_of_one_name_share_a_key() {
        for name in ["HttpServer", "http_server", "HTTP_SERVER", "httpServer"] {
            let mut key = String::new();
            key_into(name, &mut key);
            assert_eq!(key, "httpserver");
        }
    }

    #[test]
    fn words_keep_identifiers_whole() {
        let found: Vec<_> = words("fix parse_config, then $scope.run() -- __ !").collect();
        assert_eq!(found, ["fix", "parse_config", "then", "$scope", "run"]);
    }

    proptest! {
        #[test]
        fn any_text_splits_into_pieces_that_do_not_split_further(text in ".{0,60}") {
            for piece in pieces(&text) {
                prop_assert!(!piece.is_empty());
                let mut once = String::new();
                fold_into(piece, &mut once);
                prop_assert!(once.len() <= MAX_PIECE_BYTES);
            }
        }

        #[test]
        fn nothing_but_separators_is_lost(text in "[a-zA-Z0-9_.]{0,40}") {
            let joined: String = pieces(&text).collect();
            let kept: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
            prop_assert_eq!(joined, kept);
        }
    }
}
