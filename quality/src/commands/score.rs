//! `quality score`: one corpus against one SCIP file.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use quality::Opened;
use quality::scip::{ScipIndex, render_markdown, score};

use crate::cli::ScoreArgs;
use crate::commands::write_json;

pub(super) fn run(args: &ScoreArgs) -> Result<ExitCode> {
    let scip = ScipIndex::read(&args.scip)?;
    let opened = Opened::index(&args.repo)?;
    let report = score(&opened, &scip, args.examples);
    let markdown = render_markdown(&report);
    match &args.markdown {
        Some(path) => std::fs::write(path, markdown)
            .with_context(|| format!("{}: cannot be written", path.display()))?,
        None => std::io::stdout().write_all(markdown.as_bytes()).context("standard output")?,
    }
    if let Some(path) = &args.json {
        write_json(path, &report)?;
    }
    Ok(ExitCode::SUCCESS)
}
