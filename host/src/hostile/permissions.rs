//! Entries that the user may not read: counted, and nothing beside them is lost.

use guest::corpus::SkipReason;

use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::BAIT;

const UNREADABLE: Expected = Expected::Skipped(SkipReason::Unreadable);

/// All of them.
pub(super) const ATTACKS: [Attack; 2] = [
    Attack::new(
        "permissions",
        "closed-file",
        "end the run by a file that nobody may read",
        |ground, _| {
            ground.write("bait.py", format!("def {BAIT}():\n    pass\n"))?;
            ground.close(&ground.bait("bait.py"))
        },
        UNREADABLE,
    ),
    Attack::new(
        "permissions",
        "closed-folder",
        "end the run by a folder that nobody may list",
        |ground, _| {
            ground.write("closed/bait.py", format!("def {BAIT}():\n    pass\n"))?;
            ground.close(&ground.bait("closed"))
        },
        UNREADABLE,
    ),
];
