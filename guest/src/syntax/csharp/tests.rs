use crate::corpus::Language;
use crate::syntax::extract;
use crate::syntax::render::facts_of;
use crate::syntax::tests::assert_sound;

fn facts(source: &str) -> String {
    facts_of(Language::CSharp, "src/App/Main.cs", source)
}

#[test]
fn definitions_members_and_documentation() {
    insta::assert_snapshot!(facts(
        r#"
using System;
namespace App.Core
{
    /// <summary>
    /// Holds a <see cref="Node"/>. More.
    /// </summary>
    /// <param name="x">it</param>
    [Serializable]
    public partial class Holder<T> : Base<T>, IHolder where T : Node
    {
        public const int Limit = 3;
        private static readonly Dictionary<string, Node> Cache = new();
        internal Node first, second = new Node();
        /** <inheritdoc/> */
        public Node Node { get; private set; } = new();
        public int Count => Cache.Count;
        public event EventHandler Changed;
        public Holder(Node node, int n = Limit) : base(n) { Node = node; }
        ~Holder() { Free(); }
        [Fact]
        protected virtual async Task<Node> LoadAsync<U>(U key, T item) where U : IKey
        {
            key.Hash(); item.Touch();
            Node Local(int i) { return new() { Value = i }; }
            return Local(1);
        }
        public Node this[int index] { get { return Cache[index]; } set { value.Touch(); } }
        public static Holder<T> operator +(Holder<T> a, Holder<T> b) => a;
        public static implicit operator int(Holder<T> h) => h.Count;
        void IHolder.Close() { }
        private enum State { Open, [Obsolete] Shut = 2 }
    }
    public interface IHolder : IDisposable { void Close(); int Size { get; } }
    public record Point(int X, Node At) : Shape(X), IPoint { public int Sum() => X; }
    public readonly record struct Pair(int A);
    public struct Size { public int W; }
    public delegate Node Maker(string s);
    namespace Inner { static class Ext { public static void Poke(this Node node, int n) { } } }
}
"#
    ), @r"
    type Holder 10-33 exported in App.Core // Holds a Node.
    constant Holder.Limit 12-12 exported -> <int>
    constant Holder.Cache 13-13 -> <Dictionary>
    field Holder.first 14-14 -> <Node>
    field Holder.second 14-14 -> <Node>
    field Holder.Node 16-16 exported -> <Node>
    field Holder.Count 17-17 exported -> <int>
    field Holder.Changed 18-18 exported -> <EventHandler>
    method Holder.Holder 19-19 exported
    method Holder.~Holder 20-20
    method Holder.LoadAsync 22-27 exported test -> <Node>
    function Holder.LoadAsync.Local 25-25 test -> <Node>
    method Holder.this[] 28-28 exported -> <Node>
    method Holder.operator + 29-29 exported -> <Holder>
    method Holder.operator int 30-30 exported -> <int>
    method Holder.Close 31-31 -> <void>
    type Holder.State 32-32
    enum_member Holder.State.Open 32-32 -> <State>
    enum_member Holder.State.Shut 32-32 -> <State>
    interface IHolder 34-34 exported in App.Core
    method IHolder.Close 34-34 exported -> <void>
    field IHolder.Size 34-34 exported -> <int>
    type Point 35-35 exported in App.Core
    field Point.X 35-35 exported -> <int>
    field Point.At 35-35 exported -> <Node>
    method Point.Sum 35-35 exported -> <int>
    type Pair 36-36 exported in App.Core
    field Pair.A 36-36 exported -> <int>
    type Size 37-37 exported in App.Core
    field Size.W 37-37 exported -> <int>
    type Maker 38-38 exported in App.Core
    type Ext 39-39 in App.Core.Inner
    method Ext.Poke 39-39 extends Node -> <void>
    2: import System {*} []
    10: Holder takes Base
    10: Holder takes IHolder
    34: IHolder takes IDisposable
    35: Point takes Shape
    35: Point takes IPoint
    9: Holder uses SerializableAttribute
    10: Holder uses Node
    13: Holder uses Dictionary
    13: Holder uses Node
    13: Holder makes Dictionary
    14: Holder uses Node
    14: Holder makes Node
    16: Holder.Node uses Node
    16: Holder.Node makes Node
    17: Holder.Count uses Cache
    17: Holder.Count uses Cache.Count
    18: Holder uses EventHandler
    19: Holder.Holder uses Node
    19: Holder.Holder uses Limit
    19: Holder.Holder uses Node
    20: Holder.~Holder calls Free
    21: Holder.LoadAsync uses FactAttribute
    22: Holder.LoadAsync uses Task
    22: Holder.LoadAsync uses Node
    22: Holder.LoadAsync uses IKey
    24: Holder.LoadAsync calls <IKey>.Hash
    24: Holder.LoadAsync calls <Node>.Touch
    25: Holder.LoadAsync.Local uses Node
    25: Holder.LoadAsync.Local makes Node
    25: Holder.LoadAsync.Local uses <Node>.Value
    26: Holder.LoadAsync calls Local
    28: Holder.this[] uses Node
    28: Holder.this[] uses Cache
    28: Holder.this[] calls <Node>.Touch
    29: Holder.operator + uses Holder
    29: Holder.operator + uses Holder
    29: Holder.operator + uses Holder
    30: Holder.operator int uses Holder
    30: Holder.operator int uses <Holder>.Count
    31: Holder.Close uses IHolder
    32: Holder.State uses ObsoleteAttribute
    35: Point uses Node
    35: Point uses X
    35: Point.Sum uses X
    38: Maker uses Node
    39: Ext.Poke uses Node
    ");
}

#[test]
fn calls_through_locals_types_and_patterns() {
    insta::assert_snapshot!(facts(
        r#"
using App.Core;
namespace App;
class Main
{
    Node node;
    void Run(Graph g, object o, params Arg[] rest)
    {
        var a = new Node(g) { Value = Make(), Next = { Id = 1 } };
        Node b = new(2);
        a.Next?.Touch().Done();
        this.node.Touch(); base.Run(); Helper<int>();
        if (o is Leaf leaf && leaf.IsRed) leaf.Fall();
        switch (o) { case Twig { Length: > 2 } t: t.Snap(); break; case Kind.None: break; }
        foreach (Node n in g.All()) n.Visit();
        foreach (var (k, v) in g.Pairs()) v.Use(k);
        g.Each(x => x.Step(), delegate(Node y) { y.Walk(); });
        if (g.TryGet(1, out Node found)) found.Visit();
        if (g.TryGet(1, out var other)) other.Visit();
        using (var file = Open()) { file.Read(); }
        using var late = new Late();
        try { late.Go(); } catch (AppError e) when (e.Fatal()) { e.Report(); }
        var q = from Node i in g.All() where i.Ok() let w = i.Parent orderby w.Rank select i.Name;
        ((Leaf)o).Fall(); (o as Leaf)!.Fall();
        Func<int, Node> f = Build; f(1).Visit();
        g.Changed += OnChanged;
        var c = a ?? b; c.Visit();
        var anon = new { Id = a.Id, b.Name };
        Console.WriteLine($"{a.Label,5} {nameof(Main)} {typeof(Leaf)}");
        global::App.Core.Util.Do();
        string.Join(",", rest);
        int[] xs = { Count(), 2 };
        var copy = point with { X = Get() };
    }
    async Task<Node> Fetch() => await Load();
    Node Build(int n) => n > 0 ? new() : Default;
    T Pick<T>(T one) where T : Leaf { one.Fall(); T two = one; two.Fall(); return two; }
}
"#
    ), @r"
    package App
    type Main 4-38
    field Main.node 6-6 -> <Node>
    method Main.Run 7-34 -> <void>
    method Main.Fetch 35-35 -> <Node>
    method Main.Build 36-36 -> <Node>
    method Main.Pick 37-37 -> <Leaf>
    2: import App.Core {*} []
    6: Main uses Node
    7: Main.Run uses Graph
    7: Main.Run uses Arg
    9: Main.Run makes Node
    9: Main.Run uses <Node>.Value
    9: Main.Run calls Make
    9: Main.Run uses <Node>.Next
    10: Main.Run uses Node
    10: Main.Run makes Node
    11: Main.Run uses <Node>.Next
    11: Main.Run calls <Node>.Next.Touch
    11: Main.Run calls <Node>.Next.Touch().Done
    12: Main.Run uses This.node
    12: Main.Run calls This.node.Touch
    12: Main.Run calls Super.Run
    12: Main.Run calls Helper
    13: Main.Run uses Leaf
    13: Main.Run uses <Leaf>.IsRed
    13: Main.Run calls <Leaf>.Fall
    14: Main.Run uses Twig
    14: Main.Run calls <Twig>.Snap
    14: Main.Run uses Kind
    14: Main.Run uses Kind.None
    15: Main.Run uses Node
    15: Main.Run calls <Graph>.All
    15: Main.Run calls <Node>.Visit
    16: Main.Run calls <Graph>.Pairs
    16: Main.Run calls ?.Use
    17: Main.Run calls <Graph>.Each
    17: Main.Run calls ?.Step
    17: Main.Run uses Node
    17: Main.Run calls <Node>.Walk
    18: Main.Run calls <Graph>.TryGet
    18: Main.Run uses Node
    18: Main.Run calls <Node>.Visit
    19: Main.Run calls <Graph>.TryGet
    19: Main.Run calls ?.Visit
    20: Main.Run calls Open
    20: Main.Run calls Open().Read
    21: Main.Run makes Late
    22: Main.Run calls <Late>.Go
    22: Main.Run uses AppError
    22: Main.Run calls <AppError>.Fatal
    22: Main.Run calls <AppError>.Report
    23: Main.Run uses Node
    23: Main.Run calls <Graph>.All
    23: Main.Run calls <Node>.Ok
    23: Main.Run uses <Node>.Parent
    23: Main.Run uses <Node>.Parent.Rank
    23: Main.Run uses <Node>.Name
    24: Main.Run uses Leaf
    24: Main.Run calls <Leaf>.Fall
    24: Main.Run uses Leaf
    24: Main.Run calls <Leaf>.Fall
    25: Main.Run uses Func
    25: Main.Run uses Node
    25: Main.Run uses Build
    25: Main.Run calls <Func>().Visit
    26: Main.Run uses <Graph>.Changed
    26: Main.Run uses OnChanged
    27: Main.Run calls <Node>.Visit
    28: Main.Run uses <Node>.Id
    28: Main.Run uses <Node>.Name
    29: Main.Run uses Console
    29: Main.Run calls Console.WriteLine
    29: Main.Run uses <Node>.Label
    29: Main.Run uses Main
    29: Main.Run uses Leaf
    30: Main.Run uses App
    30: Main.Run uses App.Core
    30: Main.Run uses App.Core.Util
    30: Main.Run calls App.Core.Util.Do
    31: Main.Run calls string.Join
    32: Main.Run calls Count
    33: Main.Run uses point
    33: Main.Run calls Get
    35: Main.Fetch uses Task
    35: Main.Fetch uses Node
    35: Main.Fetch calls Load
    36: Main.Build uses Node
    36: Main.Build makes Node
    36: Main.Build uses Default
    37: Main.Pick uses Leaf
    37: Main.Pick calls <Leaf>.Fall
    37: Main.Pick calls <Leaf>.Fall
    ");
}

#[test]
fn usings_and_namespaces() {
    insta::assert_snapshot!(facts(
        r#"
global using System.Linq;
using static App.Core.Util;
using Alias = App.Core.Node;
using L = System.Collections.Generic.List<int>;
class Top { Alias a; }
namespace A { using B.C; namespace D.E { class X { } } class Y { } }
namespace F { class Z { } }
"#
    ), @r"
    type Top 6-6
    field Top.a 6-6 -> <Alias>
    type X 7-7 in A.D.E
    type Y 7-7 in A
    type Z 8-8 in F
    2: import System.Linq {*} reexported []
    3: import App.Core.Util {*} []
    4: import App.Core.Node as Alias []
    5: import System.Collections.Generic.List as L []
    7: import B.C {*} []
    6: Top uses Alias
    ");
}

#[test]
fn a_broken_file_keeps_what_is_whole() {
    insta::assert_snapshot!(facts(
        "\u{feff}namespace N {\r\n    class A {\r\n        void M() { F(); }\r\n    }\r\n    class B {\r\n        void G( { ((\r\n    }\r\n    class C {\r\n        int P { get; }\r\n"
    ), @r"
    type A 2-4
    method A.M 3-3 -> <void>
    type B 5-7
    field P 9-9 -> <int>
    1: - uses N
    3: A.M calls F
    6: B uses G
    8: - uses C
    ");
}

#[test]
fn test_code_is_told_by_path_and_attribute() {
    let is_test = |path: &str| extract(Language::CSharp, path, b"class C { void F() {} }").symbols[1].is_test;
    for path in ["a/XTests.cs", "XTest.cs", "test/U.cs", "My.Tests/U.cs", "src/Lib.UnitTests/A/B.cs"] {
        assert!(is_test(path), "{path}");
    }
    for path in ["a/Latest.cs", "Testing/X.cs", "a/Contest.cs"] {
        assert!(!is_test(path), "{path}");
    }
}

#[test]
fn deep_nesting_is_read_without_recursion() {
    let deep = 100_000;
    let source = format!("class C {{ int F() {{ return {}1{}; }} }}", "(".repeat(deep), ")".repeat(deep));
    assert_sound(&extract(Language::CSharp, "a.cs", source.as_bytes()));
}
