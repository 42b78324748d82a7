//! What the execution of a block hands over, and to whom.

use std::ops::ControlFlow;

use isa::Op;

use crate::block::Block;
use crate::fault::Vector;
use crate::state::Cpu;

/// A rare fact about one instruction of an executed block. Slots count from the block's first
/// bundle, three to a bundle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A speculative load gave NaT instead of a value, or a prefetch was cancelled.
    Deferred {
        /// The load.
        slot: u8,
        /// Its address was NaT.
        nat: bool,
    },
    /// A check load found its entry: memory was not read.
    CheckLoadHit {
        /// The load.
        slot: u8,
    },
    /// A check load found no entry and loaded again.
    CheckLoadMiss {
        /// The load.
        slot: u8,
    },
    /// `chk.s`, `chk.a` or `fchkf` went to its recovery code; [`Executed::taken`] names it too.
    CheckFailed {
        /// The check.
        slot: u8,
    },
    /// The register stack engine had to store.
    RseSpill {
        /// The instruction that waited for it.
        slot: u8,
        /// First address.
        address: u64,
        /// Doublewords, NaT collections included, at ascending addresses.
        count: u8,
    },
    /// The register stack engine had to load.
    RseFill {
        /// The instruction that waited for it.
        slot: u8,
        /// Lowest address.
        address: u64,
        /// Doublewords, NaT collections included.
        count: u8,
    },
    /// A new ALAT entry displaced one of another register.
    AlatReplaced {
        /// The advanced load.
        slot: u8,
        /// Of a floating-point register.
        floating: bool,
    },
    /// A data reference crossed its natural boundary and was completed all the same.
    Unaligned {
        /// The reference.
        slot: u8,
    },
    /// An instruction that the operating system completed: floating point that the processor leaves
    /// to software, or a long branch that it does not have.
    Assisted {
        /// The instruction.
        slot: u8,
    },
    /// The instruction faulted (it is not retired) or trapped (it is).
    Fault {
        /// The instruction.
        slot: u8,
        /// Its vector.
        vector: Vector,
    },
}

/// Notes of the block being executed, and the slot that they are about.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub list: Vec<Note>,
    pub slot: u8,
    pub wanted: bool,
}

impl Notes {
    /// Adds a note about the current slot if anybody wants it.
    #[inline]
    pub fn push(&mut self, note: impl FnOnce(u8) -> Note) {
        if self.wanted {
            self.list.push(note(self.slot));
        }
    }
}

/// Effective addresses of one executed block.
#[derive(Clone, Debug)]
pub struct AddressList {
    items: [u64; Self::CAPACITY],
    len: usize,
}

impl AddressList {
    /// More than a block can need: two memory slots in each of its bundles.
    const CAPACITY: usize = 64;

    pub(crate) const fn new() -> Self {
        Self {
            items: [0; Self::CAPACITY],
            len: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, address: u64) {
        self.items[self.len % Self::CAPACITY] = address;
        self.len += 1;
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// The addresses in slot order.
    #[inline]
    pub fn as_slice(&self) -> &[u64] {
        &self.items[..self.len.min(Self::CAPACITY)]
    }
}

/// One execution of a block: what happened that is not known from the code.
#[derive(Debug)]
pub struct Executed {
    /// One past the last slot that retired; `first_slot .. end` of the block did. Equal to
    /// `first_slot` when the first instruction faulted.
    pub end: u8,
    /// Bit i: the qualifying predicate of slot i was true. Bits from `end` on mean nothing.
    pub predicates: u64,
    /// The slot of the taken branch or failed check that ended the execution, [`Self::NONE`] when
    /// there was none.
    pub taken: u8,
    /// Address of the bundle that comes next, whatever the reason.
    pub target: u64,
    /// Effective addresses of the memory instructions that executed (predicate true), one each, in
    /// slot order: loads, stores, semaphores, `lfetch`, `fc`; also loads that were deferred or hit
    /// in the ALAT; not those that consumed a NaT address or faulted. `ld*.s`, `ld*.sa` and
    /// `lfetch` with a NaT address give 0 and [`Note::Deferred`].
    pub addresses: AddressList,
    /// Rare facts in slot order.
    pub notes: Vec<Note>,
}

/// One instruction of an executed block that retired: see [`Executed::retired`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Retired<'a> {
    /// Its slot, counted from the block's first bundle.
    pub slot: u8,
    /// Address of its bundle.
    pub ip: u64,
    /// The instruction.
    pub instruction: &'a isa::Instruction,
    /// Its qualifying predicate.
    pub predicate: bool,
    /// Effective address, when it is a memory instruction that executed.
    pub address: Option<u64>,
    /// It was the taken branch, or the check that failed.
    pub taken: bool,
}

/// Whether an executed instruction contributes to [`Executed::addresses`].
fn has_address(instruction: &isa::Instruction) -> bool {
    instruction.is_memory()
        || matches!(
            instruction.op,
            Op::Lfetch { .. } | Op::LfetchCount { .. } | Op::Fc | Op::FcI
        )
}

impl Executed {
    /// The instructions that retired, one by one, in program order.
    pub fn retired<'a>(&'a self, block: &'a Block) -> impl Iterator<Item = Retired<'a>> {
        let mut addresses = self.addresses.as_slice().iter().copied();
        (block.first_slot..self.end)
            .filter(|&slot| block.counted >> slot & 1 != 0)
            .map(move |slot| {
                let instruction = block.instruction(slot);
                let predicate = self.predicates >> slot & 1 != 0;
                let address = (predicate && has_address(instruction))
                    .then(|| addresses.next())
                    .flatten();
                Retired {
                    slot,
                    ip: block.ip_of(slot),
                    instruction,
                    predicate,
                    address,
                    taken: self.taken == slot,
                }
            })
    }

    /// No slot.
    pub const NONE: u8 = 0xff;

    /// Takes over what was noted about the block.
    #[inline]
    pub(crate) fn take_notes(&mut self, notes: &mut Notes) {
        if !(self.notes.is_empty() && notes.list.is_empty()) {
            std::mem::swap(&mut self.notes, &mut notes.list);
        }
    }

    pub(crate) fn new() -> Self {
        Self {
            end: 0,
            predicates: 0,
            taken: Self::NONE,
            target: 0,
            addresses: AddressList::new(),
            notes: Vec::new(),
        }
    }
}

/// Listens to execution. [`crate::Machine::run`] is compiled for each listener, so that what is not
/// wanted costs nothing.
pub trait Recorder {
    /// Fill [`Executed`] and call [`Self::executed`].
    const RECORD: bool;
    /// Call [`Self::instruction`] after every retired instruction; slow.
    const EACH: bool = false;

    /// A block was executed, wholly or until something ended it. `Break` stops the run with
    /// [`crate::Stop::Recorder`] before the next block.
    #[inline]
    fn executed(&mut self, block: &Block, record: &Executed) -> ControlFlow<()> {
        let _ = (block, record);
        ControlFlow::Continue(())
    }

    /// Slot `slot` of a block retired (also with its predicate false); the context is as it left it.
    fn instruction(&mut self, cpu: &Cpu, block: &Block, slot: u8) {
        let _ = (cpu, block, slot);
    }

    /// `ar.itc` and `ar.ruc`, in cycles; everything before the read has been handed over. `retired`
    /// counts the instructions of all contexts before it.
    fn clock(&mut self, retired: u64) -> u64 {
        retired
    }

    /// `mov r1 = pmd[index]` at user level; `None` when there is no such register.
    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        let _ = index;
        Some(0)
    }

    /// `sum`, `rum` or `mov psr.um` changed `psr.up`; everything before the instruction has been
    /// handed over.
    fn user_monitor(&mut self, enabled: bool) {
        let _ = enabled;
    }
}

/// Listens to nothing: the functional run.
#[derive(Copy, Clone, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    const RECORD: bool = false;
}
