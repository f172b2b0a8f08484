//! JavaScript, TypeScript and TSX: one set of rules over three grammars that share most of their kinds.
//!
//! Approximations: `A | B` is read as its first type; a local variable is what it was last bound to in its
//! block; a function without a declared result gives what its `return` statements agree on.

mod assign;
mod classes;
mod common_js;
mod functions;
mod library;
mod literals;
mod locals;
mod modules;
mod names;
mod places;
#[cfg(test)]
mod tests;
mod types;

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::{Expr, ExprId, Operation};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{
    Child, Field, LanguageSpec, Mode, Rule, Value, child_in, take_first, take_in, take_last,
};
use crate::syntax::scope::Bound;

/// JavaScript and JSX, for the walk and the graph.
pub(super) static JAVASCRIPT: LanguageSpec =
    LanguageSpec { grammar: || tree_sitter_javascript::LANGUAGE.into(), ..SHARED };

/// TypeScript, for the walk and the graph.
pub(super) static TYPESCRIPT: LanguageSpec =
    LanguageSpec { grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(), ..SHARED };

/// TypeScript with JSX, for the walk and the graph.
pub(super) static TSX: LanguageSpec =
    LanguageSpec { grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(), ..SHARED };

const SHARED: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    rules: &[RULES],
    is_doc: |comment| comment.starts_with(b"/**"),
    is_test_path,
    names: names::NAMES,
    library: &library::LIBRARY,
    pieces: None,
};

/// What rules leave in [`Pass::context`] for the rules of nodes inside.
mod context {
    /// In an `export` statement: what is declared is exported.
    pub(super) const EXPORT: u16 = 1;
    /// In an ambient declaration: signatures are all there is of a function.
    pub(super) const AMBIENT: u16 = 1 << 1;
    /// In a block or function: variables are local.
    pub(super) const LOCAL: u16 = 1 << 2;
    /// The declaration's one variable is defined already.
    pub(super) const DECLARED: u16 = 1 << 3;
    /// The function or class that comes next is defined already, under the name it is assigned to.
    pub(super) const NAMED: u16 = 1 << 4;
    /// The object that comes next has members of the innermost definition.
    pub(super) const OBJECT: u16 = 1 << 5;
    /// Directly in an object, interface or object type with members.
    pub(super) const MEMBERS: u16 = 1 << 6;
    /// Directly in the body of a class.
    pub(super) const CLASS: u16 = 1 << 7;
    /// In a function whose receiver nothing is known of.
    pub(super) const FOREIGN_THIS: u16 = 1 << 8;
    /// In a function that is the innermost definition itself.
    pub(super) const OWN_FUNCTION: u16 = 1 << 9;
    /// In a namespace whose body comes next.
    pub(super) const NAMESPACE: u16 = 1 << 10;

    /// In a value whose `require` was read as an import already.
    pub(super) const REQUIRED: u16 = 1 << 11;

    /// In the type of a function: the types of its parameters are asked for.
    pub(super) const FUNCTION_TYPE: u16 = 1 << 12;

    /// What ends where a function or class begins.
    pub(super) const OUTER: u16 =
        EXPORT | DECLARED | NAMED | OBJECT | MEMBERS | CLASS | OWN_FUNCTION | NAMESPACE;
}

const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];
const THROUGH: Rule = Rule::new().leave(|_, _, children| take_first(children));
const FIRST: Rule = Rule::new().leave(|_, _, children| first_known(children));
const BLOCK: Rule = Rule::new().enter(locals::block).scope();
const FUNCTION: Rule = Rule::new().after_child(functions::part).leave(functions::end).modes(NAME).scope();
const CLOSURE: Rule = FUNCTION.enter(functions::closure);
const CLASS: Rule = Rule::new().modes(NAME).scope();
const FIELD: Rule = Rule::new()
    .enter(classes::field)
    .leave(classes::field_value)
    .modes(&[(Field::Name, Mode::Name), (Field::Property, Mode::Name)]);
const PARAMETER: Rule = Rule::new().leave(locals::parameter).modes(&[
    (Field::Type, Mode::Code),
    (Field::Value, Mode::Code),
    (Field::Decorator, Mode::Code),
]);

static RULES: &[(&str, Rule)] = &[
    ("comment", Rule::comment()),
    ("program", Rule::new().leave(modules::finish)),
    // Imports and exports.
    ("import_statement", Rule::new().opaque().enter(modules::import)),
    ("import_alias", Rule::new().leave(modules::import_alias).mode(Mode::Name)),
    ("export_statement", Rule::new().enter(modules::export)),
    ("export_clause", Rule::new().opaque()),
    ("namespace_export", Rule::new().opaque()),
    // Definitions.
    ("function_declaration", FUNCTION.enter(functions::declaration)),
    ("generator_function_declaration", FUNCTION.enter(functions::declaration)),
    ("function_signature", FUNCTION.enter(functions::signature)),
    ("function_expression", CLOSURE),
    ("generator_function", CLOSURE),
    (
        "arrow_function",
        Rule::new()
            .enter(functions::closure)
            .after_child(functions::part)
            .leave(functions::end)
            .modes(&[(Field::Parameter, Mode::Pattern)])
            .scope(),
    ),
    ("class_declaration", CLASS.enter(classes::class)),
    ("abstract_class_declaration", CLASS.enter(classes::class)),
    ("class", CLASS.enter(classes::class)),
    ("class_heritage", Rule::new().leave(classes::heritage).mode(Mode::Bases)),
    (
        "extends_clause",
        Rule::new().leave(classes::extends).mode(Mode::Code).modes(&[(Field::Value, Mode::Bases)]),
    ),
    ("extends_type_clause", Rule::new().leave(classes::extends).mode(Mode::Bases)),
    ("implements_clause", Rule::new().leave(classes::implements).mode(Mode::Bases)),
    ("method_definition", FUNCTION.enter(classes::method)),
    ("method_signature", FUNCTION.enter(classes::method_signature)),
    ("abstract_method_signature", FUNCTION.enter(classes::abstract_method)),
    ("public_field_definition", FIELD),
    ("field_definition", FIELD),
    ("property_signature", FIELD),
    ("interface_declaration", CLASS.enter(classes::interface)),
    ("type_alias_declaration", CLASS.enter(classes::alias).leave(classes::alias_target)),
    ("enum_declaration", CLASS.enter(classes::enumeration)),
    ("enum_body", Rule::new().after_child(classes::enum_member).modes(NAME)),
    ("enum_assignment", Rule::new().modes(NAME)),
    ("internal_module", Rule::new().enter(classes::namespace).modes(NAME).scope()),
    ("module", Rule::new().enter(classes::namespace).modes(NAME).scope()),
    (
        "ambient_declaration",
        Rule::new().enter(|pass, _| pass.context |= context::AMBIENT | context::NAMESPACE),
    ),
    ("lexical_declaration", Rule::new().enter(assign::declaration)),
    ("variable_declaration", Rule::new().enter(assign::declaration)),
    ("variable_declarator", Rule::new().enter(assign::declarator).leave(assign::declared).modes(NAME)),
    (
        "assignment_expression",
        Rule::new().enter(assign::assignment).leave(assign::assigned).modes(&[(Field::Left, Mode::Code)]),
    ),
    ("object", Rule::new().enter(assign::object)),
    ("pair", Rule::new().enter(assign::pair)),
    // Names and types.
    ("identifier", Rule::new().leave(identifier)),
    ("type_identifier", Rule::new().leave(|pass, node, _| pass.identifier(node))),
    ("shorthand_property_identifier", Rule::new().leave(|pass, node, _| pass.name(node))),
    ("shorthand_property_identifier_pattern", Rule::new().leave(|pass, node, _| pass.identifier(node))),
    ("this", Rule::new().leave(this)),
    ("this_type", Rule::new().leave(|pass, _, _| Value::of(pass.expr(Expr::ThisType)))),
    ("super", Rule::new().leave(|pass, _, _| Value::of(pass.expr(Expr::Super)))),
    ("nested_identifier", Rule::new().leave(member).modes(&[(Field::Property, Mode::Name)])),
    ("nested_type_identifier", Rule::new().leave(types::nested).modes(NAME)),
    ("generic_type", Rule::new().leave(types::generic).modes(&[(Field::TypeArguments, Mode::Code)])),
    ("type_arguments", Rule::new().leave(types::arguments).mode(Mode::Code)),
    ("array_type", Rule::new().leave(types::array)),
    ("tuple_type", Rule::new().leave(parts)),
    ("type_annotation", THROUGH),
    ("constraint", THROUGH),
    ("union_type", FIRST),
    ("intersection_type", FIRST),
    ("parenthesized_type", THROUGH),
    ("readonly_type", THROUGH),
    ("type_parameter", Rule::new().leave(types::parameter).modes(NAME)),
    ("infer_type", Rule::new().leave(bind_unknown).mode(Mode::Pattern)),
    ("mapped_type_clause", Rule::new().leave(types::parameter).modes(NAME)),
    ("type_predicate", Rule::new().modes(NAME)),
    (
        "function_type",
        Rule::new().enter(|pass, _| pass.context |= context::FUNCTION_TYPE).leave(types::function).scope(),
    ),
    ("constructor_type", Rule::new().leave(|_, _, _| Value::NONE).scope()),
    ("call_signature", Rule::new().enter(types::no_members).scope()),
    ("construct_signature", Rule::new().enter(types::no_members).scope()),
    ("index_signature", Rule::new().enter(types::no_members).modes(NAME)),
    // Expressions.
    ("call_expression", Rule::new().after_child(callee).leave(call)),
    ("new_expression", Rule::new().after_child(constructor).leave(new)),
    (
        "arguments",
        Rule::new().enter(|pass, _| pass.argument = 0).after_child(next_argument).leave(first_argument),
    ),
    ("return_statement", Rule::new().leave(functions::returned)),
    ("array", Rule::new().leave(array)),
    ("member_expression", Rule::new().leave(member).mode(Mode::Code).modes(&[(Field::Property, Mode::Name)])),
    ("subscript_expression", Rule::new().leave(element).mode(Mode::Code)),
    ("await_expression", Rule::new().leave(awaited)),
    ("parenthesized_expression", Rule::new().leave(|_, _, children| take_last(children))),
    ("sequence_expression", Rule::new().leave(|_, _, children| take_last(children))),
    ("non_null_expression", THROUGH),
    ("satisfies_expression", Rule::new().leave(types::satisfies)),
    ("instantiation_expression", THROUGH),
    ("as_expression", Rule::new().leave(types::cast)),
    ("type_assertion", Rule::new().leave(types::assertion)),
    ("ternary_expression", Rule::new().leave(ternary)),
    ("binary_expression", Rule::new().leave(binary)),
    ("jsx_opening_element", Rule::new().leave(component)),
    ("jsx_self_closing_element", Rule::new().leave(component)),
    ("jsx_closing_element", Rule::new().opaque()),
    ("jsx_namespace_name", Rule::new().opaque()),
    // Local names.
    (
        "formal_parameters",
        Rule::new().after_child(locals::plain_parameter).leave(locals::parameters).mode(Mode::Pattern),
    ),
    ("required_parameter", PARAMETER),
    ("optional_parameter", PARAMETER),
    ("assignment_pattern", Rule::new().modes(&[(Field::Right, Mode::Code)])),
    ("object_assignment_pattern", Rule::new().modes(&[(Field::Right, Mode::Code)])),
    (
        "for_in_statement",
        Rule::new()
            .enter(locals::block)
            .after_child(locals::for_in)
            .modes(&[(Field::Left, Mode::Pattern)])
            .scope(),
    ),
    ("for_statement", BLOCK),
    (
        "catch_clause",
        Rule::new().after_child(locals::catch).modes(&[(Field::Parameter, Mode::Pattern)]).scope(),
    ),
    ("statement_block", BLOCK),
    ("switch_body", BLOCK),
];

/// What the common test runners collect, and the folders whose code serves nothing else.
fn is_test_path(file: &str) -> bool {
    let mut parts = path::file_name(file).rsplit('.').skip(1);
    parts.any(|part| matches!(part, "test" | "spec"))
        || path::folder(file)
            .split('/')
            .any(|part| matches!(part, "__tests__" | "__mocks__" | "test" | "tests"))
}

/// The value of the first child that has one; each child is used by itself.
fn first_known(children: &[Child<'_>]) -> Value {
    children.iter().find_map(|child| child.value.expr).map_or(Value::NONE, Value::of)
}

/// The value of the child in a field, which is used by itself.
fn value_in(children: &mut [Child<'_>], field: Field) -> Value {
    child_in(children, field).map_or(Value::NONE, |child| child.value)
}

fn bind_unknown(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    pass.bind_pattern(None);
    Value::NONE
}

fn this(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    // A parameter may say what it is.
    let name = pass.text(node);
    if let Some(Bound::Value(declared)) = pass.scopes.find(name) {
        return Value::of(declared);
    }
    let is_known = pass.context & context::FOREIGN_THIS == 0;
    Value::of(pass.expr(if is_known { Expr::This } else { Expr::Unknown }))
}

/// What a module exports is what it defines: `exports` is not a name of its own.
fn identifier(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    match pass.bytes(node) {
        b"exports" | b"module" | b"require" if pass.mode == Mode::Code => Value::NONE,
        _ => pass.identifier(node),
    }
}

fn member(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(name) = child_in(children, Field::Property).map(|child| child.node) else { return Value::NONE };
    let Some(object) = child_in(children, Field::Object) else { return Value::NONE };
    match (pass.bytes(object.node), pass.bytes(name)) {
        (b"module", b"exports") => Value::NONE,
        (b"exports" | b"module.exports", _) => pass.name(name),
        // The members of a prototype are those of its owner.
        (_, b"prototype") => object.value.take(),
        _ => {
            let base = object.value;
            pass.member(base, name)
        }
    }
}

fn call(pass: &mut Pass<'_>, call_node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(function) = child_in(children, Field::Function) else { return Value::NONE };
    let node = function.node;
    match pass.bytes(node) {
        b"super" => {
            let constructor = pass.facts.text("constructor");
            let base = pass.expr(Expr::Super);
            let expr = pass.expr(Expr::Member(base, constructor));
            let callee = pass.pending(expr, node);
            pass.call(callee);
            Value::NONE
        }
        b"require" => {
            common_js::load(pass, call_node);
            Value::NONE
        }
        b"import" => Value::NONE,
        _ => {
            let callee = function.value.take();
            let value = pass.call(callee);
            let argument = value_in(children, Field::Arguments).expr;
            match (callee.expr, argument) {
                (Some(callee), Some(function)) if gives_result_of(pass, callee, function) => {
                    Value::of(pass.expr(Expr::CallWith(callee, function)))
                }
                _ => value,
            }
        }
    }
}

/// Whether a call gives something of what the function gives that it is called with.
fn gives_result_of(pass: &Pass<'_>, callee: ExprId, function: ExprId) -> bool {
    let Expr::Member(_, name) = pass.facts.expr_of(callee) else { return false };
    matches!(pass.facts.expr_of(function), Expr::Function(_) | Expr::Name(_))
        && matches!(pass.facts.str_of(name), "map" | "flatMap" | "then")
}

/// Remembers what is called, for the parameters of functions among the arguments.
fn callee(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if let Some(last) = children.last().filter(|last| last.field == Field::Function) {
        pass.callee = last.value.expr;
    }
}

/// Remembers what is constructed, and applies it to its type arguments.
fn constructor(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    match children.last().map(|last| last.field) {
        Some(Field::Constructor) => pass.callee = value_in(children, Field::Constructor).expr,
        Some(Field::TypeArguments) => {
            let arguments: Vec<Option<ExprId>> = pass.gathered.iter().map(|value| value.expr).collect();
            if let Some(of) = child_in(children, Field::Constructor)
                && let Some(expr) = of.value.expr
            {
                of.value.expr = Some(pass.generic(expr, &arguments));
            }
        }
        _ => {}
    }
}

fn next_argument(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    pass.argument = u8::try_from(children.len()).unwrap_or(u8::MAX);
}

fn first_argument(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    literals::expect_arguments(pass, children);
    children.first().and_then(|first| first.value.expr).map_or(Value::NONE, Value::of)
}

/// An array of its first element that is known.
fn array(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let element = children.iter().find_map(|child| pass.known(child.value));
    Value::of(pass.library("Array", &[element]))
}

/// The type of a tuple.
fn parts(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let parts: Vec<Option<ExprId>> = children.iter().map(|child| pass.known(child.value)).collect();
    Value::of(pass.library("tuple", &parts))
}

/// `object[index]`
fn element(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = value_in(children, Field::Object).expr;
    let index = child_in(children, Field::Index).map_or(&b""[..], |index| pass.bytes(index.node));
    let number = str::from_utf8(index).ok().and_then(|text| text.parse().ok());
    let operation = number.map_or(Operation::Index, Operation::Part);
    pass.operation(of, operation).map_or(Value::NONE, Value::of)
}

fn awaited(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = children.first().and_then(|child| child.value.expr);
    pass.operation(of, Operation::Await).map_or(Value::NONE, Value::of)
}

fn new(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = take_in(children, Field::Constructor);
    pass.instantiate(of)
}

fn ternary(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let given = value_in(children, Field::Consequence);
    pass.known(given).or(value_in(children, Field::Alternative).expr).map_or(Value::NONE, Value::of)
}

/// Of operators, only `||`, `??` and `&&` give one of their operands.
fn binary(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let operator = pass.field(node, Field::Operator).map_or("", |operator| operator.kind());
    match operator {
        "||" | "??" => {
            let left = value_in(children, Field::Left);
            let given = pass.known(left).or(value_in(children, Field::Right).expr);
            given.map_or(Value::NONE, Value::of)
        }
        "&&" => value_in(children, Field::Right).expr.map_or(Value::NONE, Value::of),
        _ => Value::NONE,
    }
}

/// A component is called; an element in lower case is the browser's.
fn component(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(name) = child_in(children, Field::Name) else { return Value::NONE };
    let component = name.value.take();
    let is_intrinsic =
        name.node.kind() == "identifier" && pass.bytes(name.node).first().is_some_and(u8::is_ascii_lowercase);
    if !is_intrinsic {
        pass.call(component);
    }
    Value::NONE
}
