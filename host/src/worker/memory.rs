//! How much memory a process holds, as the system tells it without privileges.
//!
//! Resident memory and what was swapped out, read from `/proc` several times a second. Not an address-space
//! limit (`RLIMIT_AS`): the sandbox reserves gigabytes that it never touches. Not `RLIMIT_DATA` either: it
//! would fail single allocations somewhere inside, where the parent's watch says in one line what happened.
//! The price is that a process can pass the limit by what it allocates between two looks.

use std::fs;
use std::process;

/// Bytes that a process holds; `None` where the system does not tell, or the process is gone.
pub(super) fn held_bytes(process_id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process_id}/status")).ok()?;
    let resident = field(&status, "VmRSS:")?;
    Some(resident.saturating_add(field(&status, "VmSwap:").unwrap_or_default()))
}

/// Whether this system tells it. Elsewhere the limit on a worker's memory does not hold, and reports say so.
pub(crate) fn is_watched() -> bool {
    held_bytes(process::id()).is_some()
}

/// The value of one field, which is in KiB whatever the size of a page.
fn field(status: &str, name: &str) -> Option<u64> {
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    value.trim().strip_suffix("kB")?.trim_end().parse::<u64>().ok()?.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_in_kibibytes() {
        let status = "Name:\tVmRSS: 7 kB\nVmPeak:\t  20 kB\nVmRSS:\t  12 kB\nVmSwap:\t lots\n";
        assert_eq!(field(status, "VmRSS:"), Some(12 << 10));
        assert_eq!(field(status, "VmSwap:"), None);
        assert_eq!(field(status, "VmData:"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_holds_something() {
        assert!(held_bytes(process::id()).is_some_and(|bytes| bytes > 1 << 20));
        assert!(is_watched());
    }
}
