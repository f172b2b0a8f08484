//! The program from outside: what it prints, writes and returns.

mod audit;
mod cli;
mod corpus;
mod host;
mod hostile;
mod lanes_agree;
mod reports;
