//! Local names: parameters, variables, resources, lambdas and patterns, by their declared types.

use tree_sitter::Node;

use crate::syntax::facts::{ExprId, Operation};
use crate::syntax::java::{context, define, value_in};
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

/// A parameter or a resource; in the header of a record, a field.
pub(super) fn typed(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if pass.context & context::RECORD != 0 {
        define::component(pass, node, children);
        return Value::NONE;
    }
    let declared = value_in(children, Field::Type);
    let value = value_in(children, Field::Value);
    let is_array = child_in(children, Field::Dimensions).is_some();
    let given = pass.instance(declared).or_else(|| pass.known(value)).filter(|_| !is_array);
    let name = name_of(children);
    bind(pass, name, given);
    Value::NONE
}

/// `catch (Type name)`
pub(super) fn caught(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = children.iter().find(|child| child.node.kind() == "catch_type");
    let given = declared.map(|child| child.value).and_then(|declared| pass.instance(declared));
    let name = name_of(children);
    bind(pass, name, given);
    Value::NONE
}

/// `Type... name`, an array.
pub(super) fn spread(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declarator = children.iter().find(|child| child.node.kind() == "variable_declarator");
    let name = declarator.and_then(|child| pass.field(child.node, Field::Name));
    bind(pass, name, None);
    Value::NONE
}

/// The value of a declarator, for the declaration around it.
pub(super) fn declarator(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    value_in(children, Field::Value).expr.map_or(Value::NONE, Value::of)
}

/// Binds each variable of a declaration before the next one is read.
pub(super) fn variable(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some((node, value)) =
        children.last().filter(|last| last.field == Field::Declarator).map(|last| (last.node, last.value))
    else {
        return;
    };
    let is_array = pass.field(node, Field::Dimensions).is_some();
    let declared = value_in(children, Field::Type);
    let is_inferred = child_in(children, Field::Type).is_some_and(|child| pass.bytes(child.node) == b"var");
    let given = if is_inferred { pass.known(value) } else { pass.instance(declared) };
    let name = pass.field(node, Field::Name);
    bind(pass, name, given.filter(|_| !is_array));
}

/// Binds before the body is read.
pub(super) fn for_each(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if children.last().is_some_and(|last| last.field == Field::Value) {
        let declared = value_in(children, Field::Type);
        let of = value_in(children, Field::Value).expr;
        let given = pass.instance(declared).or_else(|| pass.operation(of, Operation::Iterate));
        let name = name_of(children);
        bind(pass, name, given);
    }
}

/// Goes into the arguments of a call.
pub(super) fn arguments(pass: &mut Pass<'_>, _: Node<'_>) {
    pass.context &= !context::ANONYMOUS;
    pass.argument = 0;
}

pub(super) fn next_argument(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    pass.argument = u8::try_from(children.len()).unwrap_or(u8::MAX);
}

/// `(a, b) ->`
pub(super) fn inferred(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.pattern.clear();
    for (index, child) in children.iter().enumerate() {
        let passed = pass.passed(index);
        bind(pass, Some(child.node), passed);
    }
    Value::NONE
}

/// `a ->`
pub(super) fn lambda_parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|last| last.field == Field::Parameters) else { return };
    if last.node.kind() == "identifier" {
        pass.pattern.clear();
        let passed = pass.passed(0);
        bind(pass, Some(last.node), passed);
    }
    // What a lambda in the body gets, it does not get from this call.
    pass.callee = None;
}

/// `value instanceof Type name`
pub(super) fn instance_of(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = value_in(children, Field::Right);
    let given = pass.instance(declared);
    let name = name_of(children);
    bind(pass, name, given);
    Value::NONE
}

/// `Type name` in a pattern.
pub(super) fn pattern(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let [declared, name] = children else { return Value::NONE };
    let given = pass.instance(declared.value);
    name.value = Value::NONE;
    let name = name.node;
    bind(pass, Some(name), given);
    Value::NONE
}
