//! `run` and `compare`: measure, report, and say by the exit code how it went.

use anyhow::Result;

use crate::cli::CompareArgs;
use crate::clock::MonotonicClock;
use crate::commands::interrupt::Interrupt;
use crate::commands::measured::measure_lanes;
use crate::commands::skipped::tell_skipped;
use crate::commands::{tell, tell_error};
use crate::exit_code::ExitCode;
use crate::lane::AnyLane;
use crate::progress::Display;
use crate::report::{Ending, Report, Row, RowOutcome, write};
use crate::settings::{Outputs, Settings};

/// Runs the lanes named.
pub(super) fn run(lanes: &[String], args: &CompareArgs) -> Result<ExitCode> {
    let settings = Settings::for_run(lanes, args)?;
    let outputs = Outputs::from_args(&args.output)?;
    let interrupt = Interrupt::listen()?;
    let mut display = Display::new(args.verbosity.quiet);
    let clock = MonotonicClock::start();
    let report = measure_lanes(&settings, AnyLane::new, &clock, &interrupt, &mut display);
    display.finish();
    let report = report?;
    let skipped = &report.conditions.corpus.skipped_entries;
    tell_skipped(
        &settings.corpus.root,
        skipped.iter().map(|entry| (entry.path.as_str(), entry.reason.as_str())),
    );
    let mut code = exit_code(&report);
    if let Err(error) = write(&report, &outputs) {
        tell_error(&error.into());
        code = code.or(ExitCode::Failure);
    }
    if let Some(line) = explanation(&report) {
        tell(&format!("error: {line}"));
    }
    Ok(code)
}

/// What the report says about how the run went.
fn exit_code(report: &Report) -> ExitCode {
    let holds = [
        (report.disagreement.is_some(), ExitCode::Disagreement),
        (report.conditions.ended == Ending::Interrupted, ExitCode::Interrupted),
        (broken_row(report).is_some(), ExitCode::Limit),
        (failed_row(report).is_some(), ExitCode::Failure),
    ];
    holds.into_iter().filter(|(holds, _)| *holds).fold(ExitCode::Success, |code, (_, other)| code.or(other))
}

/// One line about what the exit code stands for; `None` if all went well.
fn explanation(report: &Report) -> Option<String> {
    if let Some(disagreement) = &report.disagreement {
        return Some(format!("the lanes disagree on {}; the report shows their answers", disagreement.tool));
    }
    if report.conditions.ended == Ending::Interrupted {
        return Some("interrupted; the report holds what was measured".to_owned());
    }
    if let Some(row) = broken_row(report) {
        let text = row.note.as_deref().unwrap_or(row.outcome.word());
        return Some(format!("{} in the {} lane: {text}", row.tool, row.lane));
    }
    failed_row(report).map(|row| {
        format!("every call of {} failed in the {} lane; see why with `host call`", row.tool, row.lane)
    })
}

fn broken_row(report: &Report) -> Option<&Row> {
    report.rows.iter().find(|row| matches!(row.outcome, RowOutcome::Failed(_)))
}

/// A row whose every call failed.
fn failed_row(report: &Report) -> Option<&Row> {
    report.rows.iter().find(|row| row.error_rate.is_some_and(|rate| rate >= 1.0))
}
