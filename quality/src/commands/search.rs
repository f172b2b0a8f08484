//! `quality search`: a set of queries over the corpus that it was written for.

use std::process::ExitCode;

use anyhow::Result;
use quality::search::{QuerySet, evaluate_search, render_markdown};

use crate::cli::SearchArgs;
use crate::commands::write_results;

pub(super) fn run(args: &SearchArgs) -> Result<ExitCode> {
    let set = QuerySet::named(&args.corpus)?;
    let report = evaluate_search(&args.repo, &set)?;
    write_results(&render_markdown(&report), &report, args.markdown.as_deref(), args.json.as_deref())
}
