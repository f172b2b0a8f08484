use crate::corpus::Language;
use crate::syntax::render::facts_of;

fn facts(source: &str) -> String {
    facts_of(Language::Go, "pkg/a.go", source)
}

#[test]
fn definitions_members_and_documentation() {
    insta::assert_snapshot!(facts(
        r#"// Copyright.

package graph

import (
	"fmt"
	m "github.com/org/repo/util/math"
	. "strings"
	_ "embed"
)

// Node is a node. It has an id.
type Node struct {
	ID, Rank int
	next *Node
	m.Base
	*Other
}

type Visitor interface {
	fmt.Stringer
	Visit(n *Node) (bool, error)
}

type Alias = m.Thing

const (
	// First one.
	First Kind = iota
	second
)

var table, other = New(), map[string]*Node{"a": {ID: 1}}

// New makes one.
func New() *Node { return &Node{ID: First, next: nil} }

func (n *Node) Walk(f func(x *Node) bool) []*Node {
	return n.next.Walk(f)
}
"#
    ), @r"
    package graph
    type Node 13-18 exported // Node is a node.
    field Node.ID 14-14 exported
    field Node.Rank 14-14 exported
    field Node.next 15-15 -> <Node>
    field Node.Base 16-16 exported -> <m.Base>
    field Node.Other 17-17 exported -> <Other>
    interface Visitor 20-23 exported
    method Visitor.Visit 22-22 exported -> 'tuple[?][?]
    type Alias 25-25 exported -> m.Thing
    constant First 29-29 exported -> <Kind> // First one.
    constant second 30-30
    variable table 33-33 -> New()
    variable other 33-33 -> 'map[?][Node]
    function New 36-36 exported -> <Node> // New makes one.
    method <Node>.Walk 38-40 exported -> 'slice[Node]
    6: import fmt as fmt [src/fmt/ …/src/fmt/]
    7: import github.com/org/repo/util/math as m […/github.com/org/repo/util/math/ …/org/repo/util/math/ …/repo/util/math/ util/math/ …/util/math/]
    8: import strings {*} [src/strings/ …/src/strings/]
    9: import embed [src/embed/ …/src/embed/]
    16: Node extends m.Base
    17: Node extends Other
    21: Visitor extends fmt.Stringer
    15: Node.next uses Node
    22: Visitor.Visit uses Node
    25: Alias uses m.Thing
    29: First uses Kind
    33: table calls New
    33: table uses Node
    33: table uses 'map[?][Node][].ID
    36: New uses Node
    36: New makes Node
    36: New uses <Node>.ID
    36: New uses First
    36: New uses <Node>.next
    38: <Node>.Walk uses Node
    38: <Node>.Walk uses Node
    38: <Node>.Walk uses Node
    39: <Node>.Walk uses <Node>.next
    39: <Node>.Walk calls <Node>.next.Walk
    ");
}

#[test]
fn calls_through_locals_ranges_and_switches() {
    insta::assert_snapshot!(facts(
        r#"package p

func run(g *Graph, ns []*Node, f func(int)) error {
	x, err := g.Find(1)
	if err != nil { return fmt.Errorf("no: %v", err) }
	x.Go()
	for i, n := range ns { n.Visit(i) }
	ns[0].First()
	switch v := x.(type) {
	case *Leaf:
		v.Leaf()
	case A, B:
		v.Either()
	}
	y := new(Thing)
	y.Use()
	var z, w Other = mk(), mk()
	z.A(); w.B()
	h := func(q Node) { q.Q(); f(2) }
	h(Node{})
	go worker(handler)
	p := Point{X: x, Y: Const}
	_ = []Point{{X: 1}}
	return Generic[int](p.X)
}
"#
    ), @r"
    package p
    function run 3-25
    3: run uses Graph
    3: run uses Node
    4: run calls <Graph>.Find
    5: run uses fmt
    5: run calls fmt.Errorf
    6: run calls <Graph>.Find()#0.Go
    7: run calls 'slice[Node]*.Visit
    8: run calls 'slice[Node][].First
    10: run uses Leaf
    11: run calls <Leaf>.Leaf
    12: run uses A
    12: run uses B
    13: run calls ?.Either
    15: run uses Thing
    16: run calls <Thing>.Use
    17: run uses Other
    17: run calls mk
    17: run calls mk
    18: run calls <Other>.A
    18: run calls <Other>.B
    19: run uses Node
    19: run calls <Node>.Q
    20: run makes Node
    21: run calls worker
    21: run uses handler
    22: run makes Point
    22: run uses <Point>.X
    22: run uses <Point>.Y
    22: run uses Const
    23: run uses Point
    23: run uses 'slice[Point][].X
    24: run calls Generic
    24: run uses <Point>.X
    ");
}
