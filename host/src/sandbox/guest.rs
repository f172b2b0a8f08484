//! One instance of a component, called function by function. Rust types in and out; the generated ones
//! stay here.
//!
//! Every call gets its deadline in ticks first, which is one load and one store; within a measured call it
//! is part of the floor. Whatever makes wasmtime give up becomes a [`LaneError`]; the instance is lost then.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use guest::bench::{BenchError, Call, CallPath, Outcome};
use guest::index::{Phase, Progress};
use guest::session::OpenError;
use guest::tools::ToolError;
use wasmtime::Store;

use crate::lane::{LaneError, Refusal, Timed};
use crate::sandbox::bindings::Benchmark;
use crate::sandbox::bindings::exports::mcp_latency::guest::{bench, server};
use crate::sandbox::bindings::mcp_latency::guest::types::Entry;
use crate::sandbox::deadline::{Ticker, ticks};
use crate::sandbox::engine::{Loaded, Sandbox};
use crate::sandbox::fault::{chain, classify};
use crate::sandbox::store::{GuestState, new_store};
use crate::settings::SandboxLimits;

/// Named values as they travel between host and guest.
type Entries = Vec<(String, String)>;

/// An instance.
pub(crate) struct Guest {
    store: Store<GuestState>,
    exports: Benchmark,
    limits: SandboxLimits,
    call_ticks: u64,
    _ticker: Arc<Ticker>,
}

impl fmt::Debug for Guest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Guest").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Guest {
    /// Makes an instance that sees one folder.
    ///
    /// # Errors
    /// [`LaneError::Corpus`] if the folder cannot be opened, [`LaneError::BadComponent`] if an export has
    /// another type than the contract's; a limit or a trap while the component starts.
    pub(crate) fn instantiate(sandbox: &Sandbox, loaded: &Loaded, corpus: &Path) -> Result<Self, LaneError> {
        let limits = sandbox.limits;
        let call_ticks = ticks(limits.call_deadline_ms);
        let mut store = new_store(&sandbox.engine, corpus, &limits, sandbox.guards)?;
        store.set_epoch_deadline(call_ticks);
        match loaded.pre.instantiate(&mut store) {
            Ok(exports) => {
                Ok(Self { store, exports, limits, call_ticks, _ticker: Arc::clone(&sandbox.ticker) })
            }
            Err(error) => Err(match classify(&error, Timed::Call, &limits, &store.data().said()) {
                LaneError::Trap(_) if !error.is::<wasmtime::Trap>() => {
                    LaneError::BadComponent(format!("the component cannot be started: {}", chain(&error)))
                }
                guard => guard,
            }),
        }
    }

    /// Facts about the guest's build.
    pub(crate) fn describe(&mut self) -> Result<Entries, LaneError> {
        self.call(Timed::Call, |exports, store| exports.mcp_latency_guest_about().call_describe(store))
            .map(pairs)
    }

    /// Starts opening the corpus. The deadline of the whole opening counts from here.
    pub(crate) fn open_begin(&mut self, options: &[(String, String)]) -> Result<(), LaneError> {
        let options: Vec<_> = options.iter().map(entry).collect();
        self.store.set_epoch_deadline(ticks(self.limits.index_deadline_ms));
        self.call(Timed::Indexing, |exports, store| {
            exports.mcp_latency_guest_server().call_open_begin(store, &options)
        })?
        .map_err(index_error)
    }

    /// Does the next piece of the opening.
    pub(crate) fn open_step(&mut self) -> Result<Progress, LaneError> {
        self.call(Timed::Indexing, |exports, store| exports.mcp_latency_guest_server().call_open_step(store))?
            .map(progress)
            .map_err(index_error)
    }

    /// Counts of what was indexed.
    pub(crate) fn index_facts(&mut self) -> Result<Entries, LaneError> {
        self.call(Timed::Call, |exports, store| exports.mcp_latency_guest_server().call_index_facts(store))?
            .map(pairs)
            .map_err(index_error)
    }

    /// At most `limit` skipped entries as (path, reason).
    pub(crate) fn list_skipped(&mut self, limit: u32) -> Result<Entries, LaneError> {
        self.call(Timed::Call, |exports, store| {
            exports.mcp_latency_guest_server().call_list_skipped(store, limit)
        })?
        .map(|skipped| skipped.into_iter().map(|entry| (entry.path, entry.reason)).collect())
        .map_err(index_error)
    }

    /// Makes a plan; configuration and plan are JSON.
    pub(crate) fn plan(&mut self, config_json: &str) -> Result<String, LaneError> {
        self.call(Timed::Planning, |exports, store| {
            exports.mcp_latency_guest_bench().call_plan(store, config_json)
        })?
        .map_err(bench_error)
    }

    /// Keeps a call for [`Guest::fire`].
    pub(crate) fn arm(&mut self, call: &Call) -> Result<(), LaneError> {
        let call = bench::Call {
            tool: call.tool.clone(),
            arguments_json: call.arguments_json.clone(),
            path: match call.path {
                CallPath::Call => bench::Path::Call,
                CallPath::JsonRpc => bench::Path::JsonRpc,
            },
        };
        self.call(Timed::Call, |exports, store| exports.mcp_latency_guest_bench().call_arm(store, &call))?
            .map_err(bench_error)
    }

    /// Answers the armed call.
    #[inline]
    pub(crate) fn fire(&mut self) -> Result<Outcome, LaneError> {
        self.call(Timed::Call, |exports, store| exports.mcp_latency_guest_bench().call_fire(store))?
            .map(outcome)
            .map_err(bench_error)
    }

    /// Does nothing, on the way that [`Guest::fire`] takes.
    #[inline]
    pub(crate) fn idle(&mut self) -> Result<Outcome, LaneError> {
        self.call(Timed::Call, |exports, store| exports.mcp_latency_guest_bench().call_idle(store))?
            .map(outcome)
            .map_err(bench_error)
    }

    /// Digest of the last answer.
    pub(crate) fn last_digest(&mut self) -> Result<u64, LaneError> {
        self.call(Timed::Call, |exports, store| exports.mcp_latency_guest_bench().call_last_digest(store))
    }

    /// Text of the last answer.
    pub(crate) fn last_answer(&mut self) -> Result<String, LaneError> {
        self.call(Timed::Call, |exports, store| exports.mcp_latency_guest_bench().call_last_answer(store))
    }

    /// Calls a tool strictly: its text, or the refusal.
    pub(crate) fn call_tool(
        &mut self,
        name: &str,
        arguments_json: &str,
    ) -> Result<Result<String, Refusal>, LaneError> {
        let answer = self.call(Timed::Call, |exports, store| {
            exports.mcp_latency_guest_server().call_call_tool(store, name, arguments_json)
        })?;
        Ok(answer.map_err(tool_error))
    }

    /// Peak linear memory so far, bytes.
    pub(crate) fn memory_peak_bytes(&self) -> u64 {
        self.store.data().memory.bytes()
    }

    /// Runs one exported function under its deadline. While indexing, the deadline set at the beginning
    /// stays.
    #[inline]
    fn call<T>(
        &mut self,
        running: Timed,
        function: impl FnOnce(&Benchmark, &mut Store<GuestState>) -> wasmtime::Result<T>,
    ) -> Result<T, LaneError> {
        match running {
            Timed::Call => self.store.set_epoch_deadline(self.call_ticks),
            Timed::Planning => self.store.set_epoch_deadline(ticks(self.limits.index_deadline_ms)),
            // Set once, when the opening begins.
            Timed::Indexing => {}
        }
        match function(&self.exports, &mut self.store) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.fault(&error, running)),
        }
    }

    #[cold]
    fn fault(&self, error: &wasmtime::Error, running: Timed) -> LaneError {
        classify(error, running, &self.limits, &self.said())
    }

    /// What the guest wrote to its standard output and error so far, bounded.
    pub(super) fn said(&self) -> String {
        self.store.data().said()
    }
}

fn pairs(entries: Vec<Entry>) -> Entries {
    entries.into_iter().map(|entry| (entry.name, entry.value)).collect()
}

fn entry((name, value): &(String, String)) -> Entry {
    Entry { name: name.clone(), value: value.clone() }
}

fn outcome(outcome: bench::Outcome) -> Outcome {
    Outcome { ok: outcome.ok, bytes: outcome.bytes, items: outcome.items }
}

fn progress(progress: server::Progress) -> Progress {
    let phase = match progress.phase {
        server::Phase::Walk => Phase::Walk,
        server::Phase::Parse => Phase::Parse,
        server::Phase::Resolve => Phase::Resolve,
        server::Phase::Search => Phase::Search,
        server::Phase::Analyse => Phase::Analyse,
        server::Phase::Ready => Phase::Ready,
    };
    Progress { phase, done: progress.done, total: progress.total }
}

/// The same variant as the native lane has it.
fn index_error(error: server::IndexError) -> LaneError {
    LaneError::from(match error {
        server::IndexError::NotOpen => OpenError::NotOpen,
        server::IndexError::AlreadyOpen => OpenError::AlreadyOpen,
        server::IndexError::BadOption(text) => OpenError::BadOption(text),
        server::IndexError::RootUnreadable(text) => OpenError::RootUnreadable(text),
    })
}

#[cold]
fn bench_error(error: bench::BenchError) -> LaneError {
    LaneError::from(match error {
        bench::BenchError::NotOpen => BenchError::NotOpen,
        bench::BenchError::NothingArmed => BenchError::NothingArmed,
        bench::BenchError::BadConfig(text) => BenchError::BadConfig(text),
    })
}

/// The words of a refusal, which both lanes have in common.
fn tool_error(error: server::ToolError) -> Refusal {
    let answer_too_large = matches!(error, server::ToolError::AnswerTooLarge(_));
    let text = match error {
        server::ToolError::NotOpen => ToolError::NotOpen.to_string(),
        server::ToolError::UnknownTool(text)
        | server::ToolError::BadArguments(text)
        | server::ToolError::Refused(text)
        | server::ToolError::AnswerTooLarge(text) => text,
    };
    Refusal { answer_too_large, text }
}
