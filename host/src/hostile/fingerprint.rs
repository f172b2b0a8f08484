//! A digest over all that a tree is: names, kinds, sizes, times, links and contents. It proves that nothing
//! changed, and opens nothing but regular files.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// Bytes of a file whose content is read; of longer ones the first so many, since some are a terabyte of
/// nothing. The times of the entry tell of changes behind them.
const CONTENT_BYTES: u64 = 1 << 20;

/// Digests a folder with all that is in it; links are not followed. What cannot be read counts by what
/// its folder tells of it.
///
/// # Errors
/// If the folder itself cannot be listed.
pub(super) fn fingerprint(top: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut pending = vec![top.to_owned()];
    fs::read_dir(top)?;
    while let Some(folder) = pending.pop() {
        for path in sorted_entries(&folder) {
            let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
            add(&mut hasher, path.as_os_str().as_encoded_bytes());
            add(&mut hasher, describe(&metadata).as_bytes());
            if metadata.is_dir() {
                pending.push(path);
            } else if metadata.is_symlink() {
                add(&mut hasher, fs::read_link(&path).unwrap_or_default().as_os_str().as_encoded_bytes());
            } else if metadata.is_file() {
                add(&mut hasher, &content(&path));
            }
        }
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// With its length, so that no two trees give the same bytes.
fn add(hasher: &mut Sha256, part: &[u8]) {
    hasher.update((part.len() as u64).to_le_bytes());
    hasher.update(part);
}

/// None for a folder that cannot be listed: too deep, or closed.
fn sorted_entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort_unstable();
    paths
}

fn content(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        // What was read before an error is as good as all: it is the same before and after.
        let _ = file.take(CONTENT_BYTES).read_to_end(&mut bytes);
    }
    bytes
}

/// All but the time of the last access, which reading changes.
#[cfg(unix)]
fn describe(metadata: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt as _;

    let [modified, changed] =
        [(metadata.mtime(), metadata.mtime_nsec()), (metadata.ctime(), metadata.ctime_nsec())];
    let (mode, links, owner) = (metadata.mode(), metadata.nlink(), (metadata.uid(), metadata.gid()));
    let (identity, bytes) = (metadata.ino(), metadata.len());
    format!("{mode} {links} {owner:?} {identity} {bytes} {modified:?} {changed:?}")
}

#[cfg(not(unix))]
fn describe(metadata: &Metadata) -> String {
    format!("{:?} {} {:?}", metadata.file_type(), metadata.len(), metadata.modified().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_shows() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        fs::write(&path, "one").expect("written");
        fs::write(folder.path().join("b"), "").expect("written");
        let taken = || fingerprint(folder.path()).expect("listed");
        let mut seen = vec![taken()];
        assert_eq!(seen[0], taken(), "reading changes nothing");
        fs::write(&path, "two").expect("written");
        seen.push(taken());
        fs::rename(&path, folder.path().join("c")).expect("renamed");
        seen.push(taken());
        fs::remove_file(folder.path().join("b")).expect("removed");
        seen.push(taken());
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 4);
    }
}
