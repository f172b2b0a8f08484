//! The MCP server: JSON-RPC in, JSON-RPC out, tools only.
//!
//! The only code that knows protocol versions. Two eras are answered: revisions up to 2025-11-25,
//! which begin with a handshake, and 2026-07-28, where each request says its version itself.
//! An answer travels as text content alone: `structuredContent` would say the same bytes twice, and
//! the measured size of an answer would be neither. Start at [`McpServer::handle`].

mod json_rpc;
mod lifecycle;
mod schema;
mod server;

pub use lifecycle::STATELESS_REVISION;
pub use server::{Handled, McpServer};
