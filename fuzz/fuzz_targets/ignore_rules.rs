#![no_main]

libfuzzer_sys::fuzz_target!(|rules: &[u8]| fuzz::ignore_rules(rules));
