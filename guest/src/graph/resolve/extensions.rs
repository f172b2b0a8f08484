//! Functions that are called like methods of a type they are no members of: C#'s extension methods.

use rustc_hash::FxHashMap;

use crate::graph::build::Layout;
use crate::graph::edge::Tier;
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::Resolver;
use crate::graph::resolve::meaning::{Meaning, Module, PackageId};
use crate::graph::resolve::wildcards::Seen;
use crate::graph::strings::StringId;
use crate::syntax::ExprId;

/// All of them by name, with the type each extends.
#[derive(Debug, Default)]
pub(super) struct Extensions {
    by_name: FxHashMap<StringId, Vec<(NodeId, ExprId)>>,
}

impl Extensions {
    /// Lists those of all files.
    pub(super) fn of(layout: &Layout) -> Self {
        let mut all = Self::default();
        for &(node, extended) in &layout.extensions {
            all.by_name.entry(layout.nodes[node.0 as usize].name).or_default().push((node, extended));
        }
        all
    }
}

/// How well the receiver fits what a function extends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// What it extends is a type parameter, or comes from outside as the receiver does.
    Possible,
    /// The receiver's type or one of its bases.
    Exact,
}

impl Resolver {
    /// What `name` means on a receiver that has no such member itself, where code in `scope` of `file`
    /// sees a function that extends it.
    pub(super) fn extension(
        &mut self,
        file: FileId,
        scope: NodeId,
        receiver: Meaning,
        name: StringId,
    ) -> Meaning {
        if !self.rules_of(file).types.extensions {
            return Meaning::Outside;
        }
        let receiver = match receiver {
            Meaning::Definitions(definitions) => self.value_of_definition(definitions),
            other => other,
        };
        if !matches!(receiver, Meaning::Value(..) | Meaning::Outside) {
            return Meaning::Outside;
        }
        let Some(candidates) = self.extensions.by_name.get(&name).cloned() else { return Meaning::Outside };
        let seen = self.packages_seen(file, scope);
        let mut fitting = Vec::new();
        for (node, extended) in candidates {
            let package = self.package_around(node);
            if package.is_some_and(|package| seen.contains(&package))
                && let Some(fit) = self.fit(receiver, node, extended)
            {
                fitting.push((fit, node));
            }
        }
        let Some(best) = fitting.iter().map(|&(fit, _)| fit).max() else { return Meaning::Outside };
        let tier = match (best, receiver) {
            (Fit::Exact, Meaning::Value(_, tier)) => tier,
            _ => Tier::AstInferred,
        };
        let fitting = fitting.into_iter().filter(|&(fit, _)| fit == best).map(|(_, node)| node);
        self.define(fitting, tier).unwrap_or(Meaning::Outside)
    }

    fn fit(&mut self, receiver: Meaning, function: NodeId, extended: ExprId) -> Option<Fit> {
        let file = self.layout.nodes[function.0 as usize].file;
        let extended = self.evaluate(file, extended, function);
        match (receiver, self.type_of(extended)) {
            (Meaning::Value(owner, _), Some(class)) => {
                (owner == class || self.is_above(class, owner)).then_some(Fit::Exact)
            }
            (_, None) => Some(Fit::Possible),
            (_, Some(_)) => None,
        }
    }

    /// The packages whose names code in `scope` sees: those around it, and those it imports.
    fn packages_seen(&mut self, file: FileId, scope: NodeId) -> Vec<PackageId> {
        let mut seen = Vec::new();
        let mut around = self.package_around(scope).or_else(|| self.packages.of_file(file));
        while let Some(package) = around {
            seen.push(package);
            around = self.packages.around(package);
        }
        let node = self.layout.linked[file.0 as usize].node;
        let imported = self.containers(node, Seen::Inside);
        let everywhere = self.imported_everywhere(file);
        for container in imported.iter().chain(&everywhere) {
            if let Meaning::Module(Module::Package(package)) = *container {
                seen.push(package);
            }
        }
        seen
    }
}
