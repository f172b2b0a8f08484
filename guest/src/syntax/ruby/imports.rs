//! `require`, `require_relative` and `autoload`: files that are loaded; names need no import.

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::{Candidate, Imported};
use crate::syntax::pass::Pass;

/// Adds the file that the last string of a call's arguments names.
pub(super) fn load(pass: &mut Pass<'_>, method: &[u8], arguments: Node<'_>) {
    let mut cursor = arguments.walk();
    let strings = arguments.named_children(&mut cursor).filter(|argument| argument.kind() == "string");
    let Some(content) = strings.last().and_then(|string| string.named_child(0)) else { return };
    if content.kind() != "string_content" {
        return;
    }
    let written = String::from_utf8_lossy(pass.bytes(content)).into_owned();
    let line = content.start_position().row as u32 + 1;
    let candidates = candidates(pass, method, &written);
    pass.import(line, &written, candidates, Imported::Nothing, false);
}

/// Files of a library are below `lib`; a name alone is looked for nowhere else, since most such names are
/// those of the standard library.
fn candidates(pass: &mut Pass<'_>, method: &[u8], written: &str) -> Vec<Candidate> {
    let file = if written.ends_with(".rb") { written.to_owned() } else { format!("{written}.rb") };
    let is_relative =
        method == b"require_relative" || written.starts_with("./") || written.starts_with("../");
    if is_relative {
        let joined = path::join(path::folder(pass.path), &file);
        return joined.map(|joined| Candidate::File(pass.facts.text(&joined))).into_iter().collect();
    }
    let mut found = vec![Candidate::FileSuffix(pass.facts.text(&format!("lib/{file}")))];
    if file.contains('/') {
        found.push(Candidate::FileSuffix(pass.facts.text(&file)));
    }
    found
}
