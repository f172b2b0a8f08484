//! `call`: index once, then answer one call, or one on each line of standard input. The lane runs in a
//! process of its own, so that no file of the corpus can hang this one.

use std::io::{self, BufRead as _, Write as _};

use anyhow::{Context as _, Result, bail};

use crate::cli::CallArgs;
use crate::commands::skipped::tell_skipped;
use crate::commands::{exit_code_of, tell, warn_of_native_lane};
use crate::exit_code::ExitCode;
use crate::progress::Display;
use crate::report::terminal_safe_json;
use crate::settings::{Settings, check_tool};
use crate::worker::Caller;

/// Stands for standard input in place of a tool.
const STDIN: &str = "-";

/// Answers one call or many.
pub(super) fn call(args: &CallArgs) -> Result<ExitCode> {
    if args.tool != STDIN {
        check_tool(&args.tool)?;
    } else if args.arguments.is_some() {
        bail!("`call -` takes no JSON on the command line; write `TOOL JSON` lines to standard input");
    }
    let settings = Settings::for_call(args)?;
    warn_of_native_lane(&settings, args.verbosity.quiet);
    let root = settings.corpus.root.clone();
    let mut caller = Caller::open(settings, Display::new(args.verbosity.quiet))?;
    let skipped = &caller.preparation().skipped;
    tell_skipped(&root, skipped.iter().map(|(path, reason)| (path.as_str(), reason.as_str())));
    if args.tool == STDIN { answer_lines(&mut caller) } else { answer_one(&mut caller, args) }
}

fn answer_one(caller: &mut Caller, args: &CallArgs) -> Result<ExitCode> {
    let arguments = args.arguments.as_deref().unwrap_or("{}");
    match caller.call(&args.tool, arguments)? {
        Ok(answer) => print(&answer).map(|_| ExitCode::Success),
        Err(refusal) => {
            tell(&format!("error: {}", refusal.text));
            Ok(ExitCode::Failure)
        }
    }
}

/// One line of output for each line of input, so that nobody who counts them loses step.
fn answer_lines(caller: &mut Caller) -> Result<ExitCode> {
    let mut code = ExitCode::Success;
    for line in io::stdin().lock().split(b'\n') {
        let line = line.context("standard input cannot be read")?;
        let (answer, outcome) = answer_line(caller, &line);
        code = code.or(outcome);
        if !print(&answer)? {
            break;
        }
    }
    Ok(code)
}

fn answer_line(caller: &mut Caller, line: &[u8]) -> (String, ExitCode) {
    let error = |text: &str, code| (serde_json::json!({ "error": text }).to_string(), code);
    let Ok(line) = std::str::from_utf8(line) else {
        return error("the line is not UTF-8", ExitCode::Failure);
    };
    let Some((tool, arguments)) = split(line) else {
        return error("the line is empty; write `TOOL JSON`", ExitCode::Failure);
    };
    if let Err(unknown) = check_tool(tool) {
        return error(&unknown.to_string(), ExitCode::Failure);
    }
    match caller.call(tool, arguments) {
        Ok(Ok(answer)) => (answer, ExitCode::Success),
        Ok(Err(refusal)) => error(&refusal.text, ExitCode::Failure),
        Err(broken) => {
            let text = broken.to_string();
            error(&text, exit_code_of(&broken.into()))
        }
    }
}

/// Splits `TOOL JSON`; without JSON it is `{}`. `None` for an empty line.
fn split(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let (tool, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, "{}"));
    (!tool.is_empty()).then(|| (tool, arguments.trim_start()))
}

/// Prints an answer so that nothing in it steers a terminal or reorders a log; to who parses it, it is the
/// same JSON. Says whether anybody reads on.
fn print(answer: &str) -> Result<bool> {
    let mut stdout = io::stdout().lock();
    let written = writeln!(stdout, "{}", terminal_safe_json(answer));
    match written.and_then(|()| stdout.flush()) {
        // A reader that has seen enough, such as `head`, is no failure.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        result => result.map(|()| true).context("standard output cannot be written"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_a_tool_and_json() {
        assert_eq!(split("get_callers {\"id\": \"a b\"}\r"), Some(("get_callers", "{\"id\": \"a b\"}")));
        assert_eq!(split("  graph_stats\t"), Some(("graph_stats", "{}")));
        assert_eq!(split(" \t"), None);
    }
}
