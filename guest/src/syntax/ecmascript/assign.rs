//! Variables and assignments: in a module they define, and a function or class takes the name of what
//! it is assigned to; in functions they bind local names.

use tree_sitter::Node;

use crate::syntax::ecmascript::{classes, common_js, context, literals, locals, value_in};
use crate::syntax::facts::{Expr, ExprId, SymbolKind, Text};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::rule::{Child, Field, Value, child_in, take_in};
use crate::syntax::scope::Bound;

/// Defines the one variable of a declaration, so that its source begins with `const`.
pub(super) fn declaration(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut cursor = node.walk();
    let mut variables =
        node.named_children(&mut cursor).filter(|child| child.kind() == "variable_declarator");
    if let (Some(only), None) = (variables.next(), variables.next())
        && define_variable(pass, only, node)
    {
        pass.context |= context::DECLARED;
    }
}

/// Defines a variable of a module, unless its declaration did.
pub(super) fn declarator(pass: &mut Pass<'_>, node: Node<'_>) {
    let value = pass.field(node, Field::Value);
    let is_defined = pass.context & context::DECLARED != 0 || define_variable(pass, node, node);
    let is_local = pass.context & context::LOCAL != 0;
    if is_defined {
        announce(pass, value);
    } else if is_local {
        common_js::import_into(pass, node, value);
        // A local function can be called in its own body.
        let name = pass.field(node, Field::Name).filter(|name| name.kind() == "identifier");
        if let Some(name) = name.filter(|_| value.is_some_and(classes::is_function)) {
            let name = pass.text(name);
            pass.bind(name, None);
        }
    } else if !common_js::import_into(pass, node, value) {
        define_parts(pass, node);
    }
}

/// Tells the function, class or object that comes next that it is defined already.
pub(super) fn announce(pass: &mut Pass<'_>, value: Option<Node<'_>>) {
    pass.context &= !context::OUTER;
    match value.map(unwrapped) {
        Some(value) if classes::is_function(value) || value.kind() == "class" => {
            pass.context |= context::NAMED
        }
        Some(value) if value.kind() == "object" => pass.context |= context::OBJECT,
        _ => {}
    }
}

/// The value inside `value as Type` and `value satisfies Type`.
pub(super) fn unwrapped(value: Node<'_>) -> Node<'_> {
    match value.kind() {
        "as_expression" | "satisfies_expression" => value.named_child(0).unwrap_or(value),
        _ => value,
    }
}

/// Defines a variable with a name of its own outside of functions; `node` is all of its definition.
fn define_variable(pass: &mut Pass<'_>, declarator: Node<'_>, node: Node<'_>) -> bool {
    if pass.context & context::LOCAL != 0 {
        return false;
    }
    let Some(name) = pass.field(declarator, Field::Name).filter(|name| name.kind() == "identifier") else {
        return false;
    };
    let value = pass.field(declarator, Field::Value);
    if value.is_some_and(|value| common_js::required(pass, value).is_some()) {
        return false;
    }
    let kind = kind_of(pass, name, value);
    let exported = pass.context & context::EXPORT != 0;
    let name = pass.text(name);
    let key = (pass.definition(), name);
    let body = body_of(pass, value);
    let symbol = pass.declare(Definition { kind, name, node, body, exported, is_test: false });
    pass.assigned.insert(key, Some(symbol));
    pass.open(symbol);
    true
}

/// Where the signature of a variable ends.
pub(super) fn body_of<'t>(pass: &Pass<'_>, value: Option<Node<'t>>) -> Option<Node<'t>> {
    let value = unwrapped(value?);
    if value.kind() == "object" { Some(value) } else { pass.field(value, Field::Body) }
}

fn kind_of(pass: &Pass<'_>, name: Node<'_>, value: Option<Node<'_>>) -> SymbolKind {
    match value.map(unwrapped) {
        Some(value) if classes::is_function(value) => SymbolKind::Function,
        Some(value) if value.kind() == "class" => SymbolKind::Type,
        Some(_) => {
            let name = pass.bytes(name);
            let is_upper =
                name.iter().any(u8::is_ascii_uppercase) && !name.iter().any(u8::is_ascii_lowercase);
            if is_upper { SymbolKind::Constant } else { SymbolKind::Variable }
        }
        None => SymbolKind::Variable,
    }
}

/// Defines the variables of a pattern.
fn define_parts(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(pattern) = pass.field(node, Field::Name) else { return };
    for (name, _) in locals::parts(pass, pattern, None) {
        let text = pass.text(name);
        let key = (pass.definition(), text);
        let exported = pass.context & context::EXPORT != 0;
        let kind = SymbolKind::Variable;
        let symbol =
            pass.declare(Definition { kind, name: text, node: name, body: None, exported, is_test: false });
        pass.assigned.insert(key, Some(symbol));
    }
}

/// Says what a variable was given: to the definition if there is one, to the local name otherwise.
pub(super) fn declared(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let declared = value_in(children, Field::Type);
    let value = value_in(children, Field::Value);
    let of_type = pass.instance(declared);
    if let Some(written) = child_in(children, Field::Value).map(|child| child.node) {
        literals::expect(pass, written, of_type);
    }
    let given = of_type.or_else(|| pass.known(value));
    let Some(pattern) = child_in(children, Field::Name).map(|child| child.node) else { return Value::NONE };
    if pass.field(node, Field::Value).is_some_and(|value| common_js::required(pass, value).is_some()) {
        take_in(children, Field::Value);
        return Value::NONE;
    }
    for (name, part) in locals::parts(pass, pattern, given) {
        let name = pass.text(name);
        if pass.context & context::LOCAL != 0 {
            pass.bind(name, part);
        } else {
            add_gives(pass, name, part);
        }
    }
    Value::NONE
}

/// Completes the variable of that name in the module or namespace around.
fn add_gives(pass: &mut Pass<'_>, name: Text, given: Option<ExprId>) {
    let symbols = &pass.facts.facts.symbols;
    let inner = pass.definition();
    let outer = inner.and_then(|id| symbols[id.0 as usize].parent);
    let symbol =
        [inner, outer, None].iter().find_map(|scope| pass.assigned.get(&(*scope, name)).copied().flatten());
    if let (Some(symbol), Some(given)) = (symbol, given) {
        let kind = pass.facts.symbol_mut(symbol).kind;
        if !kind.is_callable() && !kind.is_type() {
            pass.complete_gives(symbol, given);
        }
    }
}

/// Defines what an assignment to a member defines.
pub(super) fn assignment(pass: &mut Pass<'_>, node: Node<'_>) {
    let (Some(left), Some(right)) = (pass.field(node, Field::Left), pass.field(node, Field::Right)) else {
        return;
    };
    pass.context &= !context::OUTER;
    if left.kind() != "member_expression" || common_js::export(pass, node, left, right) {
        return;
    }
    let (Some(object), Some(name)) = (pass.field(left, Field::Object), pass.field(left, Field::Property))
    else {
        return;
    };
    let is_prototype = pass.bytes(name) == b"prototype";
    if is_prototype && right.kind() == "object" {
        own(pass, object);
        pass.context |= context::OBJECT;
        return;
    }
    let Some(owner) = owner_in(pass, object).filter(|_| classes::is_function(right)) else { return };
    own(pass, owner);
    let name = pass.text(name);
    let body = pass.field(right, Field::Body);
    let kind = SymbolKind::Method;
    if pass.define(Definition { kind, name, node, body, exported: true, is_test: false }).is_some() {
        pass.context |= context::NAMED;
    }
}

/// What `Owner.prototype.name` and, outside of functions, `Owner.name` belong to.
fn owner_in<'t>(pass: &Pass<'_>, object: Node<'t>) -> Option<Node<'t>> {
    match object.kind() {
        "identifier" if pass.context & context::LOCAL == 0 => Some(object),
        "member_expression" => {
            let is_prototype =
                pass.field(object, Field::Property).is_some_and(|name| pass.bytes(name) == b"prototype");
            pass.field(object, Field::Object).filter(|owner| is_prototype && owner.kind() == "identifier")
        }
        _ => None,
    }
}

fn own(pass: &mut Pass<'_>, owner: Node<'_>) {
    let name = pass.text(owner);
    let expr = pass.expr(Expr::Name(name));
    pass.set_owner(expr, true);
}

/// Says what was assigned to a local name, a variable of the module, or a field of the class.
pub(super) fn assigned(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let right = value_in(children, Field::Right);
    let given = pass.known(right);
    // Where fields are declared, they say what may be assigned to them.
    let has_types = pass.path.ends_with(".ts") || pass.path.ends_with(".tsx");
    let expected = value_in(children, Field::Left).expr.filter(|_| has_types);
    if let Some(written) = child_in(children, Field::Right).map(|child| child.node) {
        literals::expect(pass, written, expected);
    }
    let Some(left) = child_in(children, Field::Left) else { return Value::NONE };
    match left.node.kind() {
        "identifier" => {
            let name = pass.text(left.node);
            match pass.scopes.find(name) {
                Some(Bound::Alias(_)) => {}
                Some(_) => pass.bind(name, given),
                None => add_gives(pass, name, given),
            }
        }
        "member_expression" => {
            // What an assignment defines or exports does not use itself.
            if pass.is_open(node) || common_js::is_export(pass, left.node) {
                left.value.take();
            }
            let base = left.value.expr.map(|expr| pass.facts.expr_of(expr));
            let is_this =
                matches!(base, Some(Expr::Member(base, _)) if pass.facts.expr_of(base) == Expr::This);
            // TypeScript wants fields declared: an assignment to one is a use.
            let may_define = is_this && !has_types;
            let name = pass.field(left.node, Field::Property).filter(|_| may_define);
            if let Some(name) = name {
                let exported = !pass.bytes(name).starts_with(b"#");
                if classes::define_field(pass, name, node, exported, given) {
                    left.value.take();
                }
            }
        }
        _ => {}
    }
    right.expr.map_or(Value::NONE, Value::of)
}

/// Goes into an object: its functions are members if it was announced so.
pub(super) fn object(pass: &mut Pass<'_>, node: Node<'_>) {
    pass.callee = None;
    let has_members = pass.context & context::OBJECT != 0;
    if has_members && pass.context & context::EXPORT != 0 {
        common_js::export_names(pass, node);
    }
    let export = pass.context & context::EXPORT;
    pass.context &= !context::OUTER;
    if has_members {
        pass.context |= context::MEMBERS | export;
    }
}

/// Defines a function that an object with members has under a name.
pub(super) fn pair(pass: &mut Pass<'_>, node: Node<'_>) {
    let is_member = pass.context & context::MEMBERS != 0;
    pass.context &= !context::OUTER;
    let value = pass.field(node, Field::Value).filter(|value| is_member && classes::is_function(*value));
    let (Some(value), Some(name)) = (value, pass.field(node, Field::Key)) else { return };
    let name = pass.text_of(classes::unquoted(pass.bytes(name)));
    let body = pass.field(value, Field::Body);
    let kind = classes::function_kind(pass);
    if pass.define(Definition { kind, name, node, body, exported: true, is_test: false }).is_some() {
        pass.context |= context::NAMED;
    }
}
