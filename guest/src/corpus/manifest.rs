//! Manifests that give folders a name which imports use: Cargo's.
//!
//! A manifest becomes no node. Only its package's name is read, by lines: that needs no TOML, and a
//! manifest that is broken or unusual only costs the imports that would have needed it.

use crate::corpus::{CorpusRoot, SkipReason, Skipped};

/// Manifests read of one corpus, at most.
const MAX_MANIFESTS: usize = 10_000;
/// Bytes of one manifest, at most.
const MAX_BYTES: u64 = 1 << 20;

/// A Rust package of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CratePackage {
    /// Its folder relative to the corpus, empty for the root.
    pub folder: String,
    /// The name that Rust code calls it by: with `_` for `-`.
    pub name: String,
}

/// Reads the names of the Rust packages among the files that no language claims.
pub(crate) fn read_crate_packages(root: &CorpusRoot, entries: &[Skipped]) -> Vec<CratePackage> {
    let manifests = entries.iter().filter(|entry| entry.reason == SkipReason::NoLanguage);
    let folders = manifests.filter_map(|entry| {
        let folder = entry.path.strip_suffix("Cargo.toml")?;
        (folder.is_empty() || folder.ends_with('/')).then(|| (folder.trim_end_matches('/'), &entry.path))
    });
    folders
        .take(MAX_MANIFESTS)
        .filter_map(|(folder, path)| {
            let text = root.read(path, MAX_BYTES).ok()?.bytes;
            let name = crate_name(&String::from_utf8_lossy(&text))?;
            Some(CratePackage { folder: folder.to_owned(), name })
        })
        .collect()
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
        let name = |text| crate_name(text);
        assert_eq!(name("[package]\nname = \"grep-searcher\"  # x\n").as_deref(), Some("grep_searcher"));
        assert_eq!(name("[package]\nname=\"a-b\"\n[lib]\nname = \"ab\"\n").as_deref(), Some("ab"));
        assert_eq!(name("[[bin]]\nname = \"x\"\n"), None);
        assert_eq!(name("name = \"x\"\n[package]\nname.workspace = true\n"), None);
        assert_eq!(name("\0=[\u{fffd}"), None);
    }
}
