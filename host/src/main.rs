//! Drives the sandboxed component call by call and reports per-tool latency.

mod clock;
mod lane;
mod sample;
mod settings;

fn main() {}
