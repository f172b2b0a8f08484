//! Files through the standard library: the backend of the native lane.
//!
//! Follows no link below the root: the type of each part of a path is looked at before it is used,
//! and where the flags are known, the open itself refuses a link and does not wait for a pipe. It
//! decides nothing: `root` and `walk` do.
#![expect(clippy::disallowed_methods, reason = "this is the one place that opens files natively")]

use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::corpus::entry::{Entry, EntryKind, Listing};
use crate::corpus::root::{Failed, FileStamp, RootError};

/// The folder on disk that is the corpus.
#[derive(Debug)]
pub(super) struct FileSystem {
    /// Absolute, links resolved: a later change of the working directory changes nothing.
    root: PathBuf,
}

/// A regular file that is open for reading.
#[derive(Debug)]
pub(super) struct OpenFile {
    file: File,
    stamp: FileStamp,
}

impl FileSystem {
    pub(super) fn open(path: &Path) -> Result<Self, RootError> {
        let failed = |what: &str| RootError { what: format!("{} {what}", path.display()) };
        let root = path.canonicalize().map_err(|_| failed("does not exist or cannot be reached"))?;
        if !root.is_dir() {
            return Err(failed("is not a folder"));
        }
        std::fs::read_dir(&root).map_err(|_| failed("cannot be opened"))?;
        Ok(Self { root })
    }

    pub(super) fn list(&self, folder: &str) -> Result<Listing, Failed> {
        if !folder.is_empty() && self.look(folder)?.0 != EntryKind::Folder {
            return Err(Failed);
        }
        let mut listing = Listing::default();
        for entry in std::fs::read_dir(self.full(folder)).map_err(|_| Failed)? {
            let described = entry.and_then(|entry| Ok((entry.file_name().into_string(), entry.file_type()?)));
            match described {
                Ok((Ok(name), file_type)) => {
                    listing.entries.push(Entry { name, kind: kind_of(file_type) });
                }
                Ok((Err(_not_utf8), _)) => listing.unnamed += 1,
                Err(_) => listing.failed += 1,
            }
        }
        Ok(listing)
    }

    pub(super) fn look(&self, path: &str) -> Result<(EntryKind, u64), Failed> {
        let metadata = self.describe(path)?;
        Ok((kind_of(metadata.file_type()), metadata.len()))
    }

    /// Opens what `look` said to be a regular file, and makes sure that no link was
    /// followed on the way.
    pub(super) fn open_file(&self, path: &str) -> Result<OpenFile, Failed> {
        self.refuse_links_above(path)?;
        let opened = open_unfollowed(&self.full(path))?;
        if NO_FOLLOW_NO_WAIT.is_none() {
            let looked = stamp_of(&self.describe(path)?);
            return if opened.stamp.identity == looked.identity { Ok(opened) } else { Err(Failed) };
        }
        Ok(opened)
    }

    /// Opens a file whose stamp the caller compares with one it has: that comparison, by identity,
    /// is what refuses a link that has taken the place of a folder above the file since.
    pub(super) fn reopen(&self, path: &str) -> Result<OpenFile, Failed> {
        if NO_FOLLOW_NO_WAIT.is_none() && self.look(path)?.0 != EntryKind::File {
            return Err(Failed);
        }
        open_unfollowed(&self.full(path))
    }

    /// The path for the operating system. A canonical path of Windows takes no `/`.
    fn full(&self, path: &str) -> PathBuf {
        if cfg!(windows) {
            let mut full = self.root.clone();
            full.extend(path.split('/'));
            full
        } else {
            self.root.join(path)
        }
    }

    fn describe(&self, path: &str) -> Result<Metadata, Failed> {
        self.full(path).symlink_metadata().map_err(|_| Failed)
    }

    /// The standard library opens by whole path and so would follow a link in its middle.
    fn refuse_links_above(&self, path: &str) -> Result<(), Failed> {
        for (slash, _) in path.match_indices('/') {
            if !self.describe(&path[..slash])?.is_dir() {
                return Err(Failed);
            }
        }
        Ok(())
    }
}

impl OpenFile {
    pub(super) fn stamp(&self) -> FileStamp {
        self.stamp
    }

    /// Appends at most `wanted` bytes from `offset` on; none at the end of the file.
    pub(super) fn read_piece(&self, offset: u64, wanted: usize, out: &mut Vec<u8>) -> Result<usize, Failed> {
        let before = out.len();
        out.resize(before + wanted, 0);
        let read = loop {
            match read_at(&self.file, &mut out[before..], offset) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        out.truncate(before + read.as_ref().map_or(0, |count| *count));
        read.map_err(|_| Failed)
    }
}

fn open_unfollowed(path: &Path) -> Result<OpenFile, Failed> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    if let Some(flags) = NO_FOLLOW_NO_WAIT {
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags);
    }
    let file = options.open(path).map_err(|_| Failed)?;
    let metadata = file.metadata().map_err(|_| Failed)?;
    if !metadata.is_file() {
        return Err(Failed);
    }
    Ok(OpenFile { stamp: stamp_of(&metadata), file })
}

fn kind_of(file_type: FileType) -> EntryKind {
    if file_type.is_symlink() {
        EntryKind::Link
    } else if file_type.is_dir() {
        EntryKind::Folder
    } else if file_type.is_file() {
        EntryKind::File
    } else {
        EntryKind::Special
    }
}

/// `O_NOFOLLOW | O_NONBLOCK`, in the numbers of the systems whose numbers are known here; `None`
/// elsewhere, where the type is looked at before each open. The numbers are part of each system's
/// binary interface and never change.
const NO_FOLLOW_NO_WAIT: Option<i32> = if cfg!(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "x86", target_arch = "riscv64", target_arch = "s390x")
)) {
    Some(0o400_000 | 0o4_000)
} else if cfg!(all(target_os = "linux", any(target_arch = "aarch64", target_arch = "arm"))) {
    Some(0o100_000 | 0o4_000)
} else if cfg!(target_vendor = "apple") {
    Some(0x100 | 0x4)
} else {
    None
};

#[cfg(unix)]
fn stamp_of(metadata: &Metadata) -> FileStamp {
    use std::os::unix::fs::MetadataExt;
    let seconds = metadata.mtime() as u64;
    let modified_ns = seconds.wrapping_mul(1_000_000_000).wrapping_add(metadata.mtime_nsec() as u64);
    FileStamp { bytes: metadata.len(), modified_ns, identity: identity(metadata.dev(), metadata.ino()) }
}

/// The time of creation stands in for an identity, which the standard library does not offer here.
#[cfg(not(unix))]
fn stamp_of(metadata: &Metadata) -> FileStamp {
    let nanos = |time: io::Result<std::time::SystemTime>| {
        let since = time.ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        Some(since.as_nanos() as u64)
    };
    FileStamp {
        bytes: metadata.len(),
        modified_ns: nanos(metadata.modified()).unwrap_or(0),
        identity: nanos(metadata.created()).unwrap_or(0),
    }
}

/// Spreads the inode before the device is mixed in, so that small numbers of both do not meet.
#[cfg(unix)]
fn identity(device: u64, inode: u64) -> u64 {
    inode.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ device
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(offset))?;
    file.read(buffer)
}
