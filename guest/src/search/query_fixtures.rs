//! The queries of a benchmark run, drawn from the corpus's own vocabulary by a fixed rule.
//!
//! Ten, in this order: four exact names, three single pieces of names, two pairs of pieces, and one
//! word that matches nothing. They come from the functions, methods and types outside tests whose
//! names have at least four bytes, or from all symbols if there is none. A corpus too small to offer
//! distinct ones gets repetitions.

use super::search_index::SearchIndex;
use super::tokenize::{fold_into, pieces};
use super::{Filter, Hits};
use crate::graph::{CodeGraph, NodeId};
use crate::syntax::SymbolKind;

/// Where the exact names stand in the order of ids, in eighths.
const NAME_EIGHTHS: [usize; 4] = [1, 3, 5, 7];
/// Where the single pieces stand in the order of the number of symbols that hold them, in tenths:
/// neither the rarest nor the most common.
const PIECE_TENTHS: [usize; 3] = [4, 6, 8];
/// Where the names that pairs of pieces come from stand in the order of ids, in thirds.
const PAIR_THIRDS: [usize; 2] = [1, 2];

/// Bytes that are drawn of one name, at most: a hostile identifier may be longer than a query may be.
const MAX_NAME_BYTES: usize = 100;

/// Draws ten queries; none if the corpus has no symbol.
#[must_use]
pub fn draw_queries(graph: &CodeGraph, search: &SearchIndex) -> Vec<String> {
    let names = drawn_from(graph);
    if names.is_empty() {
        return Vec::new();
    }
    let mut queries: Vec<String> = Vec::with_capacity(10);
    queries.extend(NAME_EIGHTHS.map(|eighths| (*at(&names, eighths, 8)).to_owned()));
    let pieces = pieces_of(&names, search);
    let pairs: Vec<String> = names.iter().filter_map(|name| first_pair(name)).collect();
    // Without pieces or pairs, as in a corpus of one-letter names, the names themselves stand in.
    queries.extend(PIECE_TENTHS.map(|tenths| match pieces.as_slice() {
        [] => (*at(&names, tenths, 10)).to_owned(),
        pieces => at(pieces, tenths, 10).clone(),
    }));
    queries.extend(PAIR_THIRDS.map(|thirds| match pairs.as_slice() {
        [] => (*at(&names, thirds, 3)).to_owned(),
        pairs => at(pairs, thirds, 3).clone(),
    }));
    queries.push(word_without_hits(graph, search));
    queries
}

/// The item `part` of `whole` into a list that is not empty.
fn at<T>(list: &[T], part: usize, whole: usize) -> &T {
    &list[list.len() * part / whole]
}

/// The names to draw from, in the order of ids.
fn drawn_from(graph: &CodeGraph) -> Vec<&str> {
    let mut symbols: Vec<NodeId> =
        graph.node_ids().filter(|node| graph.node(*node).kind != SymbolKind::File).collect();
    let is_wanted = |node: &NodeId| {
        let record = graph.node(*node);
        let kind = record.kind;
        let is_definition = matches!(kind, SymbolKind::Function | SymbolKind::Method) || kind.is_type();
        is_definition && !record.is_test && graph.name(*node).len() >= 4
    };
    if symbols.iter().any(is_wanted) {
        symbols.retain(is_wanted);
    }
    symbols.sort_unstable_by_key(|node| graph.id_rank(*node));
    let names = symbols.into_iter().map(|node| graph.name(node));
    names.map(|name| &name[..name.floor_char_boundary(MAX_NAME_BYTES)]).collect()
}

/// Pieces of at least four letters, each once, by the number of symbols that hold them; those that
/// only one holds are left out if there are others.
fn pieces_of(names: &[&str], search: &SearchIndex) -> Vec<String> {
    let mut found: Vec<String> = names.iter().flat_map(|name| worded_pieces(name, 4)).collect();
    found.sort_unstable();
    found.dedup();
    let mut counted: Vec<(usize, String)> =
        found.into_iter().map(|piece| (search.frequency(&piece), piece)).collect();
    if counted.iter().any(|(frequency, _)| *frequency > 1) {
        counted.retain(|(frequency, _)| *frequency > 1);
    }
    counted.sort_unstable();
    counted.into_iter().map(|(_, piece)| piece).collect()
}

/// The first two distinct pieces of a name, as a query of two words.
fn first_pair(name: &str) -> Option<String> {
    let mut found = worded_pieces(name, 3);
    found.dedup();
    match found.as_slice() {
        [first, second, ..] => Some(format!("{first} {second}")),
        _ => None,
    }
}

/// The folded pieces of a name that are letters only and have at least `bytes` bytes.
fn worded_pieces(name: &str, bytes: usize) -> Vec<String> {
    let fold = |piece| {
        let mut folded = String::new();
        fold_into(piece, &mut folded);
        folded
    };
    let is_word = |piece: &String| piece.len() >= bytes && piece.chars().all(char::is_alphabetic);
    pieces(name).map(fold).filter(is_word).collect()
}

/// A word that no symbol holds and no name is near to.
fn word_without_hits(graph: &CodeGraph, search: &SearchIndex) -> String {
    let mut word = "zqxvkjw".to_owned();
    let finds = |word: &str| -> Hits { search.find(graph, word, &Filter::default(), 1) };
    while finds(&word).total > 0 {
        word.push('q');
    }
    word
}

#[cfg(test)]
mod tests;
