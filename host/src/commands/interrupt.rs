//! Ctrl-C: the first one stops the measurement and lets the report be written, the second one ends the
//! process. Before anything is measured the first one already does.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit_code::ExitCode;

/// Whether the user wants the run to stop.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    stop: Arc<AtomicBool>,
    measuring: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens to Ctrl-C from now on.
    ///
    /// # Errors
    /// If the system does not let this process listen.
    pub(super) fn listen() -> Result<Self, ctrlc::Error> {
        let interrupt = Self::default();
        let handler = interrupt.clone();
        ctrlc::set_handler(move || {
            if handler.is_final() {
                process::exit(ExitCode::Interrupted.number().into());
            }
        })?;
        Ok(interrupt)
    }

    /// Says that there is something to report from now on.
    pub(super) fn measuring_begins(&self) {
        self.measuring.store(true, Ordering::SeqCst);
    }

    /// The flag that a measurement watches.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether there was a Ctrl-C.
    pub(super) fn is_set(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Notes a Ctrl-C; tells whether the process should end right away.
    fn is_final(&self) -> bool {
        let stopped_before = self.stop.swap(true, Ordering::SeqCst);
        stopped_before || !self.measuring.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_stops_and_the_second_ends() {
        let interrupt = Interrupt::default();
        interrupt.measuring_begins();
        assert!(!interrupt.flag().load(Ordering::SeqCst));
        assert!(!interrupt.is_final());
        assert!(interrupt.flag().load(Ordering::SeqCst));
        assert!(interrupt.is_final());
    }

    #[test]
    fn before_measuring_the_first_ends() {
        assert!(Interrupt::default().is_final());
    }
}
