//! Walks over the graph from one node: who calls it, directly and through others.
//!
//! What is visited bounds the work and the memory of a walk, not the size of the graph. No order
//! comes from a hash table.

use rustc_hash::FxHashSet;

use crate::graph::{CodeGraph, Edge, NodeId, Tier};

/// Which edges a view of the graph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeFilter {
    /// Weakest tier that is shown.
    pub min_tier: Tier,
    /// Leaves out edges whose origin is test code.
    pub exclude_tests: bool,
}

impl Default for EdgeFilter {
    fn default() -> Self {
        Self { min_tier: Tier::AstInferred, exclude_tests: false }
    }
}

impl EdgeFilter {
    /// Whether an edge from `from` is shown; one that only its tier hides is counted in `hidden`.
    pub fn admits(&self, graph: &CodeGraph, from: NodeId, tier: Tier, hidden: &mut HiddenEdges) -> bool {
        if self.exclude_tests && graph.node(from).is_test {
            return false;
        }
        let shown = tier >= self.min_tier;
        if !shown {
            hidden.count(tier);
        }
        shown
    }
}

/// Uses that were left out for their tier alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiddenEdges {
    /// Of tier `text_matched`, those included that fit too many members to be edges at all.
    pub text_matched: u64,
    /// Of tier `ast_inferred`.
    pub ast_inferred: u64,
}

impl HiddenEdges {
    /// What no view of the node shows.
    #[must_use]
    pub fn of(graph: &CodeGraph, node: NodeId) -> Self {
        Self { text_matched: u64::from(graph.ambiguous_uses(node)), ast_inferred: 0 }
    }

    fn count(&mut self, tier: Tier) {
        match tier {
            Tier::TextMatched => self.text_matched += 1,
            Tier::AstInferred => self.ast_inferred += 1,
            Tier::AstResolved => {}
        }
    }
}

/// A node that a walk came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The node.
    pub node: NodeId,
    /// Calls between it and the target; 0 is the target.
    pub distance: u32,
}

/// How far callers are followed.
#[derive(Clone, Copy, Debug)]
pub struct CallerQuery {
    /// Largest distance, at least 1.
    pub depth: u32,
    /// Most nodes shown besides the target.
    pub limit: usize,
    /// Which edges are followed.
    pub filter: EdgeFilter,
}

/// The callers of a target.
#[derive(Debug)]
pub struct Callers {
    /// The target, then those shown: by distance, then id.
    pub nodes: Vec<Reached>,
    /// Calls among `nodes` as (origin, edge): in the order of their origins, then as the graph has them.
    pub edges: Vec<(NodeId, Edge)>,
    /// Nodes within the depth, the target included, before the limit.
    pub total_nodes: u64,
    /// Calls among those nodes.
    pub total_edges: u64,
    /// Calls of nodes within the depth that were not followed for their tier; of the target also those
    /// that are no edges.
    pub hidden: HiddenEdges,
}

/// Finds who calls or instantiates `target`, breadth first.
#[must_use]
pub fn find_callers(graph: &CodeGraph, target: NodeId, query: &CallerQuery) -> Callers {
    let mut hidden = HiddenEdges::of(graph, target);
    let mut visited = FxHashSet::default();
    visited.insert(target);
    let mut nodes = vec![Reached { node: target, distance: 0 }];
    let mut layer = 0;
    for distance in 1..=query.depth {
        let layer_end = nodes.len();
        for place in layer..layer_end {
            for edge in graph.incoming(nodes[place].node).iter().filter(|edge| edge.kind.is_call()) {
                let admitted = query.filter.admits(graph, edge.node, edge.tier, &mut hidden);
                if admitted && visited.insert(edge.node) {
                    nodes.push(Reached { node: edge.node, distance });
                }
            }
        }
        if nodes.len() == layer_end {
            break;
        }
        nodes[layer_end..].sort_unstable_by_key(|reached| graph.id_rank(reached.node));
        layer = layer_end;
    }

    let total_nodes = nodes.len() as u64;
    let total_edges = calls_among(graph, &nodes, &visited, &query.filter).count() as u64;
    if nodes.len() > query.limit + 1 {
        nodes.truncate(query.limit + 1);
        visited = nodes.iter().map(|reached| reached.node).collect();
    }
    let edges = calls_among(graph, &nodes, &visited, &query.filter).collect();
    Callers { nodes, edges, total_nodes, total_edges, hidden }
}

/// Lists the calls between nodes by following what each of them calls: a function calls few, while a
/// popular one is called by thousands. `set` holds the same nodes as `nodes`.
fn calls_among<'g>(
    graph: &'g CodeGraph,
    nodes: &'g [Reached],
    set: &'g FxHashSet<NodeId>,
    filter: &'g EdgeFilter,
) -> impl Iterator<Item = (NodeId, Edge)> {
    let mut uncounted = HiddenEdges::default();
    nodes
        .iter()
        .flat_map(|reached| graph.outgoing(reached.node).iter().map(|edge| (reached.node, *edge)))
        .filter(move |(from, edge)| {
            edge.kind.is_call()
                && set.contains(&edge.node)
                && filter.admits(graph, *from, edge.tier, &mut uncounted)
        })
}
