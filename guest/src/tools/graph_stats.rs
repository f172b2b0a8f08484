//! `graph_stats`: how much there is of what.

use serde::{Serialize, Serializer};

use crate::corpus::SkipReason;
use crate::graph::{EdgeKind, Tier};
use crate::index::Index;
use crate::syntax::SymbolKind;
use crate::tools::arguments::Arguments;
use crate::tools::registry::Tool;
use crate::tools::{Reply, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "graph_stats",
    description: "Counts nodes, edges, files and what was skipped, by kind, language and tier.",
    parameters: &[],
    handler: answer,
};

#[derive(Serialize)]
struct Answer<'a> {
    total_nodes: u64,
    total_edges: u64,
    by_kind: Counts<'a>,
    by_language: Counts<'a>,
    edges_by_kind: Counts<'a>,
    edges_by_tier: Counts<'a>,
    files: u64,
    skipped_files: Counts<'a>,
    unresolved_references: u64,
}

/// Counters by name, as an object that keeps their order; a counter at 0 is left out.
enum Counts<'a> {
    Kinds(&'a [u64; SymbolKind::ALL.len()]),
    Languages(&'a [(&'static str, u64)]),
    EdgeKinds(&'a [u64; EdgeKind::ALL.len()]),
    Tiers(&'a [u64; Tier::ALL.len()]),
    Reasons(&'a [u64; SkipReason::ALL.len()]),
}

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Kinds(counts) => write(serializer, SymbolKind::ALL.map(SymbolKind::name), counts),
            Self::EdgeKinds(counts) => write(serializer, EdgeKind::ALL.map(EdgeKind::name), counts),
            Self::Tiers(counts) => write(serializer, Tier::ALL.map(Tier::name), counts),
            Self::Reasons(counts) => write(serializer, SkipReason::ALL.map(SkipReason::name), counts),
            Self::Languages(counts) => serializer.collect_map(counts.iter().copied()),
        }
    }
}

fn write<S: Serializer, const N: usize>(
    serializer: S,
    names: [&'static str; N],
    counts: &[u64; N],
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(names.into_iter().zip(counts).filter(|(_, count)| **count > 0))
}

fn answer(index: &Index, _: &Arguments<'_>, reply: &mut Reply) -> Result<(), ToolError> {
    let stats = &index.outline.stats;
    let answer = Answer {
        total_nodes: stats.nodes,
        total_edges: stats.edges,
        by_kind: Counts::Kinds(&stats.by_kind),
        by_language: Counts::Languages(&stats.by_language),
        edges_by_kind: Counts::EdgeKinds(&stats.edges_by_kind),
        edges_by_tier: Counts::Tiers(&stats.edges_by_tier),
        files: stats.files,
        skipped_files: Counts::Reasons(&index.skipped_by_reason),
        unresolved_references: stats.unresolved_references,
    };
    reply.answer(&answer, 1, index.limits.answer_bytes)
}
