//! Counts the memory that a guest takes, and refuses what passes the limit.

use wasmtime::ResourceLimiter;

/// Elements of all function tables together. A guest's tables hold its functions; the measured component
/// needs a few thousand, and one element costs the host 8 bytes.
const TABLE_ELEMENTS: usize = 1_000_000;

/// Core instances, memories and tables of one component each; the measured component has four of the first.
const PARTS: usize = 64;

/// The guest asked for more linear memory than it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {limit_bytes} bytes of linear memory were asked for")]
pub(super) struct MemoryExceeded {
    /// The limit.
    pub(super) limit_bytes: u64,
}

/// The linear memory of one store: its limit, its size and its peak.
///
/// A refusal is a trap and not a failed `memory.grow`: the run has to say that memory ran out, whatever
/// the guest's allocator would have made of it.
#[derive(Debug)]
pub(super) struct MemoryMeter {
    limit_bytes: u64,
    current_bytes: u64,
    table_elements: usize,
}

impl MemoryMeter {
    /// Starts at nothing.
    pub(super) fn new(limit_bytes: u64) -> Self {
        Self { limit_bytes, current_bytes: 0, table_elements: 0 }
    }

    /// Size of all linear memories together, bytes. They never shrink, so this is the peak as well.
    pub(super) fn bytes(&self) -> u64 {
        self.current_bytes
    }
}

impl ResourceLimiter for MemoryMeter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        if maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(false);
        }
        let grown = self.current_bytes.saturating_add(desired.saturating_sub(current) as u64);
        if grown > self.limit_bytes {
            return Err(MemoryExceeded { limit_bytes: self.limit_bytes }.into());
        }
        self.current_bytes = grown;
        Ok(true)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let grown = self.table_elements.saturating_add(desired.saturating_sub(current));
        if grown > TABLE_ELEMENTS || maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(false);
        }
        self.table_elements = grown;
        Ok(true)
    }

    fn instances(&self) -> usize {
        PARTS
    }

    fn tables(&self) -> usize {
        PARTS
    }

    fn memories(&self) -> usize {
        PARTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memories_share_one_limit() {
        let mut meter = MemoryMeter::new(300);
        assert!(meter.memory_growing(0, 100, None).expect("inside"));
        assert!(meter.memory_growing(0, 150, None).expect("a second memory, inside"));
        assert!(meter.memory_growing(100, 150, None).expect("exactly the limit"));
        assert_eq!(meter.bytes(), 300);
        let error = meter.memory_growing(150, 151, None).expect_err("one byte too much");
        assert_eq!(error.downcast_ref(), Some(&MemoryExceeded { limit_bytes: 300 }));
        assert_eq!(meter.bytes(), 300, "what was refused is not counted");
    }

    #[test]
    fn the_guests_own_maximum_fails_softly() {
        let mut meter = MemoryMeter::new(u64::MAX);
        assert!(!meter.memory_growing(0, 101, Some(100)).expect("no trap"));
        assert_eq!(meter.bytes(), 0);
    }

    #[test]
    fn tables_are_bounded() {
        let mut meter = MemoryMeter::new(0);
        assert!(meter.table_growing(0, TABLE_ELEMENTS, None).expect("no trap"));
        assert!(!meter.table_growing(0, 1, None).expect("no trap"));
    }
}
