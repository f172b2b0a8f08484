//! Modules by names that configurations and packages of ECMAScript give them.

use rustc_hash::FxHashMap;

use crate::corpus::{Manifests, NpmPackage, PathAliases, path};
use crate::graph::node::FileId;
use crate::graph::resolve::paths::Paths;
use crate::graph::strings::StringId;

/// What manifests say of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// It is this file.
    File(FileId),
    /// It is meant to be in the corpus, and no file is where it should be.
    Outside,
    /// Nothing.
    Nothing,
}

/// Aliases by folder and packages by name.
#[derive(Debug, Default)]
pub(super) struct NamedModules {
    aliases: Vec<PathAliases>,
    /// By folder: which aliases count there.
    by_folder: FxHashMap<String, u32>,
    /// By name; `None` where several have it, and nobody can tell which one is meant.
    packages: FxHashMap<String, Option<NpmPackage>>,
    /// By folder of importing files.
    of_folder: FxHashMap<u32, Option<u32>>,
    /// By aliases and name.
    known: FxHashMap<(Option<u32>, StringId), Told>,
}

impl NamedModules {
    /// Takes what the manifests say.
    pub(super) fn of(manifests: &Manifests) -> Self {
        let mut packages: FxHashMap<String, Option<NpmPackage>> = FxHashMap::default();
        for package in &manifests.npm_packages {
            let of_name = packages.entry(package.name.clone());
            of_name.and_modify(|several| *several = None).or_insert_with(|| Some(package.clone()));
        }
        let folders = manifests.path_aliases.iter().zip(0..);
        Self {
            by_folder: folders.map(|(aliases, index)| (aliases.folder.clone(), index)).collect(),
            aliases: manifests.path_aliases.clone(),
            packages,
            ..Self::default()
        }
    }

    /// The file that a name written in `from` means; `files_of` gives the files that a path may mean.
    pub(super) fn find(
        &mut self,
        paths: &Paths,
        from: FileId,
        (name, text): (StringId, &str),
        files_of: fn(&str) -> Vec<String>,
    ) -> Told {
        let is_relative = text.starts_with("./") || text.starts_with("../") || matches!(text, "." | "..");
        if is_relative || self.aliases.is_empty() && self.packages.is_empty() {
            return Told::Nothing;
        }
        let aliases = self.aliases_around(paths, from);
        if let Some(&known) = self.known.get(&(aliases, name)) {
            return known;
        }
        // What bundlers are told behind a question mark names no file.
        let text = text.split('?').next().unwrap_or(text);
        let file = |path: Option<String>| files_of(&path?).iter().find_map(|path| paths.file(path));
        let aliased = aliases.map(|index| aliased(&self.aliases[index as usize], text, file));
        let told = match aliased {
            Some(Told::Nothing) | None => match self.in_package(text, file) {
                Some(found) => Told::File(found),
                None => Told::Nothing,
            },
            Some(told) => told,
        };
        self.known.insert((aliases, name), told);
        told
    }

    /// The aliases of the nearest folder above a file that has a configuration.
    fn aliases_around(&mut self, paths: &Paths, from: FileId) -> Option<u32> {
        let folder = paths.folder_of(from);
        if let Some(&known) = self.of_folder.get(&folder) {
            return known;
        }
        let mut at = paths.folder_path(folder);
        let found = loop {
            match self.by_folder.get(at) {
                Some(&aliases) => break Some(aliases),
                None if at.is_empty() => break None,
                None => at = path::folder(at),
            }
        };
        self.of_folder.insert(folder, found);
        found
    }

    /// The file of a package of the corpus that `package` or `package/inside` means.
    fn in_package(&self, text: &str, file: impl Fn(Option<String>) -> Option<FileId>) -> Option<FileId> {
        let name_parts = if text.starts_with('@') { 2 } else { 1 };
        let end = text.match_indices('/').nth(name_parts - 1).map_or(text.len(), |(slash, _)| slash);
        let package = self.packages.get(&text[..end])?.as_ref()?;
        let at = |below: &str| file(path::join(&package.folder, below));
        let inside = text[end..].trim_start_matches('/');
        if inside.is_empty() {
            let entry = package.entries.iter().find_map(|entry| at(entry));
            return entry.or_else(|| at("src/index")).or_else(|| at("index"));
        }
        let first = package.inside.partition_point(|(path, _)| path.as_str() < inside);
        let named = package.inside[first..].iter().take_while(|(path, _)| path == inside);
        let named = named.map(|(_, file)| file).find_map(|file| at(file));
        named.or_else(|| at(inside)).or_else(|| at(&format!("src/{inside}")))
    }
}

/// What the aliases of one configuration say: the first pattern that fits decides, and where none does,
/// the name may be a path.
fn aliased(aliases: &PathAliases, text: &str, file: impl Fn(Option<String>) -> Option<FileId>) -> Told {
    let fitting = aliases.patterns.iter().find_map(|pattern| Some((pattern, pattern.matched(text)?)));
    if let Some((pattern, star)) = fitting {
        let target =
            |target: &String| file(path::join(&aliases.targets_from, &target.replacen('*', star, 1)));
        if let Some(found) = pattern.targets.iter().find_map(target) {
            return Told::File(found);
        }
        // A pattern for everything says nothing of where packages are.
        let is_for_all = pattern.before.is_empty() && pattern.after.as_deref() == Some("");
        if !is_for_all {
            return Told::Outside;
        }
    }
    let by_path = aliases.base_url.as_ref().and_then(|base| file(path::join(base, text)));
    by_path.map_or(Told::Nothing, Told::File)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::corpus::{Language, PathPattern};
    use crate::graph::strings::StringInterner;
    use crate::syntax::rules;

    const FILES: [&str; 9] = [
        "a/main.ts",
        "a/src/util/index.ts",
        "a/src/shared.ts",
        "a/types/shared.d.ts",
        "b/deep/main.js",
        "lib/core/src/index.ts",
        "lib/core/src/extra.ts",
        "lib/entry/real.js",
        "lib/twice.ts",
    ];

    fn pattern(before: &str, after: Option<&str>, targets: &[&str]) -> PathPattern {
        PathPattern {
            before: before.to_owned(),
            after: after.map(str::to_owned),
            targets: targets.iter().map(|&target| target.to_owned()).collect(),
        }
    }

    fn package(folder: &str, name: &str, entries: &[&str], inside: &[(&str, &str)]) -> NpmPackage {
        let owned = |&text: &&str| text.to_owned();
        NpmPackage {
            folder: folder.to_owned(),
            name: name.to_owned(),
            entries: entries.iter().map(owned).collect(),
            inside: inside.iter().map(|(path, file)| (owned(path), owned(file))).collect(),
        }
    }

    fn find(from: &str, name: &str) -> Result<String, Told> {
        let manifests = Manifests {
            packages: Vec::new(),
            npm_packages: vec![
                package("lib/core", "@fleet/core", &["dist/index.js"], &[]),
                package("lib/entry", "entry", &["./real.js"], &[("x", "gone.js"), ("x", "./real")]),
                package("lib", "twice", &["twice.ts"], &[]),
                package("a", "twice", &["main.ts"], &[]),
            ],
            path_aliases: vec![PathAliases {
                folder: "a".to_owned(),
                base_url: Some("a/src".to_owned()),
                targets_from: "a/src".to_owned(),
                patterns: Arc::new([
                    pattern("exact", None, &["shared"]),
                    pattern("@/gone/", Some(""), &["gone/*"]),
                    pattern("@/", Some(""), &["nowhere/*", "../../../out/*", "./*"]),
                    pattern("", Some(""), &["../types/*"]),
                ]),
            }],
        };
        let paths = Paths::of(FILES.into_iter());
        let mut strings = StringInterner::default();
        let from = paths.file(from).expect("a file of the corpus");
        let files_of = rules(Language::TypeScript).module_files.expect("modules have names");
        let mut modules = NamedModules::of(&manifests);
        let asked = (strings.intern(name), name);
        let told = modules.find(&paths, from, asked, files_of);
        assert_eq!(modules.find(&paths, from, asked, files_of), told, "asked twice");
        match told {
            Told::File(file) => Ok(FILES[file.0 as usize].to_owned()),
            other => Err(other),
        }
    }

    #[test]
    fn aliases_count_below_their_folder() {
        let found = |path: &str| Ok(path.to_owned());
        assert_eq!(find("a/main.ts", "@/util"), found("a/src/util/index.ts"));
        assert_eq!(find("a/src/shared.ts", "@/shared.js"), found("a/src/shared.ts"));
        assert_eq!(find("a/main.ts", "exact"), found("a/src/shared.ts"));
        assert_eq!(find("a/main.ts", "@/shared?raw"), found("a/src/shared.ts"));
        assert_eq!(find("a/main.ts", "shared"), found("a/types/shared.d.ts"));
        assert_eq!(find("a/main.ts", "util"), found("a/src/util/index.ts"), "by the base");
        assert_eq!(find("a/main.ts", "@/gone/x"), Err(Told::Outside));
        assert_eq!(find("a/main.ts", "./shared"), Err(Told::Nothing));
        assert_eq!(find("b/deep/main.js", "@/util"), Err(Told::Nothing));
    }

    #[test]
    fn packages_are_found_by_name() {
        let found = |path: &str| Ok(path.to_owned());
        assert_eq!(find("b/deep/main.js", "@fleet/core"), found("lib/core/src/index.ts"));
        assert_eq!(find("a/main.ts", "@fleet/core/extra"), found("lib/core/src/extra.ts"));
        assert_eq!(find("b/deep/main.js", "entry"), found("lib/entry/real.js"));
        assert_eq!(find("b/deep/main.js", "entry/x"), found("lib/entry/real.js"));
        assert_eq!(find("b/deep/main.js", "entry/y"), Err(Told::Nothing));
        assert_eq!(find("b/deep/main.js", "react"), Err(Told::Nothing));
        assert_eq!(find("b/deep/main.js", "twice"), Err(Told::Nothing), "of two packages none is meant");
    }
}
