use proptest::prelude::*;

use super::{Expr, FileFacts, extract, rules};
use crate::corpus::Language;

/// Asserts what every consumer of facts relies on.
pub(super) fn assert_sound(facts: &FileFacts) {
    for (index, symbol) in facts.symbols.iter().enumerate() {
        assert!(symbol.parent.is_none_or(|parent| (parent.0 as usize) < index), "parents come first");
        assert!(symbol.start_byte <= symbol.end_byte && symbol.end_byte <= facts.bytes);
        assert!(symbol.start_line <= symbol.end_line);
        assert!((symbol.end_line as usize) <= facts.line_starts.len());
        let short = |text| facts.strings.get(text).len() <= 240;
        assert!(symbol.signature.is_none_or(short) && symbol.doc.is_none_or(short));
    }
    for (index, expr) in facts.exprs.iter().enumerate() {
        let parts = match *expr {
            Expr::Member(base, _)
            | Expr::Instance(base)
            | Expr::Call(base)
            | Expr::Operation(base, _)
            | Expr::Function(base)
            | Expr::Passed(base, _)
            | Expr::Accepted(base, _)
            | Expr::Key(base, _)
            | Expr::Underlying(base)
            | Expr::Property(base) => vec![base],
            Expr::Generic(base, other) | Expr::CallWith(base, other) => vec![base, other],
            _ => Vec::new(),
        };
        assert!(parts.iter().all(|part| (part.0 as usize) < index), "expressions refer to earlier ones");
    }
    for reference in &facts.references {
        let target = facts.exprs[reference.target.0 as usize];
        assert!(matches!(
            target,
            Expr::Name(_)
                | Expr::Type(_)
                | Expr::Macro(_)
                | Expr::Member(..)
                | Expr::Key(..)
                | Expr::ThisType
        ));
        assert!(reference.from.is_none_or(|from| (from.0 as usize) < facts.symbols.len()));
        assert!((1..=facts.line_starts.len()).contains(&(reference.line as usize)));
    }
    let mut texts: Vec<&str> =
        (0..facts.strings.len() as u32).map(|id| facts.strings.get(super::Text(id))).collect();
    texts.sort_unstable();
    assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "equal strings share an id");
}

/// Pieces of source of all languages, to be thrown together.
const PIECES: &[&str] = &[
    "fn f",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "::",
    ".",
    ",",
    ";",
    ":",
    "=",
    "&",
    "*",
    "!",
    "#",
    "\n",
    " ",
    "struct S",
    "enum E",
    "impl T for S",
    "use a::{self, b as c, d::*}",
    "mod m",
    "let x = ",
    "self",
    "class C",
    "namespace n",
    "template<class T>",
    "int x",
    "typedef ",
    "#define A 1\n",
    "#include \"a.h\"\n",
    "func (r *T) m()",
    "type T interface",
    "var a, b = ",
    "import ",
    "\"s\"",
    "def g",
    "for ",
    "if ",
    "return ",
    "// c\n",
    "/* d */",
    "assert!(a.b(c))",
    "A::~A",
    "operator+",
    "|x|",
    "->",
    "const _ = 1",
    "package p\n",
    "switch v := x.(type)",
    "case *T:",
    ":=",
    "new ",
    "λ",
    "\u{feff}",
    "\r\n",
    "struct s { int a, b; } c, d",
    "'",
    "\\",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for language in Language::ALL {
            assert_sound(&extract(language, "a/b.x", &bytes));
        }
    }

    #[test]
    fn any_pieces_are_read(picks in proptest::collection::vec(0..PIECES.len(), 0..60)) {
        let source: String = picks.iter().map(|&pick| PIECES[pick]).collect::<Vec<_>>().join(" ");
        for language in Language::ALL {
            let facts = extract(language, "a/b.x", source.as_bytes());
            assert_sound(&facts);
            assert_eq!(facts, extract(language, "a/b.x", source.as_bytes()));
        }
    }
}

#[test]
fn hostile_shapes_are_read_in_linear_time() {
    let nested = 12_000;
    let shapes = [
        format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000)),
        format!("fn f() {{ x = {}1{}; }}", "(".repeat(nested), ")".repeat(nested)),
        "[".repeat(100_000),
        "{".repeat(nested),
        "mod a{".repeat(nested / 4),
        "namespace a{struct b{".repeat(nested / 8),
        format!("x{};", ".a()".repeat(nested / 2)),
        format!("x = a{};", "::b".repeat(nested / 2)),
        format!("var {} = 1", vec!["a"; nested].join(", ")),
        format!("int {};", vec!["a"; nested].join(", ")),
        format!("use a::{{{}}};", vec!["b"; nested].join(", ")),
        format!("int x; {}", "/* c */ ".repeat(nested)),
        format!("f({});", "x, ".repeat(nested * 4)),
    ];
    for language in Language::ALL {
        for shape in &shapes {
            assert_sound(&extract(language, "a/b.x", shape.as_bytes()));
        }
    }
}

#[test]
fn line_ends_and_byte_order_marks_do_not_matter() {
    let plain = extract(Language::Rust, "a.rs", b"/// Doc.\nfn f() {\n    g()\n}\n");
    let dos = extract(Language::Rust, "a.rs", b"\xef\xbb\xbf/// Doc.\r\nfn f() {\r\n    g()\r\n}\r\n");
    assert_eq!(plain.references[0].line, dos.references[0].line);
    assert_eq!((dos.symbols[0].start_line, dos.symbols[0].end_line), (2, 4));
    let doc = |facts: &FileFacts| facts.symbols[0].doc.map(|doc| facts.strings.get(doc).to_owned());
    assert_eq!(doc(&plain), Some("Doc.".to_owned()));
    assert_eq!(doc(&plain), doc(&dos));
}

#[test]
fn broken_source_keeps_what_is_intact() {
    let facts = extract(Language::Rust, "a.rs", b"fn good() {}\nfn bad( {{{ ]\n");
    assert!(facts.syntax_errors > 0);
    assert_eq!(facts.strings.get(facts.symbols[0].name), "good");
    assert_eq!(extract(Language::Rust, "a.rs", b"fn good() {}").syntax_errors, 0);
}

#[test]
fn names_that_are_no_utf8_are_replaced() {
    let facts = extract(
        Language::C,
        "a.c",
        b"int f(void) { return \"\xff\"[0]; } // \xfe\n/* \xff. */\nint g(void) {}",
    );
    let doc = facts.symbols[1].doc.map(|doc| facts.strings.get(doc));
    assert_eq!(doc, Some("\u{fffd}."));
}

#[test]
fn common_methods_are_sorted_and_enough() {
    for language in Language::ALL {
        let names = rules(language).common_methods;
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{language:?}: {names:?}");
        // A shell has no methods.
        assert!(names.len() >= 60 || language == Language::Bash, "{language:?}");
        let names = rules(language).common_names;
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{language:?}: {names:?}");
    }
}
