//! What holds for any input of each kind: the bodies of the fuzz targets of `fuzz/`, by the name of the target. A body panics when
//! its property does not hold. The tests of this crate run every body over its corpus.
#![forbid(unsafe_code)]

mod calls;
mod configs;
mod merge;
mod plans;
mod programs;
mod reports;
mod rules;
mod scratch;
mod unwind;

/// A target: what must hold for any bytes; the answer is whether they were a valid input of the kind.
pub type Body = fn(&[u8]) -> bool;

/// The targets by name, which is also that of the corpus.
pub const TARGETS: [(&str, Body); 8] = [
    ("calls", calls::body),
    ("configs", configs::body),
    ("merge", merge::body),
    ("plans", plans::body),
    ("programs", programs::body),
    ("reports", reports::body),
    ("rules", rules::body),
    ("unwind", unwind::body),
];

pub use calls::Difference;

/// The target `calls` without a panic: how many calls succeeded, or the first one that the kernels answer differently.
///
/// # Errors
/// There is such a call.
pub fn compare_calls(data: &[u8]) -> Result<usize, Box<Difference>> {
    calls::compare(data)
}

/// Runs the body of a target; says whether the bytes were a valid input.
///
/// # Panics
/// The property does not hold for the bytes, or there is no target of the name.
pub fn run(target: &str, data: &[u8]) -> bool {
    let found = TARGETS.iter().find(|(name, _)| *name == target);
    found.expect("the target is in the table").1(data)
}
