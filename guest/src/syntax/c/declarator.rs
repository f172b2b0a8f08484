//! Declarators: the name inside the pointers, arrays, functions and parentheses around it.

use tree_sitter::Node;

use crate::syntax::facts::{Expr, ExprId, Text};
use crate::syntax::pass::Pass;
use crate::syntax::rule::Field;

/// Layers of a declarator that are looked through, and parts of a qualified name.
const MAX_LAYERS: usize = 24;

/// What a declarator declares.
pub(super) struct Declared {
    /// Its own name.
    pub(super) name: Text,
    /// What it is qualified with: the class of a member that is defined outside.
    pub(super) scope: Option<ExprId>,
    /// Whether it is a function, and not a pointer to one.
    pub(super) is_function: bool,
}

/// Finds the name in a declarator; `None` if it has none or is nested too deeply.
pub(super) fn declared(pass: &mut Pass<'_>, declarator: Node<'_>) -> Option<Declared> {
    let mut at = declarator;
    let mut is_function = false;
    for _ in 0..MAX_LAYERS {
        match at.kind() {
            "parenthesized_declarator" | "attributed_declarator" => at = at.named_child(0)?,
            "reference_declarator" => {
                is_function = false;
                at = at.named_child(0)?;
            }
            "pointer_declarator" | "array_declarator" | "pointer_type_declarator" => {
                is_function = false;
                at = pass.field(at, Field::Declarator)?;
            }
            "function_declarator" => {
                is_function = true;
                at = pass.field(at, Field::Declarator)?;
            }
            "init_declarator" => at = pass.field(at, Field::Declarator)?,
            _ => return named(pass, at, is_function),
        }
    }
    None
}

fn named(pass: &mut Pass<'_>, node: Node<'_>, is_function: bool) -> Option<Declared> {
    let mut at = node;
    let mut scope = None;
    for _ in 0..MAX_LAYERS {
        match at.kind() {
            "qualified_identifier" => {
                if let Some(part) = pass.field(at, Field::Scope) {
                    scope = Some(scope_part(pass, scope, part));
                }
                at = pass.field(at, Field::Name)?;
            }
            "template_type" | "template_function" | "template_method" => at = pass.field(at, Field::Name)?,
            "operator_cast" => {
                let of = pass.field(at, Field::Type)?;
                let name = format!("operator {}", String::from_utf8_lossy(pass.bytes(of)));
                return Some(Declared { name: pass.facts.text(&name), scope, is_function: true });
            }
            "identifier"
            | "field_identifier"
            | "type_identifier"
            | "namespace_identifier"
            | "primitive_type"
            | "destructor_name"
            | "operator_name" => {
                return Some(Declared { name: pass.text(at), scope, is_function });
            }
            _ => return None,
        }
    }
    None
}

/// One more part of a qualified name.
fn scope_part(pass: &mut Pass<'_>, scope: Option<ExprId>, part: Node<'_>) -> ExprId {
    let name =
        if part.kind() == "template_type" { pass.field(part, Field::Name).unwrap_or(part) } else { part };
    let name = pass.text(name);
    match scope {
        None => pass.expr(Expr::Name(name)),
        Some(base) => pass.expr(Expr::Member(base, name)),
    }
}
