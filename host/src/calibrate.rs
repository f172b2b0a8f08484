//! What the clock and the machine are like, measured in the same run as everything else.
//!
//! None of it is ever subtracted from a figure. It stands beside them, so that figures from two machines,
//! or figures near the clock's own cost, are read with care.

use serde::{Deserialize, Serialize};

use crate::clock::{Clock, Nanos};

/// The clock and the machine's speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Calibration {
    /// Smallest difference other than zero between two readings; `None` if the clock never moved.
    pub(crate) clock_resolution_ns: Option<Nanos>,
    /// Median cost of one reading, rounded down.
    pub(crate) clock_reading_ns: Nanos,
    /// Steps of the fixed loop.
    pub(crate) loop_steps: u64,
    /// Fastest of several runs of the fixed loop.
    pub(crate) loop_ns: Nanos,
}

/// Measures the clock and the fixed loop.
pub(crate) fn calibrate(_clock: &impl Clock) -> Calibration {
    todo!()
}
