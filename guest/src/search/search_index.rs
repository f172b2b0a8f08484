//! The index of all symbols' words, and how a query is answered from it.
//!
//! A query goes through stages; the first that finds anything answers:
//! 1. whole names, for one compound word (`parse_config`, in any style) or a qualified name
//!    (`Parser.next`). Their cost does not grow with the corpus.
//! 2. words: symbols that hold any word of the query; of a compound word they hold all pieces. Other
//!    forms of the words add to what was found. A symbol named like the whole query ranks before the
//!    others.
//! 3. names one edit away from a word.
//! 4. pieces: symbols that hold any piece of a compound word.

use super::Hits;
use super::blend::Blend;
use super::bm25::inverse_frequency;
use super::champions::{CHAMPIONS, Champions};
use super::filter::{Filter, Scope};
use super::forms::forms_of;
use super::matches::{Match, Matches, in_each, seek};
use super::names::Names;
use super::postings::{Postings, TermPostings};
use super::query::{Query, Word};
use super::rank::Ranking;
use super::standing::Standings;
use super::stem::term_into;
use super::sum::{Evidence, List, sum};
use super::synonyms::Synonyms;
use crate::graph::{CodeGraph, NodeId};

/// What a whole-name match adds to a score, in thousandths: same case, other case, other style. The
/// steps are more than a word can give otherwise: 16 pieces and the name, each less than 23 times what
/// [`Blend`] makes of it, less than six.
const SAME_CASE_MILLI: u64 = 9_000_000;
const OTHER_CASE_MILLI: u64 = 6_000_000;
const OTHER_STYLE_MILLI: u64 = 3_000_000;

/// Postings of all symbols, built once.
#[derive(Debug)]
pub struct SearchIndex {
    postings: Postings,
    names: Names,
    standings: Standings,
    champions: Champions,
    synonyms: Synonyms,
}

impl SearchIndex {
    /// Builds the index over all symbols of the graph.
    #[must_use]
    pub fn build(graph: &CodeGraph) -> Self {
        let postings = Postings::build(graph);
        let standings = Standings::build(graph);
        let champions = Champions::build(graph, &postings, &standings);
        Self { postings, names: Names::build(graph), standings, champions, synonyms: Synonyms::new() }
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
        let mut term = String::new();
        term_into(piece, &mut term);
        self.postings.find(&term).map_or(0, |postings| postings.nodes.len())
    }

    /// What each of the ascending `nodes` holds of the word, in their order; `None`: not all of it. That a
    /// symbol is named like the word counts on top if it may be a `name`.
    pub(super) fn held_by(&self, word: &Word, nodes: &[u32], name: bool) -> Vec<Option<Match>> {
        let mut held: Vec<Option<Match>> = nodes.iter().map(|node| Some(Match::of(*node))).collect();
        for part in &word.parts {
            let Some(postings) = self.postings.find(part) else {
                held.fill(None);
                break;
            };
            let mut place = 0;
            for (found, node) in held.iter_mut().zip(nodes) {
                place = seek(postings.nodes, place, *node);
                if postings.nodes.get(place) != Some(node) {
                    *found = None;
                } else if let Some(found) = found {
                    found.add(&postings.matched(place));
                }
            }
        }
        let named = if name { self.names.find(&word.key) } else { &[] };
        for (found, node) in held.iter_mut().zip(nodes) {
            if named.binary_search(node).is_ok() {
                let held = *found;
                *found = Some(self.as_named(*node, held, named.len(), self.weight_of(word)));
            }
        }
        held
    }

    /// The score in thousandths of what a symbol holds of a query.
    pub(super) fn blend(&self, blend: Blend, found: &Match) -> u64 {
        blend.milli(found, self.standings.of(found.node), self.postings.name_pieces(found.node))
    }

    /// Weight of a whole name that `symbols` have, as 12.20 fixed point.
    fn name_weight(&self, symbols: usize) -> u32 {
        inverse_frequency(self.postings.documents(), symbols as u64)
    }

    /// Weight of a word in a query, as 12.20 fixed point: that of its pieces, or else of its name; 0 if
    /// nothing here is called so.
    pub(super) fn weight_of(&self, word: &Word) -> u32 {
        let parts: Option<Vec<_>> = word.parts.iter().map(|part| self.postings.find(part)).collect();
        match (parts, self.names.find(&word.key).len()) {
            (Some(parts), _) => parts.iter().map(|postings| postings.inverse_frequency).sum(),
            (None, 0) => 0,
            (None, symbols) => self.name_weight(symbols),
        }
    }

    /// The lists of the symbols that hold all pieces of the word, and of those named like it. That a symbol is
    /// called by one word `among_others` says no more of it than holding that word.
    fn list_word(&self, word: &Word, among_others: bool) -> Vec<List<'_>> {
        let terms: Option<Vec<_>> = word.parts.iter().map(|part| self.postings.find(part)).collect();
        let named = self.names.find(&word.key);
        let weight = self.weight_of(word);
        let beyond = |by_pieces: &dyn Fn(u32) -> Option<Match>| {
            let beyond =
                |node: &u32| self.beyond_pieces(*node, named.len(), weight, by_pieces(*node), among_others);
            List::Matches(named.iter().filter_map(beyond).collect())
        };
        match terms.as_deref() {
            Some([postings]) => {
                let by_pieces = |node| Some(postings.matched(postings.nodes.binary_search(&node).ok()?));
                vec![beyond(&by_pieces), List::Term(*postings)]
            }
            _ => {
                let held = terms.map_or_else(Matches::new, in_each);
                let by_pieces = |node| Some(held[held.binary_search_by_key(&node, |found| found.node).ok()?]);
                vec![beyond(&by_pieces), List::Matches(held)]
            }
        }
    }

    /// What a symbol named like a word holds of it beyond what its pieces, `held`, gave it.
    fn beyond_pieces(
        &self,
        node: u32,
        symbols: usize,
        word_weight: u32,
        held: Option<Match>,
        among_others: bool,
    ) -> Option<Match> {
        let mut whole = self.as_named(node, held, symbols, word_weight);
        if let Some(held) = held {
            whole.take(&held);
        }
        (held.is_none() || !among_others).then_some(whole)
    }

    /// What a symbol named like a word holds of it, given what its pieces alone gave it.
    fn as_named(&self, node: u32, held: Option<Match>, symbols: usize, word_weight: u32) -> Match {
        let score = held.map_or(0, |held| held.score).saturating_add(self.name_weight(symbols));
        let pieces = u32::from(self.postings.name_pieces(node));
        Match { node, score, held: word_weight, named: word_weight, pieces }
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
            (Some(word), _) if word.is_compound => word,
            (None, Some(_)) => match self.query.words.last() {
                Some(word) => word,
                None => return Hits::default(),
            },
            _ => return Hits::default(),
        };
        let named = self.index.names.find(&word.key);
        let blend = Blend::new(self.index.weight_of(word));
        for found in self.index.held_by(word, named, true).iter().flatten() {
            let node = NodeId(found.node);
            let bonus = self.name_bonus(node);
            if bonus > 0 && self.scope.contains(self.graph, node) {
                ranking.push(node, bonus + self.index.blend(blend, found));
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
            (None, None) => OTHER_STYLE_MILLI,
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
        let words = &self.query.words;
        let weights: Vec<u32> = words.iter().map(|word| self.index.weight_of(word)).collect();
        let mut weight = weights.iter().copied().fold(0, u32::saturating_add);
        let mut evidence: Vec<Evidence<'_>> = Vec::new();
        let forms = forms_of(&self.index.postings, &self.index.synonyms, words, &weights);
        for ((word, of_word), forms) in words.iter().zip(&weights).zip(forms) {
            // An unknown word is part of the query if a form of it is known.
            if *of_word == 0 {
                weight = weight.saturating_add(forms.iter().map(|form| form.weight).max().unwrap_or(0));
            }
            let lists = self.index.list_word(word, words.len() > 1);
            match evidence.last_mut() {
                Some(last) if last.forms.is_empty() && forms.is_empty() => last.lists.extend(lists),
                _ => evidence.push(Evidence { lists, forms }),
            }
        }
        let runs = self.match_runs();
        if !runs.is_empty() {
            evidence.push(vec![List::Matches(runs)].into());
        }
        self.rank(&evidence, weight)
    }

    /// The symbols whose name is made of several neighbouring words of the query.
    fn match_runs(&self) -> Matches {
        let mut matches = Matches::new();
        for run in &self.query.runs {
            let named = self.index.names.find(run);
            let score = self.index.name_weight(named.len());
            matches.extend(named.iter().map(|node| Match { score, ..Match::of(*node) }));
        }
        // A symbol has one name, and runs with the same letters say the same.
        matches.sort_unstable_by_key(|found| found.node);
        matches.dedup_by_key(|found| found.node);
        matches
    }

    fn find_near_names(&self) -> Hits {
        let mut matches = Matches::new();
        for word in &self.query.words {
            for named in self.index.names.near(&word.key) {
                let score = self.index.name_weight(named.len()) / 2;
                matches.extend(named.iter().map(|node| Match { score, held: 1, ..Match::of(*node) }));
            }
        }
        matches.sort_unstable_by_key(|found| (found.node, found.score));
        matches.dedup_by_key(|found| found.node);
        self.rank(&[vec![List::Matches(matches)].into()], 1)
    }

    fn find_pieces(&self) -> Hits {
        let parts = self.query.words.iter().flat_map(|word| &word.parts);
        let found = parts.filter_map(|part| self.index.postings.find(part));
        let lists: Vec<List<'_>> = found.map(List::Term).collect();
        let weight = lists.iter().map(List::weight).fold(0, u32::saturating_add);
        self.rank(&[lists.into()], weight)
    }

    fn rank(&self, words: &[Evidence<'_>], query_weight: u32) -> Hits {
        let mut ranking = Ranking::new(self.graph, self.limit);
        let blend = Blend::new(query_weight);
        let named = self.named_like_the_query();
        let counts = self.which_named_count(named);
        let mut place = 0;
        sum(words, |found| {
            let node = NodeId(found.node);
            if !self.scope.contains(self.graph, node) {
                return;
            }
            place = seek(named, place, found.node);
            let is_named = named.get(place) == Some(&found.node) && counts(node);
            let bonus = if is_named { self.name_bonus(node) } else { 0 };
            ranking.push(node, bonus + self.index.blend(blend, found));
        });
        ranking.finish()
    }

    /// Which symbols named like the query come before all others: tests only if nothing else is called so.
    fn which_named_count(&self, named: &[u32]) -> impl Fn(NodeId) -> bool {
        let is_other = |node: NodeId| !self.graph.node(node).is_test;
        let mut nodes = named.iter().map(|node| NodeId(*node));
        let only_tests = !nodes.any(|node| is_other(node) && self.scope.contains(self.graph, node));
        move |node| only_tests || is_other(node)
    }

    /// The symbols whose name is the whole query, be it written in several words.
    fn named_like_the_query(&self) -> &[u32] {
        let key = self.query.only_word().map(|word| &word.key).or(self.query.runs.first());
        key.map_or(&[], |key| self.index.names.find(key))
    }

    /// Answers a query of one common word from the champions and the symbols named like it: what
    /// [`Self::find_words`] finds, without looking at the rest of the postings.
    fn find_common_word(&self) -> Option<Hits> {
        let word = self.query.only_word().filter(|word| !word.is_compound)?;
        if self.limit > CHAMPIONS || !self.scope.is_everything(self.graph) {
            return None;
        }
        let postings = self.index.postings.find(word.parts.first()?)?;
        let champions = self.index.champions.of(&postings)?;
        let named = self.index.names.find(&word.key);
        let blend = Blend::new(postings.inverse_frequency);
        let mut ranking = Ranking::new(self.graph, self.limit);
        let holders = self.rank_named(&postings, named, blend, &mut ranking);
        let mut shown = holders;
        for found in champions.iter().map(|place| postings.matched(*place as usize)) {
            if named.binary_search(&found.node).is_err() {
                ranking.push(NodeId(found.node), self.index.blend(blend, &found));
                shown += 1;
            }
        }
        ranking.count(postings.nodes.len() as u64 - shown);
        Some(ranking.finish())
    }

    /// Ranks the symbols named like the query; gives back how many of them are among the postings.
    fn rank_named(
        &self,
        postings: &TermPostings<'_>,
        named: &[u32],
        blend: Blend,
        ranking: &mut Ranking<'_>,
    ) -> u64 {
        let counts = self.which_named_count(named);
        let (mut place, mut holders) = (0, 0);
        for node in named {
            place = seek(postings.nodes, place, *node);
            let held = (postings.nodes.get(place) == Some(node)).then(|| postings.matched(place));
            holders += u64::from(held.is_some());
            let found = self.index.as_named(*node, held, named.len(), postings.inverse_frequency);
            let node = NodeId(*node);
            let bonus = if counts(node) { self.name_bonus(node) } else { 0 };
            ranking.push(node, bonus + self.index.blend(blend, &found));
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
