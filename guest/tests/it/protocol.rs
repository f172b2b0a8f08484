//! The MCP server, message by message.

use guest::session::Session;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::corpus::{Corpus, Open};

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

fn small() -> Open {
    Corpus::new().file("a.rs", "pub fn leaf() {}\npub fn top() { leaf() }\n").open()
}

/// The one response to a message.
fn ask(session: &mut Session, message: &Value) -> Value {
    ask_text(session, &message.to_string())
}

fn ask_text(session: &mut Session, message: &str) -> Value {
    let responses = session.handle_message(message);
    assert_eq!(responses.len(), 1, "{message}");
    assert!(!responses[0].contains('\n'), "a message is one line");
    serde_json::from_str(&responses[0]).expect("JSON")
}

fn request(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
}

fn stateless(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({ VERSION: "2026-07-28", CAPABILITIES: {} });
    request(method, params)
}

fn initialize(session: &mut Session, version: &str) -> Value {
    let client = json!({ "name": "test", "version": "1" });
    let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
    let response = ask(session, &request("initialize", params));
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert!(session.handle_message(&initialized.to_string()).is_empty());
    response
}

fn code(response: &Value) -> i64 {
    response["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {response}"))
}

#[test]
fn each_handshake_revision_is_spoken_and_another_gets_the_newest() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut open = small();
        let response = initialize(&mut open.session, version);
        assert_eq!(response["id"], 7);
        assert_eq!(response["result"]["protocolVersion"], version);
        assert_eq!(response["result"]["serverInfo"]["name"], "mcp-latency");
        assert_eq!(response["result"]["capabilities"]["tools"]["listChanged"], false);

        let listed = ask(&mut open.session, &request("tools/list", json!({})));
        assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(8));
        assert!(listed["result"].get("resultType").is_none() && listed["result"].get("ttlMs").is_none());
        let called =
            request("tools/call", json!({ "name": "get_callers", "arguments": { "id": "a.rs::leaf" } }));
        let called = ask(&mut open.session, &called);
        assert_eq!(called["result"]["isError"], false);
        assert!(called["result"]["content"][0]["text"].as_str().unwrap().contains("a.rs::top"));
    }
    let response = initialize(&mut small().session, "1999-01-01");
    assert_eq!(response["result"]["protocolVersion"], "2025-11-25");
}

#[test]
fn a_stateless_request_needs_no_handshake() {
    let mut session = small().session;
    let discovered = ask(&mut session, &stateless("server/discover", json!({})));
    let result = &discovered["result"];
    assert_eq!(result["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!((&result["resultType"], &result["cacheScope"]), (&json!("complete"), &json!("public")));
    assert!(result["ttlMs"].as_u64().is_some() && result["capabilities"]["tools"].is_object());
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "mcp-latency");

    let listed = ask(&mut session, &stateless("tools/list", json!({})));
    assert_eq!(listed["result"]["tools"][0]["name"], "graph_stats");
    assert_eq!(listed["result"]["tools"][0]["inputSchema"]["type"], "object");
    assert!(listed["result"]["ttlMs"].is_u64() && listed["result"]["cacheScope"].is_string());

    let called = ask(&mut session, &stateless("tools/call", json!({ "name": "graph_stats" })));
    assert_eq!(called["result"]["resultType"], "complete");
    assert_eq!(called["result"]["isError"], false);
    assert_eq!(code(&ask(&mut session, &stateless("ping", json!({})))), -32601);
}

#[test]
fn what_a_stateless_request_lacks_is_said() {
    let mut session = small().session;
    let with_meta = |meta: Value| request("tools/list", json!({ "_meta": meta }));
    let other = ask(&mut session, &with_meta(json!({ VERSION: "2030-01-01", CAPABILITIES: {} })));
    assert_eq!(code(&other), -32022);
    assert_eq!(other["error"]["data"], json!({ "supported": ["2026-07-28"], "requested": "2030-01-01" }));
    for meta in [json!({}), json!([]), json!({ VERSION: 1 }), json!({ VERSION: "2026-07-28" }), json!(null)] {
        assert_eq!(code(&ask(&mut session, &with_meta(meta))), -32602);
    }
    for method in ["tools/list", "tools/call", "server/discover"] {
        assert_eq!(code(&ask(&mut session, &request(method, json!({})))), -32602);
    }
}

#[test]
fn a_refusal_of_a_tool_is_a_result() {
    let mut session = small().session;
    for arguments in [json!(null), json!({ "id": "nowhere" }), json!({ "id": 1 }), json!([]), json!({})] {
        let call = stateless("tools/call", json!({ "name": "get_callers", "arguments": arguments }));
        let response = ask(&mut session, &call);
        assert_eq!(response["result"]["isError"], true, "{response}");
        assert!(!response["result"]["content"][0]["text"].as_str().unwrap().is_empty());
    }
    let doubled = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_callers","arguments":{"id":"a","id":"b"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let response = ask_text(&mut session, doubled);
    assert_eq!(response["result"]["content"][0]["text"], "`id` is given twice");
}

#[test]
fn a_tool_refuses_while_no_corpus_is_open() {
    let mut session = Session::default();
    let response = ask(&mut session, &stateless("tools/call", json!({ "name": "graph_stats" })));
    assert_eq!(response["result"]["isError"], true);
    assert_eq!(response["result"]["content"][0]["text"], "no corpus is open");
    assert!(ask(&mut session, &stateless("tools/list", json!({})))["result"]["tools"].is_array());
}

#[test]
fn a_malformed_call_is_an_error() {
    let mut session = small().session;
    let unknown = ask(&mut session, &stateless("tools/call", json!({ "name": "grep" })));
    assert_eq!(code(&unknown), -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("`graph_stats`"));
    for params in [json!({}), json!({ "name": 5 })] {
        assert_eq!(code(&ask(&mut session, &stateless("tools/call", params))), -32602);
    }
    assert_eq!(code(&ask(&mut session, &stateless("tools/list", json!({ "cursor": "x" })))), -32602);
    assert_eq!(code(&ask(&mut session, &stateless("resources/list", json!({})))), -32601);
}

#[test]
fn what_is_no_message_is_told_apart() {
    let mut session = small().session;
    let table = [
        ("", -32700, Value::Null),
        ("{", -32700, Value::Null),
        ("{\"jsonrpc\":\"2.0\",}", -32700, Value::Null),
        ("5", -32600, Value::Null),
        ("null", -32600, Value::Null),
        ("[]", -32600, Value::Null),
        ("{}", -32600, Value::Null),
        (r#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#, -32600, json!(3)),
        (r#"{"jsonrpc":"2.0","id":3}"#, -32600, json!(3)),
        (r#"{"jsonrpc":"2.0","id":3,"method":5}"#, -32600, json!(3)),
        (r#"{"jsonrpc":"2.0","id":"x","method":"ping","params":[]}"#, -32600, json!("x")),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, Value::Null),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, Value::Null),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, Value::Null),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32600, Value::Null),
    ];
    for (message, expected, id) in table {
        let response = ask_text(&mut session, message);
        assert_eq!((code(&response), &response["id"]), (expected, &id), "{message}");
    }
}

#[test]
fn ids_come_back_as_they_were_sent() {
    let mut session = small().session;
    for id in ["0", "-7", "18446744073709551615", r#""""#, r#""a\u00e9\n""#] {
        let responses = session.handle_message(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
        assert_eq!(responses, [format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)]);
    }
}

#[test]
fn notifications_and_responses_get_no_answer() {
    let mut session = small().session;
    for message in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"graph_stats"}}"#,
        r#"{"jsonrpc":"2.0","method":"no/such"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
    ] {
        assert!(session.handle_message(message).is_empty(), "{message}");
    }
}

#[test]
fn ping_is_answered_before_the_handshake_and_initialize_only_once() {
    let mut session = small().session;
    assert_eq!(ask(&mut session, &request("ping", json!({})))["result"], json!({}));
    assert_eq!(code(&ask(&mut session, &request("initialize", json!({})))), -32602);
    initialize(&mut session, "2025-06-18");
    assert_eq!(
        code(&ask(&mut session, &request("initialize", json!({ "protocolVersion": "2025-06-18" })))),
        -32600
    );
    assert_eq!(code(&ask(&mut session, &request("server/discover", json!({})))), -32601);
}

#[test]
fn batches_are_part_of_one_revision() {
    let ping = |id: u32| json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let batch = json!([ping(1), note, ping(2), 5, ["2.0", 1, "ping"]]);

    let mut session = small().session;
    initialize(&mut session, "2025-03-26");
    let responses = ask(&mut session, &batch);
    let ids: Vec<_> = responses.as_array().unwrap().iter().map(|response| response["id"].clone()).collect();
    assert_eq!(ids, [json!(1), json!(2), Value::Null, Value::Null]);
    assert!(session.handle_message(&json!([note]).to_string()).is_empty());
    assert_eq!(code(&ask(&mut session, &json!([]))), -32600);
    assert_eq!(code(&ask_text(&mut session, "[1,")), -32700);

    let mut session = small().session;
    initialize(&mut session, "2025-06-18");
    assert_eq!(code(&ask(&mut session, &batch)), -32600);
}

proptest! {
    #[test]
    fn any_line_gets_valid_json_or_nothing(
        line in ".*",
        id in "[-0-9.e\"\\\\a-z\\[\\]{}]{0,8}",
        params in "[\\[\\]{}\":,a-z0-9\\\\]{0,30}",
    ) {
        let mut session = Session::default();
        let made = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"graph_stats","arguments":{params}}}}}"#);
        for line in [line, made, params] {
            for response in session.handle_message(&line) {
                let response: Value = serde_json::from_str(&response).expect("JSON");
                prop_assert_eq!(&response["jsonrpc"], "2.0");
            }
        }
    }
}
