//! What calls in the body of a class declare: accessors, aliases, mixins, members of structures.

use tree_sitter::Node;

use crate::syntax::facts::{
    Expr, ExprId, LocalSymbol, ReferenceKind, RelationKind, Subject, SymbolKind, Text,
};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::ruby::assign::declare_field;
use crate::syntax::ruby::{context, enclosing_class, receiver};
use crate::syntax::rule::Value;

/// The name that a symbol stands for: `:name`, `:"name"` and `"name"`.
pub(super) fn symbol_name(pass: &mut Pass<'_>, node: Node<'_>) -> Option<Text> {
    match node.kind() {
        "simple_symbol" => {
            let bytes = pass.bytes(node);
            Some(pass.text_of(bytes.strip_prefix(b":").unwrap_or(bytes)))
        }
        "string" | "delimited_symbol" if node.named_child_count() == 1 => {
            let content = node.named_child(0).filter(|content| content.kind() == "string_content")?;
            Some(pass.text(content))
        }
        _ => None,
    }
}

/// The symbols among the arguments of a call, and where they stand.
pub(super) fn symbols<'t>(pass: &mut Pass<'_>, arguments: Node<'t>) -> Vec<(Text, Node<'t>)> {
    let mut cursor = arguments.walk();
    let arguments: Vec<Node<'t>> = arguments.named_children(&mut cursor).collect();
    arguments
        .into_iter()
        .filter_map(|argument| symbol_name(pass, argument).map(|name| (name, argument)))
        .collect()
}

/// `attr_accessor :a, :b` and the like.
pub(super) fn accessors(pass: &mut Pass<'_>, node: Node<'_>, arguments: Node<'_>) {
    let Some(class) = enclosing_class(pass) else { return };
    for (name, _) in symbols(pass, arguments) {
        if pass.assigned.contains_key(&(Some(class), name)) {
            continue;
        }
        let symbol = declare_field(pass, class, name, node);
        let variable = format!("@{}", pass.facts.str_of(name));
        let variable = pass.facts.text(&variable);
        if let Some(&Some(variable)) = pass.assigned.get(&(Some(class), variable))
            && let Some(given) = pass.facts.symbol_mut(variable).gives
        {
            pass.complete_gives(symbol, given);
        }
    }
}

/// The members that `Struct.new(:a, :b)` gives a class.
pub(super) fn members(pass: &mut Pass<'_>, class: LocalSymbol, arguments: Node<'_>) {
    for (name, node) in symbols(pass, arguments) {
        declare_field(pass, class, name, node);
    }
}

/// `include A, B`: the class takes them in.
pub(super) fn mixins(pass: &mut Pass<'_>) {
    let taken = std::mem::take(&mut pass.gathered);
    let Some(class) = enclosing_class(pass) else { return };
    for base in taken {
        pass.relate(RelationKind::Implements, Subject::Symbol(class), base);
    }
}

/// `private :a, :b` after their definitions.
pub(super) fn hide(pass: &mut Pass<'_>, arguments: Node<'_>) {
    let class = enclosing_class(pass);
    for (name, _) in symbols(pass, arguments) {
        if let Some(&Some(symbol)) = pass.assigned.get(&(class, name)) {
            pass.facts.symbol_mut(symbol).exported = false;
        }
    }
}

/// `alias_method :new, :old`
pub(super) fn alias_method(pass: &mut Pass<'_>, arguments: Node<'_>) {
    if let [(new, node), (old, old_node), ..] = symbols(pass, arguments)[..] {
        add_alias(pass, (new, node), (old, old_node));
    }
}

/// `alias new old`
pub(super) fn alias(pass: &mut Pass<'_>, node: Node<'_>) {
    let (Some(new), Some(old)) = (node.named_child(0), node.named_child(1)) else { return };
    let name = |pass: &mut Pass<'_>, node: Node<'_>| match symbol_name(pass, node) {
        Some(name) => name,
        None => pass.text(node),
    };
    let (new_name, old_name) = (name(pass, new), name(pass, old));
    if new.kind() != "global_variable" {
        add_alias(pass, (new_name, node), (old_name, old));
    }
}

fn add_alias(pass: &mut Pass<'_>, (new, node): (Text, Node<'_>), (old, old_node): (Text, Node<'_>)) {
    let Some(class) = enclosing_class(pass) else { return };
    let exported = pass.context & context::PRIVATE == 0 && pass.facts.symbol_mut(class).exported;
    let kind = SymbolKind::Method;
    let symbol = pass.declare(Definition { kind, name: new, node, body: None, exported, is_test: false });
    pass.facts.symbol_mut(symbol).on_type = pass.context & context::SINGLETON != 0;
    let target = member_of_receiver(pass, old);
    pass.refer_at(ReferenceKind::Use, target, old_node);
    let given = pass.expr(Expr::Call(target));
    pass.set_gives(symbol, given);
}

/// A method of what the class around is about: in its body its instances.
pub(super) fn member_of_receiver(pass: &mut Pass<'_>, name: Text) -> ExprId {
    let in_body = pass.innermost(|kind| kind.is_callable()).is_none();
    let base = if in_body && pass.context & context::SINGLETON == 0 {
        pass.expr(Expr::This)
    } else {
        receiver(pass)
    };
    pass.expr(Expr::Member(base, name))
}

/// A value for a method that a symbol names.
pub(super) fn named(pass: &mut Pass<'_>, base: Option<Value>, name: Text) -> ExprId {
    match base {
        Some(base) => {
            let base = base.expr.unwrap_or_else(|| pass.expr(Expr::Unknown));
            pass.expr(Expr::Member(base, name))
        }
        None => member_of_receiver(pass, name),
    }
}
