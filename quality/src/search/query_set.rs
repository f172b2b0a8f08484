//! Queries with known answers, as they are written in `quality/search/*.json`.
//!
//! Each was written from knowledge of the code base, before any result of this search was seen.
//! Within a kind the first, third and so on are for tuning, the others are held out.

use serde::{Deserialize, Serialize};

use super::EvaluationError;

/// The sets by name.
const SETS: [(&str, &str); 3] = [
    ("django", include_str!("../../search/django.json")),
    ("go", include_str!("../../search/go.json")),
    ("ripgrep", include_str!("../../search/ripgrep.json")),
];

/// The queries of one corpus.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuerySet {
    /// Name of the corpus.
    pub(crate) corpus: String,
    /// What the corpus is, so that others can get it.
    pub(crate) source: String,
    /// By kind, in the order in which they were written.
    pub(crate) queries: Vec<QueryCase>,
}

/// One query.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QueryCase {
    /// What it looks like.
    pub(crate) kind: QueryKind,
    /// What it is for.
    pub(crate) half: Half,
    /// What is typed.
    pub(crate) query: String,
    /// Ids of the symbols that are meant; any of them is right.
    pub(crate) expected: Vec<String>,
}

/// What a query looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum QueryKind {
    /// A name as it is written in the source.
    Exact,
    /// One or two words of a name.
    Part,
    /// Two or three words that say what something does.
    Concept,
    /// A name with one letter missing, added, replaced or out of place.
    Misspelt,
}

impl QueryKind {
    /// All kinds, in the order of reports.
    pub(crate) const ALL: [Self; 4] = [Self::Exact, Self::Part, Self::Concept, Self::Misspelt];

    /// The word in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Part => "part",
            Self::Concept => "concept",
            Self::Misspelt => "misspelt",
        }
    }
}

/// What a query or task is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Half {
    /// Its misses may be looked at.
    Tune,
    /// Only its figures are.
    HeldOut,
}

impl Half {
    /// Both, in the order of reports.
    pub(crate) const ALL: [Self; 2] = [Self::Tune, Self::HeldOut];

    /// The word in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tune => "tune",
            Self::HeldOut => "held-out",
        }
    }
}

impl QuerySet {
    /// Names of the sets.
    pub const NAMES: [&str; SETS.len()] = [SETS[0].0, SETS[1].0, SETS[2].0];

    /// The set with this name.
    ///
    /// # Errors
    /// [`EvaluationError::Data`] if there is none.
    pub fn named(name: &str) -> Result<Self, EvaluationError> {
        let text = SETS.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
        serde_json::from_str(text).map_err(|source| EvaluationError::Data { name: name.to_owned(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_large_enough_and_halved_by_turns() {
        let mut queries = 0;
        for name in QuerySet::NAMES {
            let set = QuerySet::named(name).expect("the set reads");
            assert_eq!(set.corpus, name);
            queries += set.queries.len();
            for kind in QueryKind::ALL {
                let of_kind: Vec<_> = set.queries.iter().filter(|case| case.kind == kind).collect();
                assert!(of_kind.len() >= 10, "{name} {kind:?}");
                for (place, case) in of_kind.iter().enumerate() {
                    assert_eq!(case.half, Half::ALL[place % 2], "{}", case.query);
                    assert!((1..=3).contains(&case.expected.len()), "{}", case.query);
                }
            }
        }
        assert!(queries >= 120);
    }
}
