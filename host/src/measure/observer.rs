//! Who may watch a measurement: told between iterations, never between two readings of the clock.

use crate::lane::Progress;
use crate::measure::RowState;

/// What a measurement is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Timing `idle`; the unit is lanes.
    Floor,
    /// Comparing the answers of the lanes; the unit is distinct calls.
    Agree,
    /// Warming up; the unit is iterations.
    WarmUp,
    /// Measuring; the unit is iterations.
    Measure,
}

/// Watches a measurement, and the opening of a lane that has to start again.
pub(crate) trait Observer: Progress {
    /// `done` of `total` units of a stage are over. `tool` is empty for [`Stage::Floor`].
    fn at(&mut self, stage: Stage, tool: &str, done: u32, total: u32);

    /// A row reached its end, whatever that was; the samples of it are all in the sink.
    fn row(&mut self, row: &RowState);
}
