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

/// Builds the SCIP document of one file: names are found by line and text.
struct Scip {
    source: &'static str,
    document: Document,
}

impl Scip {
    fn of(path: &str, source: &'static str) -> Self {
        let document = Document { relative_path: path.to_owned(), ..Document::default() };
        Self { source, document }
    }

    fn occurrence(mut self, line: usize, text: &str, symbol: &str, roles: i32) -> Self {
        let column =
            self.source.lines().nth(line - 1).and_then(|it| it.find(text)).expect("text on the line");
        self.document.occurrences.push(Occurrence {
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

    /// Scores the corpus that is this one file.
    fn score(self) -> ScipReport {
        let folder = TempDir::new().expect("a temporary folder");
        std::fs::write(folder.path().join(&self.document.relative_path), self.source).expect("a file");
        let index = Index { documents: vec![self.document], ..Index::default() };
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
fn what_is_no_scip_file_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("x.scip");
    let missing = ScipIndex::read(&file).expect_err("missing").to_string();
    assert!(missing.contains("x.scip: "), "{missing}");
    std::fs::write(&file, "no index").expect("a file");
    let refusal = ScipIndex::read(Path::new(&file)).expect_err("no index").to_string();
    assert!(refusal.ends_with("x.scip: is no SCIP index, or an empty one"), "{refusal}");
}
