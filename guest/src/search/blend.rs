//! From what a symbol holds of a query to its score: how much of the query, how much of it in the name.
//!
//! BM25 adds up words as if they had nothing to do with each other. A symbol that holds all words of a
//! query is more than one that holds a single word often, and most where the words are its name:
//!
//! ```text
//! score = bm25 * (c + (1 - c) * coverage^3) * (1 + n * in_name + f * in_name * fill) * standing
//! ```
//!
//! Coverage and in_name are shares of the query, weighted by how rare its words are; fill is the share
//! of the name that the query spells out. All of it in integers, shares as 1/256.

use super::bm25::to_milli;
use super::matches::Match;

/// What a symbol without any word would keep of its score, the `c` above.
const UNCOVERED: u64 = 40;
/// What having all words in the name adds, the `n` above.
const IN_NAME: u64 = 128;
/// What being named so and no more adds to that, the `f` above.
const FILL: u64 = 128;
/// One whole.
const ONE: u64 = 256;

/// Turns matches of one query into scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// `2^32 / weight of the whole query`.
    inverse_weight: u64,
}

impl Blend {
    /// For a query whose known words weigh so much together, as 12.20 fixed point.
    pub(super) fn new(query_weight: u32) -> Self {
        Self { inverse_weight: (1 << 32) / u64::from(query_weight.max(1)) }
    }

    /// The score in thousandths of a symbol with this standing, in percent, and so many pieces in its name.
    pub(super) fn milli(self, found: &Match, standing: u8, name_pieces: u8) -> u64 {
        let coverage = self.share(found.held);
        let in_name = self.share(found.named);
        let name_pieces = u64::from(name_pieces.max(1));
        let fill = u64::from(found.pieces).min(name_pieces) * ONE / name_pieces;
        let covered = UNCOVERED + (ONE - UNCOVERED) * coverage.pow(3) / ONE.pow(3);
        let placed = ONE + in_name * (IN_NAME + FILL * fill / ONE) / ONE;
        let blended = u64::from(found.score) * covered / ONE * placed / ONE;
        to_milli(blended * u64::from(standing) / 100)
    }

    fn share(self, weight: u32) -> u64 {
        ((u64::from(weight) * self.inverse_weight) >> 24).min(ONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A match of a query of two words of equal weight.
    fn found(words: u32, in_name: u32) -> Match {
        let weight = 4 << 20;
        Match { node: 0, score: words << 20, held: words * weight, named: in_name * weight, pieces: in_name }
    }

    fn milli(found: &Match, standing: u8, name_pieces: u8) -> u64 {
        Blend::new(8 << 20).milli(found, standing, name_pieces)
    }

    #[test]
    fn the_formula_by_hand() {
        // 2 * (1 + 1/2 + 1/2 * 2/4) with all of the query in half of the name.
        assert_eq!(milli(&found(2, 2), 100, 4), 3500);
        // 1 * (40 + 216 / 8) / 256 with half of the query, outside the name.
        assert_eq!(milli(&found(1, 0), 100, 4), 262);
        assert_eq!(milli(&found(2, 0), 50, 1), 1000);
    }

    #[test]
    fn more_of_the_query_more_in_the_name_and_less_beside_it_are_better() {
        assert!(milli(&found(2, 0), 100, 2) > 2 * milli(&found(1, 0), 100, 2));
        assert!(milli(&found(2, 1), 100, 2) > milli(&found(2, 0), 100, 2));
        assert!(milli(&found(2, 2), 100, 2) > milli(&found(2, 2), 100, 3));
    }

    #[test]
    fn no_match_overflows_or_passes_six_times_its_score() {
        let all = u32::MAX;
        let most = Match { node: 0, score: all, held: all, named: all, pieces: all };
        for weight in [0, 1, 8 << 20, all] {
            assert!(Blend::new(weight).milli(&most, u8::MAX, 0) < 6 * to_milli(all.into()));
        }
    }
}
