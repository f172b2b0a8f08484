use proptest::prelude::*;

use super::*;
use crate::corpus::test_tree::Tree;

fn ignoring(options: &[&str]) -> WalkOptions {
    WalkOptions { exclude: options.iter().map(|&glob| glob.to_owned()).collect(), ..WalkOptions::default() }
}

fn including(options: &[&str]) -> WalkOptions {
    WalkOptions { include: options.iter().map(|&glob| glob.to_owned()).collect(), ..WalkOptions::default() }
}

#[test]
fn files_come_in_bytewise_order_of_whole_paths() {
    let tree = Tree::new().files(&["b.rs", "a/b.rs", "a.rs", "a0.rs", "a-b/c.rs", "a/B.rs", "é.rs", "z.rs"]);
    let found = tree.walk();
    let files = found.files();
    assert_eq!(files, ["a-b/c.rs", "a.rs", "a/B.rs", "a/b.rs", "a0.rs", "b.rs", "z.rs", "é.rs"]);
    assert!(files.is_sorted());
    assert!(found.skipped().is_empty());
}

#[test]
fn an_empty_folder_is_a_walk_without_findings() {
    let found = Tree::new().walk();
    assert!(found.files().is_empty());
    assert!(found.skipped().is_empty());
}

#[test]
fn hidden_and_empty_and_vendored_files_are_read() {
    let tree = Tree::new().files(&[".hidden/.a.rs", "vendor/b.go", "empty.py"]);
    assert_eq!(tree.walk().files(), [".hidden/.a.rs", "empty.py", "vendor/b.go"]);
}

#[test]
fn a_language_is_told_by_name_or_first_line() {
    let tree = Tree::new()
        .file("run", "#!/usr/bin/env python3\n")
        .file("awk", "#!/usr/bin/awk -f\n")
        .file("run.txt", "#!/usr/bin/env python3\n")
        .file("README.md", "")
        .file("a.tsx", "");
    let found = tree.walk();
    let languages: Vec<_> = found.0.files.iter().map(|file| (file.path.as_str(), file.language)).collect();
    assert_eq!(languages, [("a.tsx", Language::Tsx), ("run", Language::Python)]);
    assert_eq!(found.skipped(), ["README.md: no_language", "awk: no_language", "run.txt: no_language"]);
}

#[test]
fn built_in_folders_count_once_and_only_as_folders() {
    let tree = Tree::new()
        .files(&[
            "a/.git/config",
            "node_modules/x/y.js",
            "p/__pycache__/z.py",
            ".hg/a",
            ".svn/a",
            "b/node_modules.js",
        ])
        .files(&["c/.git"]);
    let found = tree.walk();
    assert_eq!(found.files(), ["b/node_modules.js"]);
    assert_eq!(
        found.skipped(),
        [
            ".hg: built_in_folder",
            ".svn: built_in_folder",
            "a/.git: built_in_folder",
            "c/.git: no_language",
            "node_modules: built_in_folder",
            "p/__pycache__: built_in_folder",
        ]
    );
}

#[test]
fn a_tagged_cache_is_not_entered_unless_it_is_the_root() {
    let signature = "Signature: 8a477f597d28d172789f06886806bc55\n# more";
    let tree = Tree::new()
        .file("CACHEDIR.TAG", signature)
        .file("cache/CACHEDIR.TAG", signature)
        .file("cache/a.rs", "")
        .file("fake/CACHEDIR.TAG", "Signature: 0")
        .file("fake/a.rs", "");
    let found = tree.walk();
    assert_eq!(found.files(), ["fake/a.rs"]);
    assert_eq!(
        found.skipped(),
        ["CACHEDIR.TAG: no_language", "cache: cache_folder", "fake/CACHEDIR.TAG: no_language"]
    );
}

#[test]
fn of_ignore_files_the_stronger_kind_then_the_deeper_folder_speaks() {
    let tree = Tree::new()
        .file(".git/info/exclude", "excluded.rs\nback.rs\n")
        .file(".gitignore", "/gi.rs\nback.rs\n!d/whitelisted.rs\nboth.rs\nout/\n")
        .file(".ignore", "!back.rs\nboth_kinds.rs\n")
        .file("d/.gitignore", "!both.rs\n!both_kinds.rs\ndeep.rs\n")
        .files(&["excluded.rs", "gi.rs", "back.rs", "both.rs", "deep.rs", "both_kinds.rs"])
        .files(&["d/excluded.rs", "d/gi.rs", "d/back.rs", "d/both.rs", "d/deep.rs", "d/both_kinds.rs"])
        .files(&["out/x.rs", "d/out/y.rs", "e/out"]);
    let found = tree.walk();
    assert_eq!(found.files(), ["back.rs", "d/back.rs", "d/both.rs", "d/gi.rs", "deep.rs"]);
    let ignored: Vec<_> = found.skipped().into_iter().filter(|line| line.ends_with(": ignored")).collect();
    assert_eq!(
        ignored,
        [
            "both.rs: ignored",
            "both_kinds.rs: ignored",
            "d/both_kinds.rs: ignored",
            "d/deep.rs: ignored",
            "d/excluded.rs: ignored",
            "d/out: ignored",
            "excluded.rs: ignored",
            "gi.rs: ignored",
            "out: ignored",
        ]
    );
}

#[test]
fn rules_end_with_their_folder() {
    let tree = Tree::new()
        .file("a/.gitignore", "x.rs\n")
        .files(&["a/x.rs", "a/b/x.rs", "ab/x.rs", "b/x.rs", "a.x/x.rs"]);
    assert_eq!(tree.walk().files(), ["a.x/x.rs", "ab/x.rs", "b/x.rs"]);
}

#[test]
fn a_whitelist_inside_an_ignored_folder_comes_too_late() {
    let tree = Tree::new()
        .file(".gitignore", "out\n!out/keep.rs\n")
        .file("out/.gitignore", "!*")
        .files(&["out/keep.rs"]);
    assert!(tree.walk().files().is_empty());
}

#[test]
fn no_ignore_reads_no_ignore_file() {
    let tree = Tree::new().file(".gitignore", "a{\n*.rs\n").files(&["a.rs"]);
    let options = WalkOptions { no_ignore: true, ..WalkOptions::default() };
    let found = tree.walk_with(options, Limits::default());
    assert_eq!(found.files(), ["a.rs"]);
    assert_eq!(found.skipped(), [".gitignore: no_language"]);
}

#[test]
fn an_ignore_file_over_its_caps_is_reported_and_its_first_rules_hold() {
    let mut rules = "first.rs\n".to_owned();
    while rules.len() <= 1 << 20 {
        rules.push_str("# padding that is not a rule but takes its place in the file\n");
    }
    rules.push_str("last.rs\n");
    let tree =
        Tree::new().file(".gitignore", rules).file("d/.ignore", "a{b\n").files(&["first.rs", "last.rs"]);
    let found = tree.walk();
    assert_eq!(found.files(), ["last.rs"]);
    assert_eq!(
        found.skipped(),
        [
            ".gitignore: no_language",
            ".gitignore: ignore_rules_cut",
            "d/.ignore: no_language",
            "d/.ignore: ignore_rules_cut",
            "first.rs: ignored",
        ]
    );
}

#[test]
fn wildcards_of_all_folders_share_one_allowance() {
    let rules = |name: &str| format!("{}{name}\n", "*a?b\n".repeat(13_000 - 1));
    let tree =
        Tree::new().file(".gitignore", rules("x.rs")).file("d/.gitignore", rules("y*.rs")).files(&["d/y.rs"]);
    let found = tree.walk();
    assert_eq!(found.files(), ["d/y.rs"]);
    assert!(found.skipped().contains(&"d/.gitignore: ignore_rules_cut".to_owned()));
}

#[test]
fn excluded_folders_are_not_entered() {
    let tree = Tree::new().files(&["a/gen/x.rs", "gen", "b/y.pb.go", "b/z.go"]);
    let found = tree.walk_with(ignoring(&["gen/", "*.pb.go"]), Limits::default());
    assert_eq!(found.files(), ["b/z.go"]);
    assert_eq!(found.skipped(), ["a/gen: excluded", "b/y.pb.go: excluded", "gen: no_language"]);
}

#[test]
fn includes_take_files_and_what_is_in_folders() {
    let tree = Tree::new().files(&["src/a/b.rs", "src/c.py", "lib/d.py", "e.go", "tools/src.rs"]);
    let found = tree.walk_with(including(&["/src/", "*.go"]), Limits::default());
    assert_eq!(found.files(), ["e.go", "src/a/b.rs", "src/c.py"]);
    assert_eq!(found.skipped(), ["lib/d.py: not_included", "tools/src.rs: not_included"]);
}

#[test]
fn exclusion_outranks_inclusion() {
    let tree = Tree::new().files(&["src/a.rs", "src/b.rs"]);
    let options = WalkOptions { exclude: vec!["b.*".to_owned()], ..including(&["src"]) };
    assert_eq!(tree.walk_with(options, Limits::default()).files(), ["src/a.rs"]);
}

#[test]
fn a_bad_glob_ends_the_walk_before_it_begins() {
    let tree = Tree::new();
    for options in [ignoring(&["ok", "a["]), including(&["a["])] {
        let error = Walk::begin(&tree.root(), options, Limits::default()).expect_err("the glob is bad");
        assert!(error.to_string().starts_with("`a[` is no glob: "), "{error}");
    }
}

#[test]
fn a_root_that_is_gone_is_an_error() {
    let tree = Tree::new().files(&["a/b"]);
    assert!(CorpusRoot::open(&tree.path("missing")).is_err());
    assert!(CorpusRoot::open(&tree.path("a/b")).is_err());
    let root = CorpusRoot::open(&tree.path("a")).expect("a folder");
    std::fs::remove_dir_all(tree.path("a")).expect("it can be removed");
    let error = Walk::begin(&root, WalkOptions::default(), Limits::default()).expect_err("it is gone");
    assert!(matches!(error, WalkError::Root(_)));
}

#[test]
fn the_cap_on_one_file_is_inclusive() {
    let tree = Tree::new().file("a.rs", [b' '; 10]).file("b.rs", [b' '; 11]);
    let found = tree.walk_with(WalkOptions::default(), Limits { file_bytes: 10, ..Limits::default() });
    assert_eq!(found.files(), ["a.rs"]);
    assert_eq!(found.skipped(), ["b.rs: too_large"]);
}

#[test]
fn the_cap_on_all_bytes_lets_later_smaller_files_in() {
    let tree = Tree::new().file("a.rs", [b' '; 6]).file("b.rs", [b' '; 5]).file("c.rs", [b' '; 4]);
    let found = tree.walk_with(WalkOptions::default(), Limits { total_bytes: 10, ..Limits::default() });
    assert_eq!(found.files(), ["a.rs", "c.rs"]);
    assert_eq!(found.skipped(), ["b.rs: total_bytes"]);
}

#[test]
fn the_cap_on_files_counts_what_is_looked_at_and_closes_folders() {
    let tree = Tree::new().file(".gitignore", "i.rs").files(&["a.rs", "d/b.rs", "e/c.rs", "i.rs", "z.rs"]);
    let found = tree.walk_with(WalkOptions::default(), Limits { files: 3, ..Limits::default() });
    assert_eq!(found.files(), ["a.rs", "d/b.rs"]);
    assert_eq!(
        found.skipped(),
        [".gitignore: no_language", "e: too_many_files", "i.rs: ignored", "z.rs: too_many_files"]
    );
}

#[test]
fn the_cap_on_depth_counts_folders_above_an_entry() {
    let tree = Tree::new().files(&["a.rs", "1/b.rs", "1/2/c.rs", "1/2/3/d.rs"]);
    let found = tree.walk_with(WalkOptions::default(), Limits { depth: 2, ..Limits::default() });
    assert_eq!(found.files(), ["1/2/c.rs", "1/b.rs", "a.rs"]);
    assert_eq!(found.skipped(), ["1/2/3: too_deep"]);
}

#[test]
fn a_path_too_long_for_some_system_is_skipped_on_each() {
    let name = "n".repeat(200);
    let folder = [name.as_str(); 10].join("/");
    let tree = Tree::new()
        .file(&format!("{folder}/{}.rs", "x".repeat(34)), "")
        .file(&format!("{folder}/{}.rs", "y".repeat(36)), "");
    let found = tree.walk();
    assert_eq!(found.files(), [format!("{folder}/{}.rs", "x".repeat(34))]);
    assert_eq!(found.skipped(), [format!("{folder}/{}.rs: path_too_long", "y".repeat(36))]);
}

#[test]
fn steps_are_bounded_and_add_up() {
    let mut tree = Tree::new();
    for number in 0..STEP_FOLDERS + 10 {
        tree = tree.file(&format!("{number:03}/a.rs"), "");
    }
    let root = tree.root();
    let mut walk = Walk::begin(&root, WalkOptions::default(), Limits::default()).expect("the walk can begin");
    let mut steps = vec![walk.step(&root)];
    while !steps[steps.len() - 1].finished {
        steps.push(walk.step(&root));
    }
    assert!(steps.len() >= 2);
    assert!(steps.is_sorted_by_key(|step| step.entries));
    assert_eq!(steps[steps.len() - 1].entries, 2 * (STEP_FOLDERS + 10));
    assert_eq!(walk.finish().files.len() as u64, STEP_FOLDERS + 10);
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn links_of_every_sort_are_counted_and_not_followed() {
        let outside = Tree::new().file("secret.rs", "fn secret() {}");
        let tree = Tree::new().files(&["d/a.rs"]);
        let link =
            |target: &std::path::Path, at: &str| symlink(target, tree.path(at)).expect("a link can be made");
        link("d/a.rs".as_ref(), "relative.rs");
        link(&outside.path("secret.rs"), "absolute.rs");
        link(&outside.path(""), "outside");
        link("d".as_ref(), "folder");
        link("..".as_ref(), "d/loop");
        link("itself".as_ref(), "itself");
        link("missing.rs".as_ref(), "dangling.rs");
        link(&outside.path("secret.rs"), ".gitignore");
        let found = tree.walk();
        assert_eq!(found.files(), ["d/a.rs"]);
        let names = [
            ".gitignore",
            "absolute.rs",
            "d/loop",
            "dangling.rs",
            "folder",
            "itself",
            "outside",
            "relative.rs",
        ];
        assert_eq!(found.skipped(), names.map(|name| format!("{name}: symlink")));
    }

    #[test]
    fn links_on_the_way_to_an_exclude_file_are_not_followed() {
        let outside = Tree::new().file("info/exclude", "a.rs\n");
        let tree = Tree::new().files(&["a.rs", "d/a.rs", "d/.git/HEAD", ".git/HEAD", "d/.git/info/x"]);
        symlink(outside.path("info"), tree.path(".git/info")).expect("a link can be made");
        symlink(outside.path("info/exclude"), tree.path("d/.git/info/exclude")).expect("a link can be made");
        assert_eq!(tree.walk().files(), ["a.rs", "d/a.rs"]);
    }

    /// Were one of them opened, the test would never end.
    #[test]
    fn pipes_are_never_opened() {
        let tree = Tree::new().files(&["d/x", ".git/info/x", "e/x"]);
        let pipes = ["a.rs", "noextension", ".gitignore", "d/.ignore", ".git/info/exclude", "e/CACHEDIR.TAG"];
        for pipe in pipes {
            make_pipe(&tree, pipe);
        }
        let found = tree.walk();
        assert!(found.files().is_empty());
        assert_eq!(
            found.skipped(),
            [
                ".git: built_in_folder",
                ".gitignore: special_file",
                "a.rs: special_file",
                "d/.ignore: special_file",
                "d/x: no_language",
                "e/CACHEDIR.TAG: special_file",
                "e/x: no_language",
                "noextension: special_file",
            ]
        );
    }

    fn make_pipe(tree: &Tree, path: &str) {
        let made = std::process::Command::new("mkfifo").arg(tree.path(path)).status().expect("mkfifo runs");
        assert!(made.success());
    }

    #[test]
    fn sockets_are_special() {
        let tree = Tree::new();
        let _listener = UnixListener::bind(tree.path("s.rs")).expect("a socket can be made");
        assert_eq!(tree.walk().skipped(), ["s.rs: special_file"]);
    }

    #[test]
    fn a_name_that_is_not_utf8_costs_that_entry_only() {
        let tree = Tree::new().files(&["a.rs", "d/b.rs"]);
        for name in [&b"d/\xFF.rs"[..], b"d/\xC3.rs", b"\xFE"] {
            let path = tree.path("").join(OsStr::from_bytes(name));
            if std::fs::write(path, "").is_err() {
                // Some file systems take no such name, which leaves nothing to test.
                return;
            }
        }
        let found = tree.walk();
        assert_eq!(found.files(), ["a.rs", "d/b.rs"]);
        assert_eq!(
            found.skipped(),
            ["d/\u{fffd}: not_utf8_name", "d/\u{fffd}: not_utf8_name", "\u{fffd}: not_utf8_name"]
        );
    }

    #[test]
    fn what_may_not_be_read_is_counted() {
        use std::os::unix::fs::PermissionsExt;
        let tree = Tree::new().files(&["closed/a.rs", "script", "b.rs"]);
        for path in ["closed", "script"] {
            std::fs::set_permissions(tree.path(path), std::fs::Permissions::from_mode(0o0))
                .expect("ours to set");
        }
        if std::fs::File::options().read(true).open(tree.path("script")).is_ok() {
            // The superuser reads everything.
            return;
        }
        let found = tree.walk();
        assert_eq!(found.files(), ["b.rs"]);
        assert_eq!(found.skipped(), ["closed: unreadable", "script: unreadable"]);
    }
}

fn any_tree() -> impl Strategy<Value = Vec<(String, usize)>> {
    let part = prop_oneof!["[ab]", "[ab]{1,2}", Just("é".to_owned())];
    let path = (proptest::collection::vec(part, 1..5), prop_oneof![Just(".rs"), Just(".md"), Just("")])
        .prop_map(|(parts, extension)| format!("{}{extension}", parts.join("/")));
    proptest::collection::vec((path, 0_usize..50), 0..20)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_cap_is_passed_and_each_file_counts_once(
        entries in any_tree(),
        (files, file_bytes, total_bytes, depth) in (1_u64..12, 1_u64..50, 1_u64..200, 1_u64..5),
    ) {
        let limits = Limits { files, file_bytes, total_bytes, depth, ..Limits::default() };
        let tree = Tree::new();
        for (path, bytes) in &entries {
            // A path may need a folder where there is a file already, or the other way round.
            let path = tree.path(path);
            let _ = path.parent().map(std::fs::create_dir_all);
            let _ = std::fs::write(path, vec![b' '; *bytes]);
        }
        let walked = tree.walk_with(WalkOptions::default(), limits).0;
        prop_assert!(walked.files.is_sorted_by(|a, b| a.path.as_bytes() < b.path.as_bytes()));
        prop_assert!(walked.skipped.is_sorted());
        prop_assert!(walked.files.len() as u64 <= files);
        prop_assert!(walked.files.iter().map(|file| file.bytes).sum::<u64>() <= total_bytes);
        for file in &walked.files {
            prop_assert!(file.bytes <= file_bytes);
            prop_assert!(file.path.matches('/').count() as u64 <= depth);
            prop_assert!(walked.skipped.iter().all(|skipped| skipped.path != file.path));
        }
        prop_assert_eq!(&walked, &tree.walk_with(WalkOptions::default(), limits).0);
    }
}
