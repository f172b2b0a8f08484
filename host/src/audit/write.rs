//! Puts an audit or a self-test where it belongs.

use serde::Serialize;

use crate::audit::model::Audit;
use crate::audit::self_test::SelfTest;
use crate::audit::{json, markdown};
use crate::cli::Format;
use crate::report::{ReportError, write_each};
use crate::settings::Outputs;

/// What has a form for people beside that for programs.
pub(crate) trait Page: Serialize {
    /// The form for people.
    fn markdown(&self) -> String;
}

impl Page for Audit {
    fn markdown(&self) -> String {
        markdown::audit(self)
    }
}

impl Page for SelfTest {
    fn markdown(&self) -> String {
        markdown::self_test(self)
    }
}

/// Renders and writes it to each place.
///
/// # Errors
/// The first [`ReportError`], after all places were tried.
pub(crate) fn write(page: &impl Page, outputs: &Outputs) -> Result<(), ReportError> {
    write_each(outputs, |format| match format {
        Format::Json => json::render(page),
        Format::Markdown => Ok(page.markdown()),
        Format::Csv => Err(ReportError::NotRendered("an audit has no CSV".to_owned())),
    })
}
