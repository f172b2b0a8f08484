//! Arguments of calls that parsers of JSON, searches and answers choke on. They come from whoever talks to
//! the server, not from the corpus.

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected, ToolCall};
use crate::hostile::ground::{Ground, NotTried};

const FAMILY: &str = "arguments";

/// All of them.
pub(super) const ATTACKS: [Attack; 8] = [
    attack("endless-query", "search for a megabyte", Expected::Refused).calls(endless),
    attack("deep-json", "nest arguments deeper than a stack", Expected::Refused).calls(deep),
    attack("duplicate-keys", "say two things at once", Expected::Refused).calls(duplicates),
    attack("huge-numbers", "pass numbers that no integer holds", Expected::Refused).calls(numbers),
    attack("lone-surrogates", "pass halves of characters and text that is no JSON", Expected::Refused)
        .calls(surrogates),
    attack("ids-as-paths", "read files outside by ids and paths", Expected::Refused).calls(paths),
    attack("patterns-as-queries", "search for patterns that backtrack", Expected::Answered(&[]))
        .calls(patterns),
    attack("most-of-everything", "ask for the largest answers", Expected::Answered(&[])).calls(most),
];

const fn attack(name: &'static str, tries: &'static str, expected: Expected) -> Attack {
    Attack::new(FAMILY, name, tries, build, expected)
}

fn build(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    let functions = (0..200).map(|number| format!("def f{number}():\n    f{}()\n", (number + 1) % 200));
    Ok(ground.write("some.py", functions.collect::<String>())?)
}

fn endless(scale: Scale) -> Vec<ToolCall> {
    let text = "query ".repeat(scale.pick(20_000, 200_000));
    vec![
        ("search_symbols", format!("{{\"query\":\"{text}\"}}")),
        ("smart_context", format!("{{\"task\":\"{text}\"}}")),
        ("get_callers", format!("{{\"id\":\"{text}\"}}")),
        ("get_file_summary", format!("{{\"path\":\"{text}\"}}")),
        ("search_symbols", format!("{{\"{text}\":1}}")),
    ]
}

fn deep(scale: Scale) -> Vec<ToolCall> {
    let depth = scale.pick(10_000, 1_000_000);
    let (arrays, objects) = ("[".repeat(depth), "{\"a\":".repeat(depth));
    vec![
        ("search_symbols", format!("{{\"query\":{arrays}{}}}", "]".repeat(depth))),
        ("search_symbols", format!("{{\"query\":{objects}1{}}}", "}".repeat(depth))),
        ("search_symbols", arrays),
        ("get_callers", objects),
    ]
}

fn duplicates(_: Scale) -> Vec<ToolCall> {
    vec![
        ("search_symbols", "{\"query\":\"a\",\"query\":\"b\"}".to_owned()),
        ("get_callers", "{\"id\":\"some.py::f1\",\"\\u0069d\":\"some.py::f2\"}".to_owned()),
        ("graph_stats", format!("{{{}\"a\":1}}", "\"a\":1,".repeat(10_000))),
    ]
}

fn numbers(scale: Scale) -> Vec<ToolCall> {
    let digits = "9".repeat(scale.pick(10_000, 1_000_000));
    let limits = ["1e999", "-1", "0", "1.5", "18446744073709551616", "1e-400", "-0.0", digits.as_str()];
    limits.map(|limit| ("search_symbols", format!("{{\"query\":\"f\",\"limit\":{limit}}}"))).to_vec()
}

fn surrogates(_: Scale) -> Vec<ToolCall> {
    let texts = [
        "{\"query\":\"\\ud800\"}",
        "{\"query\":\"\\udc00\\ud800\"}",
        "{\"query\":\"\\ud83d\\u0041\"}",
        "{\"query\":\"\u{1}\"}",
        "{\"query\":\"a\"} {}",
        "{'query':'a'}",
        "NaN",
        "\u{feff}{}",
        "null",
    ];
    texts.map(|text| ("search_symbols", text.to_owned())).to_vec()
}

fn paths(_: Scale) -> Vec<ToolCall> {
    let paths = [
        "../outside/canary.py",
        "/etc/passwd",
        "some.py/../../outside/canary.py",
        "file:///etc/passwd",
        "./witness.py",
        "witness.py\\u0000.txt",
    ];
    let summary = |path: &str| ("get_file_summary", format!("{{\"path\":\"{path}\"}}"));
    let source =
        |path: &str| ("get_symbol_source", format!("{{\"id\":\"{path}::canary_outside_the_corpus\"}}"));
    let entry = |path: &str| ("smart_context", format!("{{\"task\":\"read\",\"entry_point\":\"{path}\"}}"));
    paths.iter().flat_map(|path| [summary(path), source(path), entry(path)]).collect()
}

fn patterns(_: Scale) -> Vec<ToolCall> {
    let queries =
        ["((((a+)+)+)+)+$", "[[[[[[", "f*f*f*f*f*f*", "\\u0000", "\\ud83d\\ude00", "\\u202e", "' OR 1=1 --"];
    let mut calls = queries.map(|query| ("search_symbols", format!("{{\"query\":\"{query}\"}}"))).to_vec();
    calls.push(("search_symbols", format!("{{\"query\":\"{}\"}}", "aB1_".repeat(250))));
    calls.push(("smart_context", format!("{{\"task\":\"{}\"}}", "f1 f2 f3 f4 ".repeat(333))));
    calls
}

fn most(_: Scale) -> Vec<ToolCall> {
    vec![
        ("get_callers", "{\"id\":\"some.py::f1\",\"depth\":10,\"limit\":1000}".to_owned()),
        ("find_usages", "{\"id\":\"some.py::f1\",\"limit\":1000,\"group_by\":\"file\"}".to_owned()),
        ("get_file_summary", "{\"path\":\"some.py\",\"limit\":1000}".to_owned()),
        ("search_symbols", "{\"query\":\"f\",\"limit\":1000}".to_owned()),
        ("smart_context", "{\"task\":\"f1 f2 f3\",\"max_symbols\":20,\"token_budget\":100000}".to_owned()),
        ("get_symbol_source", "{\"id\":\"some.py::f1\",\"context_lines\":100}".to_owned()),
    ]
}
