//! Symbols that much depends on and that depend on much: where a change is felt most.

use std::cmp::Reverse;

use super::MAX_ENTRIES;
use super::distinct::{DistinctCounter, is_use};
use crate::graph::{CodeGraph, NodeId};
use crate::syntax::SymbolKind;

/// A function, method or type outside tests, with the uses that the default view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hotspot {
    /// The symbol.
    pub node: NodeId,
    /// Distinct nodes that use it.
    pub fan_in: u32,
    /// Distinct nodes that it uses.
    pub fan_out: u32,
    /// `fan_in * (fan_out + 1)`: the flow through it, after Henry and Kafura, "Software Structure Metrics
    /// Based on Information Flow" (1981), not squared, and with the symbol itself as one end so that
    /// a type that uses nothing counts too.
    pub score: u64,
}

/// Finds the ten highest scores above 0.
pub(super) fn find(graph: &CodeGraph) -> Vec<Hotspot> {
    let mut distinct = DistinctCounter::new(graph);
    let mut hotspots: Vec<Hotspot> = graph
        .node_ids()
        .filter(|node| can_be_hot(graph, *node))
        .map(|node| {
            let fan_in = distinct.count(node, graph.incoming(node), is_use);
            let fan_out = distinct.count(node, graph.outgoing(node), is_use);
            Hotspot { node, fan_in, fan_out, score: u64::from(fan_in) * (u64::from(fan_out) + 1) }
        })
        .filter(|hotspot| hotspot.score > 0)
        .collect();
    hotspots.sort_unstable_by_key(|hotspot| (Reverse(hotspot.score), graph.id_rank(hotspot.node)));
    hotspots.truncate(MAX_ENTRIES);
    hotspots.shrink_to_fit();
    hotspots
}

fn can_be_hot(graph: &CodeGraph, node: NodeId) -> bool {
    let record = graph.node(node);
    let kind = record.kind;
    !record.is_test && (matches!(kind, SymbolKind::Function | SymbolKind::Method) || kind.is_type())
}
