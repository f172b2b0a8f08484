//! One observation: all that leaves the measuring loop.

use guest::bench::Outcome;
use serde::{Deserialize, Serialize};

use crate::clock::Nanos;

/// One timed fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// Index of the lane in the settings.
    pub(crate) lane: u16,
    /// Index of the tool in the plan.
    pub(crate) tool: u16,
    /// Iteration, from 0.
    pub(crate) round: u32,
    /// Time between the two readings.
    pub(crate) elapsed_ns: Nanos,
    /// What the guest counted.
    pub(crate) outcome: Outcome,
}

/// Where samples go. Implementations reserve their room before measuring starts.
pub(crate) trait SampleSink {
    /// Takes one sample; called between two iterations, outside the clock.
    fn push(&mut self, sample: Sample);

    /// Hands on what was taken so far; called between two iterations, now and then and after the last.
    fn flush(&mut self);
}

impl SampleSink for Vec<Sample> {
    fn push(&mut self, sample: Sample) {
        Vec::push(self, sample);
    }

    fn flush(&mut self) {}
}
