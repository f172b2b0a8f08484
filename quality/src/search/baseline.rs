//! What a whole-word search finds: the definitions whose line holds all words of the query, in the
//! order of paths and lines, as `grep -wi` would list them.

use std::path::Path;

use guest::graph::{CodeGraph, NodeId};
use guest::syntax::SymbolKind;

use super::EvaluationError;

/// The line on which each definition gives its name.
#[derive(Debug)]
pub(super) struct Baseline {
    /// By path, then line. Lines in lower case.
    lines: Vec<(NodeId, String)>,
}

impl Baseline {
    /// Reads the lines of all definitions from the folder that was indexed.
    pub(super) fn read(graph: &CodeGraph, folder: &Path) -> Result<Self, EvaluationError> {
        let mut lines = Vec::new();
        for file in graph.file_ids() {
            let path = folder.join(graph.path(file));
            let bytes = std::fs::read(&path).map_err(|source| EvaluationError::Read { path, source })?;
            let text = String::from_utf8_lossy(&bytes).to_lowercase();
            let of_file: Vec<&str> = text.split('\n').collect();
            for node in graph.symbols_of(file) {
                if let Some(line) = naming_line(graph, node, &of_file) {
                    lines.push((node, line.to_owned()));
                }
            }
        }
        Ok(Self { lines })
    }

    /// The first `limit` definitions whose line holds every word of the query.
    pub(super) fn find(&self, query: &str, limit: usize) -> Vec<NodeId> {
        let query = query.to_lowercase();
        let words: Vec<&str> = query.split_whitespace().collect();
        let holds_all = |line: &str| words.iter().all(|word| holds_word(line, word));
        self.lines.iter().filter(|(_, line)| holds_all(line)).map(|(node, _)| *node).take(limit).collect()
    }
}

/// The first line of a definition that holds its name: attributes and decorators come before.
fn naming_line<'t>(graph: &CodeGraph, node: NodeId, lines: &[&'t str]) -> Option<&'t str> {
    let record = graph.node(node);
    let name = graph.name(node).to_lowercase();
    let of_definition = lines.get(record.start_line as usize - 1..record.end_line as usize)?;
    let named = of_definition.iter().find(|line| holds_word(line, &name));
    (record.kind != SymbolKind::File).then_some(named.copied()).flatten()
}

/// Whether `word` stands in `line` with no letter, digit or `_` beside it.
fn holds_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(start, found)| {
        !line[..start].ends_with(is_part) && !line[start + found.len()..].starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        assert!(holds_word("def open(path):", "open"));
        assert!(holds_word("open", "open"));
        assert!(!holds_word("def reopen(path): open_file()", "open"));
        assert!(holds_word("reopen or open", "open"));
    }
}
