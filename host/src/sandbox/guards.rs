//! Which guards of the sandbox are compiled in and set. All of them, except where their cost is measured.

use serde::{Deserialize, Serialize};

/// The guards of one lane. What the guest can reach is none of them: that is never up for choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Guards {
    /// Deadlines: every function and loop of the compiled code looks at the engine's epoch.
    pub(crate) epochs: bool,
    /// Counting instructions: every block of the compiled code does.
    pub(crate) fuel: bool,
    /// Caps on linear memory, function tables, host-call copies and the resource table.
    pub(crate) caps: bool,
    /// The guest's look at each source before it is parsed.
    pub(crate) pre_scan: bool,
}

impl Default for Guards {
    /// What every run has. Fuel is not in it: epochs end what runs too long at less cost.
    fn default() -> Self {
        Self { epochs: true, fuel: false, caps: true, pre_scan: true }
    }
}
