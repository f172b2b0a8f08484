//! Calls, and those that are more than a call: `new`, `send`, `super`, `require`, declarations.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ReferenceKind, SymbolKind};
use crate::syntax::pass::Pass;
use crate::syntax::ruby::{context, declare, define, enclosing_class, implicit_call, imports};
use crate::syntax::rule::{Child, Field, Mode, Value, child_in};
use crate::syntax::scope::Bound;

/// Looks at the name before the arguments are read.
pub(super) fn begin(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(method) = pass.field(node, Field::Method) else { return };
    let bare = pass.field(node, Field::Receiver).is_none();
    pass.context &= !context::MIXIN;
    match pass.bytes(method) {
        b"include" | b"extend" | b"prepend" if bare => pass.context |= context::MIXIN,
        b"private" | b"protected" | b"private_class_method" if bare => pass.context |= context::PRIVATE,
        b"public" if bare => pass.context &= !context::PRIVATE,
        b"module_function" if bare => pass.context |= context::MODULE_FUNCTION,
        b"define_method" if bare => open_defined(pass, node),
        b"class_methods" if bare => pass.context |= context::SINGLETON,
        _ => {}
    }
}

/// `define_method(:name) { … }`: what the block does, the method does.
fn open_defined(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(first) = pass.field(node, Field::Arguments).and_then(|arguments| arguments.named_child(0))
    else {
        return;
    };
    if let (Some(name), Some(_)) = (declare::symbol_name(pass, first), enclosing_class(pass)) {
        let on_type = pass.context & context::SINGLETON != 0;
        define::open_callable(pass, node, name, on_type);
    }
}

/// Refers to what is called, by the kind of call.
pub(super) fn finish(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(child) = child_in(children, Field::Method) else { return Value::NONE };
    let (method, above) = (child.node, child.value.take());
    let receiver = child_in(children, Field::Receiver).map(|child| child.value);
    let arguments = child_in(children, Field::Arguments).map(|child| child.node);
    let name = pass.bytes(method);
    if method.kind() == "super" {
        return pass.call(above);
    }
    if let Some(arguments) = arguments
        && declares(pass, node, receiver, arguments)
    {
        return Value::NONE;
    }
    match name {
        b"new" => return instantiate(pass, receiver, method),
        b"class" if receiver.is_some_and(|base| is(pass, base, Expr::This)) => {
            return Value::of(pass.expr(Expr::ThisType));
        }
        b"send" | b"public_send" | b"__send__" => {
            refer_by_symbol(pass, ReferenceKind::Call, receiver, arguments)
        }
        b"method" | b"instance_method" | b"public_method" => {
            refer_by_symbol(pass, ReferenceKind::Use, receiver, arguments);
        }
        _ => {}
    }
    if pass.mode == Mode::Pattern {
        return assign_through(pass, receiver, method);
    }
    let callee = match receiver {
        Some(base) => pass.member(base, method),
        None => bare(pass, method),
    };
    let given = pass.call(callee);
    match (name, receiver) {
        (b"freeze" | b"dup" | b"clone" | b"itself" | b"tap", Some(base)) => {
            pass.known(base).map_or(Value::NONE, Value::of)
        }
        _ => given,
    }
}

/// What is called by its name alone; a local of that name holds something else.
fn bare(pass: &mut Pass<'_>, method: Node<'_>) -> Value {
    let text = pass.text(method);
    match pass.scopes.find(text) {
        Some(Bound::Alias(expr)) => pass.pending(expr, method),
        _ => implicit_call(pass, method),
    }
}

/// Calls in class bodies and files that declare something; whether it was one.
fn declares(pass: &mut Pass<'_>, node: Node<'_>, receiver: Option<Value>, arguments: Node<'_>) -> bool {
    let name = pass.field(node, Field::Method).map_or(&b""[..], |method| pass.bytes(method));
    match name {
        _ if receiver.is_some() => return false,
        b"require" | b"require_relative" | b"load" | b"autoload" => imports::load(pass, name, arguments),
        b"attr_accessor" | b"attr_reader" | b"attr_writer" | b"attr" | b"cattr_accessor"
        | b"mattr_accessor" => {
            declare::accessors(pass, node, arguments);
        }
        b"include" | b"extend" | b"prepend" => declare::mixins(pass),
        b"private" | b"protected" | b"private_class_method" | b"private_constant" => {
            declare::hide(pass, arguments);
        }
        b"public" | b"module_function" | b"define_method" => {}
        b"alias_method" => declare::alias_method(pass, arguments),
        _ => {
            if is_callback(name) && pass.definition_kind().is_some_and(is_class) {
                for (symbol, node) in declare::symbols(pass, arguments) {
                    let target = declare::member_of_receiver(pass, symbol);
                    pass.refer_at(ReferenceKind::Use, target, node);
                }
            }
            return false;
        }
    }
    true
}

fn is_class(kind: SymbolKind) -> bool {
    kind.is_type() || kind == SymbolKind::Module
}

/// Names of calls that take names of methods to be called later.
fn is_callback(name: &[u8]) -> bool {
    name.starts_with(b"before_")
        || name.starts_with(b"after_")
        || name.starts_with(b"around_")
        || matches!(name, b"validate" | b"helper_method")
}

fn is(pass: &Pass<'_>, value: Value, expr: Expr) -> bool {
    value.expr.is_some_and(|known| pass.facts.expr_of(known) == expr)
}

/// `Class.new`, `self.class.new`, and `new` where the class itself is the receiver.
pub(super) fn instantiate(pass: &mut Pass<'_>, receiver: Option<Value>, method: Node<'_>) -> Value {
    let base = match receiver {
        Some(base) => base,
        None => Value::of(super::receiver(pass)),
    };
    let Some(expr) = pass.known(base) else { return Value::NONE };
    if !matches!(pass.facts.expr_of(expr), Expr::ThisType | Expr::Name(_) | Expr::Member(..)) {
        return Value::NONE;
    }
    pass.refer_at(ReferenceKind::Instantiate, expr, method);
    Value::of(pass.expr(Expr::Instance(expr)))
}

/// `receiver.send(:name)`, `method(:name)`
fn refer_by_symbol(
    pass: &mut Pass<'_>,
    kind: ReferenceKind,
    receiver: Option<Value>,
    arguments: Option<Node<'_>>,
) {
    let Some(first) = arguments.and_then(|arguments| arguments.named_child(0)) else { return };
    if let Some(name) = declare::symbol_name(pass, first) {
        let target = declare::named(pass, receiver, name);
        pass.refer_at(kind, target, first);
    }
}

/// `receiver.name = …` calls `name=`.
fn assign_through(pass: &mut Pass<'_>, receiver: Option<Value>, method: Node<'_>) -> Value {
    let name = format!("{}=", String::from_utf8_lossy(pass.bytes(method)));
    let name = pass.facts.text(&name);
    let target = declare::named(pass, receiver, name);
    pass.refer_at(ReferenceKind::Call, target, method);
    Value::NONE
}

/// `super`, which calls the method of the same name of what is above.
pub(super) fn super_call(pass: &mut Pass<'_>, node: Node<'_>, _: &mut [Child<'_>]) -> Value {
    let method = pass.innermost(|kind| kind.is_callable());
    let Some(method) = method.filter(|_| enclosing_class(pass).is_some()) else { return Value::NONE };
    let name = pass.facts.symbol_mut(method).name;
    let base = pass.expr(Expr::Super);
    let callee = pass.expr(Expr::Member(base, name));
    let callee = pass.pending(callee, node);
    match pass.mode {
        Mode::Name => callee,
        _ => pass.call(callee),
    }
}

/// Sets the arguments aside that a class takes in.
pub(super) fn arguments(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if pass.context & context::MIXIN != 0 {
        pass.gathered.clear();
        pass.gathered.extend(children.iter_mut().map(|child| child.value.take()));
    }
    Value::NONE
}

/// `&:name` calls the method of that name on what the block gets.
pub(super) fn block_argument(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let Some(child) = children.first().map(|child| child.node) else { return Value::NONE };
    if let Some(name) = declare::symbol_name(pass, child).filter(|_| child.kind() == "simple_symbol") {
        let unknown = pass.expr(Expr::Unknown);
        let target = pass.expr(Expr::Member(unknown, name));
        pass.refer_at(ReferenceKind::Call, target, child);
    }
    Value::NONE
}
