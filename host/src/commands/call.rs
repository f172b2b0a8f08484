//! `call`: index once, then answer one call, or one on each line of standard input. The lane runs in a
//! process of its own, so that no file of the corpus can hang this one.

use std::io::{self, BufRead, Read as _, Write as _};

use anyhow::{Context as _, Result};

use crate::cli::CallArgs;
use crate::commands::skipped::tell_skipped;
use crate::commands::{cut, exit_code_of, tell, warn_of_native_lane};
use crate::exit_code::ExitCode;
use crate::progress::Display;
use crate::report::terminal_safe_json;
use crate::settings::{Settings, SettingsError, check_tool};
use crate::worker::Caller;

/// Stands for standard input in place of a tool.
const STDIN: &str = "-";

/// Bytes of a line of standard input, at most; what the tools accept takes a hundredth.
const LINE_BYTES: usize = 1 << 20;

/// Answers one call or many.
pub(super) fn call(args: &CallArgs) -> Result<ExitCode> {
    if args.tool != STDIN {
        check_tool(&args.tool)?;
    } else if args.arguments.is_some() {
        return Err(SettingsError::ArgumentsTwice.into());
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
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while let Some(fits) = next_line(&mut input, &mut line).context("standard input cannot be read")? {
        let (answer, outcome) =
            if fits { answer_line(caller, &line) } else { refuse("the line is longer than 1 MiB") };
        code = code.or(outcome);
        if !print(&answer)? {
            break;
        }
    }
    Ok(code)
}

/// Reads a line without its end. `None` at the end of the input; `false` if the line is too long, of which the
/// rest was passed over.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let most = LINE_BYTES as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > LINE_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Some(false));
    }
    Ok(Some(true))
}

fn answer_line(caller: &mut Caller, line: &[u8]) -> (String, ExitCode) {
    let Ok(line) = std::str::from_utf8(line) else {
        return refuse("the line is not UTF-8");
    };
    let Some((tool, arguments)) = split(line) else {
        return refuse("the line is empty; write `TOOL JSON`");
    };
    if let Err(unknown) = check_tool(tool) {
        return refuse(&unknown.to_string());
    }
    match caller.call(tool, arguments) {
        Ok(Ok(answer)) => (answer, ExitCode::Success),
        Ok(Err(refusal)) => refuse(&refusal.text),
        Err(broken) => (error_json(&broken.to_string()), exit_code_of(&broken.into())),
    }
}

fn refuse(reason: &str) -> (String, ExitCode) {
    (error_json(reason), ExitCode::Failure)
}

fn error_json(text: &str) -> String {
    serde_json::json!({ "error": cut(text) }).to_string()
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
    fn a_line_that_is_too_long_is_passed_over_and_the_next_one_read() {
        let longest = "x".repeat(LINE_BYTES);
        let text = format!("a\n\n{longest}\n{longest}y\nb");
        let (mut input, mut line) = (text.as_bytes(), Vec::new());
        let mut lines = Vec::new();
        while let Some(fits) = next_line(&mut input, &mut line).expect("bytes can be read") {
            lines.push((fits, line.len()));
        }
        assert_eq!(lines[..3], [(true, 1), (true, 0), (true, LINE_BYTES)]);
        assert!(!lines[3].0);
        assert_eq!(lines[4..], [(true, 1)]);
    }

    #[test]
    fn lines_are_a_tool_and_json() {
        assert_eq!(split("get_callers {\"id\": \"a b\"}\r"), Some(("get_callers", "{\"id\": \"a b\"}")));
        assert_eq!(split("  graph_stats\t"), Some(("graph_stats", "{}")));
        assert_eq!(split(" \t"), None);
    }
}
