//! What differs between processors that a program can tell apart: the functional part of a machine
//! description.

use isa::Family;

/// Which instructions execute.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum IsaLevel {
    /// Every architected user instruction.
    Full,
    /// What the named processor lacks is an illegal operation.
    AsBuilt(Family),
}

/// What happens to data references that cross their natural boundary.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unaligned {
    /// They are completed, as Linux does for a program, and noted.
    Complete,
    /// They fault (`PR_UNALIGN_SIGBUS`).
    Fault,
}

/// The functional properties of a machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Which instructions execute.
    pub isa: IsaLevel,
    /// Entries of the ALAT; 0: every check fails.
    pub alat_entries: usize,
    /// Ways of a set of the ALAT; as many as entries: fully associative.
    pub alat_ways: usize,
    /// Low address bits that the ALAT compares with those of a store.
    pub alat_address_bits: u32,
    /// What happens to unaligned data references.
    pub unaligned: Unaligned,
    /// `psr.sp` of a new context: user code can neither read the monitors nor start and stop its own.
    pub secure_monitors: bool,
    /// `psr.up` of a new context: user monitors count from the start.
    pub user_monitors: bool,
    /// Processor identification registers 0 to 4 (volume 1, section 3.1.11).
    pub cpuid: [u64; 5],
}

impl Default for Options {
    /// The functional default: every instruction, the identification of a first-generation Itanium,
    /// and no ALAT: every check load loads and every `chk.a` goes to its recovery code. The
    /// architecture allows that at any time (volume 1, section 4.4.5.3), a program must work with
    /// it, and the reference results for instruction counts were made with it.
    fn default() -> Self {
        Self {
            isa: IsaLevel::Full,
            alat_entries: 0,
            alat_ways: 0,
            alat_address_bits: 64,
            unaligned: Unaligned::Complete,
            secure_monitors: false,
            user_monitors: false,
            cpuid: [
                u64::from_le_bytes(*b"GenuineI"),
                u64::from_le_bytes(*b"ntel\0\0\0\0"),
                0,
                // Architecture revision 0, family 7, model 0, revision 7, five registers.
                0x07_00_07_04,
                // Long branches and 16-byte accesses, as `isa` executes them.
                0b11,
            ],
        }
    }
}
