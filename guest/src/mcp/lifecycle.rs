//! Protocol revisions: which are spoken, and which one a request is made under.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::mcp::json_rpc::{ErrorData, RpcError, is_object, present, read_string};

/// Revisions that begin with `initialize`, newest first.
pub(super) const HANDSHAKE_REVISIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The revision whose requests carry their version themselves.
pub const STATELESS_REVISION: &str = "2026-07-28";

/// Revisions that a request may name in its `_meta`.
pub(super) const STATELESS_REVISIONS: &[&str] = &[STATELESS_REVISION];

/// The only revision with batches.
const BATCH_REVISION: &str = "2025-03-26";

/// What a request is made under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// A revision with a handshake.
    Handshake,
    /// 2026-07-28.
    Stateless,
}

/// Whether a client shook hands, and on which revision.
#[derive(Debug, Default)]
pub(super) struct Lifecycle {
    negotiated: Option<&'static str>,
}

/// The part of `params` that says what a request is made under.
#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow, default, rename = "_meta", deserialize_with = "present")]
    meta: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(
        borrow,
        default,
        rename = "io.modelcontextprotocol/protocolVersion",
        deserialize_with = "present"
    )]
    version: Option<&'a RawValue>,
    #[serde(
        borrow,
        default,
        rename = "io.modelcontextprotocol/clientCapabilities",
        deserialize_with = "present"
    )]
    capabilities: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct InitializeParams<'a> {
    #[serde(borrow, rename = "protocolVersion")]
    version: Cow<'a, str>,
}

impl Lifecycle {
    /// Negotiates a revision: the one asked for if it is spoken, the newest otherwise.
    pub(super) fn initialize(&mut self, params: Option<&RawValue>) -> Result<&'static str, RpcError> {
        if self.negotiated.is_some() {
            return Err(RpcError::invalid_request("`initialize` was sent before"));
        }
        let params: InitializeParams<'_> = params
            .and_then(|params| serde_json::from_str(params.get()).ok())
            .ok_or_else(|| RpcError::invalid_params("`protocolVersion` is to be a string"))?;
        let spoken = HANDSHAKE_REVISIONS.into_iter().find(|revision| *revision == params.version);
        let revision = spoken.unwrap_or(HANDSHAKE_REVISIONS[0]);
        self.negotiated = Some(revision);
        Ok(revision)
    }

    /// Whether a client may send several messages as one array.
    pub(super) fn allows_batches(&self) -> bool {
        self.negotiated == Some(BATCH_REVISION)
    }

    /// Tells what a request is made under.
    pub(super) fn era(&self, params: Option<&RawValue>) -> Result<Era, RpcError> {
        let meta = match params.map(|params| serde_json::from_str::<Params<'_>>(params.get())) {
            None => None,
            Some(Ok(params)) => params.meta.map(read_meta).transpose()?,
            Some(Err(error)) => return Err(RpcError::invalid_params(format!("`params`: {error}"))),
        };
        match meta.and_then(|meta| meta.version.map(|version| (version, meta.capabilities))) {
            Some((version, capabilities)) => check_stateless(version, capabilities),
            None if self.negotiated.is_some() => Ok(Era::Handshake),
            None => Err(RpcError::invalid_params(
                "no `initialize` came before, and `_meta` has no `io.modelcontextprotocol/protocolVersion`",
            )),
        }
    }
}

fn read_meta(meta: &RawValue) -> Result<Meta<'_>, RpcError> {
    let read = if is_object(meta) { serde_json::from_str(meta.get()).ok() } else { None };
    read.ok_or_else(|| RpcError::invalid_params("`_meta` is to be an object without doubled names"))
}

fn check_stateless(version: &RawValue, capabilities: Option<&RawValue>) -> Result<Era, RpcError> {
    let Some(requested) = read_string(version) else {
        let message = "`io.modelcontextprotocol/protocolVersion` is to be a string";
        return Err(RpcError::invalid_params(message));
    };
    if !STATELESS_REVISIONS.contains(&requested.as_ref()) {
        let data = ErrorData { supported: STATELESS_REVISIONS, requested: requested.into_owned() };
        return Err(RpcError::unsupported_version(data));
    }
    if !capabilities.is_some_and(is_object) {
        let message = "`_meta` needs `io.modelcontextprotocol/clientCapabilities`, an object";
        return Err(RpcError::invalid_params(message));
    }
    Ok(Era::Stateless)
}
