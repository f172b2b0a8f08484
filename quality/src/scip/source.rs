//! The lines of the corpus, to read what stands at a place of a SCIP document.

use std::collections::HashMap;

use guest::graph::FileId;
use guest::index::Index;
use scip::types::PositionEncoding;

/// Text of every indexed file.
#[derive(Debug)]
pub(super) struct Sources {
    files: HashMap<FileId, Vec<String>>,
}

/// A name and what stands around it on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place<'s> {
    pub(super) before: &'s str,
    pub(super) text: &'s str,
    pub(super) after: &'s str,
}

impl Sources {
    /// Reads all files of an index once more; one that cannot be read has no lines.
    pub(super) fn read(index: &Index) -> Self {
        let graph = &index.graph;
        let lines_of = |file| {
            let read = index.root.read(graph.path(file), index.limits.file_bytes);
            let text = read.map(|source| String::from_utf8_lossy(&source.bytes).into_owned());
            text.unwrap_or_default().lines().map(str::to_owned).collect()
        };
        Self { files: graph.file_ids().map(|file| (file, lines_of(file))).collect() }
    }

    /// A line, 1-based; empty beyond the end.
    pub(super) fn line(&self, file: FileId, line: u32) -> &str {
        let lines = self.files.get(&file);
        lines.and_then(|lines| lines.get(line as usize - 1)).map_or("", String::as_str)
    }

    /// What stands between two columns of a line; `None` if the line is shorter.
    pub(super) fn place(
        &self,
        file: FileId,
        line: u32,
        columns: (u32, u32),
        encoding: PositionEncoding,
    ) -> Option<Place<'_>> {
        let line = self.line(file, line);
        let start = byte_of_column(line, columns.0, encoding)?;
        let end = byte_of_column(line, columns.1, encoding)?;
        Some(Place { before: line.get(..start)?, text: line.get(start..end)?, after: line.get(end..)? })
    }
}

/// The byte at a column. An indexer that names no encoding counts UTF-16 units: those that do not are
/// written in JavaScript.
fn byte_of_column(line: &str, column: u32, encoding: PositionEncoding) -> Option<usize> {
    let width = |character: char| match encoding {
        PositionEncoding::UTF8CodeUnitOffsetFromLineStart => character.len_utf8(),
        PositionEncoding::UTF32CodeUnitOffsetFromLineStart => 1,
        _ => character.len_utf16(),
    };
    let column = column as usize;
    let mut seen = 0;
    for (byte, character) in line.char_indices() {
        if seen >= column {
            return Some(byte);
        }
        seen += width(character);
    }
    (seen >= column).then_some(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_the_documents_units() {
        use PositionEncoding::{
            UTF8CodeUnitOffsetFromLineStart as Utf8, UTF32CodeUnitOffsetFromLineStart as Utf32,
            UnspecifiedPositionEncoding as Unnamed,
        };
        let line = "é😀x";
        assert_eq!(byte_of_column(line, 6, Utf8), Some(6));
        assert_eq!(byte_of_column(line, 3, Unnamed), Some(6));
        assert_eq!(byte_of_column(line, 2, Utf32), Some(6));
        assert_eq!(byte_of_column(line, 4, Unnamed), Some(7));
        assert_eq!(byte_of_column(line, 5, Unnamed), None);
    }
}
