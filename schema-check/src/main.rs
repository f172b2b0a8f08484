//! Checks JSON files against a JSON Schema: `schema-check SCHEMA FILE...`.
//!
//! The tests hold the schemas of results and audits to what the host's own tests store.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use jsonschema::Validator;
use serde_json::Value;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let checked = match arguments.next() {
        Some(schema) => check(Path::new(&schema), arguments),
        None => Err(anyhow::anyhow!("usage: schema-check SCHEMA FILE...")),
    };
    match checked {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn check(schema: &Path, files: impl Iterator<Item = String>) -> Result<()> {
    let validator = read_schema(schema)?;
    for file in files {
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {file}"))?;
        let errors = errors_in(&validator, &text)?;
        if !errors.is_empty() {
            bail!("{file} does not fit {}: {}", schema.display(), errors.join("; "));
        }
    }
    Ok(())
}

fn read_schema(path: &Path) -> Result<Validator> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let schema: Value = serde_json::from_str(&text).with_context(|| format!("{}", path.display()))?;
    jsonschema::validator_for(&schema).with_context(|| format!("{} is no schema", path.display()))
}

fn errors_in(validator: &Validator, text: &str) -> Result<Vec<String>> {
    let value: Value = serde_json::from_str(text).context("not JSON")?;
    Ok(validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

    fn schema() -> Validator {
        host_schema("result")
    }

    fn host_schema(name: &str) -> Validator {
        let path = Path::new(ROOT).join("host/schema").join(format!("{name}.schema.json"));
        read_schema(&path).expect("a schema")
    }

    fn stored_results() -> Vec<String> {
        stored("report")
    }

    /// The JSON that the host's tests of a module store, without the head that the snapshot tool puts before.
    fn stored(module: &str) -> Vec<String> {
        let folder = Path::new(ROOT).join("host/src").join(module).join("snapshots");
        let folder = std::fs::read_dir(folder).expect("snapshots");
        let files = folder.map(|entry| entry.expect("an entry").path());
        let results = files.filter(|path| path.to_string_lossy().contains("tests__json_of_"));
        results
            .map(|path| std::fs::read_to_string(path).expect("readable"))
            .map(|text| text.splitn(3, "---\n").nth(2).expect("a head and a result").to_owned())
            .collect()
    }

    #[test]
    fn every_stored_result_fits() {
        let results = stored_results();
        assert!(results.len() >= 3, "the host's tests store three results");
        for text in results {
            assert_eq!(errors_in(&schema(), &text).expect("JSON"), Vec::<String>::new());
        }
    }

    #[test]
    fn every_stored_audit_fits() {
        let audits = stored("audit");
        assert!(!audits.is_empty(), "the host's tests store an audit");
        for text in audits {
            assert_eq!(errors_in(&host_schema("audit"), &text).expect("JSON"), Vec::<String>::new());
            let renamed = text.replace("\"links_out\"", "\"links\"");
            assert!(!errors_in(&host_schema("audit"), &renamed).expect("JSON").is_empty());
        }
    }

    #[test]
    fn what_is_renamed_does_not_fit() {
        let text =
            stored_results().into_iter().find(|text| text.contains("p50_ms")).expect("a result with rows");
        for (right, wrong) in [
            ("\"p50_ms\"", "\"p50\""),
            ("\"schema_version\": 1", "\"schema_version\": 2"),
            ("\"seed\"", "\"sead\""),
        ] {
            let errors = errors_in(&schema(), &text.replace(right, wrong)).expect("JSON");
            assert!(!errors.is_empty(), "{wrong}");
        }
    }

    #[test]
    fn the_plan_schemas_are_schemas() {
        for name in ["plan.json", "plan-config.json"] {
            read_schema(&Path::new(ROOT).join("wit/schema").join(name)).expect("a schema");
        }
    }
}
