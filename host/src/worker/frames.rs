//! The worker's voice: events out, from the measuring loop and from the thread that listens to orders.

use std::io::Write;
use std::process;
use std::sync::Mutex;

use crate::exit_code::ExitCode;
use crate::lane::{Preparation, Progress, Work};
use crate::measure::{Floor, Observer, RowState, Stage};
use crate::sample::{Sample, SampleSink};
use crate::worker::protocol::{self, Event, WireSample};

/// Skipped entries in one message: paths have an end, so that a message has one too.
const ENTRIES_PER_MESSAGE: usize = 1_000;
/// Samples in one message.
const SAMPLES_PER_MESSAGE: usize = 4_096;

/// Writes events, each whole, from any thread.
pub(super) struct Frames<W>(Mutex<W>);

impl<W: Write> Frames<W> {
    /// Writes to this.
    pub(super) fn new(writer: W) -> Self {
        Self(Mutex::new(writer))
    }

    /// Says something. A worker whose parent does not listen any more has no reason to live.
    pub(super) fn say(&self, event: &Event) {
        let writer = self.0.lock();
        let said = writer.map(|mut writer| protocol::write(&mut *writer, event));
        if !matches!(said, Ok(Ok(()))) {
            process::exit(ExitCode::Failure.number().into());
        }
    }

    /// Says what is known of a lane, its skipped entries in pieces.
    pub(super) fn say_prepared(&self, lane: &str, preparation: &Preparation) {
        let head = Preparation { skipped: Vec::new(), ..preparation.clone() };
        self.say(&Event::Prepared { lane: lane.to_owned(), preparation: Box::new(head) });
        for entries in preparation.skipped.chunks(ENTRIES_PER_MESSAGE) {
            self.say(&Event::Skipped { lane: lane.to_owned(), entries: entries.to_vec() });
        }
    }
}

/// Passes on what an observer is told.
pub(super) struct Teller<'a, W>(pub(super) &'a Frames<W>);

impl<W: Write> Progress for Teller<'_, W> {
    fn begins(&mut self, lane: &str, work: Work) {
        self.0.say(&Event::Begins { lane: lane.to_owned(), work });
    }

    fn learned(&mut self, lane: &str, preparation: &Preparation) {
        self.0.say_prepared(lane, preparation);
    }

    fn step(&mut self, lane: &str, phase: &str, done: u64, total: u64) {
        self.0.say(&Event::Step { lane: lane.to_owned(), phase: phase.to_owned(), done, total });
    }
}

impl<W: Write> Observer for Teller<'_, W> {
    fn at(&mut self, stage: Stage, tool: &str, done: u32, total: u32) {
        self.0.say(&Event::Stage { stage, tool: tool.to_owned(), done, total });
    }

    fn floor(&mut self, lane: u16, floor: Floor) {
        self.0.say(&Event::Floor { lane, floor });
    }

    fn row(&mut self, row: &RowState) {
        self.0.say(&Event::Row(row.clone()));
    }
}

/// Keeps samples in memory between two flushes.
pub(super) struct SampleStream<'a, W> {
    frames: &'a Frames<W>,
    samples: Vec<WireSample>,
}

impl<'a, W: Write> SampleStream<'a, W> {
    /// Reserves room for so many samples, so that taking one allocates nothing.
    pub(super) fn new(frames: &'a Frames<W>, room: usize) -> Self {
        Self { frames, samples: Vec::with_capacity(room) }
    }
}

impl<W: Write> SampleSink for SampleStream<'_, W> {
    #[inline]
    fn push(&mut self, sample: Sample) {
        self.samples.push(WireSample(sample));
    }

    fn flush(&mut self) {
        for samples in self.samples.chunks(SAMPLES_PER_MESSAGE) {
            self.frames.say(&Event::Samples(samples.to_vec()));
        }
        self.samples.clear();
    }
}

#[cfg(test)]
mod tests {
    use guest::bench::Outcome;

    use super::*;
    use crate::clock::Nanos;

    fn lines(frames: Frames<Vec<u8>>) -> Vec<Event> {
        let bytes = frames.0.into_inner().expect("nobody panicked");
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        lines.map(|mut line| protocol::read(&mut line, 1 << 20).expect("read").expect("one")).collect()
    }

    #[test]
    fn samples_wait_for_the_flush() {
        let frames = Frames::new(Vec::new());
        let mut stream = SampleStream::new(&frames, 2);
        let outcome = Outcome::default();
        let sample = |round| Sample { lane: 0, tool: 0, round, elapsed_ns: Nanos(1), outcome };
        stream.push(sample(0));
        assert!(frames.0.lock().expect("nobody panicked").is_empty());
        stream.push(sample(1));
        stream.flush();
        stream.flush();
        let expected = Event::Samples(vec![WireSample(sample(0)), WireSample(sample(1))]);
        assert_eq!(lines(frames), [expected], "once, and nothing the second time");
    }

    #[test]
    fn skipped_entries_come_in_pieces() {
        let frames = Frames::new(Vec::new());
        let entry = ("a".to_owned(), "ignored".to_owned());
        let preparation =
            Preparation { skipped: vec![entry; ENTRIES_PER_MESSAGE + 1], ..Preparation::default() };
        frames.say_prepared("wasm", &preparation);
        let events = lines(frames);
        assert!(matches!(&events[0], Event::Prepared { preparation, .. } if preparation.skipped.is_empty()));
        let lengths = events[1..].iter().map(|event| match event {
            Event::Skipped { entries, .. } => entries.len(),
            _ => 0,
        });
        assert_eq!(lengths.collect::<Vec<_>>(), [ENTRIES_PER_MESSAGE, 1]);
    }
}
