//! JSON-RPC 2.0: takes messages apart and writes responses. Knows no method.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::json::JsonWriter;

/// A request or notification.
#[derive(Debug)]
pub(super) struct Message<'a> {
    /// A string or integer as it was written; `None` for a notification.
    pub(super) id: Option<&'a RawValue>,
    pub(super) method: Cow<'a, str>,
    /// An object as it was written.
    pub(super) params: Option<&'a RawValue>,
}

/// An error as a response carries it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct RpcError {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<ErrorData>,
}

/// What a client can do about an unsupported version.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct ErrorData {
    pub(super) supported: &'static [&'static str],
    pub(super) requested: String,
}

impl RpcError {
    pub(super) fn parse(message: impl Into<String>) -> Self {
        Self::new(-32700, message)
    }

    pub(super) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(-32600, message)
    }

    pub(super) fn unknown_method(message: impl Into<String>) -> Self {
        Self::new(-32601, message)
    }

    pub(super) fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(-32602, message)
    }

    pub(super) fn unsupported_version(data: ErrorData) -> Self {
        Self { data: Some(data), ..Self::new(-32022, "unsupported protocol version") }
    }

    fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }
}

/// What a line holds.
#[derive(Debug)]
pub(super) enum Incoming<'a> {
    /// One request or notification.
    Message(Message<'a>),
    /// A response; a server that asks nothing waits for none.
    Response,
    /// Not a message; the id is that of the request where it can be told, `null` otherwise.
    Invalid(&'a RawValue, RpcError),
}

/// The members of a message, unread. Absent and `null` are told apart.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

/// A member that is there is `Some`, even if it is `null`.
pub(super) fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// Takes one message apart; not a batch.
pub(super) fn parse_message(json: &str) -> Incoming<'_> {
    match serde_json::from_str::<Envelope<'_>>(json) {
        // A list of members in their order would be taken for an object.
        Ok(_) if json.trim_ascii_start().starts_with('[') => {
            Incoming::Invalid(RawValue::NULL, RpcError::invalid_request("a message is an object"))
        }
        Ok(envelope) => read_envelope(&envelope),
        Err(error) => Incoming::Invalid(RawValue::NULL, json_error(&error)),
    }
}

/// Whether a value is an object.
pub(super) fn is_object(value: &RawValue) -> bool {
    value.get().starts_with('{')
}

/// Takes a batch apart into its messages, if the text is an array.
pub(super) fn parse_batch(json: &str) -> Option<Result<Vec<&RawValue>, RpcError>> {
    let is_array = json.trim_ascii_start().starts_with('[');
    is_array.then(|| serde_json::from_str(json).map_err(|error| json_error(&error)))
}

fn json_error(error: &serde_json::Error) -> RpcError {
    match error.classify() {
        Category::Data => RpcError::invalid_request(format!("not a JSON-RPC message: {error}")),
        _ => RpcError::parse(format!("not JSON: {error}")),
    }
}

fn read_envelope<'a>(envelope: &Envelope<'a>) -> Incoming<'a> {
    let id = match envelope.id {
        Some(id) if !is_id(id) => {
            let error = RpcError::invalid_request("`id` is to be a string or an integer");
            return Incoming::Invalid(RawValue::NULL, error);
        }
        id => id,
    };
    let invalid =
        |what: &str| Incoming::Invalid(id.unwrap_or(RawValue::NULL), RpcError::invalid_request(what));
    if envelope.jsonrpc.and_then(read_string).as_deref() != Some("2.0") {
        return invalid("`jsonrpc` is to be \"2.0\"");
    }
    if envelope.method.is_none() && (envelope.result.is_some() || envelope.error.is_some()) {
        return Incoming::Response;
    }
    let Some(method) = envelope.method.and_then(read_string) else {
        return invalid("`method` is to be a string");
    };
    if envelope.params.is_some_and(|params| !is_object(params)) {
        return invalid("`params` is to be an object");
    }
    Incoming::Message(Message { id, method, params: envelope.params })
}

/// Whether the value may be an id: a string or an integer.
fn is_id(id: &RawValue) -> bool {
    let text = id.get();
    read_string(id).is_some()
        || serde_json::from_str::<i64>(text).is_ok()
        || serde_json::from_str::<u64>(text).is_ok()
}

/// Reads a JSON string, borrowing it where it has no escapes.
pub(super) fn read_string(raw: &RawValue) -> Option<Cow<'_, str>> {
    #[derive(Deserialize)]
    struct Text<'a>(#[serde(borrow)] Cow<'a, str>);
    serde_json::from_str::<Text<'_>>(raw.get()).ok().map(|text| text.0)
}

/// Appends a response with a result.
pub(super) fn write_result(id: &RawValue, result: &impl Serialize, out: &mut Vec<u8>) {
    write_response(id, "result", result, out);
}

/// Appends a response with an error.
pub(super) fn write_error(id: &RawValue, error: &RpcError, out: &mut Vec<u8>) {
    write_response(id, "error", error, out);
}

fn write_response(id: &RawValue, member: &'static str, value: &impl Serialize, out: &mut Vec<u8>) {
    let mut writer = JsonWriter::behind(out);
    writer.raw(br#"{"jsonrpc":"2.0","id":"#);
    writer.raw(id.get().as_bytes());
    writer.field_name(b',', member);
    // Nothing in a response refuses to be written, and none has a key that is no text.
    let _ = writer.value(value);
    writer.raw(b"}");
    writer.finish();
}
