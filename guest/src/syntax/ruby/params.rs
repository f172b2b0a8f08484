//! Names that parameters, patterns and `rescue` bind.

use tree_sitter::Node;

use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, Value, child_in};

/// A parameter with a default value: what it is then.
pub(super) fn bound(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let given = child_in(children, Field::Value).and_then(|child| pass.known(child.value));
    if let Some(name) = child_in(children, Field::Name).map(|child| child.node) {
        pass.pattern.clear();
        let name = pass.text(name);
        pass.bind(name, given);
    }
    Value::NONE
}

/// The one class that is rescued, for the variable.
pub(super) fn exceptions(_: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    match children {
        [only] => only.value.take(),
        _ => Value::NONE,
    }
}

/// Leaves the name of the variable to what is around.
pub(super) fn exception(_: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    Value::NONE
}

/// `rescue Error => name`
pub(super) fn rescued(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if children.last().is_none_or(|last| last.node.kind() != "exception_variable") {
        return;
    }
    let class = children.iter().find(|child| child.node.kind() == "exceptions");
    let class = class.map_or(Value::NONE, |child| child.value);
    let given = pass.instance(class);
    pass.bind_pattern(given);
}

/// A pattern was read: its names are bound before what follows.
pub(super) fn in_pattern(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) {
    if children.last().is_some_and(|last| last.field == Field::Pattern) {
        pass.bind_pattern(None);
    }
}

/// `name:` without a pattern binds the name.
pub(super) fn keyword_pattern(pass: &mut Pass<'_>, node: Node<'_>, children: &mut [Child<'_>]) -> Value {
    if child_in(children, Field::Value).is_none()
        && let Some(key) = pass.field(node, Field::Key)
    {
        let name = pass.text(key);
        pass.pattern.push(name);
    }
    Value::NONE
}
