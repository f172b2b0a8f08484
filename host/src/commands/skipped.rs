//! Lists what was skipped on standard error.
//!
//! Inside the sandbox a name that is not UTF-8 is not to be had: the guest knows only the folder. The host
//! looks it up there, so that two such entries can be told apart.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use guest::corpus::SkipReason;

use crate::commands::tell;

/// Tells of each entry, given as path and reason, in this order.
pub(super) fn tell_skipped<'a>(root: &Path, entries: impl Iterator<Item = (&'a str, &'a str)>) {
    let mut names = UnnamedEntries { root, folders: HashMap::new() };
    for (path, reason) in entries {
        let named = if reason == SkipReason::NotUtf8Name.name() { names.next(path) } else { None };
        tell(&format!("skipped {} ({reason})", named.as_deref().unwrap_or(path)));
    }
}

/// The names of each folder that are not UTF-8, handed out one by one.
struct UnnamedEntries<'a> {
    root: &'a Path,
    folders: HashMap<String, std::vec::IntoIter<String>>,
}

impl UnnamedEntries<'_> {
    /// The path of the next such entry in the folder of this one; `None` if the folder changed.
    fn next(&mut self, path: &str) -> Option<String> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let names = self
            .folders
            .entry(folder.to_owned())
            .or_insert_with(|| unnamed(&self.root.join(folder)).into_iter());
        let name = names.next()?;
        Some(if folder.is_empty() { name } else { format!("{folder}/{name}") })
    }
}

/// Names in a folder that are not UTF-8, sorted, with `\xNN` for each byte that is no text.
fn unnamed(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name()).filter(|name| name.to_str().is_none());
    let mut names: Vec<String> = names.map(|name| crate::audit::escaped(&name)).collect();
    names.sort_unstable();
    names
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    #[test]
    fn names_that_are_no_text_are_told_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("sub")).expect("made");
        for name in [&b"b\xff"[..], b"a\xfe", b"plain"] {
            fs::write(folder.path().join("sub").join(OsStr::from_bytes(name)), "").expect("written");
        }
        let mut names = UnnamedEntries { root: folder.path(), folders: HashMap::new() };
        assert_eq!(names.next("sub/\u{fffd}").as_deref(), Some("sub/a\\xfe"));
        assert_eq!(names.next("sub/\u{fffd}").as_deref(), Some("sub/b\\xff"));
        assert_eq!(names.next("sub/\u{fffd}"), None);
        assert_eq!(names.next("\u{fffd}"), None);
    }
}
