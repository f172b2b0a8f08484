//! The plan of a run: calls, counts, targets, queries, and what is skipped and why.

use serde::{Deserialize, Serialize};

use crate::bench::CallPath;

/// What a run asks the plan for; travels as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanConfig {
    /// Measured iterations of each tool, at least 1; `smart_context` gets a fifth, at least 1.
    pub iterations: u32,
    /// Warm-up iterations; absent: a tenth of `iterations`, at least 5 (`smart_context`: 3).
    #[serde(default)]
    pub warmup: Option<u32>,
    /// Tools to run, in table order whatever the order here; empty: all.
    #[serde(default)]
    pub tools: Vec<String>,
    /// How targets are pinned.
    #[serde(default)]
    pub targets: TargetPolicy,
    /// Queries in place of those drawn from the corpus; empty: ten are drawn.
    #[serde(default)]
    pub queries: Vec<String>,
    /// The way in.
    pub path: CallPath,
}

/// How the symbols that tools are asked about are chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetPolicy {
    /// The candidate in the middle by (callers, id).
    #[default]
    Median,
    /// The candidate with most callers.
    Hub,
    /// Ten candidates, at each tenth, in turn.
    Deciles,
    /// These ids, in turn.
    Ids(Vec<String>),
}

/// What a run does; the same for the same corpus and configuration, in every lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// One entry for each tool asked for, in table order.
    pub tools: Vec<ToolPlan>,
    /// Ids that tools are asked about, in the order they are cycled.
    pub targets: Vec<String>,
    /// Distinct direct callers of each target at the default tier.
    pub target_callers: Vec<u32>,
    /// Queries, in the order they are cycled.
    pub queries: Vec<String>,
    /// Doubts about targets or queries, for the report.
    pub notes: Vec<String>,
    /// `XXH3-64` over the plan as JSON while this field is empty, as 16 hex digits.
    pub plan_digest: String,
}

/// What a run does with one tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolPlan {
    /// Name of the tool.
    pub tool: String,
    /// Measured iterations.
    pub iterations: u32,
    /// Iterations before them, not measured.
    pub warmup: u32,
    /// Why the tool is not run; `None` if it is.
    pub skipped: Option<String>,
    /// A doubt about the row, such as a target without callers.
    pub note: Option<String>,
    /// Arguments as JSON; iteration `i` uses entry `i mod len`. Empty only if skipped.
    pub arguments: Vec<String>,
}
