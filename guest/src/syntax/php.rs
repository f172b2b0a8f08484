//! PHP: namespaces, classes and their members, closures, included files, and what PHPDoc says of types.
//!
//! Variables and properties keep their `$`, as PHP's own documents name them: `Foo.$name` is a property
//! and `Foo.name` a method. Names are compared in exact case, although PHP folds the case of functions
//! and classes. Files are found by the namespaces that they declare, which is what autoloading by
//! manifests amounts to. Approximations: the elements of an array are unknown; `A|null` is read as
//! `A`; `instanceof` says what a variable of unknown type is from there on.

mod calls;
mod define;
mod docs;
mod imports;
mod library;
mod locals;
mod names;
mod paths;
#[cfg(test)]
mod tests;

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, LanguageSpec, Mode, Rule, Value, child_in, take_first};

/// PHP, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    rules: &[RULES],
    is_doc: |comment| comment.starts_with(b"/**"),
    is_test_path,
    names: names::NAMES,
    library: &library::LIBRARY,
    pieces: None,
};

/// What rules leave in [`Pass::context`] for the rules of nodes inside.
mod context {
    /// The file has several namespaces in braces, each a module of its own.
    pub(super) const NAMESPACES: u16 = 1;
    /// The class body that comes next belongs to no declaration.
    pub(super) const ANONYMOUS: u16 = 1 << 1;
    /// That class extends the first of the types set aside.
    pub(super) const EXTENDS: u16 = 1 << 2;
    /// In a closure: variables are its own, whatever is around it.
    pub(super) const CLOSURE: u16 = 1 << 3;
}

const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];
const THROUGH: Rule = Rule::new().leave(|_, _, children| take_first(children));
const CALL: Rule = Rule::new().leave(calls::method).modes(NAME);
const ACCESS: Rule = Rule::new().leave(calls::property).modes(NAME);
const INCLUDE: Rule = Rule::new().enter(imports::include);
const ASSIGNMENT: Rule = Rule::new().enter(locals::begin_assignment).leave(locals::assignment);

static RULES: &[(&str, Rule)] = &[
    ("comment", Rule::comment().enter(locals::annotated)),
    ("program", Rule::new().enter(imports::program).leave(imports::end_of_program)),
    ("namespace_definition", Rule::new().enter(imports::namespace).modes(NAME)),
    ("namespace_use_declaration", Rule::new().opaque().enter(imports::use_declaration)),
    ("include_expression", INCLUDE),
    ("include_once_expression", INCLUDE),
    ("require_expression", INCLUDE),
    ("require_once_expression", INCLUDE),
    // Definitions.
    (
        "function_definition",
        Rule::new().enter(define::function).after_child(define::return_type).modes(NAME).scope(),
    ),
    (
        "method_declaration",
        Rule::new().enter(define::method).after_child(define::return_type).modes(NAME).scope(),
    ),
    ("class_declaration", Rule::new().enter(define::class).modes(NAME)),
    ("enum_declaration", Rule::new().enter(define::class).modes(NAME)),
    ("interface_declaration", Rule::new().enter(define::interface).modes(NAME)),
    ("trait_declaration", Rule::new().enter(define::interface).modes(NAME)),
    ("anonymous_class", Rule::new().enter(define::anonymous).after_child(define::anonymous_part)),
    ("declaration_list", Rule::new().enter(define::body)),
    ("base_clause", Rule::new().leave(define::bases)),
    ("class_interface_clause", Rule::new().leave(define::interfaces)),
    ("use_declaration", Rule::new().opaque()),
    ("property_declaration", Rule::new().enter(define::properties).leave(define::property_type)),
    ("property_element", Rule::new().modes(NAME)),
    ("property_hook", Rule::new().leave(first_is_no_use).scope()),
    ("const_declaration", Rule::new().enter(define::constants)),
    ("const_element", Rule::new().leave(first_is_no_use)),
    ("enum_case", Rule::new().enter(define::case).modes(NAME)),
    // Names and types.
    ("name", Rule::new().leave(paths::name)),
    ("qualified_name", Rule::new().opaque().leave(paths::qualified)),
    ("relative_name", Rule::new().opaque().leave(paths::qualified)),
    ("namespace_name", Rule::new().opaque()),
    ("relative_scope", Rule::new().leave(paths::name)),
    ("named_type", THROUGH),
    ("optional_type", THROUGH),
    ("union_type", Rule::new().leave(only_type)),
    ("intersection_type", Rule::new().leave(first_type)),
    ("type_list", Rule::new().leave(only_type)),
    // Expressions.
    ("member_access_expression", ACCESS),
    ("nullsafe_member_access_expression", ACCESS),
    ("scoped_property_access_expression", ACCESS),
    ("member_call_expression", CALL),
    ("nullsafe_member_call_expression", CALL),
    ("scoped_call_expression", CALL),
    ("function_call_expression", Rule::new().leave(calls::function)),
    ("class_constant_access_expression", Rule::new().leave(calls::class_constant)),
    ("object_creation_expression", Rule::new().leave(calls::created)),
    ("array_creation_expression", Rule::new().leave(calls::callable_pair)),
    ("array_element_initializer", Rule::new().leave(only_child)),
    ("arguments", Rule::new().enter(|pass, _| pass.context &= !(context::ANONYMOUS | context::EXTENDS))),
    ("argument", Rule::new().modes(NAME)),
    ("parenthesized_expression", THROUGH),
    ("clone_expression", THROUGH),
    ("error_suppression_expression", THROUGH),
    ("conditional_expression", Rule::new().leave(conditional)),
    ("binary_expression", Rule::new().leave(locals::binary)),
    ("assignment_expression", ASSIGNMENT),
    ("reference_assignment_expression", ASSIGNMENT),
    ("augmented_assignment_expression", Rule::new().leave(locals::augmented)),
    ("string", Rule::new().opaque()),
    ("goto_statement", Rule::new().opaque()),
    ("named_label_statement", Rule::new().opaque()),
    // Local names.
    ("variable_name", Rule::new().opaque().leave(locals::variable)),
    ("simple_parameter", Rule::new().leave(locals::parameter).modes(NAME)),
    ("variadic_parameter", Rule::new().leave(locals::variadic).modes(NAME)),
    ("property_promotion_parameter", Rule::new().leave(define::promoted).modes(NAME)),
    ("anonymous_function", Rule::new().enter(locals::closure).scope()),
    ("anonymous_function_use_clause", Rule::new().opaque()),
    ("arrow_function", Rule::new().scope()),
    ("subscript_expression", Rule::new().leave(locals::element)),
    ("foreach_statement", Rule::new().after_child(locals::each)),
    ("catch_clause", Rule::new().after_child(locals::caught).modes(NAME)),
    ("list_literal", Rule::new().leave(|_, _, _| Value::NONE)),
    ("global_declaration", Rule::new().leave(locals::global).mode(Mode::Name)),
    ("static_variable_declaration", Rule::new().leave(locals::static_variable).modes(NAME)),
];

/// Where PHPUnit and the layouts around it look.
fn is_test_path(file: &str) -> bool {
    path::file_stem(file).ends_with("Test")
        || path::folder(file).split('/').any(|folder| matches!(folder, "tests" | "Tests" | "test"))
}

/// The value of the child in a field, which is used by itself.
fn value_in(children: &mut [Child<'_>], field: Field) -> Value {
    child_in(children, field).map_or(Value::NONE, |child| child.value)
}

/// The first name is being declared.
fn first_is_no_use(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let Some(name) = children.iter_mut().find(|child| child.node.kind() == "name") {
        name.value = Value::NONE;
    }
    Value::NONE
}

/// Of several types, nothing is known; `null` is none.
fn only_type(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let mut known = children.iter().filter_map(|child| child.value.expr);
    match (known.next(), known.next()) {
        (Some(only), None) => Value::of(only),
        _ => Value::NONE,
    }
}

fn first_type(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    children.iter().find_map(|child| child.value.expr).map_or(Value::NONE, Value::of)
}

/// An element without a key, as what it is.
fn only_child(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    match children {
        [only] => only.value.take(),
        _ => Value::NONE,
    }
}

/// `condition ? body : alternative`; without a body the condition is what it gives.
fn conditional(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let fields = [Field::Body, Field::Alternative];
    let shorthand = child_in(children, Field::Body).is_none();
    let first = shorthand.then(|| value_in(children, Field::Condition).expr).flatten();
    first
        .or_else(|| fields.into_iter().find_map(|field| value_in(children, field).expr))
        .map_or(Value::NONE, Value::of)
}
