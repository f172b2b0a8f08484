//! The retrieval of `smart_context`: which symbols a task is about, and what is around them.
//!
//! Words propose, the graph disposes: each keyword and all of them together propose symbols, which are
//! scored as by a search for all keywords, those written as code counting more, and raised if the entry point reaches
//! them. The work is bounded by the caps below, whatever the degree of a node.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::blend::Blend;
use super::keywords::{Keyword, pick_keywords};
use super::matches::Match;
use super::query::Word;
use super::search_index::SearchIndex;
use super::{Filter, Hit};
use crate::graph::{CodeGraph, Edge, EdgeKind, FileId, NodeId, Tier};
use crate::syntax::SymbolKind;

/// Symbols that one search proposes.
const PROPOSALS: usize = 32;
/// Edges of a node that are looked at.
const MAX_NEIGHBOURS: usize = 200;
/// Nodes whose edges are looked at for the second step of a walk.
const MAX_FRONTIER: usize = 256;
/// Entries of the lists of callers, callees and test files.
const MAX_LISTED: usize = 10;
/// How much more a keyword says that is written as code.
const CODE_TIMES: u32 = 2;
/// What a test keeps of its score, in percent, unless the task speaks of tests. Little enough that a test with all
/// words of a task in its name comes after a definition with half of them.
const TEST_PERCENT: u64 = 10;
/// What a symbol gets, in thousandths, for being one step from the entry point.
const NEIGHBOUR_MILLI: u64 = 200;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct ContextRequest<'r> {
    /// The task, in plain words.
    pub task: &'r str,
    /// A symbol or a file that the task starts from.
    pub entry_point: Option<NodeId>,
    /// Relevant symbols at most.
    pub max_symbols: usize,
}

/// A symbol that the task is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relevant {
    /// The symbol.
    pub node: NodeId,
    /// Its score in thousandths, after the graph's say.
    pub score_milli: u64,
    /// Why it is here, in a few words.
    pub why: String,
}

/// What a task is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// Words of the task that may name parts of the code, as written, at most 16.
    pub keywords: Vec<String>,
    /// The entry point if it is a symbol, then by score, then id.
    pub relevant: Vec<Relevant>,
    /// At most ten nodes that call relevant symbols and are none themselves, by id.
    pub callers: Vec<NodeId>,
    /// At most ten nodes that relevant symbols call and that are none themselves, by id.
    pub callees: Vec<NodeId>,
    /// At most ten files with tests that are relevant or reach a relevant symbol by at most two calls,
    /// by number of calls, then path.
    pub related_test_files: Vec<FileId>,
    /// Files of the relevant symbols by path: those outside tests, or all if there is no such symbol.
    pub files_to_edit: Vec<FileId>,
}

/// Finds what a task is about.
#[must_use]
pub fn find_context(graph: &CodeGraph, search: &SearchIndex, request: &ContextRequest<'_>) -> Context {
    let keywords = pick_keywords(request.task);
    let reach = Reach::from(graph, request.entry_point);
    let candidates = propose(graph, search, &keywords, &reach);
    let relevant = rank(graph, &keywords, candidates, &reach, request.max_symbols);
    let chosen: Vec<NodeId> = relevant.iter().map(|relevant| relevant.node).collect();
    Context {
        callers: outside(graph, &chosen, |node| graph.incoming(node)),
        callees: outside(graph, &chosen, |node| graph.outgoing(node)),
        related_test_files: related_test_files(graph, &chosen),
        files_to_edit: files_to_edit(graph, &chosen),
        keywords: keywords.into_iter().map(|keyword| keyword.text).collect(),
        relevant,
    }
}

/// A symbol that may be relevant.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    node: NodeId,
    score_milli: u64,
    /// Bit `i`: it holds keyword `i`.
    holds: u32,
    /// Bit `i`: it was found for keyword `i` without holding it: a near name, or some of its pieces.
    resembles: u32,
}

/// What the entry point reaches by at most two uses or containments.
#[derive(Debug, Default)]
struct Reach {
    entry: Option<NodeId>,
    /// Steps from the entry point; read by node, never iterated.
    steps: FxHashMap<NodeId, u8>,
    /// Nodes one step away.
    neighbours: Vec<NodeId>,
}

impl Reach {
    fn from(graph: &CodeGraph, entry: Option<NodeId>) -> Self {
        let Some(entry) = entry else { return Self::default() };
        let mut reach = Self { entry: Some(entry), ..Self::default() };
        reach.steps.insert(entry, 0);
        reach.neighbours = reach.step_from(graph, &[entry], 1);
        let frontier = reach.neighbours.clone();
        reach.step_from(graph, &frontier[..frontier.len().min(MAX_FRONTIER)], 2);
        reach
    }

    fn step_from(&mut self, graph: &CodeGraph, frontier: &[NodeId], step: u8) -> Vec<NodeId> {
        let mut reached = Vec::new();
        for node in frontier {
            for edge in graph.outgoing(*node).iter().filter(|edge| leads_on(edge)).take(MAX_NEIGHBOURS) {
                if let Entry::Vacant(unseen) = self.steps.entry(edge.node) {
                    unseen.insert(step);
                    reached.push(edge.node);
                }
            }
        }
        reached
    }

    fn steps_to(&self, node: NodeId) -> Option<u8> {
        self.steps.get(&node).copied()
    }
}

/// Uses lead on, and so does the way from a container to what it contains.
fn leads_on(edge: &Edge) -> bool {
    edge.tier >= Tier::AstInferred && edge.kind != EdgeKind::MemberOf
}

fn propose(graph: &CodeGraph, search: &SearchIndex, keywords: &[Keyword], reach: &Reach) -> Vec<Candidate> {
    let find = |query: &str| search.find(graph, query, &Filter::default(), PROPOSALS).hits;
    let hits: Vec<Vec<Hit>> = keywords.iter().map(|keyword| find(&keyword.text)).collect();
    let mut nodes: Vec<u32> = hits.iter().flatten().map(|hit| hit.node.0).collect();
    if keywords.len() > 1 {
        let joined: Vec<&str> = keywords.iter().map(|keyword| keyword.text.as_str()).collect();
        nodes.extend(find(&joined.join(" ")).iter().map(|hit| hit.node.0));
    }
    nodes.extend(reach.neighbours.iter().chain(&reach.entry).map(|node| node.0));
    nodes.retain(|node| graph.node(NodeId(*node)).kind != SymbolKind::File);
    nodes.sort_unstable();
    nodes.dedup();
    score(search, keywords, &hits, &nodes, reach)
}

/// Adds up what the keywords give each of the ascending `nodes`; `hits` are those of each keyword.
fn score(
    search: &SearchIndex,
    keywords: &[Keyword],
    hits: &[Vec<Hit>],
    nodes: &[u32],
    reach: &Reach,
) -> Vec<Candidate> {
    let mut weight = 0_u32;
    let mut found: Vec<Match> = nodes.iter().map(|node| Match::of(*node)).collect();
    let mut scores = vec![0_u64; nodes.len()];
    let mut holds = vec![0_u32; nodes.len()];
    let mut resembles = vec![0_u32; nodes.len()];
    for (bit, (keyword, hits)) in keywords.iter().zip(hits).enumerate() {
        let word = Word::new(&keyword.text);
        let times = if keyword.is_code { CODE_TIMES } else { 1 };
        weight = weight.saturating_add(search.weight_of(&word).saturating_mul(times));
        for (index, held) in search.held_by(&word, nodes, keyword.is_code).iter().enumerate() {
            if let Some(held) = held {
                (0..times).for_each(|_| found[index].add(held));
                holds[index] |= 1 << bit;
            }
        }
        for hit in hits {
            if let Ok(index) = nodes.binary_search(&hit.node.0)
                && holds[index] & (1 << bit) == 0
            {
                resembles[index] |= 1 << bit;
                scores[index] += hit.score_milli;
            }
        }
    }
    let blend = Blend::new(weight);
    for (score, found) in scores.iter_mut().zip(&found) {
        *score += search.blend(blend, found);
    }
    let candidate = |(index, node): (usize, &u32)| {
        let node = NodeId(*node);
        let floor = if reach.steps_to(node).is_some_and(|steps| steps < 2) { NEIGHBOUR_MILLI } else { 0 };
        Candidate {
            node,
            score_milli: scores[index] + floor,
            holds: holds[index],
            resembles: resembles[index],
        }
    };
    nodes.iter().enumerate().map(candidate).collect()
}

fn rank(
    graph: &CodeGraph,
    keywords: &[Keyword],
    mut candidates: Vec<Candidate>,
    reach: &Reach,
    max_symbols: usize,
) -> Vec<Relevant> {
    let is_about_tests =
        keywords.iter().any(|keyword| Word::new(&keyword.text).parts.iter().any(|part| part == "test"));
    for candidate in &mut candidates {
        candidate.score_milli = weigh(graph, candidate, reach, is_about_tests);
    }
    candidates.retain(|candidate| candidate.score_milli > 0);
    candidates.sort_unstable_by_key(|candidate| {
        let is_entry = reach.entry == Some(candidate.node);
        (!is_entry, u64::MAX - candidate.score_milli, graph.id_rank(candidate.node))
    });
    candidates.truncate(max_symbols);
    let relevant = |candidate: &Candidate| Relevant {
        node: candidate.node,
        score_milli: candidate.score_milli,
        why: explain(candidate, keywords, reach),
    };
    candidates.iter().map(relevant).collect()
}

/// The candidate's score after the entry point's say. Tests, which searches rank lower already, are seldom what
/// a task is about, unless it says so.
fn weigh(graph: &CodeGraph, candidate: &Candidate, reach: &Reach, is_about_tests: bool) -> u64 {
    let by_reach = match reach.steps_to(candidate.node) {
        Some(0 | 1) => 300,
        Some(_) => 200,
        None => 100,
    };
    let by_test = if graph.node(candidate.node).is_test && !is_about_tests { TEST_PERCENT } else { 100 };
    candidate.score_milli * by_reach / 100 * by_test / 100
}

fn explain(candidate: &Candidate, keywords: &[Keyword], reach: &Reach) -> String {
    let mut reasons: Vec<String> = Vec::new();
    match reach.steps_to(candidate.node) {
        Some(0) => reasons.push("entry point".to_owned()),
        Some(1) => reasons.push("used by the entry point".to_owned()),
        Some(_) => reasons.push("two steps from the entry point".to_owned()),
        None => {}
    }
    for (verb, bits) in [("matches", candidate.holds), ("resembles", candidate.resembles)] {
        let quoted: Vec<String> = (0..keywords.len())
            .filter(|bit| bits & (1 << bit) != 0)
            .map(|bit| format!("`{}`", keywords[bit].text))
            .collect();
        if !quoted.is_empty() {
            reasons.push(format!("{verb} {}", quoted.join(", ")));
        }
    }
    reasons.join("; ")
}

/// The nodes at the other end of call edges, without the chosen.
fn outside<'g>(graph: &CodeGraph, chosen: &[NodeId], edges: impl Fn(NodeId) -> &'g [Edge]) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = chosen.iter().flat_map(|node| called_through(edges(*node))).collect();
    nodes.retain(|node| !chosen.contains(node));
    nodes.sort_unstable_by_key(|node| graph.id_rank(*node));
    nodes.dedup();
    nodes.truncate(MAX_LISTED);
    nodes
}

fn called_through(edges: &[Edge]) -> impl Iterator<Item = NodeId> {
    edges
        .iter()
        .filter(|edge| edge.kind.is_call() && edge.tier >= Tier::AstInferred)
        .take(MAX_NEIGHBOURS)
        .map(|edge| edge.node)
}

fn related_test_files(graph: &CodeGraph, chosen: &[NodeId]) -> Vec<FileId> {
    let mut files: Vec<FileId> = Vec::new();
    let mut frontier = chosen.to_vec();
    for calls in 0..3 {
        if calls > 0 {
            frontier.truncate(MAX_FRONTIER);
            frontier = frontier.iter().flat_map(|node| called_through(graph.incoming(*node))).collect();
            frontier.sort_unstable();
            frontier.dedup();
        }
        let mut found: Vec<FileId> = frontier
            .iter()
            .map(|node| graph.node(*node))
            .filter(|node| node.is_test)
            .map(|node| node.file)
            .collect();
        found.retain(|file| !files.contains(file));
        found.sort_unstable();
        found.dedup();
        files.extend(found);
    }
    files.truncate(MAX_LISTED);
    files
}

fn files_to_edit(graph: &CodeGraph, chosen: &[NodeId]) -> Vec<FileId> {
    let in_files = |with_tests: bool| {
        let mut files: Vec<FileId> = chosen
            .iter()
            .map(|node| graph.node(*node))
            .filter(|node| with_tests || !node.is_test)
            .map(|node| node.file)
            .collect();
        files.sort_unstable();
        files.dedup();
        files
    };
    let files = in_files(false);
    if files.is_empty() { in_files(true) } else { files }
}

#[cfg(test)]
mod tests;
