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
    /// Compare the fixtures with the truth in their comments
    Fixtures(FixturesArgs),
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
