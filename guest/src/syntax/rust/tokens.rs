//! Names, paths, calls and struct literals among the tokens of a macro's arguments.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ReferenceKind};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Pending, Value};
use crate::syntax::rust::fields;

/// Tokens that are looked back through for the start of a closure's parameters.
const MAX_PARAMETER_TOKENS: usize = 32;

/// In [`Pass::context`]: inside the arguments of `matches!`, where fields are named by patterns.
const PATTERNS: u16 = 1;

/// Whether the braces that come next are a block.
#[derive(Clone, Copy, Default)]
struct Ahead {
    /// Behind a keyword whose block comes next, in the head of it.
    is_block: bool,
    /// Between `let` and `=` in such a head.
    is_bound: bool,
}

impl Ahead {
    /// Goes over one token.
    fn pass(&mut self, kind: &str, text: &[u8]) {
        *self = match (kind, text) {
            (_, b"if" | b"while" | b"match" | b"in" | b"->") => Self { is_block: true, is_bound: false },
            (_, b"struct" | b"enum" | b"union" | b"trait" | b"impl") => {
                Self { is_block: true, is_bound: false }
            }
            (_, b"let") => Self { is_block: false, is_bound: self.is_block },
            (_, b"=") => Self { is_block: self.is_bound, is_bound: false },
            (_, b"=>" | b";" | b",") => Self::default(),
            ("token_tree", _) if text.starts_with(b"{") => Self::default(),
            _ => return,
        };
    }
}

/// Says of the arguments of `matches!` what they are.
pub(super) fn begin(pass: &mut Pass<'_>, node: Node<'_>) {
    if pass.source.get(..node.start_byte()).is_some_and(|before| before.ends_with(b"matches!")) {
        pass.context |= PATTERNS;
    }
}

/// Refers to what the tokens of one pair of brackets name; inner brackets had their own turn.
pub(super) fn token_tree(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let mut at = 0;
    let mut ahead = Ahead::default();
    while let Some(first) = children.get(at) {
        ahead.pass(first.node.kind(), pass.bytes(first.node));
        at = chain(pass, children, at, ahead);
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
fn chain(pass: &mut Pass<'_>, tokens: &mut [Child<'_>], start: usize, ahead: Ahead) -> usize {
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
            "token_tree" if !ahead.is_block && is_type_name(pass, tokens[at - 1].node) => {
                let Some(made) = struct_fields(pass, tokens, at, value) else { break };
                value = made;
                at += 1;
            }
            _ => break,
        }
    }
    pass.refer(ReferenceKind::Use, value);
    at
}

/// Types and variants begin with a capital, by convention and by the compiler's lint.
fn is_type_name(pass: &Pass<'_>, name: Node<'_>) -> bool {
    name.kind() == "identifier" && pass.bytes(name).first().is_some_and(u8::is_ascii_uppercase)
}

/// Refers to a type and to the fields that the braces behind it name; `None` if they hold something else.
/// The value is what a literal makes.
fn struct_fields(pass: &mut Pass<'_>, tokens: &[Child<'_>], at: usize, of: Value) -> Option<Value> {
    let list = fields::read(pass, tokens[at].node)?;
    let follows = tokens.get(at + 1).map_or(&b""[..], |next| pass.bytes(next.node));
    let is_pattern = list.is_open
        || pass.context & PATTERNS != 0
        || matches!(follows, b"=>" | b"=" | b"|" | b":" | b"if" | b"in");
    let instance = pass.instance(of);
    let kind = if is_pattern { ReferenceKind::Use } else { ReferenceKind::Instantiate };
    pass.refer(kind, of);
    for &name in &list.names {
        if let Some(instance) = instance {
            pass.refer_to_field(instance, name);
        }
    }
    Some(instance.map_or(Value::NONE, Value::of))
}

fn kind_at<'tree>(tokens: &[Child<'tree>], at: usize) -> &'tree str {
    tokens.get(at).map_or("", |child| child.node.kind())
}
