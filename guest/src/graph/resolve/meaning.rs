//! What an expression turns out to be.

use crate::graph::edge::Tier;
use crate::graph::node::{FileId, NodeId};
use crate::graph::strings::StringId;

/// A module in the widest sense: what a name can be looked up in without an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Module {
    /// All of a file.
    File(FileId),
    /// Files that share one space of names, by the resolver's number.
    Package(PackageId),
    /// A module inside a file: Rust's `mod m {}`, C++'s `namespace`.
    Symbol(NodeId),
}

/// A package: the files of one folder, or those that declare the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PackageId(pub(super) u32);

/// A type with its arguments, by its place among the resolver's shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ShapeId(pub(super) u32);

/// Definitions that a name means: a range of the resolver's list of candidates. More than one where
/// the same scope defines a name several times (overloads, conditional compilation).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Definitions {
    pub(super) start: u32,
    pub(super) len: u32,
    pub(super) tier: Tier,
    /// How sure it is that the name means one of them.
    pub(super) whole: Tier,
}

/// What an expression means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Meaning {
    /// Not looked at yet.
    Unseen,
    /// Being looked at: met again, it is a cycle and unknown.
    Open,
    /// Nothing can be said; a member of it may be looked for by name.
    Unknown,
    /// Defined outside the corpus, proven or as good as: never looked for by name.
    Outside,
    /// These definitions.
    Definitions(Definitions),
    /// A value of this type.
    Value(NodeId, Tier),
    /// A value of the bases of this type.
    BaseOf(NodeId),
    /// A module.
    Module(Module),
    /// A value of a type with arguments, or of a library's type.
    Shaped(ShapeId, Tier),
    /// The member of this name of a library's type, or that the library gives to any type.
    LibraryMember(ShapeId, StringId),
}
