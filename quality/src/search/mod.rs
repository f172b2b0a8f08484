//! How well `search_symbols` finds: queries with known answers, over public corpora.
//!
//! The sets are data (`quality/search/*.json`), the baseline is a whole-word search over the lines of
//! definitions, and the figures are recall and reciprocal rank by kind of query. Half of each set is
//! held out: only misses of the other half are ever shown. Nothing here knows how symbols are ranked.

mod baseline;
mod error;
mod evaluate;
mod query_set;
mod report;
mod scores;

use std::path::Path;

pub use error::EvaluationError;
pub use query_set::{Half, QuerySet};
pub use report::{SearchReport, render_markdown};

use crate::Opened;
use baseline::Baseline;
use evaluate::evaluate;

/// Runs a set of queries over the corpus in `folder`.
///
/// # Errors
/// [`EvaluationError`] if the corpus cannot be read or is not the one that the set was written for.
pub fn evaluate_search(folder: &Path, set: &QuerySet) -> Result<SearchReport, EvaluationError> {
    let opened = Opened::index(folder)?;
    let index = opened.as_index();
    let baseline = Baseline::read(&index.graph, folder)?;
    Ok(SearchReport::new(set, &evaluate(index, &baseline, set)?))
}
