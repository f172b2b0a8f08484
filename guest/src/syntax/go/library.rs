//! What Go's own containers give: slices, arrays, maps, channels, and the sequences of `iter`.

use crate::syntax::facts::Operation;
use crate::syntax::library::{Asked, Given, Library};

/// For the graph.
pub(in crate::syntax) static LIBRARY: Library = Library { gives, ..Library::NONE };

fn gives(of: &str, asked: Asked<'_>) -> Option<Given> {
    let Asked::Operation(operation) = asked else { return None };
    match (of, operation) {
        ("channel", Operation::Part(0)) => Some(Given::Argument(0)),
        ("slice" | "channel", Operation::Iterate | Operation::Index | Operation::Try) => {
            Some(Given::Argument(0))
        }
        ("map", Operation::Iterate | Operation::Index) => Some(Given::Argument(1)),
        ("map", Operation::Part(0)) => Some(Given::Argument(0)),
        ("Seq", Operation::Iterate | Operation::Part(0)) => Some(Given::Argument(0)),
        ("Seq2", Operation::Iterate) => Some(Given::Argument(1)),
        ("Seq2", Operation::Part(0)) => Some(Given::Argument(0)),
        ("tuple", Operation::Part(index)) => Some(Given::Argument(index)),
        _ => None,
    }
}
