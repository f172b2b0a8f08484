//! From what the user typed to [`Settings`]: the one place where a command line is judged.

use globset::GlobBuilder;
use guest::bench::{CallPath, TargetPolicy};
use guest::limits::Limits;
use guest::tools::tool_names;

use crate::cli::{
    AuditArgs, CallArgs, CompareArgs, CorpusArgs, GuardsArgs, MeasuringArgs, PathArg, SandboxArgs,
    VerbosityArgs,
};
use crate::lane::{Corpus, LaneKind, LaneSpec};
use crate::sandbox::Guards;
use crate::settings::inputs::{check_component, check_repo, parse_targets, read_queries};
use crate::settings::{SandboxLimits, Settings, SettingsError};

/// Measured calls of one tool, at most: all samples of a run are kept in memory.
const MAX_ITERATIONS: u64 = 1_000_000;
/// Skipped entries that an audit asks for, to take examples from.
const AUDITED_ENTRIES: u32 = 10_000;
/// Stack of the guest, at most: wasmtime runs it on a stack of its own of this size.
const MAX_WASM_STACK_BYTES: u64 = 2 << 20;

/// What a worker process may take besides the memory of its lanes: the compiler, the compiled code and the
/// samples. Compiling the embedded component takes less than half of it.
const MEMORY_BESIDES_LANES: u64 = 2 << 30;

impl Settings {
    /// Settings of `run` and `compare`.
    ///
    /// # Errors
    /// [`SettingsError`] for the first thing that cannot be carried out.
    pub(crate) fn for_run(lanes: &[String], args: &CompareArgs) -> Result<Self, SettingsError> {
        Self::without_calls(lanes, &args.corpus, &args.sandbox, args.verbosity)?.with_calls(&args.measuring)
    }

    /// Settings of `guards`: the sandboxed lane with all guards first, then the variants that show what each
    /// costs.
    ///
    /// # Errors
    /// [`SettingsError`] for the first thing that cannot be carried out.
    pub(crate) fn for_guards(variants: &[(&str, Guards)], args: &GuardsArgs) -> Result<Self, SettingsError> {
        let wasm = ["wasm".to_owned()];
        let mut settings = Self::without_calls(&wasm, &args.corpus, &args.sandbox, args.verbosity)?;
        let component = settings.lanes[0].component.clone();
        for (label, guards) in variants {
            let spec = LaneSpec::new(label, LaneKind::Wasm, component.clone());
            settings.lanes.push(LaneSpec { guards: *guards, ..spec });
        }
        if args.sandbox.max_process_memory.is_none() {
            settings.process_memory_bytes = process_memory_bytes(&settings.sandbox, settings.lanes.len());
        }
        settings.with_calls(&args.measuring)
    }

    /// Adds what is measured.
    fn with_calls(self, args: &MeasuringArgs) -> Result<Self, SettingsError> {
        let MeasuringArgs { iter, warmup, tools, targets, queries, seed, path, parse_alone } = args;
        if *iter == 0 {
            return Err(SettingsError::NoIterations);
        }
        at_most("--iter", u64::from(*iter), MAX_ITERATIONS)?;
        at_most("--warmup", u64::from(warmup.unwrap_or_default()), MAX_ITERATIONS)?;
        tools.iter().try_for_each(|name| check_tool(name))?;
        let tools = tool_names().filter(|name| tools.iter().any(|tool| tool == name));
        Ok(Self {
            iterations: *iter,
            warmup: *warmup,
            tools: tools.map(str::to_owned).collect(),
            targets: parse_targets(targets)?,
            queries: queries.as_deref().map(read_queries).transpose()?.unwrap_or_default(),
            path: match path {
                PathArg::Call => CallPath::Call,
                PathArg::JsonRpc => CallPath::JsonRpc,
            },
            seed: *seed,
            parse_alone: *parse_alone,
            ..self
        })
    }

    /// Settings of `call`: one lane, nothing measured.
    ///
    /// # Errors
    /// [`SettingsError`] for the first thing that cannot be carried out.
    pub(crate) fn for_call(args: &CallArgs) -> Result<Self, SettingsError> {
        Self::without_calls(std::slice::from_ref(&args.lane), &args.corpus, &args.sandbox, args.verbosity)
    }

    /// Settings of `audit`: the sandboxed lane, nothing measured; skipped entries are listed as examples.
    ///
    /// # Errors
    /// [`SettingsError`] for the first thing that cannot be carried out.
    pub(crate) fn for_audit(args: &AuditArgs) -> Result<Self, SettingsError> {
        let lanes = ["wasm".to_owned()];
        let settings = Self::without_calls(&lanes, &args.corpus, &args.sandbox, args.verbosity)?;
        Ok(Self { list_skipped: settings.list_skipped.max(AUDITED_ENTRIES), ..settings })
    }

    fn without_calls(
        lanes: &[String],
        corpus: &CorpusArgs,
        sandbox: &SandboxArgs,
        verbosity: VerbosityArgs,
    ) -> Result<Self, SettingsError> {
        let lanes = lane_specs(lanes, sandbox)?;
        let limits = sandbox_limits(sandbox)?;
        Ok(Self {
            process_memory_bytes: sandbox
                .max_process_memory
                .unwrap_or_else(|| process_memory_bytes(&limits, lanes.len())),
            lanes,
            sandbox: limits,
            corpus: checked_corpus(corpus)?,
            iterations: 1,
            warmup: None,
            tools: Vec::new(),
            targets: TargetPolicy::Median,
            queries: Vec::new(),
            path: CallPath::Call,
            seed: 1,
            parse_alone: false,
            cache: !sandbox.no_cache,
            list_skipped: if verbosity.verbose { u32::MAX } else { 0 },
        })
    }
}

/// What a worker with so many lanes may take unless the user says otherwise.
fn process_memory_bytes(limits: &SandboxLimits, lanes: usize) -> u64 {
    limits.memory_bytes.saturating_mul(lanes as u64).saturating_add(MEMORY_BESIDES_LANES)
}

/// Checks that a tool exists.
///
/// # Errors
/// [`SettingsError::UnknownTool`] with the tools that do.
pub(crate) fn check_tool(name: &str) -> Result<(), SettingsError> {
    if tool_names().any(|known| known == name) {
        return Ok(());
    }
    Err(SettingsError::UnknownTool { name: name.to_owned(), known: tool_names().collect() })
}

/// Wasm first, whatever the order on the command line.
fn lane_specs(names: &[String], sandbox: &SandboxArgs) -> Result<Vec<LaneSpec>, SettingsError> {
    if let Some(path) = &sandbox.component {
        check_component(path)?;
    }
    let mut specs: Vec<LaneSpec> = Vec::with_capacity(names.len());
    for name in names {
        let (kind, component) = match name.as_str() {
            "wasm" => (LaneKind::Wasm, sandbox.component.clone()),
            "native" => (LaneKind::Native, None),
            _ => return Err(SettingsError::UnknownLane(name.clone())),
        };
        if specs.iter().any(|spec| spec.label == *name) {
            return Err(SettingsError::DuplicateLane(name.clone()));
        }
        specs.push(LaneSpec::new(name, kind, component));
    }
    specs.sort_by_key(|spec| spec.kind);
    Ok(specs)
}

fn sandbox_limits(args: &SandboxArgs) -> Result<SandboxLimits, SettingsError> {
    let default = SandboxLimits::default();
    at_most("--max-wasm-stack", args.max_wasm_stack.unwrap_or_default(), MAX_WASM_STACK_BYTES)?;
    Ok(SandboxLimits {
        memory_bytes: args.max_memory.unwrap_or(default.memory_bytes),
        call_deadline_ms: args.call_deadline.unwrap_or(default.call_deadline_ms),
        index_deadline_ms: args.index_deadline.unwrap_or(default.index_deadline_ms),
        wasm_stack_bytes: args.max_wasm_stack.unwrap_or(default.wasm_stack_bytes),
        hostcall_bytes: args.max_hostcall_bytes.unwrap_or(default.hostcall_bytes),
        table_entries: at_least_one("--max-table-entries", args.max_table_entries, default.table_entries)?,
    })
}

fn checked_corpus(args: &CorpusArgs) -> Result<Corpus, SettingsError> {
    check_repo(&args.repo)?;
    check_globs("--include", &args.include)?;
    check_globs("--exclude", &args.exclude)?;
    let default = Limits::default();
    let limits = Limits {
        files: at_least_one("--max-files", args.max_files, default.files)?,
        file_bytes: args.max_file_bytes.unwrap_or(default.file_bytes),
        total_bytes: args.max_total_bytes.unwrap_or(default.total_bytes),
        depth: at_least_one("--max-depth", args.max_depth, default.depth)?,
        nesting: at_least_one("--max-nesting", args.max_nesting, default.nesting)?,
        answer_bytes: args.max_answer_bytes.unwrap_or(default.answer_bytes),
    };
    let option = |name: &str, value: String| (name.to_owned(), value);
    let changed =
        limits.entries().into_iter().zip(default.entries()).filter(|(given, default)| given != default);
    let mut options: Vec<_> = changed.map(|((name, value), _)| option(name, value.to_string())).collect();
    options.extend(args.include.iter().map(|glob| option("include", glob.clone())));
    options.extend(args.exclude.iter().map(|glob| option("exclude", glob.clone())));
    options.push(option("no-ignore", args.no_ignore.to_string()));
    Ok(Corpus { root: args.repo.clone(), options })
}

/// Parses globs as the guest will, so that a mistake is told at once.
fn check_globs(option: &'static str, globs: &[String]) -> Result<(), SettingsError> {
    for glob in globs {
        let bad = |reason| SettingsError::BadGlob { option, glob: glob.clone(), reason };
        if glob.trim_end_matches('/').is_empty() {
            return Err(bad("it is empty".to_owned()));
        }
        let parsed = GlobBuilder::new(glob).literal_separator(true).backslash_escape(true).build();
        parsed.map_err(|error| bad(error.kind().to_string()))?;
    }
    Ok(())
}

fn at_most(option: &'static str, given: u64, max: u64) -> Result<(), SettingsError> {
    if given > max { Err(SettingsError::TooMuch { option, given, max }) } else { Ok(()) }
}

fn at_least_one(option: &'static str, given: Option<u64>, default: u64) -> Result<u64, SettingsError> {
    match given {
        Some(0) => Err(SettingsError::ZeroLimit { option }),
        _ => Ok(given.unwrap_or(default)),
    }
}

#[cfg(test)]
mod tests;
