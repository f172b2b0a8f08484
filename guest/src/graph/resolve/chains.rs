//! Lists of nodes by key in two flat arrays: a hash table of heads and one `next` per entry.

use rustc_hash::FxHashMap;
use std::hash::Hash;

use crate::graph::node::NodeId;

/// For each key the nodes added under it, in the order they were added.
#[derive(Debug)]
pub(super) struct Chains<K> {
    heads: FxHashMap<K, Chain>,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Chain {
    first: u32,
    last: u32,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    node: NodeId,
    /// The entry after it, plus one; 0 at the end.
    next: u32,
}

impl<K> Default for Chains<K> {
    fn default() -> Self {
        Self { heads: FxHashMap::default(), entries: Vec::new() }
    }
}

impl<K: Hash + Eq> Chains<K> {
    /// Adds a node at the end of the key's list.
    pub(super) fn push(&mut self, key: K, node: NodeId) {
        let entry = self.entries.len() as u32;
        self.entries.push(Entry { node, next: 0 });
        match self.heads.entry(key) {
            std::collections::hash_map::Entry::Occupied(mut chain) => {
                let chain = chain.get_mut();
                self.entries[chain.last as usize].next = entry + 1;
                chain.last = entry;
            }
            std::collections::hash_map::Entry::Vacant(slot) => {
                slot.insert(Chain { first: entry, last: entry });
            }
        }
    }

    /// The nodes added under the key, in the order they were added.
    pub(super) fn get(&self, key: K) -> impl Iterator<Item = NodeId> + use<'_, K> {
        let mut next = self.heads.get(&key).map_or(0, |chain| chain.first + 1);
        std::iter::from_fn(move || {
            let entry = self.entries[next.checked_sub(1)? as usize];
            next = entry.next;
            Some(entry.node)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order_of_each_key() {
        let mut chains = Chains::default();
        for n in 0..9_u32 {
            chains.push(n % 2, NodeId(n));
        }
        assert_eq!(chains.get(1).map(|node| node.0).collect::<Vec<_>>(), [1, 3, 5, 7]);
        assert_eq!(chains.get(7).count(), 0);
    }
}
