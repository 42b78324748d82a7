//! The sizes of the register stack, added up over all cycles: the current frame and the dirty part (Accounting 8; Itanium 2 manual:
//! RSE_CURRENT_REGS, RSE_DIRTY_REGS).

use crate::model::accounting::counters::Counters;
use crate::model::register_stack::frame::FrameOp;
use events::{Counts, Probe, Raw, Site, StackSizes};
use isa::BranchKind;

/// The quantities that add up bits 2:0, 5:3 and 6 of a size.
type Parts = [Raw; 3];

const CURRENT: Parts = [
    Raw::RseCurrentLow,
    Raw::RseCurrentMiddle,
    Raw::RseCurrentHigh,
];
const DIRTY: Parts = [Raw::RseDirtyLow, Raw::RseDirtyMiddle, Raw::RseDirtyHigh];

/// What a size adds to each of these in a cycle.
fn values(size: u64) -> [u64; 3] {
    [size & 7, size >> 3 & 7, size >> 6 & 1]
}

/// Number of values that seven bits can have: more than the sizes that there are.
const SIZES: usize = 128;
const _: () = assert!((StackSizes::PHYSICAL as usize) < SIZES);

/// A size that is added up.
#[derive(Clone, Debug)]
struct Size {
    /// The size: a number of registers, at most the physical ones.
    registers: u8,
    /// All cycles before this one have been added up.
    since: u64,
    /// By size: cycles that are not in the counters yet.
    cycles: Box<[u64; SIZES]>,
    /// One of these is not 0.
    waits: bool,
}

checkpoint::state!(Size {
    registers,
    since,
    cycles,
    waits
});

impl Default for Size {
    fn default() -> Self {
        Self {
            registers: 0,
            since: 0,
            cycles: Box::new([0; SIZES]),
            waits: false,
        }
    }
}

impl Size {
    /// Adds up the size in all cycles before `cycle` that have not been added up.
    #[inline(always)]
    fn advance<P: Probe>(&mut self, counters: &mut Counters<P>, cycle: u64, parts: Parts) {
        // Accounting 8
        let Some(cycles) = cycle.checked_sub(self.since).filter(|&cycles| cycles > 0) else {
            return;
        };
        if counters.hears(cycle) && counters.attention.stack_sizes {
            self.tell(counters, cycles, parts);
        } else {
            self.cycles[usize::from(self.registers) % SIZES] += cycles;
            self.waits = true;
        }
        self.since = cycle;
    }

    /// Counts cycles with the present size at once, for a listener.
    #[inline(never)]
    fn tell<P: Probe>(&mut self, counters: &mut Counters<P>, cycles: u64, parts: Parts) {
        for (raw, value) in parts.into_iter().zip(values(self.registers.into())) {
            for _ in 0..value {
                counters.count(raw, cycles, self.since, &Site::none());
            }
        }
    }

    /// Moves the cycles that are not in the counters yet to counts.
    fn collect(&mut self, counts: &mut Counts, parts: Parts) {
        if !std::mem::take(&mut self.waits) {
            return;
        }
        for (size, cycles) in (0..).zip(self.cycles.iter_mut()) {
            let cycles = std::mem::take(cycles);
            for (raw, value) in parts.into_iter().zip(values(size)) {
                counts.add(raw, value * cycles);
            }
        }
    }

    /// Sets the size from a cycle on, limited to the number of registers that there are.
    #[inline(always)]
    fn set<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        parts: Parts,
        registers: u8,
    ) {
        // Accounting 8: where calls and returns do not match, the size that is followed may be larger than that.
        let registers = registers.min(StackSizes::PHYSICAL);
        if registers != self.registers {
            self.advance(counters, cycle, parts);
            self.registers = registers;
        }
    }
}

/// The sizes of the parts of the register stack, followed instruction by instruction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sizes {
    current: Size,
    dirty: Size,
    /// Locals of the current frame.
    locals: u8,
}

checkpoint::state!(Sizes {
    current,
    dirty,
    locals
});

impl Sizes {
    /// Adds up all cycles before one.
    pub(crate) fn settle<P: Probe>(&mut self, counters: &mut Counters<P>, cycle: u64) {
        self.current.advance(counters, cycle, CURRENT);
        self.dirty.advance(counters, cycle, DIRTY);
    }

    /// Moves all that has been added up to counts.
    pub(crate) fn collect(&mut self, counts: &mut Counts) {
        self.current.collect(counts, CURRENT);
        self.dirty.collect(counts, DIRTY);
    }

    /// Sets the sizes from a cycle on.
    #[inline(always)]
    pub(crate) fn set<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        sizes: StackSizes,
    ) {
        self.current.set(counters, cycle, CURRENT, sizes.frame);
        self.dirty.set(counters, cycle, DIRTY, sizes.dirty);
        self.locals = sizes.locals;
    }

    /// Follows one instruction that executed and issued in a cycle; `taken` for branches and `rfi`, `restored` for returns and `rfi`.
    #[inline(always)]
    pub(crate) fn follow<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        op: FrameOp,
        taken: bool,
        restored: StackSizes,
    ) {
        let (frame, dirty) = (self.current.registers, self.dirty.registers);
        let sizes = match op {
            FrameOp::Alloc(frame, locals, _) => StackSizes {
                frame,
                locals,
                dirty,
            },
            FrameOp::Cover => StackSizes {
                frame: 0,
                locals: 0,
                dirty: dirty.saturating_add(frame),
            },
            FrameOp::Branch(BranchKind::Call) if taken => StackSizes {
                frame: frame.saturating_sub(self.locals),
                locals: 0,
                dirty: dirty.saturating_add(self.locals),
            },
            FrameOp::Branch(BranchKind::Ret) | FrameOp::Resume if taken => restored,
            FrameOp::Branch(_) | FrameOp::Resume | FrameOp::ClearBases { .. } => return,
        };
        self.set(counters, cycle, sizes);
    }

    /// A spill of so many doublewords from an address on, in a cycle: the registers among them are not dirty from then on. A doubleword whose address
    /// bits 8:3 are all 1 is a NaT collection and no register.
    pub(crate) fn spill<P: Probe>(
        &mut self,
        counters: &mut Counters<P>,
        cycle: u64,
        address: u64,
        count: u8,
    ) {
        let places = (address >> 3..).take(count.into());
        let registers = places.filter(|place| place & 0x3f != 0x3f).count() as u8;
        let dirty = self.dirty.registers.saturating_sub(registers);
        self.dirty.set(counters, cycle, DIRTY, dirty);
    }

    /// A `loadrs`: so many registers are dirty from a cycle on.
    pub(crate) fn load<P: Probe>(&mut self, counters: &mut Counters<P>, cycle: u64, dirty: u8) {
        self.dirty.set(counters, cycle, DIRTY, dirty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use events::Off;
    use isa::Family;

    const CALL: FrameOp = FrameOp::Branch(BranchKind::Call);
    const RETURN: FrameOp = FrameOp::Branch(BranchKind::Ret);

    fn start() -> (Counters<Off>, Sizes) {
        (Counters::new(Off, Family::Itanium2), Sizes::default())
    }

    fn sums<P: Probe>(counters: &Counters<P>, parts: Parts) -> [u64; 3] {
        parts.map(|raw| counters.counts[raw])
    }

    #[test]
    fn the_three_parts_of_a_size_are_added_up_in_each_cycle() {
        let (mut counters, mut sizes) = start();
        let none = StackSizes::default();
        sizes.follow(&mut counters, 0, FrameOp::Alloc(75, 70, 0), false, none);
        // 75 = 64 + 8 + 3; the call leaves the five outputs, and 70 registers dirty.
        sizes.follow(&mut counters, 10, CALL, true, none);
        sizes.settle(&mut counters, 10);
        sizes.collect(&mut counters.counts);
        assert_eq!(sums(&counters, CURRENT), [30, 10, 10]);
        sizes.settle(&mut counters, 12);
        sizes.collect(&mut counters.counts);
        assert_eq!(sums(&counters, CURRENT), [30 + 2 * 5, 10, 10]);
        assert_eq!(sums(&counters, DIRTY), [2 * 6, 0, 2]);
    }

    #[test]
    fn a_call_that_is_not_taken_changes_nothing() {
        let (mut counters, mut sizes) = start();
        let none = StackSizes::default();
        sizes.follow(&mut counters, 0, FrameOp::Alloc(20, 18, 0), false, none);
        sizes.follow(&mut counters, 5, CALL, false, none);
        assert_eq!((sizes.current.registers, sizes.dirty.registers), (20, 0));
    }

    #[test]
    fn what_is_spilled_is_not_dirty_and_a_collection_is_no_register() {
        let (mut counters, mut sizes) = start();
        let none = StackSizes::default();
        sizes.follow(&mut counters, 0, FrameOp::Alloc(20, 20, 0), false, none);
        sizes.follow(&mut counters, 1, CALL, true, none);
        assert_eq!(sizes.dirty.registers, 20);
        sizes.spill(&mut counters, 2, 0x3e << 3, 4);
        assert_eq!(sizes.dirty.registers, 17);
    }

    #[test]
    fn a_return_restores_what_the_machine_says() {
        let (mut counters, mut sizes) = start();
        let restored = StackSizes {
            frame: 30,
            locals: 25,
            dirty: 7,
        };
        sizes.follow(&mut counters, 3, RETURN, true, restored);
        sizes.follow(&mut counters, 4, CALL, true, StackSizes::default());
        assert_eq!((sizes.current.registers, sizes.dirty.registers), (5, 32));
    }

    #[test]
    fn rfi_gives_up_the_frame_for_what_the_machine_says() {
        let (mut counters, mut sizes) = start();
        let none = StackSizes::default();
        sizes.follow(&mut counters, 0, FrameOp::Alloc(20, 18, 0), false, none);
        sizes.follow(&mut counters, 1, FrameOp::Cover, false, none);
        sizes.follow(&mut counters, 2, FrameOp::Alloc(6, 5, 0), false, none);
        let restored = StackSizes {
            frame: 20,
            locals: 18,
            dirty: 0,
        };
        sizes.follow(&mut counters, 3, FrameOp::Resume, true, restored);
        assert_eq!((sizes.current.registers, sizes.dirty.registers), (20, 0));
    }

    /// A listener that adds up the sizes that it is told.
    #[derive(Default)]
    struct Told(Counts);

    impl Probe for Told {
        fn count(&mut self, raw: Raw, amount: u32, _: u64, _: &Site) {
            self.0.add(raw, amount.into());
        }
    }

    /// Covers frames one after the other without a spill, until more registers would be dirty than there are; returns each part of both sizes.
    fn covered<P: Probe>(probe: P) -> ([[u64; 3]; 2], P) {
        let mut counters = Counters::new(probe, Family::Itanium2);
        let mut sizes = Sizes::default();
        let none = StackSizes::default();
        for cover in 0..4 {
            let alloc = FrameOp::Alloc(90, 80, 0);
            sizes.follow(&mut counters, 10 * cover, alloc, false, none);
            let cycle = 10 * cover + 5;
            sizes.follow(&mut counters, cycle, FrameOp::Cover, false, none);
        }
        sizes.settle(&mut counters, 40);
        sizes.collect(&mut counters.counts);
        let found = [CURRENT, DIRTY].map(|parts| sums(&counters, parts));
        (found, counters.with_probe(Off).1)
    }

    #[test]
    fn more_registers_than_there_are_count_as_all_of_them_with_a_listener_and_without() {
        // Without the limit the highest part would be 2 or more beside a listener, and wrap to 0 without one.
        let (plain, _) = covered(Off);
        // 90 = 64 + 3 * 8 + 2 in 20 cycles; from the first cover on 90 dirty registers for 10 cycles, then 96 for 25.
        let expected = [[20 * 2, 20 * 3, 20], [10 * 2, 10 * 3 + 25 * 4, 35]];
        assert_eq!(plain, expected);
        let (heard, Told(told)) = covered(Told::default());
        assert_eq!(heard, expected);
        let told = [CURRENT, DIRTY].map(|parts| parts.map(|raw| told[raw]));
        assert_eq!(told, expected);
    }
}
