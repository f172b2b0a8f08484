//! What PHP's arrays give, as far as comments say what they hold.

use crate::syntax::facts::Operation;
use crate::syntax::library::{Asked, Given, Library};

/// For the graph.
pub(in crate::syntax) static LIBRARY: Library = Library { gives, ..Library::NONE };

fn gives(of: &str, asked: Asked<'_>) -> Option<Given> {
    match (of, asked) {
        ("array", Asked::Operation(Operation::Iterate | Operation::Index)) => Some(Given::Argument(0)),
        _ => None,
    }
}
