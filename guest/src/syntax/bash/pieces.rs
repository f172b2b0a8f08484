//! Pieces of a script that can be read by themselves: functions that begin and end at the start of a line.
//!
//! The grammar takes some correct expansions and patterns for errors, and one such error may take the
//! rest of the file with it. Read piece by piece, it costs no more than the structure of the function that
//! it is in, which is still a function.

use tree_sitter::{Node, Point, Range};

use crate::syntax::doc;
use crate::syntax::facts::SymbolKind;
use crate::syntax::pass::{Definition, Pass};

/// Bytes of one piece, but for the line that ends it: longer than functions are.
const MAX_PIECE_BYTES: usize = 64 << 10;

/// Splits a script before the comments of each function, after its last line, and where a piece is too long.
pub(super) fn split(source: &[u8]) -> Vec<Range> {
    let mut cuts = Cuts::default();
    let (mut here, mut comments, mut in_function) = (Place::default(), None, false);
    for line in source.split_inclusive(|byte| *byte == b'\n') {
        let next = here.after(line);
        if name_in_head(line).is_some() {
            cuts.cut(comments.unwrap_or(here));
            in_function = true;
        }
        comments = if line.starts_with(b"#") { comments.or(Some(here)) } else { None };
        if in_function && line.starts_with(b"}") {
            cuts.cut(next);
            in_function = false;
        }
        if next.byte - cuts.start.byte > MAX_PIECE_BYTES {
            cuts.cut(next);
            comments = None;
        }
        here = next;
    }
    cuts.cut(here);
    cuts.pieces
}

/// A place between two lines, or the end of the source.
#[derive(Clone, Copy, Default)]
struct Place {
    byte: usize,
    row: usize,
    column: usize,
}

impl Place {
    /// The place after a line, which may lack its end.
    fn after(self, line: &[u8]) -> Self {
        let (row, column) = if line.ends_with(b"\n") { (self.row + 1, 0) } else { (self.row, line.len()) };
        Self { byte: self.byte + line.len(), row, column }
    }

    fn point(self) -> Point {
        Point::new(self.row, self.column)
    }
}

/// Pieces so far, and where the next one starts.
#[derive(Default)]
struct Cuts {
    pieces: Vec<Range>,
    start: Place,
}

impl Cuts {
    fn cut(&mut self, at: Place) {
        if at.byte > self.start.byte {
            self.pieces.push(Range {
                start_byte: self.start.byte,
                end_byte: at.byte,
                start_point: self.start.point(),
                end_point: at.point(),
            });
            self.start = at;
        }
    }
}

/// Opens the function that a piece begins with, where the tree does not have it.
pub(super) fn open(pass: &mut Pass<'_>, root: Node<'_>) {
    let mut cursor = root.walk();
    let Some(first) = root.named_children(&mut cursor).find(|child| child.kind() != "comment") else {
        return;
    };
    let line = pass.source.get(first.start_byte()..).unwrap_or_default();
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let Some(name) = name_in_head(line).filter(|_| first.kind() != "function_definition") else { return };
    let name = pass.text_of(name);
    let (kind, node) = (SymbolKind::Function, root);
    let definition = Definition { kind, name, node, body: None, exported: true, is_test: false };
    if let Some(symbol) = pass.define(definition) {
        pass.start_at(symbol, first, None);
        let head = line.trim_ascii_end().strip_suffix(b"{").unwrap_or(line);
        let signature = doc::signature(head).map(|text| pass.facts.text(&text));
        pass.facts.symbol_mut(symbol).signature = signature;
        let comments = pass.source.get(root.start_byte()..first.start_byte()).unwrap_or_default();
        if comments.starts_with(b"#") && !comments.starts_with(b"#!") {
            pass.set_doc(symbol, comments);
        }
    }
}

/// The name of the function that a line begins: `name()`, `function name`.
fn name_in_head(line: &[u8]) -> Option<&[u8]> {
    let after = line.strip_prefix(b"function ");
    let rest = after.map_or(line, <[u8]>::trim_ascii_start);
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.:+@".contains(byte);
    let length = rest.iter().take_while(|byte| is_part(byte)).count();
    let (name, follows) = rest.split_at(length);
    let parameters = follows.trim_ascii_start().strip_prefix(b"(").map(<[u8]>::trim_ascii_start);
    let is_head = after.is_some() || parameters.is_some_and(|rest| rest.starts_with(b")"));
    (length > 0 && is_head).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_pieces_with_their_comments() {
        let source = "#!/bin/sh\na=1\n\n# Does.\n# More.\nf () {\n  x\n}\ng\nfunction h {\r\n}\r\nlast";
        let read = |piece: &Range| &source[piece.start_byte..piece.end_byte];
        let pieces = split(source.as_bytes());
        assert_eq!(
            pieces.iter().map(read).collect::<Vec<_>>(),
            [
                "#!/bin/sh\na=1\n\n",
                "# Does.\n# More.\nf () {\n  x\n}\n",
                "g\n",
                "function h {\r\n}\r\n",
                "last"
            ]
        );
        assert_eq!(pieces.iter().map(|piece| piece.start_point.row).collect::<Vec<_>>(), [0, 3, 8, 9, 11]);
        let is_head = |line: &str| name_in_head(line.as_bytes()).is_some();
        assert!(is_head("a-b::c() {") && !is_head("a=() # x") && !is_head("  f() {") && !is_head("f (x)"));
        assert_eq!(split(b"").len(), 0);
    }
}
