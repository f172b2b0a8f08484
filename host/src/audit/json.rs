//! Audits and self-tests as JSON; `schema/audit.schema.json` describes both.

use serde::Serialize;

use crate::report::{ReportError, terminal_safe_json};

/// Renders either, indented, with a line end; nothing in it steers a terminal.
///
/// # Errors
/// [`ReportError::NotRendered`].
pub(super) fn render(report: &impl Serialize) -> Result<String, ReportError> {
    let text =
        serde_json::to_string_pretty(report).map_err(|error| ReportError::NotRendered(error.to_string()))?;
    Ok(terminal_safe_json(&text).into_owned() + "\n")
}
