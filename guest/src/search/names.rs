//! Whole names: which symbols have one, and which names are one edit away.
//!
//! Names are compared by their key, see [`super::tokenize::key_into`]. An edit inserts, deletes or
//! replaces one character or exchanges two neighbours. It leaves one half of a name intact, so that
//! names one edit away are looked for among those that share the first half or the second.

use super::dictionary::Dictionary;
use super::tokenize::key_into;
use crate::graph::{CodeGraph, StringInterner};
use crate::syntax::SymbolKind;

/// Shortest key, in characters, for which names one edit away are looked for: one letter is one edit
/// away from every other.
const MIN_NEAR_CHARS: usize = 2;

/// Symbols by the key of their name.
#[derive(Debug)]
pub(super) struct Names {
    keys: Dictionary,
    /// The symbols of key `k` are `nodes[starts[k]..starts[k + 1]]`, ascending.
    starts: Vec<u32>,
    nodes: Vec<u32>,
    /// Numbers of the keys, by their characters read from the end.
    by_ending: Vec<u32>,
}

impl Names {
    /// Collects the names of all symbols.
    pub(super) fn build(graph: &CodeGraph) -> Self {
        let mut interner = StringInterner::default();
        let mut key = String::new();
        let mut key_of = Vec::with_capacity(graph.node_count());
        for node in graph.node_ids() {
            key.clear();
            if graph.node(node).kind != SymbolKind::File {
                key_into(graph.name(node), &mut key);
            }
            key_of.push(interner.intern(&key).0);
        }
        let (keys, number_of) = Dictionary::sort(&interner);
        drop(interner);
        Self::new(keys, &key_of, &number_of)
    }

    /// `key_of` gives the interned key of each node, `number_of` the number of each interned key.
    fn new(keys: Dictionary, key_of: &[u32], number_of: &[u32]) -> Self {
        let (starts, nodes) = group(key_of, number_of);
        let mut by_ending: Vec<u32> = (0..keys.count()).collect();
        by_ending.sort_unstable_by(|a, b| reversed(keys.get(*a)).cmp(reversed(keys.get(*b))));
        Self { keys, starts, nodes, by_ending }
    }

    /// The symbols whose name has this key, ascending.
    pub(super) fn find(&self, key: &str) -> &[u32] {
        self.keys.find(key).map_or(&[], |number| self.nodes_of(number))
    }

    /// The symbols whose name is one edit away from this key, grouped by name, in the order of keys.
    pub(super) fn near(&self, key: &str) -> impl Iterator<Item = &[u32]> {
        self.near_keys(key).into_iter().map(|number| self.nodes_of(number))
    }

    fn nodes_of(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.nodes[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    fn near_keys(&self, key: &str) -> Vec<u32> {
        let chars: Vec<char> = key.chars().collect();
        if chars.len() < MIN_NEAR_CHARS {
            return Vec::new();
        }
        let middle = key.char_indices().nth(chars.len() / 2).map_or(0, |(offset, _)| offset);
        let (first, second) = key.split_at(middle);
        let mut found: Vec<u32> = self.keys.starting_with(first).collect();
        found.extend_from_slice(self.ending_with(second));
        found.extend(self.keys.find(&exchange_across(&chars)));
        found.retain(|number| is_one_edit(self.keys.get(*number), &chars));
        found.sort_unstable();
        found.dedup();
        found
    }

    fn ending_with(&self, suffix: &str) -> &[u32] {
        let start = self.by_ending.partition_point(|n| reversed(self.keys.get(*n)).lt(reversed(suffix)));
        let rest = &self.by_ending[start..];
        &rest[..rest.partition_point(|n| self.keys.get(*n).ends_with(suffix))]
    }
}

/// Sorts nodes by the number of their key: counted, then filled.
fn group(key_of: &[u32], number_of: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let empty = number_of[0];
    let mut starts = vec![0_u32; number_of.len() + 1];
    for key in key_of {
        starts[number_of[*key as usize] as usize + 1] += 1;
    }
    // Files and names without a letter or digit have the empty key and are never found.
    starts[empty as usize + 1] = 0;
    for number in 1..starts.len() {
        starts[number] += starts[number - 1];
    }
    let mut next = starts.clone();
    let mut nodes = vec![0; starts[number_of.len()] as usize];
    for (node, key) in key_of.iter().enumerate() {
        let number = number_of[*key as usize];
        if number != empty {
            let slot = &mut next[number as usize];
            nodes[*slot as usize] = node as u32;
            *slot += 1;
        }
    }
    (starts, nodes)
}

fn reversed(key: &str) -> impl Iterator<Item = char> {
    key.chars().rev()
}

/// The key with the two characters beside its middle exchanged: the one edit that touches both halves.
fn exchange_across(chars: &[char]) -> String {
    let mut exchanged = chars.to_vec();
    let middle = chars.len() / 2;
    exchanged.swap(middle - 1, middle);
    exchanged.into_iter().collect()
}

/// Whether exactly one edit makes `name` into `wanted`.
fn is_one_edit(name: &str, wanted: &[char]) -> bool {
    // A character has one to four bytes, so that most names are told apart by their length alone.
    if name.len() + 1 < wanted.len() || name.len() > (wanted.len() + 1) * 4 {
        return false;
    }
    let name: Vec<char> = name.chars().collect();
    let same = name.iter().zip(wanted).take_while(|(a, b)| a == b).count();
    let (name, wanted) = (&name[same..], &wanted[same..]);
    match (name, wanted) {
        ([_, a @ ..], [_, b @ ..]) if a == b => true,
        ([_, a @ ..], b) if a == b => true,
        (a, [_, b @ ..]) if a == b => true,
        ([a0, a1, a @ ..], [b0, b1, b @ ..]) => a0 == b1 && a1 == b0 && a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_near(name: &str, wanted: &str) -> bool {
        is_one_edit(name, &wanted.chars().collect::<Vec<_>>())
    }

    fn names(list: &[&str]) -> Names {
        let mut interner = StringInterner::default();
        let key_of: Vec<u32> = list.iter().map(|name| interner.intern(name).0).collect();
        let (keys, number_of) = Dictionary::sort(&interner);
        Names::new(keys, &key_of, &number_of)
    }

    #[test]
    fn the_four_edits_and_no_fifth() {
        for name in ["parsr", "parsser", "pxrser", "aprser", "paresr", "arser", "parse", "parserr"] {
            assert!(is_near(name, "parser"), "{name}");
        }
        for name in ["parser", "prser2", "xxrser", "resrap", "pars", ""] {
            assert!(!is_near(name, "parser"), "{name}");
        }
        assert!(is_near("größe", "gröse") && !is_near("größe", "grösse"));
    }

    #[test]
    fn symbols_share_the_entry_of_their_name() {
        let names = names(&["b", "a", "b", ""]);
        assert_eq!(names.find("b"), [0, 2]);
        assert_eq!(names.find("c"), [0; 0]);
        assert_eq!(names.find(""), [0; 0]);
    }

    proptest! {
        #[test]
        fn near_names_are_those_a_full_scan_finds(
            list in proptest::collection::vec("[abé]{0,5}", 0..60),
            wanted in "[abé]{2,5}",
        ) {
            let list: Vec<&str> = list.iter().map(String::as_str).collect();
            let names = names(&list);
            let mut found: Vec<u32> = names.near(&wanted).flatten().copied().collect();
            found.sort_unstable();
            let expected: Vec<u32> = (0..list.len() as u32)
                .filter(|n| !list[*n as usize].is_empty() && is_near(list[*n as usize], &wanted))
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
