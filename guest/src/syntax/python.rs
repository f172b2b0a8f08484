//! Python: definitions, assignments that define, annotations, decorators, comprehensions, `match`.
//!
//! Approximations: a function's locals are what the lines above bound them to, whatever the branch;
//! `Optional[T]` and `T | None` are read as `T`; a function without a return annotation gives what its
//! `return` statements agree on.

mod assign;
mod define;
mod expressions;
mod imports;
mod library;
mod names;
mod narrow;
mod places;
#[cfg(test)]
mod tests;

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::{Expr, ExprId, Operation};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, LanguageSpec, Mode, Rule, Value, child_in, take_first, take_in};

/// Python, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_python::LANGUAGE.into(),
    rules: &[RULES],
    is_doc: |_| false,
    is_test_path,
    names: names::NAMES,
    library: &library::LIBRARY,
    pieces: None,
};

/// What rules leave in [`Pass::context`] for the rules of nodes inside.
mod context {
    /// Inside the parentheses of a class: arguments are bases.
    pub(super) const BASES: u16 = 1;
    /// Directly in the body of an enumeration.
    pub(super) const ENUM: u16 = 1 << 1;
    /// In a method: the first parameter is the receiver.
    pub(super) const RECEIVER: u16 = 1 << 2;
    /// In a class method: the first parameter is the type.
    pub(super) const CLASS_RECEIVER: u16 = 1 << 3;
    /// In an annotation.
    pub(super) const TYPE: u16 = 1 << 4;
    /// In a method that is read like a field.
    pub(super) const PROPERTY: u16 = 1 << 5;
    /// What is named with `as` is what entering the value gives.
    pub(super) const WITH: u16 = 1 << 6;
}

const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];
const LEFT: &[(Field, Mode)] = &[(Field::Left, Mode::Pattern)];
const THROUGH: Rule = Rule::new().leave(through);
const COMPREHENSION: Rule =
    Rule::new().enter(expressions::comprehension).leave(expressions::comprehended).scope();

static RULES: &[(&str, Rule)] = &[
    ("comment", Rule::comment()),
    ("import_statement", Rule::new().opaque().enter(imports::import)),
    ("import_from_statement", Rule::new().opaque().enter(imports::import_from)),
    ("future_import_statement", Rule::new().opaque()),
    // Definitions.
    ("decorated_definition", Rule::new().enter(define::decorated)),
    (
        "function_definition",
        Rule::new()
            .enter(define::function)
            .after_child(define::function_part)
            .leave(define::function_end)
            .modes(NAME)
            .scope(),
    ),
    (
        "class_definition",
        Rule::new().enter(define::class).after_child(define::class_part).modes(NAME).scope(),
    ),
    (
        "type_alias_statement",
        Rule::new().enter(define::alias).leave(define::alias_target).modes(&[(Field::Left, Mode::Name)]),
    ),
    (
        "assignment",
        Rule::new().enter(assign::begin).leave(assign::finish).modes(&[(Field::Left, Mode::Name)]),
    ),
    // Names and types.
    ("identifier", Rule::new().leave(|pass, node, _| pass.identifier(node))),
    ("attribute", Rule::new().leave(attribute).mode(Mode::Code).modes(&[(Field::Attribute, Mode::Name)])),
    ("type", Rule::new().enter(|pass, _| pass.context |= context::TYPE).leave(annotation).mode(Mode::Code)),
    ("generic_type", Rule::new().leave(generic_type)),
    ("type_parameter", Rule::new().leave(type_arguments)),
    ("union_type", Rule::new().leave(|pass, _, children| first_known(pass, children))),
    ("member_type", Rule::new().leave(|_, _, _| Value::NONE)),
    // Expressions.
    ("call", Rule::new().enter(|pass, _| pass.context &= !(context::BASES | context::TYPE)).leave(call)),
    ("argument_list", Rule::new().leave(define::argument_list)),
    ("keyword_argument", Rule::new().leave(|_, _, _| Value::NONE).mode(Mode::Code).modes(NAME)),
    ("subscript", Rule::new().leave(subscript).mode(Mode::Code)),
    ("await", Rule::new().leave(expressions::awaited)),
    ("list", Rule::new().leave(|pass, _, children| expressions::display(pass, "list", children))),
    ("set", Rule::new().leave(|pass, _, children| expressions::display(pass, "set", children))),
    ("tuple", Rule::new().leave(expressions::tuple)),
    ("expression_list", Rule::new().leave(expressions::tuple)),
    ("dictionary", Rule::new().leave(expressions::dictionary)),
    ("pair", Rule::new().leave(expressions::pair)),
    ("return_statement", Rule::new().leave(define::returned)),
    ("yield", Rule::new().leave(define::yielded)),
    ("parenthesized_expression", THROUGH),
    ("binary_operator", Rule::new().leave(binary_operator)),
    ("boolean_operator", Rule::new().leave(|pass, _, children| first_known(pass, children))),
    ("conditional_expression", Rule::new().leave(conditional)),
    ("named_expression", Rule::new().leave(named_expression).modes(NAME)),
    ("lambda", Rule::new().leave(expressions::lambda).scope()),
    ("list_comprehension", COMPREHENSION),
    ("set_comprehension", COMPREHENSION),
    (
        "dictionary_comprehension",
        Rule::new().enter(expressions::comprehension).leave(expressions::dictionary).scope(),
    ),
    ("generator_expression", COMPREHENSION),
    // Local names.
    (
        "parameters",
        Rule::new().after_child(|pass, _, _| pass.bind_pattern(None)).leave(parameters).mode(Mode::Pattern),
    ),
    ("lambda_parameters", Rule::new().leave(bind_unknown).mode(Mode::Pattern)),
    ("typed_parameter", Rule::new().leave(parameter).modes(&[(Field::Type, Mode::Code)])),
    ("default_parameter", Rule::new().leave(parameter).modes(&[(Field::Value, Mode::Code)])),
    (
        "typed_default_parameter",
        Rule::new().leave(parameter).modes(&[(Field::Type, Mode::Code), (Field::Value, Mode::Code)]),
    ),
    ("for_statement", Rule::new().after_child(expressions::bind_elements).modes(LEFT)),
    ("for_in_clause", Rule::new().after_child(expressions::bind_elements).modes(LEFT)),
    ("if_statement", Rule::new().after_child(narrow::branch)),
    ("elif_clause", Rule::new().after_child(narrow::branch)),
    ("assert_statement", Rule::new().leave(narrow::assertion)),
    ("with_item", Rule::new().enter(|pass, _| pass.context |= context::WITH)),
    ("as_pattern", Rule::new().leave(as_pattern)),
    ("as_pattern_target", Rule::new().mode(Mode::Pattern)),
    ("global_statement", Rule::new().leave(global).mode(Mode::Name)),
    ("nonlocal_statement", Rule::new().mode(Mode::Name)),
    ("case_clause", Rule::new().after_child(case_pattern)),
    ("case_pattern", Rule::new().mode(Mode::Pattern)),
    ("class_pattern", Rule::new().leave(class_pattern).mode(Mode::Code)),
    ("keyword_pattern", Rule::new().mode(Mode::Name)),
    ("dotted_name", Rule::new().opaque().leave(dotted_name)),
];

/// What pytest and unittest collect, and the folders whose code serves nothing else.
fn is_test_path(file: &str) -> bool {
    let name = path::file_name(file);
    let stem = name.strip_suffix(".py").unwrap_or(name);
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || matches!(stem, "conftest" | "tests" | "test")
        || path::folder(file).split('/').any(|folder| matches!(folder, "tests" | "test"))
}

fn through(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    take_first(children)
}

/// The value of the first child that has one; each child is used by itself.
fn first_known(pass: &Pass<'_>, children: &[Child<'_>]) -> Value {
    children.iter().find_map(|child| pass.known(child.value)).map_or(Value::NONE, Value::of)
}

fn attribute(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = child_in(children, Field::Object).map_or(Value::NONE, |child| child.value);
    let Some(name) = child_in(children, Field::Attribute).map(|child| child.node) else { return Value::NONE };
    if pass.bytes(name) == b"__class__"
        && base.expr.is_some_and(|expr| pass.facts.expr_of(expr) == Expr::This)
    {
        return Value::of(pass.expr(Expr::ThisType));
    }
    pass.member(base, name)
}

/// A type as written; in quotes it is the same type.
fn annotation(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(child) = children.first_mut() else { return Value::NONE };
    match child.node.kind() {
        "string" => quoted_type(pass, node),
        "identifier" if pass.bytes(child.node) == b"Self" => {
            child.value.take();
            Value::of(pass.expr(Expr::ThisType))
        }
        _ => child.value.take(),
    }
}

/// Reads `"a.B"` as `a.B`; what is more than a dotted name says nothing.
fn quoted_type(pass: &mut Pass<'_>, node: Node<'_>) -> Value {
    let bytes = pass.bytes(node);
    let name = bytes.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
    let Some(name) = name.or_else(|| bytes.strip_prefix(b"'").and_then(|rest| rest.strip_suffix(b"'")))
    else {
        return Value::NONE;
    };
    dotted(pass, name, node)
}

/// The value of a dotted name that stands at a node.
fn dotted(pass: &mut Pass<'_>, name: &[u8], node: Node<'_>) -> Value {
    let is_part = |part: &[u8]| {
        part.first().is_some_and(|first| !first.is_ascii_digit())
            && part.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 128)
    };
    if !name.split(|byte| *byte == b'.').all(is_part) {
        return Value::NONE;
    }
    let mut expr = None;
    for part in name.split(|byte| *byte == b'.') {
        let part = pass.text_of(part);
        expr = Some(pass.expr(expr.map_or(Expr::Name(part), |base| Expr::Member(base, part))));
    }
    expr.map_or(Value::NONE, |expr| pass.pending(expr, node))
}

/// Sets the arguments of a generic type aside.
fn type_arguments(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.gathered.clear();
    pass.gathered.extend(children.iter().map(|child| child.value));
    Value::NONE
}

fn generic_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(head) = children.first_mut() else { return Value::NONE };
    let arguments: Vec<Option<ExprId>> = pass.gathered.iter().map(|argument| pass.known(*argument)).collect();
    apply(pass, head, &arguments)
}

/// `Optional[T]` and the like are read as `T`.
fn apply(pass: &mut Pass<'_>, head: &mut Child<'_>, arguments: &[Option<ExprId>]) -> Value {
    let name = pass.bytes(head.node);
    match name.rsplit(|byte| *byte == b'.').next().unwrap_or(name) {
        b"Optional" | b"Union" | b"Annotated" | b"ClassVar" | b"Final" | b"Required" | b"NotRequired" => {
            arguments.iter().find_map(|argument| *argument).map_or(Value::NONE, Value::of)
        }
        b"Callable" => {
            let result = arguments.last().copied().flatten();
            result.map_or(Value::NONE, |result| Value::of(pass.expr(Expr::Function(result))))
        }
        _ => {
            let base = head.value.take();
            let Some(expr) = base.expr else { return Value::NONE };
            Value { expr: Some(pass.generic(expr, arguments)), ..base }
        }
    }
}

fn call(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let callee_name = child_in(children, Field::Function).map_or(&b""[..], |child| pass.bytes(child.node));
    let first_argument = child_in(children, Field::Arguments).and_then(|arguments| arguments.value.expr);
    let first_is_this = first_argument.is_some_and(|expr| pass.facts.expr_of(expr) == Expr::This);
    match callee_name {
        b"super" => {
            take_in(children, Field::Function);
            return Value::of(pass.expr(Expr::Super));
        }
        b"type" if first_is_this => return Value::of(pass.expr(Expr::ThisType)),
        b"cast" | b"typing.cast" => {
            let target = first_argument.map_or(Value::NONE, Value::of);
            return pass.instance(target).map_or(Value::NONE, Value::of);
        }
        _ => {}
    }
    let arguments = child_in(children, Field::Arguments).map(|child| child.node);
    let callee = take_in(children, Field::Function);
    let value = pass.call(callee);
    match arguments {
        Some(arguments) => {
            expressions::built_in(pass, callee_name, first_argument, arguments).unwrap_or(value)
        }
        None => value,
    }
}

/// An element of a value; where types stand, a generic type.
fn subscript(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some((head, subscripts)) = children.split_first_mut() else { return Value::NONE };
    if pass.context & (context::BASES | context::TYPE) == 0 {
        return expressions::element(pass, head, subscripts);
    }
    let arguments: Vec<Option<ExprId>> = subscripts.iter().map(|child| pass.known(child.value)).collect();
    apply(pass, head, &arguments)
}

/// Only `|` gives what its operands are: of types, the first; of values, most often the same type.
fn binary_operator(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let is_union = pass.field(node, Field::Operator).is_some_and(|operator| operator.kind() == "|");
    if is_union { first_known(pass, children) } else { Value::NONE }
}

fn conditional(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let given = [children.first(), children.get(2)];
    given.into_iter().flatten().find_map(|child| pass.known(child.value)).map_or(Value::NONE, Value::of)
}

fn named_expression(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let value = child_in(children, Field::Value).and_then(|child| child.value.expr);
    if let Some(name) = child_in(children, Field::Name).map(|child| child.node) {
        let name = pass.text(name);
        pass.bind(name, value);
    }
    value.map_or(Value::NONE, Value::of)
}

fn bind_unknown(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    pass.bind_pattern(None);
    Value::NONE
}

fn parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = child_in(children, Field::Type).map_or(Value::NONE, |child| child.value);
    let is_splat = children.first().is_some_and(|child| child.node.kind() != "identifier");
    let given = pass.instance(declared).filter(|_| !is_splat);
    pass.bind_pattern(given);
    Value::NONE
}

/// Binds the first parameter of a method to its receiver; all are bound already.
fn parameters(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let receiver = match pass.context & (context::RECEIVER | context::CLASS_RECEIVER) {
        0 => return Value::NONE,
        context::RECEIVER => Expr::This,
        _ => Expr::ThisType,
    };
    let first = children.first().map(|child| child.node);
    let name = match first.map(|node| node.kind()) {
        Some("typed_parameter") => first.and_then(|node| node.named_child(0)),
        _ => first,
    };
    if let Some(name) = name.filter(|name| name.kind() == "identifier") {
        let (name, receiver) = (pass.text(name), pass.expr(receiver));
        pass.bind(name, Some(receiver));
    }
    Value::NONE
}

/// `value as name`; in `except`, a class: its members are those of the instance.
fn as_pattern(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let value = children.first_mut().map_or(Value::NONE, |child| child.value.take());
    let target = if pass.context & context::WITH != 0 {
        pass.operation(value.expr, Operation::Enter)
    } else {
        // Of several classes that are caught together, nothing is known.
        value.expr.filter(|&expr| !matches!(pass.facts.expr_of(expr), Expr::Generic(..)))
    };
    match children.last().filter(|last| last.node.kind() == "as_pattern_target") {
        Some(last) => {
            pass.bind_pattern(None);
            assign::bind_target(pass, last.node, target);
        }
        None => pass.bind_pattern(None),
    }
    value
}

fn global(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    for child in children {
        let name = pass.text(child.node);
        let expr = pass.expr(Expr::Name(name));
        pass.scopes.bind(name, crate::syntax::scope::Bound::Alias(expr));
    }
    Value::NONE
}

fn case_pattern(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if children.last().is_some_and(|child| child.node.kind() == "case_pattern") {
        pass.bind_pattern(None);
    }
}

fn class_pattern(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let class = children.first().map_or(Value::NONE, |child| child.value);
    pass.instance(class).map_or(Value::NONE, Value::of)
}

/// In a pattern, a name alone is bound and a dotted one is compared with.
fn dotted_name(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let bytes = pass.bytes(node);
    if pass.mode != Mode::Code && !bytes.contains(&b'.') {
        let name = pass.text(node);
        pass.pattern.push(name);
        return Value::NONE;
    }
    dotted(pass, bytes, node)
}
