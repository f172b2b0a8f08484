//! Types and their members, and what their headers say.

use tree_sitter::Node;

use crate::syntax::facts::{
    Arity, Expr, LocalSymbol, Owner, ReferenceKind, RelationFact, RelationKind, Subject, SymbolKind,
};
use crate::syntax::java::{context, value_in};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::rule::{Child, Field, Value, child_in, take_last};

/// What the modifiers of a declaration say.
#[derive(Default)]
struct Modifiers<'t> {
    is_public: bool,
    is_private: bool,
    is_static: bool,
    is_final: bool,
    is_test: bool,
    /// The first token after the annotations, where there are any.
    start: Option<Node<'t>>,
}

impl<'t> Modifiers<'t> {
    fn of(pass: &Pass<'_>, declaration: Node<'t>) -> Self {
        let mut found = Self::default();
        let Some(modifiers) = declaration.child(0).filter(|child| child.kind() == "modifiers") else {
            return found;
        };
        let mut cursor = modifiers.walk();
        let mut has_annotations = false;
        for modifier in modifiers.children(&mut cursor) {
            match modifier.kind() {
                "marker_annotation" | "annotation" => {
                    has_annotations = true;
                    found.start = None;
                    found.is_test |=
                        pass.field(modifier, Field::Name).is_some_and(|name| is_test(pass.bytes(name)));
                    continue;
                }
                "public" | "protected" => found.is_public = true,
                "private" => found.is_private = true,
                "static" => found.is_static = true,
                "final" => found.is_final = true,
                _ => {}
            }
            found.start = found.start.or(Some(modifier));
        }
        found.start = found.start.or_else(|| declaration.child(1)).filter(|_| has_annotations);
        found
    }
}

/// Annotations of JUnit and TestNG.
fn is_test(annotation: &[u8]) -> bool {
    matches!(annotation, b"Test" | b"ParameterizedTest" | b"RepeatedTest" | b"TestFactory" | b"TestTemplate")
}

/// Opens a class or an enumeration.
pub(super) fn class(pass: &mut Pass<'_>, node: Node<'_>) {
    open(pass, node, SymbolKind::Type);
    pass.context = 0;
}

/// Opens an interface or an annotation.
pub(super) fn interface(pass: &mut Pass<'_>, node: Node<'_>) {
    open(pass, node, SymbolKind::Interface);
    pass.context = 0;
}

/// Opens a record, whose header declares its fields.
pub(super) fn record(pass: &mut Pass<'_>, node: Node<'_>) {
    open(pass, node, SymbolKind::Type);
    pass.context = context::RECORD;
}

/// Opens a method or constructor.
pub(super) fn method(pass: &mut Pass<'_>, node: Node<'_>) {
    open(pass, node, SymbolKind::Method);
    pass.context = 0;
}

fn open(pass: &mut Pass<'_>, node: Node<'_>, kind: SymbolKind) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let modifiers = Modifiers::of(pass, node);
    let name = pass.text(name);
    let body = pass.field(node, Field::Body);
    let (exported, is_test) = (is_exported(pass, &modifiers), modifiers.is_test);
    let Some(symbol) = pass.define(Definition { kind, name, node, body, exported, is_test }) else { return };
    if let Some(start) = modifiers.start {
        pass.start_at(symbol, start, body);
    }
    if kind == SymbolKind::Method {
        pass.facts.symbol_mut(symbol).arity = pass.field(node, Field::Parameters).map(arity);
    }
}

/// How many arguments a method takes; the last parameter may stand for any number.
fn arity(parameters: Node<'_>) -> Arity {
    let mut cursor = parameters.walk();
    let (mut least, mut is_open) = (0_u8, false);
    for parameter in parameters.named_children(&mut cursor) {
        match parameter.kind() {
            "formal_parameter" => least = least.saturating_add(1),
            "spread_parameter" => is_open = true,
            _ => {}
        }
    }
    Arity { least, most: if is_open { u8::MAX } else { least } }
}

/// Whether code outside the package may name a declaration; what is in an interface is public.
fn is_exported(pass: &Pass<'_>, modifiers: &Modifiers<'_>) -> bool {
    match pass.definition_kind() {
        None => modifiers.is_public,
        Some(SymbolKind::Interface) => !modifiers.is_private && pass.definition_exported(),
        Some(SymbolKind::Type) => modifiers.is_public && pass.definition_exported(),
        Some(_) => false,
    }
}

/// Goes into the body of a type; one without a declaration is a type of its own.
pub(super) fn class_body(pass: &mut Pass<'_>, node: Node<'_>) {
    if pass.context & context::ANONYMOUS != 0 {
        let name = pass.facts.text("anonymous");
        let base = pass.gathered.last().copied().unwrap_or(Value::NONE);
        let kind = SymbolKind::Type;
        let body = Some(node);
        let symbol = pass.define(Definition { kind, name, node, body, exported: false, is_test: false });
        if let Some(symbol) = symbol {
            pass.relate(RelationKind::Either, Subject::Symbol(symbol), base);
        }
    }
    pass.context = 0;
}

/// Declares a constant of an enumeration; one with a body has members of its own.
pub(super) fn enum_constant(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let parent = pass.definition();
    let exported = pass.definition_exported();
    let name = pass.text(name);
    let body = pass.field(node, Field::Body);
    let kind = SymbolKind::EnumMember;
    let symbol = pass.declare(Definition { kind, name, node, body, exported, is_test: false });
    if let Some(parent) = parent {
        let of = pass.facts.symbol_mut(parent).name;
        let of = pass.expr(Expr::Name(of));
        let gives = pass.expr(Expr::Instance(of));
        pass.set_gives(symbol, gives);
    }
    if body.is_some() {
        pass.open(symbol);
    }
}

/// `super(…)` calls a constructor, which has the name of the base. `this(…)` calls one of several of this
/// class, and which one is up to the types of its arguments.
pub(super) fn base_constructor(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(place) = children.iter().map(|child| child.node).find(|node| node.kind() == "super") else {
        return Value::NONE;
    };
    let Some(class) = pass.definition().and_then(|constructor| pass.facts.symbol_mut(constructor).parent)
    else {
        return Value::NONE;
    };
    let is_base = |relation: &&RelationFact| {
        relation.subject == Subject::Symbol(class) && relation.kind == RelationKind::Extends
    };
    let base = pass.facts.facts.relations.iter().rev().find(is_base).map(|relation| relation.base);
    if let Some(Owner { name, .. }) = base.and_then(|base| pass.owner_of(base)) {
        let receiver = pass.expr(Expr::Super);
        let constructor = pass.expr(Expr::Member(receiver, name));
        pass.refer_at(ReferenceKind::Call, constructor, place);
    }
    Value::NONE
}

/// Takes the return type of a method when it was read.
pub(super) fn method_part(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|last| last.field == Field::Type) else { return };
    let gives = pass.instance(last.value);
    if let (Some(symbol), Some(gives)) = (pass.definition(), gives) {
        pass.set_gives(symbol, gives);
    }
}

/// Declares the fields of one declaration.
pub(super) fn fields(pass: &mut Pass<'_>, node: Node<'_>) {
    let modifiers = Modifiers::of(pass, node);
    let is_constant = modifiers.is_static && modifiers.is_final || node.kind() == "constant_declaration";
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Field };
    let exported = is_exported(pass, &modifiers);
    let parent = pass.definition();
    for declarator in declarators(node) {
        let Some(name) = pass.field(declarator, Field::Name) else { continue };
        let name = pass.text(name);
        let body = pass.field(declarator, Field::Value);
        let symbol = pass.declare(Definition { kind, name, node, body, exported, is_test: false });
        if let Some(start) = modifiers.start {
            pass.start_at(symbol, start, body);
        }
        pass.assigned.insert((parent, name), Some(symbol));
    }
}

fn declarators(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() == "variable_declarator").collect()
}

/// Records the type of the fields of one declaration; of an array nothing is known.
pub(super) fn field_type(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = value_in(children, Field::Type);
    let Some(given) = pass.instance(declared) else { return Value::NONE };
    let parent = pass.definition();
    for declarator in declarators(node) {
        let Some(name) = pass.field(declarator, Field::Name) else { continue };
        let name = pass.text(name);
        let is_array = pass.field(declarator, Field::Dimensions).is_some();
        if let Some(&Some(symbol)) = pass.assigned.get(&(parent, name)).filter(|_| !is_array) {
            pass.set_gives(symbol, given);
        }
    }
    Value::NONE
}

/// Declares a field that the header of a record names.
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

/// `extends Base` of a class.
pub(super) fn superclass(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = take_last(children);
    if let Some(class) = pass.definition() {
        pass.relate(RelationKind::Extends, Subject::Symbol(class), base);
    }
    Value::NONE
}

/// Sets the types of a list aside for what the list is about.
pub(super) fn type_list(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.gathered.clear();
    pass.gathered.extend(children.iter_mut().map(|child| child.value.take()));
    Value::NONE
}

/// `implements A, B`
pub(super) fn super_interfaces(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    relate_all(pass, RelationKind::Implements);
    Value::NONE
}

/// `extends A, B` of an interface.
pub(super) fn extends_interfaces(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    relate_all(pass, RelationKind::Extends);
    Value::NONE
}

fn relate_all(pass: &mut Pass<'_>, kind: RelationKind) {
    let bases = std::mem::take(&mut pass.gathered);
    let subject: Option<LocalSymbol> = pass.definition();
    for base in bases {
        if let Some(subject) = subject {
            pass.relate(kind, Subject::Symbol(subject), base);
        }
    }
}

/// `permits A, B`
pub(super) fn permits(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    for class in std::mem::take(&mut pass.gathered) {
        pass.refer(ReferenceKind::Use, class);
    }
    Value::NONE
}
