//! The engine: compiles components once, and stops what they make of it.

use std::fmt;
use std::sync::Arc;

use wasmtime::component::Component;
use wasmtime::{Cache, CacheConfig, Config, Engine};

use crate::lane::LaneError;
use crate::sandbox::bindings::BenchmarkPre;
use crate::sandbox::deadline::Ticker;
use crate::sandbox::fault::{chain, one_line};
use crate::sandbox::guards::Guards;
use crate::sandbox::linker::{Binding, bindings_of, link};
use crate::sandbox::store::GuestState;
use crate::settings::SandboxLimits;

/// First bytes of a component in binary form: magic, version and layer.
const COMPONENT_HEADER: [u8; 8] = *b"\0asm\x0d\0\x01\0";
/// First bytes of anything in WebAssembly's binary form.
const WASM_MAGIC: [u8; 4] = *b"\0asm";
/// First bytes of an ELF file, the form in which wasmtime keeps compiled code.
const ELF_MAGIC: [u8; 4] = *b"\x7fELF";

/// An engine under these limits.
pub(crate) struct Sandbox {
    pub(super) engine: Engine,
    pub(super) limits: SandboxLimits,
    pub(super) guards: Guards,
    cache: Option<Cache>,
    /// Shared with every instance: a deadline comes only as long as the engine ticks.
    pub(super) ticker: Arc<Ticker>,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sandbox").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// A component, compiled, linked and checked against the contract.
pub(crate) struct Loaded {
    pub(super) pre: BenchmarkPre<GuestState>,
    cached: bool,
}

impl Loaded {
    /// Whether its compiled code came from the cache.
    pub(crate) fn is_cached(&self) -> bool {
        self.cached
    }
}

impl fmt::Debug for Loaded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Loaded").field("cached", &self.cached).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Makes an engine. `cache` keeps compiled code in the user's cache folder; if that cannot be used,
    /// components are compiled each time.
    ///
    /// # Errors
    /// [`LaneError::Trap`] if this machine cannot run compiled code under these limits.
    pub(crate) fn new(limits: SandboxLimits, guards: Guards, cache: bool) -> Result<Self, LaneError> {
        let cache = if cache { Cache::new(CacheConfig::new()).ok() } else { None };
        Self::with_cache(limits, guards, cache)
    }

    pub(super) fn with_cache(
        limits: SandboxLimits,
        guards: Guards,
        cache: Option<Cache>,
    ) -> Result<Self, LaneError> {
        let unusable = |what: String| LaneError::Trap(format!("the engine cannot be used: {what}"));
        let engine =
            Engine::new(&config(&limits, guards, cache.clone())).map_err(|error| unusable(chain(&error)))?;
        let ticker = Ticker::start(&engine).map_err(|error| unusable(one_line(&error.to_string())))?;
        Ok(Self { engine, limits, guards, cache, ticker: Arc::new(ticker) })
    }

    /// Compiles a component, or takes its compiled code from the cache, and links it.
    ///
    /// # Errors
    /// [`LaneError::BadComponent`] with one line: not a component, not this world, or not linkable.
    pub(crate) fn load(&self, bytes: &[u8]) -> Result<Loaded, LaneError> {
        check_header(bytes)?;
        let hits = self.cache_hits();
        let component = Component::from_binary(&self.engine, bytes).map_err(|error| bad(&chain(&error)))?;
        let cached = self.cache_hits() > hits;
        let linker = link(&self.engine, &component)?;
        let pre = linker.instantiate_pre(&component).map_err(|error| bad(&chain(&error)))?;
        let pre = BenchmarkPre::new(pre).map_err(|error| bad(&chain(&error)))?;
        Ok(Loaded { pre, cached })
    }

    /// Lists a component's imports in the order of their names, and what each is bound to.
    ///
    /// # Errors
    /// [`LaneError::BadComponent`] if it is no component.
    pub(crate) fn imports(&self, bytes: &[u8]) -> Result<Vec<(String, Binding)>, LaneError> {
        check_header(bytes)?;
        let component = Component::from_binary(&self.engine, bytes).map_err(|error| bad(&chain(&error)))?;
        Ok(bindings_of(&self.engine, &component))
    }

    fn cache_hits(&self) -> usize {
        self.cache.as_ref().map_or(0, Cache::cache_hits)
    }
}

/// Whether this user has a folder where compiled code can be kept.
pub(crate) fn has_user_cache() -> bool {
    Cache::new(CacheConfig::new()).is_ok()
}

fn bad(what: &str) -> LaneError {
    LaneError::BadComponent(format!("this is no component of the world `benchmark`: {what}"))
}

fn config(limits: &SandboxLimits, guards: Guards, cache: Option<Cache>) -> Config {
    let mut config = Config::new();
    config.epoch_interruption(guards.epochs);
    config.consume_fuel(guards.fuel);
    config.max_wasm_stack(usize::try_from(limits.wasm_stack_bytes).unwrap_or(usize::MAX));
    // Nothing here is asynchronous; without this, calls pay for bookkeeping that nobody reads.
    config.concurrency_support(false);
    // A lane's error is one line; frames of optimised code without names would say little anyway.
    config.wasm_backtrace_max_frames(None);
    config.cache(cache);
    config
}

/// Refuses what is no component before the compiler sees it, with the reason in plain words. Compiled
/// code is never accepted: running it would be trusting the file, not the sandbox.
fn check_header(bytes: &[u8]) -> Result<(), LaneError> {
    let what = match bytes {
        _ if bytes.starts_with(&COMPONENT_HEADER) => return Ok(()),
        _ if bytes.starts_with(&ELF_MAGIC) => "this is compiled code, not a component; give the .wasm",
        _ if bytes.starts_with(&WASM_MAGIC) => {
            "this is a core module, or a component of another version of the format; build for wasm32-wasip2"
        }
        _ => "this is not WebAssembly in binary form",
    };
    Err(LaneError::BadComponent(what.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_components_pass() {
        let refusal = |bytes: &[u8]| check_header(bytes).map_err(|error| error.to_string());
        assert_eq!(refusal(b"\0asm\x0d\0\x01\0rest"), Ok(()));
        assert!(refusal(b"\0asm\x01\0\0\0").expect_err("a module").contains("core module"));
        assert!(refusal(b"\x7fELF\x02").expect_err("compiled").contains("compiled code"));
        assert!(refusal(b"(component)").expect_err("text").contains("binary form"));
        assert!(refusal(b"").expect_err("nothing").contains("binary form"));
    }
}
