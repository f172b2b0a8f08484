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
    ), @"");
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
    ), @"");
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
    ), @"");
}

#[test]
fn a_broken_file_keeps_what_is_whole() {
    insta::assert_snapshot!(facts(
        "\u{feff}namespace N {\r\n    class A {\r\n        void M() { F(); }\r\n    }\r\n    class B {\r\n        void G( { ((\r\n    }\r\n    class C {\r\n        int P { get; }\r\n"
    ), @"");
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
