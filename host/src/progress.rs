//! What is shown on standard error while lanes are opened and measured: a bar on a terminal, plain lines
//! elsewhere, nothing if quiet.
//!
//! Shown by the parent of the process that measures, when that process says something: before each tool, and
//! a few times a second while one takes long.

use std::io::{self, IsTerminal as _, Write as _};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::lane::{Preparation, Progress, Work};
use crate::measure::{Floor, Observer, RowState, Stage};
use crate::report::terminal_safe;

/// Where progress is shown.
#[derive(Debug)]
pub(crate) struct Display(Mode);

#[derive(Debug)]
enum Mode {
    Quiet,
    /// Holds the line shown last; a line says what begins, each once.
    Lines(String),
    Bar(ProgressBar),
}

impl Display {
    /// Chooses the way that fits standard error.
    pub(crate) fn new(quiet: bool) -> Self {
        Self(match quiet {
            true => Mode::Quiet,
            false if io::stderr().is_terminal() => Mode::Bar(bar()),
            false => Mode::Lines(String::new()),
        })
    }

    /// Takes the bar away, so that what follows starts on a line of its own.
    pub(crate) fn finish(&mut self) {
        if let Mode::Bar(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }

    /// Says something that is no progress.
    pub(crate) fn note(&mut self, what: &str) {
        let what = terminal_safe(what);
        match &mut self.0 {
            Mode::Quiet => {}
            Mode::Lines(_) => {
                let _ = writeln!(io::stderr(), "{what}");
            }
            Mode::Bar(bar) => bar.set_message(what.into_owned()),
        }
    }

    /// Shows what begins, and how far it is.
    pub(crate) fn show(&mut self, what: String, done: u64, total: u64) {
        let what = terminal_safe(&what).into_owned();
        match &mut self.0 {
            Mode::Quiet => {}
            Mode::Lines(last) if *last == what => {}
            Mode::Lines(last) => {
                // If nobody listens on standard error, there is nobody to tell.
                let _ = writeln!(io::stderr(), "{what}");
                *last = what;
            }
            Mode::Bar(bar) => {
                bar.set_length(total);
                bar.set_position(done);
                bar.set_message(what);
                bar.tick();
            }
        }
    }
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:40} {bar:30} {percent:>3} %");
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl Progress for Display {
    fn begins(&mut self, lane: &str, work: Work) {
        let what = match work {
            Work::Load => "load",
            Work::Index => "index",
            Work::Plan => "plan",
            Work::Describe => return,
        };
        self.show(format!("{lane}: {what}"), 0, 1);
    }

    fn learned(&mut self, _lane: &str, _preparation: &Preparation) {}

    fn step(&mut self, lane: &str, phase: &str, done: u64, total: u64) {
        self.show(format!("{lane}: {phase}"), done, total);
    }
}

impl Observer for Display {
    fn at(&mut self, stage: Stage, tool: &str, done: u32, total: u32) {
        let what = match stage {
            Stage::Floor => "measure the call floor".to_owned(),
            Stage::Agree => format!("{tool}: compare the lanes' answers"),
            Stage::WarmUp => format!("{tool}: warm up"),
            Stage::Measure => format!("{tool}: measure"),
        };
        self.show(what, done.into(), total.into());
    }

    fn floor(&mut self, _lane: u16, _floor: Floor) {}

    fn row(&mut self, _row: &RowState) {}
}
