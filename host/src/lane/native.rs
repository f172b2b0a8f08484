//! The native lane: the guest's source linked into this process, outside the sandbox.
//!
//! It has no deadline, no memory limit and no stack of its own; only a panic is caught, and only the
//! watchdog outside this process bounds it. What it does is what the component does, through the same
//! [`Session`].

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use guest::bench::{Call, Outcome, Plan, PlanConfig};
use guest::build_info;
use guest::corpus::CorpusRoot;
use guest::session::{OpenOptions, Session};
use guest::tools::ToolError;

use crate::clock::{Clock, Nanos};
use crate::lane::phases::{parse_only, parse_time, run_steps};
use crate::lane::{Answer, Corpus, Lane, LaneError, Preparation, Progress, ReadyLane, Refusal, Work};
use crate::sandbox::{check_corpus, one_line};

/// A native lane that has not indexed anything yet.
#[derive(Debug)]
pub(crate) struct NativeLane {
    label: String,
    list_skipped: u32,
}

impl NativeLane {
    /// `list_skipped` bounds what [`Preparation::skipped`] lists.
    pub(crate) fn new(label: String, list_skipped: u32) -> Self {
        Self { label, list_skipped }
    }
}

impl Lane for NativeLane {
    type Ready = ReadyNativeLane;

    fn prepare(
        &mut self,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<ReadyNativeLane, LaneError> {
        let mut session = Session::default();
        let about = build_info::describe();
        progress.learned(&self.label, &Preparation { about: about.clone(), ..Preparation::default() });
        let index_phases = open(&mut session, &self.label, corpus, clock, progress)?;
        progress.begins(&self.label, Work::Describe);
        let skipped = session.list_skipped(self.list_skipped as usize)?;
        let preparation = Preparation {
            index_phases,
            about,
            index_facts: session.index_facts()?,
            skipped: skipped.into_iter().map(|(path, reason)| (path, reason.to_owned())).collect(),
            ..Preparation::default()
        };
        Ok(ReadyNativeLane { session, preparation })
    }

    fn parse_alone(
        &mut self,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<Option<Nanos>, LaneError> {
        let mut session = Session::default();
        open(&mut session, &self.label, &parse_only(corpus), clock, progress)
            .map(|phases| parse_time(&phases))
    }
}

/// Opens the corpus in a session and times the phases.
fn open(
    session: &mut Session,
    label: &str,
    corpus: &Corpus,
    clock: &dyn Clock,
    progress: &mut dyn Progress,
) -> Result<Vec<(String, Nanos)>, LaneError> {
    progress.begins(label, Work::Index);
    check_corpus(&corpus.root)?;
    let options = corpus.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let options = OpenOptions::parse(options)?;
    caught(|| {
        let root = CorpusRoot::open(&corpus.root).map_err(|error| LaneError::Corpus(error.to_string()))?;
        session.open_begin(root, options)?;
        run_steps(label, clock, progress, || Ok(session.open_step()?))
    })
}

/// A session with its index in memory.
#[derive(Debug)]
pub(crate) struct ReadyNativeLane {
    session: Session,
    preparation: Preparation,
}

impl ReadyLane for ReadyNativeLane {
    fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    fn plan(&mut self, config: &PlanConfig) -> Result<Plan, LaneError> {
        caught(|| Ok(self.session.plan(config)?))
    }

    fn arm(&mut self, call: &Call) -> Result<(), LaneError> {
        caught(|| Ok(self.session.arm(call)?))
    }

    #[inline]
    fn fire(&mut self) -> Result<Outcome, LaneError> {
        caught(|| Ok(self.session.fire()?))
    }

    #[inline]
    fn idle(&mut self) -> Result<Outcome, LaneError> {
        caught(|| Ok(self.session.idle()?))
    }

    fn last_digest(&mut self) -> Result<u64, LaneError> {
        Ok(self.session.last_digest())
    }

    fn last_answer(&mut self) -> Result<Answer, LaneError> {
        Ok(Answer { digest: self.session.last_digest(), text: self.session.last_answer().to_owned() })
    }

    fn call_tool(&mut self, name: &str, arguments_json: &str) -> Result<Result<String, Refusal>, LaneError> {
        caught(|| Ok(self.session.call_tool(name, arguments_json).map_err(refusal)))
    }

    fn memory_peak_bytes(&self) -> Option<u64> {
        None
    }
}

fn refusal(error: ToolError) -> Refusal {
    Refusal { answer_too_large: matches!(error, ToolError::AnswerTooLarge { .. }), text: error.to_string() }
}

/// Runs guest code and turns a panic into the trap that it would be inside the sandbox. What the session
/// looks like afterwards does not matter: a lane that trapped is never called again.
#[inline]
fn caught<T>(run: impl FnOnce() -> Result<T, LaneError>) -> Result<T, LaneError> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| Err(trap(payload.as_ref())))
}

#[cold]
fn trap(payload: &(dyn Any + Send)) -> LaneError {
    let said = payload.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| payload.downcast_ref::<&str>().copied());
    LaneError::Trap(match said {
        Some(said) => format!("panicked: {}", one_line(said)),
        None => "panicked".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_trap() {
        let result: Result<(), _> = caught(|| panic!("line one\nand {}", "two"));
        let error = result.expect_err("it panicked");
        assert_eq!(error.outcome(), "trap");
        assert_eq!(error.to_string(), "the guest trapped: panicked: line one\\nand two");
    }

    #[test]
    fn an_error_passes_through() {
        let result: Result<(), _> = caught(|| Err(LaneError::Protocol("no call is armed".to_owned())));
        assert_eq!(result.expect_err("passed through").outcome(), "protocol");
    }
}
