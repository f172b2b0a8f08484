//! Files that are no longer what they were when they were looked at.
//!
//! What is met depends on who is faster, so each attack has a set of reasons; whichever it is, the index
//! gets complete and nothing outside is read.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use guest::corpus::SkipReason;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{Ground, NotTried, fifo, symlink};

const ANY_MOMENT: Expected = Expected::Answered(&[
    SkipReason::Symlink,
    SkipReason::Unreadable,
    SkipReason::TooLarge,
    SkipReason::Binary,
    SkipReason::ChangedWhileRead,
    SkipReason::NoLanguage,
]);

/// The same where a pipe may be met: it is seen for what it is, or its opening hangs.
const ANY_MOMENT_OF_A_PIPE: Expected = Expected::AnsweredOrHung(&[
    SkipReason::SpecialFile,
    SkipReason::Unreadable,
    SkipReason::ChangedWhileRead,
    SkipReason::NoLanguage,
]);

/// Time until a child that may hang is ended. An index of these few files takes a tenth of it.
const HANG_BOUND: Duration = Duration::from_secs(5);

/// Files that change.
const FILES: u32 = 20;

/// All of them.
pub(super) const ATTACKS: [Attack; 6] = [
    Attack::new("changing files", "growing-files", "grow while they are read", build, ANY_MOMENT)
        .meanwhile(grow),
    Attack::new("changing files", "shrinking-files", "shrink while they are read", build, ANY_MOMENT)
        .meanwhile(shrink),
    Attack::new(
        "changing files",
        "vanishing-files",
        "vanish between the look and the reading",
        build,
        ANY_MOMENT,
    )
    .meanwhile(vanish),
    Attack::new(
        "changing files",
        "files-swapped-for-links",
        "become links to a file outside after the look",
        build,
        ANY_MOMENT,
    )
    .meanwhile(swap_for_link),
    Attack::new(
        "changing files",
        "files-swapped-for-pipes",
        "become pipes after the look, and hang the opening",
        build_where_pipes_are,
        ANY_MOMENT_OF_A_PIPE,
    )
    .meanwhile(swap_for_pipe)
    .bound(HANG_BOUND),
    Attack::new(
        "changing files",
        "folders-swapped-for-links",
        "become a link to a folder outside after the look",
        build,
        ANY_MOMENT,
    )
    .meanwhile(swap_folder_for_link),
];

fn name(number: u32) -> String {
    format!("moving/m{number}.py")
}

fn build(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    for number in 0..FILES {
        ground.write(name(number), "def moving():\n    return 1\n".repeat(200))?;
    }
    Ok(())
}

fn build_where_pipes_are(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let pipe = ground.outside().join("pipe");
    fifo(&pipe)?;
    fs::remove_file(pipe)?;
    build(ground, scale)
}

/// Whatever fails here fails because of what another round left; the next one tries again.
fn each_file(ground: &Ground, change: impl Fn(&Path) -> std::io::Result<()>) {
    for number in 0..FILES {
        let _ = change(&ground.corpus().join(name(number)));
    }
}

fn grow(ground: &Ground) {
    each_file(ground, |path| {
        let mut file = OpenOptions::new().append(true).open(path)?;
        if file.metadata()?.len() > 200_000 {
            file.set_len(5_000)?;
        }
        file.write_all(b"def more():\n    return 2\n")
    });
}

fn shrink(ground: &Ground) {
    each_file(ground, |path| {
        OpenOptions::new().write(true).open(path)?.set_len(100)?;
        fs::write(path, "def moving():\n    return 1\n".repeat(200))
    });
}

fn vanish(ground: &Ground) {
    each_file(ground, |path| {
        fs::remove_file(path)?;
        fs::write(path, "def moving():\n    return 1\n")
    });
}

fn swap_for_link(ground: &Ground) {
    let target = ground.canary();
    each_file(ground, |path| swap(path, |path| symlink(&target, path)));
}

/// Nobody ever opens the other end.
fn swap_for_pipe(ground: &Ground) {
    each_file(ground, |path| swap(path, |path| fifo(path).map_err(std::io::Error::other)));
}

fn swap_folder_for_link(ground: &Ground) {
    let _ = swap(&ground.corpus().join("moving"), |path| symlink(&ground.outside(), path));
}

/// Puts something else in the place of an entry for a moment.
fn swap(path: &Path, put: impl Fn(&Path) -> std::io::Result<()>) -> std::io::Result<()> {
    let aside = path.with_extension("aside");
    fs::rename(path, &aside)?;
    let put = put(path);
    let removed = fs::remove_file(path);
    fs::rename(&aside, path)?;
    put.and(removed)
}
