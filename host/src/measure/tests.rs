//! Runs with scripted lanes and a clock that only they move: every figure is known beforehand.

use guest::bench::{CallPath, Outcome, Plan, PlanConfig, TargetPolicy, ToolPlan};

use super::*;
use crate::clock::Nanos;
use crate::lane::scripted::{Event, FakeClock, Log, Reply, Script, ScriptedLane, answer};
use crate::lane::{Corpus, LaneKind, LaneSpec, Preparation, Progress, Work};
use crate::sample::Sample;
use crate::settings::SandboxLimits;

/// What the observer was told; sets the stop flag once a stage came so far.
#[derive(Default)]
struct Watcher<'a> {
    stages: Vec<(Stage, String, u32, u32)>,
    rows: Vec<RowState>,
    floors: Vec<(u16, Floor)>,
    stop_at: Option<(Stage, u32, &'a Control)>,
}

impl Progress for Watcher<'_> {
    fn begins(&mut self, _lane: &str, _work: Work) {}

    fn learned(&mut self, _lane: &str, _preparation: &Preparation) {}

    fn step(&mut self, _lane: &str, _phase: &str, _done: u64, _total: u64) {}
}

impl Observer for Watcher<'_> {
    fn at(&mut self, stage: Stage, tool: &str, done: u32, total: u32) {
        self.stages.push((stage, tool.to_owned(), done, total));
        if let Some((at, count, stop)) = self.stop_at
            && at == stage
            && done >= count
        {
            stop.stop();
        }
    }

    fn floor(&mut self, lane: u16, floor: Floor) {
        self.floors.push((lane, floor));
    }

    fn row(&mut self, row: &RowState) {
        self.rows.push(row.clone());
    }
}

fn settings() -> Settings {
    Settings {
        corpus: Corpus { root: ".".into(), options: Vec::new() },
        lanes: Vec::new(),
        iterations: 3,
        warmup: None,
        tools: Vec::new(),
        targets: TargetPolicy::Median,
        queries: Vec::new(),
        path: CallPath::Call,
        seed: 1,
        sandbox: SandboxLimits::default(),
        cache: false,
        parse_alone: false,
        list_skipped: 0,
        process_memory_bytes: 4 << 30,
    }
}

fn tool(name: &str, iterations: u32, warmup: u32, arguments: &[&str]) -> ToolPlan {
    ToolPlan {
        tool: name.to_owned(),
        iterations,
        warmup,
        skipped: None,
        note: None,
        arguments: arguments.iter().map(|&text| text.to_owned()).collect(),
    }
}

fn plan(tools: Vec<ToolPlan>) -> Plan {
    Plan {
        tools,
        targets: Vec::new(),
        target_callers: Vec::new(),
        queries: Vec::new(),
        notes: Vec::new(),
        plan_digest: String::new(),
    }
}

/// A run that is over, and all that can be known of it.
struct Finished {
    measurement: Measurement,
    samples: Vec<Sample>,
    events: Vec<(String, Event)>,
    rows: Vec<RowState>,
    stages: Vec<(Stage, String, u32, u32)>,
    floors: Vec<(u16, Floor)>,
}

impl Finished {
    fn times(&self, tool: u16, lane: u16) -> Vec<u64> {
        let of_row = self.samples.iter().filter(|sample| sample.tool == tool && sample.lane == lane);
        of_row.map(|sample| sample.elapsed_ns.0).collect()
    }

    fn outcomes(&self) -> Vec<&RowOutcome> {
        self.measurement.rows.iter().map(|row| &row.outcome).collect()
    }

    fn count(&self, label: &str, wanted: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|(of, event)| of == label && wanted(event)).count()
    }
}

/// Lanes named `a`, `b`, … with a script and a number of openings each.
fn run_openings(tools: Vec<ToolPlan>, scripts: &[(Script, u32)], stop_at: Option<(Stage, u32)>) -> Finished {
    let (clock, log, settings) = (FakeClock::default(), Log::default(), settings());
    let stop = Control::default();
    let mut watcher =
        Watcher { stop_at: stop_at.map(|(stage, count)| (stage, count, &stop)), ..Watcher::default() };
    let mut lanes: Vec<_> = scripts
        .iter()
        .zip(["a", "b", "c"])
        .map(|(&(script, openings), label)| {
            let lane = ScriptedLane { openings, ..ScriptedLane::new(label, &clock, &log, script) };
            RunningLane::prepare(lane, &settings.corpus, &clock, &mut watcher).expect("it opens")
        })
        .collect();
    let plan = plan(tools);
    let mut samples: Vec<Sample> = Vec::with_capacity(samples_expected(&plan, lanes.len()));
    let measurement = measure(&settings, &plan, &mut lanes, &clock, &stop, &mut samples, &mut watcher);
    drop(lanes);
    let Watcher { rows, stages, floors, .. } = watcher;
    Finished { measurement, samples, events: log.take(), rows, stages, floors }
}

fn run(tools: Vec<ToolPlan>, scripts: &[Script]) -> Finished {
    let scripts: Vec<_> = scripts.iter().map(|&script| (script, u32::MAX)).collect();
    run_openings(tools, &scripts, None)
}

fn is_fire(event: &Event) -> bool {
    *event == Event::Fire
}

#[test]
fn warm_up_and_first_call_are_no_samples() {
    // The first fire compares answers, two warm up, three count.
    let finished = run(vec![tool("t", 3, 2, &["{}"])], &[|_, _, before| answer(u64::from(before) * 10, 1)]);
    assert_eq!(finished.times(0, 0), [30, 40, 50]);
    assert_eq!(finished.samples.iter().map(|sample| sample.round).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(finished.samples[0].outcome, Outcome { ok: true, bytes: 2, items: 1 });
    assert_eq!(finished.measurement.rows[0].first_call_ns, Some(Nanos(0)));
    assert_eq!(finished.outcomes(), [&RowOutcome::Completed]);
    assert_eq!(
        finished.measurement.floors,
        [Some(Floor { calls: 1000, p50_ns: Nanos(5), p99_ns: Nanos(5) })]
    );
    assert_eq!(finished.measurement.memory_peaks_bytes, [Some(6)]);
    assert_eq!(finished.rows, finished.measurement.rows);
}

#[test]
fn each_round_fires_each_lane_once_in_the_drawn_order() {
    let same: Script = |_, _, _| answer(1, 1);
    let finished = run(vec![tool("t", 40, 1, &["{}"])], &[same, same, same]);
    assert_eq!(finished.samples.len(), 120);
    for (round, samples) in finished.samples.chunks(3).enumerate() {
        let mut order = [0; 3];
        crate::schedule::draw_order(1, 0, round as u32, &mut order);
        assert_eq!(samples.iter().map(|sample| sample.lane).collect::<Vec<_>>(), order);
        assert!(samples.iter().all(|sample| sample.round == round as u32));
    }
}

#[test]
fn a_call_is_armed_once_until_another_is() {
    let same: Script = |_, _, _| answer(1, 1);
    let finished = run(vec![tool("one", 9, 3, &["{}"]), tool("two", 4, 2, &["x", "y"])], &[same]);
    let armed: Vec<_> = finished
        .events
        .iter()
        .filter_map(|(_, event)| match event {
            Event::Arm(tool, arguments) => Some(format!("{tool} {arguments}")),
            _ => None,
        })
        .collect();
    let compared = ["one {}", "two x", "two y"];
    let measured = ["one {}", "two x", "two y", "two x", "two y", "two x", "two y"];
    assert_eq!(armed, [&compared[..], &measured[..]].concat());
    assert_eq!(finished.count("a", is_fire), 3 + 12 + 6);
}

#[test]
fn equal_arguments_are_compared_once() {
    let finished = run(vec![tool("t", 1, 0, &["x", "y", "x"])], &[|_, _, _| answer(1, 1)]);
    assert_eq!(finished.count("a", is_fire), 2 + 1);
    let agree: Vec<_> = finished.stages.iter().filter(|(stage, ..)| *stage == Stage::Agree).collect();
    assert_eq!(agree.iter().map(|(.., done, total)| (*done, *total)).collect::<Vec<_>>(), [(0, 2)]);
}

#[test]
fn different_answers_end_the_run_before_any_time() {
    let finished = run(
        vec![tool("same", 3, 1, &["{}"]), tool("t", 3, 1, &["x", "y"])],
        &[|_, _, _| answer(1, 1), |_, arguments, _| answer(1, if arguments == "y" { 2 } else { 1 })],
    );
    let disagreement = finished.measurement.disagreement.as_ref().expect("they differ");
    assert_eq!((disagreement.tool.as_str(), disagreement.arguments.as_str()), ("t", "y"));
    let texts: Vec<_> = disagreement.answers.iter().map(|of| (of.lane, of.answer.text.as_str())).collect();
    assert_eq!(texts, [(0, "1"), (1, "2")]);
    assert!(finished.samples.is_empty());
    assert!(
        finished
            .outcomes()
            .iter()
            .all(|outcome| matches!(outcome, RowOutcome::NotRun { why } if why == "the lanes disagree"))
    );
}

#[test]
fn different_counts_end_the_run_at_any_fire() {
    // Fires 0: compared, 1: warm-up, 2 and 3: samples.
    let finished = run(
        vec![tool("t", 5, 1, &["{}"])],
        &[|_, _, _| answer(1, 7), |_, _, before| answer(1, if before == 3 { 8 } else { 7 })],
    );
    let disagreement = finished.measurement.disagreement.as_ref().expect("they differ");
    assert_eq!(disagreement.answers.iter().map(|of| of.answer.digest).collect::<Vec<_>>(), [7, 8]);
    assert_eq!(finished.count("b", is_fire), 4);
}

#[test]
fn a_refused_call_is_a_sample_like_any_other() {
    let refused: Script =
        |_, _, before| Reply::Answer(9, Outcome { ok: before % 2 == 0, bytes: 3, items: 0 });
    let finished = run(vec![tool("t", 4, 0, &["{}"])], &[refused]);
    assert_eq!(
        finished.samples.iter().map(|sample| sample.outcome.ok).collect::<Vec<_>>(),
        [false, true, false, true]
    );
    assert_eq!(finished.outcomes(), [&RowOutcome::Completed]);
}

#[test]
fn answers_refused_for_their_size_are_counted() {
    // The scripted lane refuses the arguments `large` for their size when it is asked strictly.
    let script: Script =
        |_, arguments, _| Reply::Answer(1, Outcome { ok: arguments == "small", bytes: 2, items: 0 });
    let finished = run(vec![tool("t", 7, 1, &["small", "large", "unknown", "large"])], &[script, script]);
    let counts = finished.measurement.rows.iter().map(|row| row.answers_too_large).collect::<Vec<_>>();
    // Rounds 1, 3 and 5 of 0 to 6.
    assert_eq!(counts, [3, 3]);
    assert_eq!(finished.outcomes(), [&RowOutcome::Completed, &RowOutcome::Completed]);
}

#[test]
fn a_trap_keeps_the_samples_and_costs_one_opening() {
    // Fires 0 and 1 compare both tools, 2 warms up, 3 and 4 are samples, 5 traps.
    let finished = run(
        vec![tool("t", 9, 1, &["{}"]), tool("u", 2, 1, &["{}"])],
        &[|_, _, before| if before == 5 { Reply::Trap } else { answer(10, 1) }, |_, _, _| answer(20, 1)],
    );
    assert_eq!(finished.times(0, 0), [10, 10]);
    assert_eq!(finished.times(0, 1), [20; 9], "the other lane goes on");
    assert_eq!(finished.times(1, 0), [10, 10], "the next tool runs in a new instance");
    let failed =
        RowOutcome::Failed { word: "trap".to_owned(), text: "the guest trapped: as scripted".to_owned() };
    let completed = RowOutcome::Completed;
    assert_eq!(finished.outcomes(), [&failed, &completed, &completed, &completed]);
    assert_eq!(finished.count("a", |event| *event == Event::Prepare), 2);
    assert_eq!(finished.count("b", |event| *event == Event::Prepare), 1);
    assert_eq!(finished.measurement.rows[0].first_call_ns, Some(Nanos(10)));
}

#[test]
fn a_tool_that_traps_while_compared_is_not_measured() {
    let finished = run(
        vec![tool("bad", 3, 1, &["{}"]), tool("good", 3, 1, &["{}"])],
        &[|tool, _, _| if tool == "bad" { Reply::Trap } else { answer(1, 1) }],
    );
    assert!(matches!(finished.outcomes()[0], RowOutcome::Failed { .. }));
    assert_eq!(finished.outcomes()[1], &RowOutcome::Completed);
    assert_eq!(finished.count("a", |event| *event == Event::Prepare), 2, "once for the tool, not twice");
    assert_eq!(finished.count("a", is_fire), 1 + 1 + 4);
    assert_eq!(finished.measurement.rows[0].first_call_ns, None);
}

#[test]
fn a_lane_that_cannot_be_opened_again_leaves_rows_not_run() {
    let scripts: [(Script, u32); 2] = [
        (|tool, _, _| if tool == "bad" { Reply::Trap } else { answer(1, 1) }, 1),
        (|_, _, _| answer(2, 1), 1),
    ];
    let tools = vec![tool("bad", 2, 0, &["{}"]), tool("next", 2, 0, &["{}"]), tool("last", 2, 0, &["{}"])];
    let finished = run_openings(tools, &scripts, None);
    let why = "the lane could not be opened again: no opening is left".to_owned();
    let not_run = RowOutcome::NotRun { why };
    let completed = RowOutcome::Completed;
    assert!(matches!(finished.outcomes()[0], RowOutcome::Failed { .. }));
    assert_eq!(finished.outcomes()[1..], [&completed, &not_run, &completed, &not_run, &completed]);
    assert_eq!(finished.times(2, 1), [2, 2]);
    assert_eq!(finished.rows.len(), 6, "each row is settled once");
}

#[test]
fn what_the_plan_skips_is_not_called() {
    let skipped = ToolPlan { skipped: Some("no target".to_owned()), ..tool("t", 3, 1, &[]) };
    let finished = run(vec![skipped, tool("u", 1, 0, &["{}"])], &[|_, _, _| answer(1, 1)]);
    assert_eq!(finished.outcomes()[0], &RowOutcome::Skipped { why: "no target".to_owned() });
    assert_eq!(finished.times(1, 0), [1]);
    assert!(finished.times(0, 0).is_empty());
}

#[test]
fn an_interruption_keeps_what_was_measured() {
    // The observer hears of every fourth call; before the first round one was compared and one warmed up.
    let scripts: [(Script, u32); 1] = [(|_, _, _| answer(50_000_000, 1), 1)];
    let tools = vec![tool("t", 100, 1, &["{}"]), tool("u", 100, 1, &["{}"])];
    let finished = run_openings(tools, &scripts, Some((Stage::Measure, 35)));
    assert!(finished.measurement.interrupted);
    assert_eq!(finished.times(0, 0).len(), 35);
    let not_run = RowOutcome::NotRun { why: "interrupted".to_owned() };
    assert_eq!(finished.outcomes(), [&not_run, &not_run]);
}

#[test]
fn the_observer_hears_of_every_stage_but_not_of_every_round() {
    let stages = |elapsed: Script| {
        let finished = run(vec![tool("t", 7, 5, &["{}"])], &[elapsed]);
        assert_eq!(finished.floors.iter().map(|(lane, _)| *lane).collect::<Vec<_>>(), [0]);
        let stages = finished.stages.into_iter();
        stages.map(|(stage, _, done, total)| (stage, done, total)).collect::<Vec<_>>()
    };
    let quick = [(Stage::Floor, 0, 1), (Stage::Floor, 1, 1), (Stage::Agree, 0, 1), (Stage::WarmUp, 0, 5)];
    assert_eq!(stages(|_, _, _| answer(1, 1)), quick);
    // Three of these take longer than the time between two words.
    let mut slow = quick.to_vec();
    slow.extend([
        (Stage::WarmUp, 3, 5),
        (Stage::Measure, 1, 7),
        (Stage::Measure, 4, 7),
        (Stage::Measure, 7, 7),
    ]);
    assert_eq!(stages(|_, _, _| answer(70_000_000, 1)), slow);
}

#[test]
fn no_lane_or_no_tool_is_an_empty_measurement() {
    assert_eq!(run(vec![tool("t", 1, 0, &["{}"])], &[]).measurement, Measurement::default());
    assert_eq!(run(Vec::new(), &[|_, _, _| answer(1, 1)]).measurement.rows, []);
}

#[test]
fn samples_are_counted_beforehand() {
    let skipped = ToolPlan { skipped: Some("no target".to_owned()), ..tool("t", 300, 1, &[]) };
    let plan = plan(vec![tool("t", 200, 20, &["{}"]), skipped, tool("u", 40, 3, &["{}"])]);
    assert_eq!(samples_expected(&plan, 2), 480);
}

#[test]
fn different_plans_are_a_disagreement() {
    let (clock, log, corpus) = (FakeClock::default(), Log::default(), settings().corpus);
    let mut watcher = Watcher::default();
    let mut open = |label| {
        let lane = ScriptedLane::new(label, &clock, &log, |_, _, _| answer(1, 1));
        RunningLane::prepare(lane, &corpus, &clock, &mut watcher).expect("it opens")
    };
    let config = PlanConfig {
        iterations: 7,
        warmup: None,
        tools: Vec::new(),
        targets: TargetPolicy::Median,
        queries: Vec::new(),
        path: CallPath::Call,
    };
    // A scripted lane's plan names the lane.
    let mut alike = [open("a"), open("a")];
    let specs = ["a", "b"].map(|label| LaneSpec::new(label, LaneKind::Scripted, None));
    assert_eq!(
        agree_on_plan(&specs, &mut alike, &config, &mut Watcher::default())
            .expect("they agree")
            .target_callers,
        [7]
    );
    let mut unlike = [open("a"), open("b")];
    let failure =
        agree_on_plan(&specs, &mut unlike, &config, &mut Watcher::default()).expect_err("they differ");
    let PlanFailure::Disagreement(disagreement) = failure else { panic!("{failure:?}") };
    assert_eq!(disagreement.tool, "plan");
    assert!(disagreement.answers[1].answer.text.contains("\"b\""));
}
