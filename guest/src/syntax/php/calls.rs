//! Calls, members, creations, and functions that are named without being called.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ReferenceKind, SymbolKind, Text};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::php::{paths, value_in};
use crate::syntax::rule::{Child, Field, Pending, Value, child_in, take_in};

/// `f(…)`, `$f(…)`, `define('NAME', …)`
pub(super) fn function(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(function) = child_in(children, Field::Function).map(|child| child.node) else {
        return Value::NONE;
    };
    if matches!(pass.bytes(function), b"define" | b"\\define") {
        define_constant(pass, node);
    }
    let callee = take_in(children, Field::Function);
    call(pass, callee, children)
}

/// `$object->method(…)`, `Type::method(…)`
pub(super) fn method(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = base(children);
    let Some(name) = child_in(children, Field::Name).filter(|child| child.node.kind() == "name") else {
        return Value::NONE;
    };
    let name = name.node;
    let callee = pass.member(base, name);
    call(pass, callee, children)
}

fn base(children: &mut [Child<'_>]) -> Value {
    let field = if child_in(children, Field::Object).is_some() { Field::Object } else { Field::Scope };
    value_in(children, field)
}

/// Calls, unless the arguments are `...`: then the function itself is meant.
fn call(pass: &mut Pass<'_>, callee: Value, children: &mut [Child<'_>]) -> Value {
    let arguments = child_in(children, Field::Arguments).map(|child| child.node);
    let first = arguments.filter(|node| node.named_child_count() == 1).and_then(|node| node.named_child(0));
    if first.is_some_and(|first| first.kind() == "variadic_placeholder") {
        pass.refer(ReferenceKind::Use, callee);
        return Value { pending: Pending::IfCalled, ..callee };
    }
    pass.call(callee)
}

/// `$object->name`, `Type::$name`: properties have names with `$`.
pub(super) fn property(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let is_static = child_in(children, Field::Scope).is_some();
    let base = base(children);
    let Some(name) = child_in(children, Field::Name).map(|child| child.node) else { return Value::NONE };
    let text = match (is_static, name.kind()) {
        (true, "variable_name") => pass.text(name),
        (false, "name") => sigil(pass, name),
        _ => return Value::NONE,
    };
    let base = base.expr.unwrap_or_else(|| pass.expr(Expr::Unknown));
    let expr = pass.expr(Expr::Member(base, text));
    pass.pending(expr, name)
}

/// Interns a name with `$` before it.
fn sigil(pass: &mut Pass<'_>, name: Node<'_>) -> Text {
    let bytes = pass.bytes(name);
    let mut short = [b'$'; 64];
    match short.get_mut(1..=bytes.len()) {
        Some(rest) => {
            rest.copy_from_slice(bytes);
            pass.text_of(&short[..=bytes.len()])
        }
        None => pass.text_of(&[b"$", bytes].concat()),
    }
}

/// `Type::NAME`; `Type::class` is the type itself.
pub(super) fn class_constant(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some((name, before)) = children.split_last_mut() else { return Value::NONE };
    let Some(scope) = before.first_mut().filter(|_| name.node.kind() == "name") else { return Value::NONE };
    name.value = Value::NONE;
    if pass.bytes(name.node).eq_ignore_ascii_case(b"class") {
        return scope.value.take();
    }
    let (base, name) = (scope.value, name.node);
    pass.member(base, name)
}

/// `new Type(…)`
pub(super) fn created(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(class) = children.first_mut() else { return Value::NONE };
    match class.node.kind() {
        "name" | "qualified_name" | "relative_name" => {
            let of = class.value.take();
            let is_own = of.expr.is_some_and(|expr| pass.facts.expr_of(expr) == Expr::ThisType);
            if is_own && let Some(own) = paths::own_class(pass) {
                pass.refer_at(ReferenceKind::Instantiate, own, node);
            }
            pass.instantiate(of)
        }
        "anonymous_class" => class.value.take(),
        _ => Value::NONE,
    }
}

/// `[$this, 'name']` and `[Type::class, 'name']` name a method.
pub(super) fn callable_pair(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let [object, method] = children else { return Value::NONE };
    let Some(expr) = object.value.expr else { return Value::NONE };
    let is_class = object.node.named_child(0).is_some_and(|node| {
        node.kind() == "class_constant_access_expression" && pass.bytes(node).ends_with(b"::class")
    });
    let is_known = matches!(pass.facts.expr_of(expr), Expr::This | Expr::ThisType | Expr::Instance(_));
    let Some(name) = literal(method.node).filter(|_| is_class || is_known) else { return Value::NONE };
    if is_identifier(pass.bytes(name)) {
        let method = pass.member(object.value, name);
        pass.refer(ReferenceKind::Use, method);
    }
    Value::NONE
}

/// The content of the string that an element or argument is.
fn literal(element: Node<'_>) -> Option<Node<'_>> {
    let string = element.named_child(0).filter(|node| matches!(node.kind(), "string" | "encapsed_string"))?;
    let content = string.named_child(0).filter(|_| string.named_child_count() == 1)?;
    (content.kind() == "string_content" && element.named_child_count() == 1).then_some(content)
}

fn is_identifier(name: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 128;
    name.first().is_some_and(|first| !first.is_ascii_digit()) && name.iter().all(is_part)
}

/// `define('NAME', …)` makes a constant of no namespace but the one in its name.
fn define_constant(pass: &mut Pass<'_>, node: Node<'_>) {
    let arguments = pass.field(node, Field::Arguments);
    let first = arguments.and_then(|arguments| arguments.named_child(0));
    let Some(name) = first.and_then(literal) else { return };
    if !is_identifier(pass.bytes(name)) {
        return;
    }
    let name = pass.text(name);
    let kind = SymbolKind::Constant;
    let symbol = pass.declare(Definition { kind, name, node, body: None, exported: true, is_test: false });
    pass.facts.symbol_mut(symbol).parent = None;
}
