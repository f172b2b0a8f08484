//! Callers: pairs of a function and a function that it calls, each once.

use std::collections::{BTreeMap, HashMap, HashSet};

use guest::graph::{CodeGraph, EdgeKind, FileId, NodeId, Tier};
use guest::syntax::SymbolKind;

use crate::scip::construct::describe;
use crate::scip::convention::{Standing, Use};
use crate::scip::edges::{DEFAULT_TIER, OurEdge};
use crate::scip::read::SymbolRef;
use crate::scip::report::{Comparison, Findings, Verdict};
use crate::scip::symbol::Class;
use crate::scip::usages::{UsesByLine, why_left_out};

pub(super) fn score(comparison: &Comparison<'_>, findings: &mut Findings) {
    let calls = Calls::of(comparison, findings);
    let ours = our_pairs(comparison, findings);
    count_theirs(comparison, &calls, &ours, findings);
    count_ours(comparison, &calls, &ours, findings);
}

/// Calls as the compiler has them.
struct Calls<'c> {
    /// A call of each pair of a caller and what it may mean.
    required: BTreeMap<(NodeId, &'c [SymbolRef]), &'c Use<'c>>,
    /// Who names whom, calls or not: where we say that it calls, we are not contradicted.
    accepted: HashSet<(NodeId, NodeId)>,
    /// Who may name whom: the name is that of several definitions.
    undecided: HashSet<(NodeId, NodeId)>,
}

impl<'c> Calls<'c> {
    fn of(comparison: &'c Comparison<'c>, findings: &mut Findings) -> Self {
        let enclosing = Enclosing::of(comparison);
        let mut calls =
            Self { required: BTreeMap::new(), accepted: HashSet::new(), undecided: HashSet::new() };
        for used in comparison.uses.iter().filter(|used| !used.means.is_empty()) {
            let Some(caller) = enclosing.function_around(used.file, used.line) else { continue };
            let pairs = comparison.meant(used).map(|node| (caller, node));
            match used.standing {
                Standing::Undecided => calls.undecided.extend(pairs),
                _ => calls.accepted.extend(pairs),
            }
            let is_callable = comparison.scip.symbol(used.means[0]).class == Class::Callable;
            if used.standing != Standing::Required || !is_callable {
                continue;
            }
            if used.is_call() {
                calls.required.entry((caller, &used.means)).or_insert(used);
            } else {
                findings.leave_out("uses", "of a function without a call, in callers");
            }
        }
        calls
    }
}

/// The functions of each file and the lines that they take.
struct Enclosing {
    functions: HashMap<FileId, Vec<(u32, u32, NodeId)>>,
}

impl Enclosing {
    /// Lines as the compiler gives them; as our index has them where it gives none.
    fn of(comparison: &Comparison<'_>) -> Self {
        let mut lines: HashMap<NodeId, (u32, u32)> = HashMap::new();
        for document in &comparison.scip.documents {
            for occurrence in document.occurrences.iter().filter(|occurrence| occurrence.is_definition) {
                let Some(enclosing) = occurrence.enclosing_lines else { continue };
                for &node in comparison.alignment.nodes_of(occurrence.symbol) {
                    // Overloads share a symbol: each has the lines that its own name is in.
                    let record = comparison.graph.node(node);
                    if (enclosing.0..=enclosing.1).contains(&record.start_line) {
                        lines.insert(node, enclosing);
                    }
                }
            }
        }
        let mut functions: HashMap<FileId, Vec<(u32, u32, NodeId)>> = HashMap::new();
        for node in comparison.graph.node_ids() {
            if is_shared_function(comparison, node) {
                let record = comparison.graph.node(node);
                let (first, last) = lines.get(&node).copied().unwrap_or((record.start_line, record.end_line));
                functions.entry(record.file).or_default().push((first, last, node));
            }
        }
        Self { functions }
    }

    fn function_around(&self, file: FileId, line: u32) -> Option<NodeId> {
        let around = self.functions.get(&file)?.iter();
        let around = around.filter(|(first, last, _)| (*first..=*last).contains(&line));
        around.max_by_key(|&&(first, last, node)| (first, std::cmp::Reverse(last), node)).map(|it| it.2)
    }
}

/// Whether a node is a function that both indices have.
fn is_shared_function(comparison: &Comparison<'_>, node: NodeId) -> bool {
    is_function(comparison.graph, node) && comparison.alignment.is_matched(node)
}

fn is_function(graph: &CodeGraph, node: NodeId) -> bool {
    matches!(graph.node(node).kind, SymbolKind::Function | SymbolKind::Method)
}

/// The function that both indices have around a node of ours, or the node itself: a function inside of
/// a function is a local one for some compilers, and calls for the one around it.
fn shared_function(comparison: &Comparison<'_>, mut node: NodeId) -> Option<NodeId> {
    loop {
        if is_shared_function(comparison, node) {
            return Some(node);
        }
        let parent = comparison.graph.node(node).parent;
        if parent == node {
            return None;
        }
        node = parent;
    }
}

type Pairs<'c> = BTreeMap<(NodeId, NodeId), Vec<&'c OurEdge>>;

/// Our calls from function to function.
fn our_pairs<'c>(comparison: &'c Comparison<'c>, findings: &mut Findings) -> Pairs<'c> {
    let mut pairs = Pairs::new();
    for edge in &comparison.edges.all {
        if edge.kind != EdgeKind::Calls || !is_function(comparison.graph, edge.to) {
            continue;
        }
        match shared_function(comparison, edge.from) {
            Some(caller) => pairs.entry((caller, edge.to)).or_default().push(edge),
            None => findings.leave_out("our calls", "outside of functions that both indices have"),
        }
    }
    pairs
}

fn count_theirs(comparison: &Comparison<'_>, calls: &Calls<'_>, ours: &Pairs<'_>, findings: &mut Findings) {
    for (&(caller, _), used) in &calls.required {
        let edges = comparison.meant(used).filter_map(|callee| ours.get(&(caller, callee)));
        let tier = edges.flatten().map(|edge| edge.tier).max();
        let language = comparison.graph.file(used.file).language.name();
        findings.languages.entry(language).or_default().callers.count_theirs(tier);
        if tier.is_none_or(|tier| tier < DEFAULT_TIER) {
            let why = comparison.why_missed(used);
            let heading = format!("{language} callers missed: {}; {why}", describe(Class::Callable, used));
            findings.differ(heading, || comparison.show_use(used));
        }
    }
}

fn count_ours(comparison: &Comparison<'_>, calls: &Calls<'_>, ours: &Pairs<'_>, findings: &mut Findings) {
    let lines = UsesByLine::of(comparison);
    for (pair, edges) in ours {
        let language = comparison.graph.file(edges[0].file).language.name();
        if calls.accepted.contains(pair) {
            let scores = findings.languages.entry(language).or_default();
            scores.callers.count_ours(strongest(edges), Verdict::Right);
            continue;
        }
        if calls.undecided.contains(pair) {
            findings.leave_out("our calls", "of one of several definitions named alike");
            continue;
        }
        let compared = edges.iter().copied().filter(|edge| why_left_out(comparison, edge).is_none());
        let compared: Vec<&OurEdge> = compared.collect();
        if compared.is_empty() {
            continue;
        }
        let contradiction =
            compared.iter().find_map(|edge| Some((*edge, lines.contradiction(comparison, edge)?)));
        let verdict = if contradiction.is_some() { Verdict::Wrong } else { Verdict::Silent };
        let tier = strongest(&compared);
        findings.languages.entry(language).or_default().callers.count_ours(tier, verdict);
        if let Some((edge, used)) = contradiction.filter(|_| tier >= DEFAULT_TIER) {
            let what = describe(Class::Callable, used);
            let heading = format!("{language} callers invented, {}: {what}", tier.name());
            findings.differ(heading, || comparison.show_edge(edge, Some(used)));
        }
    }
}

fn strongest(edges: &[&OurEdge]) -> Tier {
    edges.iter().map(|edge| edge.tier).max().unwrap_or(Tier::TextMatched)
}
