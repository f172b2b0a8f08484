//! What expressions give: displays, comprehensions, elements, and calls of built-in functions.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, Operation};
use crate::syntax::pass::Pass;
use crate::syntax::python::{assign, library};
use crate::syntax::rule::{Child, Field, Value, child_in};
use crate::syntax::scope::Bound;

/// Members and calls in a row that are followed ahead of the walk.
const MAX_CHAIN: usize = 8;

/// `await value`
pub(super) fn awaited(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = children.first().and_then(|child| child.value.expr);
    pass.operation(of, Operation::Await).map_or(Value::NONE, Value::of)
}

/// A display of a list or a set: of its first element that is known.
pub(super) fn display(pass: &mut Pass<'_>, name: &str, children: &[Child<'_>]) -> Value {
    let element = children.iter().find_map(|child| pass.known(child.value));
    Value::of(pass.library(name, &[element]))
}

/// Several values side by side.
pub(super) fn tuple(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let parts: Vec<Option<ExprId>> = children.iter().map(|child| pass.known(child.value)).collect();
    Value::of(pass.library("tuple", &parts))
}

/// `{key: value}`, displayed or comprehended; each pair stands for a mapping of its own.
pub(super) fn dictionary(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    match children.iter().find_map(|child| child.value.expr) {
        Some(pair) => Value::of(pair),
        None => Value::of(pass.library("dict", &[None, None])),
    }
}

/// `key: value`
pub(super) fn pair(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let mut known = |field| child_in(children, field).and_then(|child| pass.known(child.value));
    let (key, value) = (known(Field::Key), known(Field::Value));
    Value::of(pass.library("dict", &[key, value]))
}

/// `lambda parameters: value`
pub(super) fn lambda(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let result = child_in(children, Field::Body).and_then(|body| pass.known(body.value));
    result.map_or(Value::NONE, |result| Value::of(pass.expr(Expr::Function(result))))
}

/// `value[index]`: a number picks one part of a tuple, a slice gives the same again.
pub(super) fn element(pass: &mut Pass<'_>, of: &Child<'_>, subscripts: &[Child<'_>]) -> Value {
    let of = of.value.expr;
    let operation = match subscripts {
        [slice] if slice.node.kind() == "slice" => return of.map_or(Value::NONE, Value::of),
        [number] if number.node.kind() == "integer" => {
            let index = str::from_utf8(pass.bytes(number.node)).ok().and_then(|text| text.parse().ok());
            index.map_or(Operation::Index, Operation::Part)
        }
        _ => Operation::Index,
    };
    pass.operation(of, operation).map_or(Value::NONE, Value::of)
}

/// What a call of a built-in function gives that works on the elements of its arguments.
pub(super) fn built_in(
    pass: &mut Pass<'_>,
    name: &[u8],
    first: Option<ExprId>,
    arguments: Node<'_>,
) -> Option<Value> {
    let first = first?;
    let expr = match name {
        b"sorted" | b"reversed" | b"list" | b"set" | b"tuple" | b"frozenset" | b"iter" | b"deque"
        | b"filter" => {
            // A filter is given its function first.
            let of = if name == b"filter" { simple(pass, arguments.named_child(1)?)? } else { first };
            pass.library(library::ELEMENTS, &[Some(of)])
        }
        b"next" | b"max" | b"min" => pass.operation(Some(first), Operation::Iterate)?,
        b"enumerate" => pass.library("enumerate", &[Some(first)]),
        b"zip" => {
            let second = arguments.named_child(1).and_then(|node| simple(pass, node));
            let third = arguments.named_child(2).and_then(|node| simple(pass, node));
            pass.library("zip", &[Some(first), second, third])
        }
        _ => return None,
    };
    Some(Value::of(expr))
}

/// Binds the names of all clauses first, as far as can be told ahead: the element is written before them.
pub(super) fn comprehension(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut cursor = node.walk();
    for clause in node.named_children(&mut cursor).filter(|child| child.kind() == "for_in_clause") {
        let Some(left) = pass.field(clause, Field::Left) else { continue };
        let of = pass.field(clause, Field::Right).and_then(|right| simple(pass, right));
        let element = pass.operation(of, Operation::Iterate);
        for name in assign::names_in(left) {
            let name = pass.text(name);
            pass.bind(name, None);
        }
        assign::bind_target(pass, left, element);
    }
}

/// A list, set or generator of what each round gives.
pub(super) fn comprehended(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let element = child_in(children, Field::Body).and_then(|body| pass.known(body.value));
    Value::of(pass.library("list", &[element]))
}

/// Binds the targets of a loop: to nothing known until what it goes through was read.
pub(super) fn bind_elements(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    match children.last().map(|last| last.field) {
        Some(Field::Left) => pass.bind_pattern(None),
        Some(Field::Right) => {
            let of = child_in(children, Field::Right).and_then(|right| right.value.expr);
            let element = pass.operation(of, Operation::Iterate);
            if let Some(left) = child_in(children, Field::Left).map(|left| left.node) {
                assign::bind_target(pass, left, element);
            }
        }
        _ => {}
    }
}

/// The value of a name, its members and calls of them, before the walk comes to it; it makes no
/// references.
pub(super) fn simple(pass: &mut Pass<'_>, node: Node<'_>) -> Option<ExprId> {
    let mut steps = Vec::new();
    let mut at = node;
    let mut expr = loop {
        match at.kind() {
            "identifier" => {
                let name = pass.text(at);
                break match pass.scopes.find(name) {
                    None => pass.expr(Expr::Name(name)),
                    Some(Bound::Value(expr) | Bound::Alias(expr)) => expr,
                    Some(Bound::Unknown) => return None,
                };
            }
            "attribute" if steps.len() < MAX_CHAIN => {
                steps.push(Some(pass.field(at, Field::Attribute)?));
                at = pass.field(at, Field::Object)?;
            }
            "call" if steps.len() < MAX_CHAIN => {
                steps.push(None);
                at = pass.field(at, Field::Function)?;
            }
            _ => return None,
        }
    };
    for step in steps.into_iter().rev() {
        expr = match step {
            Some(name) => {
                let name = pass.text(name);
                pass.expr(Expr::Member(expr, name))
            }
            None => pass.expr(Expr::Call(expr)),
        };
    }
    Some(expr)
}
