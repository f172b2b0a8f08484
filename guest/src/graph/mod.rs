//! The code graph: definitions of all files, and who refers to whom.
//!
//! [`build()`] is the only place where the facts of different files meet. What comes out is frozen:
//! no text but names, no ranking, no I/O.

mod build;
mod code_graph;
mod edge;
mod node;
mod resolve;
mod strings;
mod traverse;

pub use build::{FileInput, build};
pub use code_graph::CodeGraph;
pub use edge::{Edge, EdgeKind, Tier};
pub use node::{File, FileId, Import, Node, NodeId};
pub(crate) use strings::StringInterner;
pub use strings::{StringId, StringPool};
pub use traverse::{CallerQuery, Callers, EdgeFilter, HiddenEdges, Reached, find_callers};
