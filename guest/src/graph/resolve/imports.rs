//! Imports: where each leads, what it binds, and what the name it binds means.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::graph::build::Layout;
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::meaning::{Meaning, Module};
use crate::graph::resolve::named_modules::{NamedModules, Told};
use crate::graph::resolve::wildcards::Seen;
use crate::graph::resolve::{MAX_DEPTH, MAX_FUEL, Resolver};
use crate::graph::strings::StringId;
use crate::syntax::{Candidate, ImportFact, Imported, PackageScope, Text, rules};

/// An import of any file, by its place among all imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ImportId(pub(super) u32);

/// All imports: where they lead, what they bind, what that means.
#[derive(Debug)]
pub(super) struct ImportTable {
    /// By import: the file it is written in.
    files: Vec<FileId>,
    targets: Vec<Option<Module>>,
    /// By import: the module it names, and what the name it binds means.
    modules: Vec<Meaning>,
    meanings: Vec<Meaning>,
    /// By (definition or file it is written in, name it binds).
    bindings: FxHashMap<(NodeId, StringId), Vec<ImportId>>,
    /// By the definition or file it is written in.
    wildcards: FxHashMap<NodeId, Vec<ImportId>>,
    /// By scope and by whether its own wildcards are seen from outside only: see
    /// [`Resolver::containers`].
    pub(super) containers: FxHashMap<(NodeId, Seen), Rc<[Meaning]>>,
    /// By file: those that include all of it, where names may be seen through that.
    included_by: FxHashMap<FileId, Vec<FileId>>,
    /// By file: the module that declares it as a module of its own (`mod name;`).
    declared_by: FxHashMap<FileId, Module>,
    /// Imports that hold for all files of a project, where packages are nested.
    of_projects: Vec<ImportId>,
    /// By folder: which of them hold there.
    pub(super) in_folders: FxHashMap<u32, Rc<[ImportId]>>,
}

impl ImportTable {
    /// Lists what each import binds; targets are found later.
    pub(super) fn of(layout: &Layout) -> Self {
        let count = layout.linked.iter().map(|file| file.imports.len()).sum();
        let mut table = Self {
            files: Vec::with_capacity(count),
            targets: vec![None; count],
            modules: vec![Meaning::Unseen; count],
            meanings: vec![Meaning::Unseen; count],
            bindings: FxHashMap::default(),
            wildcards: FxHashMap::default(),
            containers: FxHashMap::default(),
            included_by: FxHashMap::default(),
            declared_by: FxHashMap::default(),
            of_projects: Vec::new(),
            in_folders: FxHashMap::default(),
        };
        for (index, linked) in layout.linked.iter().enumerate() {
            for import in &linked.imports {
                let id = ImportId(table.files.len() as u32);
                let scope = linked.node_of(import.scope);
                table.files.push(FileId(index as u32));
                let is_nested = rules(linked.language).package_scope == PackageScope::Nested;
                if is_nested && import.reexported {
                    table.of_projects.push(id);
                }
                match import.what {
                    Imported::Module { local } | Imported::Item { local, .. } => {
                        table.bindings.entry((scope, linked.string(local))).or_default().push(id);
                    }
                    Imported::All => table.wildcards.entry(scope).or_default().push(id),
                    Imported::Nothing => {}
                }
            }
        }
        table
    }

    /// Imports of all names, written in this scope.
    pub(super) fn wildcards(&self, scope: NodeId) -> &[ImportId] {
        self.wildcards.get(&scope).map_or(&[], Vec::as_slice)
    }

    /// Imports that are written once for all files of a project.
    pub(super) fn of_projects(&self) -> &[ImportId] {
        &self.of_projects
    }

    /// The file that an import is written in.
    pub(super) fn file_of(&self, import: ImportId) -> FileId {
        self.files[import.0 as usize]
    }

    /// The module that an import leads to.
    pub(super) fn target(&self, import: ImportId) -> Option<Module> {
        self.targets[import.0 as usize]
    }

    /// Whether it is being found out where an import leads.
    pub(super) fn is_open(&self, import: ImportId) -> bool {
        self.modules[import.0 as usize] == Meaning::Open
    }

    /// The files that include all of this one.
    pub(super) fn includers(&self, file: FileId) -> &[FileId] {
        self.included_by.get(&file).map_or(&[], Vec::as_slice)
    }

    /// The module that declares this file as a module of its own.
    pub(super) fn declaring_module(&self, file: FileId) -> Option<Module> {
        self.declared_by.get(&file).copied()
    }

    /// Forgets what imports were found to mean.
    pub(super) fn forget_meanings(&mut self) {
        self.modules.fill(Meaning::Unseen);
        self.meanings.fill(Meaning::Unseen);
        self.containers.clear();
    }
}

impl Resolver {
    /// Finds the file, folder or package that each import leads to.
    pub(super) fn find_import_targets(&mut self) {
        let mut known: FxHashMap<(u32, Candidate), Option<Module>> = FxHashMap::default();
        let mut named_modules = std::mem::take(&mut self.named_modules);
        for index in 0..self.layout.linked.len() as u32 {
            let file = FileId(index);
            let linked = &self.layout.linked[index as usize];
            let is_told = self.package_roots.are_told_for(linked.language.family(), self.layout.path(file));
            for (place, import) in linked.imports.iter().enumerate() {
                let target = match self.declared_target(file, import) {
                    None if is_told => self.folder_of_import(file, import),
                    None => match self.named_module(file, import, &mut named_modules) {
                        Told::Nothing => self.first_candidate(file, import, &mut known),
                        Told::Outside => None,
                        Told::File(found) => Some(Module::File(found)),
                    },
                    told => told,
                };
                let id = linked.first_import + place as u32;
                self.imports.targets[id as usize] = target;
                if let (true, Imported::All, Some(Module::File(included))) =
                    (rules(linked.language).loose_names, import.what, target)
                {
                    self.imports.included_by.entry(included).or_default().push(file);
                }
                if let (true, Some(Module::File(child))) = (self.declares_module(file, import), target) {
                    let around = self.innermost_module(file, linked.node_of(import.scope));
                    self.imports.declared_by.entry(child).or_insert(around);
                }
            }
        }
    }

    /// Whether an import is the declaration of a module of its own: `mod name;`.
    fn declares_module(&self, file: FileId, import: &ImportFact) -> bool {
        self.rules_of(file).module_keywords.is_some()
            && matches!(import.what, Imported::Module { .. })
            && matches!(import.candidates.first(), Some(Candidate::File(_)))
    }

    /// The package that an import names and does not place: `extern crate`.
    fn declared_target(&self, file: FileId, import: &ImportFact) -> Option<Module> {
        let names_package = self.rules_of(file).module_keywords.is_some()
            && matches!(import.what, Imported::Module { .. })
            && !self.declares_module(file, import);
        let name = self.layout.linked[file.0 as usize].string(import.module);
        names_package.then(|| self.package_roots.root_of_crate(name)).flatten().map(Module::File)
    }

    /// What manifests say of a module that the import gives no place by itself.
    fn named_module(&self, file: FileId, import: &ImportFact, named: &mut NamedModules) -> Told {
        let linked = &self.layout.linked[file.0 as usize];
        let Some(files_of) = rules(linked.language).module_files else { return Told::Nothing };
        if matches!(import.candidates.first(), Some(Candidate::File(_))) {
            return Told::Nothing;
        }
        let name = linked.string(import.module);
        let text = self.layout.strings.get(name);
        named.find(&self.paths, file, (name, text), files_of)
    }

    fn folder_of_import(&self, file: FileId, import: &ImportFact) -> Option<Module> {
        let path = self.layout.strings.get(self.layout.linked[file.0 as usize].string(import.module));
        let folder = self.package_roots.folder_of_import(&self.paths, self.layout.path(file), path)?;
        self.packages.of_folder(folder).map(Module::Package)
    }

    fn first_candidate(
        &self,
        file: FileId,
        import: &ImportFact,
        known: &mut FxHashMap<(u32, Candidate), Option<Module>>,
    ) -> Option<Module> {
        let linked = &self.layout.linked[file.0 as usize];
        let folder = self.paths.folder_of(file);
        import.candidates.iter().find_map(|candidate| {
            // Texts are numbered by file: the graph's number makes them comparable.
            let key = (folder, candidate.map_text(|text| Text(linked.string(text).0)));
            *known.entry(key).or_insert_with(|| self.find_candidate(file, candidate))
        })
    }

    fn find_candidate(&self, file: FileId, candidate: &Candidate) -> Option<Module> {
        let linked = &self.layout.linked[file.0 as usize];
        let text = |text| self.layout.strings.get(linked.string(text));
        let from = self.layout.path(file);
        let package = |folder| self.packages.of_folder(folder).map(Module::Package);
        match *candidate {
            Candidate::File(path) => self.paths.file(text(path)).map(Module::File),
            Candidate::FileSuffix(end) => self.paths.file_ending_with(text(end), from).map(Module::File),
            Candidate::OnlyFileSuffix(end) => self.paths.only_file_ending_with(text(end)).map(Module::File),
            Candidate::Folder(path) => self.paths.folder(text(path)).and_then(package),
            Candidate::FolderSuffix(end) => self.paths.folder_ending_with(text(end), from).and_then(package),
            Candidate::Package(name) => {
                self.packages.declared(linked.language.family(), linked.string(name)).map(Module::Package)
            }
        }
    }

    /// What a name means that an import written in `scope` binds.
    pub(super) fn imported(&mut self, scope: NodeId, name: StringId) -> Option<Meaning> {
        self.first_import(scope, name, |_| true)
    }

    /// The module that one of the imports of `scope` binds this name to, whatever else has the name.
    pub(super) fn imported_module(&mut self, scope: NodeId, name: StringId) -> Option<Module> {
        let imports = self.imports.bindings.get(&(scope, name))?.clone();
        imports.into_iter().find_map(|import| match self.meaning_of_import(import) {
            Meaning::Module(module) => Some(module),
            _ => None,
        })
    }

    /// The path under which the import of `scope` that binds this name imports a module.
    pub(super) fn imported_path(&self, scope: NodeId, name: StringId) -> Option<StringId> {
        let import = *self.imports.bindings.get(&(scope, name))?.first()?;
        let linked = &self.layout.linked[self.imports.file_of(import).0 as usize];
        Some(linked.string(self.import_fact(import).module))
    }

    /// What a name means that one of the imports of `scope` that are visible binds.
    pub(super) fn first_import(
        &mut self,
        scope: NodeId,
        name: StringId,
        visible: impl Fn(&ImportFact) -> bool,
    ) -> Option<Meaning> {
        let imports = self.imports.bindings.get(&(scope, name))?.clone();
        let mut first = None;
        for import in imports {
            if !visible(self.import_fact(import)) {
                continue;
            }
            let meaning = self.meaning_of_import(import);
            if !matches!(meaning, Meaning::Outside | Meaning::Unknown) {
                return Some(meaning);
            }
            first = first.or(Some(meaning));
        }
        first
    }

    /// The import as it is written.
    pub(super) fn import_fact(&self, import: ImportId) -> &ImportFact {
        let linked = &self.layout.linked[self.imports.files[import.0 as usize].0 as usize];
        &linked.imports[(import.0 - linked.first_import) as usize]
    }

    /// What the name that an import binds means.
    pub(super) fn meaning_of_import(&mut self, import: ImportId) -> Meaning {
        match self.imports.meanings[import.0 as usize] {
            Meaning::Unseen => {}
            Meaning::Open => return Meaning::Unknown,
            known => return known,
        }
        if self.depth >= MAX_DEPTH {
            return Meaning::Unknown;
        }
        if self.depth == 0 {
            self.fuel = MAX_FUEL;
        }
        self.imports.meanings[import.0 as usize] = Meaning::Open;
        self.depth += 1;
        let module = self.module_of_import(import);
        let meaning = match self.import_fact(import).what {
            Imported::Item { name, .. } => {
                let file = self.imports.files[import.0 as usize];
                let name = self.layout.linked[file.0 as usize].string(name);
                self.member(module, name)
            }
            _ => module,
        };
        self.depth -= 1;
        self.imports.meanings[import.0 as usize] = meaning;
        meaning
    }

    /// The module (or type) that an import names: by its path through modules where the language has
    /// them, by its candidates otherwise.
    pub(super) fn module_of_import(&mut self, import: ImportId) -> Meaning {
        match self.imports.modules[import.0 as usize] {
            Meaning::Unseen => {}
            // A path that leads through itself: what the candidates say is all there is.
            Meaning::Open => return self.imports.target(import).map_or(Meaning::Outside, Meaning::Module),
            known => return known,
        }
        self.imports.modules[import.0 as usize] = Meaning::Open;
        let module = self.find_module_of_import(import);
        self.imports.modules[import.0 as usize] = module;
        module
    }

    /// What an import brings all names of: the members of a type, if that is the last part of what it names.
    fn members_of_import(&mut self, import: ImportId) -> Meaning {
        let Some(target) = self.imports.target(import) else { return Meaning::Outside };
        let file = self.imports.file_of(import);
        let path = self.layout.linked[file.0 as usize].string(self.import_fact(import).module);
        let path = self.layout.strings.get(path);
        let last = self.layout.strings.find(path.rsplit('.').next().unwrap_or(path));
        match last.and_then(|name| self.named_in(Meaning::Module(target), name)) {
            Some(Meaning::Definitions(found)) if self.first_type(found).is_some() => {
                Meaning::Definitions(found)
            }
            _ => Meaning::Module(target),
        }
    }

    fn find_module_of_import(&mut self, import: ImportId) -> Meaning {
        let file = self.imports.files[import.0 as usize];
        let linked = &self.layout.linked[file.0 as usize];
        let fact = self.import_fact(import);
        if rules(linked.language).package_scope == PackageScope::Nested {
            let path = self.layout.strings.get(linked.string(fact.module)).to_owned();
            return self.walk_qualified(file, &path).unwrap_or(Meaning::Outside);
        }
        if rules(linked.language).package_scope == PackageScope::Declared && fact.what == Imported::All {
            return self.members_of_import(import);
        }
        let by_path = !matches!(fact.what, Imported::Module { .. });
        if let (true, Some(keywords)) = (by_path, rules(linked.language).module_keywords) {
            let path = self.layout.strings.get(linked.string(fact.module)).to_owned();
            let scope = linked.node_of(fact.scope);
            if let Some(found) = self.walk_module_path(file, scope, &path, keywords.separator) {
                return found;
            }
        }
        self.imports.target(import).map_or(Meaning::Outside, Meaning::Module)
    }
}
