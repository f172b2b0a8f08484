//! Facts of all files, in path order, into one frozen graph.

use crate::graph::code_graph::CodeGraph;
use crate::syntax::FileFacts;

/// One file as the graph takes it.
#[derive(Debug)]
pub struct FileInput {
    /// Path relative to the corpus, `/` between parts.
    pub path: String,
    /// What the file says.
    pub facts: FileFacts,
}

/// Builds the graph. `files` come in the bytewise order of their paths.
#[must_use]
pub fn build(_files: Vec<FileInput>) -> CodeGraph {
    todo!()
}
