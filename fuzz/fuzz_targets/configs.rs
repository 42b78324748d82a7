//! The body of the target is in `tests/fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzzing::run("configs", data);
});
