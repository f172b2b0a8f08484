//! Ignore files that take longer to apply than the corpus takes to index, or that are no files.

use std::fs;

use guest::corpus::SkipReason;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{BAIT, Ground, NotTried};

/// The ignore file itself is in no language; which of its rules apply is another matter.
const ANSWERED: Expected =
    Expected::Answered(&[SkipReason::NoLanguage, SkipReason::IgnoreRulesCut, SkipReason::Ignored]);

/// All of them.
pub(super) const ATTACKS: [Attack; 8] = [
    Attack::new("ignore files", "nested-braces", "make one rule stand for very many", braces, ANSWERED),
    Attack::new("ignore files", "many-rules", "bring a hundred thousand rules", many_rules, ANSWERED),
    Attack::new(
        "ignore files",
        "backtracking-rules",
        "make one name match in very many ways",
        backtracking,
        ANSWERED,
    ),
    Attack::new(
        "ignore files",
        "rules-in-every-folder",
        "pile up rules folder by folder",
        in_every_folder,
        ANSWERED,
    ),
    Attack::new("ignore files", "endless-rule", "write one rule of megabytes", endless, ANSWERED),
    Attack::new(
        "ignore files",
        "folder-named-gitignore",
        "have a folder read as a file",
        |ground, _| Ok(ground.write(".gitignore/a.py", bait())?),
        Expected::Answered(&[]),
    ),
    Attack::new(
        "ignore files",
        "linked-gitignore",
        "have rules read from outside through a link",
        |ground, _| Ok(ground.link("../outside/canary.py", ".gitignore")?),
        Expected::Skipped(SkipReason::Symlink),
    ),
    Attack::new(
        "ignore files",
        "pipe-as-exclude-file",
        "hang the host by a pipe in place of .git/info/exclude",
        |ground, _| {
            fs::create_dir_all(ground.corpus().join(".git/info"))?;
            ground.fifo(".git/info/exclude")
        },
        Expected::Answered(&[SkipReason::BuiltInFolder]),
    ),
];

fn bait() -> String {
    format!("def {BAIT}():\n    pass\n")
}

/// A name that comes close to matching rules of many `a`s.
fn near_miss(ground: &Ground) -> std::io::Result<()> {
    ground.write(format!("{0}/{0}/{0}.py", "a".repeat(200)), bait())
}

fn braces(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    near_miss(ground)?;
    let nested = format!("{}a{}", "{a,".repeat(200), "}".repeat(200));
    let side_by_side = "{a,b,c,d,e,f}".repeat(60);
    Ok(ground.write(".gitignore", format!("{nested}\n{side_by_side}\n{}\n", "{".repeat(900)))?)
}

fn many_rules(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    near_miss(ground)?;
    let rules = (0..scale.pick(25_000, 100_000)).map(|number| format!("r{number}*x\n"));
    Ok(ground.write(".gitignore", rules.collect::<String>())?)
}

fn backtracking(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    near_miss(ground)?;
    let [stars, folders, classes] = ["*a", "**/", "[a-z]*"].map(|part| part.repeat(100));
    Ok(ground.write(".gitignore", format!("{stars}b\n{folders}b\n{classes}9\n"))?)
}

fn in_every_folder(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let rules: String = (0..200).map(|number| format!("*a*{number}*\n")).collect();
    let mut folder = String::new();
    for level in 0..scale.pick(20, 60) {
        folder.push_str(&format!("l{level}/"));
        ground.write(format!("{folder}.gitignore"), &rules)?;
        ground.write(format!("{folder}aaaaaaaaaaaaaaaa.py"), bait())?;
    }
    Ok(())
}

fn endless(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    near_miss(ground)?;
    Ok(ground.write(".gitignore", "*a".repeat(2 << 20))?)
}
