//! A lane: one way of answering tool calls, inside the sandbox or outside of it.
//!
//! Two traits, so that a call before the index is there cannot be written. A tool's refusal is an
//! [`Outcome`]; a broken lane is a [`LaneError`] and still leaves a row.

mod any;
mod component;
mod error;
mod native;
mod phases;
#[cfg(test)]
pub(crate) mod scripted;

use std::path::PathBuf;

use guest::bench::{Call, Outcome, Plan, PlanConfig};
use guest::limits::Limits;
use serde::{Deserialize, Serialize};

pub(crate) use self::any::AnyLane;
pub(crate) use self::component::WasmLane;
pub(crate) use self::error::{Counted, LaneError, Timed};
pub(crate) use self::native::NativeLane;
use crate::clock::{Clock, Nanos};
use crate::sandbox::Guards;

/// What kind of lane a label stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LaneKind {
    /// The component inside wasmtime.
    Wasm,
    /// The same source linked into this process, outside the sandbox.
    Native,
    /// Answers from a script, for tests.
    Scripted,
}

/// A lane to be run: its label is unique in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LaneSpec {
    /// Name in tables, `wasm` or `native` unless chosen otherwise.
    pub(crate) label: String,
    /// What it is.
    pub(crate) kind: LaneKind,
    /// The component of a wasm lane; `None`: the embedded one.
    pub(crate) component: Option<PathBuf>,
    /// The guards of a wasm lane.
    pub(crate) guards: Guards,
}

impl LaneSpec {
    /// A lane with every guard that a run has.
    pub(crate) fn new(label: &str, kind: LaneKind, component: Option<PathBuf>) -> Self {
        Self { label: label.to_owned(), kind, component, guards: Guards::default() }
    }

    /// Names the file that a component came from in an error about it.
    pub(crate) fn blame(&self, error: LaneError) -> LaneError {
        match (error, &self.component) {
            (LaneError::BadComponent(what), Some(path)) => LaneError::BadComponent(format!(
                "--component `{}`: {what}; give one that guest/build.sh made, or leave the option out",
                path.display()
            )),
            (other, _) => other,
        }
    }
}

/// The folder to index and how, the same for each lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Corpus {
    /// The folder.
    pub(crate) root: PathBuf,
    /// Options of `open-begin`, in its own names; what has the default of the contract is not among them, so
    /// that components made before an option came are opened as they expect.
    pub(crate) options: Vec<(String, String)>,
}

impl Corpus {
    /// The limits in force.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        for (name, value) in &self.options {
            // Options that are no limits (globs) are refused, and left out by that.
            let _ = limits.set(name, value);
        }
        limits
    }
}

/// What a lane is busy with before it answers calls. Each has a bound of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Work {
    /// Compiling the component or loading its compiled code, and instantiating it.
    Load,
    /// Indexing the corpus, all steps together.
    Index,
    /// Telling what was indexed.
    Describe,
    /// Making the plan of a run.
    Plan,
}

/// What opening a lane shows of itself while it goes on.
pub(crate) trait Progress {
    /// Something that may take long, or hang, begins.
    fn begins(&mut self, lane: &str, work: Work);

    /// What is known of the opening so far, for a report in case it never ends.
    fn learned(&mut self, lane: &str, preparation: &Preparation);

    /// A step ended. `phase` is the contract's name of it.
    fn step(&mut self, lane: &str, phase: &str, done: u64, total: u64);
}

/// Time and size of a lane's opening; what a lane does not have is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Preparation {
    /// SHA-256 of the component's file, 64 hex digits; `None` if the lane has none.
    pub(crate) component_sha256: Option<String>,
    /// Compiling the component, or loading its compiled code from the cache.
    pub(crate) load_ns: Option<Nanos>,
    /// Whether the compiled code came from the cache.
    pub(crate) load_cached: Option<bool>,
    /// Instantiating it.
    pub(crate) instantiate_ns: Option<Nanos>,
    /// The phases of the index in order: the contract's name and its time.
    pub(crate) index_phases: Vec<(String, Nanos)>,
    /// Reading and parsing alone, if that was asked for.
    pub(crate) parse_alone_ns: Option<Nanos>,
    /// Linear memory after instantiation, bytes.
    pub(crate) memory_at_start_bytes: Option<u64>,
    /// Peak linear memory so far, bytes.
    pub(crate) memory_peak_bytes: Option<u64>,
    /// Facts about the guest's build (`about.describe`).
    pub(crate) about: Vec<(String, String)>,
    /// Counts of what was indexed (`server.index-facts`).
    pub(crate) index_facts: Vec<(String, String)>,
    /// Entries not indexed as (path, reason), in path order, at most as many as were asked for.
    pub(crate) skipped: Vec<(String, String)>,
}

/// Why a tool gave no answer; the lane goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Refusal {
    /// Whether the limit on answer size refused it, and not the tool.
    pub(crate) answer_too_large: bool,
    /// The guest's words.
    pub(crate) text: String,
}

/// The last answer of a lane, read outside the clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// Digest over status and text.
    pub(crate) digest: u64,
    /// The text.
    pub(crate) text: String,
}

/// A lane that has indexed nothing yet.
pub(crate) trait Lane {
    /// The lane after [`Lane::prepare`].
    type Ready: ReadyLane;

    /// Does all that a call must not pay for: compile, mount, instantiate, index. May be called again
    /// after the ready lane broke; it then starts from nothing but compiled code.
    fn prepare(
        &mut self,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<Self::Ready, LaneError>;

    /// Times reading and parsing of the whole corpus with nothing made of it, in an instance of its own:
    /// what the index is measured against. `None` for a lane that parses nothing.
    ///
    /// # Errors
    /// As for [`Lane::prepare`].
    fn parse_alone(
        &mut self,
        _corpus: &Corpus,
        _clock: &dyn Clock,
        _progress: &mut dyn Progress,
    ) -> Result<Option<Nanos>, LaneError> {
        Ok(None)
    }
}

/// A lane whose index is in memory.
pub(crate) trait ReadyLane {
    /// How the opening went.
    fn preparation(&self) -> &Preparation;

    /// Makes the plan of a run.
    fn plan(&mut self, config: &PlanConfig) -> Result<Plan, LaneError>;

    /// Makes the request bytes of one call; outside the clock.
    fn arm(&mut self, call: &Call) -> Result<(), LaneError>;

    /// Answers the armed call. The caller reads the clock before and after, never the lane.
    fn fire(&mut self) -> Result<Outcome, LaneError>;

    /// The floor: nothing but the way in and out.
    fn idle(&mut self) -> Result<Outcome, LaneError>;

    /// Digest of the last [`ReadyLane::fire`]; outside the clock.
    fn last_digest(&mut self) -> Result<u64, LaneError>;

    /// The last answer; outside the clock.
    fn last_answer(&mut self) -> Result<Answer, LaneError>;

    /// Calls a tool strictly, outside the clock: the text, or the refusal.
    fn call_tool(&mut self, name: &str, arguments_json: &str) -> Result<Result<String, Refusal>, LaneError>;

    /// Peak linear memory so far in bytes; `None` where there is none.
    fn memory_peak_bytes(&self) -> Option<u64>;
}
