//! What Python's built-in and `typing` types give: containers, iterators, awaitables, context managers.

use crate::syntax::facts::Operation;
use crate::syntax::library::{Asked, Given, Library};

/// For the graph.
pub(in crate::syntax) static LIBRARY: Library = Library { gives, members, ..Library::NONE };

const FIRST: Given = Given::Argument(0);
const SECOND: Given = Given::Argument(1);
const PAIR: Given = Given::Type("tuple", &[FIRST, SECOND]);

/// The special methods behind an operation.
fn members(asked: Asked<'_>) -> &'static [&'static str] {
    match asked {
        Asked::Operation(Operation::Iterate) => &["__next__", "__anext__"],
        Asked::Iterator => &["__iter__", "__aiter__"],
        Asked::Operation(Operation::Index | Operation::Part(_)) => &["__getitem__"],
        Asked::Operation(Operation::Enter) => &["__enter__", "__aenter__"],
        Asked::Called => &["__call__"],
        _ => &[],
    }
}

fn gives(of: &str, asked: Asked<'_>) -> Option<Given> {
    match of {
        "list" | "List" | "Sequence" | "MutableSequence" | "set" | "Set" | "frozenset" | "FrozenSet"
        | "AbstractSet" | "MutableSet" | "deque" | "Deque" | "Iterable" | "Iterator" | "Generator"
        | "Collection" | "Reversible" | "AsyncIterable" | "AsyncIterator" | "AsyncGenerator" | "KeysView"
        | "ValuesView" => sequence(asked),
        "dict"
        | "Dict"
        | "Mapping"
        | "MutableMapping"
        | "OrderedDict"
        | "defaultdict"
        | "DefaultDict"
        | "ChainMap"
        | "WeakValueDictionary"
        | "WeakKeyDictionary" => mapping(asked),
        "tuple" | "Tuple" => match asked {
            Asked::Operation(Operation::Part(index)) => Some(Given::Argument(index)),
            Asked::Operation(Operation::Iterate | Operation::Index) => Some(FIRST),
            _ => None,
        },
        "type" | "Type" => match asked {
            Asked::Called | Asked::Deref => Some(FIRST),
            _ => None,
        },
        "Awaitable" | "Future" | "Task" => match asked {
            Asked::Operation(Operation::Await) | Asked::Member("result") => Some(FIRST),
            _ => None,
        },
        "Coroutine" => match asked {
            Asked::Operation(Operation::Await) => Some(Given::Argument(2)),
            _ => None,
        },
        "ContextManager"
        | "AsyncContextManager"
        | "AbstractContextManager"
        | "AbstractAsyncContextManager" => match asked {
            Asked::Operation(Operation::Enter) => Some(FIRST),
            _ => None,
        },
        "enumerate" => match asked {
            Asked::Operation(Operation::Iterate) => {
                Some(Given::Type("tuple", &[Given::Type("int", &[]), Given::ElementOf(0)]))
            }
            _ => None,
        },
        "zip" => match asked {
            Asked::Operation(Operation::Iterate) => {
                Some(Given::Type("tuple", &[Given::ElementOf(0), Given::ElementOf(1), Given::ElementOf(2)]))
            }
            _ => None,
        },
        ELEMENTS => match asked {
            Asked::Operation(Operation::Iterate | Operation::Index | Operation::Part(_))
            | Asked::Member("pop") => Some(Given::ElementOf(0)),
            _ => None,
        },
        _ => None,
    }
}

/// What goes through the elements of its one argument: `sorted(x)`, `list(x)`.
pub(super) const ELEMENTS: &str = "elements of";

fn sequence(asked: Asked<'_>) -> Option<Given> {
    match asked {
        // Entered is what a function gives that is made a context manager of.
        Asked::Operation(Operation::Iterate | Operation::Index | Operation::Part(_) | Operation::Enter) => {
            Some(FIRST)
        }
        Asked::Member("pop" | "popleft" | "__next__" | "__anext__") => Some(FIRST),
        Asked::Member("copy" | "union" | "difference" | "intersection" | "__iter__") => Some(Given::Receiver),
        _ => None,
    }
}

fn mapping(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Operation(Operation::Iterate) => Some(FIRST),
        Asked::Operation(Operation::Index | Operation::Part(_)) => Some(SECOND),
        Asked::Member("get" | "pop" | "setdefault") => Some(SECOND),
        Asked::Member("items") => Some(Given::Type("Iterable", &[PAIR])),
        Asked::Member("values") => Some(Given::Type("Iterable", &[SECOND])),
        Asked::Member("keys") => Some(Given::Type("Iterable", &[FIRST])),
        Asked::Member("popitem") => Some(PAIR),
        Asked::Member("copy") => Some(Given::Receiver),
        _ => None,
    }
}
