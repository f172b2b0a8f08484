//! Symbols with scores, in ascending order, and what is done with such lists.

use super::postings::TermPostings;

/// A symbol and what it holds of a query. Weights and scores are 12.20 fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// The symbol.
    pub(super) node: u32,
    /// What its terms give it.
    pub(super) score: u32,
    /// Weight of the words that it holds.
    pub(super) held: u32,
    /// Weight of those words that stand in its name.
    pub(super) named: u32,
    /// How many pieces of its name are words of the query.
    pub(super) pieces: u32,
}

impl Match {
    /// A symbol that holds nothing yet.
    pub(super) fn of(node: u32) -> Self {
        Self { node, score: 0, held: 0, named: 0, pieces: 0 }
    }

    /// Adds what another match of the same symbol holds.
    pub(super) fn add(&mut self, other: &Self) {
        self.score = self.score.saturating_add(other.score);
        self.held = self.held.saturating_add(other.held);
        self.named = self.named.saturating_add(other.named);
        self.pieces = self.pieces.saturating_add(other.pieces);
    }

    /// Raises each figure to that of another match of the same symbol.
    pub(super) fn raise(&mut self, other: &Self) {
        self.score = self.score.max(other.score);
        self.held = self.held.max(other.held);
        self.named = self.named.max(other.named);
        self.pieces = self.pieces.max(other.pieces);
    }

    /// Takes away what another match of the same symbol holds, which is part of this one.
    pub(super) fn take(&mut self, other: &Self) {
        self.score -= other.score;
        self.held = self.held.saturating_sub(other.held);
        self.named = self.named.saturating_sub(other.named);
        self.pieces = self.pieces.saturating_sub(other.pieces);
    }
}

/// Symbols with what they hold, each once and ascending.
pub(super) type Matches = Vec<Match>;

/// All symbols that hold the term.
pub(super) fn all_of(postings: &TermPostings<'_>) -> Matches {
    (0..postings.nodes.len()).map(|place| postings.matched(place)).collect()
}

/// The symbols that hold every term. Walks the rarest term and seeks in the others.
pub(super) fn in_each(mut terms: Vec<TermPostings<'_>>) -> Matches {
    terms.sort_unstable_by_key(|postings| (postings.nodes.len(), postings.term));
    let Some((rarest, others)) = terms.split_first() else { return Matches::new() };
    let mut matches = all_of(rarest);
    for postings in others {
        let mut place = 0;
        matches.retain_mut(|found| {
            place = seek(postings.nodes, place, found.node);
            let holds = postings.nodes.get(place) == Some(&found.node);
            if holds {
                found.add(&postings.matched(place));
            }
            holds
        });
    }
    matches
}

/// The first place from `from` on whose node is `node` or later. Gallops, so that a sequence of
/// ascending seeks costs no more than a merge and much less where it jumps.
pub(super) fn seek(nodes: &[u32], from: usize, node: u32) -> usize {
    let mut step = 1;
    let mut low = from;
    while low + step < nodes.len() && nodes[low + step] < node {
        low += step;
        step *= 2;
    }
    let high = nodes.len().min(low + step + 1);
    low + nodes[low.min(high)..high].partition_point(|known| *known < node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;

    fn ascending() -> impl Strategy<Value = Vec<u32>> {
        btree_set(0..80_u32, 0..40).prop_map(|set| set.into_iter().collect())
    }

    proptest! {
        #[test]
        fn seek_finds_what_a_scan_finds(nodes in ascending(), from in 0..45_usize, node in 0..90_u32) {
            let from = from.min(nodes.len());
            let scanned = (from..nodes.len()).find(|place| nodes[*place] >= node).unwrap_or(nodes.len());
            prop_assert_eq!(seek(&nodes, from, node), scanned);
        }

        #[test]
        fn what_holds_each_term_holds_the_sum(a in ascending(), b in ascending()) {
            let impacts = vec![1 << 15 | 1; 80];
            let term = |term, nodes| TermPostings { term, nodes, impacts: &impacts, inverse_frequency: 4 << 20 };
            let (in_a, in_b) = (term(0, &a[..]), term(1, &b[..]));
            let found = |node: &u32| Match {
                node: *node,
                score: 2 * in_a.matched(0).score,
                held: 8 << 20,
                named: 8 << 20,
                pieces: 2,
            };
            let both: Matches = a.iter().filter(|n| b.contains(n)).map(found).collect();
            prop_assert_eq!(in_each(vec![in_a, in_b]), both);
        }
    }
}
