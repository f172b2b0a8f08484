//! The component's exports: the contract's types to ours and back.
//!
//! Decides nothing. Compiled for WebAssembly only, where there is one thread, so the session is a
//! thread-local; start at [`Session`], which the native lane drives without this module.

use std::cell::RefCell;

use crate::bench::{self, BenchError, CallPath};
use crate::build_info;
use crate::corpus::CorpusRoot;
use crate::index::{self, Phase};
use crate::session::{OpenError, OpenOptions, Session};
use crate::tools;

use bindings::exports::mcp_latency::guest::{about, bench as bench_export, server};
use bindings::mcp_latency::guest::types::Entry;

/// The code that `wit-bindgen` makes of the contract.
mod bindings {
    #![allow(missing_docs, unreachable_pub, unused_qualifications, reason = "generated from documented WIT")]
    #![allow(unsafe_code, clippy::all, reason = "the canonical ABI passes pointers; this is generated code")]

    use super::Component;

    wit_bindgen::generate!({ world: "benchmark", path: "../wit" });

    export!(Component);
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// The component.
struct Component;

fn with_session<T>(work: impl FnOnce(&mut Session) -> T) -> T {
    SESSION.with_borrow_mut(work)
}

fn entries(facts: Vec<(String, String)>) -> Vec<Entry> {
    facts.into_iter().map(|(name, value)| Entry { name, value }).collect()
}

impl about::Guest for Component {
    fn describe() -> Vec<Entry> {
        entries(build_info::describe())
    }
}

impl server::Guest for Component {
    fn open_begin(options: Vec<Entry>) -> Result<(), server::IndexError> {
        let entries = options.iter().map(|entry| (entry.name.as_str(), entry.value.as_str()));
        let options = OpenOptions::parse(entries)?;
        let root =
            CorpusRoot::preopened().map_err(|error| server::IndexError::RootUnreadable(error.to_string()))?;
        Ok(with_session(|session| session.open_begin(root, options))?)
    }

    fn open_step() -> Result<server::Progress, server::IndexError> {
        Ok(with_session(Session::open_step)?.into())
    }

    fn index_facts() -> Result<Vec<Entry>, server::IndexError> {
        Ok(entries(with_session(|session| session.index_facts())?))
    }

    fn list_skipped(limit: u32) -> Result<Vec<server::Skipped>, server::IndexError> {
        let skipped = with_session(|session| session.list_skipped(limit as usize))?;
        Ok(skipped
            .into_iter()
            .map(|(path, reason)| server::Skipped { path, reason: reason.to_owned() })
            .collect())
    }

    fn handle_message(json: String) -> Vec<String> {
        with_session(|session| session.handle_message(&json))
    }

    fn call_tool(name: String, arguments_json: String) -> Result<String, server::ToolError> {
        Ok(with_session(|session| session.call_tool(&name, &arguments_json))?)
    }
}

impl bench_export::Guest for Component {
    fn plan(config_json: String) -> Result<String, bench_export::BenchError> {
        let bad_config = |error: serde_json::Error| bench_export::BenchError::BadConfig(error.to_string());
        let config = serde_json::from_str(&config_json).map_err(bad_config)?;
        let plan = with_session(|session| session.plan(&config))?;
        serde_json::to_string(&plan).map_err(bad_config)
    }

    fn arm(call: bench_export::Call) -> Result<(), bench_export::BenchError> {
        Ok(with_session(|session| session.arm(&call.into()))?)
    }

    fn fire() -> Result<bench_export::Outcome, bench_export::BenchError> {
        Ok(with_session(Session::fire)?.into())
    }

    fn idle() -> Result<bench_export::Outcome, bench_export::BenchError> {
        Ok(with_session(Session::idle)?.into())
    }

    fn last_digest() -> u64 {
        with_session(|session| session.last_digest())
    }

    fn last_answer() -> String {
        with_session(|session| session.last_answer().to_owned())
    }
}

impl From<OpenError> for server::IndexError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::NotOpen => Self::NotOpen,
            OpenError::AlreadyOpen => Self::AlreadyOpen,
            OpenError::BadOption(text) => Self::BadOption(text),
            OpenError::RootUnreadable(text) => Self::RootUnreadable(text),
        }
    }
}

impl From<index::Progress> for server::Progress {
    fn from(progress: index::Progress) -> Self {
        let phase = match progress.phase {
            Phase::Walk => server::Phase::Walk,
            Phase::Parse => server::Phase::Parse,
            Phase::Resolve => server::Phase::Resolve,
            Phase::Search => server::Phase::Search,
            Phase::Analyse => server::Phase::Analyse,
            Phase::Ready => server::Phase::Ready,
        };
        Self { phase, done: progress.done, total: progress.total }
    }
}

impl From<tools::ToolError> for server::ToolError {
    fn from(error: tools::ToolError) -> Self {
        let text = error.to_string();
        match error {
            tools::ToolError::NotOpen => Self::NotOpen,
            tools::ToolError::UnknownTool(_) => Self::UnknownTool(text),
            tools::ToolError::BadArguments(_) => Self::BadArguments(text),
            tools::ToolError::Refused(_) => Self::Refused(text),
            tools::ToolError::AnswerTooLarge { .. } => Self::AnswerTooLarge(text),
        }
    }
}

impl From<bench_export::Call> for bench::Call {
    fn from(call: bench_export::Call) -> Self {
        let path = match call.path {
            bench_export::Path::Call => CallPath::Call,
            bench_export::Path::JsonRpc => CallPath::JsonRpc,
        };
        Self { tool: call.tool, arguments_json: call.arguments_json, path }
    }
}

impl From<bench::Outcome> for bench_export::Outcome {
    fn from(outcome: bench::Outcome) -> Self {
        Self { ok: outcome.ok, bytes: outcome.bytes, items: outcome.items }
    }
}

impl From<BenchError> for bench_export::BenchError {
    fn from(error: BenchError) -> Self {
        match error {
            BenchError::NotOpen => Self::NotOpen,
            BenchError::NothingArmed => Self::NothingArmed,
            BenchError::BadConfig(text) => Self::BadConfig(text),
        }
    }
}
