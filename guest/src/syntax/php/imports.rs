//! Namespaces, `use`, and files that are included.

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::{Candidate, Imported, SymbolKind};
use crate::syntax::pass::{Definition, Pass};
use crate::syntax::php::{context, paths};
use crate::syntax::rule::{Child, Field, Value};

/// Strings joined with `.` that are followed, at most.
const MAX_PARTS: usize = 16;

/// Tells whether the file has several namespaces in braces.
pub(super) fn program(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut cursor = node.walk();
    let namespaces = node.named_children(&mut cursor).filter(|child| child.kind() == "namespace_definition");
    let in_braces = namespaces.filter(|child| pass.field(*child, Field::Body).is_some());
    if in_braces.take(2).count() == 2 {
        pass.context |= context::NAMESPACES;
    }
}

/// A file without a namespace, or with several, is in the global one.
pub(super) fn end_of_program(pass: &mut Pass<'_>, _: Node<'_>, _: &mut [Child<'_>]) -> Value {
    if pass.context & context::NAMESPACES != 0 || pass.facts.facts.package.is_none() {
        pass.facts.facts.package = Some(pass.facts.text(""));
    }
    Value::NONE
}

/// `namespace A\B;` and `namespace A\B { … }`. The only one of a file is the file's; of several, each is
/// a module.
pub(super) fn namespace(pass: &mut Pass<'_>, node: Node<'_>) {
    let name = pass.field(node, Field::Name).map_or(&b""[..], |name| pass.bytes(name));
    let name = pass.text_of(name);
    if pass.context & context::NAMESPACES == 0 {
        pass.facts.facts.package.get_or_insert(name);
        return;
    }
    pass.facts.facts.package = Some(name);
    pass.aliases.clear();
    let body = pass.field(node, Field::Body);
    if !pass.facts.str_of(name).is_empty() {
        let kind = SymbolKind::Module;
        pass.define(Definition { kind, name, node, body, exported: true, is_test: false });
    }
}

/// `use A\B as C, D;`, `use function A\f;`, `use A\{B, const C};`
pub(super) fn use_declaration(pass: &mut Pass<'_>, node: Node<'_>) {
    let mut cursor = node.walk();
    let (mut prefix, mut is_class, mut group) = (String::new(), true, None);
    for child in node.children(&mut cursor) {
        match child.kind() {
            "namespace_name" => prefix = text(pass, child),
            "namespace_use_group" => group = Some(child),
            "namespace_use_clause" => {
                // What the first clause says of functions and constants holds for all of them.
                is_class &= pass.field(child, Field::Type).is_none();
                clause(pass, child, "", is_class);
            }
            kind if kind.eq_ignore_ascii_case("function") || kind.eq_ignore_ascii_case("const") => {
                is_class = false;
            }
            _ => {}
        }
    }
    let Some(group) = group else { return };
    let mut cursor = group.walk();
    for child in group.named_children(&mut cursor).filter(|child| child.kind() == "namespace_use_clause") {
        let is_class = is_class && pass.field(child, Field::Type).is_none();
        clause(pass, child, &prefix, is_class);
    }
}

fn clause(pass: &mut Pass<'_>, node: Node<'_>, prefix: &str, is_class: bool) {
    let mut cursor = node.walk();
    let mut names = node.named_children(&mut cursor);
    let Some(name) = names.find(|child| matches!(child.kind(), "name" | "qualified_name")) else { return };
    let written = text(pass, name);
    let full = paths::join(prefix, written.trim_start_matches('\\'));
    let (namespace, name_in) = paths::split(&full);
    let item = pass.facts.text(name_in);
    let local = pass.field(node, Field::Alias).map_or(item, |alias| pass.text(alias));
    if is_class {
        let target = pass.facts.text(&full);
        pass.aliases.insert(local, target);
    }
    let candidates = vec![Candidate::Package(pass.facts.text(namespace))];
    let line = name.start_position().row as u32 + 1;
    pass.import(line, &full, candidates, Imported::Item { name: item, local }, false);
}

fn text(pass: &Pass<'_>, node: Node<'_>) -> String {
    String::from_utf8_lossy(pass.bytes(node)).into_owned()
}

/// Where the path of an included file begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// In the including file's folder, so many folders up.
    Here(usize),
    /// Where the program was started, or in the list of folders for includes.
    Anywhere,
    /// In a folder that only the running program knows.
    Unknown,
}

/// `require __DIR__ . '/file.php';` brings in what the file defines.
pub(super) fn include(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some((base, file)) = node.named_child(0).and_then(|argument| literal_path(pass, argument)) else {
        return;
    };
    let folder = path::folder(pass.path);
    let mut places: Vec<Candidate> = Vec::new();
    let beside = |levels: usize| path::join(folder, &format!("{}{file}", "../".repeat(levels)));
    match base {
        Base::Here(levels) => {
            places.extend(beside(levels).map(|file| Candidate::File(pass.facts.text(&file))));
        }
        // Only where it is installed does such a path lead anywhere.
        Base::Anywhere if file.starts_with('/') => {}
        Base::Anywhere => {
            places.extend(beside(0).map(|file| Candidate::File(pass.facts.text(&file))));
            places.extend(path::join("", &file).map(|file| Candidate::File(pass.facts.text(&file))));
        }
        Base::Unknown => {}
    }
    let end = file.trim_start_matches(['.', '/']);
    if matches!(base, Base::Unknown | Base::Anywhere) && !end.contains("..") && !end.is_empty() {
        places.push(Candidate::OnlyFileSuffix(pass.facts.text(end)));
    }
    let line = node.start_position().row as u32 + 1;
    let written = if base == Base::Anywhere { &file } else { file.trim_start_matches('/') };
    pass.import(line, written, places, Imported::All, true);
    // What an included file defines is defined everywhere, also where a function includes it.
    if let Some(import) = pass.facts.facts.imports.last_mut() {
        import.scope = None;
    }
}

/// The literal end of a path, and where it begins; `None` if the end is not literal.
fn literal_path(pass: &Pass<'_>, argument: Node<'_>) -> Option<(Base, String)> {
    let mut node = argument;
    let mut parts: Vec<String> = Vec::new();
    for _ in 0..MAX_PARTS {
        match node.kind() {
            "parenthesized_expression" => node = node.named_child(0)?,
            "binary_expression" if pass.field(node, Field::Operator)?.kind() == "." => {
                let right = pass.field(node, Field::Right)?;
                let is_separator = pass.bytes(right) == b"DIRECTORY_SEPARATOR";
                parts.push(if is_separator { "/".to_owned() } else { literal(pass, right)? });
                node = pass.field(node, Field::Left)?;
            }
            _ => break,
        }
    }
    let base = base(pass, node);
    if base == Base::Anywhere {
        parts.push(literal(pass, node)?);
    }
    parts.reverse();
    let file = parts.concat();
    (!file.is_empty()).then_some((base, file))
}

fn base(pass: &Pass<'_>, node: Node<'_>) -> Base {
    if literal(pass, node).is_some() {
        return Base::Anywhere;
    }
    let text: String = String::from_utf8_lossy(pass.bytes(node)).split_whitespace().collect();
    let mut inner = text.as_str();
    let mut levels = 0;
    while let Some(rest) = inner.strip_prefix("dirname(").or_else(|| inner.strip_prefix("\\dirname(")) {
        let Some(argument) = rest.strip_suffix(')') else { return Base::Unknown };
        let (argument, up) = match argument.rsplit_once(',') {
            Some((argument, count)) => (argument, count.parse().unwrap_or(1)),
            None => (argument, 1),
        };
        inner = argument;
        levels += up;
    }
    match inner {
        "__DIR__" if levels <= MAX_PARTS => Base::Here(levels),
        "__FILE__" if (1..=MAX_PARTS).contains(&levels) => Base::Here(levels - 1),
        _ => Base::Unknown,
    }
}

/// The text of a string without variables.
fn literal(pass: &Pass<'_>, node: Node<'_>) -> Option<String> {
    if !matches!(node.kind(), "string" | "encapsed_string") || node.named_child_count() != 1 {
        return None;
    }
    let content = node.named_child(0).filter(|child| child.kind() == "string_content")?;
    Some(text(pass, content))
}
