//! Assignments: the first one to a name of a module or class defines it, and so does the first one to
//! an attribute of the receiver; in functions they bind local names.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, LocalSymbol, Operation, SymbolKind, Text};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::python::{context, define};
use crate::syntax::rule::{Child, Field, Value, child_in};
use crate::syntax::scope::Bound;

/// Defines the variables of a module and the fields of a class; what the value of a variable uses is
/// used by the variable.
pub(super) fn begin(pass: &mut Pass<'_>, node: Node<'_>) {
    pass.context &= !context::BASES;
    let place = place(pass);
    let (parent, kind): (_, fn(&Pass<'_>, &[u8]) -> SymbolKind) = match place {
        Place::Module => (None, module_kind),
        Place::Class(class) => (Some(class), class_kind),
        Place::Function => return,
    };
    let Some(left) = pass.field(node, Field::Left) else { return };
    for name in names_in(left) {
        let symbol = declare(pass, name, node, parent, kind);
        if let (Some(variable), Place::Module, "identifier") = (symbol, place, left.kind()) {
            pass.open(variable);
        }
    }
}

/// Says what was assigned: to the definition if there is one, to the local name otherwise.
pub(super) fn finish(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = child_in(children, Field::Type).map_or(Value::NONE, |child| child.value);
    let right = child_in(children, Field::Right).map_or(Value::NONE, |child| child.value);
    let given = pass.instance(declared).or_else(|| pass.known(right));
    if let Some(left) = child_in(children, Field::Left) {
        match left.node.kind() {
            "identifier" => assign_name(pass, left.node, given),
            "attribute" => assign_attribute(pass, left, node, given),
            "subscript" => {}
            _ if place(pass) == Place::Function => unpack(pass, left.node, node, given),
            _ => {}
        }
    }
    right.expr.map_or(Value::NONE, Value::of)
}

fn assign_name(pass: &mut Pass<'_>, name: Node<'_>, given: Option<ExprId>) {
    let text = pass.text(name);
    match place(pass) {
        Place::Module => add_gives(pass, None, text, given),
        Place::Class(class) => {
            let is_enum = pass.context & context::ENUM != 0;
            let given = if is_enum { Some(instance_of(pass, class)) } else { given };
            add_gives(pass, Some(class), text, given);
        }
        Place::Function => bind_local(pass, text, given),
    }
}

/// Binds a local name, unless a `global` statement made it one of the module.
fn bind_local(pass: &mut Pass<'_>, name: Text, given: Option<ExprId>) {
    if !matches!(pass.scopes.find(name), Some(Bound::Alias(_))) {
        pass.bind(name, given);
    }
}

/// A member of an enumeration is an instance of it.
fn instance_of(pass: &mut Pass<'_>, class: LocalSymbol) -> ExprId {
    let name = pass.facts.symbol_mut(class).name;
    let name = pass.expr(Expr::Name(name));
    pass.expr(Expr::Instance(name))
}

fn assign_attribute(pass: &mut Pass<'_>, left: &mut Child<'_>, node: Node<'_>, given: Option<ExprId>) {
    let Some(Expr::Member(base, text)) = left.value.expr.map(|expr| pass.facts.expr_of(expr)) else { return };
    if !matches!(pass.facts.expr_of(base), Expr::This | Expr::ThisType) {
        return;
    }
    let Some(class) = pass.enclosing_type() else { return };
    let Some(name) = pass.field(left.node, Field::Attribute) else { return };
    if declare(pass, name, node, Some(class), |_, _| SymbolKind::Field).is_some() {
        left.value.take();
    }
    add_gives(pass, Some(class), text, given);
}

/// Binds the names of a target with several parts, and defines the fields of the receiver among them.
fn unpack(pass: &mut Pass<'_>, left: Node<'_>, node: Node<'_>, given: Option<ExprId>) {
    let mut cursor = left.walk();
    for part in left.named_children(&mut cursor).filter(|part| part.kind() == "attribute") {
        let (Some(object), Some(name)) =
            (pass.field(part, Field::Object), pass.field(part, Field::Attribute))
        else {
            continue;
        };
        let object = pass.text(object);
        let is_this = matches!(pass.scopes.find(object), Some(Bound::Value(expr)) if pass.facts.expr_of(expr) == Expr::This);
        if let Some(class) = pass.enclosing_type().filter(|_| is_this) {
            declare(pass, name, node, Some(class), |_, _| SymbolKind::Field);
        }
    }
    for name in names_in(left) {
        let text = pass.text(name);
        bind_local(pass, text, None);
    }
    bind_target(pass, left, given);
}

/// Binds the names of a target that something is known of: parts of the value if the target has several.
pub(super) fn bind_target(pass: &mut Pass<'_>, target: Node<'_>, value: Option<ExprId>) {
    if value.is_none() {
        return;
    }
    let mut open = vec![(target, value)];
    while let Some((node, value)) = open.pop() {
        match node.kind() {
            "identifier" => {
                let name = pass.text(node);
                if let Some(value) = value.filter(|&value| pass.facts.expr_of(value) != Expr::Unknown) {
                    bind_local(pass, name, Some(value));
                }
            }
            "as_pattern_target" | "parenthesized_expression" => {
                open.extend(node.named_child(0).map(|inner| (inner, value)));
            }
            "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list" => {
                let mut cursor = node.walk();
                for (index, part) in node.named_children(&mut cursor).enumerate() {
                    let Ok(index) = u8::try_from(index) else { break };
                    if part.kind() == "list_splat_pattern" {
                        break;
                    }
                    let part_value = pass.operation(value, Operation::Part(index));
                    open.push((part, part_value));
                }
            }
            _ => {}
        }
    }
}

/// Defines a variable or field unless its place has the name already.
fn declare(
    pass: &mut Pass<'_>,
    name: Node<'_>,
    node: Node<'_>,
    parent: Option<LocalSymbol>,
    kind: fn(&Pass<'_>, &[u8]) -> SymbolKind,
) -> Option<LocalSymbol> {
    let text = pass.text(name);
    if pass.assigned.contains_key(&(parent, text)) {
        return None;
    }
    let bytes = pass.bytes(name);
    let kind = kind(pass, bytes);
    let exported = define::is_public(bytes);
    let symbol = pass.declare(Definition { kind, name: text, node, body: None, exported, is_test: false });
    let within = parent.is_none_or(|parent| pass.facts.symbol_mut(parent).exported);
    let fact = pass.facts.symbol_mut(symbol);
    fact.parent = parent;
    fact.exported = exported && within;
    pass.assigned.insert((parent, text), Some(symbol));
    Some(symbol)
}

/// Completes a definition whose first assignment said nothing of its type.
fn add_gives(pass: &mut Pass<'_>, parent: Option<LocalSymbol>, name: Text, given: Option<ExprId>) {
    if let (Some(&Some(symbol)), Some(given)) = (pass.assigned.get(&(parent, name)), given) {
        pass.complete_gives(symbol, given);
    }
}

fn module_kind(_: &Pass<'_>, name: &[u8]) -> SymbolKind {
    let is_constant = name.iter().any(u8::is_ascii_uppercase) && !name.iter().any(u8::is_ascii_lowercase);
    if is_constant { SymbolKind::Constant } else { SymbolKind::Variable }
}

fn class_kind(pass: &Pass<'_>, _: &[u8]) -> SymbolKind {
    if pass.context & context::ENUM == 0 { SymbolKind::Field } else { SymbolKind::EnumMember }
}

/// Where an assignment stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Only the module is around, or the variable whose value is being read.
    Module,
    /// Directly in this class.
    Class(LocalSymbol),
    Function,
}

fn place(pass: &Pass<'_>) -> Place {
    match (pass.definition(), pass.definition_kind()) {
        (None, _) | (_, Some(SymbolKind::Variable | SymbolKind::Constant)) => Place::Module,
        (Some(class), Some(kind)) if kind.is_type() => Place::Class(class),
        _ => Place::Function,
    }
}

/// The names a target binds: not those in attributes and subscripts.
pub(super) fn names_in(target: Node<'_>) -> Vec<Node<'_>> {
    let mut names = Vec::new();
    let mut open = vec![target];
    while let Some(node) = open.pop() {
        match node.kind() {
            "identifier" => names.push(node),
            "attribute" | "subscript" => {}
            _ => {
                let mut cursor = node.walk();
                let first = open.len();
                open.extend(node.named_children(&mut cursor));
                open[first..].reverse();
            }
        }
    }
    names
}
