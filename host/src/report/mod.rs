//! Reports: one model, rendered as Markdown, CSV or JSON. Nothing here measures, and rendering the same
//! model twice gives the same bytes.

mod build;
mod csv;
mod error;
mod json;
mod markdown;
mod model;
mod overhead;
mod sanitise;
pub(crate) mod units;
mod write;

pub(crate) use self::error::ReportError;
pub(crate) use self::json::parse;
pub(crate) use self::markdown::{Align, GuardCost, Table, guard_costs};
pub(crate) use self::model::{Conditions, Ending, LaneConditions, Report, Row, RowOutcome};
pub(crate) use self::sanitise::{
    is_loaded, json as terminal_safe_json, markdown as markdown_safe, terminal as terminal_safe,
};
pub(crate) use self::write::{write, write_each, write_out};

#[cfg(test)]
mod escaping_tests;
#[cfg(test)]
pub(crate) mod fixture;
#[cfg(test)]
mod tests;
