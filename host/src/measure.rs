//! Runs a plan with lanes and a clock.
//!
//! Nothing is printed, formatted or allocated between two readings of the clock. What is shown and how
//! figures are summed up is none of this module's business: samples go out one by one, states at the end.
//! Start reading at `run.rs`.

mod control;
mod floor;
mod measurement;
mod observer;
mod run;
mod running_lane;
mod table;
#[cfg(test)]
mod tests;

use guest::bench::Plan;

pub(crate) use self::control::Control;
pub(crate) use self::measurement::{Disagreement, Floor, LaneAnswer, Measurement, RowOutcome, RowState};
pub(crate) use self::observer::{Observer, Stage};
use self::run::Run;
pub(crate) use self::running_lane::{PlanFailure, RunningLane, agree_on_plan};
use crate::clock::Clock;
use crate::lane::Lane;
use crate::sample::SampleSink;
use crate::settings::Settings;

/// Measures each tool of the plan in each lane, until done, until lanes disagree, or until told to stop.
///
/// First the floor of each lane; then each distinct call once in each lane, and their answers compared;
/// then, tool by tool, rounds in which every lane fires once, of which the first are the warm-up. Samples
/// arrive in the sink between two fires; reserve [`samples_expected`] beforehand.
pub(crate) fn measure<L: Lane>(
    settings: &Settings,
    plan: &Plan,
    lanes: &mut [RunningLane<L>],
    clock: &impl Clock,
    control: &Control,
    sink: &mut impl SampleSink,
    observer: &mut dyn Observer,
) -> Measurement {
    Run::new(settings, plan, lanes, clock, control, sink, observer).finish()
}

/// How many samples a plan makes at most, over all lanes.
pub(crate) fn samples_expected(plan: &Plan, lanes: usize) -> usize {
    let per_lane: usize =
        plan.tools.iter().filter(|tool| tool.skipped.is_none()).map(|tool| tool.iterations as usize).sum();
    per_lane.saturating_mul(lanes)
}
