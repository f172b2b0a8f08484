//! `report`: an earlier result in any format. Its warnings are those of the run.

use anyhow::{Context as _, Result};

use crate::cli::ReportArgs;
use crate::exit_code::ExitCode;
use crate::report::{parse, write};
use crate::settings::{Outputs, read_text};

/// Renders an earlier result.
pub(super) fn report(args: &ReportArgs) -> Result<ExitCode> {
    let path = &args.result;
    let text = read_text("RESULT.json", path)?;
    let report = parse(&text).with_context(|| format!("`{}`", path.display()))?;
    write(&report, &Outputs::from_args(&args.output)?)?;
    Ok(ExitCode::Success)
}
