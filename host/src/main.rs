//! Drives the sandboxed component call by call and reports per-tool latency.

mod audit;
mod calibrate;
mod cli;
mod clock;
mod commands;
mod embedded;
mod exit_code;
mod hostile;
mod lane;
mod machine;
mod measure;
mod progress;
mod report;
mod sample;
mod sandbox;
mod schedule;
mod settings;
mod stats;
mod warning;
mod within;
mod worker;

use std::process;

use clap::Parser as _;

use crate::cli::Cli;
use crate::exit_code::ExitCode;

fn main() -> process::ExitCode {
    let Cli { command } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help that nobody reads to its end is no failure.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::Usage } else { ExitCode::Success }.into();
        }
    };
    commands::dispatch(command).into()
}
