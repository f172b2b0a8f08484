//! Ruby: classes and modules that are reopened, methods, what calls in class bodies declare, blocks.
//!
//! A bare name that no local scope binds is a call. Inside a class or module it is one on the receiver
//! (`This`, or `ThisType` where the class itself is that); outside it is looked up as a name. Constants are
//! names. Approximations: a local is what the lines above bound it to, whatever the branch; a method gives
//! what its last expression gives.

mod assign;
mod calls;
mod declare;
mod define;
mod imports;
mod names;
mod params;
#[cfg(test)]
mod tests;

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::{Expr, ExprId, LocalSymbol, SymbolKind};
use crate::syntax::library::Library;
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, LanguageSpec, Mode, Pending, Rule, Value, child_in};
use crate::syntax::scope::Bound;

/// Ruby, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    rules: &[RULES],
    is_doc,
    is_test_path,
    names: names::NAMES,
    library: &Library::NONE,
    pieces: None,
};

/// What rules leave in [`Pass::context`] for the rules of nodes inside.
mod context {
    /// In a method of instances: the receiver is one.
    pub(super) const INSTANCE: u16 = 1;
    /// In `class << self`: methods belong to the class itself.
    pub(super) const SINGLETON: u16 = 1 << 1;
    /// After `private` or `protected`, or in their arguments.
    pub(super) const PRIVATE: u16 = 1 << 2;
    /// In the arguments of `include` and the like: constants are what a type takes in.
    pub(super) const MIXIN: u16 = 1 << 3;
    /// After `module_function`: methods belong to the module itself too.
    pub(super) const MODULE_FUNCTION: u16 = 1 << 4;
}

const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];
const LAST: Rule = Rule::new().leave(last_statement);
const BOUND: &[(Field, Mode)] = &[(Field::Value, Mode::Code)];
const PARAMETERS: Rule = Rule::new().after_child(|pass, _, _| pass.bind_pattern(None)).mode(Mode::Pattern);
const METHOD: Rule = Rule::new()
    .after_child(define::method_part)
    .modes(&[(Field::Name, Mode::Name), (Field::Object, Mode::Name)])
    .scope();
const CLASS: Rule = Rule::new().enter(define::class).after_child(define::class_part).modes(NAME).scope();
const ASSIGNMENT: Rule = Rule::new()
    .enter(assign::begin)
    .after_child(assign::target)
    .leave(assign::finish)
    .modes(&[(Field::Left, Mode::Pattern)]);

static RULES: &[(&str, Rule)] = &[
    ("comment", Rule::comment()),
    // Definitions.
    ("module", CLASS),
    ("class", CLASS),
    (
        "singleton_class",
        Rule::new().enter(define::singleton_class).modes(&[(Field::Value, Mode::Name)]).scope(),
    ),
    ("method", METHOD.enter(define::method)),
    ("singleton_method", METHOD.enter(define::singleton_method)),
    ("body_statement", Rule::new().after_child(define::visibility).leave(last_statement)),
    ("superclass", Rule::new().leave(last_statement)),
    ("alias", Rule::new().opaque().enter(declare::alias)),
    ("undef", Rule::new().opaque()),
    ("setter", Rule::new().opaque()),
    // Names.
    ("identifier", Rule::new().leave(identifier)),
    ("constant", Rule::new().leave(constant)),
    ("scope_resolution", Rule::new().leave(scope_resolution).mode(Mode::Code).modes(NAME)),
    ("instance_variable", Rule::new().leave(assign::variable)),
    ("class_variable", Rule::new().leave(assign::variable)),
    ("global_variable", Rule::new().leave(assign::global)),
    ("self", Rule::new().leave(|pass, _, _| Value::of(receiver(pass)))),
    ("super", Rule::new().leave(calls::super_call)),
    // Expressions.
    (
        "call",
        Rule::new()
            .enter(calls::begin)
            .leave(calls::finish)
            .mode(Mode::Code)
            .modes(&[(Field::Method, Mode::Name)]),
    ),
    ("argument_list", Rule::new().leave(calls::arguments)),
    ("block_argument", Rule::new().leave(calls::block_argument)),
    ("element_reference", Rule::new().leave(|_, _, _| Value::NONE).mode(Mode::Code)),
    ("parenthesized_statements", LAST),
    ("begin", Rule::new().leave(|_, _, _| Value::NONE)),
    ("conditional", Rule::new().leave(either)),
    ("binary", Rule::new().leave(binary)),
    ("if_modifier", Rule::new().leave(|_, _, _| Value::NONE)),
    ("pair", Rule::new().leave(|_, _, _| Value::NONE)),
    ("block", Rule::new().scope()),
    ("do_block", Rule::new().scope()),
    ("lambda", Rule::new().scope()),
    // Local names.
    ("assignment", ASSIGNMENT),
    ("operator_assignment", ASSIGNMENT),
    ("left_assignment_list", Rule::new()),
    ("method_parameters", PARAMETERS),
    ("block_parameters", PARAMETERS),
    ("lambda_parameters", PARAMETERS),
    ("optional_parameter", Rule::new().leave(params::bound).modes(BOUND)),
    ("keyword_parameter", Rule::new().leave(params::bound).modes(BOUND)),
    ("exception_variable", Rule::new().leave(params::exception).mode(Mode::Pattern)),
    ("rescue", Rule::new().after_child(params::rescued)),
    ("exceptions", Rule::new().leave(params::exceptions)),
    ("for", Rule::new().after_child(params::in_pattern).modes(&[(Field::Pattern, Mode::Pattern)])),
    ("in_clause", Rule::new().after_child(params::in_pattern).modes(&[(Field::Pattern, Mode::Pattern)])),
    ("match_pattern", Rule::new().after_child(params::in_pattern).modes(&[(Field::Pattern, Mode::Pattern)])),
    ("test_pattern", Rule::new().after_child(params::in_pattern).modes(&[(Field::Pattern, Mode::Pattern)])),
    ("keyword_pattern", Rule::new().leave(params::keyword_pattern)),
    ("variable_reference_pattern", Rule::new().mode(Mode::Code)),
    ("expression_reference_pattern", Rule::new().mode(Mode::Code)),
];

/// Comments that speak to tools document nothing.
fn is_doc(comment: &[u8]) -> bool {
    let text = comment.trim_ascii_start().strip_prefix(b"#").unwrap_or(comment).trim_ascii_start();
    let directives: [&[u8]; 8] = [
        b"frozen_string_literal:",
        b"encoding:",
        b"coding:",
        b"-*-",
        b"!",
        b"rubocop:",
        b"typed:",
        b":nodoc:",
    ];
    !directives.iter().any(|directive| text.starts_with(directive))
}

/// The folders and names of RSpec, Minitest and Test::Unit.
fn is_test_path(file: &str) -> bool {
    let stem = path::file_stem(file);
    stem.ends_with("_spec")
        || stem.ends_with("_test")
        || stem.starts_with("test_")
        || path::folder(file).split('/').any(|folder| matches!(folder, "spec" | "specs" | "test" | "tests"))
}

/// The class or module around the node being read.
fn enclosing_class(pass: &Pass<'_>) -> Option<LocalSymbol> {
    pass.innermost(|kind| kind.is_type() || kind == SymbolKind::Module)
}

/// What `self` is here: an instance, the class or module itself, or outside of both nothing known.
fn receiver(pass: &mut Pass<'_>) -> ExprId {
    let expr = match enclosing_class(pass) {
        None => Expr::Unknown,
        Some(_) if pass.context & context::INSTANCE != 0 => Expr::This,
        Some(_) => Expr::ThisType,
    };
    pass.expr(expr)
}

/// A name that is called without a receiver.
fn implicit_call(pass: &mut Pass<'_>, name: Node<'_>) -> Value {
    let text = pass.text(name);
    let expr = if enclosing_class(pass).is_some() {
        let receiver = receiver(pass);
        Expr::Member(receiver, text)
    } else {
        Expr::Name(text)
    };
    let expr = pass.expr(expr);
    pass.pending(expr, name)
}

/// A bare name: a local if one is bound, else a call without arguments.
fn identifier(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    match pass.mode {
        Mode::Code => {}
        _ => return pass.identifier(node),
    }
    let text = pass.text(node);
    match pass.scopes.find(text) {
        Some(Bound::Value(expr) | Bound::Alias(expr)) => {
            Value { expr: Some(expr), pending: Pending::No, ..Value::NONE }
        }
        Some(Bound::Unknown) => Value::of(pass.expr(Expr::Unknown)),
        None if define::is_visibility(pass.bytes(node)) => Value::NONE,
        None if pass.bytes(node) == b"new" => calls::instantiate(pass, None, node),
        None => {
            let callee = implicit_call(pass, node);
            pass.call(callee)
        }
    }
}

/// A constant, in patterns too.
fn constant(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    match pass.mode {
        Mode::Name => Value::NONE,
        _ => pass.free_name(node),
    }
}

/// `A::B`, and `::B` from the outside.
fn scope_resolution(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(name) = child_in(children, Field::Name).map(|child| child.node) else { return Value::NONE };
    match child_in(children, Field::Scope).map(|child| child.value) {
        _ if pass.mode == Mode::Name => Value::NONE,
        Some(base) => pass.member(base, name),
        None => pass.free_name(name),
    }
}

/// What the last of several statements gives.
fn last_statement(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let mut statements = children.iter_mut().rev().filter(|child| child.node.kind() != "comment");
    statements.next().map_or(Value::NONE, |last| last.value.take())
}

/// `a ? b : c`
fn either(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let fields = [Field::Consequence, Field::Alternative];
    let given =
        children.iter().filter(|child| fields.contains(&child.field)).find_map(|child| child.value.expr);
    given.map_or(Value::NONE, Value::of)
}

/// `a || b` is what either of them is; of other operators nothing is known.
fn binary(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let operator = pass.field(node, Field::Operator).map(|operator| operator.kind());
    if !matches!(operator, Some("||" | "or")) {
        return Value::NONE;
    }
    children.iter().find_map(|child| child.value.expr).map_or(Value::NONE, Value::of)
}
