//! Packages: files that see each other's top-level names without an import.

use rustc_hash::FxHashMap;

use crate::corpus::Family;
use crate::graph::build::Layout;
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::meaning::PackageId;
use crate::graph::resolve::paths::Paths;
use crate::graph::strings::StringId;
use crate::syntax::{PackageScope, SymbolKind, rules};

/// What makes files a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// The files of a folder that declare this name.
    Folder(u32, Option<StringId>),
    /// All files of a family that declare this name.
    Declared(Family, StringId),
}

/// The packages of the corpus.
#[derive(Debug, Default)]
pub(super) struct Packages {
    by_key: FxHashMap<Key, PackageId>,
    /// By file.
    of_file: Vec<Option<PackageId>>,
    /// Modules inside a file that are packages themselves.
    of_module: FxHashMap<NodeId, PackageId>,
    /// By package.
    files: Vec<Vec<FileId>>,
    /// By folder: the package that an import of the folder means.
    of_folder: FxHashMap<u32, PackageId>,
}

impl Packages {
    /// Finds the package of each file.
    pub(super) fn of(layout: &Layout, paths: &Paths) -> Self {
        let mut packages = Self::default();
        for (index, file) in layout.linked.iter().enumerate() {
            let id = FileId(index as u32);
            let key = match rules(file.language).package_scope {
                PackageScope::File => None,
                PackageScope::Folder => Some(Key::Folder(paths.folder_of(id), file.package)),
                PackageScope::Declared => {
                    file.package.map(|name| Key::Declared(file.language.family(), name))
                }
            };
            let package = key.map(|key| packages.number_of(key));
            packages.of_file.push(package);
            if let Some(package) = package {
                packages.files[package.0 as usize].push(id);
            }
        }
        packages.add_modules(layout);
        packages.choose_for_folders(layout);
        packages
    }

    /// The package of a file, if its language has packages.
    pub(super) fn of_file(&self, file: FileId) -> Option<PackageId> {
        self.of_file[file.0 as usize]
    }

    /// The package of what is defined directly in a file or module.
    pub(super) fn of_scope(&self, layout: &Layout, scope: NodeId) -> Option<PackageId> {
        let node = layout.nodes[scope.0 as usize];
        match node.kind {
            SymbolKind::File => self.of_file(node.file),
            _ => self.of_module.get(&scope).copied(),
        }
    }

    /// The files of a package, in path order.
    pub(super) fn files(&self, package: PackageId) -> &[FileId] {
        &self.files[package.0 as usize]
    }

    /// The package of this declared name.
    pub(super) fn declared(&self, family: Family, name: StringId) -> Option<PackageId> {
        self.by_key.get(&Key::Declared(family, name)).copied()
    }

    /// The package that an import of this folder means.
    pub(super) fn of_folder(&self, folder: u32) -> Option<PackageId> {
        self.of_folder.get(&folder).copied()
    }

    /// A folder may hold a package, its external tests (`x_test`) and programs that the build leaves
    /// out: of those that are no tests, the one with most files is imported.
    fn choose_for_folders(&mut self, layout: &Layout) {
        let mut keys: Vec<(PackageId, Key)> =
            self.by_key.iter().map(|(&key, &package)| (package, key)).collect();
        keys.sort_unstable_by_key(|&(package, _)| package);
        for (package, key) in keys {
            let Key::Folder(folder, name) = key else { continue };
            if name.is_some_and(|name| layout.strings.get(name).ends_with("_test")) {
                continue;
            }
            let size = |package: PackageId| self.files[package.0 as usize].len();
            let chosen = *self.of_folder.entry(folder).or_insert(package);
            if size(package) > size(chosen) {
                self.of_folder.insert(folder, package);
            }
        }
    }

    /// Where packages are declared, a module inside a file is the package of its full name.
    fn add_modules(&mut self, layout: &Layout) {
        for (index, node) in layout.nodes.iter().enumerate() {
            if node.kind == SymbolKind::Module && rules(node.language).package_scope == PackageScope::Declared
            {
                let package = self.number_of(Key::Declared(node.language.family(), node.qual_name));
                self.of_module.insert(NodeId(index as u32), package);
                let files = &mut self.files[package.0 as usize];
                if !files.contains(&node.file) {
                    files.push(node.file);
                }
            }
        }
    }

    fn number_of(&mut self, key: Key) -> PackageId {
        let next = PackageId(self.files.len() as u32);
        let package = *self.by_key.entry(key).or_insert(next);
        if package == next {
            self.files.push(Vec::new());
        }
        package
    }
}
