//! From a worker's events to findings, however far it came. Pure: knows no process and no clock.
//!
//! Nothing that a worker says is taken on trust: an index that is out of range, a sample too many or an
//! event out of order ends it.

use guest::bench::Plan;

use crate::calibrate::Calibration;
use crate::lane::{LaneError, Preparation};
use crate::measure::{Floor, Measurement, RowOutcome, RowState, Stage, samples_expected};
use crate::sample::Sample;
use crate::settings::Settings;
use crate::worker::protocol::{Event, WireSample};

/// What one process found. A run of several processes has several of these, and pools them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Findings {
    /// The clock and the machine's speed; `None` if the process did not come so far.
    pub(crate) calibration: Option<Calibration>,
    /// How each lane's opening went as far as it is known, in the order of the settings.
    pub(crate) preparations: Vec<Preparation>,
    /// The common plan; `None` if the lanes had none.
    pub(crate) plan: Option<Plan>,
    /// What came of it.
    pub(crate) measurement: Measurement,
    /// Every sample.
    pub(crate) samples: Vec<Sample>,
    /// What ended the process early, apart from interruptions and disagreements.
    pub(crate) fault: Option<Fault>,
}

/// What ended a process early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Label of the lane that it was in; `None` if it is not known.
    pub(crate) lane: Option<String>,
    /// What happened.
    pub(crate) error: LaneError,
}

/// Takes events.
#[derive(Debug)]
pub(super) struct Collector<'a> {
    settings: &'a Settings,
    findings: Findings,
    /// Index of the lane that began something last.
    lane: Option<usize>,
    /// Index of the tool whose calls go on.
    tool: Option<usize>,
    /// The call that hangs, as tool and lane.
    at: Option<(u16, u16)>,
}

impl<'a> Collector<'a> {
    /// Nothing is known yet.
    pub(super) fn new(settings: &'a Settings) -> Self {
        let lanes = settings.lanes.len();
        let findings = Findings {
            preparations: vec![Preparation::default(); lanes],
            measurement: Measurement { floors: vec![None; lanes], ..Measurement::default() },
            ..Findings::default()
        };
        Self { settings, findings, lane: None, tool: None, at: None }
    }

    /// Whether the lanes are open and agreed on a plan.
    pub(super) fn is_measuring(&self) -> bool {
        self.findings.plan.is_some()
    }

    /// Takes an event other than the last one.
    ///
    /// # Errors
    /// In words, why a worker cannot have meant it.
    pub(super) fn take(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Calibrated(calibration) => self.findings.calibration = Some(calibration),
            Event::Begins { lane, .. } => self.lane = Some(self.lane_index(&lane)?),
            Event::Prepared { lane, preparation } => {
                let index = self.lane_index(&lane)?;
                // A lane that is opened again was described by its first opening.
                if !self.is_measuring() {
                    self.findings.preparations[index] = *preparation;
                }
            }
            Event::Skipped { lane, entries } => {
                let index = self.lane_index(&lane)?;
                if !self.is_measuring() {
                    self.findings.preparations[index].skipped.extend(entries);
                }
            }
            Event::Planned(plan) => self.take_plan(plan)?,
            Event::Stage { stage: Stage::Floor, .. } => {}
            Event::Stage { tool, .. } => self.tool = Some(self.tool_index(&tool)?),
            Event::Floor { lane, floor } => self.take_floor(lane, floor)?,
            Event::Samples(samples) => self.take_samples(&samples)?,
            Event::Row(row) => {
                self.check_row(&row)?;
                self.findings.measurement.rows.push(row);
            }
            Event::At(at) => self.at = at,
            Event::Hello { .. } | Event::Step { .. } => {}
            Event::Opened | Event::Answered(_) | Event::Finished(_) | Event::Broke(_) => {
                return Err("it said what belongs to another job".to_owned());
            }
        }
        Ok(())
    }

    /// Checks the measurement of a worker that says it came to its end.
    ///
    /// # Errors
    /// In words, why a worker cannot have meant it.
    pub(super) fn check(&self, measurement: &Measurement) -> Result<(), String> {
        measurement.rows.iter().try_for_each(|row| self.check_row(row))?;
        let answers = measurement.disagreement.iter().flat_map(|found| &found.answers);
        let lanes = self.settings.lanes.len();
        match answers.map(|answer| answer.lane).all(|lane| usize::from(lane) < lanes) {
            true => Ok(()),
            false => Err("it compared lanes that were not asked for".to_owned()),
        }
    }

    /// Ends with a measurement that was checked.
    pub(super) fn finished(mut self, measurement: Measurement) -> Findings {
        self.findings.measurement = measurement;
        self.findings
    }

    /// Ends with what is known, since the user asked for it.
    pub(super) fn interrupted(mut self) -> Findings {
        self.findings.measurement.interrupted = true;
        self.fill_rows(|_, _| RowOutcome::NotRun { why: "interrupted".to_owned() });
        self.findings
    }

    /// Ends with what is known, since the worker is gone or a lane broke before measuring began.
    pub(super) fn lost(mut self, error: LaneError) -> Findings {
        let hung_at = self.at.filter(|_| matches!(error, LaneError::Hung { .. }));
        let tool = self.tool;
        let failed = RowOutcome::Failed { word: error.outcome().to_owned(), text: error.to_string() };
        self.fill_rows(|of_tool, of_lane| {
            let is_at = hung_at
                .is_none_or(|(tool, lane)| (usize::from(tool), usize::from(lane)) == (of_tool, of_lane));
            match tool == Some(of_tool) && is_at {
                true => failed.clone(),
                false => RowOutcome::NotRun { why: "the measuring process was lost".to_owned() },
            }
        });
        let lane = match hung_at {
            Some((_, lane)) => Some(usize::from(lane)),
            // While calls are fired, a lane that began something did so before.
            None => self.lane.filter(|_| tool.is_none()),
        };
        let label = lane.and_then(|lane| self.settings.lanes.get(lane)).map(|spec| spec.label.clone());
        self.findings.fault = Some(Fault { lane: label, error });
        self.findings
    }

    /// Adds the rows that nothing is known of; none without a plan.
    fn fill_rows(&mut self, outcome: impl Fn(usize, usize) -> RowOutcome) {
        let Some(plan) = &self.findings.plan else { return };
        let rows = &mut self.findings.measurement.rows;
        for (tool, planned) in plan.tools.iter().enumerate() {
            for lane in 0..self.settings.lanes.len() {
                let (tool_number, lane_number) = (tool as u16, lane as u16);
                if rows.iter().any(|row| (row.tool, row.lane) == (tool_number, lane_number)) {
                    continue;
                }
                let skipped = planned.skipped.clone().map(|why| RowOutcome::Skipped { why });
                rows.push(RowState {
                    tool: tool_number,
                    lane: lane_number,
                    outcome: skipped.unwrap_or_else(|| outcome(tool, lane)),
                    first_call_ns: None,
                    answers_too_large: 0,
                });
            }
        }
    }

    fn take_plan(&mut self, plan: Plan) -> Result<(), String> {
        if self.is_measuring() || plan.tools.len() > usize::from(u16::MAX) {
            return Err("it made a plan that cannot be".to_owned());
        }
        self.findings.plan = Some(plan);
        Ok(())
    }

    fn take_floor(&mut self, lane: u16, floor: Floor) -> Result<(), String> {
        let floors = &mut self.findings.measurement.floors;
        let slot = floors.get_mut(usize::from(lane)).ok_or("it measured a lane that was not asked for")?;
        *slot = Some(floor);
        Ok(())
    }

    fn take_samples(&mut self, samples: &[WireSample]) -> Result<(), String> {
        let (lanes, plan) = (self.settings.lanes.len(), self.findings.plan.as_ref());
        let tools = plan.map_or(0, |plan| plan.tools.len());
        let is_meant = |sample: &Sample| usize::from(sample.lane) < lanes && usize::from(sample.tool) < tools;
        let expected = plan.map_or(0, |plan| samples_expected(plan, lanes));
        if self.findings.samples.len() + samples.len() > expected
            || !samples.iter().all(|WireSample(sample)| is_meant(sample))
        {
            return Err("it took samples that were not asked for".to_owned());
        }
        self.findings.samples.extend(samples.iter().map(|WireSample(sample)| *sample));
        Ok(())
    }

    fn check_row(&self, row: &RowState) -> Result<(), String> {
        let tools = self.findings.plan.as_ref().map_or(0, |plan| plan.tools.len());
        match usize::from(row.tool) < tools && usize::from(row.lane) < self.settings.lanes.len() {
            true => Ok(()),
            false => Err("it measured a row that was not asked for".to_owned()),
        }
    }

    fn lane_index(&self, label: &str) -> Result<usize, String> {
        let index = self.settings.lanes.iter().position(|spec| spec.label == label);
        index.ok_or_else(|| "it opened a lane that was not asked for".to_owned())
    }

    fn tool_index(&self, name: &str) -> Result<usize, String> {
        let plan = self.findings.plan.as_ref();
        let index = plan.and_then(|plan| plan.tools.iter().position(|tool| tool.tool == name));
        index.ok_or_else(|| "it called a tool that was not planned".to_owned())
    }
}

#[cfg(test)]
mod tests;
