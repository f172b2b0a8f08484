//! `audit`: what the sandbox grants and meets in a folder, or how it stands up to attacks.

use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::audit::{Scan, SelfTest, build, scan, write};
use crate::cli::{AuditArgs, AuditFormat, Format, OutputArgs};
use crate::clock::MonotonicClock;
use crate::commands::interrupt::Interrupt;
use crate::commands::skipped::tell_skipped;
use crate::commands::tell;
use crate::exit_code::ExitCode;
use crate::hostile::{Scale, self_test};
use crate::lane::AnyLane;
use crate::progress::Display;
use crate::sandbox::{Guards, Sandbox};
use crate::settings::{Outputs, Settings};
use crate::within::within;
use crate::worker::Caller;

/// Audits a folder, or tests the sandbox.
pub(super) fn audit(args: &AuditArgs) -> Result<ExitCode> {
    let outputs = Outputs::from_args(&OutputArgs {
        format: match args.format {
            AuditFormat::Markdown => Format::Markdown,
            AuditFormat::Json => Format::Json,
        },
        out: args.out.clone(),
        csv: None,
        json: args.json.clone(),
        out_dir: None,
    })?;
    if args.self_test { attack_it(args, &outputs) } else { audit_folder(args, &outputs) }
}

fn audit_folder(args: &AuditArgs, outputs: &Outputs) -> Result<ExitCode> {
    let settings = Settings::for_audit(args)?;
    let spec = settings.lanes.first().context("no lane")?;
    let lane = AnyLane::new(spec, &settings)?;
    let sandbox = Sandbox::new(settings.sandbox, Guards::default(), settings.cache)?;
    let imports = sandbox.imports(lane.component()).map_err(|error| spec.blame(error))?;
    let opened = Caller::open(settings.clone(), Display::new(args.verbosity.quiet));
    let opened = match opened {
        Err(error) if !error.is_limit() => return Err(spec.blame(error).into()),
        opened => opened.map(|caller| caller.preparation().clone()),
    };
    if args.verbosity.verbose {
        let skipped = opened.iter().flat_map(|seen| &seen.skipped);
        tell_skipped(&settings.corpus.root, skipped.map(|(path, reason)| (path.as_str(), reason.as_str())));
    }
    let metadata = look(&settings);
    write(&build(&settings, imports, metadata, opened.as_ref()), outputs)?;
    match opened {
        Ok(_) => Ok(ExitCode::Success),
        Err(error) => {
            tell(&format!("error: {error}"));
            Ok(ExitCode::Limit)
        }
    }
}

/// Looks at the metadata; where the file system does not answer, at no entry, and the audit says so.
fn look(settings: &Settings) -> Scan {
    let root = settings.corpus.root.clone();
    let time = Duration::from_millis(settings.sandbox.index_deadline_ms);
    within(time, move || scan(&root)).unwrap_or_else(|| Scan { cut: true, ..Scan::default() })
}

fn attack_it(args: &AuditArgs, outputs: &Outputs) -> Result<ExitCode> {
    let scale = if args.quick { Scale::Quick } else { Scale::Full };
    let interrupt = Interrupt::listen()?;
    let stop = || interrupt.count() > 0;
    let mut display = Display::new(args.verbosity.quiet);
    let rows = self_test(scale, &MonotonicClock::start(), stop, |name, done, total| {
        display.show(format!("attack: {name}"), done, total);
    });
    display.finish();
    let test = SelfTest::new(scale, rows?);
    write(&test, outputs)?;
    Ok(match test.failed {
        _ if stop() => ExitCode::Interrupted,
        0 => ExitCode::Success,
        failed => {
            tell(&format!("error: {failed} attacks met something else than they should have; see the table"));
            ExitCode::Failure
        }
    })
}
