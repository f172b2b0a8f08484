//! The worker's job of `call`: open one lane and answer calls until none comes any more.

use std::io::Write;
use std::sync::mpsc::Receiver;

use crate::clock::Clock;
use crate::lane::{AnyLane, LaneError, ReadyLane as _, Refusal};
use crate::measure::RunningLane;
use crate::settings::Settings;
use crate::worker::frames::{Frames, Teller};
use crate::worker::protocol::{CallAnswer, Event};

/// Opens the first lane and answers each call (tool, arguments) in turn. A call that breaks the lane costs
/// the next one an opening.
///
/// # Errors
/// If the lane cannot be opened the first time.
pub(super) fn answer_calls<W: Write>(
    settings: &Settings,
    clock: &impl Clock,
    calls: &Receiver<(String, String)>,
    frames: &Frames<W>,
) -> Result<(), LaneError> {
    let Some(spec) = settings.lanes.first() else { return Ok(()) };
    let lane = AnyLane::new(spec, settings)?;
    let mut teller = Teller(frames);
    let opened = RunningLane::prepare(lane, &settings.corpus, clock, &mut teller);
    let mut lane = opened.map_err(|error| spec.blame(error))?;
    frames.say_prepared(&spec.label, lane.preparation());
    frames.say(&Event::Opened);
    for (tool, arguments) in calls {
        let answer = match call(&mut lane, settings, clock, &mut teller, &tool, &arguments) {
            Ok(Ok(text)) => CallAnswer::Text(text),
            Ok(Err(refusal)) => CallAnswer::Refused(refusal),
            Err(error) => CallAnswer::Broke(error),
        };
        frames.say(&Event::Answered(answer));
    }
    Ok(())
}

fn call<W: Write>(
    lane: &mut RunningLane<AnyLane>,
    settings: &Settings,
    clock: &impl Clock,
    teller: &mut Teller<'_, W>,
    tool: &str,
    arguments: &str,
) -> Result<Result<String, Refusal>, LaneError> {
    let ready = lane.revive(&settings.corpus, clock, teller)?;
    // Opening it again may have taken long; the call has its own bound.
    teller.0.say(&Event::Opened);
    let result = ready.call_tool(tool, arguments);
    if result.is_err() {
        lane.mark_broken();
    }
    result
}
