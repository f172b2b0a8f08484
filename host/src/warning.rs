//! Doubts about the figures of a report, each with its remedy.
//!
//! Read off the model, so that a report says the same of itself wherever it is rendered.

use serde::{Deserialize, Serialize};

use crate::report::{Conditions, LaneConditions, Report, Row, RowOutcome};

/// Samples below which p99 has no two-sided 95 % interval: order statistics, exact binomial.
const P99_SAMPLES: u32 = 368;
/// A p99 that is so many times the median is more likely the machine's than the tool's.
const NOISY_RATIO: u64 = 10;
/// A median below so many call floors is mostly the way in and out.
const FLOORS: u64 = 2;
/// What the native lane gives up, in one line.
pub(crate) const NATIVE_LANE: &str = "The native lane runs outside the sandbox: no deadline on a single call, no \
    limit on its memory but that of the whole process, and every file that this user can read is within its reach";
/// Reasons that are caps on the corpus, as the guest names them.
const CAPS: [&str; 5] = ["too_large", "too_many_files", "total_bytes", "too_deep", "nested_too_deep"];

/// One doubt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Warning {
    /// Short name in snake_case, stable between versions.
    pub(crate) code: String,
    /// What is doubtful; no full stop.
    pub(crate) message: String,
    /// What to do about it; no full stop.
    pub(crate) remedy: String,
}

impl Warning {
    fn new(code: &str, message: String, remedy: &str) -> Self {
        Self { code: code.to_owned(), message, remedy: remedy.to_owned() }
    }
}

/// Finds every doubt about a report, the gravest first. What the report already says of its warnings is
/// not looked at.
pub(crate) fn find(report: &Report) -> Vec<Warning> {
    let conditions = &report.conditions;
    let mut found = Vec::new();
    found.extend(debug_build(conditions));
    found.extend(ended_early(conditions));
    found.extend(broken_rows(report));
    found.extend(failed_calls(report));
    found.extend(answers_too_large(report));
    found.extend(lanes_differ(&conditions.lanes));
    found.extend(native_lane(&conditions.lanes));
    found.extend(memory_not_watched(conditions));
    found.extend(capped(conditions));
    found.extend(notes(conditions));
    found.extend(too_few_samples(report));
    found.extend(noisy(report));
    found.extend(near_the_floor(report));
    found
}

fn debug_build(conditions: &Conditions) -> Option<Warning> {
    conditions.host.debug_assertions.then(|| {
        Warning::new(
            "debug_build",
            "The host is a debug build".to_owned(),
            "Build with --release; no figure here means anything",
        )
    })
}

fn ended_early(conditions: &Conditions) -> Option<Warning> {
    let fault = conditions.fault.as_ref()?;
    let lane = fault.lane.as_ref().map(|lane| format!(" in the {lane} lane")).unwrap_or_default();
    let message = format!("The run ended early{lane}: {}", fault.message);
    Some(Warning::new("ended_early", message, "Rows that were not run say so; measure again for the rest"))
}

fn broken_rows(report: &Report) -> impl Iterator<Item = Warning> {
    let broken = report.rows.iter().filter(|row| matches!(row.outcome, RowOutcome::Failed(_)));
    broken.map(|row| {
        let text = row.note.as_deref().unwrap_or(row.outcome.word());
        let message = format!("{} broke in the {} lane: {text}", row.tool, row.lane);
        Warning::new(
            "lane_broke",
            message,
            "Its row has the samples taken before; raise the limit, or leave the tool out",
        )
    })
}

fn failed_calls(report: &Report) -> impl Iterator<Item = Warning> {
    let failed = report.rows.iter().filter_map(|row| Some((row, row.error_rate.filter(|&rate| rate > 0.0)?)));
    failed.map(|(row, rate)| {
        let message = format!(
            "{:.0} % of the calls of {} failed in the {} lane; they are in its figures",
            rate * 100.0,
            row.tool,
            row.lane
        );
        Warning::new("failed_calls", message, "See why with `host call`")
    })
}

fn answers_too_large(report: &Report) -> impl Iterator<Item = Warning> {
    let refused = report.rows.iter().filter(|row| row.outcome == RowOutcome::AnswerTooLarge);
    refused.map(|row| {
        let text = row.note.as_deref().unwrap_or(row.outcome.word());
        let message = format!("{} in the {} lane: {text}", row.tool, row.lane);
        Warning::new("answer_too_large", message, "Its figures are those of refusals and answers together")
    })
}

fn native_lane(lanes: &[LaneConditions]) -> Option<Warning> {
    let is_native = |lane: &LaneConditions| lane.kind == "native";
    lanes.iter().any(is_native).then(|| {
        Warning::new("native_lane", NATIVE_LANE.to_owned(), "Leave it out for a corpus that you do not trust")
    })
}

fn memory_not_watched(conditions: &Conditions) -> Option<Warning> {
    conditions.limits.process_memory_bytes.is_none().then(|| {
        let message = "This system does not tell how much memory the measuring process holds".to_owned();
        Warning::new(
            "memory_not_watched",
            message,
            "Bound it by other means for a corpus that you do not trust",
        )
    })
}

/// Facts that both lanes must share for their ratio to mean anything.
fn lanes_differ(lanes: &[LaneConditions]) -> Vec<Warning> {
    let Some((first, others)) = lanes.split_first() else { return Vec::new() };
    let mut found = Vec::new();
    for other in others {
        for fact in ["source-digest", "opt-level"] {
            let (Some(one), Some(another)) = (first.fact(fact), other.fact(fact)) else { continue };
            if one != another {
                let message = format!(
                    "The lanes differ in {fact}: {} has {one}, {} has {another}",
                    first.lane, other.lane
                );
                found.push(Warning::new(
                    "lanes_differ",
                    message,
                    "Rebuild the component from the sources of this host",
                ));
            }
        }
    }
    found
}

fn capped(conditions: &Conditions) -> Option<Warning> {
    let caps: Vec<String> = CAPS
        .iter()
        .filter_map(|&reason| {
            Some((reason, conditions.corpus.skipped.get(reason).filter(|&&count| count > 0)?))
        })
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    (!caps.is_empty()).then(|| {
        let message = format!("Limits left entries of the corpus out: {}", caps.join(", "));
        Warning::new(
            "corpus_capped",
            message,
            "List them with --verbose; raise --max-files, --max-file-bytes, --max-total-bytes or --max-depth",
        )
    })
}

/// What the plan itself doubts: targets without callers and the like.
fn notes(conditions: &Conditions) -> impl Iterator<Item = Warning> {
    let notes = conditions.plan.notes.iter();
    notes.map(|note| Warning::new("plan", note.clone(), "Choose others with --targets or --queries"))
}

fn too_few_samples(report: &Report) -> Option<Warning> {
    let few = tools_where(report, |row| row.iters.is_some_and(|iters| iters < P99_SAMPLES));
    (!few.is_empty()).then(|| {
        let message = format!(
            "Fewer than {P99_SAMPLES} samples bound p99 from below only (95 % confidence): {}",
            few.join(", ")
        );
        Warning::new("few_samples", message, "Raise --iter to 368 or more, five times that for smart_context")
    })
}

fn noisy(report: &Report) -> Option<Warning> {
    let noisy = tools_where(report, |row| {
        row.p50.zip(row.p99).is_some_and(|(p50, p99)| p99.0 > p50.0.saturating_mul(NOISY_RATIO))
    });
    (!noisy.is_empty()).then(|| {
        let message = format!("p99 is more than {NOISY_RATIO} times p50: {}", noisy.join(", "));
        Warning::new(
            "noisy",
            message,
            "Measure on a quiet machine, or look whether single queries are that slow",
        )
    })
}

fn near_the_floor(report: &Report) -> Option<Warning> {
    let floor = |row: &Row| {
        let lane = report.conditions.lanes.iter().find(|lane| lane.lane == row.lane)?;
        lane.floor_p50_ns
    };
    let near = tools_where(report, |row| {
        row.p50.zip(floor(row)).is_some_and(|(p50, floor)| p50.0 < floor.0.saturating_mul(FLOORS))
    });
    (!near.is_empty()).then(|| {
        let message = format!("p50 is below {FLOORS} call floors: {}", near.join(", "));
        Warning::new("near_floor", message, "Read these figures as the cost of the way in and out")
    })
}

/// Names of the tools with such a row, each once, with the lane unless it is so in every lane; or `every
/// tool`.
fn tools_where(report: &Report, is_meant: impl Fn(&Row) -> bool) -> Vec<String> {
    let measured: Vec<&Row> = report.rows.iter().filter(|row| row.p50.is_some()).collect();
    if !measured.is_empty() && measured.iter().all(|row| is_meant(row)) {
        return vec!["every tool".to_owned()];
    }
    let lanes_of = |tool: &str| measured.iter().filter(|row| row.tool == tool && is_meant(row)).count();
    let mut names: Vec<String> = Vec::new();
    for row in measured.iter().filter(|row| is_meant(row)) {
        let name = match lanes_of(&row.tool) == report.conditions.lanes.len() {
            true => row.tool.clone(),
            false => format!("{} ({})", row.tool, row.lane),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
