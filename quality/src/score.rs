//! Precision and recall of one comparison.

use serde::Serialize;

/// How much of what was found is right, and how much of the truth was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Found and true.
    pub right: u64,
    /// Found and not true.
    pub wrong: u64,
    /// True and not found.
    pub missed: u64,
}

impl Score {
    /// Share of what was found that is true; `None` if nothing was found.
    #[must_use]
    pub fn precision(self) -> Option<f64> {
        share(self.right, self.right + self.wrong)
    }

    /// Share of the truth that was found; `None` if there is no truth.
    #[must_use]
    pub fn recall(self) -> Option<f64> {
        share(self.right, self.right + self.missed)
    }
}

impl std::ops::AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.missed += other.missed;
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of edges are far below 2^52")]
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A share as tables show it: `0.970`, or a dash where there is none.
pub(crate) fn show_share(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{share:.3}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_what_was_found_and_of_what_is_true() {
        let score = Score { right: 3, wrong: 1, missed: 9 };
        assert_eq!((score.precision(), score.recall()), (Some(0.75), Some(0.25)));
        assert_eq!(show_share(score.precision()), "0.750");
    }

    #[test]
    fn nothing_has_no_share() {
        let nothing = Score::default();
        assert_eq!((nothing.precision(), nothing.recall()), (None, None));
        assert_eq!(show_share(None), "–");
    }
}
