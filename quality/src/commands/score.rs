//! `quality score`: one corpus against one SCIP file.

use std::process::ExitCode;

use anyhow::Result;
use quality::Opened;
use quality::scip::{ScipIndex, render_markdown, score};

use crate::cli::ScoreArgs;
use crate::commands::write_results;

pub(super) fn run(args: &ScoreArgs) -> Result<ExitCode> {
    let scip = ScipIndex::read(&args.scip)?;
    let opened = Opened::index(&args.repo)?;
    let report = score(&opened, &scip, args.examples);
    write_results(&render_markdown(&report), &report, args.markdown.as_deref(), args.json.as_deref())
}
