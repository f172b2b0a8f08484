//! Java: classes and their members, packages and imports, local types, lambdas and patterns.
//!
//! An array is read as a container of its elements. A method called without a receiver is looked up as a name,
//! which the graph finds in the types around, since members are visible unqualified.

mod define;
mod imports;
mod library;
mod locals;
mod names;
#[cfg(test)]
mod tests;

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::{Expr, ExprId, Operation, ReferenceKind};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{
    Child, Field, LanguageSpec, Mode, Rule, Value, child_in, take_first, take_in, take_last,
};
use crate::syntax::scope::Bound;

/// Java, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_java::LANGUAGE.into(),
    rules: &[RULES],
    is_doc: |comment| comment.starts_with(b"/**"),
    is_test_path,
    names: names::NAMES,
    library: &library::LIBRARY,
    pieces: None,
};

/// What rules leave in [`Pass::context`] for the rules of nodes inside.
mod context {
    /// In the header of a record: parameters are fields.
    pub(super) const RECORD: u16 = 1;
    /// The class body that comes next belongs to no declaration.
    pub(super) const ANONYMOUS: u16 = 1 << 1;
}

const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];
const THROUGH: Rule = Rule::new().leave(|_, _, children| take_first(children));
const TYPE: Rule = Rule::new().enter(define::class).modes(NAME).scope();
const INTERFACE: Rule = Rule::new().enter(define::interface).modes(NAME).scope();
const METHOD: Rule = Rule::new().enter(define::method).after_child(define::method_part).modes(NAME).scope();
const FIELD: Rule = Rule::new().enter(define::fields).leave(define::field_type);
const TYPED: Rule = Rule::new().leave(locals::typed).modes(NAME);
const PATTERN: Rule = Rule::new().leave(locals::pattern);
const BLOCK: Rule = Rule::new().scope();

static RULES: &[(&str, Rule)] = &[
    ("line_comment", Rule::comment()),
    ("block_comment", Rule::comment()),
    ("package_declaration", Rule::new().opaque().enter(imports::package)),
    ("import_declaration", Rule::new().opaque().enter(imports::import)),
    ("module_declaration", Rule::new().opaque()),
    // Definitions.
    ("class_declaration", TYPE),
    ("record_declaration", Rule::new().enter(define::record).modes(NAME).scope()),
    ("enum_declaration", TYPE),
    ("interface_declaration", INTERFACE),
    ("annotation_type_declaration", INTERFACE),
    ("class_body", Rule::new().enter(define::class_body)),
    ("interface_body", Rule::new().enter(define::class_body)),
    ("enum_body", Rule::new().enter(define::class_body)),
    ("enum_constant", Rule::new().enter(define::enum_constant).modes(NAME)),
    ("method_declaration", METHOD),
    ("constructor_declaration", METHOD),
    ("compact_constructor_declaration", METHOD),
    ("annotation_type_element_declaration", METHOD),
    ("field_declaration", FIELD),
    ("constant_declaration", FIELD),
    ("variable_declarator", Rule::new().leave(locals::declarator).modes(NAME)),
    ("superclass", Rule::new().leave(define::superclass)),
    ("super_interfaces", Rule::new().leave(define::super_interfaces)),
    ("extends_interfaces", Rule::new().leave(define::extends_interfaces)),
    ("permits", Rule::new().leave(define::permits)),
    ("type_list", Rule::new().leave(define::type_list)),
    // Names and types.
    ("identifier", Rule::new().leave(|pass, node, _| pass.identifier(node))),
    ("type_identifier", Rule::new().leave(type_identifier)),
    ("scoped_identifier", Rule::new().leave(scoped_identifier).modes(NAME)),
    ("scoped_type_identifier", Rule::new().leave(scoped_type)),
    ("generic_type", Rule::new().leave(generic_type)),
    ("type_arguments", Rule::new().leave(type_arguments)),
    ("annotated_type", Rule::new().leave(|_, _, children| take_last(children))),
    ("array_type", Rule::new().leave(array_type)),
    ("catch_type", Rule::new().leave(catch_type)),
    ("type_bound", THROUGH),
    ("type_parameter", Rule::new().leave(type_parameter)),
    ("element_value_pair", Rule::new().modes(&[(Field::Key, Mode::Name)])),
    ("marker_annotation", Rule::new().leave(|_, _, _| Value::NONE)),
    ("annotation", Rule::new().leave(|_, _, _| Value::NONE)),
    // Expressions.
    ("this", Rule::new().leave(|pass, _, _| Value::of(pass.expr(Expr::This)))),
    ("super", Rule::new().leave(|pass, _, _| Value::of(pass.expr(Expr::Super)))),
    ("field_access", Rule::new().leave(field_access).modes(&[(Field::Member, Mode::Name)])),
    ("method_invocation", Rule::new().after_child(callee).leave(invocation).modes(NAME)),
    ("object_creation_expression", Rule::new().enter(creation).after_child(creation_part).leave(created)),
    ("explicit_constructor_invocation", Rule::new().leave(define::base_constructor)),
    ("method_reference", Rule::new().leave(method_reference)),
    ("cast_expression", Rule::new().leave(cast)),
    ("parenthesized_expression", THROUGH),
    ("ternary_expression", Rule::new().leave(ternary)),
    ("array_access", Rule::new().leave(element)),
    ("instanceof_expression", Rule::new().leave(locals::instance_of).modes(NAME)),
    ("argument_list", Rule::new().enter(locals::arguments).after_child(locals::next_argument)),
    // Local names.
    ("formal_parameters", Rule::new().mode(Mode::Code)),
    ("formal_parameter", TYPED),
    ("resource", TYPED),
    ("catch_formal_parameter", Rule::new().leave(locals::caught).modes(NAME)),
    ("spread_parameter", Rule::new().leave(locals::spread)),
    ("receiver_parameter", Rule::new().opaque()),
    ("inferred_parameters", Rule::new().leave(locals::inferred).mode(Mode::Pattern)),
    (
        "lambda_expression",
        Rule::new()
            .after_child(locals::lambda_parameter)
            .modes(&[(Field::Parameters, Mode::Pattern)])
            .scope(),
    ),
    ("local_variable_declaration", Rule::new().after_child(locals::variable)),
    ("enhanced_for_statement", Rule::new().after_child(locals::for_each).modes(NAME).scope()),
    ("type_pattern", PATTERN),
    ("record_pattern_component", PATTERN),
    ("labeled_statement", Rule::new().leave(label)),
    ("break_statement", Rule::new().opaque()),
    ("continue_statement", Rule::new().opaque()),
    ("block", BLOCK),
    ("constructor_body", BLOCK),
    ("for_statement", BLOCK),
    ("catch_clause", BLOCK),
    ("try_with_resources_statement", BLOCK),
    ("switch_block", BLOCK),
    ("switch_rule", BLOCK),
];

/// The layout of Maven and Gradle, and the names their plug-ins run.
fn is_test_path(file: &str) -> bool {
    let stem = path::file_stem(file);
    file.starts_with("src/test/")
        || file.contains("/src/test/")
        || ["Test", "Tests", "TestCase", "IT"].iter().any(|end| stem.ends_with(end))
}

/// The value of the child in a field, which is used by itself.
fn value_in(children: &mut [Child<'_>], field: Field) -> Value {
    child_in(children, field).map_or(Value::NONE, |child| child.value)
}

/// Sets the arguments aside for the type they belong to.
fn type_arguments(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.gathered.clear();
    pass.gathered.extend(children.iter().map(|child| child.value));
    Value::NONE
}

fn generic_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let arguments: Vec<Option<ExprId>> = pass.gathered.iter().map(|value| value.expr).collect();
    let base = take_first(children);
    let Some(head) = base.expr else { return Value::NONE };
    Value { expr: Some(pass.generic(head, &arguments)), ..base }
}

fn array_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let element = value_in(children, Field::Element).expr;
    Value::of(pass.library("array", &[element]))
}

/// `array[index]`
fn element(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = children.first().and_then(|child| child.value.expr);
    pass.operation(of, Operation::Index).map_or(Value::NONE, Value::of)
}

/// Remembers what is called, for the parameters of lambdas among the arguments.
fn callee(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(name) = children.last().filter(|last| last.field == Field::Name).map(|last| last.node) else {
        return;
    };
    let object = child_in(children, Field::Object).map(|object| object.value);
    pass.callee = object.and_then(|object| pass.member(object, name).expr);
}

fn type_identifier(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    if pass.bytes(node) == b"var" { Value::NONE } else { pass.identifier(node) }
}

fn scoped_identifier(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = value_in(children, Field::Scope);
    let Some(name) = child_in(children, Field::Name).map(|child| child.node) else { return Value::NONE };
    pass.member(base, name)
}

fn scoped_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = children.first().map_or(Value::NONE, |child| child.value);
    let Some(name) = children.last_mut().filter(|last| last.node.kind() == "type_identifier") else {
        return Value::NONE;
    };
    name.value.take();
    let name = name.node;
    pass.member(base, name)
}

/// Of several exceptions that are caught together, nothing is known.
fn catch_type(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    match children {
        [only] => only.value.take(),
        _ => Value::NONE,
    }
}

/// A type parameter stands for its bound: its methods are those of that type.
fn type_parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let bound =
        children.iter().find(|child| child.node.kind() == "type_bound").and_then(|child| child.value.expr);
    if let Some(name) = children.iter_mut().find(|child| child.node.kind() == "type_identifier") {
        name.value.take();
        let name = pass.text(name.node);
        pass.bind(name, bound);
    }
    Value::NONE
}

/// `object.field`; `Outer.this` is an instance of the outer class.
fn field_access(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = value_in(children, Field::Object);
    let Some(name) = child_in(children, Field::Member).map(|child| child.node) else { return Value::NONE };
    if name.kind() == "this" {
        return pass.instance(base).map_or(Value::NONE, Value::of);
    }
    pass.member(base, name)
}

fn invocation(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(name) = child_in(children, Field::Name).map(|child| child.node) else { return Value::NONE };
    // `Outer.super.method()` is about the super type as much as `super.method()`.
    let on_super = children.iter().any(|child| child.node.kind() == "super");
    let callee = if on_super {
        let base = Value::of(pass.expr(Expr::Super));
        pass.member(base, name)
    } else if child_in(children, Field::Object).is_some() {
        let base = value_in(children, Field::Object);
        pass.member(base, name)
    } else {
        method_name(pass, name)
    };
    let arguments = child_in(children, Field::Arguments).map(|arguments| count_arguments(arguments.node));
    pass.call_with(callee, arguments)
}

fn count_arguments(list: Node<'_>) -> u8 {
    let mut cursor = list.walk();
    let arguments = list.named_children(&mut cursor).filter(|child| !child.kind().ends_with("_comment"));
    u8::try_from(arguments.count()).unwrap_or(u8::MAX)
}

/// The value of a method's name: local variables have names of their own, static imports do not.
fn method_name(pass: &mut Pass<'_>, name: Node<'_>) -> Value {
    let text = pass.text(name);
    let expr = match pass.scopes.find(text) {
        Some(Bound::Alias(expr)) => expr,
        _ => pass.expr(Expr::Name(text)),
    };
    pass.pending(expr, name)
}

/// `new Type(…) { … }`
fn creation(pass: &mut Pass<'_>, _: Node<'_>) {
    pass.context |= context::ANONYMOUS;
}

/// Sets the type aside, last of all before a body: arguments may hold creations of their own.
fn creation_part(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let base = value_in(children, Field::Type);
    pass.gathered.clear();
    pass.gathered.push(base);
}

fn created(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = take_in(children, Field::Type);
    pass.instantiate(of)
}

/// `Type::method`, `value::method` and `Type::new`
fn method_reference(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some((base, rest)) = children.split_first_mut() else { return Value::NONE };
    if pass.bytes(node).ends_with(b"new") {
        let of = base.value.take();
        pass.refer(ReferenceKind::Instantiate, of);
        return Value::NONE;
    }
    let Some(name) = rest.last_mut().filter(|last| last.node.kind() == "identifier") else {
        return Value::NONE;
    };
    name.value = Value::NONE;
    let (base, name) = (base.value, name.node);
    pass.member(base, name)
}

fn cast(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let target = value_in(children, Field::Type);
    pass.instance(target).map_or(Value::NONE, Value::of)
}

fn ternary(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let given = value_in(children, Field::Consequence).expr;
    given.or(value_in(children, Field::Alternative).expr).map_or(Value::NONE, Value::of)
}

fn label(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let Some(label) = children.first_mut() {
        label.value = Value::NONE;
    }
    Value::NONE
}
