//! The wasm lane: the component in its sandbox.
//!
//! Compiled code is kept, so that a lane that broke starts again without the compiler. Which guard ended
//! it, and how, is [`crate::sandbox`]'s business.

use std::borrow::Cow;
use std::path::Path;

use guest::bench::{Call, Outcome, Plan, PlanConfig};
use sha2::{Digest as _, Sha256};

use crate::clock::{Clock, Nanos};
use crate::lane::phases::{parse_only, parse_time, run_steps};
use crate::lane::{Answer, Corpus, Lane, LaneError, Preparation, Progress, ReadyLane, Refusal, Work};
use crate::sandbox::{Guards, Guest, Loaded, Sandbox, check_corpus};
use crate::settings::SandboxLimits;

/// A component that has not indexed anything yet.
#[derive(Debug)]
pub(crate) struct WasmLane {
    label: String,
    component: Cow<'static, [u8]>,
    limits: SandboxLimits,
    guards: Guards,
    cache: bool,
    list_skipped: u32,
    compiled: Option<Compiled>,
}

#[derive(Debug)]
struct Compiled {
    loaded: Loaded,
    sandbox: Sandbox,
}

impl WasmLane {
    /// Takes a component's bytes; nothing is compiled yet. `list_skipped` bounds what
    /// [`Preparation::skipped`] lists.
    pub(crate) fn new(
        label: String,
        component: Cow<'static, [u8]>,
        limits: SandboxLimits,
        guards: Guards,
        cache: bool,
        list_skipped: u32,
    ) -> Self {
        Self { label, component, limits, guards, cache, list_skipped, compiled: None }
    }
}

impl WasmLane {
    /// The component's bytes.
    pub(crate) fn component(&self) -> &[u8] {
        &self.component
    }
}

impl Lane for WasmLane {
    type Ready = ReadyWasmLane;

    fn prepare(
        &mut self,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<ReadyWasmLane, LaneError> {
        progress.begins(&self.label, Work::Load);
        check_corpus(&corpus.root)?;
        let component_sha256 = Some(hex(&Sha256::digest(&self.component)));
        let mut preparation = Preparation { component_sha256, ..Preparation::default() };
        let compiled = match &mut self.compiled {
            Some(compiled) => compiled,
            none => {
                let before = clock.now();
                let compiled = none.insert(load(&self.component, self.limits, self.guards, self.cache)?);
                preparation.load_ns = Some(elapsed(clock, before));
                preparation.load_cached = Some(compiled.loaded.is_cached());
                compiled
            }
        };
        let mut guest = start(compiled, &corpus.root, clock, &mut preparation)?;
        progress.learned(&self.label, &preparation);
        progress.begins(&self.label, Work::Index);
        guest.open_begin(&options(corpus, self.guards))?;
        preparation.index_phases = run_steps(&self.label, clock, progress, || guest.open_step())?;
        progress.begins(&self.label, Work::Describe);
        preparation.index_facts = guest.index_facts()?;
        preparation.skipped = guest.list_skipped(self.list_skipped)?;
        preparation.memory_peak_bytes = Some(guest.memory_peak_bytes());
        Ok(ReadyWasmLane { guest, preparation })
    }

    fn parse_alone(
        &mut self,
        corpus: &Corpus,
        clock: &dyn Clock,
        progress: &mut dyn Progress,
    ) -> Result<Option<Nanos>, LaneError> {
        progress.begins(&self.label, Work::Load);
        let compiled = match &mut self.compiled {
            Some(compiled) => compiled,
            none => none.insert(load(&self.component, self.limits, self.guards, self.cache)?),
        };
        let mut guest = start(compiled, &corpus.root, clock, &mut Preparation::default())?;
        progress.begins(&self.label, Work::Index);
        guest.open_begin(&parse_only(corpus).options)?;
        run_steps(&self.label, clock, progress, || guest.open_step()).map(|phases| parse_time(&phases))
    }
}

/// The corpus's options; without the look before parsing, a nesting that no source can pass.
fn options(corpus: &Corpus, guards: Guards) -> Cow<'_, [(String, String)]> {
    let mut options = Cow::Borrowed(&corpus.options[..]);
    if !guards.pre_scan {
        options.to_mut().push(("nesting".to_owned(), u64::MAX.to_string()));
    }
    options
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn load(component: &[u8], limits: SandboxLimits, guards: Guards, cache: bool) -> Result<Compiled, LaneError> {
    let sandbox = Sandbox::new(limits, guards, cache)?;
    let loaded = sandbox.load(component)?;
    Ok(Compiled { loaded, sandbox })
}

fn start(
    compiled: &Compiled,
    root: &Path,
    clock: &dyn Clock,
    preparation: &mut Preparation,
) -> Result<Guest, LaneError> {
    let before = clock.now();
    let mut guest = Guest::instantiate(&compiled.sandbox, &compiled.loaded, root)?;
    preparation.instantiate_ns = Some(elapsed(clock, before));
    preparation.memory_at_start_bytes = Some(guest.memory_peak_bytes());
    preparation.about = guest.describe()?;
    Ok(guest)
}

fn elapsed(clock: &dyn Clock, before: Nanos) -> Nanos {
    Nanos(clock.now().0.saturating_sub(before.0))
}

/// An instance with its index in memory.
#[derive(Debug)]
pub(crate) struct ReadyWasmLane {
    guest: Guest,
    preparation: Preparation,
}

impl ReadyLane for ReadyWasmLane {
    fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    fn plan(&mut self, config: &PlanConfig) -> Result<Plan, LaneError> {
        let config = serde_json::to_string(config).map_err(|error| LaneError::Protocol(error.to_string()))?;
        let plan = self.guest.plan(&config)?;
        serde_json::from_str(&plan).map_err(|error| {
            LaneError::Protocol(format!("the guest's plan does not fit its schema: {error}"))
        })
    }

    fn arm(&mut self, call: &Call) -> Result<(), LaneError> {
        self.guest.arm(call)
    }

    #[inline]
    fn fire(&mut self) -> Result<Outcome, LaneError> {
        self.guest.fire()
    }

    #[inline]
    fn idle(&mut self) -> Result<Outcome, LaneError> {
        self.guest.idle()
    }

    fn last_digest(&mut self) -> Result<u64, LaneError> {
        self.guest.last_digest()
    }

    fn last_answer(&mut self) -> Result<Answer, LaneError> {
        Ok(Answer { digest: self.guest.last_digest()?, text: self.guest.last_answer()? })
    }

    fn call_tool(&mut self, name: &str, arguments_json: &str) -> Result<Result<String, Refusal>, LaneError> {
        self.guest.call_tool(name, arguments_json)
    }

    fn memory_peak_bytes(&self) -> Option<u64> {
        Some(self.guest.memory_peak_bytes())
    }
}
