//! The rules of ignore files, and which of them speaks for an entry.
//!
//! Of the kinds of files, `.ignore` outranks `.gitignore`, which outranks `.git/info/exclude`; of one
//! kind, the file in the deeper folder; of one file, the later rule. Only files of the corpus count:
//! nothing above the root, nothing of the user's. The text comes from `root`, under caps that keep
//! hostile rules from taking more than linear time: what is over them is left out and reported.

use std::path::Path;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::corpus::entry::{EntryKind, Listing, join};
use crate::corpus::{CorpusRoot, SkipReason};

/// Bytes read of one ignore file.
const FILE_BYTES: usize = 1 << 20;
/// Rules applied of one ignore file.
const FILE_RULES: usize = 20_000;
/// Bytes of one rule.
const RULE_BYTES: usize = 1_024;
/// Bytes of all rules with wildcards that apply to an entry, over all its folders: each may cost a
/// step of an automaton at each byte of a path.
const WILDCARD_BYTES: usize = 64 << 10;

/// The kinds of ignore files, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ignore,
    Gitignore,
    Exclude,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Ignore, Self::Gitignore, Self::Exclude];

    /// Path of the file, relative to the folder its rules are for.
    fn path(self) -> &'static str {
        match self {
            Self::Ignore => ".ignore",
            Self::Gitignore => ".gitignore",
            Self::Exclude => ".git/info/exclude",
        }
    }

    /// Whether a folder's listing says that there may be such a file.
    fn may_be_in(self, listing: &Listing) -> bool {
        match self {
            Self::Exclude => listing.has(".git", EntryKind::Folder),
            _ => listing.has(self.path(), EntryKind::File),
        }
    }
}

/// The rules that one folder's ignore files hold.
#[derive(Debug)]
pub(super) struct FolderRules {
    /// Bytes of the folder's path with its slash: what to cut from a path before matching.
    prefix_bytes: usize,
    /// By [`Kind`].
    files: [Option<Gitignore>; 3],
    /// Bytes of its rules with wildcards.
    wildcard_bytes: usize,
}

/// The rules that apply where a walk is: one element for each folder above that has any.
#[derive(Debug, Default)]
pub(super) struct RuleStack {
    folders: Vec<FolderRules>,
}

impl RuleStack {
    /// Reads the ignore files of a folder and puts their rules on top. Gives whether there were any;
    /// calls `cut` with the path of each file that does not apply as a whole.
    pub(super) fn enter(
        &mut self,
        root: &CorpusRoot,
        folder: &str,
        listing: &Listing,
        mut cut: impl FnMut(String),
    ) -> bool {
        let mut rules = FolderRules {
            prefix_bytes: if folder.is_empty() { 0 } else { folder.len() + 1 },
            files: [None, None, None],
            wildcard_bytes: 0,
        };
        let above: usize = self.folders.iter().map(|folder| folder.wildcard_bytes).sum();
        for kind in Kind::ALL.into_iter().filter(|kind| kind.may_be_in(listing)) {
            let path = join(folder, kind.path());
            let Some(text) = read_rules(root, kind, folder, &path) else { continue };
            let allowance = WILDCARD_BYTES.saturating_sub(above + rules.wildcard_bytes);
            let parsed = text.map(|(text, text_cut)| {
                let parsed = Parsed::from_text(&text, allowance);
                Parsed { cut: parsed.cut || text_cut, ..parsed }
            });
            let parsed = parsed.unwrap_or(Parsed { rules: None, wildcard_bytes: 0, cut: true });
            if parsed.cut {
                cut(path);
            }
            rules.wildcard_bytes += parsed.wildcard_bytes;
            rules.files[kind as usize] = parsed.rules;
        }
        let any = rules.files.iter().any(Option::is_some);
        if any {
            self.folders.push(rules);
        }
        any
    }

    /// Takes the rules of the last folder off that had any.
    pub(super) fn leave(&mut self) {
        self.folders.pop();
    }

    /// Whether the rules say to skip an entry. That none of the folders above it is ignored is known.
    pub(super) fn ignores(&self, path: &str, is_folder: bool) -> bool {
        for kind in Kind::ALL {
            for folder in self.folders.iter().rev() {
                let Some(rules) = &folder.files[kind as usize] else { continue };
                match rules.matched(Path::new(&path[folder.prefix_bytes..]), is_folder) {
                    Match::None => {}
                    Match::Ignore(_) => return true,
                    Match::Whitelist(_) => return false,
                }
            }
        }
        false
    }
}

/// Reads an ignore file: `None` if there is none, an error if it cannot be read, else its text and
/// whether it was cut.
fn read_rules(
    root: &CorpusRoot,
    kind: Kind,
    folder: &str,
    path: &str,
) -> Option<Result<(Vec<u8>, bool), SkipReason>> {
    if kind == Kind::Exclude {
        // The listing shows `.git` only; a link on the way is no more followed here than elsewhere.
        let is = |path: &str, kind| root.look(path).is_ok_and(|(found, _)| found == kind);
        if !is(&join(folder, ".git/info"), EntryKind::Folder) || !is(path, EntryKind::File) {
            return None;
        }
    }
    Some(root.read_start(path, FILE_BYTES).map(|start| {
        let mut bytes = start.bytes;
        if start.cut {
            // A rule that was cut in its middle would be another rule.
            let whole_lines = memchr::memrchr(b'\n', &bytes).map_or(0, |at| at + 1);
            bytes.truncate(whole_lines);
        }
        (bytes, start.cut)
    }))
}

/// One ignore file's text as rules.
struct Parsed {
    /// `None` if no rule is left.
    rules: Option<Gitignore>,
    wildcard_bytes: usize,
    /// Whether a rule was left out.
    cut: bool,
}

impl Parsed {
    fn from_text(text: &[u8], wildcard_allowance: usize) -> Self {
        // Rules are matched against paths relative to their folder, so the builder's root is empty.
        let mut builder = GitignoreBuilder::new("");
        let mut parsed = Self { rules: None, wildcard_bytes: 0, cut: false };
        let mut count = 0;
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        for line in text.split(|byte| *byte == b'\n') {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() || line.starts_with(b"#") {
                continue;
            }
            let wildcard_bytes = if has_wildcard(line) { line.len() } else { 0 };
            if count == FILE_RULES || parsed.wildcard_bytes + wildcard_bytes > wildcard_allowance {
                parsed.cut = true;
                break;
            }
            let added = line.len() <= RULE_BYTES
                && std::str::from_utf8(line).is_ok_and(|rule| builder.add_line(None, rule).is_ok());
            if added {
                count += 1;
                parsed.wildcard_bytes += wildcard_bytes;
            } else {
                parsed.cut = true;
            }
        }
        match builder.build() {
            Ok(rules) if rules.is_empty() => {}
            Ok(rules) => parsed.rules = Some(rules),
            Err(_) => parsed.cut = true,
        }
        parsed
    }
}

fn has_wildcard(rule: &[u8]) -> bool {
    rule.iter().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'{' | b'\\'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ignores(rules: &str, path: &str, is_folder: bool) -> bool {
        let parsed = Parsed::from_text(rules.as_bytes(), WILDCARD_BYTES);
        assert!(!parsed.cut, "{rules}");
        let folder = FolderRules { prefix_bytes: 0, files: [parsed.rules, None, None], wildcard_bytes: 0 };
        RuleStack { folders: vec![folder] }.ignores(path, is_folder)
    }

    #[test]
    fn one_file_by_gits_manual() {
        for (rules, path, is_folder, expected) in [
            ("foo", "foo", false, true),
            ("foo", "a/b/foo", false, true),
            ("foo", "a/foobar", false, false),
            ("/foo", "a/foo", false, false),
            ("/foo", "foo", true, true),
            ("a/foo", "a/foo", false, true),
            ("a/foo", "b/a/foo", false, false),
            ("foo/", "foo", false, false),
            ("foo/", "x/foo", true, true),
            ("*.o", "a/b.o", false, true),
            ("*.o\n!keep.o", "keep.o", false, false),
            ("!keep.o\n*.o", "keep.o", false, true),
            ("a/**/z", "a/b/c/z", false, true),
            ("**/z", "z", false, true),
            ("a/**", "a", true, false),
            ("a/**", "a/b", false, true),
            ("# comment\n\n   \nfoo\r\n", "foo", false, true),
            ("\\#a", "#a", false, true),
            ("\\!a", "!a", false, true),
            ("foo  ", "foo", false, true),
            ("f[oa]o", "fao", false, true),
            ("f?o", "f/o", false, false),
            ("\u{feff}foo", "foo", false, true),
            ("FOO", "foo", false, false),
            ("!", "foo", false, false),
        ] {
            assert_eq!(ignores(rules, path, is_folder), expected, "{rules:?} on {path}");
        }
    }

    #[test]
    fn a_rule_that_does_not_parse_is_cut_alone() {
        let parsed = Parsed::from_text(b"a{b\n\xFF\nfoo", WILDCARD_BYTES);
        assert!(parsed.cut);
        assert!(parsed.rules.is_some_and(|rules| rules.matched("foo", false).is_ignore()));
    }

    #[test]
    fn rules_over_a_cap_are_left_out() {
        let many: String = (0..=FILE_RULES).map(|n| format!("r{n}\n")).collect();
        let parsed = Parsed::from_text(many.as_bytes(), WILDCARD_BYTES);
        assert!(parsed.cut);
        assert_eq!(parsed.rules.map(|rules| rules.len()), Some(FILE_RULES));

        let long = format!("{}\nfoo\n", "a".repeat(RULE_BYTES + 1));
        let parsed = Parsed::from_text(long.as_bytes(), WILDCARD_BYTES);
        assert!(parsed.cut);
        assert_eq!(parsed.rules.map(|rules| rules.len()), Some(1));

        let parsed = Parsed::from_text(b"a*\nb*\nc", 3);
        assert!(parsed.cut);
        assert_eq!((parsed.wildcard_bytes, parsed.rules.map(|rules| rules.len())), (2, Some(1)));
    }
}
