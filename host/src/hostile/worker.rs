//! The child's part: opens a corpus in the sandbox as any command does, makes the attack's calls, and says
//! what it saw. It judges nothing.

use std::path::Path;

use guest::limits::Limits;

use crate::clock::MonotonicClock;
use crate::embedded;
use crate::hostile::attack::{Attack, Probe, Scale, ToolCall};
use crate::hostile::ground::{BAIT, CANARY, SECRET, WITNESS};
use crate::hostile::observation::{Called, Ended, Observation};
use crate::hostile::probes::ARM;
use crate::lane::{Corpus, Lane as _, LaneError, Preparation, Progress, ReadyLane, WasmLane, Work};
use crate::sandbox::{Arm, Guards, Sandbox};
use crate::settings::SandboxLimits;

/// Shows nothing.
struct Silent;

impl Progress for Silent {
    fn begins(&mut self, _lane: &str, _work: Work) {}

    fn learned(&mut self, _lane: &str, _preparation: &Preparation) {}

    fn step(&mut self, _lane: &str, _phase: &str, _done: u64, _total: u64) {}
}

/// Lets an attack happen to a sandbox with the default limits.
pub(crate) fn observe(attack: &Attack, scale: Scale, corpus: &Path) -> Observation {
    let mut seen = Observation::default();
    let outcome = match attack.probe {
        Some(probe) => run_probe(probe, scale, corpus, &mut seen),
        None => run_component(attack, scale, corpus, &mut seen),
    };
    seen.ended = outcome.err().as_ref().map(Ended::from);
    seen
}

fn run_probe(probe: Probe, scale: Scale, corpus: &Path, seen: &mut Observation) -> Result<(), LaneError> {
    let sandbox = Sandbox::new(SandboxLimits::default(), Guards::default(), true)?;
    let mut arm = Arm::start(&sandbox, ARM, corpus)?;
    let attempts = probe(&mut arm, scale);
    seen.memory_peak_bytes = arm.memory_peak_bytes();
    seen.attempts = attempts?;
    Ok(())
}

fn run_component(
    attack: &Attack,
    scale: Scale,
    corpus: &Path,
    seen: &mut Observation,
) -> Result<(), LaneError> {
    let component = embedded::COMPONENT.into();
    let (limits, guards) = (SandboxLimits::default(), Guards::default());
    let mut lane = WasmLane::new("wasm".to_owned(), component, limits, guards, true, 0);
    let mut ready = lane.prepare(&options(attack, corpus), &MonotonicClock::start(), &mut Silent)?;
    seen.facts.clone_from(&ready.preparation().index_facts);
    let called = make_calls(&mut ready, (attack.calls)(scale), seen).and_then(|()| {
        seen.finds_bait = finds(&mut ready, BAIT)?;
        seen.finds_canary |= finds(&mut ready, CANARY)?;
        seen.finds_witness = finds(&mut ready, WITNESS)?;
        Ok(())
    });
    seen.memory_peak_bytes = ready.memory_peak_bytes().unwrap_or_default();
    called
}

fn options(attack: &Attack, corpus: &Path) -> Corpus {
    let defaults = Limits::default().entries().map(|(name, value)| (name.to_owned(), value.to_string()));
    let own = attack.options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Corpus { root: corpus.to_owned(), options: defaults.into_iter().chain(own).collect() }
}

fn make_calls(
    lane: &mut impl ReadyLane,
    calls: Vec<ToolCall>,
    seen: &mut Observation,
) -> Result<(), LaneError> {
    for (tool, arguments) in calls {
        let answer = lane.call_tool(tool, &arguments)?;
        seen.finds_canary |= answer.as_ref().is_ok_and(|text| text.contains(SECRET));
        seen.calls.push(Called { tool: tool.to_owned(), refusal: answer.err().map(|refusal| refusal.text) });
    }
    Ok(())
}

/// Whether a search finds a function by its whole name.
fn finds(lane: &mut impl ReadyLane, name: &str) -> Result<bool, LaneError> {
    let answer = lane.call_tool("search_symbols", &format!("{{\"query\":\"{name}\"}}"))?;
    Ok(answer.is_ok_and(|text| text.contains(&format!("\"name\":\"{name}\""))))
}
