//! Local variables: parameters, assignments, closures. Those of the file itself are definitions.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, Operation, ReferenceKind, SymbolKind, Text};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::php::{context, docs, value_in};
use crate::syntax::rule::{Child, Field, Mode, Pending, Value, child_in};
use crate::syntax::scope::Bound;

/// Whether the code being read runs with the file, so that its variables are global.
fn is_global(pass: &Pass<'_>) -> bool {
    pass.context & context::CLOSURE == 0 && matches!(pass.definition_kind(), None | Some(SymbolKind::Module))
}

/// `$name`
pub(super) fn variable(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    if pass.mode == Mode::Name {
        return Value::NONE;
    }
    if pass.bytes(node) == b"$this" {
        return Value::of(pass.expr(Expr::This));
    }
    let text = pass.text(node);
    let bound = pass.scopes.find(text);
    match bound {
        Some(Bound::Alias(expr)) => pass.pending(expr, node),
        Some(Bound::Value(expr)) => {
            refer_to_global(pass, text, node);
            Value { pending: Pending::IfCalled, ..pass.pending(expr, node) }
        }
        Some(Bound::Unknown) => {
            refer_to_global(pass, text, node);
            Value::of(pass.expr(Expr::Unknown))
        }
        None if is_global(pass) => {
            let expr = pass.expr(Expr::Name(text));
            pass.pending(expr, node)
        }
        None => Value::of(pass.expr(Expr::Unknown)),
    }
}

/// Refers to a variable of the file, whatever it holds here.
fn refer_to_global(pass: &mut Pass<'_>, name: Text, node: Node<'_>) {
    if is_global(pass) && pass.assigned.contains_key(&(None, name)) {
        let expr = pass.expr(Expr::Name(name));
        pass.refer_at(ReferenceKind::Use, expr, node);
    }
}

/// Defines the variable of the file that is assigned to for the first time.
pub(super) fn begin_assignment(pass: &mut Pass<'_>, node: Node<'_>) {
    if !is_global(pass) {
        return;
    }
    let Some(left) = pass.field(node, Field::Left).filter(|left| left.kind() == "variable_name") else {
        return;
    };
    let name = pass.text(left);
    if pass.bytes(left) == b"$this" || pass.assigned.contains_key(&(None, name)) {
        return;
    }
    let comment = docs::comment_before(pass, node);
    let kind = SymbolKind::Variable;
    let symbol = pass.declare(Definition { kind, name, node, body: None, exported: true, is_test: false });
    docs::describe(pass, symbol, comment);
    let given = comment.and_then(docs::variable).and_then(|(class, _)| docs::instance(pass, class));
    if let Some(given) = given {
        pass.set_gives(symbol, given);
        pass.bind(name, Some(given));
    }
    pass.facts.symbol_mut(symbol).parent = None;
    pass.assigned.insert((None, name), Some(symbol));
}

/// `left = right`
pub(super) fn assignment(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let right = child_in(children, Field::Right).map(|child| (child.node, child.value));
    let documented = docs::comment_before(pass, node).and_then(docs::variable);
    let documented = documented.and_then(|(class, _)| docs::instance(pass, class));
    let (right_node, right) = right.unzip();
    let right = right.unwrap_or(Value::NONE);
    let given = documented.or_else(|| pass.known(right));
    let is_null = right_node.is_some_and(|right| right.kind() == "null");
    if let Some(left) = child_in(children, Field::Left) {
        match left.node.kind() {
            "variable_name" => {
                left.value = Value::NONE;
                let name = left.node;
                assign_variable(pass, name, given, is_null);
            }
            "member_access_expression" | "scoped_property_access_expression" => {
                assign_property(pass, left.value, given);
            }
            "list_literal" => {
                let names = left.node;
                bind_all(pass, names);
            }
            _ => {}
        }
    }
    right.expr.map_or(Value::NONE, Value::of)
}

fn assign_variable(pass: &mut Pass<'_>, name: Node<'_>, given: Option<ExprId>, is_null: bool) {
    let text = pass.text(name);
    let bound = pass.scopes.find(text);
    if let (true, Some(&Some(symbol)), Some(given)) =
        (is_global(pass), pass.assigned.get(&(None, text)), given)
    {
        pass.complete_gives(symbol, given);
    }
    // What `global` names stays what it is, and `null` says nothing of what comes later.
    if !matches!(bound, Some(Bound::Alias(_))) && (!is_null || bound.is_none()) {
        pass.bind(text, given);
    }
}

/// Completes a property whose declaration said nothing of its type.
fn assign_property(pass: &mut Pass<'_>, property: Value, given: Option<ExprId>) {
    let Some(Expr::Member(base, name)) = property.expr.map(|expr| pass.facts.expr_of(expr)) else { return };
    if !matches!(pass.facts.expr_of(base), Expr::This | Expr::ThisType) {
        return;
    }
    let class = pass.enclosing_type();
    if let (Some(&Some(symbol)), Some(given)) = (pass.assigned.get(&(class, name)), given) {
        pass.complete_gives(symbol, given);
    }
}

/// `$name ??= value` says what a variable of unknown type is.
pub(super) fn augmented(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let is_default = pass.field(node, Field::Operator).is_some_and(|operator| operator.kind() == "??=");
    if !is_default {
        return Value::NONE;
    }
    let (left, right) = (value_in(children, Field::Left), value_in(children, Field::Right));
    let given = pass.known(right);
    if let Some(left) = child_in(children, Field::Left) {
        match left.node.kind() {
            "variable_name" if pass.known(left.value).is_none() => {
                let name = pass.text(left.node);
                pass.bind(name, given);
            }
            "member_access_expression" | "scoped_property_access_expression" => {
                assign_property(pass, left.value, given);
            }
            _ => {}
        }
    }
    left.expr.or(right.expr).map_or(Value::NONE, Value::of)
}

/// `left ?? right` gives one of both; `left instanceof right` says what `left` is.
pub(super) fn binary(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let operator = pass.field(node, Field::Operator).map_or("", |operator| operator.kind());
    let (left, right) = (value_in(children, Field::Left), value_in(children, Field::Right));
    match operator {
        "??" => pass.known(left).or(right.expr).map_or(Value::NONE, Value::of),
        "instanceof" => {
            let variable = child_in(children, Field::Left).map(|child| child.node);
            let variable = variable.filter(|variable| variable.kind() == "variable_name");
            if let Some(variable) = variable.filter(|_| pass.known(left).is_none()) {
                let given = pass.instance(right);
                let name = pass.text(variable);
                pass.bind(name, given);
            }
            Value::NONE
        }
        _ => Value::NONE,
    }
}

/// Binds the variables that a comment gives a class: `/** @var Foo $foo */`.
pub(super) fn annotated(pass: &mut Pass<'_>, node: Node<'_>) {
    let comment = pass.bytes(node);
    if !comment.starts_with(b"/**") || comment.len() > 512 {
        return;
    }
    if let Some((class, Some(name))) = docs::variable(comment)
        && let Some(given) = docs::instance(pass, class)
    {
        let name = pass.facts.text(name);
        pass.bind(name, Some(given));
    }
}

/// Binds the parameters that a function's comment gives a class.
pub(super) fn bind_documented(pass: &mut Pass<'_>, comment: &[u8]) {
    for (class, name) in docs::parameters(comment) {
        let given = docs::instance(pass, class);
        let name = pass.facts.text(name);
        pass.bind(name, given);
    }
}

/// What the declaration or the comment says of a parameter.
pub(super) fn parameter_type(pass: &mut Pass<'_>, children: &mut [Child<'_>]) -> Option<ExprId> {
    let declared = value_in(children, Field::Type);
    let declared = pass.instance(declared);
    declared.or_else(|| {
        let name = parameter_name(children)?;
        let name = pass.text(name);
        match pass.scopes.find(name)? {
            Bound::Value(documented) => Some(documented),
            _ => None,
        }
    })
}

/// The variable of a parameter.
pub(super) fn parameter_name<'t>(children: &mut [Child<'t>]) -> Option<Node<'t>> {
    let name = child_in(children, Field::Name)?.node;
    if name.kind() == "by_ref" { name.named_child(0) } else { Some(name) }
}

/// `Type $name = default`
pub(super) fn parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let given = parameter_type(pass, children);
    if let Some(name) = parameter_name(children) {
        let name = pass.text(name);
        pass.bind(name, given);
    }
    Value::NONE
}

/// `Type ...$name`, an array.
pub(super) fn variadic(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = value_in(children, Field::Type);
    let given = pass.instance(declared).map(|element| docs::array_of(pass, element));
    if let Some(name) = parameter_name(children) {
        let name = pass.text(name);
        pass.bind(name, given);
    }
    Value::NONE
}

/// `function (…) use ($a, &$b) { … }` sees of the variables around it only those it names.
pub(super) fn closure(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut cursor = node.walk();
    let used = node.named_children(&mut cursor).find(|child| child.kind() == "anonymous_function_use_clause");
    let names = used.map(variables_in).unwrap_or_default();
    let mut bindings = Vec::with_capacity(names.len());
    for name in names {
        let name = pass.text(name);
        bindings.push((name, pass.scopes.find(name)));
    }
    pass.context |= context::CLOSURE;
    pass.scopes.raise_barrier();
    for (name, bound) in bindings {
        pass.scopes.bind(name, bound.unwrap_or(Bound::Unknown));
    }
}

/// Binds before the body is read: the variable, or the last one of `$key => $value`, gets the elements.
pub(super) fn each(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let [subject, .., last] = children else { return };
    if last.field == Field::Body {
        return;
    }
    last.value = Value::NONE;
    let target = last.node;
    bind_all(pass, target);
    let value = match target.kind() {
        "pair" => target.named_child(target.named_child_count().saturating_sub(1) as u32),
        _ => Some(target),
    };
    let value =
        value.and_then(|value| if value.kind() == "by_ref" { value.named_child(0) } else { Some(value) });
    if let Some(name) = value.filter(|value| value.kind() == "variable_name") {
        let of = subject.value.expr.filter(|&of| !is_of_function(pass, of));
        let element = pass.operation(of, Operation::Iterate);
        let name = pass.text(name);
        pass.bind(name, element);
    }
}

/// Whether a value comes from calling a function by its name. Those of the language work on arrays of
/// anything, so that nothing can be said of the elements.
fn is_of_function(pass: &Pass<'_>, value: ExprId) -> bool {
    match pass.facts.expr_of(value) {
        Expr::Call(callee) => matches!(pass.facts.expr_of(callee), Expr::Name(_)),
        _ => false,
    }
}

/// `array[key]`
pub(super) fn element(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = children.first().and_then(|array| array.value.expr);
    let of = of.filter(|&of| !is_of_function(pass, of));
    pass.operation(of, Operation::Index).map_or(Value::NONE, Value::of)
}

/// `catch (Type $name)`
pub(super) fn caught(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(name) = children.last().filter(|last| last.field == Field::Name).map(|last| last.node) else {
        return;
    };
    let declared = value_in(children, Field::Type);
    let given = pass.instance(declared);
    let name = pass.text(name);
    pass.bind(name, given);
}

/// `global $a, $b;`
pub(super) fn global(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    for child in children.iter().filter(|child| child.node.kind() == "variable_name") {
        let name = pass.text(child.node);
        let expr = pass.expr(Expr::Name(name));
        pass.scopes.bind(name, Bound::Alias(expr));
    }
    Value::NONE
}

/// `static $name = value;`
pub(super) fn static_variable(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let value = value_in(children, Field::Value);
    let given = pass.known(value);
    if let Some(name) = child_in(children, Field::Name).map(|child| child.node) {
        let name = pass.text(name);
        pass.bind(name, given);
    }
    Value::NONE
}

fn bind_all(pass: &mut Pass<'_>, target: Node<'_>) {
    for name in variables_in(target) {
        let name = pass.text(name);
        pass.bind(name, None);
    }
}

/// The variables that a target names, not those in what it reads.
fn variables_in(target: Node<'_>) -> Vec<Node<'_>> {
    let (mut names, mut open) = (Vec::new(), vec![target]);
    while let Some(node) = open.pop() {
        match node.kind() {
            "variable_name" => names.push(node),
            "list_literal" | "pair" | "by_ref" | "anonymous_function_use_clause" => {
                let mut cursor = node.walk();
                let first = open.len();
                open.extend(node.named_children(&mut cursor));
                open[first..].reverse();
            }
            _ => {}
        }
    }
    names
}
