//! The rows of a run while it goes on: open until something settles them.

use guest::bench::Plan;

use crate::clock::Nanos;
use crate::measure::{RowOutcome, RowState};

/// One row for each tool and lane.
#[derive(Debug)]
pub(super) struct RowTable {
    lanes: usize,
    rows: Vec<Row>,
}

#[derive(Clone, Debug, Default)]
struct Row {
    outcome: Option<RowOutcome>,
    first_call_ns: Option<Nanos>,
    answers_too_large: u32,
}

impl RowTable {
    /// All rows open, but for those that the plan leaves out.
    pub(super) fn new(plan: &Plan, lanes: usize) -> Self {
        let rows = plan.tools.iter().flat_map(|tool| {
            let outcome = tool.skipped.clone().map(|why| RowOutcome::Skipped { why });
            std::iter::repeat_n(Row { outcome, ..Row::default() }, lanes)
        });
        Self { lanes, rows: rows.collect() }
    }

    fn row(&mut self, tool: usize, lane: usize) -> &mut Row {
        &mut self.rows[tool * self.lanes + lane]
    }

    /// Whether nothing has settled the row yet.
    pub(super) fn is_open(&self, tool: usize, lane: usize) -> bool {
        self.rows[tool * self.lanes + lane].outcome.is_none()
    }

    /// Whether any row of the tool is open.
    pub(super) fn is_any_open(&self, tool: usize) -> bool {
        (0..self.lanes).any(|lane| self.is_open(tool, lane))
    }

    /// Notes the time of the very first call; later ones change nothing.
    pub(super) fn note_first_call(&mut self, tool: usize, lane: usize, elapsed_ns: Nanos) {
        self.row(tool, lane).first_call_ns.get_or_insert(elapsed_ns);
    }

    /// Counts a measured call whose answer was refused for its size.
    pub(super) fn count_too_large(&mut self, tool: usize, lane: usize) {
        self.row(tool, lane).answers_too_large += 1;
    }

    /// Settles an open row and gives its state; a settled row stays as it is and gives `None`.
    pub(super) fn settle(&mut self, tool: usize, lane: usize, outcome: RowOutcome) -> Option<RowState> {
        let row = self.row(tool, lane);
        if row.outcome.is_some() {
            return None;
        }
        row.outcome = Some(outcome.clone());
        let row = row.clone();
        Some(row.state(tool, lane, outcome))
    }

    /// Ends the run: what is open still was not run, for this reason.
    pub(super) fn into_states(self, why: &str) -> Vec<RowState> {
        let lanes = self.lanes;
        let not_run = || RowOutcome::NotRun { why: why.to_owned() };
        let states = self.rows.into_iter().enumerate().map(|(index, mut row)| {
            let outcome = row.outcome.take().unwrap_or_else(not_run);
            row.state(index / lanes, index % lanes, outcome)
        });
        states.collect()
    }
}

impl Row {
    /// Tools and lanes are counted in `u16`: a run has few of either.
    fn state(&self, tool: usize, lane: usize, outcome: RowOutcome) -> RowState {
        RowState {
            tool: tool as u16,
            lane: lane as u16,
            outcome,
            first_call_ns: self.first_call_ns,
            answers_too_large: self.answers_too_large,
        }
    }
}
