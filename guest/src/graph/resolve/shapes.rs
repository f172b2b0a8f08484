//! Types with their arguments, and types of a language's library: what their members and operations
//! give.
//!
//! A shape is a type of the corpus or of the library with what its arguments mean. Shapes are interned,
//! so that a meaning stays two numbers. What a library type gives is read from the language's table
//! ([`Library`]); what a type of the corpus gives is found through its own members. Nothing here looks at
//! names in scopes.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::corpus::Language;
use crate::graph::edge::Tier;
use crate::graph::node::{FileId, Node, NodeId};
use crate::graph::resolve::meaning::{Meaning, ShapeId};
use crate::graph::resolve::{MAX_DEPTH, Resolver};
use crate::graph::strings::StringId;
use crate::syntax::{Asked, Expr, ExprId, Given, Library, Operation, SymbolKind, library};

/// Arguments of one type, at most.
const MAX_ARGUMENTS: usize = 16;

/// What a shape is a shape of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Head {
    /// A type of the corpus.
    Type(NodeId),
    /// A type of the library of a language, by its last name.
    Library(Language, StringId),
    /// A function: its first argument is what it gives.
    Function,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    head: Head,
    arguments: Rc<[Meaning]>,
}

/// All shapes met so far.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    shapes: Vec<Shape>,
    ids: FxHashMap<Shape, ShapeId>,
}

impl Shapes {
    fn intern(&mut self, head: Head, arguments: Vec<Meaning>) -> ShapeId {
        let shape = Shape { head, arguments: Rc::from(arguments) };
        let next = ShapeId(self.shapes.len() as u32);
        let id = *self.ids.entry(shape.clone()).or_insert(next);
        if id == next {
            self.shapes.push(shape);
        }
        id
    }

    pub(super) fn head(&self, shape: ShapeId) -> Head {
        self.shapes[shape.0 as usize].head
    }

    /// The type of the corpus that a shape is of.
    pub(super) fn type_of(&self, shape: ShapeId) -> Option<NodeId> {
        match self.head(shape) {
            Head::Type(node) => Some(node),
            Head::Library(..) | Head::Function => None,
        }
    }

    /// Whether a shape has arguments.
    pub(super) fn has_arguments(&self, shape: ShapeId) -> bool {
        !self.shapes[shape.0 as usize].arguments.is_empty()
    }

    fn language(&self, shape: ShapeId, nodes: &[Node]) -> Option<Language> {
        match self.head(shape) {
            Head::Library(language, _) => Some(language),
            Head::Type(node) => Some(nodes[node.0 as usize].language),
            Head::Function => None,
        }
    }

    pub(super) fn argument(&self, shape: ShapeId, index: u8) -> Meaning {
        self.shapes[shape.0 as usize].arguments.get(usize::from(index)).copied().unwrap_or(Meaning::Unknown)
    }
}

impl Resolver {
    /// A value of the library type of this name, without arguments.
    pub(super) fn library_value(&mut self, file: FileId, name: StringId) -> Meaning {
        let head = Head::Library(self.language_of(file), name);
        Meaning::Shaped(self.shapes.intern(head, Vec::new()), Tier::AstResolved)
    }

    /// A function that gives the meaning when it is called.
    pub(super) fn function_giving(&mut self, result: Meaning) -> Meaning {
        Meaning::Shaped(self.shapes.intern(Head::Function, vec![result]), Tier::AstResolved)
    }

    /// A value of a type that is written with its arguments.
    pub(super) fn shape_of(&mut self, file: FileId, expr: ExprId, scope: NodeId) -> Meaning {
        let mut arguments = Vec::new();
        let mut head = expr;
        while let Expr::Generic(base, argument) = self.expr_of(file, head) {
            let argument = self.evaluate(file, argument, scope);
            arguments.push(self.value_of(argument));
            head = base;
        }
        arguments.reverse();
        arguments.truncate(MAX_ARGUMENTS);
        let written = self.expr_of(file, head);
        let of = self.evaluate(file, head, scope);
        let (head, tier) = match (of, written) {
            (Meaning::Definitions(definitions), _) => match self.first_type(definitions) {
                // An alias that keeps its target's name, such as a `Result` of one's own.
                Some(node) if self.is_alias(node) && self.is_library_type(node) => {
                    let node = self.layout.nodes[node.0 as usize];
                    (Head::Library(node.language, node.name), definitions.tier)
                }
                Some(node) if self.is_alias(node) => return self.value_of_type(node, definitions.tier),
                Some(node) => (Head::Type(node), definitions.tier),
                None => return Meaning::Unknown,
            },
            (Meaning::Outside, Expr::Name(name) | Expr::Member(_, name)) => {
                let linked = &self.layout.linked[file.0 as usize];
                (Head::Library(linked.language, linked.string(name)), Tier::AstResolved)
            }
            (Meaning::Shaped(shape, tier), _) => {
                let head = self.shapes.head(shape);
                if head == Head::Function {
                    arguments.insert(0, self.shapes.argument(shape, 0));
                }
                (head, tier)
            }
            (other, _) => return other,
        };
        Meaning::Shaped(self.shapes.intern(head, arguments), tier)
    }

    /// What a meaning is as a value: of a type its instance, of a variable what it holds.
    pub(super) fn value_of(&mut self, meaning: Meaning) -> Meaning {
        let Meaning::Definitions(definitions) = meaning else { return meaning };
        match self.first_type(definitions) {
            Some(node) => self.value_of_type(node, definitions.tier),
            None => self.value_of_definition(definitions),
        }
    }

    /// Whether a type is another name for what it gives.
    pub(super) fn is_alias(&self, node: NodeId) -> bool {
        let file = self.layout.nodes[node.0 as usize].file;
        self.layout.gives[node.0 as usize]
            .is_some_and(|gives| !matches!(self.expr_of(file, gives), Expr::Underlying(_)))
    }

    fn is_library_type(&self, node: NodeId) -> bool {
        let name = self.layout.strings.get(self.layout.nodes[node.0 as usize].name);
        let gives = self.library_of_type(node).gives;
        gives(name, Asked::Operation(Operation::Try)).is_some()
            || gives(name, Asked::Operation(Operation::Iterate)).is_some()
    }

    fn language_of(&self, file: FileId) -> Language {
        self.layout.linked[file.0 as usize].language
    }

    /// The library of a file's language.
    pub(super) fn library_of_file(&self, file: FileId) -> &'static Library {
        library(self.language_of(file))
    }

    pub(super) fn library_of_type(&self, node: NodeId) -> &'static Library {
        library(self.layout.nodes[node.0 as usize].language)
    }

    pub(super) fn expr_of(&self, file: FileId, expr: ExprId) -> Expr {
        self.layout.linked[file.0 as usize].exprs[expr.0 as usize]
    }

    /// What the library says of a shape; what holds for all types, if it is of the corpus.
    pub(super) fn library_gives(&self, shape: ShapeId, asked: Asked<'_>) -> Option<Given> {
        let (language, of) = match self.shapes.head(shape) {
            Head::Library(language, name) => (language, self.layout.strings.get(name)),
            Head::Type(node) => (self.layout.nodes[node.0 as usize].language, ""),
            Head::Function => return None,
        };
        (library(language).gives)(of, asked)
    }

    /// What `value.name` means for a value of a shape.
    pub(super) fn shape_member(&mut self, shape: ShapeId, name: StringId, tier: Tier) -> Meaning {
        match self.shapes.head(shape) {
            Head::Type(node) => self.value_member(node, name, tier),
            Head::Function => Meaning::Outside,
            Head::Library(..) => {
                let text = self.layout.strings.get(name);
                let is_own = self.library_gives(shape, Asked::Member(text)).is_some();
                match self.library_gives(shape, Asked::Deref).filter(|_| !is_own) {
                    Some(given) if self.depth < MAX_DEPTH => {
                        let target = self.given(given, shape, tier, Meaning::Unknown);
                        self.depth += 1;
                        let found = self.member(target, name);
                        self.depth -= 1;
                        found
                    }
                    _ => Meaning::LibraryMember(shape, name),
                }
            }
        }
    }

    /// What `value.name` means for a value of a type of the corpus: a member of it or its bases, or of what
    /// it points to, or one that the library gives to all such types.
    pub(super) fn value_member(&mut self, owner: NodeId, name: StringId, tier: Tier) -> Meaning {
        let found = self.type_member(owner, name, tier);
        if !matches!(found, Meaning::Outside) || self.depth >= MAX_DEPTH {
            return found;
        }
        self.depth += 1;
        let beyond = self.member_beyond(owner, name, tier);
        self.depth -= 1;
        beyond.unwrap_or(found)
    }

    fn member_beyond(&mut self, owner: NodeId, name: StringId, tier: Tier) -> Option<Meaning> {
        let library = self.library_of_type(owner);
        if let Some(target) = self.own_answer(owner, (library.members)(Asked::Deref), tier) {
            return Some(self.member(target, name));
        }
        if let Some(iterator) = library.iterator
            && let Some(element) =
                self.own_answer(owner, (library.members)(Asked::Operation(Operation::Iterate)), tier)
        {
            let head = Head::Library(
                self.layout.nodes[owner.0 as usize].language,
                self.layout.strings.intern(iterator),
            );
            return Some(Meaning::LibraryMember(self.shapes.intern(head, vec![element]), name));
        }
        let text = self.layout.strings.get(name);
        (library.gives)("", Asked::Member(text))?;
        Some(Meaning::LibraryMember(self.shapes.intern(Head::Type(owner), Vec::new()), name))
    }

    /// What the first of these members that a type has gives.
    fn own_answer(&mut self, owner: NodeId, members: &[&str], tier: Tier) -> Option<Meaning> {
        for member in members {
            let Some(name) = self.layout.strings.find(member) else { continue };
            if let found @ Meaning::Definitions(definitions) = self.type_member(owner, name, tier) {
                let node = self.definitions(definitions)[0];
                let is_callable = self.kind(node).is_callable();
                return Some(if is_callable { self.result_of(found) } else { self.value_of(found) });
            }
        }
        None
    }

    /// What an operation of the language gives for a meaning.
    pub(super) fn operate(&mut self, of: Meaning, operation: Operation) -> Meaning {
        if self.depth >= MAX_DEPTH {
            return Meaning::Unknown;
        }
        self.depth += 1;
        let given = self.operate_nested(of, operation);
        self.depth -= 1;
        given
    }

    fn operate_nested(&mut self, of: Meaning, operation: Operation) -> Meaning {
        if let (Meaning::Definitions(definitions), Operation::Part(_)) = (of, operation) {
            let node = self.definitions(definitions)[0];
            if self.kind(node) == SymbolKind::EnumMember {
                return match self.underlying(node) {
                    Some(underlying) => self.operate(underlying, operation),
                    None => Meaning::Unknown,
                };
            }
        }
        let unchanged = matches!(operation, Operation::Await | Operation::Enter);
        match self.value_of(of) {
            Meaning::Shaped(shape, tier) => match self.shapes.head(shape) {
                Head::Type(node) => self.operate_on_type(node, operation, tier),
                Head::Function => Meaning::Unknown,
                Head::Library(..) => match self.library_gives(shape, Asked::Operation(operation)) {
                    Some(given) => self.given(given, shape, tier, Meaning::Unknown),
                    None => match self.library_gives(shape, Asked::Deref) {
                        Some(target) => {
                            let target = self.given(target, shape, tier, Meaning::Unknown);
                            self.operate(target, operation)
                        }
                        None if unchanged => Meaning::Shaped(shape, tier),
                        None => Meaning::Outside,
                    },
                },
            },
            Meaning::Value(node, tier) => self.operate_on_type(node, operation, tier),
            Meaning::Outside | Meaning::LibraryMember(..) => Meaning::Outside,
            _ => Meaning::Unknown,
        }
    }

    fn operate_on_type(&mut self, node: NodeId, operation: Operation, tier: Tier) -> Meaning {
        let members = (self.library_of_type(node).members)(Asked::Operation(operation));
        if let Some(given) = self.own_answer(node, members, tier) {
            return given;
        }
        let iterators = (self.library_of_type(node).members)(Asked::Iterator);
        if operation == Operation::Iterate
            && let Some(iterator) = self.own_answer(node, iterators, tier)
            && !matches!(iterator, Meaning::Value(same, _) if same == node)
        {
            return self.operate(iterator, operation);
        }
        match self.underlying(node) {
            Some(underlying) => self.operate(underlying, operation),
            None if matches!(operation, Operation::Await | Operation::Enter) => Meaning::Value(node, tier),
            None => Meaning::Unknown,
        }
    }

    /// What a declared type is made of, or an enum member holds.
    fn underlying(&mut self, node: NodeId) -> Option<Meaning> {
        let file = self.layout.nodes[node.0 as usize].file;
        let Expr::Underlying(inner) = self.expr_of(file, self.layout.gives[node.0 as usize]?) else {
            return None;
        };
        Some(self.evaluate(file, inner, node))
    }

    /// What calling a member of a library type gives; `result` is what the function gives that it is
    /// called with.
    pub(super) fn library_result(&mut self, shape: ShapeId, name: StringId, result: Meaning) -> Meaning {
        let text = self.layout.strings.get(name);
        match self.library_gives(shape, Asked::Member(text)) {
            Some(given) => self.given(given, shape, Tier::AstResolved, result),
            None => Meaning::Outside,
        }
    }

    /// What calling a value of a shape gives.
    pub(super) fn shape_result(&mut self, shape: ShapeId, tier: Tier) -> Meaning {
        match self.shapes.head(shape) {
            Head::Function => self.shapes.argument(shape, 0),
            Head::Type(node) => self.type_result(node, tier),
            Head::Library(..) => match self.library_gives(shape, Asked::Called) {
                Some(given) => self.given(given, shape, tier, Meaning::Unknown),
                None => Meaning::Outside,
            },
        }
    }

    /// What calling a value of a type of the corpus gives.
    pub(super) fn type_result(&mut self, node: NodeId, tier: Tier) -> Meaning {
        let members = (self.library_of_type(node).members)(Asked::Called);
        self.own_answer(node, members, tier).unwrap_or(Meaning::Unknown)
    }

    /// Fills the arguments of a shape into what the library says.
    pub(super) fn given(&mut self, given: Given, shape: ShapeId, tier: Tier, result: Meaning) -> Meaning {
        match given {
            Given::Receiver => match self.shapes.head(shape) {
                Head::Type(node) => Meaning::Value(node, tier),
                _ => Meaning::Shaped(shape, tier),
            },
            Given::Argument(index) => self.shapes.argument(shape, index),
            Given::Result => result,
            Given::ElementOfResult => self.operate(result, Operation::Iterate),
            Given::ElementOf(index) => {
                let argument = self.shapes.argument(shape, index);
                self.operate(argument, Operation::Iterate)
            }
            Given::Type(name, arguments) => {
                let arguments =
                    arguments.iter().map(|&argument| self.given(argument, shape, tier, result)).collect();
                let Some(language) = self.shapes.language(shape, &self.layout.nodes) else {
                    return Meaning::Unknown;
                };
                let head = Head::Library(language, self.layout.strings.intern(name));
                Meaning::Shaped(self.shapes.intern(head, arguments), tier)
            }
        }
    }
}
