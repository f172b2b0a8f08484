//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Scores the index against hand-made truth and against compilers' own indices.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Look for the files that real changes touched, from the words of their changelogs
    Context(ContextArgs),
    /// Compare the fixtures with the truth in their comments
    Fixtures(FixturesArgs),
    /// Compare the index of a corpus with the SCIP file that a compiler's indexer wrote of it
    Score(ScoreArgs),
    /// Search a corpus for symbols that are known to be meant
    Search(SearchArgs),
}

/// Options of `fixtures`.
#[derive(Debug, Args)]
pub(crate) struct FixturesArgs {
    /// Folder with one folder of sources for each language
    #[arg(long, value_name = "DIR", default_value = "guest/tests/fixtures")]
    pub(crate) folder: PathBuf,
    /// Only these languages: names of folders
    #[arg(value_name = "LANGUAGE")]
    pub(crate) languages: Vec<String>,
    /// Write scores and differences here too
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

/// Options of `score`.
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// The corpus: the folder that paths in the SCIP file are relative to
    #[arg(long, value_name = "DIR")]
    pub(crate) repo: PathBuf,
    /// The SCIP file
    #[arg(long, value_name = "FILE")]
    pub(crate) scip: PathBuf,
    /// Write scores and differences here too
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write the Markdown here instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Examples of each kind of difference
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) examples: usize,
}

/// Options of `search`.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// The set of queries
    #[arg(long, value_name = "NAME", value_parser = quality::search::QuerySet::NAMES)]
    pub(crate) corpus: String,
    /// The corpus that the set was written for
    #[arg(long, value_name = "DIR")]
    pub(crate) repo: PathBuf,
    /// Write figures and misses here too
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write the Markdown here instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
}

/// Options of `context`.
#[derive(Debug, Args)]
pub(crate) struct ContextArgs {
    /// The corpus that the tasks were written for
    #[arg(long, value_name = "DIR")]
    pub(crate) repo: PathBuf,
    /// The tasks, as in `quality/context/*.json`
    #[arg(long, value_name = "FILE")]
    pub(crate) tasks: PathBuf,
    /// Write figures and misses here too
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write the Markdown here instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
}
