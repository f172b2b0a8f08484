//! The walk: which files of the corpus are indexed, in the bytewise order of their paths.
//!
//! Depth first with a stack of its own, so that no tree is too deep for it, and in steps of a bounded
//! number of entries. An entry is judged when its turn comes: first by what it is, then by the rules of
//! ignore files, the user's globs, its language, and last by the caps, which therefore cut at the same
//! file on every machine. Which reason an entry gets when several fit is this order.

use crate::corpus::entry::{Entry, EntryKind, Listing, join};
use crate::corpus::globs::Globs;
use crate::corpus::ignore_rules::RuleStack;
use crate::corpus::root::Failed;
use crate::corpus::{CorpusRoot, Language, RootError, SkipReason, Skipped};
use crate::limits::Limits;

/// Entries that one step handles at most.
const STEP_ENTRIES: u64 = 4_096;
/// Folders that one step lists at most.
const STEP_FOLDERS: u64 = 64;
/// Bytes of a path relative to the corpus: with the corpus's own path before it, still less than the
/// 4,096 that Linux opens.
const PATH_BYTES: usize = 2_048;
/// Bytes of a file without extension in which its `#!` line is looked for.
const FIRST_LINE_BYTES: usize = 128;
/// Folders that are never entered.
const BUILT_IN_FOLDERS: [&str; 5] = [".git", ".hg", ".svn", "__pycache__", "node_modules"];
/// What a `CACHEDIR.TAG` has to begin with, by the Cache Directory Tagging Specification.
const CACHE_SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";

/// What to walk, besides the limits.
///
/// A glob with a `/` before its end describes a path below the root, one without describes a name at
/// any depth; `*` stops at `/`, `**` does not; a `/` at the end asks for a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkOptions {
    /// Globs; when there are any, only files that match one, or lie in a folder that does, are indexed.
    pub include: Vec<String>,
    /// Globs; a file or folder that matches one is skipped.
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
#[derive(Debug, PartialEq, Eq)]
pub struct Walked {
    /// Files to index, in the bytewise order of their paths.
    pub files: Vec<SourceFile>,
    /// What was skipped, in the order of paths, then reasons.
    pub skipped: Vec<Skipped>,
}

/// A walk under way.
#[derive(Debug)]
pub struct Walk {
    limits: Limits,
    /// `None`: there are none, every file is included.
    include: Option<Globs>,
    exclude: Globs,
    no_ignore: bool,
    /// The folders from the root to where the walk is.
    frames: Vec<Frame>,
    rules: RuleStack,
    found: Walked,
    /// Entries judged.
    entries: u64,
    /// Regular files that neither a rule nor a glob took away.
    files_seen: u64,
    /// Bytes of the files found.
    bytes: u64,
}

/// A folder that the walk is in.
#[derive(Debug)]
struct Frame {
    /// Its path; empty for the root.
    path: String,
    /// Entries still to be judged, the next one last.
    pending: Vec<Entry>,
    /// Whether an include glob matches it or a folder above.
    included: bool,
    /// Whether its ignore files put rules on the stack.
    has_rules: bool,
}

impl Walk {
    /// Starts a walk.
    ///
    /// # Errors
    /// [`WalkError::BadGlob`] if a glob does not parse, [`WalkError::Root`] if the root cannot be listed.
    pub fn begin(root: &CorpusRoot, options: WalkOptions, limits: Limits) -> Result<Self, WalkError> {
        let include = Globs::parse(&options.include)?;
        let mut walk = Self {
            limits,
            include: (!include.is_empty()).then_some(include),
            exclude: Globs::parse(&options.exclude)?,
            no_ignore: options.no_ignore,
            frames: Vec::new(),
            rules: RuleStack::default(),
            found: Walked { files: Vec::new(), skipped: Vec::new() },
            entries: 0,
            files_seen: 0,
            bytes: 0,
        };
        let listing =
            root.list("").map_err(|Failed| RootError { what: "its entries cannot be read".to_owned() })?;
        // A tag in the root itself is passed over: whoever names a cache as the corpus wants it read.
        walk.enter(root, String::new(), listing, false);
        Ok(walk)
    }

    /// Walks on by a bounded number of entries and folders.
    pub fn step(&mut self, root: &CorpusRoot) -> WalkProgress {
        let last = self.entries + STEP_ENTRIES;
        let mut folders = 0;
        while self.entries < last && folders < STEP_FOLDERS {
            let Some(frame) = self.frames.last_mut() else { break };
            match frame.pending.pop() {
                Some(entry) => {
                    let path = join(&frame.path, &entry.name);
                    self.entries += 1;
                    folders += u64::from(entry.kind == EntryKind::Folder);
                    if let Err(reason) = self.judge(root, &path, &entry) {
                        self.skip(path, reason);
                    }
                }
                None => self.leave(),
            }
        }
        WalkProgress { entries: self.entries, finished: self.frames.is_empty() }
    }

    /// Gives what was found.
    #[must_use]
    pub fn finish(mut self) -> Walked {
        self.found.skipped.sort_unstable();
        self.found
    }

    fn judge(&mut self, root: &CorpusRoot, path: &str, entry: &Entry) -> Result<(), SkipReason> {
        match entry.kind {
            EntryKind::Link => Err(SkipReason::Symlink),
            EntryKind::Special => Err(SkipReason::SpecialFile),
            EntryKind::Folder => self.judge_folder(root, path, &entry.name),
            EntryKind::File => self.judge_file(root, path, &entry.name),
        }
    }

    fn judge_folder(&mut self, root: &CorpusRoot, path: &str, name: &str) -> Result<(), SkipReason> {
        if BUILT_IN_FOLDERS.contains(&name) {
            return Err(SkipReason::BuiltInFolder);
        }
        self.judge_by_rules(path, true)?;
        // As many folders lie between the root and an entry of this one as there are frames.
        if self.frames.len() as u64 > self.limits.depth {
            return Err(SkipReason::TooDeep);
        }
        if self.files_seen >= self.limits.files {
            return Err(SkipReason::TooManyFiles);
        }
        let listing = root.list(path).map_err(|Failed| SkipReason::Unreadable)?;
        if is_cache(root, path, &listing) {
            return Err(SkipReason::CacheFolder);
        }
        let included = self.is_included(path, true);
        self.enter(root, path.to_owned(), listing, included);
        Ok(())
    }

    fn judge_file(&mut self, root: &CorpusRoot, path: &str, name: &str) -> Result<(), SkipReason> {
        self.judge_by_rules(path, false)?;
        if self.include.is_some() && !self.is_included(path, false) {
            return Err(SkipReason::NotIncluded);
        }
        if self.files_seen >= self.limits.files {
            return Err(SkipReason::TooManyFiles);
        }
        self.files_seen += 1;
        let language = language_of(root, path, name)?;
        let bytes = match root.look(path) {
            Ok((EntryKind::File, bytes)) => bytes,
            _ => return Err(SkipReason::Unreadable),
        };
        if bytes > self.limits.file_bytes {
            return Err(SkipReason::TooLarge);
        }
        if bytes > self.limits.total_bytes - self.bytes {
            return Err(SkipReason::TotalBytes);
        }
        self.bytes += bytes;
        self.found.files.push(SourceFile { path: path.to_owned(), language, bytes });
        Ok(())
    }

    /// What holds for files and folders alike: ignore files, the user's exclusion, length.
    fn judge_by_rules(&self, path: &str, is_folder: bool) -> Result<(), SkipReason> {
        if path.len() > PATH_BYTES {
            Err(SkipReason::PathTooLong)
        } else if self.rules.ignores(path, is_folder) {
            Err(SkipReason::Ignored)
        } else if self.exclude.matches(path, is_folder) {
            Err(SkipReason::Excluded)
        } else {
            Ok(())
        }
    }

    fn is_included(&self, path: &str, is_folder: bool) -> bool {
        self.frames.last().is_some_and(|frame| frame.included)
            || self.include.as_ref().is_some_and(|globs| globs.matches(path, is_folder))
    }

    fn enter(&mut self, root: &CorpusRoot, path: String, mut listing: Listing, included: bool) {
        self.entries += listing.unnamed + listing.failed;
        for (count, reason) in
            [(listing.unnamed, SkipReason::NotUtf8Name), (listing.failed, SkipReason::Unreadable)]
        {
            for _ in 0..count {
                self.skip(join(&path, "\u{fffd}"), reason);
            }
        }
        let skipped = &mut self.found.skipped;
        let has_rules = !self.no_ignore
            && self.rules.enter(root, &path, &listing, |path| {
                skipped.push(Skipped { path, reason: SkipReason::IgnoreRulesCut });
            });
        listing.sort();
        listing.entries.reverse();
        self.frames.push(Frame { path, pending: listing.entries, included, has_rules });
    }

    fn leave(&mut self) {
        if self.frames.pop().is_some_and(|frame| frame.has_rules) {
            self.rules.leave();
        }
    }

    fn skip(&mut self, path: String, reason: SkipReason) {
        self.found.skipped.push(Skipped { path, reason });
    }
}

/// Whether a folder says of itself that what it holds can be made again.
fn is_cache(root: &CorpusRoot, folder: &str, listing: &Listing) -> bool {
    const TAG: &str = "CACHEDIR.TAG";
    listing.has(TAG, EntryKind::File)
        && root
            .read_start(&join(folder, TAG), CACHE_SIGNATURE.len())
            .is_ok_and(|start| start.bytes == CACHE_SIGNATURE)
}

/// The language by a file's name or, where the name has no extension to tell it, its first line.
fn language_of(root: &CorpusRoot, path: &str, name: &str) -> Result<Language, SkipReason> {
    if let Some(language) = Language::of_name(name) {
        return Ok(language);
    }
    if name.contains('.') {
        return Err(SkipReason::NoLanguage);
    }
    let start = root.read_start(path, FIRST_LINE_BYTES)?;
    Language::of_first_line(&start.bytes).ok_or(SkipReason::NoLanguage)
}

#[cfg(test)]
mod tests;
