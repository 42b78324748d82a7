//! The memory system: caches, address translation, the store buffer and the bus.

pub(crate) mod bus;
pub(crate) mod cache;
pub(crate) mod references;
pub(crate) mod replacement;
pub(crate) mod store_buffer;
pub(crate) mod tlb;
