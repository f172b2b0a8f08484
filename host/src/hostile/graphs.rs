//! Sources that parse well and make the graph work: names without end, rings of imports and of types.

use crate::hostile::Scale;
use crate::hostile::attack::{Attack, Expected, ToolCall};
use crate::hostile::ground::{BAIT, Ground, NotTried};

const FAMILY: &str = "graphs";

/// All of them.
pub(super) const ATTACKS: [Attack; 4] = [
    Attack::new(
        FAMILY,
        "one-name-for-everything",
        "make each use fit each definition",
        one_name,
        Expected::Answered(&[]),
    )
    .calls(ask_for_it),
    Attack::new(FAMILY, "rings", "import, re-export and inherit in rings", rings, Expected::Answered(&[])),
    Attack::new(
        FAMILY,
        "one-hub",
        "have one function called from everywhere, and ask for all of it",
        hub,
        Expected::Answered(&[]),
    )
    .calls(|_| {
        let id = "{\"id\":\"hub.py::hub\",\"depth\":10,\"limit\":1000}".to_owned();
        let all = "{\"id\":\"hub.py::hub\",\"limit\":1000}".to_owned();
        vec![("get_callers", id), ("find_usages", all), ("get_repo_outline", "{}".to_owned())]
    }),
    Attack::new(
        FAMILY,
        "endless-names",
        "define names of many kilobytes, made of very many words",
        long_names,
        Expected::Answered(&[]),
    )
    .calls(ask_for_it),
];

fn ask_for_it(_: Scale) -> Vec<ToolCall> {
    vec![
        ("search_symbols", format!("{{\"query\":\"{BAIT}\",\"limit\":1000}}")),
        (
            "smart_context",
            format!("{{\"task\":\"change {BAIT}\",\"max_symbols\":20,\"token_budget\":100000}}"),
        ),
        ("graph_stats", "{}".to_owned()),
    ]
}

fn one_name(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let times = scale.pick(50, 500);
    let python = format!("class A:\n    def {BAIT}(self):\n        x.{BAIT}()\n").repeat(times);
    let go = format!("func {BAIT}() {{ {BAIT}() }}\n").repeat(times);
    for number in 0..20 {
        ground.write(format!("p{number}.py"), &python)?;
        ground.write(format!("g/g{number}.go"), format!("package g\n\n{go}"))?;
    }
    Ok(())
}

fn rings(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let size = scale.pick(40, 400);
    for number in 0..size {
        let next = (number + 1) % size;
        let python =
            format!("from m{next} import *\nclass C{number}(C{next}):\n    def m(self):\n        self.n()\n");
        ground.write(format!("m{number}.py"), python)?;
        ground.write(
            format!("rust/src/r{number}.rs"),
            format!("pub use super::r{next}::*;\npub fn f{number}() {{ f{next}(); g(); }}\n"),
        )?;
        ground.write(
            format!("js/j{number}.js"),
            format!("export * from './j{next}.js';\nexport function f{number}() {{ f{next}(); }}\n"),
        )?;
        ground.write(
            format!("java/J{number}.java"),
            format!("class J{number} extends J{next} {{ void m() {{ n(); }} }}\n"),
        )?;
    }
    let modules: String = (0..size).map(|number| format!("mod r{number};\n")).collect();
    Ok(ground.write("rust/src/lib.rs", modules)?)
}

fn hub(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    ground.write("hub.py", "def hub():\n    pass\n")?;
    let calls = scale.pick(200, 5_000);
    for number in 0..10 {
        let callers =
            (0..calls).map(|call| format!("def c{call}():\n    hub()\n    c{}()\n", (call + 1) % calls));
        ground.write(
            format!("callers{number}.py"),
            format!("from hub import hub\n{}", callers.collect::<String>()),
        )?;
    }
    Ok(())
}

fn long_names(ground: &Ground, scale: Scale) -> Result<(), NotTried> {
    let name = "aB1_".repeat(scale.pick(1_000, 10_000));
    let many: String =
        (0..10).map(|number| format!("def {name}{number}():\n    {name}{number}.{BAIT}()\n")).collect();
    Ok(ground.write("long.py", many)?)
}
