//! What a test says where something that it needs is missing, for tests of several crates.

use std::fmt::Arguments;
use std::io::{Write, stderr};

/// Says why the running test is skipped, or which part of it, as `format!` would. The harness shows what a test prints only if it fails, so this
/// goes around it.
macro_rules! skipped {
    ($($why:tt)*) => {
        $crate::skipped::say(format_args!($($why)*))
    };
}

/// [`skipped!`].
pub(crate) fn say(why: Arguments<'_>) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // A closed standard error fails no test.
    let _ = writeln!(stderr(), "skipped: {test}: {why}");
}
