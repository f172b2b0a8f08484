//! Runs the tasks of a set: are the changed files among the files to edit, and how far up?

use guest::graph::FileId;
use guest::index::Index;
use guest::search::{ContextRequest, find_context};

use super::task_set::{TaskCase, TaskSet};
use crate::search::EvaluationError;

/// Relevant symbols that are asked for, the tool's default.
const MAX_SYMBOLS: usize = 5;

/// What became of one task.
#[derive(Debug)]
pub(super) struct Outcome<'s> {
    /// The task.
    pub(super) case: &'s TaskCase,
    /// Changed files among the files to edit.
    pub(super) found: usize,
    /// Files to edit.
    pub(super) listed: usize,
    /// 1-based place of the first changed file, when files are put in the order of the relevant symbols.
    pub(super) position: Option<usize>,
    /// Paths of the files to edit, in that order.
    pub(super) files: Vec<String>,
    /// The keywords that were taken from the task.
    pub(super) keywords: Vec<String>,
}

/// Runs all tasks of the set with default arguments.
///
/// # Errors
/// [`EvaluationError::UnknownAnswer`] if a changed file is not in the index.
pub(super) fn evaluate<'s>(index: &Index, set: &'s TaskSet) -> Result<Vec<Outcome<'s>>, EvaluationError> {
    set.tasks.iter().map(|case| run(index, set, case)).collect()
}

fn run<'s>(index: &Index, set: &TaskSet, case: &'s TaskCase) -> Result<Outcome<'s>, EvaluationError> {
    let graph = &index.graph;
    let find = |path: &String| {
        let unknown = || EvaluationError::UnknownAnswer { id: path.clone(), set: set.corpus.clone() };
        graph.find_path(path).ok_or_else(unknown)
    };
    let changed: Vec<FileId> = case.files.iter().map(find).collect::<Result<_, _>>()?;
    let request = ContextRequest { task: &case.task, entry_point: None, max_symbols: MAX_SYMBOLS };
    let context = find_context(graph, &index.search, &request);
    let mut files: Vec<FileId> = Vec::new();
    let of_symbols = context.relevant.iter().map(|relevant| graph.node(relevant.node).file);
    for file in of_symbols.chain(context.files_to_edit.iter().copied()) {
        if context.files_to_edit.contains(&file) && !files.contains(&file) {
            files.push(file);
        }
    }
    Ok(Outcome {
        case,
        found: changed.iter().filter(|file| files.contains(file)).count(),
        listed: files.len(),
        position: files.iter().position(|file| changed.contains(file)).map(|place| place + 1),
        files: files.iter().map(|file| graph.path(*file).to_owned()).collect(),
        keywords: context.keywords,
    })
}
