//! A source as the parser gets it: in portions, and not without end.
//!
//! A scanner that is part of a grammar may look ahead as far as it likes. Where Bash's does not know what it
//! reads, it looks for the end of a text at every word and reads all that is left each time: lines of another
//! language took it 0.1 s for 13 KB, 2.2 s for 52 KB, an hour for a megabyte. So what it reads is counted.
//! Counted are bytes, not time, so that a parse ends at the same place on every machine.

use std::cell::Cell;

/// Bytes of one portion.
const PORTION_BYTES: usize = 4 << 10;
/// How often each byte may be handed out, on the average. Scripts take a few.
const READINGS: usize = 64;
/// Bytes that may be handed out in any case: short scripts, whose last portions are short too.
const FREE_BYTES: usize = 256 << 10;

/// What the parser of one source may still read.
#[derive(Debug)]
pub(super) struct Supply<'s> {
    source: &'s [u8],
    /// Bytes that are left to hand out; `None` where nobody counts.
    left: Cell<Option<usize>>,
}

impl<'s> Supply<'s> {
    /// Counted for a parse of so many bytes of a source; without end if nobody counts.
    pub(super) fn new(source: &'s [u8], counted: Option<usize>) -> Self {
        let left = counted.map(|length| length.saturating_mul(READINGS).saturating_add(FREE_BYTES));
        Self { source, left: Cell::new(left) }
    }

    /// The next portion; nothing, as at the end of the source, once all is used up.
    pub(super) fn next(&self, offset: usize) -> &'s [u8] {
        let rest = self.source.get(offset..).unwrap_or_default();
        let Some(left) = self.left.get() else { return rest };
        let portion = &rest[..rest.len().min(PORTION_BYTES).min(left)];
        self.left.set(Some(left - portion.len()));
        portion
    }

    /// Whether the parse is to be given up.
    pub(super) fn is_used_up(&self) -> bool {
        self.left.get() == Some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Language;
    use crate::syntax::{extract, parse_only};

    #[test]
    fn only_what_is_counted_comes_to_an_end() {
        let supply = Supply::new(b"ab", Some(2));
        for _ in 0..FREE_BYTES / 2 + READINGS {
            assert_eq!(supply.next(0), b"ab");
        }
        assert!(supply.is_used_up() && supply.next(0).is_empty());
        let endless = Supply::new(b"ab", None);
        (0..FREE_BYTES).for_each(|_| assert_eq!(endless.next(1), b"b"));
        assert!(!endless.is_used_up());
    }

    #[test]
    fn a_script_that_is_none_is_given_up_and_the_next_one_read() {
        let other = "def f(): # c\n".repeat(10_000);
        assert!(!parse_only(Language::Bash, other.as_bytes()));
        assert!(parse_only(Language::Bash, "f() { g; }\n".repeat(10_000).as_bytes()));
        let facts = extract(Language::Bash, "a.sh", format!("{other}f() {{\n  g\n}}\n").as_bytes());
        assert_eq!(facts.symbols.len(), 1, "the function after it is found");
    }
}
