//! How Go's names are found, its predeclared names, and methods too common to mean anything.

use crate::syntax::go::structural::STRUCTURAL;
use crate::syntax::name_rules::{NameRules, PackageScope, TypeRules, no_child_modules};

/// For the graph.
pub(super) const NAMES: NameRules = NameRules {
    implicit_this: false,
    package_scope: PackageScope::Folder,
    child_modules: no_child_modules,
    module_files: None,
    loose_names: false,
    separate_functions: false,
    open_types: false,
    closed_modules: false,
    types: TypeRules { structural: Some(&STRUCTURAL), ..TypeRules::COMMON },
    module_keywords: None,
    common_methods: COMMON_METHODS,
    common_names: &[],
};

/// Whether a name is a predeclared type, constant or function that code hardly ever redefines.
pub(super) fn is_predeclared(name: &[u8]) -> bool {
    matches!(
        name,
        b"any"
            | b"bool"
            | b"byte"
            | b"comparable"
            | b"complex128"
            | b"complex64"
            | b"error"
            | b"float32"
            | b"float64"
            | b"int"
            | b"int16"
            | b"int32"
            | b"int64"
            | b"int8"
            | b"rune"
            | b"string"
            | b"uint"
            | b"uint16"
            | b"uint32"
            | b"uint64"
            | b"uint8"
            | b"uintptr"
            | b"append"
            | b"cap"
            | b"len"
            | b"make"
            | b"new"
            | b"panic"
            | b"recover"
            | b"_"
    )
}

/// Sorted bytewise.
const COMMON_METHODS: &[&str] = &[
    "Abs",
    "Accept",
    "Add",
    "Addr",
    "After",
    "Append",
    "Args",
    "Base",
    "Before",
    "Body",
    "Bool",
    "Bytes",
    "Call",
    "Cancel",
    "Cap",
    "Clear",
    "Clone",
    "Close",
    "Cmp",
    "Code",
    "Compare",
    "Contains",
    "Copy",
    "Count",
    "Data",
    "Deadline",
    "Decode",
    "Delete",
    "Dial",
    "Dir",
    "Do",
    "Done",
    "Elem",
    "Encode",
    "Equal",
    "Err",
    "Error",
    "Errorf",
    "Exec",
    "Exit",
    "Fatal",
    "Fatalf",
    "Field",
    "Fields",
    "Find",
    "Finish",
    "Float",
    "Flush",
    "Format",
    "Fprintf",
    "Get",
    "Group",
    "Handle",
    "Hash",
    "Header",
    "Helper",
    "ID",
    "Index",
    "Info",
    "Init",
    "Insert",
    "Int",
    "Int64",
    "Interface",
    "IsDir",
    "IsNil",
    "IsValid",
    "IsZero",
    "Items",
    "Iter",
    "Join",
    "Key",
    "Keys",
    "Kind",
    "Len",
    "Less",
    "Line",
    "Listen",
    "Load",
    "Lock",
    "Log",
    "Logf",
    "Lookup",
    "Map",
    "Mark",
    "Marshal",
    "Match",
    "Max",
    "Method",
    "Min",
    "Mode",
    "Mul",
    "Name",
    "New",
    "Next",
    "NumField",
    "Open",
    "Parse",
    "Path",
    "Peek",
    "Pop",
    "Pos",
    "Print",
    "Printf",
    "Println",
    "Push",
    "Query",
    "RLock",
    "RUnlock",
    "Range",
    "Read",
    "ReadAt",
    "ReadByte",
    "ReadFrom",
    "ReadFull",
    "ReadRune",
    "ReadString",
    "Recv",
    "Ref",
    "Remove",
    "Replace",
    "Reset",
    "Resolve",
    "Rollback",
    "Round",
    "Run",
    "Scan",
    "Seek",
    "Send",
    "Serve",
    "Set",
    "Sign",
    "Signal",
    "Size",
    "Skip",
    "Sleep",
    "Sort",
    "Split",
    "Start",
    "Stat",
    "State",
    "Status",
    "Stop",
    "Store",
    "String",
    "Sub",
    "Sum",
    "Swap",
    "Sync",
    "Text",
    "Time",
    "Trim",
    "Truncate",
    "Type",
    "Uint",
    "Uint64",
    "Unix",
    "Unlock",
    "Unmarshal",
    "Unwrap",
    "Update",
    "Validate",
    "Value",
    "Values",
    "Wait",
    "Walk",
    "Warn",
    "Write",
    "WriteByte",
    "WriteHeader",
    "WriteRune",
    "WriteString",
    "WriteTo",
];
