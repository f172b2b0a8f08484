//! Ctrl-C, and what else asks a process to end (SIGTERM, SIGHUP): the first asks the measurement to end, the
//! second ends it, and both let the report be written. The third one ends this process, whatever it does.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::exit_code::ExitCode;

/// The one that ends this process.
const FINAL: u32 = 3;

/// How often the user asked to stop.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt(Arc<AtomicU32>);

impl Interrupt {
    /// Listens from now on.
    ///
    /// # Errors
    /// If the system does not let this process listen.
    pub(super) fn listen() -> Result<Self, ctrlc::Error> {
        let interrupt = Self::default();
        let handler = interrupt.clone();
        ctrlc::set_handler(move || {
            if handler.note() >= FINAL {
                process::exit(ExitCode::Interrupted.number().into());
            }
        })?;
        Ok(interrupt)
    }

    /// How often so far.
    pub(super) fn count(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }

    fn note(&self) -> u32 {
        self.0.fetch_add(1, Ordering::SeqCst) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_one_counts() {
        let interrupt = Interrupt::default();
        assert_eq!(interrupt.count(), 0);
        assert_eq!([interrupt.note(), interrupt.note()], [1, 2]);
        assert_eq!(interrupt.count(), 2);
    }
}
