//! Edges as they are found, frozen into one array per direction.

use crate::graph::code_graph::Adjacency;
use crate::graph::edge::{Edge, EdgeKind, Tier};
use crate::graph::node::{Node, NodeId};

/// Edges in the order found, with their origin.
#[derive(Debug, Default)]
pub(in crate::graph) struct EdgeList {
    edges: Vec<(NodeId, Edge)>,
}

impl EdgeList {
    /// Adds an edge.
    pub(in crate::graph) fn push(&mut self, from: NodeId, to: NodeId, kind: EdgeKind, line: u32, tier: Tier) {
        self.edges.push((from, Edge { node: to, line, kind, tier }));
    }

    /// Sorts, drops doubles (the strongest tier stays), and lays the edges out in both directions.
    pub(in crate::graph) fn freeze(self, nodes: &[Node], id_ranks: &[u32]) -> (Adjacency, Adjacency) {
        let mut outgoing = Adjacency::group(nodes.len(), &self.edges, |&(from, edge)| (from, edge));
        drop(self.edges);
        outgoing.sort_and_drop_doubles();
        let flat: Vec<(NodeId, Edge)> = outgoing.all().collect();
        let mut incoming =
            Adjacency::group(nodes.len(), &flat, |&(from, edge)| (edge.node, Edge { node: from, ..edge }));
        drop(flat);
        incoming.sort_by_origin(nodes, id_ranks);
        (outgoing, incoming)
    }
}

impl Adjacency {
    /// Counts, then fills: the edges of each node, in the order given.
    fn group(
        node_count: usize,
        edges: &[(NodeId, Edge)],
        end: impl Fn(&(NodeId, Edge)) -> (NodeId, Edge),
    ) -> Self {
        let mut starts = vec![0_u32; node_count + 1];
        for item in edges {
            starts[end(item).0.0 as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let filler = Edge { node: NodeId(0), line: 0, kind: EdgeKind::Defines, tier: Tier::TextMatched };
        let mut grouped = vec![filler; edges.len()];
        for item in edges {
            let (node, edge) = end(item);
            let slot = &mut next[node.0 as usize];
            grouped[*slot as usize] = edge;
            *slot += 1;
        }
        Self { starts, edges: grouped }
    }

    /// Orders each node's edges by (line, kind, other end), and keeps the strongest tier of each.
    fn sort_and_drop_doubles(&mut self) {
        let mut kept = 0;
        let mut start = 0;
        for node in 0..self.starts.len() - 1 {
            let end = self.starts[node + 1] as usize;
            self.edges[start..end]
                .sort_unstable_by_key(|edge| (edge.line, edge.kind, edge.node, std::cmp::Reverse(edge.tier)));
            let first_kept = kept;
            for index in start..end {
                let edge = self.edges[index];
                let double = kept > first_kept && {
                    let last = self.edges[kept - 1];
                    (last.line, last.kind, last.node) == (edge.line, edge.kind, edge.node)
                };
                if !double {
                    self.edges[kept] = edge;
                    kept += 1;
                }
            }
            start = end;
            self.starts[node + 1] = kept as u32;
        }
        self.edges.truncate(kept);
        self.edges.shrink_to_fit();
    }

    /// Orders each node's edges by (file of the origin, line, id of the origin, kind).
    fn sort_by_origin(&mut self, nodes: &[Node], id_ranks: &[u32]) {
        for node in 0..self.starts.len() - 1 {
            let range = self.starts[node] as usize..self.starts[node + 1] as usize;
            self.edges[range].sort_unstable_by_key(|edge| {
                let origin = edge.node.0 as usize;
                (nodes[origin].file, edge.line, id_ranks[origin], edge.kind)
            });
        }
    }

    fn all(&self) -> impl Iterator<Item = (NodeId, Edge)> + '_ {
        (0..self.starts.len() - 1).flat_map(|index| {
            let range = self.starts[index] as usize..self.starts[index + 1] as usize;
            self.edges[range].iter().map(move |&edge| (NodeId(index as u32), edge))
        })
    }
}
