//! Narrowing: what a test of `isinstance` says of a local name in the branch behind it.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, Text};
use crate::syntax::pass::Pass;
use crate::syntax::python::expressions::simple;
use crate::syntax::rule::{Child, Field, Value, child_in};
use crate::syntax::scope::Bound;

/// Binds the name that the condition tests for the branch, and lets it be what it was behind it.
pub(super) fn branch(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    match children.last().map(|last| last.field) {
        Some(Field::Condition) => {
            if let Some((name, narrowed)) = test_in(pass, children.last().map(|last| last.node)) {
                pass.bind(name, Some(narrowed));
            }
        }
        Some(Field::Consequence) => {
            let condition = child_in(children, Field::Condition).map(|condition| condition.node);
            if let Some((name, narrowed)) = test_in(pass, condition) {
                widen(pass, name, narrowed);
            }
        }
        _ => {}
    }
}

fn widen(pass: &mut Pass<'_>, name: Text, narrowed: ExprId) {
    if pass.scopes.find(name) == Some(Bound::Value(narrowed)) {
        let before = match pass.scopes.hidden(name) {
            Some(before) => before,
            None => Bound::Alias(pass.expr(Expr::Name(name))),
        };
        pass.scopes.bind(name, before);
    }
}

/// `assert isinstance(name, Type)`
pub(super) fn assertion(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    if let Some((name, narrowed)) = test_in(pass, node.named_child(0)) {
        pass.bind(name, Some(narrowed));
    }
    Value::NONE
}

/// The local name and the type of `isinstance(name, Type)`, alone or first of what `and` joins.
fn test_in(pass: &mut Pass<'_>, condition: Option<Node<'_>>) -> Option<(Text, ExprId)> {
    let mut test = condition?;
    if test.kind() == "boolean_operator" {
        test = pass
            .field(test, Field::Left)
            .filter(|_| !pass.bytes(test).windows(4).any(|part| part == b" or "))?;
    }
    if test.kind() != "call" || pass.bytes(pass.field(test, Field::Function)?) != b"isinstance" {
        return None;
    }
    let arguments = pass.field(test, Field::Arguments)?;
    let name = arguments.named_child(0).filter(|name| name.kind() == "identifier")?;
    let of = arguments.named_child(1).filter(|of| matches!(of.kind(), "identifier" | "attribute"))?;
    let of = simple(pass, of)?;
    let name = pass.text(name);
    Some((name, pass.expr(Expr::Instance(of))))
}
