//! Types and their members, and what their headers say.

use tree_sitter::Node;

use crate::syntax::csharp::modifiers::Modifiers;
use crate::syntax::csharp::{context, literals, types, value_in};
use crate::syntax::facts::{Expr, LocalSymbol, RelationKind, Subject, SymbolKind, Text};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::rule::{Child, Field, Value, child_in};

/// Opens a class, structure, enumeration or delegate.
pub(super) fn class(pass: &mut Pass<'_>, node: Node<'_>) {
    open_type(pass, node, SymbolKind::Type);
    pass.context = 0;
}

/// Opens an interface.
pub(super) fn interface(pass: &mut Pass<'_>, node: Node<'_>) {
    open_type(pass, node, SymbolKind::Interface);
    pass.context = 0;
}

/// Opens a record, whose header declares its properties.
pub(super) fn record(pass: &mut Pass<'_>, node: Node<'_>) {
    open_type(pass, node, SymbolKind::Type);
    pass.context = context::RECORD;
}

fn open_type(pass: &mut Pass<'_>, node: Node<'_>, kind: SymbolKind) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let modifiers = Modifiers::of(pass, node);
    let name = pass.text(name);
    if let Some(symbol) = open(pass, node, kind, name, &modifiers)
        && modifiers.is_partial
    {
        pass.facts.symbol_mut(symbol).reopened = true;
    }
    types::bind_parameters(pass, node);
}

/// Opens a method, constructor, operator, indexer or local function.
pub(super) fn method(pass: &mut Pass<'_>, node: Node<'_>) {
    let modifiers = Modifiers::of(pass, node);
    let name = method_name(pass, node);
    let is_local = node.kind() == "local_function_statement";
    let kind = if is_local { SymbolKind::Function } else { SymbolKind::Method };
    if let Some(name) = name {
        open(pass, node, kind, name, &modifiers);
    }
    pass.context = 0;
    types::bind_parameters(pass, node);
}

/// The name of a method; operators and the like are called by what they are.
fn method_name(pass: &mut Pass<'_>, node: Node<'_>) -> Option<Text> {
    let after = |pass: &mut Pass<'_>, word: &str, field: Field| {
        let rest = pass.field(node, field).map(|rest| String::from_utf8_lossy(pass.bytes(rest)).into_owned());
        rest.map(|rest| pass.facts.text(&format!("{word}{rest}")))
    };
    match node.kind() {
        "operator_declaration" => after(pass, "operator ", Field::Operator),
        "conversion_operator_declaration" => after(pass, "operator ", Field::Type),
        "destructor_declaration" => after(pass, "~", Field::Name),
        "indexer_declaration" => Some(pass.facts.text("this[]")),
        _ => pass.field(node, Field::Name).map(|name| pass.text(name)),
    }
}

fn open(
    pass: &mut Pass<'_>,
    node: Node<'_>,
    kind: SymbolKind,
    name: Text,
    modifiers: &Modifiers<'_>,
) -> Option<LocalSymbol> {
    let body = body_of(pass, node);
    let (exported, is_test) = (modifiers.is_exported(pass), modifiers.is_test);
    let is_top = pass.definition().is_none();
    let symbol = pass.define(Definition { kind, name, node, body, exported, is_test })?;
    if let Some(start) = modifiers.start {
        pass.start_at(symbol, start, body);
    }
    if is_top {
        pass.place_in_package(symbol);
    }
    Some(symbol)
}

/// What ends the signature of a declaration.
fn body_of<'t>(pass: &Pass<'_>, node: Node<'t>) -> Option<Node<'t>> {
    [Field::Body, Field::Accessors, Field::Value].into_iter().find_map(|field| pass.field(node, field))
}

/// Takes the return type of a method when it was read.
pub(super) fn method_part(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) {
    let is_type = |last: &&Child<'_>| match last.field {
        Field::Returns => true,
        Field::Type => !matches!(node.kind(), "constructor_declaration" | "destructor_declaration"),
        _ => false,
    };
    let Some(last) = children.last().filter(is_type) else { return };
    let gives = pass.instance(last.value);
    if let (Some(symbol), Some(gives)) = (pass.definition(), gives) {
        pass.set_gives(symbol, gives);
    }
}

/// Opens a property or an event with accessors: what they use is used by the property.
pub(super) fn property(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let modifiers = Modifiers::of(pass, node);
    let name = pass.text(name);
    open(pass, node, SymbolKind::Field, name, &modifiers);
    pass.context = 0;
}

/// Takes the type of a property when it was read.
pub(super) fn property_part(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|last| last.field == Field::Type) else { return };
    let gives = pass.instance(last.value);
    if let (Some(symbol), Some(gives)) = (pass.definition(), gives) {
        pass.set_gives(symbol, gives);
        literals::expect(pass, last.value.expr);
    }
}

/// Declares the fields of one declaration.
pub(super) fn fields(pass: &mut Pass<'_>, node: Node<'_>) {
    let modifiers = Modifiers::of(pass, node);
    let is_constant = modifiers.is_const || modifiers.is_static && modifiers.is_readonly;
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Field };
    let exported = modifiers.is_exported(pass);
    let parent = pass.definition();
    for declarator in declarators(node) {
        let Some(name) = pass.field(declarator, Field::Name) else { continue };
        let name = pass.text(name);
        let symbol = pass.declare(Definition { kind, name, node, body: None, exported, is_test: false });
        if let Some(start) = modifiers.start {
            pass.start_at(symbol, start, None);
        }
        pass.assigned.insert((parent, name), Some(symbol));
    }
    pass.context = context::FIELD;
}

fn declarators(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let declaration = node.named_children(&mut cursor).find(|child| child.kind() == "variable_declaration");
    let Some(declaration) = declaration else { return Vec::new() };
    let mut cursor = declaration.walk();
    declaration.named_children(&mut cursor).filter(|child| child.kind() == "variable_declarator").collect()
}

/// Records the type of the fields of one declaration.
pub(super) fn field_types(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declaration = children.iter().find(|child| child.node.kind() == "variable_declaration");
    let declared = declaration.map_or(Value::NONE, |child| child.value);
    let Some(given) = pass.instance(declared) else { return Value::NONE };
    let parent = pass.definition();
    for declarator in declarators(node) {
        let Some(name) = pass.field(declarator, Field::Name) else { continue };
        let name = pass.text(name);
        if let Some(&Some(symbol)) = pass.assigned.get(&(parent, name)) {
            pass.set_gives(symbol, given);
        }
    }
    Value::NONE
}

/// Declares a property that the header of a record names.
pub(super) fn component(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) {
    let declared = value_in(children, Field::Type);
    let given = pass.instance(declared);
    let Some(name) = child_in(children, Field::Name).map(|child| child.node) else { return };
    let name = pass.text(name);
    let exported = pass.definition_exported();
    let kind = SymbolKind::Field;
    let symbol = pass.declare(Definition { kind, name, node, body: None, exported, is_test: false });
    if let Some(given) = given {
        pass.set_gives(symbol, given);
    }
}

/// Declares a member of an enumeration, which is a value of it.
pub(super) fn enum_member(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let parent = pass.definition();
    let exported = pass.definition_exported();
    let modifiers = Modifiers::of(pass, node);
    let name = pass.text(name);
    let kind = SymbolKind::EnumMember;
    let symbol = pass.declare(Definition { kind, name, node, body: None, exported, is_test: false });
    if let Some(start) = modifiers.start {
        pass.start_at(symbol, start, None);
    }
    if let Some(parent) = parent {
        let of = pass.facts.symbol_mut(parent).name;
        let of = pass.expr(Expr::Type(of));
        let gives = pass.expr(Expr::Instance(of));
        pass.set_gives(symbol, gives);
    }
}

/// What follows the colon of a type: one list for the base class and interfaces. An enumeration names
/// its numbers' type there, which is no base.
pub(super) fn bases(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(subject) = pass.definition() else { return Value::NONE };
    for child in children.iter_mut().filter(|child| child.node.kind() != "argument_list") {
        let base = child.value.take();
        pass.relate(RelationKind::Either, Subject::Symbol(subject), base);
    }
    Value::NONE
}
