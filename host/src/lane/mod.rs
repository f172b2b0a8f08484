//! A lane: one way of answering tool calls, in this process or inside the sandbox.
//!
//! Two traits, so that a call before the index is there cannot be written. A tool's refusal is an
//! [`Outcome`]; a broken lane is a [`LaneError`] and still leaves a row.

mod any;
mod component;
mod native;
mod phases;
#[cfg(test)]
pub(crate) mod scripted;

use std::path::PathBuf;

use guest::bench::{BenchError, Call, Outcome, Plan, PlanConfig};
use guest::session::OpenError;
use serde::{Deserialize, Serialize};

pub(crate) use self::any::AnyLane;
pub(crate) use self::component::WasmLane;
pub(crate) use self::native::NativeLane;
use crate::clock::{Clock, Nanos};

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
}

impl LaneSpec {
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
    /// Options of `open-begin`, in its own names.
    pub(crate) options: Vec<(String, String)>,
}

/// What opening a lane shows of itself while it goes on.
pub(crate) trait Progress {
    /// A step ended. `phase` is the contract's name of it.
    fn step(&mut self, lane: &str, phase: &'static str, done: u64, total: u64);
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

    /// Calls a tool strictly, outside the clock: the text, or the refusal as the guest worded it.
    fn call_tool(&mut self, name: &str, arguments_json: &str) -> Result<Result<String, String>, LaneError>;

    /// Peak linear memory so far in bytes; `None` where there is none.
    fn memory_peak_bytes(&self) -> Option<u64>;
}

/// A lane that broke, or could not be made. Not a tool's refusal.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LaneError {
    /// The component cannot be loaded, or does not export this world at a compatible version.
    #[error("{0}")]
    BadComponent(String),
    /// The corpus folder cannot be mounted or listed.
    #[error("{0}")]
    Corpus(String),
    /// A call or a step ran past its deadline.
    #[error("{what} ran past its deadline of {limit_ms} ms; raise it with {option}")]
    Deadline {
        /// What ran.
        what: String,
        /// The deadline.
        limit_ms: u64,
        /// The option that raises it.
        option: &'static str,
    },
    /// The guest asked for more linear memory than it may have.
    #[error("the guest needs more than {limit_bytes} bytes of memory; raise --max-memory or index less")]
    Memory {
        /// The limit.
        limit_bytes: u64,
    },
    /// The guest used up something else that the sandbox counts.
    #[error("the guest needs more than {limit} {what}; raise it with {option}")]
    Limit {
        /// What was counted, with its unit.
        what: &'static str,
        /// The limit.
        limit: u64,
        /// The option that raises it.
        option: &'static str,
    },
    /// Any other trap: the instance is lost.
    #[error("the guest trapped: {0}")]
    Trap(String),
    /// The guest refused what the plan was to be made from.
    #[error("the plan cannot be made: {0}; see --targets, --queries and --tools")]
    Config(String),
    /// The guest refused an order of calls.
    #[error("{0}")]
    Protocol(String),
}

impl LaneError {
    /// The option of the limit that ended it, if one did.
    pub(crate) fn option(&self) -> Option<&'static str> {
        match self {
            Self::Deadline { option, .. } | Self::Limit { option, .. } => Some(option),
            Self::Memory { .. } => Some("--max-memory"),
            _ => None,
        }
    }

    /// The word that a row shows for it.
    pub(crate) fn outcome(&self) -> &'static str {
        match self {
            Self::BadComponent(_) => "bad component",
            Self::Corpus(_) => "corpus unreadable",
            Self::Deadline { .. } => "deadline",
            Self::Memory { .. } => "memory",
            Self::Limit { .. } => "limit",
            Self::Trap(_) => "trap",
            Self::Config(_) => "configuration",
            Self::Protocol(_) => "protocol",
        }
    }
}

impl From<OpenError> for LaneError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::RootUnreadable(what) => Self::Corpus(what),
            other => Self::Protocol(other.to_string()),
        }
    }
}

impl From<BenchError> for LaneError {
    fn from(error: BenchError) -> Self {
        match error {
            BenchError::BadConfig(what) => Self::Config(what),
            other => Self::Protocol(other.to_string()),
        }
    }
}
