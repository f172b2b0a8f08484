//! Groups of symbols that use each other more than they use the rest.
//!
//! The graph that is grouped: all symbols; an undirected edge for each use at the default tier, and one
//! between a member and its type. Groups of a single symbol are no community.

use std::cmp::Reverse;

use super::directories::folder_of;
use super::distinct::is_use;
use super::louvain::{WeightedGraph, find_groups};
use crate::graph::{CodeGraph, Edge, EdgeKind, FileId, NodeId};
use crate::syntax::SymbolKind;

/// Communities that are described.
const MAX_TOP: usize = 8;

/// The communities of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Communities {
    /// How many there are, of at least two symbols each.
    pub count: u64,
    /// Newman's modularity of the grouping in thousandths, at most 1000; 0 without edges.
    pub modularity_milli: i64,
    /// At most eight, by size, then id of the first member.
    pub top: Vec<Community>,
}

/// A group of symbols that use each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Community {
    /// The member that comes first in the order of ids: it stands for the community.
    pub first_member: NodeId,
    /// The folder most members are in and the member that most others are connected to: `src/io (Reader)`.
    pub label: String,
    /// Members.
    pub size: u64,
    /// Share of edges inside among all edges of the members, in thousandths.
    pub cohesion_milli: u64,
}

impl Communities {
    /// Finds them.
    pub(super) fn find(graph: &CodeGraph) -> Self {
        let group_of = find_groups(WeightedGraph::from_edges(graph.node_count(), connections(graph)));
        let tallies = Tally::all(graph, &group_of);
        let mut order: Vec<usize> = (0..tallies.len()).filter(|group| tallies[*group].size > 1).collect();
        let count = order.len() as u64;
        order.sort_unstable_by_key(|group| {
            let tally = &tallies[*group];
            (Reverse(tally.size), graph.id_rank(tally.first_member))
        });
        order.truncate(MAX_TOP);
        let top =
            order.iter().map(|group| tallies[*group].describe(graph, &group_of, *group as u32)).collect();
        Self { count, modularity_milli: modularity_milli(&tallies), top }
    }
}

/// The edges that are grouped by, each once.
fn connections(graph: &CodeGraph) -> impl Iterator<Item = (u32, u32)> + Clone {
    (0..graph.node_count() as u32).map(NodeId).flat_map(move |node| {
        let ends = move |edge: &Edge| (node.0, edge.node.0);
        graph.outgoing(node).iter().filter(move |edge| connects(graph, node, edge)).map(ends)
    })
}

fn connects(graph: &CodeGraph, node: NodeId, edge: &Edge) -> bool {
    let is_symbol = |node: NodeId| graph.node(node).kind != SymbolKind::File;
    (is_use(edge) || edge.kind == EdgeKind::MemberOf)
        && edge.node != node
        && is_symbol(node)
        && is_symbol(edge.node)
}

/// What is counted of a group.
#[derive(Clone, Debug)]
struct Tally {
    size: u64,
    first_member: NodeId,
    /// Ends of edges at the members.
    ends: u64,
    /// Those of them whose other end is a member too.
    ends_inside: u64,
}

impl Tally {
    /// Counts all groups.
    fn all(graph: &CodeGraph, group_of: &[u32]) -> Vec<Self> {
        let mut tallies: Vec<Self> = Vec::new();
        for node in graph.node_ids() {
            let group = group_of[node.0 as usize] as usize;
            if group == tallies.len() {
                tallies.push(Self { size: 0, first_member: node, ends: 0, ends_inside: 0 });
            }
            let tally = &mut tallies[group];
            tally.size += 1;
            if graph.id_rank(node) < graph.id_rank(tally.first_member) {
                tally.first_member = node;
            }
        }
        for (a, b) in connections(graph) {
            let (a, b) = (group_of[a as usize], group_of[b as usize]);
            for group in [a, b] {
                tallies[group as usize].ends += 1;
                tallies[group as usize].ends_inside += u64::from(a == b);
            }
        }
        tallies
    }

    fn describe(&self, graph: &CodeGraph, group_of: &[u32], group: u32) -> Community {
        let members: Vec<NodeId> =
            graph.node_ids().filter(|node| group_of[node.0 as usize] == group).collect();
        let folder = most_common_folder(graph, &members);
        let name = most_connected(graph, group_of, &members).map_or("", |node| graph.name(node));
        Community {
            first_member: self.first_member,
            label: format!("{folder} ({name})"),
            size: self.size,
            cohesion_milli: (self.ends_inside * 1000).checked_div(self.ends).unwrap_or(0),
        }
    }
}

/// `sum over groups of (inside / all - (ends / all)^2)`, where all counts both ends of every edge.
fn modularity_milli(tallies: &[Tally]) -> i64 {
    let all: i128 = tallies.iter().map(|tally| i128::from(tally.ends)).sum();
    let sum: i128 = tallies
        .iter()
        .map(|tally| i128::from(tally.ends_inside) * all - i128::from(tally.ends) * i128::from(tally.ends))
        .sum();
    (sum * 1000).checked_div(all * all).unwrap_or(0) as i64
}

/// The folder that most members are in; among equals the first by path. Members are in the order of
/// files.
fn most_common_folder<'g>(graph: &'g CodeGraph, members: &[NodeId]) -> &'g str {
    let mut by_folder: Vec<(&str, usize)> = members
        .chunk_by(|a, b| graph.node(*a).file == graph.node(*b).file)
        .map(|in_file| {
            let file: FileId = graph.node(in_file[0]).file;
            (folder_of(graph, file), in_file.len())
        })
        .collect();
    by_folder.sort_unstable();
    by_folder
        .chunk_by(|a, b| a.0 == b.0)
        .map(|files| (files.iter().map(|file| file.1).sum::<usize>(), Reverse(files[0].0)))
        .max()
        .map_or(".", |(_, Reverse(folder))| folder)
}

/// The member with most edges to other members; among equals the first by id.
fn most_connected(graph: &CodeGraph, group_of: &[u32], members: &[NodeId]) -> Option<NodeId> {
    let group_of_node = |node: NodeId| group_of[node.0 as usize];
    let edges_inside = |node: NodeId| {
        let inside =
            |edge: &&Edge| connects(graph, node, edge) && group_of_node(edge.node) == group_of_node(node);
        graph.outgoing(node).iter().chain(graph.incoming(node)).filter(inside).count()
    };
    members.iter().copied().max_by_key(|node| (edges_inside(*node), Reverse(graph.id_rank(*node))))
}
