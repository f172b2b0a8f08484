//! Wildcard imports: the modules whose names they bring in, through wildcards there too.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::graph::node::NodeId;
use crate::graph::resolve::Resolver;
use crate::graph::resolve::meaning::{Meaning, Module};
use crate::graph::strings::StringId;

/// Modules that the wildcard imports of one scope are followed to, at most.
const MAX_CONTAINERS: usize = 512;

/// From where the wildcard imports of a scope are looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Seen {
    /// From inside the scope: all of them.
    Inside,
    /// From elsewhere: those that pass names on.
    Outside,
}

impl Resolver {
    /// A name brought in by a wildcard import written in `scope`.
    pub(super) fn wildcard(&mut self, scope: NodeId, name: StringId, seen: Seen) -> Option<Meaning> {
        let containers = self.containers(scope, seen);
        containers.iter().find_map(|&container| self.named_in(container, name))
    }

    /// What the wildcard imports of a scope lead to, through wildcards there too, nearest first: each
    /// container once, so that a name is looked for in a list and not along every path to it.
    pub(super) fn containers(&mut self, scope: NodeId, seen: Seen) -> Rc<[Meaning]> {
        if let Some(known) = self.imports.containers.get(&(scope, seen)) {
            return Rc::clone(known);
        }
        // Names that are looked up on the way do not come through the wildcards being followed.
        self.imports.containers.insert((scope, seen), Rc::from([]));
        let mut found: Vec<Meaning> = Vec::new();
        let mut visited = FxHashSet::default();
        let mut is_whole = true;
        let mut open = VecDeque::from([(scope, seen)]);
        while let Some((scope, seen)) = open.pop_front() {
            for import in self.imports.wildcards(scope).to_vec() {
                if found.len() >= MAX_CONTAINERS {
                    break;
                }
                if seen == Seen::Outside && !self.import_fact(import).reexported {
                    continue;
                }
                is_whole &= !self.imports.is_open(import);
                let container = self.module_of_import(import);
                let (next, file) = match container {
                    Meaning::Module(Module::File(file)) => (self.layout.linked[file.0 as usize].node, file),
                    Meaning::Module(Module::Symbol(node)) => (node, self.layout.nodes[node.0 as usize].file),
                    Meaning::Module(Module::Package(_)) | Meaning::Definitions(_) => {
                        found.push(container);
                        continue;
                    }
                    _ => continue,
                };
                if visited.insert(next) {
                    found.push(container);
                    let sees_all = self.rules_of(file).module_keywords.is_some();
                    open.push_back((next, if sees_all { Seen::Inside } else { Seen::Outside }));
                }
            }
        }
        let found: Rc<[Meaning]> = Rc::from(found);
        if is_whole {
            self.imports.containers.insert((scope, seen), Rc::clone(&found));
        } else {
            // Asked for on the way to where one of these imports leads: its own is not among them yet.
            self.imports.containers.remove(&(scope, seen));
        }
        found
    }
}
