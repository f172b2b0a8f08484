//! The user's include and exclude globs.
//!
//! A glob with a `/` before its end describes a whole path below the root, one without describes a
//! name at any depth. `*` and `?` stop at `/`, `**` does not; a `/` at the end asks for a folder. Case
//! counts. Unlike the rules of an ignore file, a glob that does not parse is an error.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::corpus::walk::WalkError;

/// A set of globs, all of one purpose.
#[derive(Debug)]
pub(super) struct Globs {
    /// For files and folders.
    any: GlobSet,
    /// For folders only.
    folders: GlobSet,
}

impl Globs {
    pub(super) fn parse(globs: &[String]) -> Result<Self, WalkError> {
        let mut any = GlobSetBuilder::new();
        let mut folders = GlobSetBuilder::new();
        for glob in globs {
            let pattern = glob.strip_suffix('/').unwrap_or(glob);
            let parsed = GlobBuilder::new(&anchored(pattern))
                .literal_separator(true)
                .backslash_escape(true)
                .build()
                .map_err(|error| bad(glob, error.kind().to_string()))?;
            if pattern.is_empty() {
                return Err(bad(glob, "it is empty".to_owned()));
            }
            let set = if pattern.len() == glob.len() { &mut any } else { &mut folders };
            set.add(parsed);
        }
        let build =
            |set: GlobSetBuilder| set.build().map_err(|error| bad(&globs.join(" "), error.to_string()));
        Ok(Self { any: build(any)?, folders: build(folders)? })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.any.is_empty() && self.folders.is_empty()
    }

    pub(super) fn matches(&self, path: &str, is_folder: bool) -> bool {
        self.any.is_match(path) || (is_folder && self.folders.is_match(path))
    }
}

/// Turns a glob into one for whole paths.
fn anchored(pattern: &str) -> String {
    match pattern.strip_prefix('/') {
        Some(from_root) => from_root.to_owned(),
        None if pattern.contains('/') => pattern.to_owned(),
        None => format!("**/{pattern}"),
    }
}

fn bad(glob: &str, what: String) -> WalkError {
    WalkError::BadGlob { glob: glob.to_owned(), what }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(glob: &str, path: &str, is_folder: bool) -> bool {
        Globs::parse(&[glob.to_owned()]).expect("the glob parses").matches(path, is_folder)
    }

    #[test]
    fn a_slash_decides_what_is_described() {
        for (glob, path, is_folder, expected) in [
            ("*.rs", "a/b/c.rs", false, true),
            ("*.rs", "a.rsx", false, false),
            ("/*.rs", "a.rs", false, true),
            ("/*.rs", "a/b.rs", false, false),
            ("a/*.rs", "a/b.rs", false, true),
            ("a/*.rs", "x/a/b.rs", false, false),
            ("a/*.rs", "a/b/c.rs", false, false),
            ("a/**", "a/b/c.rs", false, true),
            ("**/b/*.rs", "a/b/c.rs", false, true),
            ("target", "a/target", true, true),
            ("target", "target", false, true),
            ("target/", "a/target", true, true),
            ("target/", "target", false, false),
            ("*.{c,h}", "a.h", false, true),
            ("A", "a", false, false),
        ] {
            assert_eq!(matches(glob, path, is_folder), expected, "{glob} on {path}");
        }
    }

    #[test]
    fn a_bad_glob_is_named() {
        for glob in ["a[", "{a", "", "/"] {
            match Globs::parse(&["ok".to_owned(), glob.to_owned()]) {
                Err(WalkError::BadGlob { glob: named, .. }) => assert_eq!(named, glob),
                other => panic!("{glob}: {other:?}"),
            }
        }
    }
}
