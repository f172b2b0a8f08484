//! `find_usages`: every place that refers to a symbol.

use std::cmp::Reverse;

use serde::Serialize;

use crate::graph::{CodeGraph, Edge, FileId, HiddenEdges, NodeId};
use crate::index::Index;
use crate::tools::arguments::Arguments;
use crate::tools::get_callers::read_edge_filter;
use crate::tools::lookup::find_node;
use crate::tools::parameter::{Accepts, EXCLUDE_TESTS, ID, MIN_TIER, Parameter, limit};
use crate::tools::registry::Tool;
use crate::tools::wire::{FullNode, IdOf, WireEdge, is_zero};
use crate::tools::{Reply, ToolError};

const LIMIT: Parameter = limit(50, "Most edges shown, or groups.");
const GROUP_BY: Parameter = Parameter {
    name: "group_by",
    description: "`file` lists the uses of each file together, in place of nodes and edges.",
    required: false,
    accepts: Accepts::Word(|| vec!["file"]),
};

pub(super) const TOOL: Tool = Tool {
    name: "find_usages",
    description: "Lists the places that refer to a symbol: calls, references, imports, subtypes, overrides.",
    parameters: &[ID, LIMIT, MIN_TIER, EXCLUDE_TESTS, GROUP_BY],
    handler: answer,
};

#[derive(Serialize)]
struct Answer<'g> {
    /// The target, then those that refer to it by id; the target alone with `groups`.
    nodes: Vec<FullNode<'g>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edges: Option<Vec<WireEdge<'g>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Vec<Group<'g>>>,
    usage_summary: UsageSummary,
    total_nodes: u64,
    total_edges: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_groups: Option<u64>,
    truncated: bool,
    #[serde(skip_serializing_if = "is_zero")]
    hidden_text_matched: u64,
    #[serde(skip_serializing_if = "is_zero")]
    hidden_ast_inferred: u64,
}

#[derive(Serialize)]
struct UsageSummary {
    /// Edges.
    n_refs: u64,
    /// Files that they come from.
    n_files: u64,
    /// Edges that come from test code.
    n_test_refs: u64,
}

#[derive(Serialize)]
struct Group<'g> {
    file: &'g str,
    count: u64,
    uses: Vec<Use<'g>>,
}

#[derive(Serialize)]
struct Use<'g> {
    line: u32,
    kind: &'static str,
    symbol_id: IdOf<'g>,
}

/// The uses of a target that pass the filter, by (path, line, id of the origin, kind).
struct Usages<'g> {
    graph: &'g CodeGraph,
    target: NodeId,
    edges: Vec<Edge>,
    hidden: HiddenEdges,
}

fn answer(index: &Index, arguments: &Arguments<'_>, reply: &mut Reply) -> Result<(), ToolError> {
    let id = arguments.text(&ID)?;
    let limit = arguments.integer(&LIMIT)? as usize;
    let filter = read_edge_filter(arguments)?;
    let by_file = arguments.word(&GROUP_BY, |word| (word == "file").then_some(()))?.is_some();

    let graph = &index.graph;
    let target = find_node(graph, ID.name, &id)?;
    let mut hidden = HiddenEdges::of(graph, target);
    let mut admits =
        |edge: &Edge| !edge.kind.is_structural() && filter.admits(graph, edge.node, edge.tier, &mut hidden);
    let edges = graph.incoming(target).iter().filter(|edge| admits(edge)).copied().collect();
    let usages = Usages { graph, target, edges, hidden };
    let (answer, items) = if by_file { usages.grouped(limit) } else { usages.listed(limit) };
    reply.answer(&answer, items, index.limits.answer_bytes)
}

impl<'g> Usages<'g> {
    fn listed(&self, limit: usize) -> (Answer<'g>, usize) {
        let shown = &self.edges[..limit.min(self.edges.len())];
        let users = self.users(shown);
        let nodes: Vec<_> =
            [self.target].into_iter().chain(users).map(|node| FullNode::of(self.graph, node)).collect();
        let items = nodes.len();
        let edges = shown.iter().map(|edge| WireEdge::incoming(self.graph, self.target, edge)).collect();
        let answer =
            Answer { nodes, edges: Some(edges), truncated: shown.len() < self.edges.len(), ..self.totals() };
        (answer, items)
    }

    fn grouped(&self, limit: usize) -> (Answer<'g>, usize) {
        // The edges of a file are neighbours, since the path is the first of their order.
        let mut files: Vec<&[Edge]> =
            self.edges.chunk_by(|left, right| self.file(left) == self.file(right)).collect();
        let total_groups = files.len();
        files.sort_by_key(|edges| (Reverse(edges.len()), self.file(&edges[0])));
        files.truncate(limit);
        let items = files.len();
        let answer = Answer {
            nodes: vec![FullNode::of(self.graph, self.target)],
            groups: Some(files.into_iter().map(|edges| self.group(edges)).collect()),
            total_groups: Some(total_groups as u64),
            truncated: items < total_groups,
            ..self.totals()
        };
        (answer, items)
    }

    fn group(&self, edges: &[Edge]) -> Group<'g> {
        let graph = self.graph;
        let in_group = |edge: &Edge| Use {
            line: edge.line,
            kind: edge.kind.name(),
            symbol_id: IdOf { graph, node: edge.node },
        };
        let file = edges.first().map_or("", |edge| graph.path(self.file(edge)));
        Group { file, count: edges.len() as u64, uses: edges.iter().map(in_group).collect() }
    }

    /// The answer's counts, over all uses.
    fn totals(&self) -> Answer<'g> {
        let graph = self.graph;
        let files = self.edges.chunk_by(|left, right| self.file(left) == self.file(right)).count();
        let in_tests = self.edges.iter().filter(|edge| graph.node(edge.node).is_test).count();
        let n_refs = self.edges.len() as u64;
        Answer {
            nodes: Vec::new(),
            edges: None,
            groups: None,
            usage_summary: UsageSummary { n_refs, n_files: files as u64, n_test_refs: in_tests as u64 },
            total_nodes: self.users(&self.edges).len() as u64 + 1,
            total_edges: n_refs,
            total_groups: None,
            truncated: false,
            hidden_text_matched: self.hidden.text_matched,
            hidden_ast_inferred: self.hidden.ast_inferred,
        }
    }

    /// Distinct origins of edges but the target, by id.
    fn users(&self, edges: &[Edge]) -> Vec<NodeId> {
        let origins = edges.iter().map(|edge| edge.node).filter(|node| *node != self.target);
        let mut users: Vec<_> = origins.collect();
        users.sort_unstable_by_key(|node| self.graph.id_rank(*node));
        users.dedup();
        users
    }

    fn file(&self, edge: &Edge) -> FileId {
        self.graph.node(edge.node).file
    }
}
