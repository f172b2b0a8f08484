//! The files that most other files import.

use std::cmp::Reverse;

use super::MAX_ENTRIES;
use super::distinct::DistinctCounter;
use crate::graph::{CodeGraph, EdgeKind, FileId};

/// A file and how many import it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportedFile {
    /// The file.
    pub file: FileId,
    /// Distinct other files that import it.
    pub count: u32,
}

/// Counts the importers of all files and keeps the ten most imported.
pub(super) fn count(graph: &CodeGraph) -> Vec<ImportedFile> {
    let mut distinct = DistinctCounter::new(graph);
    let mut files: Vec<ImportedFile> = graph
        .file_ids()
        .map(|file| {
            let node = graph.file(file).node;
            let is_import = |edge: &crate::graph::Edge| edge.kind == EdgeKind::Imports;
            ImportedFile { file, count: distinct.count(node, graph.incoming(node), is_import) }
        })
        .filter(|file| file.count > 0)
        .collect();
    files.sort_unstable_by_key(|file| (Reverse(file.count), file.file));
    files.truncate(MAX_ENTRIES);
    files.shrink_to_fit();
    files
}
