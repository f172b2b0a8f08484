//! `import` and `export`: what they bring in, and what others can take.
//!
//! A definition that is exported under another name, `default` above all, is told by an import of the
//! file from itself that hands the name on.

use rustc_hash::FxHashSet;
use tree_sitter::Node;

use crate::syntax::ecmascript::places::places;
use crate::syntax::ecmascript::{classes, common_js, context};
use crate::syntax::facts::{Candidate, Expr, Imported, SymbolKind, Text};
use crate::syntax::pass::Pass;
use crate::syntax::place::candidates;
use crate::syntax::rule::{Child, Field, Value};
use crate::syntax::scope::Bound;

/// A module as a specifier names it.
pub(super) struct Source {
    written: String,
    candidates: Vec<Candidate>,
    /// Where the specifier is.
    line: u32,
}

impl Source {
    /// Reads a specifier, a string.
    pub(super) fn of(pass: &mut Pass<'_>, specifier: Node<'_>) -> Self {
        let written = String::from_utf8_lossy(classes::unquoted(pass.bytes(specifier))).into_owned();
        let places = places(pass.path, &written);
        let candidates = candidates(pass, places);
        Self { written, candidates, line: line_of(specifier) }
    }

    /// Adds an import from it.
    pub(super) fn add(&self, pass: &mut Pass<'_>, what: Imported, reexported: bool) {
        self.add_at(pass, self.line, what, reexported);
    }

    /// Adds an import of a name that is on another line than the specifier.
    fn add_at(&self, pass: &mut Pass<'_>, line: u32, what: Imported, reexported: bool) {
        pass.import(line, &self.written, self.candidates.clone(), what, reexported);
    }
}

/// 1-based line at which a node begins.
fn line_of(node: Node<'_>) -> u32 {
    node.start_position().row as u32 + 1
}

/// `import a, { b as c } from 'x'`, `import * as d from 'x'`, `import 'x'`, `import e = require('x')`
pub(super) fn import(pass: &mut Pass<'_>, node: Node<'_>) {
    let specifier = pass.field(node, Field::Source);
    let source = specifier.map(|specifier| Source::of(pass, specifier));
    let mut cursor = node.walk();
    let mut binds = false;
    for clause in node.named_children(&mut cursor) {
        match clause.kind() {
            "import_clause" => {
                binds = true;
                if let Some(source) = &source {
                    import_clause(pass, source, clause);
                }
            }
            "import_require_clause" => {
                binds = true;
                let name = clause.named_child(0);
                if let (Some(name), Some(specifier)) = (name, pass.field(clause, Field::Source)) {
                    let local = pass.text(name);
                    Source::of(pass, specifier).add(pass, Imported::Module { local }, false);
                }
            }
            _ => {}
        }
    }
    if let Some(source) = source.filter(|_| !binds) {
        source.add(pass, Imported::Nothing, false);
    }
}

fn import_clause(pass: &mut Pass<'_>, source: &Source, clause: Node<'_>) {
    let mut cursor = clause.walk();
    for part in clause.named_children(&mut cursor) {
        match part.kind() {
            "identifier" => {
                let (name, local) = (pass.facts.text("default"), pass.text(part));
                source.add_at(pass, line_of(part), Imported::Item { name, local }, false);
            }
            "namespace_import" => {
                if let Some(name) = part.named_child(0) {
                    let local = pass.text(name);
                    source.add(pass, Imported::Module { local }, false);
                }
            }
            "named_imports" => {
                for Named { line, name, local } in names_of(pass, part) {
                    source.add_at(pass, line, Imported::Item { name, local }, false);
                }
            }
            _ => {}
        }
    }
}

/// A name in braces, and the one it gets there.
struct Named {
    line: u32,
    name: Text,
    local: Text,
}

/// `name` and `name as local` in braces.
fn names_of(pass: &mut Pass<'_>, list: Node<'_>) -> Vec<Named> {
    let mut cursor = list.walk();
    let mut names = Vec::new();
    for item in list.named_children(&mut cursor) {
        let Some(name) = pass.field(item, Field::Name) else { continue };
        let local = pass.field(item, Field::Alias).unwrap_or(name);
        let name = pass.text_of(classes::unquoted(pass.bytes(name)));
        let local = pass.text_of(classes::unquoted(pass.bytes(local)));
        names.push(Named { line: line_of(item), name, local });
    }
    names
}

/// `import name = a.b`
pub(super) fn import_alias(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    children.iter_mut().for_each(|child| child.value = Value::NONE);
    let [name, target] = children else { return Value::NONE };
    let mut expr = None;
    for part in pass.bytes(target.node).split(|byte| *byte == b'.') {
        let part = pass.text_of(part.trim_ascii());
        expr = Some(pass.expr(expr.map_or(Expr::Name(part), |base| Expr::Member(base, part))));
    }
    if let Some(expr) = expr {
        let name = pass.text(name.node);
        pass.scopes.bind(name, Bound::Alias(expr));
    }
    Value::NONE
}

/// Reads what an `export` hands on, and tells the declaration inside that it is exported.
pub(super) fn export(pass: &mut Pass<'_>, node: Node<'_>) {
    if let Some(specifier) = pass.field(node, Field::Source) {
        export_from(pass, node, specifier);
        return;
    }
    pass.context |= context::EXPORT;
    let mut cursor = node.walk();
    if let Some(list) = node.named_children(&mut cursor).find(|child| child.kind() == "export_clause") {
        for named in names_of(pass, list) {
            export_name(pass, named);
        }
        return;
    }
    let default = pass.facts.text("default");
    let keyword = pass.bytes(node).strip_prefix(b"export").unwrap_or_default().trim_ascii_start();
    if let Some(value) = pass.field(node, Field::Value) {
        export_value_of(pass, node, value, default);
    } else if let Some(declaration) = pass.field(node, Field::Declaration) {
        if keyword.starts_with(b"default")
            && let Some(name) = pass.field(declaration, Field::Name)
        {
            export_as(pass, name, default);
        }
    } else if keyword.starts_with(b"=")
        && let Some(value) = node.named_child(0).filter(|value| value.kind() == "identifier")
    {
        export_as(pass, value, default);
    }
}

fn export_from(pass: &mut Pass<'_>, node: Node<'_>, specifier: Node<'_>) {
    let source = Source::of(pass, specifier);
    let mut cursor = node.walk();
    for clause in node.named_children(&mut cursor) {
        match clause.kind() {
            "export_clause" => {
                for Named { line, name, local } in names_of(pass, clause) {
                    source.add_at(pass, line, Imported::Item { name, local }, true);
                }
                return;
            }
            "namespace_export" => {
                if let Some(name) = clause.named_child(0) {
                    let local = pass.text_of(classes::unquoted(pass.bytes(name)));
                    source.add(pass, Imported::Module { local }, true);
                }
                return;
            }
            _ => {}
        }
    }
    source.add(pass, Imported::All, true);
}

fn export_value_of(pass: &mut Pass<'_>, node: Node<'_>, value: Node<'_>, default: Text) {
    if value.kind() == "identifier" {
        export_as(pass, value, default);
    } else {
        export_unnamed(pass, node, value);
    }
}

/// Defines the value of `export default`, under its own name or `default`.
pub(super) fn export_unnamed(pass: &mut Pass<'_>, node: Node<'_>, value: Node<'_>) {
    let default = pass.facts.text("default");
    let is_definition = classes::is_function(value) || value.kind() == "class";
    match pass.field(value, Field::Name).filter(|_| is_definition) {
        Some(name) => {
            export_as(pass, name, default);
            let name = pass.text(name);
            common_js::define_export(pass, value, value, name);
        }
        None if is_definition => common_js::define_export(pass, value, value, default),
        None => common_js::define_export(pass, node, value, default),
    }
}

/// Exports the definition that an identifier names under `exported`.
pub(super) fn export_as(pass: &mut Pass<'_>, name: Node<'_>, exported: Text) {
    let own = pass.text(name);
    export_name(pass, Named { line: line_of(name), name: own, local: exported });
}

fn export_name(pass: &mut Pass<'_>, Named { line, name, local }: Named) {
    pass.exported.push(name);
    if name == local {
        return;
    }
    let own = pass.facts.text(pass.path);
    let written = pass.path;
    pass.import(line, written, vec![Candidate::File(own)], Imported::Item { name, local }, true);
}

/// Marks definitions as exported that were exported apart, and members by what they are in.
pub(super) fn finish(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let exported: FxHashSet<Text> = pass.exported.drain(..).collect();
    let symbols = &mut pass.facts.facts.symbols;
    for index in 0..symbols.len() {
        let (before, rest) = symbols.split_at_mut(index);
        let symbol = &mut rest[0];
        match symbol.parent {
            None => symbol.exported |= exported.contains(&symbol.name),
            Some(parent) => {
                let parent = &before[parent.0 as usize];
                let has_members = !matches!(parent.kind, SymbolKind::Function | SymbolKind::Method);
                symbol.exported &= parent.exported && has_members;
            }
        }
    }
    Value::NONE
}
