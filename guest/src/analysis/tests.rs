use super::*;
use crate::search::test_corpus::{TestCorpus, ids, node};
use crate::syntax::SymbolKind;

/// Two groups of functions, one call between them, a main and a test.
fn corpus() -> CodeGraph {
    TestCorpus::default()
        .file("io/read.rs")
        .function("open_file")
        .calls(&["read_all", "close_file"])
        .function("read_all")
        .calls(&["close_file", "read_all"])
        .function("close_file")
        .file("main.rs")
        .function("main")
        .calls(&["parse"])
        .file("parse/a.rs")
        .function("parse")
        .calls(&["lex", "open_file", "reduce"])
        .function("lex")
        .calls(&["reduce", "parse"])
        .function("reduce")
        .calls(&["lex", "parse"])
        .file("parse/b.rs")
        .function("parse_twice")
        .calls(&["parse", "parse", "lex"])
        .function("unused")
        .file("tests/t.rs")
        .function("checks")
        .test()
        .calls(&["parse"])
        .build()
}

#[test]
fn counters_add_up() {
    let graph = corpus();
    let stats = GraphStats::count(&graph);
    assert_eq!((stats.nodes, stats.files), (15, 5));
    assert_eq!(stats.by_kind[SymbolKind::Function as usize], 10);
    assert_eq!(stats.by_kind.iter().sum::<u64>(), stats.nodes);
    assert_eq!(stats.by_language, [("rust", 15)]);
    assert_eq!(stats.edges_by_kind.iter().sum::<u64>(), stats.edges);
    assert_eq!(stats.edges_by_tier.iter().sum::<u64>(), stats.edges);
    assert_eq!(stats.primary_language(), Some("rust"));
    assert_eq!(stats.languages, [LanguageFiles { language: "rust", files: 5 }]);
}

#[test]
fn hotspots_count_distinct_users_without_themselves() {
    let graph = corpus();
    let hotspots = hotspots::find(&graph);
    let parse = hotspots[0];
    assert_eq!(graph.id(parse.node), "parse/a.rs::parse");
    assert_eq!((parse.fan_in, parse.fan_out, parse.score), (5, 3, 20));
    let read_all = hotspots.iter().find(|hotspot| hotspot.node == node(&graph, "io/read.rs::read_all"));
    assert_eq!(read_all.map(|hotspot| (hotspot.fan_in, hotspot.fan_out)), Some((1, 1)));
    assert!(hotspots.iter().all(|hotspot| !graph.node(hotspot.node).is_test));
}

#[test]
fn entry_points_are_mains_then_what_nothing_calls() {
    let graph = corpus();
    let found = entry_points::find(&graph);
    assert_eq!(
        ids(&graph, found.iter().map(|entry| entry.node)),
        ["main.rs::main", "parse/b.rs::parse_twice"]
    );
    assert_eq!(found[1], EntryPoint { node: found[1].node, reason: EntryReason::Uncalled, fan_out: 2 });
}

#[test]
fn the_most_imported_files_have_most_importers() {
    let graph = corpus();
    let imported = imports::count(&graph);
    let shown: Vec<_> = imported.iter().map(|i| (graph.path(i.file), i.count)).collect();
    assert_eq!(shown, [("parse/a.rs", 3), ("io/read.rs", 1)]);
}

#[test]
fn directories_count_what_is_directly_in_them() {
    let directories = directories::count(&corpus());
    let shown: Vec<_> = directories.iter().map(|d| (d.path.as_str(), d.files, d.symbols)).collect();
    assert_eq!(shown, [("parse", 2, 5), ("io", 1, 3), (".", 1, 1), ("tests", 1, 1)]);
}

#[test]
fn communities_are_the_groups_that_use_each_other() {
    let graph = corpus();
    let communities = Communities::find(&graph);
    let shown: Vec<_> =
        communities.top.iter().map(|c| (c.label.as_str(), c.size, c.cohesion_milli)).collect();
    assert_eq!(shown, [("parse (parse)", 6, 952), ("io (close_file)", 3, 857)]);
    assert_eq!(communities.count, 2);
    assert!((200..1000).contains(&communities.modularity_milli));
    assert_eq!(graph.id(communities.top[1].first_member), "io/read.rs::close_file");
}

#[test]
fn an_empty_graph_has_an_outline() {
    let outline = Outline::build(&TestCorpus::default().build());
    assert_eq!(outline.stats.nodes, 0);
    assert_eq!(outline.communities, Communities { count: 0, modularity_milli: 0, top: Vec::new() });
    assert!(outline.hotspots.is_empty() && outline.directories.is_empty());
    assert_eq!(outline.stats.primary_language(), None);
}
