/** A module. */
import def, { type A, b as c } from "./a";
import * as ns from "../n/index.js";
import type { Only } from "pkg/sub";
import old = require("old");
export * from "./all";
export { c as default, ns as space } from "./b";

declare module "x" { export function ambient(a?: number): void; }
declare global { interface Window { mine: string } }

export namespace Deep.Inner {
  export const value = 1;
}

/** First sentence. Second. */
@Component({ selector: "a" })
export abstract class Base<T extends A = A> extends ns.Root<T> implements Only, Deep.Inner.I {
  static #count = 0;
  readonly kind!: Kind;
  [key: string]: unknown;
  constructor(private readonly store: Store<T>, public name = "x", @Inject() ...rest: string[]) { super(); }
  get size(): number { return this.store?.size ?? 0; }
  abstract run(this: Base<T>): Promise<void>;
  *iterate(): IterableIterator<T> { yield* this.store.items(); }
  over(a: string): void;
  over(a: number): void;
  over(a: any) { this.#hidden(a!)?.[0]?.call(this, a as unknown as string); }
  #hidden = async <U,>(u: U): Promise<U> => { await this.run(); return u satisfies U; };
  static { Base.#count++; }
}

export const enum Kind { A = 1, B = A << 2, "c-d" = "x".length }
export type Map2<K extends keyof any, V> = { readonly [P in K]?: V extends infer U ? U : never };
export interface Store<T> extends Iterable<T> { new (x: T): Store<T>; (call: string): T; size: number; items(): T[] }

export function isA(x: unknown): x is A { return typeof x === "object" && x instanceof def; }
export default function named({ a, b: { c: d = 1 }, ...rest }: Options, [first, , third]: number[] = []) {
  const f = (x) => x.map((y) => y.z());
  let t = `a${f(`b${d}`)}c`, { u, v } = c(rest);
  for (const [k, w] of Object.entries(u)) if (isA(w)) w.run();
  label: for (;;) { switch (t) { case "q": break label; default: continue; } }
  new (class extends Base<A> { run = async () => {}; })(v, "n").run();
  return <any>first || /re[/]x/u.test(t);
}

module.exports = { named, ...old, get x() { return 1; }, ["y" + 1]: isA };
exports.z = function () { return require("./z")(); };
