use proptest::prelude::*;

use crate::corpus::Language;
use crate::syntax::extract;
use crate::syntax::render::facts_of;
use crate::syntax::tests::assert_sound;

fn facts(source: &str) -> String {
    facts_of(Language::Php, "src/Foo.php", source)
}

#[test]
fn definitions_members_and_documentation() {
    insta::assert_snapshot!(facts(
        r#"<?php
declare(strict_types=1);
namespace App\Model;
/** {@inheritdoc} A <b>foo</b>, see {@link Bar}. More. */
#[Attr(1), Other]
final class Foo extends Base implements I1, \Sub\I2 {
  use T1, Sub\T2 { T1::m insteadof T2; m as protected mm; }
  /** How many. */
  public const MAX = 3, MIN = self::MAX;
  private static ?Node $shared = null;
  /** @var Repo|null */
  protected $repo, $other;
  var $old;
  public function __construct(private readonly Node $node, public string $name = 'x', int ...$rest) {}
  /**
   * Runs.
   *
   * @param Graph $graph
   * @return Out<int>
   */
  abstract protected function run($graph, ?Node $n): ?array;
  public static function make(): static { return new static; }
  private function hide(): self|null {}
}
interface In extends X, Y { const C = 1; public function d(): Out; }
trait T1 { function m() {} }
enum Suit: string implements HasName { case Hearts = 'h'; case Spades = 's'; const Wild = self::Spades; }
/** Helps. */
function help(A|null $a, A|B $b): namespace\Out {}
const LIMIT = 5;
define('OLD', 1);
$config = new Config();
$config = null;
abstract class FooTestCase extends \PHPUnit\TestCase { function testIt() {} }
"#
    ), @r"
    package App\Model
    type Foo 6-24 exported // A foo, see Bar.
    constant Foo.MAX 9-9 exported // How many.
    constant Foo.MIN 9-9 exported
    field Foo.$shared 10-10 -> <Node>
    field Foo.$repo 12-12 -> <Repo>
    field Foo.$other 12-12 -> <Repo>
    field Foo.$old 13-13 exported
    method Foo.__construct 14-14 exported
    field Foo.$node 14-14 -> <Node>
    field Foo.$name 14-14 exported
    method Foo.run 21-21 -> <Out> // Runs.
    method Foo.make 22-22 exported -> <ThisType>
    method Foo.hide 23-23 -> <ThisType>
    interface In 25-25 exported
    constant In.C 25-25 exported
    method In.d 25-25 exported -> <Out>
    interface T1 26-26 exported
    method T1.m 26-26 exported
    type Suit 27-27 exported
    enum_member Suit.Hearts 27-27 exported -> <ThisType>
    enum_member Suit.Spades 27-27 exported -> <ThisType>
    constant Suit.Wild 27-27 exported
    function help 29-29 exported -> <App\Model\.Out> // Helps.
    constant LIMIT 30-30 exported
    constant OLD 31-31 exported
    variable $config 32-32 exported -> <Config>
    type FooTestCase 34-34 exported test
    method FooTestCase.testIt 34-34 exported test
    7: Foo extends T1
    7: Foo extends App\Model\Sub\.T2
    6: Foo extends Base
    6: Foo implements I1
    6: Foo implements Sub\.I2
    25: In extends X
    25: In extends Y
    27: Suit implements HasName
    34: FooTestCase extends PHPUnit\.TestCase
    5: Foo uses Attr
    5: Foo uses Other
    9: Foo uses ThisType.MAX
    10: Foo uses Node
    14: Foo.__construct uses Node
    21: Foo.run uses Node
    22: Foo.make makes Foo
    25: In.d uses Out
    27: Suit uses ThisType.Spades
    29: help uses A
    29: help uses A
    29: help uses B
    29: help uses App\Model\.Out
    31: - calls define
    32: - makes Config
    33: - uses $config
    ");
}

#[test]
fn names_of_functions_classes_and_constants() {
    insta::assert_snapshot!(facts(
        r#"<?php
namespace App;
use Lib\Util as U, Lib\Thing;
use function Lib\helper, Lib\other as o;
use const Lib\DEPTH;
use Grp\{A, Sub\B as C, function f, const D};
helper(DEPTH, \strlen($x), U\run(), Here\run(), namespace\run(), \Top\run());
new Thing; new U\Inner(1); new \DateTime; new $name; new ($name);
Thing::make()::VALUE; Thing::class; U::$count; Thing::{$dynamic}();
echo PHP_EOL, E_ALL, __LINE__, true;
"#
    ), @r"
    package App
    3: import Lib\Util {Util as U} [package:Lib]
    3: import Lib\Thing {Thing} [package:Lib]
    4: import Lib\helper {helper} [package:Lib]
    4: import Lib\other {other as o} [package:Lib]
    5: import Lib\DEPTH {DEPTH} [package:Lib]
    6: import Grp\A {A} [package:Grp]
    6: import Grp\Sub\B {B as C} [package:Grp\Sub]
    6: import Grp\f {f} [package:Grp]
    6: import Grp\D {D} [package:Grp]
    7: - calls helper
    7: - uses DEPTH
    7: - calls \.strlen
    7: - uses $x
    7: - calls Lib\Util\.run
    7: - calls App\Here\.run
    7: - calls App\.run
    7: - calls Top\.run
    8: - makes Thing
    8: - makes Lib\Util\.Inner
    8: - makes \.DateTime
    8: - uses $name
    8: - uses $name
    9: - uses Thing
    9: - calls Thing.make
    9: - uses Thing.make().VALUE
    9: - uses Thing
    9: - uses U
    9: - uses U.$count
    9: - uses Thing
    10: - uses PHP_EOL
    10: - uses E_ALL
    ");
}

#[test]
fn values_of_variables() {
    insta::assert_snapshot!(facts(
        r#"<?php
class Foo extends Base {
  private $made;
  function run(Graph $g, array $q, ?Node $n = null) {
    $x = new Node($g);
    $x->touch()?->then();
    $this->made = $x; $this->made->go(); self::$made->go(); parent::run(...); static::make();
    foreach ($g->all() as $key => [$a, $b]) { $a->go(); }
    try { $y = f() ?? g(); } catch (Oops $e) { $e->why(); } catch (A | B $e2) { $e2->how(); }
    $y->end(); ($x ?: $n)->q(); (clone $n)->r(); $q[0]->s();
    $f = fn (Item $i) => $i->go($x->id); $h = function () use ($x) { $x->h(); $n->unseen(); };
    $m = $this->run(...); $m(); $k = strlen(...); $k('x'); $x->{$name}(); $x->$name();
    usort($q, [$this, 'compare']); usort($q, [Node::class, 'order']); usort($q, [$q, 'none']);
    if ($q instanceof Thing) { $q->thing(); }
    /** @var Other $z */
    $z = load(); $z->go();
    static $cache = new Cache; $cache->get(); global $config; $config->read();
    $anon = new class($x->arg()) extends Base implements Listener { function on() { $this->fire(); } };
    return "a {$x->text()} $x->prop" . <<<EOT
      {$n->heredoc()}
      EOT;
  }
}
"#
    ), @r"
    package 
    type Foo 2-23 exported
    field Foo.$made 3-3 -> <Node>
    method Foo.run 4-22 exported
    type Foo.run.anonymous 18-18
    method Foo.run.anonymous.on 18-18
    2: Foo extends Base
    18: Foo.run.anonymous extends Base
    18: Foo.run.anonymous implements Listener
    4: Foo.run uses Graph
    4: Foo.run uses Node
    5: Foo.run makes Node
    6: Foo.run calls <Node>.touch
    6: Foo.run calls <Node>.touch().then
    7: Foo.run uses This.$made
    7: Foo.run uses This.$made
    7: Foo.run calls This.$made.go
    7: Foo.run uses ThisType.$made
    7: Foo.run calls ThisType.$made.go
    7: Foo.run uses Super.run
    7: Foo.run calls ThisType.make
    8: Foo.run calls <Graph>.all
    8: Foo.run calls ?.go
    9: Foo.run calls f
    9: Foo.run calls g
    9: Foo.run uses Oops
    9: Foo.run calls <Oops>.why
    9: Foo.run uses A
    9: Foo.run uses B
    9: Foo.run calls ?.how
    10: Foo.run calls f().end
    10: Foo.run calls <Node>.q
    10: Foo.run calls <Node>.r
    10: Foo.run calls ?.s
    11: Foo.run uses Item
    11: Foo.run calls <Item>.go
    11: Foo.run uses <Node>.$id
    11: Foo.run calls <Node>.h
    11: Foo.run calls ?.unseen
    12: Foo.run uses This.run
    12: Foo.run calls This.run
    12: Foo.run uses strlen
    12: Foo.run calls strlen
    13: Foo.run calls usort
    13: Foo.run uses This.compare
    13: Foo.run calls usort
    13: Foo.run uses Node
    13: Foo.run uses Node.order
    13: Foo.run calls usort
    14: Foo.run uses Thing
    14: Foo.run calls <Thing>.thing
    16: Foo.run calls load
    16: Foo.run calls <Other>.go
    17: Foo.run makes Cache
    17: Foo.run calls <Cache>.get
    17: Foo.run uses $config
    17: Foo.run calls $config.read
    18: Foo.run calls <Node>.arg
    18: Foo.run.anonymous.on calls This.fire
    19: Foo.run calls <Node>.text
    19: Foo.run uses <Node>.$prop
    20: Foo.run calls <Node>.heredoc
    ");
}

#[test]
fn included_files_and_html() {
    insta::assert_snapshot!(facts(
        r#"<html><?php require __DIR__ . '/a.php'; require_once(dirname(__DIR__, 1) . "/lib/b.php"); ?>
<p><?= show($title) ?></p>
<?php include 'c.php'; include $root . '/lib/d.php'; include $file; function show($t) { require 'e.php'; } ?>
<?php if (x()): ?> <b>text</b> <?php endif; $title = 'x'; ?>
</html>
"#
    ), @r"
    package 
    function show 3-3 exported
    variable $title 4-4 exported
    1: import a.php {*} reexported [src/a.php]
    1: import lib/b.php {*} reexported [lib/b.php]
    3: import c.php {*} reexported [src/c.php c.php only …/c.php]
    3: import lib/d.php {*} reexported [only …/lib/d.php]
    3: import e.php {*} reexported [src/e.php e.php only …/e.php]
    1: - calls dirname
    2: - calls show
    2: - uses $title
    3: - uses $root
    3: - uses $file
    4: - calls x
    ");
}

#[test]
fn several_namespaces_are_modules() {
    insta::assert_snapshot!(facts(
        "<?php\nnamespace A\\B { use X\\Y; class C { function m() { Y\\f(); } } }\nnamespace { function g() { \\A\\B\\h(); } }\n"
    ), @r"
    package 
    module A\B 2-2 exported
    type A\B.C 2-2 exported
    method A\B.C.m 2-2 exported
    function g 3-3 exported
    2: import X\Y {Y} in A\B [package:X]
    2: A\B.C.m calls X\Y\.f
    3: g calls A\B\.h
    ");
}

#[test]
fn a_broken_file_keeps_what_is_whole() {
    insta::assert_snapshot!(facts(
        "\u{feff}<?php\r\nclass X {\r\n  function m() { n(); }\r\n  function = ;\r\n  function o() { p(; }\r\n}\r\nfunction q() { r(); }\r\nfunction s() { t();"
    ), @r"
    package 
    type X 2-6 exported
    method X.m 3-3 exported
    method X.o 5-5 exported
    function q 7-7 exported
    3: X.m calls n
    5: X.o calls p
    7: q calls r
    8: - uses s
    8: - calls t
    ");
}

#[test]
fn test_code_is_told_by_path() {
    let is_test = |path: &str| extract(Language::Php, path, b"<?php class C {}").symbols[0].is_test;
    for path in ["tests/A.php", "src/Tests/A.php", "a/FooTest.php"] {
        assert!(is_test(path), "{path}");
    }
    for path in ["src/Latest.php", "a/Test/Foo.php", "a/Tester.php"] {
        assert!(!is_test(path), "{path}");
    }
}

#[test]
fn deep_nesting_is_walked_without_recursion() {
    let source = format!("<?php $x = {}1{};", "(".repeat(100_000), ")".repeat(100_000));
    assert_sound(&extract(Language::Php, "a.php", source.as_bytes()));
}

proptest! {
    #[test]
    fn any_tokens_give_sound_facts(tokens in proptest::collection::vec(proptest::sample::select(TOKENS), 0..60)) {
        assert_sound(&extract(Language::Php, "a.php", tokens.concat().as_bytes()));
    }
}

const TOKENS: &[&str] = &[
    "<?php ",
    "?>",
    "class ",
    "interface ",
    "trait ",
    "enum ",
    "case ",
    "A",
    "f",
    "$x",
    "$this",
    "->",
    "?->",
    "::",
    "\\",
    "(",
    ")",
    "{",
    "}",
    ";",
    "=",
    "use ",
    "namespace ",
    "function ",
    "fn",
    "=>",
    "static ",
    "const ",
    "new ",
    ",",
    "#[",
    "]",
    "[",
    "'m'",
    "\"a $x\"",
    "<<<E\n",
    "\nE;\n",
    "foreach (",
    " as ",
    "catch (",
    "extends ",
    "implements ",
    "public ",
    "...",
    "/** @var A $x */",
    "/** @param A $x\n * @return B */",
    "require __DIR__ . '/a.php';",
    "define('K', 1);",
    "global ",
    "instanceof ",
    "??",
    "??=",
];
