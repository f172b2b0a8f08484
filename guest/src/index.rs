//! The index: corpus, graph, search and analysis, built step by step.
//!
//! A step is at most 8 MiB of source or one global pass, so that the host can time the phases and
//! draw a bar without a clock or a thread in here. Start at [`IndexBuilder::step`].

use xxhash_rust::xxh3::Xxh3;

use crate::analysis::Outline;
use crate::corpus::{
    CorpusRoot, FileStamp, Language, Manifests, SkipReason, Skipped, SourceFile, SourceText, Walk, WalkError,
    WalkOptions, Walked, read_manifests,
};
use crate::graph::{self, CodeGraph, FileId, FileInput};
use crate::limits::Limits;
use crate::search::SearchIndex;
use crate::syntax;

/// Bytes of source that one step reads and parses, at most (one file more, if it is larger).
const STEP_BYTES: u64 = 8 << 20;

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
    /// How many were skipped for each reason, in the order of [`SkipReason::ALL`].
    pub skipped_by_reason: [u64; SkipReason::ALL.len()],
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
pub struct IndexBuilder {
    root: CorpusRoot,
    limits: Limits,
    stage: Stage,
    files: ReadFiles,
    parse_only: bool,
}

/// What the next step works on, with what the steps before left for it.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of it, and it is moved a handful of times")]
enum Stage {
    Walk(Box<Walk>),
    Parse {
        files: std::vec::IntoIter<SourceFile>,
        done: u64,
        total: u64,
    },
    Resolve(Vec<FileInput>),
    Search(CodeGraph),
    Analyse(CodeGraph, SearchIndex),
    Ready(CodeGraph, SearchIndex, Outline),
    /// Nothing to do and nothing to give: a step is under way, or only parsing was asked for.
    Taken,
}

/// What reading the files leaves behind.
#[derive(Debug, Default)]
struct ReadFiles {
    inputs: Vec<FileInput>,
    manifests: Manifests,
    stamps: Vec<FileStamp>,
    skipped: Vec<Skipped>,
    source_bytes: u64,
    syntax_errors: u64,
    digest: CorpusDigest,
}

impl IndexBuilder {
    /// Starts.
    ///
    /// # Errors
    /// If the root cannot be listed or a glob does not parse.
    pub fn begin(root: CorpusRoot, options: WalkOptions, limits: Limits) -> Result<Self, WalkError> {
        let walk = Walk::begin(&root, options, limits)?;
        Ok(Self {
            root,
            limits,
            stage: Stage::Walk(Box::new(walk)),
            files: ReadFiles::default(),
            parse_only: false,
        })
    }

    /// Reads and parses each file and keeps nothing, so that the time of the parser alone can stand
    /// beside that of the index. [`IndexBuilder::finish`] then gives nothing.
    #[must_use]
    pub fn parse_only(self) -> Self {
        Self { parse_only: true, ..self }
    }

    /// Does the next piece: at most 8 MiB of source, or one global pass.
    pub fn step(&mut self) -> Progress {
        let (stage, progress) = match std::mem::replace(&mut self.stage, Stage::Taken) {
            Stage::Walk(walk) => self.walk(walk),
            Stage::Parse { files, done, total } => self.parse(files, done, total),
            Stage::Resolve(inputs) => {
                (Stage::Search(graph::build(inputs, &self.files.manifests)), pass(Phase::Resolve))
            }
            Stage::Search(graph) => {
                let search = SearchIndex::build(&graph);
                (Stage::Analyse(graph, search), pass(Phase::Search))
            }
            Stage::Analyse(graph, search) => {
                let outline = Outline::build(&graph);
                (Stage::Ready(graph, search, outline), pass(Phase::Analyse))
            }
            ready @ (Stage::Ready(..) | Stage::Taken) => (ready, pass(Phase::Ready)),
        };
        self.stage = stage;
        progress
    }

    /// Gives the index once a step said [`Phase::Ready`]; `None` before.
    #[must_use]
    pub fn finish(self) -> Option<Index> {
        let Stage::Ready(graph, search, outline) = self.stage else { return None };
        let ReadFiles { stamps, mut skipped, source_bytes, syntax_errors, digest, .. } = self.files;
        skipped.sort_by(|a, b| (&a.path, a.reason).cmp(&(&b.path, b.reason)));
        Some(Index {
            root: self.root,
            limits: self.limits,
            graph,
            search,
            outline,
            stamps,
            skipped_by_reason: count_reasons(&skipped),
            skipped,
            source_bytes,
            syntax_errors,
            corpus_digest: digest.finish(),
        })
    }

    fn walk(&mut self, mut walk: Box<Walk>) -> (Stage, Progress) {
        let seen = walk.step(&self.root);
        let progress = Progress { phase: Phase::Walk, done: seen.entries, total: seen.entries };
        if !seen.finished {
            return (Stage::Walk(walk), progress);
        }
        let Walked { files, skipped } = walk.finish();
        self.files.manifests = read_manifests(&self.root, &skipped);
        self.files.skipped = skipped;
        let total = files.iter().map(|file| file.bytes).sum();
        (Stage::Parse { files: files.into_iter(), done: 0, total }, progress)
    }

    fn parse(
        &mut self,
        mut files: std::vec::IntoIter<SourceFile>,
        done: u64,
        total: u64,
    ) -> (Stage, Progress) {
        let mut step_bytes = 0;
        while step_bytes < STEP_BYTES {
            let Some(file) = files.next() else {
                let inputs = std::mem::take(&mut self.files.inputs);
                let next = if self.parse_only { Stage::Taken } else { Stage::Resolve(inputs) };
                return (next, Progress { phase: Phase::Parse, done: total, total });
            };
            step_bytes += file.bytes;
            match self.root.read(&file.path, self.limits.file_bytes) {
                Ok(source) => self.take(file, &source),
                Err(reason) => self.files.skipped.push(Skipped { path: file.path, reason }),
            }
        }
        let done = (done + step_bytes).min(total);
        (Stage::Parse { files, done, total }, Progress { phase: Phase::Parse, done, total })
    }

    /// Parses a file that was read, unless that would take more than it is worth.
    fn take(&mut self, file: SourceFile, source: &SourceText) {
        let language = file.language.refine(&file.path, &source.bytes);
        if syntax::is_nested_too_deep(language, &source.bytes, self.limits.nesting) {
            self.files.skipped.push(Skipped { path: file.path, reason: SkipReason::NestedTooDeep });
        } else if self.parse_only {
            let _ = syntax::parse_only(language, &source.bytes);
        } else {
            self.files.add(file.path, language, source);
        }
    }
}

impl ReadFiles {
    fn add(&mut self, path: String, language: Language, source: &SourceText) {
        let bytes = &source.bytes[..];
        let facts = syntax::extract(language, &path, bytes);
        self.digest.add(path.as_bytes());
        self.digest.add(bytes);
        self.source_bytes += bytes.len() as u64;
        self.syntax_errors += u64::from(facts.syntax_errors);
        self.stamps.push(source.stamp);
        self.inputs.push(FileInput { path, facts });
    }
}

/// `XXH3-128` over all paths and contents.
#[derive(Default)]
struct CorpusDigest(Xxh3);

impl CorpusDigest {
    /// Adds a path or a content, with its length, so that no two lists of files give the same bytes.
    fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// The digest as 32 hex digits.
    fn finish(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

impl std::fmt::Debug for CorpusDigest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("CorpusDigest").field(&self.finish()).finish()
    }
}

fn count_reasons(skipped: &[Skipped]) -> [u64; SkipReason::ALL.len()] {
    let mut counts = [0; SkipReason::ALL.len()];
    for entry in skipped {
        counts[entry.reason as usize] += 1;
    }
    counts
}

fn pass(phase: Phase) -> Progress {
    Progress { phase, done: 1, total: 1 }
}
