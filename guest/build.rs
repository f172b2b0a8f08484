//! Tells the guest what it was built from and with, so that a report can say it.
#![expect(clippy::disallowed_methods, reason = "a build script reads files and the environment")]

#[path = "build/source_digest.rs"]
mod source_digest;

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    let manifest_folder = env::var("CARGO_MANIFEST_DIR")?;
    let workspace = Path::new(&manifest_folder).parent().ok_or("the guest lies in a workspace")?;
    for source in source_digest::SOURCES.into_iter().chain(["Cargo.toml"]) {
        println!("cargo::rerun-if-changed={}", workspace.join(source).display());
    }
    tell("SOURCE_DIGEST", &source_digest::source_digest(workspace)?);
    tell("RUSTC", &first_line(Command::new(env::var("RUSTC")?).arg("--version")));
    tell("CC", &c_compiler());
    tell("TARGET", &env::var("TARGET")?);
    tell("TARGET_FEATURES", &env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default());
    tell("OPT_LEVEL", &env::var("OPT_LEVEL")?);
    tell("PANIC", &env::var("CARGO_CFG_PANIC")?);
    Ok(())
}

/// Sets a variable that `build_info` reads when it is compiled.
fn tell(name: &str, value: &str) {
    println!("cargo::rustc-env=GUEST_{name}={value}");
}

/// The compiler that the grammars are compiled with, chosen as they choose it: its version, then its
/// flags but for those that hold a path, which is the building machine's.
fn c_compiler() -> String {
    let Ok(compiler) = cc::Build::new().try_get_compiler() else { return "unknown".to_owned() };
    let mut description = first_line(Command::new(compiler.path()).arg("--version"));
    let flags = compiler.args().iter().filter_map(|flag| flag.to_str());
    for flag in flags.filter(|flag| flag.starts_with('-') && !flag.contains('/') && *flag != "-isystem") {
        description.push(' ');
        description.push_str(flag);
    }
    description
}

fn first_line(command: &mut Command) -> String {
    let output = command.output().map(|output| output.stdout).unwrap_or_default();
    let text = String::from_utf8_lossy(&output);
    text.lines().next().filter(|line| !line.is_empty()).unwrap_or("unknown").to_owned()
}
