//! Where a bare name can be seen: scopes around it, imports, package, wildcard imports.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::edge::Tier;
use crate::graph::node::{FileId, Node, NodeId};
use crate::graph::resolve::Resolver;
use crate::graph::resolve::meaning::{Meaning, Module, PackageId};
use crate::graph::resolve::wildcards::Seen;
use crate::graph::strings::StringId;
use crate::syntax::{NameRules, PackageScope, SymbolKind, rules};

/// Definitions of one name that are weighed against each other, at most.
const MAX_WEIGHED: usize = 256;

/// What a name is looked up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Anything,
    /// Definitions that are no types are passed over.
    Type,
    /// Types are passed over.
    Function,
}

/// Files that include one file, and files included along with it, that are looked through, at most.
const MAX_COMPANIONS: usize = 512;

/// What is remembered while one file is resolved.
#[derive(Debug, Default)]
pub(super) struct FileScope {
    file: Option<FileId>,
    /// What names mean at the top of the file, in one of its packages.
    meanings: FxHashMap<(Option<PackageId>, StringId), Meaning>,
    /// The files that it includes, through includes too.
    included: Option<FxHashSet<FileId>>,
    /// The files that are included along with it.
    companions: Option<FxHashSet<FileId>>,
}

impl FileScope {
    /// Starts with nothing remembered.
    pub(super) fn of(file: FileId) -> Self {
        Self { file: Some(file), ..Self::default() }
    }
}

impl Resolver {
    /// Finds what a bare name means in `file` inside `scope`.
    pub(super) fn look_up(&mut self, file: FileId, name: StringId, scope: NodeId) -> Meaning {
        self.look_up_as(file, name, scope, Wanted::Anything)
    }

    /// Finds what a bare name means where only a type can stand.
    pub(super) fn look_up_type(&mut self, file: FileId, name: StringId, scope: NodeId) -> Meaning {
        self.look_up_as(file, name, scope, Wanted::Type)
    }

    fn look_up_as(&mut self, file: FileId, name: StringId, scope: NodeId, wanted: Wanted) -> Meaning {
        let rules = rules(self.layout.linked[file.0 as usize].language);
        if let Some(module) = self.keyword_module(rules, file, name, scope) {
            return module;
        }
        let (mut node, mut top) = (scope, None);
        while self.kind(node) != SymbolKind::File {
            top = Some(node);
            if let Some(found) = self.look_up_inside(rules, node, name, scope)
                && (wanted != Wanted::Type || self.names_type(found))
            {
                return found;
            }
            if self.kind(node) == SymbolKind::Module
                && let Some(package) = self.packages.of_scope(&self.layout, node)
                && let Some(found) = self.in_package(file, package, name)
            {
                return found;
            }
            if rules.closed_modules && self.kind(node) == SymbolKind::Module {
                let found = self.wildcard(node, name, Seen::Inside);
                return found.unwrap_or_else(|| self.crate_named(name));
            }
            node = self.layout.lexical_parents[node.0 as usize];
        }
        let package = top.and_then(|top| self.packages.of_top_level(top, &self.layout));
        self.look_up_at_top(rules, file, package.or_else(|| self.packages.of_file(file)), name)
    }

    /// Finds what is called by a name that is a tag's too, where tags have names of their own.
    pub(super) fn look_up_called(&mut self, file: FileId, name: StringId) -> Meaning {
        self.loose(self.rules_of(file), file, name, Wanted::Function)
    }

    fn names_type(&self, meaning: Meaning) -> bool {
        match meaning {
            Meaning::Definitions(found) => self.definitions(found).iter().any(|&node| self.is_type(node)),
            _ => true,
        }
    }

    /// One step outward: what is defined or imported in `node` itself.
    fn look_up_inside(
        &mut self,
        rules: &NameRules,
        node: NodeId,
        name: StringId,
        scope: NodeId,
    ) -> Option<Meaning> {
        let visible_type = match self.kind(node) {
            _ if self.is_type(node) => (rules.implicit_this || node == scope).then_some(node),
            _ => {
                if let Some(found) = self.inside(node, name, Tier::AstResolved) {
                    return Some(found);
                }
                let owner = self.member_of[node.0 as usize];
                owner.filter(|&owner| {
                    rules.implicit_this && owner != self.layout.lexical_parents[node.0 as usize]
                })
            }
        };
        if let Some(owner) = visible_type {
            let owner = self.names.main(owner);
            let member = self.type_member(owner, name, Tier::AstResolved);
            let names_type = self.is_of_constructors(member);
            if names_type && self.layout.nodes[owner.0 as usize].name == name {
                return self.define([owner], Tier::AstResolved);
            }
            if !matches!(member, Meaning::Outside | Meaning::Unknown) && !names_type {
                return Some(member);
            }
        }
        let found = self.imported(node, name);
        if found.is_none() && !self.imports.wildcards(node).is_empty() && self.kind(node).is_callable() {
            return self.wildcard(node, name, Seen::Inside);
        }
        found
    }

    /// Whether a meaning is constructors only: by their name, their type is meant.
    fn is_of_constructors(&self, meaning: Meaning) -> bool {
        let Meaning::Definitions(found) = meaning else { return false };
        self.definitions(found).iter().all(|&node| self.is_constructor(node))
    }

    fn look_up_at_top(
        &mut self,
        rules: &NameRules,
        file: FileId,
        package: Option<PackageId>,
        name: StringId,
    ) -> Meaning {
        let remembered = self.file_scope.file == Some(file);
        if remembered && let Some(&known) = self.file_scope.meanings.get(&(package, name)) {
            return known;
        }
        let meaning = match rules.package_scope {
            PackageScope::Nested => self.look_up_in_packages(file, package, name),
            _ => self.look_up_at_top_new(rules, file, name),
        };
        if remembered {
            self.file_scope.meanings.insert((package, name), meaning);
        }
        meaning
    }

    /// Where packages are inside each other: the packages around, then what the file or its project
    /// imports.
    fn look_up_in_packages(&mut self, file: FileId, package: Option<PackageId>, name: StringId) -> Meaning {
        let node = self.layout.linked[file.0 as usize].node;
        self.in_packages(file, package, name)
            .or_else(|| self.imported(node, name))
            .or_else(|| self.wildcard(node, name, Seen::Inside))
            .or_else(|| self.imported_by_project(file, name))
            .unwrap_or(Meaning::Outside)
    }

    fn look_up_at_top_new(&mut self, rules: &NameRules, file: FileId, name: StringId) -> Meaning {
        let node = self.layout.linked[file.0 as usize].node;
        if let Some(found) = self.inside(node, name, Tier::AstResolved) {
            return found;
        }
        if let Some(found) = self.imported(node, name) {
            return found;
        }
        // What is in the package without a name is seen by all, whether or not it is loaded.
        let is_named = |package: &PackageId| !rules.loose_names || Some(*package) != self.nameless(file);
        if let Some(package) = self.packages.of_file(file).filter(is_named)
            && let Some(found) = self.in_package(file, package, name)
        {
            return found;
        }
        if rules.loose_names {
            return self.loose(rules, file, name, Wanted::Anything);
        }
        let found = self.wildcard(node, name, Seen::Inside);
        found.unwrap_or_else(|| if rules.closed_modules { self.crate_named(name) } else { Meaning::Outside })
    }

    /// The package of the corpus with this name, which code of its language may name anywhere.
    fn crate_named(&self, name: StringId) -> Meaning {
        let root = self.package_roots.root_of_crate(name);
        root.map_or(Meaning::Outside, |root| Meaning::Module(Module::File(root)))
    }

    /// The package of the files that declare none, in a language of declared packages.
    fn nameless(&self, file: FileId) -> Option<PackageId> {
        let family = self.layout.linked[file.0 as usize].language.family();
        self.packages.declared(family, StringId::EMPTY)
    }

    /// A name of a language whose linker joins what no import does: included definitions first, then
    /// the one definition that other files can see. From inside a named package, types of no package
    /// cannot be seen without saying so.
    fn loose(&mut self, rules: &NameRules, file: FileId, name: StringId, wanted: Wanted) -> Meaning {
        let family = self.layout.linked[file.0 as usize].language.family();
        let nameless = self.nameless(file);
        let sees_types = self.packages.of_file(file) == nameless;
        let sees_types = sees_types && wanted != Wanted::Function;
        let fits = |&node: &NodeId| {
            let Node { parent, kind, .. } = self.layout.nodes[node.0 as usize];
            self.packages.of_scope(&self.layout, parent) == nameless && (sees_types || !kind.is_type())
        };
        let all: Vec<NodeId> = self.names.top_level(family, name).filter(fits).take(MAX_WEIGHED).collect();
        if all.is_empty() {
            return Meaning::Outside;
        }
        let included = self.included_files(file);
        let (seen, unseen): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|&node| included.contains(&self.layout.nodes[node.0 as usize].file));
        self.give_back(file, included);
        // `#define f other_f` renames a function where a switch is on: the function is what is meant.
        let is_function = |&node: &NodeId| self.kind(node) == SymbolKind::Function;
        let renames = seen.iter().all(|&node| self.kind(node) == SymbolKind::Constant)
            && unseen.iter().any(is_function);
        if !renames && let Some(found) = self.define(seen, Tier::AstResolved) {
            return found;
        }
        self.linked(rules, file, name, unseen)
    }

    /// Of definitions in files that `file` does not include: those included along with it, or else the
    /// one that all files can see.
    fn linked(&mut self, rules: &NameRules, file: FileId, name: StringId, unseen: Vec<NodeId>) -> Meaning {
        let text = self.layout.strings.get(name);
        // A single word is as likely a program, or a variable of the environment.
        let is_common = rules.common_names.binary_search(&text).is_ok()
            || rules.separate_functions && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let can_be_seen = |&node: &NodeId| {
            self.layout.nodes[node.0 as usize].exported
                && (!rules.separate_functions || self.kind(node).is_callable())
        };
        let linked: Vec<NodeId> = unseen.iter().copied().filter(can_be_seen).collect();
        if is_common || linked.len() != 1 {
            let companions = self.companions(file);
            let is_near = |&node: &NodeId| companions.contains(&self.layout.nodes[node.0 as usize].file);
            let near: Vec<NodeId> = unseen.into_iter().filter(is_near).collect();
            if self.file_scope.file == Some(file) {
                self.file_scope.companions = Some(companions);
            }
            if let Some(found) = self.define(near, Tier::AstInferred) {
                return found;
            }
        }
        if rules.common_names.binary_search(&self.layout.strings.get(name)).is_ok() {
            return Meaning::Outside;
        }
        // Several of one file are one function, by what is switched on.
        let is_one = !linked.is_empty() && self.are_of_one_file(&linked);
        let tier = if is_one && !is_common { Tier::AstInferred } else { Tier::TextMatched };
        self.define(linked, tier).unwrap_or(Meaning::Outside)
    }

    /// The files that some file includes along with `file`, and those that include it. Taken out of what
    /// is remembered.
    fn companions(&mut self, file: FileId) -> FxHashSet<FileId> {
        if self.file_scope.file == Some(file)
            && let Some(companions) = self.file_scope.companions.take()
        {
            return companions;
        }
        let mut includers = vec![file];
        let mut companions = FxHashSet::default();
        let mut next = 0;
        while next < includers.len() && includers.len() < MAX_COMPANIONS {
            for &includer in self.imports.includers(includers[next]) {
                if companions.insert(includer) {
                    includers.push(includer);
                }
            }
            next += 1;
        }
        let mut open = includers.split_off(1);
        while let Some(includer) = open.pop().filter(|_| companions.len() < MAX_COMPANIONS) {
            let node = self.layout.linked[includer.0 as usize].node;
            for &import in self.imports.wildcards(node) {
                if let Some(Module::File(target)) = self.imports.target(import)
                    && companions.insert(target)
                {
                    open.push(target);
                }
            }
        }
        companions
    }

    /// The files that `file` includes, through includes too. Taken out of what is remembered, so that
    /// it can be read while the resolver is; see [`Resolver::give_back`].
    fn included_files(&mut self, file: FileId) -> FxHashSet<FileId> {
        if self.file_scope.file == Some(file)
            && let Some(included) = self.file_scope.included.take()
        {
            return included;
        }
        let mut included = FxHashSet::default();
        let mut open = vec![file];
        while let Some(file) = open.pop() {
            let node = self.layout.linked[file.0 as usize].node;
            for &import in self.imports.wildcards(node) {
                if let Some(Module::File(target)) = self.imports.target(import)
                    && included.insert(target)
                {
                    open.push(target);
                }
            }
        }
        included
    }

    fn give_back(&mut self, file: FileId, included: FxHashSet<FileId>) {
        if self.file_scope.file == Some(file) {
            self.file_scope.included = Some(included);
        }
    }
}
