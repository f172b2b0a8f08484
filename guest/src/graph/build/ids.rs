//! The order of ids, and the table that finds them.

use crate::graph::code_graph::CodeGraph;
use crate::graph::node::NodeId;
use crate::graph::strings::hash_text;

/// Open-addressing table from an id's text to its node; texts are rebuilt from the graph to compare.
#[derive(Debug)]
pub(in crate::graph) struct IdTable {
    /// Node ids plus one; 0 is a free slot. The length is a power of two.
    slots: Vec<u32>,
}

impl Default for IdTable {
    fn default() -> Self {
        Self { slots: vec![0] }
    }
}

impl IdTable {
    /// The table of all ids.
    pub(super) fn of(graph: &CodeGraph) -> Self {
        let mut slots = vec![0_u32; (graph.node_count() * 2).next_power_of_two().max(2)];
        let mask = slots.len() - 1;
        let mut text = String::new();
        for node in graph.node_ids() {
            text.clear();
            graph.write_id(node, &mut text);
            let mut slot = hash_text(&text) as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = node.0 + 1;
        }
        Self { slots }
    }

    /// Finds the node with this id.
    pub(in crate::graph) fn find(&self, graph: &CodeGraph, id: &str) -> Option<NodeId> {
        let mask = self.slots.len() - 1;
        let mut slot = hash_text(id) as usize & mask;
        let mut text = String::new();
        loop {
            let node = NodeId(self.slots[slot].checked_sub(1)?);
            text.clear();
            graph.write_id(node, &mut text);
            if text == id {
                return Some(node);
            }
            slot = (slot + 1) & mask;
        }
    }
}

/// Gives each node its place in the bytewise order of ids.
pub(super) fn rank(graph: &CodeGraph) -> Vec<u32> {
    let mut blob = String::new();
    let mut spans = Vec::with_capacity(graph.node_count());
    for node in graph.node_ids() {
        let start = blob.len();
        graph.write_id(node, &mut blob);
        spans.push((start as u32, blob.len() as u32));
    }
    let text = |node: u32| {
        let (start, end) = spans[node as usize];
        &blob.as_bytes()[start as usize..end as usize]
    };
    // Two definitions can share an id's text only if a name holds `#2` itself; the node decides then.
    let mut order: Vec<u32> = (0..graph.node_count() as u32).collect();
    order.sort_unstable_by(|&a, &b| text(a).cmp(text(b)).then(a.cmp(&b)));
    let mut ranks = vec![0; order.len()];
    for (place, node) in order.into_iter().enumerate() {
        ranks[node as usize] = place as u32;
    }
    ranks
}
