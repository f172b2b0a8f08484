//! Functions, classes and type aliases, and what their headers say.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, RelationKind, Subject, SymbolKind};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::python::{context, library};
use crate::syntax::rule::{Child, Field, Value, child_in, take_in};

/// Opens the definition before its decorators are read, so that they are used by it.
pub(super) fn decorated(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut receiver = context::RECEIVER;
    let mut cursor = node.walk();
    for decorator in node.named_children(&mut cursor).filter(|child| child.kind() == "decorator") {
        match pass.bytes(decorator) {
            b"@staticmethod" => receiver = 0,
            b"@classmethod" => receiver = context::CLASS_RECEIVER,
            name if is_property(name) => receiver |= context::PROPERTY,
            _ => {}
        }
    }
    let Some(definition) = pass.field(node, Field::Definition) else { return };
    match definition.kind() {
        "function_definition" => open_function(pass, definition, receiver),
        "class_definition" => open_class(pass, definition),
        _ => {}
    }
}

/// Whether a decorator makes a method read like a field.
fn is_property(decorator: &[u8]) -> bool {
    let name = decorator.rsplit(|byte| matches!(byte, b'.' | b'@')).next().unwrap_or_default();
    matches!(
        name,
        b"property" | b"cached_property" | b"abstractproperty" | b"classproperty" | b"lazyproperty"
    )
}

/// Opens a function without decorators.
pub(super) fn function(pass: &mut Pass<'_>, node: Node<'_>) {
    if !pass.is_open(node) {
        open_function(pass, node, context::RECEIVER);
    }
}

/// Opens a class without decorators.
pub(super) fn class(pass: &mut Pass<'_>, node: Node<'_>) {
    if !pass.is_open(node) {
        open_class(pass, node);
    }
}

fn open_function(pass: &mut Pass<'_>, node: Node<'_>, receiver: u16) {
    let is_method = pass.definition_kind().is_some_and(SymbolKind::is_type);
    let (kind, receiver) = match (is_method, pass.field(node, Field::Name).map(|name| pass.bytes(name))) {
        (true, Some(b"__new__" | b"__init_subclass__" | b"__class_getitem__")) => {
            (SymbolKind::Method, context::CLASS_RECEIVER)
        }
        (true, _) => (SymbolKind::Method, receiver),
        (false, _) => (SymbolKind::Function, 0),
    };
    pass.context = receiver;
    open(pass, node, kind, false);
}

fn open_class(pass: &mut Pass<'_>, node: Node<'_>) {
    let bases = pass.field(node, Field::Superclasses);
    let names = |name: &[u8]| bases.is_some_and(|bases| has_base(pass.bytes(bases), name));
    let kind = if names(b"Protocol") { SymbolKind::Interface } else { SymbolKind::Type };
    let is_enum = names(b"Enum") || names(b"Flag") || names(b"Choices");
    let is_test = names(b"TestCase");
    pass.context = if is_enum { context::BASES | context::ENUM } else { context::BASES };
    open(pass, node, kind, is_test);
    if pass.is_open(node) {
        take_names_of_properties(pass, node);
    }
}

/// An assignment to a property is no definition of a field, wherever it comes in the class.
fn take_names_of_properties(pass: &mut Pass<'_>, node: Node<'_>) {
    let (class, Some(body)) = (pass.definition(), pass.field(node, Field::Body)) else { return };
    let mut cursor = body.walk();
    for member in body.named_children(&mut cursor).filter(|child| child.kind() == "decorated_definition") {
        let decorator = member.named_child(0).map_or(&b""[..], |first| pass.bytes(first));
        let function = pass.field(member, Field::Definition).filter(|_| is_property(decorator));
        if let Some(name) = function.and_then(|function| pass.field(function, Field::Name)) {
            let name = pass.text(name);
            pass.assigned.insert((class, name), None);
        }
    }
}

/// Whether a list of bases has a name that ends with `suffix`: `(str, enum.IntEnum)` and `Enum`.
fn has_base(bases: &[u8], suffix: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    bases.split(|byte| !is_word(byte)).any(|word| word.ends_with(suffix))
}

fn open(pass: &mut Pass<'_>, node: Node<'_>, kind: SymbolKind, is_test: bool) {
    let Some(name_node) = pass.field(node, Field::Name) else { return };
    let inside_function = pass.definition_kind().is_some_and(SymbolKind::is_callable);
    let exported = is_public(pass.bytes(name_node)) && !inside_function && pass.definition_exported();
    let name = pass.text(name_node);
    let body = pass.field(node, Field::Body);
    if let Some(symbol) = pass.define(Definition { kind, name, node, body, exported, is_test })
        && let Some(docstring) = body.and_then(|body| docstring(pass, body))
    {
        pass.set_doc(symbol, docstring);
    }
}

/// The text of a string that stands first in a body.
fn docstring<'s>(pass: &Pass<'s>, body: Node<'_>) -> Option<&'s [u8]> {
    let statement = body.named_child(0).filter(|node| node.kind() == "expression_statement")?;
    let string = statement.named_child(0).filter(|node| node.kind() == "string")?;
    let content = string.named_child(1).filter(|node| node.kind() == "string_content")?;
    Some(pass.bytes(content))
}

/// Whether other modules may name it, by convention: no leading underscore, or two at both ends.
pub(super) fn is_public(name: &[u8]) -> bool {
    !name.starts_with(b"_") || (name.starts_with(b"__") && name.ends_with(b"__"))
}

/// Takes the return type of a function when it was read.
pub(super) fn function_part(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|last| last.field == Field::ReturnType) else { return };
    let gives = pass.instance(last.value);
    if let (Some(symbol), Some(gives)) = (pass.definition(), gives) {
        pass.set_gives(symbol, gives);
    }
}

/// Notes what a `return` gives to the function around.
pub(super) fn returned(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let given = children.first().and_then(|child| pass.known(child.value));
    note_result(pass, given);
    Value::NONE
}

/// Notes what a generator gives at each round; the value of the `yield` is what is sent to it.
pub(super) fn yielded(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let element = children.first().and_then(|child| pass.known(child.value));
    let is_delegated =
        pass.bytes(node).strip_prefix(b"yield").is_some_and(|rest| rest.trim_ascii().starts_with(b"from "));
    let given = match element {
        Some(of) if is_delegated => pass.library(library::ELEMENTS, &[Some(of)]),
        element => pass.library("Iterator", &[element]),
    };
    note_result(pass, Some(given));
    Value::NONE
}

/// A result that nothing is known of, such as `None`, says nothing against the others.
fn note_result(pass: &mut Pass<'_>, given: Option<ExprId>) {
    let is_callable = pass.definition_kind().is_some_and(SymbolKind::is_callable);
    if let (Some(function), Some(given)) = (pass.definition().filter(|_| is_callable), given) {
        pass.note_result(function, given);
    }
}

/// Records what a function gives whose header does not say it.
pub(super) fn function_end(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let Some(function) = pass.definition() else { return Value::NONE };
    pass.complete_result(function);
    if let (Some(gives), true) =
        (pass.facts.symbol_mut(function).gives, pass.context & context::PROPERTY != 0)
    {
        let gives = pass.expr(Expr::Property(gives));
        pass.set_gives(function, gives);
    }
    Value::NONE
}

/// Takes the bases of a class when they were read.
pub(super) fn class_part(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if children.last().is_none_or(|last| last.field != Field::Superclasses) {
        return;
    }
    pass.context &= !context::BASES;
    let bases = std::mem::take(&mut pass.gathered);
    if let Some(class) = pass.definition() {
        for base in bases {
            pass.relate(RelationKind::Extends, Subject::Symbol(class), base);
        }
    }
}

/// Sets the positional arguments aside if they are bases; gives the first one to a call.
pub(super) fn argument_list(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if pass.context & context::BASES != 0 {
        pass.gathered.clear();
        pass.gathered.extend(children.iter_mut().map(|child| child.value.take()));
        return Value::NONE;
    }
    let first = children.first().filter(|first| first.node.kind() != "keyword_argument");
    first.and_then(|first| first.value.expr).map_or(Value::NONE, Value::of)
}

/// Opens `type Name = …`.
pub(super) fn alias(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut name = pass.field(node, Field::Left);
    while let Some(outer) = name.filter(|outer| outer.kind() != "identifier") {
        name = outer.named_child(0);
    }
    let Some(name) = name else { return };
    let exported = is_public(pass.bytes(name)) && pass.definition_exported();
    let name = pass.text(name);
    pass.define(Definition { kind: SymbolKind::Type, name, node, body: None, exported, is_test: false });
}

/// Records what a type alias stands for.
pub(super) fn alias_target(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    take_in(children, Field::Left);
    let target = child_in(children, Field::Right).map_or(Value::NONE, |child| child.value);
    if let (Some(symbol), Some(target)) = (pass.definition(), pass.known(target)) {
        pass.set_gives(symbol, target);
    }
    Value::NONE
}
