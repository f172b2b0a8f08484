//! The best symbols of each common term, found while indexing.
//!
//! A query of one common word would otherwise score every symbol that holds it, to show twenty.
//! Champion lists: Manning, Raghavan and Schütze, "Introduction to Information Retrieval", section 7.1.3.

use std::cmp::Reverse;

use super::blend::Blend;
use super::postings::{Postings, TermPostings};
use super::standing::Standings;
use crate::graph::{CodeGraph, NodeId};

/// Symbols in one list.
pub(super) const CHAMPIONS: usize = 32;
/// Terms with fewer postings have no list: scoring them all costs little.
const MIN_POSTINGS: usize = 4 * CHAMPIONS;

/// The champions of all common terms.
#[derive(Debug)]
pub(super) struct Champions {
    /// Numbers of the terms that have a list, ascending.
    terms: Vec<u32>,
    /// List `i` is `places[i * CHAMPIONS..][..CHAMPIONS]`: places in the postings of the term.
    places: Vec<u32>,
}

impl Champions {
    /// Finds them.
    pub(super) fn build(graph: &CodeGraph, postings: &Postings, standings: &Standings) -> Self {
        let (mut terms, mut places) = (Vec::new(), Vec::new());
        let mut order = Vec::new();
        for of_term in postings.all().filter(|of_term| of_term.nodes.len() >= MIN_POSTINGS) {
            order.clear();
            order.extend(0..of_term.nodes.len() as u32);
            let blend = Blend::new(of_term.inverse_frequency);
            let rank = |place: &u32| {
                let found = of_term.matched(*place as usize);
                let node = found.node;
                let milli = blend.milli(&found, standings.of(node), postings.name_pieces(node));
                (Reverse(milli), graph.id_rank(NodeId(node)))
            };
            order.select_nth_unstable_by_key(CHAMPIONS - 1, rank);
            terms.push(of_term.term);
            places.extend_from_slice(&order[..CHAMPIONS]);
        }
        places.shrink_to_fit();
        terms.shrink_to_fit();
        Self { terms, places }
    }

    /// The places of the term's best postings, in no particular order; `None` for a rare term.
    pub(super) fn of(&self, of_term: &TermPostings<'_>) -> Option<&[u32]> {
        let list = self.terms.binary_search(&of_term.term).ok()?;
        Some(&self.places[list * CHAMPIONS..][..CHAMPIONS])
    }
}
