use crate::corpus::Language;
use crate::syntax::render::facts_of;

fn facts(source: &str) -> String {
    facts_of(Language::Rust, "a/src/lib.rs", source)
}

#[test]
fn definitions_members_and_documentation() {
    insta::assert_snapshot!(facts(
        r#"
//! Crate.
/// A node. More.
#[derive(Clone)]
pub struct Node<T> { pub id: u32, next: Option<Box<Node<T>>> }
pub enum Kind { A, B(Node<u8>) }
pub trait Visit: Clone + Base { fn visit(&self, node: &Node<u8>) -> bool; }
impl<T: Visit> Node<T> {
    const MAX: u32 = 3;
    /// Makes one.
    pub fn new(v: T) -> Self { v.visit(&v); Self { id: Self::MAX, next: None } }
}
impl Visit for Kind { fn visit(&self, node: &Node<u8>) -> bool { node.go() && self.other() } }
static S: Kind = Kind::A;
type Alias = io::Result<Kind>;
macro_rules! m { () => { f() } }
mod inner { pub(crate) fn f() {} }
#[cfg(test)]
mod tests { #[test] fn works() {} }
"#
    ), @r"
    type Node 5-5 exported // A node.
    field Node.id 5-5 exported -> 'u32
    field Node.next 5-5 -> Option[Box[Node[?]]]
    type Kind 6-6 exported
    enum_member Kind.A 6-6 exported -> <Kind>
    enum_member Kind.B 6-6 exported -> ='tuple[Node['u8]]
    interface Visit 7-7 exported
    method Visit.visit 7-7 exported -> 'bool
    constant <Node>.MAX 9-9 -> 'u32
    method <Node>.new 11-11 exported -> <ThisType> // Makes one.
    method <Kind>.visit 13-13 exported -> 'bool
    variable S 14-14 -> <Kind>
    type Alias 15-15 -> io.Result[Kind]
    macro m 16-16
    module inner 17-17
    function inner.f 17-17 exported
    module tests 19-19 test
    function tests.works 19-19 test
    7: Visit extends Clone
    7: Visit extends Base
    13: Kind implements Visit
    5: Node.next uses Option
    5: Node.next uses Box
    5: Node.next uses Node
    6: Kind.B uses Node
    7: Visit.visit uses Node
    8: - uses Visit
    8: - uses Node
    11: <Node>.new calls <Visit>.visit
    11: <Node>.new uses <ThisType>.id
    11: <Node>.new uses ThisType.MAX
    11: <Node>.new uses <ThisType>.next
    13: - uses Kind
    13: <Kind>.visit uses Node
    13: <Kind>.visit calls Node['u8].go
    13: <Kind>.visit calls This.other
    14: S uses Kind
    14: S uses Kind
    14: S uses Kind.A
    15: Alias uses io
    15: Alias uses io.Result
    15: Alias uses Kind
    ");
}

#[test]
fn calls_through_locals_paths_and_macros() {
    insta::assert_snapshot!(facts(
        r#"
fn run(g: &Graph, f: impl Fn(u8), n: u8) -> Result<Out, Error> {
    let x = Node::new(n)?;
    x.id();
    let y = g.find(x.id).unwrap();
    y.touch().await;
    f(1);
    let h = crate::a::helper;
    h(2);
    if let Some(z) = g.get(0) { z.use_it() }
    for (i, w) in g.all() { w.step(i) }
    match g.kind { Kind::A => {}, Kind::B(b) if b.ok() => b.go(), other => {} }
    let c = |q: Node, r| { q.id(); r.id() };
    assert_eq!(g.len(), helper(x.size()), "text {}", name = Foo::bar());
    println!("{}", self::deep::call(1));
    let s = Point { x: n, y: K };
    s.norm();
    let x = x.shadow();
    let Point { x: px, y } = s; px.p(); y.q();
    list.iter().map(other).collect::<Vec<_>>()
}
"#
    ), @r"
    function run 2-21 -> Result[Out][Error]
    2: run uses Graph
    2: run uses Fn
    2: run uses Result
    2: run uses Out
    2: run uses Error
    3: run uses Node
    3: run calls Node.new
    4: run calls Node.new()!.id
    5: run calls <Graph>.find
    5: run uses Node.new()!.id
    5: run calls <Graph>.find().unwrap
    6: run calls <Graph>.find().unwrap().touch
    8: run uses crate.a
    8: run uses crate.a.helper
    9: run calls crate.a.helper
    10: run calls <Graph>.get
    10: run calls <Graph>.get()#0.use_it
    11: run calls <Graph>.all
    11: run calls <Graph>.all()*#1.step
    12: run uses <Graph>.kind
    12: run uses Kind
    12: run uses Kind.A
    12: run uses Kind
    12: run uses Kind.B
    12: run calls Kind.B#0.ok
    12: run calls Kind.B#0.go
    13: run uses Node
    13: run calls <Node>.id
    13: run calls ?.id
    14: run calls assert_eq!
    14: run calls <Graph>.len
    14: run calls helper
    14: run calls Node.new()!.size
    14: run uses Foo
    14: run calls Foo.bar
    15: run calls println!
    15: run uses self.deep
    15: run calls self.deep.call
    16: run makes Point
    16: run uses <Point>.x
    16: run uses <Point>.y
    16: run uses K
    17: run calls <Point>.norm
    18: run calls Node.new()!.shadow
    19: run uses Point
    19: run uses <Point>.x
    19: run uses <Point>.y
    19: run calls <Point>.x.p
    19: run calls <Point>.y.q
    20: run uses list
    20: run calls list.iter
    20: run calls list.iter().map
    20: run uses other
    20: run calls list.iter().map(other).collect
    20: run uses Vec
    ");
}

#[test]
fn use_trees() {
    insta::assert_snapshot!(facts(
        r#"
use crate::graph::{self, build as make, Kind::{A, B}, // note
    edge::*};
pub use other_crate::x::Y;
use std::io;
mod child;
#[path = "../other/b.rs"]
mod b;
extern crate serde as s;
fn f() { use super::z; A(1); }
mod m { use super::*; }
"#
    ), @r"
    function f 10-10
    module m 11-11
    2: import crate::graph as graph [a/src/graph.rs a/src/graph/mod.rs]
    2: import crate::graph {build as make} [a/src/graph.rs a/src/graph/mod.rs]
    3: import crate::graph::edge {*} [a/src/graph/edge.rs a/src/graph/edge/mod.rs]
    4: import other_crate::x {Y} reexported [a/src/other_crate/x.rs a/src/other_crate/x/mod.rs …/other_crate/src/x.rs …/other_crate/src/x/mod.rs …/other-crate/src/x.rs …/other-crate/src/x/mod.rs]
    5: import std {io} […/std/src/lib.rs]
    6: import child as child [a/src/child.rs a/src/child/mod.rs]
    8: import b as b [a/other/b.rs]
    9: import serde as s […/serde/src/lib.rs]
    10: import super {z} in f [a/mod.rs a/lib.rs a/main.rs a.rs]
    11: import super {*} in m [a/src/lib.rs]
    2: - uses crate.graph.Kind
    2: - uses crate.graph.Kind.A
    2: - uses crate.graph.Kind
    2: - uses crate.graph.Kind.B
    10: f calls crate.graph.Kind.A
    ");
}

#[test]
fn struct_literals_among_the_arguments_of_macros() {
    insta::assert_snapshot!(facts(
        r#"
fn f() {
    vec![Foo { bar: 1, baz }, a::Foo { ..base() }];
    assert_eq!(Self { #[cfg(x)] bar: g(1), ..Default::default() }.size(), Kind::B { x: Inner { y: 2 } });
    matches!(x, Some(Foo { bar: 1, .. } | Foo { ref baz, mut qux }));
    go! { match x { Foo { bar } => 1, Foo { baz: _, } if y => 2 } }
    go! { if let Foo { bar } = x { 1 } else { Foo { baz: 2 } } };
    go! { let Foo { bar, .. } = x; for Foo { baz } in xs { 1 } }
}
"#
    ), @r"
    function f 2-9
    3: f calls vec!
    3: f makes Foo
    3: f uses <Foo>.bar
    3: f uses baz
    3: f uses <Foo>.baz
    3: f uses a
    3: f makes a.Foo
    3: f calls base
    4: f calls assert_eq!
    4: f calls cfg
    4: f uses x
    4: f uses <ThisType>.bar
    4: f calls g
    4: f uses Default
    4: f calls <ThisType>.size
    4: f uses Kind
    4: f makes Kind.B
    4: f uses <Kind.B>.x
    4: f makes Inner
    4: f uses <Inner>.y
    5: f calls matches!
    5: f uses x
    5: f uses Foo
    5: f uses <Foo>.bar
    5: f uses Foo
    5: f uses ref
    5: f uses baz
    5: f uses <Foo>.baz
    5: f uses qux
    5: f uses <Foo>.qux
    6: f calls go!
    6: f uses x
    6: f uses Foo
    6: f uses bar
    6: f uses <Foo>.bar
    6: f uses Foo
    6: f uses <Foo>.baz
    6: f uses y
    7: f calls go!
    7: f uses Foo
    7: f uses bar
    7: f uses <Foo>.bar
    7: f uses x
    7: f uses else
    7: f makes Foo
    7: f uses <Foo>.baz
    8: f calls go!
    8: f uses Foo
    8: f uses bar
    8: f uses <Foo>.bar
    8: f uses x
    8: f uses Foo
    8: f uses baz
    8: f uses <Foo>.baz
    8: f uses in
    8: f uses xs
    ");
}

#[test]
fn blocks_among_the_arguments_of_macros_name_no_fields() {
    insta::assert_snapshot!(facts(
        r#"
fn f() {
    go! { if X { bar } else { baz } }
    go! { while x == X { bar } }
    go! { match X { bar => 1 } }
    go! { if let Some(x) = X { bar } }
    go! { for x in X { bar } }
    go! { fn g() -> Foo { bar } }
    go! { struct Foo { bar: u8 } }
    go! { impl Go for Foo { bar } }
    go! { Foo { bar; } Foo { bar() } Foo { bar: } Foo { bar: 1; } Foo { ..base, bar } low { bar } Foo [bar] }
}
"#
    ), @r"
    function f 2-12
    3: f calls go!
    3: f uses X
    3: f uses bar
    3: f uses else
    3: f uses baz
    4: f calls go!
    4: f uses x
    4: f uses X
    4: f uses bar
    5: f calls go!
    5: f uses X
    5: f uses bar
    6: f calls go!
    6: f uses x
    6: f uses X
    6: f uses bar
    7: f calls go!
    7: f uses x
    7: f uses in
    7: f uses X
    7: f uses bar
    8: f calls go!
    8: f calls g
    8: f uses Foo
    8: f uses bar
    9: f calls go!
    9: f uses Foo
    10: f calls go!
    10: f uses Go
    10: f uses Foo
    10: f uses bar
    11: f calls go!
    11: f uses Foo
    11: f uses bar
    11: f uses Foo
    11: f calls bar
    11: f uses Foo
    11: f uses Foo
    11: f uses Foo
    11: f uses base
    11: f uses bar
    11: f uses low
    11: f uses bar
    11: f uses Foo
    11: f uses bar
    ");
}
