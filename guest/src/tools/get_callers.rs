//! `get_callers`: who calls a symbol, directly and through others.

use serde::Serialize;

use crate::graph::{CallerQuery, EdgeFilter, Reached, Tier, find_callers};
use crate::index::Index;
use crate::tools::arguments::Arguments;
use crate::tools::lookup::find_node;
use crate::tools::parameter::{Accepts, EXCLUDE_TESTS, ID, MIN_TIER, Parameter, limit};
use crate::tools::registry::Tool;
use crate::tools::wire::{FullNode, WireEdge, is_zero};
use crate::tools::{Reply, ToolError};

const DEPTH: Parameter = Parameter {
    name: "depth",
    description: "Calls that are followed back from the target.",
    required: false,
    accepts: Accepts::Integer { min: 1, max: 10, default: 2 },
};
const LIMIT: Parameter = limit(50, "Most callers shown; the target comes on top.");

pub(super) const TOOL: Tool = Tool {
    name: "get_callers",
    description: "Lists who calls or instantiates a symbol, nearest first, with the calls among them.",
    parameters: &[ID, DEPTH, LIMIT, MIN_TIER, EXCLUDE_TESTS],
    handler: answer,
};

#[derive(Serialize)]
struct Answer<'g> {
    nodes: Vec<Caller<'g>>,
    edges: Vec<WireEdge<'g>>,
    total_nodes: u64,
    total_edges: u64,
    truncated: bool,
    #[serde(skip_serializing_if = "is_zero")]
    hidden_text_matched: u64,
    #[serde(skip_serializing_if = "is_zero")]
    hidden_ast_inferred: u64,
}

#[derive(Serialize)]
struct Caller<'g> {
    #[serde(flatten)]
    node: FullNode<'g>,
    distance: u32,
}

fn answer(index: &Index, arguments: &Arguments<'_>, reply: &mut Reply) -> Result<(), ToolError> {
    let graph = &index.graph;
    let id = arguments.text(&ID)?;
    let query = CallerQuery {
        depth: arguments.integer(&DEPTH)?,
        limit: arguments.integer(&LIMIT)? as usize,
        filter: read_edge_filter(arguments)?,
    };
    let callers = find_callers(graph, find_node(graph, ID.name, &id)?, &query);

    let node =
        |reached: &Reached| Caller { node: FullNode::of(graph, reached.node), distance: reached.distance };
    let nodes: Vec<_> = callers.nodes.iter().map(node).collect();
    let items = nodes.len();
    let answer = Answer {
        truncated: callers.total_nodes > items as u64,
        nodes,
        edges: callers.edges.iter().map(|(from, edge)| WireEdge::outgoing(graph, *from, edge)).collect(),
        total_nodes: callers.total_nodes,
        total_edges: callers.total_edges,
        hidden_text_matched: callers.hidden.text_matched,
        hidden_ast_inferred: callers.hidden.ast_inferred,
    };
    reply.answer(&answer, items, index.limits.answer_bytes)
}

/// Reads `min_tier` and `exclude_tests`.
pub(super) fn read_edge_filter(arguments: &Arguments<'_>) -> Result<EdgeFilter, ToolError> {
    let find_tier = |word: &str| Tier::ALL.into_iter().find(|tier| tier.name() == word);
    Ok(EdgeFilter {
        min_tier: arguments.word(&MIN_TIER, find_tier)?.unwrap_or(Tier::AstInferred),
        exclude_tests: arguments.flag(&EXCLUDE_TESTS)?,
    })
}
