//! Guest memory: address spaces of 16 KB pages.
//!
//! Every reference of a guest goes through an [`AddressSpace`]. It is the user-mode view that an operating system
//! personality sets up (regions with rights, zero-filled on first touch, copied on write after a fork), or the physical
//! memory of a whole machine (`physical`). `tlb` is the software translation buffer in front of it, `frame` the pages'
//! bytes.

mod frame;
mod physical;
mod space;
mod tlb;

pub use frame::{Charge, Frames, NoMemory, PAGE_MASK, PAGE_SHIFT, PAGE_SIZE};
pub use physical::Bus;
pub(crate) use physical::Regime;
pub(crate) use space::PageHasher;
pub(crate) use space::next_id;
pub use space::{AddressSpace, Protection, Region, SharedPage, Sharing, SpaceId};
pub(crate) use tlb::Word;

/// Why a reference to guest memory failed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MemoryFault {
    /// First address that could not be reached.
    pub address: u64,
    /// What was wrong with it.
    pub kind: MemoryFaultKind,
}

/// Kinds of [`MemoryFault`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MemoryFaultKind {
    /// Nothing is mapped there.
    Unmapped,
    /// The mapping does not allow this access.
    Denied,
    /// It is a page of NaTs.
    OfNats,
    /// It is mapped, but no page frame is left ([`Frames`]).
    Exhausted,
}

impl std::fmt::Display for MemoryFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            MemoryFaultKind::Unmapped => write!(f, "nothing is mapped at {:#x}", self.address),
            MemoryFaultKind::Denied => write!(f, "access to {:#x} is not allowed", self.address),
            MemoryFaultKind::OfNats => write!(f, "{:#x} is in a page of NaTs", self.address),
            MemoryFaultKind::Exhausted => {
                write!(f, "no memory is left for the page at {:#x}", self.address)
            }
        }
    }
}

impl std::error::Error for MemoryFault {}
