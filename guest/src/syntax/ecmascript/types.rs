//! Types as written: which type a use of them stands for.

use tree_sitter::Node;

use crate::syntax::ecmascript::{context, value_in};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, Value, child_in, take_first};

/// `module.Type`
pub(super) fn nested(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = children.first().map_or(Value::NONE, |child| child.value);
    let Some(name) = child_in(children, Field::Name).map(|child| child.node) else { return Value::NONE };
    pass.member(base, name)
}

/// A generic type without its arguments; one that only wraps another is that other.
pub(super) fn generic(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let held = value_in(children, Field::TypeArguments).expr;
    let Some(name) = child_in(children, Field::Name) else { return Value::NONE };
    match (pass.bytes(name.node), held) {
        (
            b"Promise" | b"PromiseLike" | b"Awaited" | b"Readonly" | b"Partial" | b"Required"
            | b"NonNullable" | b"Omit" | b"Pick",
            Some(held),
        ) => Value::of(held),
        _ => name.value.take(),
    }
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
        [_, target] => {
            let target = target.value;
            pass.instance(target).map_or(Value::NONE, Value::of)
        }
        _ => take_first(children),
    }
}

/// `<Type>value`
pub(super) fn assertion(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let target = children.first().map_or(Value::NONE, |child| child.value);
    pass.instance(target).map_or(Value::NONE, Value::of)
}

/// What an unnamed member holds are no members of the type around it.
pub(super) fn no_members(pass: &mut Pass<'_>, _: Node<'_>) {
    pass.context &= !context::MEMBERS;
}
