//! The only global pass over names: who refers to whom, and how sure that is.
//!
//! A reference is an expression ([`crate::syntax::Expr`]); [`eval`] finds out what it means by
//! looking its first name up through the scopes around it ([`lookup`]) and what is imported there
//! ([`imports`], [`wildcards`]), then member by member through modules ([`modules`]) and types
//! ([`members`]). [`emit`] turns meanings into edges. What
//! nothing explains is counted, not invented.

mod chains;
mod emit;
mod eval;
mod extensions;
mod implicit;
mod imports;
mod lookup;
mod macros;
mod meaning;
mod members;
mod modules;
mod named_modules;
mod names;
mod package_roots;
mod packages;
mod parameters;
mod paths;
mod pieces;
mod qualified;
mod shapes;
mod wildcards;

use rustc_hash::FxHashMap;

use crate::corpus::{Family, Manifests};
use crate::graph::build::{EdgeList, Layout};
use crate::graph::edge::{EdgeKind, Tier};
use crate::graph::node::{FileId, Import, NodeId};
use crate::graph::strings::StringId;
use crate::syntax::{NameRules, SymbolKind, rules};

use extensions::Extensions;
use imports::ImportTable;
use lookup::FileScope;
use meaning::{Definitions, Meaning, Module};
use members::Bases;
use named_modules::NamedModules;

use names::Names;
use package_roots::PackageRoots;
use packages::Packages;
use paths::Paths;
use pieces::{Owner, Pieces};
use shapes::Shapes;

/// What resolving gives.
#[derive(Debug)]
pub(super) struct Resolved {
    pub(super) layout: Layout,
    pub(super) edges: EdgeList,
    pub(super) imports: Vec<Import>,
    pub(super) unresolved_references: u64,
    /// By (family, name), ascending.
    pub(super) ambiguous_uses: Vec<((Family, StringId), u32)>,
}

/// The pass under way.
#[derive(Debug)]
pub(super) struct Resolver {
    layout: Layout,
    paths: Paths,
    packages: Packages,
    names: Names,
    extensions: Extensions,
    package_roots: PackageRoots,
    named_modules: NamedModules,
    imports: ImportTable,
    bases: Bases,
    shapes: Shapes,
    /// By node: the type it is a member of.
    member_of: Vec<Option<NodeId>>,
    /// By expression of all files: the scope it was last evaluated in, and what it meant there.
    meanings: Vec<(NodeId, Meaning)>,
    /// Candidates that [`Definitions`] are ranges of.
    candidates: Vec<NodeId>,
    /// What names mean at the top of the file being resolved.
    file_scope: FileScope,
    /// Nested evaluations under way.
    depth: u32,
    /// Evaluations that may still be made for the reference at hand.
    fuel: u32,
    edges: EdgeList,
    unresolved: u64,
    /// Uses of a name that fit too many members to be edges.
    ambiguous: FxHashMap<(Family, StringId), u32>,
}

impl Resolver {
    /// Indexes the names of all files.
    pub(super) fn new(layout: Layout, manifests: &Manifests) -> Self {
        let paths = Paths::of(layout.files.iter().map(|file| layout.strings.get(file.path)));
        let package_roots = PackageRoots::of(&manifests.packages, &layout.strings, &paths);
        let mut packages = Packages::of(&layout, &paths);
        let pieces = Pieces::of(&layout, &mut packages);
        let names = Names::of(&layout, &packages, pieces);
        let extensions = Extensions::of(&layout);
        let imports = ImportTable::of(&layout);
        let expr_count = layout.linked.iter().map(|file| file.exprs.len()).sum();
        let node_count = layout.nodes.len();
        Self {
            package_roots,
            named_modules: NamedModules::of(manifests),
            paths,
            packages,
            names,
            extensions,
            imports,
            bases: Bases::default(),
            shapes: Shapes::default(),
            member_of: vec![None; node_count],
            meanings: vec![(NodeId(0), Meaning::Unseen); expr_count],
            candidates: Vec::new(),
            file_scope: FileScope::default(),
            depth: 0,
            fuel: 0,
            edges: EdgeList::default(),
            unresolved: 0,
            ambiguous: FxHashMap::default(),
            layout,
        }
    }

    /// Resolves everything: import targets, then owners, then bases, then references file by file.
    pub(super) fn resolve(mut self) -> Resolved {
        self.find_import_targets();
        self.find_owners();
        self.find_bases();
        // What was evaluated on the way may have met members that were not placed yet.
        self.meanings.fill((NodeId(0), Meaning::Unseen));
        self.imports.forget_meanings();
        self.file_scope = FileScope::default();
        self.emit_structure();
        self.emit_imports();
        self.emit_overrides();
        self.emit_implicit();
        for index in 0..self.layout.linked.len() as u32 {
            self.emit_references(FileId(index));
        }
        let imports = self.shown_imports();
        let mut ambiguous_uses: Vec<_> = self.ambiguous.into_iter().collect();
        ambiguous_uses.sort_unstable();
        Resolved {
            layout: self.layout,
            edges: self.edges,
            imports,
            unresolved_references: self.unresolved,
            ambiguous_uses,
        }
    }

    /// Finds the type of each member that names it, and places the member there.
    fn find_owners(&mut self) {
        for index in 0..self.layout.nodes.len() {
            let node = self.layout.nodes[index];
            if self.is_type(node.parent) {
                self.member_of[index] = Some(node.parent);
            }
        }
        for (member, expr) in std::mem::take(&mut self.layout.owned) {
            match self.names.owner(member) {
                Some(Owner::Node(owner)) => {
                    self.member_of[member.0 as usize] = Some(owner);
                    self.layout.nodes[member.0 as usize].parent = owner;
                    continue;
                }
                Some(Owner::Package(_)) => continue,
                None => {}
            }
            let around = self.layout.lexical_parents[member.0 as usize];
            let file = self.layout.nodes[member.0 as usize].file;
            let meaning = self.evaluate(file, expr, around);
            let name = self.layout.nodes[member.0 as usize].name;
            if let Some(owner) = self.type_of(meaning) {
                self.names.add_member(owner, name, member);
                self.member_of[member.0 as usize] = Some(owner);
                self.layout.nodes[member.0 as usize].parent = owner;
            } else if let Meaning::Module(Module::Symbol(namespace)) = meaning {
                // `ns::f() {}`: a function of a namespace, defined outside of its braces.
                self.names.add_member(namespace, name, member);
                self.layout.nodes[member.0 as usize].parent = namespace;
            }
        }
    }

    fn emit_structure(&mut self) {
        for index in 0..self.layout.nodes.len() {
            let node = self.layout.nodes[index];
            if node.kind == SymbolKind::File {
                continue;
            }
            let id = NodeId(index as u32);
            let around = self.layout.lexical_parents[index];
            self.edges.push(around, id, EdgeKind::Defines, node.start_line, Tier::AstResolved);
            if let Some(owner) = self.member_of[index] {
                self.edges.push(id, owner, EdgeKind::MemberOf, node.start_line, Tier::AstResolved);
            }
        }
    }

    /// The type that a meaning names or is a value of, if it is one type.
    fn type_of(&self, meaning: Meaning) -> Option<NodeId> {
        match meaning {
            Meaning::Definitions(definitions) => {
                self.definitions(definitions).iter().copied().find(|&node| self.is_type(node))
            }
            Meaning::Value(owner, _) => Some(owner),
            Meaning::Shaped(shape, _) => self.shapes.type_of(shape),
            _ => None,
        }
    }

    fn rules_of(&self, file: FileId) -> &'static NameRules {
        rules(self.layout.linked[file.0 as usize].language)
    }

    fn kind(&self, node: NodeId) -> SymbolKind {
        self.layout.nodes[node.0 as usize].kind
    }

    /// Whether a definition has members: a type, or a module where those have them too.
    fn is_type(&self, node: NodeId) -> bool {
        let record = &self.layout.nodes[node.0 as usize];
        record.kind.is_type() || record.kind == SymbolKind::Module && rules(record.language).types.modules
    }

    fn definitions(&self, definitions: Definitions) -> &[NodeId] {
        let start = definitions.start as usize;
        &self.candidates[start..start + definitions.len as usize]
    }

    /// Stores candidates and gives their meaning: nothing for none. Several definitions of one name
    /// in one scope are proven as a group only.
    fn define(&mut self, found: impl IntoIterator<Item = NodeId>, tier: Tier) -> Option<Meaning> {
        let start = self.candidates.len();
        self.candidates.extend(found.into_iter().take(MAX_CANDIDATES));
        let len = self.candidates.len() - start;
        let whole = tier;
        let tier = if len > 1 { tier.min(Tier::AstInferred) } else { tier };
        let (start, len) = (start as u32, len as u32);
        (len > 0).then_some(Meaning::Definitions(Definitions { start, len, tier, whole }))
    }
}

/// Evaluations nested in each other, at most: through bindings, return types and imports a chain can be
/// as long as a hostile file makes it.
const MAX_DEPTH: u32 = 96;

/// Expressions evaluated for one reference, at most: types with arguments share parts, and a hostile file
/// can make the number of ways through them grow with a power of its length.
const MAX_FUEL: u32 = 512;

/// Definitions of one name that an edge is made to, at most: more say nothing to a reader.
const MAX_CANDIDATES: usize = 8;
