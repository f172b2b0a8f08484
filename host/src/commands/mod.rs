//! One file for each subcommand: each a short story in the words of the modules it uses.

mod attack_worker;
mod audit;
mod call;
mod guards;
mod interrupt;
mod report;
mod run;
mod skipped;
mod tools;

use std::io::{self, Write as _};

use crate::cli::Command;
use crate::exit_code::ExitCode;
use crate::lane::{LaneError, LaneKind};
use crate::report::terminal_safe;
use crate::settings::{Settings, SettingsError};
use crate::warning::NATIVE_LANE;
use crate::worker;

/// Carries a command out. What goes wrong is told on standard error, in one line.
pub(crate) fn dispatch(command: Command) -> ExitCode {
    let result = match command {
        Command::Run(args) => run::run(&args.lanes, &args.common),
        Command::Compare(args) => run::run(&["wasm".to_owned(), "native".to_owned()], &args),
        Command::Call(args) => call::call(&args),
        Command::Tools(args) => tools::tools(&args),
        Command::Report(args) => report::report(&args),
        Command::Guards(args) => guards::guards(&args),
        Command::Worker => worker::run(),
        Command::Audit(args) => audit::audit(&args),
        Command::AttackWorker(args) => attack_worker::attack_worker(&args),
    };
    result.unwrap_or_else(|error| {
        tell_error(&error);
        exit_code_of(&error)
    })
}

/// Writes an error with its causes, and never a backtrace.
fn tell_error(error: &anyhow::Error) {
    tell(&format!("error: {error:#}"));
}

/// Characters of a line that are shown: one that quotes what the user gave may be as long as that. A path takes
/// half of it.
const SHOWN_CHARACTERS: usize = 8_192;

/// Writes one line to standard error. If nobody listens there, there is nobody to tell.
fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{}", terminal_safe(cut(line)));
}

fn cut(line: &str) -> &str {
    line.char_indices().nth(SHOWN_CHARACTERS).map_or(line, |(end, _)| &line[..end])
}

/// Says in one line what a native lane gives up, if there is one.
fn warn_of_native_lane(settings: &Settings, quiet: bool) {
    if !quiet && settings.lanes.iter().any(|lane| lane.kind == LaneKind::Native) {
        tell(&format!("warning: {NATIVE_LANE}"));
    }
}

fn exit_code_of(error: &anyhow::Error) -> ExitCode {
    if error.is::<SettingsError>() {
        return ExitCode::Usage;
    }
    match error.downcast_ref() {
        Some(error) if error.is_limit() => ExitCode::Limit,
        Some(LaneError::Config(_)) => ExitCode::Usage,
        _ => ExitCode::Failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::Counted;

    #[test]
    fn no_line_is_longer_than_a_reader_wants() {
        assert_eq!(cut("short"), "short");
        assert_eq!(cut(&"\u{e4}".repeat(SHOWN_CHARACTERS + 1)), "\u{e4}".repeat(SHOWN_CHARACTERS));
    }

    #[test]
    fn errors_have_their_exit_codes() {
        let memory = LaneError::Memory { limit_bytes: 1 };
        assert_eq!(exit_code_of(&SettingsError::NoIterations.into()), ExitCode::Usage);
        assert_eq!(exit_code_of(&memory.into()), ExitCode::Limit);
        let stack = LaneError::Limit { counted: Counted::Stack, limit: 1 };
        assert_eq!(exit_code_of(&stack.into()), ExitCode::Limit);
        assert_eq!(exit_code_of(&LaneError::Killed("x".to_owned()).into()), ExitCode::Limit);
        assert_eq!(exit_code_of(&LaneError::Config("x".to_owned()).into()), ExitCode::Usage);
        assert_eq!(exit_code_of(&LaneError::BadComponent("x".to_owned()).into()), ExitCode::Failure);
        assert_eq!(exit_code_of(&anyhow::anyhow!("anything else")), ExitCode::Failure);
        let with_context = anyhow::Error::from(SettingsError::NoIterations).context("while starting");
        assert_eq!(exit_code_of(&with_context), ExitCode::Usage, "causes count");
    }
}
