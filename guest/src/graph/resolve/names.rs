//! Names of the corpus by where they can be seen from.

use crate::corpus::Family;
use crate::graph::build::Layout;
use crate::graph::node::NodeId;
use crate::graph::resolve::chains::Chains;
use crate::graph::resolve::meaning::PackageId;
use crate::graph::resolve::packages::Packages;
use crate::graph::strings::StringId;
use crate::syntax::SymbolKind;

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
}

impl Names {
    /// Fills the tables from all nodes but those whose owner is named elsewhere.
    pub(super) fn of(layout: &Layout, packages: &Packages) -> Self {
        let mut names = Self::default();
        let mut owned = layout.owned.iter().map(|&(node, _)| node).peekable();
        for (index, node) in layout.nodes.iter().enumerate() {
            let id = NodeId(index as u32);
            if node.kind == SymbolKind::File {
                continue;
            }
            let family = node.language.family();
            if owned.next_if_eq(&id).is_some() {
                names.members.push((family, node.name), id);
                continue;
            }
            names.inside.push((node.parent, node.name), id);
            let around = layout.nodes[node.parent.0 as usize].kind;
            if matches!(around, SymbolKind::File | SymbolKind::Module) {
                names.top_level.push((family, node.name), id);
            }
            if matches!(around, SymbolKind::File | SymbolKind::Module)
                && let Some(package) = packages.of_scope(layout, node.parent)
            {
                names.in_package.push((package, node.name), id);
            }
            if around.is_type() {
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

    /// Places a member in the type that was found for it.
    pub(super) fn add_member(&mut self, owner: NodeId, name: StringId, member: NodeId) {
        self.inside.push((owner, name), member);
    }

    /// Definitions of this name directly inside a file or definition.
    pub(super) fn inside(&self, container: NodeId, name: StringId) -> impl Iterator<Item = NodeId> + '_ {
        self.inside.get((container, name))
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
