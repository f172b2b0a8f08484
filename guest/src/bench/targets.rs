//! Pins the symbols that tools are asked about: the same for the same corpus, in every lane.

use crate::bench::{BenchError, TargetPolicy};
use crate::graph::{CodeGraph, Edge, NodeId, Tier};
use crate::syntax::SymbolKind;

/// A symbol that tools are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) node: NodeId,
    /// Distinct direct callers at the default tier, itself not counted.
    pub(super) callers: u32,
}

/// How many targets `deciles` cycles.
const DECILES: usize = 10;

/// Chooses targets; none if nothing in the corpus can be called.
///
/// # Errors
/// [`BenchError::BadConfig`] for an id that names nothing, or an empty list of ids.
pub(super) fn choose_targets(graph: &CodeGraph, policy: &TargetPolicy) -> Result<Vec<Target>, BenchError> {
    if let TargetPolicy::Ids(ids) = policy {
        return find_ids(graph, ids);
    }
    let candidates = list_candidates(graph);
    let count = candidates.len();
    if count == 0 {
        return Ok(first_callable(graph).into_iter().collect());
    }
    let places = match policy {
        TargetPolicy::Median | TargetPolicy::Ids(_) => vec![count / 2],
        TargetPolicy::Hub => vec![count - 1],
        TargetPolicy::Deciles => (0..DECILES).map(|tenth| count * tenth / DECILES).collect(),
    };
    Ok(places.into_iter().map(|place| candidates[place]).collect())
}

/// Functions and methods outside tests that something else calls, by (callers, id).
fn list_candidates(graph: &CodeGraph) -> Vec<Target> {
    let mut callers = Vec::new();
    let mut candidates: Vec<Target> = graph
        .node_ids()
        .filter(|node| {
            let record = graph.node(*node);
            matches!(record.kind, SymbolKind::Function | SymbolKind::Method) && !record.is_test
        })
        .map(|node| Target { node, callers: count_callers(graph, node, &mut callers) })
        .filter(|target| target.callers > 0)
        .collect();
    candidates.sort_unstable_by_key(|target| (target.callers, graph.id_rank(target.node)));
    candidates
}

/// Counts distinct direct callers; `callers` is a buffer.
fn count_callers(graph: &CodeGraph, node: NodeId, callers: &mut Vec<NodeId>) -> u32 {
    let is_caller = |edge: &&Edge| edge.kind.is_call() && edge.tier >= Tier::AstInferred && edge.node != node;
    callers.clear();
    callers.extend(graph.incoming(node).iter().filter(is_caller).map(|edge| edge.node));
    callers.sort_unstable();
    callers.dedup();
    callers.len() as u32
}

fn first_callable(graph: &CodeGraph) -> Option<Target> {
    let callable = graph.node_ids().filter(|node| graph.node(*node).kind.is_callable());
    let node = callable.min_by_key(|node| graph.id_rank(*node))?;
    Some(Target { node, callers: count_callers(graph, node, &mut Vec::new()) })
}

fn find_ids(graph: &CodeGraph, ids: &[String]) -> Result<Vec<Target>, BenchError> {
    if ids.is_empty() {
        return Err(BenchError::BadConfig("`targets` names no id".to_owned()));
    }
    let mut callers = Vec::new();
    ids.iter()
        .map(|id| {
            let node = crate::tools::find_node(graph, "targets", id)
                .map_err(|error| BenchError::BadConfig(error.to_string()))?;
            Ok(Target { node, callers: count_callers(graph, node, &mut callers) })
        })
        .collect()
}
