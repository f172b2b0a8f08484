//! Types as written: which type a use of them stands for.

use tree_sitter::Node;

use crate::syntax::ecmascript::{context, literals, value_in};
use crate::syntax::facts::{Expr, ExprId};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, Value, child_in, take_first};

/// `module.Type`
pub(super) fn nested(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = children.first().map_or(Value::NONE, |child| child.value);
    let Some(name) = child_in(children, Field::Name).map(|child| child.node) else { return Value::NONE };
    pass.member(base, name)
}

/// Sets the arguments of a type aside; stands for the first.
pub(super) fn arguments(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.gathered.clear();
    pass.gathered.extend(children.iter().map(|child| child.value));
    children.first().and_then(|first| first.value.expr).map_or(Value::NONE, Value::of)
}

/// A generic type; one that only changes what is optional or left out is its first argument.
pub(super) fn generic(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let arguments: Vec<Option<ExprId>> = pass.gathered.iter().map(|value| value.expr).collect();
    let Some(name) = child_in(children, Field::Name) else { return Value::NONE };
    match (pass.bytes(name.node), &arguments[..]) {
        (
            b"Awaited" | b"Readonly" | b"Partial" | b"Required" | b"NonNullable" | b"Omit" | b"Pick",
            [Some(held), ..],
        ) => Value::of(*held),
        _ => {
            let base = name.value.take();
            let Some(head) = base.expr else { return Value::NONE };
            Value { expr: Some(pass.generic(head, &arguments)), ..base }
        }
    }
}

/// `T[]`
pub(super) fn array(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let element = children.first().and_then(|child| child.value.expr);
    Value::of(pass.library("Array", &[element]))
}

/// `(name: Type) => Result`: what it gives, applied to what it takes.
pub(super) fn function(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let mut parameters = Vec::new();
    let mut taken = value_in(children, Field::Parameters).expr;
    while let Some(Expr::Generic(rest, parameter)) = taken.map(|taken| pass.facts.expr_of(taken)) {
        parameters.push(Some(parameter));
        taken = Some(rest);
    }
    parameters.reverse();
    let result = value_in(children, Field::ReturnType).expr;
    let result = result.unwrap_or_else(|| pass.expr(Expr::Unknown));
    let head = pass.expr(Expr::Function(result));
    Value::of(pass.generic(head, &parameters))
}

/// A type parameter stands for its constraint: its members are those of that type.
pub(super) fn parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let constraint = value_in(children, Field::Constraint).expr;
    if let Some(name) = child_in(children, Field::Name).map(|child| child.node) {
        let name = pass.text(name);
        pass.bind(name, constraint);
    }
    Value::NONE
}

/// `value as Type`; `as const` changes nothing.
pub(super) fn cast(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    match children {
        [value, target] => {
            let target = pass.instance(target.value);
            literals::expect(pass, value.node, target);
            target.map_or(Value::NONE, Value::of)
        }
        _ => take_first(children),
    }
}

/// `value satisfies Type`
pub(super) fn satisfies(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let [value, target] = children {
        let target = pass.instance(target.value);
        literals::expect(pass, value.node, target);
    }
    take_first(children)
}

/// `<Type>value`
pub(super) fn assertion(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let target = children.first().map_or(Value::NONE, |child| child.value);
    let target = pass.instance(target);
    if let Some(value) = children.get(1) {
        literals::expect(pass, value.node, target);
    }
    target.map_or(Value::NONE, Value::of)
}

/// What an unnamed member holds are no members of the type around it.
pub(super) fn no_members(pass: &mut Pass<'_>, _: Node<'_>) {
    pass.context &= !context::MEMBERS;
}
