//! Folders made for one test, and the walk's findings in a form that reads well in an assertion.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::corpus::{CorpusRoot, Walk, WalkOptions, Walked};
use crate::limits::Limits;

/// A folder that goes away with the test.
pub(super) struct Tree {
    folder: TempDir,
}

impl Tree {
    pub(super) fn new() -> Self {
        Self { folder: TempDir::new().expect("a temporary folder can be made") }
    }

    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Writes a file, and the folders above it where they are missing.
    pub(super) fn file(self, path: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("folders can be made");
        fs::write(path, bytes).expect("a file can be written");
        self
    }

    /// Writes empty files.
    pub(super) fn files(self, paths: &[&str]) -> Self {
        paths.iter().fold(self, |tree, path| tree.file(path, ""))
    }

    pub(super) fn root(&self) -> CorpusRoot {
        CorpusRoot::open(self.folder.path()).expect("the temporary folder can be listed")
    }

    pub(super) fn walk(&self) -> Found {
        self.walk_with(WalkOptions::default(), Limits::default())
    }

    pub(super) fn walk_with(&self, options: WalkOptions, limits: Limits) -> Found {
        let root = self.root();
        let mut walk = Walk::begin(&root, options, limits).expect("the walk can begin");
        while !walk.step(&root).finished {}
        Found(walk.finish())
    }
}

/// What a walk found.
pub(super) struct Found(pub(super) Walked);

impl Found {
    pub(super) fn files(&self) -> Vec<&str> {
        self.0.files.iter().map(|file| file.path.as_str()).collect()
    }

    /// Each skipped entry as `path: reason`.
    pub(super) fn skipped(&self) -> Vec<String> {
        self.0.skipped.iter().map(|skipped| format!("{}: {}", skipped.path, skipped.reason.name())).collect()
    }
}
