//! The register stack: where the registers of a frame lie, the names that renaming gives them, and how many there are.

pub(crate) mod frame;
pub(crate) mod rename;
pub(crate) mod sizes;
