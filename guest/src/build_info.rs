//! What this build of the guest is: the facts without which two reports cannot be compared.
//!
//! All of it was decided when the guest was compiled; nothing is asked of the machine it runs on.

use crate::corpus::Language;

/// Lists the facts by the names of the contract's `about.describe`, in its order.
#[must_use]
pub fn describe() -> Vec<(String, String)> {
    [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("source-digest", SOURCE_DIGEST.to_owned()),
        ("rustc", env!("GUEST_RUSTC").to_owned()),
        ("cc", env!("GUEST_CC").to_owned()),
        ("target", env!("GUEST_TARGET").to_owned()),
        ("target-features", env!("GUEST_TARGET_FEATURES").to_owned()),
        ("opt-level", env!("GUEST_OPT_LEVEL").to_owned()),
        ("panic", env!("GUEST_PANIC").to_owned()),
        ("allocator", ALLOCATOR.to_owned()),
        ("languages", languages()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

/// SHA-256 over the guest's sources, as 64 hex digits.
pub const SOURCE_DIGEST: &str = env!("GUEST_SOURCE_DIGEST");

/// What answers both Rust's allocations and the parser's, which is C: the C library of the target.
const ALLOCATOR: &str = if cfg!(target_os = "wasi") {
    "wasi-libc malloc"
} else if cfg!(target_env = "gnu") {
    "glibc malloc"
} else if cfg!(target_env = "musl") {
    "musl malloc"
} else {
    "system malloc"
};

fn languages() -> String {
    let mut names = Language::ALL.map(Language::name).to_vec();
    names.dedup();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_has_a_value() {
        for (name, value) in describe() {
            assert!(!value.is_empty() && value != "unknown", "{name}");
        }
        assert_eq!(SOURCE_DIGEST.len(), 64);
    }

    #[test]
    fn a_language_with_two_grammars_is_named_once() {
        assert_eq!(languages().matches("typescript").count(), 1);
    }
}
