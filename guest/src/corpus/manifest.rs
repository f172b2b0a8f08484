//! Manifests that give folders and modules names which imports use: Cargo's, Go's, npm's, TypeScript's.
//!
//! A manifest becomes no node. Of those in TOML only the package's name is read, by lines: that needs no
//! TOML. A manifest that is broken or unusual only costs the imports that would have needed it.

mod loose_json;
mod npm_package;
mod path_aliases;

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::corpus::{CorpusRoot, Family, SkipReason, Skipped};

pub use npm_package::NpmPackage;
pub use path_aliases::{PathAliases, PathPattern};

/// Manifests read of one corpus, at most.
const MAX_MANIFESTS: usize = 10_000;
/// Bytes of one manifest, at most.
const MAX_BYTES: u64 = 1 << 20;
/// Bytes of all manifests, at most.
const MAX_TOTAL_BYTES: u64 = 64 << 20;

/// What manifests say of the names that imports use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifests {
    /// Rust crates and Go modules, in the order of paths.
    pub packages: Vec<PackageRoot>,
    /// Packages of npm, in the order of paths.
    pub npm_packages: Vec<NpmPackage>,
    /// Configurations of TypeScript and JavaScript, by folder.
    pub path_aliases: Vec<PathAliases>,
}

/// A folder that imports reach by a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageRoot {
    /// Whose imports use the name.
    pub family: Family,
    /// The folder relative to the corpus, empty for the root.
    pub folder: String,
    /// The name: of a Rust library with `_` for `-`, of a Go module its whole path.
    pub name: String,
}

/// Reads the manifests among the files that no language claims.
pub(crate) fn read_manifests(root: &CorpusRoot, entries: &[Skipped]) -> Manifests {
    let mut reader = Reader { root, files: MAX_MANIFESTS, bytes: MAX_TOTAL_BYTES };
    let mut manifests = Manifests::default();
    let mut configs = BTreeMap::new();
    let mut json_files = FxHashSet::default();
    for entry in entries.iter().filter(|entry| entry.reason == SkipReason::NoLanguage) {
        let path = entry.path.as_str();
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let mut named = |family, name_in: fn(&str) -> Option<String>| {
            let bytes = reader.read(path)?;
            let name = name_in(&String::from_utf8_lossy(&bytes))?;
            Some(PackageRoot { family, folder: folder.to_owned(), name })
        };
        match name {
            "Cargo.toml" => manifests.packages.extend(named(Family::Rust, crate_name)),
            "go.mod" => manifests.packages.extend(named(Family::Go, module_path)),
            "package.json" => {
                let read = reader.read(path).and_then(|bytes| NpmPackage::read(folder, &bytes));
                manifests.npm_packages.extend(read);
            }
            // Sorted after the other one, and counts before it.
            "jsconfig.json" | "tsconfig.json" => _ = configs.insert(folder, path),
            _ => {}
        }
        if path.ends_with(".json") {
            json_files.insert(path);
        }
    }
    manifests.path_aliases = path_aliases::read_all(&configs, |path| {
        if !json_files.contains(path) {
            return Manifest::Missing;
        }
        Manifest::Read(reader.read(path).unwrap_or_default())
    });
    manifests
}

/// What is at the path of a manifest.
enum Manifest {
    /// A file; without bytes if they cannot be had.
    Read(Vec<u8>),
    /// No file that the walk has seen.
    Missing,
}

/// Reads manifests as long as their limits last.
struct Reader<'r> {
    root: &'r CorpusRoot,
    files: usize,
    bytes: u64,
}

impl Reader<'_> {
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        self.files = self.files.checked_sub(1)?;
        let bytes = self.root.read(path, MAX_BYTES.min(self.bytes)).ok()?.bytes;
        self.bytes -= bytes.len() as u64;
        Some(bytes)
    }
}

/// The path that a `go.mod` gives its module.
fn module_path(manifest: &str) -> Option<String> {
    let mut words = manifest.lines().map(|line| line.split("//").next().unwrap_or(line).split_whitespace());
    let path = words.find_map(|mut line| if line.next() == Some("module") { line.next() } else { None })?;
    Some(path.trim_matches(['"', '`']).to_owned())
}

/// The name under which a manifest's library is imported: that of `[lib]`, or else of `[package]`.
fn crate_name(manifest: &str) -> Option<String> {
    let (mut package, mut library) = (None, None);
    let mut section = "";
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        if key.trim() != "name" {
            continue;
        }
        let Some(name) = value.trim().split('"').nth(1) else { continue };
        match section {
            "[package]" => package = package.or(Some(name)),
            "[lib]" => library = library.or(Some(name)),
            _ => {}
        }
    }
    library.or(package).map(|name| name.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::test_tree::Tree;

    fn read(tree: &Tree) -> Manifests {
        read_manifests(&tree.root(), &tree.walk().0.skipped)
    }

    #[test]
    fn manifests_of_all_kinds_are_read() {
        let tree = Tree::new()
            .file("a/Cargo.toml", "[package]\nname = \"a-b\"\n")
            .file("go.mod", "module ex.com/m\n")
            .file("web/package.json", "{ \"name\": \"web\" }")
            .file("web/jsconfig.json", "{ \"compilerOptions\": { \"baseUrl\": \"js\" } }")
            .file("web/tsconfig.json", "{ \"extends\": \"../shared/base\" }")
            .file("shared/base.json", "{ \"compilerOptions\": { \"baseUrl\": \"ts\" } }")
            .file("odd/tsconfig.json", [0xff, 0xfe, b'{'])
            .file("odd/package.json", "[".repeat(2 << 20))
            .file("node_modules/x/package.json", "{ \"name\": \"x\" }");
        let read = read(&tree);
        let roots: Vec<_> = read.packages.iter().map(|root| (&*root.folder, &*root.name)).collect();
        assert_eq!(roots, [("a", "a_b"), ("", "ex.com/m")]);
        let packages: Vec<_> = read.npm_packages.iter().map(|package| &*package.name).collect();
        assert_eq!(packages, ["web"]);
        let bases: Vec<_> =
            read.path_aliases.iter().map(|alias| (&*alias.folder, alias.base_url.as_deref())).collect();
        assert_eq!(bases, [("odd", None), ("web", Some("shared/ts"))]);
    }

    #[test]
    fn limits_end_the_reading() {
        let tree = Tree::new().file("package.json", "{ \"name\": \"x\" }");
        let root = tree.root();
        assert!(Reader { root: &root, files: 1, bytes: 15 }.read("package.json").is_some());
        assert!(Reader { root: &root, files: 0, bytes: 15 }.read("package.json").is_none());
        assert!(Reader { root: &root, files: 1, bytes: 14 }.read("package.json").is_none());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let tree = Tree::new().file("a/real.json", "{ \"compilerOptions\": { \"baseUrl\": \"x\" } }");
        std::os::unix::fs::symlink("real.json", tree.path("a/tsconfig.json")).expect("a link can be made");
        std::os::unix::fs::symlink("real.json", tree.path("a/base.json")).expect("a link can be made");
        let tree = tree.file("b/tsconfig.json", "{ \"extends\": \"../a/base.json\" }");
        let bases: Vec<_> = read(&tree).path_aliases.into_iter().map(|alias| alias.base_url).collect();
        assert_eq!(bases, [None]);
    }

    #[test]
    fn the_library_names_the_crate() {
        assert_eq!(
            crate_name("[package]\nname = \"grep-searcher\"  # x\n").as_deref(),
            Some("grep_searcher")
        );
        assert_eq!(crate_name("[package]\nname=\"a-b\"\n[lib]\nname = \"ab\"\n").as_deref(), Some("ab"));
        assert_eq!(crate_name("[[bin]]\nname = \"x\"\n"), None);
        assert_eq!(crate_name("name = \"x\"\n[package]\nname.workspace = true\n"), None);
        assert_eq!(crate_name("\0=[\u{fffd}"), None);
    }

    #[test]
    fn a_go_module_has_a_path() {
        assert_eq!(
            module_path("// x\nmodule github.com/a/b // c\n\ngo 1.19\n").as_deref(),
            Some("github.com/a/b")
        );
        assert_eq!(module_path("module \"std\"\r\n").as_deref(), Some("std"));
        assert_eq!(module_path("go 1.19\nmodules x\nmodule\n"), None);
    }
}
