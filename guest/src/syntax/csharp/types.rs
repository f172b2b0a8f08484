//! Types where they are named: generic, qualified, predefined ones, type parameters and attributes.

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use crate::syntax::csharp::{simple_name, value_in};
use crate::syntax::facts::{Expr, ExprId};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, Mode, Value, child_in};

/// `Name<T>`: the name without its arguments, but what is awaited or may be missing is what it gives.
pub(super) fn generic_name(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some((name, arguments)) = children.split_first_mut() else { return Value::NONE };
    if let (true, b"Task" | b"ValueTask" | b"Nullable") = (pass.mode == Mode::Type, pass.bytes(name.node)) {
        return arguments.first().and_then(|child| child.value.expr).map_or(Value::NONE, Value::of);
    }
    name.value.take()
}

/// The first type argument, for the name before it.
pub(super) fn arguments(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    children.first().and_then(|first| first.value.expr).map_or(Value::NONE, Value::of)
}

/// `A.B.Type`
pub(super) fn qualified_name(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = value_in(children, Field::Qualifier);
    let Some(name) = child_in(children, Field::Name) else { return Value::NONE };
    let name = name.node;
    match pass.mode {
        Mode::Name => Value::NONE,
        _ => pass.member(base, simple_name(name)),
    }
}

/// `alias::Type`: what the alias stands for is mostly the global namespace.
pub(super) fn after_alias(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    child_in(children, Field::Name).map_or(Value::NONE, |name| name.value.take())
}

/// `string`, `int`: named, so that what is reached through it is known to come from outside.
pub(super) fn predefined(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let text = pass.text(node);
    Value::of(pass.expr(Expr::Type(text)))
}

/// A type parameter; what it is bound to is known if a clause that follows was looked at before.
pub(super) fn parameter(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    if let Some(name) = pass.field(node, Field::Name) {
        let name = pass.text(name);
        if pass.scopes.find(name).is_none() {
            pass.bind(name, None);
        }
    }
    Value::NONE
}

/// `where T : Base`: the parameter's own name is no use of anything.
pub(super) fn constraints(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let Some(parameter) = children.first_mut() {
        parameter.value = Value::NONE;
    }
    Value::NONE
}

/// Binds the type parameters of a definition before its header is read: to what they are constrained to,
/// since their members are those of that type.
pub(super) fn bind_parameters(pass: &mut Pass<'_>, definition: Node<'_>) {
    let mut cursor = definition.walk();
    let (mut parameters, mut clauses) = (None, Vec::new());
    for child in definition.named_children(&mut cursor) {
        match child.kind() {
            "type_parameter_list" => parameters = Some(child),
            "type_parameter_constraints_clause" => clauses.push(child),
            _ => {}
        }
    }
    let Some(parameters) = parameters else { return };
    let bounds: FxHashMap<&[u8], ExprId> =
        clauses.into_iter().filter_map(|clause| constraint(pass, clause)).collect();
    let mut cursor = parameters.walk();
    for parameter in parameters.named_children(&mut cursor) {
        let Some(name) = pass.field(parameter, Field::Name) else { continue };
        let bound = bounds.get(pass.bytes(name)).copied();
        let name = pass.text(name);
        pass.bind(name, bound);
    }
}

/// The parameter that a clause is about, and the first type it names.
fn constraint<'s>(pass: &mut Pass<'s>, clause: Node<'_>) -> Option<(&'s [u8], ExprId)> {
    let mut cursor = clause.walk();
    let mut children = clause.named_children(&mut cursor);
    let parameter = children.next()?;
    let mut named = children.filter_map(|constraint| pass.field(constraint, Field::Type));
    let bound = named.find(|bound| matches!(bound.kind(), "identifier" | "generic_name"))?;
    let text = pass.text(simple_name(bound));
    Some((pass.bytes(parameter), pass.expr(Expr::Type(text))))
}

/// `[Name(…)]` names the class `NameAttribute`.
pub(super) fn attribute(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let Some(name) = pass.field(node, Field::Name) else { return Value::NONE };
    let last = simple_name(pass.field(name, Field::Name).unwrap_or(name));
    let mut class = String::from_utf8_lossy(pass.bytes(last)).into_owned();
    if !class.ends_with("Attribute") {
        class.push_str("Attribute");
    }
    let class = pass.facts.text(&class);
    let class = pass.expr(Expr::Type(class));
    pass.pending(class, last)
}
