//! What the types of Java's library give: collections, streams, optionals, futures.

use crate::syntax::facts::Operation;
use crate::syntax::library::{Asked, Given, Library};

/// For the graph.
pub(in crate::syntax) static LIBRARY: Library = Library { gives, members, ..Library::NONE };

const FIRST: Given = Given::Argument(0);
const SECOND: Given = Given::Argument(1);
const OPTIONAL: Given = Given::Type("Optional", &[FIRST]);
const STREAM: Given = Given::Type("Stream", &[FIRST]);
const ENTRY: Given = Given::Type("Entry", &[FIRST, SECOND]);

/// The methods behind an operation.
fn members(asked: Asked<'_>) -> &'static [&'static str] {
    match asked {
        Asked::Operation(Operation::Iterate) => &["next"],
        Asked::Iterator => &["iterator"],
        _ => &[],
    }
}

fn gives(of: &str, asked: Asked<'_>) -> Option<Given> {
    match of {
        "List"
        | "ArrayList"
        | "LinkedList"
        | "CopyOnWriteArrayList"
        | "Collection"
        | "Iterable"
        | "Set"
        | "HashSet"
        | "LinkedHashSet"
        | "TreeSet"
        | "SortedSet"
        | "NavigableSet"
        | "EnumSet"
        | "Queue"
        | "Deque"
        | "ArrayDeque"
        | "PriorityQueue"
        | "BlockingQueue"
        | "LinkedBlockingQueue"
        | "ConcurrentLinkedQueue"
        | "Stack"
        | "Vector"
        | "ImmutableList"
        | "ImmutableSet"
        | "array" => collection(asked),
        "Map" | "HashMap" | "LinkedHashMap" | "TreeMap" | "ConcurrentMap" | "ConcurrentHashMap"
        | "SortedMap" | "NavigableMap" | "EnumMap" | "IdentityHashMap" | "WeakHashMap" | "ImmutableMap" => {
            map(asked)
        }
        "Entry" => match asked {
            Asked::Member("getKey") => Some(FIRST),
            Asked::Member("getValue") => Some(SECOND),
            _ => None,
        },
        "Iterator" | "ListIterator" => match asked {
            Asked::Member("next" | "previous") | Asked::Operation(Operation::Iterate) => Some(FIRST),
            _ => None,
        },
        "Optional" => optional(asked),
        "Stream" => stream(asked),
        "Supplier" | "Callable" | "Future" | "CompletableFuture" | "ThreadLocal" | "AtomicReference"
        | "Reference" | "WeakReference" | "SoftReference" | "Lazy" | "Provider" => match asked {
            Asked::Member("get" | "call" | "join" | "getAndSet" | "getNow") => Some(FIRST),
            _ => None,
        },
        "Function" => match asked {
            Asked::Member("apply") => Some(SECOND),
            _ => None,
        },
        "Class" => match asked {
            Asked::Member("cast" | "newInstance") => Some(FIRST),
            _ => None,
        },
        _ => None,
    }
}

fn collection(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Operation(Operation::Iterate | Operation::Index) => Some(FIRST),
        Asked::Member(
            "get" | "remove" | "getFirst" | "getLast" | "removeFirst" | "removeLast" | "peek" | "poll"
            | "pop" | "element" | "take" | "first" | "last" | "peekFirst" | "peekLast" | "pollFirst"
            | "pollLast" | "firstElement" | "lastElement" | "set",
        ) => Some(FIRST),
        Asked::Member("iterator" | "listIterator") => Some(Given::Type("Iterator", &[FIRST])),
        Asked::Member("stream" | "parallelStream") => Some(STREAM),
        Asked::Member("subList" | "headSet" | "tailSet" | "clone") => Some(Given::Receiver),
        Asked::Passed("forEach" | "removeIf", 0) | Asked::Passed("sort", _) => Some(FIRST),
        _ => None,
    }
}

fn map(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Member(
            "get" | "getOrDefault" | "remove" | "put" | "computeIfAbsent" | "compute" | "putIfAbsent"
            | "merge",
        ) => Some(SECOND),
        Asked::Member("values") => Some(Given::Type("Collection", &[SECOND])),
        Asked::Member("keySet") => Some(Given::Type("Set", &[FIRST])),
        Asked::Member("entrySet") => Some(Given::Type("Set", &[ENTRY])),
        Asked::Member("firstEntry" | "lastEntry" | "floorEntry" | "ceilingEntry") => Some(ENTRY),
        Asked::Member("firstKey" | "lastKey") => Some(FIRST),
        Asked::Passed("forEach", 0) | Asked::Passed("computeIfAbsent", 0) => Some(FIRST),
        Asked::Passed("forEach", 1) => Some(SECOND),
        _ => None,
    }
}

fn optional(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Member("get" | "orElse" | "orElseGet" | "orElseThrow") => Some(FIRST),
        Asked::Member("filter" | "or") => Some(Given::Receiver),
        Asked::Member("map") => Some(Given::Type("Optional", &[Given::Result])),
        Asked::Member("flatMap") => Some(Given::Result),
        Asked::Passed("map" | "flatMap" | "ifPresent" | "filter" | "ifPresentOrElse", 0) => Some(FIRST),
        _ => None,
    }
}

fn stream(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Member("findFirst" | "findAny" | "min" | "max" | "reduce") => Some(OPTIONAL),
        Asked::Member(
            "filter" | "sorted" | "distinct" | "limit" | "skip" | "peek" | "parallel" | "sequential"
            | "takeWhile" | "dropWhile",
        ) => Some(STREAM),
        Asked::Member("map") => Some(Given::Type("Stream", &[Given::Result])),
        Asked::Member("collect" | "toList") => Some(Given::Type("List", &[FIRST])),
        Asked::Member("iterator") => Some(Given::Type("Iterator", &[FIRST])),
        Asked::Passed(
            "map" | "filter" | "forEach" | "anyMatch" | "allMatch" | "noneMatch" | "flatMap" | "mapToInt"
            | "mapToLong" | "peek" | "takeWhile" | "forEachOrdered" | "sorted" | "min" | "max",
            _,
        ) => Some(FIRST),
        _ => None,
    }
}
