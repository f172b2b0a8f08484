//! Local names: parameters, variables, patterns, range variables of queries.

use tree_sitter::Node;

use crate::syntax::csharp::{context, define, literals, value_in};
use crate::syntax::facts::{Expr, ExprId, Text};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, Value, child_in};

fn bind(pass: &mut Pass<'_>, name: Option<Node<'_>>, given: Option<ExprId>) {
    if let Some(name) = name {
        let name = pass.text(name);
        pass.bind(name, given);
    }
}

fn name_of<'t>(children: &mut [Child<'t>]) -> Option<Node<'t>> {
    child_in(children, Field::Name).map(|child| child.node)
}

/// A parameter; in the header of a record a property, with `this` what the method extends.
pub(super) fn parameter(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if pass.context & context::RECORD != 0 {
        define::component(pass, node, children);
        return Value::NONE;
    }
    let declared = value_in(children, Field::Type);
    let extends =
        children.iter().any(|child| child.node.kind() == "modifier" && pass.bytes(child.node) == b"this");
    if let Some(symbol) = pass.definition().filter(|_| extends) {
        let class = declared.expr.unwrap_or_else(|| pass.expr(Expr::Unknown));
        pass.facts.symbol_mut(symbol).extends = Some(class);
    }
    let given = pass.instance(declared);
    let name = name_of(children);
    bind(pass, name, given);
    Value::NONE
}

/// `params T[] names`, which is no node of its own.
pub(super) fn params_array(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let name = name_of(children);
    bind(pass, name, None);
    Value::NONE
}

/// `name =>`
pub(super) fn implicit_parameter(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    bind(pass, Some(node), None);
    Value::NONE
}

/// `value` in the accessors of a property.
pub(super) fn accessor(pass: &mut Pass<'_>, _: Node<'_>) {
    let given = pass.definition().and_then(|symbol| pass.facts.symbol_mut(symbol).gives);
    let name = pass.facts.text("value");
    pass.bind(name, given);
}

/// The value of a declarator, for the declaration around it.
pub(super) fn declarator(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(value) = children.last().filter(|last| last.field != Field::Name) else { return Value::NONE };
    pass.known(value.value).map_or(Value::NONE, Value::of)
}

/// Binds each variable of a declaration before the next one is read; gives the type to fields.
pub(super) fn variable(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last() else { return };
    if last.field == Field::Type {
        literals::expect(pass, last.value.expr);
        return;
    }
    pass.next_literal = None;
    if pass.context & context::FIELD != 0 || last.node.kind() != "variable_declarator" {
        return;
    }
    let (node, value) = (last.node, last.value);
    let declared = value_in(children, Field::Type);
    let is_inferred = child_in(children, Field::Type).is_some_and(|of| of.node.kind() == "implicit_type");
    let given = if is_inferred { pass.known(value) } else { pass.instance(declared) };
    let name = pass.field(node, Field::Name);
    bind(pass, name, given);
}

/// The type of a declaration, for the fields that it declares.
pub(super) fn declared_type(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    value_in(children, Field::Type).expr.map_or(Value::NONE, Value::of)
}

/// `out Type name`, `catch (Type name)`, `from Type name in …`
pub(super) fn declared(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = value_in(children, Field::Type);
    let given = pass.instance(declared);
    let name = name_of(children);
    bind(pass, name, given);
    Value::NONE
}

/// Binds before the body is read.
pub(super) fn for_each(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if children.last().is_some_and(|last| last.field == Field::Right) {
        let declared = value_in(children, Field::Type);
        let given = pass.instance(declared);
        pass.bind_pattern(given);
    }
}

/// `Type name` in a pattern.
pub(super) fn pattern(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    declared(pass, node, children)
}

/// `Name: pattern` in a pattern: the name is that of a member of what is matched.
pub(super) fn subpattern(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let [name, colon, ..] = children
        && colon.node.kind() == ":"
    {
        name.value = Value::NONE;
    }
    Value::NONE
}

/// `(a, b)`
pub(super) fn tuple(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    pass.bind_pattern(None);
    Value::NONE
}

/// `let name = value`, `into name`
pub(super) fn first_named(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some((name, rest)) = children.split_first_mut() else { return Value::NONE };
    name.value = Value::NONE;
    let given = rest.first().and_then(|value| pass.known(value.value));
    bind(pass, Some(name.node), given);
    Value::NONE
}

/// `join Type name in …`
pub(super) fn joined(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = value_in(children, Field::Type);
    let given = pass.instance(declared);
    if let Some(name) = children.iter_mut().find(|child| child.node.kind() == "identifier") {
        name.value = Value::NONE;
        let name: Text = pass.text(name.node);
        pass.bind(name, given);
    }
    Value::NONE
}
