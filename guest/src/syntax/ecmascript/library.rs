//! What ECMAScript's own types give: arrays, maps and sets, promises, tuples.

use crate::syntax::facts::Operation;
use crate::syntax::library::{Asked, Given, Library};

/// For the graph.
pub(in crate::syntax) static LIBRARY: Library = Library { gives, members, ..Library::NONE };

const FIRST: Given = Given::Argument(0);
const SECOND: Given = Given::Argument(1);
const PAIR: Given = Given::Type("tuple", &[FIRST, SECOND]);
const ARRAY: Given = Given::Type("Array", &[FIRST]);

fn members(asked: Asked<'_>) -> &'static [&'static str] {
    match asked {
        Asked::Constructed => &["constructor"],
        _ => &[],
    }
}

fn gives(of: &str, asked: Asked<'_>) -> Option<Given> {
    match of {
        "Array"
        | "ReadonlyArray"
        | "Set"
        | "ReadonlySet"
        | "WeakSet"
        | "Iterable"
        | "Iterator"
        | "IterableIterator"
        | "Generator"
        | "AsyncIterable"
        | "AsyncIterator"
        | "AsyncGenerator"
        | "AsyncIterableIterator"
        | "ArrayLike"
        | "NodeListOf" => sequence(asked),
        "Map" | "ReadonlyMap" | "WeakMap" | "Record" => map(asked),
        "Promise" | "PromiseLike" => match asked {
            Asked::Operation(Operation::Await) => Some(FIRST),
            Asked::Member("then") => Some(Given::Type("Promise", &[Given::Result])),
            Asked::Member("catch" | "finally") => Some(Given::Receiver),
            Asked::Passed("then", 0) => Some(FIRST),
            _ => None,
        },
        "tuple" => match asked {
            Asked::Operation(Operation::Part(index)) => Some(Given::Argument(index)),
            Asked::Operation(Operation::Iterate | Operation::Index) => Some(FIRST),
            other => sequence(other),
        },
        _ => None,
    }
}

fn sequence(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Operation(Operation::Iterate | Operation::Index | Operation::Part(_)) => Some(FIRST),
        Asked::Member("find" | "at" | "pop" | "shift" | "findLast") => Some(FIRST),
        Asked::Member(
            "filter" | "slice" | "concat" | "reverse" | "sort" | "splice" | "toSorted" | "toReversed"
            | "with" | "add" | "fill",
        ) => Some(Given::Receiver),
        Asked::Member("map") => Some(Given::Type("Array", &[Given::Result])),
        Asked::Member("flatMap") => Some(Given::Type("Array", &[Given::ElementOfResult])),
        Asked::Member("flat") => Some(Given::Type("Array", &[Given::ElementOf(0)])),
        Asked::Member("values" | "keys") => Some(ARRAY),
        Asked::Member("entries") => {
            Some(Given::Type("Iterable", &[Given::Type("tuple", &[Given::Type("number", &[]), FIRST])]))
        }
        Asked::Member("next") => Some(Given::Type("IteratorResult", &[FIRST])),
        Asked::Passed(
            "map" | "forEach" | "filter" | "find" | "some" | "every" | "findIndex" | "flatMap" | "findLast"
            | "findLastIndex",
            0,
        ) => Some(FIRST),
        Asked::Accepted("push" | "unshift", _) | Asked::Accepted("add" | "fill", 0) => Some(FIRST),
        Asked::Passed("sort" | "toSorted", _) | Asked::Passed("reduce" | "reduceRight", 1) => Some(FIRST),
        _ => None,
    }
}

fn map(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Operation(Operation::Iterate) => Some(PAIR),
        Asked::Operation(Operation::Index | Operation::Part(_)) | Asked::Member("get") => Some(SECOND),
        Asked::Member("values") => Some(Given::Type("Iterable", &[SECOND])),
        Asked::Member("keys") => Some(Given::Type("Iterable", &[FIRST])),
        Asked::Member("entries") => Some(Given::Type("Iterable", &[PAIR])),
        Asked::Member("set") => Some(Given::Receiver),
        Asked::Accepted("set", 1) | Asked::Passed("forEach", 0) => Some(SECOND),
        Asked::Passed("forEach", 1) => Some(FIRST),
        _ => None,
    }
}
