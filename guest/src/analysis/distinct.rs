//! Counts distinct nodes among edges without hashing.

use crate::graph::{CodeGraph, Edge, NodeId, Tier};

/// Marks nodes as seen; one array for any number of counts.
#[derive(Debug)]
pub(super) struct DistinctCounter {
    /// By node: the number of the count that saw it last.
    seen_in: Vec<u32>,
    counts: u32,
}

impl DistinctCounter {
    /// A counter for the nodes of this graph.
    pub(super) fn new(graph: &CodeGraph) -> Self {
        Self { seen_in: vec![0; graph.node_count()], counts: 0 }
    }

    /// How many nodes other than `node` are at the other end of the edges that `wanted` holds for.
    pub(super) fn count(&mut self, node: NodeId, edges: &[Edge], wanted: impl Fn(&Edge) -> bool) -> u32 {
        self.counts += 1;
        self.seen_in[node.0 as usize] = self.counts;
        let mut distinct = 0;
        for edge in edges.iter().filter(|edge| wanted(edge)) {
            let seen_in = &mut self.seen_in[edge.node.0 as usize];
            if *seen_in != self.counts {
                *seen_in = self.counts;
                distinct += 1;
            }
        }
        distinct
    }
}

/// Whether the edge is a use that the default view shows.
pub(super) fn is_use(edge: &Edge) -> bool {
    !edge.kind.is_structural() && edge.tier >= Tier::AstInferred
}
