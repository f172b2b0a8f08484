//! What a run was measured with and on: all that two reports must share to be compared.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::clock::Nanos;
use crate::machine::Machine;

/// The conditions of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Conditions {
    /// How the run ended.
    pub(crate) ended: Ending,
    /// What ended it early, if it was more than a row that broke; then rows that were not run are there.
    pub(crate) fault: Option<Fault>,
    /// This program.
    pub(crate) host: HostBuild,
    /// What ran the component; `None` if no wasm lane was asked for.
    pub(crate) engine: Option<Engine>,
    /// The machine.
    pub(crate) machine: Machine,
    /// The clock and the machine's speed; `None` if the run did not come so far.
    pub(crate) clock: Option<ClockConditions>,
    /// What was indexed.
    pub(crate) corpus: CorpusConditions,
    /// What was called.
    pub(crate) plan: PlanConditions,
    /// What bounded it.
    pub(crate) limits: LimitConditions,
    /// Each lane, in the order of the tables.
    pub(crate) lanes: Vec<LaneConditions>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ending {
    /// Every row came to its end.
    Completed,
    /// Lanes answered differently.
    Disagreement,
    /// Ctrl-C.
    Interrupted,
    /// A lane broke on a limit, a deadline or a trap.
    LaneBroke,
    /// The process that measured hung, grew too large or died.
    WorkerLost,
}

/// What ended a run early.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fault {
    /// The word that a row would show: `deadline`, `memory`, `stack`, `trap`, `hung`, `killed` and the like.
    pub(crate) outcome: String,
    /// Label of the lane that it was in; `None` if it is not known.
    pub(crate) lane: Option<String>,
    /// The whole message, with the way out.
    pub(crate) message: String,
}

/// This program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HostBuild {
    /// Its version.
    pub(crate) version: String,
    /// Whether it checks what a release build does not: then no figure means anything.
    pub(crate) debug_assertions: bool,
}

/// What ran the component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Engine {
    /// Its name.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// Its compiler.
    pub(crate) compiler: String,
    /// Whether compiled code checks for deadlines.
    pub(crate) epoch_interruption: bool,
}

/// The clock and the machine's speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ClockConditions {
    /// Smallest step seen.
    pub(crate) resolution_ns: Option<Nanos>,
    /// Median cost of a reading.
    pub(crate) reading_ns: Nanos,
    /// Steps of the fixed loop.
    pub(crate) calibration_steps: u64,
    /// Time of the fixed loop.
    pub(crate) calibration_ns: Nanos,
}

/// What was indexed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CorpusConditions {
    /// The folder as given.
    pub(crate) path: String,
    /// Digest of paths and contents; `None` if nothing was indexed.
    pub(crate) digest: Option<String>,
    /// Counts by the contract's names, but for skipped entries: `files`, `nodes`, `edges`, `source-bytes`
    /// and the like.
    pub(crate) counts: BTreeMap<String, u64>,
    /// Entries not indexed, by reason.
    pub(crate) skipped: BTreeMap<String, u64>,
    /// Each of these entries, if they were asked for.
    pub(crate) skipped_entries: Vec<SkippedEntry>,
    /// Globs that choose files.
    pub(crate) include: Vec<String>,
    /// Globs that leave files out.
    pub(crate) exclude: Vec<String>,
    /// Whether ignore files were not read.
    pub(crate) no_ignore: bool,
}

/// One entry of the corpus that was not indexed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SkippedEntry {
    /// Its path.
    pub(crate) path: String,
    /// Why.
    pub(crate) reason: String,
}

/// What was called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlanConditions {
    /// Digest of the plan; `None` if lanes had no common one.
    pub(crate) digest: Option<String>,
    /// Iterations asked for.
    pub(crate) iterations: u32,
    /// Warm-up asked for; `None`: the default rule.
    pub(crate) warmup: Option<u32>,
    /// Seed of the order of lanes.
    pub(crate) seed: u64,
    /// Way into the guest: `call` or `json-rpc`.
    pub(crate) path: String,
    /// How targets were pinned: `median`, `hub`, `deciles` or `ids`.
    pub(crate) target_policy: String,
    /// The targets, in the order they are cycled.
    pub(crate) targets: Vec<Target>,
    /// The queries, in the order they are cycled.
    pub(crate) queries: Vec<String>,
    /// Doubts about targets or queries.
    pub(crate) notes: Vec<String>,
}

/// A symbol that tools were asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Target {
    /// Its id.
    pub(crate) id: String,
    /// Its distinct direct callers.
    pub(crate) callers: Option<u32>,
}

/// What bounded the run. Memory, deadlines, stack, host-call bytes and table entries are the sandbox's; the
/// watchdog's own patience follows from the deadlines, and holds for every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LimitConditions {
    /// The process that measures, all lanes together; `None` where the system does not tell its size.
    pub(crate) process_memory_bytes: Option<u64>,
    /// Linear memory.
    pub(crate) memory_bytes: u64,
    /// One call.
    pub(crate) call_deadline_ms: u64,
    /// The whole indexing.
    pub(crate) index_deadline_ms: u64,
    /// Stack of the guest.
    pub(crate) wasm_stack_bytes: u64,
    /// Bytes that one host call may copy for the guest.
    pub(crate) hostcall_bytes: u64,
    /// Entries of the host's resource table.
    pub(crate) table_entries: u64,
    /// Files looked at.
    pub(crate) files: u64,
    /// One file.
    pub(crate) file_bytes: u64,
    /// All files together.
    pub(crate) total_bytes: u64,
    /// Folders between the root and an entry.
    pub(crate) depth: u64,
    /// Brackets open inside each other.
    pub(crate) nesting: u64,
    /// One answer.
    pub(crate) answer_bytes: u64,
}

/// One lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LaneConditions {
    /// Its label.
    pub(crate) lane: String,
    /// `wasm` or `native`.
    pub(crate) kind: String,
    /// File of its component; `None`: embedded, or not a wasm lane.
    pub(crate) component: Option<String>,
    /// SHA-256 of its component, 64 hex digits; `None` if it is no wasm lane.
    pub(crate) component_sha256: Option<String>,
    /// Facts about the build by the contract's names: `source-digest`, `rustc`, `opt-level` and the like.
    pub(crate) about: BTreeMap<String, String>,
    /// Compiling the component, or loading its compiled code.
    pub(crate) load_ns: Option<Nanos>,
    /// Whether compiled code came from the cache.
    pub(crate) load_cached: Option<bool>,
    /// Instantiating.
    pub(crate) instantiate_ns: Option<Nanos>,
    /// The very first call of the run.
    pub(crate) first_call_ns: Option<Nanos>,
    /// Phases of the index, in order.
    pub(crate) index_phases: Vec<PhaseTime>,
    /// Reading and parsing alone, in an instance of its own, if that was asked for.
    pub(crate) parse_alone_ns: Option<Nanos>,
    /// Linear memory after instantiation.
    pub(crate) memory_at_start_bytes: Option<u64>,
    /// Peak linear memory.
    pub(crate) memory_peak_bytes: Option<u64>,
    /// Calls of `idle` that were timed.
    pub(crate) floor_calls: Option<u32>,
    /// Their median: the way in and out.
    pub(crate) floor_p50_ns: Option<Nanos>,
    /// Their 99th percentile.
    pub(crate) floor_p99_ns: Option<Nanos>,
}

/// Time of one phase of the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PhaseTime {
    /// The contract's name.
    pub(crate) phase: String,
    /// Its time.
    pub(crate) elapsed_ns: Nanos,
}

impl LaneConditions {
    /// A fact about the build.
    pub(crate) fn fact(&self, name: &str) -> Option<&str> {
        self.about.get(name).map(String::as_str)
    }

    /// Time of the whole indexing; `None` if nothing was indexed.
    pub(crate) fn index_ns(&self) -> Option<Nanos> {
        let sum = self.index_phases.iter().map(|phase| phase.elapsed_ns.0).sum();
        (!self.index_phases.is_empty()).then_some(Nanos(sum))
    }
}
