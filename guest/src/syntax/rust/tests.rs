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
    ), @"");
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
    list.iter().map(other).collect::<Vec<_>>()
}
"#
    ), @"");
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
extern crate serde as s;
fn f() { use super::z; A(1); }
mod m { use super::*; }
"#
    ), @"");
}
