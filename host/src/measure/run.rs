//! One run, in the order of its life: floors, agreement, then tool by tool.

use guest::bench::{Call, Outcome, Plan, ToolPlan};
use std::collections::HashSet;

use crate::clock::{Clock, Nanos};
use crate::lane::{Lane, LaneError, ReadyLane};
use crate::measure::floor::measure_floor;
use crate::measure::table::RowTable;
use crate::measure::{
    Control, Disagreement, Floor, LaneAnswer, Measurement, Observer, RowOutcome, RunningLane, Stage,
};
use crate::sample::{Sample, SampleSink};
use crate::schedule::draw_order;
use crate::settings::Settings;

/// Time between two words to the observer while rounds go on, as far as single calls let it. They go
/// through a pipe, which warms nothing up for the next call: so rarely that no percentile sees it, and
/// often enough that little is lost with the process.
const TELL_EVERY: Nanos = Nanos(200_000_000);

/// Why a run goes no further.
enum End {
    Interrupted,
    Disagreement(Disagreement),
}

/// A run under way.
pub(super) struct Run<'a, L: Lane, C, S> {
    settings: &'a Settings,
    plan: &'a Plan,
    clock: &'a C,
    control: &'a Control,
    sink: &'a mut S,
    observer: &'a mut dyn Observer,
    slots: Vec<Slot<'a, L>>,
    table: RowTable,
    /// Order of the lanes in the present round.
    order: Vec<u16>,
    /// Tools and arguments whose answer the limit on answer size refuses.
    too_large: HashSet<(usize, String)>,
    /// The same for the arguments of the present tool, by their index.
    too_large_here: Vec<bool>,
    /// The clock when it was read last.
    read: Nanos,
    /// The clock when the observer was told last.
    told: Nanos,
}

/// A lane and what is known of it during the run.
struct Slot<'a, L: Lane> {
    lane: &'a mut RunningLane<L>,
    /// Tool and index of the arguments that are armed.
    armed: Option<(usize, usize)>,
    /// What the lane counted in the present round.
    outcome: Option<Outcome>,
    /// Why it cannot be opened again.
    lost: Option<String>,
}

impl<'a, L: Lane, C: Clock, S: SampleSink> Run<'a, L, C, S> {
    /// Starts with every row open.
    pub(super) fn new(
        settings: &'a Settings,
        plan: &'a Plan,
        lanes: &'a mut [RunningLane<L>],
        clock: &'a C,
        control: &'a Control,
        sink: &'a mut S,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let table = RowTable::new(plan, lanes.len());
        let order = vec![0; lanes.len()];
        let slots =
            lanes.iter_mut().map(|lane| Slot { lane, armed: None, outcome: None, lost: None }).collect();
        Self {
            settings,
            plan,
            clock,
            control,
            sink,
            observer,
            slots,
            table,
            order,
            too_large: HashSet::new(),
            too_large_here: Vec::new(),
            read: Nanos(0),
            told: Nanos(0),
        }
    }

    /// Runs to the end, whichever that is.
    pub(super) fn finish(mut self) -> Measurement {
        let floors = self.measure_floors();
        let end = self.compare_answers().and_then(|()| self.measure_tools());
        // An early end leaves samples of the present row behind.
        self.sink.flush();
        let (why, interrupted, disagreement) = match end {
            Ok(()) => ("not reached", false, None),
            Err(End::Interrupted) => ("interrupted", true, None),
            Err(End::Disagreement(disagreement)) => ("the lanes disagree", false, Some(disagreement)),
        };
        Measurement {
            rows: self.table.into_states(why),
            floors,
            memory_peaks_bytes: self.slots.iter().map(|slot| slot.lane.memory_peak_bytes()).collect(),
            disagreement,
            interrupted,
        }
    }

    fn measure_floors(&mut self) -> Vec<Option<Floor>> {
        let total = self.slots.len() as u32;
        let mut floors = Vec::with_capacity(self.slots.len());
        self.observer.at(Stage::Floor, "", 0, total);
        for (slot, lane) in self.slots.iter_mut().zip(0..) {
            let floor = slot.lane.ready().and_then(|ready| measure_floor(ready, self.clock).ok());
            match floor {
                Some(floor) => self.observer.floor(lane, floor),
                None => slot.lane.mark_broken(),
            }
            floors.push(floor);
            self.observer.at(Stage::Floor, "", u32::from(lane) + 1, total);
        }
        floors
    }

    /// Fires each distinct call once in every lane, before any time is taken that counts.
    fn compare_answers(&mut self) -> Result<(), End> {
        for (index, tool) in self.plan.tools.iter().enumerate() {
            if !self.table.is_any_open(index) {
                continue;
            }
            let calls = self.calls(tool);
            let distinct = distinct(&tool.arguments);
            let total = distinct.len() as u32;
            self.tell(Stage::Agree, &tool.tool, 0, total);
            for (&arguments, done) in distinct.iter().zip(1..) {
                self.go_on()?;
                let answers = self.ask_each_lane(index, arguments, &calls[arguments]);
                if answers.windows(2).any(|pair| pair[0] != pair[1]) {
                    return Err(End::Disagreement(self.disagreement(&calls[arguments])));
                }
                if answers.first().is_some_and(|(outcome, _)| !outcome.ok) {
                    self.note_refusal(index, &calls[arguments]);
                }
                if self.is_time_to_tell() {
                    self.tell(Stage::Agree, &tool.tool, done, total);
                }
            }
        }
        Ok(())
    }

    /// Fires one call in every lane whose row is open; gives what each counted and its digest.
    fn ask_each_lane(&mut self, tool: usize, arguments: usize, call: &Call) -> Vec<(Outcome, u64)> {
        let mut answers = Vec::with_capacity(self.slots.len());
        for lane in 0..self.slots.len() {
            let fired = self.fire(tool, arguments, call, lane);
            self.slots[lane].outcome = fired.map(|(_, outcome)| outcome);
            let Some((elapsed_ns, outcome)) = fired else { continue };
            self.table.note_first_call(tool, lane, elapsed_ns);
            let digest = self.slots[lane].lane.ready().map(|ready| ready.last_digest());
            match digest {
                Some(Ok(digest)) => answers.push((outcome, digest)),
                Some(Err(error)) => self.fail(tool, lane, &error),
                None => {}
            }
        }
        answers
    }

    fn measure_tools(&mut self) -> Result<(), End> {
        for (index, tool) in self.plan.tools.iter().enumerate() {
            if self.table.is_any_open(index) {
                self.measure_tool(index, tool)?;
            }
        }
        Ok(())
    }

    /// Warms up and measures one tool. Both are the same rounds; only the samples differ. What is told before
    /// goes through a pipe and wakes another process: the warm-up comes after it, and nothing but the clock
    /// between the warm-up and the first round that counts.
    fn measure_tool(&mut self, index: usize, tool: &ToolPlan) -> Result<(), End> {
        let calls = self.calls(tool);
        let is_too_large = |arguments: &String| self.too_large.contains(&(index, arguments.clone()));
        self.too_large_here = tool.arguments.iter().map(is_too_large).collect();
        self.tell(Stage::WarmUp, &tool.tool, 0, tool.warmup);
        for (stage, rounds) in [(Stage::WarmUp, tool.warmup), (Stage::Measure, tool.iterations)] {
            for round in 0..rounds {
                self.go_on()?;
                let arguments = round as usize % calls.len();
                self.run_round(stage, index, round, arguments, &calls[arguments])?;
                if self.is_time_to_tell() {
                    self.tell(stage, &tool.tool, round + 1, rounds);
                }
            }
        }
        for lane in 0..self.slots.len() {
            self.settle(index, lane, RowOutcome::Completed);
        }
        Ok(())
    }

    /// Fires each lane once, in the order drawn for the round, and compares what they counted.
    fn run_round(
        &mut self,
        stage: Stage,
        tool: usize,
        round: u32,
        arguments: usize,
        call: &Call,
    ) -> Result<(), End> {
        draw_order(self.settings.seed, tool as u16, round, &mut self.order);
        for position in 0..self.order.len() {
            let lane = self.order[position];
            let fired = self.fire(tool, arguments, call, usize::from(lane));
            self.slots[usize::from(lane)].outcome = fired.map(|(_, outcome)| outcome);
            if let (Stage::Measure, Some((elapsed_ns, outcome))) = (stage, fired) {
                self.sink.push(Sample { lane, tool: tool as u16, round, elapsed_ns, outcome });
                if self.too_large_here[arguments] {
                    self.table.count_too_large(tool, usize::from(lane));
                }
            }
        }
        let mut counted = self.slots.iter().filter_map(|slot| slot.outcome);
        let first = counted.next();
        if counted.any(|outcome| Some(outcome) != first) {
            return Err(End::Disagreement(self.disagreement(call)));
        }
        Ok(())
    }

    /// Asks strictly, outside the clock, whether the limit on answer size refuses a call: to the loop runner
    /// it is a refusal like any other. All lanes agreed on it, so that any of them can tell.
    fn note_refusal(&mut self, tool: usize, call: &Call) {
        let Some(lane) = self.slots.iter().position(|slot| slot.outcome.is_some()) else { return };
        let Some(ready) = self.slots[lane].lane.ready() else { return };
        match ready.call_tool(&call.tool, &call.arguments_json) {
            Ok(Err(refusal)) if refusal.answer_too_large => {
                self.too_large.insert((tool, call.arguments_json.clone()));
            }
            Ok(_) => {}
            Err(error) => self.fail(tool, lane, &error),
        }
    }

    /// Fires one call in one lane between two readings of the clock, if its row is open and stays so.
    fn fire(&mut self, tool: usize, arguments: usize, call: &Call, lane: usize) -> Option<(Nanos, Outcome)> {
        if !self.table.is_open(tool, lane) || !self.arm(tool, arguments, call, lane) {
            return None;
        }
        self.control.enters(tool as u16, lane as u16);
        let ready = self.slots[lane].lane.ready()?;
        let before = self.clock.now();
        let fired = ready.fire();
        let after = self.clock.now();
        self.read = after;
        match fired {
            Ok(outcome) => Some((Nanos(after.0.saturating_sub(before.0)), outcome)),
            Err(error) => {
                self.fail(tool, lane, &error);
                None
            }
        }
    }

    /// Arms a call unless it is armed already, opening the lane again if it broke on an earlier tool.
    /// Says whether the lane can fire; if not, its row is settled.
    fn arm(&mut self, tool: usize, arguments: usize, call: &Call, lane: usize) -> bool {
        let slot = &mut self.slots[lane];
        if slot.armed == Some((tool, arguments)) {
            return true;
        }
        if let Some(why) = &slot.lost {
            let why = why.clone();
            self.settle(tool, lane, RowOutcome::NotRun { why });
            return false;
        }
        let ready = match slot.lane.revive(&self.settings.corpus, self.clock, &mut *self.observer) {
            Ok(ready) => ready,
            Err(error) => {
                let why = format!("the lane could not be opened again: {error}");
                slot.lost = Some(why.clone());
                self.settle(tool, lane, RowOutcome::NotRun { why });
                return false;
            }
        };
        match ready.arm(call) {
            Ok(()) => {
                slot.armed = Some((tool, arguments));
                true
            }
            Err(error) => {
                self.fail(tool, lane, &error);
                false
            }
        }
    }

    /// Settles a row that broke its lane. The lane is opened again when a later tool needs it, hence at
    /// most once for each tool.
    #[cold]
    fn fail(&mut self, tool: usize, lane: usize, error: &LaneError) {
        let slot = &mut self.slots[lane];
        slot.lane.mark_broken();
        slot.armed = None;
        slot.outcome = None;
        self.settle(
            tool,
            lane,
            RowOutcome::Failed { word: error.outcome().to_owned(), text: error.to_string() },
        );
    }

    /// Samples go first: once the observer hears of a row, they are out of this process's hands.
    fn settle(&mut self, tool: usize, lane: usize, outcome: RowOutcome) {
        if let Some(state) = self.table.settle(tool, lane, outcome) {
            self.sink.flush();
            self.observer.row(&state);
        }
    }

    fn is_time_to_tell(&self) -> bool {
        self.read.0.saturating_sub(self.told.0) >= TELL_EVERY.0
    }

    /// Hands samples on and tells the observer how far a stage is.
    fn tell(&mut self, stage: Stage, tool: &str, done: u32, total: u32) {
        self.sink.flush();
        self.observer.at(stage, tool, done, total);
        self.told = self.read;
    }

    /// What every running lane answered last, which was this call.
    fn disagreement(&mut self, call: &Call) -> Disagreement {
        let answers = self.slots.iter_mut().zip(0..).filter_map(|(slot, lane)| {
            let outcome = slot.outcome?;
            let answer = slot.lane.ready()?.last_answer().ok()?;
            Some(LaneAnswer { lane, outcome: Some(outcome), answer })
        });
        Disagreement {
            tool: call.tool.clone(),
            arguments: call.arguments_json.clone(),
            answers: answers.collect(),
        }
    }

    /// The calls of a tool, one for each of its arguments, made before any of them is timed.
    fn calls(&self, tool: &ToolPlan) -> Vec<Call> {
        let call = |arguments: &String| Call {
            tool: tool.tool.clone(),
            arguments_json: arguments.clone(),
            path: self.settings.path,
        };
        tool.arguments.iter().map(call).collect()
    }

    fn go_on(&self) -> Result<(), End> {
        if self.control.is_stopped() { Err(End::Interrupted) } else { Ok(()) }
    }
}

/// Indices of the arguments that differ from all before them.
fn distinct(arguments: &[String]) -> Vec<usize> {
    let mut seen = HashSet::new();
    (0..arguments.len()).filter(|&index| seen.insert(&arguments[index])).collect()
}
