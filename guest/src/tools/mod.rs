//! The eight tools: arguments in, reply out, nothing else touched.
//!
//! [`call`] is the strict way in: it finds the tool, reads its arguments and runs it. A tool sees the
//! index and nothing of protocols; what it answers is one JSON object, written from ordered structs.
//! Start at [`TOOLS`].

mod arguments;
mod error;
mod find_usages;
mod get_callers;
mod get_file_summary;
mod get_repo_outline;
mod get_symbol_source;
mod graph_stats;
mod lookup;
mod near_ids;
mod parameter;
mod quote;
mod registry;
mod reply;
mod search_symbols;
mod smart_context;
mod source;
mod wire;

pub use error::ToolError;
pub(crate) use lookup::find_node;
pub use parameter::{Accepts, Parameter};
pub(crate) use quote::Quoted;
pub use registry::{TOOLS, Tool, call, find_tool, tool_names};
pub use reply::Reply;
