//! All of wasmtime lives here: one engine, a store for each instance, and a guard for each thing a guest
//! could use up.
//!
//! The guest gets one read-only folder and nothing else. This module knows neither tools nor reports, and
//! reads no clock: who wants to know how long something took reads it around a call.

mod arm;
mod bindings;
mod deadline;
mod engine;
mod fault;
mod guards;
mod guest;
mod limits;
mod linker;
mod mounts;
mod store;
#[cfg(test)]
mod test_guest;
#[cfg(test)]
mod tests;

pub(crate) use self::arm::Arm;
pub(crate) use self::engine::{Loaded, Sandbox, has_user_cache};

pub(crate) use self::fault::one_line;
pub(crate) use self::guards::Guards;
pub(crate) use self::guest::Guest;
pub(crate) use self::linker::Binding;
pub(crate) use self::mounts::check_corpus;
