//! What the fixture runner says of sources that differ from their comments.

use std::path::Path;

use quality::fixture::{FixtureReport, Problem, check_language, failures};
use tempfile::TempDir;

/// A fixture of one file.
fn check(name: &str, text: &str) -> Result<FixtureReport, String> {
    let folder = TempDir::new().expect("a temporary folder");
    write(folder.path(), name, text);
    check_language(folder.path()).map_err(|error| error.to_string())
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a file");
}

const RIGHT: &str = "\
def f(): pass
class A: pass
class B(A):  #> extends a.py::A
    x = f()  #> calls a.py::f from a.py::B
def g(x):
    f(); A()  #> calls a.py::f, instantiates a.py::A
    print(x)  #> none
    x().f()  #? calls a.py::nothing_known
g(1)  #> calls a.py::g
";

#[test]
fn what_is_as_stated_is_no_finding() {
    let report = check("a.py", RIGHT).expect("a fixture");
    assert_eq!(failures("x", &report), "");
    assert_eq!((report.call_sites, report.default_view.right, report.default_view.missed), (6, 5, 1));
    assert_eq!(report.known_missing.values().sum::<u64>(), 1);
    assert_eq!((report.default_view.wrong, report.resolved.wrong), (0, 0));
}

#[test]
fn each_difference_is_told_with_its_line() {
    let text =
        "def f(): pass\ndef h(): pass\nf()  #> calls a.py::h\nh()  #? calls a.py::h\nf() #> calls a.py::no\n";
    let report = check("a.py", text).expect("a fixture");
    let said = failures("fixtures/python", &report);
    let expected = [
        "fixtures/python/a.py:3: missing: calls a.py::h from a.py\n    f()  #> calls a.py::h",
        "fixtures/python/a.py:3: wrong: calls a.py::f from a.py (ast_resolved)",
        "fixtures/python/a.py:4: found (ast_resolved), promote it to `>`: calls a.py::h from a.py",
        "fixtures/python/a.py:5: missing, and the index has no symbol of this id: calls a.py::no from a.py",
        "fixtures/python/a.py:5: wrong: calls a.py::f from a.py",
    ];
    for line in expected {
        assert!(said.contains(line), "{line}\nis not in\n{said}");
    }
    assert_eq!(report.findings.len(), expected.len());
    assert_eq!((report.default_view.wrong, report.default_view.missed), (2, 2));
}

#[test]
fn a_weaker_edge_is_missing_and_named() {
    let text = "\
class A:
    def go(self): pass
class B:
    def go(self): pass
def f(x):
    x.go()  #> calls a.py::A.go
";
    let report = check("a.py", text).expect("a fixture");
    assert!(failures("", &report).contains("(found as text_matched only)"), "{}", failures("", &report));
    assert!(matches!(report.findings[..], [ref only] if matches!(only.problem, Problem::Missing(Some(_)))));
}

#[test]
fn references_are_complete_only_where_some_are_listed() {
    let text = "\
class A: pass
class B: pass
x: A = None
y: dict[A, B] = None  #> references a.py::B from a.py::y
";
    let report = check("a.py", text).expect("a fixture");
    let said = failures("", &report);
    assert!(said.contains("a.py:4: wrong: references a.py::A from a.py::y"), "{said}");
    assert_eq!(report.findings.len(), 1, "{said}");
    assert_eq!((report.references.right, report.references.wrong), (1, 1));
}

#[test]
fn what_cannot_be_read_names_file_and_line() {
    let refusal = |text| check("a.py", text).expect_err("no fixture");
    assert!(refusal("\nf() #> cals a.py::f\n").starts_with("a.py:2: `cals a.py::f`"));
    assert_eq!(
        refusal("def f(): pass\nf() #> calls a.py::f, calls a.py::f\n"),
        "a.py:2: calls a.py::f is listed twice"
    );
    let missing = check_language(Path::new("no/such/folder")).expect_err("no folder").to_string();
    assert!(missing.starts_with("no/such/folder: "), "{missing}");
}
