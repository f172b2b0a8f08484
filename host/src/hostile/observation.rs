//! What a child process saw of one attack: plain facts, judged by its parent.

use serde::{Deserialize, Serialize};

use crate::lane::LaneError;

/// All that a child tells.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Observation {
    /// What ended it before the last call or attempt, if anything did.
    pub(super) ended: Option<Ended>,
    /// Counts of what was indexed, as the guest gives them.
    pub(super) facts: Vec<(String, String)>,
    /// Whether the function that every corpus has was found, after everything else.
    pub(super) finds_witness: bool,
    /// Whether a function that only baits have was found.
    pub(super) finds_bait: bool,
    /// Whether what lies outside was found, or was in any answer.
    pub(super) finds_canary: bool,
    /// Calls in order.
    pub(super) calls: Vec<Called>,
    /// Attempts of a probe in order.
    pub(super) attempts: Vec<Attempt>,
    /// Peak linear memory of the guest, bytes.
    pub(super) memory_peak_bytes: u64,
}

/// How a lane broke.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Ended {
    /// The option of the limit that ended it, if one did.
    pub(super) option: Option<String>,
    /// In words.
    pub(super) what: String,
}

impl From<&LaneError> for Ended {
    fn from(error: &LaneError) -> Self {
        Self { option: error.option().map(str::to_owned), what: error.to_string() }
    }
}

/// A tool call.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Called {
    /// The tool.
    pub(super) tool: String,
    /// The refusal, if it was refused.
    pub(super) refusal: Option<String>,
}

/// Something a probe tried.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// What.
    pub(super) what: String,
    /// The host's error code; `None`: the host did it.
    pub(super) refusal: Option<String>,
}
