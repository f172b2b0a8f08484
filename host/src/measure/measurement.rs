//! What a measurement leaves behind, besides the samples: states, floors, a disagreement.
//!
//! Samples go to the sink one by one, since they may have to survive the process that took them.
//! Everything here is plain, serialisable data; nothing here knows how it was measured or is shown.

use guest::bench::Outcome;
use serde::{Deserialize, Serialize};

use crate::clock::Nanos;
use crate::lane::Answer;

/// All that a run found, apart from its samples.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Measurement {
    /// One row for each tool of the plan and each lane: by tool, then by lane.
    pub(crate) rows: Vec<RowState>,
    /// The way in and out of each lane, in the order of the lanes; `None` if the lane broke on it.
    pub(crate) floors: Vec<Option<Floor>>,
    /// Peak linear memory of each lane after its last call, bytes; `None` where there is none.
    pub(crate) memory_peaks_bytes: Vec<Option<u64>>,
    /// Lanes that answered differently. If there is one, no row was measured to its end.
    pub(crate) disagreement: Option<Disagreement>,
    /// Whether it was stopped before its end.
    pub(crate) interrupted: bool,
}

/// How far one tool came in one lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RowState {
    /// Index of the tool in the plan.
    pub(crate) tool: u16,
    /// Index of the lane in the settings.
    pub(crate) lane: u16,
    /// What came of it.
    pub(crate) outcome: RowOutcome,
    /// Time of the very first call of the tool in the lane, before any warm-up.
    pub(crate) first_call_ns: Option<Nanos>,
    /// Measured calls that the limit on answer size refused.
    pub(crate) answers_too_large: u32,
}

/// What came of a row. A row that failed keeps the samples taken before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(crate) enum RowOutcome {
    /// Every iteration ran.
    Completed,
    /// The lane broke on this row.
    Failed {
        /// The word for a table, as [`crate::lane::LaneError::outcome`] gives it.
        word: String,
        /// The whole message.
        text: String,
    },
    /// The row was not begun, or was cut short by an interruption or a disagreement.
    NotRun {
        /// Why.
        why: String,
    },
    /// The plan leaves the tool out.
    Skipped {
        /// The plan's reason.
        why: String,
    },
}

/// The cost of the way into a lane and out again: many calls of `idle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Floor {
    /// Calls that were timed.
    pub(crate) calls: u32,
    /// Median.
    pub(crate) p50_ns: Nanos,
    /// 99th percentile.
    pub(crate) p99_ns: Nanos,
}

/// One call that lanes answered differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Disagreement {
    /// Name of the tool, or `plan` if the lanes already made different plans.
    pub(crate) tool: String,
    /// Arguments of the call, JSON.
    pub(crate) arguments: String,
    /// What each lane answered, in the order of the lanes.
    pub(crate) answers: Vec<LaneAnswer>,
}

/// What one lane answered to a call that lanes disagree on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LaneAnswer {
    /// Index of the lane in the settings.
    pub(crate) lane: u16,
    /// What it counted; `None` for a plan.
    pub(crate) outcome: Option<Outcome>,
    /// Digest and text.
    pub(crate) answer: Answer,
}
