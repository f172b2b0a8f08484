//! Why a report could not be rendered, read or written.

use std::io;
use std::path::PathBuf;

use crate::report::model::SCHEMA_VERSION;

/// A report that could not be rendered, read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReportError {
    /// The model could not be turned into a format.
    #[error("the report could not be rendered: {0}")]
    NotRendered(String),
    /// A file or stream did not take the report.
    #[error("the report could not be written to `{path}`")]
    NotWritten {
        /// Where to.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Not a result of this program.
    #[error("not a result in JSON; give a file that --json wrote")]
    NotAResult(#[from] serde_json::Error),
    /// A result of another version of this program.
    #[error("the result has schema version {found}, this program reads {SCHEMA_VERSION}; measure again")]
    OtherSchema {
        /// The version in the file.
        found: u64,
    },
}
