//! Drives the sandboxed component call by call and reports per-tool latency.

mod calibrate;
mod clock;
mod embedded;
mod lane;
mod measure;
mod sample;
mod sandbox;
mod schedule;
mod settings;
mod stats;

fn main() {}
