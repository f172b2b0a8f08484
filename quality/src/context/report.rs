//! The figures of the tasks as Markdown or JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::evaluate::Outcome;
use super::task_set::TaskSet;
use crate::search::Half;

/// All figures of one set.
#[derive(Debug, Serialize)]
pub struct ContextReport {
    corpus: String,
    source: String,
    rows: Vec<Row>,
    /// Tasks of the half for tuning for which no changed file or not every one was found.
    misses: Vec<Miss>,
}

/// Figures over the tasks of one half; shares are 0..=1.
#[derive(Debug, Serialize)]
struct Row {
    half: Half,
    tasks: usize,
    /// Share of tasks with a changed file among the files to edit.
    any: f64,
    /// Share of tasks with every changed file among them.
    all: f64,
    /// Mean share of the changed files that are among them.
    recall: f64,
    /// Mean share of the files to edit that were changed.
    precision: f64,
    /// Share of tasks whose first file was changed.
    first: f64,
    /// Mean of 1/place of the first changed file.
    mrr: f64,
}

#[derive(Debug, Serialize)]
struct Miss {
    task: String,
    wanted: Vec<String>,
    found: Vec<String>,
    keywords: Vec<String>,
}

impl ContextReport {
    /// Sums up the outcomes of a set.
    pub(super) fn new(set: &TaskSet, outcomes: &[Outcome<'_>]) -> Self {
        let is_miss = |outcome: &&Outcome<'_>| {
            outcome.case.half == Half::Tune && outcome.found < outcome.case.files.len()
        };
        let misses = outcomes.iter().filter(is_miss).map(|outcome| Miss {
            task: outcome.case.task.clone(),
            wanted: outcome.case.files.clone(),
            found: outcome.files.clone(),
            keywords: outcome.keywords.clone(),
        });
        Self {
            corpus: set.corpus.clone(),
            source: set.source.clone(),
            rows: Half::ALL.map(|half| row(half, outcomes)).into(),
            misses: misses.collect(),
        }
    }
}

fn row(half: Half, outcomes: &[Outcome<'_>]) -> Row {
    let of_half: Vec<_> = outcomes.iter().filter(|outcome| outcome.case.half == half).collect();
    let mean = |value: &dyn Fn(&Outcome<'_>) -> f64| {
        of_half.iter().map(|outcome| value(outcome)).sum::<f64>() / of_half.len().max(1) as f64
    };
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    let yes = |holds: bool| f64::from(u8::from(holds));
    Row {
        half,
        tasks: of_half.len(),
        any: mean(&|outcome| yes(outcome.found > 0)),
        all: mean(&|outcome| yes(outcome.found == outcome.case.files.len())),
        recall: mean(&|outcome| share(outcome.found, outcome.case.files.len())),
        precision: mean(&|outcome| share(outcome.found, outcome.listed)),
        first: mean(&|outcome| yes(outcome.position == Some(1))),
        mrr: mean(&|outcome| outcome.position.map_or(0.0, |place| 1.0 / place as f64)),
    }
}

/// The report as tables.
#[must_use]
pub fn render_markdown(report: &ContextReport) -> String {
    let mut out = format!("## Files to edit: {}\n\nTasks: {}.\n\n", report.corpus, report.source);
    out.push_str("| half | tasks | any | all | recall | precision | first | MRR |\n");
    out.push_str("|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for row in &report.rows {
        let figures = [row.any, row.all, row.recall, row.precision, row.first, row.mrr];
        let figures = figures.map(|figure| format!("{figure:.2}")).join(" | ");
        let _ = writeln!(out, "| {} | {} | {figures} |", row.half.name(), row.tasks);
    }
    if !report.misses.is_empty() {
        out.push_str("\nNot all found, of the half for tuning:\n\n");
    }
    for miss in &report.misses {
        let _ = writeln!(
            out,
            "- {}\n  - wanted {}; found {}\n  - keywords {}",
            miss.task,
            miss.wanted.join(", "),
            miss.found.join(", "),
            miss.keywords.join(", ")
        );
    }
    out
}
