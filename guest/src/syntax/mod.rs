//! Source text into facts: one cursor pass over one file's syntax tree.
//!
//! [`extract()`] parses and walks; what the walk does with a node is said by the language's own file.
//! A language is added by that file and one line in `spec()`. Nothing here knows other files.

mod bash;
mod builder;
mod c;
mod compiled;
mod cpp;
mod csharp;
mod doc;
mod ecmascript;
mod extract;
mod facts;
mod go;
mod java;
mod library;
mod name_rules;
mod nesting;
mod pass;
mod php;
mod place;
mod preceding;
mod python;
#[cfg(test)]
mod render;
mod ruby;
mod rule;
mod rust;
mod scope;
mod structural;
mod supply;

use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser};

pub use facts::{
    Arity, Candidate, Expr, ExprId, FileFacts, ImportFact, Imported, LocalSymbol, Operation, Owner,
    ReferenceFact, ReferenceKind, RelationFact, RelationKind, Slot, Strings, Subject, SymbolFact, SymbolKind,
    Text,
};
pub use library::{Asked, Given, Library};
pub use name_rules::{Constructors, ModuleKeywords, NameRules, PackageScope, TypeRules};
pub use nesting::is_nested_too_deep;
pub use structural::{ShapePart, Structural};

use crate::corpus::Language;
use crate::syntax::builder::FactsBuilder;
use crate::syntax::compiled::Compiled;
use crate::syntax::pass::Pass;
use crate::syntax::rule::{LanguageSpec, Pieces};
use crate::syntax::supply::Supply;

/// The rules of a language: one line each.
fn spec(language: Language) -> &'static LanguageSpec {
    match language {
        Language::Bash => &bash::SPEC,
        Language::C => &c::SPEC,
        Language::Cpp => &cpp::SPEC,
        Language::CSharp => &csharp::SPEC,
        Language::Go => &go::SPEC,
        Language::Java => &java::SPEC,
        Language::JavaScript => &ecmascript::JAVASCRIPT,
        Language::Php => &php::SPEC,
        Language::Python => &python::SPEC,
        Language::Ruby => &ruby::SPEC,
        Language::Rust => &rust::SPEC,
        Language::TypeScript => &ecmascript::TYPESCRIPT,
        Language::Tsx => &ecmascript::TSX,
    }
}

/// How the graph finds a language's names.
#[must_use]
pub fn rules(language: Language) -> &'static NameRules {
    &spec(language).names
}

/// What the language's own types give.
#[must_use]
pub fn library(language: Language) -> &'static Library {
    spec(language).library
}

/// Reads one file's facts. Never fails: broken source yields what can be read.
///
/// `path` is relative to the corpus with `/`; it decides nothing but module names, import candidates
/// and what counts as a test. Bytes that are no UTF-8 are tolerated.
#[must_use]
pub fn extract(language: Language, path: &str, source: &[u8]) -> FileFacts {
    let facts = FactsBuilder::new(language, source);
    let compiled = compiled(language);
    let tree = parse(language, source);
    let is_broken = tree.as_ref().is_none_or(|tree| tree.root_node().has_error());
    let mut pass = Pass::new(compiled, facts, path, source);
    match spec(language).pieces.filter(|_| is_broken) {
        Some(pieces) => {
            drop(tree);
            extract_pieces(language, pieces, &mut pass, source);
        }
        None => {
            if let Some(tree) = tree {
                extract::walk(&mut pass, compiled, &tree);
            }
        }
    }
    pass.facts.finish()
}

/// Reads a source whose tree has errors part by part.
fn extract_pieces(language: Language, pieces: Pieces, pass: &mut Pass<'_>, source: &[u8]) {
    for piece in (pieces.split)(source) {
        let Some(tree) = parse_piece(language, source, piece) else { continue };
        let saved = pass.save();
        if tree.root_node().has_error() {
            (pieces.open)(pass, tree.root_node());
        }
        extract::walk(pass, compiled(language), &tree);
        pass.restore(&saved, true);
    }
}

/// Parses without extracting and drops the tree: what [`extract()`] is measured against.
#[must_use]
pub fn parse_only(language: Language, source: &[u8]) -> bool {
    parse(language, source).is_some()
}

/// The language's rules, looked up once in a thread, which keeps them: a grammar cannot be shared
/// between threads on WebAssembly, and a thread that parses does nothing else in its life.
fn compiled(language: Language) -> &'static Compiled {
    thread_local! {
        static COMPILED: [OnceCell<&'static Compiled>; Language::ALL.len()] =
            const { [const { OnceCell::new() }; Language::ALL.len()] };
    }
    COMPILED.with(|all| {
        *all[language as usize].get_or_init(|| Box::leak(Box::new(Compiled::new(spec(language)))))
    })
}

/// Parses a whole source; `None` if that was given up.
fn parse(language: Language, source: &[u8]) -> Option<tree_sitter::Tree> {
    parse_ranges(language, source, &[])
}

/// Parses one piece of a source; what is found keeps its place in the whole.
fn parse_piece(language: Language, source: &[u8], piece: tree_sitter::Range) -> Option<tree_sitter::Tree> {
    parse_ranges(language, source, &[piece])
}

/// Parses with the one parser of this thread; its buffers are reused from file to file.
fn parse_ranges(
    language: Language,
    source: &[u8],
    ranges: &[tree_sitter::Range],
) -> Option<tree_sitter::Tree> {
    thread_local! {
        static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
    }
    let length = ranges.iter().map(|range| range.end_byte - range.start_byte).sum();
    let length = if ranges.is_empty() { source.len() } else { length };
    // A parse can be given up only where the source can be read otherwise.
    let supply = Supply::new(source, spec(language).pieces.map(|_| length));
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&compiled(language).grammar).ok()?;
        parser.set_included_ranges(ranges).ok()?;
        let mut next = |offset, _| supply.next(offset);
        let mut go_on = |_: &ParseState| {
            if supply.is_used_up() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut go_on);
        let tree = parser.parse_with_options(&mut next, None, Some(options));
        if tree.is_none() {
            // Otherwise the next source would be taken for the rest of this one.
            parser.reset();
        }
        tree
    })
}

#[cfg(test)]
mod tests;
