//! `tsconfig.json` and `jsconfig.json`: what names of modules stand for what paths.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde_json::Value;

use crate::corpus::manifest::{Manifest, loose_json};
use crate::corpus::path;

/// Configurations that one of them takes its options from, at most; also what ends a cycle.
const MAX_EXTENDED: usize = 16;
/// Patterns of one configuration, at most.
const MAX_PATTERNS: usize = 1_000;
/// Targets of one pattern, at most.
const MAX_TARGETS: usize = 16;

/// What one configuration says for the folder that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathAliases {
    /// The folder relative to the corpus, empty for the root. Its files, and those of the folders below
    /// that have no configuration of their own, go by this one.
    pub folder: String,
    /// The folder below which modules are found by their bare path.
    pub base_url: Option<String>,
    /// The folder that the targets of patterns start from.
    pub targets_from: String,
    /// Exact patterns first, then by the length of what comes before the star, the longest first.
    pub patterns: Arc<[PathPattern]>,
}

/// One entry of `paths`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPattern {
    /// What comes before the star; the whole name where there is none.
    pub before: String,
    /// What comes after the star.
    pub after: Option<String>,
    /// What it stands for, best first, as written; a star stands for what the pattern's star stands for.
    pub targets: Vec<String>,
}

impl PathPattern {
    fn new(pattern: &str, targets: &Value) -> Option<Self> {
        let (before, after) = match pattern.split_once('*') {
            Some((_, after)) if after.contains('*') => return None,
            Some((before, after)) => (before, Some(after.to_owned())),
            None => (pattern, None),
        };
        let targets = targets.as_array()?.iter().filter_map(Value::as_str).take(MAX_TARGETS);
        Some(Self { before: before.to_owned(), after, targets: targets.map(str::to_owned).collect() })
    }

    /// What the star stands for in this name, nothing where the pattern has none; `None`: it does not fit.
    #[must_use]
    pub fn matched<'n>(&self, name: &'n str) -> Option<&'n str> {
        match &self.after {
            Some(after) => name.strip_prefix(&*self.before)?.strip_suffix(&**after),
            None => (name == self.before).then_some(""),
        }
    }
}

/// What one configuration says itself.
#[derive(Debug, Default)]
struct Options {
    /// Configurations whose options count where it has none, the last before the others.
    extends: Vec<String>,
    base_url: Option<String>,
    patterns: Option<Arc<[PathPattern]>>,
}

impl Options {
    /// Reads a configuration in `folder`; one that cannot be read says nothing.
    fn read(folder: &str, bytes: &[u8]) -> Self {
        let Some(config) = loose_json::parse(bytes) else { return Self::default() };
        let extends = match config.get("extends") {
            Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(one)) => vec![one.as_str()],
            _ => Vec::new(),
        };
        let is_relative = |path: &&str| path.starts_with("./") || path.starts_with("../");
        let extends = extends.into_iter().filter(is_relative).take(MAX_EXTENDED);
        let options = config.get("compilerOptions");
        let option = |name: &str| options.and_then(|options| options.get(name));
        Self {
            extends: extends.filter_map(|path| path::join(folder, path)).collect(),
            base_url: option("baseUrl").and_then(Value::as_str).and_then(|base| path::join(folder, base)),
            patterns: option("paths").and_then(Value::as_object).map(patterns),
        }
    }
}

fn patterns(paths: &serde_json::Map<String, Value>) -> Arc<[PathPattern]> {
    let patterns = paths.iter().filter_map(|(pattern, targets)| PathPattern::new(pattern, targets));
    let mut patterns: Vec<PathPattern> = patterns.collect();
    // The order of the map is not that of the file everywhere, so that the sort has to be total.
    patterns.sort_unstable_by(|a, b| {
        let key = |pattern: &PathPattern| (pattern.after.is_some(), std::cmp::Reverse(pattern.before.len()));
        let lengths = |pattern: &PathPattern| pattern.after.as_ref().map(String::len);
        (key(a), std::cmp::Reverse(lengths(a)), &a.before, &a.after).cmp(&(
            key(b),
            std::cmp::Reverse(lengths(b)),
            &b.before,
            &b.after,
        ))
    });
    patterns.truncate(MAX_PATTERNS);
    patterns.into()
}

/// Reads the configurations of all folders: `configs` by folder, each with what it extends, of which
/// `files` reads what is in the corpus, each once.
pub(super) fn read_all(
    configs: &BTreeMap<&str, &str>,
    mut read: impl FnMut(&str) -> Manifest,
) -> Vec<PathAliases> {
    let mut known: FxHashMap<String, Options> = FxHashMap::default();
    let mut all = Vec::with_capacity(configs.len());
    for (&folder, &config) in configs {
        let mut aliases = PathAliases {
            folder: folder.to_owned(),
            base_url: None,
            targets_from: String::new(),
            patterns: Arc::new([]),
        };
        let mut found = None;
        // The next one last.
        let mut pending = vec![config.to_owned()];
        let mut seen: Vec<String> = Vec::new();
        while let Some(path) = pending.pop() {
            if seen.len() >= MAX_EXTENDED || seen.contains(&path) {
                continue;
            }
            let options = known.entry(path.clone()).or_insert_with(|| match read(&path) {
                Manifest::Read(bytes) => Options::read(path::folder(&path), &bytes),
                // `extends` may leave the extension out.
                Manifest::Missing if !path.ends_with(".json") => {
                    Options { extends: vec![format!("{path}.json")], ..Options::default() }
                }
                Manifest::Missing => Options::default(),
            });
            aliases.base_url = aliases.base_url.or_else(|| options.base_url.clone());
            if let (None, Some(patterns)) = (&found, &options.patterns) {
                found = Some((path::folder(&path).to_owned(), Arc::clone(patterns)));
            }
            pending.extend(options.extends.iter().cloned());
            seen.push(path);
        }
        if let Some((from, patterns)) = found {
            aliases.targets_from = aliases.base_url.clone().unwrap_or(from);
            aliases.patterns = patterns;
        }
        all.push(aliases);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the `tsconfig.json` of each folder that has one.
    fn read(files: &[(&str, &str)]) -> Vec<PathAliases> {
        let configs = files.iter().filter(|(path, _)| path.ends_with("tsconfig.json"));
        let configs = configs.map(|&(path, _)| (path::folder(path), path)).collect();
        read_all(&configs, |wanted| {
            let found = files.iter().find(|(path, _)| *path == wanted);
            found.map_or(Manifest::Missing, |(_, text)| Manifest::Read(text.as_bytes().to_vec()))
        })
    }

    fn befores(aliases: &PathAliases) -> Vec<&str> {
        aliases.patterns.iter().map(|pattern| &*pattern.before).collect()
    }

    #[test]
    fn options_are_those_of_the_nearest_in_the_chain() {
        let all = read(&[
            ("base.json", r#"{ "compilerOptions": { "baseUrl": "lib", "paths": { "x": ["y"], }, } }"#),
            ("a/tsconfig.json", r#"{ "extends": "../base" }"#),
            ("b/tsconfig.json", r#"{ "extends": ["./c.json", "../base.json"], "compilerOptions": {} } // x"#),
            ("b/c.json", r#"{ "compilerOptions": { "baseUrl": ".", "paths": { "z": ["."] } } }"#),
            ("d/tsconfig.json", r#"{ "extends": "../base", "compilerOptions": { "baseUrl": "./e" } }"#),
            ("f/tsconfig.json", r#"{ "extends": "../g", "compilerOptions": { "paths": { "f": [] } } }"#),
            ("g.json", r#"{ "compilerOptions": { "paths": { "g": [] } } }"#),
        ]);
        let line = |aliases: &PathAliases| {
            let base = aliases.base_url.clone();
            format!("{} {base:?} {} {:?}", aliases.folder, aliases.targets_from, befores(aliases))
        };
        let lines: Vec<String> = all.iter().map(line).collect();
        assert_eq!(
            lines,
            [
                r#"a Some("lib") lib ["x"]"#,
                r#"b Some("lib") lib ["x"]"#,
                r#"d Some("d/e") d/e ["x"]"#,
                r#"f None f ["f"]"#,
            ]
        );
    }

    #[test]
    fn the_longest_prefix_comes_first_and_exact_names_before() {
        let all = read(&[(
            "tsconfig.json",
            r#"{ "compilerOptions": { "paths": {
                "*": ["types/*"], "@app/*": ["app/*", 5], "@app/core/*": ["core/*"], "@app/*.css": ["css/*"],
                "zed": ["zed/main"], "**": ["none"], "bad": "none" } } }"#,
        )]);
        assert_eq!(befores(&all[0]), ["zed", "@app/core/", "@app/", "@app/", ""]);
        let first = |name: &str| {
            let found = all[0].patterns.iter().find_map(|pattern| Some((pattern.matched(name)?, pattern)))?;
            Some((found.0.to_owned(), found.1.targets[0].clone()))
        };
        let found = |star: &str, target: &str| Some((star.to_owned(), target.to_owned()));
        assert_eq!(first("@app/core/x"), found("x", "core/*"));
        assert_eq!(first("@app/x.css"), found("x", "css/*"));
        assert_eq!(first("zed"), found("", "zed/main"));
        assert_eq!(first("zed/x"), found("zed/x", "types/*"));
    }

    #[test]
    fn chains_end() {
        let long: Vec<(String, String)> = (0..100)
            .map(|n| (format!("{n}.json"), format!(r#"{{ "extends": "./{}.json" }}"#, n + 1)))
            .collect();
        let mut files: Vec<(&str, &str)> = long.iter().map(|(path, text)| (&**path, &**text)).collect();
        files.push(("100.json", r#"{ "compilerOptions": { "baseUrl": "." } }"#));
        files.push(("tsconfig.json", r#"{ "extends": "./0.json" }"#));
        files.push(("a/tsconfig.json", r#"{ "extends": ["./tsconfig.json", "../b/tsconfig"] }"#));
        files.push(("b/tsconfig.json", r#"{ "extends": "../a/tsconfig.json" }"#));
        files.push(("c/tsconfig.json", "{"));
        files.push(("d/tsconfig.json", r#"{ "extends": "../../x", "compilerOptions": [] }"#));
        let all = read(&files);
        assert_eq!(all.len(), 5);
        assert!(all.iter().all(|aliases| aliases.base_url.is_none() && aliases.patterns.is_empty()));
    }
}
