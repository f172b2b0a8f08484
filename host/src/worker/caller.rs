//! The parent's side of `call`: a lane in a worker, opened when needed and again after it was lost.

use crate::lane::{LaneError, Preparation, Refusal};
use crate::progress::Display;
use crate::settings::Settings;
use crate::worker::protocol::{CallAnswer, Event, Job, Order};
use crate::worker::supervise::{Worker, show};

/// Answers tool calls from a process of its own, under the watchdog.
#[derive(Debug)]
pub(crate) struct Caller {
    settings: Settings,
    display: Display,
    /// `None` before the first call and after it was lost.
    worker: Option<Worker>,
    preparation: Preparation,
}

impl Caller {
    /// Opens the first lane of the settings.
    ///
    /// # Errors
    /// What keeps it from opening.
    pub(crate) fn open(settings: Settings, display: Display) -> Result<Self, LaneError> {
        let mut caller = Self { settings, display, worker: None, preparation: Preparation::default() };
        caller.worker = Some(caller.start()?);
        Ok(caller)
    }

    /// How the last opening went: what was indexed, what was skipped (as much as the settings ask for).
    pub(crate) fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    /// Calls a tool: the answer, or the tool's refusal.
    ///
    /// # Errors
    /// What broke the lane or ended the worker; the next call opens it again.
    pub(crate) fn call(&mut self, tool: &str, arguments: &str) -> Result<Result<String, Refusal>, LaneError> {
        let mut worker = match self.worker.take() {
            Some(worker) => worker,
            None => self.start()?,
        };
        worker.order(Order::Call { tool: tool.to_owned(), arguments: arguments.to_owned() });
        let answer = loop {
            match worker.next_event()? {
                Some(Event::Answered(answer)) => break answer,
                Some(event) => show(&event, &mut self.display),
                None => {}
            }
        };
        self.display.finish();
        self.worker = Some(worker);
        match answer {
            CallAnswer::Text(text) => Ok(Ok(text)),
            CallAnswer::Refused(refusal) => Ok(Err(refusal)),
            CallAnswer::Broke(error) => Err(error),
        }
    }

    fn start(&mut self) -> Result<Worker, LaneError> {
        let mut worker = Worker::start(Job::Answer, &self.settings)?;
        let opened = self.wait_until_open(&mut worker);
        self.display.finish();
        opened.map(|()| worker)
    }

    fn wait_until_open(&mut self, worker: &mut Worker) -> Result<(), LaneError> {
        loop {
            match worker.next_event()? {
                Some(Event::Opened) => return Ok(()),
                Some(Event::Broke(error)) => return Err(error),
                Some(Event::Prepared { preparation, .. }) => self.preparation = *preparation,
                Some(Event::Skipped { entries, .. }) => self.preparation.skipped.extend(entries),
                Some(event) => show(&event, &mut self.display),
                None => {}
            }
        }
    }
}
