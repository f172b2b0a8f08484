//! The loop runner's plan, and what a fire does.

use guest::bench::{BenchError, Call, CallPath, Plan, PlanConfig, TargetPolicy, ToolPlan};
use serde_json::{Value, json};

use crate::corpus::{Corpus, Open};

/// `leaf` has three callers, `middle` two, `top` one; the rest has none.
fn calls() -> Open {
    Corpus::new()
        .file(
            "src/lib.rs",
            "pub fn leaf() {}\n\
             pub fn middle() { leaf() }\n\
             pub fn top() { middle(); leaf() }\n\
             pub fn main_entry() { top(); middle(); leaf() }\n",
        )
        .open()
}

fn config(config: Value) -> PlanConfig {
    serde_json::from_value(config).expect("a configuration")
}

fn plan(open: &Open, given: Value) -> Plan {
    open.session.plan(&config(given)).expect("a plan")
}

fn tool<'p>(plan: &'p Plan, name: &str) -> &'p ToolPlan {
    plan.tools.iter().find(|tool| tool.tool == name).expect("the tool")
}

#[test]
fn targets_are_pinned_by_callers_then_id() {
    let open = calls();
    let targets = |policy: Value| {
        let plan = plan(&open, json!({ "iterations": 1, "path": "call", "targets": policy }));
        (plan.targets, plan.target_callers)
    };
    assert_eq!(targets(json!("median")), (vec!["src/lib.rs::middle".to_owned()], vec![2]));
    assert_eq!(targets(json!("hub")), (vec!["src/lib.rs::leaf".to_owned()], vec![3]));
    assert_eq!(targets(json!("deciles")).1, [1, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    let ids = json!({ "ids": ["src/lib.rs::top", "src/lib.rs::main_entry"] });
    assert_eq!(targets(ids).1, [1, 0]);
}

#[test]
fn a_plan_has_all_tools_with_their_counts_and_arguments() {
    let open = calls();
    let plan = plan(&open, json!({ "iterations": 200, "path": "call" }));
    assert_eq!(plan.tools.len(), 8);
    assert!(plan.tools.iter().all(|tool| tool.skipped.is_none() && tool.note.is_none()));
    let counts = |name| (tool(&plan, name).iterations, tool(&plan, name).warmup);
    assert_eq!(counts("graph_stats"), (200, 20));
    assert_eq!(counts("smart_context"), (40, 3));
    assert_eq!(tool(&plan, "get_repo_outline").arguments, ["{}"]);
    assert_eq!(tool(&plan, "get_callers").arguments, [r#"{"id":"src/lib.rs::middle"}"#]);
    assert_eq!(tool(&plan, "get_file_summary").arguments, [r#"{"path":"src/lib.rs"}"#]);
    assert_eq!(plan.queries.len(), 10);
    assert_eq!(tool(&plan, "search_symbols").arguments.len(), 10);
    assert!(tool(&plan, "smart_context").arguments[0].starts_with(r#"{"task":""#));
    assert_eq!(plan.plan_digest.len(), 16);
}

#[test]
fn a_plan_does_as_told() {
    let open = calls();
    let told = json!({
        "iterations": 3, "warmup": 0, "path": "json-rpc",
        "tools": ["smart_context", "graph_stats"], "queries": ["leaf \"quoted\""],
    });
    let plan = plan(&open, told.clone());
    let names: Vec<_> = plan.tools.iter().map(|tool| tool.tool.as_str()).collect();
    assert_eq!(names, ["graph_stats", "smart_context"]);
    assert!(plan.tools.iter().all(|tool| tool.warmup == 0));
    assert_eq!(plan.tools[1].arguments, [r#"{"task":"leaf \"quoted\""}"#]);
    assert_eq!(plan, self::plan(&calls(), told), "the same corpus and configuration give the same plan");
}

#[test]
fn without_callers_the_first_callable_stands_in_and_the_row_says_so() {
    let open = Corpus::new().file("a.rs", "pub fn b() {}\npub fn a() {}\n").open();
    let plan = plan(&open, json!({ "iterations": 1, "path": "call" }));
    assert_eq!(plan.targets, ["a.rs::a"]);
    assert!(plan.notes[0].contains("a.rs::a"), "{:?}", plan.notes);
    assert!(tool(&plan, "get_callers").note.is_some());
    assert!(tool(&plan, "graph_stats").note.is_none());
}

#[test]
fn what_lacks_a_target_is_skipped_with_a_reason() {
    let open = Corpus::new().file("a.txt", "nothing").open();
    let plan = plan(&open, json!({ "iterations": 1, "path": "call" }));
    let skipped: Vec<_> =
        plan.tools.iter().filter(|tool| tool.skipped.is_some()).map(|tool| tool.tool.as_str()).collect();
    let expected = [
        "search_symbols",
        "get_symbol_source",
        "get_callers",
        "find_usages",
        "get_file_summary",
        "smart_context",
    ];
    assert_eq!(skipped, expected);
}

#[test]
fn a_bad_configuration_names_the_field() {
    let open = calls();
    let refusal = |given: Value| match open.session.plan(&config(given)) {
        Err(BenchError::BadConfig(text)) => text,
        other => panic!("{other:?}"),
    };
    assert!(refusal(json!({ "iterations": 0, "path": "call" })).contains("`iterations`"));
    let tools = refusal(json!({ "iterations": 1, "path": "call", "tools": ["grep"] }));
    assert!(tools.contains("`grep`") && tools.contains("`get_repo_outline`"), "{tools}");
    let ids = refusal(json!({ "iterations": 1, "path": "call", "targets": { "ids": ["src/lib.rs::laef"] } }));
    assert!(ids.contains("`targets`") && ids.contains("src/lib.rs::leaf"), "{ids}");
    assert!(
        refusal(json!({ "iterations": 1, "path": "call", "targets": { "ids": [] } })).contains("`targets`")
    );
    assert!(refusal(json!({ "iterations": 1, "path": "call", "queries": [""] })).contains("`queries`"));
}

#[test]
fn a_fire_repeats_exactly_and_agrees_with_the_strict_call() {
    let mut open = calls();
    let plan = plan(&open, json!({ "iterations": 1, "path": "call", "targets": "deciles" }));
    for tool in &plan.tools {
        for arguments in &tool.arguments {
            let text = open.session.call_tool(&tool.tool, arguments).unwrap();
            let call = |path| Call { tool: tool.tool.clone(), arguments_json: arguments.clone(), path };
            open.session.arm(&call(CallPath::Call)).unwrap();
            let first = open.session.fire().unwrap();
            let digest = open.session.last_digest();
            assert_eq!(open.session.last_answer(), text);
            assert_eq!((first.ok, first.bytes as usize), (true, text.len()));
            assert_eq!(open.session.fire().unwrap(), first);
            assert_eq!(open.session.last_digest(), digest);

            open.session.arm(&call(CallPath::JsonRpc)).unwrap();
            let outcome = open.session.fire().unwrap();
            let response: Value = serde_json::from_str(open.session.last_answer()).unwrap();
            assert_eq!(response["result"]["content"][0]["text"], text.as_str());
            assert_eq!((outcome.ok, outcome.items), (true, first.items));
            assert_eq!(outcome.bytes as usize, open.session.last_answer().len());
        }
    }
}

#[test]
fn a_refused_call_is_counted_and_no_error_of_the_runner() {
    let mut open = calls();
    for (tool, arguments) in [("get_callers", r#"{"id":"nowhere"}"#), ("grep", "{}"), ("graph_stats", "[]")] {
        for path in [CallPath::Call, CallPath::JsonRpc] {
            let call = Call { tool: tool.to_owned(), arguments_json: arguments.to_owned(), path };
            open.session.arm(&call).unwrap();
            let outcome = open.session.fire().unwrap();
            assert_eq!((outcome.ok, outcome.items), (false, 0), "{tool} {path:?}");
            assert_eq!(outcome.bytes as usize, open.session.last_answer().len());
            assert!(outcome.bytes > 0);
        }
    }
}

#[test]
fn arguments_that_are_no_json_cannot_be_part_of_a_request() {
    let mut open = calls();
    let call = |path| Call { tool: "graph_stats".to_owned(), arguments_json: "{".to_owned(), path };
    open.session.arm(&call(CallPath::Call)).unwrap();
    assert!(!open.session.fire().unwrap().ok);
    assert!(matches!(open.session.arm(&call(CallPath::JsonRpc)), Err(BenchError::BadConfig(_))));
    assert_eq!(open.session.fire(), Err(BenchError::NothingArmed));
}

#[test]
fn the_default_policy_is_the_median() {
    assert_eq!(TargetPolicy::default(), TargetPolicy::Median);
    assert_eq!(config(json!({ "iterations": 1, "path": "call" })).targets, TargetPolicy::Median);
    assert!(
        serde_json::from_value::<PlanConfig>(json!({ "iterations": 1, "path": "call", "x": 1 })).is_err()
    );
}
