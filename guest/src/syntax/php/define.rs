//! Functions, types and their members, and what their headers say.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, LocalSymbol, RelationKind, Subject, SymbolKind};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::php::{context, docs, locals, paths, value_in};
use crate::syntax::rule::{Child, Field, Value};

/// What stands before the name in a declaration.
#[derive(Default)]
struct Modifiers<'t> {
    is_hidden: bool,
    /// The first token after the attributes, where there are any.
    start: Option<Node<'t>>,
}

impl<'t> Modifiers<'t> {
    fn of(pass: &Pass<'_>, declaration: Node<'t>) -> Self {
        let mut found = Self::default();
        let mut cursor = declaration.walk();
        let mut after_attributes = false;
        for child in declaration.children(&mut cursor) {
            match child.kind() {
                "attribute_list" => after_attributes = true,
                "name" | "property_element" | "const_element" | "formal_parameters" => break,
                kind => {
                    if after_attributes {
                        found.start = found.start.or(Some(child));
                    }
                    let hides = |word: &[u8]| pass.bytes(child).eq_ignore_ascii_case(word);
                    if kind == "visibility_modifier" && (hides(b"private") || hides(b"protected")) {
                        found.is_hidden = true;
                    }
                }
            }
        }
        found
    }
}

/// Opens a function; one inside another is as global as any.
pub(super) fn function(pass: &mut Pass<'_>, node: Node<'_>) {
    callable(pass, node, SymbolKind::Function);
}

/// Opens a method or constructor.
pub(super) fn method(pass: &mut Pass<'_>, node: Node<'_>) {
    callable(pass, node, SymbolKind::Method);
}

fn callable(pass: &mut Pass<'_>, node: Node<'_>, kind: SymbolKind) {
    let comment = docs::comment_before(pass, node);
    let symbol = open(pass, node, kind);
    pass.scopes.raise_barrier();
    pass.context &= context::NAMESPACES;
    let Some(comment) = comment else { return };
    locals::bind_documented(pass, comment);
    let gives = docs::returned(comment).and_then(|class| docs::instance(pass, class));
    if let (Some(symbol), Some(gives)) = (symbol, gives) {
        pass.set_gives(symbol, gives);
    }
}

/// Opens a class or an enumeration.
pub(super) fn class(pass: &mut Pass<'_>, node: Node<'_>) {
    if let Some(symbol) = open(pass, node, SymbolKind::Type) {
        use_traits(pass, symbol, node);
    }
}

/// Opens an interface or a trait.
pub(super) fn interface(pass: &mut Pass<'_>, node: Node<'_>) {
    if let Some(symbol) = open(pass, node, SymbolKind::Interface) {
        use_traits(pass, symbol, node);
    }
}

fn open(pass: &mut Pass<'_>, node: Node<'_>, kind: SymbolKind) -> Option<LocalSymbol> {
    let name = pass.field(node, Field::Name)?;
    let modifiers = Modifiers::of(pass, node);
    let comment = docs::comment_before(pass, node);
    let name = pass.text(name);
    let body = pass.field(node, Field::Body);
    let exported = is_exported(pass, &modifiers);
    let is_test = kind == SymbolKind::Type && extends_test_case(pass, node);
    let symbol = pass.define(Definition { kind, name, node, body, exported, is_test })?;
    if let Some(start) = modifiers.start {
        pass.start_at(symbol, start, body);
    }
    docs::describe(pass, symbol, comment);
    Some(symbol)
}

/// Whether code outside the class may name a declaration.
fn is_exported(pass: &Pass<'_>, modifiers: &Modifiers<'_>) -> bool {
    !modifiers.is_hidden && pass.definition_exported()
}

/// Whether a class is one of PHPUnit's.
fn extends_test_case(pass: &Pass<'_>, node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let base = node.named_children(&mut cursor).find(|child| child.kind() == "base_clause");
    base.is_some_and(|base| pass.bytes(base).trim_ascii_end().ends_with(b"TestCase"))
}

/// Relates a type to the traits it uses, before anything else: their members come before inherited ones.
fn use_traits(pass: &mut Pass<'_>, symbol: LocalSymbol, node: Node<'_>) {
    let Some(body) = pass.field(node, Field::Body) else { return };
    let mut cursor = body.walk();
    for declaration in body.named_children(&mut cursor).filter(|child| child.kind() == "use_declaration") {
        let mut names = declaration.walk();
        for name in declaration.named_children(&mut names) {
            if matches!(name.kind(), "name" | "qualified_name" | "relative_name") {
                let base = paths::class(pass, name);
                let base = pass.pending(base, name);
                pass.relate(RelationKind::Extends, Subject::Symbol(symbol), base);
            }
        }
    }
}

/// `extends A, B`
pub(super) fn bases(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    relate(pass, RelationKind::Extends, children);
    Value::NONE
}

/// `implements A, B`
pub(super) fn interfaces(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    relate(pass, RelationKind::Implements, children);
    Value::NONE
}

/// The bases of a class without a name are set aside until its body opens it.
fn relate(pass: &mut Pass<'_>, kind: RelationKind, children: &mut [Child<'_>]) {
    let is_anonymous = pass.context & context::ANONYMOUS != 0;
    for child in children {
        let base = child.value.take();
        match pass.definition() {
            _ if is_anonymous => pass.gathered.push(base),
            Some(subject) => pass.relate(kind, Subject::Symbol(subject), base),
            None => {}
        }
    }
}

/// `new class(…) extends A implements B { … }`
pub(super) fn anonymous(pass: &mut Pass<'_>, _: Node<'_>) {
    pass.context |= context::ANONYMOUS;
}

/// Forgets what the arguments set aside, and remembers whether there is a base.
pub(super) fn anonymous_part(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    match children.last().map(|last| last.node.kind()) {
        Some("arguments") => pass.gathered.clear(),
        Some("base_clause") => pass.context |= context::EXTENDS,
        _ => {}
    }
}

/// Goes into the body of a type; one without a declaration is a type of its own.
pub(super) fn body(pass: &mut Pass<'_>, node: Node<'_>) {
    let (is_anonymous, extends) =
        (pass.context & context::ANONYMOUS != 0, pass.context & context::EXTENDS != 0);
    pass.context &= context::NAMESPACES;
    if !is_anonymous {
        return;
    }
    let bases = std::mem::take(&mut pass.gathered);
    let (name, kind, body) = (pass.facts.text("anonymous"), SymbolKind::Type, Some(node));
    let Some(symbol) = pass.define(Definition { kind, name, node, body, exported: false, is_test: false })
    else {
        return;
    };
    for (index, base) in bases.into_iter().enumerate() {
        let kind = if extends && index == 0 { RelationKind::Extends } else { RelationKind::Implements };
        pass.relate(kind, Subject::Symbol(symbol), base);
    }
}

/// Takes the return type of a function when it was read.
pub(super) fn return_type(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    let Some(last) = children.last().filter(|last| last.field == Field::ReturnType) else { return };
    let gives = pass.instance(last.value);
    if let (Some(symbol), Some(gives)) = (pass.definition(), gives) {
        pass.set_gives(symbol, gives);
    }
}

/// Declares the properties of one declaration.
pub(super) fn properties(pass: &mut Pass<'_>, node: Node<'_>) {
    let modifiers = Modifiers::of(pass, node);
    let exported = is_exported(pass, &modifiers);
    let comment = docs::comment_before(pass, node);
    let given = comment.and_then(docs::variable).and_then(|(class, _)| docs::instance(pass, class));
    let mut cursor = node.walk();
    for element in node.named_children(&mut cursor).filter(|child| child.kind() == "property_element") {
        let Some(name) = pass.field(element, Field::Name) else { continue };
        let symbol = property(pass, name, node, exported);
        if let Some(start) = modifiers.start {
            pass.start_at(symbol, start, None);
        }
        docs::describe(pass, symbol, comment);
        if let Some(given) = given {
            pass.set_gives(symbol, given);
        }
    }
}

/// Declares a property, and remembers it for what is assigned to it.
fn property(pass: &mut Pass<'_>, name: Node<'_>, node: Node<'_>, exported: bool) -> LocalSymbol {
    let name = pass.text(name);
    let kind = SymbolKind::Field;
    let symbol = pass.declare(Definition { kind, name, node, body: None, exported, is_test: false });
    let class = pass.definition();
    pass.assigned.insert((class, name), Some(symbol));
    symbol
}

/// Records the declared type of the properties of one declaration.
pub(super) fn property_type(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = value_in(children, Field::Type);
    let Some(given) = pass.instance(declared) else { return Value::NONE };
    let mut cursor = node.walk();
    for element in node.named_children(&mut cursor).filter(|child| child.kind() == "property_element") {
        let Some(name) = pass.field(element, Field::Name) else { continue };
        let key = (pass.definition(), pass.text(name));
        if let Some(&Some(symbol)) = pass.assigned.get(&key) {
            pass.set_gives(symbol, given);
        }
    }
    Value::NONE
}

/// A parameter of a constructor that is a property too.
pub(super) fn promoted(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let given = locals::parameter_type(pass, children);
    let Some(name) = locals::parameter_name(children) else { return Value::NONE };
    let text = pass.text(name);
    if let Some(class) = pass.enclosing_type() {
        let modifiers = Modifiers::of(pass, node);
        let exported = !modifiers.is_hidden && pass.facts.symbol_mut(class).exported;
        let (kind, body) = (SymbolKind::Field, None);
        let symbol =
            pass.declare_beside(Definition { kind, name: text, node, body, exported, is_test: false });
        pass.assigned.insert((Some(class), text), Some(symbol));
        if let Some(given) = given {
            pass.set_gives(symbol, given);
        }
    }
    pass.bind(text, given);
    Value::NONE
}

/// Declares the constants of one declaration.
pub(super) fn constants(pass: &mut Pass<'_>, node: Node<'_>) {
    let modifiers = Modifiers::of(pass, node);
    let exported = is_exported(pass, &modifiers);
    let comment = docs::comment_before(pass, node);
    let mut cursor = node.walk();
    for element in node.named_children(&mut cursor).filter(|child| child.kind() == "const_element") {
        let Some(name) = element.named_child(0) else { continue };
        let name = pass.text(name);
        let kind = SymbolKind::Constant;
        let symbol =
            pass.declare(Definition { kind, name, node: element, body: None, exported, is_test: false });
        pass.start_at(symbol, modifiers.start.unwrap_or(node), None);
        docs::describe(pass, symbol, comment);
    }
}

/// Declares a case of an enumeration, which is an instance of it.
pub(super) fn case(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let comment = docs::comment_before(pass, node);
    let exported = pass.definition_exported();
    let name = pass.text(name);
    let kind = SymbolKind::EnumMember;
    let symbol = pass.declare(Definition { kind, name, node, body: None, exported, is_test: false });
    docs::describe(pass, symbol, comment);
    let own = pass.expr(Expr::ThisType);
    let gives = pass.expr(Expr::Instance(own));
    pass.set_gives(symbol, gives);
}
