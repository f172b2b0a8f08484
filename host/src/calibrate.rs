//! What the clock and the machine are like, measured in the same run as everything else.
//!
//! None of it is ever subtracted from a figure. It stands beside them, so that figures from two machines,
//! or figures near the clock's own cost, are read with care.

use std::hint::black_box;

use serde::{Deserialize, Serialize};

use crate::clock::{Clock, Nanos};
use crate::schedule::mix;
use crate::stats::upper_median;

/// Readings in a row from which the resolution is taken.
const RESOLUTION_READINGS: usize = 10_000;
/// Batches whose median is the cost of a reading, and readings of each.
const BATCHES: usize = 100;
const READINGS_PER_BATCH: u64 = 100;
/// Steps of the fixed loop: some tens of milliseconds on present machines.
const LOOP_STEPS: u64 = 4_000_000;
/// Runs of it, of which the fastest counts: whatever disturbs one only adds.
const LOOP_RUNS: usize = 5;

/// The clock and the machine's speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Calibration {
    /// Smallest difference other than zero between two readings in a row; `None` if the clock never moved.
    pub(crate) clock_resolution_ns: Option<Nanos>,
    /// Median cost of one reading, rounded down.
    pub(crate) clock_reading_ns: Nanos,
    /// Steps of the fixed loop.
    pub(crate) loop_steps: u64,
    /// Fastest of several runs of the fixed loop.
    pub(crate) loop_ns: Nanos,
}

/// Measures the clock and the fixed loop.
pub(crate) fn calibrate(clock: &impl Clock) -> Calibration {
    Calibration {
        clock_resolution_ns: find_resolution(clock),
        clock_reading_ns: reading_cost(clock),
        loop_steps: LOOP_STEPS,
        loop_ns: fastest_loop(clock),
    }
}

fn find_resolution(clock: &impl Clock) -> Option<Nanos> {
    let mut before = clock.now().0;
    let mut smallest = None;
    for _ in 0..RESOLUTION_READINGS {
        let now = clock.now().0;
        let step = now.saturating_sub(before);
        before = now;
        if step > 0 && smallest.is_none_or(|smallest| step < smallest) {
            smallest = Some(step);
        }
    }
    smallest.map(Nanos)
}

fn reading_cost(clock: &impl Clock) -> Nanos {
    let mut costs: [u64; BATCHES] = std::array::from_fn(|_| {
        let before = clock.now().0;
        for _ in 0..READINGS_PER_BATCH {
            black_box(clock.now());
        }
        // The second reading of the pair is one more.
        clock.now().0.saturating_sub(before) / (READINGS_PER_BATCH + 1)
    });
    costs.sort_unstable();
    Nanos(upper_median(&costs).unwrap_or_default())
}

fn fastest_loop(clock: &impl Clock) -> Nanos {
    let run = |_| {
        let before = clock.now().0;
        black_box(chain_of_mixes(black_box(LOOP_STEPS)));
        clock.now().0.saturating_sub(before)
    };
    Nanos((0..LOOP_RUNS).map(run).min().unwrap_or_default())
}

/// The fixed loop: each step mixes the result of the step before with its number, so that neither wider
/// registers nor more units help. It measures the latency of 64-bit multiplications, shifts and xors.
fn chain_of_mixes(steps: u64) -> u64 {
    (0..steps).fold(0, |bits, step| mix(bits ^ step))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::clock::MonotonicClock;
    use crate::lane::scripted::FakeClock;

    /// Moves by 7 with every third reading and by nothing otherwise.
    #[derive(Default)]
    struct CoarseClock(Cell<u64>);

    impl Clock for CoarseClock {
        fn now(&self) -> Nanos {
            self.0.set(self.0.get() + 1);
            Nanos(self.0.get() / 3 * 7)
        }
    }

    #[test]
    fn a_coarse_clock_is_described() {
        let calibration = calibrate(&CoarseClock::default());
        assert_eq!(calibration.clock_resolution_ns, Some(Nanos(7)));
        // 101 readings move it by 33 or 34 times 7.
        assert_eq!(calibration.clock_reading_ns, Nanos(2));
    }

    #[test]
    fn a_clock_that_stands_still_has_no_resolution() {
        let calibration = calibrate(&FakeClock::default());
        assert_eq!(calibration.clock_resolution_ns, None);
        assert_eq!(calibration.loop_ns, Nanos(0));
    }

    #[test]
    fn the_real_clock_moves_during_the_loop() {
        assert!(calibrate(&MonotonicClock::start()).loop_ns > Nanos(0));
    }

    #[test]
    fn every_step_counts() {
        assert_ne!(chain_of_mixes(1_000), chain_of_mixes(1_001));
    }
}
