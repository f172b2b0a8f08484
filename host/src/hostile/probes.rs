//! A guest that misbehaves: what the component would do if somebody had taken it over.
//!
//! The arm (`probes/arm.wat`) runs in the same sandbox as the component: the same linker, store and mount.
//! Each attempt goes through wasi:filesystem and must be denied, or ended by a guard. Several are what
//! advisories about wasmtime were about; their numbers stand beside them.

use std::fs;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{Ground, NotTried};
use crate::hostile::observation::Attempt;
use crate::lane::LaneError;
use crate::sandbox::Arm;

/// The arm as a component.
pub(super) const ARM: &[u8] = include_bytes!("probes/arm.wasm");

const FAMILY: &str = "a guest taken over";

/// Bits of `open-flags`.
const CREATE: u8 = 1;
const EXCLUSIVE: u8 = 4;
const TRUNCATE: u8 = 8;
/// Bits of `descriptor-flags`.
const READ: u8 = 1;
const WRITE: u8 = 2;

/// What an attempt came to, or the guard that ended it.
type Tried = Result<Vec<Attempt>, LaneError>;

/// All of them.
pub(super) const ATTACKS: [Attack; 11] = [
    probe("write", "write to a file of the corpus", Expected::Denied, write),
    // GHSA-2r75-cxrj-cmph
    probe("truncate-while-reading", "empty a file by opening it to read", Expected::Denied, truncate),
    probe("create", "put new files and folders into the corpus", Expected::Denied, create),
    // GHSA-4ch3-9j33-3pmj
    probe("rename-and-link", "rename, or give second names", Expected::Denied, rename),
    probe("remove", "remove files and folders", Expected::Denied, remove),
    probe("set-times", "make a changed file look unchanged", Expected::Denied, touch),
    probe("climb-out", "open what lies above the corpus", Expected::Denied, climb),
    // GHSA-vqjp-4c8c-hfgg
    probe(
        "follow-links-out",
        "follow links out, with and without a slash at their end",
        Expected::Denied,
        follow,
    ),
    probe(
        "hoard-handles",
        "fill the host's table of open files",
        Expected::Bounded("--max-table-entries"),
        hoard,
    ),
    // GHSA-852m-cvvp-9p4w
    probe(
        "huge-argument",
        "have the host copy more than it should",
        Expected::Bounded("--max-hostcall-bytes"),
        shout,
    ),
    probe("huge-read", "have the host make room for a read without end", Expected::Answered(&[]), swallow),
];

const fn probe(
    name: &'static str,
    tries: &'static str,
    expected: Expected,
    run: fn(&mut Arm, Scale) -> Tried,
) -> Attack {
    Attack::new(FAMILY, name, tries, build, expected).probe(run)
}

fn build(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.write("folder/file.py", "def f():\n    pass\n")?;
    fs::create_dir(ground.corpus().join("empty"))?;
    ground.link("../outside", "out")?;
    ground.link("../outside/", "out-slash")?;
    ground.link(ground.outside(), "out-absolute")?;
    ground.link("../outside/canary.py", "canary")?;
    ground.link("/proc/self/root", "root")?;
    ground.sparse(&ground.corpus().join("sparse"), 1 << 40)
}

fn attempt(what: impl Into<String>, result: Result<(), &'static str>) -> Attempt {
    Attempt { what: what.into(), refusal: result.err().map(str::to_owned) }
}

/// Opens a file of the corpus for reading, which must be possible: a probe that can do nothing at all
/// proves nothing.
fn open_to_read(arm: &mut Arm) -> Result<(), LaneError> {
    match arm.open("witness.py", true, 0, READ)? {
        Ok(()) => Ok(()),
        Err(code) => Err(LaneError::Trap(format!("the probe cannot read a file of the corpus: {code}"))),
    }
}

fn write(arm: &mut Arm, _: Scale) -> Tried {
    open_to_read(arm)?;
    Ok(vec![
        attempt("write through a handle for reading", arm.write(b"owned")?),
        attempt("shorten through a handle for reading", arm.set_size(0)?),
        attempt("open to write", arm.open("witness.py", true, 0, READ | WRITE)?),
        attempt("open only to write", arm.open("witness.py", false, 0, WRITE)?),
    ])
}

fn truncate(arm: &mut Arm, _: Scale) -> Tried {
    open_to_read(arm)?;
    Ok(vec![
        attempt("open to read, and truncate", arm.open("witness.py", true, TRUNCATE, READ)?),
        attempt("open for nothing, and truncate", arm.open("witness.py", true, TRUNCATE, 0)?),
        attempt("create, truncate and read", arm.open("folder/file.py", false, CREATE | TRUNCATE, READ)?),
        attempt("open to write, and truncate", arm.open("witness.py", true, TRUNCATE, WRITE)?),
    ])
}

fn create(arm: &mut Arm, _: Scale) -> Tried {
    open_to_read(arm)?;
    Ok(vec![
        attempt("create a file", arm.open("new", true, CREATE, READ | WRITE)?),
        attempt("create a file to read", arm.open("new", true, CREATE, READ)?),
        attempt("create a file or fail", arm.open("folder/new", false, CREATE | EXCLUSIVE, READ)?),
        attempt("create a file through a link", arm.open("out/new", true, CREATE, READ | WRITE)?),
        attempt("create a folder", arm.create_folder("new")?),
        attempt("create a folder through a link", arm.create_folder("out/new")?),
        attempt("create a link", arm.symlink("witness.py", "new")?),
        attempt("create a link out", arm.symlink("../outside/canary.py", "folder/new")?),
    ])
}

fn rename(arm: &mut Arm, _: Scale) -> Tried {
    open_to_read(arm)?;
    Ok(vec![
        attempt("rename a file", arm.rename("witness.py", "renamed.py")?),
        attempt("rename a folder", arm.rename("folder", "renamed")?),
        attempt("replace a file", arm.rename("folder/file.py", "witness.py")?),
        attempt("fetch a file from outside", arm.rename("out/canary.py", "fetched.py")?),
        attempt("carry a file outside", arm.rename("witness.py", "out/carried.py")?),
        attempt("give a file a second name", arm.link("witness.py", "second.py")?),
        attempt("give a link a second name", arm.link("canary", "second.py")?),
        attempt("give a file outside a second name", arm.link("out/canary.py", "second.py")?),
    ])
}

fn remove(arm: &mut Arm, _: Scale) -> Tried {
    open_to_read(arm)?;
    Ok(vec![
        attempt("remove a file", arm.unlink("witness.py")?),
        attempt("remove a link", arm.unlink("canary")?),
        attempt("remove a file outside", arm.unlink("out/canary.py")?),
        attempt("remove a folder", arm.remove_folder("empty")?),
        attempt("remove the corpus", arm.remove_folder(".")?),
        attempt("remove a folder as if it were a file", arm.unlink("empty/")?),
    ])
}

fn touch(arm: &mut Arm, _: Scale) -> Tried {
    open_to_read(arm)?;
    Ok(vec![
        attempt("set the times of a file", arm.touch("witness.py")?),
        attempt("set the times of a file outside", arm.touch("canary")?),
    ])
}

fn climb(arm: &mut Arm, _: Scale) -> Tried {
    open_to_read(arm)?;
    let paths = [
        "..",
        "../",
        "../outside/canary.py",
        "folder/../../outside/canary.py",
        "folder/./.././../outside/canary.py",
        "./../corpus/witness.py",
        "/",
        "/etc/passwd",
        "//etc/passwd",
        "/witness.py",
        "",
        "witness.py/../../outside/canary.py",
        "\\..\\outside\\canary.py",
    ];
    open_and_look(arm, &paths)
}

fn follow(arm: &mut Arm, _: Scale) -> Tried {
    open_to_read(arm)?;
    let paths = [
        "out/",
        "out/.",
        "out//",
        "out/canary.py",
        "out-slash/",
        "out-slash/canary.py",
        "out-absolute/",
        "out-absolute/canary.py",
        "canary/",
        "folder/../out/canary.py",
        "root/",
        "root/etc/passwd",
    ];
    let mut attempts = open_and_look(arm, &paths)?;
    for path in ["out", "canary", "root"] {
        attempts.push(attempt(format!("open {path}"), arm.open(path, true, 0, READ)?));
        attempts.push(attempt(format!("look at {path}"), arm.look(path, true)?));
        attempts.push(look_past(arm, path)?);
    }
    Ok(attempts)
}

/// Looks at a link that is not to be followed, with a slash at its end: what is seen must be the link.
fn look_past(arm: &mut Arm, path: &str) -> Result<Attempt, LaneError> {
    let what = format!("look past {path}");
    if let Err(code) = arm.look(path, false)? {
        return Err(LaneError::Trap(format!("the probe cannot look at a link: {code}")));
    }
    let link = arm.seen()?;
    let looked = arm.look(&format!("{path}/"), false)?;
    let sees_link = looked.is_ok() && arm.seen()? == link;
    Ok(attempt(what, if sees_link { Err("sees the link itself") } else { looked }))
}

/// Tries each path as a file and as a folder, links followed and not; looks only through links, since a link
/// that is not followed may be looked at.
fn open_and_look(arm: &mut Arm, paths: &[&str]) -> Tried {
    const FOLDER: u8 = 2;
    let mut attempts = Vec::new();
    for path in paths {
        for follow in [true, false] {
            attempts.push(attempt(format!("open {path:?}"), arm.open(path, follow, 0, READ)?));
            attempts
                .push(attempt(format!("open {path:?} as a folder"), arm.open(path, follow, FOLDER, READ)?));
        }
        attempts.push(attempt(format!("look at {path:?}"), arm.look(path, true)?));
    }
    Ok(attempts)
}

/// Asks for the corpus over and over and lets no handle go. The system's own limit on open files, which
/// differs between users, has no part in it.
fn hoard(arm: &mut Arm, _: Scale) -> Tried {
    for _ in 0..10_000 {
        if let Err(code) = arm.mount()? {
            return Ok(vec![attempt("ask for the corpus once more", Err(code))]);
        }
    }
    Ok(vec![attempt("hold ten thousand handles", Ok(()))])
}

/// Passes a path longer than all that one host call may copy.
fn shout(arm: &mut Arm, _: Scale) -> Tried {
    open_to_read(arm)?;
    let path = "a".repeat(65 << 20);
    Ok(vec![attempt("look at a path of 65 MiB", arm.look(&path, true)?)])
}

/// Asks for more of a terabyte than there is memory. The host may give less than was asked for.
fn swallow(arm: &mut Arm, scale: Scale) -> Tried {
    if let Err(code) = arm.open("sparse", true, 0, READ)? {
        return Ok(vec![attempt("open a sparse file", Err(code))]);
    }
    let mut attempts = Vec::new();
    for bytes in [1 << 20, 1 << 32, 1 << 40, u64::MAX] {
        for _ in 0..scale.pick(1, 10) {
            attempts.push(attempt(format!("read {bytes} bytes"), arm.read(bytes)?));
        }
    }
    Ok(attempts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arm_is_its_text() {
        let text = include_str!("probes/arm.wat");
        let made = wat::parse_str(text).expect("valid text");
        let command = "write what `wat::parse_str` makes of arm.wat to arm.wasm";
        assert!(made == ARM, "arm.wasm is not arm.wat in binary form; {command}");
    }
}
