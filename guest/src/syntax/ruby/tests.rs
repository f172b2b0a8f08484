use crate::corpus::Language;
use crate::syntax::extract;
use crate::syntax::render::facts_of;
use crate::syntax::tests::assert_sound;

fn facts(source: &str) -> String {
    facts_of(Language::Ruby, "lib/app/main.rb", source)
}

#[test]
fn definitions_members_and_documentation() {
    insta::assert_snapshot!(facts(
        r#"# frozen_string_literal: true

# Tools. More.
module App
  LIMIT = 3
  Pair = Struct.new(:left, :right) do
    def sum; left + right; end
  end
  Failure = Class.new(StandardError)
  # Does it.
  #
  # @param x it
  class Holder < Base::Thing
    include Comparable, Helpers
    extend Forwardable
    prepend Audit
    attr_accessor :name, :node
    attr_reader :helper
    @@count = 0
    def initialize(node, size: LIMIT, *rest, **opts, &block)
      @node = node
      @helper = Helper.new
      @a, @b = 1, 2
      @helper = other
    end
    def helper_size = @helper.size
    def name=(value)
      @name = value
    end
    def self.build(x) = new(x)
    class << self
      attr_reader :config
      def reset; @config = Config.new; end
    end
    define_method(:dynamic) { |v| go(v) }
    alias old_name name
    alias_method :other_name, :name
    private
    def hidden; end
    public
    def shown; end
    def late; end
    private :late
    private def inline; end
    private_class_method def self.secret; end
  end
  class Api::V1::Users; end
  module Util
    module_function
    def help; inner; end
  end
end
class App::Holder
  def more; name; end
end
def top(a) = a
$level = 1
class HolderTest < Minitest::Test
  def test_it; end
end
"#
    ), @r"
    module App 4-52 exported // Tools.
    constant App.LIMIT 5-5 exported
    type App.Pair 6-8 exported
    field App.Pair.left 6-6 exported
    field App.Pair.right 6-6 exported
    method App.Pair.sum 7-7 exported
    type App.Failure 9-9 exported
    type App.Holder 13-46 exported // Does it.
    field App.Holder.name 17-17 exported
    field App.Holder.node 17-17 exported
    field App.Holder.helper 18-18 exported -> <Helper>
    field App.Holder.@@count 19-19
    method App.Holder.initialize 20-25 exported -> This.other()
    field App.Holder.@node 21-21
    field App.Holder.@helper 22-22 -> <Helper>
    field App.Holder.@a 23-23
    field App.Holder.@b 23-23
    method App.Holder.helper_size 26-26 exported -> This.@helper.size()
    method App.Holder.name= 27-29 exported
    field App.Holder.@name 28-28
    method App.Holder.build 30-30 exported static -> <ThisType>
    field App.Holder.config 32-32 exported -> <Config>
    method App.Holder.reset 33-33 exported static -> <Config>
    field App.Holder.@config 33-33 -> <Config>
    method App.Holder.dynamic 35-35 exported
    method App.Holder.old_name 36-36 exported -> This.name()
    method App.Holder.other_name 37-37 exported -> This.name()
    method App.Holder.hidden 39-39
    method App.Holder.shown 41-41 exported
    method App.Holder.late 42-42
    method App.Holder.inline 44-44
    method App.Holder.secret 45-45 static
    type App.<Api.V1>.Users 47-47 exported
    module App.Util 48-51 exported
    method App.Util.help 50-50 exported static -> ThisType.inner()
    type <App>.Holder 53-55 exported
    method <App>.Holder.more 54-54 exported -> This.name()
    function top 56-56 exported
    variable $level 57-57 exported
    type HolderTest 58-60 exported test
    method HolderTest.test_it 59-59 exported test
    9: App.Failure extends StandardError
    13: App.Holder extends Base.Thing
    14: App.Holder implements Comparable
    14: App.Holder implements Helpers
    15: App.Holder implements Forwardable
    16: App.Holder implements Audit
    58: HolderTest extends Minitest.Test
    6: App.Pair uses Struct
    6: App.Pair makes Struct
    7: App.Pair.sum calls This.left
    7: App.Pair.sum calls This.right
    9: App.Failure uses Class
    9: App.Failure makes Class
    9: App.Failure uses StandardError
    13: App.Holder uses Base
    20: App.Holder.initialize uses LIMIT
    22: App.Holder.initialize uses Helper
    22: App.Holder.initialize makes Helper
    24: App.Holder.initialize uses This.@helper
    24: App.Holder.initialize calls This.other
    26: App.Holder.helper_size uses This.@helper
    26: App.Holder.helper_size calls This.@helper.size
    30: App.Holder.build makes ThisType
    33: App.Holder.reset uses Config
    33: App.Holder.reset makes Config
    35: App.Holder.dynamic calls This.go
    36: App.Holder uses This.name
    37: App.Holder uses This.name
    47: App.<Api.V1>.Users uses Api
    47: App.<Api.V1>.Users uses Api.V1
    50: App.Util.help calls ThisType.inner
    53: <App>.Holder uses App
    54: <App>.Holder.more calls This.name
    58: HolderTest uses Minitest
    ");
}

#[test]
fn calls_through_locals_blocks_and_symbols() {
    insta::assert_snapshot!(facts(
        r##"
class Main < Base
  before_action :load
  def run(graph, n = Node.new)
    x = Node.new(graph)
    x.touch.then_do
    n.go
    helper
    helper_with x, 1
    helper(x) { |y| y.step(x) }
    self.own
    self.class.make
    self.name = "a"
    x.label ||= default_label
    @node = x
    @node.touch
    @late ||= Late.new
    graph.each(&:visit)
    graph.each do |a, (b, c)|
      a.walk(b)
      outer = c
    end
    send(:load, x)
    x.public_send(:touch)
    m = method(:load)
    m.call
    begin
      risky
    rescue App::Failure, Other => e
      e.report
    rescue Single => s
      s.report
    end
    case x
    when Leaf then x.fall
    end
    case x
    in { id:, kind: Leaf => leaf } then leaf.fall(id)
    in [first, *others] then first.go
    end
    a, b = pair
    a.go
    v = x&.next || Node.new
    v.touch
    puts "#{x.name} #{helper2}"
    App::Util.help
    ::App::Util.help
    Util::call_it
    yield x
    z = lambda { |r| r.run }
    w = ->(q) { q.run }
    raise App::Failure, "no"
    super
  end
  def other(...)
    super(1)
    Integer("3")
    x
  end
  def self.make
    new.run
    other_make
    Main.new
  end
end
top_call 1
value = Main.new
value.run
unknown_thing
"##
    ), @r"
    type Main 2-65 exported
    method Main.run 4-54 exported -> Super.run()
    field Main.@node 15-15 -> <Node>
    field Main.@late 17-17 -> <Late>
    method Main.other 55-59 exported -> This.x()
    method Main.make 60-64 exported static -> <Main>
    2: Main extends Base
    3: Main calls ThisType.before_action
    3: Main uses This.load
    4: Main.run uses Node
    4: Main.run makes Node
    5: Main.run uses Node
    5: Main.run makes Node
    6: Main.run calls <Node>.touch
    6: Main.run calls <Node>.touch().then_do
    7: Main.run calls <Node>.go
    8: Main.run calls This.helper
    9: Main.run calls This.helper_with
    10: Main.run calls This.helper
    10: Main.run calls ?.step
    11: Main.run calls This.own
    12: Main.run calls ThisType.make
    13: Main.run calls This.name=
    14: Main.run calls <Node>.label=
    14: Main.run calls This.default_label
    16: Main.run uses This.@node
    16: Main.run calls This.@node.touch
    17: Main.run uses Late
    17: Main.run makes Late
    18: Main.run calls ?.each
    18: Main.run calls ?.visit
    19: Main.run calls ?.each
    20: Main.run calls ?.walk
    23: Main.run calls This.send
    23: Main.run calls This.load
    24: Main.run calls <Node>.public_send
    24: Main.run calls <Node>.touch
    25: Main.run calls This.method
    25: Main.run uses This.load
    26: Main.run calls This.method().call
    28: Main.run calls This.risky
    29: Main.run uses App
    29: Main.run uses App.Failure
    29: Main.run uses Other
    30: Main.run calls ?.report
    31: Main.run uses Single
    32: Main.run calls <Single>.report
    35: Main.run uses Leaf
    35: Main.run calls <Node>.fall
    38: Main.run uses Leaf
    38: Main.run calls ?.fall
    39: Main.run calls ?.go
    41: Main.run calls This.pair
    42: Main.run calls ?.go
    43: Main.run calls <Node>.next
    43: Main.run uses Node
    43: Main.run makes Node
    44: Main.run calls <Node>.next().touch
    45: Main.run calls This.puts
    45: Main.run calls <Node>.name
    45: Main.run calls This.helper2
    46: Main.run uses App
    46: Main.run uses App.Util
    46: Main.run calls App.Util.help
    47: Main.run uses App
    47: Main.run uses App.Util
    47: Main.run calls App.Util.help
    48: Main.run uses Util
    48: Main.run calls Util.call_it
    50: Main.run calls This.lambda
    50: Main.run calls ?.run
    51: Main.run calls ?.run
    52: Main.run calls This.raise
    52: Main.run uses App
    52: Main.run uses App.Failure
    53: Main.run calls Super.run
    56: Main.other calls Super.other
    57: Main.other calls This.Integer
    58: Main.other calls This.x
    61: Main.make makes ThisType
    61: Main.make calls <ThisType>.run
    62: Main.make calls ThisType.other_make
    63: Main.make uses Main
    63: Main.make makes Main
    66: - calls top_call
    67: - uses Main
    67: - makes Main
    68: - calls <Main>.run
    69: - calls unknown_thing
    ");
}

#[test]
fn files_that_are_loaded() {
    insta::assert_snapshot!(facts(
        "require 'json'\nrequire \"app/util\"\nrequire_relative 'other'\nrequire_relative '../up.rb'\nmodule App\n  autoload :Late, 'app/late'\nend\nrequire name\nYAML.load('x')\n"
    ), @r"
    module App 5-7 exported
    1: import json […/lib/json.rb]
    2: import app/util […/lib/app/util.rb …/app/util.rb]
    3: import other [lib/app/other.rb]
    4: import ../up.rb [lib/up.rb]
    6: import app/late in App […/lib/app/late.rb …/app/late.rb]
    8: - calls name
    9: - uses YAML
    9: - calls YAML.load
    ");
}

#[test]
fn a_broken_file_keeps_what_is_whole() {
    insta::assert_snapshot!(facts(
        "\u{feff}class A\r\n  def m\r\n    go\r\n  end\r\nend\r\nclass B\r\n  def c(\r\n    ((\r\n  def d\r\n    self.x\r\n"
    ), @r"
    type A 1-5 exported
    method A.m 2-4 exported -> This.go()
    3: A.m calls This.go
    6: - uses B
    7: - calls c
    9: - calls def
    9: - calls d
    10: - calls x
    ");
}

#[test]
fn test_code_is_told_by_path() {
    let is_test = |path: &str| extract(Language::Ruby, path, b"def f; end").symbols[0].is_test;
    for path in ["spec/x.rb", "a/test/u.rb", "a_spec.rb", "b/c_test.rb", "test_d.rb"] {
        assert!(is_test(path), "{path}");
    }
    for path in ["lib/testing/x.rb", "latest.rb", "lib/spectacle.rb"] {
        assert!(!is_test(path), "{path}");
    }
}

#[test]
fn deep_nesting_is_read_without_recursion() {
    let deep = 100_000;
    let source = format!("def f\n  {}1{}\nend\n", "(".repeat(deep), ")".repeat(deep));
    assert_sound(&extract(Language::Ruby, "a.rb", source.as_bytes()));
}
