//! Packages that imports reach by a name which a manifest gives a folder.

use rustc_hash::FxHashMap;

use crate::corpus::{Family, PackageRoot};
use crate::graph::node::FileId;
use crate::graph::resolve::paths::Paths;
use crate::graph::strings::{StringId, StringInterner};

/// The module of Go's own library: its packages are imported without its name.
const STANDARD_MODULE: &str = "std";

/// Rust crates by name, and Go modules by the paths that start with theirs.
#[derive(Debug, Default)]
pub(super) struct PackageRoots {
    crates: FxHashMap<StringId, FileId>,
    /// The longest path first, then by folder.
    modules: Vec<GoModule>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct GoModule {
    path: String,
    folder: String,
}

impl PackageRoots {
    /// Finds the folders and root files of the packages; of two crates with one name the first counts.
    pub(super) fn of(roots: &[PackageRoot], strings: &StringInterner, paths: &Paths) -> Self {
        let mut all = Self::default();
        for root in roots {
            if root.family == Family::Go {
                all.modules.push(GoModule { path: root.name.clone(), folder: root.folder.clone() });
                continue;
            }
            let file = |name: &str| paths.file(&join(&root.folder, name));
            // A name that no code mentions has no string, and needs no root.
            let name = strings.find(&root.name);
            if let (Some(name), Some(file)) = (name, file("src/lib.rs").or_else(|| file("src/main.rs"))) {
                all.crates.entry(name).or_insert(file);
            }
        }
        let by_length = |module: &GoModule| (std::cmp::Reverse(module.path.len()), module.folder.clone());
        all.modules.sort_by_cached_key(by_length);
        all
    }

    /// The root file of the crate of this name.
    pub(super) fn root_of_crate(&self, name: StringId) -> Option<FileId> {
        self.crates.get(&name).copied()
    }

    /// Whether manifests say where the imports of this file lead, so that nothing is to be guessed.
    pub(super) fn are_told_for(&self, family: Family, from: &str) -> bool {
        family == Family::Go && self.modules_around(from).next().is_some()
    }

    /// The folder that an import path of the Go file `from` leads to: inside a module of the corpus, or
    /// vendored by one around the file.
    pub(super) fn folder_of_import(&self, paths: &Paths, from: &str, import: &str) -> Option<u32> {
        let of_module = self.modules.iter().find_map(|module| {
            let below = match import.strip_prefix(module.path.as_str()) {
                Some(below) if below.is_empty() || below.starts_with('/') => below.trim_start_matches('/'),
                _ if module.path == STANDARD_MODULE => import,
                _ => return None,
            };
            paths.folder(&join(&module.folder, below))
        });
        let vendored = |module: &GoModule| paths.folder(&join(&join(&module.folder, "vendor"), import));
        of_module.or_else(|| self.modules_around(from).find_map(vendored))
    }

    fn modules_around<'a>(&'a self, from: &'a str) -> impl Iterator<Item = &'a GoModule> {
        self.modules.iter().filter(move |module| {
            module.folder.is_empty()
                || from.strip_prefix(module.folder.as_str()).is_some_and(|below| below.starts_with('/'))
        })
    }
}

/// Joins two paths of which either may be empty.
fn join(folder: &str, below: &str) -> String {
    match (folder, below) {
        ("", path) | (path, "") => path.to_owned(),
        _ => format!("{folder}/{below}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_imports_follow_the_modules_around_them() {
        let files =
            ["a/b.go", "a/x/x.go", "a/vendor/v.io/w/w.go", "std/fmt/print.go", "fmt/own.go", "top.go"];
        let paths = Paths::of(files.into_iter());
        let root = |folder: &str, name: &str| PackageRoot {
            family: Family::Go,
            folder: folder.to_owned(),
            name: name.to_owned(),
        };
        let strings = StringInterner::default();
        let roots = PackageRoots::of(&[root("a", "ex.com/a"), root("std", "std")], &strings, &paths);
        let folder = |from, import| roots.folder_of_import(&paths, from, import);
        assert_eq!(folder("a/b.go", "ex.com/a/x"), paths.folder("a/x"));
        assert_eq!(folder("a/x/x.go", "ex.com/a"), paths.folder("a"));
        assert_eq!(folder("a/b.go", "v.io/w"), paths.folder("a/vendor/v.io/w"));
        assert_eq!(folder("top.go", "v.io/w"), None);
        assert_eq!(folder("a/b.go", "fmt"), paths.folder("std/fmt"));
        assert_eq!(folder("a/b.go", "ex.com/ab"), None);
        assert!(roots.are_told_for(Family::Go, "a/b.go") && !roots.are_told_for(Family::Go, "top.go"));
    }
}
