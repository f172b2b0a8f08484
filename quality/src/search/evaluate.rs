//! Runs the queries of a set: at which rank stands the first right answer?

use guest::graph::NodeId;
use guest::index::Index;
use guest::search::Filter;

use super::EvaluationError;
use super::baseline::Baseline;
use super::query_set::{QueryCase, QuerySet};
use super::scores::DEPTH;

/// First results that are kept for showing.
const SHOWN: usize = 3;

/// What became of one query.
#[derive(Debug)]
pub(super) struct Outcome<'s> {
    /// The query.
    pub(super) case: &'s QueryCase,
    /// 1-based rank of the first right result among the first [`DEPTH`].
    pub(super) rank: Option<usize>,
    /// The same of the baseline.
    pub(super) baseline_rank: Option<usize>,
    /// Ids of the first results.
    pub(super) first: Vec<String>,
}

/// Runs all queries of the set.
///
/// # Errors
/// [`EvaluationError::UnknownAnswer`] if an expected symbol is not in the index.
pub(super) fn evaluate<'s>(
    index: &Index,
    baseline: &Baseline,
    set: &'s QuerySet,
) -> Result<Vec<Outcome<'s>>, EvaluationError> {
    let run = |case: &'s QueryCase| {
        let expected = resolve(index, set, case)?;
        let hits = index.search.find(&index.graph, &case.query, &Filter::default(), DEPTH).hits;
        let found: Vec<NodeId> = hits.iter().map(|hit| hit.node).collect();
        Ok(Outcome {
            case,
            rank: rank_of(&expected, &found),
            baseline_rank: rank_of(&expected, &baseline.find(&case.query, DEPTH)),
            first: found.iter().take(SHOWN).map(|node| index.graph.id(*node)).collect(),
        })
    };
    set.queries.iter().map(run).collect()
}

fn resolve(index: &Index, set: &QuerySet, case: &QueryCase) -> Result<Vec<NodeId>, EvaluationError> {
    let find = |id: &String| {
        index
            .graph
            .find_id(id)
            .ok_or_else(|| EvaluationError::UnknownAnswer { id: id.clone(), set: set.corpus.clone() })
    };
    case.expected.iter().map(find).collect()
}

fn rank_of(expected: &[NodeId], found: &[NodeId]) -> Option<usize> {
    found.iter().position(|node| expected.contains(node)).map(|place| place + 1)
}
