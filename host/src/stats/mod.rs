//! Statistics of samples: slices in, plain numbers out. Nothing here knows lanes, tools or reports.

mod quantile;
mod ratio;
mod summary;

pub(crate) use quantile::{percentile, upper_median};
pub(crate) use ratio::{geometric_mean, ratio};
pub(crate) use summary::Summary;
