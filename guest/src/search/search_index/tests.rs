use proptest::prelude::*;

use super::*;
use crate::search::test_corpus::{TestCorpus, ids};
use crate::syntax::SymbolKind;

struct Corpus {
    graph: CodeGraph,
    index: SearchIndex,
}

impl Corpus {
    fn new(corpus: TestCorpus) -> Self {
        let graph = corpus.build();
        let index = SearchIndex::build(&graph);
        Self { graph, index }
    }

    fn with(names: &[&str]) -> Self {
        Self::new(names.iter().fold(TestCorpus::default().file("a.rs"), |corpus, name| corpus.function(name)))
    }

    fn find(&self, query: &str) -> Vec<String> {
        self.find_in(query, &Filter::default())
    }

    fn find_in(&self, query: &str, filter: &Filter<'_>) -> Vec<String> {
        let hits = self.index.find(&self.graph, query, filter, 1000);
        assert_eq!(hits.total, hits.hits.len() as u64);
        let found = ids(&self.graph, hits.hits.iter().map(|hit| hit.node));
        found.into_iter().map(|id| id.strip_prefix("a.rs::").unwrap_or(&id).to_owned()).collect()
    }
}

#[test]
fn a_whole_name_ranks_first_same_case_before_other_case_before_other_style() {
    let corpus = Corpus::with(&["reopen_file", "open", "OPEN", "Open", "open_file", "op_en"]);
    assert_eq!(corpus.find("Open"), ["Open", "OPEN", "open", "op_en", "open_file"]);
    assert_eq!(corpus.find("open")[0], "open");
}

#[test]
fn a_compound_whole_name_is_answered_by_its_definitions() {
    let corpus = Corpus::with(&["parseHTTPResponse2", "ParseHttpResponse2", "parse_response", "parse"]);
    assert_eq!(corpus.find("parse_http_response_2"), ["ParseHttpResponse2", "parseHTTPResponse2"]);
    assert_eq!(corpus.find("parseHTTPResponse"), ["ParseHttpResponse2", "parseHTTPResponse2"]);
}

#[test]
fn a_compound_word_wants_all_its_pieces_before_any() {
    let corpus = Corpus::with(&["parse_config_file", "parse_args", "config"]);
    assert_eq!(corpus.find("config_parse"), ["parse_config_file"]);
    assert_eq!(corpus.find("parse_nothing"), ["parse_args", "parse_config_file"]);
}

#[test]
fn words_are_alternatives_and_rarer_ones_weigh_more() {
    let corpus = Corpus::with(&["read_file", "read_line", "read_all", "write_socket"]);
    assert_eq!(corpus.find("read socket"), ["write_socket", "read_all", "read_file", "read_line"]);
}

#[test]
fn a_qualified_name_finds_the_member() {
    let corpus = TestCorpus::default()
        .file("a.rs")
        .symbol("Parser", SymbolKind::Type)
        .symbol("next", SymbolKind::Method)
        .inside(0)
        .symbol("Lexer", SymbolKind::Type)
        .symbol("next", SymbolKind::Method)
        .inside(2);
    let corpus = Corpus::new(corpus);
    assert_eq!(corpus.find("Lexer.next"), ["Lexer.next"]);
    assert_eq!(corpus.find("lexer::Next"), ["Lexer.next"]);
    assert_eq!(corpus.find("a.rs::Parser.next"), ["Parser.next"]);
    assert_eq!(corpus.find("next").len(), 2);
}

#[test]
fn near_names_are_found_only_when_nothing_else_is() {
    let corpus = Corpus::with(&["tokenizer", "tokenizerx", "parse_config"]);
    assert_eq!(corpus.find("tokeniezr"), ["tokenizer"]);
    assert_eq!(corpus.find("tokenizer"), ["tokenizer"]);
    assert_eq!(corpus.find("parseConfg"), ["parse_config"]);
    assert_eq!(corpus.find("tkenzer"), Vec::<String>::new());
}

#[test]
fn documentation_and_paths_are_searched_and_weigh_less_than_names() {
    let corpus = TestCorpus::default()
        .file("a.rs")
        .function("run")
        .doc("Starts the scheduler of the engine.")
        .function("scheduler")
        .file("scheduler/b.rs")
        .function("stop");
    let corpus = Corpus::new(corpus);
    assert_eq!(corpus.find("scheduler"), ["scheduler", "run", "scheduler/b.rs::stop"]);
    assert_eq!(corpus.find("of"), Vec::<String>::new());
}

#[test]
fn filters_apply_before_totals() {
    let corpus = TestCorpus::default()
        .file("lib/a.rs")
        .function("open_a")
        .symbol("OpenType", SymbolKind::Type)
        .file("lib2/b.rs")
        .function("open_b")
        .file("src/c.rs")
        .function("open_c");
    let corpus = Corpus::new(corpus);
    let in_folder = |prefix| Filter { path_prefix: Some(prefix), ..Filter::default() };
    assert_eq!(corpus.find_in("open", &in_folder("lib/")), ["lib/a.rs::OpenType", "lib/a.rs::open_a"]);
    assert_eq!(corpus.find_in("open", &in_folder("lib")).len(), 3);
    assert_eq!(corpus.find_in("open", &in_folder("s")), ["src/c.rs::open_c"]);
    assert_eq!(corpus.find_in("open", &in_folder("z")), Vec::<String>::new());
    let types = Filter { kinds: vec![SymbolKind::Type], ..Filter::default() };
    assert_eq!(corpus.find_in("open", &types), ["lib/a.rs::OpenType"]);
    let java = Filter { language: Some("java"), ..Filter::default() };
    assert_eq!(corpus.find_in("open", &java), Vec::<String>::new());
    let files = Filter { kinds: vec![SymbolKind::File], ..Filter::default() };
    assert_eq!(corpus.find_in("open", &files), Vec::<String>::new());
}

#[test]
fn nothing_to_look_for_finds_nothing() {
    let corpus = Corpus::with(&["a", "_", "open"]);
    for query in ["", "  ", "::", "...", "_"] {
        assert_eq!(corpus.find(query), Vec::<String>::new(), "{query:?}");
    }
    let empty = Corpus::new(TestCorpus::default());
    assert_eq!(empty.find("open"), Vec::<String>::new());
}

#[test]
fn scores_fall_and_ties_are_by_id() {
    let corpus = Corpus::with(&["b_open", "a_open", "open_the_file"]);
    let hits = corpus.index.find(&corpus.graph, "open", &Filter::default(), 10).hits;
    assert_eq!(
        ids(&corpus.graph, hits.iter().map(|hit| hit.node)),
        ["a.rs::a_open", "a.rs::b_open", "a.rs::open_the_file"]
    );
    assert_eq!(hits[0].score_milli, hits[1].score_milli);
    assert!(hits[1].score_milli > hits[2].score_milli);
}

#[test]
fn a_common_word_is_answered_alike_from_its_champions_and_from_all_postings() {
    let mut corpus = TestCorpus::default();
    for file in 0..40 {
        corpus = corpus
            .file(&format!("dir{file:02}/a.rs"))
            .function("open")
            .function("Open")
            .symbol("op_en", SymbolKind::Field)
            .function("oPEN")
            .test();
        for word in ["alpha", "beta_gamma", "delta_epsilon_zeta", ""] {
            corpus = corpus.function(&format!("open_{word}_{file}")).doc(&"open it ".repeat(file % 5));
        }
    }
    let corpus = Corpus::new(corpus);
    let all = corpus.index.find(&corpus.graph, "open", &Filter::default(), 1000);
    for limit in [0, 1, 20, CHAMPIONS] {
        let best = corpus.index.find(&corpus.graph, "open", &Filter::default(), limit);
        assert_eq!(best.hits, all.hits[..limit]);
        assert_eq!(best.total, all.total);
    }
    let rare = corpus.index.find(&corpus.graph, "alpha", &Filter::default(), 3);
    assert_eq!((rare.hits.len(), rare.total), (3, 40));
}

#[test]
fn a_limit_cuts_the_hits_and_not_the_total() {
    let corpus = Corpus::with(&["open_a", "open_b", "open_c"]);
    let hits = corpus.index.find(&corpus.graph, "open", &Filter::default(), 2);
    assert_eq!((hits.hits.len(), hits.total), (2, 3));
}

fn ranked(corpus: TestCorpus, query: &str) -> Vec<String> {
    Corpus::new(corpus).find(query)
}

#[test]
fn a_symbol_with_all_words_comes_before_one_with_a_rarer_word_often() {
    let corpus = TestCorpus::default()
        .file("a.rs")
        .function("token_token")
        .doc("Token of a token.")
        .symbol("CsrfViewMiddleware", SymbolKind::Type)
        .function("csrf_exempt")
        .function("run_middleware")
        .function("middleware_order");
    assert_eq!(ranked(corpus, "csrf middleware")[0], "CsrfViewMiddleware");
}

#[test]
fn words_that_are_one_name_together_find_it_first() {
    let corpus =
        TestCorpus::default().file("a.rs").function("timeout").function("WithTimeout").function("round_trip");
    assert_eq!(ranked(corpus, "with timeout"), ["WithTimeout", "timeout"]);
}

#[test]
fn inflections_find_each_other_and_the_whole_name_stays_first() {
    let corpus = || Corpus::with(&["cache_page", "caching", "caches"]);
    assert_eq!(corpus().find("caches"), ["caches", "caching", "cache_page"]);
    assert_eq!(corpus().find("cached pages")[0], "cache_page");
}

#[test]
fn a_letter_and_the_word_after_it_are_found_as_one() {
    let corpus = Corpus::with(&["GZipMiddleware", "zip_file"]);
    assert_eq!(corpus.find("gzip"), ["GZipMiddleware"]);
    assert_eq!(corpus.find("gzip middleware"), ["GZipMiddleware"]);
}

#[test]
fn of_equal_names_the_used_one_comes_first_and_the_one_in_tests_last() {
    let corpus = TestCorpus::default()
        .file("a.rs")
        .function("open")
        .test()
        .file("b.rs")
        .symbol("open", SymbolKind::Field)
        .file("c.rs")
        .function("open")
        .file("d.rs")
        .function("open")
        .function("main")
        .calls(&["open"]);
    assert_eq!(ranked(corpus, "open"), ["d.rs::open", "c.rs::open", "b.rs::open", "open"]);
}

#[test]
fn a_form_of_a_word_raises_what_holds_another_word_and_finds_nothing_by_itself() {
    let corpus = Corpus::with(&["zip_depth", "max_depth", "max_width", "gc_start", "a_start"]);
    assert_eq!(corpus.find("limit depth"), ["max_depth", "zip_depth"]);
    assert_eq!(corpus.find("garbage collector start"), ["gc_start", "a_start"]);
    assert_eq!(corpus.find("depth"), ["max_depth", "zip_depth"]);
    assert_eq!(corpus.find("limit"), Vec::<String>::new());
}

#[test]
fn holding_all_words_is_more_than_being_called_by_one() {
    let corpus = TestCorpus::default()
        .file("a.rs")
        .symbol("Cookie", SymbolKind::Type)
        .function("decode_cookies")
        .doc("Parses what a header holds.")
        .function("parse_header")
        .function("parse_line");
    assert_eq!(ranked(corpus, "cookie parsing"), ["decode_cookies", "Cookie", "parse_header", "parse_line"]);
}

#[test]
fn a_test_called_like_the_query_comes_first_only_if_nothing_else_is_called_so() {
    let corpus = |named: &str| {
        let corpus = TestCorpus::default().file("a.rs").symbol("open", SymbolKind::Field).test();
        let corpus = corpus.symbol("FileOpen", SymbolKind::Type).symbol(named, SymbolKind::Field);
        ["a", "b", "c", "d", "e", "f"].into_iter().fold(corpus, TestCorpus::function)
    };
    assert_eq!(ranked(corpus("open"), "open"), ["open#2", "FileOpen", "open"]);
    assert_eq!(ranked(corpus("close"), "open"), ["open", "FileOpen"]);
}

proptest! {
    #[test]
    fn any_query_is_answered_in_order(query in ".{0,80}") {
        let corpus = Corpus::with(&["open_file", "parse", "größe", "a"]);
        let find = |limit| corpus.index.find(&corpus.graph, &query, &Filter::default(), limit);
        let hits = find(2).hits;
        prop_assert!(hits.len() <= 2);
        prop_assert!(hits.is_sorted_by_key(|hit| u64::MAX - hit.score_milli));
        prop_assert_eq!(&hits[..], &find(10).hits[..hits.len()]);
    }

    #[test]
    fn every_name_is_found_first_by_itself(names in proptest::collection::vec("[a-c]{1,3}(_[a-c]{1,2}){0,2}", 1..30)) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let corpus = Corpus::with(&names);
        for name in names {
            let found = corpus.find(name);
            prop_assert_eq!(found.first().map(String::as_str), Some(name));
        }
    }
}
