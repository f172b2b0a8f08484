//! The scores of one corpus, and where the two indices differ most.

use std::collections::BTreeMap;
use std::fmt::Write;

use guest::graph::{CodeGraph, NodeId, Tier};
use serde::Serialize;

use crate::opened::Opened;
use crate::scip::align::Alignment;
use crate::scip::convention::{Use, uses_of};
use crate::scip::edges::{DEFAULT_TIER, OurEdge, OurEdges};
use crate::scip::read::ScipIndex;
use crate::scip::source::Sources;
use crate::scip::{callers, definitions, usages};
use crate::score::{share, show_share};

/// Ours held to theirs, and theirs looked for in ours. The two are counted apart, since one use of theirs
/// may be several edges of ours: one to each overload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// Ours that the compiler confirms.
    pub right: u64,
    /// Ours that the compiler contradicts: the name is there and means something else.
    pub wrong: u64,
    /// Ours where the compiler's index has no such name: neither right nor wrong.
    pub silent: u64,
    /// Theirs that ours has.
    pub found: u64,
    /// Theirs that ours lacks.
    pub missed: u64,
}

impl Judged {
    /// Share of what the compiler speaks of that it confirms.
    #[must_use]
    pub fn precision(self) -> Option<f64> {
        share(self.right, self.right + self.wrong)
    }

    /// Share of all of ours that the compiler confirms: what it is silent of counts as wrong.
    #[must_use]
    pub fn strict_precision(self) -> Option<f64> {
        share(self.right, self.right + self.wrong + self.silent)
    }

    /// Share of theirs that ours has.
    #[must_use]
    pub fn recall(self) -> Option<f64> {
        share(self.found, self.found + self.missed)
    }

    pub(super) fn count_ours(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Right => self.right += 1,
            Verdict::Wrong => self.wrong += 1,
            Verdict::Silent => self.silent += 1,
        }
    }

    pub(super) fn count_theirs(&mut self, is_found: bool) {
        self.found += u64::from(is_found);
        self.missed += u64::from(!is_found);
    }
}

/// A score for the proven edges alone and for the default view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sided {
    /// `ast_resolved` alone.
    pub resolved: Judged,
    /// `ast_inferred` and better.
    pub default_view: Judged,
}

/// The scores of one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LanguageScores {
    /// Definitions with a name and a place.
    pub definitions: Judged,
    /// Pairs of a function and a function that it calls.
    pub callers: Sided,
    /// Uses of a definition, by line.
    pub usages: Sided,
    /// The same, by what is used.
    pub usages_by_class: BTreeMap<&'static str, Sided>,
}

/// Differences that have a heading in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Differences {
    /// What is compared, which side has it alone, and in what kind of code.
    pub heading: String,
    /// How many there are.
    pub count: u64,
    /// The first of them, each with its place and its line.
    pub examples: Vec<String>,
}

/// How one corpus compares.
#[derive(Clone, Debug, Serialize)]
pub struct ScipReport {
    /// Name and version of the indexer.
    pub tool: String,
    /// Scores by language.
    pub languages: BTreeMap<&'static str, LanguageScores>,
    /// What was not compared, by reason.
    pub left_out: BTreeMap<String, u64>,
    /// Where the indices differ, the most frequent heading first.
    pub differences: Vec<Differences>,
}

/// Compares the index of a corpus with that of a compiler. Of each kind of difference the first
/// `examples` are told.
#[must_use]
pub fn score(opened: &Opened, scip: &ScipIndex, examples: usize) -> ScipReport {
    let index = opened.as_index();
    let sources = Sources::read(index);
    let alignment = Alignment::of(&index.graph, scip, &sources);
    let documents = scip.documents.iter().zip(&alignment.files);
    let uses = documents
        .filter_map(|(document, file)| Some(uses_of(scip, document, (*file)?, &sources)))
        .flatten()
        .collect();
    let edges = OurEdges::of(&index.graph);
    let comparison = Comparison { graph: &index.graph, scip, sources: &sources, alignment, uses, edges };
    let mut findings = Findings { examples, ..Findings::default() };
    definitions::score(&comparison, &mut findings);
    usages::score(&comparison, &mut findings);
    callers::score(&comparison, &mut findings);
    findings.finish(scip.tool.clone())
}

/// Both sides of a comparison.
pub(super) struct Comparison<'a> {
    pub(super) graph: &'a CodeGraph,
    pub(super) scip: &'a ScipIndex,
    pub(super) sources: &'a Sources,
    pub(super) alignment: Alignment,
    pub(super) uses: Vec<Use<'a>>,
    pub(super) edges: OurEdges,
}

impl Comparison<'_> {
    /// Whether a use means this node.
    pub(super) fn means(&self, used: &Use<'_>, node: NodeId) -> bool {
        used.means.iter().any(|&symbol| self.alignment.nodes_of(symbol).contains(&node))
    }

    /// The nodes that a use means.
    pub(super) fn meant(&self, used: &Use<'_>) -> impl Iterator<Item = NodeId> {
        used.means.iter().flat_map(|&symbol| self.alignment.nodes_of(symbol)).copied()
    }

    /// Why a use was missed, as far as our side of it goes.
    pub(super) fn why_missed(&self, used: &Use<'_>) -> &'static str {
        if self.meant(used).next().is_none() {
            return "its definition is none of ours";
        }
        let mut on_line = self.edges.on(used.file, used.line);
        if on_line.any(|edge| self.means(used, edge.to)) {
            return "found as text_matched only";
        }
        let mut on_line = self.edges.on(used.file, used.line);
        let name = used.place.text;
        if on_line.any(|edge| edge.tier >= DEFAULT_TIER && self.graph.name(edge.to) == name) {
            return "found as another definition";
        }
        "no edge"
    }

    /// A missed use in a line of text.
    pub(super) fn show_use(&self, used: &Use<'_>) -> String {
        let meant = self.meant(used).next().map(|node| self.graph.id(node));
        let meant = meant.unwrap_or_else(|| self.scip.symbol(used.first).name.clone());
        let line = self.sources.line(used.file, used.line).trim();
        format!("{}:{} `{}` is {meant}: `{line}`", self.graph.path(used.file), used.line, used.place.text)
    }

    /// An edge of ours in a line of text, with what the compiler says of the name.
    pub(super) fn show_edge(&self, edge: &OurEdge, compiler: Option<&Use<'_>>) -> String {
        let line = self.sources.line(edge.file, edge.line).trim();
        let says = match compiler {
            Some(used) if used.means.is_empty() => {
                let symbol = self.scip.symbol(used.first);
                format!(", the compiler says a {} `{}`, not compared", symbol.class.name(), symbol.name)
            }
            Some(used) => {
                let meant = self.meant(used).next().map(|node| self.graph.id(node));
                format!(", the compiler says {}", meant.as_deref().unwrap_or("a definition that we lack"))
            }
            None => String::new(),
        };
        format!(
            "{}:{} we say {} {} ({}){says}: `{line}`",
            self.graph.path(edge.file),
            edge.line,
            edge.kind.name(),
            self.graph.id(edge.to),
            edge.tier.name(),
        )
    }
}

/// What the three scorings find.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) languages: BTreeMap<&'static str, LanguageScores>,
    pub(super) left_out: BTreeMap<String, u64>,
    groups: BTreeMap<String, (u64, Vec<String>)>,
    examples: usize,
}

impl Findings {
    pub(super) fn leave_out(&mut self, what: &str, why: &str) {
        *self.left_out.entry(format!("{what} {why}")).or_default() += 1;
    }

    /// Notes a difference; `show` is called while examples are wanted.
    pub(super) fn differ(&mut self, heading: String, show: impl FnOnce() -> String) {
        let (count, shown) = self.groups.entry(heading).or_default();
        *count += 1;
        if shown.len() < self.examples {
            shown.push(show());
        }
    }

    fn finish(self, tool: String) -> ScipReport {
        let groups = self.groups.into_iter();
        let mut differences: Vec<_> =
            groups.map(|(heading, (count, examples))| Differences { heading, count, examples }).collect();
        differences.sort_by(|a, b| (b.count, &a.heading).cmp(&(a.count, &b.heading)));
        ScipReport { tool, languages: self.languages, left_out: self.left_out, differences }
    }
}

/// What the compiler says of something of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Right,
    Wrong,
    Silent,
}

impl Sided {
    /// Counts something of ours with its tier.
    pub(super) fn count_ours(&mut self, tier: Tier, verdict: Verdict) {
        let sides = [(&mut self.resolved, Tier::AstResolved), (&mut self.default_view, DEFAULT_TIER)];
        for (side, least) in sides {
            if tier >= least {
                side.count_ours(verdict);
            }
        }
    }

    /// Counts something of the compiler's that ours has with this tier, or not.
    pub(super) fn count_theirs(&mut self, tier: Option<Tier>) {
        let sides = [(&mut self.resolved, Tier::AstResolved), (&mut self.default_view, DEFAULT_TIER)];
        for (side, least) in sides {
            side.count_theirs(tier.is_some_and(|tier| tier >= least));
        }
    }
}

/// The report as Markdown.
#[must_use]
pub fn render_markdown(report: &ScipReport) -> String {
    let mut out = format!("Compared with {}.\n\n", report.tool);
    out.push_str(
        "| language | what | tier | precision | strict | recall | right | wrong | silent | missed |\n",
    );
    out.push_str("|---|---|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (language, scores) in &report.languages {
        write_row(&mut out, language, "definitions", "", scores.definitions);
        write_sides(&mut out, language, "callers", scores.callers);
        write_sides(&mut out, language, "usages", scores.usages);
        for (class, sided) in &scores.usages_by_class {
            write_sides(&mut out, language, &format!("usages of a {class}"), *sided);
        }
    }
    out.push_str("\nNot compared:\n\n");
    for (what, count) in &report.left_out {
        let _ = writeln!(out, "- {count} {what}");
    }
    out.push_str("\nDifferences, the most frequent first:\n");
    for group in &report.differences {
        let _ = writeln!(out, "\n- **{}** {}", group.count, group.heading);
        for example in &group.examples {
            let _ = writeln!(out, "  - {example}");
        }
    }
    out
}

fn write_sides(out: &mut String, language: &str, what: &str, sided: Sided) {
    write_row(out, language, what, "ast_resolved", sided.resolved);
    write_row(out, language, what, "default view", sided.default_view);
}

fn write_row(out: &mut String, language: &str, what: &str, tier: &str, judged: Judged) {
    let Judged { right, wrong, silent, missed, .. } = judged;
    let _ = writeln!(
        out,
        "| {language} | {what} | {tier} | {} | {} | {} | {right} | {wrong} | {silent} | {missed} |",
        show_share(judged.precision()),
        show_share(judged.strict_precision()),
        show_share(judged.recall()),
    );
}
