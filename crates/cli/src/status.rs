//! Exit statuses of the commands; that of `run` is the guest's.

/// Done.
pub const DONE: u8 = 0;
/// Done, and something was found.
pub const FINDINGS: u8 = 1;
/// Wrong usage or configuration.
pub const USAGE: u8 = 2;
/// At least one run failed.
pub const FAILED: u8 = 3;
/// The simulator's own errors in `run`, where 2 may be the guest's status.
pub const SIMULATOR: u8 = 125;
/// After ^C.
pub const INTERRUPTED: u8 = 130;
