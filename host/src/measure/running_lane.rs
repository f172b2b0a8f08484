//! A lane under measurement: what can be started again, and what is running of it.

use std::fmt;

use guest::bench::{Plan, PlanConfig};

use crate::clock::Clock;
use crate::lane::{Answer, Corpus, Lane, LaneError, LaneSpec, Preparation, Progress, ReadyLane, Work};
use crate::measure::{Disagreement, LaneAnswer};

/// A lane that was opened once, and may have to be opened again after it broke.
pub(crate) struct RunningLane<L: Lane> {
    lane: L,
    /// `None` once it broke.
    ready: Option<L::Ready>,
    preparation: Preparation,
    memory_peak_bytes: Option<u64>,
}

impl<L: Lane + fmt::Debug> fmt::Debug for RunningLane<L> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RunningLane").field("lane", &self.lane).finish_non_exhaustive()
    }
}

impl<L: Lane> RunningLane<L> {
    /// Opens a lane.
    ///
    /// # Errors
    /// Whatever [`Lane::prepare`] says.
    pub(crate) fn prepare(
        mut lane: L,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<Self, LaneError> {
        let ready = lane.prepare(corpus, clock, progress)?;
        let preparation = ready.preparation().clone();
        Ok(Self { lane, ready: Some(ready), preparation, memory_peak_bytes: None })
    }

    /// How the first opening went, whatever happened to the lane since.
    pub(crate) fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    /// Times the parser alone, beside what is running, and keeps that with the preparation.
    ///
    /// # Errors
    /// Whatever [`Lane::parse_alone`] says.
    pub(crate) fn parse_alone(
        &mut self,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<(), LaneError> {
        self.preparation.parse_alone_ns = self.lane.parse_alone(corpus, clock, progress)?;
        Ok(())
    }

    /// The running lane, unless it broke.
    pub(crate) fn ready(&mut self) -> Option<&mut L::Ready> {
        self.ready.as_mut()
    }

    /// Peak linear memory so far, over all openings, bytes; `None` where there is none.
    pub(crate) fn memory_peak_bytes(&self) -> Option<u64> {
        let present = self.ready.as_ref().and_then(ReadyLane::memory_peak_bytes);
        present.max(self.memory_peak_bytes)
    }

    /// Drops what is running; the lane has to be opened again.
    pub(crate) fn mark_broken(&mut self) {
        self.memory_peak_bytes = self.memory_peak_bytes();
        self.ready = None;
    }

    /// Gives the running lane, after opening it again if it broke.
    ///
    /// # Errors
    /// Whatever [`Lane::prepare`] says.
    pub(crate) fn revive(
        &mut self,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<&mut L::Ready, LaneError> {
        match &mut self.ready {
            Some(ready) => Ok(ready),
            none => Ok(none.insert(self.lane.prepare(corpus, clock, progress)?)),
        }
    }
}

/// Why lanes have no common plan.
#[derive(Debug)]
pub(crate) enum PlanFailure {
    /// A lane could not make one.
    Lane(LaneError),
    /// The lanes made different ones.
    Disagreement(Box<Disagreement>),
}

/// Asks every lane for its plan and gives the one that all of them made. All lanes have to be running.
///
/// # Errors
/// [`PlanFailure::Lane`] for the first lane that cannot make a plan, [`PlanFailure::Disagreement`] with
/// the plans as JSON.
pub(crate) fn agree_on_plan<L: Lane>(
    specs: &[LaneSpec],
    lanes: &mut [RunningLane<L>],
    config: &PlanConfig,
    progress: &mut dyn Progress,
) -> Result<Plan, PlanFailure> {
    let mut plans = Vec::with_capacity(lanes.len());
    for (spec, lane) in specs.iter().zip(lanes) {
        progress.begins(&spec.label, Work::Plan);
        let ready = lane.ready().ok_or_else(|| protocol("a lane broke before the plan was made"))?;
        plans.push(ready.plan(config).map_err(PlanFailure::Lane)?);
    }
    if plans.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err(PlanFailure::Disagreement(Box::new(disagreement(&plans, config))));
    }
    plans.pop().ok_or_else(|| protocol("there is no lane to make a plan"))
}

fn protocol(what: &str) -> PlanFailure {
    PlanFailure::Lane(LaneError::Protocol(what.to_owned()))
}

fn disagreement(plans: &[Plan], config: &PlanConfig) -> Disagreement {
    let answers = plans.iter().zip(0..).map(|(plan, lane)| LaneAnswer {
        lane,
        outcome: None,
        answer: Answer {
            digest: u64::from_str_radix(&plan.plan_digest, 16).unwrap_or_default(),
            text: json(plan),
        },
    });
    Disagreement { tool: "plan".to_owned(), arguments: json(config), answers: answers.collect() }
}

/// A value of strings and numbers, which always has a JSON form.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
