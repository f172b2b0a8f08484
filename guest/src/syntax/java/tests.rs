use proptest::prelude::*;

use crate::corpus::Language;
use crate::syntax::extract;
use crate::syntax::render::facts_of;
use crate::syntax::tests::assert_sound;

fn facts(source: &str) -> String {
    facts_of(Language::Java, "src/main/java/com/ex/Foo.java", source)
}

#[test]
fn definitions_members_and_documentation() {
    insta::assert_snapshot!(facts(
        r#"
package com.ex;
/** A foo. More. */
@Ann(x = 1, y = {A.class})
public abstract class Foo<T extends Bar> extends Base<T> implements I1, a.b.I2<String> {
  private static final int MAX = 3, MIN = 2;
  List<Node> xs[] = new ArrayList<>(), ys;
  @Inject protected Repo repo;
  public Foo(int a, final String... b) throws X { super(a); this.repo = make(); }
  /** Runs. */
  @Override
  public <U> Out m(Map.Entry<A, B> e) { class Local { void x() {} } return null; }
  private void hide() {}
  static { init(); }
  enum Kind implements Tag { A, B(1) { void q() {} }; void z() {} }
  public record Point(int x, Node y) implements Q { Point { } public static Point of() { return null; } }
  public interface In extends X, Y { int C = 1; default void d() {} Out e(); }
  @interface An { int v() default 1; }
  @Test void works() {}
}
sealed interface S permits P1, P2 {}
"#
    ), @r"
    package com.ex
    type Foo 5-20 exported // A foo.
    constant Foo.MAX 6-6
    constant Foo.MIN 6-6
    field Foo.xs 7-7
    field Foo.ys 7-7 -> List[Node]
    field Foo.repo 8-8 exported -> <Repo>
    method Foo.Foo 9-9 exported
    method Foo.m 12-12 exported -> <Out> // Runs.
    type Foo.m.Local 12-12
    method Foo.m.Local.x 12-12
    method Foo.hide 13-13
    type Foo.Kind 15-15
    enum_member Foo.Kind.A 15-15 -> <Kind>
    enum_member Foo.Kind.B 15-15 -> <Kind>
    method Foo.Kind.B.q 15-15
    method Foo.Kind.z 15-15
    type Foo.Point 16-16 exported
    field Foo.Point.x 16-16 exported
    field Foo.Point.y 16-16 exported -> <Node>
    method Foo.Point.Point 16-16
    method Foo.Point.of 16-16 exported -> <Point>
    interface Foo.In 17-17 exported
    constant Foo.In.C 17-17 exported
    method Foo.In.d 17-17 exported
    method Foo.In.e 17-17 exported -> <Out>
    interface Foo.An 18-18
    method Foo.An.v 18-18
    method Foo.works 19-19 test
    interface S 21-21
    5: Foo extends Base
    5: Foo implements I1
    5: Foo implements a.b.I2
    15: Foo.Kind implements Tag
    16: Foo.Point implements Q
    17: Foo.In extends X
    17: Foo.In extends Y
    4: Foo uses Ann
    4: Foo uses A
    5: Foo uses Bar
    5: Foo uses a
    5: Foo uses a.b
    5: Foo uses String
    7: Foo uses List
    7: Foo uses Node
    7: Foo makes ArrayList
    8: Foo uses Inject
    8: Foo uses Repo
    9: Foo.Foo uses String
    9: Foo.Foo uses X
    9: Foo.Foo calls Super.Base
    9: Foo.Foo uses This.repo
    9: Foo.Foo calls make
    11: Foo.m uses Override
    12: Foo.m uses Out
    12: Foo.m uses Map
    12: Foo.m uses Map.Entry
    12: Foo.m uses A
    12: Foo.m uses B
    14: Foo calls init
    16: Foo.Point uses Node
    16: Foo.Point.of uses Point
    17: Foo.In.e uses Out
    19: Foo.works uses Test
    21: S uses P1
    21: S uses P2
    ");
}

#[test]
fn calls_through_locals_lambdas_and_patterns() {
    insta::assert_snapshot!(facts(
        r#"
class Foo extends Base {
  Repo repo;
  void run(Graph g, int[] q, Node... rest) {
    var x = new Node<Bar>(g);
    x.touch().then();
    Other y = f(1), z = null;
    y.go(); z.stop(); this.repo.find(); repo.save(x.id);
    for (Item f : g.all()) { f.go(); }
    for (int i = 0, j = 1; i < 1; i++) { use(i); }
    try (Res r = open(); r2) { r.read(); } catch (Oops e) { e.why(); } catch (A | B e2) { e2.how(); }
    Runnable r = () -> helper(); h = (int a) -> a; k = w -> w.go(); l = (Node a, Node b) -> a.m(b);
    use(Node::bar, this::baz, super::q, String[]::new, Node::new, a.b.C::d);
    if (o instanceof Thing t && t.ok()) { t.run(); }
    switch (o) { case Item it -> it.go(); case Point(int px, Node py) when px > 0 -> py.go(); default -> {} }
    super.m(); Foo.super.m(); Foo.this.m(); q[0].foo(); ((Thing) o).cast(); Node.class.getName();
    Object anon = new Listener(arg(new Inner())) { public void on() { fire(); } };
    label: while (true) { break label; }
    (flag ? first() : second()).end();
    Outer.Inner oi = Outer.make(); oi.go();
  }
}
"#
    ), @r"
    type Foo 2-22
    field Foo.repo 3-3 -> <Repo>
    method Foo.run 4-21
    type Foo.run.anonymous 17-17
    method Foo.run.anonymous.on 17-17
    2: Foo extends Base
    17: Foo.run.anonymous takes Listener
    3: Foo uses Repo
    4: Foo.run uses Graph
    4: Foo.run uses Node
    5: Foo.run makes Node
    5: Foo.run uses Bar
    6: Foo.run calls Node[Bar].touch
    6: Foo.run calls Node[Bar].touch().then
    7: Foo.run uses Other
    7: Foo.run calls f
    8: Foo.run calls <Other>.go
    8: Foo.run calls <Other>.stop
    8: Foo.run uses This.repo
    8: Foo.run calls This.repo.find
    8: Foo.run uses repo
    8: Foo.run calls repo.save
    8: Foo.run uses Node[Bar].id
    9: Foo.run uses Item
    9: Foo.run calls <Graph>.all
    9: Foo.run calls <Item>.go
    10: Foo.run calls use
    11: Foo.run uses Res
    11: Foo.run calls open
    11: Foo.run uses r2
    11: Foo.run calls <Res>.read
    11: Foo.run uses Oops
    11: Foo.run calls <Oops>.why
    11: Foo.run uses A
    11: Foo.run uses B
    11: Foo.run calls ?.how
    12: Foo.run uses Runnable
    12: Foo.run calls helper
    12: Foo.run uses h
    12: Foo.run uses k
    12: Foo.run calls ?.go
    12: Foo.run uses l
    12: Foo.run uses Node
    12: Foo.run uses Node
    12: Foo.run calls <Node>.m
    13: Foo.run calls use
    13: Foo.run uses Node
    13: Foo.run uses Node.bar
    13: Foo.run uses This.baz
    13: Foo.run uses Super.q
    13: Foo.run uses String
    13: Foo.run makes Node
    13: Foo.run uses a
    13: Foo.run uses a.b
    13: Foo.run uses a.b.C
    13: Foo.run uses a.b.C.d
    14: Foo.run uses o
    14: Foo.run uses Thing
    14: Foo.run calls <Thing>.ok
    14: Foo.run calls <Thing>.run
    15: Foo.run uses o
    15: Foo.run uses Item
    15: Foo.run calls <Item>.go
    15: Foo.run uses Point
    15: Foo.run uses Node
    15: Foo.run calls <Node>.go
    16: Foo.run calls Super.m
    16: Foo.run uses Foo
    16: Foo.run calls Super.m
    16: Foo.run uses Foo
    16: Foo.run calls <Foo>.m
    16: Foo.run calls 'array[?][].foo
    16: Foo.run uses Thing
    16: Foo.run uses o
    16: Foo.run calls <Thing>.cast
    16: Foo.run uses Node
    16: Foo.run calls ?.getName
    17: Foo.run uses Object
    17: Foo.run makes Listener
    17: Foo.run calls arg
    17: Foo.run makes Inner
    17: Foo.run.anonymous.on calls fire
    19: Foo.run uses flag
    19: Foo.run calls first
    19: Foo.run calls second
    19: Foo.run calls first().end
    20: Foo.run uses Outer
    20: Foo.run uses Outer.Inner
    20: Foo.run uses Outer
    20: Foo.run calls Outer.make
    20: Foo.run calls <Outer.Inner>.go
    ");
}

#[test]
fn imports() {
    insta::assert_snapshot!(facts(
        r#"
package com.ex.app;
import java.util.List;
import com.ex.Outer.Inner;
import com.ex.all.*;
import static com.ex.Util.helper;
import static com.ex.Util.*;
class C { void m() { helper(); Inner.go(); } }
"#
    ), @r"
    package com.ex.app
    type C 8-8
    method C.m 8-8
    3: import java.util.List {List} […/java/util/List.java package:java.util]
    4: import com.ex.Outer.Inner {Outer} […/com/ex/Outer.java package:com.ex]
    5: import com.ex.all {*} [package:com.ex.all]
    6: import com.ex.Util.helper {Util} […/com/ex/Util.java package:com.ex]
    7: import com.ex.Util {*} […/com/ex/Util.java package:com.ex]
    8: C.m calls Util.helper
    8: C.m uses Outer.Inner
    8: C.m calls Outer.Inner.go
    ");
}

#[test]
fn a_broken_file_keeps_what_is_whole() {
    insta::assert_snapshot!(facts(
        "\u{feff}package a;\r\nclass X {\r\n  void m() { n(); }\r\n  int = ;\r\n  void o() { p(; }\r\n  void q() { r();"
    ), @r"
    package a
    type X 2-6
    method X.m 3-3
    method X.o 5-5
    method X.q 6-6
    3: X.m calls n
    5: X.o uses p
    6: X.q calls r
    ");
}

#[test]
fn test_code_is_told_by_path() {
    let is_test = |path: &str| extract(Language::Java, path, b"class C {}").symbols[0].is_test;
    for path in ["src/test/java/A.java", "m/src/test/java/a/B.java", "a/FooTest.java", "a/FooIT.java"] {
        assert!(is_test(path), "{path}");
    }
    for path in ["src/main/java/Latest.java", "a/Tester.java", "test/a/Foo.java"] {
        assert!(!is_test(path), "{path}");
    }
}

proptest! {
    #[test]
    fn any_tokens_give_sound_facts(tokens in proptest::collection::vec(proptest::sample::select(TOKENS), 0..60)) {
        assert_sound(&extract(Language::Java, "A.java", tokens.concat().as_bytes()));
    }
}

const TOKENS: &[&str] = &[
    "class ",
    "interface ",
    "enum ",
    "record ",
    "A",
    "f",
    "this",
    ".",
    "(",
    ")",
    "{",
    "}",
    ";",
    "=",
    "import ",
    "package ",
    "static ",
    "*",
    ",",
    "@",
    " -> ",
    "for (",
    " : ",
    "[",
    "]",
    "public ",
    "new ",
    "int ",
    "::",
    "<",
    ">",
    "switch (",
    "case ",
    "super",
    "extends ",
    "implements ",
    "permits ",
    "instanceof ",
    "var ",
];
