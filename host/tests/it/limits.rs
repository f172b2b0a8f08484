//! Each limit from both sides, through the whole program: what stays inside completes, what goes beyond is
//! named after the guard that answered, and nothing else is lost.

use serde_json::Value;

use crate::corpus::{corpus, three_languages};
use crate::host::{argument, host};
use crate::test_guest::TestGuest;
use crate::world::{World, row, words};

/// A guest that uses something up, the limit that it breaks, and the word for it.
const GUARDS: [(&str, &[&str], &str); 5] = [
    ("(drop (memory.grow (i32.const 64)))", &["--max-memory", "1MiB"], "memory"),
    ("(drop (call $recurse (i64.const 5000)))", &["--max-wasm-stack", "16KiB"], "stack"),
    (
        "(call $write (call $get_stdout) (i32.const 0) (i32.const 4096) (i32.const 12288))",
        &["--max-hostcall-bytes", "4000"],
        "host-call bytes",
    ),
    (
        "(drop (call $get_stdout)) (drop (call $get_stdout)) (drop (call $get_stdout)) (drop (call $get_stdout))",
        &["--max-table-entries", "3"],
        "table entries",
    ),
    ("(loop (br 0))", &["--call-deadline", "300ms"], "deadline"),
];

#[test]
fn a_call_that_breaks_a_limit_ends_its_row_by_name_and_no_other() {
    for (instructions, limit, word) in GUARDS {
        // From the third fire on, which is the first that counts.
        let world = World::with_evil_first(instructions, 3, 4);
        let run = |limit: &[&str]| {
            let options = [&["--quiet", "--format", "csv"], limit].concat();
            host(&words(&world.arguments(&["run"], &options)))
        };
        let broken = run(limit);
        let csv = broken.assert_ended_early(5, &["evil", "wasm lane", limit[0]]);
        assert_eq!(row(csv, "evil", &["iters", "outcome", "limited_calls"]), ["", word, "1"], "{csv}");
        assert_eq!(row(csv, "good!", &["iters", "outcome", "limited_calls"]), ["4", "completed", ""]);
    }
}

#[test]
fn what_stays_inside_the_limits_completes() {
    // All but the one that has no end.
    for (instructions, _, word) in &GUARDS[..4] {
        let world = World::with_evil_first(instructions, 1, 1);
        let finished = host(&words(&world.arguments(&["run"], &["--quiet", "--format", "csv"])));
        let csv = finished.assert_success();
        assert_eq!(row(csv, "evil", &["iters", "outcome"]), ["3", "completed"], "{word}: {csv}");
    }
}

#[test]
fn a_trap_is_a_row_that_quotes_the_guest() {
    let world = World::with_evil_first("unreachable", 3, 4);
    let finished = host(&words(&world.arguments(&["run"], &["--quiet", "--format", "csv"])));
    let csv = finished.assert_ended_early(5, &["evil", "trapped"]);
    assert_eq!(row(csv, "evil", &["outcome", "limited_calls"]), ["trap", "1"]);
}

/// The report of a run that ended while indexing: conditions, and every row with the reason.
fn assert_ended_while_indexing(json: &str, outcome: &str, option: &str) {
    let report: Value = serde_json::from_str(json).expect("JSON");
    let conditions = &report["conditions"];
    assert_eq!(conditions["fault"]["outcome"], outcome);
    assert_eq!(conditions["fault"]["lane"], "wasm");
    assert!(
        conditions["fault"]["message"].as_str().is_some_and(|text| text.contains(option)),
        "{conditions}"
    );
    assert_eq!(conditions["lanes"][0]["lane"], "wasm");
    assert!(conditions["lanes"][0]["component_sha256"].is_string(), "{conditions}");
    assert!(conditions["limits"]["memory_bytes"].is_u64());
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), guest::tools::TOOLS.len());
    for row in rows {
        assert_eq!((&row["outcome"], &row["p50_ms"]), (&Value::from("not run"), &Value::Null));
        assert_eq!(row["skipped"], format!("the wasm lane ended early: {outcome}"));
    }
}

#[test]
fn a_limit_that_ends_indexing_is_reported() {
    for (instructions, limit, word) in [
        ("(loop (br 0))", ["--index-deadline", "300ms"], "deadline"),
        ("(drop (memory.grow (i32.const 64)))", ["--max-memory", "1MiB"], "memory"),
        ("(drop (call $recurse (i64.const 5000)))", ["--max-wasm-stack", "16KiB"], "stack"),
    ] {
        let world = World::with(&TestGuest::default().body("open-step", instructions));
        let options = ["--quiet", "--format", "json", limit[0], limit[1]];
        let finished = host(&words(&world.arguments(&["run"], &options)));
        assert_ended_while_indexing(finished.assert_ended_early(5, &[limit[0]]), word, limit[0]);
    }
}

#[test]
fn a_component_that_cannot_even_start_is_reported() {
    let folder = three_languages();
    for (limit, word) in [
        (["--max-memory", "64KiB"], "memory"),
        (["--max-table-entries", "1"], "table entries"),
        (["--max-wasm-stack", "4KiB"], "stack"),
    ] {
        let arguments =
            ["run", "--quiet", "--format", "csv", "--iter", "2", "--repo", argument(folder.path())];
        let finished = host(&[&arguments[..], &limit[..]].concat());
        let csv = finished.assert_ended_early(5, &[limit[0], "the wasm lane"]);
        assert_eq!(row(csv, "graph_stats", &["iters", "outcome"]), ["", "not run"], "{word}");
    }
}

#[test]
fn a_process_larger_than_its_limit_is_reported() {
    let folder = three_languages();
    let arguments = ["run", "--quiet", "--format", "csv", "--repo", argument(folder.path())];
    let finished = host(&[&arguments[..], &["--max-process-memory", "1MiB"]].concat());
    let csv = finished.assert_ended_early(5, &["--max-process-memory", "1048576 bytes"]);
    assert_eq!(row(csv, "graph_stats", &["iters", "outcome"]), ["", "not run"]);
}

#[test]
fn caps_on_the_corpus_skip_with_a_reason_and_exit_0() {
    let folder = corpus(&[
        ("a.rs", "pub fn a() {}\n"),
        ("b.rs", "pub fn b() { crate::a() }\n"),
        ("one/two/c.rs", "pub fn c() {}\n"),
        ("d.ts", "f(a<b<c<d)\n"),
    ]);
    let run = |limits: &[&str]| -> Value {
        let repo = argument(folder.path());
        let arguments = ["run", "--quiet", "--format", "json", "--iter", "1", "--tools", "graph_stats"];
        let finished = host(&[&arguments[..], &["--repo", repo], limits].concat());
        serde_json::from_str(finished.assert_success()).expect("JSON")
    };
    let is_capped = |report: &Value| {
        let warnings = report["warnings"].as_array().expect("warnings");
        warnings.iter().any(|warning| warning["code"] == "corpus_capped")
    };
    let exact = [
        ["--max-files", "4"],
        ["--max-file-bytes", "26"],
        ["--max-total-bytes", "65"],
        ["--max-depth", "2"],
        ["--max-nesting", "3"],
    ];
    let inside = run(exact.as_flattened());
    assert_eq!(inside["conditions"]["corpus"]["skipped"], serde_json::json!({}));
    assert!(!is_capped(&inside));
    for (limit, value, reason, name) in [
        ("--max-files", "3", "too_many_files", "files"),
        ("--max-file-bytes", "25", "too_large", "file_bytes"),
        ("--max-total-bytes", "64", "total_bytes", "total_bytes"),
        ("--max-depth", "1", "too_deep", "depth"),
        ("--max-nesting", "2", "nested_too_deep", "nesting"),
    ] {
        let beyond = run(&[limit, value]);
        assert_eq!(beyond["conditions"]["corpus"]["skipped"], serde_json::json!({ reason: 1 }), "{limit}");
        assert_eq!(beyond["conditions"]["limits"][name].to_string(), value, "the limit in force is printed");
        assert!(is_capped(&beyond), "{limit}");
    }
}

#[test]
fn answers_beyond_the_limit_are_counted_and_named() {
    let folder = three_languages();
    let run = |limit: &str| {
        let arguments = ["run", "--quiet", "--format", "csv", "--iter", "4", "--tools", "graph_stats"];
        host(&[&arguments[..], &["--max-answer-bytes", limit, "--repo", argument(folder.path())]].concat())
    };
    let columns = ["iters", "outcome", "limited_calls", "bytes"];
    let inside = row(run("1MiB").assert_success(), "graph_stats", &columns);
    assert_eq!(inside[..3], ["4", "completed", ""]);
    assert_eq!(row(run(&inside[3]).assert_success(), "graph_stats", &columns), inside, "exactly the limit");
    let less = (inside[3].parse::<u64>().expect("a number") - 1).to_string();
    let beyond = run(&less);
    // Every call of the tool failed.
    let csv = beyond.assert_ended_early(1, &["graph_stats"]);
    assert_eq!(row(csv, "graph_stats", &columns)[..3], ["4", "answer too large", "4"]);
}
