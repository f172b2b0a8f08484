//! The program from outside: what it prints, writes and returns.

mod cli;
mod corpus;
mod host;
mod lanes_agree;
mod reports;
