//! Variables: declared, assigned and read.

use tree_sitter::Node;

use crate::syntax::bash::{context, cut_directive};
use crate::syntax::facts::{Expr, ReferenceKind, SymbolKind};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::rule::{Child, Field, Mode, Value};

/// `$name`, `${name}`, `name` in arithmetic; not `$1`.
pub(super) fn name(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let is_positional = pass.bytes(node).first().is_none_or(u8::is_ascii_digit);
    if pass.mode == Mode::Name || is_positional {
        return Value::NONE;
    }
    let text = pass.text(node);
    if pass.scopes.find(text).is_some() {
        return Value::NONE;
    }
    let expr = pass.expr(Expr::Name(text));
    pass.pending(expr, node)
}

/// `declare`, `local`, `export`, `readonly`: what they and their options say of the names that follow.
pub(super) fn declaration(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut found = match node.child(0).map(|keyword| keyword.kind()) {
        Some("export") => context::EXPORT | context::GLOBAL,
        Some("readonly") => context::CONSTANT | context::GLOBAL,
        _ => context::LOCAL,
    };
    let mut cursor = node.walk();
    for word in node.named_children(&mut cursor).filter(|child| child.kind() == "word") {
        let Some(options) = pass.bytes(word).strip_prefix(b"-") else { continue };
        for option in options {
            match option {
                b'f' | b'F' => found |= context::FUNCTIONS,
                b'g' => found = (found & !context::LOCAL) | context::GLOBAL,
                b'r' => found |= context::CONSTANT,
                b'x' => found |= context::EXPORT,
                _ => {}
            }
        }
    }
    pass.context = (pass.context & context::SUBSHELL) | found;
}

/// Declares names without a value. Those of functions are no variables.
pub(super) fn declared(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    for child in children.iter_mut().filter(|child| child.node.kind() == "variable_name") {
        let (name, reference) = (child.node, child.value.take());
        if pass.context & context::FUNCTIONS != 0 {
            continue;
        }
        if is_local(pass) {
            let text = pass.text(name);
            pass.bind(text, None);
        } else if !define(pass, name, name) {
            pass.refer(ReferenceKind::Use, reference);
        }
    }
    Value::NONE
}

/// Defines the variable that is assigned to for the first time.
pub(super) fn begin_assignment(pass: &mut Pass<'_>, node: Node<'_>) {
    if let Some(name) = variable_of(pass, node).filter(|_| !is_local(pass)) {
        define(pass, name, node);
    }
}

/// Binds a local name; refers to what is assigned to without being defined by that.
pub(super) fn assigned(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let Some(name) = variable_of(pass, node).filter(|_| pass.context & context::PREFIX == 0) else {
        return Value::NONE;
    };
    let text = pass.text(name);
    if is_local(pass) {
        pass.bind(text, None);
        return Value::NONE;
    }
    let defined_here = pass.assigned.get(&(None, text)).is_some_and(|symbol| {
        symbol.is_some_and(|id| pass.facts.symbol_mut(id).start_byte as usize == node.start_byte())
    });
    if defined_here || pass.scopes.find(text).is_some() {
        return Value::NONE;
    }
    let expr = pass.expr(Expr::Name(text));
    pass.pending(expr, name)
}

/// The variable that an assignment is about: `name=…`, `name[index]=…`.
fn variable_of<'t>(pass: &Pass<'_>, assignment: Node<'t>) -> Option<Node<'t>> {
    let name = pass.field(assignment, Field::Name)?;
    if name.kind() == "subscript" { pass.field(name, Field::Name) } else { Some(name) }
}

fn is_in_function(pass: &Pass<'_>) -> bool {
    pass.definition_kind() == Some(SymbolKind::Function)
}

fn is_local(pass: &Pass<'_>) -> bool {
    is_in_function(pass) && pass.context & context::LOCAL != 0
}

/// Defines a variable of the file, or completes what is known of it; returns whether it is new.
fn define(pass: &mut Pass<'_>, name: Node<'_>, node: Node<'_>) -> bool {
    let declares = pass.context & (context::GLOBAL | context::EXPORT | context::CONSTANT) != 0;
    let ends_soon = pass.context & (context::PREFIX | context::SUBSHELL) != 0;
    let text = pass.text(name);
    if ends_soon || pass.scopes.find(text).is_some() {
        return false;
    }
    let is_constant = pass.context & context::CONSTANT != 0;
    let exported = pass.context & context::EXPORT != 0;
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Variable };
    if let Some(&Some(symbol)) = pass.assigned.get(&(None, text)) {
        let fact = pass.facts.symbol_mut(symbol);
        fact.exported |= exported;
        if is_constant {
            fact.kind = kind;
        }
        return false;
    }
    if is_in_function(pass) && !declares {
        return false;
    }
    let symbol = pass.declare(Definition { kind, name: text, node, body: None, exported, is_test: false });
    pass.facts.symbol_mut(symbol).parent = None;
    cut_directive(pass, symbol);
    pass.assigned.insert((None, text), Some(symbol));
    true
}
