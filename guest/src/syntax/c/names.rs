//! How C's names are found. Members are fields here, so hardly any name is too common.

use crate::syntax::name_rules::{NameRules, PackageScope, TypeRules, no_child_modules};

/// For the graph.
pub(super) const NAMES: NameRules = NameRules {
    implicit_this: false,
    package_scope: PackageScope::File,
    child_modules: no_child_modules,
    module_files: None,
    loose_names: true,
    separate_functions: false,
    open_types: false,
    closed_modules: false,
    types: TypeRules { tags: true, ..TypeRules::COMMON },
    module_keywords: None,
    common_methods: COMMON_METHODS,
    common_names: &[],
};

/// Sorted bytewise. In C these are function pointers in tables of operations.
const COMMON_METHODS: &[&str] = &[
    "accept", "add", "alloc", "append", "begin", "bind", "bytes", "call", "callback", "check", "cleanup",
    "clear", "clone", "close", "cmp", "compare", "connect", "copy", "count", "create", "data", "decode",
    "delete", "destroy", "encode", "end", "error", "exit", "find", "finish", "flags", "flush", "fn", "free",
    "func", "get", "handle", "handler", "hash", "id", "index", "info", "init", "insert", "key", "kind",
    "len", "length", "list", "load", "lock", "lookup", "map", "match", "mode", "name", "next", "offset",
    "open", "parse", "path", "poll", "pop", "prev", "print", "process", "ptr", "push", "put", "read", "recv",
    "release", "remove", "reset", "resize", "resume", "run", "seek", "send", "set", "setup", "show",
    "shutdown", "size", "start", "state", "stop", "store", "suspend", "tell", "test", "type", "unlock",
    "update", "validate", "value", "verify", "wait", "write",
];
