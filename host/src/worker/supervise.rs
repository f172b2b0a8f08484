//! The parent's side of a worker: start it, hear it, watch its time and memory, end it.
//!
//! Threads do what may block: one writes orders, one reads events, one keeps the last words. The caller's
//! thread waits in short ticks, and so always comes back to look at its own interruptions.

use std::io::{self, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use crate::clock::{Clock as _, MonotonicClock, Nanos};
use crate::lane::{LaneError, Progress as _};
use crate::measure::Observer as _;
use crate::progress::Display;
use crate::sandbox::one_line;
use crate::settings::Settings;
use crate::worker::collect::{Collector, Findings};
use crate::worker::memory::held_bytes;
use crate::worker::protocol::{self, Event, FrameError, Job, Order, Request, VERSION};
use crate::worker::watch::{Patience, Watch};

/// Time between two looks at a worker that says nothing. Ten wake-ups a second disturb no measurement.
const TICK: Duration = Duration::from_millis(100);
/// A worker that says much is not looked at more often than this.
const LEAST_BETWEEN_LOOKS_MS: u64 = 50;
/// Events that wait to be taken, at most; the pipe holds back a worker that says more.
const WAITING_EVENTS: usize = 256;
/// Bytes kept of a worker's standard error: the beginning, where a panic says what and where.
const LAST_WORDS_BYTES: u64 = 16 << 10;
/// Characters of them that are shown.
const LAST_WORDS_SHOWN: usize = 300;
/// How often, and at what distance, a worker that was told to die is looked at.
const REAPING_LOOKS: u32 = 200;
const REAPING_PAUSE: Duration = Duration::from_millis(5);
/// One message, at most, besides what answers and settings are let grow to.
const MESSAGE_BYTES: u64 = 64 << 20;

/// A process that works for this one. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Worker {
    child: Child,
    orders: Sender<Order>,
    events: Receiver<Result<Event, FrameError>>,
    last_words: Receiver<String>,
    memory_bytes: u64,
    watch: Watch,
    clock: MonotonicClock,
    looked: Nanos,
    /// Whether it was asked which call hangs.
    asked: bool,
}

impl Worker {
    /// Starts this program again as a worker.
    ///
    /// # Errors
    /// [`LaneError::Protocol`] if the system starts no process.
    pub(super) fn start(job: Job, settings: &Settings) -> Result<Self, LaneError> {
        let mut command = Command::new(this_program());
        command.arg("worker");
        Self::spawn(command, job, settings, Patience::of(settings))
    }

    /// Starts a command as a worker.
    ///
    /// # Errors
    /// As for [`Worker::start`].
    pub(super) fn spawn(
        mut command: Command,
        job: Job,
        settings: &Settings,
        patience: Patience,
    ) -> Result<Self, LaneError> {
        let failed = |error: io::Error| {
            LaneError::Protocol(format!("the measuring process cannot be started: {error}"))
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed(io::Error::other("it has no pipes")));
        };
        let request = Request { version: VERSION, job, settings: settings.clone() };
        let clock = MonotonicClock::start();
        Ok(Self {
            child,
            orders: write_orders(stdin, request).map_err(failed)?,
            events: read_events(stdout, longest_message(settings)).map_err(failed)?,
            last_words: keep_last_words(stderr).map_err(failed)?,
            memory_bytes: settings.process_memory_bytes,
            watch: Watch::new(patience),
            looked: clock.now(),
            clock,
            asked: false,
        })
    }

    /// Tells the worker something. One that is gone is found out by [`Worker::next_event`].
    pub(super) fn order(&mut self, order: Order) {
        self.watch.restart();
        let _ = self.orders.send(order);
    }

    /// Waits a tick for the next event; `None` if none came.
    ///
    /// # Errors
    /// [`LaneError::Hung`], [`LaneError::ProcessMemory`] or [`LaneError::Killed`]: the worker is gone then.
    pub(super) fn next_event(&mut self) -> Result<Option<Event>, LaneError> {
        let event = match self.events.recv_timeout(TICK) {
            Ok(Ok(event)) => Some(event),
            Ok(Err(error)) => return Err(self.end_for(&error.to_string())),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Err(self.explain_death()),
        };
        if let Some(event) = &event {
            self.watch.hear(event);
            if let Event::Hello { version } = event
                && *version != VERSION
            {
                return Err(self.end_for(&format!("it speaks version {version} of the protocol")));
            }
        }
        // The answer of a worker that hangs is worth more than ending it at once.
        if !matches!(event, Some(Event::At(_))) {
            self.look()?;
        }
        Ok(event)
    }

    /// Ends the worker because it broke the protocol.
    pub(super) fn end_for(&mut self, why: &str) -> LaneError {
        self.end();
        LaneError::Killed(one_line(why))
    }

    /// Looks at time and memory.
    fn look(&mut self) -> Result<(), LaneError> {
        let now = self.clock.now();
        let elapsed_ms = now.0.saturating_sub(self.looked.0) / 1_000_000;
        if elapsed_ms < LEAST_BETWEEN_LOOKS_MS {
            return Ok(());
        }
        self.looked = now;
        if held_bytes(self.child.id()).is_some_and(|bytes| bytes > self.memory_bytes) {
            self.end();
            return Err(LaneError::ProcessMemory { limit_bytes: self.memory_bytes });
        }
        if !self.watch.pass(elapsed_ms) {
            self.asked = false;
            return Ok(());
        }
        // Before its end it is asked where it hangs, and has as long as one look to answer.
        if !self.asked {
            self.asked = true;
            let _ = self.orders.send(Order::Where);
            return Ok(());
        }
        let (what, waited_ms) = self.watch.present();
        let hung = LaneError::Hung { what: one_line(what), waited_ms };
        self.end();
        Err(hung)
    }

    /// Kills the process and waits until it is gone; one that the system cannot end is left to the system.
    fn end(&mut self) -> Option<ExitStatus> {
        let _ = self.child.kill();
        self.reap()
    }

    fn reap(&mut self) -> Option<ExitStatus> {
        for _ in 0..REAPING_LOOKS {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(REAPING_PAUSE);
        }
        None
    }

    /// Says how a worker ended that closed its output without a last message.
    fn explain_death(&mut self) -> LaneError {
        let status = self.reap().or_else(|| self.end());
        let how = status.map_or("it does not end".to_owned(), |status| format!("it ended with {status}"));
        let said = self.last_words.recv_timeout(TICK).unwrap_or_default();
        let said: String = one_line(said.trim()).chars().take(LAST_WORDS_SHOWN).collect();
        LaneError::Killed(if said.is_empty() { how } else { format!("{how}; it said: {said}") })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}

/// The running program itself, even if its file was replaced since.
fn this_program() -> PathBuf {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() { running } else { std::env::current_exe().unwrap_or_else(|_| "host".into()) }
}

/// The longest line that a worker may write: answers and settings travel as JSON, which can make six bytes of
/// one.
fn longest_message(settings: &Settings) -> u64 {
    let answer_bytes = settings.corpus.limits().answer_bytes;
    let queries_bytes: u64 = settings.queries.iter().map(|query| query.len() as u64).sum();
    let lanes = settings.lanes.len() as u64;
    let answers = answer_bytes.saturating_mul(6).saturating_mul(lanes.max(1));
    // A query is in the plan up to three times.
    MESSAGE_BYTES.saturating_add(answers).saturating_add(queries_bytes.saturating_mul(18))
}

/// Writes the request and then orders; dropping the sender closes the worker's input, which ends it.
fn write_orders(mut stdin: impl io::Write + Send + 'static, request: Request) -> io::Result<Sender<Order>> {
    let (sender, orders) = mpsc::channel::<Order>();
    let write = move || {
        let mut written = protocol::write(&mut stdin, &request);
        while written.is_ok() {
            let Ok(order) = orders.recv() else { break };
            written = protocol::write(&mut stdin, &order);
        }
    };
    thread::Builder::new().name("worker-orders".to_owned()).spawn(write)?;
    Ok(sender)
}

fn read_events(
    stdout: impl Read + Send + 'static,
    max_bytes: u64,
) -> io::Result<Receiver<Result<Event, FrameError>>> {
    let (sender, events) = mpsc::sync_channel(WAITING_EVENTS);
    let read = move || {
        let mut reader = BufReader::new(stdout);
        while let Some(event) = protocol::read(&mut reader, max_bytes).transpose() {
            let is_last = event.is_err();
            if sender.send(event).is_err() || is_last {
                break;
            }
        }
    };
    thread::Builder::new().name("worker-events".to_owned()).spawn(read)?;
    Ok(events)
}

/// Keeps the beginning and drains the rest, so that a worker that says much does not block on it.
fn keep_last_words(stderr: impl Read + Send + 'static) -> io::Result<Receiver<String>> {
    let (sender, last_words) = mpsc::channel();
    let keep = move || {
        let mut stderr = stderr;
        let mut kept = Vec::new();
        let read = (&mut stderr).take(LAST_WORDS_BYTES).read_to_end(&mut kept);
        if read.is_ok() {
            let _ = io::copy(&mut stderr, &mut io::sink());
        }
        let _ = sender.send(String::from_utf8_lossy(&kept).into_owned());
    };
    thread::Builder::new().name("worker-last-words".to_owned()).spawn(keep)?;
    Ok(last_words)
}

/// Measures in a worker of its own and gives what came of it, however it ended. `interruptions` tells how
/// often the user asked to stop: once, and the worker ends after its present call; twice, or while nothing
/// is measured yet, and it is ended.
///
/// # Errors
/// A lane that cannot be made as asked for; one that a limit or the watchdog ended is a finding.
pub(crate) fn measure_in_worker(
    settings: &Settings,
    interruptions: impl Fn() -> u32,
    display: &mut Display,
) -> Result<Findings, LaneError> {
    let mut worker = Worker::start(Job::Measure, settings)?;
    follow(&mut worker, settings, interruptions, display)
}

/// Follows a measuring worker to its end.
pub(super) fn follow(
    worker: &mut Worker,
    settings: &Settings,
    interruptions: impl Fn() -> u32,
    display: &mut Display,
) -> Result<Findings, LaneError> {
    let mut collector = Collector::new(settings);
    let mut stopping = false;
    loop {
        match interruptions() {
            0 => {}
            1 if stopping => {}
            1 if collector.is_measuring() => {
                stopping = true;
                display.note("ending after the present call; Ctrl-C once more ends it at once");
                worker.order(Order::Stop);
            }
            _ => {
                worker.end();
                return Ok(collector.interrupted());
            }
        }
        let event = match worker.next_event() {
            Ok(Some(event)) => event,
            Ok(None) => continue,
            Err(lost) => {
                let mut findings = collector.lost(lost);
                // Ctrl-C may have reached a worker before it could listen.
                findings.measurement.interrupted = interruptions() > 0;
                return Ok(findings);
            }
        };
        show(&event, display);
        match event {
            Event::Finished(measurement) => {
                return Ok(match collector.check(&measurement) {
                    Ok(()) => collector.finished(*measurement),
                    Err(why) => collector.lost(worker.end_for(&why)),
                });
            }
            Event::Broke(error) if error.is_limit() => return Ok(collector.lost(error)),
            Event::Broke(error) => return Err(error),
            event => {
                if let Err(why) = collector.take(event) {
                    let lost = worker.end_for(&why);
                    return Ok(collector.lost(lost));
                }
            }
        }
    }
}

/// Shows what an event says of progress.
pub(super) fn show(event: &Event, display: &mut Display) {
    match event {
        Event::Begins { lane, work } => display.begins(lane, *work),
        Event::Step { lane, phase, done, total } => display.step(lane, phase, *done, *total),
        Event::Stage { stage, tool, done, total } => display.at(*stage, tool, *done, *total),
        _ => {}
    }
}
