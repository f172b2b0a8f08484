//! What each tool answers and refuses.

use guest::tools::{ToolError, tool_names};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::corpus::{Corpus, Open, open_stored, texts};

/// Every tool with the arguments of its stored answer.
const GOLDEN: [(&str, &str); 9] = [
    ("graph_stats", ""),
    ("search_symbols", r#"{"query":"order total"}"#),
    ("get_symbol_source", r#"{"id":"rust/src/order.rs::Order.total","context_lines":1}"#),
    ("get_callers", r#"{"id":"rust/src/order.rs::Order.total"}"#),
    ("find_usages", r#"{"id":"rust/src/order.rs::Order"}"#),
    ("find_usages", r#"{"id":"rust/src/order.rs::Order","group_by":"file"}"#),
    ("get_file_summary", r#"{"path":"python/shop/cart.py"}"#),
    ("smart_context", r#"{"task":"Round the total of an order","max_symbols":3}"#),
    ("get_repo_outline", "{}"),
];

/// Breaks an answer into lines without touching the order of its members.
fn lines(json: &str) -> String {
    let mut out = String::new();
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for character in json.chars() {
        if !in_string && matches!(character, '}' | ']') {
            depth -= 1;
        }
        out.push(character);
        if in_string {
            in_string = escaped || character != '"';
            escaped = !escaped && character == '\\';
            continue;
        }
        match character {
            '"' => in_string = true,
            '{' | '[' => depth += 1,
            // Members of a node or an edge share a line.
            ',' if depth < 3 => {
                out.push('\n');
                out.push_str(&"  ".repeat(depth));
            }
            _ => {}
        }
    }
    out
}

#[test]
fn answers_are_as_stored() {
    let session = open_stored("shop");
    for (number, (tool, arguments)) in GOLDEN.into_iter().enumerate() {
        let answer = session.call_tool(tool, arguments).unwrap_or_else(|error| panic!("{tool}: {error}"));
        serde_json::from_str::<Value>(&answer).expect("JSON");
        insta::assert_snapshot!(format!("{number}_{tool}"), lines(&answer));
    }
}

#[test]
fn two_openings_answer_with_equal_bytes() {
    let (first, second) = (open_stored("shop"), open_stored("shop"));
    assert_eq!(first.index_facts(), second.index_facts());
    for (tool, arguments) in GOLDEN {
        assert_eq!(first.call_tool(tool, arguments), second.call_tool(tool, arguments), "{tool}");
    }
}

/// A chain `far -> near -> leaf` with a cycle, a test and a recursion.
fn chain() -> Open {
    Corpus::new()
        .file(
            "src/lib.rs",
            "pub fn leaf() { leaf() }\n\
             pub fn near() { leaf(); far() }\n\
             pub fn far() { near(); near() }\n\
             pub fn alone() {}\n\
             #[cfg(test)]\n\
             mod tests {\n    #[test]\n    fn covers() { super::leaf() }\n}\n",
        )
        .open()
}

#[test]
fn callers_come_nearest_first_with_the_calls_among_them() {
    let open = chain();
    let answer = open.answer("get_callers", &json!({ "id": "src/lib.rs::leaf" }));
    let nodes = texts(&answer["nodes"], "id");
    let lib = |name: &str| format!("src/lib.rs::{name}");
    assert_eq!(nodes, [lib("leaf"), lib("near"), lib("tests.covers"), lib("far")]);
    let distances: Vec<_> = answer["nodes"].as_array().unwrap().iter().map(|it| &it["distance"]).collect();
    assert_eq!(distances, [0, 1, 1, 2]);
    // leaf -> leaf, near -> leaf, near -> far, covers -> leaf, far -> near; twice on one line is once.
    assert_eq!((&answer["total_nodes"], &answer["total_edges"]), (&json!(4), &json!(5)));
    assert_eq!(answer["edges"].as_array().map(Vec::len), Some(5));
    assert_eq!(answer["truncated"], false);
}

#[test]
fn callers_are_cut_after_they_are_ordered_and_totals_stay() {
    let open = chain();
    let ask = |more: Value| {
        let mut arguments = json!({ "id": "src/lib.rs::leaf" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        open.answer("get_callers", &arguments)
    };
    let cut = ask(json!({ "limit": 1 }));
    assert_eq!(texts(&cut["nodes"], "name"), ["leaf", "near"]);
    assert_eq!(
        (&cut["total_nodes"], &cut["total_edges"], &cut["truncated"]),
        (&json!(4), &json!(5), &json!(true))
    );
    assert_eq!(cut["edges"].as_array().map(Vec::len), Some(2));

    assert_eq!(texts(&ask(json!({ "depth": 1 }))["nodes"], "name"), ["leaf", "near", "covers"]);
    let untested = ask(json!({ "exclude_tests": true, "depth": 10 }));
    assert_eq!(texts(&untested["nodes"], "name"), ["leaf", "near", "far"]);
    let alone = open.answer("get_callers", &json!({ "id": "src/lib.rs::alone" }));
    assert_eq!((texts(&alone["nodes"], "name"), &alone["total_edges"]), (vec!["alone"], &json!(0)));
}

#[test]
fn usages_are_listed_or_grouped_by_file() {
    let open = Corpus::new()
        .file("src/lib.rs", "pub mod a;\npub mod b;\npub fn used() {}\n")
        .file(
            "src/a.rs",
            "use crate::used;\npub fn one() { used() }\npub fn two() {\n    used();\n    used()\n}\n",
        )
        .file("src/b.rs", "pub fn three() { crate::used() }\n")
        .open();
    let id = json!("src/lib.rs::used");
    let listed = open.answer("find_usages", &json!({ "id": id }));
    let total = listed["total_edges"].as_u64().unwrap();
    assert_eq!(listed["nodes"][0]["id"], id);
    assert_eq!(listed["usage_summary"]["n_refs"], total);
    assert_eq!(listed["usage_summary"]["n_files"], 2);
    assert_eq!(listed["edges"].as_array().map(|edges| edges.len() as u64), Some(total));
    let places: Vec<_> = listed["edges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["file_path"].as_str(), it["line"].as_u64()))
        .collect();
    assert!(places.is_sorted(), "{places:?}");

    let cut = open.answer("find_usages", &json!({ "id": id, "limit": 1 }));
    assert_eq!((cut["edges"].as_array().map(Vec::len), &cut["truncated"]), (Some(1), &json!(true)));
    assert_eq!((&cut["total_edges"], &cut["total_nodes"]), (&json!(total), &listed["total_nodes"]));

    let grouped = open.answer("find_usages", &json!({ "id": id, "group_by": "file" }));
    assert_eq!(texts(&grouped["groups"], "file"), ["src/a.rs", "src/b.rs"]);
    let counts: u64 =
        grouped["groups"].as_array().unwrap().iter().map(|it| it["count"].as_u64().unwrap()).sum();
    assert_eq!((counts, &grouped["total_groups"]), (total, &json!(2)));
    assert_eq!(grouped["groups"][1]["uses"][0]["symbol_id"], "src/b.rs::three");
    let cut = open.answer("find_usages", &json!({ "id": id, "group_by": "file", "limit": 1 }));
    assert_eq!((texts(&cut["groups"], "file"), &cut["truncated"]), (vec!["src/a.rs"], &json!(true)));
}

#[test]
fn source_has_the_lines_asked_for() {
    let text = "// 1\r\n// 2\n\npub fn four() {\n    // é\n}\n// 7\n// last";
    let open = Corpus::new().file("a.rs", text).open();
    let ask = |context: u32| {
        open.answer("get_symbol_source", &json!({ "id": "a.rs::four", "context_lines": context }))
    };
    let bare = ask(0);
    assert_eq!(bare["source"], "pub fn four() {\n    // é\n}\n");
    assert_eq!((&bare["start_line"], &bare["end_line"]), (&json!(4), &json!(6)));
    assert_eq!((&bare["from_line"], &bare["to_line"]), (&json!(4), &json!(6)));
    let all = ask(100);
    assert_eq!(all["source"], text);
    assert_eq!(
        (&all["from_line"], &all["to_line"], &all["truncated"]),
        (&json!(1), &json!(8), &json!(false))
    );
    let file = open.answer("get_symbol_source", &json!({ "id": "a.rs" }));
    assert_eq!((&file["source"], &file["kind"]), (&json!(text), &json!("file")));
}

#[test]
fn long_source_is_cut_on_a_line_end() {
    let line = format!("    // {}\n", "x".repeat(92));
    let text = format!("pub fn long() {{\n{}}}\n", line.repeat(3000));
    let open = Corpus::new().file("a.rs", &text).open();
    let answer = open.answer("get_symbol_source", &json!({ "id": "a.rs::long" }));
    let source = answer["source"].as_str().unwrap();
    assert!(source.len() <= 256 << 10 && source.len() > (256 << 10) - 200, "{}", source.len());
    assert!(text.starts_with(source) && source.ends_with('\n'));
    assert_eq!(answer["truncated"], true);
    assert_eq!(answer["to_line"], source.lines().count());
}

#[test]
fn bytes_that_are_no_text_are_replaced() {
    let open = Corpus::new().file("a.rs", b"pub fn odd() {\n    // \xff\xfe\n}\n").open();
    let answer = open.answer("get_symbol_source", &json!({ "id": "a.rs::odd", "context_lines": 0 }));
    assert_eq!(answer["source"], "pub fn odd() {\n    // \u{fffd}\u{fffd}\n}\n");
}

#[test]
fn searches_are_filtered_before_they_are_counted() {
    let open = Corpus::new()
        .file("src/a.rs", "pub struct Parser;\npub fn parse_header() {}\n")
        .file("src/b.rs", "pub fn parse_body() {}\n")
        .open();
    let total = |more: Value| {
        let mut arguments = json!({ "query": "parse" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        open.answer("search_symbols", &arguments)["total"].as_u64().unwrap()
    };
    assert_eq!(total(json!({ "kind": "function" })), 2);
    assert_eq!(total(json!({ "kind": ["function"], "path_prefix": "src/b" })), 1);
    assert_eq!(total(json!({ "language": "python" })), 0);
    let cut = open.answer("search_symbols", &json!({ "query": "parse", "kind": "function", "limit": 1 }));
    assert_eq!((cut["results"].as_array().map(Vec::len), &cut["truncated"]), (Some(1), &json!(true)));
    assert!(cut["results"][0]["score"].is_u64());
    let nothing = open.answer("search_symbols", &json!({ "query": "!!" }));
    assert_eq!(nothing, json!({ "results": [], "total": 0, "truncated": false }));
}

#[test]
fn a_context_stays_within_its_budget_and_counts_what_it_quotes() {
    let body = "    let _ = 1;\n".repeat(20);
    let mut text = String::new();
    for name in ["parse_order", "parse_line", "parse_total"] {
        text += &format!("pub fn {name}() {{\n{body}}}\n");
    }
    let open = Corpus::new().file("a.rs", text).open();
    for budget in [100, 150, 8000] {
        let answer =
            open.answer("smart_context", &json!({ "task": "parse an order", "token_budget": budget }));
        let symbols = answer["relevant_symbols"].as_array().unwrap();
        let quoted: Vec<_> = symbols.iter().filter_map(|it| it["source"].as_str()).collect();
        let tokens: usize = quoted.iter().map(|source| source.len().div_ceil(4)).sum();
        assert_eq!(answer["estimated_tokens"], tokens);
        assert!(tokens <= budget, "{tokens} of {budget}");
        assert_eq!(quoted.len(), if budget == 8000 { 3 } else { budget / 85 }, "{budget}");
        assert!(symbols.iter().all(|it| !it["why"].as_str().unwrap().is_empty()));
        assert_eq!(answer["files_to_edit"], json!(["a.rs"]));
    }
    let error = open.refusal("smart_context", &json!({ "task": "x", "entry_point": "a.rs::parse_ordre" }));
    assert!(matches!(&error, ToolError::Refused(text) if text.contains("`entry_point`")), "{error}");
}

#[test]
fn unknown_ids_are_refused_with_near_ones() {
    let open = Corpus::new()
        .file("src/a.rs", "pub struct Reader;\nimpl Reader { pub fn open(&self) {} }\npub fn other() {}\n")
        .file("src/b.rs", "pub fn open() {}\n")
        .file("lib/c.rs", "pub fn open() {}\npub fn opens() {}\n")
        .open();
    let near = |tool: &str, arguments: Value| match open.refusal(tool, &arguments) {
        ToolError::Refused(text) => text.split("near are ").nth(1).unwrap_or("").to_owned(),
        other => panic!("{other:?}"),
    };
    // The same last name first, and among those the longest shared prefix.
    let callers = near("get_callers", json!({ "id": "src/a.rs::Writer.open" }));
    assert_eq!(callers, "`src/a.rs::Reader.open`, `src/b.rs::open`, `lib/c.rs::open`");
    assert_eq!(
        near("find_usages", json!({ "id": "src/b.rs::opne" })).split(", ").next(),
        Some("`src/b.rs::open`")
    );
    assert!(near("get_file_summary", json!({ "path": "src/c.rs" })).starts_with("`lib/c.rs`, `src/"));
    assert_eq!(near("get_symbol_source", json!({ "id": "zzz" })), "");
}

#[test]
fn arguments_are_refused_by_name() {
    let open = chain();
    let id = json!("src/lib.rs::leaf");
    let table = [
        ("graph_stats", json!({ "x": 1 }), "`x`"),
        ("get_repo_outline", json!({ "limit": 1 }), "`limit`"),
        ("search_symbols", json!({}), "`query`"),
        ("search_symbols", json!({ "query": "" }), "`query`"),
        ("search_symbols", json!({ "query": "x".repeat(1001) }), "`query`"),
        ("search_symbols", json!({ "query": "x", "limit": 0 }), "`limit`"),
        ("search_symbols", json!({ "query": "x", "kind": "file" }), "`kind`"),
        ("search_symbols", json!({ "query": "x", "kind": [] }), "`kind`"),
        ("search_symbols", json!({ "query": "x", "language": "cobol" }), "`language`"),
        ("get_symbol_source", json!({ "id": id, "context_lines": 101 }), "`context_lines`"),
        ("get_symbol_source", json!({ "id": null }), "`id`"),
        ("get_callers", json!({ "id": id, "depth": 11 }), "`depth`"),
        ("get_callers", json!({ "id": id, "limit": "20" }), "`limit`"),
        ("get_callers", json!({ "id": id, "min_tier": "best" }), "`min_tier`"),
        ("find_usages", json!({ "id": id, "exclude_tests": 1 }), "`exclude_tests`"),
        ("find_usages", json!({ "id": id, "group_by": "kind" }), "`group_by`"),
        ("get_file_summary", json!({ "id": id }), "`id`"),
        ("smart_context", json!({ "task": "x".repeat(4001) }), "`task`"),
        ("smart_context", json!({ "task": "x", "max_symbols": 21 }), "`max_symbols`"),
        ("smart_context", json!({ "task": "x", "token_budget": 99 }), "`token_budget`"),
    ];
    for (tool, arguments, named) in table {
        match open.refusal(tool, &arguments) {
            ToolError::BadArguments(text) => assert!(text.contains(named), "{tool} {arguments}: {text}"),
            other => panic!("{tool} {arguments}: {other:?}"),
        }
    }
    assert!(matches!(open.refusal("grep", &json!({})), ToolError::UnknownTool(_)));
    for edge in [json!({ "id": id, "depth": 10 }), json!({ "id": id, "limit": 1000.0 })] {
        open.answer("get_callers", &edge);
    }
}

#[test]
fn hidden_edges_are_counted_and_shown_when_asked_for() {
    // `line.price()` may be the one's method or the other's: nothing says what `line` is.
    let open = Corpus::new()
        .file("a.py", "class Line:\n    def price(self): pass\nclass Item:\n    def price(self): pass\n")
        .file("b.py", "def total(line):\n    return line.price()\n")
        .open();
    let ask = |more: &str| -> Value {
        let arguments = format!(r#"{{"id":"a.py::Line.price"{more}}}"#);
        serde_json::from_str(&open.session.call_tool("get_callers", &arguments).unwrap()).unwrap()
    };
    let hidden = ask(r#","depth":1"#);
    assert_eq!(texts(&hidden["nodes"], "name"), ["price"]);
    assert_eq!(hidden["hidden_text_matched"], 1);
    let shown = ask(r#","depth":1,"min_tier":"text_matched""#);
    assert_eq!(texts(&shown["nodes"], "name"), ["price", "total"]);
    assert_eq!(shown["edges"][0]["tier"], "text_matched");
    assert!(shown.get("hidden_text_matched").is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_arguments_get_an_answer_or_a_refusal(
        json in ".*",
        value in "[-0-9.e]{1,6}|\"[a-z:/.#\\\\]{0,12}\"|null|\\[\\]",
        name in "id|query|path|task|limit|kind|depth|min_tier|entry_point",
    ) {
        thread_local! { static OPEN: Open = chain(); }
        let made = format!("{{\"{name}\":{value}}}");
        OPEN.with(|open| {
            for tool in tool_names() {
                for arguments in [&json, &made] {
                    if let Ok(answer) = open.session.call_tool(tool, arguments) {
                        prop_assert!(serde_json::from_str::<Value>(&answer).is_ok());
                    }
                }
            }
            Ok(())
        })?;
    }
}
