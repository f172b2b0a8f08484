//! C#: types and their members, namespaces and usings, initialisers, patterns, local functions.
//!
//! Namespaces are packages: they make no symbols, and a file may hold several. Where only a type can
//! stand, names are read as types, since a property may be called like its type. Types are read without
//! their arguments, but `Task<T>` is read as `T`, which is what awaiting it gives.

mod define;
mod imports;
mod literals;
mod locals;
mod modifiers;
mod names;
#[cfg(test)]
mod tests;
mod types;

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::Expr;
use crate::syntax::library::Library;
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, LanguageSpec, Mode, Rule, Value, child_in, take_first};

/// C#, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
    rules: &[RULES],
    is_doc: |comment| comment.starts_with(b"///") || comment.starts_with(b"/**"),
    is_test_path,
    names: names::NAMES,
    library: &Library::NONE,
    pieces: None,
};

/// What rules leave in [`Pass::context`] for the rules of nodes inside.
mod context {
    /// In the header of a record: parameters are properties.
    pub(super) const RECORD: u16 = 1;
    /// In a declaration of fields, whose declarators bind no local names.
    pub(super) const FIELD: u16 = 1 << 1;
    /// An initialiser that comes next belongs to the object being made.
    pub(super) const CREATION: u16 = 1 << 2;
    /// Directly in an initialiser: assignments are to members of what is made.
    pub(super) const INITIALIZER: u16 = 1 << 3;
    /// In an assignment to a member of what is made.
    pub(super) const MEMBER: u16 = 1 << 4;
    /// In a lambda: what is returned is not what the method around it gives.
    pub(super) const LAMBDA: u16 = 1 << 5;
}

const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];
const TYPED: &[(Field, Mode)] = &[(Field::Name, Mode::Name), (Field::Type, Mode::Type)];
const THROUGH: Rule = Rule::new().leave(|_, _, children| take_first(children));
const NOTHING: Rule = Rule::new().leave(|_, _, _| Value::NONE);
const TYPE: Rule = Rule::new().enter(define::class).modes(NAME).scope();
const METHOD: Rule = Rule::new()
    .enter(define::method)
    .after_child(define::method_part)
    .modes(&[(Field::Name, Mode::Name), (Field::Type, Mode::Type), (Field::Returns, Mode::Type)])
    .scope();
const PROPERTY: Rule =
    Rule::new().enter(define::property).after_child(define::property_part).modes(TYPED).scope();
const FIELDS: Rule = Rule::new().enter(define::fields).leave(define::field_types);
const PATTERN: Rule = Rule::new().leave(locals::pattern).modes(TYPED);
const BLOCK: Rule = Rule::new().scope();
const ARRAY: Rule = Rule::new().enter(literals::clear).leave(|_, _, _| Value::NONE).modes(TYPED);

static RULES: &[(&str, Rule)] = &[
    ("comment", Rule::comment()),
    ("using_directive", Rule::new().opaque().enter(imports::using)),
    ("extern_alias_directive", Rule::new().opaque()),
    ("namespace_declaration", Rule::new().enter(imports::namespace).modes(NAME)),
    ("file_scoped_namespace_declaration", Rule::new().opaque().enter(imports::file_namespace)),
    // Definitions.
    ("class_declaration", TYPE),
    ("struct_declaration", TYPE),
    ("enum_declaration", TYPE),
    ("interface_declaration", Rule::new().enter(define::interface).modes(NAME).scope()),
    ("record_declaration", Rule::new().enter(define::record).modes(NAME).scope()),
    ("delegate_declaration", Rule::new().enter(define::class).modes(TYPED).scope()),
    ("declaration_list", Rule::new().enter(|pass, _| pass.context = 0)),
    ("enum_member_declaration", Rule::new().enter(define::enum_member).modes(NAME)),
    ("method_declaration", METHOD),
    ("constructor_declaration", METHOD),
    ("destructor_declaration", METHOD),
    ("operator_declaration", METHOD),
    ("conversion_operator_declaration", METHOD),
    ("indexer_declaration", METHOD),
    ("local_function_statement", METHOD),
    ("property_declaration", PROPERTY),
    ("event_declaration", PROPERTY),
    ("accessor_declaration", Rule::new().enter(locals::accessor).modes(NAME).scope()),
    ("field_declaration", FIELDS),
    ("event_field_declaration", FIELDS),
    ("base_list", Rule::new().leave(define::bases).mode(Mode::Type)),
    ("primary_constructor_base_type", Rule::new().leave(|_, _, children| take_first(children))),
    ("explicit_interface_specifier", Rule::new().leave(|_, _, _| Value::NONE).mode(Mode::Type)),
    // Names and types.
    ("identifier", Rule::new().leave(|pass, node, _| pass.identifier(node))),
    ("generic_name", Rule::new().leave(types::generic_name)),
    ("type_argument_list", Rule::new().leave(types::arguments).mode(Mode::Type)),
    ("qualified_name", Rule::new().leave(types::qualified_name).modes(&[(Field::Name, Mode::Name)])),
    ("alias_qualified_name", Rule::new().leave(types::after_alias).modes(&[(Field::Alias, Mode::Name)])),
    ("nullable_type", THROUGH),
    ("pointer_type", THROUGH),
    ("ref_type", THROUGH),
    ("scoped_type", THROUGH),
    ("array_type", NOTHING),
    ("array_rank_specifier", Rule::new().mode(Mode::Code)),
    ("tuple_type", NOTHING),
    ("tuple_element", Rule::new().modes(TYPED)),
    ("implicit_type", Rule::new().opaque()),
    ("predefined_type", Rule::new().leave(types::predefined)),
    ("type_parameter", Rule::new().leave(types::parameter).modes(NAME)),
    ("type_parameter_constraints_clause", Rule::new().leave(types::constraints)),
    ("type_parameter_constraint", Rule::new().modes(TYPED)),
    ("attribute", Rule::new().leave(types::attribute).modes(NAME)),
    ("attribute_list", Rule::new().mode(Mode::Code)),
    ("attribute_target_specifier", Rule::new().opaque()),
    ("attribute_argument", Rule::new().modes(NAME)),
    // Expressions.
    ("member_access_expression", Rule::new().leave(member_access).modes(NAME).tokens()),
    ("conditional_access_expression", Rule::new().leave(conditional_access).tokens()),
    ("member_binding_expression", Rule::new().modes(NAME)),
    ("invocation_expression", Rule::new().leave(invocation)),
    ("argument_list", Rule::new().enter(literals::clear).mode(Mode::Code)),
    ("argument", Rule::new().leave(argument).modes(NAME)),
    (
        "object_creation_expression",
        Rule::new().enter(literals::begin).after_child(literals::part).leave(literals::end).modes(TYPED),
    ),
    (
        "implicit_object_creation_expression",
        Rule::new().enter(literals::begin_implicit).leave(literals::end_implicit),
    ),
    ("initializer_expression", Rule::new().enter(literals::initializer).leave(literals::initialized)),
    ("assignment_expression", Rule::new().enter(literals::assignment).leave(literals::assigned)),
    ("array_creation_expression", ARRAY),
    ("implicit_array_creation_expression", ARRAY),
    ("collection_expression", ARRAY),
    ("element_access_expression", NOTHING),
    (
        "anonymous_object_creation_expression",
        Rule::new().enter(literals::clear).leave(literals::anonymous).tokens(),
    ),
    ("with_expression", Rule::new().leave(|_, _, children| take_first(children))),
    ("with_initializer", Rule::new().leave(literals::with_initializer)),
    ("cast_expression", Rule::new().leave(cast).modes(TYPED)),
    ("as_expression", Rule::new().leave(as_type).modes(&[(Field::Right, Mode::Type)])),
    ("is_expression", Rule::new().modes(&[(Field::Right, Mode::Type)])),
    ("typeof_expression", Rule::new().modes(TYPED)),
    ("sizeof_expression", Rule::new().modes(TYPED)),
    ("default_expression", Rule::new().leave(cast).modes(TYPED)),
    ("parenthesized_expression", THROUGH),
    ("await_expression", THROUGH),
    ("checked_expression", THROUGH),
    ("postfix_unary_expression", Rule::new().leave(not_null).tokens()),
    ("conditional_expression", Rule::new().leave(conditional)),
    ("binary_expression", Rule::new().leave(coalesced)),
    ("return_statement", Rule::new().enter(literals::expect_returned)),
    ("arrow_expression_clause", Rule::new().enter(literals::expect_returned)),
    // Local names.
    ("parameter", Rule::new().leave(locals::parameter).modes(TYPED)),
    ("parameter_list", Rule::new().leave(locals::params_array).modes(TYPED)),
    ("implicit_parameter", Rule::new().leave(locals::implicit_parameter)),
    ("lambda_expression", Rule::new().enter(literals::lambda).modes(&[(Field::Type, Mode::Type)]).scope()),
    ("anonymous_method_expression", Rule::new().enter(literals::lambda).scope()),
    (
        "variable_declaration",
        Rule::new().after_child(locals::variable).leave(locals::declared_type).modes(TYPED),
    ),
    ("variable_declarator", Rule::new().leave(locals::declarator).modes(NAME)),
    ("declaration_expression", Rule::new().leave(locals::declared).modes(TYPED)),
    ("catch_declaration", Rule::new().leave(locals::declared).modes(TYPED)),
    (
        "foreach_statement",
        Rule::new()
            .after_child(locals::for_each)
            .modes(&[(Field::Type, Mode::Type), (Field::Left, Mode::Pattern)])
            .scope(),
    ),
    ("declaration_pattern", PATTERN),
    ("recursive_pattern", PATTERN),
    ("var_pattern", PATTERN),
    ("type_pattern", Rule::new().modes(TYPED)),
    ("subpattern", Rule::new().leave(locals::subpattern).tokens()),
    ("tuple_pattern", Rule::new().leave(locals::tuple).mode(Mode::Pattern)),
    ("parenthesized_variable_designation", Rule::new().leave(locals::tuple).mode(Mode::Pattern)),
    ("from_clause", Rule::new().leave(locals::declared).modes(TYPED)),
    ("let_clause", Rule::new().leave(locals::first_named)),
    ("join_clause", Rule::new().leave(locals::joined).modes(&[(Field::Type, Mode::Type)])),
    ("join_into_clause", Rule::new().leave(locals::first_named)),
    ("labeled_statement", Rule::new().leave(label)),
    ("goto_statement", Rule::new().opaque()),
    ("preproc_if", Rule::new().modes(&[(Field::Condition, Mode::Name)])),
    ("preproc_elif", Rule::new().modes(&[(Field::Condition, Mode::Name)])),
    ("block", Rule::new().enter(literals::clear).scope()),
    ("for_statement", BLOCK),
    ("using_statement", BLOCK),
    ("fixed_statement", BLOCK),
    ("catch_clause", BLOCK),
    ("switch_section", BLOCK),
    ("switch_expression_arm", BLOCK),
    ("query_expression", BLOCK),
];

/// The names that test projects and their files have.
fn is_test_path(file: &str) -> bool {
    let stem = path::file_stem(file);
    let is_test_folder = |folder: &str| {
        matches!(folder, "test" | "tests" | "Test" | "Tests" | "UnitTests")
            || [".Test", ".Tests", ".UnitTests", ".IntegrationTests"].iter().any(|end| folder.ends_with(end))
    };
    ["Test", "Tests"].iter().any(|end| stem.ends_with(end))
        || path::folder(file).split('/').any(is_test_folder)
}

/// The value of the child in a field, which is used by itself.
fn value_in(children: &mut [Child<'_>], field: Field) -> Value {
    child_in(children, field).map_or(Value::NONE, |child| child.value)
}

/// The identifier of a name that may have type arguments.
fn simple_name(name: Node<'_>) -> Node<'_> {
    if name.kind() == "generic_name" { name.named_child(0).unwrap_or(name) } else { name }
}

/// What stands before the dot, `this` and `base` among it, which are no nodes of their own.
fn receiver(pass: &mut Pass<'_>, children: &[Child<'_>], field: Field) -> Value {
    match children.first().map(|first| first.node.kind()) {
        Some("this") => Value::of(pass.expr(Expr::This)),
        Some("base") => Value::of(pass.expr(Expr::Super)),
        _ => children.iter().find(|child| child.field == field).map_or(Value::NONE, |child| child.value),
    }
}

/// `object.Name`
fn member_access(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = receiver(pass, children, Field::Expression);
    match child_in(children, Field::Name).map(|child| child.node) {
        Some(name) => pass.member(base, simple_name(name)),
        None => Value::NONE,
    }
}

/// `object?.Name`
fn conditional_access(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = receiver(pass, children, Field::Condition);
    let binding = children.iter().find(|child| child.node.kind() == "member_binding_expression");
    match binding.and_then(|binding| pass.field(binding.node, Field::Name)) {
        Some(name) => pass.member(base, simple_name(name)),
        None => Value::NONE,
    }
}

fn invocation(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(function) = child_in(children, Field::Function) else { return Value::NONE };
    let callee = function.value.take();
    if pass.bytes(function.node) == b"nameof" {
        return Value::NONE;
    }
    pass.call(callee)
}

/// What is passed; the name of the parameter says nothing.
fn argument(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    children
        .iter_mut()
        .rev()
        .find(|child| child.field != Field::Name)
        .map_or(Value::NONE, |child| child.value.take())
}

/// `(Type)value` and `default(Type)`
fn cast(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let target = value_in(children, Field::Type);
    pass.instance(target).map_or(Value::NONE, Value::of)
}

/// `value as Type`
fn as_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let target = value_in(children, Field::Right);
    pass.instance(target).map_or(Value::NONE, Value::of)
}

/// `value!` is the value; counting up gives nothing known.
fn not_null(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    match children.last().map(|last| last.node.kind()) {
        Some("!") => take_first(children),
        _ => Value::NONE,
    }
}

fn conditional(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let given = value_in(children, Field::Consequence).expr;
    given.or(value_in(children, Field::Alternative).expr).map_or(Value::NONE, Value::of)
}

/// `a ?? b` is what either of them is.
fn coalesced(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if pass.field(node, Field::Operator).is_none_or(|operator| operator.kind() != "??") {
        return Value::NONE;
    }
    let given = value_in(children, Field::Left).expr;
    given.or(value_in(children, Field::Right).expr).map_or(Value::NONE, Value::of)
}

fn label(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let Some(label) = children.first_mut() {
        label.value = Value::NONE;
    }
    Value::NONE
}
