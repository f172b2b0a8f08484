//! The program from outside: what it prints, writes and returns.

mod audit;
mod cli;
mod corpus;
mod host;
mod hostile;
mod lanes_agree;
mod limits;
mod reports;
#[path = "../../src/sandbox/test_guest.rs"]
#[allow(dead_code, reason = "the unit tests use the rest of it")]
mod test_guest;
#[cfg(unix)]
mod worker;
mod world;
