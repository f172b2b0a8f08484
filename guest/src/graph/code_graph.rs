//! The frozen graph: flat arrays of nodes, files and edges, read by index.
//!
//! Built once by `graph::build`, then only read. It holds no text but interned names and paths, and
//! ranks nothing. Start at [`CodeGraph::find_id`] and [`CodeGraph::incoming`].

use crate::corpus::Family;
use crate::graph::build::IdTable;
use crate::graph::edge::Edge;
use crate::graph::node::{File, FileId, Import, Node, NodeId};
use crate::graph::strings::{StringId, StringPool};
use crate::syntax::SymbolKind;

/// All nodes and edges of a corpus.
#[derive(Debug)]
pub struct CodeGraph {
    pub(super) strings: StringPool,
    pub(super) files: Vec<File>,
    pub(super) nodes: Vec<Node>,
    /// Line starts of all files, one after the other; see [`File::first_line`].
    pub(super) line_starts: Vec<u32>,
    /// Imports of all files, one file after the other; see [`File::first_import`].
    pub(super) imports: Vec<Import>,
    pub(super) outgoing: Adjacency,
    pub(super) incoming: Adjacency,
    /// Place of each node in the bytewise order of ids.
    pub(super) id_ranks: Vec<u32>,
    pub(super) ids: IdTable,
    pub(super) unresolved_references: u64,
    /// By (family, name) of members, ascending: uses that fit too many members to be edges.
    pub(super) ambiguous_uses: Vec<((Family, StringId), u32)>,
}

/// Edges of all nodes in one array; the edges of node `n` are `starts[n]..starts[n + 1]`.
#[derive(Debug, Default)]
pub(super) struct Adjacency {
    pub(super) starts: Vec<u32>,
    pub(super) edges: Vec<Edge>,
}

impl Adjacency {
    fn of(&self, node: NodeId) -> &[Edge] {
        let index = node.0 as usize;
        &self.edges[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

impl CodeGraph {
    /// The string with this id.
    #[must_use]
    pub fn text(&self, id: StringId) -> &str {
        self.strings.get(id)
    }

    /// How many nodes there are, files included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many edges there are.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.outgoing.edges.len()
    }

    /// References that no definition of the corpus was found for.
    #[must_use]
    pub fn unresolved_references(&self) -> u64 {
        self.unresolved_references
    }

    /// Uses of a member's name on an unknown receiver that are no edges, since they fit too many members
    /// of the corpus; 0 for what is no member.
    #[must_use]
    pub fn ambiguous_uses(&self, node: NodeId) -> u32 {
        let record = self.node(node);
        if !self.node(record.parent).kind.is_type() {
            return 0;
        }
        let key = (record.language.family(), record.name);
        let found = self.ambiguous_uses.binary_search_by_key(&key, |&(key, _)| key);
        found.map_or(0, |index| self.ambiguous_uses[index].1)
    }

    /// All node ids, ascending.
    pub fn node_ids(&self) -> impl ExactSizeIterator<Item = NodeId> + DoubleEndedIterator + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// All file ids, ascending: in the bytewise order of paths.
    pub fn file_ids(&self) -> impl ExactSizeIterator<Item = FileId> + DoubleEndedIterator + use<> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// The node's record.
    #[must_use]
    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// The file's record.
    #[must_use]
    pub fn file(&self, file: FileId) -> &File {
        &self.files[file.0 as usize]
    }

    /// The node's own name.
    #[must_use]
    pub fn name(&self, node: NodeId) -> &str {
        self.text(self.node(node).name)
    }

    /// All containers and the name of the node, joined with `.`.
    #[must_use]
    pub fn qual_name(&self, node: NodeId) -> &str {
        self.text(self.node(node).qual_name)
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self, file: FileId) -> &str {
        self.text(self.file(file).path)
    }

    /// Byte offsets at which the lines of the file start; `[0]` is 0.
    #[must_use]
    pub fn line_starts(&self, file: FileId) -> &[u32] {
        let file = self.file(file);
        let first = file.first_line as usize;
        &self.line_starts[first..first + file.line_count as usize]
    }

    /// The imports of a file in source order, those that leave the corpus too.
    #[must_use]
    pub fn imports_of(&self, file: FileId) -> &[Import] {
        let file = self.file(file);
        let first = file.first_import as usize;
        &self.imports[first..first + file.import_count as usize]
    }

    /// The definitions of a file in source order, without the file's own node.
    pub fn symbols_of(
        &self,
        file: FileId,
    ) -> impl ExactSizeIterator<Item = NodeId> + DoubleEndedIterator + use<> {
        let file = self.file(file);
        (file.node.0 + 1..file.node.0 + 1 + file.symbol_count).map(NodeId)
    }

    /// Edges that start at the node, by (line, kind, node at the other end).
    #[must_use]
    pub fn outgoing(&self, node: NodeId) -> &[Edge] {
        self.outgoing.of(node)
    }

    /// Edges that end at the node, by (path of the origin, line, id of the origin, kind).
    #[must_use]
    pub fn incoming(&self, node: NodeId) -> &[Edge] {
        self.incoming.of(node)
    }

    /// The node's place in the bytewise order of all ids: compare these to order by id.
    #[must_use]
    pub fn id_rank(&self, node: NodeId) -> u32 {
        self.id_ranks[node.0 as usize]
    }

    /// Appends the node's id to `out`.
    pub fn write_id(&self, node: NodeId, out: &mut String) {
        let record = self.node(node);
        out.push_str(self.path(record.file));
        if record.kind == SymbolKind::File {
            return;
        }
        out.push_str("::");
        out.push_str(self.text(record.qual_name));
        if record.ordinal > 1 {
            out.push('#');
            out.push_str(&record.ordinal.to_string());
        }
    }

    /// The node's id.
    #[must_use]
    pub fn id(&self, node: NodeId) -> String {
        let mut out = String::new();
        self.write_id(node, &mut out);
        out
    }

    /// Finds the node with this id.
    #[must_use]
    pub fn find_id(&self, id: &str) -> Option<NodeId> {
        self.ids.find(self, id)
    }

    /// Finds the file with this path.
    #[must_use]
    pub fn find_path(&self, path: &str) -> Option<FileId> {
        self.files
            .binary_search_by(|file| self.text(file.path).cmp(path))
            .ok()
            .map(|index| FileId(index as u32))
    }
}
