//! The model as JSON, and back. `schema/result.schema.json` describes it; a test holds both together.

use serde::Deserialize;

use crate::report::ReportError;
use crate::report::model::{Report, SCHEMA_VERSION};
use crate::report::sanitise;

/// Renders the model, indented, with a line end.
///
/// # Errors
/// [`ReportError::NotRendered`].
pub(super) fn render(report: &Report) -> Result<String, ReportError> {
    let text =
        serde_json::to_string_pretty(report).map_err(|error| ReportError::NotRendered(error.to_string()))?;
    Ok(sanitise::json(&text).into_owned() + "\n")
}

/// Reads an earlier result.
///
/// # Errors
/// [`ReportError::OtherSchema`] if another version of the program wrote it, [`ReportError::NotAResult`]
/// for anything else that is no result.
pub(crate) fn parse(text: &str) -> Result<Report, ReportError> {
    #[derive(Deserialize)]
    struct Version {
        schema_version: u64,
    }
    let Version { schema_version } = serde_json::from_str(text)?;
    if schema_version != u64::from(SCHEMA_VERSION) {
        return Err(ReportError::OtherSchema { found: schema_version });
    }
    Ok(serde_json::from_str(text)?)
}
