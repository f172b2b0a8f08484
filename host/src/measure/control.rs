//! What others may do to a measurement, and ask of it, while it is inside a call.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// No call was fired yet.
const NOWHERE: u32 = u32::MAX;

/// Shared between a measurement and whoever watches it from another thread.
#[derive(Debug)]
pub(crate) struct Control {
    stop: AtomicBool,
    /// Tool and lane of the last call fired, sixteen bits each.
    at: AtomicU32,
}

impl Default for Control {
    fn default() -> Self {
        Self { stop: AtomicBool::new(false), at: AtomicU32::new(NOWHERE) }
    }
}

impl Control {
    /// Asks the measurement to end after the call that it is in.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Notes which call comes next: one store, before the clock is read.
    pub(super) fn enters(&self, tool: u16, lane: u16) {
        self.at.store(u32::from(tool) << 16 | u32::from(lane), Ordering::Relaxed);
    }

    /// Tool and lane of the call that was fired last, which may be running still.
    pub(crate) fn position(&self) -> Option<(u16, u16)> {
        match self.at.load(Ordering::Relaxed) {
            NOWHERE => None,
            at => Some(((at >> 16) as u16, at as u16)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_is_that_of_the_last_call() {
        let control = Control::default();
        assert_eq!(control.position(), None);
        control.enters(7, 1);
        assert_eq!(control.position(), Some((7, 1)));
    }
}
