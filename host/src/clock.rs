//! The host's monotonic clock: the only place where time is read.

use std::time::Instant;

use serde::{Deserialize, Serialize};

/// A span of time in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Nanos(pub(crate) u64);

/// A monotonic clock. Tests measure with one that they turn by hand.
pub(crate) trait Clock {
    /// Nanoseconds since some fixed moment before the first reading.
    fn now(&self) -> Nanos;
}

/// The machine's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MonotonicClock {
    origin: Instant,
}

impl MonotonicClock {
    /// Starts counting.
    #[expect(clippy::disallowed_methods, reason = "the one place where time is read")]
    pub(crate) fn start() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Clock for MonotonicClock {
    #[inline]
    fn now(&self) -> Nanos {
        Nanos(self.origin.elapsed().as_nanos() as u64)
    }
}
