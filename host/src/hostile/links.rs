//! Links that lead out of the corpus, round in circles, or to nothing. None is followed.

use std::fs;
use std::path::Path;

use guest::corpus::SkipReason;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{Ground, NotTried};

const SYMLINK: Expected = Expected::Skipped(SkipReason::Symlink);

/// All of them.
pub(super) const ATTACKS: [Attack; 8] = [
    Attack::new("links", "link-to-file-outside", "read a file outside through a link", to_file, SYMLINK),
    Attack::new(
        "links",
        "link-to-folder-outside",
        "list a folder outside through a link",
        to_folder,
        SYMLINK,
    ),
    Attack::new(
        "links",
        "link-with-trailing-slash",
        "get out by a slash at a link's end",
        with_slash,
        SYMLINK,
    ),
    Attack::new("links", "link-through-proc", "get out through the process's own folders", by_proc, SYMLINK),
    Attack::new("links", "link-chain", "hide the way out behind many links", chain, SYMLINK),
    Attack::new("links", "link-loop", "keep the walk going round for ever", in_circles, SYMLINK),
    Attack::new("links", "link-to-itself-as-folder", "make the tree endless", to_parents, SYMLINK),
    Attack::new("links", "link-inside", "count a file twice, or be followed for once", inside, SYMLINK),
];

fn to_file(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.link("../outside/canary.py", "relative.py")?;
    ground.link(ground.canary(), "absolute.py")?;
    ground.link("./../corpus/../outside/./canary.py", "winding.py")?;
    fs::create_dir(ground.corpus().join("deeper"))?;
    Ok(ground.link("../../outside/canary.py", "deeper/relative.py")?)
}

fn to_folder(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.link("../outside", "relative")?;
    ground.link(ground.outside(), "absolute")?;
    ground.link("/", "root")?;
    Ok(ground.link("..", "above")?)
}

fn with_slash(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.link("../outside/", "slash")?;
    ground.link("../outside/.", "dot")?;
    Ok(ground.link("../outside//", "slashes")?)
}

fn by_proc(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    let canary = ground.canary();
    ground.link(Path::new("/proc/self/root").join(canary.strip_prefix("/").unwrap_or(&canary)), "root.py")?;
    ground.link("/proc/self/cwd", "cwd")?;
    ground.link("/proc/self/fd/0", "input.py")?;
    Ok(ground.link("/dev/stdin", "stdin.py")?)
}

fn chain(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.link("../outside/canary.py", "link-0.py")?;
    for number in 1..30 {
        ground.link(format!("link-{}.py", number - 1), &format!("link-{number}.py"))?;
    }
    Ok(())
}

fn in_circles(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.link("itself.py", "itself.py")?;
    ground.link("pong.py", "ping.py")?;
    ground.link("ping.py", "pong.py")?;
    Ok(ground.link("nothing.py", "dangling.py")?)
}

fn to_parents(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    fs::create_dir(ground.corpus().join("deeper"))?;
    ground.link(".", "here")?;
    ground.link("..", "deeper/up")?;
    Ok(ground.link(ground.corpus(), "deeper/top")?)
}

fn inside(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.link("witness.py", "relative.py")?;
    Ok(ground.link(ground.corpus().join("witness.py"), "absolute.py")?)
}
