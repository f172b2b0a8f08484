//! What the types of a language's own library give: elements of containers, results of methods.
//!
//! The corpus does not hold the library, so that a value of one of its types would end every chain of
//! members. These tables say how the chain goes on: `Vec<Node>` iterates over `Node`, `unwrap` gives
//! what an `Option` holds. Plain data and matches on names; the graph applies it, see
//! `graph::resolve::shapes`. A language without a table has [`Library::NONE`].

use crate::syntax::facts::Operation;

/// What is asked of a value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked<'a> {
    /// What its member of this name gives: when called if it is a method, when read otherwise.
    Member(&'a str),
    /// What its method of this name hands to the function it is called with, as the parameter with this
    /// number.
    Passed(&'a str, u8),
    /// What its method of this name accepts as the argument with this number.
    Accepted(&'a str, u8),
    /// What an operation of the language gives.
    Operation(Operation),
    /// The iterator over its elements.
    Iterator,
    /// The value whose members it has besides its own: what a smart pointer points to.
    Deref,
    /// What calling the value itself gives.
    Called,
    /// The method that makes an instance.
    Constructed,
}

/// What a value of a library type gives, in terms of its type's arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// A value of the same type.
    Receiver,
    /// A value of the type's argument with this number.
    Argument(u8),
    /// What the function gives that the method is called with.
    Result,
    /// What iterating over that gives.
    ElementOfResult,
    /// What iterating over the type's argument with this number gives.
    ElementOf(u8),
    /// A value of a library type with these arguments.
    Type(&'static str, &'static [Given]),
}

/// The library of one language.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// What a value of the library type `of` gives; of any type of the corpus if `of` is empty.
    pub gives: fn(of: &str, asked: Asked<'_>) -> Option<Given>,
    /// The members by which a type of the corpus answers itself, best first: methods whose result, or types
    /// inside it whose value, is the answer.
    pub members: fn(asked: Asked<'_>) -> &'static [&'static str],
    /// The library type whose methods each type of the corpus has that can be iterated over.
    pub iterator: Option<&'static str>,
    /// Whether the library has a macro of this name.
    pub is_macro: fn(name: &str) -> bool,
}

impl Library {
    /// A library of which nothing is known.
    pub const NONE: Self = Self { gives: |_, _| None, members: |_| &[], iterator: None, is_macro: |_| false };
}
