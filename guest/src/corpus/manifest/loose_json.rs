//! JSON as people write it into configurations: with comments and trailing commas.

use serde_json::Value;

/// Reads a manifest; `None` if it is no UTF-8 or no JSON even so, or nested too deep for the parser.
pub(super) fn parse(bytes: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(&strict(text)).ok()
}

/// Blanks comments, and commas that nothing follows; what stands in strings stays.
fn strict(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    // The last comma, while only blanks and comments came after it.
    let mut comma = None;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let end = match (byte, bytes.get(at + 1)) {
            (b'"', _) => end_of_string(&bytes, at),
            (b'/', Some(b'/')) => blank(&mut bytes, at, |rest| memchr::memchr(b'\n', rest)),
            (b'/', Some(b'*')) => blank(&mut bytes, at, |rest| {
                // The first star may not end what it begins.
                memchr::memmem::find(rest.get(2..)?, b"*/").map(|end| end + 4)
            }),
            _ => at + 1,
        };
        match byte {
            b',' => comma = Some(at),
            b']' | b'}' => {
                if let Some(comma) = comma.take() {
                    bytes[comma] = b' ';
                }
            }
            _ if bytes[at].is_ascii_whitespace() => {}
            _ => comma = None,
        }
        at = end;
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// One past the quotation mark that ends the string beginning at `start`, or the end of the text.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        match bytes.get(at) {
            Some(b'"') => return at + 1,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
            None => return bytes.len(),
        }
    }
}

/// Blanks what begins at `start` and is as long as `length` finds it, to the end of the text for `None`.
fn blank(bytes: &mut [u8], start: usize, length: impl FnOnce(&[u8]) -> Option<usize>) -> usize {
    let end = length(&bytes[start..]).map_or(bytes.len(), |length| start + length);
    bytes[start..end].fill(b' ');
    end
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn comments_and_trailing_commas_go() {
        let text = "\u{feff}// a\n{ /* b, */ \"x\": [1, 2, /* c */ ], // d\n \"y\": {\"z\": 3,\n},\r\n}/* e";
        assert_eq!(parse(text.as_bytes()), Some(json!({ "x": [1, 2], "y": { "z": 3 } })));
        assert_eq!(parse(b"[1/**/,/*/ 5 */2]"), Some(json!([1, 2])));
    }

    #[test]
    fn strings_stay() {
        let text = r#"{ "@/*": ["./src/*"], "a//b": "c /* d */ ,]", "e\"//": "\\", }"#;
        let read = json!({ "@/*": ["./src/*"], "a//b": "c /* d */ ,]", "e\"//": "\\" });
        assert_eq!(parse(text.as_bytes()), Some(read));
    }

    #[test]
    fn what_is_no_json_gives_nothing() {
        for text in ["", "{", "[1,,2]", "[,]x", "\"a", "\"a\\", "/", "/*", "{\"a\" 1}", "1e999"] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(parse(b"\"\xff\""), None);
        assert_eq!(parse("[".repeat(1 << 20).as_bytes()), None);
        assert_eq!(parse(format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)).as_bytes()), None);
    }
}
