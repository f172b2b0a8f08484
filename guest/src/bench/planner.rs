//! Makes the plan of a run from its configuration and the index.

use serde::Serialize;

use crate::bench::digest::plan_digest;
use crate::bench::targets::{Target, choose_targets};
use crate::bench::{BenchError, Plan, PlanConfig, ToolPlan};
use crate::graph::CodeGraph;
use crate::index::Index;
use crate::search::draw_queries;
use crate::tools::{self, TOOLS, Tool};

/// Most characters of a query: what `search_symbols` takes.
const QUERY_CHARACTERS: usize = 1000;

/// Makes the plan; the same for the same corpus and configuration, in every lane.
///
/// # Errors
/// [`BenchError::BadConfig`], naming the field.
pub fn make_plan(index: &Index, config: &PlanConfig) -> Result<Plan, BenchError> {
    check(config)?;
    let graph = &index.graph;
    let targets = choose_targets(graph, &config.targets)?;
    let queries = match config.queries.as_slice() {
        [] => draw_queries(graph, &index.search),
        given => given.to_vec(),
    };
    let inputs = Inputs { graph, targets: &targets, queries: &queries };
    let asked = |tool: &&Tool| config.tools.is_empty() || config.tools.iter().any(|name| name == tool.name);
    let mut plan = Plan {
        tools: TOOLS.iter().filter(asked).map(|tool| plan_tool(tool, config, &inputs)).collect(),
        targets: targets.iter().map(|target| graph.id(target.node)).collect(),
        target_callers: targets.iter().map(|target| target.callers).collect(),
        notes: notes(&inputs),
        queries,
        plan_digest: String::new(),
    };
    plan.plan_digest = plan_digest(&plan);
    Ok(plan)
}

/// What arguments are made of.
struct Inputs<'a> {
    graph: &'a CodeGraph,
    targets: &'a [Target],
    queries: &'a [String],
}

fn check(config: &PlanConfig) -> Result<(), BenchError> {
    if config.iterations == 0 {
        return Err(BenchError::BadConfig("`iterations` is to be at least 1".to_owned()));
    }
    for name in &config.tools {
        tools::find_tool(name).map_err(|error| BenchError::BadConfig(format!("`tools`: {error}")))?;
    }
    let fits = |query: &&String| (1..=QUERY_CHARACTERS).contains(&query.chars().count());
    match config.queries.iter().find(|query| !fits(query)) {
        Some(query) => Err(BenchError::BadConfig(format!(
            "`queries` takes texts of 1 to {QUERY_CHARACTERS} characters, not {}",
            tools::Quoted(query)
        ))),
        None => Ok(()),
    }
}

fn plan_tool(tool: &Tool, config: &PlanConfig, inputs: &Inputs<'_>) -> ToolPlan {
    let (iterations, warmup) = counts(tool.name, config.iterations);
    let arguments = arguments_of(tool.name, inputs);
    let skipped = arguments.is_empty().then(|| reason_to_skip(tool.name).to_owned());
    let asks_target = uses_targets(tool.name) && skipped.is_none();
    let lonely = inputs.targets.iter().any(|target| target.callers == 0);
    let note = (asks_target && lonely).then(|| "a target has no callers".to_owned());
    let warmup = config.warmup.unwrap_or(warmup);
    ToolPlan { tool: tool.name.to_owned(), iterations, warmup, skipped, note, arguments }
}

/// Measured and warm-up iterations of a tool, before `warmup` of the configuration.
fn counts(tool: &str, iterations: u32) -> (u32, u32) {
    match tool {
        "smart_context" => ((iterations / 5).max(1), 3),
        _ => (iterations, (iterations / 10).max(5)),
    }
}

fn uses_targets(tool: &str) -> bool {
    matches!(tool, "get_symbol_source" | "get_callers" | "find_usages" | "get_file_summary")
}

fn reason_to_skip(tool: &str) -> &'static str {
    if uses_targets(tool) {
        "the corpus has no function, method or macro to ask about"
    } else {
        "the corpus has no words to draw queries from"
    }
}

/// The arguments of a tool's calls; iteration `i` uses entry `i mod len`.
fn arguments_of(tool: &str, inputs: &Inputs<'_>) -> Vec<String> {
    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Argument<'a> {
        Id(&'a str),
        Path(&'a str),
        Query(&'a str),
        Task(&'a str),
    }
    // An enum of one text each is an object with one member.
    let json = |argument: Argument<'_>| serde_json::to_string(&argument).unwrap_or_default();
    let Inputs { graph, targets, queries } = *inputs;
    match tool {
        "get_symbol_source" | "get_callers" | "find_usages" => {
            targets.iter().map(|target| json(Argument::Id(&graph.id(target.node)))).collect()
        }
        "get_file_summary" => {
            let path = |target: &Target| graph.path(graph.node(target.node).file);
            targets.iter().map(|target| json(Argument::Path(path(target)))).collect()
        }
        "search_symbols" => queries.iter().map(|query| json(Argument::Query(query))).collect(),
        "smart_context" => queries.iter().map(|query| json(Argument::Task(query))).collect(),
        _ => vec!["{}".to_owned()],
    }
}

fn notes(inputs: &Inputs<'_>) -> Vec<String> {
    let Inputs { graph, targets, .. } = *inputs;
    let lonely = targets.iter().filter(|target| target.callers == 0);
    lonely
        .map(|target| {
            let id = graph.id(target.node);
            format!("target {} has no callers, so that answers about it are short", tools::Quoted(&id))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smart_context_runs_a_fifth_and_warm_up_has_a_floor() {
        assert_eq!(counts("graph_stats", 200), (200, 20));
        assert_eq!(counts("graph_stats", 10), (10, 5));
        assert_eq!(counts("smart_context", 200), (40, 3));
        assert_eq!(counts("smart_context", 3), (1, 3));
    }

    #[test]
    fn every_tool_is_either_free_of_inputs_or_says_what_it_misses() {
        let free: Vec<_> = tools::tool_names()
            .filter(|name| !uses_targets(name) && !["search_symbols", "smart_context"].contains(name))
            .collect();
        assert_eq!(free, ["graph_stats", "get_repo_outline"]);
    }
}
