//! What the user typed. Nothing is checked here beyond its form; [`crate::settings`] decides what it means.

mod quantity;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use self::quantity::{parse_duration, parse_size};

/// Measures how long each MCP code tool takes to answer, inside a WebAssembly sandbox and, if asked,
/// outside of it.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Index a folder and measure each tool's latency.
    ///
    /// Only the sandboxed lane runs unless --lanes asks for more.
    ///
    /// Exit codes: 0 fine; 2 the command line is wrong; 4 the lanes answered differently; 5 a limit or
    /// deadline ended the run early (what was measured is reported); 1 anything else that failed; 130
    /// interrupted (what was measured is reported).
    Run(RunArgs),
    /// Measure the sandboxed and the native lane side by side, with the overhead of the sandbox.
    ///
    /// Asking for this command is asking for the native lane: it parses the corpus outside the sandbox, in
    /// a process that only a watchdog bounds, in time and memory. Do not use it on a corpus that you do not
    /// trust. Exit codes are those of `run`.
    Compare(CompareArgs),
    /// Index a folder and call one tool, or many.
    ///
    /// Prints the answer. A refused call prints the reason on stderr and exits 1.
    Call(CallArgs),
    /// List the tools with their arguments.
    Tools(ToolsArgs),
    /// Render an earlier result in any format.
    Report(ReportArgs),
    /// Measure what each guard of the sandbox costs: deadlines, caps, and fuel, which no run has on.
    ///
    /// Lanes with all guards and with one more or one less take turns in one process, and each tool's medians are
    /// set side by side. Nothing but the lanes' guards differs: what the guest can reach is the same in each.
    Guards(GuardsArgs),
    /// Measure or answer on behalf of the process that started this one. Not for people.
    #[command(hide = true)]
    Worker,
    /// Say what the sandbox grants, and what it meets in a folder; or attack it.
    ///
    /// Without --self-test: indexes the folder in the sandbox and reports what the guest could reach, what
    /// was skipped and why, links out, files with more than one name, names that steer a terminal, and how
    /// near the limits were. Exit codes: 0 held; 5 a limit, deadline or trap ended it.
    ///
    /// With --self-test: builds attacks in temporary folders, lets them loose on the sandbox, each in a
    /// process of its own, and removes them. Exit codes: 0 all held; 1 one did not.
    Audit(AuditArgs),
    /// Open the corpus of one attack and say what was seen; the self-test starts it.
    #[command(hide = true)]
    AttackWorker(AttackWorkerArgs),
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Lanes to measure, from `wasm` and `native`.
    ///
    /// The native lane runs only when it is named here: it parses the corpus outside the sandbox, in a
    /// process that only a watchdog bounds, in time and memory.
    #[arg(
        long,
        value_name = "LANES",
        value_delimiter = ',',
        default_value = "wasm",
        help_heading = "Measuring"
    )]
    pub(crate) lanes: Vec<String>,
    /// The rest.
    #[command(flatten)]
    pub(crate) common: CompareArgs,
}

/// Arguments of `compare`, and those of `run` but for its lanes.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// What to index.
    #[command(flatten)]
    pub(crate) corpus: CorpusArgs,
    /// What to measure.
    #[command(flatten)]
    pub(crate) measuring: MeasuringArgs,
    /// Where results go.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// What the sandbox may use.
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
    /// What is said meanwhile.
    #[command(flatten)]
    pub(crate) verbosity: VerbosityArgs,
}

/// Arguments of `guards`.
#[derive(Debug, Args)]
pub(crate) struct GuardsArgs {
    /// What to index.
    #[command(flatten)]
    pub(crate) corpus: CorpusArgs,
    /// What to measure.
    #[command(flatten)]
    pub(crate) measuring: MeasuringArgs,
    /// What the sandbox may use.
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
    /// What is said meanwhile.
    #[command(flatten)]
    pub(crate) verbosity: VerbosityArgs,
}

/// What to index.
#[derive(Debug, Args)]
#[command(next_help_heading = "Corpus")]
pub(crate) struct CorpusArgs {
    /// Folder to index. It is mounted read-only; links are never followed.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) repo: PathBuf,
    /// Index only files that match this glob; may be given several times.
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Skip files and folders that match this glob; may be given several times.
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    /// Read no .gitignore, .ignore or .git/info/exclude.
    #[arg(long)]
    pub(crate) no_ignore: bool,
    /// Files looked at, at most; those after them are skipped [default: 500000]
    #[arg(long, value_name = "N")]
    pub(crate) max_files: Option<u64>,
    /// Size of one file; larger ones are skipped [default: 1MiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) max_file_bytes: Option<u64>,
    /// Size of all files together; those that would pass it are skipped [default: 2GiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) max_total_bytes: Option<u64>,
    /// Folders between the root and an entry; deeper ones are skipped [default: 64]
    #[arg(long, value_name = "N")]
    pub(crate) max_depth: Option<u64>,
    /// Brackets open inside each other; a source with more is skipped, unparsed [default: 1000]
    #[arg(long, value_name = "N")]
    pub(crate) max_nesting: Option<u64>,
    /// Size of one answer; a longer one is refused [default: 4MiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) max_answer_bytes: Option<u64>,
}

/// What to measure.
#[derive(Debug, Args)]
#[command(next_help_heading = "Measuring")]
pub(crate) struct MeasuringArgs {
    /// Measured calls of each tool; smart_context gets a fifth.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) iter: u32,
    /// Calls before them that are not measured [default: a tenth of --iter, at least 5; smart_context 3]
    #[arg(long, value_name = "N")]
    pub(crate) warmup: Option<u32>,
    /// Tools to measure, separated by commas [default: all]
    #[arg(long, value_name = "TOOLS", value_delimiter = ',')]
    pub(crate) tools: Vec<String>,
    /// Symbols that tools are asked about: `median`, `hub` or `deciles` of those with callers, or `@FILE`
    /// with an id on each line, or with an earlier result in JSON.
    #[arg(long, value_name = "TARGETS", default_value = "median")]
    pub(crate) targets: String,
    /// File with a search query on each line [default: ten drawn from the corpus]
    #[arg(long, value_name = "FILE")]
    pub(crate) queries: Option<PathBuf>,
    /// Seed of the order in which lanes take turns.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Way into the guest: the tool call alone, or a JSON-RPC message through the whole MCP server.
    #[arg(long, value_name = "PATH", value_enum, default_value_t = PathArg::Call)]
    pub(crate) path: PathArg,
    /// Time reading and parsing alone too, in an instance of its own, to compare the index's time with.
    #[arg(long)]
    pub(crate) parse_alone: bool,
}

/// Way into the guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PathArg {
    /// The tool call alone.
    Call,
    /// A `tools/call` request through the whole MCP server.
    JsonRpc,
}

/// Where results go.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Format of what goes to standard output, or to --out.
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    pub(crate) format: Format,
    /// Write to this file instead of standard output (`-`).
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write CSV to this file as well.
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write JSON to this file as well, with every sample.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write result.md, result.csv and result.json into this folder as well.
    #[arg(long, value_name = "DIR")]
    pub(crate) out_dir: Option<PathBuf>,
}

/// Format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tables for people.
    Markdown,
    /// One line for each tool and lane.
    Csv,
    /// Everything, with every sample.
    Json,
}

/// What the sandbox is and may use.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sandbox")]
pub(crate) struct SandboxArgs {
    /// Component to measure instead of the embedded one.
    #[arg(long, value_name = "FILE")]
    pub(crate) component: Option<PathBuf>,
    /// Compile the component anew, and keep no compiled code.
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Linear memory [default: 2GiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) max_memory: Option<u64>,
    /// Time of one call, such as 10s or 500ms [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) call_deadline: Option<u64>,
    /// Time of the whole indexing [default: 10min]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) index_deadline: Option<u64>,
    /// Stack of the guest [default: 1MiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) max_wasm_stack: Option<u64>,
    /// Bytes that one host call may copy for the guest [default: 64MiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) max_hostcall_bytes: Option<u64>,
    /// Entries in the host's table of open files and streams [default: 4096]
    #[arg(long, value_name = "N")]
    pub(crate) max_table_entries: Option<u64>,
    /// Memory of the process that runs all lanes, the compiler included; holds for the native lane too
    /// [default: --max-memory for each lane, and 2GiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) max_process_memory: Option<u64>,
}

/// What is said on standard error meanwhile.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct VerbosityArgs {
    /// Show no progress.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// List every skipped entry of the corpus on standard error, with the reason.
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

/// Arguments of `call`.
#[derive(Debug, Args)]
pub(crate) struct CallArgs {
    /// Name of the tool, or `-` to read `TOOL JSON` from each line of standard input.
    ///
    /// With `-`, each line gets one line of output: the answer, or `{"error": "..."}`. The folder is
    /// indexed once.
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,
    /// Its arguments, a JSON object [default: {}]
    #[arg(value_name = "JSON")]
    pub(crate) arguments: Option<String>,
    /// Lane that answers: `wasm`, or `native` (parses the corpus outside the sandbox).
    #[arg(long, value_name = "LANE", default_value = "wasm")]
    pub(crate) lane: String,
    /// What to index.
    #[command(flatten)]
    pub(crate) corpus: CorpusArgs,
    /// What the sandbox may use.
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
    /// What is said meanwhile.
    #[command(flatten)]
    pub(crate) verbosity: VerbosityArgs,
}

/// Arguments of `tools`.
#[derive(Debug, Args)]
pub(crate) struct ToolsArgs {
    /// A table, or the JSON that MCP clients get, with the schema of each tool's arguments.
    #[arg(long, value_enum, default_value_t = ToolsFormat::Text)]
    pub(crate) format: ToolsFormat,
}

/// Format of the list of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ToolsFormat {
    /// A table for people.
    Text,
    /// Names, descriptions and schemas.
    Json,
}

/// Arguments of `audit`.
#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    /// Attack the sandbox instead of auditing a folder.
    #[arg(long, conflicts_with_all = ["repo", "include", "exclude", "no_ignore"])]
    pub(crate) self_test: bool,
    /// With --self-test: smaller attacks, seconds instead of minutes.
    #[arg(long, requires = "self_test")]
    pub(crate) quick: bool,
    /// Format of what goes to standard output, or to --out.
    #[arg(long, value_enum, default_value_t = AuditFormat::Markdown, help_heading = "Output")]
    pub(crate) format: AuditFormat,
    /// Write to this file instead of standard output (`-`).
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Write JSON to this file as well.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) json: Option<PathBuf>,
    /// What to index.
    #[command(flatten)]
    pub(crate) corpus: CorpusArgs,
    /// What the sandbox may use.
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
    /// What is said meanwhile.
    #[command(flatten)]
    pub(crate) verbosity: VerbosityArgs,
}

/// Format of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AuditFormat {
    /// Lists and tables for people.
    Markdown,
    /// Everything.
    Json,
}

/// Arguments of `attack-worker`.
#[derive(Debug, Args)]
pub(crate) struct AttackWorkerArgs {
    /// Name of the attack.
    pub(crate) attack: String,
    /// `quick` or `full`.
    pub(crate) scale: String,
    /// The folder that it was built in.
    pub(crate) corpus: PathBuf,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// A result in JSON, as --json or --out-dir wrote it.
    #[arg(value_name = "RESULT.json")]
    pub(crate) result: PathBuf,
    /// Where it goes.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::settings::SandboxLimits;

    fn run_args(words: &[&str]) -> RunArgs {
        let Cli { command: Command::Run(args) } =
            Cli::try_parse_from(["host", "run"].iter().chain(words)).expect("valid words")
        else {
            panic!("not `run`")
        };
        args
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn defaults_are_those_of_the_help() {
        let args = run_args(&[]);
        assert_eq!(args.lanes, ["wasm"]);
        let measuring = &args.common.measuring;
        assert_eq!((measuring.iter, measuring.warmup, measuring.seed), (200, None, 1));
        assert_eq!((measuring.targets.as_str(), measuring.path), ("median", PathArg::Call));
        assert_eq!(args.common.output.format, Format::Markdown);
        assert_eq!(args.common.corpus.repo.to_str(), Some("."));
    }

    #[test]
    fn documented_limits_are_the_limits_in_force() {
        let help = Cli::command()
            .find_subcommand_mut("run")
            .map(|run| run.render_long_help().to_string())
            .expect("`run` exists");
        let documented = |option: &str| {
            let text = help.split_once(&format!("--{option} ")).expect("option exists").1;
            let text = text.split_once("[default: ").expect("has a default").1;
            text.split_once(']').expect("closed").0.to_owned()
        };
        let sandbox = SandboxLimits::default();
        let corpus = guest::limits::Limits::default();
        for (option, bytes) in [
            ("max-memory", sandbox.memory_bytes),
            ("max-wasm-stack", sandbox.wasm_stack_bytes),
            ("max-hostcall-bytes", sandbox.hostcall_bytes),
            ("max-table-entries", sandbox.table_entries),
            ("max-files", corpus.files),
            ("max-file-bytes", corpus.file_bytes),
            ("max-total-bytes", corpus.total_bytes),
            ("max-depth", corpus.depth),
            ("max-nesting", corpus.nesting),
            ("max-answer-bytes", corpus.answer_bytes),
        ] {
            assert_eq!(parse_size(&documented(option)), Ok(bytes), "{option}");
        }
        for (option, ms) in
            [("call-deadline", sandbox.call_deadline_ms), ("index-deadline", sandbox.index_deadline_ms)]
        {
            assert_eq!(parse_duration(&documented(option)), Ok(ms), "{option}");
        }
    }

    #[test]
    fn the_help_says_that_the_native_lane_is_outside_the_sandbox() {
        for name in ["run", "compare", "call"] {
            let help = Cli::command()
                .find_subcommand_mut(name)
                .map(|command| command.render_long_help().to_string())
                .expect("exists");
            let words: Vec<&str> = help.split_whitespace().collect();
            assert!(words.join(" ").contains("outside the sandbox"), "{name}");
        }
    }
}
