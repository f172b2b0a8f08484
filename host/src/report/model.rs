//! The one model that every format renders, and the shape of the JSON.
//!
//! Wire types of their own, so that a rename inside the program never changes a format. What was not
//! measured is `None`: null in JSON, an empty field in CSV, never 0. Each name ends in its unit.

mod conditions;
mod row;
mod run;

use serde::{Deserialize, Serialize};

pub(crate) use self::conditions::{
    ClockConditions, Conditions, CorpusConditions, Ending, Engine, Fault, HostBuild, LaneConditions,
    LimitConditions, PhaseTime, PlanConditions, SkippedEntry, Target,
};
pub(crate) use self::row::{LaneSummary, Overhead, OverheadRow, Row, RowOutcome};
pub(crate) use self::run::{Run, Series};
use crate::warning::Warning;

/// Version of the JSON. Raised when a reader of the old one would misread the new one.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// All that a run found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report {
    /// [`SCHEMA_VERSION`].
    pub(crate) schema_version: u32,
    /// What it was measured with and on.
    pub(crate) conditions: Conditions,
    /// A row for each lane and tool: by lane, wasm first, then in table order.
    pub(crate) rows: Vec<Row>,
    /// A summary for each lane.
    pub(crate) summaries: Vec<LaneSummary>,
    /// What the sandbox costs; `None` unless a wasm and a native lane ran.
    pub(crate) overhead: Option<Overhead>,
    /// The call that lanes answered differently.
    pub(crate) disagreement: Option<Disagreement>,
    /// Doubts about the figures.
    pub(crate) warnings: Vec<Warning>,
    /// What each process measured; percentiles cannot be merged, samples can.
    pub(crate) runs: Vec<Run>,
}

/// One call that lanes answered differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Disagreement {
    /// Name of the tool, or `plan`.
    pub(crate) tool: String,
    /// Arguments of the call, JSON.
    pub(crate) arguments: String,
    /// What each lane answered.
    pub(crate) answers: Vec<LaneAnswer>,
}

/// What one lane answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LaneAnswer {
    /// Label of the lane.
    pub(crate) lane: String,
    /// Whether it was an answer; `None` for a plan.
    pub(crate) ok: Option<bool>,
    /// Its items; `None` for a plan.
    pub(crate) items: Option<u32>,
    /// Digest over status and text, 16 hex digits.
    pub(crate) digest: String,
    /// The text.
    pub(crate) text: String,
}

impl Report {
    /// The rows of one lane, in table order.
    pub(crate) fn rows_of<'a>(&'a self, lane: &'a str) -> impl Iterator<Item = &'a Row> {
        self.rows.iter().filter(move |row| row.lane == lane)
    }
}
