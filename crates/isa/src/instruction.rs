//! A decoded instruction, and the bundle it comes from.

use crate::{Ar, Cr, MemoryAccess, MemoryKind, Op, RowId, Template};

/// Static prediction of a branch: the "whether" hint.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum WhetherHint {
    /// `.sptk`: statically taken.
    StaticTaken,
    /// `.spnt`: statically not taken.
    StaticNotTaken,
    /// `.dptk`: dynamic, taken at first.
    DynamicTaken,
    /// `.dpnt`: dynamic, not taken at first.
    DynamicNotTaken,
}

/// The hints of an instruction: each accessor says which kinds of instruction have it, and means nothing for others.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hint {
    /// Bits 43:12 of the slot, where all hints but those of [`Instruction::predicted_whether`] are.
    bits: u32,
}

impl Hint {
    pub(crate) const fn of(slot: u64) -> Self {
        Self {
            bits: (slot >> 12) as u32,
        }
    }

    const fn bit(self, n: u32) -> bool {
        self.bits >> (n - 12) & 1 != 0
    }

    const fn two(self, n: u32) -> u8 {
        (self.bits >> (n - 12) & 3) as u8
    }

    /// Locality of a memory reference: 0 none, 1 `.nt1`, 2 `.nt2`, 3 `.nta`.  The hints `.d4` to `.d7`, which only the
    /// Itanium 9500 knows, count as 0 to 3 here; [`Instruction::data_hint`] tells them apart.
    pub const fn locality(self) -> u8 {
        self.two(28)
    }

    /// The whether hint of a branch.
    pub const fn whether(self) -> WhetherHint {
        WhetherHint::of(self.two(33))
    }

    /// `.many`: the sequential prefetch hint of a branch.
    pub const fn many(self) -> bool {
        self.bit(12)
    }

    /// `.clr`: the branch's entry in the prediction tables is to be freed.
    pub const fn clear(self) -> bool {
        self.bit(35)
    }

    /// `.imp` of `brp`: the prediction is important.
    pub const fn important(self) -> bool {
        self.bit(35)
    }

    /// The whether hint of `mov b1 = r2`, as encoded: 0 `.sptk`, 1 none, 2 `.dptk`.
    pub const fn move_whether(self) -> u8 {
        self.two(20)
    }

    /// `.ret` of `mov b1 = r2`: the predicted branch is a return.  (`brp.ret` has a row of its own.)
    pub const fn move_is_return(self) -> bool {
        self.bit(22)
    }

    /// `.imp` of `mov b1 = r2`.
    pub const fn move_important(self) -> bool {
        self.bit(23)
    }
}

impl WhetherHint {
    const fn of(code: u8) -> Self {
        match code {
            0 => WhetherHint::StaticTaken,
            1 => WhetherHint::StaticNotTaken,
            2 => WhetherHint::DynamicTaken,
            _ => WhetherHint::DynamicNotTaken,
        }
    }
}

/// The frame that `alloc` asks for, in registers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Size of the frame.
    pub sof: u8,
    /// Size of the locals, inputs included.
    pub sol: u8,
    /// Size of the rotating region, a multiple of 8.
    pub sor: u8,
}

/// A decoded instruction.  Registers have the numbers of the encoding, immediates are fully formed.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// The immediate: sign-extended, scaled, whole (62 and 64 bits for X); the target of a relative branch,
    /// `chk` or `fchkf` as a distance in bytes from the bundle's address.  0 when there is none.
    pub imm: i64,
    /// The 41 bits of the slot as encoded; of slot 2 for an X instruction.
    pub bits: u64,
    /// What it does.
    pub op: Op,
    /// Its row of the instruction table.
    pub row: RowId,
    /// Qualifying predicate; 0 when there cannot be one.
    pub qp: u8,
    /// Hints.
    pub hint: Hint,
    /// Field 12:6: general or floating-point register.  Register fields that the instruction does not have
    /// hold whatever bits are there.
    pub r1: u8,
    /// Field 19:13: general or floating-point register.
    pub r2: u8,
    /// Field 26:20: general or floating-point register; application or control register of a move.
    pub r3: u8,
    /// Field 33:27: fourth floating-point register.
    pub r4: u8,
}

impl Instruction {
    /// `width` bits from `shift` up.
    pub(crate) const fn field(&self, shift: u32, width: u32) -> u8 {
        (self.bits >> shift & ((1 << width) - 1)) as u8
    }

    /// First predicate target of a compare or test.
    pub const fn p1(&self) -> u8 {
        self.field(6, 6)
    }

    /// Second predicate target; the only one of `frcpa` and its kin.
    pub const fn p2(&self) -> u8 {
        self.field(27, 6)
    }

    /// Branch register written: by calls and `mov b1 = r2`.
    pub const fn b1(&self) -> u8 {
        self.field(6, 3)
    }

    /// Branch register read: by indirect branches, `brp` and `mov r1 = b2`.
    pub const fn b2(&self) -> u8 {
        self.field(13, 3)
    }

    /// Position of a bit field, 0 to 63, bit 0 least significant; the bit of `tbit` and `tf`.
    pub const fn position(&self) -> u8 {
        match self.op {
            Op::DepZ | Op::DepZImm => 63 - self.field(20, 6),
            Op::DepImm => 63 - self.field(14, 6),
            Op::Dep => 63 - self.field(31, 6),
            Op::Tf { .. } => 32 + self.field(14, 5),
            _ => self.field(14, 6),
        }
    }

    /// Length of a bit field, 1 to 64.
    pub const fn length(&self) -> u8 {
        match self.op {
            Op::Dep => 1 + self.field(27, 4),
            _ => 1 + self.field(27, 6),
        }
    }

    /// Floating-point status field, 0 to 3, of an instruction that has one.
    pub const fn sf(&self) -> u8 {
        self.field(34, 2)
    }

    /// The application register of a move.
    pub const fn ar(&self) -> Ar {
        Ar::new(self.r3)
    }

    /// The control register of a move.
    pub const fn cr(&self) -> Cr {
        Cr::new(self.r3)
    }

    /// Number of the data access hint register of `mov dahr = imm`.
    pub const fn dahr(&self) -> u8 {
        self.field(23, 3)
    }

    /// The frame that `alloc` asks for.
    pub const fn frame(&self) -> Frame {
        Frame {
            sof: self.field(13, 7),
            sol: self.field(20, 7),
            sor: self.field(27, 4) * 8,
        }
    }

    /// The masks of `fsetc`: and-mask, or-mask; 7 bits each.
    pub const fn fsetc_masks(&self) -> (u8, u8) {
        (self.field(13, 7), self.field(20, 7))
    }

    /// The whether hint of `brp`, as encoded: 0 `.sptk`, 1 `.loop`, 2 `.dptk`, 3 `.exit`.
    pub const fn predicted_whether(&self) -> u8 {
        self.field(3, 2)
    }

    /// Distance in bytes from the bundle to that of the branch which `brp` and `mov b1 = r2` are about.
    pub const fn tag(&self) -> i64 {
        let bundles = match self.op {
            Op::MovToBr => self.bits >> 24 & 0x1ff,
            _ => self.bits >> 6 & 0x7f | (self.bits >> 33 & 3) << 7,
        };
        ((bundles << 55) as i64 >> 55) << 4
    }

    /// Number of lines that `lfetch.count` fetches, 1 to 64.
    pub const fn lfetch_count(&self) -> u8 {
        self.field(6, 6) + 1
    }

    /// Stride of `lfetch.count` in bytes, a multiple of 64 from -1024 to 960.
    pub const fn lfetch_stride(&self) -> i16 {
        let field = self.field(13, 5) as i16;
        (field << 11) >> 5
    }

    /// The predicates that `mov pr`, `mov pr.rot` and `clrrrb` touch, one bit each; all for `mov r1 = pr`.
    pub const fn predicate_mask(&self) -> u64 {
        match self.op {
            // Bit 16 of the immediate stands for all rotating predicates; its sign extension covers them.
            Op::MovToPr => self.imm as u64 & !1,
            Op::MovToPrRot | Op::Clrrrb | Op::ClrrrbPr => !0xffff,
            Op::MovFromPr => !0,
            _ => 0,
        }
    }

    /// Whether it is a branch that can change the flow: `br`, `brl`, `rfi`; not `brp`, `chk`, `fchkf`.
    pub const fn is_branch(&self) -> bool {
        matches!(self.op, Op::Branch { .. } | Op::Rfi)
    }

    /// Whether it enters or leaves the operating system, or changes how what follows executes: its privilege, status or names of
    /// registers.
    pub const fn changes_context(&self) -> bool {
        matches!(
            self.op,
            Op::Break
                | Op::Rfi
                | Op::Epc
                | Op::Bsw(_)
                | Op::Vmsw(_)
                | Op::Ssm
                | Op::Rsm
                | Op::MovToPsrL
                | Op::SrlzI
                | Op::SyncI
                | Op::Cover
                | Op::Clrrrb
                | Op::ClrrrbPr
        )
    }

    /// Its reference to memory, if it makes one.
    pub const fn memory_access(&self) -> Option<MemoryAccess> {
        self.op.memory_access()
    }

    /// Whether it accesses memory as a load, store or semaphore; not `lfetch`.
    pub const fn is_memory(&self) -> bool {
        self.is_load() || self.is_store()
    }

    /// Whether it reads memory into a register: loads and semaphores.
    pub const fn is_load(&self) -> bool {
        matches!(self.memory_access(), Some(access) if access.kind.reads())
    }

    /// Whether it writes memory: stores and semaphores.
    pub const fn is_store(&self) -> bool {
        matches!(self.memory_access(), Some(access) if access.kind.writes())
    }

    /// Whether it is `cmpxchg`, `cmp8xchg16`, `xchg` or `fetchadd`.
    pub const fn is_semaphore(&self) -> bool {
        matches!(
            self.memory_access(),
            Some(MemoryAccess {
                kind: MemoryKind::Semaphore,
                ..
            })
        )
    }

    /// Whether it is a `nop` of any unit.
    pub const fn is_nop(&self) -> bool {
        matches!(self.op, Op::Nop)
    }
}

impl std::fmt::Debug for Instruction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:#013x}", self.op, self.bits)
    }
}

/// One slot of a bundle.  Every slot holds an instruction: what cannot execute is [`Op::Illegal`],
/// slot 1 of an MLX bundle is [`Op::LongHalf`].
pub type Slot = Instruction;

const _: () = assert!(size_of::<Slot>() <= 32);

/// A decoded bundle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// Units and stops.
    pub template: Template,
    /// The three slots; in an MLX bundle slot 1 is [`Op::LongHalf`] and slot 2 the instruction.
    pub slots: [Slot; 3],
}
