//! The index: corpus, graph, search and analysis, built step by step.

use crate::analysis::Outline;
use crate::corpus::{CorpusRoot, FileStamp, Skipped, WalkError, WalkOptions};
use crate::graph::{CodeGraph, FileId};
use crate::limits::Limits;
use crate::search::SearchIndex;

/// All that the tools read.
#[derive(Debug)]
pub struct Index {
    /// Where sources are read from.
    pub root: CorpusRoot,
    /// Caps, of which tools use the one on answers.
    pub limits: Limits,
    /// Definitions and edges.
    pub graph: CodeGraph,
    /// Words of the symbols.
    pub search: SearchIndex,
    /// Communities, hotspots and the like.
    pub outline: Outline,
    /// Stamp of each file, by [`FileId`].
    pub stamps: Vec<FileStamp>,
    /// Entries that were not indexed, in path order.
    pub skipped: Vec<Skipped>,
    /// Bytes of source indexed.
    pub source_bytes: u64,
    /// Error and missing nodes in all syntax trees.
    pub syntax_errors: u64,
    /// `XXH3-128` over paths and contents of all indexed files, in path order, as 32 hex digits.
    pub corpus_digest: String,
}

impl Index {
    /// The stamp of a file.
    #[must_use]
    pub fn stamp(&self, file: FileId) -> &FileStamp {
        &self.stamps[file.0 as usize]
    }
}

/// What a step of the building worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Choosing files. Unit: entries.
    Walk,
    /// Reading and parsing. Unit: bytes of source.
    Parse,
    /// Facts into a graph. Unit: passes.
    Resolve,
    /// The search index. Unit: passes.
    Search,
    /// Communities and the like. Unit: passes.
    Analyse,
    /// Complete.
    Ready,
}

/// How far the building is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The phase that the step belongs to.
    pub phase: Phase,
    /// Units done.
    pub done: u64,
    /// Units in all.
    pub total: u64,
}

/// An index under construction.
#[derive(Debug)]
pub struct IndexBuilder {}

impl IndexBuilder {
    /// Starts.
    ///
    /// # Errors
    /// If the root cannot be listed or a glob does not parse.
    pub fn begin(_root: CorpusRoot, _options: WalkOptions, _limits: Limits) -> Result<Self, WalkError> {
        todo!()
    }

    /// Does the next piece: at most 8 MiB of source, or one global pass.
    pub fn step(&mut self) -> Progress {
        todo!()
    }

    /// Gives the index once a step said [`Phase::Ready`].
    #[must_use]
    pub fn finish(self) -> Option<Index> {
        todo!()
    }
}
