//! Meanings into edges; what has no meaning in the corpus is counted.

use crate::graph::edge::{EdgeKind, Tier};
use crate::graph::node::{FileId, Import, NodeId};
use crate::graph::resolve::imports::ImportId;
use crate::graph::resolve::lookup::FileScope;
use crate::graph::resolve::meaning::{Definitions, Meaning, Module};
use crate::graph::resolve::{MAX_CANDIDATES, Resolver};
use crate::graph::strings::StringId;
use crate::syntax::{Expr, Imported, PackageScope, ReferenceFact, ReferenceKind, SymbolKind, rules};

impl Resolver {
    /// Makes an edge for each import that stays in the corpus, to the file and to the name.
    pub(super) fn emit_imports(&mut self) {
        for index in 0..self.layout.linked.len() as u32 {
            let file = FileId(index);
            self.file_scope = FileScope::of(file);
            let linked = &self.layout.linked[index as usize];
            let (node, first, count) = (linked.node, linked.first_import, linked.imports.len() as u32);
            for id in first..first + count {
                self.emit_import(file, node, ImportId(id));
            }
        }
    }

    fn emit_import(&mut self, file: FileId, node: NodeId, import: ImportId) {
        let linked = &self.layout.linked[file.0 as usize];
        let fact = &linked.imports[(import.0 - linked.first_import) as usize];
        let (line, what) = (fact.line, fact.what);
        let target = self.imported_file(import);
        if let Some(target) = target.filter(|&target| target != file) {
            let target = self.layout.linked[target.0 as usize].node;
            self.edges.push(node, target, EdgeKind::Imports, line, Tier::AstResolved);
        }
        // Of an import of all names, the type that they are members of.
        let names_definitions = matches!(what, Imported::Item { .. } | Imported::All);
        if names_definitions && let Meaning::Definitions(definitions) = self.meaning_of_import(import) {
            self.emit_to_all(node, definitions, ReferenceKind::Use, None, line);
        }
    }

    /// The file that an import leads to: the imported item's own if it is a module.
    fn imported_file(&mut self, import: ImportId) -> Option<FileId> {
        let meaning = self.meaning_of_import(import);
        let is_item = matches!(self.import_fact(import).what, Imported::Item { .. });
        let module = match meaning {
            Meaning::Module(module) => module,
            _ => match self.module_of_import(import) {
                // A package is many files: the item's own is meant.
                Meaning::Module(Module::Package(_)) if is_item => {
                    let Meaning::Definitions(definitions) = meaning else { return None };
                    let node = self.definitions(definitions)[0];
                    Module::File(self.layout.nodes[node.0 as usize].file)
                }
                Meaning::Module(module) => module,
                Meaning::Definitions(definitions) => {
                    let node = self.definitions(definitions)[0];
                    Module::File(self.layout.nodes[node.0 as usize].file)
                }
                _ => return None,
            },
        };
        self.file_of_module(module)
    }

    /// The imports of all files as answers show them.
    pub(super) fn shown_imports(&mut self) -> Vec<Import> {
        let mut shown = Vec::new();
        for index in 0..self.layout.linked.len() {
            let linked = &self.layout.linked[index];
            let first = linked.first_import;
            let written: Vec<(StringId, u32)> =
                linked.imports.iter().map(|import| (linked.string(import.module), import.line)).collect();
            for (place, (module, line)) in written.into_iter().enumerate() {
                let file = self.imported_file(ImportId(first + place as u32));
                shown.push(Import { module, line, file });
            }
        }
        shown
    }

    /// Resolves the references of one file, and drops them.
    pub(super) fn emit_references(&mut self, file: FileId) {
        self.file_scope = FileScope::of(file);
        let references = std::mem::take(&mut self.layout.linked[file.0 as usize].references);
        for reference in references {
            self.emit_reference(file, reference);
        }
    }

    fn emit_reference(&mut self, file: FileId, reference: ReferenceFact) {
        let from = self.layout.linked[file.0 as usize].node_of(reference.from);
        let meaning = self.evaluate(file, reference.target, from);
        match self.told_apart(file, reference, meaning) {
            Meaning::Definitions(definitions)
                if self.is_of_other_space(file, definitions, reference.kind) =>
            {
                self.unresolved += 1;
            }
            Meaning::Definitions(definitions) => {
                self.emit_to_all(from, definitions, reference.kind, reference.arguments, reference.line);
            }
            Meaning::Module(module) => self.emit_to_module(from, module, reference),
            Meaning::Unknown => self.emit_guess(file, from, reference),
            // A local that holds a value: calling or naming it refers to nothing in the corpus.
            Meaning::Value(..) | Meaning::BaseOf(_) | Meaning::Shaped(..) => {}
            Meaning::Outside | Meaning::LibraryMember(..) | Meaning::Unseen | Meaning::Open => {
                self.unresolved += 1;
            }
        }
    }

    /// What is meant where the kind or the place of a use decides: a call is never of a tag, and of
    /// macros of one name the last before it is meant.
    fn told_apart(&mut self, file: FileId, reference: ReferenceFact, meaning: Meaning) -> Meaning {
        let linked = &self.layout.linked[file.0 as usize];
        match (meaning, linked.exprs[reference.target.0 as usize]) {
            (Meaning::Definitions(found), Expr::Name(text))
                if reference.kind == ReferenceKind::Call
                    && rules(linked.language).types.tags
                    && self.definitions(found).iter().all(|&node| self.kind(node).is_type()) =>
            {
                self.look_up_called(file, linked.string(text))
            }
            (Meaning::Definitions(found), Expr::Macro(_)) => {
                Meaning::Definitions(self.macro_at(file, found, reference.line))
            }
            _ => meaning,
        }
    }

    /// Whether a use means none of these definitions: a call of variables, a variable's use of functions,
    /// where their names are apart.
    fn is_of_other_space(&self, file: FileId, definitions: Definitions, kind: ReferenceKind) -> bool {
        let is_call = kind == ReferenceKind::Call;
        self.rules_of(file).separate_functions
            && !self.definitions(definitions).iter().any(|&node| self.kind(node).is_callable() == is_call)
    }

    fn emit_to_all(
        &mut self,
        from: NodeId,
        definitions: Definitions,
        kind: ReferenceKind,
        arguments: Option<u8>,
        line: u32,
    ) {
        let found: Vec<NodeId> = self.accepting(self.meant(definitions, kind), arguments);
        // What is left alone of several names is as sure as the step that found them.
        let is_told_apart = found.len() == 1 && definitions.len > 1;
        let tier = if is_told_apart { definitions.whole } else { definitions.tier };
        for to in found {
            self.emit_use(from, to, kind, line, tier);
        }
        if kind == ReferenceKind::Call {
            self.emit_call_through(from, definitions, line);
        }
    }

    /// Of definitions of one name those that a use of this kind can mean: a call a function, another use
    /// what is no function, where there are both.
    fn meant(&self, definitions: Definitions, kind: ReferenceKind) -> Vec<NodeId> {
        let found = self.definitions(definitions);
        let is_called = kind == ReferenceKind::Call;
        // Types are called in most languages, but not by their tags.
        let language = |node: &NodeId| self.layout.nodes[node.0 as usize].language;
        let has_tags = found.first().is_some_and(|node| rules(language(node)).types.tags);
        let fits = |node: &NodeId| {
            let kind = self.kind(*node);
            kind.is_type() && !(is_called && has_tags) || kind.is_callable() == is_called
        };
        let fitting: Vec<NodeId> = found.iter().copied().filter(fits).collect();
        if fitting.is_empty() { found.to_vec() } else { fitting }
    }

    /// Of functions of one name those that can be called with so many arguments, if any can.
    fn accepting(&self, found: Vec<NodeId>, arguments: Option<u8>) -> Vec<NodeId> {
        let Some(arguments) = arguments else { return found };
        let accepts =
            |node: &&NodeId| self.layout.arities.get(*node).is_none_or(|arity| arity.accepts(arguments));
        let accepting: Vec<NodeId> = found.iter().filter(accepts).copied().collect();
        if accepting.is_empty() { found } else { accepting }
    }

    /// A call of a variable or field that holds a function calls that function.
    fn emit_call_through(&mut self, from: NodeId, holder: Definitions, line: u32) {
        let node = self.candidates[holder.start as usize];
        let holds =
            matches!(self.kind(node), SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Field);
        // What a call gave is a function of another's making: only a name says which.
        let linked = &self.layout.linked[self.layout.nodes[node.0 as usize].file.0 as usize];
        let is_named = self.layout.gives[node.0 as usize]
            .is_some_and(|gives| matches!(linked.exprs[gives.0 as usize], Expr::Name(_) | Expr::Member(..)));
        if !holds || !is_named {
            return;
        }
        if let Meaning::Definitions(held) = self.given_by(node, holder.tier) {
            let tier = held.tier.min(Tier::AstInferred);
            for index in held.start..held.start + held.len {
                let to = self.candidates[index as usize];
                if self.kind(to).is_callable() {
                    self.emit_use(from, to, ReferenceKind::Call, line, tier);
                }
            }
        }
    }

    fn emit_use(&mut self, from: NodeId, to: NodeId, kind: ReferenceKind, line: u32, tier: Tier) {
        let target = self.kind(to);
        let kind = match kind {
            ReferenceKind::Call if target.is_callable() => EdgeKind::Calls,
            // JavaScript's `new f()`.
            ReferenceKind::Instantiate if target == SymbolKind::Function => EdgeKind::Calls,
            ReferenceKind::Call | ReferenceKind::Instantiate if target.is_type() => EdgeKind::Instantiates,
            _ => EdgeKind::References,
        };
        self.edges.push(from, to, kind, line, tier);
    }

    /// Calling a module calls what it exports as its default; naming one is what the import says.
    fn emit_to_module(&mut self, from: NodeId, module: Module, reference: ReferenceFact) {
        if let Module::Symbol(node) = module {
            self.emit_use(from, node, ReferenceKind::Use, reference.line, Tier::AstResolved);
            return;
        }
        let Some(default) = self.layout.strings.find("default") else { return };
        if reference.kind != ReferenceKind::Use
            && let Some(Meaning::Definitions(definitions)) = self.module_member(module, default)
        {
            self.emit_to_all(from, definitions, reference.kind, None, reference.line);
        }
    }

    /// A member of something unknown: connected by name, as sure as the name is rare.
    fn emit_guess(&mut self, file: FileId, from: NodeId, reference: ReferenceFact) {
        let linked = &self.layout.linked[file.0 as usize];
        let Expr::Member(base, name) = linked.exprs[reference.target.0 as usize] else {
            self.unresolved += 1;
            return;
        };
        let on_itself = matches!(linked.exprs[base.0 as usize], Expr::This | Expr::ThisType);
        let name = linked.string(name);
        let rules = rules(linked.language);
        let mut candidates = self.members_named(file, from, name, reference.kind);
        if let Some(owner) = self.enclosing_type(from).filter(|_| on_itself && rules.types.modules) {
            candidates.retain(|&member| self.may_be_seen_from(owner, member));
        }
        if candidates.len() > MAX_CANDIDATES {
            *self.ambiguous.entry((linked.language.family(), name)).or_insert(0) += 1;
        }
        if candidates.is_empty() || candidates.len() > MAX_CANDIDATES {
            self.unresolved += 1;
            return;
        }
        let text = self.layout.strings.get(name);
        // Every type has members such as `__class__`.
        let is_special = text.starts_with("__") && text.ends_with("__");
        let rare = !is_special && rules.common_methods.binary_search(&text).is_err();
        let tier = if candidates.len() == 1 && rare { Tier::AstInferred } else { Tier::TextMatched };
        for to in candidates {
            self.emit_use(from, to, reference.kind, reference.line, tier);
        }
    }

    /// Whether a type may call a member that it does not have on itself: one of a type below it, or one of a
    /// module that it may be given.
    fn may_be_seen_from(&self, owner: NodeId, member: NodeId) -> bool {
        let is_module = |node: NodeId| self.kind(node) == SymbolKind::Module;
        self.member_of[member.0 as usize].is_some_and(|other| {
            let other = self.names.main(other);
            is_module(owner) || is_module(other) || self.is_above(owner, other)
        })
    }

    /// Members of this name that the reference could mean: callable if it calls, visible from there,
    /// and no test code seen from outside of tests.
    fn members_named(&self, file: FileId, from: NodeId, name: StringId, kind: ReferenceKind) -> Vec<NodeId> {
        let linked = &self.layout.linked[file.0 as usize];
        let from_test = self.layout.nodes[from.0 as usize].is_test;
        let folder_is_package = rules(linked.language).package_scope == PackageScope::Folder;
        let fits = |&to: &NodeId| {
            let node = &self.layout.nodes[to.0 as usize];
            let right_kind = match kind {
                ReferenceKind::Call => node.kind.is_callable(),
                ReferenceKind::Instantiate => node.kind.is_type(),
                ReferenceKind::Use => !matches!(node.kind, SymbolKind::EnumMember),
            };
            let visible = !folder_is_package
                || node.exported
                || self.paths.folder_of(node.file) == self.paths.folder_of(file);
            right_kind && visible && (from_test || !node.is_test)
        };
        // One more than are connected is enough to know that there are too many.
        self.names.members(linked.language.family(), name).filter(fits).take(MAX_CANDIDATES + 1).collect()
    }
}
