//! A lane under measurement: what can be started again, and what is running of it.

use guest::bench::{Plan, PlanConfig};

use crate::clock::Clock;
use crate::lane::{Answer, Corpus, Lane, LaneError, Preparation, Progress, ReadyLane};
use crate::measure::{Disagreement, LaneAnswer};

/// A lane that was opened once, and may have to be opened again after it broke.
#[derive(Debug)]
pub(crate) struct RunningLane<L: Lane> {
    lane: L,
    /// `None` once it broke.
    ready: Option<L::Ready>,
    preparation: Preparation,
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
        Ok(Self { lane, ready: Some(ready), preparation })
    }

    /// How the first opening went, whatever happened to the lane since.
    pub(crate) fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    /// The running lane, unless it broke.
    pub(crate) fn ready(&mut self) -> Option<&mut L::Ready> {
        self.ready.as_mut()
    }

    /// Drops what is running; the lane has to be opened again.
    pub(crate) fn mark_broken(&mut self) {
        self.ready = None;
    }

    /// Opens the lane again if it broke.
    ///
    /// # Errors
    /// Whatever [`Lane::prepare`] says.
    pub(crate) fn revive(
        &mut self,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<(), LaneError> {
        if self.ready.is_none() {
            self.ready = Some(self.lane.prepare(corpus, clock, progress)?);
        }
        Ok(())
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

/// Asks every lane for its plan and gives the one that all of them made.
///
/// # Errors
/// [`PlanFailure::Lane`] for the first lane that cannot make a plan, [`PlanFailure::Disagreement`] with
/// the plans as JSON.
pub(crate) fn agree_on_plan<L: Lane>(
    _lanes: &mut [RunningLane<L>],
    _config: &PlanConfig,
) -> Result<Plan, PlanFailure> {
    let _ = |answer: Answer| LaneAnswer { lane: 0, outcome: None, answer };
    todo!()
}
