//! What each guard of the sandbox costs: medians of a lane that has it over those of one that lacks it.

use super::or_nothing;
use super::table::{Align, Table};
use crate::report::model::{Report, RowOutcome};
use crate::report::{sanitise, units};
use crate::stats::{geometric_mean, ratio};

/// One guard and the two lanes that differ in nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GuardCost {
    /// What the guard is called.
    pub(crate) guard: &'static str,
    /// Label of the lane that has it.
    pub(crate) with: &'static str,
    /// Label of the lane that lacks it.
    pub(crate) without: &'static str,
}

/// Renders the table: the median of each tool, their geometric mean, and the time of the index; a column for
/// each guard. What is above 1 is its cost.
pub(crate) fn guard_costs(report: &Report, costs: &[GuardCost]) -> String {
    let columns = costs.iter().map(|cost| (cost.guard, Align::Right));
    let mut table =
        Table::new(&[("with / without", Align::Left)].into_iter().chain(columns).collect::<Vec<_>>());
    let tools: Vec<&str> =
        report.rows_of(costs.first().map_or("", |cost| cost.with)).map(|row| row.tool.as_str()).collect();
    let ratios: Vec<Vec<Option<f64>>> =
        tools.iter().map(|tool| costs.iter().map(|cost| tool_ratio(report, cost, tool)).collect()).collect();
    for (tool, ratios) in tools.iter().zip(&ratios) {
        table.push(line(sanitise::markdown(tool), ratios.iter().copied()));
    }
    let mean = |column: usize| {
        let known: Vec<f64> = ratios.iter().filter_map(|ratios| ratios[column]).collect();
        geometric_mean(&known)
    };
    table.push(line("geometric mean".to_owned(), (0..costs.len()).map(mean)));
    table.push(line("index".to_owned(), costs.iter().map(|cost| index_ratio(report, cost))));
    table.render()
}

fn line(name: String, ratios: impl Iterator<Item = Option<f64>>) -> Vec<String> {
    [name].into_iter().chain(ratios.map(|ratio| or_nothing(ratio.map(units::ratio)))).collect()
}

fn tool_ratio(report: &Report, cost: &GuardCost, tool: &str) -> Option<f64> {
    let p50 = |lane: &str| {
        let row = report.rows.iter().find(|row| row.lane == lane && row.tool == tool)?;
        if row.outcome == RowOutcome::Completed { row.p50 } else { None }
    };
    ratio(p50(cost.with)?.0, p50(cost.without)?.0)
}

fn index_ratio(report: &Report, cost: &GuardCost) -> Option<f64> {
    let index = |label: &str| report.conditions.lanes.iter().find(|lane| lane.lane == label)?.index_ns();
    ratio(index(cost.with)?.0, index(cost.without)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::Run;

    #[test]
    fn a_cost_is_the_lane_that_has_the_guard_over_the_one_that_lacks_it() {
        let report = Run::fixed().report();
        let cost = |guard, with, without| GuardCost { guard, with, without };
        let costs = [cost("same", "wasm", "wasm"), cost("all", "wasm", "native"), cost("gone", "wasm", "x")];
        insta::assert_snapshot!(guard_costs(&report, &costs), @"
        | with / without    |   same |    all | gone |
        | ----------------- | -----: | -----: | ---: |
        | graph_stats       | 1.00 x | 1.48 x |    – |
        | get_symbol_source | 1.00 x | 3.00 x |    – |
        | get_callers       |      – |      – |    – |
        | get_repo_outline  |      – |      – |    – |
        | geometric mean    | 1.00 x | 2.10 x |    – |
        | index             | 1.00 x | 1.00 x |    – |
        ");
    }
}
