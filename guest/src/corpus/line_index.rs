//! Where the lines of a file start, in bytes.

/// Lists the byte offset at which each line starts.
///
/// The first is 0, also in an empty file; every `\n` starts another line after it, so a file that ends
/// with `\n` has an empty last line. The offset of line `n` (1-based) is at index `n - 1`. A `\r`
/// before `\n` belongs to its line. Bytes from 4 GiB on start no line: offsets are 32 bits.
#[must_use]
pub fn line_starts(bytes: &[u8]) -> Vec<u32> {
    let count = memchr::memchr_iter(b'\n', bytes).count();
    let mut starts = Vec::with_capacity(count + 1);
    starts.push(0);
    starts.extend(memchr::memchr_iter(b'\n', bytes).map_while(|at| u32::try_from(at + 1).ok()));
    starts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_newline_starts_a_line() {
        assert_eq!(line_starts(b""), [0]);
        assert_eq!(line_starts(b"a"), [0]);
        assert_eq!(line_starts(b"a\nb"), [0, 2]);
        assert_eq!(line_starts(b"a\r\n\nb\n"), [0, 3, 4, 6]);
    }

    proptest! {
        #[test]
        fn lines_put_together_are_the_file(bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 0..200)) {
            let starts = line_starts(&bytes);
            let expected: Vec<u32> = bytes
                .split_inclusive(|byte| *byte == b'\n')
                .scan(0, |at, line| { let start = *at; *at += line.len() as u32; Some(start) })
                .collect();
            prop_assert!(starts.starts_with(&expected));
            prop_assert_eq!(starts.len(), 1 + bytes.iter().filter(|byte| **byte == b'\n').count());
        }
    }
}
