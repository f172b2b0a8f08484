//! Files that tell a program what a folder is, and lie.

use guest::corpus::SkipReason;

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected};
use crate::hostile::ground::{BAIT, Ground, NotTried};

/// All of them.
pub(super) const ATTACKS: [Attack; 5] = [
    Attack::new(
        "markers",
        "git-file-pointing-elsewhere",
        "have rules read from another repository",
        |ground, _| {
            let target = ground.outside();
            Ok(ground.write(".git", format!("gitdir: {}\n", target.display()))?)
        },
        Expected::Answered(&[SkipReason::NoLanguage, SkipReason::BuiltInFolder]),
    ),
    Attack::new(
        "markers",
        "hostile-git-config",
        "have commands run that a repository's configuration names",
        |ground, _| Ok(ground.write(".git/config", "[core]\n\tfsmonitor = touch ../../outside/owned\n")?),
        Expected::Answered(&[SkipReason::BuiltInFolder]),
    ),
    Attack::new(
        "markers",
        "cache-tag-over-sources",
        "hide sources behind a tag that says they can be made again",
        cache_tag,
        Expected::Skipped(SkipReason::CacheFolder),
    ),
    Attack::new(
        "markers",
        "named-like-the-component",
        "have a file of the corpus run in place of the component",
        |ground, _| {
            for name in ["guest.wasm", "guest.cwasm", "guest/prebuilt/guest.wasm"] {
                ground.write(name, b"\x7fELF and not a component")?;
            }
            Ok(())
        },
        Expected::Answered(&[SkipReason::NoLanguage]),
    ),
    Attack::new(
        "markers",
        "hostile-manifests",
        "lead names out of the corpus, or the reader into the depths of a manifest",
        manifests,
        Expected::Answered(&[SkipReason::NoLanguage]),
    ),
];

fn cache_tag(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.bait("src");
    ground.write("src/a.py", format!("def {BAIT}():\n    pass\n"))?;
    ground.write("src/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n")?;
    Ok(())
}

fn manifests(ground: &Ground, _: Scale) -> Result<(), NotTried> {
    ground.write(
        "a/Cargo.toml",
        format!("[package]\nname = \"../../outside\"\nx = {}\n", "[".repeat(100_000)),
    )?;
    ground.write("a/src/lib.rs", "use outside::canary;\npub fn f() { canary::g(); }\n")?;
    ground.write("b/go.mod", format!("module ../../outside\n{}", "require (\n".repeat(50_000)))?;
    ground.write("b/b.go", "package b\n\nimport \"../../outside\"\n\nfunc F() { outside.G() }\n")?;
    let options = r#""baseUrl": "../..", "paths": { "*": ["../../outside/*", "/outside/*"] }"#;
    ground.write(
        "c/tsconfig.json",
        format!(r#"{{ "extends": ["../../outside", "./tsconfig"], "compilerOptions": {{ {options} }} }}"#),
    )?;
    ground.write("c/d/jsconfig.json", "[{\"a\":".repeat(100_000))?;
    ground.write("c/package.json", r#"{ "name": "../outside", "main": "../../outside/canary.ts" }"#)?;
    ground.write("c/a.ts", "import { g } from 'canary';\nimport '../outside';\ng();\n")?;
    Ok(())
}
