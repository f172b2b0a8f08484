//! Where the modules of a crate are: from paths in the source to paths in the corpus.
//!
//! A crate's root folder is the nearest one named `src`; a file directly in `tests`, `examples`,
//! `benches` or `bin` is a crate of its own. Paths into other crates are looked for by the end of the
//! path, `crate_name/src/…`. Nothing here looks at files: these are candidates.

use crate::corpus::path::{file_name, file_stem, folder, join};

/// Candidates for a module, best first.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// Paths of files.
    pub(super) files: Vec<String>,
    /// Ends of paths of files.
    pub(super) suffixes: Vec<String>,
}

/// Appends the files in which the module `name`, declared in the module file `path`, may be.
pub(super) fn child_modules(path: &str, name: &str, out: &mut Vec<String>) {
    push_module(&module_folder(path), &[name], out);
}

/// Where the module with this path, written in the file `path` inside so many inline modules, may be.
pub(super) fn places(path: &str, inline_modules: usize, module: &[&str]) -> Places {
    let mut places = Places::default();
    let Some((&head, rest)) = module.split_first() else { return places };
    match head {
        "crate" => push_below_root(path, rest, &mut places.files),
        "self" | "super" => push_relative(path, inline_modules, module, &mut places.files),
        "std" | "core" | "alloc" => push_other_crate(head, rest, &mut places.suffixes),
        _ => {
            push_module(&module_folder(path), module, &mut places.files);
            push_below_root(path, module, &mut places.files);
            push_other_crate(head, rest, &mut places.suffixes);
        }
    }
    places
}

/// The folder that holds the modules declared in a module file.
fn module_folder(path: &str) -> String {
    let owns_its_folder = matches!(file_name(path), "mod.rs" | "lib.rs" | "main.rs" | "build.rs");
    if owns_its_folder || is_target_folder(file_name(folder(path))) {
        folder(path).to_owned()
    } else {
        join(folder(path), file_stem(path)).unwrap_or_default()
    }
}

/// Whether each file of a folder is a crate of its own.
fn is_target_folder(name: &str) -> bool {
    matches!(name, "tests" | "examples" | "benches" | "bin")
}

/// The root folder of the file's crate.
fn root_folder(path: &str) -> &str {
    let mut at = folder(path);
    while !at.is_empty() {
        if file_name(at) == "src" {
            return at;
        }
        if is_target_folder(file_name(folder(at))) && !folder(at).contains("src/") {
            return at;
        }
        at = folder(at);
    }
    folder(path)
}

fn push_below_root(path: &str, module: &[&str], out: &mut Vec<String>) {
    let is_own_crate = is_target_folder(file_name(folder(path)));
    let root = if is_own_crate { folder(path) } else { root_folder(path) };
    if !module.is_empty() {
        push_module(root, module, out);
    } else if is_own_crate {
        out.push(path.to_owned());
    } else {
        out.extend(join(root, "lib.rs"));
        out.extend(join(root, "main.rs"));
    }
}

fn push_relative(path: &str, inline_modules: usize, module: &[&str], out: &mut Vec<String>) {
    let names = module.iter().position(|name| !matches!(*name, "self" | "super")).unwrap_or(module.len());
    let (heads, rest) = module.split_at(names);
    let ups = heads.iter().filter(|name| **name == "super").count();
    if ups <= inline_modules && rest.is_empty() {
        out.push(path.to_owned());
        return;
    }
    let mut at = module_folder(path);
    for _ in inline_modules.min(ups)..ups {
        at = folder(&at).to_owned();
    }
    if rest.is_empty() {
        for file in ["mod.rs", "lib.rs", "main.rs"] {
            out.extend(join(&at, file));
        }
        out.push(format!("{at}.rs"));
    } else {
        push_module(&at, rest, out);
    }
}

fn push_module(root: &str, module: &[&str], out: &mut Vec<String>) {
    let module = module.join("/");
    for end in [".rs", "/mod.rs"] {
        out.extend(join(root, &format!("{module}{end}")).filter(|file| !out.contains(file)));
    }
}

fn push_other_crate(name: &str, rest: &[&str], out: &mut Vec<String>) {
    let dashed = name.replace('_', "-");
    let names = [name, &dashed];
    for name in &names[..if dashed == name { 1 } else { 2 }] {
        if rest.is_empty() {
            out.push(format!("{name}/src/lib.rs"));
        } else {
            let rest = rest.join("/");
            out.push(format!("{name}/src/{rest}.rs"));
            out.push(format!("{name}/src/{rest}/mod.rs"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(path: &str, inline: usize, module: &str) -> Vec<String> {
        places(path, inline, &module.split("::").collect::<Vec<_>>()).files
    }

    #[test]
    fn paths_of_the_own_crate() {
        assert_eq!(files("a/src/b/c.rs", 0, "crate"), ["a/src/lib.rs", "a/src/main.rs"]);
        assert_eq!(files("a/src/b/c.rs", 0, "crate::x::y"), ["a/src/x/y.rs", "a/src/x/y/mod.rs"]);
        assert_eq!(files("a/src/b/c.rs", 0, "self"), ["a/src/b/c.rs"]);
        assert_eq!(files("a/src/b/c.rs", 0, "self::d"), ["a/src/b/c/d.rs", "a/src/b/c/d/mod.rs"]);
        assert_eq!(files("a/src/b/c.rs", 1, "super"), ["a/src/b/c.rs"]);
        assert_eq!(
            files("a/src/b/c.rs", 0, "super"),
            ["a/src/b/mod.rs", "a/src/b/lib.rs", "a/src/b/main.rs", "a/src/b.rs"]
        );
        assert_eq!(files("a/src/b/mod.rs", 0, "super::d"), ["a/src/d.rs", "a/src/d/mod.rs"]);
        assert_eq!(files("a/tests/it.rs", 0, "crate::x"), ["a/tests/x.rs", "a/tests/x/mod.rs"]);
        assert_eq!(files("a/tests/it/main.rs", 0, "crate::x"), ["a/tests/it/x.rs", "a/tests/it/x/mod.rs"]);
    }

    #[test]
    fn paths_of_other_crates() {
        let found = places("a/src/lib.rs", 0, &["other_crate", "x"]);
        assert_eq!(found.files, ["a/src/other_crate/x.rs", "a/src/other_crate/x/mod.rs"]);
        assert_eq!(
            found.suffixes,
            [
                "other_crate/src/x.rs",
                "other_crate/src/x/mod.rs",
                "other-crate/src/x.rs",
                "other-crate/src/x/mod.rs"
            ]
        );
        assert_eq!(places("a/src/lib.rs", 0, &["std"]).suffixes, ["std/src/lib.rs"]);
    }
}
