//! What each fuzz target does with its input, and what has to hold afterwards.
//!
//! The targets themselves are one line each. Nothing here may panic unless a promise is broken: of the
//! facts of a file, of the walk, or of the answers being JSON.

use std::cell::RefCell;
use std::path::Path;

use guest::corpus::{CorpusRoot, Language, Manifests};
use guest::graph::{FileInput, build};
use guest::index::Phase;
use guest::limits::Limits;
use guest::session::{OpenOptions, Session};
use guest::syntax::{extract, is_nested_too_deep};
use guest::tools::tool_names;
use serde_json::Value;
use tempfile::TempDir;

/// Extracts a source and builds a graph of it alone: every definition lies in the source, inside its
/// parent, and the graph has a node for each.
pub fn extract_and_build(language: Language, source: &[u8]) {
    // What the index skips before parsing, and larger sources than the default limit admits.
    let limits = Limits::default();
    if is_nested_too_deep(language, source, limits.nesting) || source.len() as u64 > limits.file_bytes {
        return;
    }
    let facts = extract(language, "src/input", source);
    for symbol in &facts.symbols {
        assert!(symbol.start_byte <= symbol.end_byte && symbol.end_byte as usize <= source.len());
        assert!(1 <= symbol.start_line && symbol.start_line <= symbol.end_line);
    }
    for (index, symbol) in facts.symbols.iter().enumerate() {
        if let Some(parent) = symbol.parent {
            assert!((parent.0 as usize) < index, "parents come first");
        }
    }
    let symbols = facts.symbols.len();
    let graph = build(vec![FileInput { path: "src/input".to_owned(), facts }], &Manifests::default());
    assert!(graph.node_count() > symbols, "one node a definition, and the file's");
}

/// Walks a small tree under the given `.gitignore`: whatever the rules, every file is either found or
/// skipped, alone or with a folder above it.
pub fn ignore_rules(rules: &[u8]) {
    thread_local! {
        static TREE: TempDir = small_tree();
    }
    TREE.with(|tree| {
        std::fs::write(tree.path().join(".gitignore"), rules).expect("a file");
        let session = open(tree.path());
        let index = session.index().expect("an index");
        let skipped = session.list_skipped(usize::MAX).expect("an open corpus");
        for (path, _) in TREE_FILES {
            let is_skipped = skipped.iter().any(|(skipped, _)| {
                path.strip_prefix(skipped.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            });
            assert!(is_skipped || index.graph.find_path(path).is_some(), "{path} is lost");
        }
    });
}

/// Sends each line as a message to one server: every response is one line of JSON.
pub fn json_rpc(lines: &str) {
    with_session(|session| {
        for line in lines.lines() {
            for response in session.handle_message(line) {
                assert!(!response.contains('\n'));
                serde_json::from_str::<Value>(&response).expect("a response is JSON");
            }
        }
    });
}

/// Calls every tool with the same arguments: what is no refusal is a JSON object.
pub fn tool_arguments(arguments: &str) {
    with_session(|session| {
        for tool in tool_names() {
            match session.call_tool(tool, arguments) {
                Ok(answer) => {
                    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
                    assert!(answer.is_object());
                }
                Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
            }
        }
    });
}

const TREE_FILES: [(&str, &str); 4] = [
    ("a.rs", "pub fn leaf() {}\npub fn top() { leaf() }\n"),
    ("src/b.py", "class Kid:\n    def run(self):\n        return self.run()\n"),
    ("src/deep/[c] #!.go", "package c\n\nfunc Parse() {}\n"),
    ("src/deep/\u{444}.ts", "export const x = () => y();\nfunction y() {}\n"),
];

fn small_tree() -> TempDir {
    let tree = TempDir::new().expect("a temporary folder");
    for (path, text) in TREE_FILES {
        let path = tree.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(path, text).expect("a file");
    }
    tree
}

fn open(folder: &Path) -> Session {
    let mut session = Session::default();
    let root = CorpusRoot::open(folder).expect("a root");
    session.open_begin(root, OpenOptions::default()).expect("a beginning");
    while session.open_step().expect("a step").phase != Phase::Ready {}
    session
}

/// Lends a session over the small tree, opened once a thread.
fn with_session(use_it: impl FnOnce(&mut Session)) {
    thread_local! {
        static OPEN: RefCell<(Session, TempDir)> = RefCell::new({
            let tree = small_tree();
            (open(tree.path()), tree)
        });
    }
    OPEN.with(|open| use_it(&mut open.borrow_mut().0));
}
