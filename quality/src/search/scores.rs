//! Recall and reciprocal rank over a list of ranks.

use serde::Serialize;

/// Results of one query that are looked at.
pub(super) const DEPTH: usize = 20;

/// Figures over several queries, each 0..=1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Scores {
    /// Share of queries whose first result is right.
    pub(super) recall_at_1: f64,
    /// Share of queries with a right one among the first five.
    pub(super) recall_at_5: f64,
    /// Share of queries with a right one among the first twenty.
    pub(super) recall_at_20: f64,
    /// Mean of 1/rank of the first right one; 0 beyond [`DEPTH`].
    pub(super) mrr: f64,
}

impl Scores {
    /// `ranks` holds one entry for each query: the 1-based rank of its first right result.
    pub(super) fn of(ranks: &[Option<usize>]) -> Self {
        let mean = |value: &dyn Fn(usize) -> f64| {
            let sum: f64 = ranks.iter().flatten().map(|rank| value(*rank)).sum();
            // The sum of nothing is -0.0.
            (sum + 0.0) / ranks.len().max(1) as f64
        };
        let recall = |depth: usize| mean(&|rank| f64::from(u8::from(rank <= depth)));
        Self {
            recall_at_1: recall(1),
            recall_at_5: recall(5),
            recall_at_20: recall(DEPTH),
            mrr: mean(&|rank| if rank <= DEPTH { 1.0 / rank as f64 } else { 0.0 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let scores = Scores::of(&[Some(1), Some(2), Some(6), None]);
        let expected = Scores {
            recall_at_1: 0.25,
            recall_at_5: 0.5,
            recall_at_20: 0.75,
            mrr: (1.0 + 0.5 + 1.0 / 6.0) / 4.0,
        };
        assert_eq!(scores, expected);
        assert_eq!(Scores::of(&[]).mrr, 0.0);
    }
}
