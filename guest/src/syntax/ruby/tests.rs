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
    ), @"");
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
    ), @"");
}

#[test]
fn files_that_are_loaded() {
    insta::assert_snapshot!(facts(
        "require 'json'\nrequire \"app/util\"\nrequire_relative 'other'\nrequire_relative '../up.rb'\nmodule App\n  autoload :Late, 'app/late'\nend\nrequire name\nYAML.load('x')\n"
    ), @"");
}

#[test]
fn a_broken_file_keeps_what_is_whole() {
    insta::assert_snapshot!(facts(
        "\u{feff}class A\r\n  def m\r\n    go\r\n  end\r\nend\r\nclass B\r\n  def c(\r\n    ((\r\n  def d\r\n    self.x\r\n"
    ), @"");
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
