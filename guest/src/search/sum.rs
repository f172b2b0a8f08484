//! Adds up what the words of a query give each symbol, window by window.
//!
//! The lists of the words are ascending, so that all that concerns a window of symbols is next in each of
//! them. A window is a small dense array: adding to it takes no comparison, where merging the lists pair
//! by pair takes one for each symbol and list, and copies all before it. Windows in which nothing is are
//! passed over.

use super::forms::Form;
use super::matches::{Match, Matches, seek};
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

/// What says that a symbol holds a word of a query.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence<'p> {
    /// Lists of the word as written: what they say of a symbol is added up.
    pub(super) lists: Vec<List<'p>>,
    /// Terms that may stand for it. They find no symbol; of one that is found, the strongest of them counts, if it
    /// says more than the lists.
    pub(super) forms: Vec<Form<'p>>,
}

impl<'p> From<Vec<List<'p>>> for Evidence<'p> {
    fn from(lists: Vec<List<'p>>) -> Self {
        Self { lists, forms: Vec::new() }
    }
}

/// Shows each symbol of any list once, ascending, with the sum of what the words say of it.
pub(super) fn sum(words: &[Evidence<'_>], mut show: impl FnMut(&Match)) {
    let lists: Vec<(usize, &List<'_>)> = by_word(words, |word| &word.lists);
    let forms: Vec<(usize, &Form<'_>)> = by_word(words, |word| &word.forms);
    let mut list_places = vec![0; lists.len()];
    let mut form_places = vec![0; forms.len()];
    let mut window = Window::new(words.len());
    loop {
        let next = lists.iter().zip(&list_places).filter_map(|((_, list), place)| list.node_at(*place)).min();
        let Some(first) = next else { return };
        window.first = first;
        for ((word, list), place) in lists.iter().zip(&mut list_places) {
            *place = match list {
                List::Term(postings) => window.add_term(*word, postings, *place),
                List::Matches(matches) => window.add_matches(*word, matches, *place),
            };
        }
        for ((word, form), place) in forms.iter().zip(&mut form_places) {
            *place = window.raise(*word, form, *place);
        }
        window.drain(&mut show);
    }
}

/// What `of` gives for each word, with the number of the word.
fn by_word<'w, 'p, T>(
    words: &'w [Evidence<'p>],
    of: impl Fn(&'w Evidence<'p>) -> &'w Vec<T>,
) -> Vec<(usize, &'w T)> {
    words
        .iter()
        .enumerate()
        .flat_map(|(word, evidence)| of(evidence).iter().map(move |item| (word, item)))
        .collect()
}

/// Sums of the symbols `first..first + WINDOW`.
struct Window {
    first: u32,
    /// What word `w` says of symbol `first + i` is at `w * WINDOW + i`.
    sums: Vec<Match>,
    words: usize,
    /// Bit `i`: something was added to symbol `first + i`.
    filled: [u64; WINDOW / BITS],
}

impl Window {
    fn new(words: usize) -> Self {
        Self { first: 0, sums: vec![Match::of(0); WINDOW * words], words, filled: [0; WINDOW / BITS] }
    }

    /// Adds the postings from `place` on that are in the window; gives back the place after them.
    fn add_term(&mut self, word: usize, postings: &TermPostings<'_>, mut place: usize) -> usize {
        while let Some(node) = postings.nodes.get(place)
            && ((node - self.first) as usize) < WINDOW
        {
            self.add(word, &postings.matched(place));
            place += 1;
        }
        place
    }

    /// The same for matches.
    fn add_matches(&mut self, word: usize, matches: &[Match], mut place: usize) -> usize {
        while let Some(found) = matches.get(place)
            && ((found.node - self.first) as usize) < WINDOW
        {
            self.add(word, found);
            place += 1;
        }
        place
    }

    fn add(&mut self, word: usize, found: &Match) {
        let slot = (found.node - self.first) as usize;
        self.sums[word * WINDOW + slot].add(found);
        self.filled[slot / BITS] |= 1 << (slot % BITS);
    }

    /// Lets the form speak for its word where something was added; gives back the place after the window.
    fn raise(&mut self, word: usize, form: &Form<'_>, place: usize) -> usize {
        let nodes = form.postings.nodes;
        let mut place = if nodes.get(place).is_some_and(|node| *node < self.first) {
            seek(nodes, place, self.first)
        } else {
            place
        };
        while let Some(node) = nodes.get(place)
            && ((node - self.first) as usize) < WINDOW
        {
            let slot = (node - self.first) as usize;
            if self.filled[slot / BITS] & (1 << (slot % BITS)) != 0 {
                self.sums[word * WINDOW + slot].raise(&form.matched(place));
            }
            place += 1;
        }
        place
    }

    /// Shows the sums and empties the window.
    fn drain(&mut self, show: &mut impl FnMut(&Match)) {
        for (bits, filled) in self.filled.iter_mut().enumerate() {
            while *filled != 0 {
                let slot = bits * BITS + filled.trailing_zeros() as usize;
                let mut sum = Match::of(self.first + slot as u32);
                for word in 0..self.words {
                    let of_word = &mut self.sums[word * WINDOW + slot];
                    sum.add(of_word);
                    *of_word = Match::of(0);
                }
                show(&sum);
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
            let words: Vec<Evidence<'_>> = lists.iter().map(|list| vec![as_matches(list)].into()).collect();
            let together = Evidence::from(lists.iter().map(as_matches).collect::<Vec<_>>());
            sum(&words, |found| shown.push(*found));
            let mut shown_together = Vec::new();
            sum(&[together], |found| shown_together.push(*found));
            prop_assert_eq!(&shown_together, &shown);
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

    #[test]
    fn the_strongest_form_of_a_word_counts_where_a_symbol_was_found() {
        let impacts = [1 << 15 | 1; 3];
        let term =
            |nodes, weight| TermPostings { term: 0, nodes, impacts: &impacts, inverse_frequency: weight };
        let form = |nodes, weight| Form { postings: term(nodes, 4 << 20), weight };
        let far = 2 * WINDOW as u32;
        let (word, other, weak, strong) = ([1, far], [1, 2], [1, 3, far], [0, 2, far]);
        let words = [
            Evidence::from(vec![List::Term(term(&word, 4 << 20))]),
            Evidence {
                lists: vec![List::Term(term(&other, 4 << 20))],
                forms: vec![form(&weak, 2 << 20), form(&strong, 3 << 20)],
            },
        ];
        let mut shown = Vec::new();
        sum(&words, |found| shown.push((found.node, found.held >> 20, found.score >> 19, found.pieces)));
        assert_eq!(shown, [(1, 8, 8, 2), (2, 4, 4, 1), (far, 7, 7, 2)]);
    }
}
