//! From an id or a path to what it names, or a refusal that helps.

use crate::graph::{CodeGraph, FileId, NodeId};
use crate::tools::ToolError;
use crate::tools::near_ids::{Among, find_near_ids};
use crate::tools::quote::Quoted;

/// Finds the node with an id.
///
/// # Errors
/// [`ToolError::Refused`] with near ids.
pub(crate) fn find_node(graph: &CodeGraph, argument: &str, id: &str) -> Result<NodeId, ToolError> {
    graph.find_id(id).ok_or_else(|| {
        let accepted = "the id of a file or symbol of the corpus";
        unknown(graph, argument, id, accepted, Among::Nodes)
    })
}

/// Finds the file with a path.
///
/// # Errors
/// [`ToolError::Refused`] with near paths.
pub(super) fn find_file(graph: &CodeGraph, argument: &str, path: &str) -> Result<FileId, ToolError> {
    graph.find_path(path).ok_or_else(|| {
        let accepted = "the path of an indexed file, relative to the corpus";
        unknown(graph, argument, path, accepted, Among::Files)
    })
}

fn unknown(graph: &CodeGraph, argument: &str, given: &str, accepted: &str, among: Among) -> ToolError {
    let near: Vec<String> = find_near_ids(graph, given, among)
        .into_iter()
        .map(|node| Quoted(&graph.id(node)).to_string())
        .collect();
    let near = if near.is_empty() { String::new() } else { format!("; near are {}", near.join(", ")) };
    let given = Quoted(given);
    ToolError::Refused(format!("`{argument}` takes {accepted}; there is no {given}{near}"))
}
