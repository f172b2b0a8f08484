//! Files too long, folders too full, trees too deep.

use std::fs;

use guest::corpus::SkipReason;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{BAIT, Ground, NotTried};

/// All of them.
pub(super) const ATTACKS: [Attack; 9] = [
    Attack::new(
        "sizes",
        "sparse-terabyte",
        "have a terabyte read that takes no room",
        |ground, _| ground.sparse(&ground.bait("bait.py"), 1 << 40),
        Expected::Skipped(SkipReason::TooLarge),
    ),
    Attack::new(
        "sizes",
        "sparse-beyond-addresses",
        "pass a length that the guest cannot address, with every cap raised",
        |ground, _| ground.sparse(&ground.bait("bait.py"), 3 << 30),
        Expected::Skipped(SkipReason::TooLarge),
    )
    .options(NO_CAP_ON_BYTES),
    Attack::new(
        "sizes",
        "sparse-beyond-memory",
        "fill the guest's memory, with every cap raised",
        |ground, _| ground.sparse(&ground.bait("bait.py"), (2 << 30) - (1 << 20)),
        Expected::Bounded("--max-memory"),
    )
    .options(NO_CAP_ON_BYTES),
    Attack::new("sizes", "many-files", "fill one folder with files", many_files, Expected::Answered(&[])),
    Attack::new(
        "sizes",
        "more-files-than-allowed",
        "fill one folder with more files than the cap",
        some_files,
        Expected::Answered(&[SkipReason::TooManyFiles]),
    )
    .options(&[("files", "1000")]),
    Attack::new(
        "sizes",
        "many-folders",
        "fill one folder with folders",
        many_folders,
        Expected::Answered(&[]),
    ),
    Attack::new(
        "sizes",
        "deep-folders",
        "make the walk descend thousands of levels",
        deep,
        Expected::Skipped(SkipReason::TooDeep),
    ),
    Attack::new(
        "sizes",
        "paths-too-long",
        "have paths made that no system takes, with the cap on depth raised",
        long_paths,
        Expected::Skipped(SkipReason::PathTooLong),
    )
    .options(&[("depth", "100000")]),
    Attack::new(
        "sizes",
        "more-bytes-than-allowed",
        "bring more source than the cap on all of it",
        some_files,
        Expected::Answered(&[SkipReason::TotalBytes]),
    )
    .options(&[("total-bytes", "2000")]),
];

const NO_CAP_ON_BYTES: &[(&str, &str)] = &[("file-bytes", "2199023255552"), ("total-bytes", "2199023255552")];

fn many_files(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    files(ground, scale.pick(1_500, 100_000))
}

/// Some more than the caps that they are to reach.
fn some_files(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    files(ground, 1_200)
}

/// The folder comes after the witness, whatever cap is reached in it.
fn files(ground: &Ground, count: u32) -> Result<(), NotTried> {
    let folder = ground.corpus().join("z-full");
    fs::create_dir(&folder)?;
    for number in 0..count {
        fs::write(folder.join(format!("f{number}.py")), format!("def {BAIT}():\n    pass\n"))?;
    }
    Ok(())
}

fn many_folders(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    for number in 0..scale.pick(300, 30_000) {
        fs::create_dir_all(ground.corpus().join(format!("z-full/f{number}")))?;
    }
    Ok(())
}

fn deep(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    ground.bait("deep");
    Ok(ground.nest("deep", "d", scale.pick(200, 5_000))?)
}

/// Names so long that few levels suffice.
fn long_paths(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    ground.bait("long");
    let name = "d".repeat(scale.pick(200, 20));
    Ok(ground.nest("long", &name, scale.pick(100, 5_000))?)
}
