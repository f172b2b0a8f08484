//! What a language says about its syntax tree: rules by kind of node, as data and small functions.
//!
//! The walk ([`mod@super::extract`]) calls them; they see one node with its finished children, never
//! siblings or parents, which is what keeps the whole pass linear.

use tree_sitter::Node;

use crate::syntax::facts::ExprId;
use crate::syntax::library::Library;
use crate::syntax::name_rules::NameRules;
use crate::syntax::pass::Pass;

/// Names of fields of the grammars that rules ask for.
macro_rules! fields {
    ($($variant:ident = $name:literal),* $(,)?) => {
        /// A field of a grammar; those that no rule asks for are `Other`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Field { Other, $($variant),* }

        impl Field {
            /// All fields with a name, in the order of their discriminants from 1.
            pub(super) const NAMED: &'static [(Field, &'static str)] = &[$((Field::$variant, $name)),*];
        }
    };
}

fields! {
    Name = "name",
    Type = "type",
    Value = "value",
    Body = "body",
    Pattern = "pattern",
    Path = "path",
    Function = "function",
    Arguments = "arguments",
    Argument = "argument",
    Parameters = "parameters",
    TypeParameters = "type_parameters",
    TypeArguments = "type_arguments",
    ReturnType = "return_type",
    Result = "result",
    Receiver = "receiver",
    Member = "field",
    Property = "property",
    Object = "object",
    Attribute = "attribute",
    Left = "left",
    Right = "right",
    Trait = "trait",
    Bounds = "bounds",
    Macro = "macro",
    Condition = "condition",
    Alternative = "alternative",
    Consequence = "consequence",
    Declarator = "declarator",
    Declaration = "declaration",
    Source = "source",
    Alias = "alias",
    ModuleName = "module_name",
    Superclasses = "superclasses",
    Superclass = "superclass",
    Interfaces = "interfaces",
    Constructor = "constructor",
    Key = "key",
    Operand = "operand",
    Scope = "scope",
    Package = "package",
    Element = "element",
    Definition = "definition",
    Decorator = "decorator",
    Parameter = "parameter",
    Initializer = "initializer",
    Index = "index",
    Size = "size",
    Designator = "designator",
    Operator = "operator",
    Constraint = "constraint",
    Dimensions = "dimensions",
    Captures = "captures",
    DefaultValue = "default_value",
    Label = "label",
    Subject = "subject",
    Update = "update",
    Increment = "increment",
    Init = "init",
    Range = "range",
    Kind = "kind",
    Channel = "channel",
    Start = "start",
    End = "end",
    Subscript = "subscript",
    Resources = "resources",
    Permits = "permits",
    Default = "default",
    Tag = "tag",
    Base = "base",
    BaseClause = "base_clause",
    Returns = "returns",
    Accessors = "accessors",
    Expression = "expression",
    Qualifier = "qualifier",
    Method = "method",
    Block = "block",
}

/// How identifiers below a node are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// They use names.
    Code,
    /// They bind local names; see [`Pass::bind_pattern`].
    Pattern,
    /// As in code, but only types can stand there: a member or local of the same name is not meant.
    Type,
    /// As in code, but what a type extends: a relation says so, no reference.
    Bases,
    /// They are the name of something being declared, a label or a keyword: neither used nor bound.
    Name,
}

/// What a node stands for, once it was visited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// What it names or gives.
    pub(super) expr: Option<ExprId>,
    /// Whether a reference is still to be made for it, by the first node around it that knows how.
    pub(super) pending: Pending,
    /// 1-based line of the name.
    pub(super) line: u32,
    /// First byte of the name.
    pub(super) byte: u32,
}

/// Whether a value still has to become a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    /// No: it was made, or there is none to make.
    No,
    /// Only if it is called: a local variable that stands for a function.
    IfCalled,
    /// Yes: a use, unless something around it makes it a call.
    Yes,
}

impl Value {
    /// Nothing is known and nothing is to be done.
    pub(super) const NONE: Self = Self { expr: None, pending: Pending::No, line: 0, byte: 0 };

    /// A value without a reference to be made.
    pub(super) fn of(expr: ExprId) -> Self {
        Self { expr: Some(expr), ..Self::NONE }
    }

    /// Takes the value out, so that its reference is made by whoever gets it.
    pub(super) fn take(&mut self) -> Self {
        let taken = *self;
        self.pending = Pending::No;
        taken
    }
}

/// A finished child of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<'tree> {
    pub(super) node: Node<'tree>,
    pub(super) field: Field,
    pub(super) value: Value,
}

/// Finds the first child in a field.
pub(super) fn child_in<'c, 'tree>(
    children: &'c mut [Child<'tree>],
    field: Field,
) -> Option<&'c mut Child<'tree>> {
    children.iter_mut().find(|child| child.field == field)
}

/// Takes the value of the first child in a field.
pub(super) fn take_in(children: &mut [Child<'_>], field: Field) -> Value {
    child_in(children, field).map_or(Value::NONE, |child| child.value.take())
}

/// Takes the value of the last child that has one.
pub(super) fn take_last(children: &mut [Child<'_>]) -> Value {
    children.iter_mut().rev().find(|c| c.value.expr.is_some()).map_or(Value::NONE, |c| c.value.take())
}

/// Takes the value of the first child that has one.
pub(super) fn take_first(children: &mut [Child<'_>]) -> Value {
    children.iter_mut().find(|c| c.value.expr.is_some()).map_or(Value::NONE, |c| c.value.take())
}

/// Called before a node's children are visited.
pub(super) type Enter = fn(&mut Pass<'_>, Node<'_>);
/// Called after each child with the node around it and all children finished so far; the last is new.
pub(super) type AfterChild = fn(&mut Pass<'_>, Node<'_>, &mut [Child<'_>]);
/// Called when all children are finished. Children whose reference nobody took get one as a use.
pub(super) type Leave = fn(&mut Pass<'_>, Node<'_>, &mut [Child<'_>]) -> Value;

/// The part a node plays beside its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// None.
    Plain,
    /// A comment, which may document what follows.
    Comment,
    /// An attribute or decorator: stands between a comment and what the comment documents.
    Annotation,
}

/// What is done with nodes of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) enter: Option<Enter>,
    pub(super) after_child: Option<AfterChild>,
    pub(super) leave: Option<Leave>,
    /// Whether local names bound inside end with the node.
    pub(super) scope: bool,
    /// Whether its children are not visited.
    pub(super) opaque: bool,
    /// Whether `leave` gets anonymous children too.
    pub(super) tokens: bool,
    pub(super) role: Role,
    /// How the children in a field are read, where that differs from the node itself.
    pub(super) modes: &'static [(Field, Mode)],
    /// How all other children are read, where that differs from the node itself.
    pub(super) mode: Option<Mode>,
}

impl Rule {
    /// A rule that does nothing.
    pub(super) const fn new() -> Self {
        Self {
            enter: None,
            after_child: None,
            leave: None,
            scope: false,
            opaque: false,
            tokens: false,
            role: Role::Plain,
            modes: &[],
            mode: None,
        }
    }

    /// A comment.
    pub(super) const fn comment() -> Self {
        Self { role: Role::Comment, opaque: true, ..Self::new() }
    }

    /// Calls `f` before the children.
    pub(super) const fn enter(mut self, f: Enter) -> Self {
        self.enter = Some(f);
        self
    }

    /// Calls `f` after each child.
    pub(super) const fn after_child(mut self, f: AfterChild) -> Self {
        self.after_child = Some(f);
        self
    }

    /// Calls `f` after all children.
    pub(super) const fn leave(mut self, f: Leave) -> Self {
        self.leave = Some(f);
        self
    }

    /// Ends the local names bound inside with the node.
    pub(super) const fn scope(mut self) -> Self {
        self.scope = true;
        self
    }

    /// Leaves the children out.
    pub(super) const fn opaque(mut self) -> Self {
        self.opaque = true;
        self
    }

    /// Gives anonymous children to `leave` too.
    pub(super) const fn tokens(mut self) -> Self {
        self.tokens = true;
        self
    }

    /// Marks an attribute or decorator.
    pub(super) const fn annotation(mut self) -> Self {
        self.role = Role::Annotation;
        self
    }

    /// Reads the children in these fields in these modes.
    pub(super) const fn modes(mut self, modes: &'static [(Field, Mode)]) -> Self {
        self.modes = modes;
        self
    }

    /// Reads all other children in this mode.
    pub(super) const fn mode(mut self, mode: Mode) -> Self {
        self.mode = Some(mode);
        self
    }

    /// Whether it matters which field a child is in.
    pub(super) fn wants_fields(&self) -> bool {
        self.collects() || self.mode.is_some() || !self.modes.is_empty()
    }

    /// How the children in a field are read; `None`: like the node itself.
    pub(super) fn mode_in(&self, field: Field) -> Option<Mode> {
        self.modes.iter().find(|(name, _)| *name == field).map(|(_, mode)| *mode).or(self.mode)
    }

    /// Whether something is done with the finished children.
    pub(super) fn collects(&self) -> bool {
        self.leave.is_some() || self.after_child.is_some()
    }
}

/// All that the walk needs of a language. Made of data and functions in the language's own file.
#[derive(Debug)]
pub(super) struct LanguageSpec {
    /// The grammar.
    pub(super) grammar: fn() -> tree_sitter::Language,
    /// Rules by kind of named node. The first table that has a kind counts, so that a language can
    /// begin with its own rules and go on with those of the language it extends.
    pub(super) rules: &'static [&'static [(&'static str, Rule)]],
    /// Whether a comment documents what follows it.
    pub(super) is_doc: fn(comment: &[u8]) -> bool,
    /// Whether everything in a file with this path is test code.
    pub(super) is_test_path: fn(path: &str) -> bool,
    /// For the graph.
    pub(super) names: NameRules,
    /// What the types of the language's library give, for the graph.
    pub(super) library: &'static Library,
    /// How a broken source is read in pieces; `None`: as far as the parser gets with the whole.
    pub(super) pieces: Option<Pieces>,
}

/// How a source is read part by part if its tree as a whole has errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    /// The parts that can be read by themselves, in order.
    pub(super) split: fn(source: &[u8]) -> Vec<tree_sitter::Range>,
    /// Opens what a part is for certain, whatever is wrong with the rest of it.
    pub(super) open: fn(pass: &mut Pass<'_>, root: Node<'_>),
}
