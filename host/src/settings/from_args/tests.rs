use clap::Parser as _;

use guest::limits::Limits;

use super::*;
use crate::cli::{Cli, Command};

fn settings(words: &[&str]) -> Result<Settings, SettingsError> {
    let cli = Cli::try_parse_from(["host", "run"].iter().chain(words)).expect("a well-formed command line");
    match cli.command {
        Command::Run(args) => Settings::for_run(&args.lanes, &args.common),
        _ => unreachable!("`run` was typed"),
    }
}

#[test]
fn defaults_are_safe() {
    let settings = settings(&[]).expect("the current folder can be indexed");
    assert_eq!(
        settings.lanes,
        [LaneSpec::new("wasm", LaneKind::Wasm, None)],
        "the native lane runs only when asked for"
    );
    assert_eq!(settings.sandbox, SandboxLimits::default());
    assert_eq!((settings.iterations, settings.seed, settings.cache), (200, 1, true));
    assert!(settings.tools.is_empty() && settings.queries.is_empty());
    assert_eq!((settings.targets, settings.path), (TargetPolicy::Median, CallPath::Call));
}

#[test]
fn a_worker_may_take_what_its_lanes_may() {
    let bytes = |words: &[&str]| settings(words).expect("nothing to refuse").process_memory_bytes;
    assert_eq!(bytes(&[]), 4 << 30);
    assert_eq!(bytes(&["--lanes=wasm,native", "--max-memory=1GiB"]), 4 << 30);
    assert_eq!(bytes(&["--max-process-memory=100MiB"]), 100 << 20);
}

#[test]
fn what_was_typed_is_what_will_happen() {
    let settings = settings(&[
        "--lanes=native,wasm",
        "--tools=get_callers,graph_stats,get_callers",
        "--iter=50",
        "--warmup=0",
        "--targets=deciles",
        "--path",
        "json-rpc",
        "--seed=9",
        "--no-cache",
        "--verbose",
        "--max-memory=512MiB",
        "--call-deadline=250ms",
        "--max-files=10",
        "--exclude=*.min.js",
        "--no-ignore",
    ])
    .expect("nothing to refuse");
    let labels: Vec<&str> = settings.lanes.iter().map(|lane| lane.label.as_str()).collect();
    assert_eq!(labels, ["wasm", "native"], "wasm first");
    assert_eq!(settings.tools, ["graph_stats", "get_callers"], "table order, each once");
    assert_eq!((settings.iterations, settings.warmup, settings.seed), (50, Some(0), 9));
    assert_eq!((&settings.targets, settings.path), (&TargetPolicy::Deciles, CallPath::JsonRpc));
    assert_eq!((settings.cache, settings.list_skipped), (false, u32::MAX));
    assert_eq!((settings.sandbox.memory_bytes, settings.sandbox.call_deadline_ms), (512 << 20, 250));
    let has =
        |name: &str, value: &str| settings.corpus.options.contains(&(name.to_owned(), value.to_owned()));
    assert!(has("files", "10") && has("exclude", "*.min.js") && has("no-ignore", "true"));
    let named = |limit: &&str| settings.corpus.options.iter().any(|(name, _)| name == limit);
    let limits: Vec<_> = Limits::NAMES.into_iter().filter(named).collect();
    assert_eq!(limits, ["files"], "what has its default is not told, so that older components take the rest");
    assert_eq!(settings.corpus.limits(), Limits { files: 10, ..Limits::default() });
}

#[test]
fn a_refusal_is_one_line_that_names_the_thing_and_the_way_out() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let table: [(&[&str], &str, &str); 14] = [
        (&["--iter=0"], "--iter 0", "at least 1"),
        (&["--tools=graph_stats,fly"], "`fly`", "get_repo_outline"),
        (&["--lanes=gpu"], "`gpu`", "wasm and native"),
        (&["--lanes=wasm,wasm"], "`wasm`", "once"),
        (&["--repo=/no/such/folder"], "/no/such/folder", "give the folder"),
        (&["--repo", manifest], "Cargo.toml", "give the folder"),
        (&["--component=/no/such.wasm"], "/no/such.wasm", "leave the option out"),
        (&["--include=[a"], "`[a`", "not a glob"),
        (&["--exclude="], "--exclude", "empty"),
        (&["--targets=best"], "`best`", "median, hub, deciles or @FILE"),
        (&["--targets=@/no/such/file"], "/no/such/file", "text file"),
        (&["--queries=/no/such/file"], "/no/such/file", "text file"),
        (&["--max-files=0"], "--max-files", "at least 1"),
        (&["--max-table-entries=0"], "--max-table-entries", "at least 1"),
    ];
    for (words, thing, way_out) in table {
        let text = settings(words).expect_err("refused").to_string();
        assert!(text.contains(thing) && text.contains(way_out), "{words:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{words:?}: {text}");
    }
}
