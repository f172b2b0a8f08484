//! Comments and attributes seen just before a node, so that a definition finds its own without
//! looking at siblings.

use tree_sitter::Node;

use crate::syntax::doc;

/// Comments kept of one run: a first sentence is at its beginning.
const MAX_COMMENTS: usize = 32;

/// Nodes that may be wrapped around a definition below its comment: `export`, a group, a template.
const MAX_WRAPPERS: u32 = 3;

/// The run of comments and attributes that ended last.
#[derive(Debug, Default)]
pub(super) struct Preceding {
    active: bool,
    depth: u32,
    /// Byte ranges.
    comments: Vec<(u32, u32)>,
    /// 0-based row in which the run ends.
    end_row: u32,
    is_test: bool,
    is_exported: bool,
}

impl Preceding {
    /// Adds a comment that documents what follows.
    pub(super) fn comment(&mut self, node: Node<'_>, depth: u32) {
        let start_row = node.start_position().row as u32;
        if !self.active || self.depth != depth {
            self.clear();
        } else if start_row > self.end_row + 1 {
            self.comments.clear();
        }
        if self.comments.len() < MAX_COMMENTS {
            self.comments.push((node.start_byte() as u32, node.end_byte() as u32));
        }
        self.extend(node, depth);
    }

    /// Adds an attribute or decorator, which stands between a comment and a definition.
    pub(super) fn annotation(&mut self, node: Node<'_>, depth: u32) {
        if !self.active || self.depth != depth {
            self.clear();
        }
        self.extend(node, depth);
    }

    /// Marks what follows as test code, by an attribute.
    pub(super) fn mark_test(&mut self, depth: u32) {
        self.begin(depth);
        self.is_test = true;
    }

    /// Marks what follows as seen by code outside of its package, by an attribute.
    pub(super) fn mark_exported(&mut self, depth: u32) {
        self.begin(depth);
        self.is_exported = true;
    }

    /// Goes on with the run at this depth, or starts one.
    fn begin(&mut self, depth: u32) {
        if !self.active || self.depth != depth {
            self.clear();
        }
        self.active = true;
        self.depth = depth;
    }

    /// Ends the run when another node at its level or around it has been read.
    pub(super) fn left(&mut self, depth: u32) {
        if self.active && depth <= self.depth {
            self.clear();
        }
    }

    /// Gives the run to a definition that starts in `row`, and ends it.
    pub(super) fn take(&mut self, depth: u32, row: u32) -> Self {
        if !self.active {
            return Self::default();
        }
        let mut taken = std::mem::take(self);
        if depth < taken.depth || depth > taken.depth + MAX_WRAPPERS {
            taken.clear();
        } else if row > taken.end_row + 1 {
            taken.comments.clear();
        }
        taken
    }

    /// The last comment of the run that a definition starting in `row` would get.
    pub(super) fn nearest<'s>(&self, source: &'s [u8], depth: u32, row: u32) -> Option<&'s [u8]> {
        let fits = self.active
            && (self.depth..=self.depth + MAX_WRAPPERS).contains(&depth)
            && row <= self.end_row + 1;
        let &(start, end) = self.comments.last().filter(|_| fits)?;
        source.get(start as usize..end as usize)
    }

    /// The first sentence of the comments.
    pub(super) fn first_sentence(&self, source: &[u8]) -> Option<String> {
        if self.comments.is_empty() {
            return None;
        }
        let text = |&(start, end): &(u32, u32)| source.get(start as usize..end as usize).unwrap_or_default();
        doc::first_sentence(self.comments.iter().map(text))
    }

    /// Whether an attribute said that this is test code.
    pub(super) fn is_test(&self) -> bool {
        self.is_test
    }

    /// Whether an attribute said that code outside of the package sees this.
    pub(super) fn is_exported(&self) -> bool {
        self.is_exported
    }

    fn extend(&mut self, node: Node<'_>, depth: u32) {
        let end = node.end_position();
        let trailing_newline = end.column == 0 && end.row > node.start_position().row;
        self.active = true;
        self.depth = depth;
        self.end_row = end.row as u32 - u32::from(trailing_newline);
    }

    fn clear(&mut self) {
        self.active = false;
        self.is_test = false;
        self.is_exported = false;
        self.comments.clear();
    }
}
