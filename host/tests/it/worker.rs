//! The process that measures, and the watchdog outside of it: whatever happens to the one, the other reports.

use std::fs;

use serde_json::Value;

use crate::corpus::three_languages;
use crate::host::{Finished, argument, host, host_with_input, signal, start};
use crate::test_guest::TestGuest;
use crate::world::{ANSWER, World, row, words};

const CSV: [&str; 2] = ["--format", "csv"];
/// Deadlines that the sandbox would keep, if a host call could be stopped from inside; a busy machine does not
/// make anything else miss them.
const SHORT: [&str; 4] = ["--call-deadline", "300ms", "--index-deadline", "300ms"];

/// A component that fires `evil` well until it measures, and then opens a pipe that nobody writes to. What
/// comes before it was measured to its end.
fn hanging_call() -> World {
    World::with_evil_last("(call $open_pipe)", 3, 4).with_pipe()
}

fn hanging_index() -> World {
    World::with(&TestGuest::default().body("open-step", "(call $open_pipe)")).with_pipe()
}

fn run(world: &World, options: &[&str]) -> Finished {
    host(&words(&world.arguments(&["run"], options)))
}

#[test]
fn a_call_that_hangs_in_the_host_costs_its_row_only() {
    let finished = run(&hanging_call(), &[&CSV[..], &SHORT[..], &["--quiet"]].concat());
    let csv =
        finished.assert_ended_early(5, &["the wasm lane: a call of evil", "did not come back", "--exclude"]);
    assert_eq!(row(csv, "good!", &["iters", "outcome"]), ["4", "completed"]);
    assert_eq!(row(csv, "evil", &["outcome", "limited_calls"]), ["hung", "1"]);
}

#[test]
fn a_pipe_that_somebody_opens_hangs_nothing() {
    let world = World::with_evil_last("(call $open_pipe)", 3, 4);
    // No pipe is there: opening fails, and that is all.
    let csv = run(&world, &[&CSV[..], &["--quiet"]].concat());
    assert_eq!(row(csv.assert_success(), "evil", &["iters", "outcome"]), ["3", "completed"]);
}

#[test]
fn indexing_that_hangs_in_the_host_is_reported() {
    let finished = run(&hanging_index(), &[&["--format", "json", "--quiet"], &SHORT[..]].concat());
    let report = finished.assert_ended_early(5, &["indexing in the wasm lane", "did not come back"]);
    let report: Value = serde_json::from_str(report).expect("JSON");
    assert_eq!(report["conditions"]["ended"], "worker_lost");
    assert_eq!(report["conditions"]["fault"]["outcome"], "hung");
    assert!(report["conditions"]["clock"]["reading_ns"].is_u64(), "what was measured is there");
    for row in report["rows"].as_array().expect("rows") {
        assert_eq!(row["outcome"], "not run");
    }
}

#[test]
fn a_single_call_that_hangs_is_refused() {
    let guest = TestGuest::default().body("call-tool", "(call $open_pipe)");
    let world = World::with(&guest).with_pipe();
    let options = ["--quiet", "--call-deadline", "300ms"];
    let finished = host(&words(&world.arguments(&["call", "graph_stats"], &options)));
    finished.assert_refused(5, &["did not come back"]);
    // With many, each line gets its line: the lane is opened again after it was lost.
    let arguments = world.arguments(&["call", "-"], &options);
    let finished = host_with_input(&words(&arguments), "graph_stats\ngrep\n");
    assert_eq!(finished.code, Some(5), "{finished:?}");
    let lines: Vec<&str> = finished.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{finished:?}");
    assert!(lines[0].contains("did not come back") && lines[1].contains("`grep`"), "{finished:?}");
}

#[test]
fn a_worker_that_is_killed_leaves_what_it_measured() {
    let world = hanging_call();
    let mut running = start(&words(&world.arguments(&["run"], &CSV)));
    running.wait_for("evil: warm up");
    signal(&running.worker(), "KILL");
    let finished = running.finish();
    let csv = finished.assert_ended_early(5, &["measuring process is lost", "signal: 9"]);
    assert_eq!(row(csv, "good!", &["iters", "outcome"]), ["4", "completed"]);
    assert_eq!(row(csv, "evil", &["outcome"]), ["killed"]);
}

#[test]
fn a_worker_dies_with_its_parent() {
    let world = hanging_index();
    let mut running = start(&words(&world.arguments(&["run"], &[])));
    running.wait_for("wasm: index");
    let worker = running.worker();
    let status = format!("/proc/{worker}/status");
    assert!(fs::read_to_string(&status).expect("it lives").contains("State:"));
    running.signal("KILL");
    assert_eq!(running.finish().code, None);
    // Gone, or waiting to be buried by whoever inherited it.
    while fs::read_to_string(&status).is_ok_and(|status| !status.contains("State:\tZ")) {
        std::thread::yield_now();
    }
}

#[test]
fn whoever_asks_to_end_while_indexing_gets_a_report_of_what_there_is() {
    let world = hanging_index();
    for asks in ["INT", "TERM", "HUP"] {
        let mut running = start(&words(&world.arguments(&["run"], &CSV)));
        running.wait_for("wasm: index");
        running.signal(asks);
        let finished = running.finish();
        let csv = finished.assert_ended_early(130, &["interrupted"]);
        assert_eq!(row(csv, "graph_stats", &["outcome", "skipped"]), ["not run", "interrupted"], "{asks}");
    }
}

#[test]
fn ctrl_c_while_measuring_keeps_the_samples() {
    let world = World::with_evil_last(ANSWER, 1, 1_000_000_000);
    let mut running = start(&words(&world.arguments(&["run"], &["--format", "json"])));
    running.wait_for("good!: measure");
    running.signal("INT");
    let finished = running.finish();
    let report = finished.assert_ended_early(130, &["interrupted"]);
    let report: Value = serde_json::from_str(report).expect("JSON");
    assert_eq!(report["conditions"]["ended"], "interrupted");
    let good = &report["rows"][0];
    assert_eq!((&good["tool"], &good["outcome"]), (&Value::from("good!"), &Value::from("not run")));
    let samples = report["runs"][0]["series"][0]["samples_ns"].as_array().expect("samples");
    assert_eq!(good["iters"], samples.len());
}

#[test]
fn a_second_ctrl_c_ends_a_call_that_hangs() {
    let world = hanging_call();
    let mut running = start(&words(&world.arguments(&["run"], &CSV)));
    running.wait_for("evil: warm up");
    running.signal("INT");
    running.wait_for("ending after the present call; Ctrl-C once more ends it at once");
    running.signal("INT");
    let finished = running.finish();
    let csv = finished.assert_ended_early(130, &["interrupted"]);
    assert_eq!(row(csv, "good!", &["iters", "outcome"]), ["4", "completed"]);
}

#[test]
fn a_worker_started_by_hand_says_what_it_is() {
    host_with_input(&["worker"], "hello\n").assert_refused(1, &["`worker` is started by `run`"]);
}

#[test]
fn the_native_lane_says_what_it_gives_up() {
    let folder = three_languages();
    let arguments = [
        "run",
        "--lanes",
        "native",
        "--iter",
        "1",
        "--tools",
        "graph_stats",
        "--repo",
        argument(folder.path()),
    ];
    let finished = host(&arguments);
    assert!(finished.assert_success().contains("outside the sandbox"), "{finished:?}");
    let warnings = finished.stderr.lines().filter(|line| line.starts_with("warning: "));
    assert_eq!(warnings.count(), 1, "{finished:?}");
    let call = host(&["call", "graph_stats", "--lane", "native", "--repo", argument(folder.path())]);
    assert!(call.stderr.starts_with("warning: The native lane runs outside the sandbox"), "{call:?}");
    let quiet = host(&[&arguments[..], &["--quiet"]].concat());
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
}
