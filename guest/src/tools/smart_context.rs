//! `smart_context`: what a task is about, with sources within a budget.

use serde::Serialize;

use crate::corpus::ReadError;
use crate::graph::{CodeGraph, FileId, NodeId};
use crate::index::Index;
use crate::search::{Context, ContextRequest, find_context};
use crate::tools::arguments::Arguments;
use crate::tools::lookup::find_node;
use crate::tools::parameter::{Accepts, Parameter};
use crate::tools::registry::Tool;
use crate::tools::source::read_definition;
use crate::tools::wire::{BriefNode, FullNode};
use crate::tools::{Reply, ToolError};

/// Bytes of source that count as a token.
const TOKEN_BYTES: usize = 4;

const TASK: Parameter = Parameter {
    name: "task",
    description: "What is to be done, in plain words and names.",
    required: true,
    accepts: Accepts::Text { min: 1, max: 4000 },
};
const ENTRY_POINT: Parameter = Parameter {
    name: "entry_point",
    description: "Id of a symbol, or path of a file, that the task starts from.",
    required: false,
    accepts: Accepts::Text { min: 1, max: 65_536 },
};
const MAX_SYMBOLS: Parameter = Parameter {
    name: "max_symbols",
    description: "Most relevant symbols.",
    required: false,
    accepts: Accepts::Integer { min: 1, max: 20, default: 5 },
};
const TOKEN_BUDGET: Parameter = Parameter {
    name: "token_budget",
    description: "Most tokens of source, four bytes each.",
    required: false,
    accepts: Accepts::Integer { min: 100, max: 100_000, default: 8000 },
};

pub(super) const TOOL: Tool = Tool {
    name: "smart_context",
    description: "Gathers what a task is about: symbols with source, callers, callees, tests, files to edit.",
    parameters: &[TASK, ENTRY_POINT, MAX_SYMBOLS, TOKEN_BUDGET],
    handler: answer,
};

#[derive(Serialize)]
struct Answer<'a> {
    task: &'a str,
    keywords: &'a [String],
    relevant_symbols: Vec<RelevantSymbol<'a>>,
    callers: Vec<BriefNode<'a>>,
    callees: Vec<BriefNode<'a>>,
    related_test_files: Vec<&'a str>,
    files_to_edit: Vec<&'a str>,
    /// Tokens of all sources in the answer.
    estimated_tokens: u32,
    /// Files by path whose symbols come without source, since they changed after they were indexed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed_files: Vec<&'a str>,
}

#[derive(Serialize)]
struct RelevantSymbol<'a> {
    #[serde(flatten)]
    node: FullNode<'a>,
    why: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

fn answer(index: &Index, arguments: &Arguments<'_>, reply: &mut Reply) -> Result<(), ToolError> {
    let graph = &index.graph;
    let task = arguments.text(&TASK)?;
    let entry_point = arguments.optional_text(&ENTRY_POINT)?;
    let max_symbols = arguments.integer(&MAX_SYMBOLS)? as usize;
    let token_budget = arguments.integer(&TOKEN_BUDGET)?;
    let entry_point = entry_point.map(|id| find_node(graph, ENTRY_POINT.name, &id)).transpose()?;

    let request = ContextRequest { task: &task, entry_point, max_symbols };
    let context = find_context(graph, &index.search, &request);
    let sources = read_sources(index, &context, token_budget, &mut reply.source);
    let answer = assemble(graph, &task, &context, sources);
    reply.answer(&answer, context.relevant.len(), index.limits.answer_bytes)
}

fn assemble<'a>(graph: &'a CodeGraph, task: &'a str, context: &'a Context, sources: Sources) -> Answer<'a> {
    let paths = |files: &[FileId]| files.iter().map(|file| graph.path(*file)).collect::<Vec<_>>();
    let brief = |nodes: &[NodeId]| nodes.iter().map(|node| BriefNode::of(graph, *node)).collect();
    let symbols = context.relevant.iter().zip(sources.texts);
    Answer {
        task,
        keywords: &context.keywords,
        relevant_symbols: symbols
            .map(|(relevant, source)| RelevantSymbol {
                node: FullNode::of(graph, relevant.node),
                why: &relevant.why,
                source,
            })
            .collect(),
        callers: brief(&context.callers),
        callees: brief(&context.callees),
        related_test_files: paths(&context.related_test_files),
        files_to_edit: paths(&context.files_to_edit),
        estimated_tokens: sources.tokens,
        changed_files: paths(&sources.changed),
    }
}

/// Sources of relevant symbols.
#[derive(Default)]
struct Sources {
    /// One for each relevant symbol; `None`: it does not fit, or its file changed.
    texts: Vec<Option<String>>,
    /// Tokens of all of them.
    tokens: u32,
    /// Files that changed since they were indexed, each once, in the order of paths.
    changed: Vec<FileId>,
}

/// Reads the sources that fit the budget, the best symbols first; one that does not fit is passed over.
fn read_sources(index: &Index, context: &Context, token_budget: u32, buffer: &mut Vec<u8>) -> Sources {
    let mut sources = Sources::default();
    for relevant in &context.relevant {
        let room = (token_budget - sources.tokens) as usize * TOKEN_BYTES;
        let record = index.graph.node(relevant.node);
        if (record.end_byte - record.start_byte) as usize > room {
            sources.texts.push(None);
            continue;
        }
        let text = match read_definition(index, relevant.node, 0, room, buffer) {
            Ok(excerpt) => (!excerpt.truncated).then(|| String::from_utf8_lossy(buffer).into_owned()),
            Err(ReadError::Changed | ReadError::Unreadable) => {
                sources.changed.push(record.file);
                None
            }
        };
        let tokens = text.as_ref().map_or(0, |text| text.len().div_ceil(TOKEN_BYTES) as u32);
        // Bytes that are no UTF-8 take three when they are replaced.
        let text = text.filter(|_| tokens <= token_budget - sources.tokens);
        if text.is_some() {
            sources.tokens += tokens;
        }
        sources.texts.push(text);
    }
    sources.changed.sort_unstable();
    sources.changed.dedup();
    sources
}
