//! What a control register asks for, decoded: when a monitor is enabled, event address registers, the branch trace buffer.

use isa::psr;

/// When a monitor is enabled: privilege levels, user or system, instruction set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Gate {
    /// Privilege level mask: bit c enables the monitor at privilege level c. 0: it is off.
    pub plm: u8,
    /// Enabled by PSR.pp instead of PSR.up.
    pub pm: bool,
    /// Instruction set mask: 0 both, 1 IA-32, 2 IA-64, 3 none.
    pub ism: u8,
}

impl Gate {
    /// Whether the monitor counts under this processor status, freeze aside.
    #[must_use]
    pub(crate) fn open(self, status: u64) -> bool {
        let enabled = status & if self.pm { psr::PP } else { psr::UP } != 0;
        // Bit 0 low enables IA-64 code, bit 1 low enables IA-32 code.
        let excluded = if status & psr::IS == 0 { 1 } else { 2 };
        enabled && self.plm >> psr::cpl(status) & 1 != 0 && self.ism & excluded == 0
    }

    pub(crate) fn decode(pmc: u64) -> Gate {
        Gate {
            plm: (pmc & 0xf) as u8,
            pm: pmc >> 6 & 1 != 0,
            ism: (pmc >> 24 & 3) as u8,
        }
    }
}

/// An event address register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ear {
    /// When it captures.
    pub gate: Gate,
    /// What it captures.
    pub mode: EarMode,
}

/// What an event address register captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EarMode {
    /// Cache misses with a latency of at least so many cycles. `None` (a threshold code that is not defined): it captures nothing.
    Cache(Option<u64>),
    /// TLB misses by the level that resolved them: bit 0 second-level TLB, bit 1 page walker, bit 2 software.
    Tlb(u8),
    /// Failed checks of the ALAT.
    Alat,
}

impl Ear {
    /// Whether it captures at all: enabled at one privilege level at least, and in a mode that some miss can satisfy.
    #[must_use]
    pub(crate) fn captures(&self) -> bool {
        self.gate.plm != 0
            && match self.mode {
                EarMode::Cache(least) => least.is_some(),
                EarMode::Tlb(levels) => levels != 0,
                EarMode::Alat => true,
            }
    }
}

/// The branch trace buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trace {
    /// When it records.
    pub gate: Gate,
    /// tm: bit 0 branches not taken, bit 1 taken.
    pub taken: u8,
    /// ptm: bit 0 target mispredicted, bit 1 target predicted right.
    pub target: u8,
    /// ppm: bit 0 path mispredicted, bit 1 path predicted right.
    pub path: u8,
    /// Bit s: branches predicted by stage s ([`events::Stage`]) are included. Itanium only (PMC12.tar, bpt, bac); else all.
    pub stages: u8,
    /// Bit k: branches of kind k ([`events::BranchKind`]) are included. Itanium 2 only (PMC12.brt); else all.
    pub kinds: u8,
    /// Targets are recorded; without them (Itanium 2: ds) what stands in their place is undefined, and no entry is made.
    pub targets: bool,
}

/// The least latency that a threshold code of four bits captures, in cycles: 4 << code up to 4096; higher codes
/// capture nothing.
pub(crate) fn threshold_of_power(code: u8) -> Option<u64> {
    (code <= 10).then(|| 4 << code)
}

impl Trace {
    /// The fields of PMC12 that all families have; no stage or kind excluded.
    pub(crate) fn decode(pmc: u64) -> Trace {
        Trace {
            gate: Gate {
                ism: 0,
                ..Gate::decode(pmc & 0x4f)
            },
            taken: (pmc >> 8 & 3) as u8,
            target: (pmc >> 10 & 3) as u8,
            path: (pmc >> 12 & 3) as u8,
            stages: 7,
            kinds: 7,
            targets: true,
        }
    }
}
