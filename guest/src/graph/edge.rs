//! An edge of the graph: what refers to what, how, where, and how sure that is.

use serde::{Deserialize, Serialize};

use crate::graph::node::NodeId;

/// What an edge says of its two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum EdgeKind {
    /// A file or definition contains a definition.
    Defines,
    /// A definition belongs to a type.
    MemberOf,
    /// A file imports a file.
    Imports,
    /// Code calls a function, method or macro.
    Calls,
    /// Code names a definition without calling it.
    References,
    /// Code makes an instance of a type.
    Instantiates,
    /// A type implements an interface.
    Implements,
    /// A type extends or embeds another.
    Extends,
    /// A method overrides or implements a method of a base.
    Overrides,
}

impl EdgeKind {
    /// All kinds, in the order of their discriminants.
    pub const ALL: [Self; 9] = [
        Self::Defines,
        Self::MemberOf,
        Self::Imports,
        Self::Calls,
        Self::References,
        Self::Instantiates,
        Self::Implements,
        Self::Extends,
        Self::Overrides,
    ];

    /// The word in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Defines => "defines",
            Self::MemberOf => "member_of",
            Self::Imports => "imports",
            Self::Calls => "calls",
            Self::References => "references",
            Self::Instantiates => "instantiates",
            Self::Implements => "implements",
            Self::Extends => "extends",
            Self::Overrides => "overrides",
        }
    }

    /// Whether the edge places a definition instead of using it: `defines` and `member_of`.
    #[must_use]
    pub fn is_structural(self) -> bool {
        matches!(self, Self::Defines | Self::MemberOf)
    }

    /// Whether the edge makes its origin a caller: `calls` and `instantiates`.
    #[must_use]
    pub fn is_call(self) -> bool {
        // A match on kinds with gaps becomes a jump table in the sandbox, whose target no processor
        // foresees; a mask needs none.
        const CALLS: u16 = 1 << EdgeKind::Calls as u8 | 1 << EdgeKind::Instantiates as u8;
        CALLS >> self as u8 & 1 == 1
    }
}

/// How well an edge is proven. Ordered from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Tier {
    /// Only the name fits, and it fits several.
    TextMatched,
    /// One candidate fits the rules.
    AstInferred,
    /// Scope, import or receiver type proves it.
    AstResolved,
}

impl Tier {
    /// All tiers, strongest first.
    pub const ALL: [Self; 3] = [Self::AstResolved, Self::AstInferred, Self::TextMatched];

    /// The word in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TextMatched => "text_matched",
            Self::AstInferred => "ast_inferred",
            Self::AstResolved => "ast_resolved",
        }
    }
}

/// One edge as seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The node at the other end.
    pub node: NodeId,
    /// 1-based line in the file of the edge's origin.
    pub line: u32,
    /// What it says.
    pub kind: EdgeKind,
    /// How sure it is.
    pub tier: Tier,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_calls_and_instantiations_make_callers() {
        let calls: Vec<_> = EdgeKind::ALL.into_iter().filter(|kind| kind.is_call()).collect();
        assert_eq!(calls, [EdgeKind::Calls, EdgeKind::Instantiates]);
    }
}
