use super::*;
use crate::search::test_corpus::{TestCorpus, ids, node};

struct Corpus {
    graph: CodeGraph,
    search: SearchIndex,
}

impl Corpus {
    fn new(corpus: TestCorpus) -> Self {
        let graph = corpus.build();
        let search = SearchIndex::build(&graph);
        Self { graph, search }
    }

    fn find(&self, task: &str, entry_point: Option<&str>, max_symbols: usize) -> Context {
        let entry_point = entry_point.map(|id| node(&self.graph, id));
        find_context(&self.graph, &self.search, &ContextRequest { task, entry_point, max_symbols })
    }

    fn relevant(&self, context: &Context) -> Vec<String> {
        ids(&self.graph, context.relevant.iter().map(|relevant| relevant.node))
    }

    fn paths(&self, files: &[FileId]) -> Vec<&str> {
        files.iter().map(|file| self.graph.path(*file)).collect()
    }
}

fn server() -> Corpus {
    Corpus::new(
        TestCorpus::default()
            .file("config.rs")
            .function("parse_config")
            .calls(&["read_file"])
            .function("config_error")
            .file("io.rs")
            .function("read_file")
            .file("main.rs")
            .function("main")
            .calls(&["start"])
            .function("start")
            .calls(&["parse_config", "serve"])
            .function("serve")
            .file("tests/config.rs")
            .function("checks_parsing")
            .test()
            .calls(&["parse_config"])
            .function("parse_config_twice")
            .test()
            .calls(&["checks_parsing"])
            .file("tests/main.rs")
            .function("runs")
            .test()
            .calls(&["start"]),
    )
}

#[test]
fn definitions_come_before_tests_with_what_is_around_them() {
    let corpus = server();
    let context = corpus.find("Fix parse_config when the file is missing", None, 2);
    assert_eq!(context.keywords, ["parse_config", "file", "missing"]);
    assert_eq!(corpus.relevant(&context), ["config.rs::parse_config", "io.rs::read_file"]);
    assert_eq!(context.relevant[0].why, "matches `parse_config`");
    assert_eq!(context.relevant[1].why, "matches `file`");
    assert_eq!(
        ids(&corpus.graph, context.callers.clone()),
        ["main.rs::start", "tests/config.rs::checks_parsing"]
    );
    assert_eq!(ids(&corpus.graph, context.callees.clone()), Vec::<String>::new());
    assert_eq!(corpus.paths(&context.related_test_files), ["tests/config.rs", "tests/main.rs"]);
    assert_eq!(corpus.paths(&context.files_to_edit), ["config.rs", "io.rs"]);
}

#[test]
fn what_the_entry_point_reaches_comes_first() {
    let corpus = Corpus::new(
        TestCorpus::default()
            .file("a.rs")
            .function("encode_json")
            .file("b.rs")
            .function("handler")
            .calls(&["decode_json"])
            .function("decode_json"),
    );
    assert_eq!(corpus.relevant(&corpus.find("json", None, 2)), ["b.rs::decode_json", "a.rs::encode_json"]);
    assert_eq!(corpus.relevant(&corpus.find("encode decode", None, 1)).len(), 1);
    let context = corpus.find("json output", Some("b.rs::handler"), 3);
    assert_eq!(corpus.relevant(&context), ["b.rs::handler", "b.rs::decode_json", "a.rs::encode_json"]);
    assert_eq!(context.relevant[0].why, "entry point");
    assert_eq!(context.relevant[1].why, "used by the entry point; matches `json`");
    let from_file = corpus.find("json", Some("b.rs"), 1);
    assert_eq!(corpus.relevant(&from_file), ["b.rs::decode_json"]);
}

#[test]
fn a_misspelt_keyword_says_so() {
    let corpus = server();
    let context = corpus.find("parse_confg", None, 1);
    assert_eq!(corpus.relevant(&context), ["config.rs::parse_config"]);
    assert_eq!(context.relevant[0].why, "resembles `parse_confg`");
}

#[test]
fn a_task_about_nothing_here_is_about_nothing() {
    let corpus = server();
    let context = corpus.find("zzzz qqqq", None, 5);
    assert_eq!(context, Context { keywords: vec!["zzzz".into(), "qqqq".into()], ..Context::default() });
    assert_eq!(corpus.find("", None, 5), Context::default());
}

#[test]
fn a_hub_is_looked_at_in_part_only() {
    let mut corpus = TestCorpus::default().file("a.rs").function("log_line").file("b.rs");
    for caller in 0..2 * MAX_NEIGHBOURS {
        corpus = corpus.function(&format!("caller_{caller:04}")).calls(&["log_line"]);
    }
    let corpus = Corpus::new(corpus);
    let context = corpus.find("log_line", None, 1);
    assert_eq!(context.callers.len(), MAX_LISTED);
    assert_eq!(corpus.graph.id(context.callers[0]), "b.rs::caller_0000");
}

#[test]
fn a_word_written_as_code_says_more_than_the_same_word_in_a_sentence() {
    let corpus = Corpus::new(
        TestCorpus::default()
            .file("a.rs")
            .function("override")
            .file("b.rs")
            .function("timezone_role")
            .file("c.rs")
            .function("role"),
    );
    let first = |task: &str| corpus.relevant(&corpus.find(task, None, 1))[0].clone();
    assert_eq!(first("override the timezone role"), "b.rs::timezone_role");
    assert_eq!(first("make override() keep the role"), "a.rs::override");
}

#[test]
fn a_test_that_matches_more_comes_after_a_definition_unless_tests_are_meant() {
    let corpus = Corpus::new(
        TestCorpus::default()
            .file("a.rs")
            .function("token_rotation")
            .file("b.rs")
            .function("session_token_rotation_cookie")
            .test()
            .file("c.rs")
            .function("session_store")
            .function("cookie_jar"),
    );
    let first = |task: &str| corpus.relevant(&corpus.find(task, None, 1))[0].clone();
    assert_eq!(first("token rotation with the session cookie"), "a.rs::token_rotation");
    assert_eq!(
        first("a test for token rotation with the session cookie"),
        "b.rs::session_token_rotation_cookie"
    );
}

proptest::proptest! {
    #[test]
    fn any_task_is_answered_alike_within_the_limit(task in ".{0,120}", max_symbols in 1_usize..4) {
        let corpus = server();
        let context = corpus.find(&task, None, max_symbols);
        proptest::prop_assert!(context.relevant.len() <= max_symbols);
        proptest::prop_assert!(context.keywords.len() <= 16);
        proptest::prop_assert_eq!(&context, &corpus.find(&task, None, max_symbols));
    }
}
