//! Modifiers and attributes of a declaration.

use tree_sitter::Node;

use crate::syntax::facts::SymbolKind;
use crate::syntax::pass::Pass;
use crate::syntax::rule::Field;

/// What the modifiers of a declaration say.
#[derive(Default)]
pub(super) struct Modifiers<'t> {
    is_public: bool,
    is_private: bool,
    pub(super) is_static: bool,
    pub(super) is_const: bool,
    pub(super) is_readonly: bool,
    pub(super) is_partial: bool,
    pub(super) is_test: bool,
    /// The first token after the attributes, where there are any.
    pub(super) start: Option<Node<'t>>,
}

impl<'t> Modifiers<'t> {
    /// Reads what stands before the name of a declaration.
    pub(super) fn of(pass: &Pass<'_>, declaration: Node<'t>) -> Self {
        let mut found = Self::default();
        let mut cursor = declaration.walk();
        let mut has_attributes = false;
        for child in declaration.children(&mut cursor) {
            match child.kind() {
                "attribute_list" => {
                    has_attributes = true;
                    found.is_test |= names_test(pass, child);
                    continue;
                }
                "comment" | "preproc_if" => continue,
                "modifier" => found.add(pass.bytes(child)),
                _ => {
                    found.start = found.start.or(Some(child));
                    break;
                }
            }
            found.start = found.start.or(Some(child));
        }
        found.start = found.start.filter(|_| has_attributes);
        found
    }

    fn add(&mut self, modifier: &[u8]) {
        match modifier {
            b"public" | b"protected" => self.is_public = true,
            b"private" => self.is_private = true,
            b"static" => self.is_static = true,
            b"const" => self.is_const = true,
            b"readonly" => self.is_readonly = true,
            b"partial" => self.is_partial = true,
            _ => {}
        }
    }

    /// Whether code of another assembly may name the declaration; what is in an interface is public.
    pub(super) fn is_exported(&self, pass: &Pass<'_>) -> bool {
        match pass.definition_kind() {
            None => self.is_public,
            Some(SymbolKind::Interface) => !self.is_private && pass.definition_exported(),
            Some(SymbolKind::Type) => self.is_public && pass.definition_exported(),
            Some(_) => false,
        }
    }
}

/// Attributes of xUnit, NUnit and MSTest.
fn names_test(pass: &Pass<'_>, list: Node<'_>) -> bool {
    let mut cursor = list.walk();
    list.named_children(&mut cursor).filter_map(|attribute| pass.field(attribute, Field::Name)).any(|name| {
        matches!(
            pass.bytes(name),
            b"Fact"
                | b"Theory"
                | b"Test"
                | b"TestCase"
                | b"TestCaseSource"
                | b"TestFixture"
                | b"TestMethod"
                | b"DataTestMethod"
                | b"TestClass"
        )
    })
}
