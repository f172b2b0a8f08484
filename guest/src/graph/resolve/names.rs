//! Names of the corpus by where they can be seen from.

use crate::corpus::Family;
use crate::graph::build::Layout;
use crate::graph::node::{Node, NodeId};
use crate::graph::resolve::chains::Chains;
use crate::graph::resolve::meaning::PackageId;
use crate::graph::resolve::packages::Packages;
use crate::graph::resolve::pieces::{Owner, Pieces};
use crate::graph::strings::StringId;
use crate::syntax::{SymbolKind, rules};

/// Tables of names. A member whose type is named elsewhere enters `inside` once that type is found.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// By (definition or file around it, name).
    inside: Chains<(NodeId, StringId)>,
    /// Top-level definitions by (package, name).
    in_package: Chains<(PackageId, StringId)>,
    /// Methods, fields and enum members by (family, name).
    members: Chains<(Family, StringId)>,
    /// Top-level definitions by (family, name).
    top_level: Chains<(Family, StringId)>,
    pieces: Pieces,
}

impl Names {
    /// Fills the tables from all nodes but those whose owner is named elsewhere.
    pub(super) fn of(layout: &Layout, packages: &Packages, pieces: Pieces) -> Self {
        let mut names = Self { pieces, ..Self::default() };
        let mut owned = layout.owned.iter().map(|&(node, _)| node).peekable();
        for (index, node) in layout.nodes.iter().enumerate() {
            let id = NodeId(index as u32);
            if node.kind == SymbolKind::File {
                continue;
            }
            let family = node.language.family();
            let is_owned = owned.next_if_eq(&id).is_some();
            if names.pieces.is_minor(id) {
                continue;
            }
            if is_owned {
                names.push_owned(id, node);
                continue;
            }
            names.inside.push((names.pieces.main(node.parent), node.name), id);
            let around = layout.nodes[node.parent.0 as usize].kind;
            if matches!(around, SymbolKind::File | SymbolKind::Module) {
                names.top_level.push((family, node.name), id);
            }
            if matches!(around, SymbolKind::File | SymbolKind::Module)
                && let Some(package) = packages.of_top_level(id, layout)
            {
                names.in_package.push((package, node.name), id);
            }
            if around.is_type() || around == SymbolKind::Module && rules(node.language).types.modules {
                names.members.push((family, node.name), id);
            }
            // C's enumerators are names of the scope around their enum.
            if node.kind == SymbolKind::EnumMember && family == Family::C {
                names.inside.push((layout.nodes[node.parent.0 as usize].parent, node.name), id);
                names.top_level.push((family, node.name), id);
            }
        }
        names
    }

    /// Places a definition whose owner is named, where that was found already.
    fn push_owned(&mut self, id: NodeId, node: &Node) {
        match self.pieces.owner(id) {
            Some(Owner::Node(owner)) => self.inside.push((owner, node.name), id),
            Some(Owner::Package(package)) => self.in_package.push((package, node.name), id),
            None => self.members.push((node.language.family(), node.name), id),
        }
    }

    /// The definition that stands for a piece of it.
    pub(super) fn main(&self, node: NodeId) -> NodeId {
        self.pieces.main(node)
    }

    /// The owner of a definition that names it, where its pieces were put together.
    pub(super) fn owner(&self, node: NodeId) -> Option<Owner> {
        self.pieces.owner(node)
    }

    /// Places a member in the type that was found for it.
    pub(super) fn add_member(&mut self, owner: NodeId, name: StringId, member: NodeId) {
        self.inside.push((owner, name), member);
    }

    /// Definitions of this name directly inside a file or definition.
    pub(super) fn inside(&self, container: NodeId, name: StringId) -> impl Iterator<Item = NodeId> + '_ {
        self.inside.get((self.pieces.main(container), name))
    }

    /// Top-level definitions of this name in a package.
    pub(super) fn in_package(&self, package: PackageId, name: StringId) -> impl Iterator<Item = NodeId> + '_ {
        self.in_package.get((package, name))
    }

    /// Members of this name in any type of the family.
    pub(super) fn members(&self, family: Family, name: StringId) -> impl Iterator<Item = NodeId> + '_ {
        self.members.get((family, name))
    }

    /// Top-level definitions of this name anywhere in the family.
    pub(super) fn top_level(&self, family: Family, name: StringId) -> impl Iterator<Item = NodeId> + '_ {
        self.top_level.get((family, name))
    }
}
