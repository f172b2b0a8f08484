//! Modules: what imports lead to, and what a module's names are.

use rustc_hash::FxHashMap;

use crate::graph::build::Layout;
use crate::graph::edge::Tier;
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::meaning::{Meaning, Module};
use crate::graph::resolve::{Resolver, paths};
use crate::graph::strings::StringId;
use crate::syntax::{Candidate, ImportFact, Imported, NameRules, SymbolKind, rules};

/// Import statements followed one through another, at most.
const MAX_DEPTH: u32 = 48;

/// An import of any file, by its place among all imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ImportId(pub(super) u32);

/// All imports: where they lead, what they bind, what that means.
#[derive(Debug)]
pub(super) struct ImportTable {
    /// By import: the file it is written in.
    files: Vec<FileId>,
    targets: Vec<Option<Module>>,
    meanings: Vec<Meaning>,
    /// By (definition or file it is written in, name it binds).
    bindings: FxHashMap<(NodeId, StringId), Vec<ImportId>>,
    /// By the definition or file it is written in.
    wildcards: FxHashMap<NodeId, Vec<ImportId>>,
    /// By file: the module that declares it as a module of its own (`mod name;`).
    declared_by: FxHashMap<FileId, Module>,
}

impl ImportTable {
    /// Lists what each import binds; targets are found later.
    pub(super) fn of(layout: &Layout) -> Self {
        let count = layout.linked.iter().map(|file| file.imports.len()).sum();
        let mut table = Self {
            files: Vec::with_capacity(count),
            targets: vec![None; count],
            meanings: vec![Meaning::Unseen; count],
            bindings: FxHashMap::default(),
            wildcards: FxHashMap::default(),
            declared_by: FxHashMap::default(),
        };
        for (index, linked) in layout.linked.iter().enumerate() {
            for import in &linked.imports {
                let id = ImportId(table.files.len() as u32);
                let scope = linked.node_of(import.scope);
                table.files.push(FileId(index as u32));
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

    /// The module that an import leads to.
    pub(super) fn target(&self, import: ImportId) -> Option<Module> {
        self.targets[import.0 as usize]
    }

    /// Forgets what imports were found to mean.
    pub(super) fn forget_meanings(&mut self) {
        self.meanings.fill(Meaning::Unseen);
    }
}

impl Resolver {
    /// Finds the file, folder or package that each import leads to.
    pub(super) fn find_import_targets(&mut self) {
        let mut known: FxHashMap<(u32, Candidate), Option<Module>> = FxHashMap::default();
        for index in 0..self.layout.linked.len() as u32 {
            let file = FileId(index);
            let linked = &self.layout.linked[index as usize];
            let declares = rules(linked.language).module_keywords.is_some();
            let folder = self.paths.folder_of(file);
            for (place, import) in linked.imports.iter().enumerate() {
                let target = import.candidates.iter().find_map(|candidate| {
                    // Texts are numbered by file: the graph's number makes them comparable.
                    let key = (folder, candidate.map_text(|text| crate::syntax::Text(linked.string(text).0)));
                    *known.entry(key).or_insert_with(|| self.find_candidate(file, candidate))
                });
                let id = linked.first_import + place as u32;
                self.imports.targets[id as usize] = target;
                if let (true, Imported::Module { .. }, Some(Module::File(child))) =
                    (declares, import.what, target)
                {
                    let around = self.innermost_module(file, linked.node_of(import.scope));
                    self.imports.declared_by.entry(child).or_insert(around);
                }
            }
        }
    }

    fn find_candidate(&self, file: FileId, candidate: &Candidate) -> Option<Module> {
        let linked = &self.layout.linked[file.0 as usize];
        let text = |text| self.layout.strings.get(linked.string(text));
        let from = self.layout.path(file);
        let package = |folder| self.packages.of_folder(folder).map(Module::Package);
        match *candidate {
            Candidate::File(path) => self.paths.file(text(path)).map(Module::File),
            Candidate::FileSuffix(end) => self.paths.file_ending_with(text(end), from).map(Module::File),
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

    fn first_import(
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

    fn import_fact(&self, import: ImportId) -> &ImportFact {
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
        let file = self.imports.files[import.0 as usize];
        let linked = &self.layout.linked[file.0 as usize];
        let fact = self.import_fact(import);
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

    fn walk_module_path(
        &mut self,
        file: FileId,
        scope: NodeId,
        path: &str,
        separator: &str,
    ) -> Option<Meaning> {
        let mut parts = path.split(separator).filter(|part| !part.is_empty());
        let first = self.layout.strings.find(parts.next()?)?;
        let mut meaning = self.look_up(file, first, scope);
        for part in parts {
            let name = self.layout.strings.find(part)?;
            meaning = match meaning {
                Meaning::Module(module) => self.module_after(rules_of(self, file), module, name, part)?,
                other => self.member(other, name),
            };
        }
        (!matches!(meaning, Meaning::Outside | Meaning::Unknown)).then_some(meaning)
    }

    /// One step along a module path: `super` goes up, a name goes in.
    fn module_after(
        &mut self,
        rules: &NameRules,
        module: Module,
        name: StringId,
        part: &str,
    ) -> Option<Meaning> {
        if rules.module_keywords.is_some_and(|keywords| keywords.parent == part) {
            return self.parent_module(module).map(Meaning::Module);
        }
        self.module_member(module, name)
    }

    /// The module that a keyword such as `crate`, `self` or `super` stands for.
    pub(super) fn keyword_module(
        &self,
        rules: &NameRules,
        file: FileId,
        name: StringId,
        scope: NodeId,
    ) -> Option<Meaning> {
        let keywords = rules.module_keywords?;
        let text = self.layout.strings.get(name);
        let here = || self.innermost_module(file, scope);
        let module = if text == keywords.root {
            let mut module = Module::File(file);
            // Bounded: a file can be declared by its own descendants in hostile input.
            for _ in 0..MAX_DEPTH {
                let Some(parent) = self.parent_module(module) else { break };
                module = parent;
            }
            module
        } else if text == keywords.here {
            here()
        } else if text == keywords.parent {
            return Some(self.parent_module(here()).map_or(Meaning::Outside, Meaning::Module));
        } else {
            return None;
        };
        Some(Meaning::Module(module))
    }

    fn innermost_module(&self, file: FileId, scope: NodeId) -> Module {
        let mut node = scope;
        loop {
            match self.kind(node) {
                SymbolKind::File => return Module::File(file),
                SymbolKind::Module => return Module::Symbol(node),
                _ => node = self.layout.lexical_parents[node.0 as usize],
            }
        }
    }

    fn parent_module(&self, module: Module) -> Option<Module> {
        match module {
            Module::File(file) => self.imports.declared_by.get(&file).copied(),
            Module::Symbol(node) => {
                let file = self.layout.nodes[node.0 as usize].file;
                Some(self.innermost_module(file, self.layout.lexical_parents[node.0 as usize]))
            }
            Module::Package(_) => None,
        }
    }

    /// What a name means in a module: its definitions, what it passes on, its child modules.
    pub(super) fn module_member(&mut self, module: Module, name: StringId) -> Option<Meaning> {
        match module {
            Module::Package(package) => {
                let found: Vec<NodeId> = self.names.in_package(package, name).collect();
                self.define(found, Tier::AstResolved)
            }
            Module::File(file) => {
                let node = self.layout.linked[file.0 as usize].node;
                let found = self.named_in(file, node, name);
                found.or_else(|| self.child_module(file, name))
            }
            Module::Symbol(node) => {
                let file = self.layout.nodes[node.0 as usize].file;
                self.named_in(file, node, name)
            }
        }
    }

    fn named_in(&mut self, file: FileId, scope: NodeId, name: StringId) -> Option<Meaning> {
        if let Some(found) = self.inside(scope, name, Tier::AstResolved) {
            return Some(found);
        }
        // Modules inside a module see its private imports too, and only they name it by a path.
        let sees_all = rules_of(self, file).module_keywords.is_some();
        if let Some(found) = self.first_import(scope, name, |import| import.reexported || sees_all) {
            return Some(found);
        }
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let wildcards = self.imports.wildcards(scope).to_vec();
        let found = wildcards.into_iter().find_map(|import| {
            let visible = sees_all || self.import_fact(import).reexported;
            if visible { self.through_wildcard(import, name) } else { None }
        });
        self.depth -= 1;
        found
    }

    /// A name of the module that a wildcard import leads to.
    pub(super) fn through_wildcard(&mut self, import: ImportId, name: StringId) -> Option<Meaning> {
        // A wildcard can lead back to its own module; the second visit finds nothing new.
        if self.imports.meanings[import.0 as usize] == Meaning::Open || self.depth >= MAX_DEPTH {
            return None;
        }
        self.imports.meanings[import.0 as usize] = Meaning::Open;
        self.depth += 1;
        let found = match self.module_of_import(import) {
            Meaning::Module(module) => self.module_member(module, name),
            Meaning::Definitions(definitions) => {
                let container = self.definitions(definitions)[0];
                self.inside(container, name, definitions.tier)
            }
            _ => None,
        };
        self.depth -= 1;
        self.imports.meanings[import.0 as usize] = Meaning::Unseen;
        found
    }

    fn child_module(&self, file: FileId, name: StringId) -> Option<Meaning> {
        let mut candidates = Vec::new();
        let name = self.layout.strings.get(name);
        (rules_of(self, file).child_modules)(self.layout.path(file), name, &mut candidates);
        candidates
            .iter()
            .find_map(|path| self.paths.file(path))
            .map(|file| Meaning::Module(Module::File(file)))
    }

    /// The file that stands for a module in answers: of a package the one named like its folder, or
    /// else its first.
    pub(super) fn file_of_module(&self, module: Module) -> FileId {
        match module {
            Module::File(file) => file,
            Module::Symbol(node) => self.layout.nodes[node.0 as usize].file,
            Module::Package(package) => {
                let files = self.packages.files(package);
                let named_like_folder = files.iter().copied().find(|&file| {
                    let path = self.layout.path(file);
                    let folder = paths::parent(path);
                    let folder_name = folder.rsplit('/').next().unwrap_or(folder);
                    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next());
                    stem == Some(folder_name)
                });
                named_like_folder.unwrap_or(files[0])
            }
        }
    }
}

fn rules_of(resolver: &Resolver, file: FileId) -> &'static NameRules {
    rules(resolver.layout.linked[file.0 as usize].language)
}
