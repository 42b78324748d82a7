//! Faults and traps as values: the architected vector, `ISR` and the registers that go with it.
//!
//! Vectors and codes: Architecture Software Developer's Manual, volume 2, chapter 8 ("Interruption
//! Vector Descriptions"); the layout of `ISR`: volume 2, section 3.3.5.3.

use events::Flush;

use crate::memory::{MemoryFault, MemoryFaultKind};

/// Interruption vectors, by offset in the interruption vector table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Vector {
    /// No translation of the page table entry for the address.
    VhptTranslation = 0x0000,
    /// The page table has no translation of an instruction.
    InstructionTlb = 0x0400,
    /// The page table has no translation of data.
    DataTlb = 0x0800,
    /// No translation of an instruction, and no walker.
    AlternateInstructionTlb = 0x0c00,
    /// No translation of data, and no walker.
    AlternateDataTlb = 0x1000,
    /// No translation of data while interruptions are not collected.
    DataNestedTlb = 0x1400,
    /// No protection key for an instruction.
    InstructionKeyMiss = 0x1800,
    /// No protection key for data.
    DataKeyMiss = 0x1c00,
    /// A store to a page whose dirty bit is clear.
    DirtyBit = 0x2000,
    /// Execution of a page whose access bit is clear.
    InstructionAccessBit = 0x2400,
    /// A reference to a page whose access bit is clear.
    DataAccessBit = 0x2800,
    /// The `break` instruction.
    Break = 0x2c00,
    /// An interrupt from outside.
    ExternalInterrupt = 0x3000,
    /// No translation for the page, or one that is not present.
    PageNotPresent = 0x5000,
    /// The protection key forbids the access.
    KeyPermission = 0x5100,
    /// The page may not be executed.
    InstructionAccessRights = 0x5200,
    /// The page may not be read or written this way.
    DataAccessRights = 0x5300,
    /// Illegal or privileged operation, reserved register or field, and their kin: see [`General`].
    GeneralException = 0x5400,
    /// A floating-point register of a disabled partition.
    DisabledFpRegister = 0x5500,
    /// A NaT where a value is needed.
    NatConsumption = 0x5600,
    /// A failed `chk` or `fchkf` that the processor does not branch for. Never raised: both families branch here.
    Speculation = 0x5700,
    /// A breakpoint.
    Debug = 0x5900,
    /// A data reference that crosses its natural boundary.
    UnalignedDataReference = 0x5a00,
    /// A data reference that the memory attribute does not support.
    UnsupportedDataReference = 0x5b00,
    /// Floating-point fault: V, D, Z or software assistance.
    FpFault = Flush::FLOATING_POINT_FAULT,
    /// Floating-point trap: O, U or I.
    FpTrap = Flush::FLOATING_POINT_TRAP,
    /// A branch to an unimplemented address or a transfer to a lower privilege level.
    LowerPrivilegeTransfer = 0x5e00,
    /// Taken branch with `psr.tb`.
    TakenBranch = 0x5f00,
    /// An instruction completed under `psr.ss`.
    SingleStep = 0x6000,
    /// An instruction that the virtual machine monitor intercepts.
    Virtualization = 0x6100,
}

impl Vector {
    /// Offset in the interruption vector table.
    pub const fn offset(self) -> u16 {
        self as u16
    }

    /// Traps are reported after the instruction, faults before it.
    pub const fn is_trap(self) -> bool {
        matches!(
            self,
            Self::FpTrap | Self::LowerPrivilegeTransfer | Self::TakenBranch | Self::SingleStep
        )
    }
}

/// Causes that share the general exception vector: `ISR.code` bits 7:4.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum General {
    /// Illegal operation.
    IllegalOperation = 0x00,
    /// Privileged operation.
    PrivilegedOperation = 0x10,
    /// Privileged register.
    PrivilegedRegister = 0x20,
    /// Reserved register or field, unimplemented data address.
    ReservedRegisterField = 0x30,
    /// `br.ia` or `jmpe` with IA-32 instructions disabled.
    DisabledIsaTransition = 0x40,
    /// Illegal dependency inside an instruction group.
    IllegalDependency = 0x80,
}

impl General {
    const ALL: [Self; 6] = [
        Self::IllegalOperation,
        Self::PrivilegedOperation,
        Self::PrivilegedRegister,
        Self::ReservedRegisterField,
        Self::DisabledIsaTransition,
        Self::IllegalDependency,
    ];

    /// The cause that an interruption status register names; `None` for codes without a meaning.
    pub fn of(isr: u64) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|&cause| isr & 0xf0 == cause as u64)
    }
}

/// Bits of the interruption status register.
pub mod isr {
    use isa::ProbeAccess;

    /// The instruction executes at the address.
    pub const X: u64 = 1 << 32;
    /// The reference writes.
    pub const W: u64 = 1 << 33;
    /// The reference reads.
    pub const R: u64 = 1 << 34;
    /// Not an access: `probe`, `lfetch`, `fc`, `tpa`.
    pub const NA: u64 = 1 << 35;
    /// A speculative load.
    pub const SP: u64 = 1 << 36;
    /// A reference of the register stack engine.
    pub const RS: u64 = 1 << 37;
    /// The current register frame is incomplete.
    pub const IR: u64 = 1 << 38;
    /// Interruptions were not collected.
    pub const NI: u64 = 1 << 39;
    /// Position of the slot number of the instruction, two bits.
    pub const EI: u32 = 41;
    /// The code has exceptions deferred.
    pub const ED: u64 = 1 << 43;

    /// The bits R and W for what a `probe` asks about.
    pub(crate) const fn of_probe(access: ProbeAccess) -> u64 {
        match access {
            ProbeAccess::Read => R,
            ProbeAccess::Write => W,
            ProbeAccess::ReadWrite => R | W,
        }
    }
}

/// Codes of the non-access instructions in `ISR.code` bits 3:0 (volume 2, table 5-1).
pub mod non_access {
    /// `tpa`
    pub const TPA: u64 = 0;
    /// `fc`
    pub const FC: u64 = 1;
    /// `probe`
    pub const PROBE: u64 = 2;
    /// `tak`
    pub const TAK: u64 = 3;
    /// `lfetch`
    pub const LFETCH: u64 = 4;
    /// `probe.fault`
    pub const PROBE_FAULT: u64 = 5;
}

/// Causes that share the NaT consumption vector: bits 7:4 of `ISR.code`.
pub(crate) mod nat {
    /// A register is a NaT.
    pub(crate) const REGISTER: u64 = 0x10;
    /// The page has the attribute NaTPage.
    pub(crate) const PAGE: u64 = 0x20;
}

/// Bits of `ISR.code` that name the traps of an instruction, several at once (volume 2, table 8-3).
pub(crate) mod trap {
    /// A floating-point trap.
    pub(crate) const FP: u64 = 1;
    /// A transfer to a lower privilege level.
    pub(crate) const LOWER_PRIVILEGE: u64 = 1 << 1;
    /// A taken branch.
    pub(crate) const TAKEN_BRANCH: u64 = 1 << 2;
    /// A single step.
    pub(crate) const SINGLE_STEP: u64 = 1 << 3;
    /// An unimplemented instruction address.
    pub(crate) const UNIMPLEMENTED_ADDRESS: u64 = 1 << 4;
}

/// One interruption that an instruction raised.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which vector takes it.
    pub vector: Vector,
    /// The interruption status register.
    pub isr: u64,
    /// Address of the bundle that raised it. For a trap [`crate::Cpu::ip`] is already beyond it.
    pub ip: u64,
    /// Slot that raised it, 0 to 2.
    pub slot: u8,
    /// The faulting address (`IFA`) of memory references, the bundle's for instruction fetches, otherwise 0.
    pub address: u64,
    /// `IIM`: what `break` reports of its immediate.
    pub immediate: u64,
}

/// What the semantics of one instruction report; the run loop adds the place and the slot ([`Self::at`]).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Raise {
    pub vector: Vector,
    pub isr: u64,
    pub address: u64,
    pub immediate: u64,
}

impl Raise {
    const fn plain(vector: Vector, isr: u64) -> Self {
        Self {
            vector,
            isr,
            address: 0,
            immediate: 0,
        }
    }

    pub(crate) const fn general(cause: General) -> Self {
        Self::plain(Vector::GeneralException, cause as u64)
    }

    pub(crate) const ILLEGAL: Self = Self::general(General::IllegalOperation);
    pub(crate) const PRIVILEGED: Self = Self::general(General::PrivilegedOperation);
    pub(crate) const PRIVILEGED_REGISTER: Self = Self::general(General::PrivilegedRegister);
    pub(crate) const RESERVED: Self = Self::general(General::ReservedRegisterField);
    /// Register NaT consumption by an instruction that makes no reference to memory.
    pub(crate) const NAT: Self = Self::plain(Vector::NatConsumption, nat::REGISTER);

    /// Register NaT consumption by a memory reference; `access` holds the bits R, W, NA of `ISR`.
    pub(crate) const fn nat(access: u64) -> Self {
        Self::plain(Vector::NatConsumption, nat::REGISTER | access)
    }

    /// Consumption of a page of NaTs.
    pub(crate) const fn nat_page(access: u64, address: u64) -> Self {
        Self::memory(Vector::NatConsumption, nat::PAGE | access, address)
    }

    /// `code`: the partitions, and the bits R and W of `ISR`.
    pub(crate) const fn disabled_fp(code: u64) -> Self {
        Self::plain(Vector::DisabledFpRegister, code)
    }

    pub(crate) const fn fp_fault(code: u16) -> Self {
        Self::plain(Vector::FpFault, code as u64)
    }

    pub(crate) const fn fp_trap(code: u16) -> Self {
        Self::plain(Vector::FpTrap, code as u64 | trap::FP)
    }

    pub(crate) const fn memory(vector: Vector, access: u64, address: u64) -> Self {
        Self {
            vector,
            isr: access,
            address,
            immediate: 0,
        }
    }

    /// An access that the memory of a program refused; `access` holds bits of `ISR`.
    pub(crate) fn refused(fault: MemoryFault, access: u64) -> Self {
        let vector = match fault.kind {
            MemoryFaultKind::Unmapped | MemoryFaultKind::Exhausted => Vector::PageNotPresent,
            MemoryFaultKind::Denied => Vector::DataAccessRights,
            MemoryFaultKind::OfNats => return Self::nat_page(access, fault.address),
        };
        Self::memory(vector, access, fault.address)
    }

    /// The complete report for an instruction at a place.
    pub(crate) const fn at(self, ip: u64, slot: u8) -> Fault {
        Fault {
            vector: self.vector,
            isr: self.isr | (slot as u64) << isr::EI,
            ip,
            slot,
            address: self.address,
            immediate: self.immediate,
        }
    }
}
