use proptest::prelude::*;

use crate::corpus::Language;
use crate::syntax::extract;
use crate::syntax::render::facts_of;
use crate::syntax::tests::assert_sound;

fn typescript(source: &str) -> String {
    facts_of(Language::TypeScript, "src/app/m.ts", source)
}

fn javascript(source: &str) -> String {
    facts_of(Language::JavaScript, "lib/app/m.js", source)
}

#[test]
fn definitions_members_and_documentation() {
    insta::assert_snapshot!(typescript(
        r#"
/** Greets. More. */
export async function greet(x: number): Promise<Out> { function inner() {} const local = 1; }
function hidden() {}
export { hidden as shown };
/** A service. */
@Injectable({ a() {} })
export class Service<T extends Base> extends core.Root<T> implements Api, ns.Other<string> {
  private readonly map: Map<string, Node> = new Map();
  static count = 0;
  #secret = 1;
  handler = (e: Event): Out => this.go(e);
  constructor(private readonly repo: Repo, public n?: number, plain: Plain) { super(repo); this.late = new Late(); this.late = null; }
  get total(): number { return this.#secret; }
  over(x: string): void;
  over(x: any) { this.repo.find(x); }
  private hide() {}
}
export default class extends Base {}
export abstract class Shape { protected abstract area(): Size; name: string; }
export interface Api extends Root, ns.More<T> { p: Node; m(a: Arg): Out; q?: { inner: string }; new (x: number): Api }
export type Alias = Node | null;
type Shaped = { a: Node; f(): Out };
enum Kind { A, B = 2, "C" }
namespace Inner { export const q = make(); export function f() {} }
declare module "ext" { export function g(): void; export function g(x: number): void; }
export const MAX = 3, other = make();
export const arrow = async <T>(x: Node): Promise<T> => x.run();
export const table = { m() { return 1; }, k: () => helper(), n: 1, deep: { no() {} } };
const { a, b: [c], ...rest } = make();
let typed: Node | undefined;
for (const i of items) { const z = i; }
"#
    ), @r"
    function greet 3-3 exported -> Promise[Out] // Greets.
    function greet.inner 3-3
    function hidden 4-4 exported
    type Service 8-18 exported
    field Service.map 9-9 -> Map[?][Node]
    field Service.count 10-10 exported
    field Service.#secret 11-11
    method Service.handler 12-12 exported -> <Out> takes 'tuple[Event]
    method Service.constructor 13-13 exported takes 'tuple[Repo][?][Plain]
    field Service.repo 13-13 -> <Repo>
    field Service.n 13-13 exported
    method Service.total 14-14 exported -> property This.#secret
    method Service.over 16-16 exported
    method Service.hide 17-17
    type default 19-19 exported
    type Shape 20-20 exported
    method Shape.area 20-20 -> <Size>
    field Shape.name 20-20 exported
    interface Api 21-21 exported
    field Api.p 21-21 exported -> <Node>
    method Api.m 21-21 exported -> <Out> takes 'tuple[Arg]
    field Api.q 21-21 exported
    type Alias 22-22 exported -> Node
    type Shaped 23-23
    field Shaped.a 23-23 -> <Node>
    method Shaped.f 23-23 -> <Out>
    type Kind 24-24
    enum_member Kind.A 24-24 -> <Kind>
    enum_member Kind.B 24-24 -> <Kind>
    enum_member Kind.C 24-24 -> <Kind>
    module Inner 25-25
    variable Inner.q 25-25 -> make()
    function Inner.f 25-25
    module ext 26-26 exported
    function ext.g 26-26 exported
    constant MAX 27-27 exported
    variable other 27-27 exported -> make()
    function arrow 28-28 exported -> Promise[?] takes 'tuple[Node]
    variable table 29-29 exported
    method table.m 29-29 exported
    method table.k 29-29 exported -> helper()
    variable a 30-30 -> make().a
    variable c 30-30 -> make().b#0
    variable rest 30-30
    variable typed 31-31 -> <Node>
    5: import src/app/m.ts {hidden as shown} reexported [src/app/m.ts]
    8: Service extends core.Root
    8: Service implements Api
    8: Service implements ns.Other
    19: default extends Base
    21: Api extends Root
    21: Api extends ns.More
    3: greet uses Promise
    3: greet uses Out
    7: - calls Injectable
    7: - uses Injectable(=0){a}
    8: Service uses Base
    8: Service uses core
    8: Service uses ns
    9: Service uses Map
    9: Service uses Node
    9: Service makes Map
    12: Service.handler uses Event
    12: Service.handler uses Out
    12: Service.handler calls This.go
    13: Service.constructor uses Repo
    13: Service.constructor uses Plain
    13: Service.constructor calls Super.constructor
    13: Service.constructor uses This.late
    13: Service.constructor makes Late
    13: Service.constructor uses This.late
    14: Service.total uses This.#secret
    16: Service.over uses This.repo
    16: Service.over calls This.repo.find
    20: Shape.area uses Size
    21: Api uses ns
    21: Api uses T
    21: Api uses Node
    21: Api.m uses Arg
    21: Api.m uses Out
    21: Api uses Api
    22: Alias uses Node
    23: Shaped uses Node
    23: Shaped.f uses Out
    25: Inner.q calls make
    27: other calls make
    28: arrow uses Node
    28: arrow uses Promise
    28: arrow calls <Node>.run
    29: table.k calls helper
    30: - uses make().a
    30: - uses make().b
    30: - calls make
    31: typed uses Node
    32: - uses items
    ");
}

#[test]
fn calls_through_locals_types_and_patterns() {
    insta::assert_snapshot!(typescript(
        r#"
function run(g: Graph, { repo, svc: s }: Props, f = fallback(), ...rest: Arg[]) {
  const x = new Node(g);
  x.id;
  x.touch().then(y => y.done());
  let y: Other = f(1);
  y.go?.(x!)?.next;
  repo.find();
  s.serve();
  for (const w of g.all()) w.step(i);
  try { risky(); } catch (e) { e.why(); }
  const { open, close: shut } = g.files();
  open(); shut();
  (x as Thing).do(); (<Thing>x).does();
  const z = g.maybe() ?? new Spare();
  z.both();
  const cb = function () { this.lost(); };
  cb();
  const isOk = (v: unknown): v is Node => true;
  tag`x${y.label}`;
  return g.save({ key: value, short, nested() { inner(); } });
}
class C extends B {
  m() { super.m(); this.m(); const t = this; t.m(); list.map(() => this.q()); function f() { this.no(); } }
}
function guard<T extends Shape>(t: T, cb: (a: A) => R): t is Square { t.area(); return cb(t); }
let w: typeof run; let k: import('x').Y;
run(1);
"#
    ), @r"
    function run 2-22 -> <Graph>.save() takes 'tuple[Graph][Props][?]['Array[Arg]]
    type C 23-25
    method C.m 24-24
    function C.m.f 24-24
    function guard 26-26 -> fn(R)[A]() takes 'tuple[Shape][fn(R)[A]]
    variable w 27-27
    variable k 27-27 -> <?.Y>
    23: C extends B
    2: run uses Graph
    2: run uses <Props>.repo
    2: run uses <Props>.svc
    2: run uses Props
    2: run calls fallback
    2: run uses Arg
    3: run makes Node
    4: run uses <Node>.id
    5: run calls <Node>.touch
    5: run calls <Node>.touch().then
    5: run calls <Node>.touch().then(&0.0).done
    6: run uses Other
    7: run calls <Other>.go
    7: run uses <Other>.go().next
    8: run calls <Props>.repo.find
    9: run calls <Props>.svc.serve
    10: run calls <Graph>.all
    10: run calls <Graph>.all()*.step
    10: run uses i
    11: run calls risky
    11: run calls ?.why
    12: run uses <Graph>.files().open
    12: run uses <Graph>.files().close
    12: run calls <Graph>.files
    13: run calls <Graph>.files().open
    13: run calls <Graph>.files().close
    14: run uses Thing
    14: run calls <Thing>.do
    14: run uses Thing
    14: run calls <Thing>.does
    15: run calls <Graph>.maybe
    15: run makes Spare
    16: run calls <Graph>.maybe().both
    17: run calls ?.lost
    19: run uses Node
    20: run calls tag
    20: run uses <Other>.label
    21: run calls <Graph>.save
    21: run uses <Graph>.save(=0){key}
    21: run uses value
    21: run uses short
    21: run uses <Graph>.save(=0){short}
    21: run uses <Graph>.save(=0){nested}
    21: run calls inner
    24: C.m calls Super.m
    24: C.m calls This.m
    24: C.m calls This.m
    24: C.m uses list
    24: C.m calls list.map
    24: C.m calls This.q
    24: C.m.f calls ?.no
    26: guard uses Shape
    26: guard uses A
    26: guard uses R
    26: guard uses Square
    26: guard calls <Shape>.area
    27: w uses run
    27: k uses ?.Y
    28: - calls run
    ");
}

#[test]
fn modules() {
    insta::assert_snapshot!(typescript(
        r#"
import D, { a as b, type T1 } from './x';
import * as ns from "pkg";
import './side.js';
import fs = require("./fs");
import A1 = ns.B;
import type { Q } from '@/q';
export { q as r, default } from '../q';
export * from './z';
export * as zz from './z';
function foo() { A1.go(); }
export default foo;
"#
    ), @r"
    function foo 11-11 exported
    2: import ./x {default as D} [src/app/x.ts src/app/x.tsx src/app/x.d.ts src/app/x.js src/app/x.jsx src/app/x.mjs src/app/x.cjs src/app/x/index.ts src/app/x/index.tsx src/app/x/index.d.ts src/app/x/index.js src/app/x/index.jsx]
    2: import ./x {a as b} [src/app/x.ts src/app/x.tsx src/app/x.d.ts src/app/x.js src/app/x.jsx src/app/x.mjs src/app/x.cjs src/app/x/index.ts src/app/x/index.tsx src/app/x/index.d.ts src/app/x/index.js src/app/x/index.jsx]
    2: import ./x {T1} [src/app/x.ts src/app/x.tsx src/app/x.d.ts src/app/x.js src/app/x.jsx src/app/x.mjs src/app/x.cjs src/app/x/index.ts src/app/x/index.tsx src/app/x/index.d.ts src/app/x/index.js src/app/x/index.jsx]
    3: import pkg as ns []
    4: import ./side.js [src/app/side.js src/app/side.ts src/app/side.tsx src/app/side.d.ts]
    5: import ./fs as fs [src/app/fs.ts src/app/fs.tsx src/app/fs.d.ts src/app/fs.js src/app/fs.jsx src/app/fs.mjs src/app/fs.cjs src/app/fs/index.ts src/app/fs/index.tsx src/app/fs/index.d.ts src/app/fs/index.js src/app/fs/index.jsx]
    7: import @/q {Q} […/src/q.ts …/src/q.tsx …/src/q.d.ts …/src/q.js …/src/q.jsx …/src/q.mjs …/src/q.cjs …/src/q/index.ts …/src/q/index.tsx …/src/q/index.d.ts …/src/q/index.js …/src/q/index.jsx …/q.ts …/q.tsx …/q.d.ts …/q.js …/q.jsx …/q.mjs …/q.cjs …/q/index.ts …/q/index.tsx …/q/index.d.ts …/q/index.js …/q/index.jsx]
    8: import ../q {q as r} reexported [src/q.ts src/q.tsx src/q.d.ts src/q.js src/q.jsx src/q.mjs src/q.cjs src/q/index.ts src/q/index.tsx src/q/index.d.ts src/q/index.js src/q/index.jsx]
    8: import ../q {default} reexported [src/q.ts src/q.tsx src/q.d.ts src/q.js src/q.jsx src/q.mjs src/q.cjs src/q/index.ts src/q/index.tsx src/q/index.d.ts src/q/index.js src/q/index.jsx]
    9: import ./z {*} reexported [src/app/z.ts src/app/z.tsx src/app/z.d.ts src/app/z.js src/app/z.jsx src/app/z.mjs src/app/z.cjs src/app/z/index.ts src/app/z/index.tsx src/app/z/index.d.ts src/app/z/index.js src/app/z/index.jsx]
    10: import ./z as zz reexported [src/app/z.ts src/app/z.tsx src/app/z.d.ts src/app/z.js src/app/z.jsx src/app/z.mjs src/app/z.cjs src/app/z/index.ts src/app/z/index.tsx src/app/z/index.d.ts src/app/z/index.js src/app/z/index.jsx]
    12: import src/app/m.ts {foo as default} reexported [src/app/m.ts]
    11: foo uses ns.B
    11: foo calls ns.B.go
    12: - uses foo
    ");
}

#[test]
fn common_js() {
    insta::assert_snapshot!(javascript(
        r#"
const { a, b: c } = require('./x'), y = require('./y.js'), z = require('./z').part;
var debug = require('debug')('x'); require('./side.js');
var app = exports = module.exports = {};
app.use = function use(fn) { this.lazy(); return c(fn) };
exports.f = function () { a(); };
exports.y = y;
exports.again = helper;
function helper() { function deep() {} deep(); y.go(); }
function Foo(n) { this.n = n; }
Foo.prototype.bar = function (q) { this.baz(); };
Foo.prototype.more = 1;
module.exports = { helper, other: Foo, m() {}, k: () => 1, n: 2 };
(function () { var inner = function () { app.use(); }; inner(); })();
module.exports.K = class K { m() {} };
"#
    ), @r"
    variable debug 3-3
    variable app 4-4
    method <app>.use 5-5 exported -> c()
    function f 6-6 exported
    function helper 9-9 exported
    function helper.deep 9-9
    function Foo 10-10 exported
    method <Foo>.bar 11-11 exported
    function m 13-13 exported
    function k 13-13 exported
    type K 15-15 exported
    method K.m 15-15 exported
    2: import ./x {a} [lib/app/x.ts lib/app/x.tsx lib/app/x.d.ts lib/app/x.js lib/app/x.jsx lib/app/x.mjs lib/app/x.cjs lib/app/x/index.ts lib/app/x/index.tsx lib/app/x/index.d.ts lib/app/x/index.js lib/app/x/index.jsx]
    2: import ./x {b as c} [lib/app/x.ts lib/app/x.tsx lib/app/x.d.ts lib/app/x.js lib/app/x.jsx lib/app/x.mjs lib/app/x.cjs lib/app/x/index.ts lib/app/x/index.tsx lib/app/x/index.d.ts lib/app/x/index.js lib/app/x/index.jsx]
    2: import ./y.js as y [lib/app/y.js lib/app/y.ts lib/app/y.tsx lib/app/y.d.ts]
    2: import ./z {part as z} [lib/app/z.ts lib/app/z.tsx lib/app/z.d.ts lib/app/z.js lib/app/z.jsx lib/app/z.mjs lib/app/z.cjs lib/app/z/index.ts lib/app/z/index.tsx lib/app/z/index.d.ts lib/app/z/index.js lib/app/z/index.jsx]
    3: import debug []
    3: import ./side.js [lib/app/side.js lib/app/side.ts lib/app/side.tsx lib/app/side.d.ts]
    8: import lib/app/m.js {helper as again} reexported [lib/app/m.js]
    13: import lib/app/m.js {Foo as other} reexported [lib/app/m.js]
    5: <app>.use uses app
    5: <app>.use calls This.lazy
    5: <app>.use calls c
    6: f calls a
    7: - uses y
    8: - uses helper
    9: helper calls deep
    9: helper uses y
    9: helper calls y.go
    10: Foo uses ?.n
    11: <Foo>.bar uses Foo
    11: <Foo>.bar calls This.baz
    12: - uses Foo
    12: - uses Foo.more
    13: - uses helper
    13: - uses Foo
    14: - uses app
    14: - calls app.use
    ");
}

#[test]
fn components_and_default_exports() {
    insta::assert_snapshot!(facts_of(
        Language::JavaScript,
        "ui/App.jsx",
        r#"
export default function App({ items }) {
  const [n, setN] = useState(0);
  return <Layout.Main title={title}><Item key={n} onClick={() => go(n)} /><div>{items}</div></Layout.Main>;
}
class Mixed extends mixin(Base) {}
class Old extends React.Component { state = { a: 1 }; render() { return <App/>; } }
"#
    ), @r"
    function App 2-5 exported
    type Mixed 6-6
    type Old 7-7
    field Old.state 7-7
    method Old.render 7-7
    2: import ui/App.jsx {App as default} reexported [ui/App.jsx]
    7: Old extends React.Component
    3: App calls useState
    4: App uses Layout
    4: App calls Layout.Main
    4: App uses title
    4: App calls Item
    4: App calls go
    6: Mixed calls mixin
    6: Mixed uses Base
    7: Old uses React
    7: Old.render calls App
    ");
    insta::assert_snapshot!(javascript("export default { name: 'x', run() { this.go(); } };"), @r"
    variable default 1-1 exported
    method default.run 1-1 exported
    1: default.run calls This.go
    ");
    insta::assert_snapshot!(javascript("export default () => main();"), @r"
    function default 1-1 exported -> main()
    1: default calls main
    ");
    insta::assert_snapshot!(javascript("export default class Named { m() {} }"), @r"
    type Named 1-1 exported
    method Named.m 1-1 exported
    1: import lib/app/m.js {Named as default} reexported [lib/app/m.js]
    ");
}

#[test]
fn a_broken_file_keeps_what_is_whole() {
    insta::assert_snapshot!(typescript(
        "\u{feff}function a() {\r\n  b();\r\n}\r\nclass X { m() { this.n(; } }\r\nconst = ;\r\nexport function c(): Out {\r\n  return d();\r\n}\r\nfunction e() { if (x"
    ), @r"
    function a 1-3
    type X 4-4
    method X.m 4-4
    function c 6-8 exported -> <Out>
    2: a calls b
    4: X.m calls This.n
    6: c uses Out
    7: c calls d
    9: - uses e
    9: - uses x
    ");
}

#[test]
fn test_code_is_told_by_path() {
    let is_test = |path: &str| extract(Language::TypeScript, path, b"function f() {}").symbols[0].is_test;
    for path in ["a.test.ts", "test.js", "b/a.spec.tsx", "__tests__/a.ts", "test/a.ts", "x/tests/b/a.ts"] {
        assert!(is_test(path), "{path}");
    }
    for path in ["latest/a.ts", "a.tests.ts", "contest.ts"] {
        assert!(!is_test(path), "{path}");
    }
}

const LANGUAGES: [Language; 3] = [Language::JavaScript, Language::TypeScript, Language::Tsx];

proptest! {
    #[test]
    fn any_tokens_give_sound_facts(tokens in proptest::collection::vec(proptest::sample::select(TOKENS), 0..60)) {
        for language in LANGUAGES {
            assert_sound(&extract(language, "a.ts", tokens.concat().as_bytes()));
        }
    }
}

const TOKENS: &[&str] = &[
    "function ",
    "class ",
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
    "from './x'",
    " as ",
    "*",
    ",",
    "@",
    " => ",
    "for (",
    " of ",
    "[",
    "]",
    "export ",
    "default ",
    "interface ",
    ": ",
    "async ",
    "await ",
    "const ",
    "exports.a",
    "module.exports",
    "require('./x')",
    "<",
    ">",
    "/>",
    "enum ",
    "type ",
    "new ",
    "x",
    "prototype",
    "declare ",
    "namespace ",
];
