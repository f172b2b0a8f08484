//! What parent and worker say to each other: one line of JSON for each message.
//!
//! The parent writes one [`Request`] and then any number of [`Order`]s to the worker's standard input; the
//! end of that input tells the worker to die. The worker writes [`Event`]s to its standard output, the first
//! of which is [`Event::Hello`], and nothing else. Both are the same program, so that there is one version
//! and no negotiation: a worker that speaks another one is refused. The parent trusts nothing that a worker
//! says: it may have run the native lane on a hostile corpus.

use std::io::{self, BufRead, Write};

use guest::bench::{Outcome, Plan};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::calibrate::Calibration;
use crate::clock::Nanos;
use crate::lane::{LaneError, Preparation, Refusal, Work};
use crate::measure::{Floor, Measurement, RowState, Stage};
use crate::sample::Sample;
use crate::settings::Settings;

/// Version of all that follows; raised with every change of it.
pub(super) const VERSION: u32 = 1;

/// What a worker is started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Job {
    /// Measure all lanes, say [`Event::Finished`] and end.
    Measure,
    /// Open the first lane, say [`Event::Opened`] and answer [`Order::Call`]s until the input ends.
    Answer,
}

/// The first line to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Request {
    /// [`VERSION`] of the parent.
    pub(super) version: u32,
    /// What to do.
    pub(super) job: Job,
    /// With what. One corpus for each process: there is no second request.
    pub(super) settings: Settings,
}

/// Any later line to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Order {
    /// End the measurement after the call that is running; answered by [`Event::Finished`].
    Stop,
    /// Say which call is running; answered by [`Event::At`] even while that call hangs.
    Where,
    /// Call a tool; answered by [`Event::Answered`].
    Call {
        /// Name of the tool.
        tool: String,
        /// Its arguments, JSON.
        arguments: String,
    },
}

/// A line from a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Event {
    /// The worker runs and speaks this version.
    Hello {
        /// [`VERSION`] of the worker.
        version: u32,
    },
    /// The clock and the machine's speed, as the measuring process sees them.
    Calibrated(Calibration),
    /// A lane begins something that has a bound of its own.
    Begins {
        /// Its label.
        lane: String,
        /// What begins.
        work: Work,
    },
    /// A step of indexing ended. It does not extend the bound of [`Work::Index`].
    Step {
        /// Label of the lane.
        lane: String,
        /// The contract's name of the phase.
        phase: String,
        /// Units done.
        done: u64,
        /// Units in all.
        total: u64,
    },
    /// What is known of a lane's opening, without the list of skipped entries; replaces what was said before.
    Prepared {
        /// Label of the lane.
        lane: String,
        /// What is known.
        preparation: Box<Preparation>,
    },
    /// Further skipped entries of a lane as (path, reason).
    Skipped {
        /// Label of the lane.
        lane: String,
        /// The entries.
        entries: Vec<(String, String)>,
    },
    /// The lanes agreed on a plan.
    Planned(Plan),
    /// A stage of the measurement begins or goes on: the sign of life while calls are fired.
    Stage {
        /// Which.
        stage: Stage,
        /// Name of the tool; empty for the floor.
        tool: String,
        /// Units done.
        done: u32,
        /// Units in all.
        total: u32,
    },
    /// The floor of a lane.
    Floor {
        /// Index of the lane.
        lane: u16,
        /// It.
        floor: Floor,
    },
    /// Samples in the order taken.
    Samples(Vec<WireSample>),
    /// A row reached its end.
    Row(RowState),
    /// The measurement ended by itself: done, stopped, or because lanes disagree.
    Finished(Box<Measurement>),
    /// The lane is open for calls.
    Opened,
    /// What came of a call.
    Answered(CallAnswer),
    /// A lane broke, or could not be made, before anything was measured.
    Broke(LaneError),
    /// Tool and lane of the call fired last; `None` before the first.
    At(Option<(u16, u16)>),
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CallAnswer {
    /// The text.
    Text(String),
    /// The tool refused.
    Refused(Refusal),
    /// The lane broke on it; it is opened again for the next call.
    Broke(LaneError),
}

/// A sample as `[lane, tool, round, elapsed_ns, ok, bytes, items]`: there may be millions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WireSample(pub(super) Sample);

impl Serialize for WireSample {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Sample { lane, tool, round, elapsed_ns, outcome: Outcome { ok, bytes, items } } = self.0;
        (lane, tool, round, elapsed_ns, ok, bytes, items).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for WireSample {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        type Tuple = (u16, u16, u32, Nanos, bool, u32, u32);
        let (lane, tool, round, elapsed_ns, ok, bytes, items) = Tuple::deserialize(deserializer)?;
        Ok(Self(Sample { lane, tool, round, elapsed_ns, outcome: Outcome { ok, bytes, items } }))
    }
}

/// Why a line could not be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum FrameError {
    /// The pipe failed.
    #[error("the pipe failed: {0}")]
    Io(#[from] io::Error),
    /// The line is longer than any message may be.
    #[error("it wrote a line of more than {0} bytes")]
    TooLong(u64),
    /// The line is no message.
    #[error("it wrote what is no message: {0}")]
    NoMessage(#[from] serde_json::Error),
    /// The line ends with the stream, in its middle.
    #[error("it stopped in the middle of a message")]
    Cut,
}

/// Writes one message and hands it over.
pub(super) fn write<M: Serialize>(mut writer: impl Write, message: &M) -> io::Result<()> {
    // JSON has no line end inside a message: strings escape it.
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    writer.write_all(&line)?;
    writer.flush()
}

/// Reads one message of at most so many bytes; `None` at the end of the stream.
///
/// # Errors
/// [`FrameError`] for whatever is not a message on a line of its own.
pub(super) fn read<M: for<'de> Deserialize<'de>>(
    reader: &mut impl BufRead,
    max_bytes: u64,
) -> Result<Option<M>, FrameError> {
    let mut line = Vec::new();
    io::Read::take(&mut *reader, max_bytes).read_until(b'\n', &mut line)?;
    match line.last() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(serde_json::from_slice(&line)?)),
        Some(_) if line.len() as u64 == max_bytes => Err(FrameError::TooLong(max_bytes)),
        Some(_) => Err(FrameError::Cut),
    }
}

#[cfg(test)]
mod tests {
    use guest::bench::Outcome;

    use super::*;

    fn written<M: Serialize>(message: &M) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes, message).expect("a vector takes everything");
        String::from_utf8(bytes).expect("JSON is UTF-8")
    }

    fn read_event(text: &str) -> Result<Option<Event>, FrameError> {
        read(&mut text.as_bytes(), 1_000)
    }

    fn sample() -> Sample {
        let outcome = Outcome { ok: true, bytes: 640, items: 2 };
        Sample { lane: 1, tool: 3, round: 9, elapsed_ns: Nanos(u64::MAX), outcome }
    }

    #[test]
    fn events_are_lines_that_are_read_back() {
        let events = [
            Event::Hello { version: VERSION },
            Event::Begins { lane: "a\nb\u{1b}".to_owned(), work: Work::Index },
            Event::Samples(vec![WireSample(sample())]),
            Event::Answered(CallAnswer::Broke(LaneError::Trap("x\r\n".to_owned()))),
            Event::At(None),
            Event::Opened,
        ];
        let text: String = events.iter().map(written).collect();
        assert_eq!(text.lines().count(), events.len());
        let mut reader = text.as_bytes();
        for event in events {
            assert_eq!(read(&mut reader, 1_000).expect("a message"), Some(event));
        }
        assert!(matches!(read::<Event>(&mut reader, 1_000), Ok(None)), "the end of the stream");
    }

    #[test]
    fn a_sample_is_a_short_list() {
        assert_eq!(written(&WireSample(sample())), "[1,3,9,18446744073709551615,true,640,2]\n");
    }

    #[test]
    fn what_is_no_message_is_refused_by_name() {
        assert!(matches!(read_event("garbage\n"), Err(FrameError::NoMessage(_))));
        assert!(matches!(read_event("{\"unknown\":1}\n"), Err(FrameError::NoMessage(_))));
        assert!(matches!(read_event("\u{0}\n"), Err(FrameError::NoMessage(_))));
        assert!(matches!(read_event("\"opened\""), Err(FrameError::Cut)));
        assert!(matches!(read_event(&"x".repeat(5_000)), Err(FrameError::TooLong(1_000))));
    }

    #[test]
    fn a_process_serves_one_request() {
        // What comes after the first line is an order, or the end of the worker.
        let request = "{\"version\":1,\"job\":\"answer\",\"settings\":{}}\n";
        assert!(matches!(read::<Order>(&mut request.as_bytes(), 1_000), Err(FrameError::NoMessage(_))));
        assert!(matches!(read::<Order>(&mut &b"\"stop\"\n"[..], 1_000), Ok(Some(Order::Stop))));
    }

    #[test]
    fn a_message_may_be_as_long_as_the_limit() {
        let line = written(&Event::Opened);
        let length = line.len() as u64;
        assert!(matches!(read::<Event>(&mut line.as_bytes(), length), Ok(Some(Event::Opened))));
        assert!(matches!(read::<Event>(&mut line.as_bytes(), length - 1), Err(FrameError::TooLong(_))));
    }
}
