//! What is computed over the whole graph while indexing: communities, hotspots, import counts,
//! entry points, directories.

use crate::graph::{CodeGraph, NodeId};

/// Aggregates for the outline, each list sorted by its figure, then id.
#[derive(Debug)]
pub struct Outline {
    /// Placeholder until the analysis lands.
    pub hotspots: Vec<NodeId>,
}

impl Outline {
    /// Computes the aggregates.
    #[must_use]
    pub fn build(_graph: &CodeGraph) -> Self {
        todo!()
    }
}
