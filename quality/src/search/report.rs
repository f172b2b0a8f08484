//! The figures of an evaluation as Markdown or JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::evaluate::Outcome;
use super::query_set::{Half, QueryKind, QuerySet};
use super::scores::Scores;

/// All figures of one corpus.
#[derive(Debug, Serialize)]
pub struct SearchReport {
    corpus: String,
    source: String,
    rows: Vec<Row>,
    /// Queries of the half for tuning whose answer is not among the first five.
    misses: Vec<Miss>,
}

#[derive(Debug, Serialize)]
struct Row {
    kind: QueryKind,
    half: Half,
    queries: usize,
    search: Scores,
    baseline: Scores,
}

#[derive(Debug, Serialize)]
struct Miss {
    kind: QueryKind,
    query: String,
    rank: Option<usize>,
    first: Vec<String>,
}

impl SearchReport {
    /// Sums up the outcomes of a set.
    pub(super) fn new(set: &QuerySet, outcomes: &[Outcome<'_>]) -> Self {
        let rows =
            QueryKind::ALL.into_iter().flat_map(|kind| Half::ALL.map(|half| row(kind, half, outcomes)));
        let is_miss = |outcome: &&Outcome<'_>| {
            outcome.case.half == Half::Tune && outcome.rank.is_none_or(|rank| rank > 5)
        };
        let misses = outcomes.iter().filter(is_miss).map(|outcome| Miss {
            kind: outcome.case.kind,
            query: outcome.case.query.clone(),
            rank: outcome.rank,
            first: outcome.first.clone(),
        });
        Self {
            corpus: set.corpus.clone(),
            source: set.source.clone(),
            rows: rows.collect(),
            misses: misses.collect(),
        }
    }
}

fn row(kind: QueryKind, half: Half, outcomes: &[Outcome<'_>]) -> Row {
    let of_row: Vec<_> = outcomes.iter().filter(|o| o.case.kind == kind && o.case.half == half).collect();
    let scores = |rank: fn(&Outcome<'_>) -> Option<usize>| {
        Scores::of(&of_row.iter().map(|outcome| rank(outcome)).collect::<Vec<_>>())
    };
    Row {
        kind,
        half,
        queries: of_row.len(),
        search: scores(|outcome| outcome.rank),
        baseline: scores(|outcome| outcome.baseline_rank),
    }
}

/// The report as tables.
#[must_use]
pub fn render_markdown(report: &SearchReport) -> String {
    let mut out = format!("## Search: {}\n\nCorpus: {}.\n\n", report.corpus, report.source);
    out.push_str("| kind | half | queries | R@1 | R@5 | R@20 | MRR | grep R@1 | R@5 | R@20 | MRR |\n");
    out.push_str("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for row in &report.rows {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            row.kind.name(),
            row.half.name(),
            row.queries,
            cells(&row.search),
            cells(&row.baseline)
        );
    }
    if !report.misses.is_empty() {
        out.push_str("\nNot among the first five, of the half for tuning:\n\n");
    }
    for miss in &report.misses {
        let rank = miss.rank.map_or("none".to_owned(), |rank| rank.to_string());
        let _ = writeln!(
            out,
            "- {} `{}`: rank {rank}; first {}",
            miss.kind.name(),
            miss.query,
            miss.first.join(", ")
        );
    }
    out
}

fn cells(scores: &Scores) -> String {
    let figures = [scores.recall_at_1, scores.recall_at_5, scores.recall_at_20, scores.mrr];
    figures.map(|figure| format!("{figure:.2}")).join(" | ")
}
