//! How Python's names are found, and the names of its standard library that mean nothing by themselves.

use crate::corpus::path;
use crate::syntax::name_rules::{NameRules, PackageScope, TypeRules};

/// For the graph.
pub(super) const NAMES: NameRules = NameRules {
    implicit_this: false,
    package_scope: PackageScope::File,
    child_modules,
    module_files: None,
    loose_names: false,
    separate_functions: false,
    open_types: true,
    closed_modules: false,
    types: TypeRules::COMMON,
    module_keywords: None,
    common_methods: COMMON_METHODS,
    common_names: &[],
};

/// A package holds the files and folders beside its `__init__.py`.
fn child_modules(module: &str, name: &str, out: &mut Vec<String>) {
    if path::file_stem(module) != "__init__" {
        return;
    }
    let folder = path::folder(module);
    let slash = if folder.is_empty() { "" } else { "/" };
    out.push(format!("{folder}{slash}{name}.py"));
    out.push(format!("{folder}{slash}{name}/__init__.py"));
}

/// Sorted bytewise.
#[rustfmt::skip]
const COMMON_METHODS: &[&str] = &[
    "absolute", "accept", "acquire", "acquire_lock", "add", "addClassCleanup", "addCleanup", "addFilter",
    "addHandler", "addTypeEqualityFunc", "add_argument", "add_argument_group", "add_done_callback",
    "add_header", "add_mutually_exclusive_group", "add_note", "add_reader", "add_section",
    "add_signal_handler", "add_subparsers", "add_writer", "adjusted", "append", "appendleft", "as_bytes",
    "as_integer_ratio", "as_posix", "as_string", "as_tuple", "as_uri", "assertAlmostEqual",
    "assertAlmostEquals", "assertCountEqual", "assertDictContainsSubset", "assertDictEqual", "assertEqual",
    "assertEquals", "assertFalse", "assertGreater", "assertGreaterEqual", "assertIn", "assertIs",
    "assertIsInstance", "assertIsNone", "assertIsNot", "assertIsNotNone", "assertLess", "assertLessEqual",
    "assertListEqual", "assertLogs", "assertMultiLineEqual", "assertNoLogs", "assertNotAlmostEqual",
    "assertNotAlmostEquals", "assertNotEqual", "assertNotEquals", "assertNotIn", "assertNotIsInstance",
    "assertNotRegex", "assertNotRegexpMatches", "assertRaises", "assertRaisesRegex", "assertRaisesRegexp",
    "assertRegex", "assertRegexpMatches", "assertSequenceEqual", "assertSetEqual", "assertTrue",
    "assertTupleEqual", "assertWarns", "assertWarnsRegex", "assert_", "assert_any_call", "assert_called",
    "assert_called_once", "assert_called_once_with", "assert_called_with", "assert_has_calls",
    "assert_not_called", "astimezone", "at_eof", "attach", "attach_mock", "backup", "begin", "bind",
    "bit_count", "bit_length", "blobopen", "callHandlers", "call_at", "call_exception_handler", "call_later",
    "call_soon", "call_soon_threadsafe", "callback", "can_write_eof", "cancel", "cancelled", "cancelling",
    "canonical", "capitalize", "casefold", "cast", "center", "chmod", "choice", "choices", "clear", "close",
    "combine", "commit", "communicate", "compare", "configure_mock", "conjugate", "connect",
    "connect_accepted_socket", "connect_ex", "connect_read_pipe", "connect_write_pipe",
    "convert_arg_line_to_args", "copy", "count", "countTestCases", "createLock", "create_aggregate",
    "create_collation", "create_connection", "create_datagram_endpoint", "create_function", "create_future",
    "create_server", "create_task", "create_unix_connection", "create_unix_server", "create_window_function",
    "critical", "ctime", "cursor", "cwd", "date", "day", "debug", "decode", "defaultTestResult",
    "default_exception_handler", "defaults", "del_param", "deleter", "deserialize", "detach", "difference",
    "difference_update", "digest", "discard", "doClassCleanups", "doCleanups", "done", "drain", "dst", "dup",
    "elements", "emit", "empty", "encode", "end", "endswith", "enterClassContext", "enterContext",
    "enter_context", "error", "exception", "execute", "executemany", "executescript", "exists", "exit", "exp",
    "expand", "expandtabs", "expanduser", "extend", "extendleft", "extract", "extractall", "fatal",
    "feed_data", "feed_eof", "fetchall", "fetchmany", "fetchone", "fget", "fileno", "filter", "find",
    "findCaller", "findall", "finditer", "findtext", "flush", "fma", "format", "format_help", "format_map",
    "format_usage", "from_bytes", "from_float", "fromhex", "fromisocalendar", "fromisoformat", "fromkeys",
    "fromordinal", "fromtimestamp", "fromutc", "fset", "full", "fullmatch", "gauss", "get", "getChild",
    "getEffectiveLevel", "getName", "get_all", "get_boundary", "get_charset", "get_charsets",
    "get_content_charset", "get_content_disposition", "get_content_maintype", "get_content_subtype",
    "get_content_type", "get_coro", "get_debug", "get_default", "get_default_type", "get_exception_handler",
    "get_extra_info", "get_filename", "get_inheritable", "get_loop", "get_name", "get_nowait", "get_param",
    "get_params", "get_payload", "get_stack", "get_task_factory", "get_unixfrom", "getaddrinfo",
    "getblocking", "getboolean", "getbuffer", "getcode", "getfloat", "getheader", "getheaders", "getinfo",
    "getint", "getlimit", "getnameinfo", "getpeername", "getrandbits", "getroot", "getsockname", "getsockopt",
    "getstate", "getter", "gettimeout", "geturl", "getvalue", "glob", "group", "groupdict", "groups",
    "handle", "handleError", "hardlink_to", "hasHandlers", "has_option", "has_section", "hex", "hexdigest",
    "home", "hour", "id", "index", "info", "infolist", "inode", "insert", "interrupt", "intersection",
    "intersection_update", "isDaemon", "isEnabledFor", "isSet", "is_absolute", "is_alive", "is_block_device",
    "is_canonical", "is_char_device", "is_closed", "is_closing", "is_dir", "is_fifo", "is_file", "is_finite",
    "is_infinite", "is_integer", "is_mount", "is_multipart", "is_nan", "is_normal", "is_relative_to",
    "is_reserved", "is_running", "is_set", "is_signed", "is_socket", "is_symlink", "is_zero", "isalnum",
    "isalpha", "isascii", "isatty", "isclosed", "isdecimal", "isdigit", "isdisjoint", "isidentifier",
    "islower", "isnumeric", "isocalendar", "isoformat", "isoweekday", "isprintable", "isspace", "issubset",
    "issuperset", "istitle", "isupper", "items", "iter", "iter_unpack", "iterdir", "iterdump", "iterfind",
    "itertext", "join", "joinpath", "keys", "kill", "lchmod", "link_to", "listen", "ljust", "ln", "locked",
    "locked_lock", "log", "log10", "logb", "lower", "lstat", "lstrip", "makeRecord", "makeelement",
    "makefile", "maketrans", "map", "match", "max", "max_mag", "min", "min_mag", "minute", "mkdir",
    "mock_add_spec", "month", "most_common", "move_to_end", "namelist", "normalize", "notify", "notifyAll",
    "notify_all", "now", "number_class", "open", "options", "optionxform", "owner", "pack", "pack_into",
    "parse", "parse_args", "parse_intermixed_args", "parse_known_args", "parse_known_intermixed_args",
    "partition", "peek", "poll", "pop", "pop_all", "popitem", "popleft", "printdir", "push", "put",
    "put_nowait", "qsize", "quantize", "radix", "randbytes", "randint", "random", "randrange", "raw_items",
    "read", "read1", "read_bytes", "read_dict", "read_file", "read_string", "read_text", "readable",
    "readexactly", "readfp", "readinto", "readinto1", "readline", "readlines", "readlink", "readuntil",
    "reconfigure", "recv", "recv_into", "recvfrom", "recvfrom_into", "recvmsg", "recvmsg_into", "register",
    "relative_to", "release", "release_lock", "remainder_near", "remove", "removeFilter", "removeHandler",
    "remove_done_callback", "remove_option", "remove_reader", "remove_section", "remove_signal_handler",
    "remove_writer", "removeprefix", "removesuffix", "rename", "replace", "replace_header", "reset_mock",
    "resolve", "result", "reverse", "rfind", "rglob", "rindex", "rjust", "rmdir", "rollback", "rotate",
    "rpartition", "rsplit", "rstrip", "run", "run_forever", "run_in_executor", "run_until_complete",
    "running", "same_quantum", "samefile", "sample", "scaleb", "scanner", "search", "second", "sections",
    "seed", "seek", "seekable", "send", "send_signal", "sendall", "sendfile", "sendmsg", "sendmsg_afalg",
    "sendto", "serialize", "set", "setDaemon", "setFormatter", "setLevel", "setName", "set_authorizer",
    "set_boundary", "set_charset", "set_debug", "set_default_executor", "set_default_type", "set_defaults",
    "set_exception", "set_exception_handler", "set_inheritable", "set_name", "set_param", "set_payload",
    "set_progress_handler", "set_raw", "set_result", "set_running_or_notify_cancel", "set_task_factory",
    "set_trace_callback", "set_transport", "set_type", "setblocking", "setdefault", "setinputsizes",
    "setlimit", "setoutputsize", "setpassword", "setsockopt", "setstate", "setter", "settimeout", "shift",
    "shortDescription", "shuffle", "shutdown", "shutdown_asyncgens", "shutdown_default_executor", "skipTest",
    "sort", "span", "split", "splitlines", "sqrt", "start", "start_tls", "startswith", "stat", "stop",
    "strftime", "strip", "strptime", "sub", "subTest", "submit", "subn", "subprocess_exec",
    "subprocess_shell", "subtract", "swapcase", "symlink_to", "symmetric_difference",
    "symmetric_difference_update", "task_done", "tell", "terminate", "testzip", "throw", "time", "timestamp",
    "timetuple", "timetz", "title", "to_bytes", "to_eng_string", "tobytes", "today", "tolist", "toordinal",
    "toreadonly", "total", "total_seconds", "touch", "translate", "triangular", "truncate", "tzname",
    "uncancel", "uniform", "union", "unlink", "unpack", "unpack_from", "update", "upper", "utcfromtimestamp",
    "utcnow", "utcoffset", "utctimetuple", "values", "wait", "wait_closed", "wait_for", "walk", "warn",
    "warning", "weekday", "with_name", "with_stem", "with_suffix", "with_traceback", "writable", "write",
    "write_bytes", "write_c14n", "write_eof", "write_text", "writelines", "writerow", "writerows", "writestr",
    "year", "zfill",
];
