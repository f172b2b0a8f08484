//! Sources that parsers choke on. The parser is C code that recovers from anything; what it takes for it,
//! in time and memory, must stay in proportion to the file.

use guest::corpus::SkipReason;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{BAIT, Ground, NotTried};

const FAMILY: &str = "sources";

/// Either parsed, or given up for a reason that is counted. A component may know fewer languages than these.
const PARSED: Expected = Expected::Answered(&[SkipReason::NestedTooDeep]);

/// An extension of each grammar.
const EXTENSIONS: [&str; 13] =
    ["sh", "c", "cpp", "cs", "go", "java", "js", "php", "py", "rb", "rs", "ts", "tsx"];

/// All of them.
pub(super) const ATTACKS: [Attack; 12] = [
    Attack::new(
        FAMILY,
        "one-endless-line",
        "put megabytes on one line, with the cap on a file raised",
        one_line,
        PARSED,
    )
    .options(&[("file-bytes", "16777216")]),
    Attack::new(
        FAMILY,
        "one-line-beyond-the-cap",
        "put ten megabytes on one line",
        |ground, _| {
            let line = format!("{BAIT}(a,b);").repeat(10_000_000 / 20);
            Ok(std::fs::write(ground.bait("bait.js"), line)?)
        },
        Expected::Skipped(SkipReason::TooLarge),
    ),
    Attack::new(FAMILY, "deep-nesting", "nest brackets deeper than a stack", nesting, PARSED),
    Attack::new(FAMILY, "deep-blocks", "nest functions and blocks deeper than a stack", blocks, PARSED),
    Attack::new(FAMILY, "unclosed-brackets", "open brackets and close none", unclosed, PARSED),
    Attack::new(
        FAMILY,
        "unterminated-texts",
        "begin a string or a comment that never ends",
        unterminated,
        PARSED,
    ),
    Attack::new(
        FAMILY,
        "nested-angles",
        "keep two readings of each bracket alive",
        |ground, _| {
            for extension in ["cpp", "cs", "java", "ts", "tsx"] {
                std::fs::write(ground.bait(format!("bait.{extension}")), "a<".repeat(20_000))?;
            }
            Ok(())
        },
        Expected::Skipped(SkipReason::NestedTooDeep),
    ),
    Attack::new(
        FAMILY,
        "open-at-the-end",
        "leave brackets open that recovery closes in every way",
        |ground, _| {
            for extension in EXTENSIONS {
                std::fs::write(ground.bait(format!("bait.{extension}")), "A<B(>".repeat(20_000))?;
            }
            Ok(())
        },
        Expected::Skipped(SkipReason::NestedTooDeep),
    ),
    Attack::new(FAMILY, "ambiguous-tokens", "keep the parser in doubt for a megabyte", ambiguous, PARSED),
    Attack::new(
        FAMILY,
        "nul-first",
        "pass binary data off as source",
        |ground, _| {
            for extension in EXTENSIONS {
                std::fs::write(ground.bait(format!("bait.{extension}")), format!("\0def {BAIT}(): pass\n"))?;
            }
            Ok(())
        },
        Expected::Skipped(SkipReason::Binary),
    ),
    Attack::new(
        FAMILY,
        "nul-later",
        "hide NULs and other bytes that are no text behind a good beginning",
        not_text,
        PARSED,
    ),
    Attack::new(FAMILY, "encodings", "write sources in every encoding but UTF-8", encodings, PARSED),
];

/// The same content for every grammar.
fn for_each_language(ground: &Ground, content: &[u8]) -> Result<(), NotTried> {
    for extension in EXTENSIONS {
        ground.write(format!("source.{extension}"), content)?;
    }
    Ok(())
}

fn one_line(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let bytes = scale.pick(50_000, 2_000_000);
    for (extension, statement) in
        [("js", "f(a,b);"), ("py", "f(a,b);"), ("rs", "f(a,b);"), ("json.ts", "[1,'a'],")]
    {
        ground.write(format!("line.{extension}"), statement.repeat(bytes / statement.len()))?;
    }
    Ok(())
}

fn nesting(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let depth = scale.pick(5_000, 100_000);
    for_each_language(ground, format!("{}{}", "(".repeat(depth), ")".repeat(depth)).as_bytes())?;
    ground.write("square.py", format!("{}{}", "[".repeat(depth), "]".repeat(depth)))?;
    ground.write("curly.js", format!("{}{}", "{".repeat(depth), "}".repeat(depth)))?;
    Ok(())
}

fn blocks(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let depth = scale.pick(2_000, 20_000);
    for (extension, open, close) in [
        ("js", "function f(){", "}"),
        ("ts", "class A{m(){", "}}"),
        ("rs", "fn f(){", "}"),
        ("go", "func(){", "}()"),
        ("java", "class A{", "}"),
        ("cs", "class A{", "}"),
        ("cpp", "namespace a{", "}"),
        ("c", "{", "}"),
        ("php", "<?php function f(){", "}"),
        ("rb", "def f;", "end;"),
        ("sh", "f(){ ", "; }"),
    ] {
        ground
            .write(format!("blocks.{extension}"), format!("{}{}", open.repeat(depth), close.repeat(depth)))?;
    }
    let indented = (0..scale.pick(200, 1_000)).map(|level| format!("{}def f():\n", " ".repeat(level)));
    Ok(ground.write("blocks.py", indented.collect::<String>())?)
}

fn unclosed(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let bytes = scale.pick(10_000, 100_000);
    for (name, bracket) in [("square", "["), ("curly", "{"), ("round", "(")] {
        for extension in EXTENSIONS {
            ground.write(format!("{name}.{extension}"), bracket.repeat(bytes))?;
        }
    }
    Ok(())
}

fn unterminated(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let rest = "x = 1\n".repeat(scale.pick(300, 5_000));
    for (number, start) in
        ["\"", "'", "`", "/*", "\"\"\"", "r#\"", "<<EOF\n", "R\"(", "=begin\n", "${"].into_iter().enumerate()
    {
        for extension in EXTENSIONS {
            ground.write(format!("text-{number}.{extension}"), format!("{start}{rest}"))?;
        }
    }
    Ok(())
}

fn ambiguous(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let tokens = "a b ( ) { } ; ".repeat(scale.pick(1_000, 70_000));
    for_each_language(ground, tokens.as_bytes())
}

fn not_text(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let mut content = format!("def {BAIT}(): pass\n").repeat(1_000).into_bytes();
    for number in 0..scale.pick(10_000_u32, 100_000) {
        // A fixed walk through all bytes, in no order that a grammar would know.
        content.push((number.wrapping_mul(2_654_435_761) >> 13) as u8);
    }
    for_each_language(ground, &content)
}

fn encodings(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let lines = scale.pick(100, 2_000);
    let latin = b"def gr\xfc\xdfe(): # na\xefve caf\xe9\n    return '\xa4'\n".repeat(lines);
    let shift_jis =
        b"def \x8a\xbf\x8e\x9a(): # \x93\xfa\x96\x7b\x8c\xea\n    return '\x83\\'\n".repeat(lines);
    let surrogates = b"def f\xed\xa0\x80(): # \xf4\x90\x80\x80 \xc0\xaf\n".repeat(lines);
    let marked: String =
        ["\u{feff}", "def f\u{202e}\u{200d}():\n    return '\u{10ffff}'\n"].concat().repeat(lines);
    for (name, content) in [
        ("latin", &latin[..]),
        ("shift-jis", &shift_jis),
        ("surrogates", &surrogates),
        ("marked", marked.as_bytes()),
    ] {
        for extension in EXTENSIONS {
            ground.write(format!("{name}.{extension}"), content)?;
        }
    }
    Ok(())
}
