//! Builds the index of a folder, natively and at once.

use std::path::Path;

use guest::corpus::{CorpusRoot, WalkOptions};
use guest::index::{Index, IndexBuilder, Phase};
use guest::limits::Limits;

use super::EvaluationError;

/// Indexes the folder with default limits.
pub(crate) fn open_index(folder: &Path) -> Result<Index, EvaluationError> {
    let failed = |why: String| EvaluationError::Corpus { path: folder.to_owned(), why };
    let root = CorpusRoot::open(folder).map_err(|error| failed(error.to_string()))?;
    let mut builder = IndexBuilder::begin(root, WalkOptions::default(), Limits::default())
        .map_err(|error| failed(error.to_string()))?;
    while builder.step().phase != Phase::Ready {}
    builder.finish().ok_or_else(|| failed("the index is not complete".to_owned()))
}
