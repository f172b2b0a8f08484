//! The index of all symbols' words, and how a query is answered from it.
//!
//! A query goes through stages; the first that finds anything answers:
//! 1. whole names, for one compound word (`parse_config`, in any style) or a qualified name
//!    (`Parser.next`). Their cost does not grow with the corpus.
//! 2. words: symbols that hold any word of the query; of a compound word they hold all pieces. A
//!    symbol named like a query of one word ranks before the others.
//! 3. names one edit away from a word.
//! 4. pieces: symbols that hold any piece of a compound word.

use super::Hits;
use super::bm25::{inverse_frequency, to_milli};
use super::champions::{CHAMPIONS, Champions};
use super::filter::{Filter, Scope};
use super::matches::{Matches, all_of, in_each, seek, union};
use super::names::Names;
use super::postings::{Postings, TermPostings};
use super::query::{Query, Word};
use super::rank::Ranking;
use crate::graph::{CodeGraph, NodeId};

/// What a whole-name match adds to a score, in thousandths: same case, other case, other style. The
/// steps are more than a word can give otherwise: 16 pieces and the name, each less than 23.
const SAME_CASE_MILLI: u64 = 3_000_000;
const OTHER_CASE_MILLI: u64 = 2_000_000;
const OTHER_STYLE_MILLI: u64 = 1_000_000;

/// Postings of all symbols, built once.
#[derive(Debug)]
pub struct SearchIndex {
    postings: Postings,
    names: Names,
    champions: Champions,
}

impl SearchIndex {
    /// Builds the index over all symbols of the graph.
    #[must_use]
    pub fn build(graph: &CodeGraph) -> Self {
        let postings = Postings::build(graph);
        let champions = Champions::build(graph, &postings);
        Self { postings, names: Names::build(graph), champions }
    }

    /// Finds the best `limit` symbols for a query, by score, then id. Files are not found.
    #[must_use]
    pub fn find(&self, graph: &CodeGraph, query: &str, filter: &Filter<'_>, limit: usize) -> Hits {
        let search = Search {
            index: self,
            graph,
            query: Query::parse(query),
            scope: Scope::new(graph, filter),
            limit,
        };
        search.run()
    }

    /// How many symbols hold the word; 0 unless it is a single piece.
    pub(super) fn frequency(&self, piece: &str) -> usize {
        self.postings.find(piece).map_or(0, |postings| postings.nodes.len())
    }

    /// Adds to the score of each of the ascending `nodes` what the word gives it; nothing to those
    /// that do not hold all its pieces. Gives back which of them hold it.
    pub(super) fn score_word(&self, word: &Word, nodes: &[u32], scores: &mut [u64]) -> Vec<bool> {
        let mut holds = vec![true; nodes.len()];
        let mut sums = vec![0_u64; nodes.len()];
        for part in &word.parts {
            let Some(postings) = self.postings.find(part) else {
                holds.fill(false);
                break;
            };
            let mut place = 0;
            for (index, node) in nodes.iter().enumerate() {
                place = seek(postings.nodes, place, *node);
                if postings.nodes.get(place) == Some(node) {
                    sums[index] += to_milli(postings.scored(place).1);
                } else {
                    holds[index] = false;
                }
            }
        }
        let named = self.names.find(&word.key);
        let name_milli = to_milli(self.name_weight(named.len()));
        for (index, node) in nodes.iter().enumerate() {
            if named.binary_search(node).is_ok() {
                holds[index] = true;
                sums[index] += name_milli;
            }
            if holds[index] {
                scores[index] += sums[index];
            }
        }
        holds
    }

    /// Weight of a whole name that `symbols` have, as 12.20 fixed point.
    fn name_weight(&self, symbols: usize) -> u32 {
        inverse_frequency(self.postings.documents(), symbols as u64)
    }

    /// Symbols that hold all pieces of the word, and those named like it.
    fn matches_of(&self, word: &Word) -> Matches {
        let terms: Option<Vec<_>> = word.parts.iter().map(|part| self.postings.find(part)).collect();
        let held = terms.map_or_else(Matches::new, in_each);
        let named = self.names.find(&word.key);
        let weight = self.name_weight(named.len());
        union(&held, &named.iter().map(|node| (*node, weight)).collect())
    }
}

/// One query under way.
struct Search<'s> {
    index: &'s SearchIndex,
    graph: &'s CodeGraph,
    query: Query,
    scope: Scope<'s>,
    limit: usize,
}

impl Search<'_> {
    fn run(&self) -> Hits {
        if let Some(hits) = self.find_common_word() {
            return hits;
        }
        let stages = [Self::find_names, Self::find_words, Self::find_near_names, Self::find_pieces];
        stages.into_iter().map(|stage| stage(self)).find(|hits| hits.total > 0).unwrap_or_default()
    }

    /// Whole names, for a compound word or a qualified name.
    fn find_names(&self) -> Hits {
        let mut ranking = Ranking::new(self.graph, self.limit);
        let word = match (self.query.only_word(), &self.query.qualified) {
            (Some(word), _) if word.is_compound() => word,
            (None, Some(_)) => match self.query.words.last() {
                Some(word) => word,
                None => return Hits::default(),
            },
            _ => return Hits::default(),
        };
        let named = self.index.names.find(&word.key);
        let mut scores = vec![0; named.len()];
        self.index.score_word(word, named, &mut scores);
        for (node, score) in named.iter().zip(scores) {
            let bonus = self.name_bonus(NodeId(*node));
            if bonus > 0 && self.scope.contains(self.graph, NodeId(*node)) {
                ranking.push(NodeId(*node), bonus + score);
            }
        }
        ranking.finish()
    }

    /// What a symbol gets for being named like the query; its key is known to be that of the word.
    fn name_bonus(&self, node: NodeId) -> u64 {
        let name = self.graph.name(node);
        match (self.query.only_word(), &self.query.qualified) {
            (Some(word), _) if word.text == name => SAME_CASE_MILLI,
            (Some(word), _) if same_letters(&word.text, name) => OTHER_CASE_MILLI,
            (Some(_), _) => OTHER_STYLE_MILLI,
            (None, Some(qualified)) => self.qualified_bonus(node, qualified),
            (None, None) => 0,
        }
    }

    fn qualified_bonus(&self, node: NodeId, qualified: &str) -> u64 {
        let qual_name = self.graph.qual_name(node);
        let id = self.graph.id(node).replace("::", ".");
        if ends_with_name(qual_name, qualified, |a, b| a == b) || id == qualified {
            SAME_CASE_MILLI
        } else if ends_with_name(qual_name, qualified, same_letters) {
            OTHER_CASE_MILLI
        } else {
            0
        }
    }

    fn find_words(&self) -> Hits {
        let mut matches = Matches::new();
        for word in &self.query.words {
            matches = union(&matches, &self.index.matches_of(word));
        }
        self.rank(&matches)
    }

    fn find_near_names(&self) -> Hits {
        let mut matches = Matches::new();
        for word in &self.query.words {
            for named in self.index.names.near(&word.key) {
                let weight = self.index.name_weight(named.len()) / 2;
                matches.extend(named.iter().map(|node| (*node, weight)));
            }
        }
        matches.sort_unstable();
        matches.dedup_by_key(|(node, _)| *node);
        self.rank(&matches)
    }

    fn find_pieces(&self) -> Hits {
        let mut matches = Matches::new();
        for postings in self
            .query
            .words
            .iter()
            .flat_map(|word| &word.parts)
            .filter_map(|part| self.index.postings.find(part))
        {
            matches = union(&matches, &all_of(&postings));
        }
        self.rank(&matches)
    }

    fn rank(&self, matches: &Matches) -> Hits {
        let mut ranking = Ranking::new(self.graph, self.limit);
        let named = self.query.only_word().map_or(&[][..], |word| self.index.names.find(&word.key));
        let mut place = 0;
        for (node, score) in matches {
            if !self.scope.contains(self.graph, NodeId(*node)) {
                continue;
            }
            place = seek(named, place, *node);
            let bonus = if named.get(place) == Some(node) { self.name_bonus(NodeId(*node)) } else { 0 };
            ranking.push(NodeId(*node), bonus + to_milli(*score));
        }
        ranking.finish()
    }

    /// Answers a query of one common word from the champions and the symbols named like it: what
    /// [`Self::find_words`] finds, without looking at the rest of the postings.
    fn find_common_word(&self) -> Option<Hits> {
        let word = self.query.only_word().filter(|word| !word.is_compound())?;
        if self.limit > CHAMPIONS || !self.scope.is_everything(self.graph) {
            return None;
        }
        let postings = self.index.postings.find(&word.key)?;
        let champions = self.index.champions.of(&postings)?;
        let named = self.index.names.find(&word.key);
        let mut ranking = Ranking::new(self.graph, self.limit);
        let holders = self.rank_named(&postings, named, &mut ranking);
        let mut shown = holders;
        for (node, score) in champions.iter().map(|place| postings.scored(*place as usize)) {
            if named.binary_search(&node).is_err() {
                ranking.push(NodeId(node), to_milli(score));
                shown += 1;
            }
        }
        ranking.count(postings.nodes.len() as u64 - shown);
        Some(ranking.finish())
    }

    /// Ranks the symbols named like the query; gives back how many of them are among the postings.
    fn rank_named(&self, postings: &TermPostings<'_>, named: &[u32], ranking: &mut Ranking<'_>) -> u64 {
        let weight = self.index.name_weight(named.len());
        let (mut place, mut holders) = (0, 0);
        for node in named {
            place = seek(postings.nodes, place, *node);
            let mut score = weight;
            if postings.nodes.get(place) == Some(node) {
                score += postings.scored(place).1;
                holders += 1;
            }
            ranking.push(NodeId(*node), self.name_bonus(NodeId(*node)) + to_milli(score));
        }
        holders
    }
}

/// Whether two texts are equal but for case.
fn same_letters(a: &str, b: &str) -> bool {
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

/// Whether `qual_name` is `wanted` or ends with it after a `.`.
fn ends_with_name(qual_name: &str, wanted: &str, equal: impl Fn(&str, &str) -> bool) -> bool {
    let Some(start) = qual_name.len().checked_sub(wanted.len()) else { return false };
    let Some((before, end)) = qual_name.split_at_checked(start) else { return false };
    equal(end, wanted) && (before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests;
