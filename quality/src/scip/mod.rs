//! A compiler's own index, read from a SCIP file, against ours.
//!
//! `read` knows the file format, `align` finds the node of each definition, `usages`, `callers` and
//! `definitions` score, `construct` says what kind of code a difference stands in. How conventions of
//! the two indices are brought together is in `convention` and nowhere else.

mod align;
mod callers;
mod construct;
mod convention;
mod definitions;
mod edges;
mod read;
mod recompiled;
mod report;
mod source;
mod symbol;
mod usages;

pub use read::{ReadFailed, ScipIndex};
pub use report::{Differences, Judged, LanguageScores, ScipReport, Sided, render_markdown, score};
