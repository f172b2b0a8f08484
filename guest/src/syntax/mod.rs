//! Source text into facts: one cursor pass over one file's syntax tree.

mod facts;
mod name_rules;

pub use facts::{
    Candidate, Expr, ExprId, FileFacts, ImportFact, Imported, LocalSymbol, Owner, ReferenceFact,
    ReferenceKind, RelationFact, RelationKind, Strings, Subject, SymbolFact, SymbolKind, Text,
};

pub use name_rules::{ModuleKeywords, NameRules, PackageScope};

use crate::corpus::Language;

/// Reads one file's facts. Never fails: broken source yields what can be read.
///
/// `path` is relative to the corpus with `/`; it decides nothing but module names, import candidates
/// and what counts as a test. Bytes that are no UTF-8 are tolerated.
#[must_use]
pub fn extract(_language: Language, _path: &str, _source: &[u8]) -> FileFacts {
    todo!()
}

/// How names of a language are seen.
#[must_use]
pub fn rules(_language: Language) -> &'static NameRules {
    todo!()
}
