//! A fixed run with a bit of everything, for golden tests: two lanes, a skipped tool, one that broke, a
//! failed call, hostile names.

use guest::bench::{Outcome, Plan, TargetPolicy, ToolPlan};

use crate::calibrate::Calibration;
use crate::clock::Nanos;
use crate::lane::{Corpus, LaneKind, LaneSpec, Preparation};
use crate::machine::Machine;
use crate::measure::{Floor, Measurement, RowOutcome, RowState};
use crate::report::Report;
use crate::sample::Sample;
use crate::settings::{SandboxLimits, Settings};
use crate::worker::Findings;

/// What the fixed run found; change it, then [`Run::report`].
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) settings: Settings,
    pub(crate) machine: Machine,
    pub(crate) findings: Findings,
}

impl Run {
    /// The fixed run.
    pub(crate) fn fixed() -> Self {
        let rows = [
            row(0, 0, RowOutcome::Completed),
            row(0, 1, RowOutcome::Completed),
            row(1, 0, RowOutcome::Completed),
            row(1, 1, RowOutcome::Completed),
            row(2, 0, skipped()),
            row(2, 1, skipped()),
            row(3, 0, failed()),
            row(3, 1, RowOutcome::NotRun { why: "the other lane broke".to_owned() }),
        ];
        let floor = |p50, p99| Some(Floor { calls: 1_000, p50_ns: Nanos(p50), p99_ns: Nanos(p99) });
        Self {
            settings: settings(),
            machine: machine(),
            findings: Findings {
                calibration: Some(Calibration {
                    clock_resolution_ns: Some(Nanos(1)),
                    clock_reading_ns: Nanos(30),
                    loop_steps: 1_000_000,
                    loop_ns: Nanos(1_234_567),
                }),
                preparations: vec![wasm_preparation(), native_preparation()],
                plan: Some(plan()),
                measurement: Measurement {
                    rows: rows.into(),
                    floors: vec![floor(350, 520), floor(2, 3)],
                    memory_peaks_bytes: vec![Some(48 << 20), None],
                    disagreement: None,
                    interrupted: false,
                },
                samples: samples(),
                fault: None,
            },
        }
    }

    /// Its report.
    pub(crate) fn report(&self) -> Report {
        Report::build(&self.settings, &self.machine, &self.findings)
    }
}

fn settings() -> Settings {
    let lane = |label: &str, kind| LaneSpec::new(label, kind, None);
    Settings {
        corpus: Corpus {
            root: "corpora/sm*ll".into(),
            options: vec![
                ("files".to_owned(), "10".to_owned()),
                ("exclude".to_owned(), "*.min.js".to_owned()),
            ],
        },
        lanes: vec![lane("wasm", LaneKind::Wasm), lane("native", LaneKind::Native)],
        iterations: 4,
        warmup: None,
        tools: Vec::new(),
        targets: TargetPolicy::Median,
        queries: Vec::new(),
        path: guest::bench::CallPath::Call,
        seed: 7,
        sandbox: SandboxLimits::default(),
        cache: true,
        parse_alone: true,
        list_skipped: 1,
        process_memory_bytes: 6 << 30,
    }
}

fn machine() -> Machine {
    Machine {
        cpu: Some("Example CPU @ 2.00GHz".to_owned()),
        logical_cores: Some(2),
        memory_bytes: Some(8 << 30),
        os: "linux".to_owned(),
        kernel: Some("6.1.0".to_owned()),
        arch: "x86_64".to_owned(),
    }
}

fn wasm_preparation() -> Preparation {
    Preparation {
        component_sha256: Some("0123456789abcdef".repeat(4)),
        load_ns: Some(Nanos(5_120_000_000)),
        load_cached: Some(false),
        instantiate_ns: Some(Nanos(1_500_000)),
        memory_at_start_bytes: Some(2 << 20),
        memory_peak_bytes: Some(40 << 20),
        about: pairs(&[("source-digest", "aaaa"), ("opt-level", "3"), ("panic", "abort")]),
        ..native_preparation()
    }
}

fn native_preparation() -> Preparation {
    Preparation {
        parse_alone_ns: Some(Nanos(250_000_000)),
        index_phases: vec![("walk".to_owned(), Nanos(2_000_000)), ("parse".to_owned(), Nanos(310_000_000))],
        about: pairs(&[("source-digest", "bbbb"), ("opt-level", "3"), ("panic", "unwind")]),
        index_facts: pairs(&[
            ("files", "12"),
            ("nodes", "3456"),
            ("edges", "7890"),
            ("source-bytes", "1234567"),
            ("corpus-digest", "feedfacefeedfacefeedfacefeedface"),
            ("skipped.ignored", "3"),
            ("skipped.too_large", "1"),
        ]),
        skipped: pairs(&[("big\u{1b}[31m.js", "too_large")]),
        ..Preparation::default()
    }
}

fn plan() -> Plan {
    let tool = |name: &str, iterations, skipped: Option<&str>, note: Option<&str>| ToolPlan {
        tool: name.to_owned(),
        iterations,
        warmup: 5,
        skipped: skipped.map(str::to_owned),
        note: note.map(str::to_owned),
        arguments: vec!["{}".to_owned()],
    };
    Plan {
        tools: vec![
            tool("graph_stats", 4, None, None),
            tool("get_symbol_source", 4, None, Some("a target has no callers")),
            tool("get_callers", 0, Some("no function | none"), None),
            tool("get_repo_outline", 4, None, None),
        ],
        targets: vec!["src/a|b.rs::`f`".to_owned()],
        target_callers: vec![0],
        queries: vec!["parse <request>".to_owned(), "\u{202e}evil".to_owned()],
        notes: vec!["target `src/a|b.rs::`f`` has no callers, so that answers about it are short".to_owned()],
        plan_digest: "00000000deadbeef".to_owned(),
    }
}

fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut push = |tool, lane, round, elapsed_ns, outcome| {
        samples.push(Sample { lane, tool, round, elapsed_ns: Nanos(elapsed_ns), outcome });
    };
    let stats = Outcome { ok: true, bytes: 640, items: 1 };
    let source = Outcome { ok: true, bytes: 12_600, items: 1 };
    let refused = Outcome { ok: false, bytes: 31, items: 0 };
    for round in 0..4 {
        let step = u64::from(round) * 10;
        push(0, 0, round, 600 + step, stats);
        push(0, 1, round, 400 + step, stats);
        push(1, 0, round, 60_000 + step, if round == 2 { refused } else { source });
        push(1, 1, round, if round == 1 { 3_000_000 } else { 20_000 + step }, source);
    }
    push(3, 0, 0, 1_840_000, Outcome { ok: true, bytes: 4_100, items: 8 });
    samples
}

fn row(tool: u16, lane: u16, outcome: RowOutcome) -> RowState {
    let first_call_ns = (tool < 2).then(|| Nanos(90_000 + u64::from(tool)));
    RowState { tool, lane, outcome, first_call_ns, answers_too_large: 0 }
}

fn skipped() -> RowOutcome {
    RowOutcome::Skipped { why: "no function | none".to_owned() }
}

fn failed() -> RowOutcome {
    RowOutcome::Failed {
        word: "deadline".to_owned(),
        text: "a call ran past its deadline of 10000 ms; raise it with --call-deadline".to_owned(),
    }
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}
