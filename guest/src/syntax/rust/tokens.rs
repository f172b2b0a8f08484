//! Names, paths and calls among the tokens of a macro's arguments.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ReferenceKind};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Pending, Value};

/// Tokens that are looked back through for the start of a closure's parameters.
const MAX_PARAMETER_TOKENS: usize = 32;

/// Refers to what the tokens of one pair of brackets name; inner brackets had their own turn.
pub(super) fn token_tree(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let mut at = 0;
    while at < children.len() {
        at = chain(pass, children, at);
    }
    Value::NONE
}

/// Binds `name: Type` among the parameters of a closure.
pub(super) fn typed_parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let [before @ .., name, colon, of] = children else { return };
    if colon.node.kind() != ":" || name.node.kind() != "identifier" || of.node.kind() != "identifier" {
        return;
    }
    let bars = before.iter().rev().take(MAX_PARAMETER_TOKENS).take_while(|token| token.node.kind() != ";");
    if bars.filter(|token| token.node.kind() == "|").count() % 2 == 1 {
        let instance = pass.instance(of.value);
        let name = pass.text(name.node);
        pass.bind(name, instance);
    }
}

/// Reads one chain of names joined by `.` and `::`, with calls in between; returns where it ends.
fn chain(pass: &mut Pass<'_>, tokens: &mut [Child<'_>], start: usize) -> usize {
    let mut value = tokens[start].value.take();
    let mut at = start + 1;
    if value.expr.is_none() {
        return at;
    }
    // `name = value` and `name: value` name an argument or a field.
    if value.pending == Pending::Yes && matches!(kind_at(tokens, at), "=" | ":") {
        return at;
    }
    loop {
        match kind_at(tokens, at) {
            "." | "::" if kind_at(tokens, at + 1) == "identifier" => {
                pass.refer(ReferenceKind::Use, value);
                let name = tokens[at + 1].node;
                tokens[at + 1].value = Value::NONE;
                let base =
                    if kind_at(tokens, start) == "self" && at == start + 1 && kind_at(tokens, at) == "::" {
                        let text = pass.text(tokens[start].node);
                        Value::of(pass.expr(Expr::Name(text)))
                    } else {
                        value
                    };
                value = pass.member(base, name);
                at += 2;
            }
            "!" if kind_at(tokens, at + 1) == "token_tree" => {
                if at == start + 1 {
                    let name = tokens[start].node;
                    let text = pass.text(name);
                    let expr = pass.expr(Expr::Macro(text));
                    value = pass.pending(expr, name);
                }
                pass.call(value);
                return at + 2;
            }
            "token_tree" if pass.bytes(tokens[at].node).starts_with(b"(") => {
                value = pass.call(value);
                at += 1;
            }
            _ => break,
        }
    }
    pass.refer(ReferenceKind::Use, value);
    at
}

fn kind_at<'tree>(tokens: &[Child<'tree>], at: usize) -> &'tree str {
    tokens.get(at).map_or("", |child| child.node.kind())
}
