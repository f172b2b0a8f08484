//! Why a value has no JSON.

use std::fmt::Display;

use serde::ser;
use thiserror::Error;

/// What a value says that cannot be written, or a key that is no string.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub(crate) struct JsonError(String);

impl ser::Error for JsonError {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}
