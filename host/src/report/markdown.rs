//! The model for people: a table for each lane, what the sandbox costs, the conditions, the doubts.

mod conditions;
mod guard_costs;
mod table;

pub(crate) use self::guard_costs::{GuardCost, guard_costs};
pub(crate) use self::table::{Align, Table};
use crate::clock::Nanos;
use crate::report::model::{Disagreement, LaneAnswer, LaneSummary, Overhead, Report, Row, RowOutcome};
use crate::report::{sanitise, units};

/// What stands in a cell where nothing was measured.
const NOTHING: &str = "–";
/// Characters shown on each side of the first difference between two answers.
const CONTEXT: usize = 60;

/// Renders the model. Begins with the table of the first lane, or with the disagreement of the lanes.
pub(super) fn render(report: &Report) -> String {
    let mut sections = Vec::new();
    if let Some(disagreement) = &report.disagreement {
        sections.push(render_disagreement(disagreement));
    } else {
        sections.extend(report.summaries.iter().map(|lane| render_lane(report, lane)));
        sections.extend(
            report.overhead.as_ref().filter(|overhead| !overhead.rows.is_empty()).map(render_overhead),
        );
    }
    sections.push(conditions::render(&report.conditions));
    if !report.warnings.is_empty() {
        sections.push(render_warnings(report));
    }
    sections.join("\n")
}

fn render_lane(report: &Report, lane: &LaneSummary) -> String {
    let mut table = Table::new(&[
        ("tool", Align::Left),
        ("iters", Align::Right),
        ("p50", Align::Right),
        ("p95", Align::Right),
        ("p99", Align::Right),
        ("mean", Align::Right),
        ("max", Align::Right),
        ("errors", Align::Right),
        ("bytes", Align::Right),
        ("items", Align::Right),
    ]);
    for row in report.rows_of(&lane.lane) {
        table.push(vec![
            sanitise::markdown(&row.tool),
            number(row.iters),
            p50(row),
            duration(row.p95),
            duration(row.p99),
            duration(row.mean),
            duration(row.max),
            or_nothing(row.error_rate.map(units::share)),
            or_nothing(row.bytes.map(|bytes| units::size(bytes.into()))),
            number(row.items),
        ]);
    }
    format!("{}\n{}\n{}", table.render(), summary_line(lane), row_notes(report, lane))
}

/// What is to be said of rows that ran, each once with the tools that it is about; limits with the number of
/// calls that they ended.
fn row_notes(report: &Report, lane: &LaneSummary) -> String {
    let mut notes: Vec<(&str, Vec<String>)> = Vec::new();
    for row in report.rows_of(&lane.lane).filter(|row| row.outcome != RowOutcome::NotRun) {
        let Some(note) = row.note.as_deref() else { continue };
        let tool = match row.limited_calls {
            Some(calls) => format!(
                "{} ({} x {calls})",
                sanitise::markdown(&row.tool),
                sanitise::markdown(row.outcome.word())
            ),
            None => sanitise::markdown(&row.tool),
        };
        match notes.iter_mut().find(|(other, _)| *other == note) {
            Some((_, tools)) => tools.push(tool),
            None => notes.push((note, vec![tool])),
        }
    }
    let line = |(note, tools): &(&str, Vec<String>)| {
        format!("\n{}: {}\n", tools.join(", "), sanitise::markdown(note))
    };
    notes.iter().map(line).collect()
}

/// The median, or what is there instead of one.
fn p50(row: &Row) -> String {
    let word = match (&row.outcome, &row.skipped) {
        (RowOutcome::Completed, _) => return duration(row.p50),
        (RowOutcome::Skipped, Some(why)) => format!("skipped: {}", sanitise::markdown(why)),
        (RowOutcome::NotRun, Some(why)) => format!("not run: {}", sanitise::markdown(why)),
        (RowOutcome::NotRun, None) => "cut short".to_owned(),
        (outcome, _) => sanitise::markdown(outcome.word()),
    };
    match row.p50 {
        Some(time) => format!("{} ({word})", units::duration(time)),
        None => word,
    }
}

fn summary_line(lane: &LaneSummary) -> String {
    let name = sanitise::markdown(&lane.lane);
    match (lane.median_p95, lane.median_p99) {
        (Some(p95), Some(p99)) => format!(
            "**{name} lane**, median over {} tools: p95 {}, p99 {}",
            lane.tools,
            units::duration(p95),
            units::duration(p99)
        ),
        _ => format!("**{name} lane**: nothing was measured"),
    }
}

fn render_overhead(overhead: &Overhead) -> String {
    let (native, wasm) = (sanitise::markdown(&overhead.native_lane), sanitise::markdown(&overhead.wasm_lane));
    let (native_p50, wasm_p50) = (format!("{native} p50"), format!("{wasm} p50"));
    let mut table = Table::new(&[
        ("tool", Align::Left),
        (&native_p50, Align::Right),
        (&wasm_p50, Align::Right),
        ("ratio", Align::Right),
    ]);
    for row in &overhead.rows {
        let mark = if row.reads_files { " \\*" } else { "" };
        table.push(vec![
            sanitise::markdown(&row.tool) + mark,
            duration(row.native_p50),
            duration(row.wasm_p50),
            or_nothing(row.ratio.map(units::ratio)),
        ]);
    }
    let mean = |mean: Option<f64>| or_nothing(mean.map(units::ratio));
    let mut text = format!(
        "## Overhead of the sandbox\n\n{}\nGeometric mean of the ratios: {}; over the tools that read no file: {}\n",
        table.render(),
        mean(overhead.geometric_mean),
        mean(overhead.geometric_mean_without_files)
    );
    if overhead.rows.iter().any(|row| row.reads_files) {
        text.push_str("\n\\* reads a file in each call; in the sandbox, through the host.\n");
    }
    text
}

fn render_disagreement(disagreement: &Disagreement) -> String {
    let mut table = Table::new(&[
        ("lane", Align::Left),
        ("ok", Align::Left),
        ("bytes", Align::Right),
        ("items", Align::Right),
        ("digest", Align::Left),
    ]);
    for answer in &disagreement.answers {
        table.push(vec![
            sanitise::markdown(&answer.lane),
            or_nothing(answer.ok.map(|ok| ok.to_string())),
            answer.text.len().to_string(),
            number(answer.items),
            sanitise::markdown(&answer.digest),
        ]);
    }
    let mut text = format!(
        "## The lanes disagree\n\nOn {} with {}. No times are shown: they would be of different work.\n\n{}",
        sanitise::markdown(&disagreement.tool),
        sanitise::markdown(&disagreement.arguments),
        table.render()
    );
    text.push_str(&first_difference(&disagreement.answers));
    text
}

/// Shows each answer around the first character where one differs from the first answer.
fn first_difference(answers: &[LaneAnswer]) -> String {
    let Some((first, others)) = answers.split_first() else { return String::new() };
    let common =
        |other: &LaneAnswer| first.text.chars().zip(other.text.chars()).take_while(|(a, b)| a == b).count();
    let Some(at) = others.iter().filter(|other| other.text != first.text).map(common).min() else {
        return "\nThe texts are equal; what the lanes counted is not.\n".to_owned();
    };
    let from = at.saturating_sub(CONTEXT);
    let mut text = format!("\nThe texts part at character {at}:\n\n");
    for answer in answers {
        let excerpt: String = answer.text.chars().skip(from).take(2 * CONTEXT).collect();
        text.push_str(&format!("- {}: {}\n", sanitise::markdown(&answer.lane), sanitise::markdown(&excerpt)));
    }
    text
}

fn render_warnings(report: &Report) -> String {
    let mut text = "## Warnings\n\n".to_owned();
    for warning in &report.warnings {
        let (message, remedy) = (sanitise::markdown(&warning.message), sanitise::markdown(&warning.remedy));
        text.push_str(&format!("- {message}. {remedy}.\n"));
    }
    text
}

fn duration(time: Option<Nanos>) -> String {
    or_nothing(time.map(units::duration))
}

fn number(number: Option<u32>) -> String {
    or_nothing(number.map(|number| units::count(number.into())))
}

fn or_nothing(text: Option<String>) -> String {
    text.unwrap_or_else(|| NOTHING.to_owned())
}
