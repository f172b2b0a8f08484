//! The fields that a struct literal or pattern names, where all there is of it are tokens.

use tree_sitter::Node;

use crate::syntax::pass::Pass;

/// What the braces behind the path of a type hold.
pub(super) struct FieldList<'tree> {
    /// Names of fields in source order; those of a tuple struct have none.
    pub(super) names: Vec<Node<'tree>>,
    /// Whether it ends with `..` and no value: only patterns do.
    pub(super) is_open: bool,
}

/// What the next token may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A name, `..`, an attribute or the end.
    Name,
    /// The brackets of an attribute.
    Attribute,
    /// A colon, a comma or the end.
    AfterName,
    /// A value or, behind the first token of one, a comma or the end.
    Value { is_empty: bool },
    /// The value that gives all other fields, or the end.
    Rest { is_empty: bool },
}

/// Reads `{ name: value, name, ..rest }`; `None` for other brackets, and for braces that hold anything else.
pub(super) fn read<'tree>(pass: &Pass<'_>, braces: Node<'tree>) -> Option<FieldList<'tree>> {
    if !pass.bytes(braces).starts_with(b"{") {
        return None;
    }
    let mut names = Vec::new();
    let mut next = Next::Name;
    let mut cursor = braces.walk();
    let tokens = braces.children(&mut cursor).skip(1);
    for token in tokens.filter(|token| !token.kind().ends_with("_comment")) {
        next = match (next, token.kind()) {
            (Next::Value { is_empty: true } | Next::Attribute, "}") => return None,
            (_, "}") => break,
            (Next::Name, "#") => Next::Attribute,
            (Next::Attribute, "token_tree") => Next::Name,
            (Next::Name, "..") => Next::Rest { is_empty: true },
            (Next::Name, "mutable_specifier") => Next::Name,
            (Next::Name, "identifier") if pass.bytes(token) == b"ref" => Next::Name,
            (Next::Name, "identifier" | "primitive_type") => {
                names.push(token);
                Next::AfterName
            }
            (Next::Name, "integer_literal") => Next::AfterName,
            (Next::AfterName, ":") => Next::Value { is_empty: true },
            (Next::AfterName | Next::Value { is_empty: false }, ",") => Next::Name,
            (Next::Value { .. } | Next::Rest { .. }, "," | ";" | "=>") => return None,
            (Next::Value { .. }, _) => Next::Value { is_empty: false },
            (Next::Rest { .. }, _) => Next::Rest { is_empty: false },
            _ => return None,
        };
    }
    Some(FieldList { names, is_open: next == Next::Rest { is_empty: true } })
}
