//! How Rust's names are found, and the names of its standard library that mean nothing by themselves.

use crate::syntax::name_rules::{ModuleKeywords, NameRules, PackageScope};
use crate::syntax::rust::crates;

/// For the graph.
pub(super) const NAMES: NameRules = NameRules {
    implicit_this: false,
    package_scope: PackageScope::File,
    child_modules: crates::child_modules,
    loose_names: false,
    separate_functions: false,
    open_types: false,
    closed_modules: true,
    module_keywords: Some(&ModuleKeywords { root: "crate", here: "self", parent: "super", separator: "::" }),
    common_methods: COMMON_METHODS,
    common_names: &[],
};

/// Whether a generic type is read as its first argument: it derefs to it, or is taken apart at once.
pub(super) fn is_wrapper(name: &[u8]) -> bool {
    matches!(
        name,
        b"Box"
            | b"Rc"
            | b"Arc"
            | b"Option"
            | b"Result"
            | b"Ref"
            | b"RefMut"
            | b"RefCell"
            | b"Cell"
            | b"Mutex"
            | b"MutexGuard"
            | b"RwLock"
            | b"RwLockReadGuard"
            | b"RwLockWriteGuard"
            | b"OnceLock"
            | b"OnceCell"
            | b"LazyLock"
            | b"Lazy"
            | b"Pin"
            | b"Cow"
            | b"Weak"
            | b"ManuallyDrop"
    )
}

/// Whether a method gives what its receiver is or holds.
pub(super) fn hands_through(method: &str) -> bool {
    matches!(
        method,
        "unwrap"
            | "expect"
            | "unwrap_or_default"
            | "unwrap_or_else"
            | "unwrap_or"
            | "clone"
            | "cloned"
            | "borrow"
            | "borrow_mut"
            | "as_ref"
            | "as_mut"
            | "as_deref"
            | "as_deref_mut"
            | "lock"
            | "to_owned"
            | "ok"
            | "ok_or"
            | "ok_or_else"
            | "map_err"
            | "by_ref"
            | "context"
            | "with_context"
            | "deref"
            | "deref_mut"
            | "or_else"
            | "copied"
    )
}

/// Sorted bytewise.
const COMMON_METHODS: &[&str] = &[
    "abs",
    "all",
    "and_then",
    "any",
    "append",
    "as_bytes",
    "as_deref",
    "as_mut",
    "as_mut_ptr",
    "as_path",
    "as_ptr",
    "as_ref",
    "as_slice",
    "as_str",
    "borrow",
    "borrow_mut",
    "by_ref",
    "bytes",
    "capacity",
    "cast",
    "chain",
    "chars",
    "checked_add",
    "checked_mul",
    "checked_sub",
    "chunks",
    "clear",
    "clone",
    "cloned",
    "cmp",
    "collect",
    "components",
    "concat",
    "contains",
    "contains_key",
    "copied",
    "copy_from_slice",
    "count",
    "cycle",
    "dedup",
    "default",
    "deref",
    "deref_mut",
    "display",
    "drain",
    "drop",
    "elapsed",
    "ends_with",
    "entry",
    "enumerate",
    "eq",
    "err",
    "exists",
    "expect",
    "expect_err",
    "extend",
    "extend_from_slice",
    "extension",
    "file_name",
    "fill",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "finish",
    "first",
    "flat_map",
    "flatten",
    "flush",
    "fmt",
    "fold",
    "for_each",
    "from",
    "fuse",
    "get",
    "get_mut",
    "get_or_insert_with",
    "hash",
    "insert",
    "inspect",
    "into",
    "into_inner",
    "into_iter",
    "into_owned",
    "into_string",
    "is_char_boundary",
    "is_dir",
    "is_empty",
    "is_err",
    "is_file",
    "is_none",
    "is_ok",
    "is_some",
    "iter",
    "iter_mut",
    "join",
    "keys",
    "kind",
    "last",
    "len",
    "lines",
    "load",
    "lock",
    "map",
    "map_err",
    "map_or",
    "map_or_else",
    "max",
    "max_by",
    "max_by_key",
    "metadata",
    "min",
    "min_by",
    "min_by_key",
    "ne",
    "next",
    "next_back",
    "nth",
    "ok",
    "ok_or",
    "ok_or_else",
    "or_else",
    "or_insert",
    "or_insert_with",
    "parent",
    "parse",
    "partial_cmp",
    "partition",
    "path",
    "peek",
    "peekable",
    "poll",
    "pop",
    "pop_front",
    "position",
    "pow",
    "product",
    "push",
    "push_back",
    "push_front",
    "push_str",
    "read",
    "read_exact",
    "read_line",
    "read_to_end",
    "read_to_string",
    "recv",
    "remove",
    "repeat",
    "replace",
    "reserve",
    "resize",
    "retain",
    "rev",
    "rfind",
    "saturating_add",
    "saturating_sub",
    "seek",
    "send",
    "set",
    "skip",
    "skip_while",
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_unstable",
    "spawn",
    "split",
    "split_at",
    "split_off",
    "split_whitespace",
    "starts_with",
    "status",
    "step_by",
    "store",
    "strip_prefix",
    "strip_suffix",
    "sum",
    "swap",
    "take",
    "take_while",
    "then",
    "then_some",
    "to_ascii_lowercase",
    "to_lowercase",
    "to_owned",
    "to_path_buf",
    "to_str",
    "to_string",
    "to_string_lossy",
    "to_uppercase",
    "to_vec",
    "trim",
    "trim_end",
    "trim_start",
    "truncate",
    "try_from",
    "try_into",
    "unwrap",
    "unwrap_err",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "update",
    "values",
    "values_mut",
    "wait",
    "windows",
    "with_capacity",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_sub",
    "write",
    "write_all",
    "write_char",
    "write_fmt",
    "write_str",
    "zip",
];
