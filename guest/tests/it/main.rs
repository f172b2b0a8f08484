//! The guest's integration tests, one binary.

mod staleness;
