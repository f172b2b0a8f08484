//! Finds symbols by words: ids and scores only, ties broken the same way each time.
//!
//! Start at [`SearchIndex::find`]. `tokenize` splits texts, `postings` and `names` are what is stored,
//! `bm25` is the ranking function. On top of it stand [`find_context`], the retrieval of
//! `smart_context`, and [`draw_queries`], the queries of a benchmark run. No text of an answer is
//! written here.

mod blend;
mod bm25;
mod champions;
mod context;
mod dictionary;
mod filter;
mod forms;
mod keywords;
mod matches;
mod names;
mod postings;
mod query;
mod query_fixtures;
mod rank;
mod search_index;
mod standing;
mod stem;
mod stop_words;
mod sum;
mod synonyms;
#[cfg(test)]
pub(crate) mod test_corpus;
mod tokenize;

pub use context::{Context, ContextRequest, Relevant, find_context};
pub use filter::Filter;
pub use query_fixtures::draw_queries;
pub use search_index::SearchIndex;

use crate::graph::NodeId;

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
