//! Writes JSON, byte for byte as `serde_json` does, at a fraction of its cost.
//!
//! Answers are long lists of short strings, and writing them is most of what a call costs, the more so
//! in the sandbox, where each copy of unknown length leaves the compiled code. Strings are therefore
//! searched and copied in one pass, a word at a time, into memory that is already there. Start at
//! [`JsonWriter`]; it knows nothing of tools or protocols. Reading JSON stays with `serde_json`.

mod compound;
mod error;
mod escape;
mod key;
mod serializer;
#[cfg(test)]
mod tests;
mod writer;

pub(crate) use error::JsonError;
pub(crate) use writer::JsonWriter;
