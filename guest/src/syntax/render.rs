//! Facts as short lines, for tests.

use std::fmt::Write;

use crate::corpus::Language;
use crate::syntax::{
    Candidate, Expr, ExprId, FileFacts, Imported, LocalSymbol, Operation, ReferenceKind, RelationKind,
    Subject, Text, extract,
};

/// Extracts and renders: definitions, imports, relations, then references as `line from kind target`.
pub(super) fn facts_of(language: Language, path: &str, source: &str) -> String {
    render(&extract(language, path, source.as_bytes()))
}

/// Renders all facts.
pub(super) fn render(facts: &FileFacts) -> String {
    let mut out = String::new();
    if let Some(package) = facts.package {
        let _ = writeln!(out, "package {}", facts.strings.get(package));
    }
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let _ = write!(out, "{} {}", symbol.kind.name(), qualified(facts, LocalSymbol(index as u32)));
        let _ = write!(out, " {}-{}", symbol.start_line, symbol.end_line);
        if symbol.exported {
            out.push_str(" exported");
        }
        if symbol.is_test {
            out.push_str(" test");
        }
        if symbol.on_type {
            out.push_str(" static");
        }
        if let Some(package) = symbol.package {
            let _ = write!(out, " in {}", facts.strings.get(package));
        }
        if let Some(extends) = symbol.extends {
            let _ = write!(out, " extends {}", expr(facts, extends));
        }
        if let Some(gives) = symbol.gives {
            let _ = write!(out, " -> {}", expr(facts, gives));
        }
        if let Some(takes) = symbol.takes {
            let _ = write!(out, " takes {}", expr(facts, takes));
        }
        if let Some(doc) = symbol.doc {
            let _ = write!(out, " // {}", facts.strings.get(doc));
        }
        out.push('\n');
    }
    for import in &facts.imports {
        let _ = write!(out, "{}: import {}", import.line, facts.strings.get(import.module));
        match import.what {
            Imported::Module { local } => _ = write!(out, " as {}", text(facts, local)),
            Imported::Item { name, local } if name == local => _ = write!(out, " {{{}}}", text(facts, name)),
            Imported::Item { name, local } => {
                _ = write!(out, " {{{} as {}}}", text(facts, name), text(facts, local));
            }
            Imported::All => out.push_str(" {*}"),
            Imported::Nothing => {}
        }
        if let Some(scope) = import.scope {
            let _ = write!(out, " in {}", qualified(facts, scope));
        }
        if import.reexported {
            out.push_str(" reexported");
        }
        let places: Vec<String> = import.candidates.iter().map(|place| candidate(facts, place)).collect();
        let _ = writeln!(out, " [{}]", places.join(" "));
    }
    for relation in &facts.relations {
        let subject = match relation.subject {
            Subject::Symbol(id) => qualified(facts, id),
            Subject::Named { expr: named, .. } => expr(facts, named),
        };
        let verb = match relation.kind {
            RelationKind::Implements => "implements",
            RelationKind::Extends => "extends",
            RelationKind::Either => "takes",
        };
        let _ = writeln!(out, "{}: {subject} {verb} {}", relation.line, expr(facts, relation.base));
    }
    for reference in &facts.references {
        let from = reference.from.map_or_else(|| "-".to_owned(), |id| qualified(facts, id));
        let verb = match reference.kind {
            ReferenceKind::Call => "calls",
            ReferenceKind::Instantiate => "makes",
            ReferenceKind::Use => "uses",
        };
        let _ = writeln!(out, "{}: {from} {verb} {}", reference.line, expr(facts, reference.target));
    }
    out
}

fn text(facts: &FileFacts, id: Text) -> &str {
    facts.strings.get(id)
}

fn qualified(facts: &FileFacts, id: LocalSymbol) -> String {
    let symbol = &facts.symbols[id.0 as usize];
    let mut out = symbol.parent.map_or_else(String::new, |parent| qualified(facts, parent) + ".");
    if let Some(owner) = symbol.owner {
        out += &format!("<{}>.", text(facts, owner.name));
    }
    out + text(facts, symbol.name)
}

fn expr(facts: &FileFacts, id: ExprId) -> String {
    match facts.exprs[id.0 as usize] {
        Expr::Name(name) | Expr::Type(name) => text(facts, name).to_owned(),
        Expr::Member(base, name) => format!("{}.{}", expr(facts, base), text(facts, name)),
        Expr::Instance(of) => format!("<{}>", expr(facts, of)),
        Expr::Call(callee) => format!("{}()", expr(facts, callee)),
        Expr::Package(name) => format!("{}\\", text(facts, name)),
        Expr::This => "This".to_owned(),
        Expr::ThisType => "ThisType".to_owned(),
        Expr::Super => "Super".to_owned(),
        Expr::Unknown => "?".to_owned(),
        Expr::Library(name) => format!("'{}", text(facts, name)),
        Expr::Generic(of, argument) => format!("{}[{}]", expr(facts, of), expr(facts, argument)),
        Expr::Operation(of, operation) => format!("{}{}", expr(facts, of), operator(operation)),
        Expr::Function(gives) => format!("fn({})", expr(facts, gives)),
        Expr::CallWith(callee, function) => format!("{}({})", expr(facts, callee), expr(facts, function)),
        Expr::Passed(callee, slot) => {
            format!("{}(&{}.{})", expr(facts, callee), slot.argument, slot.parameter)
        }
        Expr::Accepted(callee, argument) => format!("{}(={argument})", expr(facts, callee)),
        Expr::Key(base, name) => format!("{}{{{}}}", expr(facts, base), text(facts, name)),
        Expr::Macro(name) => format!("{}!", text(facts, name)),
        Expr::Underlying(of) => format!("={}", expr(facts, of)),
        Expr::Property(of) => format!("property {}", expr(facts, of)),
    }
}

fn operator(operation: Operation) -> String {
    match operation {
        Operation::Iterate => "*".to_owned(),
        Operation::Index => "[]".to_owned(),
        Operation::Await => "~".to_owned(),
        Operation::Try => "!".to_owned(),
        Operation::Enter => "{".to_owned(),
        Operation::Part(index) => format!("#{index}"),
    }
}

fn candidate(facts: &FileFacts, candidate: &Candidate) -> String {
    match candidate {
        Candidate::File(path) => text(facts, *path).to_owned(),
        Candidate::FileSuffix(path) => format!("…/{}", text(facts, *path)),
        Candidate::OnlyFileSuffix(path) => format!("only …/{}", text(facts, *path)),
        Candidate::Folder(path) => format!("{}/", text(facts, *path)),
        Candidate::FolderSuffix(path) => format!("…/{}/", text(facts, *path)),
        Candidate::Package(path) => format!("package:{}", text(facts, *path)),
    }
}
