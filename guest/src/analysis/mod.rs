//! What is computed once over the whole graph while indexing, for `graph_stats` and
//! `get_repo_outline`.
//!
//! One idea a file: counters, directories, hotspots, imports, entry points, communities. All figures
//! are integers, every list has a total order, and nothing here knows how an answer is written.

mod communities;
mod directories;
mod distinct;
mod entry_points;
mod hotspots;
mod imports;
mod louvain;
mod stats;

pub use communities::{Communities, Community};
pub use directories::Directory;
pub use entry_points::{EntryPoint, EntryReason};
pub use hotspots::Hotspot;
pub use imports::ImportedFile;
pub use stats::{GraphStats, LanguageFiles};

use crate::graph::CodeGraph;

/// Entries of each list of an outline but communities, at most.
const MAX_ENTRIES: usize = 10;

/// Aggregates of a graph.
#[derive(Debug)]
pub struct Outline {
    /// Counters.
    pub stats: GraphStats,
    /// Groups of symbols that use each other.
    pub communities: Communities,
    /// At most ten, by score, then id.
    pub hotspots: Vec<Hotspot>,
    /// At most ten, by count, then path.
    pub most_imported_files: Vec<ImportedFile>,
    /// At most ten: main functions first, then by fan-out, then id.
    pub entry_points: Vec<EntryPoint>,
    /// At most ten, by symbols, then path.
    pub directories: Vec<Directory>,
}

impl Outline {
    /// Computes the aggregates.
    #[must_use]
    pub fn build(graph: &CodeGraph) -> Self {
        Self {
            stats: GraphStats::count(graph),
            communities: Communities::find(graph),
            hotspots: hotspots::find(graph),
            most_imported_files: imports::count(graph),
            entry_points: entry_points::find(graph),
            directories: directories::count(graph),
        }
    }
}

#[cfg(test)]
mod tests;
