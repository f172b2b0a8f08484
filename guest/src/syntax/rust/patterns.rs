//! What the names of a pattern stand for, told from the value that is matched.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, Operation};
use crate::syntax::pass::Pass;
use crate::syntax::rule::Field;
use crate::syntax::scope::Bound;

/// Binds the names of the pattern just read to the parts of `value` that they stand for.
pub(super) fn bind(pass: &mut Pass<'_>, pattern: Node<'_>, value: Option<ExprId>) {
    pass.pattern.clear();
    if pattern.kind() == "identifier" {
        bind_name(pass, pattern, value);
        return;
    }
    let mut open = vec![(pattern, value)];
    while let Some((node, value)) = open.pop() {
        match node.kind() {
            "identifier" | "shorthand_field_identifier" => bind_name(pass, node, value),
            "tuple_pattern" => push_parts(pass, &mut open, node, value, 0),
            "tuple_struct_pattern" => push_held(pass, &mut open, node, value),
            "struct_pattern" => push_fields(pass, &mut open, node),
            "slice_pattern" => {
                let element = pass.operation(value, Operation::Iterate);
                push_all(&mut open, node, element);
            }
            "mut_pattern" | "ref_pattern" | "reference_pattern" | "captured_pattern" | "or_pattern"
            | "match_pattern" => push_all(&mut open, node, value),
            _ => {}
        }
    }
}

/// In a pattern a capital means a constant or a variant.
fn bind_name(pass: &mut Pass<'_>, name: Node<'_>, value: Option<ExprId>) {
    let is_bound = !pass.bytes(name).first().is_some_and(u8::is_ascii_uppercase);
    if is_bound {
        let name = pass.text(name);
        pass.bind(name, value);
    }
}

fn push_all<'t>(open: &mut Vec<(Node<'t>, Option<ExprId>)>, node: Node<'t>, value: Option<ExprId>) {
    let mut cursor = node.walk();
    open.extend(node.named_children(&mut cursor).map(|child| (child, value)));
}

/// The parts of a tuple; what comes behind `..` is not counted.
fn push_parts<'t>(
    pass: &mut Pass<'_>,
    open: &mut Vec<(Node<'t>, Option<ExprId>)>,
    node: Node<'t>,
    of: Option<ExprId>,
    skipped: usize,
) {
    let mut cursor = node.walk();
    let (mut index, mut is_counted): (u8, bool) = (0, true);
    // A wildcard has no node with a name: parts are told by the commas between them.
    for part in node.children(&mut cursor).skip(skipped) {
        match part.kind() {
            "," => index = index.saturating_add(1),
            "remaining_field_pattern" => is_counted = false,
            _ if part.is_named() => {
                let value = pass.operation(of.filter(|_| is_counted), Operation::Part(index));
                open.push((part, value));
            }
            _ => {}
        }
    }
}

/// `Some(x)`, `Variant(x)`, `Struct(x)`
fn push_held<'t>(
    pass: &mut Pass<'_>,
    open: &mut Vec<(Node<'t>, Option<ExprId>)>,
    node: Node<'t>,
    value: Option<ExprId>,
) {
    let Some(of) = pass.field(node, Field::Type) else { return };
    match pass.bytes(of) {
        b"Some" | b"Ok" => push_parts(pass, open, node, value, 1),
        b"Err" => {
            let error = pass.operation(value, Operation::Part(1));
            open.extend(node.named_child(1).map(|inner| (inner, error)));
        }
        _ => {
            let of = path(pass, of);
            push_parts(pass, open, node, of, 1);
        }
    }
}

/// `Struct { field, other: x }`
fn push_fields<'t>(pass: &mut Pass<'_>, open: &mut Vec<(Node<'t>, Option<ExprId>)>, node: Node<'t>) {
    let of = pass.field(node, Field::Type).and_then(|of| path(pass, of));
    let instance = of.map(|of| pass.expr(Expr::Instance(of)));
    let mut cursor = node.walk();
    for part in node.named_children(&mut cursor).filter(|part| part.kind() == "field_pattern") {
        let Some(name) = pass.field(part, Field::Name) else { continue };
        let text = pass.text(name);
        let field = instance.map(|instance| pass.expr(Expr::Member(instance, text)));
        open.push((pass.field(part, Field::Pattern).unwrap_or(name), field));
    }
}

/// The path of a type or variant, as the uses of its names were written down already.
fn path(pass: &mut Pass<'_>, node: Node<'_>) -> Option<ExprId> {
    let mut expr = None;
    for name in pass.bytes(node).split(|byte| *byte == b':').filter(|name| !name.is_empty()) {
        if !name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 128) {
            return None;
        }
        let text = pass.text_of(name);
        expr = Some(match (expr, pass.scopes.find(text)) {
            (None, Some(Bound::Alias(known))) => known,
            (None, _) if name == b"Self" => pass.expr(Expr::ThisType),
            (None, _) => pass.expr(Expr::Name(text)),
            (Some(base), _) => pass.expr(Expr::Member(base, text)),
        });
    }
    expr
}
