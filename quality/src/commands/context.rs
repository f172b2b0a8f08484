//! `quality context`: a set of tasks over the corpus that it was written for.

use std::process::ExitCode;

use anyhow::Result;
use quality::context::{TaskSet, evaluate_context, render_markdown};

use crate::cli::ContextArgs;
use crate::commands::write_results;

pub(super) fn run(args: &ContextArgs) -> Result<ExitCode> {
    let report = evaluate_context(&args.repo, &TaskSet::read(&args.tasks)?)?;
    write_results(&render_markdown(&report), &report, args.markdown.as_deref(), args.json.as_deref())
}
