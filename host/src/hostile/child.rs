//! A child process with an end: it may hang, crash or talk without end, and the parent goes on.
//!
//! The one place where the self-test starts processes.

use std::io::{self, Read as _};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Bytes of standard output that are kept; what a child has to say takes a hundredth.
const OUTPUT_BYTES: u64 = 16 << 20;

/// A child that is no more.
#[derive(Debug)]
pub(super) struct Ended {
    /// How it ended; `None`: it was still running when its time was up, and was killed.
    pub(super) status: Option<ExitStatus>,
    /// What it wrote.
    pub(super) stdout: Vec<u8>,
}

/// Runs a command to its end, or until the time is up.
///
/// # Errors
/// If it cannot be started.
pub(super) fn run(command: &mut Command, time: Duration) -> io::Result<Ended> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let (told, hears) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        // The end of its output is the end of the child: nothing else holds the pipe. Reading goes on
        // beside the waiting, since a full pipe would stop it.
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stdout.take(OUTPUT_BYTES).read_to_end(&mut bytes);
            // A parent that gave up does not listen any more.
            let _ = told.send(bytes);
        });
    }
    match hears.recv_timeout(time) {
        Ok(stdout) => Ok(Ended { status: Some(child.wait()?), stdout }),
        Err(_) => {
            child.kill()?;
            child.wait()?;
            Ok(Ended { status: None, stdout: Vec::new() })
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, time: Duration) -> Ended {
        run(Command::new("sh").args(["-c", script]), time).expect("a shell")
    }

    #[test]
    fn what_a_child_says_is_heard() {
        let ended = shell("echo said; exit 3", Duration::from_secs(600));
        assert_eq!(ended.stdout, b"said\n");
        assert_eq!(ended.status.and_then(|status| status.code()), Some(3));
    }

    #[test]
    fn a_child_that_hangs_is_killed() {
        assert!(shell("exec tail -f /dev/null", Duration::from_millis(1)).status.is_none());
    }
}
