//! `attack-worker`: the child's part of the self-test.

use std::io;

use anyhow::{Context as _, Result};

use crate::cli::AttackWorkerArgs;
use crate::exit_code::ExitCode;
use crate::hostile::{Scale, find, observe};

/// Prints what was seen, as JSON.
pub(super) fn attack_worker(args: &AttackWorkerArgs) -> Result<ExitCode> {
    let attack = find(&args.attack).with_context(|| format!("there is no attack `{}`", args.attack))?;
    let scale = [Scale::Quick, Scale::Full].into_iter().find(|scale| scale.word() == args.scale);
    let scale = scale.with_context(|| format!("there is no scale `{}`", args.scale))?;
    serde_json::to_writer(io::stdout().lock(), &observe(attack, scale, &args.corpus))?;
    Ok(ExitCode::Success)
}
