//! Why a run cannot be begun as asked for: each names the thing and the way out.

use std::path::PathBuf;

/// A command line that cannot be carried out. Nothing was measured or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    /// `--iter 0`.
    #[error("--iter 0 measures nothing; give at least 1")]
    NoIterations,
    /// A number that no run can be made with.
    #[error("{option} {given} is too much; give at most {max}")]
    TooMuch {
        /// The option.
        option: &'static str,
        /// The number as given.
        given: u64,
        /// The most that works.
        max: u64,
    },
    /// A limit of 0.
    #[error("{option} 0 allows nothing; give at least 1")]
    ZeroLimit {
        /// The option.
        option: &'static str,
    },
    /// A tool that does not exist.
    #[error("there is no tool `{name}`; the tools are {}", known.join(", "))]
    UnknownTool {
        /// The name as given.
        name: String,
        /// Those that exist, in table order.
        known: Vec<&'static str>,
    },
    /// A lane that does not exist.
    #[error("there is no lane `{0}`; the lanes are wasm and native")]
    UnknownLane(String),
    /// A lane named twice.
    #[error("lane `{0}` is named twice; name each lane once")]
    DuplicateLane(String),
    /// Nothing at the corpus path.
    #[error("--repo `{0}` does not exist; give the folder to index")]
    RepoMissing(PathBuf),
    /// Something else than a folder at the corpus path.
    #[error("--repo `{0}` is not a folder; give the folder to index")]
    RepoNotAFolder(PathBuf),
    /// A corpus folder that cannot be listed.
    #[error("--repo `{path}` cannot be listed; check its permissions")]
    RepoUnreadable {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Arguments for calls that come from standard input.
    #[error("`call -` takes no JSON on the command line; write `TOOL JSON` lines to standard input")]
    ArgumentsTwice,
    /// A corpus folder of which nothing was heard.
    #[error("--repo `{path}`: the file system has not answered for {seconds} s; is it a mount that hangs?")]
    RepoSilent {
        /// The folder.
        path: PathBuf,
        /// How long it was waited for.
        seconds: u64,
    },
    /// No file at the component's path.
    #[error("--component `{0}` is not a file; give a built component, or leave the option out")]
    ComponentMissing(PathBuf),
    /// A glob that does not parse.
    #[error("{option} `{glob}` is not a glob: {reason}")]
    BadGlob {
        /// `--include` or `--exclude`.
        option: &'static str,
        /// The glob as given.
        glob: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A policy that does not exist.
    #[error("--targets `{0}` is unknown; give median, hub, deciles or @FILE")]
    UnknownTargets(String),
    /// A file named by an option that cannot be read.
    #[error("{option} `{path}` cannot be read; give a text file in UTF-8")]
    InputUnreadable {
        /// The option.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file named by an option that is a device, a pipe, a folder or far too large.
    #[error("{option} `{path}` is not a regular file of at most {max_mib} MiB")]
    InputNotAFile {
        /// The option.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// The most that is read, MiB.
        max_mib: u64,
    },
    /// A file of queries or targets without one.
    #[error("{option} `{path}` holds none; write one on each line")]
    InputEmpty {
        /// The option.
        option: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// A file of targets that looks like a result and is none.
    #[error("--targets `@{path}` is neither a list of ids nor a result with targets: {reason}")]
    TargetsNotAResult {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The folder of an output file does not exist.
    #[error("{option} `{path}`: the folder does not exist; create it first")]
    OutputFolderMissing {
        /// The option.
        option: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// An output file that is a folder.
    #[error("{option} `{path}` is a folder; give a file, or use --out-dir")]
    OutputIsAFolder {
        /// The option.
        option: &'static str,
        /// The path.
        path: PathBuf,
    },
    /// An output folder that cannot be made.
    #[error("--out-dir `{path}` cannot be used as a folder; give another")]
    OutDirUnusable {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// An output file that cannot be written.
    #[error("{option} `{path}` cannot be written; check its permissions and those of its folder")]
    OutputNotWritable {
        /// The option.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Two outputs in the same place.
    #[error("{first} and {second} both write to `{path}`; give them different files")]
    OutputsCollide {
        /// An option.
        first: &'static str,
        /// Another option.
        second: &'static str,
        /// The file.
        path: PathBuf,
    },
}
