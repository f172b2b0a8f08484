//! A small corpus scored against a SCIP file that a test writes.

use std::path::Path;

use protobuf::Message;
use quality::Opened;
use quality::scip::{ScipIndex, ScipReport, render_markdown, score};
use scip::types::{Document, Index, Occurrence, SymbolRole};
use tempfile::TempDir;

const SOURCE: &str = "\
def used(): pass
def other(): pass
class Box:
    def lift_lid(self): pass
def caller(box):
    used()
    other()
    box.lift_lid()
    len(box)
def silent(box):
    box.lift_lid()
    used()
";

/// Builds the SCIP documents of a few files: names are found by line and text.
struct Scip {
    sources: Vec<&'static str>,
    documents: Vec<Document>,
}

impl Scip {
    fn of(path: &str, source: &'static str) -> Self {
        Self { sources: Vec::new(), documents: Vec::new() }.and(path, source)
    }

    /// Goes on with another file.
    fn and(mut self, path: &str, source: &'static str) -> Self {
        self.sources.push(source);
        self.documents.push(Document { relative_path: path.to_owned(), ..Document::default() });
        self
    }

    fn occurrence(mut self, line: usize, text: &str, symbol: &str, roles: i32) -> Self {
        let source = self.sources.last().expect("a file");
        let column = source.lines().nth(line - 1).and_then(|it| it.find(text)).expect("text on the line");
        self.documents.last_mut().expect("a file").occurrences.push(Occurrence {
            range: [line - 1, column, column + text.len()].map(|it| it as i32).to_vec(),
            symbol: symbol.to_owned(),
            symbol_roles: roles,
            ..Occurrence::default()
        });
        self
    }

    fn defines(self, line: usize, text: &str, symbol: &str) -> Self {
        self.occurrence(line, text, symbol, SymbolRole::Definition as i32)
    }

    fn uses(self, line: usize, text: &str, symbol: &str) -> Self {
        self.occurrence(line, text, symbol, 0)
    }

    /// Scores the corpus that is these files.
    fn score(self) -> ScipReport {
        let folder = TempDir::new().expect("a temporary folder");
        for (document, source) in self.documents.iter().zip(&self.sources) {
            std::fs::write(folder.path().join(&document.relative_path), source).expect("a file");
        }
        let index = Index { documents: self.documents, ..Index::default() };
        let file = folder.path().join("index.scip");
        std::fs::write(&file, index.write_to_bytes().expect("bytes")).expect("a file");
        let read = ScipIndex::read(&file).expect("a SCIP file");
        score(&Opened::index(folder.path()).expect("a corpus"), &read, 2)
    }
}

const USED: &str = "scip-python python p 1 `a`/used().";
const OTHER: &str = "scip-python python p 1 `a`/other().";
const OPEN: &str = "scip-python python p 1 `a`/Box#lift_lid().";
const CALLER: &str = "scip-python python p 1 `a`/caller().";

fn definitions() -> Scip {
    Scip::of("a.py", SOURCE)
        .defines(1, "used", USED)
        .defines(2, "other", OTHER)
        .defines(3, "Box", "scip-python python p 1 `a`/Box#")
        .defines(4, "lift_lid", OPEN)
        .defines(5, "caller", CALLER)
        .defines(10, "silent", "scip-python python p 1 `a`/silent().")
}

#[test]
fn what_the_compiler_confirms_contradicts_and_leaves_open_is_told_apart() {
    let report = definitions()
        .uses(6, "used", USED)
        .uses(7, "other", "scip-python python p 1 `b`/other().")
        .uses(8, "box", "local 1")
        .uses(8, "lift_lid", OPEN)
        .uses(9, "len", "scip-python python stdlib 3 builtins/len().")
        .uses(11, "box", "local 2")
        .uses(12, "used", USED)
        .score();
    let python = &report.languages["python"];
    let usages = python.usages.default_view;
    assert_eq!((usages.right, usages.wrong, usages.silent), (3, 1, 1), "{}", render_markdown(&report));
    assert_eq!((usages.found, usages.missed), (3, 0));
    let callers = python.callers.default_view;
    assert_eq!((callers.right, callers.wrong, callers.silent), (3, 1, 1));
    assert_eq!((python.definitions.right, python.definitions.wrong, python.definitions.found), (6, 0, 6));
    let headings: Vec<_> = report.differences.iter().map(|it| it.heading.as_str()).collect();
    assert!(headings.contains(
        &"python callers invented, ast_resolved: callable, call of a bare name at the line's start"
    ));
    assert_eq!(report.left_out["uses of what is outside of the corpus"], 2);
    assert_eq!(report.left_out["uses of locals, parameters and type parameters"], 2);
}

#[test]
fn what_ours_lacks_is_missed_and_shown_with_its_line() {
    let report = Scip::of("a.py", "def f(): pass\ndef g():\n    x = 'f()'\n    f()\n")
        .defines(1, "f", "s p p 1 a/f().")
        .defines(2, "g", "s p p 1 a/g().")
        .uses(3, "f", "s p p 1 a/f().")
        .uses(4, "f", "s p p 1 a/f().")
        .score();
    let python = &report.languages["python"];
    assert_eq!((python.usages.default_view.found, python.usages.default_view.missed), (1, 1));
    // One pair of caller and callee, whichever line it is on.
    assert_eq!((python.callers.default_view.found, python.callers.default_view.missed), (1, 0));
    let shown = render_markdown(&report);
    assert!(shown.contains("a.py:3 `f` is a.py::f: `x = 'f()'`"), "{shown}");
}

#[test]
fn aliases_and_definitions_written_again_are_not_missed() {
    let report = Scip::of("a.py", "def fun(): pass\ng = fun\ng()\n")
        .defines(1, "fun", "s p p 1 a/fun().")
        .uses(3, "g", "s p p 1 a/fun().")
        .uses(1, "fun", "s p p 1 a/fun().")
        .score();
    assert_eq!(report.languages["python"].usages.default_view.missed, 0);
    assert_eq!(report.left_out["uses under another name than their definition's"], 1);
}

#[test]
fn a_property_and_its_setter_are_one_definition() {
    let source = "class A:\n    @property\n    def size(self): return 1\n    @size.setter\n    def size(self, v): pass\ndef f(a: A):\n    a.size = 2\n";
    let report = Scip::of("a.py", source)
        .defines(1, "A", "s p p 1 a/A#")
        .defines(3, "size", "s p p 1 a/A#size().")
        .uses(5, "size", "s p p 1 a/A#size().")
        .defines(6, "f", "s p p 1 a/f().")
        .uses(6, "A", "s p p 1 a/A#")
        .uses(7, "size", "s p p 1 a/A#size().")
        .score();
    let python = &report.languages["python"];
    assert_eq!((python.definitions.right, python.definitions.wrong), (4, 0), "{}", render_markdown(&report));
    assert_eq!((python.usages.default_view.wrong, python.usages.default_view.missed), (0, 0));
}

#[test]
fn a_definition_for_another_platform_is_not_compared() {
    let source = "#[cfg(unix)]\nfn sync() {}\n#[cfg(windows)]\nfn sync() {}\nfn f() { sync() }\n";
    let report = Scip::of("a.rs", source)
        .defines(2, "sync", "s p p 1 sync().")
        .defines(5, "f", "s p p 1 f().")
        .uses(5, "sync", "s p p 1 sync().")
        .score();
    let rust = &report.languages["rust"];
    assert_eq!((rust.definitions.right, rust.definitions.wrong), (2, 0), "{}", render_markdown(&report));
    assert_eq!((rust.usages.default_view.right, rust.usages.default_view.wrong), (1, 0));
    assert_eq!(report.left_out["our edges to definitions for another platform than the compiler's"], 1);
}

#[test]
fn a_call_through_a_variable_is_not_held_against_the_function_in_it() {
    let source = "class R:\n    def add(self): pass\nr = R()\nadd = r.add\ndef f():\n    add()\n";
    let report = Scip::of("a.py", source)
        .defines(1, "R", "s p p 1 a/R#")
        .defines(2, "add", "s p p 1 a/R#add().")
        .defines(3, "r", "s p p 1 a/r.")
        .uses(3, "R", "s p p 1 a/R#")
        .defines(4, "add", "s p p 1 a/add.")
        .defines(5, "f", "s p p 1 a/f().")
        .uses(6, "add", "s p p 1 a/add.")
        .score();
    let python = &report.languages["python"];
    assert_eq!(python.usages.default_view.wrong, 0, "{}", render_markdown(&report));
    assert_eq!(report.left_out["our edges to what a variable holds, beside that to the variable"], 1);
}

#[test]
fn a_file_compiled_again_is_known_by_the_symbols_of_either_crate() {
    let report = Scip::of("common.rs", "pub fn help() {}\npub fn other() {}\n")
        .defines(1, "help", "s p p 1 help().")
        .defines(2, "other", "s p p 1 other().")
        .and(
            "main.rs",
            "mod common;\nuse common::*;\nfn f() { help() }\nfn g() { other() }\nfn h() { help(2) }\n",
        )
        .defines(3, "f", "s p p 1 f().")
        .uses(3, "help", "s p p 1 common/help().")
        .defines(4, "g", "s p p 1 g().")
        // Made by a macro, or of another package: what has no definition of its name is none of ours.
        .uses(4, "other", "s p p 1 deep/other().")
        .defines(5, "h", "s p p 1 h().")
        .uses(5, "help", "s p q 1 common/help().")
        .score();
    let rust = &report.languages["rust"];
    let usages = rust.usages.default_view;
    assert_eq!((usages.right, usages.wrong, usages.silent), (1, 2, 0), "{}", render_markdown(&report));
    assert_eq!((usages.found, usages.missed), (1, 0));
    let callers = rust.callers.default_view;
    assert_eq!((callers.right, callers.wrong, callers.found, callers.missed), (1, 2, 1, 0));
}

#[test]
fn of_several_definitions_that_a_symbol_may_be_none_is_compared() {
    let report = Scip::of("a.rs", "pub fn help() {}\n")
        .defines(1, "help", "s p p 1 b/help().")
        .and("b.rs", "pub fn help() {}\n")
        .defines(1, "help", "s p p 1 help().")
        .and("main.rs", "mod a;\nmod b;\nfn f() { b::help() }\nfn g() { help() }\nfn help() {}\n")
        .defines(3, "f", "s p p 1 f().")
        .uses(3, "help", "s p p 1 a/b/help().")
        .defines(4, "g", "s p p 1 g().")
        .uses(4, "help", "s p p 1 a/b/help().")
        .defines(5, "help", "s p p 1 it/help().")
        .score();
    let rust = &report.languages["rust"];
    let usages = rust.usages.default_view;
    assert_eq!((usages.right, usages.wrong), (0, 1), "{}", render_markdown(&report));
    assert_eq!((usages.found, usages.missed), (0, 0));
    let callers = rust.callers.default_view;
    assert_eq!((callers.right, callers.wrong, callers.missed), (0, 1, 0));
    assert_eq!(report.left_out["uses of one of several definitions named alike"], 2);
    assert_eq!(report.left_out["our edges to one of several definitions named alike"], 1);
    assert_eq!(report.left_out["our calls of one of several definitions named alike"], 1);
}

#[test]
fn what_is_no_scip_file_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("x.scip");
    let missing = ScipIndex::read(&file).expect_err("missing").to_string();
    assert!(missing.contains("x.scip: "), "{missing}");
    std::fs::write(&file, "no index").expect("a file");
    let refusal = ScipIndex::read(Path::new(&file)).expect_err("no index").to_string();
    assert!(refusal.ends_with("x.scip: is no SCIP index, or an empty one"), "{refusal}");
}
