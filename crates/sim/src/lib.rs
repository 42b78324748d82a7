//! One simulated run: personality, functional core, timing and monitor together
#![forbid(unsafe_code)]
