//! Small corpora and the edges they must give.

use std::fmt::Write;
use std::sync::Arc;

use crate::corpus::{Family, Language, Manifests, NpmPackage, PackageRoot, PathAliases, PathPattern};
use crate::graph::{CodeGraph, FileInput, build};
use crate::syntax::{SymbolKind, extract};

fn graph_of(files: &[(&str, &str)]) -> CodeGraph {
    let root = |family, folder: &str, name| PackageRoot { family, folder: folder.to_owned(), name };
    let libraries = files.iter().filter_map(|(path, _)| path.strip_suffix("/src/lib.rs"));
    let mut crates: Vec<PackageRoot> =
        libraries.map(|folder| root(Family::Rust, folder, folder.replace(['/', '-'], "_"))).collect();
    crates.push(root(Family::Go, "mod", "ex.com/mod".to_owned()));
    graph_with(files, &Manifests { packages: crates, ..Manifests::default() })
}

fn graph_with(files: &[(&str, &str)], manifests: &Manifests) -> CodeGraph {
    let mut files = files.to_vec();
    files.sort_unstable();
    let input = |(path, source): (&str, &str)| FileInput {
        path: path.to_owned(),
        facts: extract(language_of(path), path, source.as_bytes()),
    };
    build(files.into_iter().map(input).collect(), manifests)
}

fn language_of(path: &str) -> Language {
    match path.rsplit('.').next().unwrap() {
        "c" | "h" => Language::C,
        "cs" => Language::CSharp,
        "go" => Language::Go,
        "java" => Language::Java,
        "py" => Language::Python,
        "rb" => Language::Ruby,
        "rs" => Language::Rust,
        "ts" => Language::TypeScript,
        other => panic!("no language for {other}"),
    }
}

/// All edges that are not structural, one a line: `origin kind target @line`, with `?` for inferred
/// and `??` for text-matched edges.
fn uses(files: &[(&str, &str)]) -> String {
    uses_in(&graph_of(files))
}

fn uses_in(graph: &CodeGraph) -> String {
    let mut out = String::new();
    for node in graph.node_ids() {
        for edge in graph.outgoing(node).iter().filter(|edge| !edge.kind.is_structural()) {
            let doubt = ["??", "?", ""][edge.tier as usize];
            let (from, to) = (graph.id(node), graph.id(edge.node));
            let _ = writeln!(out, "{from} {} {to} @{}{doubt}", edge.kind.name(), edge.line);
        }
    }
    out
}

#[test]
fn both_directions_hold_the_same_edges_and_ids_read_back() {
    let graph = graph_of(&[
        ("a.rs", "mod b;\nfn f() { b::g(); b::g(); f() }\n#[cfg(x)] fn h() {}\n#[cfg(y)] fn h() {}\n"),
        ("b.rs", "pub fn g() { crate::f() }\n"),
    ]);
    let mut forward: Vec<_> = graph
        .node_ids()
        .flat_map(|from| graph.outgoing(from).iter().map(move |edge| (from, edge.node, edge.kind, edge.line)))
        .collect();
    let mut backward: Vec<_> = graph
        .node_ids()
        .flat_map(|to| graph.incoming(to).iter().map(move |edge| (edge.node, to, edge.kind, edge.line)))
        .collect();
    forward.sort_unstable();
    backward.sort_unstable();
    assert_eq!(forward, backward);
    assert_eq!(forward.len(), graph.edge_count());
    for node in graph.node_ids() {
        assert_eq!(graph.find_id(&graph.id(node)), Some(node));
    }
    assert!(graph.find_id("a.rs::h#2").is_some());
    assert_eq!(graph.find_id("a.rs::h#3"), None);
    assert_eq!(graph.find_id(""), None);
    let mut by_rank: Vec<_> = graph.node_ids().collect();
    by_rank.sort_unstable_by_key(|&node| graph.id_rank(node));
    assert!(by_rank.windows(2).all(|pair| graph.id(pair[0]) < graph.id(pair[1])));
}

#[test]
fn an_empty_corpus_has_an_empty_graph() {
    let graph = build(Vec::new(), &Manifests::default());
    assert_eq!((graph.node_count(), graph.edge_count()), (0, 0));
    assert_eq!(graph.find_id("x"), None);
    assert_eq!(graph.find_path("x"), None);
}

#[test]
fn files_and_members_are_placed() {
    let graph = graph_of(&[("src/a.rs", "struct T { x: u8 }\nmod m { impl super::T { fn f(&self) {} } }\n")]);
    let method = graph.find_id("src/a.rs::m.T.f").unwrap();
    assert_eq!(graph.id(graph.node(method).parent), "src/a.rs::T");
    let file = graph.find_path("src/a.rs").unwrap();
    assert_eq!(graph.node(graph.file(file).node).kind, SymbolKind::File);
    assert_eq!(graph.name(graph.file(file).node), "a.rs");
    assert_eq!(graph.symbols_of(file).len(), 4);
    assert_eq!(graph.line_starts(file), [0, 19, 62]);
}

#[test]
fn rust_modules_paths_and_use_trees() {
    insta::assert_snapshot!(uses(&[
        ("src/lib.rs", "mod graph;\nmod util;\npub use graph::node::Node;\n"),
        (
            "src/graph.rs",
            "pub mod node;\nuse self::node::{Node, make as build};\nuse crate::util::*;\n\
             pub fn run() { let n = build(); n.id(); help(); node::make(); Node::new().id(); }\n"
        ),
        (
            "src/graph/node.rs",
            "use super::super::util;\npub struct Node { pub next: Option<Box<Node>> }\n\
             impl Node { pub fn new() -> Self { Self { next: None } } pub fn id(&self) -> u32 { self.next.as_ref().unwrap().id() } }\n\
             pub fn make() -> Node { util::help(); crate::Node::new() }\n"
        ),
        ("src/util.rs", "pub fn help() { std::mem::drop(1); local() }\nfn local() {}\n"),
        ("tests/it.rs", "mod common;\nuse common::start;\n#[test] fn t() { start(); common::start(); }\n"),
        ("tests/common/mod.rs", "pub fn start() {}\n"),
    ]));
}

#[test]
fn rust_traits_and_receivers() {
    insta::assert_snapshot!(uses(&[
        (
            "src/lib.rs",
            "pub trait Shape { fn area(&self) -> f64; fn twice(&self) -> f64 { self.area() * 2.0 } }\n\
             pub struct Square(f64);\nimpl Shape for Square { fn area(&self) -> f64 { self.0 } }\n\
             struct Holder { shape: Square }\n\
             impl Holder { fn total(&self) -> f64 { self.shape.area() + self.shape.twice() } }\n\
             fn dynamic(s: &dyn Shape, unknown: impl Fn()) { s.area(); unknown(); }\n\
             fn guess() { each(|x| { x.twice(); x.push(1); x.area(); }) }\n"
        ),
        ("src/other.rs", "struct V; impl V { fn push(&self, n: u8) {} }\n"),
    ]));
}

#[test]
fn what_comes_from_outside_is_not_looked_for_by_name() {
    let files = [
        (
            "src/lib.rs",
            "use std::path;\nuse other::join;\nfn f() { path::join(); join(); std::fs::read(); Vec::join(); nowhere() }\n",
        ),
        ("src/join.rs", "pub fn join() {}\npub fn read() {}\npub fn nowhere() {}\n"),
    ];
    assert_eq!(uses(&files), "");
    assert!(graph_of(&files).unresolved_references() >= 5);
}

#[test]
fn rust_crates_of_a_workspace_by_package_name() {
    let files = [
        ("my-lib/src/lib.rs", "mod inner;\npub use inner::deep;\npub fn top() {}\n"),
        ("my-lib/src/inner.rs", "pub fn deep() {}\n"),
        (
            "app/src/main.rs",
            "use my_lib::deep;\nfn main() { deep(); my_lib::top(); my_lib::inner::deep() }\n",
        ),
    ];
    assert_eq!(
        uses(&files),
        "app/src/main.rs imports my-lib/src/lib.rs @1\n\
         app/src/main.rs references my-lib/src/inner.rs::deep @1\n\
         app/src/main.rs::main calls my-lib/src/inner.rs::deep @2\n\
         app/src/main.rs::main calls my-lib/src/lib.rs::top @2\n\
         my-lib/src/lib.rs imports my-lib/src/inner.rs @1\n\
         my-lib/src/lib.rs imports my-lib/src/inner.rs @2\n\
         my-lib/src/lib.rs references my-lib/src/inner.rs::deep @2\n"
    );
}

#[test]
fn members_of_a_type_that_a_function_imports_all_of() {
    insta::assert_snapshot!(uses(&[(
        "src/lib.rs",
        "pub enum Kind { Flat { size: u8 }, Round }\n\
         fn all(kind: Kind) -> u8 {\n    use Kind::*;\n    match kind { Flat { size } => size, Round => 0 }\n}\n\
         fn below(kind: Kind) -> u8 {\n    use self::Kind::*;\n    match kind { Round => 1, _ => 2 }\n}\n\
         fn some() -> Kind {\n    use self::Kind::{Flat, Round};\n    if x { Flat { size: 1 } } else { Round }\n}\n\
         mod inner {\n    use super::Kind::{self, *};\n    fn both() { Kind::Round; Round; }\n}\n"
    )]), @r"
    src/lib.rs references src/lib.rs::Kind @3
    src/lib.rs references src/lib.rs::Kind @7
    src/lib.rs references src/lib.rs::Kind @15
    src/lib.rs::all references src/lib.rs::Kind @2
    src/lib.rs::all references src/lib.rs::Kind.Flat @4
    src/lib.rs::all references src/lib.rs::Kind.Flat.size @4
    src/lib.rs::all references src/lib.rs::Kind.Round @4
    src/lib.rs::below references src/lib.rs::Kind @6
    src/lib.rs::below references src/lib.rs::Kind.Round @8
    src/lib.rs::some references src/lib.rs::Kind @10
    src/lib.rs::some references src/lib.rs::Kind @11
    src/lib.rs::some references src/lib.rs::Kind.Flat @11
    src/lib.rs::some references src/lib.rs::Kind.Round @11
    src/lib.rs::some references src/lib.rs::Kind.Flat @12
    src/lib.rs::some references src/lib.rs::Kind.Flat.size @12
    src/lib.rs::some references src/lib.rs::Kind.Round @12
    src/lib.rs::inner.both references src/lib.rs::Kind @16
    src/lib.rs::inner.both references src/lib.rs::Kind.Round @16
    ");
}

#[test]
fn wildcard_imports_that_lead_in_circles_end() {
    let mut files =
        vec![("src/lib.rs".to_owned(), (0..60).map(|n| format!("pub mod m{n};\n")).collect::<String>())];
    for n in 0..60 {
        let all: String = (0..60).map(|m| format!("pub use crate::m{m}::*;\n")).collect();
        files.push((
            format!("src/m{n}.rs"),
            format!("{all}pub fn f{n}() {{ f{}(); absent() }}\n", (n + 7) % 60),
        ));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let graph = graph_of(&files);
    let calls = |edge: &&crate::graph::Edge| edge.kind == crate::graph::EdgeKind::Calls;
    assert_eq!(
        graph.node_ids().map(|node| graph.outgoing(node).iter().filter(calls).count()).sum::<usize>(),
        60
    );
}

#[test]
fn rust_modules_beside_functions_of_the_same_name() {
    insta::assert_snapshot!(uses(&[
        (
            "src/lib.rs",
            "pub use esc::esc;\npub mod esc;\nfn f() { esc(); esc::deep(); crate::esc::deep() }\n"
        ),
        ("src/esc.rs", "pub fn esc() {}\npub fn deep() {}\n"),
        ("src/user.rs", "use crate::esc::deep;\nfn g() { deep(); crate::esc() }\n"),
        ("src/main.rs", "mod user;\n"),
    ]));
}

#[test]
fn rust_macros_and_renamed_crates() {
    insta::assert_snapshot!(uses(&[
        ("facade/src/lib.rs", "pub extern crate inner_lib as inner;\n"),
        ("inner/lib/src/lib.rs", "pub struct S;\nimpl S { pub fn go(&self) {} pub fn new() -> S { S } }\n"),
        (
            "app/src/lib.rs",
            "mod macros;\nfn f(s: &facade::inner::S) { s.go(); facade::inner::S::new().go(); shout!(1) }\n"
        ),
        ("app/src/macros.rs", "#[macro_export]\nmacro_rules! shout { ($x:expr) => {} }\n"),
    ]));
}

#[test]
fn rust_macros_of_one_name_are_told_apart_by_place() {
    let uses = uses(&[
        (
            "a/src/lib.rs",
            "macro_rules! one { () => {} }\nfn f() { one!() }\nmacro_rules! one { (x) => {} }\nfn g() { one!(); vec![1] }\nmod m { macro_rules! one { () => {} } fn h() { one!() } }\n",
        ),
        (
            "b/src/lib.rs",
            "#[macro_export]\nmacro_rules! far { () => {} }\nmacro_rules! near { () => {} }\n#[macro_export]\nmacro_rules! vec { () => {} }\n",
        ),
        ("c/src/lib.rs", "fn f() { far!(); near!(); vec![1]; one!() }\n"),
    ]);
    assert_eq!(
        uses,
        "a/src/lib.rs::f calls a/src/lib.rs::one @2\n\
         a/src/lib.rs::g calls a/src/lib.rs::one#2 @4\n\
         a/src/lib.rs::m.h calls a/src/lib.rs::m.one @5\n\
         c/src/lib.rs::f calls b/src/lib.rs::far @1?\n"
    );
}

#[test]
fn methods_that_give_their_receiver_give_its_type() {
    let rust = uses(&[(
        "src/lib.rs",
        "trait T { fn with(self) -> Self; }\nstruct S;\nimpl T for S {}\nimpl S { fn go(&self) {} }\nfn f(s: S) { s.with().go(); S.with().go() }\n",
    )]);
    assert!(rust.contains("f calls src/lib.rs::S.go @5\n"), "{rust}");
    let ruby = uses(&[(
        "a.rb",
        "class A\n  def me\n    self\n  end\n  def go; end\nend\nclass B < A\n  def go; end\n  def run\n    me.go\n  end\nend\nA.new.me.go\nB.new.me.go\n",
    )]);
    let calls: Vec<&str> =
        ruby.lines().filter(|line| line.contains("calls") && line.contains(".go @")).collect();
    assert_eq!(
        calls,
        ["a.rb calls a.rb::A.go @13", "a.rb calls a.rb::B.go @14", "a.rb::B.run calls a.rb::B.go @10"],
        "{ruby}"
    );
    let python = uses(&[(
        "a.py",
        "class A:\n  def me(self):\n    return self\n  def go(self): pass\nclass B(A):\n  def go(self): pass\nB().me().go()\n",
    )]);
    assert!(python.contains("a.py calls a.py::B.go @7\n"), "{python}");
}

#[test]
fn uses_that_fit_too_many_members_are_counted() {
    let classes: String = (0..9).map(|n| format!("class C{n}:\n  def apply(self): pass\n")).collect();
    let files = [("a.py", classes.as_str()), ("b.py", "def f(x, y):\n  x.apply()\n  y.apply()\n")];
    let graph = graph_of(&files);
    assert_eq!(graph.ambiguous_uses(graph.find_id("a.py::C3.apply").unwrap()), 2);
    assert_eq!(graph.ambiguous_uses(graph.find_id("b.py::f").unwrap()), 0);
    assert!(!uses(&files).contains("apply"));
}

#[test]
fn python_receivers_attributes_and_held_functions() {
    insta::assert_snapshot!(uses(&[
        (
            "lib.py",
            "class Client:\n  def get(self): pass\n  def fetch_rare(self): pass\nclass Reg:\n  def add_one(self, f): pass\nreg = Reg()\nadd_one = reg.add_one\n"
        ),
        (
            "t.py",
            "from lib import Client, add_one\nclass T:\n  client_class = Client\n  @classmethod\n  def set_up(cls):\n    cls.client = cls.client_class()\n  def test(self):\n    self.client.get()\n    self.request.fetch_rare()\n    add_one(1)\n"
        ),
        ("u.py", "from outside import Base\nclass U(Base):\n  def f(self):\n    self.fetch_rare()\n"),
    ]));
}

#[test]
fn go_packages_modules_and_embedding() {
    insta::assert_snapshot!(uses(&[
        (
            "mod/a.go",
            "package mod\n\ntype common struct{}\n\nfunc (c *common) Failed() bool { return false }\n\ntype T struct{ common }\n\nfunc use(t *T) { t.Failed(); helper() }\n"
        ),
        ("mod/a_test.go", "package mod_test\n\nimport \"ex.com/mod\"\n\nfunc run() { mod.Root() }\n"),
        (
            "mod/b.go",
            "package mod\n\nimport (\n\t\"encoding/json\"\n\t\"ex.com/mod/sub\"\n)\n\nfunc helper() { sub.Deep(); json.Marshal(1) }\n\nfunc Root() {}\n"
        ),
        ("mod/encoding/json/j.go", "package json\n\nfunc Marshal(v int) {}\n"),
        ("mod/sub/s.go", "package sub\n\nfunc Deep() { Deep() }\n"),
    ]));
}

#[test]
fn c_functions_macros_and_includes() {
    insta::assert_snapshot!(uses(&[
        (
            "a.h",
            "#ifdef PREFIX\n#define ext z_ext\n#endif\n#define CALL(x) (x)\nstatic inline int one(void) { return 1; }\nenum color { RED, GREEN };\n"
        ),
        (
            "ext.c",
            "#include \"a.h\"\nint ext(int n) { return n; }\nstatic int local(void) { return ext(RED); }\n"
        ),
        (
            "main.c",
            "#include \"a.h\"\nstatic int local(void) { return 2; }\nint main(void) { DISPATCH(n) { ext(CALL(one())); } return local() + GREEN; }\n"
        ),
    ]));
}

#[test]
fn java_packages_inheritance_and_implicit_receivers() {
    insta::assert_snapshot!(uses(&[
        (
            "src/p/Base.java",
            "package p;\npublic class Base {\n  protected void hook() {}\n  static Base make() { return new Base(); }\n}\n"
        ),
        (
            "src/p/Derived.java",
            "package p;\nclass Derived extends Base {\n  void run() { hook(); Base.make().hook(); this.run(); }\n  protected void hook() { super.hook(); }\n}\n"
        ),
        (
            "src/q/Other.java",
            "package q;\nimport p.Base;\nclass Other {\n  Base base;\n  void go() { base.hook(); new Base(); String.valueOf(1); }\n}\n"
        ),
    ]));
}

#[test]
fn ruby_pieces_sides_and_mixins() {
    insta::assert_snapshot!(uses(&[
        (
            "lib/a.rb",
            "module A\n  class N\n    include M\n    def self.make; new; end\n    def make; help; end\n  end\n\
             \u{20} module M\n    def help; extra; end\n  end\nend\n"
        ),
        ("lib/a/more.rb", "class A::N\n  def extra; self.class.make.make; end\nend\n"),
        ("lib/b.rb", "module B\n  class N < ::A::N\n    def make; super; end\n    def go; lost; end\n  end\nend\n"),
        ("lib/c.rb", "class C::D\n  def lost; end\nend\nC::D.new.lost\nA::N.make.extra\nB::N.new.x = 1\n"),
    ]), @r"
    lib/a.rb::A.N implements lib/a.rb::A.M @3
    lib/a.rb::A.N.make instantiates lib/a.rb::A.N @4
    lib/a.rb::A.N.make#2 calls lib/a.rb::A.M.help @5
    lib/a.rb::A.M.help calls lib/a/more.rb::A.N.extra @8?
    lib/a/more.rb::A.N references lib/a.rb::A @1
    lib/a/more.rb::A.N.extra calls lib/a.rb::A.N.make @2
    lib/a/more.rb::A.N.extra calls lib/a.rb::A.N.make#2 @2
    lib/b.rb::B.N references lib/a.rb::A @2
    lib/b.rb::B.N extends lib/a.rb::A.N @2
    lib/b.rb::B.N.make calls lib/a.rb::A.N.make#2 @3
    lib/b.rb::B.N.make overrides lib/a.rb::A.N.make#2 @3
    lib/c.rb calls lib/c.rb::C.D.lost @4
    lib/c.rb references lib/c.rb::C.D @4
    lib/c.rb instantiates lib/c.rb::C.D @4
    lib/c.rb calls lib/a.rb::A.N.make @5
    lib/c.rb calls lib/a/more.rb::A.N.extra @5
    lib/c.rb references lib/a.rb::A @5
    lib/c.rb references lib/a.rb::A.N @5
    lib/c.rb references lib/b.rb::B @6
    lib/c.rb references lib/b.rb::B.N @6
    lib/c.rb instantiates lib/b.rb::B.N @6
    ");
}

#[test]
fn csharp_namespaces_pieces_and_extensions() {
    insta::assert_snapshot!(uses(&[
        ("a/N.cs", "namespace A.B { public partial class N : I { N N { get; } void F() { G(); N.G(); } } interface I { } }"),
        ("a/N.Gen.cs", "namespace A.B { partial class N { void G() { new N(); } } }"),
        ("a/X.cs", "namespace A { static class X { public static void Ext(this B.I i) { } public static void Ext(this string s) { } } }"),
        (
            "c/Use.cs",
            "using A.B;\nnamespace C { class U { void F(N n, string s) {\nn.F();\nn.Ext();\ns.Ext();\nA.X.Ext(n); } } }\n"
        ),
        ("d/Use.cs", "using A;\nusing static A.X;\nclass U { void F(A.B.N n, string s) {\nn.Ext();\ns.Ext();\nExt(s); } }\n"),
    ]), @r"
    a/N.Gen.cs::N.G instantiates a/N.cs::N @1
    a/N.cs::N implements a/N.cs::I @1
    a/N.cs::N.N references a/N.cs::N @1
    a/N.cs::N.F calls a/N.Gen.cs::N.G @1
    a/N.cs::N.F references a/N.cs::N.N @1
    a/X.cs::X.Ext references a/N.cs::I @1
    c/Use.cs imports a/N.Gen.cs @1
    c/Use.cs::U.F references a/N.cs::N @2
    c/Use.cs::U.F calls a/N.cs::N.F @3
    c/Use.cs::U.F calls a/X.cs::X.Ext @6?
    c/Use.cs::U.F calls a/X.cs::X.Ext#2 @6?
    c/Use.cs::U.F references a/X.cs::X @6
    d/Use.cs imports a/X.cs @1
    d/Use.cs imports a/X.cs @2
    d/Use.cs references a/X.cs::X @2
    d/Use.cs::U.F references a/N.cs::N @3
    d/Use.cs::U.F calls a/X.cs::X.Ext @4
    d/Use.cs::U.F calls a/X.cs::X.Ext#2 @5?
    d/Use.cs::U.F calls a/X.cs::X.Ext @6?
    d/Use.cs::U.F calls a/X.cs::X.Ext#2 @6?
    ");
}

#[test]
fn rust_elements_parts_and_closures() {
    insta::assert_snapshot!(uses(&[
        (
            "src/lib.rs",
            "mod use_it;\nuse std::collections::HashMap;\nuse std::sync::{Arc, Mutex};\n\
             pub struct Kid { n: u8 }\nimpl Kid { pub fn run(&self) -> bool { true } pub fn more(&self) -> Option<Kid> { None } }\n\
             pub struct Pair(Kid, Arc<Kid>);\npub enum Shape { Round(Kid), Flat { kid: Kid } }\npub type Kids = Vec<Kid>;\n\
             pub struct Family { kids: Vec<Kid>, by_name: HashMap<String, Box<Kid>>, lock: Mutex<Kid>, run: u8 }\n\
             impl Family { fn run(&self) -> u8 { self.run } }\nfn both() -> (Kid, u8) { loop {} }\n"
        ),
        (
            "src/use_it.rs",
            "use crate::*;\n\
             fn loops(f: &Family) {\n for k in &f.kids { k.run(); }\n for (i, k) in f.kids.iter().enumerate() { k.run(); }\n\
              for (_, k) in &f.by_name { k.run(); }\n f.kids[0].run();\n f.kids.first().unwrap().run();\n\
              f.kids.iter().filter(|k| k.run()).map(|k| k.more()).for_each(|k| { k.unwrap().run(); });\n\
              f.lock.lock().unwrap().run();\n f.by_name.get(\"a\").map(|k| k.run());\n f.run();\n}\n\
             fn patterns(s: Shape, p: Pair, o: Option<Kid>, kids: Kids) -> Option<()> {\n\
              match s { Shape::Round(k) if k.run() => k.run(), Shape::Flat { kid } => kid.run(), _ => false };\n\
              p.0.run();\n p.1.run();\n let Pair(a, b) = p;\n a.run(); b.run();\n\
              if let Some(k) = o { k.run(); }\n let (k, n) = both();\n k.run(); n.run();\n\
              kids.iter().next()?.more()?.run();\n let make = |k: Kid| { k.more() };\n\
              assert!(make(k).unwrap().run());\n None\n}\n"
        ),
    ]));
}

#[test]
fn rust_blanket_impls_and_iterators_of_the_corpus() {
    insta::assert_snapshot!(uses(&[(
        "src/lib.rs",
        "pub trait Find { type Out: Show; fn find(&self) -> Self::Out; }\npub trait Show { fn show(&self); }\n\
         impl<'a, F: Find> Find for &'a F { type Out = F::Out; fn find(&self) -> F::Out { (**self).find() } }\n\
         fn g<F: Find>(f: F) { f.find().show(); }\n\
         struct Walk; struct Entry; impl Entry { fn path(&self) {} }\n\
         impl Iterator for Walk { type Item = Result<Entry, ()>; fn next(&mut self) -> Option<Self::Item> { None } }\n\
         fn h(w: Walk) { for e in w { e.unwrap().path(); } }\n\
         fn i(w: Walk) { w.filter_map(|e| e.ok()).for_each(|e| e.path()); }\n"
    )]));
}

#[test]
fn types_that_contain_themselves_end() {
    let pairs: String = (1..40)
        .map(|n| format!("type A{n} = (A{m}, B{m});\ntype B{n} = (A{m}, B{m});\n", m = n - 1))
        .collect();
    let source = format!(
        "struct A0; struct B0;\n{pairs}type L = Vec<L>;\ntype M = Option<N>; type N = Box<M>;\n\
         fn f(a: A39, l: L, m: M) {{ a.0.1.go(); l[0][0].go(); m.unwrap().go(); for x in l {{ x.go(); }} }}\n\
         struct D; impl std::ops::Deref for D {{ type Target = D; }}\nfn g(d: D) {{ d.go(); }}\n"
    );
    assert_eq!(uses(&[("src/lib.rs", source.as_str())]).matches(" calls ").count(), 0);
}

#[test]
fn python_elements_narrowing_and_results() {
    insta::assert_snapshot!(uses(&[
        (
            "lib.py",
            "class Kid:\n  def run(self): return self\n  @property\n  def twin(self) -> 'Kid': ...\n  @classmethod\n  def make(cls): return cls()\n\
             class Child(Kid):\n  def set(self):\n    self.twin = 1\n    self.seen[0] = 2\n"
        ),
        (
            "use.py",
            "from contextlib import contextmanager\nfrom typing import Iterator, Callable\nfrom lib import Kid\n\
             def build(): return Kid()\ndef many():\n  yield Kid()\n@contextmanager\ndef opened() -> Iterator[Kid]: ...\n\
             class Home:\n  kids: list[Kid]\n  by_name: dict[str, Kid]\n  def __enter__(self): return Kid()\n  def __getitem__(self, n) -> Kid: ...\n\
             def f(h: Home, x, cls: type[Kid], call: Callable[[], Kid], k=None):\n\
             \x20 for a in h.kids: a.run()\n\
             \x20 for i, b in enumerate(h.kids): b.run()\n\
             \x20 for n, c in h.by_name.items(): c.run()\n\
             \x20 [d.run() for d in h.kids]\n\
             \x20 h.kids[0].run(); h[1].run()\n\
             \x20 with h as e: e.run()\n\
             \x20 with opened() as g: g.run()\n\
             \x20 if isinstance(x, Kid): x.run()\n\
             \x20 x.run()\n\
             \x20 build().run().twin.run()\n\
             \x20 for y in many(): y.run()\n\
             \x20 cls().run(); call().run(); Kid.make().run()\n\
             \x20 k = k or Kid()\n\
             \x20 k.run()\n\
             \x20 p, q = Kid(), 1\n\
             \x20 p.run()\n"
        ),
    ]));
}

#[test]
fn typescript_elements_callbacks_and_fields() {
    insta::assert_snapshot!(uses(&[
        (
            "lib.ts",
            "export class Kid { name = ''; run(): Kid { return this; } get twin() { return new Kid(); } }\n\
             export class Base { kid: Kid; }\n\
             export function each(visit: (kid: Kid, n: number) => void): void {}\n\
             export class Source { constructor(start?: (this: Source, kid: Kid) => void) {} }\n\
             export function build() { return new Kid(); }\n"
        ),
        (
            "use.ts",
            "import { Kid, Base, each, Source, build } from './lib';\n\
             class Home extends Base { kids: Kid[]; byName = new Map<string, Kid>(); set(k: Kid) { this.kid = k; } }\n\
             async function load(): Promise<Kid> { return build(); }\n\
             async function f(h: Home, pair: [Kid, number], call: () => Kid) {\n\
              for (const a of h.kids) a.run();\n\
              h.kids.map(b => b.run()).filter(c => c.run());\n\
              h.kids[0].run();\n\
              h.byName.get('x')!.run();\n\
              (await load()).run();\n\
              load().then(d => d.run());\n\
              each((e, n) => { e.run(); });\n\
              new Source((g) => g.run());\n\
              const { name, twin } = build();\n\
              twin.run();\n\
              const [first] = pair;\n\
              first.run();\n\
              call().run();\n\
              function own(this: Kid) { this.run(); }\n\
             }\n"
        ),
    ]));
}

#[test]
fn go_elements_results_and_named_containers() {
    insta::assert_snapshot!(uses(&[(
        "mod/a.go",
        "package mod\n\ntype Kid struct{}\n\nfunc (k *Kid) Run() *Kid { return k }\n\ntype Ring []*Kid\n\n\
         type Home struct {\n\tkids []Kid\n\tbyName map[string]*Kid\n\tring Ring\n}\n\n\
         func two() (k *Kid, err error) { return }\nfunc pair() (int, Kid) { return 1, Kid{} }\n\n\
         func use(h Home, c chan *Kid) {\n\
         \tfor _, a := range h.kids {\n\t\ta.Run()\n\t}\n\
         \tfor n, b := range h.byName {\n\t\tb.Run()\n\t\tn.Run()\n\t}\n\
         \tfor d := range c {\n\t\td.Run()\n\t}\n\
         \th.kids[0].Run()\n\
         \th.ring[1].Run()\n\
         \th.kids.Run()\n\
         \te, err := two()\n\
         \te.Run()\n\terr.Run()\n\
         \t_, f := pair()\n\
         \tf.Run()\n\
         \tg := func() *Kid { x := 1; return nil }\n\
         \tg().Run()\n\
         \t(<-c).Run()\n\
         \tif v, ok := h.byName[\"a\"]; ok {\n\t\tv.Run()\n\t}\n}\n"
    )]));
}

#[test]
fn java_elements_and_lambdas() {
    insta::assert_snapshot!(uses(&[(
        "src/p/Home.java",
        "package p;\nimport java.util.*;\nclass Kid { Kid run() { return this; } }\nclass Home {\n  List<Kid> kids; Map<String, Kid> byName; Kid[] rest;\n  void use() {\n    for (var a : kids) { a.run(); }\n    kids.get(0).run();\n    byName.get(\"x\").run();\n    rest[1].run();\n    kids.forEach(b -> b.run());\n    kids.stream().filter(c -> c.run() != null).findFirst().get().run();\n    for (Map.Entry<String, Kid> e : byName.entrySet()) e.getValue().run();\n    kids.run();\n  }\n}\n"
    )]));
}

#[test]
fn aliases_make_calls_as_sure_as_relative_imports() {
    let files = [
        ("app/main.ts", "import { run } from '~lib/run';\nimport { far } from 'far';\nrun(); far();\n"),
        ("app/lib/run.ts", "export function run() {}\n"),
        ("far/index.ts", "export function far() {}\n"),
        ("far/other.ts", "import { run } from '~lib/run';\nrun();\n"),
    ];
    let pattern = PathPattern {
        before: "~lib/".to_owned(),
        after: Some(String::new()),
        targets: vec!["./lib/*".to_owned()],
    };
    let manifests = Manifests {
        packages: Vec::new(),
        npm_packages: vec![NpmPackage {
            folder: "far".to_owned(),
            name: "far".to_owned(),
            entries: Vec::new(),
            inside: Vec::new(),
        }],
        path_aliases: vec![PathAliases {
            folder: "app".to_owned(),
            base_url: None,
            targets_from: "app".to_owned(),
            patterns: Arc::new([pattern]),
        }],
    };
    let calls = |manifests: &Manifests| -> Vec<String> {
        let uses = uses_in(&graph_with(&files, manifests));
        uses.lines().filter(|line| line.contains(" calls ")).map(str::to_owned).collect()
    };
    assert_eq!(
        calls(&manifests),
        ["app/main.ts calls app/lib/run.ts::run @3", "app/main.ts calls far/index.ts::far @3"]
    );
    assert!(calls(&Manifests::default()).is_empty());
}

/// The edges `implements`.
fn implements(files: &[(&str, &str)]) -> String {
    let uses = uses(files);
    uses.lines().filter(|line| line.contains(" implements ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn go_types_implement_what_they_have_the_methods_of() {
    let edges = implements(&[
        (
            "mod/a/a.go",
            "package a\ntype Node struct{}\ntype Alias = Node\n\
             type Visitor interface { Visit(n *Node) (w Visitor) }\n\
             type Pusher[T any] interface { Push(item T) }\n\
             type Ext interface { Reach(x out.Thing) }\n\
             type Ring interface { Ring; Other }\ntype Other interface { Ring; Turn() }\n",
        ),
        (
            "mod/b/b.go",
            "package b\nimport (\n\"ex.com/mod/a\"\n\"else.org/out\"\n)\n\
             type V struct{}\nfunc (v *V) Visit(_ *a.Alias) a.Visitor { return v }\n\
             type Stack[T any] struct{}\nfunc (s *Stack[T]) Push(T) {}\n\
             type W struct{}\nfunc (w W) Visit(n a.Node) a.Visitor { return w }\n\
             type Reacher interface { Reach(out.Thing) }\n\
             type R struct{}\nfunc (R) Reach(thing out.Thing) {}\nfunc (R) Turn() {}\n",
        ),
        ("mod/b/b_linux.go", "package b\ntype P struct{}\nfunc (P) Reach(out.Thing) {}\n"),
        ("mod/b/c.go", "package b\nimport \"else.org/out\"\ntype Q struct{}\nfunc (Q) Reach(out.Thing) {}\n"),
    ]);
    assert_eq!(
        edges,
        "mod/b/b.go::V implements mod/a/a.go::Visitor @6\n\
         mod/b/b.go::Stack implements mod/a/a.go::Pusher @8?\n\
         mod/b/b.go::R implements mod/a/a.go::Ring @13\n\
         mod/b/b.go::R implements mod/a/a.go::Other @13\n\
         mod/b/b.go::R implements mod/b/b.go::Reacher @13\n\
         mod/b/b_linux.go::P implements mod/a/a.go::Ext @2?\n\
         mod/b/c.go::Q implements mod/b/b.go::Reacher @3"
    );
}

#[test]
fn go_methods_of_several_builds_are_less_sure() {
    let edges = implements(&[
        ("a.go", "package p\ntype T struct{}\ntype I interface { M() }\n"),
        ("a_linux.go", "package p\nfunc (T) M() {}\n"),
        ("a_plan9.go", "package p\nfunc (T) M() {}\n"),
    ]);
    assert_eq!(edges, "a.go::T implements a.go::I @2?");
}

#[test]
fn calls_through_a_go_interface_stay_calls_of_its_method() {
    let uses = uses(&[(
        "a.go",
        "package p\ntype I interface { M() }\ntype T struct{}\nfunc (T) M() {}\nfunc f(i I) { i.M() }\n",
    )]);
    let calls: Vec<&str> = uses.lines().filter(|line| line.contains(" calls ")).collect();
    assert_eq!(calls, ["a.go::f calls a.go::I.M @5"]);
}

#[test]
fn hostile_interfaces_cost_no_more_than_the_budget() {
    use std::fmt::Write;
    let mut source = String::from("package p\n");
    for index in 0..600 {
        let _ = writeln!(source, "type I{index} interface {{ M(); N() }}");
        let _ =
            writeln!(source, "type T{index} struct{{}}\nfunc (T{index}) M() {{}}\nfunc (T{index}) N() {{}}");
    }
    let edges = implements(&[("a.go", &source)]).lines().count();
    assert!((1..600 * 600).contains(&edges), "{edges} edges");
}

#[test]
fn keys_of_object_literals_name_members_of_the_type_that_is_expected() {
    insta::assert_snapshot!(uses(&[
        (
            "lib.ts",
            "export interface Options { retries: number; back: Back; next(): void }\n\
             export type Back = { off: number };\n\
             export function run(name: string, options: Options): void {}\n\
             export class Job { options?: Options; constructor(readonly back: Back) {} }\n\
             export interface Runner { start: (options: Options) => void; stop(back: Back): void }\n\
             export class Other { alone: number; retries: number }\n"
        ),
        (
            "use.ts",
            "import { Options, Back, run, Job, Runner } from './lib';\n\
             const a: Options = { retries: 1, back: { off: 2 }, next() {} };\n\
             const many: Back[] = [{ off: 1 }, x ? { off: 2 } : ({ off: 3 })];\n\
             function given(): Back { return { off: 1 }; }\n\
             async function later(): Promise<Back> { return { off: 1 }; }\n\
             const short = (off: number): Back => ({ off });\n\
             run('x', { retries: 1, back: { off: 2 } });\n\
             new Job({ off: 1 });\n\
             function use(runner: Runner, job: Job, back: Back = { off: 0 }) {\n\
              runner.start({ retries: 1 });\n\
              runner.stop({ off: 1 });\n\
              job.options = { retries: 2 };\n\
              return [{ off: 1 } as Back, { off: 2 } satisfies Back, <Back>{ off: 3 }];\n\
             }\n\
             class Held { back: Back = { off: 1 }; }\n\
             many.push({ off: 4 });\n\
             new Map<string, Back>().set('x', { off: 5 });\n\
             const none: Options = { alone: 1, ['retries']: 2, nested: { retries: 1 }, ...{ retries: 2 } };\n\
             const free = { retries: 1, alone: 2 };\n\
             unknown({ retries: 1 }); run({ retries: 2 }, () => ({ retries: 3 }));\n\
             const odd: Missing = { alone: 1 };\n"
        ),
    ]), @r"
    lib.ts::Options references lib.ts::Back @1
    lib.ts::run references lib.ts::Options @3
    lib.ts::Job references lib.ts::Options @4
    lib.ts::Job.constructor references lib.ts::Back @4
    lib.ts::Runner references lib.ts::Options @5
    lib.ts::Runner.stop references lib.ts::Back @5
    use.ts imports lib.ts @1
    use.ts references lib.ts::Options @1
    use.ts references lib.ts::Back @1
    use.ts references lib.ts::run @1
    use.ts references lib.ts::Job @1
    use.ts references lib.ts::Runner @1
    use.ts calls lib.ts::run @7
    use.ts references lib.ts::Options.retries @7
    use.ts references lib.ts::Options.back @7
    use.ts references lib.ts::Back.off @7
    use.ts references lib.ts::Back.off @8
    use.ts instantiates lib.ts::Job @8
    use.ts references lib.ts::Back.off @16
    use.ts references use.ts::many @16
    use.ts references lib.ts::Back @17
    use.ts references lib.ts::Back.off @17
    use.ts calls lib.ts::run @20
    use.ts::a references lib.ts::Options @2
    use.ts::a references lib.ts::Options.retries @2
    use.ts::a references lib.ts::Options.back @2
    use.ts::a references lib.ts::Options.next @2
    use.ts::a references lib.ts::Back.off @2
    use.ts::many references lib.ts::Back @3
    use.ts::many references lib.ts::Back.off @3
    use.ts::given references lib.ts::Back @4
    use.ts::given references lib.ts::Back.off @4
    use.ts::later references lib.ts::Back @5
    use.ts::later references lib.ts::Back.off @5
    use.ts::short references lib.ts::Back @6
    use.ts::short references lib.ts::Back.off @6
    use.ts::use references lib.ts::Back @9
    use.ts::use references lib.ts::Back.off @9
    use.ts::use references lib.ts::Job @9
    use.ts::use references lib.ts::Runner @9
    use.ts::use references lib.ts::Options.retries @10
    use.ts::use references lib.ts::Runner.start @10
    use.ts::use calls lib.ts::Runner.stop @11
    use.ts::use references lib.ts::Back.off @11
    use.ts::use references lib.ts::Options.retries @12
    use.ts::use references lib.ts::Job.options @12
    use.ts::use references lib.ts::Back @13
    use.ts::use references lib.ts::Back.off @13
    use.ts::Held references lib.ts::Back @15
    use.ts::Held references lib.ts::Back.off @15
    use.ts::none references lib.ts::Options @18
    ");
}

#[test]
fn java_overloads_are_told_apart_by_the_number_of_arguments() {
    insta::assert_snapshot!(uses(&[(
        "A.java",
        "class A {\n void f() {}\n void f(int a) {}\n void f(int a, int... more) {}\n void g(A this, int a, /* b */ int b) {}\n\
         void none() { f(); }\n void one() { f(1); }\n void many() { f(1, /* and */ 2, 3); }\n\
         void no() { g(); g(1, 2); }\n}\n"
    )]), @r"
    A.java::A.none calls A.java::A.f @6
    A.java::A.one calls A.java::A.f#2 @7?
    A.java::A.one calls A.java::A.f#3 @7?
    A.java::A.many calls A.java::A.f#3 @8
    A.java::A.no calls A.java::A.g @9
    ");
}
