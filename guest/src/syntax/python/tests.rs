use proptest::prelude::*;

use crate::corpus::Language;
use crate::syntax::extract;
use crate::syntax::render::facts_of;
use crate::syntax::tests::assert_sound;

fn facts(source: &str) -> String {
    facts_of(Language::Python, "pkg/app/m.py", source)
}

#[test]
fn definitions_members_and_documentation() {
    insta::assert_snapshot!(facts(
        r#"
"""Module."""
import enum
LIMIT = 3
_registry: dict[str, int] = {}
a, b = 1, 2
a = 4
def outer(x):
    """Does it. More."""
    def inner(): pass
    local = 1
class Base(ABC, Generic[T], metaclass=Meta):
    '''A base.

    Long.'''
    kind: Kind = None
    _x = y = Helper()
    def __init__(self, svc: "Service", n: int = 0) -> None:
        self.svc = svc
        self.helper: t.Optional[Helper] = None
        self.n, self.m = n, 1
        self.svc = other
        self.own = self.own
    @property
    def prop(self) -> Optional[Node]: return self.n
    @classmethod
    def make(cls) -> Self: return cls()
    @staticmethod
    @deco(Arg)
    def free(self): return self.x
    async def go(self): self.late = Late()
class Color(enum.IntEnum):
    RED = 1
class P(Protocol): ...
class Made(make(Base)): ...
class Checks(unittest.TestCase):
    def test_it(self): pass
type Alias = a.Node
"#
    ), @r"
    constant LIMIT 4-4 exported
    variable _registry 5-5 -> dict[str][int]
    variable a 6-6 exported
    variable b 6-6 exported
    function outer 8-11 exported // Does it.
    function outer.inner 10-10
    type Base 12-31 exported // A base.
    field Base.kind 16-16 exported -> <Kind>
    field Base._x 17-17 -> Helper()
    field Base.y 17-17 exported -> Helper()
    method Base.__init__ 18-23 exported
    field Base.svc 19-19 exported -> <Service>
    field Base.helper 20-20 exported -> <Helper>
    field Base.n 21-21 exported
    field Base.m 21-21 exported
    field Base.own 23-23 exported
    method Base.prop 25-25 exported -> property <Node>
    method Base.make 27-27 exported -> <ThisType>
    method Base.free 30-30 exported -> ?.x
    method Base.go 31-31 exported
    field Base.late 31-31 exported -> Late()
    type Color 32-33 exported
    enum_member Color.RED 33-33 exported -> <Color>
    interface P 34-34 exported
    type Made 35-35 exported
    type Checks 36-37 exported test
    method Checks.test_it 37-37 exported test
    type Alias 38-38 exported -> a.Node
    3: import enum as enum reexported [enum.py enum/__init__.py Lib/enum.py Lib/enum/__init__.py]
    12: Base extends ABC
    12: Base extends Generic
    32: Color extends enum.IntEnum
    34: P extends Protocol
    36: Checks extends unittest.TestCase
    5: _registry uses dict
    5: _registry uses str
    5: _registry uses int
    12: Base uses T
    12: Base uses Meta
    16: Base uses Kind
    17: Base calls Helper
    18: Base.__init__ uses Service
    18: Base.__init__ uses int
    20: Base.__init__ uses t
    20: Base.__init__ uses t.Optional
    20: Base.__init__ uses Helper
    21: Base.__init__ uses This.n
    21: Base.__init__ uses This.m
    22: Base.__init__ uses This.svc
    22: Base.__init__ uses other
    23: Base.__init__ uses This.own
    24: Base.prop uses property
    25: Base.prop uses Optional
    25: Base.prop uses Node
    25: Base.prop uses This.n
    26: Base.make uses classmethod
    28: Base.free uses staticmethod
    29: Base.free calls deco
    29: Base.free uses Arg
    30: Base.free uses ?.x
    31: Base.go calls Late
    32: Color uses enum
    35: Made calls make
    35: Made uses Base
    36: Checks uses unittest
    38: Alias uses a
    38: Alias uses a.Node
    ");
}

#[test]
fn calls_through_locals_annotations_and_patterns() {
    insta::assert_snapshot!(facts(
        r#"
def run(g: Graph, f, *args: Arg, d=default(), **kw) -> "Out":
    x = Node.new(g)
    x.id
    x.touch().then()
    y: "pkg.Other" = f(1)
    y.go()
    with open_it(g) as h, Ctx() as (p, q):
        h.read(); p.x()
    for i, j in g.items(): i.step(j)
    try: pass
    except Oops as e: e.why()
    z = [w.name for w in g.all() if w.ok(v)]
    k = lambda r: r.run(g)
    if (n := make()): n.use()
    global shared
    shared = 1
    shared.poke()
    match v:
        case Point(x=0, y=yy) as pt: pt.move(yy)
        case mod.CONST: pass
        case [first, *rest] | {"k": first, **rest}: first()
    c = A() if f else B()
    c.both()
    print(f"{x.label!r:>{width}}")
    g.a[0].b()
    cast(Node, f).cast_it()
    return await g.save(key=value)
class C(Base):
    def m(self):
        super().m()
        self.m()
        type(self).make()
        self.__class__.make()
        t = self
        t.m()
        def nested(): return self.m
        class D:
            def m(self): return self.q
if __name__ == "__main__":
    run(1)
"#
    ), @r"
    function run 2-28 exported -> <Out>
    type C 29-39 exported
    method C.m 30-39 exported
    function C.m.nested 37-37 -> This.m
    type C.m.D 38-39
    method C.m.D.m 39-39 -> This.q
    29: C extends Base
    2: run uses Graph
    2: run uses Arg
    2: run calls default
    2: run uses Out
    3: run uses Node
    3: run calls Node.new
    4: run uses Node.new().id
    5: run calls Node.new().touch
    5: run calls Node.new().touch().then
    6: run uses pkg.Other
    7: run calls <pkg.Other>.go
    8: run calls open_it
    8: run calls Ctx
    9: run calls open_it(){.read
    9: run calls Ctx(){#0.x
    10: run calls <Graph>.items
    10: run calls <Graph>.items()*#0.step
    12: run uses Oops
    12: run calls Oops.why
    13: run uses <Graph>.all()*.name
    13: run calls <Graph>.all
    13: run calls <Graph>.all()*.ok
    13: run uses v
    14: run calls ?.run
    15: run calls make
    15: run calls make().use
    18: run uses shared
    18: run calls shared.poke
    19: run uses v
    20: run uses Point
    20: run calls ?.move
    21: run uses mod.CONST
    23: run calls A
    23: run calls B
    24: run calls A().both
    25: run calls print
    25: run uses Node.new().label
    25: run uses width
    26: run uses <Graph>.a
    26: run calls <Graph>.a#0.b
    27: run uses cast
    27: run uses Node
    27: run calls <Node>.cast_it
    28: run calls <Graph>.save
    28: run uses value
    31: C.m calls Super.m
    32: C.m calls This.m
    33: C.m uses type
    33: C.m calls ThisType.make
    34: C.m calls ThisType.make
    36: C.m calls This.m
    37: C.m.nested uses This.m
    39: C.m.D.m uses This.q
    40: - uses __name__
    41: - calls run
    ");
}

#[test]
fn imports() {
    insta::assert_snapshot!(facts(
        r#"
import os.path, a.b as c, single
from . import sib
from ..up.x import (y as z, w)  # note
from .star import *
from a.b import d
try:
    import fast
except ImportError:
    fast = None
def f():
    from .late import g
    g()
"#
    ), @r"
    function f 11-13 exported
    2: import os.path reexported [os/path.py os/path/__init__.py Lib/os/path.py Lib/os/path/__init__.py]
    2: import os as os reexported [os.py os/__init__.py Lib/os.py Lib/os/__init__.py]
    2: import a.b as c reexported […/a/b.py …/a/b/__init__.py]
    2: import single as single reexported [single.py src/single.py lib/single.py pkg/app/single.py …/single/__init__.py]
    3: import . {sib} reexported [pkg/app/__init__.py]
    4: import ..up.x {y as z} reexported [pkg/up/x.py pkg/up/x/__init__.py]
    4: import ..up.x {w} reexported [pkg/up/x.py pkg/up/x/__init__.py]
    5: import .star {*} reexported [pkg/app/star.py pkg/app/star/__init__.py]
    6: import a.b {d} reexported […/a/b.py …/a/b/__init__.py]
    8: import fast as fast reexported [fast.py src/fast.py lib/fast.py pkg/app/fast.py …/fast/__init__.py]
    12: import .late {g} in f reexported [pkg/app/late.py pkg/app/late/__init__.py]
    9: - uses ImportError
    13: f calls g
    ");
}

#[test]
fn a_broken_file_keeps_what_is_whole() {
    insta::assert_snapshot!(facts(
        "\u{feff}def a():\r\n    b()\r\n\r\nclass X(:\r\n    def m(self):\r\n        self.n()\r\n\r\ndef c(:\r\n  (((\r\ndef d():\r\n    pass\r\n"
    ), @r"
    function a 1-2 exported
    type X 4-6 exported
    method X.m 5-6 exported
    2: a calls b
    6: X.m calls This.n
    8: - uses c
    10: - calls d
    ");
}

#[test]
fn test_code_is_told_by_path() {
    let is_test = |path: &str| extract(Language::Python, path, b"def f(): pass").symbols[0].is_test;
    for path in ["a/test_x.py", "x_test.py", "tests/util.py", "a/tests/b/c.py", "conftest.py", "app/tests.py"]
    {
        assert!(is_test(path), "{path}");
    }
    for path in ["testing/x.py", "latest.py", "a/contest.py"] {
        assert!(!is_test(path), "{path}");
    }
}

proptest! {
    #[test]
    fn any_tokens_give_sound_facts(tokens in proptest::collection::vec(proptest::sample::select(TOKENS), 0..60)) {
        assert_sound(&extract(Language::Python, "a.py", tokens.concat().as_bytes()));
    }
}

const TOKENS: &[&str] = &[
    "def ", "class ", "f", "self", ".", "(", ")", ":", "\n", "\n    ", "=", "import ", "from ", "as ", "*",
    ",", "@", "lambda ", "for ", " in ", "[", "]", "match x:", "case ", "\"a\"", "async ", "await ",
    "global ", "|",
];
