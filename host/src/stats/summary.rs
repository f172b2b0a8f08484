//! What a row says of one tool's samples in one lane.

use guest::bench::Outcome;

use crate::clock::Nanos;
use crate::sample::Sample;
use crate::stats::{percentile, upper_median};

/// Figures of a sample that is not empty. Failed calls count in all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Summary {
    /// Number of samples.
    pub(crate) iterations: u32,
    /// Median (upper).
    pub(crate) p50: Nanos,
    /// 95th percentile.
    pub(crate) p95: Nanos,
    /// 99th percentile.
    pub(crate) p99: Nanos,
    /// Arithmetic mean, rounded half up to a whole nanosecond.
    pub(crate) mean: Nanos,
    /// Largest value.
    pub(crate) max: Nanos,
    /// Calls that gave no answer.
    pub(crate) failed: u32,
    /// Upper median of the answers' lengths in bytes.
    pub(crate) bytes: u32,
    /// Upper median of the answers' items.
    pub(crate) items: u32,
}

impl Summary {
    /// Summarises the samples of one tool in one lane, in any order; `None` if there are none.
    pub(crate) fn of(samples: &[Sample]) -> Option<Self> {
        let times = sorted(samples, |sample| sample.elapsed_ns);
        let bytes = sorted(samples, |sample| sample.outcome.bytes);
        let items = sorted(samples, |sample| sample.outcome.items);
        Some(Self {
            iterations: u32::try_from(samples.len()).ok()?,
            p50: percentile(&times, 50)?,
            p95: percentile(&times, 95)?,
            p99: percentile(&times, 99)?,
            mean: mean(&times)?,
            max: *times.last()?,
            failed: samples.iter().filter(|Sample { outcome: Outcome { ok, .. }, .. }| !ok).count() as u32,
            bytes: upper_median(&bytes)?,
            items: upper_median(&items)?,
        })
    }

    /// Share of calls that gave no answer, 0 to 1.
    pub(crate) fn error_rate(&self) -> f64 {
        f64::from(self.failed) / f64::from(self.iterations)
    }
}

fn sorted<T: Ord>(samples: &[Sample], value: impl Fn(&Sample) -> T) -> Vec<T> {
    let mut values: Vec<T> = samples.iter().map(value).collect();
    values.sort_unstable();
    values
}

fn mean(times: &[Nanos]) -> Option<Nanos> {
    let count = times.len() as u128;
    let sum: u128 = times.iter().map(|time| u128::from(time.0)).sum();
    let rounded = (sum + count / 2).checked_div(count)?;
    u64::try_from(rounded).ok().map(Nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(round: u32, elapsed_ns: u64, ok: bool, bytes: u32, items: u32) -> Sample {
        Sample {
            lane: 0,
            tool: 0,
            round,
            elapsed_ns: Nanos(elapsed_ns),
            outcome: Outcome { ok, bytes, items },
        }
    }

    #[test]
    fn every_figure_of_four_samples() {
        let samples = [
            sample(0, 40, true, 100, 4),
            sample(1, 10, true, 300, 1),
            sample(2, 21, false, 20, 0),
            sample(3, 30, true, 200, 2),
        ];
        let expected = Summary {
            iterations: 4,
            p50: Nanos(30),
            p95: Nanos(40),
            p99: Nanos(40),
            mean: Nanos(25),
            max: Nanos(40),
            failed: 1,
            bytes: 200,
            items: 2,
        };
        assert_eq!(Summary::of(&samples), Some(expected));
        assert!((expected.error_rate() - 0.25).abs() < f64::EPSILON);
    }

    #[test]
    fn nothing_measured_is_no_summary() {
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn a_mean_of_huge_times_does_not_wrap() {
        let samples = [sample(0, u64::MAX, true, 0, 0), sample(1, u64::MAX, true, 0, 0)];
        assert_eq!(Summary::of(&samples).map(|summary| summary.mean), Some(Nanos(u64::MAX)));
    }
}
