//! Adds up what the words of a query give each symbol, window by window.
//!
//! The lists of the words are ascending, so that all that concerns a window of symbols is next in each of
//! them. A window is a small dense array: adding to it takes no comparison, where merging the lists pair
//! by pair takes one for each symbol and list, and copies all before it. Windows in which nothing is are
//! passed over.

use super::matches::{Match, Matches};
use super::postings::TermPostings;

/// Symbols in one window: what fits the processor's nearest cache.
const WINDOW: usize = 1024;
/// Symbols in one word of the bitmap.
const BITS: usize = u64::BITS as usize;

/// An ascending list of what symbols hold.
#[derive(Clone, Debug)]
pub(super) enum List<'p> {
    /// All that hold a term.
    Term(TermPostings<'p>),
    /// Any.
    Matches(Matches),
}

impl List<'_> {
    /// Weight of the term, as 12.20 fixed point; 0 for other lists.
    pub(super) fn weight(&self) -> u32 {
        match self {
            Self::Term(postings) => postings.inverse_frequency,
            Self::Matches(_) => 0,
        }
    }

    fn node_at(&self, place: usize) -> Option<u32> {
        match self {
            Self::Term(postings) => postings.nodes.get(place).copied(),
            Self::Matches(matches) => matches.get(place).map(|found| found.node),
        }
    }
}

/// Shows each symbol of any list once, ascending, with the sum of what the lists say of it.
pub(super) fn sum(lists: &[List<'_>], mut show: impl FnMut(&Match)) {
    let mut places = vec![0; lists.len()];
    let mut window = Window::new();
    loop {
        let next = lists.iter().zip(&places).filter_map(|(list, place)| list.node_at(*place)).min();
        let Some(first) = next else { return };
        window.first = first;
        for (list, place) in lists.iter().zip(&mut places) {
            *place = match list {
                List::Term(postings) => window.add_term(postings, *place),
                List::Matches(matches) => window.add_matches(matches, *place),
            };
        }
        window.drain(&mut show);
    }
}

/// Sums of the symbols `first..first + WINDOW`.
struct Window {
    first: u32,
    sums: Vec<Match>,
    /// Bit `i`: something was added to symbol `first + i`.
    filled: [u64; WINDOW / BITS],
}

impl Window {
    fn new() -> Self {
        Self { first: 0, sums: vec![Match::of(0); WINDOW], filled: [0; WINDOW / BITS] }
    }

    /// Adds the postings from `place` on that are in the window; gives back the place after them.
    fn add_term(&mut self, postings: &TermPostings<'_>, mut place: usize) -> usize {
        while let Some(node) = postings.nodes.get(place)
            && ((node - self.first) as usize) < WINDOW
        {
            self.add(&postings.matched(place));
            place += 1;
        }
        place
    }

    /// The same for matches.
    fn add_matches(&mut self, matches: &[Match], mut place: usize) -> usize {
        while let Some(found) = matches.get(place)
            && ((found.node - self.first) as usize) < WINDOW
        {
            self.add(found);
            place += 1;
        }
        place
    }

    fn add(&mut self, found: &Match) {
        let slot = (found.node - self.first) as usize;
        self.sums[slot].add(found);
        self.filled[slot / BITS] |= 1 << (slot % BITS);
    }

    /// Shows the sums and empties the window.
    fn drain(&mut self, show: &mut impl FnMut(&Match)) {
        for (word, filled) in self.filled.iter_mut().enumerate() {
            while *filled != 0 {
                let slot = word * BITS + filled.trailing_zeros() as usize;
                let sum = &mut self.sums[slot];
                sum.node = self.first + slot as u32;
                show(sum);
                *sum = Match::of(0);
                *filled &= *filled - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_symbol_is_shown_once_with_what_all_lists_give_it(
            lists in vec(btree_set(0..5000_u32, 0..60), 0..5),
        ) {
            let one = |node| Match { score: 2, held: 3, named: 1, pieces: 1, ..Match::of(node) };
            let as_matches = |list: &std::collections::BTreeSet<u32>| {
                List::Matches(list.iter().map(|node| one(*node)).collect())
            };
            let mut shown = Vec::new();
            sum(&lists.iter().map(as_matches).collect::<Vec<_>>(), |found| shown.push(*found));
            let mut expected: Vec<Match> = Vec::new();
            let mut nodes: Vec<u32> = lists.iter().flatten().copied().collect();
            nodes.sort_unstable();
            for node in nodes {
                match expected.last_mut().filter(|last| last.node == node) {
                    Some(last) => last.add(&one(node)),
                    None => expected.push(one(node)),
                }
            }
            prop_assert_eq!(shown, expected);
        }
    }
}
