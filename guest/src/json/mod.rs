//! Writes JSON, byte for byte as `serde_json` does, at a fraction of its cost.
//!
//! Answers are long lists of short strings, and writing them is most of what a call costs, the more so
//! in the sandbox, where each copy of unknown length leaves the compiled code. Strings are therefore
//! searched and copied in one pass, a word at a time, into memory that is already there. Start at
//! [`JsonWriter`]; it knows nothing of tools or protocols. Reading JSON stays with `serde_json`.

mod compound;
mod error;
mod escape;
mod serializer;
#[cfg(test)]
mod tests;
mod text;
mod writer;

pub(crate) use error::JsonError;
pub(crate) use writer::JsonWriter;

/// Name of a tuple struct that [`JsonWriter`] writes as one string: its fields, texts and numbers that
/// are not negative, one after the other. So they need not be put together, nor go through formatting.
pub(crate) const JOINED: &str = "$joined";
