//! What the host sees of a corpus in its metadata: links, second names, special files, names that are more
//! than names. No file is opened, no link is followed, nothing recurses.
//!
//! It looks at everything that the mount grants, also at what the walk skips.

use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::report::is_loaded;

/// Entries that are looked at, at most: twice what the walk takes by default.
const MAX_ENTRIES: u64 = 1_000_000;
/// Examples kept of each finding.
const MAX_EXAMPLES: usize = 10;

/// Entries that have something in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    /// How many.
    pub(crate) count: u64,
    /// The first of them, relative to the corpus; bytes that are no UTF-8 as `\xNN`.
    pub(crate) examples: Vec<String>,
}

/// What a scan found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Scan {
    /// Entries looked at.
    pub(crate) entries: u64,
    /// Whether there are more than a scan looks at.
    pub(crate) cut: bool,
    /// Symbolic links that lead out of the corpus.
    pub(crate) links_out: Finding,
    /// Symbolic links that stay in it.
    pub(crate) links_inside: Finding,
    /// Symbolic links that lead to nothing, or round in circles.
    pub(crate) links_broken: Finding,
    /// Files with more than one name; the others may lie outside.
    pub(crate) hard_links: Finding,
    /// Pipes, sockets and devices.
    pub(crate) special_files: Finding,
    /// Names with characters that steer a terminal or reorder text.
    pub(crate) loaded_names: Finding,
    /// Names that are not UTF-8.
    pub(crate) not_utf8_names: Finding,
    /// Folders that cannot be listed, or lie too deep to be reached by a path.
    pub(crate) unlisted_folders: Finding,
}

impl Finding {
    fn add(&mut self, path: &str) {
        self.count += 1;
        if self.examples.len() < MAX_EXAMPLES {
            self.examples.push(path.to_owned());
        }
    }
}

/// Looks at the metadata of all entries of a folder, in the order of their names.
pub(crate) fn scan(top: &Path) -> Scan {
    let mut found = Scan::default();
    let real_top = top.canonicalize().unwrap_or_else(|_| top.to_owned());
    let mut pending = vec![top.to_owned()];
    while let Some(folder) = pending.pop() {
        let Some(entries) = sorted_entries(&folder) else {
            found.unlisted_folders.add(&relative(top, &folder));
            continue;
        };
        // The last one pushed is looked at first.
        let mut folders = Vec::new();
        for path in entries {
            if found.entries == MAX_ENTRIES {
                found.cut = true;
                return found;
            }
            found.entries += 1;
            let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
            found.take(&path, &relative(top, &path), &metadata, &real_top);
            if metadata.is_dir() {
                folders.push(path);
            }
        }
        pending.extend(folders.into_iter().rev());
    }
    found
}

impl Scan {
    fn take(&mut self, path: &Path, shown: &str, metadata: &Metadata, real_top: &Path) {
        let name = path.file_name().unwrap_or_default();
        match name.to_str() {
            None => self.not_utf8_names.add(shown),
            Some(name) if name.contains(is_loaded) => self.loaded_names.add(shown),
            Some(_) => {}
        }
        if metadata.is_symlink() {
            self.link(path, real_top).add(shown);
        } else if metadata.is_file() {
            if has_second_name(metadata) {
                self.hard_links.add(shown);
            }
        } else if !metadata.is_dir() {
            self.special_files.add(shown);
        }
    }

    /// The system resolves the link by names alone; what it leads to is not opened.
    fn link(&mut self, path: &Path, real_top: &Path) -> &mut Finding {
        match path.canonicalize() {
            Ok(target) if target.starts_with(real_top) => &mut self.links_inside,
            Ok(_) => &mut self.links_out,
            Err(_) => &mut self.links_broken,
        }
    }
}

/// `None` if it cannot be listed.
fn sorted_entries(folder: &Path) -> Option<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    paths.sort_unstable();
    Some(paths)
}

#[cfg(unix)]
fn has_second_name(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
fn has_second_name(_metadata: &Metadata) -> bool {
    false
}

fn relative(top: &Path, path: &Path) -> String {
    escaped(path.strip_prefix(top).unwrap_or(path).as_os_str())
}

/// A name or path with `\xNN` for each byte that is no text.
pub(crate) fn escaped(name: &OsStr) -> String {
    let mut shown = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        shown.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| shown.push_str(&format!("\\x{byte:02x}")));
    }
    shown
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn each_finding_is_counted_where_it_belongs() {
        let folder = tempfile::tempdir().expect("a folder");
        let top = folder.path().join("corpus");
        fs::create_dir_all(top.join("sub")).expect("made");
        fs::write(folder.path().join("outside"), "").expect("written");
        fs::write(top.join("plain"), "").expect("written");
        symlink("../outside", top.join("out")).expect("linked");
        symlink("../plain", top.join("sub/in")).expect("linked");
        symlink("nothing", top.join("broken")).expect("linked");
        fs::hard_link(folder.path().join("outside"), top.join("second")).expect("linked");
        UnixListener::bind(top.join("socket")).expect("bound");
        fs::write(top.join("a\u{1b}[31m"), "").expect("written");
        fs::write(top.join("b\u{202e}c"), "").expect("written");
        fs::write(top.join(OsStr::from_bytes(b"\xff\xfe.py")), "").expect("written");
        let found = scan(&top);
        assert_eq!((found.entries, found.cut), (10, false));
        assert_eq!(found.links_out.examples, ["out"]);
        assert_eq!(found.links_inside.examples, ["sub/in"]);
        assert_eq!(found.links_broken.examples, ["broken"]);
        assert_eq!(found.hard_links.examples, ["second"]);
        assert_eq!(found.special_files.examples, ["socket"]);
        assert_eq!(found.loaded_names.examples, ["a\u{1b}[31m", "b\u{202e}c"]);
        assert_eq!(found.not_utf8_names.examples, ["\\xff\\xfe.py"]);
        assert_eq!(found.unlisted_folders, Finding::default());
    }
}
