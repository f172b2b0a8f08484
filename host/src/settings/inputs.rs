//! Files that options name: queries, targets, the component, the corpus folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use guest::bench::TargetPolicy;
use serde::Deserialize;

use crate::settings::SettingsError;
use crate::within::within;

/// Largest file of queries, targets or an earlier result that is read: a million samples take a
/// tenth of it.
const MAX_INPUT_MIB: u64 = 512;
/// Largest component that is compiled.
const MAX_COMPONENT_MIB: u64 = 256;

/// Time that a file system has for saying whether the corpus is there. One that hangs, as a network mount may,
/// would never say it.
const REPO_TIME: Duration = Duration::from_secs(30);

/// Checks that the corpus is a folder that can be listed.
pub(super) fn check_repo(path: &Path) -> Result<(), SettingsError> {
    let asked = path.to_owned();
    within(REPO_TIME, move || look_at_repo(&asked)).unwrap_or_else(|| {
        Err(SettingsError::RepoSilent { path: path.to_owned(), seconds: REPO_TIME.as_secs() })
    })
}

fn look_at_repo(path: &Path) -> Result<(), SettingsError> {
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => SettingsError::RepoMissing(path.to_owned()),
        std::io::ErrorKind::NotADirectory => SettingsError::RepoNotAFolder(path.to_owned()),
        _ => SettingsError::RepoUnreadable { path: path.to_owned(), source: error },
    })?;
    if !metadata.is_dir() {
        return Err(SettingsError::RepoNotAFolder(path.to_owned()));
    }
    match fs::read_dir(path) {
        Ok(_) => Ok(()),
        Err(source) => Err(SettingsError::RepoUnreadable { path: path.to_owned(), source }),
    }
}

/// Checks that a component's file is there; the sandbox checks what is in it.
pub(super) fn check_component(path: &Path) -> Result<(), SettingsError> {
    if !path.is_file() {
        return Err(SettingsError::ComponentMissing(path.to_owned()));
    }
    check_size("--component", path, MAX_COMPONENT_MIB)
}

/// Reads a text file that an option names: a regular file of a bounded size, so that a device or a
/// pipe cannot be read for ever.
pub(crate) fn read_text(option: &'static str, path: &Path) -> Result<String, SettingsError> {
    check_size(option, path, MAX_INPUT_MIB)?;
    fs::read_to_string(path).map_err(|source| SettingsError::InputUnreadable {
        option,
        path: path.to_owned(),
        source,
    })
}

fn check_size(option: &'static str, path: &Path, max_mib: u64) -> Result<(), SettingsError> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() && metadata.len() <= max_mib << 20 => Ok(()),
        Ok(_) => Err(SettingsError::InputNotAFile { option, path: path.to_owned(), max_mib }),
        Err(source) => Err(SettingsError::InputUnreadable { option, path: path.to_owned(), source }),
    }
}

/// Reads a query from each line; empty lines are skipped.
pub(super) fn read_queries(path: &Path) -> Result<Vec<String>, SettingsError> {
    let text = read_text("--queries", path)?;
    entries("--queries", path, &text)
}

/// Understands `median`, `hub`, `deciles` and `@FILE`.
pub(super) fn parse_targets(text: &str) -> Result<TargetPolicy, SettingsError> {
    match text {
        "median" => Ok(TargetPolicy::Median),
        "hub" => Ok(TargetPolicy::Hub),
        "deciles" => Ok(TargetPolicy::Deciles),
        _ => match text.strip_prefix('@') {
            Some(file) if !file.is_empty() => read_targets(&PathBuf::from(file)).map(TargetPolicy::Ids),
            _ => Err(SettingsError::UnknownTargets(text.to_owned())),
        },
    }
}

/// The part of an earlier result that pins targets.
#[derive(Deserialize)]
struct EarlierResult {
    conditions: EarlierConditions,
}

#[derive(Deserialize)]
struct EarlierConditions {
    plan: EarlierPlan,
}

#[derive(Deserialize)]
struct EarlierPlan {
    targets: Vec<EarlierTarget>,
}

#[derive(Deserialize)]
struct EarlierTarget {
    id: String,
}

/// Reads ids from an earlier result if the file holds a JSON object, otherwise one from each line.
fn read_targets(path: &Path) -> Result<Vec<String>, SettingsError> {
    const OPTION: &str = "--targets";
    let text = read_text(OPTION, path)?;
    if !text.trim_start().starts_with('{') {
        return entries(OPTION, path, &text);
    }
    let earlier: EarlierResult = serde_json::from_str(&text).map_err(|error| {
        SettingsError::TargetsNotAResult { path: path.to_owned(), reason: error.to_string() }
    })?;
    let ids: Vec<String> = earlier.conditions.plan.targets.into_iter().map(|target| target.id).collect();
    not_empty(OPTION, path, ids)
}

fn entries(option: &'static str, path: &Path, text: &str) -> Result<Vec<String>, SettingsError> {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned);
    not_empty(option, path, lines.collect())
}

fn not_empty(option: &'static str, path: &Path, entries: Vec<String>) -> Result<Vec<String>, SettingsError> {
    if entries.is_empty() {
        Err(SettingsError::InputEmpty { option, path: path.to_owned() })
    } else {
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("input");
        fs::write(&path, text).expect("written");
        (folder, path)
    }

    fn targets_from(text: &str) -> Result<TargetPolicy, SettingsError> {
        let (_folder, path) = file(text);
        parse_targets(&format!("@{}", path.display()))
    }

    #[test]
    fn queries_are_lines() {
        let (_folder, path) = file("parse request\r\n\n  \nHTTP\n");
        assert_eq!(read_queries(&path).expect("two"), ["parse request", "HTTP"]);
        assert!(matches!(read_queries(Path::new("/dev/null")), Err(SettingsError::InputNotAFile { .. })));
        let (_folder, empty) = file("\n \n");
        assert!(read_queries(&empty).expect_err("none").to_string().contains("one on each line"));
    }

    #[test]
    fn targets_come_from_lines_or_from_an_earlier_result() {
        let expected = TargetPolicy::Ids(vec!["a.rs::f".to_owned(), "b.rs::T.m#2".to_owned()]);
        assert_eq!(targets_from("a.rs::f\nb.rs::T.m#2\n").expect("two"), expected);
        let result =
            r#"{"conditions":{"plan":{"targets":[{"id":"a.rs::f","callers":3},{"id":"b.rs::T.m#2"}]}}}"#;
        assert_eq!(targets_from(result).expect("two"), expected);
        assert!(matches!(targets_from("{\"a\":1}"), Err(SettingsError::TargetsNotAResult { .. })));
        assert!(matches!(targets_from(""), Err(SettingsError::InputEmpty { .. })));
    }

    #[test]
    fn policies() {
        assert_eq!(parse_targets("hub").expect("known"), TargetPolicy::Hub);
        for unknown in ["", "@", "mean"] {
            assert!(matches!(parse_targets(unknown), Err(SettingsError::UnknownTargets(_))), "{unknown}");
        }
        assert!(matches!(parse_targets("@/no/such/file"), Err(SettingsError::InputUnreadable { .. })));
    }
}
