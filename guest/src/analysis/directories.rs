//! The folders that hold most definitions.

use std::cmp::Reverse;

use super::MAX_ENTRIES;
use crate::graph::{CodeGraph, FileId};

/// A folder and what is directly in it, without the folders below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// Path relative to the corpus; `.` for its root.
    pub path: String,
    /// Files directly in it.
    pub files: u64,
    /// Definitions in these files.
    pub symbols: u64,
}

/// Counts the definitions in all folders and keeps the ten with most, by symbols, files, then path.
pub(super) fn count(graph: &CodeGraph) -> Vec<Directory> {
    let mut by_folder: Vec<(&str, u64)> = graph
        .file_ids()
        .map(|file| (folder_of(graph, file), u64::from(graph.file(file).symbol_count)))
        .collect();
    // Files of one folder are not consecutive in the order of paths: its sub-folders stand between.
    by_folder.sort_unstable();
    let mut directories: Vec<(&str, u64, u64)> = by_folder
        .chunk_by(|a, b| a.0 == b.0)
        .map(|files| (files[0].0, files.len() as u64, files.iter().map(|file| file.1).sum()))
        .collect();
    directories.sort_unstable_by_key(|(path, files, symbols)| (Reverse(*symbols), Reverse(*files), *path));
    directories.truncate(MAX_ENTRIES);
    directories
        .into_iter()
        .map(|(path, files, symbols)| Directory { path: path.to_owned(), files, symbols })
        .collect()
}

/// The folder that a file is directly in; `.` for the root.
pub(super) fn folder_of(graph: &CodeGraph, file: FileId) -> &str {
    graph.path(file).rsplit_once('/').map_or(".", |(folder, _)| folder)
}
