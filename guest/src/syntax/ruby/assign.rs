//! Assignments: to constants, variables of instances and classes they define, to other names they bind.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, LocalSymbol, RelationKind, Subject, SymbolKind, Text};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::ruby::{context, declare, define, enclosing_class, receiver};
use crate::syntax::rule::{Child, Field, Mode, Pending, Value, child_in};
use crate::syntax::scope::Bound;

/// Defines a constant; one that is made a class is a type, and what its block defines is inside it.
pub(super) fn begin(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(left) = pass.field(node, Field::Left) else { return };
    match left.kind() {
        "constant" => {}
        "instance_variable" | "class_variable" => return define_variable(pass, left, node),
        _ => return,
    }
    if pass.innermost(|kind| kind.is_callable()).is_some() {
        return;
    }
    let made = pass.field(node, Field::Right).and_then(|right| made_class(pass, right));
    let kind = if made.is_some() { SymbolKind::Type } else { SymbolKind::Constant };
    let name = pass.text(left);
    let parent = enclosing_class(pass);
    if kind == SymbolKind::Constant && pass.assigned.contains_key(&(parent, name)) {
        return;
    }
    let exported = parent.is_none_or(|parent| pass.facts.symbol_mut(parent).exported);
    let definition = Definition { kind, name, node, body: None, exported, is_test: false };
    let symbol = match made {
        None => Some(pass.declare(definition)),
        Some(call) => {
            pass.context = 0;
            let symbol = pass.define(definition);
            if let (Some(symbol), Some(arguments)) = (symbol, pass.field(call, Field::Arguments)) {
                declare::members(pass, symbol, arguments);
                let base = arguments.named_child(0).and_then(|first| define::path_of(pass, first));
                if let (Some(base), Some(first)) = (base, arguments.named_child(0)) {
                    let base = pass.pending(base, first);
                    pass.relate(RelationKind::Extends, Subject::Symbol(symbol), base);
                }
            }
            symbol
        }
    };
    pass.assigned.insert((parent, name), symbol);
}

/// The first assignment to a variable of instances or classes defines it.
fn define_variable(pass: &mut Pass<'_>, name: Node<'_>, node: Node<'_>) {
    let Some(class) = enclosing_class(pass) else { return };
    let name = pass.text(name);
    if !pass.assigned.contains_key(&(Some(class), name)) {
        declare_field(pass, class, name, node);
    }
}

/// `Class.new(…)`, `Struct.new(…)` and the like, with or without a block.
fn made_class<'t>(pass: &Pass<'_>, right: Node<'t>) -> Option<Node<'t>> {
    if right.kind() != "call" {
        return None;
    }
    let receiver = pass.bytes(pass.field(right, Field::Receiver)?);
    let method = pass.bytes(pass.field(right, Field::Method)?);
    matches!(
        (receiver, method),
        (b"Class" | b"Struct" | b"Module" | b"::Struct" | b"::Class", b"new") | (b"Data", b"define")
    )
    .then_some(right)
}

/// The target was read: names in a list are bound to nothing known.
pub(super) fn target(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|last| last.field == Field::Left) else { return };
    if last.node.kind() == "left_assignment_list" {
        pass.bind_pattern(None);
    } else {
        pass.pattern.clear();
    }
}

/// Says what was assigned.
pub(super) fn finish(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let right = child_in(children, Field::Right).map_or(Value::NONE, |child| child.value);
    let operator = pass.field(node, Field::Operator).map(|operator| operator.kind());
    let given = pass.known(right).filter(|_| matches!(operator, None | Some("||=" | "=")));
    let Some(left) = child_in(children, Field::Left) else { return Value::NONE };
    match left.node.kind() {
        "identifier" => bind(pass, left.node, given, operator.is_some()),
        "constant" => give_constant(pass, left, given),
        "instance_variable" | "class_variable" | "global_variable" => give_variable(pass, node, left, given),
        _ => {}
    }
    right.expr.map_or(Value::NONE, Value::of)
}

fn bind(pass: &mut Pass<'_>, name: Node<'_>, given: Option<ExprId>, keeps: bool) {
    let name = pass.text(name);
    let is_known = matches!(pass.scopes.find(name), Some(Bound::Value(_) | Bound::Alias(_)));
    if !(keeps && is_known) {
        pass.bind(name, given);
    }
}

fn give_constant(pass: &mut Pass<'_>, left: &mut Child<'_>, given: Option<ExprId>) {
    left.value = Value::NONE;
    let name = pass.text(left.node);
    let parent = enclosing_class(pass);
    if let (Some(&Some(symbol)), Some(given)) = (pass.assigned.get(&(parent, name)), given) {
        pass.complete_gives(symbol, given);
    }
}

fn give_variable(pass: &mut Pass<'_>, node: Node<'_>, left: &mut Child<'_>, given: Option<ExprId>) {
    let name = pass.text(left.node);
    let parent = enclosing_class(pass);
    let Some(&Some(symbol)) = pass.assigned.get(&(parent, name)) else { return };
    if pass.facts.symbol_mut(symbol).start_byte as usize == node.start_byte() {
        left.value = Value::NONE;
    }
    let Some(given) = given else { return };
    pass.complete_gives(symbol, given);
    // What reads the variable gives the same.
    let reader = pass.facts.str_of(name).trim_start_matches('@').to_owned();
    let reader = pass.facts.text(&reader);
    if let Some(&Some(reader)) = pass.assigned.get(&(parent, reader))
        && pass.facts.symbol_mut(reader).kind == SymbolKind::Field
    {
        pass.complete_gives(reader, given);
    }
}

/// `@name` and `@@name`: a field of the receiver, which the first assignment defines.
pub(super) fn variable(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let name = pass.text(node);
    let Some(class) = enclosing_class(pass) else { return Value::NONE };
    if pass.mode == Mode::Pattern && !pass.assigned.contains_key(&(Some(class), name)) {
        declare_field(pass, class, name, node);
        return Value::NONE;
    }
    let on_type = pass.facts.str_of(name).starts_with("@@") || pass.context & context::INSTANCE == 0;
    let base = if on_type { pass.expr(Expr::ThisType) } else { receiver(pass) };
    let expr = pass.expr(Expr::Member(base, name));
    pass.pending(expr, node)
}

/// `$name`
pub(super) fn global(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let name = pass.text(node);
    let is_named = pass.bytes(node).get(1).is_some_and(u8::is_ascii_alphabetic);
    if is_named && pass.mode == Mode::Pattern && pass.definition().is_none() {
        if !pass.assigned.contains_key(&(None, name)) {
            let kind = SymbolKind::Variable;
            let symbol =
                pass.declare(Definition { kind, name, node, body: None, exported: true, is_test: false });
            pass.assigned.insert((None, name), Some(symbol));
        }
        return Value::NONE;
    }
    let expr = pass.expr(Expr::Name(name));
    Value { pending: if is_named { Pending::Yes } else { Pending::No }, ..pass.pending(expr, node) }
}

/// Declares a field of a class, wherever in it the node is.
pub(super) fn declare_field(
    pass: &mut Pass<'_>,
    class: LocalSymbol,
    name: Text,
    node: Node<'_>,
) -> LocalSymbol {
    let is_variable = pass.facts.str_of(name).starts_with('@');
    let exported =
        !is_variable && pass.context & context::PRIVATE == 0 && pass.facts.symbol_mut(class).exported;
    let kind = SymbolKind::Field;
    let symbol = pass.declare(Definition { kind, name, node, body: None, exported, is_test: false });
    pass.facts.symbol_mut(symbol).parent = Some(class);
    pass.assigned.insert((Some(class), name), Some(symbol));
    symbol
}
