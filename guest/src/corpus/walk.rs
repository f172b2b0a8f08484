//! The walk: which files of the corpus are indexed, in the bytewise order of their paths.

use crate::corpus::{CorpusRoot, Language, RootError, Skipped};
use crate::limits::Limits;

/// What to walk, besides the limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkOptions {
    /// Globs; when there are any, only files that match one are indexed.
    pub include: Vec<String>,
    /// Globs; what matches one is skipped.
    pub exclude: Vec<String>,
    /// Reads no ignore file.
    pub no_ignore: bool,
}

/// Why a walk cannot begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WalkError {
    /// The root cannot be listed.
    #[error(transparent)]
    Root(#[from] RootError),
    /// An include or exclude glob does not parse.
    #[error("`{glob}` is no glob: {what}")]
    BadGlob {
        /// The glob as given.
        glob: String,
        /// What is wrong with it.
        what: String,
    },
}

/// A file to index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path relative to the corpus, `/` between parts.
    pub path: String,
    /// Its language.
    pub language: Language,
    /// Length in bytes when it was listed.
    pub bytes: u64,
}

/// How far the walk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkProgress {
    /// Entries seen so far.
    pub entries: u64,
    /// Whether nothing is left.
    pub finished: bool,
}

/// What the walk found.
#[derive(Debug)]
pub struct Walked {
    /// Files to index, in the bytewise order of their paths.
    pub files: Vec<SourceFile>,
    /// What was skipped, in the order met.
    pub skipped: Vec<Skipped>,
}

/// A walk under way.
#[derive(Debug)]
pub struct Walk {}

impl Walk {
    /// Starts a walk.
    ///
    /// # Errors
    /// If the root cannot be listed.
    pub fn begin(_root: &CorpusRoot, _options: WalkOptions, _limits: Limits) -> Result<Self, WalkError> {
        todo!()
    }

    /// Walks on, a bounded number of folders.
    pub fn step(&mut self, _root: &CorpusRoot) -> WalkProgress {
        todo!()
    }

    /// Gives what was found.
    #[must_use]
    pub fn finish(self) -> Walked {
        todo!()
    }
}
