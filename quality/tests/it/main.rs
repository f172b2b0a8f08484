//! Tests of the harness as its callers see it, and of the index against hand-made truth.

mod fixtures;
mod notation;
