//! What an attack is: a name, what it tries, how its tree is built, and what it should meet.
//!
//! An attack says nothing about how it is run or judged; [`crate::hostile::worker`] does the one,
//! [`crate::hostile::verdict`] the other.

use std::fmt;
use std::time::Duration;

use guest::corpus::SkipReason;

use crate::hostile::ground::{Ground, NotTried};
use crate::hostile::observation::Attempt;
use crate::lane::LaneError;
use crate::sandbox::Arm;

/// Time of an attack. Every limit of the sandbox ends one long before.
const BOUND: Duration = Duration::from_secs(120);

/// How large the attacks are that come in sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// What a test suite can afford.
    Quick,
    /// What an attacker would bring.
    Full,
}

impl Scale {
    /// The size that goes with it.
    pub(super) fn pick<T>(self, quick: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }

    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        self.pick("quick", "full")
    }
}

/// What an attack should meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The index is complete and every call is answered; entries may be skipped, but only for these
    /// reasons.
    Answered(&'static [SkipReason]),
    /// As [`Self::Answered`], or a host call that never returns, which only the process outside can end.
    AnsweredOrHung(&'static [SkipReason]),
    /// Every bait is skipped, each for this reason, and nothing of it is in the index.
    Skipped(SkipReason),
    /// Every call is refused with a reason, and the next one is answered.
    Refused,
    /// The limit that this option sets ends it.
    Bounded(&'static str),
    /// The sandbox denies every attempt.
    Denied,
    /// It is readable by nature, and `host audit` says so.
    Flagged,
}

impl fmt::Display for Expected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered([]) => formatter.write_str("answered"),
            Self::Answered(reasons) => {
                let reasons: Vec<&str> = reasons.iter().map(|reason| reason.name()).collect();
                write!(formatter, "answered, skipping at most {}", reasons.join(", "))
            }
            Self::AnsweredOrHung(_) => formatter.write_str("answered, or ended by the watchdog"),
            Self::Skipped(reason) => write!(formatter, "skipped: {}", reason.name()),
            Self::Refused => formatter.write_str("refused"),
            Self::Bounded(option) => write!(formatter, "bounded by {option}"),
            Self::Denied => formatter.write_str("denied"),
            Self::Flagged => formatter.write_str("flagged"),
        }
    }
}

/// A tool and its arguments.
pub(super) type ToolCall = (&'static str, String);

/// What a probe does with the arm; an error is a guard that ended it.
pub(super) type Probe = fn(&mut Arm, Scale) -> Result<Vec<Attempt>, LaneError>;

/// An attack on the sandbox or on what runs in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attack {
    /// What it has in common with others.
    pub(super) family: &'static str,
    /// Its own name, lower-case words joined with `-`; unique.
    pub(super) name: &'static str,
    /// What it tries, as the end of a sentence.
    pub(super) tries: &'static str,
    /// What it should meet.
    pub(super) expected: Expected,
    /// Builds its tree in the corpus, and what it aims at outside.
    pub(super) build: fn(&Ground, Scale) -> Result<(), NotTried>,
    /// Options of `open-begin` that differ from the defaults.
    pub(super) options: &'static [(&'static str, &'static str)],
    /// Calls after the index is complete.
    pub(super) calls: fn(Scale) -> Vec<ToolCall>,
    /// What is done to the corpus, over and over, while the index is being built.
    pub(super) meanwhile: Option<fn(&Ground)>,
    /// Time until the process outside ends it.
    pub(super) bound: Duration,
    /// What a guest that misbehaves does; it runs in place of the component.
    pub(super) probe: Option<Probe>,
}

impl Attack {
    /// An attack by what lies in the corpus.
    pub(super) const fn new(
        family: &'static str,
        name: &'static str,
        tries: &'static str,
        build: fn(&Ground, Scale) -> Result<(), NotTried>,
        expected: Expected,
    ) -> Self {
        let calls = |_| Vec::new();
        Self {
            family,
            name,
            tries,
            expected,
            build,
            options: &[],
            calls,
            meanwhile: None,
            bound: BOUND,
            probe: None,
        }
    }

    /// Opens the corpus with these options.
    pub(super) const fn options(self, options: &'static [(&'static str, &'static str)]) -> Self {
        Self { options, ..self }
    }

    /// Makes these calls.
    pub(super) const fn calls(self, calls: fn(Scale) -> Vec<ToolCall>) -> Self {
        Self { calls, ..self }
    }

    /// Does this over and over while the index is being built.
    pub(super) const fn meanwhile(self, meanwhile: fn(&Ground)) -> Self {
        Self { meanwhile: Some(meanwhile), ..self }
    }

    /// Ends it after this time.
    pub(super) const fn bound(self, bound: Duration) -> Self {
        Self { bound, ..self }
    }

    /// Runs a guest that misbehaves.
    pub(super) const fn probe(self, probe: Probe) -> Self {
        Self { probe: Some(probe), ..self }
    }
}
