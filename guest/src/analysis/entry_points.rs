//! Where execution or use of the corpus starts.
//!
//! Two rules, both for functions and methods outside tests. A *main* is named `main` and stands at the
//! top of its file or, as Java has it, directly in a type. An *uncalled* function is exported, stands at
//! the top of its file, uses something of the corpus, and no use of it is known.

use std::cmp::Reverse;

use super::MAX_ENTRIES;
use super::distinct::{DistinctCounter, is_use};
use crate::graph::{CodeGraph, Node, NodeId};
use crate::syntax::SymbolKind;

/// A symbol that execution or use starts at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The symbol.
    pub node: NodeId,
    /// Which rule makes it one.
    pub reason: EntryReason,
    /// Distinct nodes that it uses.
    pub fan_out: u32,
}

/// Which rule makes a symbol an entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryReason {
    /// It is named `main`.
    Main,
    /// It is exported and nothing in the corpus uses it.
    Uncalled,
}

impl EntryReason {
    /// The word in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Uncalled => "uncalled",
        }
    }
}

/// Finds ten: mains first, then by fan-out, then id.
pub(super) fn find(graph: &CodeGraph) -> Vec<EntryPoint> {
    let mut distinct = DistinctCounter::new(graph);
    let mut found = Vec::new();
    for node in graph.node_ids() {
        let Some(reason) = reason_for(graph, node) else { continue };
        let fan_out = distinct.count(node, graph.outgoing(node), is_use);
        if reason == EntryReason::Main || fan_out > 0 {
            found.push(EntryPoint { node, reason, fan_out });
        }
    }
    found.sort_unstable_by_key(|entry| (entry.reason, Reverse(entry.fan_out), graph.id_rank(entry.node)));
    found.truncate(MAX_ENTRIES);
    found.shrink_to_fit();
    found
}

fn reason_for(graph: &CodeGraph, node: NodeId) -> Option<EntryReason> {
    let record = graph.node(node);
    if !matches!(record.kind, SymbolKind::Function | SymbolKind::Method) || record.is_test {
        return None;
    }
    let around = graph.node(record.parent).kind;
    if graph.name(node) == "main" && (around == SymbolKind::File || around.is_type()) {
        return Some(EntryReason::Main);
    }
    let is_unused = |record: &Node| {
        record.exported && around == SymbolKind::File && !graph.incoming(node).iter().any(is_use)
    };
    is_unused(record).then_some(EntryReason::Uncalled)
}
