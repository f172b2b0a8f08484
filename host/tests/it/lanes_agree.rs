//! Same corpus, same call, same bytes: inside the sandbox and outside of it.

use guest::tools::TOOLS;

use crate::corpus::{corpus, three_languages};
use crate::host::{argument, host, host_with_input};

/// Calls of a tool, as `call -` reads their arguments. A tool without any fails the test.
fn calls(tool: &str) -> &'static [&'static str] {
    match tool {
        "graph_stats" | "get_repo_outline" => &["{}", "{\"unknown\":1}"],
        "search_symbols" => &[
            "{\"query\":\"parse response\"}",
            "{\"query\":\"doubel\"}",
            "{\"query\":\"report\",\"kind\":\"type\",\"limit\":1}",
            "{\"query\":\"\"}",
        ],
        "get_symbol_source" => &[
            "{\"id\":\"src/lib.rs::double\",\"context_lines\":0}",
            "{\"id\":\"tools/report.py::Report.render\"}",
            "{\"id\":\"src/lib.rs::doubel\"}",
        ],
        "get_callers" => &[
            "{\"id\":\"src/lib.rs::double\"}",
            "{\"id\":\"web/app.js::parseHTTPResponse\",\"depth\":1,\"min_tier\":\"text_matched\"}",
            "{\"id\":\"src/lib.rs::double\",\"depth\":11}",
        ],
        "find_usages" => &[
            "{\"id\":\"src/lib.rs::double\",\"exclude_tests\":true}",
            "{\"id\":\"tools/report.py::Report\",\"group_by\":\"file\"}",
        ],
        "get_file_summary" => &["{\"path\":\"src/lib.rs\"}", "{\"path\":\"README.md\"}"],
        "smart_context" => &[
            "{\"task\":\"change how responses are parsed\"}",
            "{\"task\":\"double\",\"entry_point\":\"src/area.rs::area\",\"token_budget\":100}",
        ],
        _ => &[],
    }
}

#[test]
fn every_tool_answers_alike_in_both_lanes() {
    let mut input = String::new();
    for tool in &TOOLS {
        assert!(!calls(tool.name).is_empty(), "{} has no calls here", tool.name);
        for arguments in calls(tool.name) {
            input.push_str(&format!("{} {arguments}\n", tool.name));
        }
    }
    let folder = three_languages();
    let answers = |lane| {
        let arguments = ["call", "-", "--quiet", "--lane", lane, "--repo", argument(folder.path())];
        host_with_input(&arguments, &input).stdout
    };
    let (wasm, native) = (answers("wasm"), answers("native"));
    assert_eq!(native.lines().count(), input.lines().count());
    for ((call, wasm), native) in input.lines().zip(wasm.lines()).zip(native.lines()) {
        assert_eq!(wasm, native, "{call}");
    }
    assert_eq!(wasm, native);
}

#[test]
fn compare_finds_every_digest_equal() {
    let hostile = corpus(&[
        // Patterns that become literals, extensions and regular expressions.
        (".gitignore", "_obj/\nunix.test\n*_gen.js\nlogs/**/debug*.[oa]\n!keep_gen.js\n"),
        ("a_gen.js", "function generated() {}\n"),
        ("keep_gen.js", "function kept() {}\n"),
        ("broken.rs", "fn a( { fn b() { a( } } \u{0}"),
        ("deep.js", &"(".repeat(20_000)),
        ("same/name.py", "def f():\n    f()\n"),
        ("same/name.js", "function f() { f(); }\n"),
        ("été/日本.go", "package p\n\nfunc F() { G() }\n\nfunc G() {}\n"),
    ]);
    for folder in [three_languages(), hostile] {
        for path in ["call", "json-rpc"] {
            let repo = argument(folder.path());
            let finished = host(&["compare", "--quiet", "--iter", "2", "--path", path, "--repo", repo]);
            let text = finished.assert_success();
            assert!(text.contains("## Overhead of the sandbox"), "{text}");
        }
    }
}
