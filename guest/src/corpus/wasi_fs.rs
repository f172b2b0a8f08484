//! Files through the WASI bindings: the backend inside the sandbox.
//!
//! The bindings are used directly since the standard library gives up on a whole folder when one
//! name in it is not UTF-8. Links are never followed, and the type of a file is looked at before it is
//! opened: opening a pipe hangs the host. It decides nothing: `root` and `walk` do.

use wasip2::filesystem::preopens::get_directories;
use wasip2::filesystem::types::{
    Descriptor, DescriptorFlags, DescriptorStat, DescriptorType, ErrorCode, MetadataHashValue, OpenFlags,
    PathFlags,
};

use crate::corpus::entry::{Entry, EntryKind, Listing};
use crate::corpus::root::{Failed, FileStamp, RootError};

/// Bytes asked of the host at once: bounds what one call makes the host allocate.
const PIECE_BYTES: usize = 1 << 20;

/// The preopened folder that is the corpus.
#[derive(Debug)]
pub(super) struct FileSystem {
    root: Descriptor,
}

/// A regular file that is open for reading.
#[derive(Debug)]
pub(super) struct OpenFile {
    file: Descriptor,
    stamp: FileStamp,
}

impl FileSystem {
    pub(super) fn preopened() -> Result<Self, RootError> {
        let mut folders = get_directories();
        let count = folders.len();
        match folders.pop() {
            Some((root, _)) if count == 1 => Ok(Self { root }),
            _ => Err(RootError { what: format!("one preopened folder is needed, not {count}") }),
        }
    }

    pub(super) fn list(&self, folder: &str) -> Result<Listing, Failed> {
        if folder.is_empty() {
            return list_entries(&self.root);
        }
        if self.look(folder)?.0 != EntryKind::Folder {
            return Err(Failed);
        }
        let opened = self
            .root
            .open_at(PathFlags::empty(), folder, OpenFlags::DIRECTORY, DescriptorFlags::READ)
            .map_err(|_| Failed)?;
        list_entries(&opened)
    }

    pub(super) fn look(&self, path: &str) -> Result<(EntryKind, u64), Failed> {
        let stat = self.root.stat_at(PathFlags::empty(), path).map_err(|_| Failed)?;
        Ok((kind_of(stat.type_), stat.size))
    }

    /// Opens what `look` said to be a regular file, and asks the handle what it is.
    pub(super) fn open_file(&self, path: &str) -> Result<OpenFile, Failed> {
        let file = self.open_at(path)?;
        let stat = file.stat().map_err(|_| Failed)?;
        if kind_of(stat.type_) != EntryKind::File {
            return Err(Failed);
        }
        stamped(file, &stat)
    }

    /// Opens a file whose stamp the caller compares with one it has. Size and time are those of the
    /// path just before, which also told the type; the identity is the handle's: as many host calls
    /// as asking the handle for both, and no pipe is opened.
    pub(super) fn reopen(&self, path: &str) -> Result<OpenFile, Failed> {
        let stat = self.root.stat_at(PathFlags::empty(), path).map_err(|_| Failed)?;
        if kind_of(stat.type_) != EntryKind::File {
            return Err(Failed);
        }
        stamped(self.open_at(path)?, &stat)
    }

    fn open_at(&self, path: &str) -> Result<Descriptor, Failed> {
        self.root
            .open_at(PathFlags::empty(), path, OpenFlags::empty(), DescriptorFlags::READ)
            .map_err(|_| Failed)
    }
}

impl OpenFile {
    pub(super) fn stamp(&self) -> FileStamp {
        self.stamp
    }

    /// Appends at most `wanted` bytes from `offset` on; none at the end of the file.
    pub(super) fn read_piece(&self, offset: u64, wanted: usize, out: &mut Vec<u8>) -> Result<usize, Failed> {
        let piece = wanted.min(PIECE_BYTES);
        let (bytes, _) = self.file.read(piece as u64, offset).map_err(|_| Failed)?;
        out.extend_from_slice(&bytes);
        Ok(bytes.len())
    }
}

fn list_entries(folder: &Descriptor) -> Result<Listing, Failed> {
    let stream = folder.read_directory().map_err(|_| Failed)?;
    let mut listing = Listing::default();
    loop {
        match stream.read_directory_entry() {
            Ok(Some(entry)) => {
                listing.entries.push(Entry { name: entry.name, kind: kind_of(entry.type_) });
            }
            Ok(None) => return Ok(listing),
            Err(ErrorCode::IllegalByteSequence) => listing.unnamed += 1,
            Err(_) => listing.failed += 1,
        }
    }
}

fn stamped(file: Descriptor, stat: &DescriptorStat) -> Result<OpenFile, Failed> {
    let MetadataHashValue { lower, upper } = file.metadata_hash().map_err(|_| Failed)?;
    let modified_ns = stat
        .data_modification_timestamp
        .map_or(0, |time| time.seconds.wrapping_mul(1_000_000_000).wrapping_add(u64::from(time.nanoseconds)));
    let stamp = FileStamp { bytes: stat.size, modified_ns, identity: lower ^ upper.rotate_left(32) };
    Ok(OpenFile { file, stamp })
}

fn kind_of(descriptor_type: DescriptorType) -> EntryKind {
    match descriptor_type {
        DescriptorType::RegularFile => EntryKind::File,
        DescriptorType::Directory => EntryKind::Folder,
        DescriptorType::SymbolicLink => EntryKind::Link,
        _ => EntryKind::Special,
    }
}
