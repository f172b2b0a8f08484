//! Who may watch a measurement: told between iterations, never between two readings of the clock.

use serde::{Deserialize, Serialize};

use crate::lane::Progress;
use crate::measure::{Floor, RowState};

/// What a measurement is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    /// `done` of `total` units of a stage are over: told before the floor, before the answers of a tool are
    /// compared, before its warm-up, and then only several times a second: its measuring may begin and end
    /// untold. `tool` is empty for [`Stage::Floor`].
    fn at(&mut self, stage: Stage, tool: &str, done: u32, total: u32);

    /// The floor of a lane is known.
    fn floor(&mut self, lane: u16, floor: Floor);

    /// A row reached its end, whatever that was; the samples of it are all in the sink.
    fn row(&mut self, row: &RowState);
}
