//! The loop runner: what to call, how often, with what. No clock is here.
//!
//! [`make_plan`] turns a configuration into calls with pinned targets and fixed queries;
//! [`ArmedCall`] is one of them, ready to be fired as often as the host likes.

mod armed;
mod digest;
mod outcome;
mod plan;
mod planner;
mod targets;

pub use armed::{ArmedCall, Fired};
pub use outcome::{BenchError, Call, CallPath, Outcome};
pub use plan::{Plan, PlanConfig, TargetPolicy, ToolPlan};
pub use planner::make_plan;
