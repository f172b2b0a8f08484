//! What a file system tells of a folder's entries: the vocabulary both backends share.

/// What an entry is, links not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// A regular file: the only kind that is ever opened for reading.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, whatever it points to.
    Link,
    /// A pipe, socket, device, or a kind that is not known.
    Special,
}

/// An entry of a folder whose name is UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its name, without folders.
    pub(super) name: String,
    /// What it is.
    pub(super) kind: EntryKind,
}

impl Entry {
    /// The bytes by which a folder's entries are ordered so that a walk in depth meets whole paths in
    /// bytewise order: a folder's name counts with the `/` that follows it.
    fn sort_key(&self) -> impl Iterator<Item = u8> {
        let slash = (self.kind == EntryKind::Folder).then_some(b'/');
        self.name.bytes().chain(slash)
    }
}

/// The entries of one folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Listing {
    /// Entries with a name.
    pub(super) entries: Vec<Entry>,
    /// Entries whose name is not UTF-8.
    pub(super) unnamed: u64,
    /// Entries the file system failed to describe.
    pub(super) failed: u64,
}

impl Listing {
    /// Sorts the entries into the order of a walk.
    pub(super) fn sort(&mut self) {
        self.entries.sort_unstable_by(|a, b| a.sort_key().cmp(b.sort_key()));
    }

    /// Whether there is an entry of this name and kind.
    pub(super) fn has(&self, name: &str, kind: EntryKind) -> bool {
        self.entries.iter().any(|entry| entry.kind == kind && entry.name == name)
    }
}

/// Joins a folder's path and a name; the root's path is empty.
pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        return name.to_owned();
    }
    let mut path = String::with_capacity(folder.len() + 1 + name.len());
    path.push_str(folder);
    path.push('/');
    path.push_str(name);
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, kind: EntryKind) -> Entry {
        Entry { name: name.to_owned(), kind }
    }

    #[test]
    fn a_folder_sorts_by_the_paths_inside_it() {
        let mut listing = Listing {
            entries: vec![
                entry("a0", EntryKind::File),
                entry("a", EntryKind::Folder),
                entry("ab", EntryKind::File),
                entry("a.rs", EntryKind::File),
                entry("a-b", EntryKind::Folder),
            ],
            ..Listing::default()
        };
        listing.sort();
        let names: Vec<_> = listing.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["a-b", "a.rs", "a", "a0", "ab"]);
    }

    #[test]
    fn the_root_adds_no_slash() {
        assert_eq!(join("", "a"), "a");
        assert_eq!(join("a/b", "c"), "a/b/c");
    }
}
