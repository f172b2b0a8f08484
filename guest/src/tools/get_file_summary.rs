//! `get_file_summary`: what a file defines, imports and is used by.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::graph::{CodeGraph, EdgeFilter, FileId, HiddenEdges, Import, NodeId};
use crate::index::Index;
use crate::tools::arguments::Arguments;
use crate::tools::lookup::find_file;
use crate::tools::parameter::{Accepts, Parameter, limit};
use crate::tools::registry::Tool;
use crate::tools::wire::{FullNode, WireEdge, is_zero};
use crate::tools::{Reply, ToolError};

const PATH: Parameter = Parameter {
    name: "path",
    description: "Path of an indexed file, relative to the corpus, with `/`.",
    required: true,
    accepts: Accepts::Text { min: 1, max: 65_536 },
};
const LIMIT: Parameter = limit(500, "Most entries of each list.");

pub(super) const TOOL: Tool = Tool {
    name: "get_file_summary",
    description: "Shows what a file defines and imports, which files depend on it, and its edges.",
    parameters: &[PATH, LIMIT],
    handler: answer,
};

#[derive(Serialize)]
struct Answer<'g> {
    path: &'g str,
    language: &'static str,
    bytes: u32,
    lines: u32,
    /// Definitions in source order.
    nodes: Vec<FullNode<'g>>,
    /// In source order.
    imports: Vec<WireImport<'g>>,
    /// Other files by how many edges they have into this one, then by path.
    dependents: Vec<Dependent<'g>>,
    /// Those that start here, in the order of their origins; then those from other files, in the
    /// order of the definitions that they end at.
    edges: Vec<WireEdge<'g>>,
    total_nodes: u64,
    total_imports: u64,
    total_dependents: u64,
    total_edges: u64,
    truncated: bool,
    #[serde(skip_serializing_if = "is_zero")]
    hidden_text_matched: u64,
}

#[derive(Serialize)]
struct WireImport<'g> {
    name: &'g str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'g str>,
}

#[derive(Serialize)]
struct Dependent<'g> {
    path: &'g str,
    count: u32,
}

fn answer(index: &Index, arguments: &Arguments<'_>, reply: &mut Reply) -> Result<(), ToolError> {
    let graph = &index.graph;
    let path = arguments.text(&PATH)?;
    let limit = arguments.integer(&LIMIT)? as usize;
    let file = find_file(graph, PATH.name, &path)?;

    let record = graph.file(file);
    let imports = rows_of(graph.imports_of(file));
    let touching = find_touching(graph, file, limit);
    let total_nodes = graph.symbols_of(file).len();
    let answer = Answer {
        path: graph.path(file),
        language: record.language.name(),
        bytes: record.bytes,
        lines: record.line_count,
        nodes: graph.symbols_of(file).take(limit).map(|node| FullNode::of(graph, node)).collect(),
        imports: imports.iter().take(limit).map(|import| wire_import(graph, import)).collect(),
        total_nodes: total_nodes as u64,
        total_imports: imports.len() as u64,
        total_dependents: touching.total_dependents as u64,
        total_edges: touching.total_edges as u64,
        truncated: [total_nodes, imports.len(), touching.total_dependents, touching.total_edges]
            .into_iter()
            .any(|total| total > limit),
        dependents: touching.dependents,
        edges: touching.edges,
        hidden_text_matched: touching.hidden.text_matched,
    };
    reply.answer(&answer, answer.nodes.len(), index.limits.answer_bytes)
}

/// One row for each module named in a line that leads to one file, however many of its names are brought in
/// there.
fn rows_of(imports: &[Import]) -> Vec<Import> {
    let mut rows: Vec<Import> = imports.to_vec();
    rows.dedup_by_key(|import| (import.module, import.line, import.file));
    rows
}

fn wire_import<'g>(graph: &'g CodeGraph, import: &Import) -> WireImport<'g> {
    WireImport {
        name: graph.text(import.module),
        line: import.line,
        file: import.file.map(|file| graph.path(file)),
    }
}

/// Edges of a file's nodes, and the files at their other ends.
struct Touching<'g> {
    edges: Vec<WireEdge<'g>>,
    total_edges: usize,
    dependents: Vec<Dependent<'g>>,
    total_dependents: usize,
    hidden: HiddenEdges,
}

fn find_touching(graph: &CodeGraph, file: FileId, limit: usize) -> Touching<'_> {
    let filter = EdgeFilter::default();
    let mut hidden = HiddenEdges::default();
    let mut edges = Vec::new();
    let mut total_edges = 0;
    for from in nodes_of(graph, file) {
        for edge in graph.outgoing(from) {
            if filter.admits(graph, from, edge.tier, &mut hidden) {
                total_edges += 1;
                if edges.len() < limit {
                    edges.push(WireEdge::outgoing(graph, from, edge));
                }
            }
        }
    }
    let mut counts: FxHashMap<FileId, u32> = FxHashMap::default();
    for to in nodes_of(graph, file) {
        for edge in graph.incoming(to) {
            let origin = graph.node(edge.node).file;
            if origin != file && filter.admits(graph, edge.node, edge.tier, &mut hidden) {
                total_edges += 1;
                *counts.entry(origin).or_default() += 1;
                if edges.len() < limit {
                    edges.push(WireEdge::incoming(graph, to, edge));
                }
            }
        }
    }
    let total_dependents = counts.len();
    let dependents = rank_dependents(graph, counts, limit);
    Touching { edges, total_edges, dependents, total_dependents, hidden }
}

/// The file's own node and its definitions.
fn nodes_of(graph: &CodeGraph, file: FileId) -> impl Iterator<Item = NodeId> {
    [graph.file(file).node].into_iter().chain(graph.symbols_of(file))
}

fn rank_dependents(graph: &CodeGraph, counts: FxHashMap<FileId, u32>, limit: usize) -> Vec<Dependent<'_>> {
    let mut ranked: Vec<(FileId, u32)> = counts.into_iter().collect();
    // File ids follow the order of paths.
    ranked.sort_unstable_by_key(|(file, count)| (Reverse(*count), *file));
    ranked.truncate(limit);
    ranked.into_iter().map(|(file, count)| Dependent { path: graph.path(file), count }).collect()
}
