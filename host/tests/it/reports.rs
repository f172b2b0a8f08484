//! Earlier results, rendered again.

use std::fs;

use crate::host::{argument, host};

/// A result with a bit of everything: the one that the unit tests hold the JSON format to.
fn fixed_result() -> &'static str {
    let snapshot = include_str!("../../src/report/snapshots/host__report__tests__json_of_the_fixed_run.snap");
    snapshot.splitn(3, "---\n").nth(2).expect("a snapshot's content follows its head")
}

#[test]
fn a_result_is_rendered_in_any_format_and_always_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("result.json");
    fs::write(&path, fixed_result()).expect("written");
    let render = |format| host(&["report", argument(&path), "--format", format]).assert_success().to_owned();
    assert!(render("markdown").starts_with("| tool "));
    assert!(
        render("csv").starts_with("tool,iters,p50_ms,p95_ms,p99_ms,mean_ms,max_ms,error_rate,skipped,lane,")
    );
    assert_eq!(render("json").trim_end(), fixed_result().trim_end());
    for format in ["markdown", "csv", "json"] {
        assert_eq!(render(format), render(format), "{format}");
    }
}

#[test]
fn what_is_no_result_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("result.json");
    host(&["report", argument(&path)]).assert_refused(2, &["result.json"]);
    for (text, word) in
        [("", "not a result"), ("{}", "schema_version"), ("{\"schema_version\":99}", "measure again")]
    {
        fs::write(&path, text).expect("written");
        host(&["report", argument(&path)]).assert_refused(1, &["result.json", word]);
    }
}

#[test]
fn a_file_is_replaced_only_by_a_whole_report() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (broken, out) = (folder.path().join("broken.json"), folder.path().join("out.csv"));
    fs::write(&broken, &fixed_result()[..1_000]).expect("written");
    fs::write(&out, "older").expect("written");
    let arguments = ["report", argument(&broken), "--format", "csv", "--out", argument(&out)];
    host(&arguments).assert_refused(1, &["broken.json"]);
    assert_eq!(fs::read_to_string(&out).expect("read"), "older");
    fs::write(&broken, fixed_result()).expect("mended");
    assert_eq!(host(&arguments).assert_success(), "");
    assert!(fs::read_to_string(&out).expect("read").starts_with("tool,"));
}
