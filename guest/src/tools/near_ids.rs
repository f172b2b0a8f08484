//! Ids that an unknown id may have meant: same last name first, then the longest shared prefix.

use std::cmp::Reverse;

use crate::graph::{CodeGraph, NodeId};

/// How many ids a refusal suggests.
const SUGGESTIONS: usize = 3;

/// Which nodes may be suggested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Among {
    /// Files and symbols.
    Nodes,
    /// Files only.
    Files,
}

/// Orders suggestions, the best first: another last name, shared bytes, place in the order of ids.
type Key = (bool, Reverse<usize>, u32);

/// Finds at most three ids near to `wanted` by one pass over the graph.
pub(super) fn find_near_ids(graph: &CodeGraph, wanted: &str, among: Among) -> Vec<NodeId> {
    let last_name = last_name(wanted);
    let mut best: Vec<(Key, NodeId)> = Vec::with_capacity(SUGGESTIONS + 1);
    for file in graph.file_ids() {
        let path = graph.path(file);
        let in_path = shared_prefix(path, wanted);
        let file_node = graph.file(file).node;
        offer(graph, &mut best, file_node, last_name, in_path);
        if among == Among::Files {
            continue;
        }
        let after_path = rest_after_path(wanted, path, in_path);
        for node in graph.symbols_of(file) {
            let in_name = after_path.map_or(0, |rest| shared_prefix(graph.qual_name(node), rest));
            let separator = if after_path.is_some() { "::".len() } else { 0 };
            offer(graph, &mut best, node, last_name, in_path + separator + in_name);
        }
    }
    best.into_iter().map(|(_, node)| node).collect()
}

/// Keeps the node if it is among the best so far; one that shares nothing is no suggestion.
fn offer(graph: &CodeGraph, best: &mut Vec<(Key, NodeId)>, node: NodeId, last_name: &str, shared: usize) {
    let other_name = graph.name(node) != last_name;
    if other_name && shared == 0 {
        return;
    }
    let key = (other_name, Reverse(shared), graph.id_rank(node));
    if best.len() == SUGGESTIONS && best.last().is_some_and(|(worst, _)| *worst < key) {
        return;
    }
    let place = best.partition_point(|(other, _)| *other < key);
    best.insert(place, (key, node));
    best.truncate(SUGGESTIONS);
}

/// What follows `path::` in the wanted id, if it starts so.
fn rest_after_path<'w>(wanted: &'w str, path: &str, in_path: usize) -> Option<&'w str> {
    if in_path < path.len() { None } else { wanted.get(in_path..)?.strip_prefix("::") }
}

/// The part of an id that looks like its own name: what follows the last separator, without `#2`.
fn last_name(id: &str) -> &str {
    let name = id.rsplit_once("::").map_or(id, |(_, name)| name);
    let name = name.rsplit_once('/').map_or(name, |(_, name)| name);
    if name.len() == id.len() || id.contains("::") {
        let name = name.rsplit_once('.').map_or(name, |(_, name)| name);
        return name.split_once('#').map_or(name, |(name, _)| name);
    }
    name
}

/// Bytes that both texts start with.
fn shared_prefix(left: &str, right: &str) -> usize {
    left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_name_is_what_a_definition_would_be_called() {
        assert_eq!(last_name("src/a.rs::Type.member#2"), "member");
        assert_eq!(last_name("Type.member"), "member");
        assert_eq!(last_name("member"), "member");
        assert_eq!(last_name("src/a.rs"), "a.rs");
    }

    #[test]
    fn a_rest_is_only_what_follows_the_whole_path() {
        assert_eq!(rest_after_path("src/a.rs::run", "src/a.rs", 8), Some("run"));
        assert_eq!(rest_after_path("src/a.rs", "src/a.rs", 8), None);
        assert_eq!(rest_after_path("src/b.rs::run", "src/a.rs", 4), None);
    }
}
