//! The floor of a lane: what the way in and out costs, with nothing done there.

use crate::clock::{Clock, Nanos};
use crate::lane::{LaneError, ReadyLane};
use crate::measure::Floor;
use crate::stats::percentile;

/// Calls before those that count.
const WARMUP_CALLS: u32 = 100;
/// Calls that count; enough for a 99th percentile with an upper bound.
const CALLS: u32 = 1_000;

/// Times `idle`.
///
/// # Errors
/// What `idle` says.
pub(super) fn measure_floor(lane: &mut impl ReadyLane, clock: &impl Clock) -> Result<Floor, LaneError> {
    for _ in 0..WARMUP_CALLS {
        lane.idle()?;
    }
    let mut times = Vec::with_capacity(CALLS as usize);
    for _ in 0..CALLS {
        let before = clock.now();
        let idled = lane.idle();
        let after = clock.now();
        idled?;
        times.push(Nanos(after.0.saturating_sub(before.0)));
    }
    times.sort_unstable();
    let rank = |percent| percentile(&times, percent).unwrap_or_default();
    Ok(Floor { calls: CALLS, p50_ns: rank(50), p99_ns: rank(99) })
}
