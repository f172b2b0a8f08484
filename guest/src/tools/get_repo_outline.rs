//! `get_repo_outline`: how much there is of what.

use crate::index::Index;
use crate::tools::arguments::Arguments;
use crate::tools::registry::Tool;
use crate::tools::{Reply, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "get_repo_outline",
    description: "Shows the shape of the whole corpus: communities, hotspots, entry points, directories.",
    parameters: &[],
    handler: answer,
};

fn answer(index: &Index, _: &Arguments<'_>, reply: &mut Reply) -> Result<(), ToolError> {
    reply.answer(&0, 1, index.limits.answer_bytes)
}
