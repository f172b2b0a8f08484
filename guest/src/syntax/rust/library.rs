//! What the types of Rust's standard library give: pointers, `Option` and `Result`, collections,
//! iterators. Types of other crates with the same shape stand beside them.

use crate::syntax::facts::Operation;
use crate::syntax::library::{Asked, Given, Library};

/// For the graph.
pub(in crate::syntax) static LIBRARY: Library =
    Library { gives, members, iterator: Some("Iterator"), is_macro };

const FIRST: Given = Given::Argument(0);
const SECOND: Given = Given::Argument(1);
const OPTION: Given = Given::Type("Option", &[FIRST]);
const ITERATOR: Given = Given::Type("Iterator", &[FIRST]);
const COLLECTION: Given = Given::Type("Vec", &[FIRST]);
const GUARD: Given = Given::Type("Guard", &[FIRST]);

/// The associated types by which a type says what its operators give.
fn members(asked: Asked<'_>) -> &'static [&'static str] {
    match asked {
        Asked::Deref => &["Target"],
        Asked::Operation(Operation::Iterate) => &["Item"],
        Asked::Iterator => &["IntoIter"],
        Asked::Operation(Operation::Index | Operation::Await) => &["Output"],
        _ => &[],
    }
}

/// Macros that every crate sees without naming where they are from.
fn is_macro(name: &str) -> bool {
    matches!(
        name,
        "assert"
            | "assert_eq"
            | "assert_ne"
            | "cfg"
            | "column"
            | "compile_error"
            | "concat"
            | "dbg"
            | "debug_assert"
            | "debug_assert_eq"
            | "debug_assert_ne"
            | "env"
            | "eprint"
            | "eprintln"
            | "file"
            | "format"
            | "format_args"
            | "include"
            | "include_bytes"
            | "include_str"
            | "line"
            | "matches"
            | "module_path"
            | "option_env"
            | "panic"
            | "print"
            | "println"
            | "stringify"
            | "thread_local"
            | "todo"
            | "try"
            | "unimplemented"
            | "unreachable"
            | "vec"
            | "write"
            | "writeln"
    )
}

fn gives(of: &str, asked: Asked<'_>) -> Option<Given> {
    match of {
        // A lock that gives its guard at once, or a `Result` of it.
        "Guard" => guard(asked),
        "tuple" => match asked {
            Asked::Operation(Operation::Part(index)) => Some(Given::Argument(index)),
            Asked::Member("clone") => Some(Given::Receiver),
            _ => None,
        },
        "Option" => option(asked),
        "Result" | "LockResult" => result(asked),
        "Box" | "Rc" | "Arc" | "Cow" | "Pin" | "Ref" | "RefMut" | "MutexGuard" | "RwLockReadGuard"
        | "RwLockWriteGuard" | "ManuallyDrop" | "LazyLock" | "LazyCell" | "Lazy" | "Saturating" => {
            pointer(asked)
        }
        "Weak" => match asked {
            Asked::Member("upgrade") => Some(Given::Type("Option", &[Given::Type("Arc", &[FIRST])])),
            Asked::Member("clone") => Some(Given::Receiver),
            _ => None,
        },
        "RefCell" | "Cell" | "Mutex" | "RwLock" | "OnceLock" | "OnceCell" | "UnsafeCell" => cell(asked),
        "HashMap" | "BTreeMap" | "IndexMap" | "FxHashMap" | "AHashMap" | "DashMap" => map(asked),
        "Vec" | "slice" | "VecDeque" | "BinaryHeap" | "LinkedList" | "HashSet" | "BTreeSet" | "IndexSet"
        | "FxHashSet" | "SmallVec" | "ArrayVec" | "ThinVec" => sequence(asked),
        "Iterator"
        | "IntoIterator"
        | "DoubleEndedIterator"
        | "ExactSizeIterator"
        | "Peekable"
        | "Rev"
        | "IntoIter"
        | "Iter"
        | "IterMut"
        | "Drain"
        | "ParallelIterator"
        | "Stream" => iterator(asked),
        "Entry" => match asked {
            Asked::Member("or_insert" | "or_insert_with" | "or_default") => Some(FIRST),
            Asked::Member("and_modify") => Some(Given::Receiver),
            Asked::Passed("and_modify", 0) => Some(FIRST),
            _ => None,
        },
        "Sender" | "SyncSender" => same(asked),
        "Receiver" => match asked {
            Asked::Member("recv" | "try_recv" | "recv_timeout") => Some(Given::Type("Result", &[FIRST])),
            Asked::Member("iter" | "try_iter") => Some(ITERATOR),
            Asked::Operation(Operation::Iterate) => Some(FIRST),
            _ => None,
        },
        "JoinHandle" | "ScopedJoinHandle" => match asked {
            Asked::Member("join") => Some(Given::Type("Result", &[FIRST])),
            Asked::Operation(Operation::Await) => Some(Given::Type("Result", &[FIRST])),
            _ => None,
        },
        "Future" | "BoxFuture" | "LocalBoxFuture" => match asked {
            Asked::Operation(Operation::Await) => Some(FIRST),
            _ => None,
        },
        "" => same(asked),
        _ => None,
    }
}

/// Methods that nearly every type has, and that give another of it.
fn same(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Member("clone" | "to_owned" | "borrow" | "borrow_mut" | "as_ref" | "as_mut" | "by_ref") => {
            Some(Given::Receiver)
        }
        _ => None,
    }
}

fn pointer(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Deref => Some(FIRST),
        Asked::Member("clone") => Some(Given::Receiver),
        Asked::Member(
            "into_owned" | "into_inner" | "to_mut" | "as_ref" | "as_mut" | "get_mut" | "deref" | "deref_mut",
        ) => Some(FIRST),
        _ => None,
    }
}

fn guard(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Deref | Asked::Operation(Operation::Try | Operation::Await) => Some(FIRST),
        Asked::Member("unwrap" | "expect" | "unwrap_or_else" | "into_inner") => Some(FIRST),
        Asked::Member("ok") => Some(OPTION),
        _ => None,
    }
}

fn cell(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Member(
            "borrow" | "borrow_mut" | "get_mut" | "lock" | "read" | "write" | "try_lock" | "try_borrow",
        ) => Some(GUARD),
        Asked::Member("get" | "take" | "set" | "replace" | "into_inner") => Some(GUARD),
        Asked::Member("get_or_init") => Some(FIRST),
        _ => None,
    }
}

fn option(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Operation(Operation::Try | Operation::Iterate | Operation::Part(0)) => Some(FIRST),
        Asked::Member(
            "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default" | "unwrap_or_else" | "unwrap_unchecked"
            | "insert" | "get_or_insert" | "get_or_insert_with",
        ) => Some(FIRST),
        Asked::Member(
            "as_ref" | "as_mut" | "cloned" | "copied" | "clone" | "take" | "or" | "or_else" | "filter"
            | "replace" | "xor" | "inspect",
        ) => Some(Given::Receiver),
        Asked::Member("as_deref" | "as_deref_mut") => Some(Given::Receiver),
        Asked::Member("ok_or" | "ok_or_else") => Some(Given::Type("Result", &[FIRST])),
        Asked::Member("context" | "with_context") => Some(Given::Type("Result", &[FIRST])),
        Asked::Member("map") => Some(Given::Type("Option", &[Given::Result])),
        Asked::Member("and_then" | "map_or_else") => Some(Given::Result),
        Asked::Member("iter" | "iter_mut" | "into_iter") => Some(ITERATOR),
        Asked::Member("flatten") => Some(FIRST),
        Asked::Passed(
            "map" | "and_then" | "is_some_and" | "is_none_or" | "filter" | "inspect" | "map_or"
            | "map_or_else",
            0,
        ) => Some(FIRST),
        _ => None,
    }
}

fn result(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Operation(Operation::Try | Operation::Iterate | Operation::Part(0)) => Some(FIRST),
        Asked::Member("unwrap" | "expect" | "unwrap_or" | "unwrap_or_default" | "unwrap_or_else") => {
            Some(FIRST)
        }
        Asked::Member("unwrap_err" | "expect_err") => Some(SECOND),
        Asked::Member("ok") => Some(OPTION),
        Asked::Member("err") => Some(Given::Type("Option", &[SECOND])),
        Asked::Member(
            "as_ref" | "as_mut" | "clone" | "or_else" | "inspect" | "inspect_err" | "as_deref"
            | "as_deref_mut",
        ) => Some(Given::Receiver),
        Asked::Member("map_err" | "context" | "with_context") => Some(Given::Type("Result", &[FIRST])),
        Asked::Member("map") => Some(Given::Type("Result", &[Given::Result, SECOND])),
        Asked::Member("and_then") => Some(Given::Result),
        Asked::Member("iter" | "into_iter") => Some(ITERATOR),
        Asked::Passed("map" | "and_then" | "is_ok_and" | "inspect" | "map_or", 0) => Some(FIRST),
        Asked::Passed("map_err" | "or_else" | "unwrap_or_else" | "is_err_and" | "inspect_err", 0) => {
            Some(SECOND)
        }
        _ => None,
    }
}

fn sequence(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Operation(Operation::Iterate | Operation::Index) => Some(FIRST),
        // What was collected may be a `Result` of the collection.
        Asked::Operation(Operation::Try) => Some(Given::Receiver),
        Asked::Member("iter" | "iter_mut" | "into_iter" | "drain" | "par_iter" | "into_par_iter") => {
            Some(ITERATOR)
        }
        Asked::Member(
            "get" | "get_mut" | "first" | "first_mut" | "last" | "last_mut" | "pop" | "pop_front"
            | "pop_back" | "front" | "front_mut" | "back" | "back_mut" | "peek" | "take" | "iter_max",
        ) => Some(OPTION),
        Asked::Member("remove" | "swap_remove") => Some(FIRST),
        Asked::Member(
            "clone" | "to_vec" | "as_slice" | "as_mut_slice" | "to_owned" | "as_ref" | "as_mut" | "unwrap"
            | "expect" | "borrow" | "into_boxed_slice" | "split_off" | "into_vec",
        ) => Some(Given::Receiver),
        Asked::Member("chunks" | "windows" | "chunks_exact" | "split") => {
            Some(Given::Type("Iterator", &[Given::Receiver]))
        }
        Asked::Member("split_at" | "split_at_mut") => {
            Some(Given::Type("tuple", &[Given::Receiver, Given::Receiver]))
        }
        Asked::Member("split_first" | "split_first_mut" | "split_last" | "split_last_mut") => {
            Some(Given::Type("Option", &[Given::Type("tuple", &[FIRST, Given::Receiver])]))
        }
        Asked::Passed(
            "retain"
            | "retain_mut"
            | "sort_by_key"
            | "sort_unstable_by_key"
            | "sort_by_cached_key"
            | "dedup_by_key"
            | "partition_point"
            | "binary_search_by"
            | "binary_search_by_key",
            0,
        ) => Some(FIRST),
        Asked::Passed("sort_by" | "sort_unstable_by" | "dedup_by", _) => Some(FIRST),
        _ => None,
    }
}

fn map(asked: Asked<'_>) -> Option<Given> {
    const PAIR: Given = Given::Type("tuple", &[FIRST, SECOND]);
    match asked {
        Asked::Operation(Operation::Iterate) => Some(PAIR),
        Asked::Operation(Operation::Index) => Some(SECOND),
        Asked::Operation(Operation::Try) => Some(Given::Receiver),
        Asked::Member("iter" | "iter_mut" | "into_iter" | "drain" | "range") => {
            Some(Given::Type("Iterator", &[PAIR]))
        }
        Asked::Member("keys" | "into_keys") => Some(ITERATOR),
        Asked::Member("values" | "values_mut" | "into_values") => Some(Given::Type("Iterator", &[SECOND])),
        Asked::Member("get" | "get_mut" | "remove" | "insert") => Some(Given::Type("Option", &[SECOND])),
        Asked::Member(
            "first_key_value" | "last_key_value" | "remove_entry" | "get_key_value" | "pop_first"
            | "pop_last",
        ) => Some(Given::Type("Option", &[PAIR])),
        Asked::Member("entry") => Some(Given::Type("Entry", &[SECOND])),
        Asked::Member("clone" | "as_ref" | "as_mut" | "to_owned" | "unwrap" | "expect") => {
            Some(Given::Receiver)
        }
        Asked::Passed("retain", 0) => Some(FIRST),
        Asked::Passed("retain", 1) => Some(SECOND),
        _ => None,
    }
}

fn iterator(asked: Asked<'_>) -> Option<Given> {
    match asked {
        Asked::Operation(Operation::Iterate) => Some(FIRST),
        Asked::Member(
            "next" | "next_back" | "last" | "nth" | "peek" | "peek_mut" | "next_if" | "min" | "max"
            | "min_by_key" | "max_by_key" | "min_by" | "max_by" | "find" | "rfind" | "reduce",
        ) => Some(OPTION),
        Asked::Member(
            "iter" | "into_iter" | "filter" | "rev" | "skip" | "take" | "skip_while" | "take_while"
            | "step_by" | "chain" | "cycle" | "fuse" | "inspect" | "by_ref" | "cloned" | "copied"
            | "peekable" | "clone" | "sorted" | "sorted_by" | "sorted_by_key" | "dedup" | "unique",
        ) => Some(ITERATOR),
        Asked::Member("enumerate") => {
            Some(Given::Type("Iterator", &[Given::Type("tuple", &[Given::Type("usize", &[]), FIRST])]))
        }
        Asked::Member("zip") => Some(Given::Type("Iterator", &[Given::Type("tuple", &[FIRST])])),
        Asked::Member("map") => Some(Given::Type("Iterator", &[Given::Result])),
        Asked::Member("filter_map" | "flat_map" | "map_while") => {
            Some(Given::Type("Iterator", &[Given::ElementOfResult]))
        }
        Asked::Member("flatten") => Some(Given::Type("Iterator", &[Given::ElementOf(0)])),
        Asked::Member("find_map") => Some(Given::Result),
        Asked::Member("collect" | "collect_vec") => Some(COLLECTION),
        Asked::Member("partition") => Some(Given::Type("tuple", &[COLLECTION, COLLECTION])),
        Asked::Passed(
            "map" | "filter" | "filter_map" | "flat_map" | "for_each" | "find" | "find_map" | "rfind" | "any"
            | "all" | "position" | "rposition" | "take_while" | "skip_while" | "map_while" | "inspect"
            | "partition" | "max_by_key" | "min_by_key" | "try_for_each" | "next_if" | "sorted_by_key"
            | "is_sorted_by_key",
            0,
        ) => Some(FIRST),
        Asked::Passed("fold" | "try_fold" | "scan", 1) => Some(FIRST),
        Asked::Passed("max_by" | "min_by" | "reduce" | "sorted_by", _) => Some(FIRST),
        _ => None,
    }
}
