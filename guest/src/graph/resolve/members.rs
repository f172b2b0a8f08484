//! Members of types, their own and those of their bases.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::edge::{EdgeKind, Tier};
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::Resolver;
use crate::graph::resolve::meaning::Meaning;
use crate::graph::strings::StringId;
use crate::syntax::{Constructors, ExprId, RelationKind, Subject, SymbolKind, rules};

/// Types above one type that are looked through, at most; also what ends a cycle.
pub(super) const MAX_BASES: usize = 64;

/// Whose members are looked for, where a type and its instances have names of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Instance,
    Type,
}

/// What types implement and extend, in the order written.
#[derive(Debug, Default)]
pub(super) struct Bases {
    of: FxHashMap<NodeId, Vec<NodeId>>,
    /// Types with a base that the corpus lacks.
    outside: FxHashSet<NodeId>,
    /// These bases, where types implement interfaces by their methods.
    lacking: FxHashMap<NodeId, Vec<(FileId, ExprId)>>,
}

impl Bases {
    fn add(&mut self, node: NodeId, base: NodeId, first: bool) {
        let bases = self.of.entry(node).or_default();
        if !bases.contains(&base) {
            bases.insert(if first { 0 } else { bases.len() }, base);
        }
    }

    /// What a type implements and extends itself, as far as the corpus has it.
    pub(super) fn of(&self, node: NodeId) -> &[NodeId] {
        self.of.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The bases of a type that the corpus lacks, as they are written.
    pub(super) fn lacking(&self, node: NodeId) -> &[(FileId, ExprId)] {
        self.lacking.get(&node).map_or(&[], Vec::as_slice)
    }

    /// All types above `node`, nearest first, each once.
    fn above(&self, node: NodeId) -> Vec<NodeId> {
        let mut above: Vec<NodeId> = self.of(node).to_vec();
        let mut next = 0;
        while next < above.len() && above.len() < MAX_BASES {
            for &base in self.of(above[next]) {
                if base != node && !above.contains(&base) {
                    above.push(base);
                }
            }
            next += 1;
        }
        above
    }
}

impl Resolver {
    /// Resolves what types implement and extend; the edges are made on the way.
    pub(super) fn find_bases(&mut self) {
        for index in 0..self.layout.linked.len() {
            let file = FileId(index as u32);
            for relation in std::mem::take(&mut self.layout.linked[index].relations) {
                let linked = &self.layout.linked[index];
                let (subject, scope) = match relation.subject {
                    Subject::Symbol(symbol) => {
                        // A base is named outside of the type: inside, a member may have its name.
                        let node = linked.node_of(Some(symbol));
                        let around = self.layout.lexical_parents[node.0 as usize];
                        // Of several packages in a file, only the definition knows which it is in.
                        let scope = if self.packages.is_apart(node) { node } else { around };
                        (Some(node), scope)
                    }
                    Subject::Named { expr, scope } => {
                        let scope = linked.node_of(scope);
                        let meaning = self.evaluate(file, expr, scope);
                        (self.type_of(meaning), scope)
                    }
                };
                let base = self.evaluate(file, relation.base, scope);
                let tier = match base {
                    Meaning::Definitions(definitions) => definitions.tier,
                    _ => Tier::AstResolved,
                };
                let (Some(subject), Some(base)) = (subject, self.type_of(base)) else {
                    self.unresolved += 1;
                    let subject = subject.map(|subject| self.names.main(subject));
                    self.bases.outside.extend(subject);
                    if let (Some(subject), Some(_)) = (subject, self.rules_of(file).types.structural) {
                        self.bases.lacking.entry(subject).or_default().push((file, relation.base));
                    }
                    continue;
                };
                if self.names.main(subject) == base {
                    continue;
                }
                let implements = match relation.kind {
                    RelationKind::Implements => true,
                    RelationKind::Extends => false,
                    RelationKind::Either => {
                        self.kind(base) == SymbolKind::Interface
                            && self.kind(subject) != SymbolKind::Interface
                    }
                };
                let kind = if implements { EdgeKind::Implements } else { EdgeKind::Extends };
                // An `impl` in another file has no line in the file of its type.
                let subject_node = self.layout.nodes[subject.0 as usize];
                let line = if subject_node.file == file { relation.line } else { subject_node.start_line };
                self.edges.push(subject, base, kind, line, tier);
                let first = implements && self.rules_of(file).types.mixins_first;
                self.bases.add(self.names.main(subject), base, first);
            }
        }
    }

    /// The member of this name of a type or the nearest of its bases. A type of the corpus that has
    /// no such member gets it from outside (a derived method, a base the corpus lacks), or from
    /// whoever adds attributes to it.
    pub(super) fn type_member(&mut self, owner: NodeId, name: StringId, tier: Tier) -> Meaning {
        if self.rules_of(self.layout.nodes[owner.0 as usize].file).types.two_sides {
            return self.member_on(owner, name, tier, Side::Instance);
        }
        if let Some(found) = self.inside(owner, name, tier) {
            return self.property_above(owner, name, found, tier).unwrap_or(found);
        }
        let above = self.bases.above(owner);
        match self.member_of_any(&above, name, tier) {
            Meaning::Outside if self.is_open(owner, &above) => Meaning::Unknown,
            found => found,
        }
    }

    /// The member of this name of a type itself, where those have names of their own.
    pub(super) fn member_of_type_itself(&mut self, owner: NodeId, name: StringId, tier: Tier) -> Meaning {
        if self.rules_of(self.layout.nodes[owner.0 as usize].file).types.two_sides {
            return self.member_on(owner, name, tier, Side::Type);
        }
        self.type_member(owner, name, tier)
    }

    /// The member of this name on one side of a type: what instances have, or what the type itself has.
    /// Members of instances may be lent to the type itself, which is seen where they are called on it.
    fn member_on(&mut self, owner: NodeId, name: StringId, tier: Tier, side: Side) -> Meaning {
        let above = self.bases.above(owner);
        let own: Vec<NodeId> = std::iter::once(owner).chain(above.iter().copied()).collect();
        if let Some(found) = self.first_on(&own, name, tier, side) {
            return found;
        }
        if side == Side::Type
            && let found @ Meaning::Definitions(_) =
                self.member_of_any(&own, name, tier.min(Tier::AstInferred))
        {
            return found;
        }
        if let Some(found) = self.member_of_objects(owner, name, tier, side) {
            return found;
        }
        if self.is_open(owner, &above) { Meaning::Unknown } else { Meaning::Outside }
    }

    fn first_on(&mut self, types: &[NodeId], name: StringId, tier: Tier, side: Side) -> Option<Meaning> {
        types.iter().find_map(|&class| {
            let found: Vec<NodeId> =
                self.names.inside(class, name).filter(|&node| self.is_on(node, side)).collect();
            self.define(found, tier)
        })
    }

    fn is_on(&self, node: NodeId, side: Side) -> bool {
        !self.kind(node).is_callable() || self.layout.on_type.contains(&node) == (side == Side::Type)
    }

    /// What any object answers to: a setter by the name of what it sets, the one top-level function of
    /// this name.
    fn member_of_objects(
        &mut self,
        owner: NodeId,
        name: StringId,
        tier: Tier,
        side: Side,
    ) -> Option<Meaning> {
        let language = self.layout.nodes[owner.0 as usize].language;
        if !rules(language).types.objects {
            return None;
        }
        let text = self.layout.strings.get(name);
        if let Some(set) = text.strip_suffix('=').and_then(|text| self.layout.strings.find(text)) {
            let found = self.member_on(owner, set, tier, side);
            return matches!(found, Meaning::Definitions(_)).then_some(found);
        }
        let root = self.packages.root(language.family())?;
        let mut functions = self.names.in_package(root, name).filter(|&node| self.kind(node).is_callable());
        let (only, None) = (functions.next()?, functions.next()) else { return None };
        drop(functions);
        self.define([only], Tier::AstInferred)
    }

    /// Whether a type is above another.
    pub(super) fn is_above(&self, base: NodeId, node: NodeId) -> bool {
        self.bases.above(node).contains(&base)
    }

    /// The property of a base that assigning to an attribute of this name goes through.
    fn property_above(
        &mut self,
        owner: NodeId,
        name: StringId,
        found: Meaning,
        tier: Tier,
    ) -> Option<Meaning> {
        let Meaning::Definitions(definitions) = found else { return None };
        let node = self.definitions(definitions)[0];
        let file = self.layout.nodes[node.0 as usize].file;
        if self.kind(node) != SymbolKind::Field
            || !self.rules_of(file).open_types
            || self.bases.of(owner).is_empty()
        {
            return None;
        }
        let above = self.bases.above(owner);
        let property = above
            .iter()
            .find_map(|&base| self.names.inside(base, name).find(|&member| self.is_property(member)))?;
        self.define([property], tier)
    }

    /// Whether a type may have members that nothing in the corpus declares for it, and that no base
    /// outside of the corpus explains.
    fn is_open(&self, owner: NodeId, above: &[NodeId]) -> bool {
        let file = self.layout.nodes[owner.0 as usize].file;
        let from_outside = |node: &NodeId| self.bases.outside.contains(node);
        self.rules_of(file).open_types && !from_outside(&owner) && !above.iter().any(from_outside)
    }

    /// The member of this name of the bases of a type.
    pub(super) fn base_member(&mut self, owner: NodeId, name: StringId) -> Meaning {
        self.base_member_on(owner, name, Side::Instance)
    }

    /// The same for a method of the type itself, where those have names of their own.
    pub(super) fn base_member_of_type_itself(&mut self, owner: NodeId, name: StringId) -> Meaning {
        self.base_member_on(owner, name, Side::Type)
    }

    fn base_member_on(&mut self, owner: NodeId, name: StringId, side: Side) -> Meaning {
        let above = self.bases.above(owner);
        if !self.rules_of(self.layout.nodes[owner.0 as usize].file).types.two_sides {
            return self.member_of_any(&above, name, Tier::AstResolved);
        }
        self.first_on(&above, name, Tier::AstResolved, side).unwrap_or(Meaning::Outside)
    }

    fn member_of_any(&mut self, types: &[NodeId], name: StringId, tier: Tier) -> Meaning {
        types.iter().find_map(|&base| self.inside(base, name, tier)).unwrap_or(Meaning::Outside)
    }

    /// Whether a definition makes instances of its type and is nothing that has a name inside it.
    pub(super) fn is_constructor(&self, node: NodeId) -> bool {
        let record = &self.layout.nodes[node.0 as usize];
        let Some(owner) = self.member_of[node.0 as usize].filter(|_| record.kind.is_callable()) else {
            return false;
        };
        match rules(record.language).types.constructors {
            Constructors::Members => false,
            Constructors::NamedAsType => self.layout.nodes[owner.0 as usize].name == record.name,
            Constructors::Named(word) => self.layout.strings.get(record.name) == word,
        }
    }

    /// Connects each method to those of the same name that it overrides in the bases of its type.
    pub(super) fn emit_overrides(&mut self) {
        for index in 0..self.layout.nodes.len() {
            let node = self.layout.nodes[index];
            let Some(owner) = self.member_of[index] else { continue };
            if !node.kind.is_callable() || self.is_constructor(NodeId(index as u32)) {
                continue;
            }
            let two_sides = self.rules_of(node.file).types.two_sides;
            let on_type = self.layout.on_type.contains(&NodeId(index as u32));
            let overridden = self.bases.above(self.names.main(owner)).into_iter().find_map(|base| {
                self.names.inside(base, node.name).find(|&other| {
                    self.kind(other).is_callable()
                        && !self.is_constructor(other)
                        && (!two_sides || self.layout.on_type.contains(&other) == on_type)
                })
            });
            if let Some(overridden) = overridden {
                self.edges.push(
                    NodeId(index as u32),
                    overridden,
                    EdgeKind::Overrides,
                    node.start_line,
                    Tier::AstResolved,
                );
            }
        }
    }
}
