//! Whether the committed component is the one that the sources beside it make.
//!
//! These tests compare what was recorded; that the component really comes from its sources only a
//! rebuild proves, `guest/build.sh --check`.
#![expect(clippy::disallowed_methods, reason = "the tests read the repository")]

#[path = "../../build/source_digest.rs"]
mod source_digest;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const REBUILD: &str = "run guest/build.sh and commit guest/prebuilt/";

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the guest lies in a workspace").to_owned()
}

fn component() -> Vec<u8> {
    fs::read(workspace().join("guest/prebuilt/guest.wasm"))
        .unwrap_or_else(|error| panic!("there is no component ({error}): {REBUILD}"))
}

fn facts() -> Value {
    let text = fs::read_to_string(workspace().join("guest/prebuilt/guest.json"))
        .unwrap_or_else(|error| panic!("nothing is recorded of the component ({error}): {REBUILD}"));
    serde_json::from_str(&text).expect("guest.json is JSON")
}

/// The records of a list of objects in `guest.json`, each as `name version value-of-field`.
fn recorded_dependencies(field: &str) -> Vec<String> {
    let facts = facts();
    let dependencies = facts["dependencies"].as_array().expect("dependencies are recorded");
    let text = |dependency: &Value, name: &str| dependency[name].as_str().unwrap_or_default().to_owned();
    dependencies
        .iter()
        .map(|dependency| {
            [text(dependency, "name"), text(dependency, "version"), text(dependency, field)].join(" ")
        })
        .collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    memchr::memmem::find(bytes, text.as_bytes()).is_some()
}

#[test]
fn the_component_was_built_from_these_sources() {
    let digest = source_digest::source_digest(&workspace()).expect("the sources can be read");
    assert_eq!(digest, guest::build_info::SOURCE_DIGEST, "the build script ran before the last change");
    let facts = facts();
    assert_eq!(facts["source_digest"], digest.as_str(), "the sources changed since: {REBUILD}");
    assert!(contains(&component(), &digest), "the component was built from other sources: {REBUILD}");
}

#[test]
fn the_component_is_the_one_recorded() {
    let facts = facts();
    let component = component();
    assert_eq!(facts["sha256"], source_digest::sha256_hex(&component).as_str(), "{REBUILD}");
    assert_eq!(facts["bytes"], component.len(), "{REBUILD}");
}

#[test]
fn the_components_dependencies_are_those_locked() {
    let lock = fs::read_to_string(workspace().join("Cargo.lock")).expect("Cargo.lock can be read");
    let locked: BTreeSet<String> = lock.split("[[package]]").filter_map(locked_package).collect();
    assert!(locked.len() > 100, "Cargo.lock was not understood");
    let recorded = recorded_dependencies("checksum");
    assert!(recorded.iter().any(|dependency| dependency.starts_with("tree-sitter ")));
    let gone: Vec<_> = recorded.iter().filter(|dependency| !locked.contains(*dependency)).collect();
    assert!(gone.is_empty(), "no longer in Cargo.lock: {gone:?}; {REBUILD}");
}

/// `name version checksum` of a package in `Cargo.lock`.
fn locked_package(package: &str) -> Option<String> {
    let value = |key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
        line.strip_suffix('"')
    };
    Some([value("name")?, value("version")?, value("checksum")?].join(" "))
}

#[test]
fn no_path_of_the_building_machine_is_inside() {
    let component = component();
    for path in ["/home/", "/tmp/", "/Users/", ".cargo/registry", ".rustup"] {
        assert!(!contains(&component, path), "{path} is in the component: {REBUILD}");
    }
}

/// What a lane measures is decided by its dependencies' features too: as a part of the host, the
/// guest must be the program that the component is.
#[test]
fn both_lanes_are_built_with_the_same_features() {
    let component = recorded_features();
    let guest: BTreeSet<String> = features(&["-p", "guest"]).into_keys().collect();
    let native = features(&["-p", "host"]);
    assert!(component.len() > 20 && guest.len() > 20, "cargo tree was not understood");
    for package in guest.iter().filter(|package| !package.starts_with("guest ")) {
        let Some(outside) = native.get(package) else { panic!("{package} is not in the native lane") };
        let inside: Vec<_> =
            component.iter().filter(|(name, _)| name == package).map(|(_, features)| features).collect();
        assert!(inside.contains(&outside), "{package}: {inside:?} in the component, {outside:?} natively");
    }
}

/// The features of each package as the component was built; a package that also builds something may
/// come twice. Asking Cargo would take crates that only the component needs, and no test downloads.
fn recorded_features() -> Vec<(String, BTreeSet<String>)> {
    let facts = facts();
    let dependencies = facts["dependencies"].as_array().expect("dependencies are recorded").clone();
    let record = |dependency: Value| {
        let text = |name: &str| dependency[name].as_str().unwrap_or_default().to_owned();
        let features = dependency["features"].as_array().into_iter().flatten();
        let features = features.filter_map(Value::as_str).filter(|feature| *feature != "default");
        (format!("{} v{}", text("name"), text("version")), features.map(str::to_owned).collect())
    };
    dependencies.into_iter().map(record).collect()
}

/// The features of each package, by `name version`, that `cargo tree` gives for a build.
fn features(build: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "-e", "normal,no-proc-macro", "--prefix", "none"])
        .args(["--format", "{p}|{f}"])
        .args(build)
        .current_dir(workspace())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)
        .expect("cargo prints UTF-8")
        .lines()
        .filter_map(|line| line.split_once('|'))
        .map(|(package, features)| {
            let package = package.split(' ').take(2).collect::<Vec<_>>().join(" ");
            let features = features.trim_end_matches(" (*)").split(',');
            // `default` names other features only, and those are listed.
            let features = features.filter(|feature| !matches!(*feature, "" | "default"));
            (package, features.map(str::to_owned).collect())
        })
        .collect()
}
