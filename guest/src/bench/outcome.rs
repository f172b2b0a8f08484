//! A call to be measured and what came of it.

use serde::{Deserialize, Serialize};

/// Which way into the guest a call takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallPath {
    /// The strict call path.
    Call,
    /// A `tools/call` request through the whole MCP server.
    JsonRpc,
}

/// A tool call to be armed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Call {
    /// Name of the tool.
    pub tool: String,
    /// Its arguments, a JSON object; empty means `{}`.
    pub arguments_json: String,
    /// The way in.
    pub path: CallPath,
}

/// What one fire did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the tool answered; a refusal is not ok.
    pub ok: bool,
    /// Length of the answer or the error text.
    pub bytes: u32,
    /// Items in the answer; see the contract.
    pub items: u32,
}

/// Why the loop runner could not do as told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BenchError {
    /// No corpus is open.
    #[error("no corpus is open")]
    NotOpen,
    /// A fire with nothing armed.
    #[error("no call is armed")]
    NothingArmed,
    /// The configuration does not fit its schema.
    #[error("{0}")]
    BadConfig(String),
}
