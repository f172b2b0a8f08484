//! Our edges, as far as a compiler's index can speak of them.

use std::collections::HashMap;

use guest::graph::{CodeGraph, EdgeKind, FileId, NodeId, Tier};
use guest::syntax::SymbolKind;

/// The weakest tier of an answer that was not asked for another.
pub(super) const DEFAULT_TIER: Tier = Tier::AstInferred;

/// An edge that uses a definition.
#[derive(Clone, Copy, Debug)]
pub(super) struct OurEdge {
    pub(super) from: NodeId,
    pub(super) to: NodeId,
    pub(super) kind: EdgeKind,
    pub(super) tier: Tier,
    pub(super) file: FileId,
    /// 1-based.
    pub(super) line: u32,
}

/// The edges of a graph that use a definition, by the line they start on.
#[derive(Debug)]
pub(super) struct OurEdges {
    pub(super) all: Vec<OurEdge>,
    by_line: HashMap<(FileId, u32), Vec<usize>>,
}

impl OurEdges {
    /// Leaves out what no name in a source stands for: structure, `imports` of files, `overrides`; and
    /// what ends at a file or module, which the two indices see differently.
    pub(super) fn of(graph: &CodeGraph) -> Self {
        let mut all = Vec::new();
        let mut by_line: HashMap<_, Vec<usize>> = HashMap::new();
        for from in graph.node_ids() {
            let file = graph.node(from).file;
            for edge in graph.outgoing(from) {
                let is_use = !edge.kind.is_structural()
                    && !matches!(edge.kind, EdgeKind::Imports | EdgeKind::Overrides);
                let to_kind = graph.node(edge.node).kind;
                if is_use && !matches!(to_kind, SymbolKind::File | SymbolKind::Module) {
                    by_line.entry((file, edge.line)).or_default().push(all.len());
                    let (kind, tier, line) = (edge.kind, edge.tier, edge.line);
                    all.push(OurEdge { from, to: edge.node, kind, tier, file, line });
                }
            }
        }
        Self { all, by_line }
    }

    /// The edges that start on a line.
    pub(super) fn on(&self, file: FileId, line: u32) -> impl Iterator<Item = &OurEdge> {
        self.by_line.get(&(file, line)).into_iter().flatten().map(|&index| &self.all[index])
    }
}
