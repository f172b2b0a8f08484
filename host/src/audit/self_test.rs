//! The result of a self-test as data: the attacks with their counts.

use serde::Serialize;

use crate::audit::model::SCHEMA_VERSION;
use crate::hostile::{Scale, Tried, Verdict};

/// All attacks, and what became of them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SelfTest {
    /// Version of this format.
    pub(crate) schema_version: u32,
    /// `self_test`.
    pub(crate) kind: &'static str,
    /// Version of this program.
    pub(crate) host_version: &'static str,
    /// `quick` or `full`.
    pub(crate) scale: &'static str,
    /// Attacks that met what they should have met.
    pub(crate) held: u64,
    /// Attacks that this machine or user cannot make.
    pub(crate) not_tried: u64,
    /// Attacks that met something else.
    pub(crate) failed: u64,
    /// Each of them.
    pub(crate) attacks: Vec<Tried>,
}

impl SelfTest {
    /// Counts.
    pub(crate) fn new(scale: Scale, attacks: Vec<Tried>) -> Self {
        let count = |is: fn(&Verdict) -> bool| attacks.iter().filter(|row| is(&row.verdict)).count() as u64;
        Self {
            schema_version: SCHEMA_VERSION,
            kind: "self_test",
            host_version: env!("CARGO_PKG_VERSION"),
            scale: scale.word(),
            held: count(|verdict| *verdict == Verdict::Held),
            not_tried: count(|verdict| matches!(verdict, Verdict::NotTried(_))),
            failed: count(|verdict| matches!(verdict, Verdict::Failed(_))),
            attacks,
        }
    }
}
