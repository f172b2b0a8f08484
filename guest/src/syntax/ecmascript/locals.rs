//! Local names: parameters, loops, blocks, and the parts of an object that a pattern names.

use tree_sitter::Node;

use crate::syntax::ecmascript::{classes, context, literals, value_in};
use crate::syntax::facts::{Expr, ExprId, Operation};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, Value, child_in};

/// Makes variables local, except directly in a namespace.
pub(super) fn block(pass: &mut Pass<'_>, _: Node<'_>) {
    if pass.context & context::NAMESPACE == 0 {
        pass.context |= context::LOCAL;
    }
    pass.context &= !(context::OUTER & !context::OWN_FUNCTION);
    pass.callee = None;
}

/// Binds a parameter without a type to what the callee hands to the function.
pub(super) fn plain_parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    pass.bind_pattern(None);
    let Some(last) = children.last() else { return };
    let pattern = match last.node.kind() {
        "required_parameter" | "optional_parameter" if pass.field(last.node, Field::Type).is_some() => return,
        "required_parameter" | "optional_parameter" => pass.field(last.node, Field::Pattern),
        _ => Some(last.node),
    };
    let passed = pass.passed(children.len() - 1);
    if let (Some(pattern), Some(_)) = (pattern, passed) {
        bind(pass, pattern, passed);
    }
}

/// The types of the parameters as a tuple, where somebody asks for them: in the type of a function, and of a
/// function that takes functions or values of types with a name.
pub(super) fn parameters(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let is_asked_for = |pass: &Pass<'_>, child: &Child<'_>| {
        let head = child.value.expr.map(|expr| pass.facts.expr_of(pass.facts.without_arguments(expr)));
        matches!(head, Some(Expr::Function(_) | Expr::Name(_) | Expr::Type(_) | Expr::Member(..)))
    };
    let is_asked =
        pass.context & context::FUNCTION_TYPE != 0 || children.iter().any(|child| is_asked_for(pass, child));
    if !is_asked {
        return Value::NONE;
    }
    let is_counted = |child: &&Child<'_>| {
        child.node.kind() != "comment"
            && pass.field(child.node, Field::Pattern).is_none_or(|name| name.kind() != "this")
    };
    let types: Vec<Option<ExprId>> =
        children.iter().filter(is_counted).map(|child| child.value.expr).collect();
    Value::of(pass.library("tuple", &types))
}

/// Binds a parameter of TypeScript; one with a modifier is a field too.
pub(super) fn parameter(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = value_in(children, Field::Type);
    let given = pass.instance(declared);
    if let Some(default) = child_in(children, Field::Value).map(|child| child.node) {
        literals::expect(pass, default, given);
    }
    pass.pattern.clear();
    let Some(pattern) = child_in(children, Field::Pattern).map(|child| child.node) else {
        return Value::NONE;
    };
    if pattern.kind() == "this" {
        let name = pass.text(pattern);
        pass.bind(name, given);
    }
    bind(pass, pattern, given);
    let has_modifier = children.iter().any(|child| child.node.kind().ends_with("_modifier"));
    if pattern.kind() == "identifier" && (has_modifier || pass.bytes(node).starts_with(b"readonly ")) {
        classes::parameter_property(pass, pattern, node, given);
    }
    declared.expr.map_or(Value::NONE, Value::of)
}

/// Binds before the body is read.
pub(super) fn for_in(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) {
    match children.last().map(|last| last.field) {
        Some(Field::Left) => pass.bind_pattern(None),
        Some(Field::Right) => {
            let is_of = pass.field(node, Field::Operator).is_some_and(|operator| operator.kind() == "of");
            let of = value_in(children, Field::Right).expr.filter(|_| is_of);
            let element = pass.operation(of, Operation::Iterate);
            if let (Some(left), Some(_)) = (child_in(children, Field::Left).map(|left| left.node), element) {
                bind(pass, left, element);
            }
        }
        _ => {}
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
            "array_pattern" => push_parts(pass, &mut open, node, value),
            "rest_pattern" => push_children(&mut open, node, None),
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

/// The elements of an array pattern; between two commas there may be none.
fn push_parts<'t>(
    pass: &mut Pass<'_>,
    open: &mut Vec<(Node<'t>, Option<ExprId>)>,
    node: Node<'t>,
    value: Option<ExprId>,
) {
    let mut cursor = node.walk();
    let mut index = 0;
    for child in node.children(&mut cursor) {
        match child.kind() {
            "," => index += 1,
            "rest_pattern" => open.push((child, None)),
            _ if child.is_named() => {
                let part =
                    u8::try_from(index).ok().and_then(|index| pass.operation(value, Operation::Part(index)));
                open.push((child, part));
            }
            _ => {}
        }
    }
}

/// Refers to the member of the value that a pattern takes out.
fn member_of(pass: &mut Pass<'_>, value: Option<ExprId>, name: Node<'_>) -> Option<ExprId> {
    let value = value?;
    pass.refer_to_field(value, name);
    let name = pass.text(name);
    Some(pass.expr(Expr::Member(value, name)))
}
