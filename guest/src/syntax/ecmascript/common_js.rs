//! CommonJS: `require`, `exports.name = …` and `module.exports = …`.

use tree_sitter::Node;

use crate::syntax::ecmascript::{assign, classes, context, modules};
use crate::syntax::facts::{Imported, SymbolKind, Text};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::rule::Field;

/// The specifier of `require('specifier')`, also behind a member of it.
pub(super) fn required<'t>(pass: &Pass<'_>, value: Node<'t>) -> Option<Node<'t>> {
    let call = match value.kind() {
        "member_expression" => pass.field(value, Field::Object)?,
        _ => value,
    };
    if call.kind() != "call_expression" || pass.bytes(pass.field(call, Field::Function)?) != b"require" {
        return None;
    }
    let argument = pass.field(call, Field::Arguments)?.named_child(0)?;
    (argument.kind() == "string").then_some(argument)
}

/// Reads `const x = require(…)` as an import; returns whether it was one.
pub(super) fn import_into(pass: &mut Pass<'_>, declarator: Node<'_>, value: Option<Node<'_>>) -> bool {
    let Some(value) = value else { return false };
    let (Some(specifier), Some(name)) = (required(pass, value), pass.field(declarator, Field::Name)) else {
        return false;
    };
    let source = modules::Source::of(pass, specifier);
    let item = pass.field(value, Field::Property).map(|item| pass.text(item));
    match (name.kind(), item) {
        ("identifier", None) => {
            let local = pass.text(name);
            source.add(pass, Imported::Module { local }, false);
        }
        ("identifier", Some(item)) => {
            let local = pass.text(name);
            source.add(pass, Imported::Item { name: item, local }, false);
        }
        ("object_pattern", None) => import_parts(pass, &source, name),
        _ => source.add(pass, Imported::Nothing, false),
    }
    true
}

/// `const { a, b: c } = require(…)`
fn import_parts(pass: &mut Pass<'_>, source: &modules::Source, pattern: Node<'_>) {
    let mut cursor = pattern.walk();
    for part in pattern.named_children(&mut cursor) {
        let (name, local) = match part.kind() {
            "shorthand_property_identifier_pattern" => (Some(part), Some(part)),
            "object_assignment_pattern" => (pass.field(part, Field::Left), pass.field(part, Field::Left)),
            "pair_pattern" => (pass.field(part, Field::Key), pass.field(part, Field::Value)),
            _ => continue,
        };
        if let (Some(name), Some(local)) = (name, local.filter(|local| local.named_child_count() == 0)) {
            let (name, local) = (pass.text(name), pass.text(local));
            source.add(pass, Imported::Item { name, local }, false);
        }
    }
}

/// Reads an assignment to what the module exports; returns whether it was one.
pub(super) fn export(pass: &mut Pass<'_>, node: Node<'_>, left: Node<'_>, right: Node<'_>) -> bool {
    let target = pass.bytes(left);
    if target == b"module.exports" {
        export_whole(pass, node, right);
        return true;
    }
    let name = target.strip_prefix(b"module.exports.").or_else(|| target.strip_prefix(b"exports."));
    let Some(name) = name.filter(|name| !name.contains(&b'.')) else { return false };
    let name = pass.text_of(name);
    if let Some(specifier) = required(pass, right) {
        modules::Source::of(pass, specifier).add(pass, Imported::Module { local: name }, true);
    } else if right.kind() == "identifier" {
        modules::export_as(pass, right, name);
    } else {
        define_export(pass, node, right, name);
    }
    true
}

/// Whether an assignment to this is an export.
pub(super) fn is_export(pass: &Pass<'_>, left: Node<'_>) -> bool {
    let target = pass.bytes(left);
    target.starts_with(b"exports.") || target.starts_with(b"module.exports")
}

fn export_whole(pass: &mut Pass<'_>, node: Node<'_>, right: Node<'_>) {
    if let Some(specifier) = required(pass, right) {
        modules::Source::of(pass, specifier).add(pass, Imported::All, true);
        return;
    }
    match right.kind() {
        "identifier" => {
            let default = pass.facts.text("default");
            modules::export_as(pass, right, default);
        }
        "object" => pass.context |= context::OBJECT | context::EXPORT,
        // What is exported twice in a row is looked at on its own.
        "assignment_expression" => {}
        _ => modules::export_unnamed(pass, node, right),
    }
}

/// Defines what is exported under a name and has none of its own here.
pub(super) fn define_export(pass: &mut Pass<'_>, node: Node<'_>, value: Node<'_>, name: Text) {
    let key = (None, name);
    if pass.assigned.contains_key(&key) {
        return;
    }
    let kind = match value.kind() {
        "class" => SymbolKind::Type,
        _ if classes::is_function(value) => SymbolKind::Function,
        _ => SymbolKind::Variable,
    };
    let body = assign::body_of(pass, Some(value));
    let symbol = pass.declare(Definition { kind, name, node, body, exported: true, is_test: false });
    pass.facts.symbol_mut(symbol).parent = None;
    pass.assigned.insert(key, Some(symbol));
    pass.open(symbol);
    assign::announce(pass, Some(value));
}

/// Exports what an exported object has under a name: `{ a, b: c }`.
pub(super) fn export_names(pass: &mut Pass<'_>, object: Node<'_>) {
    let mut cursor = object.walk();
    for part in object.named_children(&mut cursor) {
        match part.kind() {
            "shorthand_property_identifier" => {
                let name = pass.text(part);
                pass.exported.push(name);
            }
            "pair" => {
                let value = pass.field(part, Field::Value).filter(|value| value.kind() == "identifier");
                if let (Some(value), Some(key)) = (value, pass.field(part, Field::Key)) {
                    let name = pass.text_of(classes::unquoted(pass.bytes(key)));
                    modules::export_as(pass, value, name);
                }
            }
            _ => {}
        }
    }
}
