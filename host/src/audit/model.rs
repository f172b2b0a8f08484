//! The audit of one corpus as plain data: what every format renders.

use serde::Serialize;

use crate::audit::scan::Scan;
use crate::clock::Nanos;

/// Version of the JSON; it changes when a field changes its meaning or goes away.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// Everything about one corpus in the sandbox.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Audit {
    /// Version of this format.
    pub(crate) schema_version: u32,
    /// `audit`.
    pub(crate) kind: &'static str,
    /// How it went.
    pub(crate) verdict: Verdict,
    /// The corpus as it was named.
    pub(crate) corpus: String,
    /// SHA-256 of the component, 64 hex digits; `None` if it was never run.
    pub(crate) component_sha256: Option<String>,
    /// What the guest can reach.
    pub(crate) grants: Grants,
    /// Entries that were not indexed, by reason; counted by the guest.
    pub(crate) skipped: Vec<SkippedEntries>,
    /// What the host saw in the metadata.
    pub(crate) metadata: Scan,
    /// Limits of the sandbox and of the walk.
    pub(crate) limits: Vec<LimitUse>,
    /// Peak linear memory, bytes; `None` if the guest was lost.
    pub(crate) memory_peak_bytes: Option<u64>,
    /// Time of the whole indexing; `None` if it did not end.
    pub(crate) index_ns: Option<Nanos>,
    /// Counts of what was indexed.
    pub(crate) files: Option<u64>,
}

/// How an audit ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Verdict {
    /// One of three words.
    pub(crate) outcome: Outcome,
    /// What ended it, in a line.
    pub(crate) ended_by: Option<String>,
    /// What a reader should look at, in a line each.
    pub(crate) findings: Vec<String>,
}

/// The word of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// The sandbox held and there is nothing to say.
    Held,
    /// The sandbox held, and met something that a reader should know of.
    HeldWithFindings,
    /// A limit, deadline or trap ended the indexing.
    Ended,
}

/// What the guest can reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Grants {
    /// The one folder, as the guest names it.
    pub(crate) mount_point: &'static str,
    /// What it may do there.
    pub(crate) access: &'static str,
    /// Variables of the environment.
    pub(crate) environment: Vec<String>,
    /// Arguments.
    pub(crate) arguments: Vec<String>,
    /// Its imports by name, and what each is bound to.
    pub(crate) imports: Vec<Import>,
}

/// An import of the component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Import {
    /// Its name.
    pub(crate) name: String,
    /// What it is bound to.
    pub(crate) bound_to: &'static str,
}

/// Entries skipped for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SkippedEntries {
    /// The reason.
    pub(crate) reason: String,
    /// How many.
    pub(crate) count: u64,
    /// The first of them.
    pub(crate) examples: Vec<String>,
}

/// A limit, and how much of it was used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct LimitUse {
    /// The option that sets it.
    pub(crate) option: &'static str,
    /// Its unit: `bytes`, `ms`, `files`, `folders` or `entries`.
    pub(crate) unit: &'static str,
    /// The limit.
    pub(crate) limit: u64,
    /// How much was used; `None` where nobody counts.
    pub(crate) used: Option<u64>,
    /// How near it was.
    pub(crate) state: LimitState,
}

/// How near a limit was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LimitState {
    /// Below four fifths, as far as anybody counts.
    Clear,
    /// At four fifths or above.
    Near,
    /// It skipped something, or ended the indexing.
    Hit,
}
