//! Packages inside packages: names seen from inside one, and names with parts that lead through them.

use std::rc::Rc;

use crate::graph::edge::Tier;
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::imports::ImportId;
use crate::graph::resolve::meaning::{Meaning, Module, PackageId};
use crate::graph::resolve::{Resolver, paths};
use crate::graph::strings::StringId;
use crate::syntax::{Expr, ExprId, Imported, PackageScope, SymbolKind, rules};

/// A folder for what is about a whole project: an import there holds in the folder around it.
const PROPERTIES: &str = "Properties";

/// Parts of a package's name in code, at most.
const MAX_PACKAGE_PARTS: usize = 32;

impl Resolver {
    /// The package of the top-level definition around a node.
    pub(super) fn package_around(&self, node: NodeId) -> Option<PackageId> {
        let mut top = node;
        loop {
            let around = self.layout.lexical_parents[top.0 as usize];
            if self.kind(around) == SymbolKind::File {
                return self.packages.of_top_level(top, &self.layout);
            }
            top = around;
        }
    }

    /// What a name means in a package or in those around it, nearest first.
    pub(super) fn in_packages(
        &mut self,
        file: FileId,
        innermost: Option<PackageId>,
        name: StringId,
    ) -> Option<Meaning> {
        let mut around = innermost;
        while let Some(package) = around {
            if let Some(found) = self.in_package(file, package, name) {
                return Some(found);
            }
            around = self.packages.around(package);
        }
        None
    }

    /// What a name means in one package: its definitions, those of the file at hand if it has any, or the
    /// package of this name inside.
    pub(super) fn in_package(&mut self, file: FileId, package: PackageId, name: StringId) -> Option<Meaning> {
        let mut found: Vec<NodeId> = self.names.in_package(package, name).collect();
        let is_here = |node: &NodeId| self.layout.nodes[node.0 as usize].file == file;
        if found.iter().any(is_here) {
            found.retain(is_here);
        }
        let found = self.define(found, Tier::AstResolved);
        found.or_else(|| {
            self.packages.child(package, name).map(|inside| Meaning::Module(Module::Package(inside)))
        })
    }

    /// What a name with parts means that an import of `file` names: from the outermost package, or else
    /// from those around.
    pub(super) fn walk_qualified(&mut self, file: FileId, path: &str) -> Option<Meaning> {
        let mut parts =
            path.split('.').map(|part| self.layout.strings.find(part)).collect::<Vec<_>>().into_iter();
        let first = parts.next()??;
        let family = self.layout.linked[file.0 as usize].language.family();
        let root = self.packages.root(family)?;
        let mut meaning = match self.in_package(file, root, first) {
            Some(found) => found,
            None => self.in_packages(file, self.packages.of_file(file), first)?,
        };
        for part in parts {
            meaning = match meaning {
                Meaning::Module(Module::Package(package)) => self.in_package(file, package, part?)?,
                other => self.member(other, part?),
            };
        }
        (!matches!(meaning, Meaning::Outside | Meaning::Unknown)).then_some(meaning)
    }

    /// The package that an expression names in full where it is used: `a.b` of `a.b.Type.method()`.
    pub(super) fn package_named(&self, file: FileId, expr: ExprId) -> Option<Meaning> {
        let linked = &self.layout.linked[file.0 as usize];
        if rules(linked.language).package_scope != PackageScope::Declared {
            return None;
        }
        let (mut parts, mut at) = (Vec::new(), expr);
        while parts.len() < MAX_PACKAGE_PARTS {
            match linked.exprs[at.0 as usize] {
                Expr::Member(base, part) => {
                    parts.push(part);
                    at = base;
                }
                Expr::Name(part) => {
                    parts.push(part);
                    let names = parts.iter().rev().map(|&part| self.layout.strings.get(linked.string(part)));
                    let name = self.layout.strings.find(&names.collect::<Vec<_>>().join("."))?;
                    let package = self.packages.declared(linked.language.family(), name)?;
                    return Some(Meaning::Module(Module::Package(package)));
                }
                _ => return None,
            }
        }
        None
    }

    /// What a name means that an import of the whole project brings in.
    pub(super) fn imported_by_project(&mut self, file: FileId, name: StringId) -> Option<Meaning> {
        for &import in self.project_imports(file).iter() {
            let fact = self.import_fact(import);
            let importer = self.imports.file_of(import);
            let binds = match fact.what {
                Imported::Module { local } => {
                    Some(self.layout.linked[importer.0 as usize].string(local) == name)
                }
                _ => None,
            };
            let meaning = self.module_of_import(import);
            let found = match binds {
                Some(true) => Some(meaning),
                Some(false) => None,
                None => self.named_in(meaning, name),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The modules of which an import of the whole project brings in all names.
    pub(super) fn imported_everywhere(&mut self, file: FileId) -> Vec<Meaning> {
        let imports = self.project_imports(file);
        let is_all = |import: &&ImportId| self.import_fact(**import).what == Imported::All;
        let all: Vec<ImportId> = imports.iter().filter(is_all).copied().collect();
        all.into_iter().map(|import| self.module_of_import(import)).collect()
    }

    /// The imports that are written once for all files below their folder; listed once for each folder.
    fn project_imports(&mut self, file: FileId) -> Rc<[ImportId]> {
        let folder = self.paths.folder_of(file);
        if let Some(known) = self.imports.in_folders.get(&folder) {
            return Rc::clone(known);
        }
        let path = self.layout.path(file);
        let holds = |&import: &ImportId| {
            let mut folder = paths::parent(self.layout.path(self.imports.file_of(import)));
            if folder == PROPERTIES || folder.ends_with("/Properties") {
                folder = paths::parent(folder);
            }
            folder.is_empty() || path.strip_prefix(folder).is_some_and(|below| below.starts_with('/'))
        };
        let found: Rc<[ImportId]> = self.imports.of_projects().iter().copied().filter(holds).collect();
        self.imports.in_folders.insert(folder, Rc::clone(&found));
        found
    }
}
