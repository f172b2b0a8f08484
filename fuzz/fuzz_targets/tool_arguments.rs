#![no_main]

libfuzzer_sys::fuzz_target!(|arguments: &str| fuzz::tool_arguments(arguments));
