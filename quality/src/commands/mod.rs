//! One file per subcommand.

mod context;
mod fixtures;
mod score;
mod search;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::cli::{Cli, Command};

/// Runs what was typed. The exit code is that of a failed check or of success; errors are the caller's.
pub(crate) fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        Command::Context(args) => context::run(&args),
        Command::Fixtures(args) => fixtures::run(&args),
        Command::Score(args) => score::run(&args),
        Command::Search(args) => search::run(&args),
    }
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_string_pretty(value).context("the result has no JSON form")?;
    text.push('\n');
    std::fs::write(path, text).with_context(|| format!("{}: cannot be written", path.display()))
}

/// Writes a result as Markdown, to a file or else to standard output, and as JSON if a file is given.
fn write_results(
    markdown: &str,
    report: &impl Serialize,
    markdown_file: Option<&Path>,
    json_file: Option<&Path>,
) -> Result<ExitCode> {
    match markdown_file {
        Some(path) => std::fs::write(path, markdown)
            .with_context(|| format!("{}: cannot be written", path.display()))?,
        None => std::io::stdout().write_all(markdown.as_bytes()).context("standard output")?,
    }
    if let Some(path) = json_file {
        write_json(path, report)?;
    }
    Ok(ExitCode::SUCCESS)
}
