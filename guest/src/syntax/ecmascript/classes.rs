//! Classes, interfaces, enumerations, namespaces and their members.

use tree_sitter::Node;

use crate::syntax::ecmascript::{context, functions, literals, value_in};
use crate::syntax::facts::{Expr, ExprId, LocalSymbol, RelationKind, Subject, SymbolKind, Text};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::rule::{Child, Field, Value, child_in};

/// Opens a class, unless what it is assigned to was defined for it.
pub(super) fn class(pass: &mut Pass<'_>, node: Node<'_>) {
    if pass.context & context::NAMED == 0 {
        open(pass, node, SymbolKind::Type, "anonymous");
    }
    pass.context = (pass.context & context::AMBIENT) | context::CLASS;
}

/// Opens an interface.
pub(super) fn interface(pass: &mut Pass<'_>, node: Node<'_>) {
    open(pass, node, SymbolKind::Interface, "default");
    pass.context = context::MEMBERS;
}

/// Opens `type Name = …`; the members of an object type are its members.
pub(super) fn alias(pass: &mut Pass<'_>, node: Node<'_>) {
    open(pass, node, SymbolKind::Type, "default");
    pass.context = context::MEMBERS;
}

/// Records what a type alias stands for.
pub(super) fn alias_target(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let target = value_in(children, Field::Value);
    if let (Some(symbol), Some(target)) = (pass.definition(), pass.known(target)) {
        pass.set_gives(symbol, target);
    }
    Value::NONE
}

/// Opens an enumeration.
pub(super) fn enumeration(pass: &mut Pass<'_>, node: Node<'_>) {
    open(pass, node, SymbolKind::Type, "default");
    pass.context &= !context::OUTER;
}

/// Opens a namespace or the declaration of a module; `declare global` has no name.
pub(super) fn namespace(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let bytes = pass.bytes(name);
    let name = pass.text_of(unquoted(bytes));
    let exported = pass.context & (context::EXPORT | context::AMBIENT) != 0;
    let body = pass.field(node, Field::Body);
    pass.define(Definition { kind: SymbolKind::Module, name, node, body, exported, is_test: false });
    pass.context = (pass.context & !context::OUTER) | context::NAMESPACE;
}

/// Takes the quotes off a name or specifier.
pub(super) fn unquoted(name: &[u8]) -> &[u8] {
    match name {
        [b'"' | b'\'' | b'`', inner @ .., b'"' | b'\'' | b'`'] => inner,
        _ => name,
    }
}

fn open(pass: &mut Pass<'_>, node: Node<'_>, kind: SymbolKind, unnamed: &str) {
    let name = pass.field(node, Field::Name).map(|name| pass.text(name));
    let name = name.unwrap_or_else(|| pass.facts.text(unnamed));
    let exported = pass.context & context::EXPORT != 0;
    let body = pass.field(node, Field::Body);
    let symbol = pass.define(Definition { kind, name, node, body, exported, is_test: false });
    if let Some(symbol) = symbol {
        start_after_decorators(pass, symbol, node, body);
    }
}

fn start_after_decorators(pass: &mut Pass<'_>, symbol: LocalSymbol, node: Node<'_>, body: Option<Node<'_>>) {
    let mut cursor = node.walk();
    let mut children = node.children(&mut cursor).skip_while(|child| child.kind() == "decorator");
    if let Some(first) = children.next().filter(|first| first.start_byte() > node.start_byte()) {
        pass.start_at(symbol, first, body);
    }
}

/// `extends` of JavaScript, which has no clause of its own.
pub(super) fn heritage(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    for child in children.iter_mut().filter(|child| !child.node.kind().ends_with("_clause")) {
        let base = child.value.take();
        relate(pass, RelationKind::Extends, base);
    }
    Value::NONE
}

/// `extends A, B`
pub(super) fn extends(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    for child in children.iter_mut().filter(|child| child.field != Field::TypeArguments) {
        let base = child.value.take();
        relate(pass, RelationKind::Extends, base);
    }
    Value::NONE
}

/// `implements A, B`
pub(super) fn implements(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    for child in children {
        let base = child.value.take();
        relate(pass, RelationKind::Implements, base);
    }
    Value::NONE
}

fn relate(pass: &mut Pass<'_>, kind: RelationKind, base: Value) {
    let is_type = pass.definition_kind().is_some_and(SymbolKind::is_type);
    if let Some(symbol) = pass.definition().filter(|_| is_type) {
        pass.relate(kind, Subject::Symbol(symbol), base);
    }
}

/// A method with a body, in a class or in an object that has members.
pub(super) fn method(pass: &mut Pass<'_>, node: Node<'_>) {
    let is_member = pass.context & (context::CLASS | context::MEMBERS) != 0;
    open_method(pass, node, is_member);
    if is_member {
        pass.context &= !context::FOREIGN_THIS;
    }
}

/// A method without a body: in a class, an overload of what follows, unless it is ambient.
pub(super) fn method_signature(pass: &mut Pass<'_>, node: Node<'_>) {
    let is_class = pass.context & context::CLASS != 0;
    let is_ambient = pass.context & context::AMBIENT != 0 || pass.path.ends_with(".d.ts");
    let is_member = pass.context & context::MEMBERS != 0 || (is_class && is_ambient);
    let is_first = is_member && functions::first_of_its_name(pass, node);
    open_method(pass, node, is_first);
}

/// `abstract name();`
pub(super) fn abstract_method(pass: &mut Pass<'_>, node: Node<'_>) {
    let is_first = functions::first_of_its_name(pass, node);
    open_method(pass, node, is_first);
}

fn open_method(pass: &mut Pass<'_>, node: Node<'_>, is_member: bool) {
    pass.callee = None;
    let name = pass.field(node, Field::Name).filter(|_| is_member);
    let is_own = name.is_some_and(|name| {
        let bytes = pass.bytes(name);
        let exported = is_public(pass, node, bytes);
        let name = pass.text_of(unquoted(bytes));
        let kind = function_kind(pass);
        let body = pass.field(node, Field::Body);
        pass.define(Definition { kind, name, node, body, exported, is_test: false }).is_some()
    });
    functions::enter(pass, is_own, false);
}

/// What a function with a name in an object is: a member, or at the top of a module one of its own.
pub(super) fn function_kind(pass: &Pass<'_>) -> SymbolKind {
    let is_member = pass.definition().is_some() || pass.is_member_place();
    if is_member { SymbolKind::Method } else { SymbolKind::Function }
}

/// Whether code outside the class may name a member.
fn is_public(pass: &Pass<'_>, node: Node<'_>, name: &[u8]) -> bool {
    let text = pass.bytes(node);
    !name.starts_with(b"#") && !text.starts_with(b"private ") && !text.starts_with(b"protected ")
}

/// Opens a field that holds a function, and declares any other.
pub(super) fn field(pass: &mut Pass<'_>, node: Node<'_>) {
    let is_member = pass.context & (context::CLASS | context::MEMBERS) != 0;
    let name = pass.field(node, Field::Name).or_else(|| pass.field(node, Field::Property));
    let value = pass.field(node, Field::Value);
    pass.context &= !context::OUTER;
    let Some(name) = name.filter(|_| is_member && pass.definition().is_some()) else { return };
    let bytes = pass.bytes(name);
    let exported = is_public(pass, node, bytes);
    let text = pass.text_of(unquoted(bytes));
    let key = (pass.definition(), text);
    let function = value.filter(|value| is_function(*value));
    let kind = if function.is_some() { SymbolKind::Method } else { SymbolKind::Field };
    let body = function.and_then(|function| pass.field(function, Field::Body));
    let symbol = pass.declare(Definition { kind, name: text, node, body, exported, is_test: false });
    pass.assigned.insert(key, Some(symbol));
    if function.is_some() {
        pass.open(symbol);
        pass.context |= context::NAMED;
    }
}

/// Whether a value is a function that takes the name of what it is assigned to.
pub(super) fn is_function(value: Node<'_>) -> bool {
    matches!(value.kind(), "arrow_function" | "function_expression" | "generator_function")
}

/// Records what a field holds.
pub(super) fn field_value(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = value_in(children, Field::Type);
    let value = value_in(children, Field::Value);
    let of_type = pass.instance(declared);
    if let Some(written) = child_in(children, Field::Value).map(|child| child.node) {
        literals::expect(pass, written, of_type);
    }
    let given = of_type.or_else(|| pass.known(value));
    let name = child_in(children, Field::Name).map(|child| child.node);
    let name = name.or_else(|| child_in(children, Field::Property).map(|child| child.node));
    if let Some(name) = name {
        let bytes = pass.bytes(name);
        let name = pass.text_of(unquoted(bytes));
        add_gives(pass, name, given);
    }
    Value::NONE
}

fn add_gives(pass: &mut Pass<'_>, name: Text, given: Option<ExprId>) {
    let key = (pass.definition(), name);
    if let (Some(&Some(symbol)), Some(given)) = (pass.assigned.get(&key), given) {
        pass.complete_gives(symbol, given);
    }
}

/// `constructor(private name: Type)`
pub(super) fn parameter_property(pass: &mut Pass<'_>, name: Node<'_>, node: Node<'_>, given: Option<ExprId>) {
    let exported = !pass.bytes(node).starts_with(b"private") && !pass.bytes(node).starts_with(b"protected");
    define_field(pass, name, node, exported, given);
}

/// Declares a field of the class around, or completes it if it has one of that name.
pub(super) fn define_field(
    pass: &mut Pass<'_>,
    name: Node<'_>,
    node: Node<'_>,
    exported: bool,
    given: Option<ExprId>,
) -> bool {
    let Some(class) = pass.enclosing_type() else { return false };
    let text = pass.text(name);
    let key = (Some(class), text);
    let is_new = !pass.assigned.contains_key(&key);
    if is_new {
        let definition =
            Definition { kind: SymbolKind::Field, name: text, node, body: None, exported, is_test: false };
        let symbol = pass.declare(definition);
        pass.facts.symbol_mut(symbol).parent = Some(class);
        pass.assigned.insert(key, Some(symbol));
    }
    if let (Some(&Some(symbol)), Some(given)) = (pass.assigned.get(&key), given) {
        pass.complete_gives(symbol, given);
    }
    is_new
}

/// Declares a member of an enumeration, with or without a value.
pub(super) fn enum_member(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(node) = children.last().map(|last| last.node) else { return };
    let name = if node.kind() == "enum_assignment" { pass.field(node, Field::Name) } else { Some(node) };
    let (Some(name), Some(parent)) = (name, pass.definition()) else { return };
    if name.kind() == "comment" {
        return;
    }
    let bytes = pass.bytes(name);
    let name = pass.text_of(unquoted(bytes));
    let kind = SymbolKind::EnumMember;
    let symbol = pass.declare(Definition { kind, name, node, body: None, exported: true, is_test: false });
    let of = pass.facts.symbol_mut(parent).name;
    let of = pass.expr(Expr::Name(of));
    let gives = pass.expr(Expr::Instance(of));
    pass.set_gives(symbol, gives);
}
