//! What the sandbox grants, what it met in a corpus, and how near the limits were.
//!
//! Two kinds of facts, kept apart: those that the guest counted while it indexed inside the sandbox, and
//! those that the host reads from metadata, opening no file. Nothing here is measured for comparison.

mod json;
mod markdown;
mod model;
mod report;
mod scan;
mod self_test;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use self::report::build;
pub(crate) use self::scan::{Scan, escaped, scan};
pub(crate) use self::self_test::SelfTest;
pub(crate) use self::write::write;
