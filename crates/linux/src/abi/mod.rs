//! Numbers and structure layouts of Linux on IA-64: what the headers of a C library agree on with the kernel.

pub(crate) mod consts;
pub(crate) mod errno;
pub(crate) mod layout;
