//! A shop's orders.

pub mod order;
pub mod report;
