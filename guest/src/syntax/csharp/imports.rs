//! `namespace` and `using`.

use tree_sitter::Node;

use crate::syntax::facts::Imported;
use crate::syntax::pass::Pass;
use crate::syntax::rule::Field;

/// `namespace A.B { … }`, inside what namespaces are around it.
pub(super) fn namespace(pass: &mut Pass<'_>, node: Node<'_>) {
    if let Some(name) = pass.field(node, Field::Name) {
        let name = dotted(pass, name);
        pass.enter_package(&name);
    }
}

/// `namespace A.B;`
pub(super) fn file_namespace(pass: &mut Pass<'_>, node: Node<'_>) {
    if let Some(name) = pass.field(node, Field::Name) {
        let name = dotted(pass, name);
        pass.declare_package(&name);
    }
}

/// `using A.B;`, `using static A.B.Class;`, `using Name = A.B.Class;`, and `global` before it.
pub(super) fn using(pass: &mut Pass<'_>, node: Node<'_>) {
    let alias = pass.field(node, Field::Name);
    let mut cursor = node.walk();
    let (mut target, mut is_global) = (None, false);
    for child in node.children(&mut cursor) {
        match child.kind() {
            "global" => is_global = true,
            "identifier" | "qualified_name" | "generic_name" | "alias_qualified_name"
                if alias != Some(child) =>
            {
                target = Some(child);
            }
            _ => {}
        }
    }
    let Some(target) = target else { return };
    let written = dotted(pass, target);
    let line = target.start_position().row as u32 + 1;
    let what = match alias {
        Some(alias) => Imported::Module { local: pass.text(alias) },
        None => Imported::All,
    };
    pass.import(line, &written, Vec::new(), what, is_global);
}

/// A dotted name without blanks and type arguments, from the global namespace.
fn dotted(pass: &Pass<'_>, name: Node<'_>) -> String {
    let text = String::from_utf8_lossy(pass.bytes(name));
    let text = text.split('<').next().unwrap_or_default();
    let text: String = text.split_whitespace().collect();
    text.strip_prefix("global::").unwrap_or(&text).replace("::", ".")
}
