//! `get_symbol_source`: a definition's text as the file has it now.

use std::borrow::Cow;

use serde::Serialize;

use crate::graph::NodeId;
use crate::index::Index;
use crate::tools::arguments::Arguments;
use crate::tools::lookup::find_node;
use crate::tools::parameter::{Accepts, ID, Parameter};
use crate::tools::quote::Quoted;
use crate::tools::registry::Tool;
use crate::tools::source::read_definition;
use crate::tools::wire::IdOf;
use crate::tools::{Reply, ToolError};

/// Most bytes of source in an answer, before they are escaped.
const SOURCE_CAP_BYTES: usize = 256 << 10;

const CONTEXT_LINES: Parameter = Parameter {
    name: "context_lines",
    description: "Lines shown before and after the definition.",
    required: false,
    accepts: Accepts::Integer { min: 0, max: 100, default: 3 },
};

pub(super) const TOOL: Tool = Tool {
    name: "get_symbol_source",
    description: "Reads the source of one definition from its file, with some lines around it.",
    parameters: &[ID, CONTEXT_LINES],
    handler: answer,
};

#[derive(Serialize)]
struct Answer<'a> {
    id: IdOf<'a>,
    kind: &'static str,
    name: &'a str,
    file_path: &'a str,
    language: &'static str,
    /// Lines of the definition.
    start_line: u32,
    end_line: u32,
    /// Lines of `source`.
    from_line: u32,
    to_line: u32,
    #[serde(skip_serializing_if = "str::is_empty")]
    signature: &'a str,
    source: Cow<'a, str>,
    truncated: bool,
}

fn answer(index: &Index, arguments: &Arguments<'_>, reply: &mut Reply) -> Result<(), ToolError> {
    let id = arguments.text(&ID)?;
    let context_lines = arguments.integer(&CONTEXT_LINES)?;
    let node = find_node(&index.graph, ID.name, &id)?;

    // The buffer leaves the reply while the answer borrows from it, and comes back for the next call.
    let mut text = std::mem::take(&mut reply.source);
    let written = read_and_write(index, node, context_lines, &mut text, reply);
    reply.source = text;
    written
}

fn read_and_write(
    index: &Index,
    node: NodeId,
    context_lines: u32,
    text: &mut Vec<u8>,
    reply: &mut Reply,
) -> Result<(), ToolError> {
    let graph = &index.graph;
    let record = graph.node(node);
    let excerpt = read_definition(index, node, context_lines, SOURCE_CAP_BYTES, text).map_err(|error| {
        let (id, path) = (graph.id(node), graph.path(record.file));
        ToolError::Refused(format!("`id` {} is in {}: {error}", Quoted(&id), Quoted(path)))
    })?;
    let answer = Answer {
        id: IdOf { graph, node },
        kind: record.kind.name(),
        name: graph.text(record.name),
        file_path: graph.path(record.file),
        language: record.language.name(),
        start_line: record.start_line,
        end_line: record.end_line,
        from_line: excerpt.from_line,
        to_line: excerpt.to_line,
        signature: graph.text(record.signature),
        source: String::from_utf8_lossy(text),
        truncated: excerpt.truncated,
    };
    reply.answer(&answer, 1, index.limits.answer_bytes)
}
