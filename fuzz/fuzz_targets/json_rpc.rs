#![no_main]

libfuzzer_sys::fuzz_target!(|lines: &str| fuzz::json_rpc(lines));
