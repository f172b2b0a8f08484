//! `#include`: which file it may mean, without knowing the compiler's search path.

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::{Candidate, Imported};
use crate::syntax::pass::Pass;
use crate::syntax::rule::Field;

/// Brings in all names of a header, and those it includes itself.
pub(super) fn include(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(written) = pass.field(node, Field::Path) else { return };
    if !matches!(written.kind(), "string_literal" | "system_lib_string") {
        return;
    }
    let text = String::from_utf8_lossy(pass.bytes(written));
    let header = text.trim_matches(['"', '<', '>']);
    let mut candidates = Vec::new();
    if written.kind() == "string_literal"
        && let Some(beside) = path::join(path::folder(pass.path), header)
    {
        candidates.push(Candidate::File(pass.facts.text(&beside)));
    }
    let end = header.trim_start_matches("../").trim_start_matches("./");
    if let Some(end) = path::join("", end) {
        candidates.push(Candidate::FileSuffix(pass.facts.text(&end)));
    }
    let line = node.start_position().row as u32 + 1;
    pass.import(line, header, candidates, Imported::All, true);
}
