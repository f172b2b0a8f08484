//! Functions: declared, assigned, and written in place.

use tree_sitter::Node;

use crate::syntax::ecmascript::{context, literals};
use crate::syntax::facts::{Expr, LocalSymbol, Operation, SymbolKind};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::rule::{Child, Field, Value, child_in};

/// `function name() {}`
pub(super) fn declaration(pass: &mut Pass<'_>, node: Node<'_>) {
    pass.callee = None;
    let is_export = pass.context & context::EXPORT != 0;
    let is_named = open(pass, node, is_export);
    enter(pass, is_named, true);
}

/// `function name();`: an overload of what follows, unless it is ambient.
pub(super) fn signature(pass: &mut Pass<'_>, node: Node<'_>) {
    let is_ambient = pass.context & context::AMBIENT != 0 || pass.path.ends_with(".d.ts");
    let is_export = pass.context & context::EXPORT != 0;
    let is_first = is_ambient && first_of_its_name(pass, node);
    let is_named = is_first && open(pass, node, is_export);
    enter(pass, is_named, true);
}

/// A function without a declaration: a definition only if what it is assigned to was defined for it.
pub(super) fn closure(pass: &mut Pass<'_>, node: Node<'_>) {
    let is_named = pass.context & context::NAMED != 0;
    let is_method = is_named && pass.definition_kind() == Some(SymbolKind::Method);
    enter(pass, is_named, node.kind() != "arrow_function" && !is_method);
    if is_method && node.kind() != "arrow_function" {
        pass.context &= !context::FOREIGN_THIS;
    }
}

/// Goes into a function: `is_own` if it is the innermost definition.
pub(super) fn enter(pass: &mut Pass<'_>, is_own: bool, is_foreign_this: bool) {
    pass.context = (pass.context & !context::OUTER) | context::LOCAL;
    if is_own {
        pass.context |= context::OWN_FUNCTION;
    }
    if is_foreign_this {
        pass.context |= context::FOREIGN_THIS;
    }
}

/// Whether no earlier signature in the same place has the name.
pub(super) fn first_of_its_name(pass: &mut Pass<'_>, node: Node<'_>) -> bool {
    let Some(name) = pass.field(node, Field::Name) else { return false };
    let key = (pass.definition(), pass.text(name));
    pass.assigned.insert(key, None).is_none()
}

fn open(pass: &mut Pass<'_>, node: Node<'_>, exported: bool) -> bool {
    let name = pass.field(node, Field::Name).map(|name| pass.text(name));
    let name = name.unwrap_or_else(|| pass.facts.text("default"));
    let body = pass.field(node, Field::Body);
    let kind = SymbolKind::Function;
    pass.define(Definition { kind, name, node, body, exported, is_test: false }).is_some()
}

/// The innermost definition, if the function being read is it.
fn own(pass: &Pass<'_>) -> Option<LocalSymbol> {
    pass.definition().filter(|_| pass.context & context::OWN_FUNCTION != 0)
}

/// Notes what a `return` gives to the function around.
pub(super) fn returned(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = own(pass).and_then(|function| pass.facts.symbol_mut(function).gives);
    if let Some(value) = children.first() {
        let expected = pass.operation(declared, Operation::Await);
        literals::expect(pass, value.node, expected);
    }
    let given = children.first().and_then(|child| pass.known(child.value));
    if let (Some(function), Some(given)) = (own(pass), given) {
        pass.note_result(function, given);
    }
    Value::NONE
}

/// Records what a function gives whose header does not say it; one in place stands for that.
pub(super) fn end(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let body = child_in(children, Field::Body).filter(|body| body.node.kind() != "statement_block");
    let body = body.map(|body| (body.node, body.value));
    let declared = child_in(children, Field::ReturnType).and_then(|declared| pass.instance(declared.value));
    if let Some((body, _)) = body {
        let expected = pass.operation(declared, Operation::Await);
        literals::expect(pass, body, expected);
    }
    let given = body.and_then(|(_, value)| pass.known(value));
    let Some(function) = own(pass) else {
        return given.map_or(Value::NONE, |given| Value::of(pass.expr(Expr::Function(given))));
    };
    if let Some(given) = given {
        pass.note_result(function, given);
    }
    let first = node.child(0).map_or("", |first| first.kind());
    if !node.kind().starts_with("generator") {
        pass.complete_result(function);
    }
    if let (Some(gives), "get") = (pass.facts.symbol_mut(function).gives, first) {
        let gives = pass.expr(Expr::Property(gives));
        pass.set_gives(function, gives);
    }
    Value::NONE
}

/// Takes the return type when it was read, and binds the one parameter of an arrow function.
pub(super) fn part(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    match children.last().map(|last| last.field) {
        Some(Field::Parameter) => {
            let passed = pass.passed(0);
            pass.bind_pattern(passed);
            pass.callee = None;
        }
        Some(Field::Parameters) => {
            pass.callee = None;
            let takes = child_in(children, Field::Parameters).and_then(|parameters| parameters.value.expr);
            if let (Some(symbol), Some(takes)) = (own(pass), takes) {
                pass.facts.symbol_mut(symbol).takes = Some(takes);
            }
        }
        Some(Field::ReturnType) if pass.context & context::OWN_FUNCTION != 0 => {
            let declared = child_in(children, Field::ReturnType).map(|child| child.value);
            let gives = declared.and_then(|declared| pass.instance(declared));
            if let (Some(symbol), Some(gives)) = (pass.definition(), gives) {
                pass.set_gives(symbol, gives);
            }
        }
        _ => {}
    }
}
