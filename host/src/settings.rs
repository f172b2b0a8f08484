//! What a run will do: validated, complete, printed in every report.

mod error;
mod from_args;
mod inputs;
mod outputs;

use guest::bench::{CallPath, TargetPolicy};
use serde::{Deserialize, Serialize};

pub(crate) use self::error::SettingsError;
pub(crate) use self::from_args::check_tool;
pub(crate) use self::inputs::read_text;
pub(crate) use self::outputs::{Destination, Outputs, folder_of};
use crate::lane::{Corpus, LaneSpec};

/// All that decides a measurement. Serialisable, so that a worker process can be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// What is indexed.
    pub(crate) corpus: Corpus,
    /// Lanes, wasm first.
    pub(crate) lanes: Vec<LaneSpec>,
    /// Measured iterations of each tool.
    pub(crate) iterations: u32,
    /// Warm-up iterations; `None`: a tenth of `iterations`, at least 5.
    pub(crate) warmup: Option<u32>,
    /// Tools asked for, in table order; empty: all.
    pub(crate) tools: Vec<String>,
    /// How targets are pinned.
    pub(crate) targets: TargetPolicy,
    /// Queries in place of drawn ones; empty: drawn from the corpus.
    pub(crate) queries: Vec<String>,
    /// The way into the guest.
    pub(crate) path: CallPath,
    /// Seed of the order of lanes within an iteration.
    pub(crate) seed: u64,
    /// Caps on the sandbox.
    pub(crate) sandbox: SandboxLimits,
    /// Whether compiled code is kept between runs.
    pub(crate) cache: bool,
    /// Whether each lane times the parser alone too.
    pub(crate) parse_alone: bool,
    /// How many skipped entries a lane lists.
    pub(crate) list_skipped: u32,
    /// Resident memory of the worker process, bytes (`--max-process-memory`).
    pub(crate) process_memory_bytes: u64,
}

/// Caps that the host enforces on the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SandboxLimits {
    /// Linear memory, bytes (`--max-memory`).
    pub(crate) memory_bytes: u64,
    /// One call, milliseconds (`--call-deadline`).
    pub(crate) call_deadline_ms: u64,
    /// The whole indexing, milliseconds (`--index-deadline`).
    pub(crate) index_deadline_ms: u64,
    /// Stack of the guest, bytes (`--max-wasm-stack`).
    pub(crate) wasm_stack_bytes: u64,
    /// Bytes that one host call may copy for the guest (`--max-hostcall-bytes`).
    pub(crate) hostcall_bytes: u64,
    /// Entries of the host's resource table (`--max-table-entries`).
    pub(crate) table_entries: u64,
}

impl Default for SandboxLimits {
    fn default() -> Self {
        Self {
            memory_bytes: 2 << 30,
            call_deadline_ms: 10_000,
            index_deadline_ms: 600_000,
            wasm_stack_bytes: 1 << 20,
            hostcall_bytes: 64 << 20,
            table_entries: 4096,
        }
    }
}
