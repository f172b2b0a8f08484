//! How well `smart_context` finds the files to edit: tasks from changelogs of public projects, with
//! the files that the real change touched. Half of the tasks is held out.

mod evaluate;
mod report;
mod task_set;

use std::path::Path;

pub use report::{ContextReport, render_markdown};
pub use task_set::TaskSet;

use crate::Opened;
use crate::search::EvaluationError;
use evaluate::evaluate;

/// Runs a set of tasks over the corpus in `folder`.
///
/// # Errors
/// [`EvaluationError`] if the corpus cannot be read or is not the one that the tasks were written for.
pub fn evaluate_context(folder: &Path, set: &TaskSet) -> Result<ContextReport, EvaluationError> {
    let opened = Opened::index(folder)?;
    Ok(ContextReport::new(set, &evaluate(opened.as_index(), set)?))
}
