//! Runs the program, and reads what came out of it.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// A finished run of the program.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program with these arguments, an empty standard input and backtraces asked for.
pub(crate) fn host(arguments: &[&str]) -> Finished {
    host_with_input(arguments, "")
}

/// Runs the program with these arguments and this variable in its environment.
pub(crate) fn host_with_variable(arguments: &[&str], (name, value): (&str, &str)) -> Finished {
    run(Command::new(env!("CARGO_BIN_EXE_host")).args(arguments).env(name, value), "")
}

/// Runs the program with these arguments and this standard input.
pub(crate) fn host_with_input(arguments: &[&str], input: &str) -> Finished {
    run(Command::new(env!("CARGO_BIN_EXE_host")).args(arguments), input)
}

fn run(command: &mut Command, input: &str) -> Finished {
    let mut child = command
        .env("RUST_BACKTRACE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its command line does not read its input.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Finished {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

impl Finished {
    /// Asserts a failure that is told well: this exit code, and one line on standard error that holds
    /// these words.
    pub(crate) fn assert_refused(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert!(self.stderr.starts_with("error: "), "{self:?}");
        for word in words {
            assert!(self.stderr.contains(word), "`{word}` in {self:?}");
        }
    }

    /// Asserts that all went well; gives standard output.
    pub(crate) fn assert_success(&self) -> &str {
        assert_eq!(self.code, Some(0), "{self:?}");
        &self.stdout
    }
}

/// A path as an argument.
pub(crate) fn argument(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}
