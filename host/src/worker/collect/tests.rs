use guest::bench::{CallPath, Outcome, TargetPolicy, ToolPlan};

use super::*;
use crate::clock::Nanos;
use crate::lane::{Corpus, LaneKind, LaneSpec, Work};
use crate::settings::SandboxLimits;

fn settings() -> Settings {
    let lane = |label: &str, kind| LaneSpec::new(label, kind, None);
    Settings {
        corpus: Corpus { root: ".".into(), options: Vec::new() },
        lanes: vec![lane("wasm", LaneKind::Wasm), lane("native", LaneKind::Native)],
        iterations: 2,
        warmup: None,
        tools: Vec::new(),
        targets: TargetPolicy::Median,
        queries: Vec::new(),
        path: CallPath::Call,
        seed: 1,
        sandbox: SandboxLimits::default(),
        cache: false,
        parse_alone: false,
        list_skipped: 9,
        process_memory_bytes: 1 << 30,
    }
}

/// Tools `a`, `b` and `c` of two iterations each, and `d`, which is left out.
fn plan() -> Plan {
    let tool = |name: &str, skipped: Option<&str>| ToolPlan {
        tool: name.to_owned(),
        iterations: 2,
        warmup: 0,
        skipped: skipped.map(str::to_owned),
        note: None,
        arguments: vec!["{}".to_owned()],
    };
    Plan {
        tools: vec![tool("a", None), tool("b", None), tool("c", None), tool("d", Some("no target"))],
        targets: Vec::new(),
        target_callers: Vec::new(),
        queries: Vec::new(),
        notes: Vec::new(),
        plan_digest: String::new(),
    }
}

fn row(tool: u16, lane: u16) -> RowState {
    RowState { tool, lane, outcome: RowOutcome::Completed, first_call_ns: None, answers_too_large: 0 }
}

fn sample(tool: u16, lane: u16) -> WireSample {
    let outcome = Outcome { ok: true, bytes: 1, items: 1 };
    WireSample(Sample { lane, tool, round: 0, elapsed_ns: Nanos(7), outcome })
}

fn stage(tool: &str) -> Event {
    Event::Stage { stage: Stage::Measure, tool: tool.to_owned(), done: 0, total: 2 }
}

/// A run that measured `a` in both lanes and is at `b`.
fn at_b(settings: &Settings) -> Collector<'_> {
    let mut collector = Collector::new(settings);
    let floor = Floor { calls: 1, p50_ns: Nanos(3), p99_ns: Nanos(4) };
    let events = [
        Event::Begins { lane: "native".to_owned(), work: Work::Plan },
        Event::Planned(plan()),
        Event::Floor { lane: 1, floor },
        stage("a"),
        Event::Samples(vec![sample(0, 0), sample(0, 1)]),
        Event::Row(row(0, 0)),
        Event::Row(row(0, 1)),
        stage("b"),
    ];
    events.into_iter().for_each(|event| collector.take(event).expect("it is meant"));
    collector
}

fn hung() -> LaneError {
    LaneError::Hung { what: "a call of b".to_owned(), waited_ms: 1 }
}

/// Words of the rows by tool and lane.
fn words(findings: &Findings) -> Vec<(u16, u16, &str)> {
    let mut words: Vec<_> = findings
        .measurement
        .rows
        .iter()
        .map(|row| {
            let word = match &row.outcome {
                RowOutcome::Completed => "completed",
                RowOutcome::Failed { word, .. } => word.as_str(),
                RowOutcome::NotRun { .. } => "not run",
                RowOutcome::Skipped { .. } => "skipped",
            };
            (row.tool, row.lane, word)
        })
        .collect();
    words.sort_unstable();
    words
}

fn rows(of_b: [&'static str; 2]) -> [(u16, u16, &'static str); 8] {
    [
        (0, 0, "completed"),
        (0, 1, "completed"),
        (1, 0, of_b[0]),
        (1, 1, of_b[1]),
        (2, 0, "not run"),
        (2, 1, "not run"),
        (3, 0, "skipped"),
        (3, 1, "skipped"),
    ]
}

#[test]
fn a_call_that_hangs_costs_the_row_that_it_is_in() {
    let settings = settings();
    let mut collector = at_b(&settings);
    collector.take(Event::At(Some((1, 1)))).expect("it is meant");
    let findings = collector.lost(hung());
    assert_eq!(words(&findings), rows(["not run", "hung"]));
    assert_eq!(findings.fault, Some(Fault { lane: Some("native".to_owned()), error: hung() }));
    assert_eq!(findings.samples.len(), 2, "what was measured is kept");
    assert_eq!(findings.measurement.floors[1].map(|floor| floor.p50_ns), Some(Nanos(3)));
}

#[test]
fn a_process_that_dies_costs_the_tool_in_every_lane_that_it_ran() {
    let settings = settings();
    let findings = at_b(&settings).lost(LaneError::Killed("signal".to_owned()));
    assert_eq!(words(&findings), rows(["killed", "killed"]));
    assert_eq!(findings.fault.and_then(|fault| fault.lane), None, "nobody knows in which");
    let findings = at_b(&settings).lost(LaneError::ProcessMemory { limit_bytes: 1 });
    assert_eq!(words(&findings), rows(["memory", "memory"]));
}

#[test]
fn an_interruption_leaves_the_rest_not_run() {
    let settings = settings();
    let findings = at_b(&settings).interrupted();
    assert_eq!(words(&findings), rows(["not run", "not run"]));
    assert!(findings.measurement.interrupted && findings.fault.is_none());
}

#[test]
fn before_a_plan_the_lane_that_was_at_work_is_named() {
    let settings = settings();
    let mut collector = Collector::new(&settings);
    let lane = || "native".to_owned();
    let preparation = Preparation { load_cached: Some(true), ..Preparation::default() };
    let entry = ("a".to_owned(), "ignored".to_owned());
    for event in [
        Event::Begins { lane: lane(), work: Work::Index },
        Event::Prepared { lane: lane(), preparation: Box::new(preparation) },
        Event::Skipped { lane: lane(), entries: vec![entry.clone()] },
    ] {
        collector.take(event).expect("it is meant");
    }
    assert!(!collector.is_measuring());
    let findings = collector.lost(hung());
    assert_eq!(findings.fault.and_then(|fault| fault.lane).as_deref(), Some("native"));
    assert_eq!(findings.preparations[1].load_cached, Some(true));
    assert_eq!(findings.preparations[1].skipped, [entry]);
    assert_eq!(findings.measurement.rows, []);
}

#[test]
fn nothing_out_of_range_is_taken() {
    let settings = settings();
    let floor = Floor { calls: 1, p50_ns: Nanos(3), p99_ns: Nanos(4) };
    for event in [
        Event::Floor { lane: 2, floor },
        Event::Samples(vec![sample(4, 0)]),
        Event::Samples(vec![sample(0, 2)]),
        // Three tools in two lanes make twelve; two were taken.
        Event::Samples(vec![sample(0, 0); 11]),
        Event::Row(row(4, 0)),
        Event::Row(row(0, 2)),
        Event::Planned(plan()),
        stage("e"),
        Event::Begins { lane: "gpu".to_owned(), work: Work::Index },
        Event::Opened,
    ] {
        let shown = format!("{event:?}");
        at_b(&settings).take(event).expect_err(&shown);
    }
    let measurement = Measurement { rows: vec![row(0, 2)], ..Measurement::default() };
    at_b(&settings).check(&measurement).expect_err("no such lane");
    let measurement = Measurement { rows: vec![row(0, 0)], ..Measurement::default() };
    Collector::new(&settings).check(&measurement).expect_err("no plan");
}
