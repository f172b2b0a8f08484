//! `host worker`: what the child process does from its first line to its last.
//!
//! The main thread works. A second one listens to orders, so that a worker that hangs can still say where,
//! and dies with its parent. Ctrl-C in a terminal reaches both processes; what it means is the parent's
//! business.

use std::io::{self, BufRead, BufReader, Stdin, Stdout};
use std::panic::{self, PanicHookInfo};
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Context as _, Result, bail};

use crate::clock::MonotonicClock;
use crate::exit_code::ExitCode;
use crate::lane::AnyLane;
use crate::measure::Control;
use crate::report::terminal_safe;
use crate::worker::answering::answer_calls;
use crate::worker::frames::Frames;
use crate::worker::measuring::measure_lanes;
use crate::worker::protocol::{self, Event, Job, Order, Request, VERSION};

/// Does what standard input asks for, and ends the process.
///
/// # Errors
/// If nothing that this program understands is asked for; a person typed `host worker`.
pub(crate) fn run() -> Result<ExitCode> {
    panic::set_hook(Box::new(tell_panic));
    ctrlc::set_handler(|| {}).context("signals cannot be handled")?;
    let mut input = BufReader::new(io::stdin());
    let request = read_request(&mut input)?;
    let frames = Arc::new(Frames::new(io::stdout()));
    frames.say(&Event::Hello { version: VERSION });
    let control = Arc::new(Control::default());
    let calls = listen(input, Arc::clone(&control), Arc::clone(&frames))?;
    let clock = MonotonicClock::start();
    let settings = &request.settings;
    let broke = match request.job {
        Job::Measure => match measure_lanes(settings, AnyLane::new, &clock, &control, &frames) {
            Ok(measurement) => {
                frames.say(&Event::Finished(Box::new(measurement)));
                None
            }
            Err(error) => Some(error),
        },
        Job::Answer => answer_calls(settings, &clock, &calls, &frames).err(),
    };
    if let Some(error) = broke {
        frames.say(&Event::Broke(error));
    }
    // All is said. Taking gigabytes of an index apart would only delay the report.
    process::exit(ExitCode::Success.number().into())
}

fn read_request(input: &mut impl BufRead) -> Result<Request> {
    let request = protocol::read::<Request>(input, u64::MAX);
    let Ok(Some(request)) = request else {
        bail!("`worker` is started by `run`, `compare` and `call`, which tell it what to do");
    };
    if request.version != VERSION {
        bail!("the parent speaks version {} of the protocol, this is {VERSION}", request.version);
    }
    Ok(request)
}

/// Listens on a thread; gives the calls that come in. The end of the input is the end of the process, in
/// whatever call the other thread hangs.
fn listen(
    mut input: BufReader<Stdin>,
    control: Arc<Control>,
    frames: Arc<Frames<Stdout>>,
) -> Result<Receiver<(String, String)>> {
    let (calls, received) = mpsc::channel();
    let listen = move || {
        while let Ok(Some(order)) = protocol::read(&mut input, u64::MAX) {
            obey(order, &control, &frames, &calls);
        }
        process::exit(ExitCode::Success.number().into());
    };
    thread::Builder::new().name("orders".to_owned()).spawn(listen).context("no thread can be started")?;
    Ok(received)
}

fn obey(order: Order, control: &Control, frames: &Frames<Stdout>, calls: &Sender<(String, String)>) {
    match order {
        Order::Stop => control.stop(),
        Order::Where => frames.say(&Event::At(control.position())),
        // A job without calls has nobody to take them.
        Order::Call { tool, arguments } => drop(calls.send((tool, arguments))),
    }
}

/// One line on standard error, whatever the message holds. The parent shows it if this process dies of it;
/// a panic of the native lane is caught and only ends its row.
#[expect(clippy::print_stderr, reason = "the last words of a process")]
fn tell_panic(info: &PanicHookInfo<'_>) {
    eprintln!("{}", terminal_safe(&info.to_string()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_types_is_refused_in_words() {
        for typed in ["", "help\n", "{\"version\":1}\n"] {
            let error = read_request(&mut typed.as_bytes()).expect_err("no request");
            assert!(error.to_string().contains("is started by `run`"), "{error}");
        }
    }
}
