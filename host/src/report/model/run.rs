//! Raw samples, as one process took them.

use serde::{Deserialize, Serialize};

use crate::clock::Nanos;
use crate::machine::Machine;

/// What one process measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// Number of the process, from 0.
    pub(crate) process_index: u32,
    /// The machine.
    pub(crate) machine: Machine,
    /// Seed of the order of lanes.
    pub(crate) seed: u64,
    /// Digest of paths and contents of the corpus.
    pub(crate) corpus_digest: Option<String>,
    /// Digest of the plan.
    pub(crate) plan_digest: Option<String>,
    /// A series for each lane and tool with samples, in the order of the rows.
    pub(crate) series: Vec<Series>,
}

/// The samples of one tool in one lane, in the order taken; all lists are of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Series {
    /// Label of the lane.
    pub(crate) lane: String,
    /// Name of the tool.
    pub(crate) tool: String,
    /// Iteration of each sample, from 0.
    pub(crate) rounds: Vec<u32>,
    /// Time of each sample.
    pub(crate) samples_ns: Vec<Nanos>,
    /// Whether the call was answered.
    pub(crate) ok: Vec<bool>,
    /// Length of each answer, bytes.
    pub(crate) bytes: Vec<u32>,
    /// Items of each answer.
    pub(crate) items: Vec<u32>,
}
