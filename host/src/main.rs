//! Drives the sandboxed component call by call and reports per-tool latency.

mod calibrate;
mod clock;
mod lane;
mod measure;
mod sample;
mod settings;

fn main() {}
