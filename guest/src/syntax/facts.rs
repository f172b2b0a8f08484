//! What one file says, self-contained: its own string table, no id that means anything elsewhere.
//!
//! Facts are made by one pass over one file's syntax tree and know nothing of any other file. That
//! is what lets files be parsed one by one, in any order, by several instances, or read back later.
//! `graph::build` is the only place where facts of different files meet.

use serde::{Deserialize, Serialize};

use crate::corpus::Language;

/// Index into a file's [`Strings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Text(pub u32);

/// Index into [`FileFacts::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LocalSymbol(pub u32);

/// Index into [`FileFacts::exprs`]. An expression only refers to expressions before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExprId(pub u32);

/// All that is known of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFacts {
    /// The language whose grammar read it.
    pub language: Language,
    /// Length in bytes.
    pub bytes: u32,
    /// Byte offset at which each line starts; the first is 0. A line ends with `\n`.
    pub line_starts: Vec<u32>,
    /// The strings that the other fields refer to.
    pub strings: Strings,
    /// The package or namespace the file declares for all of it (Go, Java).
    pub package: Option<Text>,
    /// Definitions in source order; a parent comes before its children.
    pub symbols: Vec<SymbolFact>,
    /// Names brought in from other files, in source order.
    pub imports: Vec<ImportFact>,
    /// Names and what is reached through them; see [`Expr`].
    pub exprs: Vec<Expr>,
    /// Uses of names, in source order.
    pub references: Vec<ReferenceFact>,
    /// What types implement and extend, in source order.
    pub relations: Vec<RelationFact>,
    /// Error and missing nodes in the syntax tree.
    pub syntax_errors: u32,
}

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolFact {
    /// Its own name, without containers.
    pub name: Text,
    /// What it is.
    pub kind: SymbolKind,
    /// The definition around it in this file, if any.
    pub parent: Option<LocalSymbol>,
    /// The type it belongs to when that is not its parent: a Go receiver, the type of a Rust `impl`,
    /// the class of a C++ definition outside the class body.
    pub owner: Option<Owner>,
    /// First byte of the definition, after any decorators or attributes and doc comments.
    pub start_byte: u32,
    /// One past its last byte.
    pub end_byte: u32,
    /// 1-based line of its first byte.
    pub start_line: u32,
    /// 1-based line of its last byte.
    pub end_line: u32,
    /// 0-based column in bytes of its first byte.
    pub start_column: u32,
    /// The text up to the body, white space folded to single blanks, at most 240 bytes.
    pub signature: Option<Text>,
    /// First sentence of its documentation, at most 240 bytes.
    pub doc: Option<Text>,
    /// Whether code outside its file or package may name it, by the language's own rule.
    pub exported: bool,
    /// Whether it is test code: by attribute, name or place, as the language's tools see it.
    pub is_test: bool,
    /// Whether definitions of its name in the same place are one definition written in pieces: a Ruby
    /// class or module, a partial type of C#.
    pub reopened: bool,
    /// Whether it belongs to its type itself and not to instances, where the two have names of their own.
    pub on_type: bool,
    /// The package of a top-level definition, where a file may have several; `None`: that of the file.
    pub package: Option<Text>,
    /// The type whose values a function extends: it can be called on them like a method.
    pub extends: Option<ExprId>,
    /// What a use of it gives: an [`Expr::Instance`] for the declared type of a field, variable or
    /// constant and for the return type of a function; for a type alias the expression of its target.
    pub gives: Option<ExprId>,
    /// For a function that takes functions or values of types with a name: the types of its parameters as one
    /// tuple.
    pub takes: Option<ExprId>,
    /// How many arguments it can be called with, in a language that tells functions of one name apart by that.
    pub arity: Option<Arity>,
    /// `XXH3-64` of the definition's bytes.
    pub hash: u64,
}

/// How many arguments a function can be called with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arity {
    /// As many it needs.
    pub least: u8,
    /// More it does not take; [`u8::MAX`] stands for any number.
    pub most: u8,
}

impl Arity {
    /// Whether it can be called with so many.
    #[must_use]
    pub fn accepts(self, arguments: u8) -> bool {
        (self.least..=self.most).contains(&arguments)
    }
}

/// The type that a member belongs to, named rather than nested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// Its last name, for the member's qualified name.
    pub name: Text,
    /// How it was written, to be resolved.
    pub expr: ExprId,
}

/// What a symbol is. `File` nodes exist in the graph only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[expect(missing_docs, reason = "each variant is the word itself, see the tools' documentation")]
pub enum SymbolKind {
    File,
    Module,
    Function,
    Method,
    /// Class, struct, enum, union or alias.
    Type,
    /// Interface, trait or protocol.
    Interface,
    Field,
    EnumMember,
    Constant,
    Variable,
    Macro,
}

impl SymbolKind {
    /// All kinds, in the order of their discriminants.
    pub const ALL: [Self; 11] = [
        Self::File,
        Self::Module,
        Self::Function,
        Self::Method,
        Self::Type,
        Self::Interface,
        Self::Field,
        Self::EnumMember,
        Self::Constant,
        Self::Variable,
        Self::Macro,
    ];

    /// The word in answers and filters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Module => "module",
            Self::Function => "function",
            Self::Method => "method",
            Self::Type => "type",
            Self::Interface => "interface",
            Self::Field => "field",
            Self::EnumMember => "enum_member",
            Self::Constant => "constant",
            Self::Variable => "variable",
            Self::Macro => "macro",
        }
    }

    /// Whether it can be called by name: function, method or macro.
    #[must_use]
    pub fn is_callable(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Macro)
    }

    /// Whether it can have members and instances.
    #[must_use]
    pub fn is_type(self) -> bool {
        matches!(self, Self::Type | Self::Interface)
    }
}

/// An expression, as far as finding out what it names needs it.
///
/// `graph.resolve(x)` where `x` came from `let x = Node::new()` is
/// `Member(Name(graph), resolve)`, and a later `x.id()` is
/// `Member(Call(Member(Name(Node), new)), id)`: a local variable is replaced by what it was bound
/// to, so that nothing of a scope has to outlive the pass over the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expr {
    /// A name that is bound by no local scope: looked up from where it is used.
    Name(Text),
    /// The same where only a type can stand, and a member of the same name is passed over.
    Type(Text),
    /// What `base.name` or `base::name` gives.
    Member(ExprId, Text),
    /// A value of the type that the expression names.
    Instance(ExprId),
    /// The value that calling the expression gives; for a type, an instance of it.
    Call(ExprId),
    /// The package or namespace of this full name: what `\A\B` before a name says in PHP.
    Package(Text),
    /// The receiver inside a member: `self`, `this`.
    This,
    /// The enclosing type itself: Rust's `Self`, Python's `cls`.
    ThisType,
    /// The base of the enclosing type, as a receiver: `super`, `super()`.
    Super,
    /// A local or a construct nothing is known of. A member of it can still be looked for by name.
    Unknown,
    /// A type of the language's own library that no name in the source stands for: of a tuple, a slice, a
    /// display of a list. See [`super::Library`].
    Library(Text),
    /// A type applied to one more argument: `Map<K, V>` is `Generic(Generic(Map, K), V)`. An argument is a
    /// type or a value of it.
    Generic(ExprId, ExprId),
    /// What an operation of the language gives for a value.
    Operation(ExprId, Operation),
    /// A function without a name that gives this when it is called.
    Function(ExprId),
    /// The value that calling the first expression with the second, a function, gives.
    CallWith(ExprId, ExprId),
    /// What a callee hands to a function that it is called with.
    Passed(ExprId, Slot),
    /// A value of the type that a callee accepts as its argument with this number, from 0.
    Accepted(ExprId, u8),
    /// The member of this name of a value that a literal stands for. Unlike [`Expr::Member`], it is never looked
    /// for by its name alone: any object may have it.
    Key(ExprId, Text),
    /// A name among those of macros.
    Macro(Text),
    /// In [`SymbolFact::gives`]: what a declared type is made of (the fields of a tuple struct, Go's
    /// `type T []E`) or an enum member holds, and no other name for it.
    Underlying(ExprId),
    /// In [`SymbolFact::gives`] of a method: what it gives without being called.
    Property(ExprId),
}

/// A parameter of a function that is an argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slot {
    /// Which argument of the call the function is, from 0.
    pub argument: u8,
    /// Which of the function's parameters, from 0.
    pub parameter: u8,
}

/// What a language does with a value other than naming its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operation {
    /// Going through its elements: `for`, spreading.
    Iterate,
    /// Taking one of its elements: `value[key]`.
    Index,
    /// Waiting for it: `await`.
    Await,
    /// Taking out what it holds, or leaving the function: `?`, `Some(x)` in a pattern.
    Try,
    /// Entering it: Python's `with`.
    Enter,
    /// Its part with this number: `tuple.0`, `let (a, b) = tuple`.
    Part(u8),
}

/// A name brought into a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportFact {
    /// 1-based line.
    pub line: u32,
    /// The definition it is written in, `None` for the file.
    pub scope: Option<LocalSymbol>,
    /// The module as written, for answers: `django.db.models`, `./util`, `fmt`, `stdio.h`,
    /// `crate::graph`.
    pub module: Text,
    /// Where that module may be in the corpus, best first. Empty: outside by construction.
    pub candidates: Vec<Candidate>,
    /// What is brought in.
    pub what: Imported,
    /// Whether importers of this file get the name too: `export … from`, `pub use`, and every
    /// import in Python and C.
    pub reexported: bool,
}

/// What an import binds in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Imported {
    /// The module itself, under this name.
    Module {
        /// The name it is used by.
        local: Text,
    },
    /// One of its names (or a module inside it), under `local`.
    Item {
        /// The name inside the module; `default` for a default export.
        name: Text,
        /// The name it is used by.
        local: Text,
    },
    /// All of its exported names, unqualified: `import *`, `use m::*`, Go's dot import, `#include`.
    All,
    /// Nothing: for side effects, or a name nobody uses (Go's `_`).
    Nothing,
}

/// A place in the corpus where a module may be. Paths use `/` and are relative to the corpus, with
/// no `.` or `..` left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Candidate {
    /// This file.
    File(Text),
    /// The file whose path ends with this, at a `/`; several: the one nearest to the importer.
    FileSuffix(Text),
    /// The only file whose path ends with this, at a `/`; of several, none.
    OnlyFileSuffix(Text),
    /// All files directly in this folder, as one package.
    Folder(Text),
    /// The folder whose path ends with this, at a `/`; several: the one nearest to the importer.
    FolderSuffix(Text),
    /// All files that declare this package ([`FileFacts::package`]).
    Package(Text),
}

impl Candidate {
    /// The same kind of place with another text.
    pub(crate) fn map_text(&self, map: impl FnOnce(Text) -> Text) -> Self {
        match *self {
            Self::File(text) => Self::File(map(text)),
            Self::FileSuffix(text) => Self::FileSuffix(map(text)),
            Self::OnlyFileSuffix(text) => Self::OnlyFileSuffix(map(text)),
            Self::Folder(text) => Self::Folder(map(text)),
            Self::FolderSuffix(text) => Self::FolderSuffix(map(text)),
            Self::Package(text) => Self::Package(map(text)),
        }
    }
}

/// A use of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceFact {
    /// How it is used.
    pub kind: ReferenceKind,
    /// What is used: a [`Expr::Name`], [`Expr::Type`], [`Expr::Macro`], [`Expr::Member`] or [`Expr::Key`];
    /// what is constructed may be [`Expr::ThisType`].
    pub target: ExprId,
    /// The innermost function, method, type or module-level variable it is written in; `None`: the
    /// file itself.
    pub from: Option<LocalSymbol>,
    /// 1-based line of the name.
    pub line: u32,
    /// How many arguments it is called with, in a language where that matters; see [`SymbolFact::arity`].
    pub arguments: Option<u8>,
}

/// How a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReferenceKind {
    /// Called; if it turns out to be a type, instantiated.
    Call,
    /// Constructed: `new T`, a struct literal, a composite literal.
    Instantiate,
    /// Named as a type, or as a value without calling it.
    Use,
}

/// A type's relation to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationFact {
    /// Which relation.
    pub kind: RelationKind,
    /// The type that implements or extends.
    pub subject: Subject,
    /// The interface or base, as written.
    pub base: ExprId,
    /// 1-based line of the base's name.
    pub line: u32,
}

/// Which relation a type has to its base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RelationKind {
    /// `implements`, `impl Trait for`.
    Implements,
    /// `extends`, base classes, supertraits, Go's embedding.
    Extends,
    /// Either of them, in a language that writes both in one list: the base decides.
    Either,
}

/// The subject of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// A definition of this file.
    Symbol(LocalSymbol),
    /// A type named elsewhere (`impl Trait for path::Type`), looked up from inside `scope`.
    Named {
        /// How it was written.
        expr: ExprId,
        /// The definition around the `impl`, `None` for the file.
        scope: Option<LocalSymbol>,
    },
}

/// The strings of one file: one blob, no allocation each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strings {
    blob: String,
    /// End of each string in the blob.
    ends: Vec<u32>,
}

impl Strings {
    /// Appends a string; the caller keeps equal strings from being appended twice.
    pub fn push(&mut self, text: &str) -> Text {
        let id = Text(self.ends.len() as u32);
        self.blob.push_str(text);
        self.ends.push(self.blob.len() as u32);
        id
    }

    /// The string with this index.
    ///
    /// # Panics
    /// If the index is of another file.
    #[must_use]
    pub fn get(&self, text: Text) -> &str {
        let index = text.0 as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.blob[start..self.ends[index] as usize]
    }

    /// How many strings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}
