//! Bad input is normal input: an exit code, one line on standard error, and nothing half done.

use std::fs;

use crate::corpus::{corpus, three_languages};
use crate::host::{argument, host, host_with_input};

#[test]
fn a_command_line_that_cannot_be_carried_out_is_refused_with_2() {
    let folder = three_languages();
    let repo = argument(folder.path());
    let file = folder.path().join("README.md");
    let missing = folder.path().join("missing");
    let below_missing = missing.join("result.csv");
    let ids = corpus(&[("ids", "gone.rs::f\n")]);
    let unknown_ids = format!("@{}", ids.path().join("ids").display());
    let unknown_ids = unknown_ids.as_str();
    let (file, missing, below_missing) = (argument(&file), argument(&missing), argument(&below_missing));
    let table: [(&[&str], &[&str]); 20] = [
        (&["--repo", missing], &["--repo", missing, "does not exist"]),
        (&["--repo", file], &["--repo", file, "not a folder"]),
        (&["--iter", "0"], &["--iter", "at least 1"]),
        (&["--iter", "4294967295"], &["--iter", "4294967295", "at most"]),
        (&["--max-wasm-stack", "3MiB"], &["--max-wasm-stack", "at most 2097152"]),
        (&["--queries", "/dev/zero"], &["--queries", "/dev/zero", "regular file"]),
        (&["--targets", "@/dev/zero"], &["--targets", "/dev/zero", "regular file"]),
        (&["--targets", unknown_ids], &["gone.rs::f", "--targets"]),
        (&["--tools", "graph_stats,grep"], &["`grep`", "graph_stats", "get_repo_outline"]),
        (&["--lanes", "gpu"], &["`gpu`", "wasm and native"]),
        (&["--lanes", "native,native"], &["`native`", "once"]),
        (&["--component", missing], &["--component", missing]),
        (&["--include", "{a"], &["--include", "`{a`"]),
        (&["--queries", missing], &["--queries", missing]),
        (&["--targets", "best"], &["`best`", "median"]),
        (&["--max-files", "0"], &["--max-files", "at least 1"]),
        (&["--out", below_missing], &["--out", below_missing, "create it first"]),
        (&["--json", repo], &["--json", repo, "folder"]),
        (&["--out-dir", file], &["--out-dir", file]),
        (&["--csv", "-"], &["--out", "--csv"]),
    ];
    for (arguments, words) in table {
        let mut all = vec!["run", "--quiet", "--repo", repo];
        if arguments[0] == "--repo" {
            all.truncate(2);
        }
        all.extend(arguments);
        host(&all).assert_refused(2, words);
    }
}

#[test]
fn words_that_no_option_takes_are_refused_with_2() {
    for arguments in [
        &["run", "--max-memory", "64MB"][..],
        &["run", "--call-deadline", "10"],
        &["run", "--repo", ""],
        &["run", "--fast"],
        &["fly"],
        &[],
    ] {
        let finished = host(arguments);
        assert_eq!(finished.code, Some(2), "{finished:?}");
        assert!(!finished.stderr.contains("backtrace"), "{finished:?}");
    }
}

#[test]
fn a_refused_run_writes_nothing() {
    let folder = corpus(&[("a.py", "def f():\n    pass\n")]);
    let csv = folder.path().join("result.csv");
    let arguments = ["run", "--repo", argument(folder.path()), "--csv", argument(&csv), "--tools", "grep"];
    host(&arguments).assert_refused(2, &["`grep`"]);
    assert!(!csv.exists());
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
}

#[test]
fn a_file_that_is_no_component_is_refused_and_nothing_is_written() {
    let folder = corpus(&[("a.py", "def f():\n    pass\n"), ("a.wasm", "\0asm, or not")]);
    let (component, out) = (folder.path().join("a.wasm"), folder.path().join("out.md"));
    let arguments =
        ["run", "--quiet", "--repo", argument(folder.path()), "--component", argument(&component)];
    host(&[&arguments[..], &["--out", argument(&out)]].concat())
        .assert_refused(1, &["--component", "a.wasm"]);
    assert!(!out.exists());
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_listed_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = corpus(&[]);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o000)).expect("closed");
    let is_listed_anyway = fs::read_dir(folder.path()).is_ok();
    if !is_listed_anyway {
        host(&["run", "--repo", argument(folder.path())]).assert_refused(2, &["cannot be listed"]);
    }
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).expect("opened");
}

#[test]
fn a_corpus_without_functions_says_why_rows_are_skipped() {
    for files in [&[][..], &[("notes.txt", "nothing to call")]] {
        let folder = corpus(files);
        for lane in ["wasm", "native"] {
            let repo = argument(folder.path());
            let finished =
                host(&["run", "--quiet", "--repo", repo, "--lanes", lane, "--iter", "2", "--format", "csv"]);
            let csv = finished.assert_success();
            let row = csv.lines().find(|line| line.starts_with("get_callers,")).expect("a row");
            assert!(row.starts_with("get_callers,,,,,,,,") && row.contains(",skipped,"), "{row}");
        }
    }
}

#[test]
fn a_run_writes_every_format_whole() {
    let folder = three_languages();
    let results = tempfile::tempdir().expect("a temporary folder");
    let arguments = ["run", "--quiet", "--iter", "3", "--repo", argument(folder.path())];
    let finished = host(&[&arguments[..], &["--out-dir", argument(results.path())]].concat());
    assert!(finished.assert_success().starts_with("| tool "));
    assert_eq!(finished.stderr, "");
    let read = |name: &str| fs::read_to_string(results.path().join(name)).expect("written");
    assert_eq!(read("result.md"), finished.stdout);
    assert_eq!(read("result.csv").lines().count(), 1 + guest::tools::TOOLS.len());
    assert!(read("result.json").ends_with("}\n"));
    assert_eq!(fs::read_dir(results.path()).expect("listed").count(), 3);
}

#[test]
fn a_refused_call_exits_1_and_says_why() {
    let folder = three_languages();
    let repo = ["--quiet", "--lane", "native", "--repo", argument(folder.path())];
    let call = |tail: &[&str]| host(&[&["call"], tail, &repo[..]].concat());
    call(&["get_callers", "{\"id\":\"src/lib.rs::treble\"}"]).assert_refused(1, &["treble"]);
    call(&["get_callers", "{"]).assert_refused(1, &[]);
    call(&["grep"]).assert_refused(2, &["`grep`", "graph_stats"]);
    assert!(call(&["graph_stats"]).assert_success().starts_with("{\"total_nodes\":"));
}

#[test]
fn many_calls_get_a_line_each() {
    let folder = three_languages();
    let input = "graph_stats\n\nget_callers {\"id\": \"src/lib.rs::double\"}\ngrep {}\nget_callers {\n";
    let arguments = ["call", "-", "--quiet", "--lane", "native", "--repo", argument(folder.path())];
    let finished = host_with_input(&arguments, input);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(1), ""), "{finished:?}");
    let lines: Vec<&str> = finished.stdout.lines().collect();
    let starts = ["{\"total_nodes\":", "{\"error\":", "{\"nodes\":[", "{\"error\":", "{\"error\":"];
    assert_eq!(lines.len(), starts.len(), "{finished:?}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
}

#[test]
fn tools_are_listed_without_a_corpus() {
    let finished = host(&["tools"]);
    let text = finished.assert_success();
    let finished = host(&["tools", "--format", "json"]);
    let schemas: serde_json::Value = serde_json::from_str(finished.assert_success()).expect("JSON");
    for (tool, schema) in guest::tools::TOOLS.iter().zip(schemas.as_array().expect("a list")) {
        assert!(text.contains(tool.name));
        assert_eq!(schema["name"], tool.name);
    }
}
