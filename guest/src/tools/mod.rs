//! The eight tools: arguments in, reply out, nothing else touched.

mod error;

pub use error::ToolError;
