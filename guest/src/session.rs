//! One guest from opening to answering: what both lanes drive.
//!
//! The component's exports and the host's native lane call the same methods, so that neither can do
//! less work than the other. State that is out of order is a typed error, never a panic.

use crate::bench::{ArmedCall, BenchError, Call, Fired, Outcome, Plan, PlanConfig, make_plan};
use crate::corpus::{CorpusRoot, SkipReason, WalkError, WalkOptions};
use crate::index::{Index, IndexBuilder, Phase, Progress};
use crate::limits::Limits;
use crate::mcp::McpServer;
use crate::tools::{self, Reply, ToolError};

/// A guest with at most one corpus.
#[derive(Debug, Default)]
pub struct Session {
    state: State,
    server: McpServer,
    armed: Option<ArmedCall>,
    fired: Fired,
}

/// How far the corpus is.
#[derive(Debug, Default)]
enum State {
    /// No corpus was asked for.
    #[default]
    Closed,
    /// Steps are being taken.
    Opening(Box<IndexBuilder>),
    /// The index is complete.
    Ready(Box<Index>),
}

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
    /// Parses each file and builds no index: the parser's own time, to be compared with.
    pub parse_only: bool,
}

impl OpenOptions {
    /// Reads options by name: the limits, `include` and `exclude` as often as needed, `no-ignore`,
    /// `parse-only`.
    ///
    /// # Errors
    /// [`OpenError::BadOption`], naming the option.
    pub fn parse<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Self, OpenError> {
        let mut options = Self::default();
        for (name, value) in entries {
            match name {
                "include" => options.walk.include.push(value.to_owned()),
                "exclude" => options.walk.exclude.push(value.to_owned()),
                "no-ignore" => options.walk.no_ignore = parse_switch(name, value)?,
                "parse-only" => options.parse_only = parse_switch(name, value)?,
                _ => {
                    let set = options.limits.set(name, value);
                    set.map_err(|error| OpenError::BadOption(error.to_string()))?;
                }
            }
        }
        Ok(options)
    }
}

fn parse_switch(name: &str, value: &str) -> Result<bool, OpenError> {
    value.parse().map_err(|_| {
        OpenError::BadOption(format!("`{name}` takes `true` or `false`, not {}", tools::Quoted(value)))
    })
}

impl Session {
    /// Starts opening a corpus.
    ///
    /// # Errors
    /// [`OpenError::AlreadyOpen`], [`OpenError::BadOption`] for a glob that does not parse,
    /// [`OpenError::RootUnreadable`].
    pub fn open_begin(&mut self, root: CorpusRoot, options: OpenOptions) -> Result<(), OpenError> {
        if !matches!(self.state, State::Closed) {
            return Err(OpenError::AlreadyOpen);
        }
        let builder = IndexBuilder::begin(root, options.walk, options.limits).map_err(refuse)?;
        let builder = if options.parse_only { builder.parse_only() } else { builder };
        self.state = State::Opening(Box::new(builder));
        Ok(())
    }

    /// Does the next piece of the opening; once it is ready, says so again.
    ///
    /// # Errors
    /// [`OpenError::NotOpen`] before [`Session::open_begin`].
    pub fn open_step(&mut self) -> Result<Progress, OpenError> {
        let progress = match &mut self.state {
            State::Closed => return Err(OpenError::NotOpen),
            State::Opening(builder) => builder.step(),
            State::Ready(_) => return Ok(Progress { phase: Phase::Ready, done: 1, total: 1 }),
        };
        if progress.phase == Phase::Ready
            && let State::Opening(builder) = std::mem::take(&mut self.state)
        {
            self.state = builder.finish().map_or(State::Closed, |index| State::Ready(Box::new(index)));
        }
        Ok(progress)
    }

    /// The complete index.
    #[must_use]
    pub fn index(&self) -> Option<&Index> {
        match &self.state {
            State::Ready(index) => Some(index),
            State::Closed | State::Opening(_) => None,
        }
    }

    /// Named counts of what was indexed; see `index-facts` of the contract.
    ///
    /// # Errors
    /// [`OpenError::NotOpen`] before the index is ready.
    pub fn index_facts(&self) -> Result<Vec<(String, String)>, OpenError> {
        self.index().map(list_facts).ok_or(OpenError::NotOpen)
    }

    /// At most `limit` skipped entries as (path, reason), in path order.
    ///
    /// # Errors
    /// [`OpenError::NotOpen`] before the index is ready.
    pub fn list_skipped(&self, limit: usize) -> Result<Vec<(String, &'static str)>, OpenError> {
        let index = self.index().ok_or(OpenError::NotOpen)?;
        let listed = index.skipped.iter().take(limit);
        Ok(listed.map(|skipped| (skipped.path.clone(), skipped.reason.name())).collect())
    }

    /// Handles one JSON-RPC message; gives none or more back.
    pub fn handle_message(&mut self, json: &str) -> Vec<String> {
        // Field by field, since the server changes while the index is read.
        let index = match &self.state {
            State::Ready(index) => Some(&**index),
            State::Closed | State::Opening(_) => None,
        };
        let (mut reply, mut response) = (Reply::default(), Vec::new());
        self.server.handle(index, json, &mut reply, &mut response);
        let text = String::from_utf8(response).unwrap_or_default();
        if text.is_empty() { Vec::new() } else { vec![text] }
    }

    /// Calls a tool strictly.
    ///
    /// # Errors
    /// Whatever is not an answer; see [`ToolError`].
    pub fn call_tool(&self, name: &str, arguments_json: &str) -> Result<String, ToolError> {
        let index = self.index().ok_or(ToolError::NotOpen)?;
        let mut reply = Reply::default();
        tools::call(index, name, arguments_json, &mut reply)?;
        Ok(reply.into_text())
    }

    /// Makes the plan of a run.
    ///
    /// # Errors
    /// [`BenchError::NotOpen`], [`BenchError::BadConfig`].
    pub fn plan(&self, config: &PlanConfig) -> Result<Plan, BenchError> {
        make_plan(self.index().ok_or(BenchError::NotOpen)?, config)
    }

    /// Builds and keeps the request of one call.
    ///
    /// # Errors
    /// [`BenchError::NotOpen`]; [`BenchError::BadConfig`] for arguments that no request can carry.
    pub fn arm(&mut self, call: &Call) -> Result<(), BenchError> {
        self.armed = None;
        self.index().ok_or(BenchError::NotOpen)?;
        self.armed = Some(ArmedCall::new(call)?);
        Ok(())
    }

    /// Answers the armed call; the same work each time.
    ///
    /// # Errors
    /// [`BenchError::NothingArmed`].
    pub fn fire(&mut self) -> Result<Outcome, BenchError> {
        match (&self.state, &mut self.armed) {
            (State::Ready(index), Some(armed)) => Ok(armed.fire(index, &mut self.fired)),
            _ => Err(BenchError::NothingArmed),
        }
    }

    /// Does nothing and returns like [`Session::fire`]. Never inlined, so that natively it costs a call.
    ///
    /// # Errors
    /// None; the type is that of [`Session::fire`].
    #[inline(never)]
    pub fn idle(&mut self) -> Result<Outcome, BenchError> {
        Ok(Outcome::default())
    }

    /// Digest of the last [`Session::fire`]: `XXH3-64` over a status byte and the text.
    #[must_use]
    pub fn last_digest(&self) -> u64 {
        self.fired.digest()
    }

    /// Text of the last [`Session::fire`]; empty before the first.
    #[must_use]
    pub fn last_answer(&self) -> &str {
        self.fired.text()
    }
}

fn refuse(error: WalkError) -> OpenError {
    match error {
        WalkError::BadGlob { .. } => OpenError::BadOption(error.to_string()),
        WalkError::Root(_) => OpenError::RootUnreadable(error.to_string()),
    }
}

/// Counts of an index under the names of the contract.
fn list_facts(index: &Index) -> Vec<(String, String)> {
    let graph = &index.graph;
    let mut facts = vec![
        ("files".to_owned(), graph.file_ids().len().to_string()),
        ("nodes".to_owned(), graph.node_count().to_string()),
        ("edges".to_owned(), graph.edge_count().to_string()),
        ("source-bytes".to_owned(), index.source_bytes.to_string()),
        ("unresolved-references".to_owned(), graph.unresolved_references().to_string()),
        ("syntax-errors".to_owned(), index.syntax_errors.to_string()),
        ("corpus-digest".to_owned(), index.corpus_digest.clone()),
    ];
    for language in &index.outline.stats.languages {
        facts.push((format!("language.{}", language.language), language.files.to_string()));
    }
    for (reason, count) in SkipReason::ALL.into_iter().zip(index.skipped_by_reason) {
        if count > 0 {
            facts.push((format!("skipped.{}", reason.name()), count.to_string()));
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_by_name() {
        let entries =
            [("files", "7"), ("include", "*.rs"), ("exclude", "a"), ("exclude", "b"), ("no-ignore", "true")];
        let options = OpenOptions::parse(entries.into_iter()).unwrap();
        assert_eq!(options.limits.files, 7);
        assert_eq!(options.walk.include, ["*.rs"]);
        assert_eq!(options.walk.exclude, ["a", "b"]);
        assert!(options.walk.no_ignore);
        assert_eq!(OpenOptions::parse([].into_iter()).unwrap(), OpenOptions::default());
    }

    #[test]
    fn a_wrong_option_is_named() {
        let refusal = |name, value| OpenOptions::parse([(name, value)].into_iter()).unwrap_err().to_string();
        assert!(refusal("no-ignore", "yes").contains("`no-ignore` takes `true` or `false`, not `yes`"));
        assert!(refusal("speed", "1").contains("`speed`"));
        assert!(refusal("depth", "0").contains("`depth`"));
    }

    #[test]
    fn out_of_order_is_an_error_and_no_panic() {
        let mut session = Session::default();
        assert_eq!(session.open_step(), Err(OpenError::NotOpen));
        assert_eq!(session.index_facts(), Err(OpenError::NotOpen));
        assert_eq!(session.list_skipped(1), Err(OpenError::NotOpen));
        assert_eq!(session.call_tool("graph_stats", ""), Err(ToolError::NotOpen));
        assert_eq!(session.fire(), Err(BenchError::NothingArmed));
        assert_eq!(session.idle(), Ok(Outcome::default()));
        assert_eq!(session.last_answer(), "");
    }
}
