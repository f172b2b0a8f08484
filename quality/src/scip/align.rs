//! Which node each of the compiler's definitions is.
//!
//! A definition and a node are one if they are in the same file, have the same name, and the node
//! starts nearest before the name and reaches over it.

use std::collections::{HashMap, HashSet};

use guest::graph::{CodeGraph, FileId, NodeId};

use crate::scip::read::{Document, ScipIndex, SymbolRef};
use crate::scip::source::Sources;
use crate::scip::symbol::Class;

/// Definitions of both sides, matched.
#[derive(Debug, Default)]
pub(super) struct Alignment {
    /// The files that both sides know, by document.
    pub(super) files: Vec<Option<FileId>>,
    nodes: HashMap<SymbolRef, Vec<NodeId>>,
    /// Nodes that are a compared definition of the compiler's.
    matched: HashSet<NodeId>,
    /// Nodes that the compiler calls local.
    local: HashSet<NodeId>,
    covered: HashSet<FileId>,
    /// Lines of covered files on which the compiler saw anything at all.
    seen_lines: HashSet<(FileId, u32)>,
}

impl Alignment {
    pub(super) fn of(graph: &CodeGraph, scip: &ScipIndex, sources: &Sources) -> Self {
        let mut alignment = Self::default();
        for document in &scip.documents {
            let file = graph.find_path(&document.path);
            alignment.files.push(file);
            if let Some(file) = file {
                alignment.covered.insert(file);
                alignment.add_document(graph, scip, sources, document, file);
            }
        }
        alignment.local.retain(|node| !alignment.matched.contains(node));
        alignment
    }

    fn add_document(
        &mut self,
        graph: &CodeGraph,
        scip: &ScipIndex,
        sources: &Sources,
        document: &Document,
        file: FileId,
    ) {
        for occurrence in &document.occurrences {
            self.seen_lines.insert((file, occurrence.line));
            let symbol = scip.symbol(occurrence.symbol);
            if !occurrence.is_definition || symbol.class == Class::Module {
                continue;
            }
            let place = sources.place(file, occurrence.line, occurrence.columns, document.encoding);
            let Some(place) = place else { continue };
            // A local's name is not in its symbol.
            let name = if symbol.class == Class::Local { place.text } else { &symbol.name };
            let at = (occurrence.line, place.before.len() as u32);
            let Some(node) = node_named(graph, file, at, name) else { continue };
            if symbol.class == Class::Local {
                self.local.insert(node);
                continue;
            }
            self.matched.insert(node);
            let nodes = self.nodes.entry(occurrence.symbol).or_default();
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        }
    }

    /// The nodes of a symbol: several for overloads, none for what our index lacks.
    pub(super) fn nodes_of(&self, symbol: SymbolRef) -> &[NodeId] {
        self.nodes.get(&symbol).map_or(&[], Vec::as_slice)
    }

    pub(super) fn is_matched(&self, node: NodeId) -> bool {
        self.matched.contains(&node)
    }

    pub(super) fn is_local(&self, node: NodeId) -> bool {
        self.local.contains(&node)
    }

    /// Whether the compiler indexed the file.
    pub(super) fn covers(&self, file: FileId) -> bool {
        self.covered.contains(&file)
    }

    /// Whether the compiler saw a name on any of the lines. If not, they are code that it left out:
    /// switched off for this platform, or generated.
    pub(super) fn saw_any(&self, file: FileId, lines: std::ops::RangeInclusive<u32>) -> bool {
        lines.into_iter().any(|line| self.seen_lines.contains(&(file, line)))
    }
}

/// The node of this name that starts nearest before the name, at (line, byte), and reaches over it.
fn node_named(graph: &CodeGraph, file: FileId, name_at: (u32, u32), name: &str) -> Option<NodeId> {
    let mut around = graph.symbols_of(file).filter(|&node| {
        let record = graph.node(node);
        (record.start_line, record.start_column) <= name_at
            && name_at.0 <= record.end_line
            && graph.name(node) == name
    });
    around.next_back()
}
