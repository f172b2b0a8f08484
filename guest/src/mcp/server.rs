//! Answers MCP messages.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::index::Index;
use crate::mcp::json_rpc::{Incoming, Message, RpcError};
use crate::mcp::json_rpc::{parse_batch, parse_message, present, write_error, write_result};
use crate::mcp::lifecycle::{Era, Lifecycle};
use crate::mcp::schema::{
    CallToolResult, DiscoverResult, EmptyResult, InitializeResult, ListToolsResult, Stamped,
};
use crate::tools::{self, Reply, ToolError};

/// An MCP server's side of one connection.
#[derive(Debug, Default)]
pub struct McpServer {
    lifecycle: Lifecycle,
}

/// What came of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handled {
    /// Whether all of it succeeded: no error, and no tool that refused.
    pub ok: bool,
    /// Items in a tool's answer; 0 for all else.
    pub items: u32,
}

/// Parameters of `tools/call`.
#[derive(Deserialize)]
struct CallParams<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow, default, deserialize_with = "present")]
    arguments: Option<&'a RawValue>,
}

/// Parameters of `tools/list`.
#[derive(Default, Deserialize)]
struct ListParams<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    cursor: Option<&'a RawValue>,
}

impl McpServer {
    /// Handles one message and appends the answer to `out`, which stays as it is if there is none.
    ///
    /// `index` is `None` while no corpus is open; tools then refuse. `reply` is a buffer.
    pub fn handle(
        &mut self,
        index: Option<&Index>,
        json: &str,
        reply: &mut Reply,
        out: &mut Vec<u8>,
    ) -> Handled {
        match parse_batch(json) {
            None => self.handle_message(index, json, reply, out),
            Some(Err(error)) => fail(RawValue::NULL, &error, out),
            Some(Ok(messages)) => self.handle_batch(index, &messages, reply, out),
        }
    }

    fn handle_batch(
        &mut self,
        index: Option<&Index>,
        messages: &[&RawValue],
        reply: &mut Reply,
        out: &mut Vec<u8>,
    ) -> Handled {
        if !self.lifecycle.allows_batches() {
            let error = RpcError::invalid_request("batches are part of revision 2025-03-26 only");
            return fail(RawValue::NULL, &error, out);
        }
        if messages.is_empty() {
            return fail(RawValue::NULL, &RpcError::invalid_request("the batch is empty"), out);
        }
        let start = out.len();
        let mut all = Handled { ok: true, items: 0 };
        for message in messages {
            let before = out.len();
            out.push(if before == start { b'[' } else { b',' });
            let handled = self.handle_message(index, message.get(), reply, out);
            if out.len() == before + 1 {
                out.truncate(before);
            }
            all.ok &= handled.ok;
            all.items = all.items.saturating_add(handled.items);
        }
        if out.len() > start {
            out.push(b']');
        }
        all
    }

    fn handle_message(
        &mut self,
        index: Option<&Index>,
        json: &str,
        reply: &mut Reply,
        out: &mut Vec<u8>,
    ) -> Handled {
        match parse_message(json) {
            Incoming::Invalid(id, error) => fail(id, &error, out),
            Incoming::Response | Incoming::Message(Message { id: None, .. }) => {
                Handled { ok: true, items: 0 }
            }
            Incoming::Message(message) => {
                let id = message.id.unwrap_or(RawValue::NULL);
                match self.answer(index, &message, id, reply, out) {
                    Ok(handled) => handled,
                    Err(error) => fail(id, &error, out),
                }
            }
        }
    }

    fn answer(
        &mut self,
        index: Option<&Index>,
        message: &Message<'_>,
        id: &RawValue,
        reply: &mut Reply,
        out: &mut Vec<u8>,
    ) -> Result<Handled, RpcError> {
        let params = message.params;
        match message.method.as_ref() {
            "initialize" => {
                let revision = self.lifecycle.initialize(params)?;
                write_result(id, &InitializeResult::new(revision), out);
            }
            "ping" => {
                // Part of the handshake revisions only, and allowed before the handshake.
                if params.is_some() && self.lifecycle.era(params) == Ok(Era::Stateless) {
                    return Err(unknown_method("ping"));
                }
                write_result(id, &EmptyResult {}, out);
            }
            "server/discover" => {
                let era = self.lifecycle.era(params)?;
                if era == Era::Handshake {
                    return Err(unknown_method("server/discover"));
                }
                write_result(id, &Stamped::new(era, DiscoverResult::new()), out);
            }
            "tools/list" => {
                let era = self.lifecycle.era(params)?;
                check_cursor(params)?;
                write_result(id, &Stamped::new(era, ListToolsResult::new(era)), out);
            }
            "tools/call" => {
                let era = self.lifecycle.era(params)?;
                return call_tool(index, params, era, id, reply, out);
            }
            other => {
                self.lifecycle.era(params)?;
                return Err(unknown_method(other));
            }
        }
        Ok(Handled { ok: true, items: 0 })
    }
}

fn call_tool(
    index: Option<&Index>,
    params: Option<&RawValue>,
    era: Era,
    id: &RawValue,
    reply: &mut Reply,
    out: &mut Vec<u8>,
) -> Result<Handled, RpcError> {
    let params = params.map_or("{}", RawValue::get);
    let call: CallParams<'_> = serde_json::from_str(params)
        .map_err(|error| RpcError::invalid_params(format!("`tools/call`: {error}")))?;
    let arguments = call.arguments.map_or("", RawValue::get);
    let called = tools::find_tool(&call.name).and_then(|tool| match index {
        Some(index) => tools::call(index, tool.name, arguments, reply),
        None => Err(ToolError::NotOpen),
    });
    if let Err(error) = &called {
        if let ToolError::UnknownTool(message) = error {
            return Err(RpcError::invalid_params(message));
        }
        reply.refuse(error);
    }
    let result = CallToolResult::new(reply.text(), called.is_err());
    write_result(id, &Stamped::new(era, result), out);
    Ok(Handled { ok: called.is_ok(), items: reply.items() })
}

/// All tools fit one page, so that no cursor was ever given out.
fn check_cursor(params: Option<&RawValue>) -> Result<(), RpcError> {
    let params: Option<ListParams<'_>> = params.and_then(|params| serde_json::from_str(params.get()).ok());
    match params.unwrap_or_default().cursor {
        Some(_) => Err(RpcError::invalid_params("there is no page behind this `cursor`")),
        None => Ok(()),
    }
}

fn unknown_method(method: &str) -> RpcError {
    RpcError::unknown_method(format!("there is no method {}", tools::Quoted(method)))
}

fn fail(id: &RawValue, error: &RpcError, out: &mut Vec<u8>) -> Handled {
    write_error(id, error, out);
    Handled { ok: false, items: 0 }
}
