//! Tests of the guest as its callers see it: sources in a folder, calls in, text out.

mod corpus;
mod limits;
mod plan;
mod protocol;
mod staleness;
mod tools;
