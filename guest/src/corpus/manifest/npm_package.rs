//! `package.json`: under which name a folder is imported, and which of its files that means.

use serde_json::Value;

use crate::corpus::manifest::loose_json;

/// Fields that name the entry, best first: where the code is comes before where its declarations are.
const ENTRY_FIELDS: [&str; 4] = ["module", "main", "types", "typings"];
/// Conditions of `exports` that are followed, best first.
const CONDITIONS: [&str; 7] = ["source", "import", "module", "require", "node", "default", "types"];
/// Conditions inside each other that are followed, at most.
const MAX_DEPTH: u32 = 8;
/// Paths kept of one package, at most.
const MAX_PATHS: usize = 1_000;

/// A folder that ECMAScript imports reach by the name of its package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NpmPackage {
    /// The folder relative to the corpus, empty for the root.
    pub folder: String,
    /// The name, with its scope: `@scope/name`.
    pub name: String,
    /// What importing the package may mean, best first; relative to the folder, as written.
    pub entries: Vec<String>,
    /// What importing something inside it may mean: the path behind the name, and a file as above. Paths
    /// that are equal stand together.
    pub inside: Vec<(String, String)>,
}

impl NpmPackage {
    /// Reads a manifest; `None` if it gives no name.
    pub(super) fn read(folder: &str, bytes: &[u8]) -> Option<Self> {
        let manifest = loose_json::parse(bytes)?;
        let name = manifest.get("name")?.as_str().filter(|name| !name.is_empty())?.to_owned();
        let (mut entries, mut inside) = (Vec::new(), Vec::new());
        match manifest.get("exports") {
            Some(Value::Object(exports)) if exports.keys().any(|key| key.starts_with('.')) => {
                // The order of the map is not that of the file everywhere.
                let mut keys: Vec<&String> = exports.keys().filter(|key| !key.contains('*')).collect();
                keys.sort_unstable();
                for key in keys {
                    let mut files = Vec::new();
                    push_targets(&exports[key], 0, &mut files);
                    match key.strip_prefix("./") {
                        Some(path) => inside.extend(files.into_iter().map(|file| (path.to_owned(), file))),
                        None => entries.extend(files),
                    }
                }
            }
            Some(exports) => push_targets(exports, 0, &mut entries),
            None => {}
        }
        let fields = ENTRY_FIELDS.iter().filter_map(|field| manifest.get(*field)?.as_str());
        entries.extend(fields.map(str::to_owned));
        entries.truncate(MAX_PATHS);
        inside.truncate(MAX_PATHS);
        Some(Self { folder: folder.to_owned(), name, entries, inside })
    }
}

/// Appends the files that a value of `exports` may lead to.
fn push_targets(value: &Value, depth: u32, out: &mut Vec<String>) {
    match value {
        Value::String(path) => out.push(path.clone()),
        Value::Array(several) if depth < MAX_DEPTH => {
            several.iter().for_each(|value| push_targets(value, depth + 1, out));
        }
        Value::Object(conditions) if depth < MAX_DEPTH => {
            let followed = CONDITIONS.iter().filter_map(|condition| conditions.get(*condition));
            followed.for_each(|value| push_targets(value, depth + 1, out));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_from_exports_and_fields() {
        let read = |text: &str| NpmPackage::read("p", text.as_bytes());
        let package = read(r#"{ "name": "@a/b", "main": "m.js", "types": "t.d.ts", "exports": "./e.js" }"#);
        let package = package.expect("it has a name");
        assert_eq!((&*package.name, &*package.folder), ("@a/b", "p"));
        assert_eq!(package.entries, ["./e.js", "m.js", "t.d.ts"]);
        let package = read(
            r#"{ "name": "c", "exports": { "./x": { "types": "x.d.ts", "import": ["x.mjs", null] },
                 ".": { "default": "d.js", "import": { "node": "n.js" }, "deno": "o.js" }, "./*": "./s/*" } }"#,
        )
        .expect("it has a name");
        assert_eq!(package.entries, ["n.js", "d.js"]);
        let inside: Vec<_> = package.inside.iter().map(|(path, file)| (&**path, &**file)).collect();
        assert_eq!(inside, [("x", "x.mjs"), ("x", "x.d.ts")]);
        let conditions = read(r#"{ "name": "c", "exports": { "require": "r.js" } }"#).expect("it has a name");
        assert_eq!(conditions.entries, ["r.js"]);
    }

    #[test]
    fn a_package_without_a_name_is_none() {
        for text in ["", "[]", "{}", r#"{ "name": 5 }"#, r#"{ "name": "" }"#, r#"{ "name": "a" "#] {
            assert_eq!(NpmPackage::read("", text.as_bytes()), None, "{text}");
        }
        let odd = r#"{ "name": "a", "main": [], "exports": { ".": 5, "./x": null }, "types": {} }"#;
        assert!(NpmPackage::read("", odd.as_bytes()).is_some_and(|package| package.entries.is_empty()));
    }
}
