//! Manifests that give folders a name which imports use: Cargo's and Go's.
//!
//! A manifest becomes no node. Only the package's name is read, by lines: that needs no TOML, and a
//! manifest that is broken or unusual only costs the imports that would have needed it.

use crate::corpus::{CorpusRoot, Family, SkipReason, Skipped};

/// Manifests read of one corpus, at most.
const MAX_MANIFESTS: usize = 10_000;
/// Bytes of one manifest, at most.
const MAX_BYTES: u64 = 1 << 20;

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

/// Reads the names of packages from the manifests among the files that no language claims.
pub(crate) fn read_package_roots(root: &CorpusRoot, entries: &[Skipped]) -> Vec<PackageRoot> {
    let files = entries.iter().filter(|entry| entry.reason == SkipReason::NoLanguage);
    let manifests = files.filter_map(|entry| {
        let (folder, name) = entry.path.rsplit_once('/').unwrap_or(("", &entry.path));
        let family = match name {
            "Cargo.toml" => Family::Rust,
            "go.mod" => Family::Go,
            _ => return None,
        };
        Some((family, folder, &entry.path))
    });
    manifests
        .take(MAX_MANIFESTS)
        .filter_map(|(family, folder, path)| {
            let bytes = root.read(path, MAX_BYTES).ok()?.bytes;
            let text = String::from_utf8_lossy(&bytes);
            let name = if family == Family::Go { module_path(&text) } else { crate_name(&text) }?;
            Some(PackageRoot { family, folder: folder.to_owned(), name })
        })
        .collect()
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
