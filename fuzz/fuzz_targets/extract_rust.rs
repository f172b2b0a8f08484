#![no_main]

use guest::corpus::Language;

libfuzzer_sys::fuzz_target!(|source: &[u8]| fuzz::extract_and_build(Language::Rust, source));
