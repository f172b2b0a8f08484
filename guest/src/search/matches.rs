//! Symbols with scores, in ascending order, and what is done with such lists.

use std::cmp::Ordering;

use super::postings::TermPostings;

/// Symbols, each once and ascending, with their scores as 12.20 fixed point.
pub(super) type Matches = Vec<(u32, u32)>;

/// All symbols that hold the term.
pub(super) fn all_of(postings: &TermPostings<'_>) -> Matches {
    (0..postings.nodes.len()).map(|place| postings.scored(place)).collect()
}

/// The symbols that hold every term; scores are added. Walks the rarest term and seeks in the others.
pub(super) fn in_each(mut terms: Vec<TermPostings<'_>>) -> Matches {
    terms.sort_unstable_by_key(|postings| (postings.nodes.len(), postings.term));
    let Some((rarest, others)) = terms.split_first() else { return Matches::new() };
    let mut matches = all_of(rarest);
    for postings in others {
        let mut place = 0;
        matches.retain_mut(|(node, score)| {
            place = seek(postings.nodes, place, *node);
            let holds = postings.nodes.get(place) == Some(node);
            if holds {
                *score = score.saturating_add(postings.scored(place).1);
            }
            holds
        });
    }
    matches
}

/// The symbols of either list; scores are added.
pub(super) fn union(a: &Matches, b: &Matches) -> Matches {
    let mut both = Matches::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let (left, right) = (a[i], b[j]);
        both.push(match left.0.cmp(&right.0) {
            Ordering::Less => left,
            Ordering::Greater => right,
            Ordering::Equal => (left.0, left.1.saturating_add(right.1)),
        });
        i += usize::from(left.0 <= right.0);
        j += usize::from(right.0 <= left.0);
    }
    both.extend_from_slice(&a[i..]);
    both.extend_from_slice(&b[j..]);
    both
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
        fn lists_meet_as_sets_do(a in ascending(), b in ascending()) {
            let impacts = vec![1 << 15; 80];
            let term = |term, nodes| TermPostings { term, nodes, impacts: &impacts, inverse_frequency: 4 << 20 };
            let (in_a, in_b) = (term(0, &a[..]), term(1, &b[..]));
            let both: Matches = a.iter().filter(|n| b.contains(n)).map(|n| (*n, 4 << 20)).collect();
            prop_assert_eq!(in_each(vec![in_a, in_b]), both.clone());
            let mut either: Vec<u32> = a.iter().chain(&b).copied().collect();
            either.sort_unstable();
            either.dedup();
            let score = |n| if both.contains(&(n, 4 << 20)) { 4 << 20 } else { 2 << 20 };
            let either: Matches = either.into_iter().map(|n| (n, score(n))).collect();
            prop_assert_eq!(union(&all_of(&in_a), &all_of(&in_b)), either);
        }
    }
}
