//! What a tool answered: JSON text, written once, kept below the limit on answer size.

use std::io::{self, Write};

use serde::Serialize;

use crate::tools::ToolError;

/// An answer or refusal, in buffers that the next call reuses.
#[derive(Debug, Default)]
pub struct Reply {
    text: Vec<u8>,
    items: u32,
    /// Bytes of source files, before they are escaped.
    pub(super) source: Vec<u8>,
}

impl Reply {
    /// The answer's JSON, or the words of a refusal.
    #[must_use]
    pub fn text(&self) -> &str {
        // Only whole texts are ever written; a check is the price of writing them as bytes.
        str::from_utf8(&self.text).unwrap_or_default()
    }

    /// Bytes of [`Reply::text`].
    #[must_use]
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether nothing was answered yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Items in the answer: results, nodes, relevant symbols or communities; 0 for a refusal.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.items
    }

    /// Takes the text out.
    #[must_use]
    pub fn into_text(self) -> String {
        String::from_utf8(self.text).unwrap_or_default()
    }

    /// Puts the words of a refusal in place of an answer.
    pub fn refuse(&mut self, error: &ToolError) {
        self.text.clear();
        self.items = 0;
        // Writing into a `Vec` cannot fail.
        let _ = write!(self.text, "{error}");
    }

    /// Writes the answer. What passes the limit is counted but not kept.
    ///
    /// # Errors
    /// [`ToolError::AnswerTooLarge`].
    pub(super) fn answer(
        &mut self,
        answer: &impl Serialize,
        items: usize,
        limit_bytes: u64,
    ) -> Result<(), ToolError> {
        self.text.clear();
        self.items = u32::try_from(items).unwrap_or(u32::MAX);
        let mut capped = Capped { text: &mut self.text, limit_bytes, bytes: 0 };
        let written = serde_json::to_writer(&mut capped, answer);
        let bytes = capped.bytes;
        if bytes > limit_bytes {
            return Err(ToolError::AnswerTooLarge { bytes, limit_bytes });
        }
        written.map_err(|error| ToolError::Refused(format!("the answer cannot be written: {error}")))
    }
}

/// Keeps what fits and counts the rest, so that a huge answer takes no memory.
struct Capped<'t> {
    text: &'t mut Vec<u8>,
    limit_bytes: u64,
    /// Bytes offered so far.
    bytes: u64,
}

impl Write for Capped<'_> {
    #[inline]
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.write_all(piece)?;
        Ok(piece.len())
    }

    #[inline]
    fn write_all(&mut self, piece: &[u8]) -> io::Result<()> {
        self.bytes += piece.len() as u64;
        if self.bytes <= self.limit_bytes {
            self.text.extend_from_slice(piece);
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_may_be_as_long_as_the_limit_and_no_longer() {
        let mut reply = Reply::default();
        reply.answer(&"é12", 3, 6).expect("six bytes with the quotes");
        assert_eq!((reply.text(), reply.items(), reply.len()), ("\"é12\"", 3, 6));
        let error = reply.answer(&"é123", 3, 6).unwrap_err();
        assert_eq!(error, ToolError::AnswerTooLarge { bytes: 7, limit_bytes: 6 });
        reply.refuse(&error);
        assert!(reply.text().contains("7 bytes, the limit is 6"));
        assert_eq!(reply.items(), 0);
    }
}
