//! The opening of a corpus step by step, timed from outside: the same for every lane.

use guest::index::{Phase, Progress as StepProgress};

use crate::clock::{Clock, Nanos};
use crate::lane::{Corpus, LaneError, Progress};

/// The contract's name of a phase.
fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Walk => "walk",
        Phase::Parse => "parse",
        Phase::Resolve => "resolve",
        Phase::Search => "search",
        Phase::Analyse => "analyse",
        Phase::Ready => "ready",
    }
}

/// Takes steps until the index is ready. Gives each phase and the time of its steps, in the order in
/// which they came; a step that only finds that all is done counts to the phase before it.
///
/// # Errors
/// What a step says.
pub(super) fn run_steps(
    lane: &str,
    clock: &dyn Clock,
    progress: &mut dyn Progress,
    mut step: impl FnMut() -> Result<StepProgress, LaneError>,
) -> Result<Vec<(String, Nanos)>, LaneError> {
    let mut times: Vec<(String, Nanos)> = Vec::new();
    loop {
        let before = clock.now();
        let taken = step()?;
        let elapsed_ns = clock.now().0.saturating_sub(before.0);
        let ready = taken.phase == Phase::Ready;
        let name = name(taken.phase);
        match times.last_mut() {
            Some((last, total)) if ready || last == name => total.0 += elapsed_ns,
            _ => times.push((name.to_owned(), Nanos(elapsed_ns))),
        }
        progress.step(lane, name, taken.done, taken.total);
        if ready {
            return Ok(times);
        }
    }
}

/// The options of a corpus with the one that parses and builds nothing.
pub(super) fn parse_only(corpus: &Corpus) -> Corpus {
    let mut corpus = corpus.clone();
    corpus.options.push(("parse-only".to_owned(), "true".to_owned()));
    corpus
}

/// Of timed phases the parsing.
pub(super) fn parse_time(phases: &[(String, Nanos)]) -> Option<Nanos> {
    phases.iter().find(|(phase, _)| phase == name(Phase::Parse)).map(|&(_, time)| time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::scripted::FakeClock;
    use crate::lane::{Preparation, Work};

    struct Seen(Vec<(String, u64, u64)>);

    impl Progress for Seen {
        fn begins(&mut self, _lane: &str, _work: Work) {}

        fn learned(&mut self, _lane: &str, _preparation: &Preparation) {}

        fn step(&mut self, _lane: &str, phase: &str, done: u64, total: u64) {
            self.0.push((phase.to_owned(), done, total));
        }
    }

    #[test]
    fn phases_are_summed_in_order() {
        let clock = FakeClock::default();
        let script = [
            (Phase::Walk, 3, 3, 5),
            (Phase::Parse, 8, 9, 100),
            (Phase::Parse, 9, 9, 20),
            (Phase::Resolve, 1, 1, 7),
            (Phase::Ready, 0, 0, 2),
        ];
        let mut steps = script.into_iter();
        let mut seen = Seen(Vec::new());
        let times = run_steps("wasm", &clock, &mut seen, || {
            let (phase, done, total, elapsed_ns) = steps.next().expect("no step after ready");
            clock.advance(elapsed_ns);
            Ok(StepProgress { phase, done, total })
        })
        .expect("no step fails");
        let expected = [("walk", 5), ("parse", 120), ("resolve", 9)];
        assert_eq!(times, expected.map(|(phase, time)| (phase.to_owned(), Nanos(time))));
        assert_eq!(
            seen.0,
            [("walk", 3, 3), ("parse", 8, 9), ("parse", 9, 9), ("resolve", 1, 1), ("ready", 0, 0)]
                .map(|(phase, done, total)| (phase.to_owned(), done, total))
        );
    }

    #[test]
    fn a_failing_step_ends_it() {
        let clock = FakeClock::default();
        let mut seen = Seen(Vec::new());
        let error = run_steps("wasm", &clock, &mut seen, || Err(LaneError::Trap("x".to_owned())))
            .expect_err("the step fails");
        assert_eq!(error.outcome(), "trap");
        assert_eq!(seen.0, []);
    }
}
