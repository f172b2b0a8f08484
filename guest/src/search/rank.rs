//! The best few of many, ordered by score, then id.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Hit, Hits};
use crate::graph::{CodeGraph, NodeId};

/// Larger is better.
type Entry = (u64, Reverse<u32>, NodeId);

/// Keeps the best `limit` of the symbols it is shown, and counts them all.
#[derive(Debug)]
pub(super) struct Ranking<'g> {
    graph: &'g CodeGraph,
    limit: usize,
    /// The worst that is kept is on top.
    kept: BinaryHeap<Reverse<Entry>>,
    total: u64,
}

impl<'g> Ranking<'g> {
    /// An empty ranking.
    pub(super) fn new(graph: &'g CodeGraph, limit: usize) -> Self {
        Self { graph, limit, kept: BinaryHeap::new(), total: 0 }
    }

    /// Shows it a symbol; each symbol once.
    pub(super) fn push(&mut self, node: NodeId, score_milli: u64) {
        self.total += 1;
        self.offer(node, score_milli);
    }

    /// Counts symbols that are not among the best, without showing them.
    pub(super) fn count(&mut self, symbols: u64) {
        self.total += symbols;
    }

    fn offer(&mut self, node: NodeId, score_milli: u64) {
        let is_full = self.kept.len() >= self.limit;
        if is_full && self.kept.peek().is_none_or(|worst| score_milli < worst.0.0) {
            return;
        }
        let entry = (score_milli, Reverse(self.graph.id_rank(node)), node);
        if !is_full {
            self.kept.push(Reverse(entry));
        } else if let Some(mut worst) = self.kept.peek_mut()
            && entry > worst.0
        {
            worst.0 = entry;
        }
    }

    /// The best, and how many there were.
    pub(super) fn finish(self) -> Hits {
        let best = self.kept.into_sorted_vec();
        let hits =
            best.into_iter().map(|Reverse((score_milli, _, node))| Hit { node, score_milli }).collect();
        Hits { hits, total: self.total }
    }
}
