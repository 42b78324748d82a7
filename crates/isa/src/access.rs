//! How instructions access memory: what of it can be told without executing them.

use crate::{FpFormat, LoadKind, Op};

/// Kind of a reference to memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum MemoryKind {
    /// Load of a general register.
    Load,
    /// Load of one or two floating-point registers.
    FpLoad,
    /// Store of a general register.
    Store,
    /// Store of a floating-point register.
    FpStore,
    /// `cmpxchg`, `cmp8xchg16`, `xchg`, `fetchadd`: reads and writes.
    Semaphore,
    /// `lfetch`: a hint; moves no data into a register.
    Prefetch,
    /// `fc`: names an address; moves no data.
    Flush,
}

impl MemoryKind {
    /// Whether memory goes to a register: loads and semaphores.
    pub const fn reads(self) -> bool {
        matches!(
            self,
            MemoryKind::Load | MemoryKind::FpLoad | MemoryKind::Semaphore
        )
    }

    /// Whether it is a load or store of floating-point registers.
    pub const fn is_float(self) -> bool {
        matches!(self, MemoryKind::FpLoad | MemoryKind::FpStore)
    }

    /// Whether memory is written: stores and semaphores.
    pub const fn writes(self) -> bool {
        matches!(
            self,
            MemoryKind::Store | MemoryKind::FpStore | MemoryKind::Semaphore
        )
    }
}

/// A reference of an instruction to memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemoryAccess {
    /// What it does.
    pub kind: MemoryKind,
    /// Bytes from the address on that it reads or writes, 1 to 16; 1 where only a line is named.  Of `cmp8xchg16` the
    /// eight that are compared: the sixteen that it writes are those around them.
    pub bytes: u8,
    /// Natural alignment of the address in bytes, a power of two: the ten bytes of the extended format live in sixteen.
    pub alignment: u8,
    /// Speculation and ordering of a load that has them.
    pub load: LoadKind,
}

impl MemoryAccess {
    const fn new(kind: MemoryKind, bytes: u8, load: LoadKind) -> Self {
        Self {
            kind,
            bytes,
            alignment: bytes.next_power_of_two(),
            load,
        }
    }

    /// A check load: no access unless its ALAT entry is gone.
    pub const fn check(self) -> bool {
        self.load.is_check()
    }

    /// A control-speculative load: a fault is deferred.
    pub const fn speculative(self) -> bool {
        self.load.is_speculative()
    }

    /// Whether it is a semaphore, which no system software completes when it is misaligned.
    pub const fn semaphore(self) -> bool {
        matches!(self.kind, MemoryKind::Semaphore)
    }
}

impl LoadKind {
    /// `.c.clr`, `.c.nc`, `.c.clr.acq`: a check load.
    pub const fn is_check(self) -> bool {
        matches!(
            self,
            LoadKind::CheckClear | LoadKind::CheckNoClear | LoadKind::CheckClearAcquire
        )
    }

    /// `.s`, `.sa`: faults are deferred.
    pub const fn is_speculative(self) -> bool {
        matches!(self, LoadKind::Speculative | LoadKind::SpeculativeAdvanced)
    }

    /// `.a`, `.sa`: removes the target's ALAT entry and allocates a new one.
    pub const fn is_advanced(self) -> bool {
        matches!(self, LoadKind::Advanced | LoadKind::SpeculativeAdvanced)
    }

    /// Whether an ALAT entry of the target is left behind: advanced loads, and `.c.nc` that had to load.
    pub const fn leaves_entry(self) -> bool {
        self.is_advanced() || matches!(self, LoadKind::CheckNoClear)
    }

    /// Whether neither the ALAT nor a NaT bit in memory takes part.
    pub const fn is_plain(self) -> bool {
        matches!(
            self,
            LoadKind::Normal | LoadKind::Bias | LoadKind::Acquire | LoadKind::Speculative
        )
    }
}

impl FpFormat {
    /// Bytes in memory: 4, 8, 10 or 16.
    pub const fn bytes(self) -> u8 {
        match self {
            FpFormat::Single => 4,
            FpFormat::Double | FpFormat::Integer => 8,
            FpFormat::Extended => 10,
            FpFormat::Register => 16,
        }
    }
}

impl Op {
    /// The reference to memory; `None` for what makes none of its own (`flushrs` and `loadrs` are the register stack
    /// engine's).
    pub const fn memory_access(self) -> Option<MemoryAccess> {
        use MemoryKind::{Flush, FpLoad, FpStore, Load, Prefetch, Semaphore, Store};
        const PLAIN: LoadKind = LoadKind::Normal;
        Some(match self {
            Op::Load { size, kind, .. } => MemoryAccess::new(Load, size, kind),
            Op::Load16 { .. } => MemoryAccess::new(Load, 16, PLAIN),
            Op::FLoad { format, kind, .. } => MemoryAccess::new(FpLoad, format.bytes(), kind),
            Op::FLoadPair { format, kind, .. } => {
                MemoryAccess::new(FpLoad, 2 * format.bytes(), kind)
            }
            Op::Store { size, .. } => MemoryAccess::new(Store, size, PLAIN),
            Op::Store16 { .. } => MemoryAccess::new(Store, 16, PLAIN),
            Op::FStore { format, .. } => MemoryAccess::new(FpStore, format.bytes(), PLAIN),
            Op::Cmpxchg { size, .. } | Op::FetchAdd { size, .. } | Op::Xchg(size) => {
                MemoryAccess::new(Semaphore, size, PLAIN)
            }
            Op::Cmp8Xchg16 { .. } => MemoryAccess::new(Semaphore, 8, PLAIN),
            Op::Lfetch { .. } | Op::LfetchCount { .. } => MemoryAccess::new(Prefetch, 1, PLAIN),
            Op::Fc | Op::FcI => MemoryAccess::new(Flush, 1, PLAIN),
            _ => return None,
        })
    }
}
