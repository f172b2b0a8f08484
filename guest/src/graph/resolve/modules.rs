//! Modules: what a path through them leads to, and what a name means in one.

use crate::graph::edge::Tier;
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::meaning::{Meaning, Module};
use crate::graph::resolve::wildcards::Seen;
use crate::graph::resolve::{Resolver, paths};
use crate::graph::strings::StringId;
use crate::syntax::{Expr, ExprId, NameRules, SymbolKind};

/// Modules that contain each other, at most: a file can be declared by its own descendants.
const MAX_NESTING: u32 = 48;

impl Resolver {
    /// Follows a path from module to module; `None` if a step leads nowhere in the corpus.
    pub(super) fn walk_module_path(
        &mut self,
        file: FileId,
        scope: NodeId,
        path: &str,
        separator: &str,
    ) -> Option<Meaning> {
        let parts = path.split(separator).filter(|part| !part.is_empty());
        if let Some(module) = self.walk_modules(file, scope, parts.clone()) {
            return Some(Meaning::Module(module));
        }
        let mut parts = parts;
        let first = self.layout.strings.find(parts.next()?)?;
        let mut meaning = self.look_up(file, first, scope);
        for part in parts {
            let name = self.layout.strings.find(part)?;
            meaning = match meaning {
                Meaning::Module(module) => self.module_after(self.rules_of(file), module, name, part)?,
                other => self.member(other, name),
            };
        }
        (!matches!(meaning, Meaning::Outside | Meaning::Unknown)).then_some(meaning)
    }

    /// Follows a path of which every part is a module: modules have names of their own, which functions
    /// and types beside them may have too.
    fn walk_modules<'p>(
        &mut self,
        file: FileId,
        scope: NodeId,
        mut parts: impl Iterator<Item = &'p str>,
    ) -> Option<Module> {
        let first = self.layout.strings.find(parts.next()?)?;
        let mut module = self.module_named(file, first, scope)?;
        for part in parts {
            let name = self.layout.strings.find(part)?;
            let is_parent =
                self.rules_of(file).module_keywords.is_some_and(|keywords| keywords.parent == part);
            module = if is_parent { self.parent_module(module)? } else { self.module_inside(module, name)? };
        }
        Some(module)
    }

    /// The module that an expression names, where a function or variable of the same name hides it.
    pub(super) fn as_module(&mut self, file: FileId, expr: ExprId, scope: NodeId) -> Option<Module> {
        let linked = &self.layout.linked[file.0 as usize];
        // From the last name to the first; expressions refer to earlier ones, so this ends.
        let (mut names, mut expr) = (Vec::new(), expr);
        let first = loop {
            match linked.exprs[expr.0 as usize] {
                Expr::Name(text) => break linked.string(text),
                Expr::Member(base, text) => {
                    names.push(linked.string(text));
                    expr = base;
                }
                _ => return None,
            }
        };
        let mut module = self.module_named(file, first, scope)?;
        while let Some(name) = names.pop() {
            module = self.module_inside(module, name)?;
        }
        Some(module)
    }

    /// The module of this name that code in `scope` sees.
    fn module_named(&mut self, file: FileId, name: StringId, scope: NodeId) -> Option<Module> {
        match self.keyword_module(self.rules_of(file), file, name, scope) {
            Some(Meaning::Module(module)) => return Some(module),
            Some(_) => return None,
            None => {}
        }
        let around = self.innermost_module(file, scope);
        let found = self.module_inside(around, name);
        found.or_else(|| self.package_roots.root_of_crate(name).map(Module::File))
    }

    /// The module of this name directly inside another.
    fn module_inside(&mut self, module: Module, name: StringId) -> Option<Module> {
        let scope = match module {
            Module::File(file) => self.layout.linked[file.0 as usize].node,
            Module::Symbol(node) => node,
            Module::Package(_) => return None,
        };
        let inline = self.names.inside(scope, name).find(|&node| self.kind(node) == SymbolKind::Module);
        inline.map(Module::Symbol).or_else(|| self.imported_module(scope, name))
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
            for _ in 0..MAX_NESTING {
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

    /// The module around a definition.
    pub(super) fn innermost_module(&self, file: FileId, scope: NodeId) -> Module {
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
            Module::File(file) => self.imports.declaring_module(file),
            Module::Symbol(node) => {
                let file = self.layout.nodes[node.0 as usize].file;
                Some(self.innermost_module(file, self.layout.lexical_parents[node.0 as usize]))
            }
            Module::Package(_) => None,
        }
    }

    /// What a name means in a module: its definitions, what it passes on, its child modules.
    pub(super) fn module_member(&mut self, module: Module, name: StringId) -> Option<Meaning> {
        if let Some(found) = self.named_in(Meaning::Module(module), name) {
            return Some(found);
        }
        let scope = match module {
            Module::File(file) => self.layout.linked[file.0 as usize].node,
            Module::Symbol(node) => node,
            Module::Package(package) => {
                let inside = self.packages.child(package, name);
                return inside.map(|inside| Meaning::Module(Module::Package(inside)));
            }
        };
        // Modules inside a module see its private imports too, and only they name it by a path.
        let file = self.layout.nodes[scope.0 as usize].file;
        let sees_all = self.rules_of(file).module_keywords.is_some();
        self.wildcard(scope, name, if sees_all { Seen::Inside } else { Seen::Outside })
    }

    /// What a name means directly in a module or type, wildcards left aside.
    pub(super) fn named_in(&mut self, container: Meaning, name: StringId) -> Option<Meaning> {
        match container {
            Meaning::Module(Module::Package(package)) => {
                let found: Vec<NodeId> = self.names.in_package(package, name).collect();
                self.define(found, Tier::AstResolved)
            }
            Meaning::Module(Module::File(file)) => {
                let node = self.layout.linked[file.0 as usize].node;
                self.named_in_scope(file, node, name).or_else(|| self.child_module(file, name))
            }
            Meaning::Module(Module::Symbol(node)) => {
                let file = self.layout.nodes[node.0 as usize].file;
                self.named_in_scope(file, node, name)
            }
            Meaning::Definitions(definitions) => {
                let node = self.definitions(definitions)[0];
                self.inside(node, name, definitions.tier)
            }
            _ => None,
        }
    }

    fn named_in_scope(&mut self, file: FileId, scope: NodeId, name: StringId) -> Option<Meaning> {
        if let Some(found) = self.inside(scope, name, Tier::AstResolved) {
            return Some(found);
        }
        let sees_all = self.rules_of(file).module_keywords.is_some();
        self.first_import(scope, name, |import| import.reexported || sees_all)
    }

    fn child_module(&self, file: FileId, name: StringId) -> Option<Meaning> {
        let mut candidates = Vec::new();
        let name = self.layout.strings.get(name);
        (self.rules_of(file).child_modules)(self.layout.path(file), name, &mut candidates);
        candidates
            .iter()
            .find_map(|path| self.paths.file(path))
            .map(|file| Meaning::Module(Module::File(file)))
    }

    /// The file that stands for a module in answers: of a package the one named like its folder, or
    /// else its first that does not start with a test; none if only packages are inside it.
    pub(super) fn file_of_module(&self, module: Module) -> Option<FileId> {
        match module {
            Module::File(file) => Some(file),
            Module::Symbol(node) => Some(self.layout.nodes[node.0 as usize].file),
            Module::Package(package) => {
                let files = self.packages.files(package);
                let named_like_folder = files.iter().copied().find(|&file| {
                    let path = self.layout.path(file);
                    let folder = paths::parent(path);
                    let folder_name = folder.rsplit('/').next().unwrap_or(folder);
                    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next());
                    stem == Some(folder_name)
                });
                let is_source = |file: &&FileId| {
                    let first_symbol = self.layout.linked[file.0 as usize].node.0 as usize + 1;
                    self.layout
                        .nodes
                        .get(first_symbol)
                        .is_some_and(|node| node.file == **file && !node.is_test)
                };
                let first_source = || files.iter().find(is_source).copied();
                named_like_folder.or_else(first_source).or_else(|| files.first().copied())
            }
        }
    }
}
