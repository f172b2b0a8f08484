//! A node of the graph: a file or a definition, in a flat record of integers.

use crate::corpus::Language;
use crate::graph::strings::StringId;
use crate::syntax::SymbolKind;

/// A node. Ids are dense and follow (path, source order): a file, then its definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A file of the graph. Ids are dense and follow the bytewise order of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// What is stored of a node. Lines are 1-based, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Its own name; for a file the last part of its path.
    pub name: StringId,
    /// All containers and the name, joined with `.`; for a file its path.
    pub qual_name: StringId,
    /// Text up to the body, or the empty string.
    pub signature: StringId,
    /// First sentence of its documentation, or the empty string.
    pub doc: StringId,
    /// The file it is in.
    pub file: FileId,
    /// The type it is a member of, or else the definition or file around it; a file has itself.
    pub parent: NodeId,
    /// First byte.
    pub start_byte: u32,
    /// One past the last byte.
    pub end_byte: u32,
    /// Line of the first byte.
    pub start_line: u32,
    /// Line of the last byte.
    pub end_line: u32,
    /// Column of the first byte, 0-based in bytes.
    pub start_column: u32,
    /// Which definition of its id this is: 1, or more for `#2`, `#3`.
    pub ordinal: u32,
    /// `XXH3-64` of the definition's bytes; 0 for a file.
    pub hash: u64,
    /// What it is.
    pub kind: SymbolKind,
    /// The language of its file.
    pub language: Language,
    /// Whether code elsewhere may name it.
    pub exported: bool,
    /// Whether it is test code.
    pub is_test: bool,
}

/// What is stored of a file.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Path relative to the corpus, `/` between parts.
    pub path: StringId,
    /// Its node; its definitions are the `symbol_count` nodes after it.
    pub node: NodeId,
    /// Definitions in it.
    pub symbol_count: u32,
    /// First of its entries in the table of line starts.
    pub first_line: u32,
    /// Starts of lines in that table; a file that ends with `\n` has an empty last line.
    pub line_count: u32,
    /// First of its imports in the table of imports.
    pub first_import: u32,
    /// Imports in it.
    pub import_count: u32,
    /// Length in bytes.
    pub bytes: u32,
    /// The language whose grammar read it.
    pub language: Language,
}

/// One import as an answer shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import {
    /// The module as written.
    pub module: StringId,
    /// 1-based line.
    pub line: u32,
    /// The file it leads to; for a package of several files the one that stands for it. `None`: it
    /// leaves the corpus.
    pub file: Option<FileId>,
}
