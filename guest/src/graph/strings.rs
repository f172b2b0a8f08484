//! The graph's strings: each distinct text once, in one blob.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Index of an interned string. 0 is the empty string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StringId(pub u32);

impl StringId {
    /// The empty string.
    pub const EMPTY: Self = Self(0);
}

/// Interned strings, readable by id.
#[derive(Debug)]
pub struct StringPool {
    blob: String,
    /// Where each string starts in the blob, and where the last one ends.
    bounds: Vec<u32>,
}

impl StringPool {
    /// The string with this id.
    #[must_use]
    pub fn get(&self, id: StringId) -> &str {
        let index = id.0 as usize;
        &self.blob[self.bounds[index] as usize..self.bounds[index + 1] as usize]
    }

    /// How many distinct strings there are, the empty one included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Whether only the empty string is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() <= 1
    }
}

/// Fills a [`StringPool`]: an open-addressing table of ids, so that no string is stored twice.
#[derive(Debug)]
pub(crate) struct StringInterner {
    pool: StringPool,
    /// Ids plus one; 0 is a free slot. The length is a power of two.
    slots: Vec<u32>,
}

impl Default for StringInterner {
    fn default() -> Self {
        let mut interner =
            Self { pool: StringPool { blob: String::new(), bounds: vec![0] }, slots: vec![0; 1024] };
        interner.intern("");
        interner
    }
}

impl StringInterner {
    /// Gives the id of `text`, adding it if it is new.
    pub(crate) fn intern(&mut self, text: &str) -> StringId {
        if (self.pool.len() + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        let slot = self.slot_of(text);
        if self.slots[slot] == 0 {
            self.pool.blob.push_str(text);
            self.pool.bounds.push(self.pool.blob.len() as u32);
            self.slots[slot] = self.pool.len() as u32;
        }
        StringId(self.slots[slot] - 1)
    }

    /// Gives the id of `text` if it was added before.
    #[must_use]
    pub(super) fn find(&self, text: &str) -> Option<StringId> {
        match self.slots[self.slot_of(text)] {
            0 => None,
            id => Some(StringId(id - 1)),
        }
    }

    /// The string with this id.
    #[must_use]
    pub(crate) fn get(&self, id: StringId) -> &str {
        self.pool.get(id)
    }

    /// How many distinct strings there are, the empty one included.
    #[must_use]
    pub(crate) fn count(&self) -> usize {
        self.pool.len()
    }

    /// Drops the table and keeps the strings.
    #[must_use]
    pub(crate) fn freeze(mut self) -> StringPool {
        self.pool.blob.shrink_to_fit();
        self.pool.bounds.shrink_to_fit();
        self.pool
    }

    fn slot_of(&self, text: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash_text(text) as usize & mask;
        while self.slots[slot] != 0 && self.pool.get(StringId(self.slots[slot] - 1)) != text {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let doubled = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(doubled, 0);
        let mask = doubled - 1;
        for index in 0..self.pool.len() as u32 {
            let mut slot = hash_text(self.pool.get(StringId(index))) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = index + 1;
        }
    }
}

/// Hashes a string for a table that is never iterated, so that its value may differ between targets.
pub(super) fn hash_text(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_an_id_and_read_back() {
        let mut interner = StringInterner::default();
        let ids: Vec<_> = (0..5000).map(|n| interner.intern(&format!("name_{}", n % 2500))).collect();
        assert_eq!(ids[..2500], ids[2500..]);
        assert_eq!(interner.find("name_7"), Some(ids[7]));
        assert_eq!(interner.find("absent"), None);
        let pool = interner.freeze();
        assert_eq!(pool.len(), 2501);
        assert_eq!(pool.get(ids[1234]), "name_1234");
        assert_eq!(pool.get(StringId::EMPTY), "");
    }
}
