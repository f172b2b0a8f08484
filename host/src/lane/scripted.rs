//! A lane and a clock that follow a script, so that measuring is tested exactly and without waiting.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use guest::bench::{Call, Outcome, Plan, PlanConfig};

use crate::clock::{Clock, Nanos};
use crate::lane::{Answer, Corpus, Lane, LaneError, Preparation, Progress, ReadyLane, Refusal};

/// A clock that moves only when told to. Clones share one time.
#[derive(Clone, Debug, Default)]
pub(crate) struct FakeClock {
    now_ns: Rc<Cell<u64>>,
}

impl FakeClock {
    /// Moves it on.
    pub(crate) fn advance(&self, elapsed_ns: u64) {
        self.now_ns.set(self.now_ns.get() + elapsed_ns);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Nanos {
        Nanos(self.now_ns.get())
    }
}

/// What a scripted lane was asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// It was opened.
    Prepare,
    /// A call was armed: tool and arguments.
    Arm(String, String),
    /// The armed call was fired.
    Fire,
}

/// A record of events with the lane's label, shared by the lanes of a test.
pub(crate) type Log = Rc<RefCell<Vec<(String, Event)>>>;

/// What one fire does: decided by the tool, its arguments and how many fires came before.
pub(crate) type Script = fn(tool: &str, arguments: &str, fires_before: u32) -> Reply;

/// What a scripted fire does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reply {
    /// Takes so long and gives this outcome; the answer's text is the outcome's items.
    Answer(u64, Outcome),
    /// Traps.
    Trap,
}

/// Takes `elapsed_ns` and answers with `items`.
pub(crate) fn answer(elapsed_ns: u64, items: u32) -> Reply {
    Reply::Answer(elapsed_ns, Outcome { ok: true, bytes: 2, items })
}

/// A lane that follows a script.
#[derive(Debug)]
pub(crate) struct ScriptedLane {
    /// Name in the log.
    pub(crate) label: &'static str,
    /// Its clock, the one that the test measures with.
    pub(crate) clock: FakeClock,
    /// Where it writes what it was asked.
    pub(crate) log: Log,
    /// What its fires do; counts go on when it is opened again.
    pub(crate) script: Script,
    /// How often it can be opened.
    pub(crate) openings: u32,
    /// Fires so far, over all openings.
    pub(crate) fires: Rc<Cell<u32>>,
}

impl ScriptedLane {
    /// A lane that can be opened as often as needed.
    pub(crate) fn new(label: &'static str, clock: &FakeClock, log: &Log, script: Script) -> Self {
        Self {
            label,
            clock: clock.clone(),
            log: Rc::clone(log),
            script,
            openings: u32::MAX,
            fires: Rc::default(),
        }
    }
}

impl Lane for ScriptedLane {
    type Ready = ReadyScriptedLane;

    fn prepare(
        &mut self,
        _corpus: &Corpus,
        _clock: &dyn Clock,
        _progress: &mut dyn Progress,
    ) -> Result<ReadyScriptedLane, LaneError> {
        let Some(left) = self.openings.checked_sub(1) else {
            return Err(LaneError::Corpus("no opening is left".to_owned()));
        };
        self.openings = left;
        self.log.borrow_mut().push((self.label.to_owned(), Event::Prepare));
        Ok(ReadyScriptedLane {
            label: self.label,
            clock: self.clock.clone(),
            log: Rc::clone(&self.log),
            script: self.script,
            fires: Rc::clone(&self.fires),
            preparation: Preparation::default(),
            armed: None,
            last: String::new(),
        })
    }
}

/// A scripted lane that is open.
#[derive(Debug)]
pub(crate) struct ReadyScriptedLane {
    label: &'static str,
    clock: FakeClock,
    log: Log,
    script: Script,
    fires: Rc<Cell<u32>>,
    preparation: Preparation,
    armed: Option<Call>,
    last: String,
}

impl ReadyLane for ReadyScriptedLane {
    fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    fn plan(&mut self, config: &PlanConfig) -> Result<Plan, LaneError> {
        Ok(Plan {
            tools: Vec::new(),
            targets: vec![self.label.to_owned()],
            target_callers: vec![config.iterations],
            queries: Vec::new(),
            notes: Vec::new(),
            plan_digest: String::new(),
        })
    }

    fn arm(&mut self, call: &Call) -> Result<(), LaneError> {
        let event = Event::Arm(call.tool.clone(), call.arguments_json.clone());
        self.log.borrow_mut().push((self.label.to_owned(), event));
        self.armed = Some(call.clone());
        Ok(())
    }

    fn fire(&mut self) -> Result<Outcome, LaneError> {
        let armed = self.armed.as_ref().ok_or(LaneError::Protocol("no call is armed".to_owned()))?;
        self.log.borrow_mut().push((self.label.to_owned(), Event::Fire));
        let fires = self.fires.get();
        self.fires.set(fires + 1);
        match (self.script)(&armed.tool, &armed.arguments_json, fires) {
            Reply::Answer(elapsed_ns, outcome) => {
                self.clock.advance(elapsed_ns);
                self.last = outcome.items.to_string();
                Ok(outcome)
            }
            Reply::Trap => Err(LaneError::Trap("as scripted".to_owned())),
        }
    }

    fn idle(&mut self) -> Result<Outcome, LaneError> {
        self.clock.advance(5);
        Ok(Outcome { ok: true, bytes: 0, items: 0 })
    }

    fn last_digest(&mut self) -> Result<u64, LaneError> {
        Ok(self.last.parse().unwrap_or(u64::MAX))
    }

    fn last_answer(&mut self) -> Result<Answer, LaneError> {
        Ok(Answer { digest: self.last_digest()?, text: self.last.clone() })
    }

    fn call_tool(&mut self, name: &str, arguments_json: &str) -> Result<Result<String, Refusal>, LaneError> {
        Ok(match arguments_json {
            "large" | "unknown" => {
                Err(Refusal { answer_too_large: arguments_json == "large", text: "as scripted".to_owned() })
            }
            _ => Ok(name.to_owned()),
        })
    }

    fn memory_peak_bytes(&self) -> Option<u64> {
        Some(u64::from(self.fires.get()))
    }
}
