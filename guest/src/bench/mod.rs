//! The loop runner: what to call, how often, with what. No clock is here.

mod outcome;
mod plan;

pub use outcome::{BenchError, Call, CallPath, Outcome};
pub use plan::{Plan, PlanConfig, TargetPolicy, ToolPlan};
