//! How well `smart_context` finds the files to edit: tasks from changelogs of public projects, with
//! the files that the real change touched.

mod evaluate;
mod report;
mod task_set;

use std::path::PathBuf;

use evaluate::evaluate;
use report::ContextReport;
use task_set::TaskSet;

use crate::search::{EvaluationError, Format, open_index, print};

/// Arguments of `quality context`.
#[derive(Debug, clap::Args)]
pub(crate) struct ContextArgs {
    /// Folder with the sources that the tasks were written for.
    #[arg(long)]
    repo: PathBuf,
    /// The tasks, as in `quality/context/*.json`.
    #[arg(long)]
    tasks: PathBuf,
    /// How the result is written.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Runs `quality context`.
///
/// # Errors
/// [`EvaluationError`] if the corpus or the tasks cannot be read or do not belong together.
pub(crate) fn run(arguments: &ContextArgs) -> Result<(), EvaluationError> {
    let set = TaskSet::read(&arguments.tasks)?;
    let index = open_index(&arguments.repo)?;
    let outcomes = evaluate(&index, &set)?;
    print(arguments.format, &ContextReport::new(&set, &outcomes), report::markdown)
}
