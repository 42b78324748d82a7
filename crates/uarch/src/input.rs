//! What the timing model looks at: executed blocks, never register values.
//!
//! A block is straight-line code; slots are numbered 3 × bundle + slot from its first bundle.

use isa::Bundle;

/// A block of code as the machine translated it.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    /// Dense number, never reused for other code.
    pub id: u32,
    /// Number of the address space; spaces share caches and TLBs but no pages.
    pub space: u32,
    /// Address of the first bundle.
    pub ip: u64,
    /// First slot that belongs to the block (0 to 2): a block may be entered inside a bundle.
    pub first_slot: u8,
    /// One past the last slot that belongs to the block: it may also end inside a bundle.
    pub end_slot: u8,
    /// The decoded bundles, at most 20.
    pub bundles: &'a [Bundle],
    /// The same bundles as in memory.
    pub raw: &'a [u128],
}

/// One execution of a block.
#[derive(Clone, Copy, Debug)]
pub struct Execution<'a> {
    /// One past the last slot that retired.
    pub end: u8,
    /// Bit i: the qualifying predicate of slot i was true; valid below `end`.
    pub predicates: u64,
    /// Slot of the taken branch or failed check that left the block.
    pub taken: Option<u8>,
    /// Address of the bundle that executes next.
    pub target: u64,
    /// Effective addresses of the executed memory instructions, in slot order.
    pub addresses: &'a [u64],
    /// Rare facts in slot order.
    pub notes: &'a [Note],
}

/// A rare fact about one execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// A speculative load deferred its fault: no access was made.
    Deferred {
        /// Slot of the load.
        slot: u8,
        /// Its address was NaT.
        nat: bool,
    },
    /// A check load found its ALAT entry: no access was made.
    CheckLoadHit {
        /// Slot of the load.
        slot: u8,
    },
    /// A check load found no ALAT entry and loaded again.
    CheckLoadMiss {
        /// Slot of the load.
        slot: u8,
        /// It loads a floating-point register.
        float: bool,
    },
    /// The register stack engine stored `count` registers at `address` and up, because of `slot`.
    RseSpill {
        /// The alloc, cover, flushrs or branch that caused it.
        slot: u8,
        /// Lowest address written.
        address: u64,
        /// Registers, NaT collections included.
        count: u32,
        /// The program asked for it: flushrs, loadrs.
        requested: bool,
    },
    /// The register stack engine loaded `count` registers from `address` and up, because of `slot`.
    RseFill {
        /// The return, loadrs or rfi that caused it.
        slot: u8,
        /// Lowest address read.
        address: u64,
        /// Registers, NaT collections included.
        count: u32,
        /// The program asked for it: flushrs, loadrs.
        requested: bool,
    },
    /// An advanced load displaced a valid ALAT entry.
    AlatReplaced {
        /// The advanced load.
        slot: u8,
        /// The displaced entry belonged to a floating-point register.
        float: bool,
    },
}

impl Note {
    /// The slot it is about.
    pub const fn slot(&self) -> u8 {
        match *self {
            Note::Deferred { slot, .. }
            | Note::CheckLoadHit { slot }
            | Note::CheckLoadMiss { slot, .. }
            | Note::RseSpill { slot, .. }
            | Note::RseFill { slot, .. }
            | Note::AlatReplaced { slot, .. } => slot,
        }
    }
}
