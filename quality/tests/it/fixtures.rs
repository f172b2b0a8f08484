//! The index of each fixture is as the comments in it say. A language is a folder and a line below.

use std::path::{Path, PathBuf};

use quality::fixture::{check_language, failures};

/// Fewer say little about a language.
const LEAST_CALL_SITES: u64 = 40;

macro_rules! languages {
    ($($language:ident)*) => {
        $(
            #[test]
            fn $language() {
                check(stringify!($language));
            }
        )*

        const LANGUAGES: &[&str] = &[$(stringify!($language)),*];
    };
}

languages! {
    bash
    c
    cpp
    csharp
    go
    java
    javascript
    php
    ruby
    typescript
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../guest/tests/fixtures")
}

/// Fails with a line for each edge that is wrong, missing, or found although it is said to be missing.
fn check(language: &str) {
    let report = check_language(&fixtures().join(language)).unwrap_or_else(|error| panic!("{error}"));
    let failures = failures(&format!("guest/tests/fixtures/{language}"), &report);
    assert!(failures.is_empty(), "the index differs from the truth:\n{failures}");
    assert!(report.call_sites >= LEAST_CALL_SITES, "only {} call sites", report.call_sites);
}

#[test]
fn every_folder_has_a_test() {
    let folders = std::fs::read_dir(fixtures()).expect("fixtures");
    for folder in folders {
        let name = folder.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(LANGUAGES.contains(&name.as_str()), "{name}: add it to the languages of {}", file!());
    }
}
