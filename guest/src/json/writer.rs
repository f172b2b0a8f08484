//! Where the bytes of a JSON text go.

use serde::Serialize;

use crate::json::JsonError;
use crate::json::escape::{MAX_ESCAPE_BYTES, WORD, copy_plain, copy_word, escape, is_special};

/// Room that a buffer has at least, so that it does not grow in small steps.
const LEAST_BYTES: usize = 1024;

/// Writes JSON into a buffer, up to a limit.
///
/// The buffer is kept longer than what is written: room is made for whole pieces, not for bytes.
#[derive(Debug)]
pub(crate) struct JsonWriter<'b> {
    buffer: &'b mut Vec<u8>,
    /// Bytes of the buffer that are part of the text.
    used: usize,
    limit_bytes: u64,
    /// Bytes that were written past the limit and then forgotten with all before them.
    dropped: u64,
}

impl<'b> JsonWriter<'b> {
    /// Writes over the first bytes of a buffer, whose length is the room that there is.
    ///
    /// What passes the limit is counted but not kept, so that a huge text takes no memory.
    pub(crate) fn over(buffer: &'b mut Vec<u8>, limit_bytes: u64) -> Self {
        Self { buffer, used: 0, limit_bytes, dropped: 0 }
    }

    /// Writes behind the bytes of a buffer, without a limit.
    pub(crate) fn behind(buffer: &'b mut Vec<u8>) -> Self {
        let used = buffer.len();
        Self { buffer, used, limit_bytes: u64::MAX, dropped: 0 }
    }

    /// Cuts the buffer off at the end of the text.
    pub(crate) fn finish(self) {
        self.buffer.truncate(self.used);
    }

    /// Writes a value.
    ///
    /// # Errors
    /// What the value says when it is asked for its parts; a map whose keys are no strings.
    pub(crate) fn value(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), JsonError> {
        value.serialize(self)
    }

    /// Bytes written. The text is that many bytes of the buffer, unless it passed the limit.
    pub(crate) fn bytes(&self) -> u64 {
        self.dropped + self.used as u64
    }

    /// Writes a piece of JSON as it is.
    #[inline]
    pub(crate) fn raw(&mut self, piece: &[u8]) {
        self.room(piece.len()).copy_from_slice(piece);
    }

    /// Writes `lead`, the name of a field and a colon. Names of fields hold nothing to escape.
    #[inline(always)]
    pub(crate) fn field_name(&mut self, lead: u8, name: &'static str) {
        let length = name.len();
        let room = self.room(length + 4);
        room[0] = lead;
        room[1] = b'"';
        room[2..length + 2].copy_from_slice(name.as_bytes());
        room[length + 2] = b'"';
        room[length + 3] = b':';
    }

    /// Writes a string with its quotes.
    pub(super) fn string(&mut self, text: &str) {
        let room = self.room(text.len() + 2);
        if let [start, inside @ .., end] = room {
            (*start, *end) = (b'"', b'"');
            if copy_plain(text.as_bytes(), inside) {
                return;
            }
        }
        self.used -= text.len() + 1;
        self.escape(text.as_bytes());
        self.raw(b"\"");
    }

    /// Writes a piece of the inside of a string.
    pub(super) fn string_piece(&mut self, text: &str) {
        if !copy_plain(text.as_bytes(), self.room(text.len())) {
            self.used -= text.len();
            self.escape(text.as_bytes());
        }
    }

    /// Writes the inside of a string that has something to escape.
    #[inline(never)]
    fn escape(&mut self, text: &[u8]) {
        let mut rest = text;
        while let Some(word) = rest.first_chunk() {
            let Some(slot) = self.room(WORD).first_chunk_mut() else { return };
            let plain = copy_word(word, slot);
            if plain < WORD {
                self.used -= WORD - plain;
                self.escape_byte(word[plain]);
            }
            rest = &rest[WORD.min(plain + 1)..];
        }
        for byte in rest {
            if is_special(*byte) { self.escape_byte(*byte) } else { self.raw(&[*byte]) }
        }
    }

    #[inline]
    fn escape_byte(&mut self, special: u8) {
        let (escaped, length) = escape(special);
        self.room(MAX_ESCAPE_BYTES).copy_from_slice(&escaped);
        self.used -= MAX_ESCAPE_BYTES - length;
    }

    /// Writes a number that is not negative.
    #[inline]
    pub(super) fn unsigned(&mut self, number: u64) {
        let digits = number.checked_ilog10().unwrap_or(0) as usize + 1;
        let mut left = number;
        for digit in self.room(digits).iter_mut().rev() {
            *digit = b'0' + (left % 10) as u8;
            left /= 10;
        }
    }

    /// The next bytes of the text, to be filled.
    #[inline]
    fn room(&mut self, bytes: usize) -> &mut [u8] {
        self.make_room(bytes);
        let start = self.used;
        self.used += bytes;
        &mut self.buffer[start..start + bytes]
    }

    #[inline]
    fn make_room(&mut self, bytes: usize) {
        if self.buffer.len() - self.used < bytes {
            self.grow(bytes);
        }
    }

    #[cold]
    fn grow(&mut self, bytes: usize) {
        if self.bytes() > self.limit_bytes {
            self.dropped += self.used as u64;
            self.used = 0;
        }
        let needed = self.used + bytes;
        if self.buffer.len() < needed {
            self.buffer.resize(needed + needed / 2 + LEAST_BYTES, 0);
        }
    }
}
