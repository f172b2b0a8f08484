use crate::corpus::Language;
use crate::syntax::render::facts_of;

fn facts(source: &str) -> String {
    facts_of(Language::Cpp, "src/a.cc", source)
}

#[test]
fn definitions_members_and_documentation() {
    insta::assert_snapshot!(facts(
        r#"#include "a.h"
namespace outer::inner {
/// A shape.
class Shape : public Base, private ns::Other<int> {
 public:
  Shape(int id) : id_(id), Base(1) {}
  virtual ~Shape();
  virtual double area() const = 0;
  bool operator==(const Shape& other) const;
  static int count;
  enum class Kind { A, B };
  template <typename T> T get(const T& t) { return t.value(); }
 private:
  int id_ = 0;
  std::unique_ptr<Node> node_;
};
using Alias = std::vector<Shape>;
}
double outer::inner::Shape::area() const { return node_->size() * this->id_; }
template <class T> struct Box { T held; Box<T> *next; };
template <> struct Box<int> { int held; };
static int local_fn() { return 1; }
namespace { int hidden; }
"#
    ), @r"
    module outer 2-18 exported
    module outer.inner 2-18 exported
    type outer.inner.Shape 4-16 exported // A shape.
    method outer.inner.Shape.Shape 6-6 exported
    method outer.inner.Shape.~Shape 7-7 exported
    method outer.inner.Shape.area 8-8 exported
    method outer.inner.Shape.operator== 9-9 exported
    field outer.inner.Shape.count 10-10 exported
    type outer.inner.Shape.Kind 11-11 exported
    enum_member outer.inner.Shape.Kind.A 11-11 exported
    enum_member outer.inner.Shape.Kind.B 11-11 exported
    method outer.inner.Shape.get 12-12 exported
    field outer.inner.Shape.id_ 14-14 exported
    field outer.inner.Shape.node_ 15-15 exported -> <Node>
    type outer.inner.Alias 17-17 exported -> std.vector
    method <Shape>.area 19-19 exported
    type Box 20-20 exported
    field Box.held 20-20 exported
    field Box.next 20-20 exported -> <Box>
    type Box 21-21 exported
    field Box.held 21-21 exported
    function local_fn 22-22
    variable hidden 23-23 exported
    1: import a.h {*} reexported [src/a.h …/a.h]
    4: outer.inner.Shape extends Base
    4: outer.inner.Shape extends ns.Other
    4: outer.inner.Shape uses ns
    6: outer.inner.Shape.Shape uses This.id_
    6: outer.inner.Shape.Shape uses This.Base
    9: outer.inner.Shape.operator== uses Shape
    12: outer.inner.Shape.get calls ?.value
    15: outer.inner.Shape.node_ uses Node
    17: outer.inner.Alias uses std.vector
    17: outer.inner.Alias uses Shape
    19: <Shape>.area uses outer.inner.Shape
    19: <Shape>.area uses node_
    19: <Shape>.area calls node_.size
    19: <Shape>.area uses This.id_
    20: Box.next uses Box
    ");
}

#[test]
fn calls_through_locals_paths_and_templates() {
    insta::assert_snapshot!(facts(
        r#"
using lib::helper;
void run(const Graph& g, std::shared_ptr<Node> n) {
  auto x = g.find(1);
  x.go();
  n->visit();
  Node y(3);
  y.go();
  auto z = new ns::Thing(1);
  z->use();
  auto w = std::make_unique<Item>(2);
  w->item();
  for (const auto& e : g.all()) e.each();
  for (Edge& e : g.edges()) e.typed();
  auto f = [&](Node q) { q.in(); other(q); };
  f(y);
  helper(1);
  a::b::call(a::K);
  Kind k = Kind::A;
  static_cast<Derived*>(z)->derived();
  if (auto* p = g.find(2)) p->found();
  auto [a1, b1] = pair(); a1.x();
  Item made{1};
  fn<int>(Item(1));
  try { risky(); } catch (const Error& e) { e.what(); }
}
"#
    ), @r"
    function run 3-26 exported
    3: run uses Graph
    3: run uses Node
    4: run calls <Graph>.find
    5: run calls <Graph>.find().go
    6: run calls <Node>.visit
    7: run makes Node
    8: run calls <Node>.go
    9: run uses ns
    9: run makes ns.Thing
    10: run calls <ns.Thing>.use
    11: run uses Item
    12: run calls Item().item
    13: run calls <Graph>.all
    13: run calls ?.each
    14: run uses Edge
    14: run calls <Graph>.edges
    14: run calls <Edge>.typed
    15: run uses Node
    15: run calls <Node>.in
    15: run calls other
    17: run calls lib.helper
    18: run uses a
    18: run uses a.b
    18: run calls a.b.call
    18: run uses a
    18: run uses a.K
    19: run uses Kind
    19: run uses Kind
    19: run uses Kind.A
    20: run uses Derived
    20: run calls Derived().derived
    21: run calls <Graph>.find
    21: run calls <Graph>.find().found
    22: run calls pair
    22: run calls ?.x
    23: run makes Item
    24: run calls fn
    24: run calls Item
    25: run calls risky
    25: run uses Error
    25: run calls <Error>.what
    ");
}
