use proptest::prelude::*;

use crate::corpus::Language;
use crate::syntax::extract;
use crate::syntax::render::facts_of;

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
    ), @"");
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
    ), @"");
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
    ), @"");
}

#[test]
fn common_js() {
    insta::assert_snapshot!(javascript(
        r#"
const { a, b: c } = require('./x'), y = require('./y.js'), z = require('./z').part;
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
    ), @"");
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
class Old extends React.Component { state = { a: 1 }; render() { return <App/>; } }
"#
    ), @"");
    insta::assert_snapshot!(javascript("export default { name: 'x', run() { this.go(); } };"), @"");
    insta::assert_snapshot!(javascript("export default () => main();"), @"");
    insta::assert_snapshot!(javascript("export default class Named { m() {} }"), @"");
}

#[test]
fn a_broken_file_keeps_what_is_whole() {
    insta::assert_snapshot!(typescript(
        "\u{feff}function a() {\r\n  b();\r\n}\r\nclass X { m() { this.n(; } }\r\nconst = ;\r\nexport function c(): Out {\r\n  return d();\r\n}\r\nfunction e() { if (x"
    ), @"");
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
    fn any_bytes_are_tolerated(source in proptest::collection::vec(any::<u8>(), 0..300)) {
        for language in LANGUAGES {
            extract(language, "a.ts", &source);
        }
    }

    #[test]
    fn any_tokens_are_tolerated(tokens in proptest::collection::vec(proptest::sample::select(TOKENS), 0..60)) {
        for language in LANGUAGES {
            extract(language, "a.ts", tokens.concat().as_bytes());
        }
    }
}

const TOKENS: &[&str] = &[
    "function ", "class ", "f", "this", ".", "(", ")", "{", "}", ";", "=", "import ", "from './x'", " as ", "*",
    ",", "@", " => ", "for (", " of ", "[", "]", "export ", "default ", "interface ", ": ", "async ", "await ",
    "const ", "exports.a", "module.exports", "require('./x')", "<", ">", "/>", "enum ", "type ", "new ", "x",
    "prototype", "declare ", "namespace ",
];
