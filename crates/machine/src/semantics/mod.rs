//! The meaning of instructions as pure functions of values; what they read and write is the
//! interpreter's business.

pub(crate) mod fp;
pub(crate) mod integer;
pub(crate) mod operations;
pub(crate) mod parallel;
