//! Each limit that the guest enforces, from inside and from outside.

use guest::tools::ToolError;
use serde_json::json;

use crate::corpus::{Corpus, Open};

/// Files indexed, and how many entries were skipped for the reason.
fn counts(open: &Open, reason: &str) -> (String, Option<String>) {
    (open.fact("files").expect("a count"), open.fact(&format!("skipped.{reason}")))
}

fn three_files() -> Corpus {
    Corpus::new()
        .file("a.rs", "pub fn a() {}\n")
        .file("b.rs", "pub fn b() { crate::a() }\n")
        .file("one/two/c.rs", "pub fn c() {}\n")
}

#[test]
fn files_after_the_first_so_many_are_skipped() {
    assert_eq!(counts(&three_files().option("files", "3").open(), "too_many_files"), ("3".to_owned(), None));
    let cut = three_files().option("files", "2").open();
    assert_eq!(cut.fact("files").as_deref(), Some("2"));
    assert!(cut.fact("skipped.too_many_files").is_some());
}

#[test]
fn a_file_may_be_as_long_as_the_limit() {
    assert_eq!(counts(&three_files().option("file-bytes", "26").open(), "too_large"), ("3".to_owned(), None));
    let cut = three_files().option("file-bytes", "25").open();
    assert_eq!(counts(&cut, "too_large"), ("2".to_owned(), Some("1".to_owned())));
    assert_eq!(cut.session.list_skipped(5).unwrap(), [("b.rs".to_owned(), "too_large")]);
}

#[test]
fn a_file_that_would_take_its_parser_all_memory_is_skipped() {
    let deep = |times| format!("class A {{ int f() {{ return {}", "a<".repeat(times));
    let corpus = |times| Corpus::new().file("A.java", deep(times)).file("b.rs", "fn b() {}\n");
    assert_eq!(counts(&corpus(500).open(), "nested_too_deep"), ("2".to_owned(), None));
    assert_eq!(counts(&corpus(20_000).open(), "nested_too_deep"), ("1".to_owned(), Some("1".to_owned())));
    // The limit to the bracket.
    let limited = |limit| corpus(20).option("nesting", limit).open();
    assert_eq!(counts(&limited("20"), "nested_too_deep"), ("2".to_owned(), None));
    assert_eq!(counts(&limited("19"), "nested_too_deep"), ("1".to_owned(), Some("1".to_owned())));
}

#[test]
fn all_files_together_stay_within_the_limit() {
    assert_eq!(
        counts(&three_files().option("total-bytes", "54").open(), "total_bytes"),
        ("3".to_owned(), None)
    );
    let cut = three_files().option("total-bytes", "53").open();
    assert_eq!(counts(&cut, "total_bytes"), ("2".to_owned(), Some("1".to_owned())));
}

#[test]
fn folders_are_entered_as_deep_as_the_limit() {
    assert_eq!(counts(&three_files().option("depth", "2").open(), "too_deep"), ("3".to_owned(), None));
    let cut = three_files().option("depth", "1").open();
    assert_eq!(counts(&cut, "too_deep"), ("2".to_owned(), Some("1".to_owned())));
}

#[test]
fn an_answer_may_be_as_long_as_the_limit() {
    let arguments = json!({ "path": "b.rs" });
    let whole = three_files().open().session.call_tool("get_file_summary", &arguments.to_string()).unwrap();
    let limit = whole.len();

    let same = three_files().option("answer-bytes", &limit.to_string()).open();
    assert_eq!(same.session.call_tool("get_file_summary", &arguments.to_string()).unwrap(), whole);

    let less = three_files().option("answer-bytes", &(limit - 1).to_string()).open();
    let error = less.refusal("get_file_summary", &arguments);
    assert_eq!(error, ToolError::AnswerTooLarge { bytes: limit as u64, limit_bytes: limit as u64 - 1 });
    // What follows is not touched by it.
    assert!(less.session.call_tool("get_symbol_source", r#"{"id":"a.rs::a"}"#).is_ok());
}

#[test]
fn the_listing_of_skipped_entries_is_cut_where_asked() {
    let open = Corpus::new().file("a.txt", "").file("b.txt", "").file("c.rs", "").open();
    assert_eq!(open.fact("skipped.no_language").as_deref(), Some("2"));
    assert_eq!(open.session.list_skipped(1).unwrap(), [("a.txt".to_owned(), "no_language")]);
    assert_eq!(open.session.list_skipped(9).unwrap().len(), 2);
}
