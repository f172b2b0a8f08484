use super::*;
use crate::search::test_corpus::TestCorpus;

fn draw(corpus: TestCorpus) -> Vec<String> {
    let graph = corpus.build();
    let search = SearchIndex::build(&graph);
    let queries = draw_queries(&graph, &search);
    assert_eq!(queries, draw_queries(&graph, &search));
    let totals: Vec<u64> =
        queries.iter().map(|query| search.find(&graph, query, &Filter::default(), 5).total).collect();
    if let [drawn @ .., last] = totals.as_slice() {
        assert!(drawn.iter().all(|total| *total > 0), "{queries:?} {totals:?}");
        assert_eq!(*last, 0);
    }
    queries
}

#[test]
fn ten_queries_come_from_the_names() {
    let mut corpus = TestCorpus::default().file("a.rs").function("test_nothing").test();
    for verb in ["open", "read", "write", "close"] {
        for noun in ["file", "socket", "stream"] {
            corpus = corpus.function(&format!("{verb}_{noun}"));
        }
    }
    let queries = draw(corpus);
    assert_eq!(
        queries,
        [
            "close_socket",
            "open_socket",
            "read_socket",
            "write_socket",
            "read",
            "file",
            "socket",
            "open socket",
            "read stream",
            "zqxvkjw"
        ]
    );
}

#[test]
fn a_tiny_corpus_repeats_itself_and_none_gives_none() {
    assert_eq!(draw(TestCorpus::default().file("a.rs").function("f")).len(), 10);
    assert_eq!(draw(TestCorpus::default()), Vec::<String>::new());
}

#[test]
fn the_word_without_hits_is_lengthened_until_it_has_none() {
    let queries = draw(TestCorpus::default().file("a.rs").function("zqxvkjw").function("zqxvkjwqq"));
    assert_eq!(queries[9], "zqxvkjwqqqq");
}
