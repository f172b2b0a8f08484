//! Names of classes, functions and constants. All but the unqualified ones say which namespace they are
//! in; those are looked up from where they stand.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, SymbolKind};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Mode, Value};

/// A name of one part.
pub(super) fn name(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    if pass.mode == Mode::Name {
        return Value::NONE;
    }
    let bytes = pass.bytes(node);
    match keyword(bytes) {
        Some(keyword) => Value::of(pass.expr(keyword)),
        None if bytes.starts_with(b"__") && bytes.ends_with(b"__") => Value::NONE,
        None => pass.free_name(node),
    }
}

/// `a\b`, `\a\b`, `namespace\b`
pub(super) fn qualified(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    if pass.mode == Mode::Name {
        return Value::NONE;
    }
    let expr = class(pass, node);
    pass.pending(expr, node)
}

/// The expression that the name of a class stands for, without a reference to it.
pub(super) fn class(pass: &mut Pass<'_>, name: Node<'_>) -> ExprId {
    let text = String::from_utf8_lossy(pass.bytes(name));
    named(pass, &text)
}

/// The expression that a name stands for as it is written.
pub(super) fn named(pass: &mut Pass<'_>, written: &str) -> ExprId {
    if let Some(keyword) = keyword(written.as_bytes()) {
        return pass.expr(keyword);
    }
    if let Some(full) = written.strip_prefix('\\') {
        return in_namespace(pass, full);
    }
    let Some((head, below)) = written.split_once('\\') else {
        let name = pass.facts.text(written);
        return pass.expr(Expr::Name(name));
    };
    let prefix = if head.eq_ignore_ascii_case("namespace") {
        namespace(pass).to_owned()
    } else {
        let head_text = pass.facts.text(head);
        match pass.aliases.get(&head_text) {
            Some(&full) => pass.facts.str_of(full).to_owned(),
            None => join(namespace(pass), head),
        }
    };
    in_namespace(pass, &join(&prefix, below))
}

/// The words that stand for the class around, and for its base.
fn keyword(name: &[u8]) -> Option<Expr> {
    let is = |word: &[u8]| name.eq_ignore_ascii_case(word);
    match name.len() {
        4 if is(b"self") => Some(Expr::ThisType),
        6 if is(b"static") => Some(Expr::ThisType),
        6 if is(b"parent") => Some(Expr::Super),
        _ => None,
    }
}

fn in_namespace(pass: &mut Pass<'_>, full: &str) -> ExprId {
    let (namespace, name) = split(full);
    let (namespace, name) = (pass.facts.text(namespace), pass.facts.text(name));
    let namespace = pass.expr(Expr::Package(namespace));
    pass.expr(Expr::Member(namespace, name))
}

/// The namespace of a full name, empty for the global one, and its last part.
pub(super) fn split(full: &str) -> (&str, &str) {
    full.rsplit_once('\\').unwrap_or(("", full))
}

/// Joins parts of a name, of which the first may be empty.
pub(super) fn join(namespace: &str, below: &str) -> String {
    if namespace.is_empty() { below.to_owned() } else { format!("{namespace}\\{below}") }
}

/// The namespace of the code being read.
fn namespace<'p>(pass: &'p Pass<'_>) -> &'p str {
    pass.facts.facts.package.map_or("", |name| pass.facts.str_of(name))
}

/// The name of the class around, which `new self` makes; what a trait's `self` is, its users say.
pub(super) fn own_class(pass: &mut Pass<'_>) -> Option<ExprId> {
    let class = pass.enclosing_type()?;
    let symbol = pass.facts.symbol_mut(class);
    let (name, kind) = (symbol.name, symbol.kind);
    (kind == SymbolKind::Type).then(|| pass.expr(Expr::Name(name)))
}
