//! One type for either lane, so that one measuring loop serves a run with both.

use std::borrow::Cow;
use std::fs;

use guest::bench::{Call, Outcome, Plan, PlanConfig};

use crate::clock::{Clock, Nanos};
use crate::embedded;
use crate::lane::{
    Answer, Corpus, Lane, LaneError, LaneKind, LaneSpec, NativeLane, Preparation, Progress, ReadyLane,
    Refusal, WasmLane,
};
use crate::settings::Settings;

/// A lane of a run.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a run has one or two of them")]
pub(crate) enum AnyLane {
    /// Inside the sandbox.
    Wasm(WasmLane),
    /// Outside of it.
    Native(NativeLane),
}

impl AnyLane {
    /// Makes the lane that a specification asks for; reads its component, compiles nothing.
    ///
    /// # Errors
    /// [`LaneError::BadComponent`] if the component's file cannot be read, or nothing of this kind can
    /// be run.
    pub(crate) fn new(spec: &LaneSpec, settings: &Settings) -> Result<Self, LaneError> {
        let label = spec.label.clone();
        match spec.kind {
            LaneKind::Wasm => {
                let component = read_component(spec)?;
                let (cache, skipped) = (settings.cache, settings.list_skipped);
                Ok(Self::Wasm(WasmLane::new(label, component, settings.sandbox, spec.guards, cache, skipped)))
            }
            LaneKind::Native => Ok(Self::Native(NativeLane::new(label, settings.list_skipped))),
            LaneKind::Scripted => Err(LaneError::BadComponent("scripted lanes are for tests".to_owned())),
        }
    }
}

impl AnyLane {
    /// The component's bytes; none for a lane without one.
    pub(crate) fn component(&self) -> &[u8] {
        match self {
            Self::Wasm(lane) => lane.component(),
            Self::Native(_) => &[],
        }
    }
}

fn read_component(spec: &LaneSpec) -> Result<Cow<'static, [u8]>, LaneError> {
    let Some(path) = &spec.component else {
        return Ok(Cow::Borrowed(embedded::COMPONENT));
    };
    fs::read(path).map(Cow::Owned).map_err(|error| {
        let shown = crate::sandbox::one_line(&path.display().to_string());
        LaneError::BadComponent(format!("the component `{shown}` cannot be read: {}", error.kind()))
    })
}

impl Lane for AnyLane {
    type Ready = AnyReadyLane;

    fn prepare(
        &mut self,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<AnyReadyLane, LaneError> {
        match self {
            Self::Wasm(lane) => lane.prepare(corpus, clock, progress).map(Box::new).map(AnyReadyLane::Wasm),
            Self::Native(lane) => {
                lane.prepare(corpus, clock, progress).map(Box::new).map(AnyReadyLane::Native)
            }
        }
    }

    fn parse_alone(
        &mut self,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<Option<Nanos>, LaneError> {
        match self {
            Self::Wasm(lane) => lane.parse_alone(corpus, clock, progress),
            Self::Native(lane) => lane.parse_alone(corpus, clock, progress),
        }
    }
}

/// A lane of a run with its index in memory.
#[derive(Debug)]
pub(crate) enum AnyReadyLane {
    /// Inside the sandbox.
    Wasm(Box<<WasmLane as Lane>::Ready>),
    /// Outside of it.
    Native(Box<<NativeLane as Lane>::Ready>),
}

/// Passes a call on to whichever lane it is.
macro_rules! either {
    ($self:expr, $lane:ident => $call:expr) => {
        match $self {
            Self::Wasm($lane) => $call,
            Self::Native($lane) => $call,
        }
    };
}

impl ReadyLane for AnyReadyLane {
    fn preparation(&self) -> &Preparation {
        either!(self, lane => lane.preparation())
    }

    fn plan(&mut self, config: &PlanConfig) -> Result<Plan, LaneError> {
        either!(self, lane => lane.plan(config))
    }

    fn arm(&mut self, call: &Call) -> Result<(), LaneError> {
        either!(self, lane => lane.arm(call))
    }

    #[inline]
    fn fire(&mut self) -> Result<Outcome, LaneError> {
        either!(self, lane => lane.fire())
    }

    #[inline]
    fn idle(&mut self) -> Result<Outcome, LaneError> {
        either!(self, lane => lane.idle())
    }

    fn last_digest(&mut self) -> Result<u64, LaneError> {
        either!(self, lane => lane.last_digest())
    }

    fn last_answer(&mut self) -> Result<Answer, LaneError> {
        either!(self, lane => lane.last_answer())
    }

    fn call_tool(&mut self, name: &str, arguments_json: &str) -> Result<Result<String, Refusal>, LaneError> {
        either!(self, lane => lane.call_tool(name, arguments_json))
    }

    fn memory_peak_bytes(&self) -> Option<u64> {
        either!(self, lane => lane.memory_peak_bytes())
    }
}
