//! The attacks of the self-test, on a scale that a test suite can afford.

use std::fs;

use serde_json::Value;

use crate::host::{argument, host, host_with_variable};

#[test]
fn every_attack_is_held_off_and_nothing_is_left() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let arguments = ["audit", "--self-test", "--quick", "--quiet", "--format", "json"];
    let finished = host_with_variable(&arguments, ("TMPDIR", argument(temporary.path())));
    let result: Value = serde_json::from_str(&finished.stdout).expect("JSON");
    let attacks = result["attacks"].as_array().expect("a list");
    for attack in attacks {
        assert_ne!(attack["verdict"], "failed", "{attack}");
    }
    let held = attacks.iter().filter(|attack| attack["verdict"] == "held").count();
    assert!(held >= 40, "{result}");
    assert_eq!(result["held"], held);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(fs::read_dir(temporary.path()).expect("listed").count(), 0, "nothing is left behind");
}

#[test]
fn no_attack_is_made_inside_a_repository() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join(".git")).expect("made");
    let finished =
        host_with_variable(&["audit", "--self-test", "--quiet"], ("TMPDIR", argument(folder.path())));
    finished.assert_refused(1, &["TMPDIR", "repository"]);
}

#[test]
fn a_self_test_audits_no_folder() {
    assert_eq!(host(&["audit", "--self-test", "--repo", "."]).code, Some(2));
    assert_eq!(host(&["audit", "--quick"]).code, Some(2));
}
