//! `search_symbols`: symbols by words, ranked.

use serde::Serialize;

use crate::corpus::Language;
use crate::index::Index;
use crate::search::Filter;
use crate::syntax::SymbolKind;
use crate::tools::arguments::Arguments;
use crate::tools::parameter::{Accepts, Parameter, language_names, limit, symbol_kinds};
use crate::tools::registry::Tool;
use crate::tools::wire::BriefNode;
use crate::tools::{Reply, ToolError};

const QUERY: Parameter = Parameter {
    name: "query",
    description: "Words or names; camelCase and snake_case are split, whole names match best.",
    required: true,
    accepts: Accepts::Text { min: 1, max: 1000 },
};
const LIMIT: Parameter = limit(20, "Most results.");
const KIND: Parameter = Parameter {
    name: "kind",
    description: "Only symbols of this kind or these kinds.",
    required: false,
    accepts: Accepts::Words(symbol_kinds),
};
const LANGUAGE: Parameter = Parameter {
    name: "language",
    description: "Only symbols of this language.",
    required: false,
    accepts: Accepts::Word(language_names),
};
const PATH_PREFIX: Parameter = Parameter {
    name: "path_prefix",
    description: "Only symbols in files whose path starts with these bytes.",
    required: false,
    accepts: Accepts::Text { min: 0, max: 65_536 },
};

pub(super) const TOOL: Tool = Tool {
    name: "search_symbols",
    description: "Finds functions, types and other symbols by words of their names, signatures and docs.",
    parameters: &[QUERY, LIMIT, KIND, LANGUAGE, PATH_PREFIX],
    handler: answer,
};

#[derive(Serialize)]
struct Answer<'g> {
    results: Vec<Scored<'g>>,
    total: u64,
    truncated: bool,
}

#[derive(Serialize)]
struct Scored<'g> {
    #[serde(flatten)]
    node: BriefNode<'g>,
    /// In thousandths.
    score: u64,
}

fn answer(index: &Index, arguments: &Arguments<'_>, reply: &mut Reply) -> Result<(), ToolError> {
    let query = arguments.text(&QUERY)?;
    let limit = arguments.integer(&LIMIT)? as usize;
    let kinds = arguments.words(&KIND, find_symbol_kind)?;
    let language = arguments.word(&LANGUAGE, find_language)?;
    let path_prefix = arguments.optional_text(&PATH_PREFIX)?;
    let filter = Filter { kinds, language, path_prefix: path_prefix.as_deref() };

    let found = index.search.find(&index.graph, &query, &filter, limit);
    let scored = |hit: &crate::search::Hit| Scored {
        node: BriefNode::of(&index.graph, hit.node),
        score: hit.score_milli,
    };
    let results: Vec<_> = found.hits.iter().map(scored).collect();
    let items = results.len();
    let answer = Answer { truncated: found.total > items as u64, total: found.total, results };
    reply.answer(&answer, items, index.limits.answer_bytes)
}

fn find_symbol_kind(word: &str) -> Option<SymbolKind> {
    SymbolKind::ALL.into_iter().find(|kind| *kind != SymbolKind::File && kind.name() == word)
}

fn find_language(word: &str) -> Option<&'static str> {
    Language::ALL.into_iter().map(Language::name).find(|name| *name == word)
}
