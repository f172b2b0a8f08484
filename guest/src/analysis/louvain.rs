//! Groups of vertices with more edges inside than chance would put there.
//!
//! The Louvain method (Blondel, Guillaume, Lambiotte, Lefebvre, "Fast unfolding of communities in large
//! networks", 2008): vertices move to the neighbouring group that raises modularity most, groups become
//! the vertices of a smaller graph, and so on. Vertices are visited in order, ties go to the smaller
//! group, and gains are compared as integers, so that the result is the same everywhere. Passes are
//! bounded; the work is linear in the edges.

/// Sweeps over the vertices of one level, at most.
const MAX_SWEEPS: usize = 8;
/// Levels, at most; each is much smaller than the one before.
const MAX_LEVELS: usize = 8;

/// An undirected graph with weights; each edge is listed at both ends.
#[derive(Debug, Default)]
pub(super) struct WeightedGraph {
    /// The neighbours of vertex `v` are `edges[starts[v]..starts[v + 1]]`.
    starts: Vec<u32>,
    /// Neighbour and weight. One neighbour may be listed several times.
    edges: Vec<(u32, u32)>,
    /// Twice the weight inside each vertex.
    loops: Vec<u64>,
}

impl WeightedGraph {
    /// A graph from its edges, each given once with weight 1; none connects a vertex with itself.
    pub(super) fn from_edges(vertices: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; vertices + 1];
        for (a, b) in edges.clone() {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut next = starts.clone();
        let mut filled = vec![(0, 1); starts[vertices] as usize];
        for (a, b) in edges {
            for (from, to) in [(a, b), (b, a)] {
                let slot = &mut next[from as usize];
                filled[*slot as usize].0 = to;
                *slot += 1;
            }
        }
        Self { starts, edges: filled, loops: vec![0; vertices] }
    }

    fn vertices(&self) -> usize {
        self.loops.len()
    }

    fn edges_of(&self, vertex: usize) -> &[(u32, u32)] {
        &self.edges[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// Weight of all edges at the vertex, those inside counted twice.
    fn degree(&self, vertex: usize) -> u64 {
        self.loops[vertex] + self.edges_of(vertex).iter().map(|(_, weight)| u64::from(*weight)).sum::<u64>()
    }

    /// The graph whose vertices are the groups `0..count` of this one.
    fn aggregate(&self, group_of: &[u32], count: usize) -> Self {
        let mut members = vec![Vec::new(); count];
        for (vertex, group) in group_of.iter().enumerate() {
            members[*group as usize].push(vertex);
        }
        let mut graph = Self { starts: vec![0], ..Self::default() };
        let mut weights = Weights::new(count);
        for (group, members) in members.into_iter().enumerate() {
            let mut inside = 0;
            for vertex in members {
                inside += self.loops[vertex];
                for (neighbour, weight) in self.edges_of(vertex) {
                    weights.add(group_of[*neighbour as usize], u64::from(*weight));
                }
            }
            for (neighbour, weight) in weights.drain() {
                if neighbour as usize == group {
                    inside += weight;
                } else {
                    graph.edges.push((neighbour, weight as u32));
                }
            }
            graph.loops.push(inside);
            graph.starts.push(graph.edges.len() as u32);
        }
        graph
    }
}

/// Weights by group, cleared at a cost of what was added.
#[derive(Debug)]
struct Weights {
    by_group: Vec<u64>,
    touched: Vec<u32>,
}

impl Weights {
    fn new(groups: usize) -> Self {
        Self { by_group: vec![0; groups], touched: Vec::new() }
    }

    fn add(&mut self, group: u32, weight: u64) {
        let sum = &mut self.by_group[group as usize];
        if *sum == 0 {
            self.touched.push(group);
        }
        *sum += weight;
    }

    /// Gives the groups in the order they were touched and clears them.
    fn drain(&mut self) -> impl Iterator<Item = (u32, u64)> + '_ {
        let by_group = &mut self.by_group;
        self.touched.drain(..).map(|group| (group, std::mem::take(&mut by_group[group as usize])))
    }
}

/// Groups the vertices; gives the group of each, numbered from 0 in the order of first members.
pub(super) fn find_groups(mut graph: WeightedGraph) -> Vec<u32> {
    let mut group_of: Vec<u32> = (0..graph.vertices() as u32).collect();
    for _ in 0..MAX_LEVELS {
        let (moved, mut merged) = move_vertices(&graph);
        let count = renumber(&mut merged);
        for group in &mut group_of {
            *group = merged[*group as usize];
        }
        if !moved || count == graph.vertices() {
            break;
        }
        graph = graph.aggregate(&merged, count);
    }
    renumber(&mut group_of);
    group_of
}

/// Moves vertices between groups, at first each its own, until nothing improves much.
fn move_vertices(graph: &WeightedGraph) -> (bool, Vec<u32>) {
    let degrees: Vec<u64> = (0..graph.vertices()).map(|vertex| graph.degree(vertex)).collect();
    let total: u64 = degrees.iter().sum();
    let mut group_of: Vec<u32> = (0..graph.vertices() as u32).collect();
    let mut group_degrees = degrees.clone();
    let mut weights = Weights::new(graph.vertices());
    let mut moved_any = false;
    for _ in 0..MAX_SWEEPS {
        let mut moves = 0;
        for vertex in 0..graph.vertices() {
            let own = group_of[vertex];
            group_degrees[own as usize] -= degrees[vertex];
            weights.add(own, 0);
            for (neighbour, weight) in graph.edges_of(vertex) {
                weights.add(group_of[*neighbour as usize], u64::from(*weight));
            }
            // The gain of a group, times the constant `total`: what connects to it, less what chance
            // would connect.
            let gain = |group: u32, weight: u64| {
                i128::from(weight) * i128::from(total)
                    - i128::from(degrees[vertex]) * i128::from(group_degrees[group as usize])
            };
            let mut best = (gain(own, weights.by_group[own as usize]), own);
            for (group, weight) in weights.drain() {
                let gained = gain(group, weight);
                let is_tie = gained == best.0 && best.1 != own && group < best.1;
                if gained > best.0 || is_tie {
                    best = (gained, group);
                }
            }
            group_of[vertex] = best.1;
            group_degrees[best.1 as usize] += degrees[vertex];
            moves += usize::from(best.1 != own);
        }
        moved_any |= moves > 0;
        // Late sweeps shift a few vertices back and forth; they are not worth their time.
        if moves * 200 < graph.vertices() {
            break;
        }
    }
    (moved_any, group_of)
}

/// Numbers the groups from 0 in the order of their first members; gives back how many there are.
fn renumber(group_of: &mut [u32]) -> usize {
    let mut number_of = vec![u32::MAX; group_of.len()];
    let mut count = 0;
    for group in group_of {
        let number = &mut number_of[*group as usize];
        if *number == u32::MAX {
            *number = count;
            count += 1;
        }
        *group = *number;
    }
    count as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn groups(vertices: usize, edges: &[(u32, u32)]) -> Vec<u32> {
        find_groups(WeightedGraph::from_edges(vertices, edges.iter().copied()))
    }

    #[test]
    fn two_cliques_joined_by_one_edge_are_two_groups() {
        let clique =
            |first: u32| (first..first + 5).flat_map(move |a| (a + 1..first + 5).map(move |b| (a, b)));
        let edges: Vec<_> = clique(0).chain(clique(5)).chain([(4, 5)]).collect();
        assert_eq!(groups(11, &edges), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2]);
    }

    #[test]
    fn a_ring_of_cliques_keeps_its_cliques() {
        let mut edges = Vec::new();
        for clique in 0..6_u32 {
            let first = clique * 4;
            edges.extend((first..first + 4).flat_map(|a| (a + 1..first + 4).map(move |b| (a, b))));
            edges.push((first + 3, (first + 4) % 24));
        }
        let expected: Vec<u32> = (0..24).map(|vertex| vertex / 4).collect();
        assert_eq!(groups(24, &edges), expected);
    }

    #[test]
    fn nothing_gives_nothing() {
        assert_eq!(groups(0, &[]), [0; 0]);
        assert_eq!(groups(3, &[]), [0, 1, 2]);
    }

    proptest! {
        #[test]
        fn groups_are_connected_to_something(edges in proptest::collection::vec((0..30_u32, 0..30_u32), 0..90)) {
            let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).collect();
            let found = groups(30, &edges);
            for vertex in 0..30_u32 {
                let group = found[vertex as usize];
                let is_alone = found.iter().filter(|other| **other == group).count() == 1;
                let mate = |a: u32, b: u32| a == vertex && found[b as usize] == group;
                prop_assert!(is_alone || edges.iter().any(|(a, b)| mate(*a, *b) || mate(*b, *a)));
            }
        }
    }
}
