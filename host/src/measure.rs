//! Runs a plan with lanes and a clock.
//!
//! Nothing is printed, formatted or allocated between two readings of the clock. What is shown and how
//! figures are summed up is none of this module's business: samples go out one by one, states at the end.

mod measurement;
mod observer;
mod running_lane;

use std::sync::atomic::AtomicBool;

use guest::bench::Plan;

pub(crate) use self::measurement::{Disagreement, Floor, LaneAnswer, Measurement, RowOutcome, RowState};
pub(crate) use self::observer::{Observer, Stage};
pub(crate) use self::running_lane::{PlanFailure, RunningLane, agree_on_plan};
use crate::clock::Clock;
use crate::lane::Lane;
use crate::sample::SampleSink;
use crate::settings::Settings;

/// Measures each tool of the plan in each lane, until done or until `stop` is set.
///
/// Samples arrive in the sink between two iterations; reserve [`samples_expected`] beforehand.
pub(crate) fn measure<L: Lane>(
    _settings: &Settings,
    _plan: &Plan,
    _lanes: &mut [RunningLane<L>],
    _clock: &impl Clock,
    _stop: &AtomicBool,
    _sink: &mut impl SampleSink,
    _observer: &mut dyn Observer,
) -> Measurement {
    todo!()
}

/// How many samples a plan makes at most, over all lanes.
pub(crate) fn samples_expected(plan: &Plan, lanes: usize) -> usize {
    let per_lane: usize =
        plan.tools.iter().filter(|tool| tool.skipped.is_none()).map(|tool| tool.iterations as usize).sum();
    per_lane.saturating_mul(lanes)
}
