//! Entries that are neither file, folder nor link. Opening one may never return, or never end.

use guest::corpus::SkipReason;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{Ground, NotTried};

const SPECIAL: Expected = Expected::Skipped(SkipReason::SpecialFile);

/// All of them.
pub(super) const ATTACKS: [Attack; 4] = [
    Attack::new("special files", "pipe", "hang the host by a pipe that nobody writes to", pipe, SPECIAL),
    Attack::new(
        "special files",
        "pipe-in-disguise",
        "hang it by pipes named as what is read first",
        disguised,
        SPECIAL,
    ),
    Attack::new("special files", "socket", "pass a socket off as a source", socket, SPECIAL),
    Attack::new("special files", "endless-device", "feed it zeros for ever", device, SPECIAL),
];

fn pipe(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.fifo("bait.py")?;
    ground.fifo("script-without-extension")
}

fn disguised(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    [".gitignore", ".ignore", "CACHEDIR.TAG", "Cargo.toml", "go.mod"]
        .into_iter()
        .try_for_each(|name| ground.fifo(name))
}

fn socket(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.socket("bait.py")
}

fn device(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.endless_device("bait.py")
}
