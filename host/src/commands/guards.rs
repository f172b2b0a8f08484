//! `guards`: the same lane with one guard less or one more, in turns, and what that does to each median.

use anyhow::Result;

use crate::cli::GuardsArgs;
use crate::commands::interrupt::Interrupt;
use crate::commands::run::{exit_code, explanation};
use crate::commands::tell;
use crate::exit_code::ExitCode;
use crate::machine::Machine;
use crate::progress::Display;
use crate::report::{GuardCost, Report, guard_costs, write_out};
use crate::sandbox::Guards;
use crate::settings::Settings;
use crate::worker::measure_in_worker;

const ALL: Guards = Guards { epochs: true, fuel: false, caps: true, pre_scan: true };
const NO_EPOCHS: (&str, Guards) = ("no epochs", Guards { epochs: false, ..ALL });
const NO_CAPS: (&str, Guards) = ("no caps", Guards { caps: false, ..ALL });
const NO_PRE_SCAN: (&str, Guards) = ("no pre-scan", Guards { pre_scan: false, ..ALL });
const WITH_FUEL: (&str, Guards) = ("fuel", Guards { fuel: true, ..ALL });

/// What is compared with what: the guard, the lane that has it, the lane that lacks it.
const COSTS: [GuardCost; 4] = [
    GuardCost { guard: "epochs", with: "wasm", without: NO_EPOCHS.0 },
    GuardCost { guard: "caps", with: "wasm", without: NO_CAPS.0 },
    GuardCost { guard: "pre-scan", with: "wasm", without: NO_PRE_SCAN.0 },
    GuardCost { guard: "fuel (off in every run)", with: WITH_FUEL.0, without: "wasm" },
];

/// Measures the lanes and prints the table of costs.
pub(super) fn guards(args: &GuardsArgs) -> Result<ExitCode> {
    let settings = Settings::for_guards(&[NO_EPOCHS, NO_CAPS, NO_PRE_SCAN, WITH_FUEL], args)?;
    let interrupt = Interrupt::listen()?;
    let mut display = Display::new(args.verbosity.quiet);
    let findings = measure_in_worker(&settings, || interrupt.count(), &mut display);
    display.finish();
    let report = Report::build(&settings, &Machine::detect(), &findings?);
    write_out(&guard_costs(&report, &COSTS))?;
    if let Some(line) = explanation(&report) {
        tell(&format!("error: {line}"));
    }
    Ok(exit_code(&report))
}
