//! One file per subcommand.

mod fixtures;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::cli::{Cli, Command};

/// Runs what was typed. The exit code is that of a failed check or of success; errors are the caller's.
pub(crate) fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        Command::Fixtures(args) => fixtures::run(&args),
    }
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_string_pretty(value).context("the result has no JSON form")?;
    text.push('\n');
    std::fs::write(path, text).with_context(|| format!("{}: cannot be written", path.display()))
}
