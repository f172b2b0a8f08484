//! Which symbols may be hits.

use std::ops::Range;

use crate::graph::{CodeGraph, FileId, NodeId};
use crate::syntax::SymbolKind;

/// Which symbols may be hits.
#[derive(Clone, Debug, Default)]
pub struct Filter<'q> {
    /// Any of these kinds; empty: all but files.
    pub kinds: Vec<SymbolKind>,
    /// Languages with this name ([`crate::corpus::Language::name`]).
    pub language: Option<&'q str>,
    /// Paths that start with these bytes.
    pub path_prefix: Option<&'q str>,
}

/// A filter, prepared for one graph.
#[derive(Debug)]
pub(super) struct Scope<'f> {
    /// Nodes of the files with the path prefix: consecutive, since files are in the order of paths.
    nodes: Range<u32>,
    /// One bit for each kind by its discriminant.
    kinds: u16,
    language: Option<&'f str>,
}

impl<'f> Scope<'f> {
    /// Prepares the filter.
    pub(super) fn new(graph: &CodeGraph, filter: &Filter<'f>) -> Self {
        let kinds = match filter.kinds.as_slice() {
            [] => u16::MAX,
            kinds => kinds.iter().fold(0, |bits, kind| bits | 1 << *kind as u16),
        };
        let nodes = match filter.path_prefix {
            None | Some("") => 0..graph.node_count() as u32,
            Some(prefix) => nodes_below(graph, prefix),
        };
        Self { nodes, kinds, language: filter.language }
    }

    /// Whether every symbol passes.
    pub(super) fn is_everything(&self, graph: &CodeGraph) -> bool {
        self.nodes == (0..graph.node_count() as u32) && self.kinds == u16::MAX && self.language.is_none()
    }

    /// Whether the symbol passes.
    pub(super) fn contains(&self, graph: &CodeGraph, node: NodeId) -> bool {
        if !self.nodes.contains(&node.0) {
            return false;
        }
        let record = graph.node(node);
        self.kinds & (1 << record.kind as u16) != 0
            && self.language.is_none_or(|language| record.language.name() == language)
    }
}

fn nodes_below(graph: &CodeGraph, prefix: &str) -> Range<u32> {
    let files = graph.file_ids().len() as u32;
    let first = partition_point(files, |file| graph.path(file) < prefix);
    let end =
        partition_point(files, |file| graph.path(file) < prefix || graph.path(file).starts_with(prefix));
    let start_of = |file: u32| {
        if file < files { graph.file(FileId(file)).node.0 } else { graph.node_count() as u32 }
    };
    start_of(first)..start_of(end)
}

/// The first of `0..count` for which `holds` is false; it is true for all before.
fn partition_point(count: u32, holds: impl Fn(FileId) -> bool) -> u32 {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(FileId(middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
