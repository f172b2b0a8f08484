//! The worker's job of `run` and `compare`: open the lanes, agree on a plan, measure.

use std::io::Write;

use guest::bench::PlanConfig;

use crate::calibrate::calibrate;
use crate::clock::Clock;
use crate::lane::{Lane, LaneError, LaneSpec, Preparation};
use crate::measure::{
    Control, Measurement, PlanFailure, RunningLane, agree_on_plan, measure, samples_expected,
};
use crate::settings::Settings;
use crate::worker::frames::{Frames, SampleStream, Teller};
use crate::worker::protocol::Event;

/// Samples for which room is made at once, at most; taking one more allocates, outside the readings.
const MOST_RESERVED: usize = 1 << 18;

/// Measures what the settings say in lanes that `open` makes, until done or told to stop.
///
/// # Errors
/// A lane that cannot be opened or make a plan. One that breaks later is a row.
pub(super) fn measure_lanes<L: Lane, W: Write>(
    settings: &Settings,
    open: impl Fn(&LaneSpec, &Settings) -> Result<L, LaneError>,
    clock: &impl Clock,
    control: &Control,
    frames: &Frames<W>,
) -> Result<Measurement, LaneError> {
    frames.say(&Event::Calibrated(calibrate(clock)));
    let mut teller = Teller(frames);
    let mut lanes = Vec::with_capacity(settings.lanes.len());
    for spec in &settings.lanes {
        let opened = RunningLane::prepare(open(spec, settings)?, &settings.corpus, clock, &mut teller);
        let mut lane = opened.map_err(|error| spec.blame(error))?;
        if settings.parse_alone {
            lane.parse_alone(&settings.corpus, clock, &mut teller)?;
        }
        frames.say_prepared(&spec.label, lane.preparation());
        lanes.push(lane);
    }
    check_same_corpus(&lanes)?;
    let plan = match agree_on_plan(&settings.lanes, &mut lanes, &plan_config(settings), &mut teller) {
        Ok(plan) => plan,
        Err(PlanFailure::Disagreement(found)) => {
            return Ok(Measurement { disagreement: Some(*found), ..Measurement::default() });
        }
        Err(PlanFailure::Lane(error)) => return Err(error),
    };
    frames.say(&Event::Planned(plan.clone()));
    let room = samples_expected(&plan, lanes.len()).min(MOST_RESERVED);
    let mut samples = SampleStream::new(frames, room);
    Ok(measure(settings, &plan, &mut lanes, clock, control, &mut samples, &mut teller))
}

/// Checks that every lane indexed the same files with the same contents: they are opened one after the
/// other, and a corpus may change meanwhile.
fn check_same_corpus<L: Lane>(lanes: &[RunningLane<L>]) -> Result<(), LaneError> {
    let seen = |preparation: &Preparation| -> Vec<(String, String)> {
        let tells = |name: &str| name == "corpus-digest" || name.starts_with("skipped.");
        preparation.index_facts.iter().filter(|(name, _)| tells(name)).cloned().collect()
    };
    if lanes.windows(2).any(|pair| seen(pair[0].preparation()) != seen(pair[1].preparation())) {
        return Err(LaneError::Corpus(
            "the lanes indexed different files: the corpus changed meanwhile, or they do not see it alike; \
             measure again when nothing writes there"
                .to_owned(),
        ));
    }
    Ok(())
}

fn plan_config(settings: &Settings) -> PlanConfig {
    PlanConfig {
        iterations: settings.iterations,
        warmup: settings.warmup,
        tools: settings.tools.clone(),
        targets: settings.targets.clone(),
        queries: settings.queries.clone(),
        path: settings.path,
    }
}
