//! Stops guests that run too long: a thread that advances the engine's epoch, and deadlines in its ticks.
//!
//! An epoch stops compiled code at its next loop or call. It cannot stop a host call that blocks.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use wasmtime::Engine;

/// Time between two ticks, milliseconds. A hundred wake-ups a second cost less than 0.1 % of one core.
const TICK_MS: u64 = 10;

/// Ticks that are as good as none: a store's deadline is a sum with the present epoch, which must not wrap.
const MOST_TICKS: u64 = u64::MAX / 2;

/// Ticks to allow for a deadline, so that it is never cut short; it may end up to two ticks late, and
/// later on a machine too busy to wake the ticker.
pub(super) fn ticks(deadline_ms: u64) -> u64 {
    deadline_ms.div_ceil(TICK_MS).saturating_add(1).min(MOST_TICKS)
}

/// Advances an engine's epoch until it is dropped.
#[derive(Debug)]
pub(super) struct Ticker {
    /// Disconnecting it wakes the thread at once.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the machine gives no thread.
    pub(super) fn start(engine: &Engine) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel::<()>();
        let engine = engine.clone();
        let tick = Duration::from_millis(TICK_MS);
        let thread = thread::Builder::new().name("epoch-ticker".to_owned()).spawn(move || {
            while stopped.recv_timeout(tick) == Err(RecvTimeoutError::Timeout) {
                engine.increment_epoch();
            }
        })?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // The thread cannot panic, and a drop has nobody to tell.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_are_never_cut_short() {
        assert_eq!(ticks(0), 1);
        assert_eq!(ticks(1), 2);
        assert_eq!(ticks(10), 2);
        assert_eq!(ticks(11), 3);
        assert_eq!(ticks(10_000), 1001);
        assert_eq!(ticks(u64::MAX), u64::MAX / 10 + 2);
    }

    #[test]
    fn a_dropped_ticker_is_gone() {
        let engine = Engine::default();
        let weak = engine.weak();
        drop(Ticker::start(&engine).expect("a thread"));
        drop(engine);
        assert!(weak.upgrade().is_none(), "the thread held the last engine");
    }
}
