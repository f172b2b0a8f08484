//! What an invocation of a macro means. Macros are seen from where their definition was read before, in the
//! order of the text, and from everywhere if they are exported: no import has to say so.

use crate::graph::edge::Tier;
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::Resolver;
use crate::graph::resolve::meaning::{Definitions, Meaning};
use crate::graph::strings::StringId;
use crate::syntax::SymbolKind;

/// Macros of one name that are weighed against each other, at most.
const MAX_WEIGHED: usize = 256;

impl Resolver {
    /// The macros that an invocation of this name inside `scope` may mean: those of the scopes around it, what
    /// is imported, those of its crate, or the only one that other crates export.
    pub(super) fn look_up_macro(&mut self, file: FileId, name: StringId, scope: NodeId) -> Meaning {
        let mut around = scope;
        loop {
            let own: Vec<NodeId> = self
                .names
                .inside(around, name)
                .filter(|&node| self.kind(node) == SymbolKind::Macro)
                .collect();
            if let Some(found) = self.define(own, Tier::AstResolved) {
                return found;
            }
            if let Some(Meaning::Definitions(found)) = self.imported(around, name)
                && self.kind(self.definitions(found)[0]) == SymbolKind::Macro
            {
                return Meaning::Definitions(found);
            }
            if self.kind(around) == SymbolKind::File {
                break;
            }
            around = self.layout.lexical_parents[around.0 as usize];
        }
        self.macro_of_crates(file, name, scope)
    }

    /// The macro of the crate of a file; of others the one that is exported, unless the language has it too.
    fn macro_of_crates(&mut self, file: FileId, name: StringId, scope: NodeId) -> Meaning {
        let family = self.layout.linked[file.0 as usize].language.family();
        let root = self.paths.package_of(file);
        let is_macro = |&node: &NodeId| self.kind(node) == SymbolKind::Macro;
        let all = self.names.top_level(family, name).filter(is_macro).take(MAX_WEIGHED);
        let (mut near, mut far): (Vec<NodeId>, Vec<NodeId>) =
            all.partition(|&node| self.paths.package_of(self.layout.nodes[node.0 as usize].file) == root);
        let is_common = (self.library_of_file(file).is_macro)(self.layout.strings.get(name));
        let from_test = self.layout.nodes[scope.0 as usize].is_test;
        let is_test = |node: &NodeId| self.layout.nodes[node.0 as usize].is_test;
        // Only tests see what is defined in them.
        if !from_test && (is_common || !near.iter().all(is_test)) {
            near.retain(|node| !is_test(node));
        }
        let is_exported = |node: &NodeId| self.layout.nodes[node.0 as usize].exported;
        if !self.are_of_one_file(&near) && near.iter().any(is_exported) {
            near.retain(is_exported);
        }
        let tier = if self.are_of_one_file(&near) { Tier::AstInferred } else { Tier::TextMatched };
        if near.is_empty() && !is_common {
            far.retain(is_exported);
            near.extend(far.first().filter(|_| far.len() == 1));
        }
        self.define(near, tier).unwrap_or(Meaning::Outside)
    }

    /// Whether definitions are in one file: they are one, by what is switched on.
    pub(super) fn are_of_one_file(&self, found: &[NodeId]) -> bool {
        let file_of = |node: &NodeId| self.layout.nodes[node.0 as usize].file;
        found.windows(2).all(|pair| file_of(&pair[0]) == file_of(&pair[1]))
    }

    /// Of macros of one file with one name, the one that an invocation in a line of that file means: the last
    /// before it. Of others all.
    pub(super) fn macro_at(&mut self, file: FileId, found: Definitions, line: u32) -> Definitions {
        let is_before = |&node: &NodeId| {
            let record = &self.layout.nodes[node.0 as usize];
            record.file == file && record.start_line < line
        };
        let last = self.definitions(found).iter().copied().rfind(is_before);
        match last.and_then(|last| self.define([last], found.whole)) {
            Some(Meaning::Definitions(last)) if found.len > 1 => last,
            _ => found,
        }
    }
}
