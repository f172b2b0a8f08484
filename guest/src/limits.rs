//! Every cap the guest enforces itself, in one struct.
//!
//! The host owns the caps on memory, time and host calls. What is here can be counted without a
//! clock, and is the same in every lane.

use serde::{Deserialize, Serialize};

/// Caps on what is read and answered. A cap on the corpus skips with a reason; it never fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Regular files looked at; those after the first so many, in path order, are skipped.
    pub files: u64,
    /// Bytes of one file; a larger one is skipped.
    pub file_bytes: u64,
    /// Bytes of all indexed files together; a file that would pass it is skipped.
    pub total_bytes: u64,
    /// Folders between the root and an entry; deeper folders are skipped.
    pub depth: u64,
    /// Brackets open inside each other that a parser cannot afford; a source with more is skipped, unparsed.
    pub nesting: u64,
    /// Bytes of one answer; a longer one is refused.
    pub answer_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            files: 500_000,
            file_bytes: 1 << 20,
            total_bytes: 2 << 30,
            depth: 64,
            nesting: 1_000,
            answer_bytes: 4 << 20,
        }
    }
}

/// A limit that was named or given wrongly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// No limit has this name.
    #[error("there is no limit named `{name}`; there are {}", Limits::NAMES.join(", "))]
    Unknown {
        /// The name as given.
        name: String,
    },
    /// The value is no whole number of at least 1.
    #[error("limit `{name}` takes a whole number of at least 1, not `{value}`")]
    NotANumber {
        /// The limit.
        name: String,
        /// The value as given.
        value: String,
    },
}

impl Limits {
    /// Names of the limits as they travel between host and guest.
    pub const NAMES: [&'static str; 6] =
        ["files", "file-bytes", "total-bytes", "depth", "nesting", "answer-bytes"];

    /// Sets one limit by its name.
    ///
    /// # Errors
    /// [`LimitError::Unknown`] for another name, [`LimitError::NotANumber`] for a value below 1 or no number.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), LimitError> {
        let slot = match name {
            "files" => &mut self.files,
            "file-bytes" => &mut self.file_bytes,
            "total-bytes" => &mut self.total_bytes,
            "depth" => &mut self.depth,
            "nesting" => &mut self.nesting,
            "answer-bytes" => &mut self.answer_bytes,
            _ => return Err(LimitError::Unknown { name: name.to_owned() }),
        };
        match value.parse() {
            Ok(number) if number >= 1 => *slot = number,
            _ => return Err(LimitError::NotANumber { name: name.to_owned(), value: value.to_owned() }),
        }
        Ok(())
    }

    /// Lists each limit's name and value, in the order of [`Limits::NAMES`].
    #[must_use]
    pub fn entries(&self) -> [(&'static str, u64); 6] {
        let [files, file_bytes, total_bytes, depth, nesting, answer_bytes] = Self::NAMES;
        [
            (files, self.files),
            (file_bytes, self.file_bytes),
            (total_bytes, self.total_bytes),
            (depth, self.depth),
            (nesting, self.nesting),
            (answer_bytes, self.answer_bytes),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_sets_its_own_limit() {
        for (index, name) in Limits::NAMES.into_iter().enumerate() {
            let mut limits = Limits::default();
            limits.set(name, "7").expect("a listed name is known");
            let changed: Vec<_> = limits
                .entries()
                .into_iter()
                .zip(Limits::default().entries())
                .filter(|(a, b)| a != b)
                .collect();
            assert_eq!(changed, [((name, 7), Limits::default().entries()[index])]);
        }
    }

    #[test]
    fn nonsense_is_named() {
        let mut limits = Limits::default();
        assert!(limits.set("speed", "1").unwrap_err().to_string().contains("answer-bytes"));
        assert!(limits.set("files", "0").unwrap_err().to_string().contains("`files`"));
        assert!(limits.set("depth", "-1").is_err());
    }
}
