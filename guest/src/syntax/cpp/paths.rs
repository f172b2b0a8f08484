//! Qualified names. The grammar nests them to the right, `a::(b::c)`, so that only the outermost node
//! knows where the path begins: it reads the whole path, the inner ones read nothing.

use tree_sitter::Node;

use crate::syntax::cpp::names;
use crate::syntax::facts::{Expr, ReferenceKind};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, Mode, Value, child_in, take_in};
use crate::syntax::scope::Bound;

/// Parts of a path that are read.
const MAX_PARTS: usize = 24;

/// `a::b::c`, as a type or as a value.
pub(super) fn qualified(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let Some(scope) = child_in(children, Field::Scope) {
        scope.value = Value::NONE;
    }
    // A smart pointer: what it holds was found inside.
    let held = take_in(children, Field::Name);
    if held.expr.is_some() || pass.mode == Mode::Name {
        return held;
    }
    path(pass, node)
}

/// Reads a path and refers to all that it passes through.
fn path(pass: &mut Pass<'_>, node: Node<'_>) -> Value {
    let mut at = node;
    let mut base: Option<Value> = None;
    for _ in 0..MAX_PARTS {
        let is_inner = at.kind() == "qualified_identifier";
        let part = if is_inner { pass.field(at, Field::Scope) } else { Some(at) };
        if let Some(part) = part {
            let name = pass.field(part, Field::Name).unwrap_or(part);
            base = Some(match base {
                None => pass.name(name),
                Some(base) => {
                    if pass.bytes(node).get(..5) != Some(b"std::") {
                        pass.refer(ReferenceKind::Use, base);
                    }
                    pass.member(base, name)
                }
            });
        }
        match pass.field(at, Field::Name).filter(|_| is_inner) {
            Some(next) => at = next,
            None => break,
        }
    }
    base.unwrap_or(Value::NONE)
}

/// `T<A>`: the template itself, or what it holds.
pub(super) fn template(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let held = child_in(children, Field::Arguments).and_then(|arguments| arguments.value.expr);
    let Some(name) = child_in(children, Field::Name) else { return Value::NONE };
    match held {
        Some(held) if names::is_wrapper(pass.bytes(name.node)) => {
            name.value = Value::NONE;
            Value::of(held)
        }
        _ => name.value.take(),
    }
}

/// `using a::b;` makes `b` stand for the path. `using namespace` says nothing of single names.
pub(super) fn using(pass: &mut Pass<'_>, node: Node<'_>) {
    let text = pass.bytes(node);
    let text = text.strip_prefix(b"using").unwrap_or(text).trim_ascii().trim_ascii_end();
    let text = String::from_utf8_lossy(text.strip_suffix(b";").unwrap_or(text));
    let parts: Vec<&str> = text.split("::").map(str::trim).filter(|part| !part.is_empty()).collect();
    let is_path = parts.iter().all(|part| part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
    if parts.len() < 2 || parts.len() > MAX_PARTS || !is_path {
        return;
    }
    let mut expr = None;
    for part in &parts {
        let name = pass.facts.text(part);
        expr = Some(match expr {
            None => pass.expr(Expr::Name(name)),
            Some(base) => pass.expr(Expr::Member(base, name)),
        });
    }
    if let (Some(expr), Some(last)) = (expr, parts.last()) {
        let local = pass.facts.text(last);
        pass.scopes.bind(local, Bound::Alias(expr));
    }
}
