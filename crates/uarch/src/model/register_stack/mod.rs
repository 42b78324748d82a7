//! The register stack: the frame and its rotation ([`frame`]), the scoreboard entries that renaming gives to the registers ([`rename`]), and the
//! sizes that the monitor counts ([`sizes`]).

pub(crate) mod frame;
pub(crate) mod rename;
pub(crate) mod sizes;
