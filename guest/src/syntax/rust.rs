//! Rust: items, `impl` blocks, paths, patterns, and calls inside macro arguments.
//!
//! Two approximations. References are read as what they refer to, and a trait object or a type parameter
//! as its first bound. The arguments of a macro are tokens, not a tree: names, paths, calls and struct literals
//! in them are recognised by their shape.

mod crates;
mod fields;
mod imports;
mod library;
mod names;
mod patterns;
mod tokens;

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, Operation, RelationKind, Subject, SymbolKind};
use crate::syntax::pass::{Definition, Literal, Pass};
use crate::syntax::rule::{
    Child, Field, LanguageSpec, Mode, Rule, Value, child_in, take_first, take_in, take_last,
};
use crate::syntax::scope::Bound;

/// Rust, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    rules: &[RULES],
    is_doc: |comment| {
        (comment.starts_with(b"///") && !comment.starts_with(b"////")) || comment.starts_with(b"/**")
    },
    is_test_path: |path| path.split('/').rev().skip(1).any(|folder| folder == "tests" || folder == "benches"),
    names: names::NAMES,
    library: &library::LIBRARY,
    pieces: None,
};

const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];

const TRAIT: &[(Field, Mode)] = &[(Field::Name, Mode::Name), (Field::Bounds, Mode::Bases)];

const ITEM: Rule = Rule::new().leave(item).modes(NAME).scope();
const LET: Rule =
    Rule::new().after_child(forget_pattern).leave(let_declaration).modes(&[(Field::Pattern, Mode::Pattern)]);
const THROUGH: Rule = Rule::new().leave(through_last);
const PATH: Rule = Rule::new().leave(path).modes(&[(Field::Path, Mode::Code), (Field::Name, Mode::Name)]);

static RULES: &[(&str, Rule)] = &[
    ("line_comment", Rule::comment()),
    ("block_comment", Rule::comment()),
    ("string_literal", Rule::new().opaque()),
    ("raw_string_literal", Rule::new().opaque()),
    ("visibility_modifier", Rule::new().opaque()),
    ("attribute_item", Rule::new().annotation().opaque().enter(attribute)),
    ("inner_attribute_item", Rule::new().annotation().opaque()),
    ("use_declaration", Rule::new().opaque().enter(imports::use_declaration)),
    ("extern_crate_declaration", Rule::new().opaque().enter(imports::extern_crate)),
    // Definitions.
    ("mod_item", ITEM.enter(module)),
    ("function_item", ITEM.enter(function)),
    ("function_signature_item", ITEM.enter(function)),
    ("struct_item", ITEM.enter(|pass, node| define(pass, node, SymbolKind::Type))),
    ("union_item", ITEM.enter(|pass, node| define(pass, node, SymbolKind::Type))),
    ("enum_item", ITEM.enter(|pass, node| define(pass, node, SymbolKind::Type))),
    ("type_item", ITEM.enter(|pass, node| define(pass, node, SymbolKind::Type))),
    ("associated_type", ITEM.enter(|pass, node| define(pass, node, SymbolKind::Type))),
    (
        "trait_item",
        ITEM.enter(|pass, node| define(pass, node, SymbolKind::Interface))
            .after_child(supertraits)
            .modes(TRAIT),
    ),
    ("const_item", ITEM.enter(|pass, node| define(pass, node, SymbolKind::Constant))),
    ("static_item", ITEM.enter(|pass, node| define(pass, node, SymbolKind::Variable))),
    ("field_declaration", ITEM.enter(|pass, node| define(pass, node, SymbolKind::Field))),
    ("enum_variant", ITEM.enter(|pass, node| define(pass, node, SymbolKind::EnumMember))),
    ("macro_definition", Rule::new().opaque().enter(|pass, node| define(pass, node, SymbolKind::Macro))),
    ("impl_item", Rule::new().after_child(implementation).scope()),
    // Names and types.
    ("identifier", Rule::new().leave(identifier)),
    ("type_identifier", Rule::new().leave(identifier)),
    ("shorthand_field_identifier", Rule::new().leave(identifier)),
    ("self", Rule::new().leave(|pass, _, _| Value::of(pass.expr(Expr::This)))),
    ("super", Rule::new().leave(path_head)),
    ("crate", Rule::new().leave(path_head)),
    ("scoped_identifier", PATH),
    ("scoped_type_identifier", PATH),
    ("bracketed_type", Rule::new().leave(through_first)),
    ("qualified_type", Rule::new().leave(through_first)),
    ("generic_type", Rule::new().leave(generic_type)),
    ("generic_type_with_turbofish", Rule::new().leave(generic_type)),
    ("type_arguments", Rule::new().leave(type_arguments)),
    ("primitive_type", Rule::new().leave(primitive_type)),
    ("tuple_type", Rule::new().leave(tuple)),
    ("array_type", Rule::new().leave(array_type)),
    ("function_type", Rule::new().leave(function_type)),
    ("ordered_field_declaration_list", Rule::new().leave(positional_fields)),
    ("type_parameters", Rule::new().mode(Mode::Code)),
    ("type_parameter", Rule::new().leave(type_parameter).modes(NAME)),
    ("where_predicate", Rule::new().leave(where_predicate)),
    ("trait_bounds", Rule::new().leave(trait_bounds)),
    ("reference_type", THROUGH),
    ("pointer_type", THROUGH),
    ("dynamic_type", THROUGH),
    ("abstract_type", THROUGH),
    ("bounded_type", Rule::new().leave(through_first)),
    ("lifetime", Rule::new().opaque()),
    ("label", Rule::new().opaque()),
    ("type_binding", Rule::new().leave(type_binding).modes(NAME)),
    // Expressions.
    ("call_expression", Rule::new().after_child(callee).leave(call)),
    ("arguments", Rule::new().leave(first_argument)),
    ("generic_function", Rule::new().leave(|_, _, children| take_in(children, Field::Function))),
    ("field_expression", Rule::new().leave(field_expression)),
    ("struct_expression", Rule::new().after_child(literal_type).leave(struct_expression)),
    ("field_initializer_list", Rule::new().enter(fields).leave(end_of_fields)),
    ("field_initializer", Rule::new().leave(field_initializer)),
    ("shorthand_field_initializer", Rule::new().leave(field_initializer)),
    ("parenthesized_expression", THROUGH),
    ("reference_expression", THROUGH),
    ("unary_expression", THROUGH),
    ("try_expression", Rule::new().leave(|pass, _, children| operate(pass, children, Operation::Try))),
    ("await_expression", Rule::new().leave(|pass, _, children| operate(pass, children, Operation::Await))),
    ("index_expression", Rule::new().leave(index)),
    ("tuple_expression", Rule::new().leave(tuple)),
    ("array_expression", Rule::new().leave(array)),
    ("type_cast_expression", Rule::new().leave(type_cast)),
    ("macro_invocation", Rule::new().leave(macro_invocation)),
    (
        "token_tree",
        Rule::new()
            .tokens()
            .enter(tokens::begin)
            .after_child(tokens::typed_parameter)
            .leave(tokens::token_tree)
            .scope(),
    ),
    // Local names.
    (
        "parameter",
        Rule::new().leave(parameter).modes(&[(Field::Pattern, Mode::Pattern), (Field::Type, Mode::Code)]),
    ),
    ("self_parameter", Rule::new().opaque()),
    ("closure_expression", Rule::new().leave(closure).scope()),
    ("closure_parameters", Rule::new().after_child(closure_parameter).mode(Mode::Pattern)),
    ("let_declaration", LET),
    ("let_condition", LET),
    (
        "match_pattern",
        Rule::new().after_child(match_pattern).mode(Mode::Pattern).modes(&[(Field::Condition, Mode::Code)]),
    ),
    ("tuple_struct_pattern", Rule::new().modes(&[(Field::Type, Mode::Code)])),
    (
        "struct_pattern",
        Rule::new()
            .enter(fields)
            .after_child(pattern_type)
            .leave(end_of_fields)
            .modes(&[(Field::Type, Mode::Code)]),
    ),
    ("field_pattern", Rule::new().leave(field_pattern)),
    ("for_expression", Rule::new().after_child(for_value).modes(&[(Field::Pattern, Mode::Pattern)]).scope()),
    (
        "match_expression",
        Rule::new().after_child(match_value).leave(|_, _, children| given_in(children, Field::Body)),
    ),
    ("match_block", Rule::new().leave(|pass, _, children| first_known(pass, children))),
    ("match_arm", Rule::new().leave(|_, _, children| given_in(children, Field::Value)).scope()),
    ("if_expression", Rule::new().leave(if_value).scope()),
    ("else_clause", Rule::new().leave(|_, _, children| last_given(children))),
    ("while_expression", Rule::new().scope()),
    ("unsafe_block", Rule::new().leave(|_, _, children| last_given(children))),
    ("async_block", Rule::new().leave(|_, _, children| last_given(children))),
    (
        "block",
        Rule::new().enter(|pass, _| pass.callee = None).leave(|_, _, children| last_given(children)).scope(),
    ),
];

fn identifier(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let bytes = pass.bytes(node);
    if bytes == b"Self" {
        return Value::of(pass.expr(Expr::ThisType));
    }
    if matches!(bytes, b"Some" | b"None" | b"Ok" | b"Err" | b"_") {
        return Value::NONE;
    }
    // In a pattern a capital means a constant or a variant, by convention and by the compiler's lint.
    if pass.mode == Mode::Pattern && bytes.first().is_some_and(u8::is_ascii_uppercase) {
        return pass.name(node);
    }
    pass.identifier(node)
}

/// `crate` and `super` at the head of a path name modules, which nobody asks for the uses of.
fn path_head(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let name = pass.text(node);
    Value::of(pass.expr(Expr::Name(name)))
}

fn through_last(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    take_last(children)
}

fn through_first(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    take_first(children)
}

fn path(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(name) = child_in(children, Field::Name).map(|child| child.node) else { return Value::NONE };
    match child_in(children, Field::Path) {
        // `self::x` is a path below this module, not a member of the receiver.
        Some(path) if path.node.kind() == "self" => {
            let head = path.node;
            let head = path_head(pass, head, &mut []);
            pass.member(head, name)
        }
        Some(path) => {
            let base = path.value;
            pass.member(base, name)
        }
        None if pass.bytes(node).starts_with(b"::") => pass.name(name),
        None => Value::NONE,
    }
}

fn generic_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let arguments = std::mem::take(&mut pass.gathered);
    let base = take_in(children, Field::Type);
    let Some(head) = base.expr else { return Value::NONE };
    let expr = arguments.iter().fold(head, |head, argument| pass.generic(head, &[argument.expr]));
    pass.gathered = arguments;
    Value { expr: Some(expr), ..base }
}

/// Sets the arguments aside for the type they belong to.
fn type_arguments(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.gathered.clear();
    let types = children.iter().filter(|child| !matches!(child.node.kind(), "lifetime" | "block_comment"));
    pass.gathered.extend(types.map(|child| child.value));
    Value::NONE
}

fn primitive_type(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let name = pass.text(node);
    Value::of(pass.expr(Expr::Library(name)))
}

/// `Item = Type`, the argument of an iterator.
fn type_binding(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    given_in(children, Field::Type)
}

/// The value of a tuple, or its type.
fn tuple(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let parts: Vec<Option<ExprId>> = children.iter().map(|child| child.value.expr).collect();
    Value::of(pass.library("tuple", &parts))
}

/// The fields of a tuple struct or variant.
fn positional_fields(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let fields = children.iter().filter(|child| child.field == Field::Type);
    let types: Vec<Option<ExprId>> = fields.map(|child| child.value.expr).collect();
    Value::of(pass.library("tuple", &types))
}

fn array_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let element = given_in(children, Field::Element).expr;
    Value::of(pass.library("slice", &[element]))
}

fn array(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let element = children.first().and_then(|child| child.value.expr);
    Value::of(pass.library("slice", &[element]))
}

/// `fn(A) -> B` and `Fn(A) -> B`
fn function_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let result = given_in(children, Field::ReturnType).expr;
    let result = result.unwrap_or_else(|| pass.expr(Expr::Unknown));
    Value::of(pass.expr(Expr::Function(result)))
}

/// The value of the child in a field, which is used by itself.
fn given_in(children: &mut [Child<'_>], field: Field) -> Value {
    child_in(children, field).and_then(|child| child.value.expr).map_or(Value::NONE, Value::of)
}

/// The value of the last child; statements and comments have none.
fn last_given(children: &[Child<'_>]) -> Value {
    children.last().and_then(|last| last.value.expr).map_or(Value::NONE, Value::of)
}

/// The first value that something is known of.
fn first_known(pass: &Pass<'_>, children: &[Child<'_>]) -> Value {
    children.iter().find_map(|child| pass.known(child.value)).map_or(Value::NONE, Value::of)
}

fn if_value(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let consequence = given_in(children, Field::Consequence);
    match pass.known(consequence) {
        Some(given) => Value::of(given),
        None => given_in(children, Field::Alternative),
    }
}

fn operate(pass: &mut Pass<'_>, children: &[Child<'_>], operation: Operation) -> Value {
    let of = children.first().and_then(|child| child.value.expr);
    pass.operation(of, operation).map_or(Value::NONE, Value::of)
}

/// `value[index]`; a range of a sequence is a sequence.
fn index(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    match children {
        [of, index] if index.node.kind() == "range_expression" => {
            of.value.expr.map_or(Value::NONE, Value::of)
        }
        _ => operate(pass, children, Operation::Index),
    }
}

/// A type parameter stands for its first bound: its methods are those of that trait.
fn type_parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let bound = child_in(children, Field::Bounds).and_then(|bounds| bounds.value.expr);
    if let Some(name) = child_in(children, Field::Name).map(|child| child.node) {
        let name = pass.text(name);
        pass.bind(name, bound);
    }
    Value::NONE
}

fn where_predicate(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let bound = child_in(children, Field::Bounds).and_then(|bounds| bounds.value.expr);
    let left = child_in(children, Field::Left).map(|child| child.node);
    if let Some(left) = left.filter(|left| left.kind() == "type_identifier" && bound.is_some()) {
        let name = pass.text(left);
        pass.bind(name, bound);
    }
    Value::NONE
}

/// Gives the first bound and sets all aside for a trait, whose supertraits they are.
fn trait_bounds(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    pass.gathered.clear();
    if pass.mode == Mode::Bases {
        pass.gathered.extend(children.iter_mut().map(|child| child.value.take()));
    }
    children.first().and_then(|first| first.value.expr).map_or(Value::NONE, Value::of)
}

fn supertraits(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let is_bounds = children.last().is_some_and(|child| child.field == Field::Bounds);
    if let Some(symbol) = pass.definition().filter(|_| is_bounds) {
        for base in std::mem::take(&mut pass.gathered) {
            pass.relate(RelationKind::Extends, Subject::Symbol(symbol), base);
        }
    }
}

fn implementation(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|child| child.field == Field::Type) else { return };
    let of = pass.bytes(last.node);
    let parameter = of.rsplit(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').next().unwrap_or(of);
    let parameter = pass.text_of(parameter);
    if pass.scopes.find(parameter).is_some_and(|bound| !matches!(bound, Bound::Alias(_))) {
        // `impl<T: Trait> Trait for &T`: the members are those of no type that has a name.
        pass.set_nameless_owner(parameter, child_in(children, Field::Trait).is_some());
        return;
    }
    let Some(expr) = pass.known(last.value) else { return };
    let scope = pass.definition();
    let base = child_in(children, Field::Trait).map(|child| child.value.take());
    if let Some(base) = base {
        pass.relate(RelationKind::Implements, Subject::Named { expr, scope }, base);
    }
    pass.set_owner(expr, base.is_some());
}

fn attribute(pass: &mut Pass<'_>, node: Node<'_>) {
    let text = pass.bytes(node);
    let text = text.strip_prefix(b"#[").unwrap_or(text);
    let name_end =
        text.iter().position(|byte| matches!(byte, b'(' | b']' | b'=' | b' ')).unwrap_or(text.len());
    let (name, rest) = text.split_at(name_end);
    let is_test = match name {
        b"cfg" => {
            rest.starts_with(b"(test)") || rest.starts_with(b"(all(test") || rest.starts_with(b"(any(test")
        }
        b"bench" => true,
        _ => name.ends_with(b"test"),
    };
    if is_test {
        pass.preceding.mark_test(pass.depth);
    }
    if name == b"macro_export" {
        pass.preceding.mark_exported(pass.depth);
    }
    if name == b"path" {
        pass.module_path = rest.split(|byte| *byte == b'"').nth(1).map(|path| pass.text_of(path));
    }
}

fn is_public(pass: &Pass<'_>, node: Node<'_>) -> bool {
    let text = pass.bytes(node);
    text.starts_with(b"pub") && !text.get(3).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

fn define(pass: &mut Pass<'_>, node: Node<'_>, kind: SymbolKind) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let body = pass.field(node, if kind == SymbolKind::Constant { Field::Value } else { Field::Body });
    let inherited = match kind {
        SymbolKind::EnumMember => pass.definition_exported(),
        _ => pass.members_exported(),
    };
    let exported = inherited || is_public(pass, node);
    let parent_name = pass.definition().map(|id| pass.facts.facts.symbols[id.0 as usize].name);
    let name = pass.text(name);
    let body = if kind == SymbolKind::EnumMember { None } else { body };
    let symbol = pass.define(Definition { kind, name, node, body, exported, is_test: false });
    if let (Some(symbol), SymbolKind::EnumMember, Some(parent)) = (symbol, kind, parent_name) {
        let parent = pass.expr(Expr::Name(parent));
        let gives = pass.expr(Expr::Instance(parent));
        pass.set_gives(symbol, gives);
    }
}

fn function(pass: &mut Pass<'_>, node: Node<'_>) {
    let kind = if pass.is_member_place() { SymbolKind::Method } else { SymbolKind::Function };
    if pass.definition_kind().is_some_and(SymbolKind::is_callable) {
        pass.scopes.raise_barrier();
    }
    define(pass, node, kind);
}

fn module(pass: &mut Pass<'_>, node: Node<'_>) {
    let written_path = pass.module_path.take();
    if pass.field(node, Field::Body).is_some() {
        define(pass, node, SymbolKind::Module);
    } else {
        imports::module_file(pass, node, written_path);
    }
}

fn item(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let field = match node.kind() {
        "function_item" | "function_signature_item" => Field::ReturnType,
        "mod_item" => return Value::NONE,
        _ => Field::Type,
    };
    let fields = match node.kind() {
        "struct_item" | "enum_variant" => child_in(children, Field::Body).and_then(|body| body.value.expr),
        _ => None,
    };
    if let (Some(symbol), Some(fields)) = (pass.definition(), fields) {
        let gives = pass.expr(Expr::Underlying(fields));
        pass.set_gives(symbol, gives);
        return Value::NONE;
    }
    let field = if node.kind() == "associated_type" { Field::Bounds } else { field };
    let Some(given) = child_in(children, field).map(|child| child.value) else { return Value::NONE };
    let gives = if matches!(node.kind(), "type_item" | "associated_type") {
        pass.known(given)
    } else {
        pass.instance(given)
    };
    if let (Some(symbol), Some(gives)) = (pass.definition(), gives) {
        pass.set_gives(symbol, gives);
    }
    Value::NONE
}

/// Remembers what is called, for the parameters of closures among the arguments.
fn callee(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if let Some(last) = children.last().filter(|child| child.field == Field::Function) {
        pass.callee = last.value.expr;
    }
}

fn first_argument(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    children.first().and_then(|child| child.value.expr).map_or(Value::NONE, Value::of)
}

fn call(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let argument = child_in(children, Field::Arguments).and_then(|arguments| arguments.value.expr);
    let Some(function) = child_in(children, Field::Function) else { return Value::NONE };
    let written = pass.bytes(function.node);
    let callee = function.value.take();
    let value = pass.call(callee);
    if let Some(holder) = names::holder_made_by(written) {
        return Value::of(pass.library(holder, &[argument]));
    }
    match (callee.expr.map(|expr| pass.facts.expr_of(expr)), callee.expr, argument) {
        (Some(Expr::Member(_, name)), Some(callee), Some(function))
            if names::gives_result_of_function(pass.facts.str_of(name)) =>
        {
            Value::of(pass.expr(Expr::CallWith(callee, function)))
        }
        _ => value,
    }
}

/// A closure stands for what it gives.
fn closure(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let result = given_in(children, Field::Body);
    match pass.known(result) {
        Some(result) => Value::of(pass.expr(Expr::Function(result))),
        None => Value::NONE,
    }
}

/// Binds a parameter of a closure to what the callee hands to it.
fn closure_parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|last| last.node.kind() != "parameter") else { return };
    let passed = pass.passed(children.len() - 1);
    patterns::bind(pass, last.node, passed);
}

fn field_expression(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let base = child_in(children, Field::Value).map_or(Value::NONE, |child| child.value);
    match child_in(children, Field::Member).map(|child| child.node) {
        Some(name) if name.kind() == "field_identifier" => pass.member(base, name),
        Some(index) => {
            let index = str::from_utf8(pass.bytes(index)).ok().and_then(|index| index.parse().ok());
            let part = index.and_then(|index| pass.operation(base.expr, Operation::Part(index)));
            part.map_or(Value::NONE, Value::of)
        }
        None => Value::NONE,
    }
}

fn struct_expression(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = take_in(children, Field::Name);
    pass.instantiate(of)
}

fn literal_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if let Some(last) = children.last().filter(|child| child.field == Field::Name) {
        let instance = pass.instance(last.value);
        pass.next_literal = Some(Literal { instance, has_fields: true });
    }
}

fn fields(pass: &mut Pass<'_>, _: Node<'_>) {
    let literal = pass.next_literal.take().unwrap_or(Literal { instance: None, has_fields: true });
    pass.literals.push(literal);
}

fn end_of_fields(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    pass.literals.pop();
    Value::NONE
}

fn pattern_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|child| child.field == Field::Type) else { return };
    let instance = pass.instance(last.value);
    if let Some(literal) = pass.literals.last_mut() {
        literal.instance = instance;
    }
}

/// Refers to the field of the literal that is being read.
fn refer_to_field(pass: &mut Pass<'_>, name: Option<Node<'_>>) {
    let instance = pass.literals.last().and_then(|literal| literal.instance);
    if let (Some(instance), Some(name)) = (instance, name.filter(|name| name.kind() != "integer_literal")) {
        pass.refer_to_field(instance, name);
    }
}

/// `field: value`, or `field` alone for the local of that name.
fn field_initializer(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let name = children.iter().find(|child| matches!(child.node.kind(), "field_identifier" | "identifier"));
    refer_to_field(pass, name.map(|child| child.node));
    Value::NONE
}

fn field_pattern(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    refer_to_field(pass, child_in(children, Field::Name).map(|child| child.node));
    Value::NONE
}

fn type_cast(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let target = child_in(children, Field::Type).map_or(Value::NONE, |child| child.value);
    pass.instance(target).map_or(Value::NONE, Value::of)
}

fn macro_invocation(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(name) = child_in(children, Field::Macro) else { return Value::NONE };
    let written = pass.bytes(name.node);
    let mut callee = name.value.take();
    if name.node.kind() == "identifier" {
        let text = pass.text(name.node);
        let expr = pass.expr(Expr::Macro(text));
        callee = pass.pending(expr, name.node);
    }
    pass.call(callee);
    match written {
        b"vec" => Value::of(pass.library("Vec", &[None])),
        b"format" => Value::of(pass.library("String", &[])),
        _ => Value::NONE,
    }
}

fn parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = child_in(children, Field::Type).map_or(Value::NONE, |child| child.value);
    let value = pass.instance(of);
    match child_in(children, Field::Pattern) {
        Some(pattern) => patterns::bind(pass, pattern.node, value),
        None => pass.bind_pattern(None),
    }
    Value::NONE
}

fn let_declaration(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    // `Vec<_>` leaves to the value what it holds.
    let is_whole =
        |child: &&mut Child<'_>| !pass.bytes(child.node).windows(2).any(|pair| matches!(pair, b"<_" | b" _"));
    let declared = child_in(children, Field::Type).filter(is_whole).map(|child| child.value);
    let declared = declared.and_then(|value| pass.instance(value));
    let value = child_in(children, Field::Value).and_then(|child| child.value.expr);
    match child_in(children, Field::Pattern) {
        Some(pattern) => patterns::bind(pass, pattern.node, declared.or(value)),
        None => pass.bind_pattern(None),
    }
    Value::NONE
}

/// The names of a pattern are read again once it is known what they stand for; patterns in between have
/// names of their own.
fn forget_pattern(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) {
    pass.pattern.clear();
}

fn match_value(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if let Some(last) = children.last().filter(|child| child.field == Field::Value) {
        pass.subject = last.value.expr;
    }
}

/// Binds before the guard is read.
fn match_pattern(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if let Some(last) = children.last().filter(|child| child.field != Field::Condition) {
        let subject = pass.subject;
        patterns::bind(pass, last.node, subject);
    }
}

/// Binds after the sequence is read and before the body.
fn for_value(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    pass.pattern.clear();
    let Some(value) = children.last().filter(|child| child.field == Field::Value) else { return };
    let element = pass.operation(value.value.expr, Operation::Iterate);
    match child_in(children, Field::Pattern) {
        Some(pattern) => patterns::bind(pass, pattern.node, element),
        None => pass.bind_pattern(None),
    }
}

#[cfg(test)]
mod tests;
