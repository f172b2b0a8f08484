//! Why an entry of the corpus was not indexed: one enum, nothing is skipped silently.

use serde::{Deserialize, Serialize};

/// A reason to skip an entry. Counted by reason, listed on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// An ignore rule or `--exclude` matches it.
    Ignored,
}

/// One skipped entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Path relative to the corpus; bytes that are no UTF-8 replaced.
    pub path: String,
    /// Why.
    pub reason: SkipReason,
}
