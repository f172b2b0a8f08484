//! `new`, with and without a type, and initialisers, whose assignments are to members of what is made.

use tree_sitter::Node;

use crate::syntax::csharp::{context, value_in};
use crate::syntax::facts::{Expr, ExprId, ReferenceKind};
use crate::syntax::pass::{Literal, Pass};
use crate::syntax::rule::{Child, Field, Value, child_in, take_first, take_in};

const UNKNOWN: Literal = Literal { instance: None, has_fields: true };

/// Goes where neither an initialiser around nor a declared type says anything.
pub(super) fn clear(pass: &mut Pass<'_>, _: Node<'_>) {
    pass.context &= context::LAMBDA;
    pass.next_literal = None;
}

/// Goes into a lambda.
pub(super) fn lambda(pass: &mut Pass<'_>, _: Node<'_>) {
    pass.context = context::LAMBDA;
    pass.next_literal = None;
}

/// Says what type `new(…)` makes if it comes next.
pub(super) fn expect(pass: &mut Pass<'_>, class: Option<ExprId>) {
    pass.next_literal = class.map(|class| Literal { instance: Some(class), has_fields: true });
}

/// What is returned here is of the type that the definition around gives.
pub(super) fn expect_returned(pass: &mut Pass<'_>, _: Node<'_>) {
    if pass.context & context::LAMBDA != 0 {
        pass.next_literal = None;
        return;
    }
    let gives = pass.definition().and_then(|symbol| pass.facts.symbol_mut(symbol).gives);
    let class = gives.and_then(|gives| match pass.facts.expr_of(gives) {
        Expr::Instance(class) => Some(class),
        _ => None,
    });
    expect(pass, class);
}

/// `new Type(…) { … }`
pub(super) fn begin(pass: &mut Pass<'_>, _: Node<'_>) {
    pass.literals.push(UNKNOWN);
    pass.context = pass.context & context::LAMBDA | context::CREATION;
    pass.next_literal = None;
}

/// Takes the type when it was read.
pub(super) fn part(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if let Some(last) = children.last().filter(|last| last.field == Field::Type)
        && let Some(literal) = pass.literals.last_mut()
    {
        literal.instance = last.value.expr;
    }
}

/// Refers to the type.
pub(super) fn end(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.literals.pop();
    let of = take_in(children, Field::Type);
    pass.instantiate(of)
}

/// `new(…)`, of the type that is expected here.
pub(super) fn begin_implicit(pass: &mut Pass<'_>, _: Node<'_>) {
    let expected = pass.next_literal.take();
    pass.literals.push(expected.unwrap_or(UNKNOWN));
    pass.context = pass.context & context::LAMBDA | context::CREATION;
}

/// Refers to the type that was expected.
pub(super) fn end_implicit(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let Some(class) = pass.literals.pop().and_then(|literal| literal.instance) else { return Value::NONE };
    let of = pass.pending(class, node);
    pass.instantiate(of)
}

/// Goes into an initialiser: of the object being made, or of something nothing is known of.
pub(super) fn initializer(pass: &mut Pass<'_>, _: Node<'_>) {
    let literal = pass.literals.last().copied().filter(|_| pass.context & context::CREATION != 0);
    pass.literals.push(literal.unwrap_or(UNKNOWN));
    pass.context = pass.context & context::LAMBDA | context::INITIALIZER;
    pass.next_literal = None;
}

/// Leaves an initialiser.
pub(super) fn initialized(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    pass.literals.pop();
    Value::NONE
}

/// Tells an assignment to a member of what is being made from any other.
pub(super) fn assignment(pass: &mut Pass<'_>, _: Node<'_>) {
    let is_member = pass.context & context::INITIALIZER != 0;
    pass.context &= context::LAMBDA;
    if is_member {
        pass.context |= context::MEMBER;
    }
    pass.next_literal = None;
}

/// Refers to the member that is assigned to; its name is that of no local.
pub(super) fn assigned(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let right = value_in(children, Field::Right).expr.map_or(Value::NONE, Value::of);
    if pass.context & context::MEMBER == 0 {
        return right;
    }
    let Some(left) = child_in(children, Field::Left).filter(|left| left.node.kind() == "identifier") else {
        return right;
    };
    left.value = Value::NONE;
    let name = left.node;
    if let Some(class) = pass.literals.last().and_then(|literal| literal.instance) {
        let instance = pass.expr(Expr::Instance(class));
        pass.refer_to_field(instance, name);
    }
    right
}

/// `new { Name = value, other.Name }`: the names before `=` are those of a type without one.
pub(super) fn anonymous(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    for index in 1..children.len() {
        if children[index].node.kind() == "=" {
            children[index - 1].value = Value::NONE;
        }
    }
    Value::NONE
}

/// `value with { Name = … }`
pub(super) fn with_initializer(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let Some(name) = children.first_mut() {
        name.value = Value::NONE;
    }
    // The rest is used by itself.
    let value = take_first(&mut children[..]);
    pass.refer(ReferenceKind::Use, value);
    Value::NONE
}
