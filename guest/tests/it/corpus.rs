//! Builds a tiny corpus in a temporary folder and opens it.

use std::path::Path;

use guest::corpus::CorpusRoot;
use guest::index::Phase;
use guest::session::{OpenOptions, Session};
use guest::tools::ToolError;
use serde_json::Value;
use tempfile::TempDir;

/// A folder under construction.
pub(crate) struct Corpus {
    folder: TempDir,
    options: Vec<(String, String)>,
}

/// An open corpus. The folder lives as long as it does, since sources are read from it.
pub(crate) struct Open {
    pub(crate) session: Session,
    _folder: TempDir,
}

impl Corpus {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().expect("a temporary folder"), options: Vec::new() }
    }

    /// Adds a file; folders on the way are made.
    pub(crate) fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.folder.path().join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).expect("a folder");
        }
        std::fs::write(path, content).expect("a file");
        self
    }

    /// Sets an option of the opening.
    pub(crate) fn option(mut self, name: &str, value: &str) -> Self {
        self.options.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn open(self) -> Open {
        let session = open(self.folder.path(), &self.options);
        Open { session, _folder: self.folder }
    }
}

/// Opens a folder to the end.
pub(crate) fn open(folder: &Path, options: &[(String, String)]) -> Session {
    let options = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let options = OpenOptions::parse(options).expect("options");
    let mut session = Session::default();
    session.open_begin(CorpusRoot::open(folder).expect("a root"), options).expect("a beginning");
    while session.open_step().expect("a step").phase != Phase::Ready {}
    session
}

/// Opens a corpus of `tests/corpora`.
pub(crate) fn open_stored(name: &str) -> Session {
    open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpora").join(name), &[])
}

impl Open {
    /// The answer of a call.
    pub(crate) fn answer(&self, tool: &str, arguments: &Value) -> Value {
        let text = self.session.call_tool(tool, &arguments.to_string()).expect("an answer");
        serde_json::from_str(&text).expect("JSON")
    }

    /// The refusal of a call.
    pub(crate) fn refusal(&self, tool: &str, arguments: &Value) -> ToolError {
        self.session.call_tool(tool, &arguments.to_string()).expect_err("a refusal")
    }

    /// The value of a named fact.
    pub(crate) fn fact(&self, name: &str) -> Option<String> {
        let facts = self.session.index_facts().expect("facts");
        facts.into_iter().find(|(fact, _)| fact == name).map(|(_, value)| value)
    }
}

/// The texts at a member of each entry of a list.
pub(crate) fn texts<'v>(list: &'v Value, member: &str) -> Vec<&'v str> {
    let entries = list.as_array().expect("a list");
    entries.iter().map(|entry| entry[member].as_str().expect("a text")).collect()
}
