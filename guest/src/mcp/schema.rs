//! Results as the protocol spells them.

use serde::Serialize;
use serde_json::Value;

use crate::mcp::lifecycle::{Era, STATELESS_REVISIONS};
use crate::tools::TOOLS;

/// How long a client may keep the list of tools: one day; it only changes with the program.
const TTL_MS: u64 = 24 * 60 * 60 * 1000;

/// Name and version of the server.
#[derive(Serialize)]
struct ServerInfo {
    name: &'static str,
    version: &'static str,
}

const SERVER_INFO: ServerInfo = ServerInfo { name: "mcp-latency", version: env!("CARGO_PKG_VERSION") };

/// What the server can do: tools, whose list never changes.
#[derive(Serialize)]
struct Capabilities {
    tools: ToolsCapability,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolsCapability {
    list_changed: bool,
}

const CAPABILITIES: Capabilities = Capabilities { tools: ToolsCapability { list_changed: false } };

const INSTRUCTIONS: &str = "Answers questions about the code of one folder. Find symbols with search_symbols \
                            or smart_context, then ask about them by id.";

/// Result of `initialize`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InitializeResult {
    protocol_version: &'static str,
    capabilities: Capabilities,
    server_info: ServerInfo,
    instructions: &'static str,
}

impl InitializeResult {
    pub(super) fn new(protocol_version: &'static str) -> Self {
        let (capabilities, server_info) = (CAPABILITIES, SERVER_INFO);
        Self { protocol_version, capabilities, server_info, instructions: INSTRUCTIONS }
    }
}

/// A result with what 2026-07-28 adds to each: its type and the server's identity.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Stamped<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    #[serde(flatten)]
    result: T,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<ResultMeta>,
}

#[derive(Serialize)]
struct ResultMeta {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    server_info: ServerInfo,
}

impl<T> Stamped<T> {
    pub(super) fn new(era: Era, result: T) -> Self {
        let stateless = era == Era::Stateless;
        Self {
            result_type: stateless.then_some("complete"),
            result,
            meta: stateless.then_some(ResultMeta { server_info: SERVER_INFO }),
        }
    }
}

/// How long and for whom a result of 2026-07-28 may be kept.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CacheHints {
    ttl_ms: u64,
    cache_scope: &'static str,
}

/// Neither the tools nor the server depend on the client, so that anyone may share them.
const CACHE_HINTS: CacheHints = CacheHints { ttl_ms: TTL_MS, cache_scope: "public" };

/// Result of `server/discover`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiscoverResult {
    supported_versions: &'static [&'static str],
    capabilities: Capabilities,
    instructions: &'static str,
    #[serde(flatten)]
    cache_hints: CacheHints,
}

impl DiscoverResult {
    pub(super) fn new() -> Self {
        Self {
            supported_versions: STATELESS_REVISIONS,
            capabilities: CAPABILITIES,
            instructions: INSTRUCTIONS,
            cache_hints: CACHE_HINTS,
        }
    }
}

/// Result of `tools/list`: all tools on one page.
#[derive(Serialize)]
pub(super) struct ListToolsResult {
    tools: Vec<ListedTool>,
    #[serde(flatten)]
    cache_hints: Option<CacheHints>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedTool {
    name: &'static str,
    description: &'static str,
    input_schema: Value,
    annotations: Annotations,
}

/// The tools only read, and only the corpus.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Annotations {
    read_only_hint: bool,
    open_world_hint: bool,
}

impl ListToolsResult {
    pub(super) fn new(era: Era) -> Self {
        let listed = TOOLS.iter().map(|tool| ListedTool {
            name: tool.name,
            description: tool.description,
            input_schema: tool.input_schema(),
            annotations: Annotations { read_only_hint: true, open_world_hint: false },
        });
        Self { tools: listed.collect(), cache_hints: (era == Era::Stateless).then_some(CACHE_HINTS) }
    }
}

/// Result of `tools/call`: the answer, or the words of a refusal.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallToolResult<'a> {
    content: [TextContent<'a>; 1],
    is_error: bool,
}

#[derive(Serialize)]
struct TextContent<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    text: &'a str,
}

impl<'a> CallToolResult<'a> {
    pub(super) fn new(text: &'a str, is_error: bool) -> Self {
        Self { content: [TextContent { kind: "text", text }], is_error }
    }
}

/// A result that says no more than that it is one.
#[derive(Serialize)]
pub(super) struct EmptyResult {}
