//! How well `search_symbols` finds: queries with known answers, over public corpora.
//!
//! The sets are data (`quality/search/*.json`), the baseline is a whole-word search over the lines of
//! definitions, and the figures are recall and reciprocal rank by kind of query. Half of each set is
//! held out: only misses of the other half are ever shown.

mod baseline;
mod error;
mod evaluate;
mod open_index;
mod query_set;
mod report;
mod scores;

use std::path::PathBuf;

pub(crate) use error::EvaluationError;
pub(crate) use open_index::open_index;
pub(crate) use query_set::Half;
pub(crate) use report::{Format, print};

use baseline::Baseline;
use evaluate::evaluate;
use query_set::QuerySet;
use report::SearchReport;

/// Arguments of `quality search`.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Set of queries.
    #[arg(long, value_parser = QuerySet::NAMES)]
    corpus: String,
    /// Folder with the sources that the set was written for.
    #[arg(long)]
    repo: PathBuf,
    /// How the result is written.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Runs `quality search`.
///
/// # Errors
/// [`EvaluationError`] if the corpus cannot be read or is not the one that the set was written for.
pub(crate) fn run(arguments: &SearchArgs) -> Result<(), EvaluationError> {
    let set = QuerySet::named(&arguments.corpus)?;
    let index = open_index(&arguments.repo)?;
    let baseline = Baseline::read(&index.graph, &arguments.repo)?;
    let outcomes = evaluate(&index, &baseline, &set)?;
    let report = SearchReport::new(&set, &outcomes);
    print(arguments.format, &report, report::markdown)
}
