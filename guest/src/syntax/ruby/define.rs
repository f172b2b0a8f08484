//! Classes, modules and methods, and who may call them.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, LocalSymbol, Owner, RelationKind, Subject, SymbolKind, Text};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::ruby::{context, enclosing_class};
use crate::syntax::rule::{Child, Field, Value};

/// Opens a class or module; one that is written with a path belongs to what the path leads to.
pub(super) fn class(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(path) = pass.field(node, Field::Name) else { return };
    let name = pass.field(path, Field::Name).unwrap_or(path);
    let kind = if node.kind() == "module" { SymbolKind::Module } else { SymbolKind::Type };
    let is_test = pass.field(node, Field::Superclass).is_some_and(|base| is_test_base(pass.bytes(base)));
    let owner = pass.field(path, Field::Scope).and_then(|scope| owner(pass, scope));
    let text = pass.text(name);
    let body = pass.field(node, Field::Body);
    let exported = pass.definition_exported();
    pass.context = 0;
    pass.scopes.raise_barrier();
    let symbol = pass.define(Definition { kind, name: text, node, body, exported, is_test });
    if let Some(symbol) = symbol {
        let fact = pass.facts.symbol_mut(symbol);
        fact.reopened = true;
        fact.owner = owner;
    }
}

/// The classes whose subclasses Minitest and Test::Unit run.
fn is_test_base(base: &[u8]) -> bool {
    base.ends_with(b"TestCase") || base.ends_with(b"Minitest::Test") || base.ends_with(b"IntegrationTest")
}

/// The owner that a path of constants names.
fn owner(pass: &mut Pass<'_>, scope: Node<'_>) -> Option<Owner> {
    let written = String::from_utf8_lossy(pass.bytes(scope)).into_owned();
    let expr = path_of(pass, scope)?;
    let name = pass.facts.text(&written.trim_start_matches("::").replace("::", "."));
    Some(Owner { name, expr })
}

/// The expression of a path of constants, `None` for anything else.
pub(super) fn path_of(pass: &mut Pass<'_>, node: Node<'_>) -> Option<ExprId> {
    let written = String::from_utf8_lossy(pass.bytes(node)).into_owned();
    let mut expr: Option<ExprId> = None;
    let path = written.trim_start_matches("::");
    for part in path.split("::") {
        let is_constant = part.starts_with(|first: char| first.is_uppercase())
            && part.chars().all(|other| other.is_alphanumeric() || other == '_');
        if !is_constant {
            return None;
        }
        let part = pass.facts.text(part);
        expr = Some(pass.expr(expr.map_or(Expr::Name(part), |base| Expr::Member(base, part))));
    }
    expr
}

/// Takes the superclass when it was read.
pub(super) fn class_part(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last_mut().filter(|last| last.field == Field::Superclass) else { return };
    let base = last.value.take();
    extend(pass, base);
}

/// Says that the class around extends a base.
pub(super) fn extend(pass: &mut Pass<'_>, base: Value) {
    if let Some(class) = enclosing_class(pass) {
        pass.relate(RelationKind::Extends, Subject::Symbol(class), base);
    }
}

/// `class << self`: what follows belongs to the class itself.
pub(super) fn singleton_class(pass: &mut Pass<'_>, _: Node<'_>) {
    pass.scopes.raise_barrier();
    pass.context = context::SINGLETON;
}

/// `def name`
pub(super) fn method(pass: &mut Pass<'_>, node: Node<'_>) {
    let on_type = pass.context & context::SINGLETON != 0;
    open_method(pass, node, on_type);
}

/// `def self.name`, or on another constant or object.
pub(super) fn singleton_method(pass: &mut Pass<'_>, node: Node<'_>) {
    let object = pass.field(node, Field::Object);
    let class = object.filter(|object| object.kind() == "constant").map(|object| {
        let text = pass.text(object);
        (text, pass.expr(Expr::Name(text)))
    });
    let around = enclosing_class(pass).map(|class| pass.facts.symbol_mut(class).name);
    let symbol = open_method(pass, node, true);
    if let (Some(symbol), Some((name, expr))) = (symbol, class.filter(|(name, _)| Some(*name) != around)) {
        pass.facts.symbol_mut(symbol).owner = Some(Owner { name, expr });
        pass.facts.symbol_mut(symbol).kind = SymbolKind::Method;
    }
}

fn open_method(pass: &mut Pass<'_>, node: Node<'_>, on_type: bool) -> Option<LocalSymbol> {
    let name = pass.field(node, Field::Name)?;
    let name = pass.text(name);
    let symbol = open_callable(pass, node, name, on_type);
    pass.scopes.raise_barrier();
    symbol
}

/// Opens a method, or outside of all classes a function.
pub(super) fn open_callable(
    pass: &mut Pass<'_>,
    node: Node<'_>,
    name: Text,
    on_type: bool,
) -> Option<LocalSymbol> {
    let class = enclosing_class(pass);
    let kind = if class.is_some() { SymbolKind::Method } else { SymbolKind::Function };
    let within = class.is_none_or(|class| pass.facts.symbol_mut(class).exported);
    let exported = pass.context & context::PRIVATE == 0 && within;
    let body = pass.field(node, Field::Body);
    let shared = pass.context & context::MODULE_FUNCTION != 0;
    pass.context = if on_type || shared { 0 } else { context::INSTANCE };
    let symbol = pass.define(Definition { kind, name, node, body, exported, is_test: false })?;
    let fact = pass.facts.symbol_mut(symbol);
    fact.on_type = on_type && class.is_some() || shared;
    pass.assigned.insert((class, name), Some(symbol));
    Some(symbol)
}

/// Takes what the last expression of a method gives.
pub(super) fn method_part(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|last| last.field == Field::Body) else { return };
    let given = pass.known(last.value);
    if let (Some(symbol), Some(given)) = (pass.opened_by(node), given) {
        pass.complete_gives(symbol, given);
    }
}

/// Words that say who may call what follows them.
pub(super) fn is_visibility(word: &[u8]) -> bool {
    matches!(word, b"private" | b"protected" | b"public" | b"module_function" | b"private_class_method")
}

/// A word alone changes who may call what follows in the same body.
pub(super) fn visibility(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|last| last.node.kind() == "identifier") else { return };
    match pass.bytes(last.node) {
        b"private" | b"protected" => pass.context |= context::PRIVATE,
        b"public" => pass.context &= !context::PRIVATE,
        b"module_function" => pass.context |= context::MODULE_FUNCTION,
        _ => {}
    }
}
