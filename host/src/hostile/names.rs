//! Names that are more than names: to a terminal, a shell, a spreadsheet or a browser.

use guest::corpus::SkipReason;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{BAIT, Ground, NotTried};

/// Names that mean something to whoever shows them carelessly.
pub(crate) const LOADED_NAMES: [&str; 13] = [
    "line\nbreak.py",
    "return\rto-start.py",
    "tab\tbed.py",
    "\u{1b}[31mred\u{1b}]0;title\u{7}.py",
    "\u{9b}31m-one-byte-escape.py",
    "safe\u{202e}yp.exe.py",
    "zero\u{200b}width\u{feff}.py",
    "=HYPERLINK(\"x\",\"y\")|.py",
    "+cmd|' -C calc'!A0.py",
    "@SUM(1+1)*cmd.py",
    "-rf --repo=.py",
    "<img src=x onerror=alert(1)>.py",
    "`|`[x](javascript:x)**.py",
];

/// All of them.
pub(super) const ATTACKS: [Attack; 4] = [
    Attack::new(
        "names",
        "loaded-names",
        "steer a terminal, a shell, a spreadsheet or a browser by file names",
        loaded,
        Expected::Answered(&[]),
    )
    .calls(|_| {
        vec![("get_repo_outline", "{}".to_owned()), ("search_symbols", format!("{{\"query\":\"{BAIT}\"}}"))]
    }),
    Attack::new(
        "names",
        "names-not-in-utf8",
        "hide a folder's other files behind a name that is no text",
        not_utf8,
        Expected::Skipped(SkipReason::NotUtf8Name),
    ),
    Attack::new("names", "longest-names", "use names of 255 bytes", longest, Expected::Answered(&[])),
    Attack::new(
        "names",
        "names-that-look-alike",
        "pass one file off as another by how it is written",
        alike,
        Expected::Answered(&[]),
    ),
];

fn bait() -> String {
    format!("def {BAIT}():\n    pass\n")
}

fn loaded(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    for name in LOADED_NAMES {
        ground.write(name, bait())?;
        ground.write(format!("folder {}/a.py", name.trim_end_matches(".py")), bait())?;
    }
    Ok(())
}

#[cfg(unix)]
fn not_utf8(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    for name in [&b"\xff\xfe.py"[..], b"caf\xe9.py", b"\xc0\xae\xc0\xae.py", b"\xed\xa0\x80.py"] {
        let path = ground.bait(OsStr::from_bytes(name));
        std::fs::write(path, bait()).map_err(|_| NotTried::Needs("needs a file system with any names"))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn not_utf8(_: &Ground, _: Scale) -> Result<(), NotTried> {
    Err(NotTried::Needs("needs a Unix system"))
}

fn longest(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    let long = "n".repeat(252);
    for name in [format!("{long}.py"), format!("{long}nnn/{long}.py"), format!("{}.py", "é".repeat(126))] {
        ground.write(name, bait())?;
    }
    Ok(())
}

/// Composed and decomposed letters, a Cyrillic one, and spaces at the end.
fn alike(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    for name in ["caf\u{e9}.py", "cafe\u{301}.py", "\u{441}afe.py", "cafe .py", " cafe.py", "caf\u{e9}.py."] {
        ground.write(format!("names/{name}/a.py"), bait())?;
    }
    Ok(())
}
