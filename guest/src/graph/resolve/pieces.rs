//! Definitions written in pieces: Ruby's classes and modules, partial types of C#. All pieces of one name
//! in one place are one definition, for which the main piece stands.
//!
//! Members of any piece are members of the main one, and whatever names the definition leads there. Knows
//! nothing of expressions beyond the paths that name an owner (`class A::B`).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::build::Layout;
use crate::graph::node::NodeId;
use crate::graph::resolve::meaning::PackageId;
use crate::graph::resolve::packages::Packages;
use crate::graph::strings::StringId;
use crate::syntax::{Expr, ExprId, SymbolKind};

/// Rounds in which owners that are named are looked for, at most: a path may lead through a definition
/// that is placed by a path itself.
const MAX_ROUNDS: usize = 8;

/// Where a definition is: the same place for all pieces of what is around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Package(PackageId),
    Group(u32),
    Node(NodeId),
}

/// Which definitions are pieces of which.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// By piece that is not the main one.
    main_of: FxHashMap<NodeId, NodeId>,
    /// Where definitions are whose owner is named: in another one, or in a package that nothing declares.
    owners: FxHashMap<NodeId, Owner>,
}

/// The owner of a piece that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A definition.
    Node(NodeId),
    /// A package: the definition that is named is nowhere written by itself.
    Package(PackageId),
}

impl Pieces {
    /// Puts the pieces of all files together. Packages are added for owners that no file defines.
    pub(super) fn of(layout: &Layout, packages: &mut Packages) -> Self {
        if layout.reopened.is_empty() {
            return Self::default();
        }
        let mut groups = Groups { layout, by_name: FxHashMap::default(), of: FxHashMap::default(), count: 0 };
        let owned: FxHashMap<NodeId, ExprId> = layout.owned.iter().copied().collect();
        let mut open: Vec<NodeId> = layout.reopened.clone();
        let mut places = FxHashMap::default();
        for round in 0..MAX_ROUNDS {
            let is_last = round + 1 == MAX_ROUNDS;
            let before = open.len();
            let mut left = Vec::new();
            let waiting: FxHashSet<NodeId> = open.iter().copied().collect();
            for node in open {
                let around = groups.place_around(node, packages);
                let place = match owned.get(&node) {
                    None if waiting.contains(&layout.lexical_parents[node.0 as usize])
                        && !groups.of.contains_key(&layout.lexical_parents[node.0 as usize]) =>
                    {
                        None
                    }
                    None => Some(around),
                    Some(&owner) => groups.find_owner(node, owner, packages),
                };
                match place {
                    Some(place) => {
                        groups.add(place, node);
                        if owned.contains_key(&node) {
                            places.insert(node, place);
                        }
                    }
                    None => left.push(node),
                }
            }
            open = left;
            if open.is_empty() || is_last {
                break;
            }
            if open.len() == before {
                groups.declare_owners(&open, &owned, packages);
            }
        }
        groups.finish(&places)
    }

    /// The piece that stands for the definition.
    pub(super) fn main(&self, node: NodeId) -> NodeId {
        if self.main_of.is_empty() { node } else { self.main_of.get(&node).copied().unwrap_or(node) }
    }

    /// Whether another piece stands for this one.
    pub(super) fn is_minor(&self, node: NodeId) -> bool {
        self.main_of.contains_key(&node)
    }

    /// The owner of a piece that names it, if that was found.
    pub(super) fn owner(&self, node: NodeId) -> Option<Owner> {
        self.owners.get(&node).copied()
    }
}

struct Groups<'l> {
    layout: &'l Layout,
    by_name: FxHashMap<(Place, StringId), u32>,
    of: FxHashMap<NodeId, u32>,
    count: u32,
}

impl Groups<'_> {
    fn place_around(&self, node: NodeId, packages: &Packages) -> Place {
        let around = self.layout.lexical_parents[node.0 as usize];
        if let Some(&group) = self.of.get(&around) {
            return Place::Group(group);
        }
        match packages.of_top_level(node, self.layout) {
            Some(package) if self.layout.nodes[around.0 as usize].kind == SymbolKind::File => {
                Place::Package(package)
            }
            _ => Place::Node(around),
        }
    }

    fn add(&mut self, place: Place, node: NodeId) {
        let next = self.count;
        let group = *self.by_name.entry((place, self.layout.nodes[node.0 as usize].name)).or_insert(next);
        self.count += u32::from(group == next);
        self.of.insert(node, group);
    }

    /// The place that a path of names leads to from around a definition.
    fn find_owner(&self, node: NodeId, owner: ExprId, packages: &Packages) -> Option<Place> {
        let path = self.path(node, owner)?;
        let (first, rest) = path.split_first()?;
        let mut around = self.layout.lexical_parents[node.0 as usize];
        let mut place = loop {
            let place = match self.of.get(&around) {
                Some(&group) => Place::Group(group),
                None if self.layout.nodes[around.0 as usize].kind == SymbolKind::File => {
                    let package = packages.of_file(self.layout.nodes[around.0 as usize].file)?;
                    break self.inside(Place::Package(package), *first, packages)?;
                }
                None => Place::Node(around),
            };
            if let Some(found) = self.inside(place, *first, packages) {
                break found;
            }
            around = self.layout.lexical_parents[around.0 as usize];
        };
        for name in rest {
            place = self.inside(place, *name, packages)?;
        }
        Some(place)
    }

    fn inside(&self, place: Place, name: StringId, packages: &Packages) -> Option<Place> {
        let group = self.by_name.get(&(place, name)).map(|&group| Place::Group(group));
        group.or_else(|| match place {
            Place::Package(package) => packages.child(package, name).map(Place::Package),
            _ => None,
        })
    }

    /// The names of a path, first to last; `None` for what is no path.
    fn path(&self, node: NodeId, owner: ExprId) -> Option<Vec<StringId>> {
        let linked = &self.layout.linked[self.layout.nodes[node.0 as usize].file.0 as usize];
        let (mut names, mut expr) = (Vec::new(), owner);
        // Expressions refer to earlier ones, so this ends.
        loop {
            match linked.exprs[expr.0 as usize] {
                Expr::Name(text) | Expr::Type(text) => {
                    names.push(linked.string(text));
                    names.reverse();
                    return Some(names);
                }
                Expr::Member(base, text) => {
                    names.push(linked.string(text));
                    expr = base;
                }
                _ => return None,
            }
        }
    }

    /// Adds packages for owners that no file defines: `class A::B`, without an `A` anywhere.
    fn declare_owners(&self, open: &[NodeId], owned: &FxHashMap<NodeId, ExprId>, packages: &mut Packages) {
        for &node in open {
            let Some(path) = owned.get(&node).and_then(|&owner| self.path(node, owner)) else { continue };
            let Some(root) = packages.of_file(self.layout.nodes[node.0 as usize].file) else { continue };
            if self.inside(Place::Package(root), path[0], packages).is_none() {
                let file = self.layout.nodes[node.0 as usize].file;
                path.into_iter().fold(root, |around, name| packages.add_child(around, name, file));
            }
        }
    }

    /// Chooses the main piece of each group: outside of tests, in the file with the shortest path, the
    /// first. `Form.cs` comes before `Form.Designer.cs`, `lib/x.rb` before `lib/x/y.rb`.
    fn finish(self, places: &FxHashMap<NodeId, Place>) -> Pieces {
        let rank = |node: NodeId| {
            let record = &self.layout.nodes[node.0 as usize];
            (record.is_test, self.layout.path(record.file).len(), node)
        };
        let mut main: Vec<Option<NodeId>> = vec![None; self.count as usize];
        for &node in &self.layout.reopened {
            if let Some(&group) = self.of.get(&node) {
                let best = &mut main[group as usize];
                *best = Some(best.map_or(node, |known| if rank(node) < rank(known) { node } else { known }));
            }
        }
        let mut pieces = Pieces::default();
        for (&node, &group) in &self.of {
            if let Some(chosen) = main[group as usize].filter(|&chosen| chosen != node) {
                pieces.main_of.insert(node, chosen);
            }
        }
        for (&node, &place) in places {
            let owner = match place {
                Place::Package(package) => Some(Owner::Package(package)),
                Place::Group(group) => main[group as usize].map(Owner::Node),
                Place::Node(around) => Some(Owner::Node(around)),
            };
            if let Some(owner) = owner {
                pieces.owners.insert(node, owner);
            }
        }
        pieces
    }
}
