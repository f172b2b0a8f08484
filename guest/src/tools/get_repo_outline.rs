//! `get_repo_outline`: the shape of the whole corpus on a page.
//!
//! What it shows was computed while indexing; here it is only written.

use serde::Serialize;

use crate::analysis::{Community, Outline};
use crate::graph::CodeGraph;
use crate::index::Index;
use crate::tools::arguments::Arguments;
use crate::tools::registry::Tool;
use crate::tools::wire::{BriefNode, IdOf};
use crate::tools::{Reply, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "get_repo_outline",
    description: "Shows the shape of the whole corpus: communities, hotspots, entry points, directories.",
    parameters: &[],
    handler: answer,
};

#[derive(Serialize)]
struct Answer<'a> {
    summary: Summary,
    communities: WireCommunities<'a>,
    hotspots: Vec<WireHotspot<'a>>,
    most_imported_files: Vec<WireImportedFile<'a>>,
    entry_points: Vec<WireEntryPoint<'a>>,
    directories: Vec<WireDirectory<'a>>,
}

#[derive(Serialize)]
struct Summary {
    total_nodes: u64,
    total_edges: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    primary_language: Option<&'static str>,
    languages: Vec<WireLanguage>,
}

#[derive(Serialize)]
struct WireLanguage {
    name: &'static str,
    files: u64,
}

#[derive(Serialize)]
struct WireCommunities<'a> {
    count: u64,
    /// From -0.5 to 1, to three decimals.
    modularity: f64,
    top: Vec<WireCommunity<'a>>,
}

#[derive(Serialize)]
struct WireCommunity<'a> {
    /// Id of the member that stands for it.
    id: IdOf<'a>,
    label: &'a str,
    size: u64,
    /// From 0 to 1, to three decimals.
    cohesion: f64,
}

#[derive(Serialize)]
struct WireHotspot<'a> {
    #[serde(flatten)]
    node: BriefNode<'a>,
    fan_in: u32,
    fan_out: u32,
    score: u64,
}

#[derive(Serialize)]
struct WireImportedFile<'a> {
    path: &'a str,
    count: u32,
}

#[derive(Serialize)]
struct WireEntryPoint<'a> {
    #[serde(flatten)]
    node: BriefNode<'a>,
    reason: &'static str,
    fan_out: u32,
}

#[derive(Serialize)]
struct WireDirectory<'a> {
    path: &'a str,
    files: u64,
    symbols: u64,
}

fn answer(index: &Index, _: &Arguments<'_>, reply: &mut Reply) -> Result<(), ToolError> {
    let (graph, outline) = (&index.graph, &index.outline);
    let answer = Answer {
        summary: summary(outline),
        communities: communities(graph, outline),
        hotspots: hotspots(graph, outline),
        most_imported_files: imported_files(graph, outline),
        entry_points: entry_points(graph, outline),
        directories: directories(outline),
    };
    reply.answer(&answer, answer.communities.top.len(), index.limits.answer_bytes)
}

fn summary(outline: &Outline) -> Summary {
    let stats = &outline.stats;
    let languages = stats.languages.iter();
    Summary {
        total_nodes: stats.nodes,
        total_edges: stats.edges,
        primary_language: stats.primary_language(),
        languages: languages.map(|it| WireLanguage { name: it.language, files: it.files }).collect(),
    }
}

fn communities<'a>(graph: &'a CodeGraph, outline: &'a Outline) -> WireCommunities<'a> {
    let wire = |community: &'a Community| WireCommunity {
        id: IdOf { graph, node: community.first_member },
        label: &community.label,
        size: community.size,
        cohesion: thousandths(community.cohesion_milli as i64),
    };
    WireCommunities {
        count: outline.communities.count,
        modularity: thousandths(outline.communities.modularity_milli),
        top: outline.communities.top.iter().map(wire).collect(),
    }
}

fn hotspots<'a>(graph: &'a CodeGraph, outline: &Outline) -> Vec<WireHotspot<'a>> {
    let hotspots = outline.hotspots.iter();
    hotspots
        .map(|it| WireHotspot {
            node: BriefNode::of(graph, it.node),
            fan_in: it.fan_in,
            fan_out: it.fan_out,
            score: it.score,
        })
        .collect()
}

fn imported_files<'a>(graph: &'a CodeGraph, outline: &Outline) -> Vec<WireImportedFile<'a>> {
    let files = outline.most_imported_files.iter();
    files.map(|it| WireImportedFile { path: graph.path(it.file), count: it.count }).collect()
}

fn entry_points<'a>(graph: &'a CodeGraph, outline: &Outline) -> Vec<WireEntryPoint<'a>> {
    let entry_points = outline.entry_points.iter();
    entry_points
        .map(|it| WireEntryPoint {
            node: BriefNode::of(graph, it.node),
            reason: it.reason.name(),
            fan_out: it.fan_out,
        })
        .collect()
}

fn directories(outline: &Outline) -> Vec<WireDirectory<'_>> {
    let directories = outline.directories.iter();
    directories.map(|it| WireDirectory { path: &it.path, files: it.files, symbols: it.symbols }).collect()
}

/// A figure in thousandths as a number with three decimals; the division rounds the same everywhere.
fn thousandths(milli: i64) -> f64 {
    milli as f64 / 1000.0
}
