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
    /// All files of a family that declare this name; the empty name for those that declare none, where
    /// packages are nested.
    Declared(Family, StringId),
    /// A package inside another that no file may declare.
    Inside(PackageId, StringId),
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
    /// By top-level definition that is in another package than its file.
    of_node: FxHashMap<NodeId, PackageId>,
    /// By package inside another.
    around: FxHashMap<PackageId, PackageId>,
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
                PackageScope::Nested | PackageScope::Global => {
                    Some(Key::Declared(file.language.family(), StringId::EMPTY))
                }
            };
            let package = key.map(|key| packages.number_of(key));
            let package = match (package, file.package) {
                (Some(root), Some(name)) if rules(file.language).package_scope == PackageScope::Nested => {
                    Some(packages.nested(root, name, layout))
                }
                _ => package,
            };
            packages.of_file.push(package);
            if let Some(package) = package {
                packages.files[package.0 as usize].push(id);
            }
        }
        for &(node, name) in &layout.packaged {
            let file = layout.nodes[node.0 as usize].file;
            let family = layout.linked[file.0 as usize].language.family();
            let root = packages.number_of(Key::Declared(family, StringId::EMPTY));
            let package = packages.nested(root, name, layout);
            packages.of_node.insert(node, package);
            if packages.files[package.0 as usize].last() != Some(&file) {
                packages.files[package.0 as usize].push(file);
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

    /// The package of a definition directly in a file or module.
    pub(super) fn of_top_level(&self, node: NodeId, layout: &Layout) -> Option<PackageId> {
        let own = self.of_node.get(&node).copied();
        own.or_else(|| self.of_scope(layout, layout.nodes[node.0 as usize].parent))
    }

    /// Whether a top-level definition is in another package than its file says.
    pub(super) fn is_apart(&self, node: NodeId) -> bool {
        self.of_node.contains_key(&node)
    }

    /// The package of this name inside another.
    pub(super) fn child(&self, package: PackageId, name: StringId) -> Option<PackageId> {
        self.by_key.get(&Key::Inside(package, name)).copied()
    }

    /// The package around another.
    pub(super) fn around(&self, package: PackageId) -> Option<PackageId> {
        self.around.get(&package).copied()
    }

    /// The package of this name inside another, added if there is none, with one more file.
    pub(super) fn add_child(&mut self, package: PackageId, name: StringId, file: FileId) -> PackageId {
        let child = self.number_of(Key::Inside(package, name));
        self.around.insert(child, package);
        self.files[child.0 as usize].push(file);
        child
    }

    /// The package that a name with parts leads to from another, each part inside the one before.
    fn nested(&mut self, root: PackageId, name: StringId, layout: &Layout) -> PackageId {
        // The parts of a package's name are strings of the file that declares it.
        let parts = layout.strings.get(name).split('.').filter_map(|part| layout.strings.find(part));
        parts.fold(root, |around, part| {
            let package = self.number_of(Key::Inside(around, part));
            self.around.insert(package, around);
            package
        })
    }

    /// The package that holds all others, and what is in none.
    pub(super) fn root(&self, family: Family) -> Option<PackageId> {
        self.by_key.get(&Key::Declared(family, StringId::EMPTY)).copied()
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
