//! What one execution of a block did: written by the machine, read by the cycle model and by listeners.

use crate::Block;
use isa::Instruction;
use std::ops::Deref;

/// A rare fact about one instruction of an executed block.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The instruction's slot, counted from the block's first bundle, three to a bundle.
    pub slot: u8,
    /// What happened to it.
    pub fact: Fact,
}

/// What a [`Note`] says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A speculative load gave NaT instead of a value, or a prefetch was cancelled: no access was made.
    Deferred {
        /// The reason is that its address was NaT.
        nat: bool,
    },
    /// A check load found its ALAT entry and made no access.
    CheckLoadHit,
    /// A check load found no ALAT entry and loaded again.
    CheckLoadMiss,
    /// `chk.s`, `chk.a` or `fchkf` went to its recovery code; [`Execution::taken`] names it too.
    CheckFailed,
    /// The register stack engine had to store; the instruction waited for it.
    RseSpill {
        /// First address.
        address: u64,
        /// Doublewords, NaT collections included, at ascending addresses.
        count: u8,
    },
    /// The register stack engine had to load; the instruction waited for it.
    RseFill {
        /// Lowest address.
        address: u64,
        /// Doublewords, NaT collections included.
        count: u8,
    },
    /// The ALAT entry of an advanced load displaced one of another register.
    AlatReplaced {
        /// Of a floating-point register.
        floating: bool,
    },
    /// A data reference that is not naturally aligned was completed all the same.
    Unaligned,
    /// Floating-point results were replaced by zero, as the status field of the instruction asks for (`ftz`).
    FlushedToZero {
        /// How many: 1, or up to 2 of a parallel instruction.
        results: u8,
    },
    /// An instruction that the operating system completed: floating point that the processor leaves
    /// to software, or a long branch that it does not have.
    Assisted,
    /// `loadrs` was executed.
    StackLoaded {
        /// Dirty registers that it left: stacked registers of callers, NaT collections not counted.
        dirty: u8,
    },
    /// The instruction faulted (it is not retired) or trapped (it is).
    Fault {
        /// Offset of its vector in the interruption vector table.
        vector: u16,
    },
}

/// How many of the physical stacked registers the current frame and the dirty part take, in registers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct StackSizes {
    /// The current frame (`CFM.sof`).
    pub frame: u8,
    /// Its locals (`CFM.sol`).
    pub locals: u8,
    /// Registers of callers that are not in the backing store.
    pub dirty: u8,
}

impl StackSizes {
    /// Physical stacked registers, which the frame and the dirty ones share (volume 1, section 3.1.2).
    pub const PHYSICAL: u8 = 96;
}

/// Effective addresses of one executed block, in slot order.
#[derive(Clone, Debug)]
pub struct AddressList {
    items: [u64; Self::CAPACITY],
    len: usize,
}

impl AddressList {
    /// More than a block can need, which has two memory slots in each of its bundles: at most 40. A power of two makes `%` a mask.
    const CAPACITY: usize = 64;

    /// No addresses.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            items: [0; Self::CAPACITY],
            len: 0,
        }
    }

    /// Adds the address of the next memory instruction.
    #[inline(always)]
    pub fn push(&mut self, address: u64) {
        self.items[self.len % Self::CAPACITY] = address;
        self.len += 1;
    }

    /// Removes all addresses.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// How many there are.
    #[inline(always)]
    #[must_use]
    pub const fn count(&self) -> usize {
        self.len
    }

    /// The address at index `number`, below the [count](Self::count). The result for any other number is meaningless, but there is no panic.
    #[inline(always)]
    #[must_use]
    pub const fn at(&self, number: usize) -> u64 {
        self.items[number % Self::CAPACITY]
    }

    /// Replaces the list by the addresses of `others`, leaving out address i where bit i of `but` is set.
    pub fn copy_but(&mut self, others: &Self, but: u64) {
        let end = others.len();
        let (mut from, mut but) = (0, but);
        self.len = 0;
        while from < end {
            let to = (but.trailing_zeros() as usize).min(end);
            self.append(others, from, to);
            from = to + 1;
            but &= but.wrapping_sub(1);
        }
    }

    /// Appends addresses `from..to` of `others`.
    #[inline(always)]
    fn append(&mut self, others: &Self, from: usize, to: usize) {
        /// Addresses copied at once. A copy may write addresses behind the last one that is meant: they are overwritten by the next copy, or
        /// lie behind the end of the list.
        const CHUNK: usize = 8;
        let mut from = from;
        while from < to {
            let count = CHUNK.min(to - from);
            let room = self.items.get_mut(self.len..);
            let room = room.and_then(|items| items.first_chunk_mut::<CHUNK>());
            let next = others.items.get(from..);
            let next = next.and_then(|items| items.first_chunk::<CHUNK>());
            if let (Some(room), Some(next)) = (room, next) {
                *room = *next;
                self.len += count;
            } else {
                for &address in others.items.iter().skip(from).take(count) {
                    self.push(address);
                }
            }
            from += count;
        }
    }
}

impl Deref for AddressList {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        &self.items[..self.len.min(Self::CAPACITY)]
    }
}

impl Default for AddressList {
    fn default() -> Self {
        Self::new()
    }
}

impl FromIterator<u64> for AddressList {
    fn from_iter<I: IntoIterator<Item = u64>>(addresses: I) -> Self {
        let mut list = Self::new();
        addresses.into_iter().for_each(|address| list.push(address));
        list
    }
}

/// One execution of a [`Block`]: what happened that is not known from the code. Slots are numbered as in the block.
#[derive(Debug, Clone, Default)]
pub struct Execution {
    /// One past the last slot that retired; `first_slot .. end` of the block did. Equal to
    /// `first_slot` when the first instruction faulted.
    pub end: u8,
    /// Bit i: the qualifying predicate of slot i was true. Bits from `end` on mean nothing.
    pub predicates: u64,
    /// The slot of the taken branch or failed check that ended the execution.
    pub taken: Option<u8>,
    /// Address of the bundle at which execution goes on, for whatever reason this execution ended.
    pub target: u64,
    /// Effective addresses of the memory instructions that executed (predicate true), one each, in
    /// slot order: loads, stores, semaphores, `lfetch`, `fc`; also loads that were deferred or hit
    /// in the ALAT; not those that consumed a NaT address or faulted. `ld*.s`, `ld*.sa` and
    /// `lfetch` with a NaT address give 0 and [`Fact::Deferred`].
    pub addresses: AddressList,
    /// Sizes of the register stack behind a taken `br.ret` or `rfi`: the frame that it restores is not known from the code. Meaningless
    /// if [`Self::taken`] is another instruction.
    pub restored: StackSizes,
    /// Rare facts in slot order.
    pub notes: Vec<Note>,
}

/// One instruction of an executed block that retired: see [`Execution::retired`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Retired<'a> {
    /// Its slot, counted from the block's first bundle.
    pub slot: u8,
    /// Address of its bundle.
    pub ip: u64,
    /// The instruction.
    pub instruction: &'a Instruction,
    /// Its qualifying predicate.
    pub predicate: bool,
    /// Effective address, when it is a memory instruction that executed.
    pub address: Option<u64>,
    /// It was the taken branch, or the check that failed.
    pub taken: bool,
}

impl Execution {
    /// The instructions that retired, one by one, in program order.
    pub fn retired<'a>(&'a self, block: &'a Block) -> impl Iterator<Item = Retired<'a>> {
        let mut addresses = self.addresses.iter().copied();
        (block.first_slot..self.end)
            .filter(|&slot| block.counted >> slot & 1 != 0)
            .map(move |slot| {
                let instruction = block.instruction(slot);
                let predicate = self.predicates >> slot & 1 != 0;
                let address = (predicate && instruction.memory_access().is_some())
                    .then(|| addresses.next())
                    .flatten();
                Retired {
                    slot,
                    ip: block.ip_of(slot),
                    instruction,
                    predicate,
                    address,
                    taken: self.taken == Some(slot),
                }
            })
    }

    /// Divides the execution of `block` like [`Block::split`] divides the block before `slot`, which must have executed.
    #[must_use]
    pub fn split(&self, block: &Block, slot: u8) -> (Execution, Execution) {
        let before = slot / 3 * 3;
        let referenced = self
            .retired(block)
            .take_while(|retired| retired.slot < slot)
            .filter(|retired| retired.address.is_some())
            .count();
        let (early_addresses, late_addresses) = self.addresses.split_at(referenced);
        let (early_notes, late_notes): (Vec<_>, Vec<_>) =
            self.notes.iter().partition(|note| note.slot < slot);
        let early = Execution {
            end: slot,
            predicates: self.predicates,
            taken: None,
            target: block.ip_of(slot),
            addresses: early_addresses.iter().copied().collect(),
            restored: self.restored,
            notes: early_notes,
        };
        let late = Execution {
            end: self.end - before,
            predicates: self.predicates >> before,
            taken: self.taken.map(|taken| taken - before),
            target: self.target,
            addresses: late_addresses.iter().copied().collect(),
            restored: self.restored,
            notes: late_notes
                .into_iter()
                .map(|note| Note {
                    slot: note.slot - before,
                    ..note
                })
                .collect(),
        };
        (early, late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CodeId;

    /// `lfetch [r0]`, `ld8 r8 = [r0]`, `nop.i` in an MMI bundle.
    const REFERENCES: u128 = {
        let lfetch = 6 << 37 | 0x2c << 30;
        let load = 4 << 37 | 3 << 30 | 8 << 6;
        0x08 | lfetch << 5 | load << 46 | 1 << (27 + 87)
    };

    #[test]
    fn addresses_are_taken_over_but_for_those_that_are_left_out() {
        let patterns = [
            0,
            1,
            1 << 63,
            !0,
            0x8080_0180_0f0f_00ff,
            0x0101_fffe_4000_0002,
        ];
        let mut taken: AddressList = (0..64).collect();
        for len in 0..=64_u64 {
            let others: AddressList = (1000..1000 + len).collect();
            for but in patterns.into_iter().flat_map(|bits| [bits, !bits]) {
                taken.copy_but(&others, but);
                let left = (0..len).filter(|number| but >> number & 1 == 0);
                let left: Vec<u64> = left.map(|number| 1000 + number).collect();
                assert_eq!(*taken, *left, "{len} {but:#x}");
            }
        }
    }

    #[test]
    fn the_addresses_of_a_divided_block_stay_with_their_instructions() {
        let block = Block::new(CodeId(9), 0x1000, &[REFERENCES, REFERENCES]);
        let execution = Execution {
            end: 6,
            predicates: !0,
            target: 0x1020,
            addresses: (0x100..0x104).collect(),
            notes: vec![Note {
                slot: 4,
                fact: Fact::Deferred { nat: false },
            }],
            ..Execution::default()
        };
        let references = |block: &Block, execution: &Execution| -> Vec<(u64, Option<u64>)> {
            let retired = execution.retired(block);
            retired.map(|one| (one.ip, one.address)).collect()
        };
        for slot in 1..6 {
            let (first, second) = block.split(slot, [CodeId(0), CodeId(1)]);
            let (early, late) = execution.split(&block, slot);
            assert_eq!(
                [references(&first, &early), references(&second, &late)].concat(),
                references(&block, &execution),
                "before slot {slot}"
            );
            let noted = (early.notes.iter().map(|note| first.ip_of(note.slot)))
                .chain(late.notes.iter().map(|note| second.ip_of(note.slot)));
            assert!(noted.eq([0x1010]), "before slot {slot}");
        }
    }
}
