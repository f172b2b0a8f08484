//! Finds symbols by words: ids and scores only, ties broken the same way each time.

use crate::corpus::Language;
use crate::graph::{CodeGraph, NodeId};
use crate::syntax::SymbolKind;

/// Postings of all symbols, built once.
#[derive(Debug)]
pub struct SearchIndex {}

/// Which symbols may be hits.
#[derive(Clone, Debug, Default)]
pub struct Filter<'q> {
    /// Any of these kinds; empty: all but files.
    pub kinds: Vec<SymbolKind>,
    /// Languages with this name ([`Language::name`]).
    pub language: Option<&'q str>,
    /// Paths that start with these bytes.
    pub path_prefix: Option<&'q str>,
}

/// A symbol found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The symbol.
    pub node: NodeId,
    /// Its score in thousandths.
    pub score_milli: u64,
}

/// The best hits and how many there were.
#[derive(Clone, Debug, Default)]
pub struct Hits {
    /// By score, then id.
    pub hits: Vec<Hit>,
    /// Symbols that match, after the filter.
    pub total: u64,
}

impl SearchIndex {
    /// Builds the index over all symbols of the graph.
    #[must_use]
    pub fn build(_graph: &CodeGraph) -> Self {
        todo!()
    }

    /// Finds the best `limit` symbols for a query.
    #[must_use]
    pub fn find(&self, _graph: &CodeGraph, _query: &str, _filter: &Filter<'_>, _limit: usize) -> Hits {
        let _ = Language::ALL;
        todo!()
    }
}
