//! What a run was measured on, as far as the system tells it without privileges.

use std::fs;
use std::thread;

use serde::{Deserialize, Serialize};

/// The machine; what could not be found out is `None`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// Model name of the processor.
    pub(crate) cpu: Option<String>,
    /// Logical processors that this process may use.
    pub(crate) logical_cores: Option<u32>,
    /// Physical memory, bytes.
    pub(crate) memory_bytes: Option<u64>,
    /// Operating system, as Rust names it.
    pub(crate) os: String,
    /// Release of its kernel.
    pub(crate) kernel: Option<String>,
    /// Architecture, as Rust names it.
    pub(crate) arch: String,
}

impl Machine {
    /// Looks at the machine that this process runs on.
    pub(crate) fn detect() -> Self {
        Self {
            cpu: read("/proc/cpuinfo").and_then(|text| cpu_model(&text)),
            logical_cores: thread::available_parallelism().ok().and_then(|n| u32::try_from(n.get()).ok()),
            memory_bytes: read("/proc/meminfo").and_then(|text| memory_bytes(&text)),
            os: std::env::consts::OS.to_owned(),
            kernel: read("/proc/sys/kernel/osrelease").map(|text| text.trim().to_owned()),
            arch: std::env::consts::ARCH.to_owned(),
        }
    }
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// The first processor's name; ARM kernels give none.
fn cpu_model(cpuinfo: &str) -> Option<String> {
    field(cpuinfo, "model name").map(str::to_owned)
}

fn memory_bytes(meminfo: &str) -> Option<u64> {
    let kibibytes = field(meminfo, "MemTotal")?.strip_suffix("kB")?.trim_end();
    kibibytes.parse::<u64>().ok()?.checked_mul(1024)
}

fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim_end() == name).then(|| value.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_proc() {
        let cpuinfo = "processor\t: 0\nmodel name\t: Some CPU @ 2.00GHz\n\nmodel name\t: Another\n";
        assert_eq!(cpu_model(cpuinfo).as_deref(), Some("Some CPU @ 2.00GHz"));
        assert_eq!(cpu_model("Features : fp asimd\n"), None);
        assert_eq!(memory_bytes("MemTotal:       16 kB\nMemFree: 1 kB\n"), Some(16_384));
        assert_eq!(memory_bytes("MemTotal: lots\n"), None);
    }

    #[test]
    fn this_machine_has_a_system_and_an_architecture() {
        let machine = Machine::detect();
        assert_eq!(machine.os, std::env::consts::OS);
        assert!(machine.logical_cores.is_some());
    }
}
