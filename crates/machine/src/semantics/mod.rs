//! The meaning of instructions as pure functions of values. Reading the sources and writing the results is the task of
//! [`crate::interpret`] and [`crate::fast`].

pub(crate) mod fp;
pub(crate) mod integer;
pub(crate) mod operations;
pub(crate) mod parallel;
