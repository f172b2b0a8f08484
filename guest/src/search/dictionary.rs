//! Strings in bytewise order, found by binary search.

use std::ops::Range;

use crate::graph::{StringId, StringInterner, StringPool};

/// Distinct strings, numbered in bytewise order. Number 0 is the empty string, whether used or not.
#[derive(Debug)]
pub(super) struct Dictionary(StringPool);

impl Dictionary {
    /// Sorts the interned strings; also gives the number of each by the id it had.
    pub(super) fn sort(interner: &StringInterner) -> (Self, Vec<u32>) {
        let count = interner.count() as u32;
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_unstable_by(|a, b| interner.get(StringId(*a)).cmp(interner.get(StringId(*b))));
        let mut sorted = StringInterner::default();
        let mut number_of = vec![0; count as usize];
        for old in order {
            number_of[old as usize] = sorted.intern(interner.get(StringId(old))).0;
        }
        (Self(sorted.freeze()), number_of)
    }

    /// How many numbers there are.
    pub(super) fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// The string with this number.
    pub(super) fn get(&self, number: u32) -> &str {
        self.0.get(StringId(number))
    }

    /// The number of a string.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        let number = self.first_not(|known| known < text);
        (number < self.count() && self.get(number) == text).then_some(number)
    }

    /// The numbers of the strings that start with `prefix`.
    pub(super) fn starting_with(&self, prefix: &str) -> Range<u32> {
        self.first_not(|known| known < prefix)
            ..self.first_not(|known| known < prefix || known.starts_with(prefix))
    }

    fn first_not(&self, holds: impl Fn(&str) -> bool) -> u32 {
        let (mut low, mut high) = (0, self.count());
        while low < high {
            let middle = low + (high - low) / 2;
            if holds(self.get(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}
