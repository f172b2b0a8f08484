//! Why a lane broke, or could not be made: each names the guard that answered and the way out.
//!
//! Serialisable, since a lane runs in a worker process and its parent reports what became of it.

use guest::bench::BenchError;
use guest::session::OpenError;
use serde::{Deserialize, Serialize};

/// What a deadline bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Timed {
    /// Instantiation or one call.
    Call,
    /// The opening of the corpus, all steps together.
    Indexing,
    /// The making of a plan, which looks at the whole graph.
    Planning,
}

impl Timed {
    const fn what(self) -> &'static str {
        match self {
            Self::Call => "a call",
            Self::Indexing => "indexing",
            Self::Planning => "planning",
        }
    }

    pub(crate) const fn option(self) -> &'static str {
        match self {
            Self::Call => "--call-deadline",
            Self::Indexing | Self::Planning => "--index-deadline",
        }
    }
}

/// What a guest uses up and the sandbox counts, besides memory and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Counted {
    /// Stack of the guest, bytes.
    Stack,
    /// Bytes that one host call copies for the guest.
    HostcallBytes,
    /// Entries of the host's resource table.
    TableEntries,
}

impl Counted {
    const fn what(self) -> &'static str {
        match self {
            Self::Stack => "bytes of stack",
            Self::HostcallBytes => "bytes in one host call",
            Self::TableEntries => "entries in the host's resource table",
        }
    }

    pub(crate) const fn option(self) -> &'static str {
        match self {
            Self::Stack => "--max-wasm-stack",
            Self::HostcallBytes => "--max-hostcall-bytes",
            Self::TableEntries => "--max-table-entries",
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Stack => "stack",
            Self::HostcallBytes => "host-call bytes",
            Self::TableEntries => "table entries",
        }
    }
}

/// A lane that broke, or could not be made. Not a tool's refusal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LaneError {
    /// The component cannot be loaded, or does not export this world at a compatible version.
    #[error("{0}")]
    BadComponent(String),
    /// The corpus folder cannot be mounted or listed.
    #[error("{0}")]
    Corpus(String),
    /// A call or a step ran past its deadline.
    #[error("{} ran past its deadline of {limit_ms} ms; raise it with {}", timed.what(), timed.option())]
    Deadline {
        /// What ran.
        timed: Timed,
        /// The deadline.
        limit_ms: u64,
    },
    /// The guest asked for more linear memory than it may have.
    #[error("the guest needs more than {limit_bytes} bytes of memory; raise --max-memory or index less")]
    Memory {
        /// The limit.
        limit_bytes: u64,
    },
    /// The guest used up something else that the sandbox counts.
    #[error("the guest needs more than {limit} {}; raise it with {}", counted.what(), counted.option())]
    Limit {
        /// What was counted.
        counted: Counted,
        /// The limit.
        limit: u64,
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
    /// The watchdog ended the worker, since something in it did not come back.
    #[error(
        "{what} did not come back within {waited_ms} ms, past every deadline inside, and was ended from \
         outside; a pipe or a stalled file system in the corpus does that: leave it out with --exclude"
    )]
    Hung {
        /// What was going on.
        what: String,
        /// How long the watchdog waited.
        waited_ms: u64,
    },
    /// The watchdog ended the worker, since its process grew too large.
    #[error(
        "the measuring process took more than {limit_bytes} bytes of memory and was ended; raise \
         --max-process-memory or index less"
    )]
    ProcessMemory {
        /// The limit.
        limit_bytes: u64,
    },
    /// The worker ended by itself, or by somebody else's hand.
    #[error("the measuring process is lost: {0}")]
    Killed(String),
}

impl LaneError {
    /// The option of the limit that ended it, if one did.
    pub(crate) fn option(&self) -> Option<&'static str> {
        match self {
            Self::Deadline { timed, .. } => Some(timed.option()),
            Self::Memory { .. } => Some("--max-memory"),
            Self::Limit { counted, .. } => Some(counted.option()),
            Self::ProcessMemory { .. } => Some("--max-process-memory"),
            _ => None,
        }
    }

    /// The word that a row shows for it.
    pub(crate) fn outcome(&self) -> &'static str {
        match self {
            Self::BadComponent(_) => "bad component",
            Self::Corpus(_) => "corpus unreadable",
            Self::Deadline { .. } => "deadline",
            Self::Memory { .. } | Self::ProcessMemory { .. } => "memory",
            Self::Limit { counted, .. } => counted.word(),
            Self::Trap(_) => "trap",
            Self::Config(_) => "configuration",
            Self::Protocol(_) => "protocol",
            Self::Hung { .. } => "hung",
            Self::Killed(_) => "killed",
        }
    }

    /// Whether a limit, a deadline, a trap or the watchdog ended the lane: then what was measured before
    /// is reported. Anything else is a command line or a component that cannot be carried out.
    pub(crate) fn is_limit(&self) -> bool {
        match self {
            Self::Deadline { .. } | Self::Memory { .. } | Self::Limit { .. } | Self::Trap(_) => true,
            Self::BadComponent(_) | Self::Corpus(_) | Self::Config(_) | Self::Protocol(_) => false,
            other => other.is_worker_lost(),
        }
    }

    /// Whether the worker process itself is gone.
    pub(crate) fn is_worker_lost(&self) -> bool {
        matches!(self, Self::Hung { .. } | Self::ProcessMemory { .. } | Self::Killed(_))
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
