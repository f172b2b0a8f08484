//! Reads the lines of a definition from its file, as the file is now, and never misquotes.

use xxhash_rust::xxh3::xxh3_64;

use crate::corpus::ReadError;
use crate::graph::{Node, NodeId};
use crate::index::Index;
use crate::syntax::SymbolKind;

/// Lines of a file. 1-based, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) from_line: u32,
    pub(super) to_line: u32,
    /// Whether the text ends before what was asked for.
    pub(super) truncated: bool,
}

/// Reads a definition's lines and some around them into `text`, at most `cap_bytes` of them.
///
/// The file's stamp covers all that is read, the stored hash the definition itself. A text that is
/// too long is cut after its last whole line; a first line that is too long, at the cap.
///
/// # Errors
/// [`ReadError::Changed`] if the file is not what was indexed, [`ReadError::Unreadable`].
pub(super) fn read_definition(
    index: &Index,
    node: NodeId,
    context_lines: u32,
    cap_bytes: usize,
    text: &mut Vec<u8>,
) -> Result<Excerpt, ReadError> {
    let record = index.graph.node(node);
    let lines = index.graph.line_starts(record.file);
    let from_line = record.start_line.saturating_sub(context_lines).max(1);
    let to_line = record.end_line.saturating_add(context_lines).min(lines.len() as u32).max(from_line);
    let start = u64::from(lines.get(from_line as usize - 1).copied().unwrap_or(0));
    let file_bytes = u64::from(index.graph.file(record.file).bytes);
    let end = lines.get(to_line as usize).map_or(file_bytes, |start| u64::from(*start));

    // What lies past the cap is only read as far as the definition's hash needs it.
    let read_end = end.min(u64::from(record.end_byte).max(start + cap_bytes as u64));
    text.clear();
    let path = index.graph.path(record.file);
    index.root.read_range(path, index.stamp(record.file), start, read_end, text)?;
    check_hash(record, start, text)?;

    let truncated = end - start > cap_bytes as u64;
    if !truncated {
        return Ok(Excerpt { from_line, to_line, truncated });
    }
    text.truncate(cut_at_line_end(text, cap_bytes));
    let cut = start + text.len() as u64;
    let last = lines.partition_point(|start| u64::from(*start) < cut) as u32;
    Ok(Excerpt { from_line, to_line: last.max(from_line), truncated })
}

fn check_hash(record: &Node, start: u64, text: &[u8]) -> Result<(), ReadError> {
    if record.kind == SymbolKind::File {
        return Ok(());
    }
    let offset =
        |byte: u32| u64::from(byte).checked_sub(start).and_then(|offset| usize::try_from(offset).ok());
    let definition = offset(record.start_byte).zip(offset(record.end_byte));
    match definition.and_then(|(start, end)| text.get(start..end)) {
        Some(bytes) if xxh3_64(bytes) == record.hash => Ok(()),
        _ => Err(ReadError::Changed),
    }
}

/// Length of the whole lines within `cap` bytes; if not even one fits, `cap` less a split character.
fn cut_at_line_end(text: &[u8], cap: usize) -> usize {
    let head = &text[..cap.min(text.len())];
    if let Some(end) = head.iter().rposition(|byte| *byte == b'\n') {
        return end + 1;
    }
    let is_continuation = |byte: u8| byte & 0b1100_0000 == 0b1000_0000;
    let split = (1..=3).find(|back| {
        let next = (head.len() + 1).checked_sub(*back).and_then(|next| text.get(next));
        next.is_some_and(|byte| !is_continuation(*byte))
    });
    head.len() + 1 - split.unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_keeps_whole_lines_or_whole_characters() {
        assert_eq!(cut_at_line_end(b"ab\ncd\nef", 5), 3);
        assert_eq!(cut_at_line_end(b"ab\ncd\nef", 6), 6);
        assert_eq!(cut_at_line_end(b"abcdef", 4), 4);
        assert_eq!(cut_at_line_end("aé".as_bytes(), 2), 1);
        assert_eq!(cut_at_line_end("éé".as_bytes(), 2), 2);
        assert_eq!(cut_at_line_end(&[0x80; 9], 6), 6);
        assert_eq!(cut_at_line_end(b"", 4), 0);
    }
}
