//! The walk: one pass of a cursor over a syntax tree, with a stack of its own.
//!
//! It knows no language. Rules are called on the way down and, with the finished children, on the
//! way up; each node is visited once and each child handed over once, so that the time is linear in
//! the tree whatever its shape. Nothing recurses: sources may nest a hundred thousand deep.

use tree_sitter::{Node, Tree, TreeCursor};

use crate::syntax::compiled::Compiled;
use crate::syntax::facts::ReferenceKind;
use crate::syntax::pass::{Pass, Saved};
use crate::syntax::rule::{Child, Field, Mode, Role, Rule, Value};

/// A node on the way down to the current one.
struct Frame<'tree> {
    node: Node<'tree>,
    rule: &'static Rule,
    field: Field,
    mode: Mode,
    /// Where its finished children start.
    children: u32,
    saved: Saved,
}

struct Walk<'tree> {
    compiled: &'static Compiled,
    frames: Vec<Frame<'tree>>,
    children: Vec<Child<'tree>>,
    /// Whether there are error nodes to be counted.
    has_errors: bool,
}

/// What to do after a node was entered.
enum Entered {
    /// Go to its children.
    Open,
    /// Leave it at once.
    Closed,
    /// Nothing: it was only a token.
    Token,
}

/// Walks a tree and calls the language's rules.
pub(super) fn walk(pass: &mut Pass<'_>, compiled: &'static Compiled, tree: &Tree) {
    let root = tree.root_node();
    let mut walk = Walk { compiled, frames: Vec::new(), children: Vec::new(), has_errors: root.has_error() };
    let mut cursor = root.walk();
    loop {
        match walk.enter(pass, &cursor) {
            Entered::Open if cursor.goto_first_child() => continue,
            Entered::Open | Entered::Closed => walk.leave(pass),
            Entered::Token => {}
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            walk.leave(pass);
        }
    }
}

impl<'tree> Walk<'tree> {
    fn enter(&mut self, pass: &mut Pass<'_>, cursor: &TreeCursor<'tree>) -> Entered {
        let node = cursor.node();
        if self.has_errors && (node.is_error() || node.is_missing()) {
            pass.facts.facts.syntax_errors += 1;
        }
        let parent = self.frames.last();
        let Some(rule) = self.compiled.rule(node.kind_id()) else {
            if parent.is_some_and(|parent| parent.rule.tokens) {
                self.children.push(Child { node, field: Field::Other, value: Value::NONE });
            }
            return Entered::Token;
        };
        let (field, mode) = match parent {
            Some(parent) if parent.rule.wants_fields() => {
                let field = self.compiled.field(cursor.field_id());
                (field, parent.rule.mode_in(field).unwrap_or(parent.mode))
            }
            Some(parent) => (Field::Other, parent.mode),
            None => (Field::Other, Mode::Code),
        };
        let saved = pass.save();
        self.frames.push(Frame { node, rule, field, mode, children: self.children.len() as u32, saved });
        pass.depth = self.frames.len() as u32;
        match rule.role {
            Role::Plain => {}
            Role::Comment => self.comment(pass, node),
            Role::Annotation => pass.preceding.annotation(node, pass.depth),
        }
        if let Some(enter) = rule.enter {
            pass.mode = mode;
            enter(pass, node);
        }
        if rule.opaque { Entered::Closed } else { Entered::Open }
    }

    fn comment(&self, pass: &mut Pass<'_>, node: Node<'_>) {
        let before = pass.source.get(..node.start_byte()).unwrap_or_default();
        let before = before.strip_prefix(b"\xef\xbb\xbf").unwrap_or(before);
        let first_on_line =
            before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t')).is_none_or(|byte| *byte == b'\n');
        if first_on_line && (self.compiled.spec.is_doc)(pass.bytes(node)) {
            pass.preceding.comment(node, pass.depth);
        }
    }

    fn leave(&mut self, pass: &mut Pass<'_>) {
        let Some(frame) = self.frames.pop() else { return };
        let first = frame.children as usize;
        let mut value = Value::NONE;
        if let Some(leave) = frame.rule.leave {
            pass.mode = frame.mode;
            value = leave(pass, frame.node, &mut self.children[first..]);
        }
        for child in self.children.drain(first..) {
            pass.refer(ReferenceKind::Use, child.value);
        }
        pass.restore(&frame.saved, frame.rule.scope);
        if frame.rule.role == Role::Plain {
            pass.preceding.left(self.frames.len() as u32 + 1);
        }
        self.hand_over(pass, Child { node: frame.node, field: frame.field, value });
    }

    /// Gives a finished node to the one around it.
    fn hand_over(&mut self, pass: &mut Pass<'_>, child: Child<'tree>) {
        pass.depth = self.frames.len() as u32;
        match self.frames.last() {
            Some(parent) if parent.rule.collects() => {
                let first = parent.children as usize;
                self.children.push(child);
                if let Some(after_child) = parent.rule.after_child {
                    pass.mode = parent.mode;
                    after_child(pass, parent.node, &mut self.children[first..]);
                }
            }
            _ => pass.refer(ReferenceKind::Use, child.value),
        }
    }
}
