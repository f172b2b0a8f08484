//! What a tool answered: JSON text, written once, kept below the limit on answer size.

use serde::Serialize;

use crate::json::JsonWriter;
use crate::tools::ToolError;

/// An answer or refusal, in buffers that the next call reuses.
#[derive(Debug, Default)]
pub struct Reply {
    /// The text, then what is left of longer ones before: room to write into.
    buffer: Vec<u8>,
    /// Bytes of the text.
    bytes: usize,
    items: u32,
    /// Bytes of source files, before they are escaped.
    pub(super) source: Vec<u8>,
}

impl Reply {
    /// The answer's JSON, or the words of a refusal.
    #[must_use]
    pub fn text(&self) -> &str {
        // Only whole texts are ever written; a check is the price of writing them as bytes.
        str::from_utf8(&self.buffer[..self.bytes]).unwrap_or_default()
    }

    /// Bytes of [`Reply::text`].
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether nothing was answered yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Items in the answer: results, nodes, relevant symbols or communities; 0 for a refusal.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.items
    }

    /// Takes the text out.
    #[must_use]
    pub fn into_text(mut self) -> String {
        self.buffer.truncate(self.bytes);
        String::from_utf8(self.buffer).unwrap_or_default()
    }

    /// Puts the words of a refusal in place of an answer.
    pub fn refuse(&mut self, error: &ToolError) {
        let words = error.to_string();
        JsonWriter::over(&mut self.buffer, u64::MAX).raw(words.as_bytes());
        self.bytes = words.len();
        self.items = 0;
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
        (self.bytes, self.items) = (0, 0);
        let mut writer = JsonWriter::over(&mut self.buffer, limit_bytes);
        let written = writer.value(answer);
        let bytes = writer.bytes();
        if bytes > limit_bytes {
            return Err(ToolError::AnswerTooLarge { bytes, limit_bytes });
        }
        written.map_err(|error| ToolError::Refused(format!("the answer cannot be written: {error}")))?;
        // What was kept is in memory, so that its length fits.
        self.bytes = bytes as usize;
        self.items = u32::try_from(items).unwrap_or(u32::MAX);
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
