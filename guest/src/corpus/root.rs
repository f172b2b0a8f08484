//! The corpus folder: how files in it are opened, checked and read.
//!
//! What is decided here is the same in both lanes; how bytes are had is the backend's. Paths are
//! relative, `/` between parts, and come from a walk: this module resolves no `..`.

use crate::corpus::SkipReason;
use crate::corpus::entry::{EntryKind, Listing};
use crate::corpus::fs::{FileSystem, OpenFile};

/// Bytes at a file's start in which a NUL marks it as binary.
const BINARY_PROBE_BYTES: usize = 8 << 10;

/// Bytes of the longest file that can be read at all, in either lane: the sandboxed one has 32-bit addresses
/// and no allocation of half of them or more.
const ADDRESSABLE_BYTES: u64 = i32::MAX as u64;

/// The folder that is the corpus. In the component: the one preopened folder.
#[derive(Debug)]
pub struct CorpusRoot {
    fs: FileSystem,
}

/// Why the corpus folder itself cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the corpus folder cannot be listed: {what}")]
pub struct RootError {
    /// What was tried; no operating-system text.
    pub what: String,
}

/// What tells that a file is still the one that was indexed: size, modification time, and a hash of
/// the file's identity. Never part of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    /// Length in bytes.
    pub bytes: u64,
    /// Modification time, nanoseconds since the epoch, wrapped into 64 bits.
    pub modified_ns: u64,
    /// Hash of what identifies the file (device and inode, or WASI's metadata hash).
    pub identity: u64,
}

/// A file's bytes as read for indexing.
#[derive(Debug)]
pub struct SourceText {
    /// All bytes.
    pub bytes: Vec<u8>,
    /// Stamp of the handle they were read from.
    pub stamp: FileStamp,
}

/// Why a range of an indexed file could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Stamp differs, or the file is shorter than it was.
    #[error("the file changed since it was indexed")]
    Changed,
    /// Gone, no regular file any more, or not readable.
    #[error("the file cannot be read any more")]
    Unreadable,
}

/// The first bytes of a file.
#[derive(Debug)]
pub(super) struct FileStart {
    /// At most as many bytes as were asked for.
    pub(super) bytes: Vec<u8>,
    /// Whether the file holds more.
    pub(super) cut: bool,
}

impl CorpusRoot {
    /// Takes the folder at `path` as the corpus, outside the sandbox.
    ///
    /// A path that is itself a link is followed, once, here: it was the user's choice.
    ///
    /// # Errors
    /// [`RootError`] if it is no folder or cannot be listed.
    #[cfg(not(target_family = "wasm"))]
    pub fn open(path: &std::path::Path) -> Result<Self, RootError> {
        Ok(Self { fs: FileSystem::open(path)? })
    }

    /// Takes the one preopened folder as the corpus.
    ///
    /// # Errors
    /// [`RootError`] if there is none or more than one.
    #[cfg(target_family = "wasm")]
    pub fn preopened() -> Result<Self, RootError> {
        Ok(Self { fs: FileSystem::preopened()? })
    }

    /// Reads a whole file for indexing, checking its type before it is opened and its size after.
    ///
    /// # Errors
    /// The reason to skip it: [`SkipReason::Unreadable`], [`SkipReason::Symlink`],
    /// [`SkipReason::SpecialFile`], [`SkipReason::TooLarge`], [`SkipReason::Binary`] or
    /// [`SkipReason::ChangedWhileRead`].
    pub fn read(&self, path: &str, limit_bytes: u64) -> Result<SourceText, SkipReason> {
        let file = self.open_regular(path)?;
        let stamp = file.stamp();
        let fits = stamp.bytes <= limit_bytes && stamp.bytes < ADDRESSABLE_BYTES;
        let (Ok(size), true) = (usize::try_from(stamp.bytes), fits) else {
            return Err(SkipReason::TooLarge);
        };
        let mut bytes = Vec::new();
        // One byte more than expected shows growth without asking for the size again.
        let read =
            fill(&file, 0, size.saturating_add(1), &mut bytes).map_err(|Failed| SkipReason::Unreadable)?;
        if read != size {
            return Err(SkipReason::ChangedWhileRead);
        }
        if memchr::memchr(0, &bytes[..size.min(BINARY_PROBE_BYTES)]).is_some() {
            return Err(SkipReason::Binary);
        }
        Ok(SourceText { bytes, stamp })
    }

    /// Appends the bytes `start..end` of a file to `out`, if the file still has this stamp. On an
    /// error `out` is as it was.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub fn read_range(
        &self,
        path: &str,
        stamp: &FileStamp,
        start: u64,
        end: u64,
        out: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        let file = self.fs.reopen(path).map_err(|Failed| ReadError::Unreadable)?;
        if file.stamp() != *stamp || end > stamp.bytes {
            return Err(ReadError::Changed);
        }
        let wanted = usize::try_from(end.saturating_sub(start)).map_err(|_| ReadError::Unreadable)?;
        let before = out.len();
        let outcome = match fill(&file, start, wanted, out) {
            Ok(read) if read == wanted => return Ok(()),
            Ok(_) => ReadError::Changed,
            Err(Failed) => ReadError::Unreadable,
        };
        out.truncate(before);
        Err(outcome)
    }

    /// Reads at most the first `limit_bytes` of a regular file.
    pub(super) fn read_start(&self, path: &str, limit_bytes: usize) -> Result<FileStart, SkipReason> {
        let file = self.open_regular(path)?;
        let expected = usize::try_from(file.stamp().bytes).unwrap_or(usize::MAX);
        let mut bytes = Vec::new();
        fill(&file, 0, expected.min(limit_bytes), &mut bytes).map_err(|Failed| SkipReason::Unreadable)?;
        Ok(FileStart { bytes, cut: expected > limit_bytes })
    }

    /// Lists a folder; the root's path is empty. The order is the file system's.
    pub(super) fn list(&self, folder: &str) -> Result<Listing, Failed> {
        self.fs.list(folder)
    }

    /// What is at a path, links not followed, and its size in bytes.
    pub(super) fn look(&self, path: &str) -> Result<(EntryKind, u64), Failed> {
        self.fs.look(path)
    }

    /// Opens a file after making sure that it is a regular one: opening a pipe never returns.
    fn open_regular(&self, path: &str) -> Result<OpenFile, SkipReason> {
        match self.fs.look(path) {
            Ok((EntryKind::File, _)) => self.fs.open_file(path).map_err(|Failed| SkipReason::Unreadable),
            Ok((EntryKind::Link, _)) => Err(SkipReason::Symlink),
            Ok((EntryKind::Special, _)) => Err(SkipReason::SpecialFile),
            Ok((EntryKind::Folder, _)) | Err(Failed) => Err(SkipReason::Unreadable),
        }
    }
}

/// The operating system refused. What it said differs between systems and stays out of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failed;

/// Appends up to `wanted` bytes from `offset` on; fewer only at the end of the file. Gives their number.
fn fill(file: &OpenFile, offset: u64, wanted: usize, out: &mut Vec<u8>) -> Result<usize, Failed> {
    out.reserve_exact(wanted);
    let mut done = 0;
    while done < wanted {
        match file.read_piece(offset + done as u64, wanted - done, out)? {
            0 => break,
            more => done += more,
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests;
