//! Members of types, their own and those of their bases.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::edge::{EdgeKind, Tier};
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::Resolver;
use crate::graph::resolve::meaning::Meaning;
use crate::graph::strings::StringId;
use crate::syntax::{RelationKind, Subject, SymbolKind};

/// Types above one type that are looked through, at most; also what ends a cycle.
const MAX_BASES: usize = 64;

/// What types implement and extend, in the order written.
#[derive(Debug, Default)]
pub(super) struct Bases {
    of: FxHashMap<NodeId, Vec<NodeId>>,
    /// Types with a base that the corpus lacks.
    outside: FxHashSet<NodeId>,
}

impl Bases {
    fn of(&self, node: NodeId) -> &[NodeId] {
        self.of.get(&node).map_or(&[], Vec::as_slice)
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
                        (Some(node), self.layout.lexical_parents[node.0 as usize])
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
                    self.bases.outside.extend(subject);
                    continue;
                };
                if subject == base {
                    continue;
                }
                let kind = match relation.kind {
                    RelationKind::Implements => EdgeKind::Implements,
                    RelationKind::Extends => EdgeKind::Extends,
                };
                // An `impl` in another file has no line in the file of its type.
                let subject_node = self.layout.nodes[subject.0 as usize];
                let line = if subject_node.file == file { relation.line } else { subject_node.start_line };
                self.edges.push(subject, base, kind, line, tier);
                let bases = self.bases.of.entry(subject).or_default();
                if !bases.contains(&base) {
                    bases.push(base);
                }
            }
        }
    }

    /// The member of this name of a type or the nearest of its bases. A type of the corpus that has
    /// no such member gets it from outside (a derived method, a base the corpus lacks), or from
    /// whoever adds attributes to it.
    pub(super) fn type_member(&mut self, owner: NodeId, name: StringId, tier: Tier) -> Meaning {
        if let Some(found) = self.inside(owner, name, tier) {
            return self.property_above(owner, name, found, tier).unwrap_or(found);
        }
        let above = self.bases.above(owner);
        match self.member_of_any(&above, name, tier) {
            Meaning::Outside if self.is_open(owner, &above) => Meaning::Unknown,
            found => found,
        }
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
        self.member_of_any(&self.bases.above(owner), name, Tier::AstResolved)
    }

    fn member_of_any(&mut self, types: &[NodeId], name: StringId, tier: Tier) -> Meaning {
        types.iter().find_map(|&base| self.inside(base, name, tier)).unwrap_or(Meaning::Outside)
    }

    /// Connects each method to those of the same name that it overrides in the bases of its type.
    pub(super) fn emit_overrides(&mut self) {
        for index in 0..self.layout.nodes.len() {
            let node = self.layout.nodes[index];
            let Some(owner) = self.member_of[index] else { continue };
            if !node.kind.is_callable() {
                continue;
            }
            let overridden = self.bases.above(owner).into_iter().find_map(|base| {
                self.names.inside(base, node.name).find(|&other| self.kind(other).is_callable())
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
