//! Small graphs for tests, written as lists of definitions and calls.

use crate::corpus::{Language, Manifests};
use crate::graph::{CodeGraph, FileInput, NodeId, build};
use crate::syntax::{
    Candidate, Expr, ExprId, FileFacts, ImportFact, Imported, LocalSymbol, ReferenceFact, ReferenceKind,
    Strings, SymbolFact, SymbolKind, Text,
};

/// A corpus in which each file imports all names of the files that define what it calls.
#[derive(Debug, Default)]
pub(crate) struct TestCorpus {
    files: Vec<FileInput>,
}

impl TestCorpus {
    /// Begins a file; files come in the order of their paths.
    pub(crate) fn file(mut self, path: &str) -> Self {
        let facts = FileFacts {
            language: Language::Rust,
            bytes: 0,
            line_starts: vec![0],
            strings: Strings::default(),
            package: None,
            symbols: Vec::new(),
            imports: Vec::new(),
            exprs: Vec::new(),
            references: Vec::new(),
            relations: Vec::new(),
            syntax_errors: 0,
        };
        self.files.push(FileInput { path: path.to_owned(), facts });
        self
    }

    /// Adds an exported function to the last file.
    pub(crate) fn function(self, name: &str) -> Self {
        self.symbol(name, SymbolKind::Function)
    }

    /// Adds an exported definition to the last file.
    pub(crate) fn symbol(mut self, name: &str, kind: SymbolKind) -> Self {
        let facts = self.last();
        let line = facts.symbols.len() as u32 + 1;
        let name = facts.strings.push(name);
        facts.symbols.push(SymbolFact {
            name,
            kind,
            parent: None,
            owner: None,
            start_byte: 0,
            end_byte: 0,
            start_line: line,
            end_line: line,
            start_column: 0,
            signature: None,
            doc: None,
            exported: true,
            is_test: false,
            reopened: false,
            on_type: false,
            package: None,
            extends: None,
            gives: None,
            takes: None,
            arity: None,
            hash: 0,
        });
        self
    }

    /// Puts the last definition inside the one with this index in its file.
    pub(crate) fn inside(mut self, parent: u32) -> Self {
        self.last_symbol().parent = Some(LocalSymbol(parent));
        self
    }

    /// Makes the last definition test code.
    pub(crate) fn test(mut self) -> Self {
        self.last_symbol().is_test = true;
        self
    }

    /// Documents the last definition.
    pub(crate) fn doc(mut self, text: &str) -> Self {
        let text = self.last().strings.push(text);
        self.last_symbol().doc = Some(text);
        self
    }

    /// Lets the last definition call others by name.
    pub(crate) fn calls(mut self, names: &[&str]) -> Self {
        for name in names {
            let facts = self.last();
            let name = facts.strings.push(name);
            facts.exprs.push(Expr::Name(name));
            let last = facts.symbols.len() as u32;
            facts.references.push(ReferenceFact {
                kind: ReferenceKind::Call,
                target: ExprId(facts.exprs.len() as u32 - 1),
                from: last.checked_sub(1).map(LocalSymbol),
                line: last.max(1),
                arguments: None,
            });
        }
        self
    }

    /// Builds the graph.
    pub(crate) fn build(mut self) -> CodeGraph {
        let names = |file: &FileInput, texts: &mut dyn Iterator<Item = Text>| -> Vec<String> {
            texts.map(|text| file.facts.strings.get(text).to_owned()).collect()
        };
        let defined: Vec<(String, Vec<String>)> = self
            .files
            .iter()
            .map(|file| (file.path.clone(), names(file, &mut file.facts.symbols.iter().map(|s| s.name))))
            .collect();
        for file in &mut self.files {
            let called = names(file, &mut file.facts.exprs.iter().filter_map(named));
            for (path, names) in &defined {
                if *path != file.path && called.iter().any(|name| names.contains(name)) {
                    file.facts.imports.push(import_all(&mut file.facts.strings, path));
                }
            }
        }
        build(self.files, &Manifests::default())
    }

    fn last(&mut self) -> &mut FileFacts {
        &mut self.files.last_mut().expect("a file comes first").facts
    }

    fn last_symbol(&mut self) -> &mut SymbolFact {
        self.last().symbols.last_mut().expect("a definition comes first")
    }
}

fn named(expr: &Expr) -> Option<Text> {
    match expr {
        Expr::Name(name) => Some(*name),
        _ => None,
    }
}

fn import_all(strings: &mut Strings, path: &str) -> ImportFact {
    let module = strings.push(path);
    ImportFact {
        line: 1,
        scope: None,
        module,
        candidates: vec![Candidate::File(module)],
        what: Imported::All,
        reexported: false,
    }
}

/// The node with this id.
pub(crate) fn node(graph: &CodeGraph, id: &str) -> NodeId {
    graph.find_id(id).unwrap_or_else(|| panic!("no node {id}"))
}

/// The ids of nodes, in the order given.
pub(crate) fn ids(graph: &CodeGraph, nodes: impl IntoIterator<Item = NodeId>) -> Vec<String> {
    nodes.into_iter().map(|node| graph.id(node)).collect()
}
