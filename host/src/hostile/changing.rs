//! Files that are no longer what they were when they were looked at.
//!
//! What is met depends on who is faster, so each attack has a set of reasons; whichever it is, the index
//! gets complete and nothing outside is read.

use std::fs::{self, OpenOptions};
use std::io::Write as _;

use guest::corpus::SkipReason;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{Ground, NotTried};

const ANY_MOMENT: Expected = Expected::Answered(&[
    SkipReason::Symlink,
    SkipReason::Unreadable,
    SkipReason::TooLarge,
    SkipReason::Binary,
    SkipReason::ChangedWhileRead,
    SkipReason::NoLanguage,
]);

/// Files that change.
const FILES: u32 = 20;

/// All of them.
pub(super) const ATTACKS: [Attack; 5] = [
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

/// Whatever fails here fails because of what another round left; the next one tries again.
fn each_file(ground: &Ground, change: impl Fn(&std::path::Path) -> std::io::Result<()>) {
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
    each_file(ground, |path| swap(path, &target));
}

fn swap_folder_for_link(ground: &Ground) {
    let _ = swap(&ground.corpus().join("moving"), &ground.outside());
}

/// Puts a link in the place of an entry for a moment.
fn swap(path: &std::path::Path, target: &std::path::Path) -> std::io::Result<()> {
    let aside = path.with_extension("aside");
    fs::rename(path, &aside)?;
    let linked = super::ground::symlink(target, path);
    let removed = fs::remove_file(path);
    fs::rename(&aside, path)?;
    linked.and(removed)
}
