//! What can go wrong when search is evaluated: one line that names the thing and the way out.

use std::path::PathBuf;

/// Why an evaluation could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EvaluationError {
    /// The folder with the sources cannot be indexed.
    #[error("`{}` cannot be indexed: {why}; give the folder of the sources to --repo", path.display())]
    Corpus {
        /// The folder.
        path: PathBuf,
        /// What the index said.
        why: String,
    },
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
    /// The result cannot be written.
    #[error("the result cannot be written: {0}")]
    Write(#[from] std::io::Error),
}
