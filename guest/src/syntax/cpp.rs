//! C++: classes, namespaces, templates and qualified names on top of C's rules.
//!
//! Approximations. Smart pointers and `optional` are read as what they hold. Names brought in by
//! `using` stand for their path; `using namespace` is left out. Constructors and destructors are
//! methods of their class.

mod names;
mod paths;

use tree_sitter::Node;

use crate::syntax::c;
use crate::syntax::facts::{Expr, ReferenceKind, RelationKind, Subject, SymbolKind};
use crate::syntax::library::Library;
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::rule::{Child, Field, LanguageSpec, Mode, Pending, Rule, Value, child_in, take_in};
use crate::syntax::scope::Bound;

/// C++, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    rules: &[RULES, c::RULES],
    is_doc: |_| true,
    is_test_path: c::is_test_path,
    names: names::NAMES,
    library: &Library::NONE,
    pieces: None,
};

const NAME: &[(Field, Mode)] = &[(Field::Name, Mode::Name)];
const DECLARED: &[(Field, Mode)] = &[(Field::Declarator, Mode::Name)];
const SCOPE: Rule = Rule::new().scope();
const BIND_TYPE: Rule = Rule::new().leave(bind_type_parameter).modes(NAME);

static RULES: &[(&str, Rule)] = &[
    // Definitions.
    ("namespace_definition", Rule::new().enter(namespace).modes(NAME)),
    ("class_specifier", Rule::new().enter(c::tag).leave(c::tag_value).scope()),
    ("base_class_clause", Rule::new().leave(bases).mode(Mode::Bases)),
    ("alias_declaration", Rule::new().enter(alias).leave(alias_target).modes(NAME)),
    (
        "declaration",
        Rule::new().enter(c::declaration).after_child(c::after_declarator).leave(declared).modes(DECLARED),
    ),
    ("friend_declaration", Rule::new().opaque()),
    ("template_declaration", SCOPE),
    ("type_parameter_declaration", Rule::new().leave(bind_type_parameter).mode(Mode::Name)),
    ("variadic_type_parameter_declaration", Rule::new().leave(bind_type_parameter).mode(Mode::Name)),
    ("optional_type_parameter_declaration", BIND_TYPE),
    ("optional_parameter_declaration", c::PARAMETER),
    ("variadic_parameter_declaration", c::PARAMETER),
    ("using_declaration", Rule::new().opaque().enter(paths::using)),
    ("namespace_alias_definition", Rule::new().opaque()),
    // Names and types.
    (
        "type_identifier",
        Rule::new()
            .leave(|pass, node, _| if pass.mode == Mode::Name { Value::NONE } else { pass.name(node) }),
    ),
    ("namespace_identifier", Rule::new().leave(|pass, node, _| pass.identifier(node))),
    (
        "qualified_identifier",
        Rule::new().leave(paths::qualified).modes(&[(Field::Scope, Mode::Code), (Field::Name, Mode::Name)]),
    ),
    ("template_type", Rule::new().leave(paths::template)),
    ("template_function", Rule::new().leave(paths::template)),
    ("template_method", Rule::new().modes(NAME)),
    ("template_argument_list", Rule::new().leave(c::first_of).mode(Mode::Code)),
    ("dependent_type", Rule::new().leave(c::through_first)),
    ("this", Rule::new().leave(|pass, _, _| Value::of(pass.expr(Expr::This)))),
    // Expressions.
    ("new_expression", Rule::new().leave(new)),
    ("subscript_expression", Rule::new().leave(|_, _, children| take_in(children, Field::Argument))),
    ("field_initializer", Rule::new().leave(field_initializer)),
    // Local names.
    ("for_range_loop", Rule::new().after_child(range).modes(DECLARED).scope()),
    ("structured_binding_declarator", Rule::new().leave(bind_pattern).mode(Mode::Pattern)),
    ("lambda_expression", SCOPE),
    ("catch_clause", SCOPE),
];

/// Opens a module for each part of the name; a namespace without a name is none.
fn namespace(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let body = pass.field(node, Field::Body);
    let text = String::from_utf8_lossy(pass.bytes(name));
    for part in text.split("::").map(str::trim).filter(|part| !part.is_empty()) {
        let name = pass.facts.text(part);
        let kind = SymbolKind::Module;
        pass.define(Definition { kind, name, node, body, exported: true, is_test: false });
    }
}

fn bases(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let Some(subject) = pass.definition() {
        for child in children {
            let base = child.value.take();
            pass.relate(RelationKind::Extends, Subject::Symbol(subject), base);
        }
    }
    Value::NONE
}

fn alias(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let name = pass.text(name);
    let kind = SymbolKind::Type;
    pass.define(Definition { kind, name, node, body: None, exported: true, is_test: false });
}

fn alias_target(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let target = child_in(children, Field::Type).and_then(|child| pass.known(child.value));
    if let (Some(symbol), Some(target)) = (pass.opened_by(node), target) {
        pass.set_gives(symbol, target);
    }
    Value::NONE
}

fn bind_type_parameter(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let name = children.iter().find(|child| child.node.kind() == "type_identifier");
    if let Some(name) = name.map(|child| child.node) {
        let name = pass.text(name);
        pass.scopes.bind(name, Bound::Unknown);
    }
    Value::NONE
}

/// A local variable without a value of another's making is constructed where it is declared.
fn declared(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let is_local = pass.definition_kind().is_some_and(SymbolKind::is_callable);
    let is_built = |child: &Child<'_>| child.field == Field::Declarator && constructs(pass, child.node);
    if is_local
        && children.iter().any(is_built)
        && let Some(of) = child_in(children, Field::Type).filter(|of| is_plain(of.node))
        && !pass.bytes(of.node).ends_with(b">")
    {
        pass.refer(ReferenceKind::Instantiate, of.value);
        of.value.pending = Pending::No;
    }
    c::typed(pass, node, children)
}

/// Whether a type is a name: of a template it is up to the template what an instance is.
fn is_plain(of: Node<'_>) -> bool {
    matches!(of.kind(), "type_identifier" | "qualified_identifier")
}

/// `name`, `name(arguments)`, `name{arguments}`, and `name(a, b)`, which looks like a prototype.
fn constructs(pass: &Pass<'_>, declarator: Node<'_>) -> bool {
    match declarator.kind() {
        "identifier" => true,
        "function_declarator" => {
            pass.field(declarator, Field::Declarator).is_some_and(|name| name.kind() == "identifier")
        }
        "init_declarator" => {
            let name = pass.field(declarator, Field::Declarator);
            let value = pass.field(declarator, Field::Value);
            name.is_some_and(|name| name.kind() == "identifier")
                && value.is_some_and(|value| matches!(value.kind(), "argument_list" | "initializer_list"))
        }
        _ => false,
    }
}

fn new(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let of = take_in(children, Field::Type);
    pass.instantiate(of)
}

/// `member(value)` before the body of a constructor; a base is named in the same way.
fn field_initializer(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if let Some(name) =
        children.first().map(|child| child.node).filter(|node| node.kind() == "field_identifier")
    {
        let this = pass.expr(Expr::This);
        pass.refer_to_field(this, name);
    }
    Value::NONE
}

/// Binds after the sequence is read and before the body.
fn range(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if children.last().is_some_and(|child| child.field == Field::Right) {
        c::bind_declarator(pass, children);
    }
}

fn bind_pattern(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    pass.bind_pattern(None);
    Value::NONE
}

#[cfg(test)]
mod tests;
