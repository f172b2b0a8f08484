//! Facts of all files, in path order, into one frozen graph.
//!
//! Four passes: lay out the nodes, index their names, resolve who refers to whom, freeze. Arrays are
//! counted, then filled; the references of a file are dropped as soon as they are edges. Start at
//! [`build`].

mod adjacency;
mod ids;
mod layout;
#[cfg(test)]
mod tests;

use crate::corpus::Manifests;
use crate::graph::code_graph::{Adjacency, CodeGraph};
use crate::graph::resolve::Resolver;
use crate::syntax::FileFacts;

pub(in crate::graph) use adjacency::EdgeList;
pub(in crate::graph) use ids::IdTable;
pub(in crate::graph) use layout::Layout;

/// One file as the graph takes it.
#[derive(Debug)]
pub struct FileInput {
    /// Path relative to the corpus, `/` between parts.
    pub path: String,
    /// What the file says.
    pub facts: FileFacts,
}

/// Builds the graph. `files` come in the bytewise order of their paths; `manifests` say
/// which names imports may use for folders and modules.
#[must_use]
pub fn build(files: Vec<FileInput>, manifests: &Manifests) -> CodeGraph {
    let resolved = Resolver::new(Layout::of(files), manifests).resolve();
    let layout = resolved.layout;
    let mut graph = CodeGraph {
        strings: layout.strings.freeze(),
        files: layout.files,
        nodes: layout.nodes,
        line_starts: layout.line_starts,
        imports: resolved.imports,
        outgoing: Adjacency::default(),
        incoming: Adjacency::default(),
        id_ranks: Vec::new(),
        ids: IdTable::default(),
        unresolved_references: resolved.unresolved_references,
        ambiguous_uses: resolved.ambiguous_uses,
    };
    graph.id_ranks = ids::rank(&graph);
    graph.ids = IdTable::of(&graph);
    (graph.outgoing, graph.incoming) = resolved.edges.freeze(&graph.nodes, &graph.id_ranks);
    graph
}
