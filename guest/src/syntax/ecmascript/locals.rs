//! Local names: parameters, loops, blocks, and the parts of an object that a pattern names.

use tree_sitter::Node;

use crate::syntax::ecmascript::{classes, context, value_in};
use crate::syntax::facts::{Expr, ExprId};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, Value, child_in};

/// Makes variables local, except directly in a namespace.
pub(super) fn block(pass: &mut Pass<'_>, _: Node<'_>) {
    if pass.context & context::NAMESPACE == 0 {
        pass.context |= context::LOCAL;
    }
    pass.context &= !(context::OUTER & !context::OWN_FUNCTION);
}

/// Binds a parameter of JavaScript, which has no type.
pub(super) fn plain_parameter(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) {
    pass.bind_pattern(None);
}

/// Binds a parameter of TypeScript; one with a modifier is a field too.
pub(super) fn parameter(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = value_in(children, Field::Type);
    let given = pass.instance(declared);
    pass.pattern.clear();
    let Some(pattern) = child_in(children, Field::Pattern).map(|child| child.node) else {
        return Value::NONE;
    };
    bind(pass, pattern, given);
    let has_modifier = children.iter().any(|child| child.node.kind().ends_with("_modifier"));
    if pattern.kind() == "identifier" && (has_modifier || pass.bytes(node).starts_with(b"readonly ")) {
        classes::parameter_property(pass, pattern, node, given);
    }
    Value::NONE
}

/// Binds before the body is read.
pub(super) fn for_in(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if children.last().is_some_and(|child| child.field == Field::Left) {
        pass.bind_pattern(None);
    }
}

/// Binds before the body is read.
pub(super) fn catch(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if children.last().is_some_and(|child| child.field == Field::Parameter) {
        pass.bind_pattern(None);
    }
}

/// Binds all names of a pattern to the parts of `value` they stand for.
pub(super) fn bind(pass: &mut Pass<'_>, pattern: Node<'_>, value: Option<ExprId>) {
    for (name, part) in parts(pass, pattern, value) {
        let name = pass.text(name);
        pass.bind(name, part);
    }
}

/// The names in a pattern, each with what it stands for: a member of the value if the pattern takes an
/// object apart, all of it if the pattern is a name.
pub(super) fn parts<'t>(
    pass: &mut Pass<'_>,
    pattern: Node<'t>,
    value: Option<ExprId>,
) -> Vec<(Node<'t>, Option<ExprId>)> {
    let mut found = Vec::new();
    let mut open = vec![(pattern, value)];
    while let Some((node, value)) = open.pop() {
        match node.kind() {
            "identifier" => found.push((node, value)),
            "shorthand_property_identifier_pattern" => {
                let part = member_of(pass, value, node);
                found.push((node, part));
            }
            "assignment_pattern" | "object_assignment_pattern" => {
                open.extend(pass.field(node, Field::Left).map(|left| (left, value)));
            }
            "pair_pattern" => {
                let key = pass.field(node, Field::Key).filter(|key| key.kind() == "property_identifier");
                let part = key.and_then(|key| member_of(pass, value, key));
                open.extend(pass.field(node, Field::Value).map(|inner| (inner, part)));
            }
            "object_pattern" => push_children(&mut open, node, value),
            "array_pattern" | "rest_pattern" => push_children(&mut open, node, None),
            _ => {}
        }
    }
    found
}

fn push_children<'t>(open: &mut Vec<(Node<'t>, Option<ExprId>)>, node: Node<'t>, value: Option<ExprId>) {
    let mut cursor = node.walk();
    let first = open.len();
    open.extend(node.named_children(&mut cursor).map(|child| (child, value)));
    open[first..].reverse();
}

fn member_of(pass: &mut Pass<'_>, value: Option<ExprId>, name: Node<'_>) -> Option<ExprId> {
    let value = value?;
    let name = pass.text(name);
    Some(pass.expr(Expr::Member(value, name)))
}
