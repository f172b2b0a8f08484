//! `import` and `from … import`: what they bring in.

use tree_sitter::Node;

use crate::syntax::facts::{Imported, Text};
use crate::syntax::pass::Pass;
use crate::syntax::place::candidates;
use crate::syntax::python::places::places;
use crate::syntax::rule::Field;

/// `import a.b, c as d`
pub(super) fn import(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut cursor = node.walk();
    for name in node.named_children(&mut cursor) {
        let (module, alias) = match name.kind() {
            "dotted_name" => (name, None),
            "aliased_import" => {
                (pass.field(name, Field::Name).unwrap_or(name), pass.field(name, Field::Alias))
            }
            _ => continue,
        };
        let dotted = dotted(pass, module);
        match (alias, dotted.split_once('.')) {
            (Some(alias), _) => bind_module(pass, name, &dotted, alias),
            (None, None) => bind_module(pass, name, &dotted, module),
            // Loads all of `a.b` and binds `a`, through which the rest is reached.
            (None, Some((top, _))) => {
                add(pass, name, (0, &dotted), Imported::Nothing);
                let local = taken(pass, top);
                add(pass, name, (0, top), Imported::Module { local });
            }
        }
    }
}

fn bind_module(pass: &mut Pass<'_>, name: Node<'_>, dotted: &str, local: Node<'_>) {
    let local = String::from_utf8_lossy(pass.bytes(local));
    let local = taken(pass, &local);
    add(pass, name, (0, dotted), Imported::Module { local });
}

/// `from ..a.b import c as d, e`
pub(super) fn import_from(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(module) = pass.field(node, Field::ModuleName) else { return };
    let written = dotted(pass, module);
    let below = written.trim_start_matches('.');
    let module = (written.len() - below.len(), below);
    let mut cursor = node.walk();
    for name in node.named_children(&mut cursor).skip(1) {
        match name.kind() {
            "wildcard_import" => add(pass, name, module, Imported::All),
            "dotted_name" => import_item(pass, name, module, name),
            "aliased_import" => {
                if let (Some(item), Some(local)) =
                    (pass.field(name, Field::Name), pass.field(name, Field::Alias))
                {
                    import_item(pass, item, module, local);
                }
            }
            _ => {}
        }
    }
}

fn import_item(pass: &mut Pass<'_>, item: Node<'_>, module: (usize, &str), local: Node<'_>) {
    let name = pass.text(item);
    let text = String::from_utf8_lossy(pass.bytes(local));
    let local = taken(pass, &text);
    add(pass, item, module, Imported::Item { name, local });
}

/// Interns a name that the import binds: a later assignment to it defines nothing new.
fn taken(pass: &mut Pass<'_>, local: &str) -> Text {
    let local = pass.facts.text(local);
    if pass.definition().is_none() {
        pass.assigned.entry((None, local)).or_insert(None);
    }
    local
}

fn add(pass: &mut Pass<'_>, at: Node<'_>, (level, dotted): (usize, &str), what: Imported) {
    let places = places(pass.path, level, dotted);
    let candidates = candidates(pass, places);
    let written = format!("{}{dotted}", ".".repeat(level));
    pass.import(at.start_position().row as u32 + 1, &written, candidates, what, true);
}

/// The text of a dotted name without the blanks and line ends that may stand between its parts.
fn dotted(pass: &Pass<'_>, name: Node<'_>) -> String {
    String::from_utf8_lossy(pass.bytes(name)).split_whitespace().collect()
}
