//! Why an entry of the corpus was not indexed: one enum, nothing is skipped silently.

use serde::{Deserialize, Serialize};

/// A reason to skip an entry. Counted by reason, listed on request.
///
/// A folder that is not entered counts once, whatever it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// A file in no known language, told by its name and, without an extension, by its `#!` line.
    NoLanguage,
    /// A file or folder that a rule of an ignore file matches.
    Ignored,
    /// A file or folder that an exclude glob matches.
    Excluded,
    /// A file that no include glob matches, though there are some.
    NotIncluded,
    /// A folder that is never entered because of its name: version control, installed packages,
    /// compiled caches.
    BuiltInFolder,
    /// A folder that a `CACHEDIR.TAG` with the standard signature marks as a cache.
    CacheFolder,
    /// A symbolic link; links are never followed.
    Symlink,
    /// A pipe, socket, device or other entry that is neither file, folder nor link.
    SpecialFile,
    /// An entry whose name is not UTF-8. Its path is its folder's with one U+FFFD for the name, since
    /// inside the sandbox the name is not to be had.
    NotUtf8Name,
    /// A file or folder that cannot be opened, listed or described.
    Unreadable,
    /// A file larger than the limit on bytes of one file.
    TooLarge,
    /// A file that would have passed the limit on bytes of all files.
    TotalBytes,
    /// A file after the limit on files was reached, or a folder not entered since then.
    TooManyFiles,
    /// A folder whose entries would lie deeper than the limit.
    TooDeep,
    /// A file or folder whose path is longer than any operating system reliably opens.
    PathTooLong,
    /// A file with a NUL among its first bytes; decided when it is read.
    Binary,
    /// A file whose brackets are nested deeper than its parser can afford; decided when it is read.
    NestedTooDeep,
    /// A file whose size changed between the moment it was opened and its last byte read.
    ChangedWhileRead,
    /// An ignore file of which some rules do not apply: it is unreadable or over a cap, or has rules
    /// that do not parse. The file counts once more, under its own reason, as an entry.
    IgnoreRulesCut,
}

impl SkipReason {
    /// All reasons, in the order they are declared and sorted.
    pub const ALL: [Self; 19] = [
        Self::NoLanguage,
        Self::Ignored,
        Self::Excluded,
        Self::NotIncluded,
        Self::BuiltInFolder,
        Self::CacheFolder,
        Self::Symlink,
        Self::SpecialFile,
        Self::NotUtf8Name,
        Self::Unreadable,
        Self::TooLarge,
        Self::TotalBytes,
        Self::TooManyFiles,
        Self::TooDeep,
        Self::PathTooLong,
        Self::Binary,
        Self::NestedTooDeep,
        Self::ChangedWhileRead,
        Self::IgnoreRulesCut,
    ];

    /// The word in answers and reports: snake case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoLanguage => "no_language",
            Self::Ignored => "ignored",
            Self::Excluded => "excluded",
            Self::NotIncluded => "not_included",
            Self::BuiltInFolder => "built_in_folder",
            Self::CacheFolder => "cache_folder",
            Self::Symlink => "symlink",
            Self::SpecialFile => "special_file",
            Self::NotUtf8Name => "not_utf8_name",
            Self::Unreadable => "unreadable",
            Self::TooLarge => "too_large",
            Self::TotalBytes => "total_bytes",
            Self::TooManyFiles => "too_many_files",
            Self::TooDeep => "too_deep",
            Self::PathTooLong => "path_too_long",
            Self::Binary => "binary",
            Self::NestedTooDeep => "nested_too_deep",
            Self::ChangedWhileRead => "changed_while_read",
            Self::IgnoreRulesCut => "ignore_rules_cut",
        }
    }

    /// Whether a cap was reached, which a report warns of: something that would have been indexed
    /// was not.
    #[must_use]
    pub fn is_cap(self) -> bool {
        matches!(
            self,
            Self::TooLarge
                | Self::TotalBytes
                | Self::TooManyFiles
                | Self::TooDeep
                | Self::PathTooLong
                | Self::IgnoreRulesCut
        )
    }
}

/// One skipped entry. Ordered by path, then reason.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// Path relative to the corpus, `/` between parts.
    pub path: String,
    /// Why.
    pub reason: SkipReason,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_holds_each_reason_once_under_its_serde_name() {
        assert!(SkipReason::ALL.is_sorted_by(|a, b| a < b));
        for reason in SkipReason::ALL {
            let json = serde_json::to_string(&reason).expect("a unit variant is a string");
            assert_eq!(json, format!("\"{}\"", reason.name()));
        }
    }
}
