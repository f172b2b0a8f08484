//! The rows as CSV: one line for each lane and tool, times in milliseconds with six decimals.

use crate::clock::Nanos;
use crate::report::ReportError;
use crate::report::model::{Report, Row};
use crate::report::sanitise;

/// The columns. The first nine are those of the benchmark that this one answers; new ones go to the end.
const COLUMNS: [&str; 16] = [
    "tool",
    "iters",
    "p50_ms",
    "p95_ms",
    "p99_ms",
    "mean_ms",
    "max_ms",
    "error_rate",
    "skipped",
    "lane",
    "bytes",
    "items",
    "outcome",
    "first_call_ms",
    "note",
    "limited_calls",
];

/// Renders the rows.
///
/// # Errors
/// [`ReportError::NotRendered`].
pub(super) fn render(report: &Report) -> Result<String, ReportError> {
    let not_rendered = |error: csv::Error| ReportError::NotRendered(error.to_string());
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS).map_err(not_rendered)?;
    for row in &report.rows {
        writer.write_record(fields(row)).map_err(not_rendered)?;
    }
    let bytes = writer.into_inner().map_err(|error| ReportError::NotRendered(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| ReportError::NotRendered(error.to_string()))
}

fn fields(row: &Row) -> [String; COLUMNS.len()] {
    [
        text(&row.tool),
        number(row.iters),
        milliseconds(row.p50),
        milliseconds(row.p95),
        milliseconds(row.p99),
        milliseconds(row.mean),
        milliseconds(row.max),
        row.error_rate.map(|rate| format!("{rate:.6}")).unwrap_or_default(),
        text(row.skipped.as_deref().unwrap_or_default()),
        text(&row.lane),
        number(row.bytes),
        number(row.items),
        text(row.outcome.word()),
        milliseconds(row.first_call),
        text(row.note.as_deref().unwrap_or_default()),
        number(row.limited_calls),
    ]
}

/// Text of any origin: one line, and no formula.
fn text(text: &str) -> String {
    sanitise::csv(&sanitise::terminal(text)).into_owned()
}

fn number(number: Option<u32>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

/// Exact: six decimals of a millisecond are nanoseconds.
fn milliseconds(time: Option<Nanos>) -> String {
    time.map(|Nanos(ns)| format!("{}.{:06}", ns / 1_000_000, ns % 1_000_000)).unwrap_or_default()
}
