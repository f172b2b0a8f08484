//! `run` and `compare`: measure, report, and say by the exit code how it went.

use anyhow::Result;

use crate::cli::CompareArgs;
use crate::commands::interrupt::Interrupt;
use crate::commands::skipped::tell_skipped;
use crate::commands::{tell, tell_error, warn_of_native_lane};
use crate::exit_code::ExitCode;
use crate::machine::Machine;
use crate::progress::Display;
use crate::report::{Ending, Report, Row, RowOutcome, write};
use crate::settings::{Outputs, Settings};
use crate::worker::measure_in_worker;

/// Measures the lanes named, in a process of their own, and reports.
pub(super) fn run(lanes: &[String], args: &CompareArgs) -> Result<ExitCode> {
    let settings = Settings::for_run(lanes, args)?;
    let outputs = Outputs::from_args(&args.output)?;
    let interrupt = Interrupt::listen()?;
    warn_of_native_lane(&settings, args.verbosity.quiet);
    let mut display = Display::new(args.verbosity.quiet);
    let findings = measure_in_worker(&settings, || interrupt.count(), &mut display);
    display.finish();
    let report = Report::build(&settings, &Machine::detect(), &findings?);
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
pub(super) fn exit_code(report: &Report) -> ExitCode {
    let holds = [
        (report.disagreement.is_some(), ExitCode::Disagreement),
        (report.conditions.ended == Ending::Interrupted, ExitCode::Interrupted),
        (report.conditions.fault.is_some() || broken_row(report).is_some(), ExitCode::Limit),
        (failed_row(report).is_some(), ExitCode::Failure),
    ];
    holds.into_iter().filter(|(holds, _)| *holds).fold(ExitCode::Success, |code, (_, other)| code.or(other))
}

/// One line about what the exit code stands for; `None` if all went well.
pub(super) fn explanation(report: &Report) -> Option<String> {
    if let Some(disagreement) = &report.disagreement {
        return Some(format!("the lanes disagree on {}; the report shows their answers", disagreement.tool));
    }
    if report.conditions.ended == Ending::Interrupted {
        return Some("interrupted; the report holds what was measured".to_owned());
    }
    if let Some(fault) = &report.conditions.fault {
        let lane = fault.lane.as_ref().map(|lane| format!("the {lane} lane: ")).unwrap_or_default();
        return Some(format!("{lane}{}; the report holds what was measured", fault.message));
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
