//! The first pass: files and definitions as nodes, strings interned, nothing resolved.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::corpus::Language;
use crate::graph::build::FileInput;
use crate::graph::node::{File, FileId, Node, NodeId};
use crate::graph::strings::{StringId, StringInterner};
use crate::syntax::{
    Arity, Expr, ExprId, ImportFact, LocalSymbol, Owner, ReferenceFact, RelationFact, SymbolFact, SymbolKind,
    Text,
};

/// Nodes of all files, and what of the facts the later passes still need.
#[derive(Debug)]
pub(in crate::graph) struct Layout {
    pub(in crate::graph) strings: StringInterner,
    pub(in crate::graph) files: Vec<File>,
    pub(in crate::graph) nodes: Vec<Node>,
    pub(in crate::graph) line_starts: Vec<u32>,
    /// By file.
    pub(in crate::graph) linked: Vec<LinkedFile>,
    /// By node: the definition or file around it in the text, whatever its owner; a file has itself.
    pub(in crate::graph) lexical_parents: Vec<NodeId>,
    /// By node: what a use of it gives.
    pub(in crate::graph) gives: Vec<Option<ExprId>>,
    /// What functions take that take functions.
    pub(in crate::graph) takes: FxHashMap<NodeId, ExprId>,
    /// How many arguments functions can be called with, where that tells them apart.
    pub(in crate::graph) arities: FxHashMap<NodeId, Arity>,
    /// Members whose type is named instead of nested.
    pub(in crate::graph) owned: Vec<(NodeId, ExprId)>,
    /// Definitions that may be written in pieces.
    pub(in crate::graph) reopened: Vec<NodeId>,
    /// Top-level definitions in a package of their own.
    pub(in crate::graph) packaged: Vec<(NodeId, StringId)>,
    /// Functions that can be called like methods, and the type they extend.
    pub(in crate::graph) extensions: Vec<(NodeId, ExprId)>,
    /// Members of types themselves.
    pub(in crate::graph) on_type: FxHashSet<NodeId>,
}

/// The facts of one file that are about other files too.
#[derive(Debug)]
pub(in crate::graph) struct LinkedFile {
    pub(in crate::graph) language: Language,
    pub(in crate::graph) package: Option<StringId>,
    pub(in crate::graph) node: NodeId,
    /// Place of its first expression among those of all files.
    pub(in crate::graph) first_expr: u32,
    /// Place of its first import among those of all files.
    pub(in crate::graph) first_import: u32,
    pub(in crate::graph) exprs: Vec<Expr>,
    pub(in crate::graph) imports: Vec<ImportFact>,
    pub(in crate::graph) references: Vec<ReferenceFact>,
    pub(in crate::graph) relations: Vec<RelationFact>,
    /// The graph's string of each of the file's strings.
    texts: Vec<StringId>,
}

impl LinkedFile {
    /// The graph's string of one of the file's strings.
    pub(in crate::graph) fn string(&self, text: Text) -> StringId {
        self.texts[text.0 as usize]
    }

    /// The node of one of the file's definitions; of the file for `None`.
    pub(in crate::graph) fn node_of(&self, symbol: Option<LocalSymbol>) -> NodeId {
        NodeId(self.node.0 + symbol.map_or(0, |symbol| symbol.0 + 1))
    }
}

impl Layout {
    /// Lays out all files.
    pub(in crate::graph) fn of(inputs: Vec<FileInput>) -> Self {
        let node_count = inputs.iter().map(|input| 1 + input.facts.symbols.len()).sum();
        let line_count = inputs.iter().map(|input| input.facts.line_starts.len()).sum();
        let mut layout = Self {
            strings: StringInterner::default(),
            files: Vec::with_capacity(inputs.len()),
            nodes: Vec::with_capacity(node_count),
            line_starts: Vec::with_capacity(line_count),
            linked: Vec::with_capacity(inputs.len()),
            lexical_parents: Vec::with_capacity(node_count),
            gives: Vec::with_capacity(node_count),
            takes: FxHashMap::default(),
            arities: FxHashMap::default(),
            owned: Vec::new(),
            reopened: Vec::new(),
            packaged: Vec::new(),
            extensions: Vec::new(),
            on_type: FxHashSet::default(),
        };
        let (mut first_expr, mut first_import) = (0, 0);
        for input in inputs {
            let linked = layout.add_file(input, first_expr, first_import);
            first_expr += linked.exprs.len() as u32;
            first_import += linked.imports.len() as u32;
            layout.linked.push(linked);
        }
        layout
    }

    /// The file's path.
    pub(in crate::graph) fn path(&self, file: FileId) -> &str {
        self.strings.get(self.files[file.0 as usize].path)
    }

    fn add_file(&mut self, input: FileInput, first_expr: u32, first_import: u32) -> LinkedFile {
        let FileInput { path, facts } = input;
        let texts: Vec<StringId> = (0..facts.strings.len() as u32)
            .map(|id| self.strings.intern(facts.strings.get(Text(id))))
            .collect();
        let file = FileId(self.files.len() as u32);
        let node = NodeId(self.nodes.len() as u32);
        let path_id = self.strings.intern(&path);
        self.files.push(File {
            path: path_id,
            node,
            symbol_count: facts.symbols.len() as u32,
            first_line: self.line_starts.len() as u32,
            line_count: facts.line_starts.len() as u32,
            first_import,
            import_count: facts.imports.len() as u32,
            bytes: facts.bytes,
            language: facts.language,
        });
        self.line_starts.extend_from_slice(&facts.line_starts);
        let file_node = self.file_node(&path);
        self.push_node(file_node, node, None);

        let linked = LinkedFile {
            language: facts.language,
            package: facts.package.map(|text| texts[text.0 as usize]),
            node,
            first_expr,
            first_import,
            exprs: facts.exprs,
            imports: facts.imports,
            references: facts.references,
            relations: facts.relations,
            texts,
        };
        let mut ordinals = FxHashMap::default();
        for symbol in &facts.symbols {
            self.add_symbol(symbol, file, &linked, &mut ordinals);
        }
        linked
    }

    /// The node of the file that was added last.
    fn file_node(&mut self, path: &str) -> Node {
        let id = FileId(self.files.len() as u32 - 1);
        let name = self.strings.intern(path.rsplit('/').next().unwrap_or(path));
        let file = self.files[id.0 as usize];
        Node {
            name,
            qual_name: file.path,
            signature: StringId::EMPTY,
            doc: StringId::EMPTY,
            file: id,
            parent: file.node,
            start_byte: 0,
            end_byte: file.bytes,
            start_line: 1,
            end_line: file.line_count.max(1),
            start_column: 0,
            ordinal: 1,
            hash: 0,
            kind: SymbolKind::File,
            language: file.language,
            exported: true,
            is_test: false,
        }
    }

    fn add_symbol(
        &mut self,
        symbol: &SymbolFact,
        file: FileId,
        linked: &LinkedFile,
        ordinals: &mut FxHashMap<StringId, u32>,
    ) {
        let lexical_parent = linked.node_of(symbol.parent);
        let qual_name = self.qualified(symbol, lexical_parent, linked);
        let ordinal = ordinals.entry(qual_name).or_insert(0);
        *ordinal += 1;
        let ordinal = *ordinal;
        if let Some(Owner { expr, .. }) = symbol.owner {
            self.owned.push((NodeId(self.nodes.len() as u32), expr));
        }
        self.note(symbol, linked);
        if let Some(takes) = symbol.takes {
            self.takes.insert(NodeId(self.nodes.len() as u32), takes);
        }
        if let Some(arity) = symbol.arity {
            self.arities.insert(NodeId(self.nodes.len() as u32), arity);
        }
        let text_of = |text: Option<Text>| text.map_or(StringId::EMPTY, |text| linked.string(text));
        let node = Node {
            name: linked.string(symbol.name),
            qual_name,
            signature: text_of(symbol.signature),
            doc: text_of(symbol.doc),
            file,
            parent: lexical_parent,
            start_byte: symbol.start_byte,
            end_byte: symbol.end_byte,
            start_line: symbol.start_line,
            end_line: symbol.end_line,
            start_column: symbol.start_column,
            ordinal,
            hash: symbol.hash,
            kind: symbol.kind,
            language: linked.language,
            exported: symbol.exported,
            is_test: symbol.is_test,
        };
        self.push_node(node, lexical_parent, symbol.gives);
    }

    /// Lists what few definitions say, so that the others pay nothing for it.
    fn note(&mut self, symbol: &SymbolFact, linked: &LinkedFile) {
        let id = NodeId(self.nodes.len() as u32);
        if symbol.reopened {
            self.reopened.push(id);
        }
        if symbol.on_type {
            self.on_type.insert(id);
        }
        if let Some(package) = symbol.package {
            self.packaged.push((id, linked.string(package)));
        }
        if let Some(extends) = symbol.extends {
            self.extensions.push((id, extends));
        }
    }

    fn qualified(&mut self, symbol: &SymbolFact, lexical_parent: NodeId, linked: &LinkedFile) -> StringId {
        let mut qualified = String::new();
        if symbol.parent.is_some() {
            qualified.push_str(self.strings.get(self.nodes[lexical_parent.0 as usize].qual_name));
            qualified.push('.');
        }
        if let Some(owner) = symbol.owner {
            qualified.push_str(self.strings.get(linked.string(owner.name)));
            qualified.push('.');
        }
        qualified.push_str(self.strings.get(linked.string(symbol.name)));
        self.strings.intern(&qualified)
    }

    fn push_node(&mut self, node: Node, lexical_parent: NodeId, gives: Option<ExprId>) {
        self.nodes.push(node);
        self.lexical_parents.push(lexical_parent);
        self.gives.push(gives);
    }
}
