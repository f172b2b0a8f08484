//! Finds the bytes that a JSON string must escape while it copies those that it need not.
//!
//! Eight bytes are tested at once in an integer, without a branch on any single one. The last piece of a
//! text overlaps the one before, so that no length needs a loop over bytes.

/// Bytes that are tested at once.
pub(super) const WORD: usize = size_of::<u64>();
const HALF: usize = WORD / 2;

/// The most bytes that take the place of one.
pub(super) const MAX_ESCAPE_BYTES: usize = 6;

/// Copies `text` over `out`, which is as long, and says whether that is all: `false` as soon as a byte
/// must be escaped, and then `out` holds anything.
#[inline(always)]
pub(super) fn copy_plain(text: &[u8], out: &mut [u8]) -> bool {
    if let Some(last) = text.last_chunk() {
        let mut pairs = text.as_chunks().0.iter().zip(out.as_chunks_mut().0);
        return pairs.all(|(pair, slot)| copy_pair(pair, slot))
            && out.last_chunk_mut().is_some_and(|slot| copy_pair(last, slot));
    }
    if let (Some(first), Some(last)) = (text.first_chunk::<WORD>(), text.last_chunk::<WORD>()) {
        put_ends(out, first, last);
        return (specials(u64::from_le_bytes(*first)) | specials(u64::from_le_bytes(*last))) == 0;
    }
    if let (Some(first), Some(last)) = (text.first_chunk::<HALF>(), text.last_chunk::<HALF>()) {
        put_ends(out, first, last);
        let word = u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
        return specials(word) == 0;
    }
    // Of three bytes at most, these are all.
    let places = [0, text.len() / 2, text.len().saturating_sub(1)];
    places.into_iter().all(|place| match (text.get(place), out.get_mut(place)) {
        (Some(byte), Some(slot)) => {
            *slot = *byte;
            !is_special(*byte)
        }
        _ => true,
    })
}

#[inline(always)]
fn copy_pair(pair: &[u8; 2 * WORD], slot: &mut [u8; 2 * WORD]) -> bool {
    *slot = *pair;
    let pair = u128::from_le_bytes(*pair);
    (specials(pair as u64) | specials((pair >> 64) as u64)) == 0
}

#[inline(always)]
fn put_ends<const N: usize>(out: &mut [u8], first: &[u8; N], last: &[u8; N]) {
    if let Some(slot) = out.first_chunk_mut() {
        *slot = *first;
    }
    if let Some(slot) = out.last_chunk_mut() {
        *slot = *last;
    }
}

/// Copies a word of text over `out` and returns how many bytes come before the first that must be
/// escaped: a whole word if none must.
#[inline(always)]
pub(super) fn copy_word(word: &[u8; WORD], out: &mut [u8; WORD]) -> usize {
    *out = *word;
    specials(u64::from_le_bytes(*word)).trailing_zeros() as usize / 8
}

/// The top bits of bytes that must be escaped. The lowest that is set is right; those above it need not.
#[inline(always)]
fn specials(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; WORD]);
    const TOP_BITS: u64 = ONES << 7;
    // A subtraction sets the top bit of a byte that is too small, and of some that are no ASCII, which
    // are not looked for. It borrows into a byte only from a lower one that is itself a find, so that
    // the lowest find is never a false one.
    let control = word.wrapping_sub(ONES * 0x20);
    let quote = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
    let backslash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    (control | quote | backslash) & !word & TOP_BITS
}

pub(super) fn is_special(byte: u8) -> bool {
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

    fn check(text: &[u8], plain: usize) {
        let mut out = vec![0; text.len()];
        assert_eq!(copy_plain(text, &mut out), plain == text.len(), "{text:?}");
        assert!(plain < text.len() || out == text);
        if let Some(word) = text.first_chunk() {
            let mut out = [0; WORD];
            assert_eq!(copy_word(word, &mut out), plain.min(WORD), "{word:?}");
            assert_eq!(out, *word);
        }
    }

    #[test]
    fn the_first_special_byte_is_found_at_each_place_of_each_length() {
        for length in 0..50 {
            let ascii: Vec<u8> = (0..length).map(|index| b'a' + index % 26).collect();
            check(&ascii, ascii.len());
            for (place, byte) in (0..ascii.len()).flat_map(|place| (0..=255).map(move |byte| (place, byte))) {
                let plain = if is_special(byte) { place } else { ascii.len() };
                let mut text = ascii.clone();
                text[place] = byte;
                check(&text, plain);
                text[place..].fill(byte);
                check(&text, plain);
            }
        }
    }
}
