//! `use`, `mod name;` and `extern crate`: what they bring in.

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::{Candidate, Expr, Imported, ReferenceKind, SymbolKind, Text};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Field, Pending, Value};
use crate::syntax::rust::crates;
use crate::syntax::scope::Bound;

/// Longest path of a `use` that is followed.
const MAX_SEGMENTS: usize = 32;

/// `mod name;`, perhaps with `#[path = "…"]` before it.
pub(super) fn module_file(pass: &mut Pass<'_>, node: Node<'_>, written_path: Option<Text>) {
    let Some(name) = pass.field(node, Field::Name) else { return };
    let local = pass.text(name);
    let name = pass.facts.str_of(local).to_owned();
    let mut files = Vec::new();
    match written_path {
        Some(written) => files.extend(path::join(path::folder(pass.path), pass.facts.str_of(written))),
        None => crates::child_modules(pass.path, &name, &mut files),
    }
    let candidates = files.iter().map(|file| Candidate::File(pass.facts.text(file))).collect();
    let exported = pass.bytes(node).starts_with(b"pub");
    let line = node.start_position().row as u32 + 1;
    pass.import(line, &name, candidates, Imported::Module { local }, exported);
}

/// `extern crate name as other;`
pub(super) fn extern_crate(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(name_node) = pass.field(node, Field::Name) else { return };
    let name = pass.text(name_node);
    let alias = pass.field(node, Field::Alias).unwrap_or(name_node);
    let local = pass.text(alias);
    let name = pass.facts.str_of(name).to_owned();
    let mut candidates = module_candidates(pass, &[&name]);
    // A file of its own would be a module; this names a package.
    candidates.retain(|candidate| !matches!(candidate, Candidate::File(_)));
    let line = node.start_position().row as u32 + 1;
    let reexported = pass.bytes(node).starts_with(b"pub");
    pass.import(line, &name, candidates, Imported::Module { local }, reexported);
}

/// `use a::{b, c as d, e::*};`
pub(super) fn use_declaration(pass: &mut Pass<'_>, node: Node<'_>) {
    let reexported = pass.bytes(node).starts_with(b"pub");
    let Some(argument) = pass.field(node, Field::Argument) else { return };
    let text = String::from_utf8_lossy(pass.bytes(argument));
    let line = argument.start_position().row as u32 + 1;
    let byte = argument.start_byte() as u32;
    let mut tree = UseTree { reexported, line, byte, path: Vec::new(), groups: Vec::new(), alias: None };
    let mut after_as = false;
    for token in (Tokens { rest: &text }) {
        match token {
            "\n" => tree.line += 1,
            "::" => {}
            "{" => tree.groups.push(tree.path.len()),
            "," => tree.end_branch(pass),
            "}" => {
                tree.end_branch(pass);
                tree.groups.pop();
                tree.path.truncate(tree.base());
            }
            "as" => after_as = true,
            name if after_as => {
                tree.alias = Some(name);
                after_as = false;
            }
            name => tree.path.push(name),
        }
    }
    tree.end_branch(pass);
}

/// The tree of a `use`, while its tokens are read.
struct UseTree<'t> {
    reexported: bool,
    /// 1-based line of the token being read.
    line: u32,
    /// Where the tree starts.
    byte: u32,
    /// From the root of the tree to the branch being read.
    path: Vec<&'t str>,
    /// Length of the path at each open brace.
    groups: Vec<usize>,
    alias: Option<&'t str>,
}

impl UseTree<'_> {
    fn base(&self) -> usize {
        self.groups.last().copied().unwrap_or(0)
    }

    /// Imports what the branch just read names.
    fn end_branch(&mut self, pass: &mut Pass<'_>) {
        if self.path.len() > self.base() && self.path.len() <= MAX_SEGMENTS {
            self.import(pass);
        }
        self.path.truncate(self.base());
        self.alias = None;
    }

    fn import(&self, pass: &mut Pass<'_>) {
        let Some((&last, module)) = self.path.split_last() else { return };
        let local = self.alias.unwrap_or(last);
        if last == "*" {
            self.add(pass, module, Imported::All);
        } else if let ("self", Some((&named, around))) = (last, module.split_last()) {
            let local = pass.facts.text(self.alias.unwrap_or(named));
            if is_type_name(named) && !around.is_empty() {
                let name = pass.facts.text(named);
                self.add(pass, around, Imported::Item { name, local });
            } else {
                self.add(pass, module, Imported::Module { local });
            }
        } else if module.is_empty() {
            let local = pass.facts.text(local);
            self.add(pass, &self.path, Imported::Module { local });
        } else if module.last().is_some_and(|name| is_type_name(name)) {
            self.bind_member_of_type(pass, local);
        } else {
            let (name, local) = (pass.facts.text(last), pass.facts.text(local));
            self.add(pass, module, Imported::Item { name, local });
        }
    }

    fn add(&self, pass: &mut Pass<'_>, module: &[&str], what: Imported) {
        let candidates = module_candidates(pass, module);
        // The graph follows the path part by part.
        for part in module {
            pass.facts.text(part);
        }
        pass.import(self.line, &module.join("::"), candidates, what, self.reexported);
    }

    /// `use path::Type::Variant`: no module holds it, so the name stands for the path.
    fn bind_member_of_type(&self, pass: &mut Pass<'_>, local: &str) {
        let mut expr = None;
        for (at, name) in self.path.iter().enumerate() {
            let name = pass.facts.text(name);
            let path = match expr {
                None => pass.expr(Expr::Name(name)),
                Some(base) => pass.expr(Expr::Member(base, name)),
            };
            if at + 2 >= self.path.len() {
                let place =
                    Value { expr: Some(path), pending: Pending::Yes, line: self.line, byte: self.byte };
                pass.refer(ReferenceKind::Use, place);
            }
            expr = Some(path);
        }
        let local = pass.facts.text(local);
        if let Some(expr) = expr {
            pass.scopes.bind(local, Bound::Alias(expr));
        }
    }
}

/// Types begin with a capital, by convention and by the compiler's lint.
fn is_type_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
}

fn module_candidates(pass: &mut Pass<'_>, module: &[&str]) -> Vec<Candidate> {
    let inline_modules = pass.enclosing(SymbolKind::Module);
    let places = crates::places(pass.path, inline_modules, module);
    let mut candidates: Vec<Candidate> =
        places.files.iter().map(|file| Candidate::File(pass.facts.text(file))).collect();
    candidates.extend(places.suffixes.iter().map(|end| Candidate::FileSuffix(pass.facts.text(end))));
    candidates
}

/// The tokens of a `use` tree and its line ends; comments are left out.
struct Tokens<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            self.rest = self.rest.trim_start_matches(|c: char| c.is_whitespace() && c != '\n');
            if self.rest.starts_with("//") {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                self.take(self.rest.find("*/").map_or(self.rest.len(), |end| end + 2));
            } else {
                break;
            }
        }
        let first = self.rest.chars().next()?;
        let name_end =
            |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        Some(match first {
            ':' if self.rest.starts_with("::") => self.take(2),
            'r' if self.rest.starts_with("r#") => {
                self.take(2);
                self.take(name_end(self.rest))
            }
            c if c.is_alphanumeric() || c == '_' => self.take(name_end(self.rest)),
            c => self.take(c.len_utf8()),
        })
    }
}

impl<'t> Tokens<'t> {
    fn take(&mut self, bytes: usize) -> &'t str {
        let (token, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        token
    }
}
