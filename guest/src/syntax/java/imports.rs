//! `package` and `import`: which files a qualified name may lead to.

use tree_sitter::Node;

use crate::syntax::facts::{Candidate, Expr, Imported};
use crate::syntax::pass::Pass;
use crate::syntax::scope::Bound;

/// `package a.b;`
pub(super) fn package(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut cursor = node.walk();
    let name = node
        .named_children(&mut cursor)
        .find(|child| matches!(child.kind(), "identifier" | "scoped_identifier"))
        .map(|name| dotted(pass, name));
    if let Some(name) = name {
        pass.facts.facts.package = Some(pass.facts.text(&name));
    }
}

/// `import a.b.C;`, `import a.b.*;`, `import static a.b.C.member;`
pub(super) fn import(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut cursor = node.walk();
    let (mut name, mut is_static, mut is_all) = (None, false, false);
    for child in node.children(&mut cursor) {
        match child.kind() {
            "identifier" | "scoped_identifier" => name = Some(child),
            "static" => is_static = true,
            "asterisk" => is_all = true,
            _ => {}
        }
    }
    let Some(name) = name else { return };
    let line = name.start_position().row as u32 + 1;
    let written = dotted(pass, name);
    let parts: Vec<&str> = written.split('.').collect();
    let class = class_in(&parts, is_static && !is_all);
    if class == 0 || (is_all && !is_static && class == parts.len() && !is_class(parts[class - 1])) {
        let package = Candidate::Package(pass.facts.text(&written));
        pass.import(line, &written, vec![package], Imported::All, false);
        return;
    }
    let candidates = class_files(pass, &parts[..class]);
    let class_name = pass.facts.text(parts[class - 1]);
    if is_all {
        pass.import(line, &written, candidates, Imported::All, false);
        return;
    }
    pass.import(line, &written, candidates, Imported::Item { name: class_name, local: class_name }, false);
    bind_member(pass, &parts[class - 1..]);
}

/// How many parts of a qualified name lead to its outermost class: the first with a capital, by
/// convention; without one all, or for a member all but the last.
fn class_in(parts: &[&str], is_member: bool) -> usize {
    let class = parts.iter().position(|part| is_class(part));
    class.map_or(parts.len() - usize::from(is_member), |at| at + 1)
}

fn is_class(name: &str) -> bool {
    name.starts_with(|first: char| first.is_uppercase())
}

/// The file named after a class, and what declares its package, where it may be in another file.
fn class_files(pass: &mut Pass<'_>, class: &[&str]) -> Vec<Candidate> {
    let file = format!("{}.java", class.join("/"));
    let mut candidates = vec![Candidate::FileSuffix(pass.facts.text(&file))];
    if let Some((_, package)) = class.split_last().filter(|(_, package)| !package.is_empty()) {
        candidates.push(Candidate::Package(pass.facts.text(&package.join("."))));
    }
    candidates
}

/// A member of a class, static or nested, stands for the path to it.
fn bind_member(pass: &mut Pass<'_>, path: &[&str]) {
    let Some(last) = path.last().filter(|_| path.len() > 1) else { return };
    let mut expr = None;
    for part in path {
        let part = pass.facts.text(part);
        expr = Some(pass.expr(expr.map_or(Expr::Name(part), |base| Expr::Member(base, part))));
    }
    let local = pass.facts.text(last);
    if let Some(expr) = expr {
        pass.scopes.bind(local, Bound::Alias(expr));
    }
}

fn dotted(pass: &Pass<'_>, name: Node<'_>) -> String {
    String::from_utf8_lossy(pass.bytes(name)).split_whitespace().collect()
}
