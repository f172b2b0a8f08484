//! Go: packages, receivers, embedding, short variable declarations.
//!
//! Approximations. Pointers are read as what they point to. The first variable of `v, ok := m[k]` gets the
//! value, the other nothing known; those of `x, err := f()` get the results of `f` one by one.

mod imports;
mod library;
mod names;
mod structural;

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, LocalSymbol, Operation, RelationKind, Subject, SymbolKind};
use crate::syntax::pass::{Definition, Literal, Pass};
use crate::syntax::rule::{
    Child, Field, LanguageSpec, Mode, Pending, Rule, Value, child_in, take_first, take_in, take_last,
};
use crate::syntax::scope::Bound;

/// Go, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_go::LANGUAGE.into(),
    rules: &[RULES],
    is_doc: |comment| !comment.starts_with(b"//go:") && !comment.starts_with(b"// +build"),
    is_test_path: |path| path.ends_with("_test.go"),
    names: names::NAMES,
    library: &library::LIBRARY,
    pieces: None,
};

const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];
const LEFT: &[(Field, Mode)] = &[(Field::Left, Mode::Pattern)];

const SCOPE: Rule = Rule::new().scope();
const SEQUENCE: Rule =
    Rule::new().leave(|pass, _, children| container(pass, "slice", children, &[Field::Element]));
const ASSIGNMENT: Rule = Rule::new().after_child(|pass, _, _| pass.pattern.clear()).modes(LEFT);
const OPERAND: Rule = Rule::new().leave(|_, _, children| take_in(children, Field::Operand));
const THROUGH: Rule = Rule::new().leave(|_, _, children| take_first(children));
/// In [`Pass::context`]: the parameters of a function were read, and what follows are its results.
const RESULT: u16 = 1;

const CALLABLE: Rule = Rule::new().after_child(header).leave(callable).modes(NAME).scope();

static RULES: &[(&str, Rule)] = &[
    ("comment", Rule::comment()),
    ("interpreted_string_literal", Rule::new().opaque()),
    ("raw_string_literal", Rule::new().opaque()),
    ("package_clause", Rule::new().leave(package)),
    ("import_spec", Rule::new().opaque().enter(imports::import)),
    // Definitions.
    ("function_declaration", CALLABLE.enter(|pass, node| define(pass, node, SymbolKind::Function))),
    ("method_declaration", CALLABLE.enter(|pass, node| define(pass, node, SymbolKind::Method))),
    ("method_elem", CALLABLE.enter(|pass, node| define(pass, node, SymbolKind::Method)).mode(Mode::Code)),
    ("type_spec", Rule::new().enter(type_spec).leave(underlying).modes(NAME).scope()),
    ("type_alias", Rule::new().enter(type_spec).leave(type_alias).modes(NAME).scope()),
    (
        "field_declaration",
        Rule::new()
            .after_child(|pass, node, children| declare_name(pass, node, children, SymbolKind::Field))
            .leave(field)
            .modes(NAME)
            .mode(Mode::Code),
    ),
    (
        "const_spec",
        Rule::new()
            .after_child(|pass, node, children| declare_name(pass, node, children, SymbolKind::Constant))
            .leave(variables)
            .modes(NAME),
    ),
    (
        "var_spec",
        Rule::new()
            .after_child(|pass, node, children| declare_name(pass, node, children, SymbolKind::Variable))
            .leave(variables)
            .modes(NAME),
    ),
    // Types.
    ("identifier", Rule::new().leave(identifier)),
    ("type_identifier", Rule::new().leave(identifier)),
    ("qualified_type", Rule::new().leave(qualified_type).modes(NAME)),
    ("generic_type", Rule::new().leave(generic_type)),
    ("type_arguments", Rule::new().leave(type_arguments).mode(Mode::Code)),
    ("type_elem", Rule::new().leave(type_elem)),
    ("type_constraint", THROUGH),
    ("type_parameter_declaration", Rule::new().leave(type_parameter).modes(NAME)),
    ("pointer_type", THROUGH),
    ("parenthesized_type", THROUGH),
    ("slice_type", SEQUENCE),
    ("array_type", SEQUENCE),
    ("implicit_length_array_type", SEQUENCE),
    (
        "map_type",
        Rule::new().leave(|pass, _, children| container(pass, "map", children, &[Field::Key, Field::Value])),
    ),
    (
        "channel_type",
        Rule::new().leave(|pass, _, children| container(pass, "channel", children, &[Field::Value])),
    ),
    ("function_type", Rule::new().leave(function_type).scope()),
    ("interface_type", Rule::new().mode(Mode::Bases)),
    // Local names.
    ("parameter_list", Rule::new().leave(parameter_list)),
    ("parameter_declaration", Rule::new().leave(parameter).modes(NAME)),
    ("variadic_parameter_declaration", Rule::new().leave(parameter).modes(NAME)),
    ("short_var_declaration", ASSIGNMENT.leave(assigned)),
    ("receive_statement", ASSIGNMENT.leave(assigned)),
    ("range_clause", ASSIGNMENT.leave(range)),
    (
        "type_switch_statement",
        Rule::new().after_child(switch_alias).modes(&[(Field::Alias, Mode::Pattern)]).scope(),
    ),
    ("type_case", Rule::new().after_child(type_case).scope()),
    ("block", Rule::new().enter(|pass, _| pass.context &= !RESULT).scope()),
    ("func_literal", Rule::new().enter(|pass, _| pass.context &= !RESULT).leave(function_type).scope()),
    ("if_statement", SCOPE),
    ("for_statement", SCOPE),
    ("expression_switch_statement", SCOPE),
    ("expression_case", SCOPE),
    ("default_case", SCOPE),
    ("communication_case", SCOPE),
    // Expressions.
    ("expression_list", Rule::new().leave(expression_list)),
    ("call_expression", Rule::new().leave(call)),
    (
        "argument_list",
        Rule::new().leave(|_, _, children| {
            children.first().and_then(|first| first.value.expr).map_or(Value::NONE, Value::of)
        }),
    ),
    ("selector_expression", Rule::new().leave(selector).modes(&[(Field::Operand, Mode::Code)])),
    ("composite_literal", Rule::new().after_child(literal_type).leave(composite_literal)),
    (
        "literal_value",
        Rule::new().enter(literal_body).leave(|pass, _, _| {
            pass.literals.pop();
            Value::NONE
        }),
    ),
    ("keyed_element", Rule::new().leave(keyed_element)),
    ("literal_element", THROUGH),
    ("type_assertion_expression", Rule::new().leave(conversion)),
    ("type_conversion_expression", Rule::new().leave(generic_call)),
    ("type_instantiation_expression", Rule::new().leave(|_, _, children| take_in(children, Field::Type))),
    ("parenthesized_expression", Rule::new().leave(|_, _, children| take_last(children))),
    ("unary_expression", Rule::new().leave(unary)),
    ("index_expression", Rule::new().leave(index)),
    ("slice_expression", OPERAND),
];

fn package(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let Some(name) = children.first().map(|child| child.node) {
        let name = pass.text(name);
        pass.facts.facts.package = Some(name);
    }
    Value::NONE
}

fn is_exported(name: &[u8]) -> bool {
    match name.first() {
        Some(byte) if byte.is_ascii() => byte.is_ascii_uppercase(),
        _ => String::from_utf8_lossy(name).starts_with(char::is_uppercase),
    }
}

fn define(pass: &mut Pass<'_>, node: Node<'_>, kind: SymbolKind) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let exported = is_exported(pass.bytes(name));
    let body = pass.field(node, Field::Body);
    let name = pass.text(name);
    pass.define(Definition { kind, name, node, body, exported, is_test: false });
}

fn type_spec(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let target = pass.field(node, Field::Type);
    let kind = match target.map(|target| target.kind()) {
        Some("interface_type") => SymbolKind::Interface,
        _ => SymbolKind::Type,
    };
    let is_body = |target: &Node<'_>| matches!(target.kind(), "struct_type" | "interface_type");
    // The keyword belongs to the signature, the members in braces do not.
    let body = target.filter(is_body).and_then(|target| target.child(1));
    let exported = is_exported(pass.bytes(name));
    let name = pass.text(name);
    pass.define(Definition { kind, name, node, body, exported, is_test: false });
}

fn type_alias(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let target = child_in(children, Field::Type).and_then(|child| pass.known(child.value));
    if let (Some(symbol), Some(target)) = (pass.definition(), target) {
        pass.set_gives(symbol, target);
    }
    Value::NONE
}

/// A container of the language with the types of its parts.
fn container(pass: &mut Pass<'_>, name: &str, children: &mut [Child<'_>], fields: &[Field]) -> Value {
    let mut parts = Vec::new();
    for &field in fields {
        parts.push(child_in(children, field).and_then(|child| child.value.expr));
    }
    Value::of(pass.library(name, &parts))
}

fn type_arguments(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.gathered.clear();
    pass.gathered.extend(children.iter().map(|child| child.value));
    Value::NONE
}

fn generic_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let arguments: Vec<Option<ExprId>> = pass.gathered.iter().map(|value| value.expr).collect();
    let base = take_in(children, Field::Type);
    let Some(head) = base.expr else { return Value::NONE };
    Value { expr: Some(pass.generic(head, &arguments)), ..base }
}

/// `func(A) B`, the type or the function itself.
fn function_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let result = child_in(children, Field::Result).and_then(|child| pass.known(child.value));
    result.map_or(Value::NONE, |result| Value::of(pass.expr(Expr::Function(result))))
}

/// What a type is made of that has no members by that: `type Ring []*Node`.
fn underlying(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = child_in(children, Field::Type).map_or(Value::NONE, |child| child.value);
    let is_container = of.expr.is_some_and(|expr| {
        matches!(pass.facts.expr_of(pass.facts.without_arguments(expr)), Expr::Library(_) | Expr::Function(_))
    });
    if let (Some(symbol), Some(of), true) = (pass.definition(), of.expr, is_container) {
        let gives = pass.expr(Expr::Underlying(of));
        pass.set_gives(symbol, gives);
    }
    Value::NONE
}

/// `<-channel` takes an element; other operators give what they work on.
fn unary(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if !pass.bytes(node).starts_with(b"<-") {
        return take_in(children, Field::Operand);
    }
    let of = child_in(children, Field::Operand).and_then(|child| child.value.expr);
    pass.operation(of, Operation::Iterate).map_or(Value::NONE, Value::of)
}

/// `value[index]`; of a generic function, the function.
fn index(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(operand) = child_in(children, Field::Operand) else { return Value::NONE };
    match operand.value.expr.map(|expr| pass.facts.expr_of(expr)) {
        Some(Expr::Name(_)) if operand.value.pending == Pending::Yes => operand.value.take(),
        _ => pass.operation(operand.value.expr, Operation::Index).map_or(Value::NONE, Value::of),
    }
}

fn callable(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let given = child_in(children, Field::Result).map_or(Value::NONE, |child| child.value);
    if let (Some(symbol), Some(gives)) = (pass.definition(), pass.instance(given)) {
        pass.set_gives(symbol, gives);
    }
    Value::NONE
}

fn receiver(pass: &mut Pass<'_>, children: &[Child<'_>]) {
    let Some(last) = children.last().filter(|child| child.field == Field::Receiver) else { return };
    if let (Some(symbol), Some(expr)) = (pass.definition(), pass.known(last.value)) {
        pass.set_owner_of(symbol, expr);
    }
}

/// Declares the name just read; the first one stays open, so that the type and value belong to it.
fn declare_name(pass: &mut Pass<'_>, node: Node<'_>, children: &[Child<'_>], kind: SymbolKind) {
    let Some(last) = children.last().filter(|child| child.field == Field::Name) else { return };
    if pass.bytes(last.node) == b"_" {
        return;
    }
    let exported = is_exported(pass.bytes(last.node));
    let name = pass.text(last.node);
    let definition = Definition { kind, name, node, body: None, exported, is_test: false };
    if pass.opened_by(node).is_some() {
        pass.declare_beside(definition);
    } else if pass.definition_kind().is_none_or(|around| kind == SymbolKind::Field && around.is_type()) {
        pass.define(definition);
    }
}

/// Gives the names of a declaration their types, as symbols or as local names.
fn variables(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = child_in(children, Field::Type).map(|child| child.value);
    let declared = declared.and_then(|value| pass.instance(value));
    let has_values = child_in(children, Field::Value).is_some();
    let values = if has_values { std::mem::take(&mut pass.gathered) } else { Vec::new() };
    let mut next_symbol = pass.opened_by(node);
    let names = children.iter().filter(|child| child.field == Field::Name);
    for (index, name) in names.enumerate() {
        if pass.bytes(name.node) == b"_" {
            continue;
        }
        let given = declared.or_else(|| values.get(index).and_then(|value| value.expr));
        if let Some(symbol) = next_symbol {
            if let Some(gives) = given {
                pass.set_gives(symbol, gives);
            }
            next_symbol = Some(LocalSymbol(symbol.0 + 1));
        } else {
            let name = pass.text(name.node);
            pass.bind(name, given);
        }
    }
    Value::NONE
}

/// Types the fields, or embeds a type: a field of its name and a base.
fn field(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let is_named = |child: &&Child<'_>| child.field == Field::Name && pass.bytes(child.node) != b"_";
    let names = children.iter().filter(is_named).count();
    let has_names = children.iter().any(|child| child.field == Field::Name);
    let Some(of) = child_in(children, Field::Type) else { return Value::NONE };
    if has_names {
        if let (Some(first), Some(gives)) = (pass.opened_by(node), pass.instance(of.value)) {
            (0..names as u32).for_each(|index| pass.set_gives(LocalSymbol(first.0 + index), gives));
        }
    } else if let Some(subject) = pass.definition().filter(|_| pass.is_member_place()) {
        let base = of.value.take();
        pass.relate(RelationKind::Extends, Subject::Symbol(subject), base);
        if let Some(owner) = base.expr.and_then(|expr| pass.owner_of(expr)) {
            let exported = pass.facts.str_of(owner.name).starts_with(char::is_uppercase);
            let kind = SymbolKind::Field;
            let id = pass.declare(Definition {
                kind,
                name: owner.name,
                node,
                body: None,
                exported,
                is_test: false,
            });
            if let Some(gives) = pass.instance(base) {
                pass.set_gives(id, gives);
            }
        }
    }
    Value::NONE
}

fn identifier(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    if pass.mode != Mode::Pattern && names::is_predeclared(pass.bytes(node)) {
        return Value::NONE;
    }
    pass.identifier(node)
}

fn qualified_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let package = child_in(children, Field::Package).map(|child| child.node);
    let name = child_in(children, Field::Name).map(|child| child.node);
    let (Some(package), Some(name)) = (package, name) else { return Value::NONE };
    let package = pass.text(package);
    let package = pass.expr(Expr::Name(package));
    pass.member(Value::of(package), name)
}

/// In an interface a lone type is one that is embedded. Predeclared ones, and types that values have to be
/// of, stand under a name that leads nowhere: what the interface asks for is then not known from here.
fn type_elem(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let embeds = pass.mode == Mode::Bases && pass.definition_kind() == Some(SymbolKind::Interface);
    let Some(subject) = pass.definition().filter(|_| embeds) else { return take_first(children) };
    let is_embedded =
        |only: &Child<'_>| matches!(only.node.kind(), "type_identifier" | "qualified_type" | "generic_type");
    let mut base = match children {
        [only] if is_embedded(only) => only.value.take(),
        _ => Value::NONE,
    };
    if base.expr.is_none() {
        let name = pass.text(node);
        let line = node.start_position().row as u32 + 1;
        base = Value { expr: Some(pass.expr(Expr::Name(name))), line, ..Value::NONE };
    }
    pass.relate(RelationKind::Extends, Subject::Symbol(subject), base);
    Value::NONE
}

/// A type parameter stands for its constraint.
fn type_parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let constraint = child_in(children, Field::Type).and_then(|child| child.value.expr);
    bind_names(pass, children, constraint);
    Value::NONE
}

fn parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = child_in(children, Field::Type).map_or(Value::NONE, |child| child.value);
    let value = pass.instance(of);
    bind_names(pass, children, value);
    of.expr.map_or(Value::NONE, Value::of)
}

fn bind_names(pass: &mut Pass<'_>, children: &[Child<'_>], value: Option<ExprId>) {
    for name in children.iter().filter(|child| child.field == Field::Name) {
        let name = pass.text(name.node);
        pass.bind(name, value);
    }
}

/// Stands for the type of its one parameter, such as a receiver's; for a tuple of several.
fn parameter_list(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    match children {
        [] => Value::NONE,
        [only] => only.value.expr.map_or(Value::NONE, Value::of),
        several if pass.context & RESULT != 0 => {
            let mut parts = Vec::new();
            for part in several {
                // `(a, b T)` are two results.
                let names = part.node.named_child_count().saturating_sub(1).max(1);
                parts.extend(std::iter::repeat_n(part.value.expr, names));
            }
            Value::of(pass.library("tuple", &parts))
        }
        _ => Value::NONE,
    }
}

/// Marks the list that comes after the parameters as that of the results.
fn header(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    match children.last().map(|last| last.field) {
        Some(Field::Parameters) => pass.context |= RESULT,
        Some(Field::Result | Field::Body) => pass.context &= !RESULT,
        _ => {}
    }
    receiver(pass, children);
}

/// Sets the values of a list aside for the names they are assigned to.
fn expression_list(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.gathered.clear();
    pass.gathered.extend(children.iter().map(|child| child.value));
    if children.len() == 1 { take_first(children) } else { Value::NONE }
}

fn assigned(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(right) = child_in(children, Field::Right) else { return Value::NONE };
    let values = match right.node.kind() {
        "expression_list" => std::mem::take(&mut pass.gathered),
        _ => vec![right.value],
    };
    let right = right.node;
    let Some(left) = child_in(children, Field::Left).map(|left| left.node) else { return Value::NONE };
    let mut cursor = left.walk();
    let names: Vec<Node<'_>> = left.named_children(&mut cursor).collect();
    // The results of one call go to the names one by one.
    let is_call = right.named_child(0).is_some_and(|value| value.kind() == "call_expression");
    let parts =
        values.first().filter(|_| values.len() == 1 && names.len() > 1 && is_call).and_then(|call| call.expr);
    for (index, &name) in names.iter().enumerate().filter(|(_, name)| name.kind() == "identifier") {
        let given = match (parts, u8::try_from(index)) {
            (Some(call), Ok(index)) => pass.operation(Some(call), Operation::Part(index)),
            _ => values.get(index).and_then(|value| value.expr),
        };
        let name = pass.text(name);
        pass.bind(name, given);
    }
    Value::NONE
}

/// The last of two names gets the elements, a lone one what they are found by.
fn range(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = child_in(children, Field::Right).and_then(|child| child.value.expr);
    let Some(left) = child_in(children, Field::Left).map(|left| left.node) else { return Value::NONE };
    let mut cursor = left.walk();
    let names: Vec<Node<'_>> = left.named_children(&mut cursor).collect();
    for (index, &name) in names.iter().enumerate().filter(|(_, name)| name.kind() == "identifier") {
        let operation = if index == 1 { Operation::Iterate } else { Operation::Part(0) };
        let given = pass.operation(of, operation);
        let name = pass.text(name);
        pass.bind(name, given);
    }
    Value::NONE
}

/// Remembers the variable of a type switch under a keyword, which no variable can be named.
fn switch_alias(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let is_alias = children.last().is_some_and(|child| child.field == Field::Alias);
    if let Some(&alias) = pass.pattern.first().filter(|_| is_alias) {
        pass.pattern.clear();
        pass.bind(alias, None);
        let (keyword, variable) = (pass.facts.text("switch"), pass.expr(Expr::Name(alias)));
        pass.bind(keyword, Some(variable));
    }
}

/// In a case with one type the variable of the switch has that type.
fn type_case(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some((last, before)) = children.split_last().filter(|(last, _)| last.field == Field::Type) else {
        return;
    };
    let keyword = pass.facts.text("switch");
    let Some(Bound::Value(variable)) = pass.scopes.find(keyword) else { return };
    let Expr::Name(alias) = pass.facts.expr_of(variable) else { return };
    let value = if before.is_empty() { pass.instance(last.value) } else { None };
    pass.bind(alias, value);
}

fn call(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let argument = child_in(children, Field::Arguments).map_or(Value::NONE, |child| child.value);
    let Some(function) = child_in(children, Field::Function) else { return Value::NONE };
    let is_allocation = matches!(pass.bytes(function.node), b"new" | b"make");
    let callee = function.value.take();
    match pass.instance(argument).filter(|_| is_allocation) {
        Some(instance) => Value::of(instance),
        None => pass.call(callee),
    }
}

/// The package of a qualified name is not a use by itself.
fn selector(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(name) = child_in(children, Field::Member).map(|child| child.node) else { return Value::NONE };
    let Some(operand) = child_in(children, Field::Operand) else { return Value::NONE };
    let base = operand.value;
    if let Some(Expr::Name(package)) = base.expr.map(|expr| pass.facts.expr_of(expr))
        && pass.is_module(package)
    {
        operand.value.take();
    }
    pass.member(base, name)
}

fn literal_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|child| child.field == Field::Type) else { return };
    let has_fields = matches!(last.node.kind(), "type_identifier" | "qualified_type" | "generic_type");
    let instance = pass.instance(last.value);
    pass.next_literal = Some(Literal { instance, has_fields });
}

/// A literal without a type is an element of the one around it.
fn literal_body(pass: &mut Pass<'_>, _: Node<'_>) {
    let literal = match (pass.next_literal.take(), pass.literals.last().and_then(|literal| literal.instance))
    {
        (Some(literal), _) => literal,
        (None, around) => Literal { instance: pass.operation(around, Operation::Index), has_fields: true },
    };
    pass.literals.push(literal);
}

fn composite_literal(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(of) = child_in(children, Field::Type) else { return Value::NONE };
    match of.node.kind() {
        "type_identifier" | "qualified_type" | "generic_type" => {
            let of = of.value.take();
            pass.instantiate(of)
        }
        _ => pass.instance(of.value).map_or(Value::NONE, Value::of),
    }
}

fn keyed_element(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let literal = pass.literals.last().copied().filter(|literal| literal.has_fields);
    let key = child_in(children, Field::Key).filter(|key| is_identifier(pass.bytes(key.node)));
    if let (Some(literal), Some(key)) = (literal, key) {
        key.value = Value::NONE;
        if let Some(instance) = literal.instance {
            pass.refer_to_field(instance, key.node);
        }
    }
    Value::NONE
}

fn is_identifier(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 128)
}

/// `F[int](x)` reads like a conversion; whether it is one shows only when `F` is found.
fn generic_call(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    match child_in(children, Field::Type) {
        Some(function) if function.node.kind() == "generic_type" => {
            let callee = function.value.take();
            pass.call(callee)
        }
        _ => conversion(pass, node, children),
    }
}

fn conversion(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = child_in(children, Field::Type).map_or(Value::NONE, |child| child.value);
    pass.instance(of).map_or(Value::NONE, Value::of)
}

#[cfg(test)]
mod tests;
