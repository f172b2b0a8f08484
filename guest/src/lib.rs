//! Index, tools and loop runner of the benchmark: one source for the sandboxed component and the
//! native lane.
//!
//! ```text
//! corpus -> syntax -> graph -> search, analysis -> index -> json -> tools -> mcp -> bench
//! ```
//!
//! A module uses only modules to its left. Nothing here reads a clock, an environment variable or
//! randomness, and only `corpus` opens files.

pub mod analysis;
pub mod bench;
pub mod build_info;
#[cfg(target_family = "wasm")]
mod component;
pub mod corpus;
pub mod graph;
pub mod index;
mod json;
pub mod limits;
pub mod mcp;
pub mod search;
pub mod session;
pub mod syntax;
pub mod tools;
