//! Finds files and folders of the corpus by path, or by the end of a path.

use rustc_hash::FxHashMap;

use crate::graph::node::FileId;

/// Paths of all files and their folders, ready to be looked up. Folders are numbered by the order in
/// which their first file comes.
#[derive(Debug, Default)]
pub(super) struct Paths {
    files: Vec<String>,
    file_by_path: FxHashMap<String, FileId>,
    /// By the last two parts of the path, and by the last one alone.
    files_by_end: FxHashMap<String, Vec<u32>>,
    folders: Vec<String>,
    folder_by_path: FxHashMap<String, u32>,
    folders_by_end: FxHashMap<String, Vec<u32>>,
    /// By file.
    folder_of: Vec<u32>,
}

impl Paths {
    /// Takes the paths of all files, in file order.
    pub(super) fn of<'a>(paths: impl Iterator<Item = &'a str>) -> Self {
        let mut all = Self::default();
        for path in paths {
            let index = all.files.len() as u32;
            all.file_by_path.insert(path.to_owned(), FileId(index));
            add_ends(&mut all.files_by_end, path, index);
            let folder = parent(path);
            let folder_index = match all.folder_by_path.get(folder) {
                Some(&known) => known,
                None => all.add_folder(folder),
            };
            all.folder_of.push(folder_index);
            all.files.push(path.to_owned());
        }
        all
    }

    /// The file at this path.
    pub(super) fn file(&self, path: &str) -> Option<FileId> {
        self.file_by_path.get(path).copied()
    }

    /// The folder at this path; the root is the empty path.
    pub(super) fn folder(&self, path: &str) -> Option<u32> {
        self.folder_by_path.get(path).copied()
    }

    /// The folder of a file.
    pub(super) fn folder_of(&self, file: FileId) -> u32 {
        self.folder_of[file.0 as usize]
    }

    /// The path of a folder.
    pub(super) fn folder_path(&self, folder: u32) -> &str {
        &self.folders[folder as usize]
    }

    /// The folder that holds the package of a file: above its outermost `src`, or its own.
    pub(super) fn package_of(&self, file: FileId) -> &str {
        let path = &self.files[file.0 as usize];
        let folder = parent(path);
        let source =
            folder.split('/').position(|part| matches!(part, "src" | "tests" | "benches" | "examples"));
        match source {
            Some(0) => "",
            Some(parts) => {
                folder.match_indices('/').nth(parts - 1).map_or(folder, |(slash, _)| &folder[..slash])
            }
            None => folder,
        }
    }

    /// The file whose path ends with `suffix` at a `/` and is nearest to `from`.
    pub(super) fn file_ending_with(&self, suffix: &str, from: &str) -> Option<FileId> {
        nearest(&self.files_by_end, &self.files, suffix, from).map(FileId)
    }

    /// The file whose path ends with `suffix` at a `/`, if there is only one.
    pub(super) fn only_file_ending_with(&self, suffix: &str) -> Option<FileId> {
        let candidates = self.files_by_end.get(end_of(suffix, 2))?;
        let mut ending =
            candidates.iter().filter(|&&file| ends_with_parts(&self.files[file as usize], suffix));
        match (ending.next(), ending.next()) {
            (Some(&only), None) => Some(FileId(only)),
            _ => None,
        }
    }

    /// The folder whose path ends with `suffix` at a `/` and is nearest to `from`.
    pub(super) fn folder_ending_with(&self, suffix: &str, from: &str) -> Option<u32> {
        nearest(&self.folders_by_end, &self.folders, suffix, from)
    }

    fn add_folder(&mut self, folder: &str) -> u32 {
        let index = self.folders.len() as u32;
        self.folders.push(folder.to_owned());
        self.folder_by_path.insert(folder.to_owned(), index);
        add_ends(&mut self.folders_by_end, folder, index);
        index
    }
}

/// The folder part of a path, empty at the root.
pub(super) fn parent(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

/// The last `parts` parts of a path.
fn end_of(path: &str, parts: usize) -> &str {
    path.rmatch_indices('/').nth(parts - 1).map_or(path, |(slash, _)| &path[slash + 1..])
}

fn add_ends(by_end: &mut FxHashMap<String, Vec<u32>>, path: &str, index: u32) {
    let (one, two) = (end_of(path, 1), end_of(path, 2));
    by_end.entry(one.to_owned()).or_default().push(index);
    if two != one {
        by_end.entry(two.to_owned()).or_default().push(index);
    }
}

/// Of the paths that end with `suffix`: the one that shares most leading folders with `from`, then
/// the one with fewest parts, then the first.
fn nearest(by_end: &FxHashMap<String, Vec<u32>>, all: &[String], suffix: &str, from: &str) -> Option<u32> {
    let candidates = by_end.get(end_of(suffix, 2))?;
    candidates.iter().copied().filter(|&index| ends_with_parts(&all[index as usize], suffix)).min_by_key(
        |&index| {
            let path = &all[index as usize];
            (std::cmp::Reverse(shared_folders(path, from)), path.matches('/').count(), index)
        },
    )
}

fn ends_with_parts(path: &str, suffix: &str) -> bool {
    path.strip_suffix(suffix).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

fn shared_folders(a: &str, b: &str) -> usize {
    parent(a).split('/').zip(parent(b).split('/')).take_while(|(x, y)| x == y).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths() -> Paths {
        Paths::of(["a/util.py", "a/x/util.py", "b/util.py", "b/x/main.py", "top.py"].into_iter())
    }

    #[test]
    fn a_suffix_finds_the_nearest_file() {
        let paths = paths();
        let found = |suffix, from| paths.file_ending_with(suffix, from).map(|file| file.0);
        assert_eq!(found("util.py", "b/x/main.py"), Some(2));
        assert_eq!(found("util.py", "top.py"), Some(0));
        assert_eq!(found("x/util.py", "b/x/main.py"), Some(1));
        assert_eq!(found("til.py", "b/x/main.py"), None);
        assert_eq!(found("c/util.py", "b/x/main.py"), None);
        assert_eq!(paths.only_file_ending_with("x/util.py"), Some(FileId(1)));
        assert_eq!(paths.only_file_ending_with("util.py"), None);
    }

    #[test]
    fn folders_are_found_by_path_and_by_end() {
        let paths = paths();
        assert_eq!(paths.folder("b/x"), paths.folder_ending_with("x", "b/util.py"));
        assert_eq!(paths.folder(""), Some(paths.folder_of(FileId(4))));
        assert_eq!(paths.folder("nowhere"), None);
    }
}
