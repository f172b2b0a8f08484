//! C: functions, tags and typedefs, members, macros, includes.
//!
//! Definitions only: a prototype is none. Pointers and arrays are read as what they point to or hold.
//! Both branches of a preprocessor conditional are read; the bodies of macros are not. C++ goes on
//! from these rules, so they know its declarators too.

mod declarator;
mod includes;
mod names;

use tree_sitter::Node;

use crate::corpus::Language;
use crate::corpus::path;
use crate::syntax::c::declarator::{Declared, declared};
use crate::syntax::facts::{Expr, ExprId, LocalSymbol, ReferenceKind, SymbolKind};
use crate::syntax::library::Library;
use crate::syntax::pass::{Definition, Literal, Pass};
use crate::syntax::rule::{
    Child, Field, LanguageSpec, Mode, Rule, Value, child_in, take_first, take_in, take_last,
};

/// C, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_c::LANGUAGE.into(),
    rules: &[RULES],
    is_doc: |_| true,
    is_test_path,
    names: names::NAMES,
    library: &Library::NONE,
    pieces: None,
};

const DECLARED: &[(Field, Mode)] = &[(Field::Declarator, Mode::Name)];
const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];
const CONDITION: &[(Field, Mode)] = &[(Field::Condition, Mode::Name), (Field::Name, Mode::Name)];

const SCOPE: Rule = Rule::new().scope();
const TAG: Rule = Rule::new().enter(tag).leave(tag_value).scope();
const ARGUMENT: Rule = Rule::new().leave(|_, _, children| take_in(children, Field::Argument));
const THROUGH: Rule = Rule::new().leave(|_, _, children| take_last(children));

/// The rules that C and C++ share.
pub(super) static RULES: &[(&str, Rule)] = &[
    ("comment", Rule::comment()),
    ("string_literal", Rule::new().opaque()),
    ("raw_string_literal", Rule::new().opaque()),
    ("char_literal", Rule::new().opaque()),
    // The preprocessor.
    ("preproc_include", Rule::new().opaque().enter(includes::include)),
    ("preproc_def", Rule::new().opaque().enter(|pass, node| define_macro(pass, node, SymbolKind::Constant))),
    (
        "preproc_function_def",
        Rule::new().opaque().enter(|pass, node| define_macro(pass, node, SymbolKind::Macro)),
    ),
    ("preproc_call", Rule::new().opaque()),
    ("preproc_if", Rule::new().modes(CONDITION)),
    ("preproc_ifdef", Rule::new().modes(CONDITION)),
    ("preproc_elif", Rule::new().modes(CONDITION)),
    ("preproc_elifdef", Rule::new().modes(CONDITION)),
    ("attribute_specifier", Rule::new().opaque()),
    ("attribute_declaration", Rule::new().opaque()),
    ("ms_declspec_modifier", Rule::new().opaque()),
    // Definitions.
    ("function_definition", Rule::new().enter(function).leave(typed).modes(DECLARED).scope()),
    (
        "declaration",
        Rule::new().enter(declaration).after_child(after_declarator).leave(typed).modes(DECLARED),
    ),
    (
        "field_declaration",
        Rule::new().enter(declaration).after_child(after_declarator).leave(typed).modes(DECLARED).scope(),
    ),
    ("type_definition", Rule::new().enter(type_definition).leave(type_names).modes(DECLARED)),
    ("struct_specifier", TAG),
    ("union_specifier", TAG),
    ("enum_specifier", TAG),
    ("enumerator", Rule::new().enter(enumerator).modes(NAME)),
    // Declarators.
    ("init_declarator", Rule::new().leave(init_declarator).modes(&[(Field::Value, Mode::Code)])),
    ("array_declarator", Rule::new().modes(&[(Field::Size, Mode::Code)])),
    ("parameter_list", Rule::new().leave(parameter_list).mode(Mode::Pattern)),
    ("parameter_declaration", PARAMETER),
    // Names and types.
    ("identifier", Rule::new().leave(|pass, node, _| pass.identifier(node))),
    ("type_identifier", Rule::new().leave(type_identifier)),
    ("type_descriptor", Rule::new().leave(|_, _, children| take_in(children, Field::Type)).mode(Mode::Code)),
    // Expressions.
    ("call_expression", Rule::new().leave(call)),
    ("field_expression", Rule::new().leave(field_expression)),
    ("subscript_expression", ARGUMENT),
    ("pointer_expression", ARGUMENT),
    ("parenthesized_expression", THROUGH),
    ("extension_expression", THROUGH),
    ("cast_expression", Rule::new().leave(cast)),
    ("compound_literal_expression", Rule::new().after_child(literal_type).leave(compound_literal)),
    (
        "initializer_list",
        Rule::new().enter(literal_body).leave(|pass, _, _| {
            pass.literals.pop();
            Value::NONE
        }),
    ),
    ("initializer_pair", Rule::new().after_child(designated)),
    ("field_designator", Rule::new().leave(field_designator)),
    // Scopes.
    ("compound_statement", SCOPE),
    ("for_statement", SCOPE),
    ("if_statement", SCOPE),
    ("while_statement", SCOPE),
    ("switch_statement", SCOPE),
];

/// A parameter, of a function or of a type.
pub(super) const PARAMETER: Rule = Rule::new()
    .leave(parameter)
    .mode(Mode::Code)
    .modes(&[(Field::Declarator, Mode::Name), (Field::DefaultValue, Mode::Code)]);

/// Test code by the customs of the common frameworks; the languages themselves have none.
pub(super) fn is_test_path(file: &str) -> bool {
    let stem = path::file_stem(file);
    let in_folder =
        path::folder(file).split('/').any(|folder| matches!(folder, "test" | "tests" | "unittests"));
    in_folder || stem.starts_with("test_") || stem.ends_with("_test") || stem.ends_with("_unittest")
}

fn define_macro(pass: &mut Pass<'_>, node: Node<'_>, kind: SymbolKind) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    // A macro without a value is a switch or an include guard: nothing to use.
    if kind == SymbolKind::Constant && pass.field(node, Field::Value).is_none() {
        return;
    }
    let exported = path::file_name(pass.path).rsplit('.').next().is_some_and(|end| end.starts_with('h'));
    let name = pass.text(name);
    pass.define(Definition { kind, name, node, body: None, exported, is_test: false });
}

/// Whether code here is outside of all functions and types.
fn is_global(pass: &Pass<'_>) -> bool {
    matches!(pass.definition_kind(), None | Some(SymbolKind::Module))
}

/// Whether a word stands among the specifiers before a declarator.
fn has_specifier(pass: &Pass<'_>, node: Node<'_>, declarator: Node<'_>, word: &[u8]) -> bool {
    let text = pass.source.get(node.start_byte()..declarator.start_byte()).unwrap_or_default();
    let text = &text[..text.len().min(256)];
    text.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').any(|found| found == word)
}

fn function(pass: &mut Pass<'_>, node: Node<'_>) {
    // No function is defined inside another: `MACRO(argument) {` in a body only looks like it.
    if pass.definition_kind().is_some_and(SymbolKind::is_callable) {
        return;
    }
    let Some(declarator) = pass.field(node, Field::Declarator) else { return };
    let Some(declared) = declared(pass, declarator) else { return };
    let is_member = pass.is_member_place() || declared.scope.is_some();
    let kind = if is_member { SymbolKind::Method } else { SymbolKind::Function };
    let exported = is_member || !has_specifier(pass, node, declarator, b"static");
    let body = pass.field(node, Field::Body);
    let definition = Definition { kind, name: declared.name, node, body, exported, is_test: false };
    let id = pass.define(definition);
    if let (Some(id), Some(scope)) = (id, declared.scope) {
        pass.set_owner_of(id, scope);
        pass.refer_at(ReferenceKind::Use, scope, declarator);
    }
}

/// Opens the first name of a declaration, unless it is local or declares a type on the way.
pub(super) fn declaration(pass: &mut Pass<'_>, node: Node<'_>) {
    let defines_type = pass.field(node, Field::Type).is_some_and(|of| pass.field(of, Field::Body).is_some());
    if let Some(declarator) = pass.field(node, Field::Declarator).filter(|_| !defines_type) {
        declare(pass, node, declarator);
    }
}

pub(super) fn after_declarator(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) {
    let Some((last, before)) = children.split_last() else { return };
    match last.field {
        Field::Type => {
            let instance = pass.instance(last.value);
            pass.next_literal = Some(Literal { instance, has_fields: true });
        }
        Field::Declarator if is_global(pass) || pass.is_member_place() || pass.opened_by(node).is_some() => {
            let is_open = before.iter().any(|child| child.field == Field::Declarator);
            if is_open || pass.opened_by(node).is_none() {
                declare(pass, node, last.node);
            }
        }
        Field::Declarator => bind_local(pass, children, last.node, last.value.expr),
        // A declaration in a condition has its value beside the declarator.
        Field::Value => {
            let declarator = before.iter().rev().find(|child| child.field == Field::Declarator);
            if let Some(declarator) = declarator.map(|child| child.node) {
                bind_local(pass, children, declarator, last.value.expr);
            }
        }
        _ => {}
    }
}

fn declare(pass: &mut Pass<'_>, node: Node<'_>, declarator: Node<'_>) {
    let opened = pass.opened_by(node);
    let kind = match opened {
        Some(_) => pass.definition_kind().unwrap_or(SymbolKind::Variable),
        None if pass.is_member_place() => SymbolKind::Field,
        None if is_global(pass) => SymbolKind::Variable,
        None => return,
    };
    let Some(declared) = declared(pass, declarator) else { return };
    let is_member = kind != SymbolKind::Variable;
    let has_value = declarator.kind() == "init_declarator";
    // A prototype, or a variable that is defined elsewhere.
    if !is_member
        && (declared.is_function || (has_specifier(pass, node, declarator, b"extern") && !has_value))
    {
        return;
    }
    let kind = if declared.is_function {
        SymbolKind::Method
    } else if is_member {
        SymbolKind::Field
    } else {
        kind
    };
    let exported = is_member || !has_specifier(pass, node, declarator, b"static");
    let definition = Definition { kind, name: declared.name, node, body: None, exported, is_test: false };
    let id = match opened {
        Some(_) => Some(pass.declare_beside(definition)),
        None => pass.define(definition),
    };
    if let (Some(id), Some(scope)) = (id, declared.scope) {
        pass.set_owner_of(id, scope);
    }
}

/// Binds the name of the last declarator among the children to their type.
pub(super) fn bind_declarator(pass: &mut Pass<'_>, children: &[Child<'_>]) {
    let declarator = children.iter().rev().find(|child| child.field == Field::Declarator);
    if let Some(declarator) = declarator.map(|child| child.node) {
        bind_local(pass, children, declarator, None);
    }
}

fn bind_local(pass: &mut Pass<'_>, children: &[Child<'_>], declarator: Node<'_>, value: Option<ExprId>) {
    let Some(Declared { name, is_function, .. }) = declared(pass, declarator) else { return };
    // In C++ `T x(y)` looks like a prototype and hardly ever is one inside a function.
    if is_function && pass.facts.facts.language == Language::C {
        return;
    }
    let of =
        children.iter().find(|child| child.field == Field::Type).map_or(Value::NONE, |child| child.value);
    let instance = pass.instance(of);
    pass.bind(name, instance.or(value));
}

/// Gives what was declared its type.
pub(super) fn typed(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.next_literal = None;
    let of = child_in(children, Field::Type).map_or(Value::NONE, |child| child.value);
    if let (Some(first), Some(gives)) = (pass.opened_by(node), pass.instance(of)) {
        let start = node.start_byte() as u32;
        let symbols = &pass.facts.facts.symbols[first.0 as usize..];
        let count = symbols.iter().take_while(|symbol| symbol.start_byte == start).count() as u32;
        (0..count).for_each(|index| pass.set_gives(LocalSymbol(first.0 + index), gives));
    }
    Value::NONE
}

fn init_declarator(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    child_in(children, Field::Value).and_then(|child| child.value.expr).map_or(Value::NONE, Value::of)
}

/// A typedef of a type without a name gives it one.
fn type_definition(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(of) = pass.field(node, Field::Type) else { return };
    let body = pass.field(of, Field::Body);
    if body.is_none() || pass.field(of, Field::Name).is_some() {
        return;
    }
    let declarator = pass.field(node, Field::Declarator);
    if let Some(Declared { name, .. }) = declarator.and_then(|declarator| declared(pass, declarator)) {
        let kind = SymbolKind::Type;
        pass.define(Definition { kind, name, node, body, exported: true, is_test: false });
    }
}

fn type_names(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let mut is_named = pass.opened_by(node).is_some();
    let target = child_in(children, Field::Type).and_then(|child| pass.known(child.value));
    for child in children.iter().filter(|child| child.field == Field::Declarator) {
        if std::mem::take(&mut is_named) {
            continue;
        }
        let Some(Declared { name, .. }) = declared(pass, child.node) else { continue };
        let target = target.filter(|_| child.node.kind() != "function_declarator");
        // `typedef struct x x` says nothing new.
        if target.is_some_and(|target| pass.facts.expr_of(target) == Expr::Name(name)) {
            continue;
        }
        let kind = SymbolKind::Type;
        let definition = Definition { kind, name, node, body: None, exported: true, is_test: false };
        let id = if pass.opened_by(node).is_some() {
            pass.declare_beside(definition)
        } else {
            pass.declare(definition)
        };
        if let Some(target) = target {
            pass.set_gives(id, target);
        }
    }
    Value::NONE
}

/// Defines a struct, union, class or enum, if this is where its members are.
pub(super) fn tag(pass: &mut Pass<'_>, node: Node<'_>) {
    let (Some(name), Some(body)) = (pass.field(node, Field::Name), pass.field(node, Field::Body)) else {
        return;
    };
    if let Some(Declared { name, scope, .. }) = declared(pass, name) {
        let kind = SymbolKind::Type;
        let definition = Definition { kind, name, node, body: Some(body), exported: true, is_test: false };
        let id = pass.define(definition);
        if let (Some(id), Some(scope)) = (id, scope) {
            pass.set_owner_of(id, scope);
        }
    }
}

/// Stands for the type; its name is a use where it is not the definition. Tags are a space of names of
/// their own, which locals do not hide.
pub(super) fn tag_value(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let is_definition = child_in(children, Field::Body).is_some();
    let Some(name) = child_in(children, Field::Name) else { return Value::NONE };
    let mut value = name.value.take();
    if name.node.kind() == "type_identifier" {
        value = pass.free_name(name.node);
    }
    if is_definition { value.expr.map_or(Value::NONE, Value::of) } else { value }
}

fn enumerator(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let name = pass.text(name);
    let kind = SymbolKind::EnumMember;
    pass.define(Definition { kind, name, node, body: None, exported: true, is_test: false });
}

/// Names without a type are parameters of the old style; their declarations follow.
fn parameter_list(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    if pass.definition_kind().is_some_and(SymbolKind::is_callable) {
        pass.bind_pattern(None);
    }
    pass.pattern.clear();
    Value::NONE
}

/// Binds the parameter of a function; those of a mere prototype or function type name nothing.
fn parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if pass.definition_kind().is_some_and(SymbolKind::is_callable)
        && let Some(declarator) = child_in(children, Field::Declarator).map(|child| child.node)
        && let Some(Declared { name, .. }) = declared(pass, declarator)
    {
        let of = child_in(children, Field::Type).map_or(Value::NONE, |child| child.value);
        let value = pass.instance(of);
        pass.bind(name, value);
    }
    Value::NONE
}

fn type_identifier(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    if pass.mode == Mode::Name { Value::NONE } else { pass.free_name(node) }
}

fn call(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let callee = take_in(children, Field::Function);
    pass.call(callee)
}

fn field_expression(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = child_in(children, Field::Argument).map_or(Value::NONE, |child| child.value);
    let Some(mut name) = child_in(children, Field::Member).map(|child| child.node) else {
        return Value::NONE;
    };
    if matches!(name.kind(), "template_method" | "qualified_identifier") {
        name = pass.field(name, Field::Name).unwrap_or(name);
    }
    pass.member(base, name)
}

fn cast(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = child_in(children, Field::Type).map_or(Value::NONE, |child| child.value);
    pass.instance(of).map_or(Value::NONE, Value::of)
}

fn literal_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if let Some(last) = children.last().filter(|child| child.field == Field::Type) {
        let instance = pass.instance(last.value);
        pass.next_literal = Some(Literal { instance, has_fields: true });
    }
}

fn compound_literal(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = take_in(children, Field::Type);
    pass.instantiate(of)
}

/// A list inside a list is an element of the same type, unless a designator says otherwise.
fn literal_body(pass: &mut Pass<'_>, _: Node<'_>) {
    let around = pass.literals.last().and_then(|literal| literal.instance);
    let literal = pass.next_literal.take().unwrap_or(Literal { instance: around, has_fields: true });
    pass.literals.push(literal);
}

fn field_designator(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let instance = pass.literals.last().and_then(|literal| literal.instance);
    match (instance, children.first().map(|child| child.node)) {
        (Some(instance), Some(name)) => pass.member(Value::of(instance), name),
        _ => Value::NONE,
    }
}

fn designated(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if children.last().is_some_and(|child| child.field == Field::Designator) {
        let instance = children.last().and_then(|child| child.value.expr);
        pass.next_literal = Some(Literal { instance, has_fields: true });
    } else {
        pass.next_literal = None;
    }
}

/// Takes the first value of a list of types or arguments, without its reference.
pub(super) fn first_of(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    children.iter().find_map(|child| child.value.expr).map_or(Value::NONE, Value::of)
}

/// Hands the first value through.
pub(super) fn through_first(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    take_first(children)
}

#[cfg(test)]
mod tests;
