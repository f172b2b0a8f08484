//! Runs the program, and reads what came out of it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

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

/// A run of the program that goes on.
pub(crate) struct Running {
    child: Child,
    stderr: BufReader<ChildStderr>,
}

/// Starts the program with these arguments and an empty standard input.
pub(crate) fn start(arguments: &[&str]) -> Running {
    let mut child = Command::new(env!("CARGO_BIN_EXE_host"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stderr = BufReader::new(child.stderr.take().expect("piped"));
    Running { child, stderr }
}

impl Running {
    /// Waits until the program says this line on standard error.
    pub(crate) fn wait_for(&mut self, wanted: &str) {
        let mut seen = String::new();
        loop {
            let from = seen.len();
            let read = self.stderr.read_line(&mut seen).expect("UTF-8");
            assert!(read > 0, "the program ended before it said `{wanted}`: {seen}");
            if seen[from..].trim_end() == wanted {
                return;
            }
        }
    }

    /// Sends the program a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        signal(&self.child.id().to_string(), name);
    }

    /// The process that the program started.
    pub(crate) fn worker(&self) -> String {
        let id = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        children.expect("the system lists them").trim().to_owned()
    }

    /// Waits for its end.
    pub(crate) fn finish(mut self) -> Finished {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        self.child.stdout.take().expect("piped").read_to_string(&mut stdout).expect("UTF-8");
        self.stderr.read_to_string(&mut stderr).expect("UTF-8");
        let status = self.child.wait().expect("the program ends");
        Finished { code: status.code(), stdout, stderr }
    }
}

/// Sends a process a signal by its name.
pub(crate) fn signal(process: &str, name: &str) {
    let sent = Command::new("kill").args(["-s", name, process]).status().expect("a system with `kill`");
    assert!(sent.success(), "{name} to {process}");
}

impl Finished {
    /// Asserts that the run ended early and reported nevertheless: this exit code, one line on standard error
    /// that holds these words, and a report on standard output. Gives the report.
    pub(crate) fn assert_ended_early(&self, code: i32, words: &[&str]) -> &str {
        assert_eq!(self.code, Some(code), "{self:?}");
        let errors: Vec<&str> = self.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
        assert_eq!(errors.len(), 1, "{self:?}");
        assert!(self.stderr.ends_with(&format!("{}\n", errors[0])), "{self:?}");
        for word in words {
            assert!(errors[0].contains(word), "`{word}` in {self:?}");
        }
        assert!(!self.stdout.is_empty(), "{self:?}");
        &self.stdout
    }

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
