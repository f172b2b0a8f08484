//! Reads a SCIP file into flat tables. Knows the format, and nothing of our index.

use std::collections::HashMap;
use std::path::Path;

use scip::types::{Index, PositionEncoding};

use crate::scip::recompiled;
use crate::scip::symbol::{CONSTRUCTOR, Class, parse};

/// A compiler's index.
#[derive(Debug)]
pub struct ScipIndex {
    /// The indexer's name and version.
    pub tool: String,
    pub(super) documents: Vec<Document>,
    pub(super) symbols: Vec<Symbol>,
}

/// Index into [`ScipIndex::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SymbolRef(pub(super) u32);

/// A symbol of the corpus or of its libraries. Locals of different documents are different symbols.
#[derive(Debug)]
pub(super) struct Symbol {
    pub(super) class: Class,
    pub(super) name: String,
    /// Whether a document of the index defines it.
    pub(super) is_defined: bool,
    /// The class whose constructor it is.
    pub(super) constructs: Option<SymbolRef>,
    /// If no document defines it: the definitions that it may mean, ascending; see [`recompiled`].
    pub(super) may_mean: Vec<SymbolRef>,
}

/// What is known of one file.
#[derive(Debug)]
pub(super) struct Document {
    /// Relative to the root, with `/`.
    pub(super) path: String,
    pub(super) encoding: PositionEncoding,
    /// By (line, columns).
    pub(super) occurrences: Vec<Occurrence>,
}

/// A name in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Occurrence {
    /// 1-based.
    pub(super) line: u32,
    /// Columns in units of the document's encoding, 0-based, the end excluded.
    pub(super) columns: (u32, u32),
    pub(super) symbol: SymbolRef,
    pub(super) is_definition: bool,
    /// First and last line of the definition, 1-based, where the indexer gives it.
    pub(super) enclosing_lines: Option<(u32, u32)>,
}

/// Why a SCIP file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadFailed {
    /// The file cannot be opened or read.
    #[error("{file}: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        why: std::io::Error,
    },
    /// The file is no SCIP index, or holds no document.
    #[error("{file}: is no SCIP index, or an empty one")]
    NotScip {
        /// The file.
        file: String,
    },
}

impl ScipIndex {
    /// Reads a file.
    ///
    /// # Errors
    /// [`ReadFailed`].
    pub fn read(path: &Path) -> Result<Self, ReadFailed> {
        let file = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|why| ReadFailed::Unreadable { file: file.clone(), why })?;
        let index = <Index as protobuf::Message>::parse_from_bytes(&bytes);
        match index {
            Ok(index) if !index.documents.is_empty() => Ok(Reader::default().read(index)),
            _ => Err(ReadFailed::NotScip { file }),
        }
    }

    pub(super) fn symbol(&self, symbol: SymbolRef) -> &Symbol {
        &self.symbols[symbol.0 as usize]
    }
}

#[derive(Default)]
struct Reader {
    symbols: Vec<Symbol>,
    global: HashMap<String, SymbolRef>,
    /// Locals of the document at hand.
    local: HashMap<String, SymbolRef>,
}

impl Reader {
    fn read(mut self, index: Index) -> ScipIndex {
        let info = &index.metadata.tool_info;
        let tool = format!("{} {}", info.name, info.version);
        for information in index.documents.iter().flat_map(|document| &document.symbols) {
            if !scip::symbol::is_local_symbol(&information.symbol) {
                self.intern(&information.symbol, information.kind.enum_value_or_default());
            }
        }
        let documents: Vec<_> =
            index.documents.into_iter().map(|document| self.read_document(document)).collect();
        recompiled::find(&self.global, &mut self.symbols, &documents);
        ScipIndex { tool, documents, symbols: self.symbols }
    }

    fn read_document(&mut self, document: scip::types::Document) -> Document {
        self.local.clear();
        let mut occurrences: Vec<_> =
            document.occurrences.iter().filter_map(|occurrence| self.read_occurrence(occurrence)).collect();
        occurrences.sort_unstable();
        occurrences.dedup();
        Document {
            path: document.relative_path.replace('\\', "/"),
            encoding: document.position_encoding.enum_value_or_default(),
            occurrences,
        }
    }

    /// An occurrence on one line; a name over several lines is none that anybody wrote.
    fn read_occurrence(&mut self, occurrence: &scip::types::Occurrence) -> Option<Occurrence> {
        let &[line, start, end] = &occurrence.range[..] else { return None };
        let is_definition = occurrence.symbol_roles & scip::types::SymbolRole::Definition as i32 != 0;
        let symbol = self.intern(&occurrence.symbol, scip::types::symbol_information::Kind::default());
        self.symbols[symbol.0 as usize].is_defined |= is_definition;
        Some(Occurrence {
            line: u32::try_from(line).ok()? + 1,
            columns: (u32::try_from(start).ok()?, u32::try_from(end).ok()?),
            symbol,
            is_definition,
            enclosing_lines: enclosing_lines(&occurrence.enclosing_range),
        })
    }

    fn intern(&mut self, text: &str, kind: scip::types::symbol_information::Kind) -> SymbolRef {
        let is_local = scip::symbol::is_local_symbol(text);
        let known = if is_local { &self.local } else { &self.global };
        if let Some(&symbol) = known.get(text) {
            return symbol;
        }
        let constructs = class_of_constructor(text).map(|class| self.intern(&class, kind));
        let parsed = parse(text, kind);
        let symbol = SymbolRef(self.symbols.len() as u32);
        self.symbols.push(Symbol {
            class: parsed.class,
            name: parsed.name,
            is_defined: false,
            constructs,
            may_mean: Vec::new(),
        });
        let known = if is_local { &mut self.local } else { &mut self.global };
        known.insert(text.to_owned(), symbol);
        symbol
    }
}

/// The class whose constructor a symbol is.
fn class_of_constructor(symbol: &str) -> Option<String> {
    symbol.strip_suffix(&format!("`{CONSTRUCTOR}`().")).map(str::to_owned)
}

fn enclosing_lines(range: &[i32]) -> Option<(u32, u32)> {
    let (first, last) = match *range {
        [line, _, _] => (line, line),
        [first, _, last, _] => (first, last),
        _ => return None,
    };
    Some((u32::try_from(first).ok()? + 1, u32::try_from(last).ok()? + 1))
}
