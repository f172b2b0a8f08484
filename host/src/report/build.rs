//! From what a run found to the model. No figure is made up on the way: what is missing stays missing.

use std::collections::BTreeMap;

use guest::bench::{CallPath, Plan, TargetPolicy};
use guest::tools::tool_names;

use crate::clock::Nanos;
use crate::lane::{LaneKind, LaneSpec, Preparation};
use crate::machine::Machine;
use crate::measure::{self, Floor, RowState};
use crate::report::model::{
    ClockConditions, Conditions, CorpusConditions, Disagreement, Ending, Engine, Fault, HostBuild,
    LaneAnswer, LaneConditions, LaneSummary, LimitConditions, PhaseTime, PlanConditions, Report, Row,
    RowOutcome, Run, SCHEMA_VERSION, Series, SkippedEntry, Target,
};
use crate::report::overhead;
use crate::sample::Sample;
use crate::settings::Settings;
use crate::stats::{Summary, upper_median};
use crate::warning;
use crate::worker::{self, Findings, is_memory_watched};

/// Version of the engine; a test holds it to Cargo.lock.
const WASMTIME_VERSION: &str = "48.0.8";

impl Report {
    /// Builds the model of what one process found, with summaries and warnings.
    pub(crate) fn build(settings: &Settings, machine: &Machine, findings: &Findings) -> Self {
        let (rows, series) = rows(settings, findings);
        let conditions = conditions(settings, machine, findings);
        let summaries = conditions.lanes.iter().map(|lane| summarise_lane(&lane.lane, &rows)).collect();
        let run = Run {
            process_index: 0,
            machine: machine.clone(),
            seed: settings.seed,
            corpus_digest: conditions.corpus.digest.clone(),
            plan_digest: conditions.plan.digest.clone(),
            series,
        };
        let mut report = Self {
            schema_version: SCHEMA_VERSION,
            overhead: overhead::between(&conditions.lanes, &rows),
            conditions,
            rows,
            summaries,
            disagreement: disagreement(settings, findings),
            warnings: Vec::new(),
            runs: vec![run],
        };
        report.warnings = warning::find(&report);
        report
    }
}

/// Rows and their samples, by lane, then in table order.
fn rows(settings: &Settings, findings: &Findings) -> (Vec<Row>, Vec<Series>) {
    let Some(plan) = &findings.plan else { return (rows_without_plan(settings, findings), Vec::new()) };
    let mut by_row: BTreeMap<(u16, u16), Vec<Sample>> = BTreeMap::new();
    for sample in &findings.samples {
        by_row.entry((sample.lane, sample.tool)).or_default().push(*sample);
    }
    let mut states: Vec<&RowState> = findings.measurement.rows.iter().collect();
    states.sort_by_key(|state| (state.lane, state.tool));
    let mut rows = Vec::with_capacity(states.len());
    let mut all_series = Vec::new();
    for state in states {
        let lane = &settings.lanes[usize::from(state.lane)].label;
        let tool = &plan.tools[usize::from(state.tool)];
        let samples = by_row.get(&(state.lane, state.tool)).map_or(&[][..], Vec::as_slice);
        rows.push(row(lane, &tool.tool, tool.note.as_deref(), state, samples));
        if !samples.is_empty() {
            all_series.push(series(lane, &tool.tool, samples));
        }
    }
    (rows, all_series)
}

/// Rows of a run that ended before the lanes had a plan: every tool that was asked for, not run, and why. A
/// disagreement about the plan says all itself. The whole message of a fault is in the conditions.
fn rows_without_plan(settings: &Settings, findings: &Findings) -> Vec<Row> {
    if findings.measurement.disagreement.is_some() {
        return Vec::new();
    }
    let broken = |fault: &worker::Fault| match &fault.lane {
        Some(lane) => format!("the {lane} lane ended early: {}", fault.error.outcome()),
        None => format!("the run ended early: {}", fault.error.outcome()),
    };
    let why = findings.fault.as_ref().map_or("interrupted".to_owned(), broken);
    let state = RowState {
        tool: 0,
        lane: 0,
        outcome: measure::RowOutcome::NotRun { why },
        first_call_ns: None,
        answers_too_large: 0,
    };
    let tools: Vec<&str> = match &settings.tools[..] {
        [] => tool_names().collect(),
        named => named.iter().map(String::as_str).collect(),
    };
    let lanes = settings.lanes.iter();
    lanes.flat_map(|lane| tools.iter().map(|tool| row(&lane.label, tool, None, &state, &[]))).collect()
}

fn row(lane: &str, tool: &str, doubt: Option<&str>, state: &RowState, samples: &[Sample]) -> Row {
    let summary = Summary::of(samples);
    let too_large = state.answers_too_large;
    let refused = format!(
        "the answers of {too_large} of {} calls are larger than the limit; raise it with --max-answer-bytes",
        samples.len()
    );
    let (outcome, skipped, text) = match &state.outcome {
        measure::RowOutcome::Completed if too_large > 0 => {
            (RowOutcome::AnswerTooLarge, None, Some(refused.as_str()))
        }
        measure::RowOutcome::Completed => (RowOutcome::Completed, None, None),
        measure::RowOutcome::Failed { word, text } => {
            (RowOutcome::Failed(word.clone()), None, Some(text.as_str()))
        }
        measure::RowOutcome::NotRun { why } if samples.is_empty() => {
            (RowOutcome::NotRun, Some(why.clone()), None)
        }
        measure::RowOutcome::NotRun { why } => (RowOutcome::NotRun, None, Some(why.as_str())),
        measure::RowOutcome::Skipped { why } => (RowOutcome::Skipped, Some(why.clone()), None),
    };
    Row {
        tool: tool.to_owned(),
        iters: summary.map(|summary| summary.iterations),
        p50: summary.map(|summary| summary.p50),
        p95: summary.map(|summary| summary.p95),
        p99: summary.map(|summary| summary.p99),
        mean: summary.map(|summary| summary.mean),
        max: summary.map(|summary| summary.max),
        error_rate: summary.map(|summary| summary.error_rate()),
        skipped,
        lane: lane.to_owned(),
        bytes: summary.map(|summary| summary.bytes),
        items: summary.map(|summary| summary.items),
        limited_calls: match &outcome {
            RowOutcome::AnswerTooLarge => Some(too_large),
            // The first one already costs the lane.
            RowOutcome::Failed(_) => Some(1),
            _ => None,
        },
        outcome,
        first_call: state.first_call_ns,
        note: text.or(doubt).map(str::to_owned),
    }
}

fn series(lane: &str, tool: &str, samples: &[Sample]) -> Series {
    Series {
        lane: lane.to_owned(),
        tool: tool.to_owned(),
        rounds: samples.iter().map(|sample| sample.round).collect(),
        samples_ns: samples.iter().map(|sample| sample.elapsed_ns).collect(),
        ok: samples.iter().map(|sample| sample.outcome.ok).collect(),
        bytes: samples.iter().map(|sample| sample.outcome.bytes).collect(),
        items: samples.iter().map(|sample| sample.outcome.items).collect(),
    }
}

fn summarise_lane(lane: &str, rows: &[Row]) -> LaneSummary {
    let median = |figure: fn(&Row) -> Option<Nanos>| {
        let mut figures: Vec<Nanos> = rows.iter().filter(|row| row.lane == lane).filter_map(figure).collect();
        figures.sort_unstable();
        (upper_median(&figures), figures.len() as u32)
    };
    let (median_p95, tools) = median(|row| row.p95);
    let (median_p99, _) = median(|row| row.p99);
    LaneSummary { lane: lane.to_owned(), tools, median_p95, median_p99 }
}

fn disagreement(settings: &Settings, findings: &Findings) -> Option<Disagreement> {
    let found = findings.measurement.disagreement.as_ref()?;
    let answer = |answer: &measure::LaneAnswer| LaneAnswer {
        lane: settings.lanes[usize::from(answer.lane)].label.clone(),
        ok: answer.outcome.map(|outcome| outcome.ok),
        items: answer.outcome.map(|outcome| outcome.items),
        digest: format!("{:016x}", answer.answer.digest),
        text: answer.answer.text.clone(),
    };
    Some(Disagreement {
        tool: found.tool.clone(),
        arguments: found.arguments.clone(),
        answers: found.answers.iter().map(answer).collect(),
    })
}

fn conditions(settings: &Settings, machine: &Machine, findings: &Findings) -> Conditions {
    let has_wasm = settings.lanes.iter().any(|lane| lane.kind == LaneKind::Wasm);
    Conditions {
        ended: ending(findings),
        fault: findings.fault.as_ref().map(|fault| Fault {
            outcome: fault.error.outcome().to_owned(),
            lane: fault.lane.clone(),
            message: fault.error.to_string(),
        }),
        host: HostBuild {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            debug_assertions: cfg!(debug_assertions),
        },
        engine: has_wasm.then(|| Engine {
            name: "wasmtime".to_owned(),
            version: WASMTIME_VERSION.to_owned(),
            compiler: "cranelift".to_owned(),
            epoch_interruption: true,
        }),
        machine: machine.clone(),
        clock: findings.calibration.map(|calibration| ClockConditions {
            resolution_ns: calibration.clock_resolution_ns,
            reading_ns: calibration.clock_reading_ns,
            calibration_steps: calibration.loop_steps,
            calibration_ns: calibration.loop_ns,
        }),
        corpus: corpus(settings, &findings.preparations),
        plan: plan(settings, findings.plan.as_ref()),
        limits: limits(settings),
        lanes: lanes(settings, findings),
    }
}

fn ending(findings: &Findings) -> Ending {
    let measurement = &findings.measurement;
    let broke = |row: &RowState| matches!(row.outcome, measure::RowOutcome::Failed { .. });
    if measurement.disagreement.is_some() {
        Ending::Disagreement
    } else if measurement.interrupted {
        Ending::Interrupted
    } else if findings.fault.as_ref().is_some_and(|fault| fault.error.is_worker_lost()) {
        Ending::WorkerLost
    } else if findings.fault.is_some() || measurement.rows.iter().any(broke) {
        Ending::LaneBroke
    } else {
        Ending::Completed
    }
}

/// What was indexed, as the first lane says; [`warning`] tells where another one disagrees.
fn corpus(settings: &Settings, preparations: &[Preparation]) -> CorpusConditions {
    let first = preparations.first();
    let mut digest = None;
    let mut counts = BTreeMap::new();
    let mut skipped = BTreeMap::new();
    for (name, value) in first.iter().flat_map(|preparation| &preparation.index_facts) {
        match (name.strip_prefix("skipped."), value.parse::<u64>()) {
            (Some(reason), Ok(count)) => drop(skipped.insert(reason.to_owned(), count)),
            (None, Ok(count)) if name != "corpus-digest" => drop(counts.insert(name.clone(), count)),
            _ if name == "corpus-digest" => digest = Some(value.clone()),
            _ => {}
        }
    }
    let values = |wanted: &str| {
        let options = settings.corpus.options.iter().filter(|(name, _)| name == wanted);
        options.map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    CorpusConditions {
        path: settings.corpus.root.display().to_string(),
        digest,
        counts,
        skipped,
        skipped_entries: first.map(skipped_entries).unwrap_or_default(),
        include: values("include"),
        exclude: values("exclude"),
        no_ignore: values("no-ignore") == ["true"],
    }
}

fn skipped_entries(preparation: &Preparation) -> Vec<SkippedEntry> {
    let entries = preparation.skipped.iter();
    entries.map(|(path, reason)| SkippedEntry { path: path.clone(), reason: reason.clone() }).collect()
}

fn plan(settings: &Settings, plan: Option<&Plan>) -> PlanConditions {
    let targets = plan.map(|plan| {
        let callers = plan.target_callers.iter().copied().map(Some).chain(std::iter::repeat(None));
        plan.targets.iter().cloned().zip(callers).map(|(id, callers)| Target { id, callers }).collect()
    });
    PlanConditions {
        digest: plan.map(|plan| plan.plan_digest.clone()),
        iterations: settings.iterations,
        warmup: settings.warmup,
        seed: settings.seed,
        path: match settings.path {
            CallPath::Call => "call".to_owned(),
            CallPath::JsonRpc => "json-rpc".to_owned(),
        },
        target_policy: match settings.targets {
            TargetPolicy::Median => "median".to_owned(),
            TargetPolicy::Hub => "hub".to_owned(),
            TargetPolicy::Deciles => "deciles".to_owned(),
            TargetPolicy::Ids(_) => "ids".to_owned(),
        },
        targets: targets.unwrap_or_default(),
        queries: plan.map(|plan| plan.queries.clone()).unwrap_or_default(),
        notes: plan.map(|plan| plan.notes.clone()).unwrap_or_default(),
    }
}

fn limits(settings: &Settings) -> LimitConditions {
    let corpus = settings.corpus.limits();
    let sandbox = settings.sandbox;
    LimitConditions {
        process_memory_bytes: is_memory_watched().then_some(settings.process_memory_bytes),
        memory_bytes: sandbox.memory_bytes,
        call_deadline_ms: sandbox.call_deadline_ms,
        index_deadline_ms: sandbox.index_deadline_ms,
        wasm_stack_bytes: sandbox.wasm_stack_bytes,
        hostcall_bytes: sandbox.hostcall_bytes,
        table_entries: sandbox.table_entries,
        files: corpus.files,
        file_bytes: corpus.file_bytes,
        total_bytes: corpus.total_bytes,
        depth: corpus.depth,
        nesting: corpus.nesting,
        answer_bytes: corpus.answer_bytes,
    }
}

fn lanes(settings: &Settings, findings: &Findings) -> Vec<LaneConditions> {
    let measurement = &findings.measurement;
    let lanes = settings.lanes.iter().zip(&findings.preparations).enumerate();
    let built = lanes.map(|(index, (spec, preparation))| {
        let first_call =
            measurement.rows.iter().find(|row| usize::from(row.lane) == index && row.first_call_ns.is_some());
        let peak = measurement.memory_peaks_bytes.get(index).copied().flatten();
        LaneConditions {
            first_call_ns: first_call.and_then(|row| row.first_call_ns),
            memory_peak_bytes: peak.or(preparation.memory_peak_bytes),
            ..lane(spec, preparation, measurement.floors.get(index).copied().flatten())
        }
    });
    built.collect()
}

fn lane(spec: &LaneSpec, preparation: &Preparation, floor: Option<Floor>) -> LaneConditions {
    let phase = |(name, time): &(String, Nanos)| PhaseTime { phase: name.clone(), elapsed_ns: *time };
    LaneConditions {
        lane: spec.label.clone(),
        kind: match spec.kind {
            LaneKind::Wasm => "wasm".to_owned(),
            LaneKind::Native => "native".to_owned(),
            LaneKind::Scripted => "scripted".to_owned(),
        },
        component: spec.component.as_ref().map(|path| path.display().to_string()),
        component_sha256: preparation.component_sha256.clone(),
        about: preparation.about.iter().cloned().collect(),
        load_ns: preparation.load_ns,
        load_cached: preparation.load_cached,
        instantiate_ns: preparation.instantiate_ns,
        first_call_ns: None,
        index_phases: preparation.index_phases.iter().map(phase).collect(),
        parse_alone_ns: preparation.parse_alone_ns,
        memory_at_start_bytes: preparation.memory_at_start_bytes,
        memory_peak_bytes: preparation.memory_peak_bytes,
        floor_calls: floor.map(|floor| floor.calls),
        floor_p50_ns: floor.map(|floor| floor.p50_ns),
        floor_p99_ns: floor.map(|floor| floor.p99_ns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_s_version_is_that_of_the_lock_file() {
        let lock = include_str!("../../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"wasmtime\"\nversion = \"{WASMTIME_VERSION}\"\n")));
    }
}
