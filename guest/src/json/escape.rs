//! Finds the bytes that a JSON string must escape while it copies those that it need not.
//!
//! Eight bytes are tested at once in an integer, without a branch on any single one. The last word of a
//! text overlaps the one before, so that no length needs a loop over bytes.

const WORD: usize = size_of::<u64>();
const HALF: usize = WORD / 2;

/// The most bytes that take the place of one.
pub(super) const MAX_ESCAPE_BYTES: usize = 6;

/// Copies `text` to the start of `out` up to the first byte that must be escaped, or all of it, and
/// returns how many bytes that is. `out`, no shorter than `text`, holds anything after them.
#[inline]
pub(super) fn copy_plain(text: &[u8], out: &mut [u8]) -> usize {
    let out = &mut out[..text.len()];
    let Some(last) = text.last_chunk::<WORD>() else { return copy_short(text, out) };
    for (index, (word, slot)) in text.as_chunks().0.iter().zip(out.as_chunks_mut().0).enumerate() {
        *slot = *word;
        if let Some(offset) = find_special(u64::from_le_bytes(*word)) {
            return index * WORD + offset;
        }
    }
    if let Some(slot) = out.last_chunk_mut() {
        *slot = *last;
    }
    // What this word shares with the one before is plain.
    find_special(u64::from_le_bytes(*last)).map_or(text.len(), |offset| text.len() - WORD + offset)
}

/// [`copy_plain`] for texts shorter than a word.
#[inline]
fn copy_short(text: &[u8], out: &mut [u8]) -> usize {
    if let (Some(first), Some(last)) = (text.first_chunk::<HALF>(), text.last_chunk::<HALF>()) {
        if let Some(slot) = out.first_chunk_mut() {
            *slot = *first;
        }
        if let Some(slot) = out.last_chunk_mut() {
            *slot = *last;
        }
        let word = u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
        return match find_special(word) {
            None => text.len(),
            Some(offset) if offset < HALF => offset,
            Some(offset) => text.len() - WORD + offset,
        };
    }
    for (index, (byte, slot)) in text.iter().zip(out).enumerate() {
        if is_special(*byte) {
            return index;
        }
        *slot = *byte;
    }
    text.len()
}

/// Index of the first byte, the lowest of the word, that must be escaped.
#[inline]
fn find_special(word: u64) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; WORD]);
    const TOP_BITS: u64 = ONES << 7;
    // A subtraction borrows into a byte only from a lower one that is itself a find, so that the lowest
    // find is never a false one.
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    let quote = word ^ ONES * b'"' as u64;
    let quote = quote.wrapping_sub(ONES) & !quote;
    let backslash = word ^ ONES * b'\\' as u64;
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    let found = (control | quote | backslash) & TOP_BITS;
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// What is written for a byte that must be escaped, and how many bytes of it.
pub(super) fn escape(byte: u8) -> ([u8; MAX_ESCAPE_BYTES], usize) {
    let letter = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        _ => {
            let digit = |value: u8| b"0123456789abcdef"[usize::from(value & 0xf)];
            return ([b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte)], MAX_ESCAPE_BYTES);
        }
    };
    ([b'\\', letter, 0, 0, 0, 0], 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_special_byte_is_found_at_each_place_of_each_length() {
        for length in 0..40 {
            let plain = vec![b'\x7f'; length];
            let mut out = vec![0; length];
            assert_eq!((copy_plain(&plain, &mut out), &out), (length, &plain));
            for (place, special) in (0..length).flat_map(|place| (0..=255).map(move |byte| (place, byte))) {
                let mut text = plain.clone();
                text[place] = special;
                let expected = if is_special(special) { place } else { length };
                out.fill(0);
                assert_eq!(copy_plain(&text, &mut out), expected, "{special} at {place} of {length}");
                assert_eq!(out[..expected], text[..expected]);
                text[place..].fill(special);
                assert_eq!(copy_plain(&text, &mut out), expected, "{special} from {place} of {length}");
            }
        }
    }
}
