//! What can go wrong when search is evaluated: one line that names the thing and the way out.

use std::path::PathBuf;

use crate::OpenFailed;

/// Why an evaluation could not be made.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// The folder with the sources cannot be indexed.
    #[error(transparent)]
    Corpus(#[from] OpenFailed),
    /// A file of the evaluation or of the corpus cannot be read.
    #[error("`{}` cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A data file is not of the expected shape.
    #[error("`{name}` is no set of queries or tasks: {source}")]
    Data {
        /// The file.
        name: String,
        /// Where and why.
        source: serde_json::Error,
    },
    /// An expected answer is not in the corpus.
    #[error("`{id}` is not in the corpus; it is not the one that the set `{set}` was written for")]
    UnknownAnswer {
        /// Id of a symbol or path of a file.
        id: String,
        /// The set.
        set: String,
    },
}
