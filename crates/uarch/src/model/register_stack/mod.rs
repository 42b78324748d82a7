//! The register stack: where the registers of a frame lie, and the names that renaming gives them.

pub(crate) mod frame;
pub(crate) mod rename;
