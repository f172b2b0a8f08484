//! Bash, and the shells that its grammar reads: functions, variables, sourced files.
//!
//! A command word is a call of the function of that name where one is in sight, and a program or
//! builtin otherwise. Arguments are not looked at, but for those that name a function: of `trap`, of
//! `complete -F`, of `run` in tests. Functions are global wherever they are defined. A variable is
//! defined by the first assignment outside of functions; scopes are read as lexical, not dynamic.

mod commands;
mod names;
mod pieces;
mod sources;
#[cfg(test)]
mod tests;
mod variables;

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::{LocalSymbol, SymbolKind};
use crate::syntax::library::Library;
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::rule::{Field, LanguageSpec, Mode, Pieces, Rule};

/// Bash, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    rules: &[RULES],
    is_doc: |comment| !comment.starts_with(b"#!") && !is_for_editors(comment),
    is_test_path,
    names: names::NAMES,
    library: &Library::NONE,
    pieces: Some(Pieces { split: pieces::split, open: pieces::open }),
};

/// What rules leave in [`Pass::context`] for the rules of nodes inside.
mod context {
    /// Assignments are for the command that follows them.
    pub(super) const PREFIX: u16 = 1;
    /// In a process of its own: assignments end with it.
    pub(super) const SUBSHELL: u16 = 1 << 1;
    /// A declaration makes names local in functions.
    pub(super) const LOCAL: u16 = 1 << 2;
    /// A declaration makes names global, also in functions.
    pub(super) const GLOBAL: u16 = 1 << 3;
    /// Declared names are passed on to programs.
    pub(super) const EXPORT: u16 = 1 << 4;
    /// Declared names cannot change.
    pub(super) const CONSTANT: u16 = 1 << 5;
    /// A declaration is about functions.
    pub(super) const FUNCTIONS: u16 = 1 << 6;
}

const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];
const SUBSHELL: Rule = Rule::new().enter(|pass, _| pass.context = context::SUBSHELL);

static RULES: &[(&str, Rule)] = &[
    ("comment", Rule::comment()),
    ("function_definition", Rule::new().enter(function).modes(NAME).scope()),
    ("declaration_command", Rule::new().enter(variables::declaration).leave(variables::declared)),
    (
        "variable_assignment",
        Rule::new().enter(variables::begin_assignment).leave(variables::assigned).modes(NAME),
    ),
    ("subscript", Rule::new().modes(&[(Field::Index, Mode::Code)])),
    ("variable_name", Rule::new().leave(variables::name)),
    ("command", Rule::new().enter(commands::command).leave(commands::called)),
    ("command_substitution", SUBSHELL),
    ("process_substitution", SUBSHELL),
    ("subshell", SUBSHELL),
];

/// What stands in comments before a definition without being about it.
const DIRECTIVE: &str = "shellcheck disable=";

/// Cuts what is said to a tool off the documentation of a definition.
fn cut_directive(pass: &mut Pass<'_>, symbol: LocalSymbol) {
    let Some(doc) = pass.facts.symbol_mut(symbol).doc else { return };
    if let Some(at) = pass.facts.str_of(doc).find(DIRECTIVE) {
        let text = pass.facts.str_of(doc)[..at].trim_end().to_owned();
        let doc = (!text.is_empty()).then(|| pass.facts.text(&text));
        pass.facts.symbol_mut(symbol).doc = doc;
    }
}

/// Whether a comment speaks to an editor.
fn is_for_editors(comment: &[u8]) -> bool {
    comment.trim_ascii_start().strip_prefix(b"#").is_some_and(|text| {
        let text = text.trim_ascii_start();
        text.starts_with(b"vim:") || text.starts_with(b"-*-")
    })
}

/// What bats runs, and the names and folders that test runners and packages use.
fn is_test_path(file: &str) -> bool {
    let name = path::file_name(file);
    let stem = path::file_stem(file);
    name.ends_with(".bats")
        || stem.starts_with("test_")
        || stem.starts_with("test-")
        || stem.ends_with("_test")
        || stem.ends_with("-test")
        || path::folder(file).split('/').any(|folder| matches!(folder, "tests" | "test" | "t"))
}

/// Opens a function; one inside another is as global as any.
fn function(pass: &mut Pass<'_>, node: Node<'_>) {
    pass.context = 0;
    let Some(name) = pass.field(node, Field::Name) else { return };
    let key = commands::function_key(pass, pass.bytes(name));
    let name = pass.text(name);
    let (kind, body) = (SymbolKind::Function, pass.field(node, Field::Body));
    if let Some(symbol) = pass.define(Definition { kind, name, node, body, exported: true, is_test: false }) {
        pass.facts.symbol_mut(symbol).parent = None;
        cut_directive(pass, symbol);
        pass.assigned.entry(key).or_insert(Some(symbol));
    }
}
