//! `graph_stats`: how much there is of what.

use crate::index::Index;
use crate::tools::arguments::Arguments;
use crate::tools::registry::Tool;
use crate::tools::{Reply, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "graph_stats",
    description: "Counts nodes, edges, files and what was skipped, by kind, language and tier.",
    parameters: &[],
    handler: answer,
};

fn answer(index: &Index, _: &Arguments<'_>, reply: &mut Reply) -> Result<(), ToolError> {
    reply.answer(&0, 1, index.limits.answer_bytes)
}
