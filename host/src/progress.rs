//! What is shown on standard error while lanes are opened and measured: a bar on a terminal, plain lines
//! elsewhere, nothing if quiet.
//!
//! No thread ticks in the background, and a row is shown when it begins and ends only: the measuring
//! loop shares its processor with nothing of this.

use std::io::{self, IsTerminal as _, Write as _};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::lane::Progress;
use crate::measure::{Observer, RowState, Stage};
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
    fn step(&mut self, lane: &str, phase: &'static str, done: u64, total: u64) {
        self.show(format!("{lane}: {phase}"), done, total);
    }
}

impl Observer for Display {
    fn at(&mut self, stage: Stage, tool: &str, done: u32, total: u32) {
        if done != 0 && done != total {
            return;
        }
        let what = match stage {
            Stage::Floor => "measure the call floor".to_owned(),
            Stage::Agree => format!("{tool}: compare the lanes' answers"),
            Stage::WarmUp => format!("{tool}: warm up"),
            Stage::Measure => format!("{tool}: measure"),
        };
        self.show(what, done.into(), total.into());
    }

    fn row(&mut self, _row: &RowState) {}
}
