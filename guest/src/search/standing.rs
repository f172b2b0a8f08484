//! What speaks for a symbol whatever is searched for: how much refers to it, its kind, whether it is test code.
//!
//! Of two symbols with one name, the one that the corpus is built on is the one that is meant.

use crate::graph::{CodeGraph, Node, NodeId, Tier};
use crate::syntax::SymbolKind;

/// What one doubling of the uses adds, in percent.
const DOUBLING: u64 = 10;
/// Uses that count: those beyond say nothing new.
const MAX_USES: usize = u16::MAX as usize;

/// Percentages by which scores are multiplied, one for each node.
#[derive(Debug)]
pub(super) struct Standings(Vec<u8>);

impl Standings {
    /// Looks at all nodes.
    pub(super) fn build(graph: &CodeGraph) -> Self {
        Self(graph.node_ids().map(|node| standing(graph, node)).collect())
    }

    /// The percentage of a node, 1..=255.
    pub(super) fn of(&self, node: u32) -> u8 {
        self.0[node as usize]
    }
}

fn standing(graph: &CodeGraph, node: NodeId) -> u8 {
    let record = graph.node(node);
    let by_test = if record.is_test { 40 } else { 100 };
    let by_visibility = if record.exported { 100 } else { 90 };
    let by_uses = 100 + DOUBLING * quarter_doublings(count_uses(graph, node)) / 4;
    let percent = [by_test, by_visibility, by_uses]
        .into_iter()
        .fold(by_kind(record), |percent, factor| percent * factor / 100);
    percent.clamp(1, u64::from(u8::MAX)) as u8
}

/// Parts of something say less than the whole.
fn by_kind(record: &Node) -> u64 {
    match record.kind {
        SymbolKind::Field | SymbolKind::EnumMember => 50,
        SymbolKind::Module => 70,
        SymbolKind::Variable | SymbolKind::Constant => 70,
        _ => 100,
    }
}

fn count_uses(graph: &CodeGraph, node: NodeId) -> u64 {
    let edges = graph.incoming(node).iter();
    let uses = edges.filter(|edge| !edge.kind.is_structural() && edge.tier >= Tier::AstInferred);
    uses.take(MAX_USES).count() as u64
}

/// `4 * log2(uses + 1)`, rounded down.
fn quarter_doublings(uses: u64) -> u64 {
    (uses + 1).saturating_pow(4).ilog2().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::test_corpus::{TestCorpus, node};

    #[test]
    fn uses_raise_and_tests_and_parts_lower() {
        let mut corpus = TestCorpus::default()
            .file("a.rs")
            .function("used")
            .function("unused")
            .symbol("field", SymbolKind::Field)
            .function("checks")
            .test()
            .file("b.rs");
        for caller in 0..7 {
            corpus = corpus.function(&format!("caller_{caller}")).calls(&["used"]);
        }
        let graph = corpus.build();
        let standings = Standings::build(&graph);
        let of = |id: &str| standings.of(node(&graph, id).0);
        // Seven uses are three doublings.
        assert_eq!(["a.rs::used", "a.rs::unused", "a.rs::field", "a.rs::checks"].map(of), [130, 100, 50, 40]);
    }

    #[test]
    fn doublings_are_counted_in_quarters() {
        assert_eq!([0, 1, 2, 3, 32_767].map(quarter_doublings), [0, 4, 6, 8, 60]);
    }
}
