//! How long a worker may take for what it does now: pure, told of events and of the time that passed.
//!
//! Deadlines inside the sandbox come first; the watch adds a grace to each and so only ends what they cannot:
//! host calls that block, the native lane, the compiler. A step of indexing does not extend the bound of
//! indexing, while each sign of life extends that of calls.

use crate::lane::Work;
use crate::measure::Stage;
use crate::settings::Settings;
use crate::worker::protocol::Event;

/// A process that does not say hello, calibrate or end in this time never will.
const START_MS: u64 = 30_000;
/// Compiling has no deadline of its own: half a minute on a slow machine is usual, this is not.
const LOAD_MS: u64 = 600_000;
/// Added to each bound, and a tenth of it besides: a busy machine lets a deadline inside come late.
const GRACE_MS: u64 = 2_000;
/// Time that passes between two looks, at most: more means that this process itself was stopped.
const MOST_BETWEEN_LOOKS_MS: u64 = 1_000;

/// How long to wait for each kind of work, milliseconds, grace included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Patience {
    /// First words, last words, calibration.
    pub(super) start_ms: u64,
    /// Compiling and instantiating.
    pub(super) load_ms: u64,
    /// Indexing a corpus, or making a plan.
    pub(super) index_ms: u64,
    /// Firing a call in each lane, which is the longest silence while measuring.
    pub(super) calls_ms: u64,
}

impl Patience {
    /// What the deadlines of a run come to.
    pub(crate) fn of(settings: &Settings) -> Self {
        let lanes = settings.lanes.len().max(1) as u64;
        let with_grace = |ms: u64| ms.saturating_add(ms / 10).saturating_add(GRACE_MS);
        Self {
            start_ms: START_MS,
            load_ms: LOAD_MS,
            index_ms: with_grace(settings.sandbox.index_deadline_ms),
            calls_ms: with_grace(settings.sandbox.call_deadline_ms.saturating_mul(lanes)),
        }
    }
}

/// Watches one worker.
#[derive(Debug)]
pub(super) struct Watch {
    patience: Patience,
    what: String,
    bound_ms: u64,
    waited_ms: u64,
}

impl Watch {
    /// Waits for the first word.
    pub(super) fn new(patience: Patience) -> Self {
        let what = "starting the measuring process".to_owned();
        Self { patience, what, bound_ms: patience.start_ms, waited_ms: 0 }
    }

    /// Takes note of what the worker says it does.
    pub(super) fn hear(&mut self, event: &Event) {
        let patience = self.patience;
        match event {
            Event::Hello { .. } => self.begin("calibrating".to_owned(), patience.start_ms),
            Event::Begins { lane, work } => self.begin_work(lane, *work),
            Event::Stage { stage: Stage::Floor, .. } => {
                self.begin("measuring the call floor".to_owned(), patience.calls_ms);
            }
            Event::Stage { tool, .. } => self.begin(format!("a call of {tool}"), patience.calls_ms),
            Event::Opened => self.begin("a call".to_owned(), patience.calls_ms),
            Event::Finished(_) | Event::Broke(_) => {
                self.begin("ending the measuring process".to_owned(), patience.start_ms);
            }
            _ => {}
        }
    }

    /// Waits anew for what goes on.
    pub(super) fn restart(&mut self) {
        self.waited_ms = 0;
    }

    /// Lets time pass; says whether patience is at its end.
    pub(super) fn pass(&mut self, elapsed_ms: u64) -> bool {
        self.waited_ms = self.waited_ms.saturating_add(elapsed_ms.min(MOST_BETWEEN_LOOKS_MS));
        self.waited_ms > self.bound_ms
    }

    /// What goes on, and how long was waited for it.
    pub(super) fn present(&self) -> (&str, u64) {
        (&self.what, self.waited_ms)
    }

    fn begin_work(&mut self, lane: &str, work: Work) {
        let Patience { load_ms, index_ms, calls_ms, .. } = self.patience;
        let (what, bound_ms) = match work {
            Work::Load => ("loading the component", load_ms),
            Work::Index => ("indexing", index_ms),
            // Two calls, after which a lane that was opened again goes on with calls.
            Work::Describe => ("describing the index", calls_ms.saturating_mul(3)),
            Work::Plan => ("planning", index_ms),
        };
        self.begin(format!("{what} in the {lane} lane"), bound_ms);
    }

    fn begin(&mut self, what: String, bound_ms: u64) {
        *self = Self { patience: self.patience, what, bound_ms, waited_ms: 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Patience = Patience { start_ms: 10, load_ms: 20, index_ms: 100, calls_ms: 50 };

    fn begins(work: Work) -> Event {
        Event::Begins { lane: "wasm".to_owned(), work }
    }

    fn stage(done: u32) -> Event {
        Event::Stage { stage: Stage::Measure, tool: "t".to_owned(), done, total: 9 }
    }

    #[test]
    fn silence_is_borne_as_long_as_what_goes_on_may_take() {
        let mut watch = Watch::new(PATIENCE);
        assert!(!watch.pass(10));
        assert!(watch.pass(1));
        for (event, bound_ms, what) in [
            (Event::Hello { version: 1 }, 10, "calibrating"),
            (begins(Work::Load), 20, "loading the component in the wasm lane"),
            (begins(Work::Index), 100, "indexing in the wasm lane"),
            (begins(Work::Plan), 100, "planning in the wasm lane"),
            (stage(0), 50, "a call of t"),
        ] {
            watch.hear(&event);
            assert!(!watch.pass(bound_ms), "{event:?}");
            assert_eq!(watch.present(), (what, bound_ms));
            assert!(watch.pass(1), "{event:?}");
        }
    }

    #[test]
    fn steps_do_not_extend_indexing_but_rounds_extend_calls() {
        let mut watch = Watch::new(PATIENCE);
        watch.hear(&begins(Work::Index));
        assert!(!watch.pass(60));
        let (lane, phase) = ("wasm".to_owned(), "walk".to_owned());
        watch.hear(&Event::Step { lane, phase, done: 1, total: 1 });
        assert!(watch.pass(60));
        watch.hear(&stage(0));
        assert!(!watch.pass(40));
        watch.hear(&stage(1));
        assert!(!watch.pass(40));
    }

    #[test]
    fn time_in_which_this_process_was_stopped_does_not_count() {
        let mut watch = Watch::new(Patience { start_ms: 2_500, ..PATIENCE });
        assert!(!watch.pass(3_600_000));
        assert!(!watch.pass(3_600_000));
        assert!(watch.pass(3_600_000));
    }
}
