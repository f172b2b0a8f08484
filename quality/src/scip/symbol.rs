//! A SCIP symbol, as far as scoring needs it: what it is, and the name that sources use.

use scip::types::descriptor::Suffix;
use scip::types::symbol_information::Kind;

/// What a symbol is, coarsely: as much as all indexers agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Function or method.
    Callable,
    /// Class, struct, interface, trait, alias.
    Type,
    /// Field, enum member, constant, variable.
    Value,
    /// Macro.
    Macro,
    /// Module, namespace, file.
    Module,
    /// A name that only its function sees, a parameter or a type parameter.
    Local,
}

impl Class {
    /// The word in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Callable => "callable",
            Self::Type => "type",
            Self::Value => "value",
            Self::Macro => "macro",
            Self::Module => "module",
            Self::Local => "local",
        }
    }

    /// Whether both indices mean the same by it; modules and locals are left out.
    pub(super) fn is_compared(self) -> bool {
        !matches!(self, Self::Module | Self::Local)
    }
}

/// A symbol taken apart.
#[derive(Debug)]
pub(super) struct ParsedSymbol {
    pub(super) class: Class,
    pub(super) name: String,
}

/// Takes a symbol apart. What cannot be parsed is local: nothing else can be said of it.
pub(super) fn parse(symbol: &str, kind: Kind) -> ParsedSymbol {
    let parsed = scip::symbol::parse_symbol(symbol).ok();
    let Some(last) = parsed.as_ref().and_then(|symbol| symbol.descriptors.last()) else {
        return ParsedSymbol { class: Class::Local, name: String::new() };
    };
    let suffix = last.suffix.enum_value().unwrap_or(Suffix::Local);
    ParsedSymbol { class: classify(suffix, kind), name: plain_name(&last.name).to_owned() }
}

fn classify(suffix: Suffix, kind: Kind) -> Class {
    if matches!(kind, Kind::EnumMember) {
        return Class::Value;
    }
    match suffix {
        Suffix::Method => Class::Callable,
        Suffix::Type => Class::Type,
        Suffix::Term => Class::Value,
        Suffix::Macro => Class::Macro,
        Suffix::Namespace | Suffix::Package | Suffix::Meta => Class::Module,
        _ => Class::Local,
    }
}

/// The name as written in sources: accessors and constructors are marked in SCIP names.
fn plain_name(name: &str) -> &str {
    match name {
        CONSTRUCTOR => "constructor",
        _ => name.strip_prefix("<get>").or_else(|| name.strip_prefix("<set>")).unwrap_or(name),
    }
}

/// How scip-typescript calls a constructor.
pub(super) const CONSTRUCTOR: &str = "<constructor>";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_three_indexers_are_taken_apart() {
        let cases = [
            ("rust-analyzer cargo g 0.1.14 a/impl#[`B<'b, R>`]new().", Class::Callable, "new"),
            ("rust-analyzer cargo g 0.1.14 a/B#c.", Class::Value, "c"),
            ("rust-analyzer cargo g 0.1.14 a/", Class::Module, "a"),
            ("rust-analyzer cargo g 0.1.14 macros/m!", Class::Macro, "m"),
            ("scip-typescript npm r 7 src/`S.ts`/S#`<constructor>`().", Class::Callable, "constructor"),
            ("scip-typescript npm r 7 src/`S.ts`/S#`<get>seen`().", Class::Callable, "seen"),
            ("scip-typescript npm r 7 src/`S.ts`/S#next().(value)", Class::Local, "value"),
            ("scip-python python d 5 `d.core`/__init__:", Class::Module, "__init__"),
            ("scip-python python d 5 `d.core`/Cache#", Class::Type, "Cache"),
        ];
        for (symbol, class, name) in cases {
            let parsed = parse(symbol, Kind::UnspecifiedKind);
            assert_eq!((parsed.class, parsed.name.as_str()), (class, name), "{symbol}");
        }
        assert_eq!(parse("local 4", Kind::UnspecifiedKind).class, Class::Local);
        assert_eq!(parse("r c g 1 a/E#V#", Kind::EnumMember).class, Class::Value);
    }
}
