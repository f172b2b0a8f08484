//! How many there are of everything.

use std::cmp::Reverse;

use crate::graph::{CodeGraph, EdgeKind, Tier};
use crate::syntax::SymbolKind;

/// Counters over a whole graph, counted once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphStats {
    /// Nodes, files included.
    pub nodes: u64,
    /// Edges of all tiers.
    pub edges: u64,
    /// Files.
    pub files: u64,
    /// Nodes of each kind, in the order of [`SymbolKind::ALL`]; a kind without nodes has 0.
    pub by_kind: [u64; SymbolKind::ALL.len()],
    /// Nodes, files included, of each language that there is, in the bytewise order of names.
    pub by_language: Vec<(&'static str, u64)>,
    /// Edges of each kind, in the order of [`EdgeKind::ALL`].
    pub edges_by_kind: [u64; EdgeKind::ALL.len()],
    /// Edges of each tier, in the order of [`Tier::ALL`]: strongest first.
    pub edges_by_tier: [u64; Tier::ALL.len()],
    /// References that no definition of the corpus was found for.
    pub unresolved_references: u64,
    /// Languages by number of files, then name.
    pub languages: Vec<LanguageFiles>,
}

/// How many files a language has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageFiles {
    /// Name of the language.
    pub language: &'static str,
    /// Its files.
    pub files: u64,
}

impl GraphStats {
    /// Counts.
    pub(super) fn count(graph: &CodeGraph) -> Self {
        let mut stats = Self {
            nodes: graph.node_count() as u64,
            edges: graph.edge_count() as u64,
            files: graph.file_ids().len() as u64,
            by_kind: [0; SymbolKind::ALL.len()],
            by_language: Vec::new(),
            edges_by_kind: [0; EdgeKind::ALL.len()],
            edges_by_tier: [0; Tier::ALL.len()],
            unresolved_references: graph.unresolved_references(),
            languages: count_files(graph),
        };
        for node in graph.node_ids() {
            stats.by_kind[graph.node(node).kind as usize] += 1;
            for edge in graph.outgoing(node) {
                stats.edges_by_kind[edge.kind as usize] += 1;
                stats.edges_by_tier[Tier::AstResolved as usize - edge.tier as usize] += 1;
            }
        }
        for file in graph.file_ids() {
            let file = graph.file(file);
            add(&mut stats.by_language, file.language.name(), u64::from(file.symbol_count) + 1);
        }
        stats.by_language.sort_unstable();
        stats
    }

    /// The language with most files, if there is any file.
    #[must_use]
    pub fn primary_language(&self) -> Option<&'static str> {
        self.languages.first().map(|language| language.language)
    }
}

fn count_files(graph: &CodeGraph) -> Vec<LanguageFiles> {
    let mut counts = Vec::new();
    for file in graph.file_ids() {
        add(&mut counts, graph.file(file).language.name(), 1);
    }
    counts.sort_unstable_by_key(|(language, files)| (Reverse(*files), *language));
    counts.into_iter().map(|(language, files)| LanguageFiles { language, files }).collect()
}

/// Adds to a language's count; there are few languages.
fn add(counts: &mut Vec<(&'static str, u64)>, language: &'static str, more: u64) {
    match counts.iter_mut().find(|(known, _)| *known == language) {
        Some((_, count)) => *count += more,
        None => counts.push((language, more)),
    }
}
