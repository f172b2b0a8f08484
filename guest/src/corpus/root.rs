//! The corpus folder: how files in it are opened, checked and read.

use crate::corpus::SkipReason;

/// The folder that is the corpus. In the component: the one preopened folder.
#[derive(Debug)]
pub struct CorpusRoot {}

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

impl CorpusRoot {
    /// Takes the folder at `path` as the corpus, outside the sandbox.
    ///
    /// # Errors
    /// [`RootError`] if it is no folder or cannot be listed.
    #[cfg(not(target_family = "wasm"))]
    pub fn open(_path: &std::path::Path) -> Result<Self, RootError> {
        todo!()
    }

    /// Reads a whole file for indexing, checking its type before it is opened and its size after.
    ///
    /// # Errors
    /// The reason to skip it.
    pub fn read(&self, _path: &str, _limit_bytes: u64) -> Result<SourceText, SkipReason> {
        todo!()
    }

    /// Appends the bytes `start..end` of a file to `out`, if the file still has this stamp.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub fn read_range(
        &self,
        _path: &str,
        _stamp: &FileStamp,
        _start: u64,
        _end: u64,
        _out: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        todo!()
    }
}
