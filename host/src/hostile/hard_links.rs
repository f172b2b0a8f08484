//! Hard links: a second name of a file outside is a file inside. No sandbox of folders can tell; the
//! audit says that there are some.

use std::fs;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{Ground, NotTried};

/// All of them.
pub(super) const ATTACKS: [Attack; 1] = [Attack::new(
    "hard links",
    "hard-link-to-file-outside",
    "read a file outside by a second name for it",
    to_file,
    Expected::Flagged,
)];

fn to_file(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    let linked = fs::hard_link(ground.canary(), ground.bait("second-name.py"));
    linked.map_err(|_| NotTried::Needs("needs a file system with hard links"))
}
