//! The audit of a folder: what it says, and that nothing in it steers whoever reads it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::corpus::{corpus, three_languages};
use crate::host::{argument, host};

fn audited(repo: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let all = [&["audit", "--quiet", "--format", "json", "--repo", argument(repo)], arguments].concat();
    let finished = host(&all);
    (finished.code, serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}")))
}

#[test]
fn a_harmless_folder_is_held() {
    let folder = three_languages();
    let (code, audit) = audited(folder.path(), &[]);
    assert_eq!((code, &audit["verdict"]["outcome"]), (Some(0), &Value::from("held")), "{audit}");
    assert_eq!(audit["grants"]["access"], "read-only");
    assert_eq!(audit["grants"]["environment"], Value::Array(Vec::new()));
    let imports = audit["grants"]["imports"].as_array().expect("a list");
    let bound_to = |start: &str| {
        let found =
            imports.iter().find(|import| import["name"].as_str().is_some_and(|name| name.starts_with(start)));
        found.map(|import| import["bound_to"].clone())
    };
    assert_eq!(bound_to("wasi:sockets/tcp"), Some("a trap".into()));
    assert_eq!(bound_to("wasi:random/insecure-seed"), Some("a constant".into()));
    assert_eq!(audit["skipped"][0]["reason"], "no_language");
    assert_eq!(audit["files"], 4);
    assert!(audit["memory_peak_bytes"].as_u64().is_some_and(|bytes| bytes > 0));
}

#[cfg(unix)]
#[test]
fn what_reaches_out_is_told() {
    let folder = three_languages();
    let outside = tempfile::tempdir().expect("a temporary folder");
    fs::write(outside.path().join("secret"), "").expect("written");
    std::os::unix::fs::symlink(outside.path(), folder.path().join("out")).expect("linked");
    let linked = fs::hard_link(outside.path().join("secret"), folder.path().join("second.py"));
    linked.expect("both are temporary folders");
    let (code, audit) = audited(folder.path(), &[]);
    assert_eq!((code, &audit["verdict"]["outcome"]), (Some(0), &Value::from("held_with_findings")));
    assert_eq!(audit["metadata"]["links_out"]["examples"][0], "out");
    assert_eq!(audit["metadata"]["hard_links"]["examples"][0], "second.py");
}

#[test]
fn a_limit_that_is_hit_or_near_is_named() {
    let folder = three_languages();
    let (code, audit) = audited(folder.path(), &["--max-files", "4"]);
    assert_eq!(code, Some(0));
    let state = |audit: &Value, option: &str| {
        let limits = audit["limits"].as_array().expect("a list");
        limits.iter().find(|limit| limit["option"] == option).expect("listed")["state"].clone()
    };
    assert_eq!(state(&audit, "--max-files"), "hit", "the fifth is no source, and was not looked at");
    assert_eq!(state(&audit, "--max-memory"), "clear");
    let (code, audit) = audited(folder.path(), &["--max-memory", "64KiB"]);
    assert_eq!((code, &audit["verdict"]["outcome"]), (Some(5), &Value::from("ended")));
    assert_eq!(state(&audit, "--max-memory"), "hit");
    assert!(audit["memory_peak_bytes"].is_null());
}

#[test]
fn a_folder_that_is_none_is_refused() {
    host(&["audit", "--quiet", "--repo", "/no/such/folder"]).assert_refused(2, &["--repo", "does not exist"]);
}

/// Names that steer a terminal, reorder text, start a formula or are markup.
#[cfg(unix)]
fn loaded_names() -> tempfile::TempDir {
    let source = "def f():\n    g()\n\ndef g():\n    pass\n";
    let folder = corpus(&[
        ("line\nbreak.py", source),
        ("\u{1b}[31mred\u{1b}]0;title\u{7}.py", source),
        ("one\u{9b}31m.py", source),
        ("safe\u{202e}yp.exe.py", source),
        ("=1+1.py", source),
        ("<img src=x onerror=alert(1)>|`.py", source),
        ("big\u{202e}\u{1b}[2J.py", &"# big\n".repeat(1_000)),
    ]);
    let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(b"caf\xe9\x1b[2J.py".to_vec());
    fs::write(folder.path().join(name), source).expect("written");
    std::os::unix::fs::symlink("\u{1b}[2J", folder.path().join("link\u{1b}[2J")).expect("linked");
    folder
}

fn is_steering(character: char) -> bool {
    (character.is_control() && character != '\n')
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(unix)]
#[test]
fn no_name_steers_a_terminal_in_any_output() {
    let folder = loaded_names();
    let repo = ["--repo", argument(folder.path()), "--verbose", "--max-file-bytes", "1000"];
    let run = ["run", "--iter", "1", "--targets", "hub"];
    for command in [
        &["audit"][..],
        &["audit", "--format", "json"],
        &[&run[..], &["--format", "markdown"]].concat(),
        &[&run[..], &["--format", "csv"]].concat(),
        &[&run[..], &["--format", "json"]].concat(),
        &["call", "get_callers", "{\"id\":\"\\u001b[2J\\u202e\"}"],
    ] {
        let finished = host(&[command, &repo].concat());
        for text in [&finished.stdout, &finished.stderr] {
            assert!(!text.contains(is_steering), "{command:?}: {text:?}");
        }
        assert!(finished.stderr.contains("skipped caf\\xe9"), "{command:?}: {}", finished.stderr);
        assert!(finished.stderr.contains("(too_large)"), "{command:?}: {}", finished.stderr);
    }
}
