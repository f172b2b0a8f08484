//! Tasks with the files that were really changed for them, as in `quality/context/*.json`.
//!
//! The text is that of the project's own changelog; the files are those of the change without tests
//! and documentation. The first, third and so on are for tuning, the others are held out.

use std::path::Path;

use serde::Deserialize;

use crate::search::{EvaluationError, Half};

/// The tasks of one corpus.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskSet {
    /// Name of the corpus.
    pub(super) corpus: String,
    /// Where the tasks come from.
    pub(super) source: String,
    /// In the order in which they were written.
    pub(super) tasks: Vec<TaskCase>,
}

/// One task.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TaskCase {
    /// What it is for.
    pub(super) half: Half,
    /// What is to be done.
    pub(super) task: String,
    /// Paths of the files that were changed.
    pub(super) files: Vec<String>,
}

impl TaskSet {
    /// Reads a set from a file.
    ///
    /// # Errors
    /// [`EvaluationError`] if it cannot be read or is no set of tasks.
    pub fn read(path: &Path) -> Result<Self, EvaluationError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| EvaluationError::Read { path: path.to_owned(), source })?;
        serde_json::from_str(&text)
            .map_err(|source| EvaluationError::Data { name: path.display().to_string(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tasks_are_enough_and_halved_by_turns() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("context");
        let mut tasks = 0;
        for name in ["django.json", "ripgrep.json"] {
            let set = TaskSet::read(&folder.join(name)).expect("the set reads");
            tasks += set.tasks.len();
            for (place, case) in set.tasks.iter().enumerate() {
                assert_eq!(case.half, Half::ALL[place % 2], "{}", case.task);
                assert!(!case.files.is_empty(), "{}", case.task);
            }
        }
        assert!(tasks >= 20);
    }
}
