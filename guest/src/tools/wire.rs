//! Nodes and edges as answers show them.
//!
//! These structs are the format: the order of their fields is the order in the JSON, and nothing of
//! the graph is serialised but through them. Ids are written straight into the answer.

use serde::ser::SerializeTupleStruct;
use serde::{Serialize, Serializer};

use crate::graph::{CodeGraph, Edge, EdgeKind, NodeId};
use crate::json::JOINED;
use crate::syntax::SymbolKind;

/// A node's id, written piece by piece.
#[derive(Clone, Copy)]
pub(super) struct IdOf<'g> {
    pub(super) graph: &'g CodeGraph,
    pub(super) node: NodeId,
}

impl Serialize for IdOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = self.graph.node(self.node);
        let mut id = serializer.serialize_tuple_struct(JOINED, 0)?;
        id.serialize_field(self.graph.path(record.file))?;
        if record.kind != SymbolKind::File {
            id.serialize_field("::")?;
            id.serialize_field(self.graph.text(record.qual_name))?;
            if record.ordinal > 1 {
                id.serialize_field("#")?;
                id.serialize_field(&record.ordinal)?;
            }
        }
        id.end()
    }
}

/// A node, brief.
#[derive(Serialize)]
pub(super) struct BriefNode<'g> {
    id: IdOf<'g>,
    kind: &'static str,
    name: &'g str,
    file_path: &'g str,
    start_line: u32,
}

impl<'g> BriefNode<'g> {
    pub(super) fn of(graph: &'g CodeGraph, node: NodeId) -> Self {
        let record = graph.node(node);
        Self {
            id: IdOf { graph, node },
            kind: record.kind.name(),
            name: graph.text(record.name),
            file_path: graph.path(record.file),
            start_line: record.start_line,
        }
    }
}

/// A node, full.
#[derive(Serialize)]
pub(super) struct FullNode<'g> {
    id: IdOf<'g>,
    kind: &'static str,
    name: &'g str,
    qual_name: &'g str,
    file_path: &'g str,
    start_line: u32,
    end_line: u32,
    start_column: u32,
    language: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    signature: &'g str,
    #[serde(skip_serializing_if = "str::is_empty")]
    doc: &'g str,
    exported: bool,
    is_test: bool,
}

impl<'g> FullNode<'g> {
    pub(super) fn of(graph: &'g CodeGraph, node: NodeId) -> Self {
        let record = graph.node(node);
        Self {
            id: IdOf { graph, node },
            kind: record.kind.name(),
            name: graph.text(record.name),
            qual_name: graph.text(record.qual_name),
            file_path: graph.path(record.file),
            start_line: record.start_line,
            end_line: record.end_line,
            start_column: record.start_column,
            language: record.language.name(),
            signature: graph.text(record.signature),
            doc: graph.text(record.doc),
            exported: record.exported,
            is_test: record.is_test,
        }
    }
}

/// An edge.
#[derive(Serialize)]
pub(super) struct WireEdge<'g> {
    from: IdOf<'g>,
    to: IdOf<'g>,
    kind: &'static str,
    file_path: &'g str,
    line: u32,
    tier: &'static str,
}

impl<'g> WireEdge<'g> {
    /// An edge out of the list of its origin.
    pub(super) fn outgoing(graph: &'g CodeGraph, from: NodeId, edge: &Edge) -> Self {
        Self::between(graph, from, edge.node, edge)
    }

    /// An edge out of the list of the node it ends at.
    pub(super) fn incoming(graph: &'g CodeGraph, to: NodeId, edge: &Edge) -> Self {
        Self::between(graph, edge.node, to, edge)
    }

    fn between(graph: &'g CodeGraph, from: NodeId, to: NodeId, edge: &Edge) -> Self {
        Self {
            from: IdOf { graph, node: from },
            to: IdOf { graph, node: to },
            kind: EdgeKind::name(edge.kind),
            file_path: graph.path(graph.node(from).file),
            line: edge.line,
            tier: edge.tier.name(),
        }
    }
}

/// Whether a counter is left out of the answer.
pub(super) fn is_zero(count: &u64) -> bool {
    *count == 0
}
