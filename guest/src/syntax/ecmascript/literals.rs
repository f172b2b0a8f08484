//! Object literals where a type is expected: their keys name members of it.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, Operation, ReferenceKind};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field};

/// Refers to the members of `expected`, a value, that the literals in `value` name.
///
/// Goes through literals, brackets and conditions only: what is inside a call, a function or a cast is
/// expected to be something else. So each literal is visited for one expectation, and all together are linear.
pub(super) fn expect(pass: &mut Pass<'_>, value: Node<'_>, expected: Option<ExprId>) {
    let Some(expected) = expected else { return };
    let mut open = vec![(value, expected)];
    while let Some((node, expected)) = open.pop() {
        match node.kind() {
            "object" => push_members(pass, &mut open, node, expected),
            "array" => {
                let Some(element) = pass.operation(Some(expected), Operation::Iterate) else { continue };
                push_all(&mut open, node, element);
            }
            "parenthesized_expression" => push_all(&mut open, node, expected),
            "ternary_expression" => {
                let branches = [Field::Consequence, Field::Alternative].map(|field| pass.field(node, field));
                open.extend(branches.into_iter().flatten().map(|branch| (branch, expected)));
            }
            _ => {}
        }
    }
}

/// Expects of each literal among the arguments of a call what the callee accepts in its place.
pub(super) fn expect_arguments(pass: &mut Pass<'_>, children: &[Child<'_>]) {
    let arguments = children.iter().filter(|child| child.node.kind() != "comment");
    for (place, argument) in arguments.enumerate() {
        if let (true, Ok(place)) = (is_literal(argument.node), u8::try_from(place)) {
            let accepted = pass.callee.map(|callee| pass.expr(Expr::Accepted(callee, place)));
            expect(pass, argument.node, accepted);
        }
    }
}

/// Whether a value may name members of what is expected.
fn is_literal(value: Node<'_>) -> bool {
    matches!(value.kind(), "object" | "array" | "parenthesized_expression" | "ternary_expression")
}

fn push_members<'t>(
    pass: &mut Pass<'_>,
    open: &mut Vec<(Node<'t>, ExprId)>,
    object: Node<'t>,
    expected: ExprId,
) {
    let mut cursor = object.walk();
    for part in object.named_children(&mut cursor) {
        let key = match part.kind() {
            "pair" => pass.field(part, Field::Key),
            "method_definition" => pass.field(part, Field::Name),
            "shorthand_property_identifier" => Some(part),
            _ => None,
        };
        let is_named =
            |key: &Node<'_>| matches!(key.kind(), "property_identifier" | "shorthand_property_identifier");
        let Some(key) = key.filter(is_named) else { continue };
        let name = pass.text(key);
        let member = pass.expr(Expr::Key(expected, name));
        pass.refer_at(ReferenceKind::Use, member, key);
        if part.kind() == "pair" {
            open.extend(pass.field(part, Field::Value).filter(|it| is_literal(*it)).map(|it| (it, member)));
        }
    }
}

fn push_all<'t>(open: &mut Vec<(Node<'t>, ExprId)>, node: Node<'t>, expected: ExprId) {
    let mut cursor = node.walk();
    open.extend(node.named_children(&mut cursor).map(|child| (child, expected)));
}
