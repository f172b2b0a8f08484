//! One guest from opening to answering: what both lanes drive.
//!
//! The component's exports and the host's native lane call the same methods, so that neither can do
//! less work than the other. State that is out of order is a typed error, never a panic.

use crate::bench::{BenchError, Call, Outcome, Plan, PlanConfig};
use crate::corpus::{CorpusRoot, WalkOptions};
use crate::index::Progress;
use crate::limits::Limits;
use crate::tools::ToolError;

/// A guest with at most one corpus.
#[derive(Debug, Default)]
pub struct Session {}

/// Why the corpus could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// A step before the beginning, or a question that needs an open corpus.
    #[error("no corpus is open")]
    NotOpen,
    /// A second beginning: one corpus per session.
    #[error("a corpus is open already; a session serves one")]
    AlreadyOpen,
    /// An option's name or value is wrong.
    #[error("{0}")]
    BadOption(String),
    /// The root cannot be listed.
    #[error("{0}")]
    RootUnreadable(String),
}

/// How a corpus is opened: options as they travel between host and guest, parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenOptions {
    /// Caps.
    pub limits: Limits,
    /// What to walk.
    pub walk: WalkOptions,
}

impl OpenOptions {
    /// Parses options as they travel: a limit's name and its value, `include` and `exclude` as often as
    /// needed, `no-ignore`. What is not named keeps its default; of a limit named twice the last counts.
    ///
    /// # Errors
    /// [`OpenError::BadOption`] for a name that does not exist or a value that does not fit it.
    pub fn parse<'a>(entries: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, OpenError> {
        let mut options = Self::default();
        for (name, value) in entries {
            match name {
                "include" => options.walk.include.push(value.to_owned()),
                "exclude" => options.walk.exclude.push(value.to_owned()),
                "no-ignore" => {
                    options.walk.no_ignore = value.parse().map_err(|_| {
                        OpenError::BadOption(format!("`no-ignore` takes true or false, not `{value}`"))
                    })?;
                }
                _ => {
                    options
                        .limits
                        .set(name, value)
                        .map_err(|error| OpenError::BadOption(error.to_string()))?;
                }
            }
        }
        Ok(options)
    }
}

impl Session {
    /// Starts opening a corpus.
    ///
    /// # Errors
    /// [`OpenError::AlreadyOpen`], [`OpenError::BadOption`] for a glob that does not parse,
    /// [`OpenError::RootUnreadable`].
    pub fn open_begin(&mut self, _root: CorpusRoot, _options: OpenOptions) -> Result<(), OpenError> {
        todo!()
    }

    /// Does the next piece of the opening.
    ///
    /// # Errors
    /// [`OpenError::NotOpen`] before [`Session::open_begin`].
    pub fn open_step(&mut self) -> Result<Progress, OpenError> {
        todo!()
    }

    /// Named counts of what was indexed; see `index-facts` of the contract.
    ///
    /// # Errors
    /// [`OpenError::NotOpen`] before the index is ready.
    pub fn index_facts(&self) -> Result<Vec<(String, String)>, OpenError> {
        todo!()
    }

    /// At most `limit` skipped entries as (path, reason), in path order.
    ///
    /// # Errors
    /// [`OpenError::NotOpen`] before the index is ready.
    pub fn list_skipped(&self, _limit: usize) -> Result<Vec<(String, &'static str)>, OpenError> {
        todo!()
    }

    /// Handles one JSON-RPC message; gives none or more back.
    pub fn handle_message(&mut self, _json: &str) -> Vec<String> {
        todo!()
    }

    /// Calls a tool strictly.
    ///
    /// # Errors
    /// Whatever is not an answer; see [`ToolError`].
    pub fn call_tool(&self, _name: &str, _arguments_json: &str) -> Result<String, ToolError> {
        todo!()
    }

    /// Makes the plan of a run.
    ///
    /// # Errors
    /// [`BenchError::NotOpen`], [`BenchError::BadConfig`].
    pub fn plan(&self, _config: &PlanConfig) -> Result<Plan, BenchError> {
        todo!()
    }

    /// Builds and keeps the request of one call.
    ///
    /// # Errors
    /// [`BenchError::NotOpen`].
    pub fn arm(&mut self, _call: &Call) -> Result<(), BenchError> {
        todo!()
    }

    /// Answers the armed call; the same work each time.
    ///
    /// # Errors
    /// [`BenchError::NothingArmed`].
    pub fn fire(&mut self) -> Result<Outcome, BenchError> {
        todo!()
    }

    /// Does nothing and returns like [`Session::fire`]. Never inlined, so that natively it costs a call.
    ///
    /// # Errors
    /// None; the type is that of [`Session::fire`].
    #[inline(never)]
    pub fn idle(&mut self) -> Result<Outcome, BenchError> {
        todo!()
    }

    /// Digest of the last [`Session::fire`]: `XXH3-64` over a status byte and the text.
    #[must_use]
    pub fn last_digest(&self) -> u64 {
        todo!()
    }

    /// Text of the last [`Session::fire`]; empty before the first.
    #[must_use]
    pub fn last_answer(&self) -> &str {
        todo!()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_parsed_by_name() {
        let entries = [
            ("depth", "3"),
            ("include", "*.rs"),
            ("include", "*.go"),
            ("exclude", "x"),
            ("no-ignore", "true"),
        ];
        let options = OpenOptions::parse(entries).expect("all are known");
        assert_eq!(options.limits, Limits { depth: 3, ..Limits::default() });
        assert_eq!(options.walk.include, ["*.rs", "*.go"]);
        assert_eq!(options.walk.exclude, ["x"]);
        assert!(options.walk.no_ignore);
        assert_eq!(OpenOptions::parse([]), Ok(OpenOptions::default()));
    }

    #[test]
    fn options_that_do_not_fit_are_named() {
        for (name, value) in [("speed", "1"), ("files", "0"), ("no-ignore", "yes")] {
            let error = OpenOptions::parse([(name, value)]).expect_err("not an option");
            assert!(error.to_string().contains(&format!("`{name}`")), "{error}");
        }
    }
}
