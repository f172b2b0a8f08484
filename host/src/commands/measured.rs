//! From settings to a report: open the lanes, agree on a plan, measure, build the model.

use guest::bench::PlanConfig;

use crate::calibrate::calibrate;
use crate::clock::Clock;
use crate::commands::interrupt::Interrupt;
use crate::lane::{Lane, LaneError, LaneSpec, Preparation};
use crate::machine::Machine;
use crate::measure::{
    Measurement, Observer, PlanFailure, RunningLane, agree_on_plan, measure, samples_expected,
};
use crate::report::{Findings, Report};
use crate::sample::Sample;
use crate::settings::Settings;

/// Measures what the settings say in lanes that `open` makes, until done or interrupted.
///
/// # Errors
/// A lane that cannot be opened or make a plan. One that breaks later is a row of the report.
pub(super) fn measure_lanes<L: Lane>(
    settings: &Settings,
    open: impl Fn(&LaneSpec, &Settings) -> Result<L, LaneError>,
    clock: &impl Clock,
    interrupt: &Interrupt,
    observer: &mut dyn Observer,
) -> Result<Report, LaneError> {
    let calibration = calibrate(clock);
    let mut lanes = Vec::with_capacity(settings.lanes.len());
    for spec in &settings.lanes {
        let opened = RunningLane::prepare(open(spec, settings)?, &settings.corpus, clock, observer);
        let mut lane = opened.map_err(|error| spec.blame(error))?;
        if settings.parse_alone {
            lane.parse_alone(&settings.corpus, clock, observer)?;
        }
        lanes.push(lane);
    }
    let preparations: Vec<Preparation> = lanes.iter().map(|lane| lane.preparation().clone()).collect();
    check_same_corpus(&preparations)?;
    let mut samples: Vec<Sample> = Vec::new();
    let (plan, measurement) = match agree_on_plan(&mut lanes, &plan_config(settings)) {
        Ok(plan) => {
            interrupt.measuring_begins();
            samples.reserve_exact(samples_expected(&plan, lanes.len()));
            let measurement =
                measure(settings, &plan, &mut lanes, clock, interrupt.flag(), &mut samples, observer);
            (Some(plan), measurement)
        }
        Err(PlanFailure::Disagreement(found)) => {
            (None, Measurement { disagreement: Some(*found), ..Measurement::default() })
        }
        Err(PlanFailure::Lane(error)) => return Err(error),
    };
    Ok(Report::build(&Findings {
        settings,
        machine: &Machine::detect(),
        calibration,
        preparations: &preparations,
        plan: plan.as_ref(),
        measurement: &measurement,
        samples: &samples,
    }))
}

/// Checks that every lane indexed the same files with the same contents: they are opened one after the
/// other, and a corpus may change meanwhile.
fn check_same_corpus(preparations: &[Preparation]) -> Result<(), LaneError> {
    let seen = |preparation: &Preparation| -> Vec<(String, String)> {
        let tells = |name: &str| name == "corpus-digest" || name.starts_with("skipped.");
        preparation.index_facts.iter().filter(|(name, _)| tells(name)).cloned().collect()
    };
    if preparations.windows(2).any(|pair| seen(&pair[0]) != seen(&pair[1])) {
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
