//! Exit statuses of the commands; that of `run` is the guest's.

/// Done.
pub(crate) const DONE: u8 = 0;
/// Done, and something was found.
pub(crate) const FINDINGS: u8 = 1;
/// Wrong usage or configuration.
pub(crate) const USAGE: u8 = 2;
/// At least one run failed.
pub(crate) const FAILED: u8 = 3;
/// The simulator's own errors in `run`, where 2 may be the guest's status.
pub(crate) const SIMULATOR: u8 = 125;
/// After ^C.
pub(crate) const INTERRUPTED: u8 = 130;
