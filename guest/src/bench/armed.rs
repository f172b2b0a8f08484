//! One call, made ready outside the clock and fired inside it.
//!
//! A fire does all that a client pays for: it parses the JSON anew, dispatches, handles and encodes
//! the answer. Only the buffers stay from fire to fire, as they do in a server.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::bench::digest::answer_digest;
use crate::bench::{BenchError, Call, CallPath, Outcome};
use crate::index::Index;
use crate::mcp::{McpServer, STATELESS_REVISION};
use crate::tools::{self, Reply};

/// A call whose request bytes are built.
#[derive(Debug)]
pub struct ArmedCall {
    tool: String,
    /// The arguments, or the whole JSON-RPC request.
    request: String,
    path: CallPath,
    /// Serves stateless requests only, so that each fire finds it as the first did.
    server: McpServer,
}

/// What the last fire left behind, in buffers that the next one reuses.
#[derive(Debug, Default)]
pub struct Fired {
    reply: Reply,
    /// The response, on the way through JSON-RPC.
    response: Vec<u8>,
    outcome: Outcome,
    path: Option<CallPath>,
}

/// A `tools/call` request that says its revision itself and needs no handshake.
#[derive(Serialize)]
struct Request<'a> {
    jsonrpc: &'static str,
    id: u32,
    method: &'static str,
    params: Params<'a>,
}

#[derive(Serialize)]
struct Params<'a> {
    name: &'a str,
    arguments: &'a RawValue,
    #[serde(rename = "_meta")]
    meta: Meta,
}

#[derive(Serialize)]
struct Meta {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    version: &'static str,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: NoCapabilities,
}

#[derive(Serialize)]
struct NoCapabilities {}

impl ArmedCall {
    /// Builds the request of a call.
    ///
    /// # Errors
    /// [`BenchError::BadConfig`] for arguments that are no JSON and so cannot be part of a request.
    pub fn new(call: &Call) -> Result<Self, BenchError> {
        let request = match call.path {
            CallPath::Call => call.arguments_json.clone(),
            CallPath::JsonRpc => json_rpc_request(&call.tool, &call.arguments_json)?,
        };
        Ok(Self { tool: call.tool.clone(), request, path: call.path, server: McpServer::default() })
    }

    /// Answers the call; the same work each time.
    pub fn fire(&mut self, index: &Index, fired: &mut Fired) -> Outcome {
        fired.path = Some(self.path);
        fired.outcome = match self.path {
            CallPath::Call => self.fire_call(index, &mut fired.reply),
            CallPath::JsonRpc => self.fire_json_rpc(index, fired),
        };
        fired.outcome
    }

    fn fire_call(&self, index: &Index, reply: &mut Reply) -> Outcome {
        let called = tools::call(index, &self.tool, &self.request, reply);
        if let Err(error) = &called {
            reply.refuse(error);
        }
        Outcome { ok: called.is_ok(), bytes: length(reply.len()), items: reply.items() }
    }

    fn fire_json_rpc(&mut self, index: &Index, fired: &mut Fired) -> Outcome {
        fired.response.clear();
        let handled = self.server.handle(Some(index), &self.request, &mut fired.reply, &mut fired.response);
        Outcome { ok: handled.ok, bytes: length(fired.response.len()), items: handled.items }
    }
}

impl Fired {
    /// The text of the last fire; empty before the first.
    #[must_use]
    pub fn text(&self) -> &str {
        match self.path {
            None => "",
            Some(CallPath::Call) => self.reply.text(),
            Some(CallPath::JsonRpc) => str::from_utf8(&self.response).unwrap_or_default(),
        }
    }

    /// Digest of the last fire: `XXH3-64` over a status byte and the text.
    #[must_use]
    pub fn digest(&self) -> u64 {
        answer_digest(self.outcome.ok, self.text().as_bytes())
    }
}

fn json_rpc_request(tool: &str, arguments_json: &str) -> Result<String, BenchError> {
    let json = if arguments_json.is_empty() { "{}" } else { arguments_json };
    let bad = |error: serde_json::Error| BenchError::BadConfig(format!("the arguments are no JSON: {error}"));
    let arguments = serde_json::from_str::<&RawValue>(json).map_err(bad)?;
    let meta = Meta { version: STATELESS_REVISION, capabilities: NoCapabilities {} };
    let params = Params { name: tool, arguments, meta };
    serde_json::to_string(&Request { jsonrpc: "2.0", id: 1, method: "tools/call", params }).map_err(bad)
}

/// A length as the contract counts it; answers are capped far below its end.
fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_says_its_revision_and_carries_the_arguments_as_given() {
        let request = json_rpc_request("get_callers", r#"{ "id": "a::b" }"#).unwrap();
        assert_eq!(
            request,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_callers","arguments":{ "id": "a::b" },"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#
        );
        assert!(json_rpc_request("x", "").unwrap().contains(r#""arguments":{}"#));
        assert!(json_rpc_request("x", r#"{},"name":"y""#).is_err());
    }
}
