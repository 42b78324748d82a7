//! The firmware: PAL, SAL and EFI.
//!
//! Each entry point is one bundle in memory, `break.m number ;; br.ret b0`. The `break` is a call to the host, which
//! carries the procedure out ([`Firmware::call`]). A PAL procedure with the static calling convention returns by a
//! branch to b0, which the host makes itself.

mod acpi;
mod efi;
mod pal;
mod sal;
mod tables;

use std::ops::Range;

use machine::{AddressSpace, Cpu, MemoryFault};

use crate::board::{Board, PORTS, PORTS_SIZE};
use crate::processor::Processor;

pub(crate) use acpi::SOFT_OFF;
pub(crate) use tables::Descriptor;

/// What the machine has to do after a call.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Go on.
    Done,
    Reset,
    PowerOff,
    /// Sleep until an interrupt.
    Halt,
    /// Halt without an interrupt that ends it.
    HaltForGood,
    /// Stop: there is no such call.
    Unknown,
}

/// The call numbers, immediates of `break`.
mod number {
    pub(super) const PAL: u64 = 1;
    pub(super) const SAL: u64 = 2;
    /// The first EFI runtime service; the others follow in the order of their table.
    pub(super) const EFI: u64 = 16;
}

/// Firmware of a machine.
pub(crate) struct Firmware {
    board: Board,
    processor: Processor,
    /// Number of virtio devices that the tables of ACPI list; `None`: there are no such tables.
    acpi: Option<usize>,
}

/// `break.m number ; nop.i 0 ; br.ret.sptk.many b0 ;;`
fn stub(number: u64) -> [u8; 16] {
    const MIB_STOP: u128 = 0x11;
    const NOP_I: u128 = 1 << 27;
    const RETURN: u128 = 0x21 << 27 | 4 << 6 | 1 << 12;
    let bundle = MIB_STOP | u128::from(number) << 6 << 5 | NOP_I << 46 | RETURN << 87;
    bundle.to_le_bytes()
}

impl Firmware {
    pub(crate) fn new(board: Board, processor: Processor, acpi: Option<usize>) -> Self {
        Self {
            board,
            processor,
            acpi,
        }
    }

    /// The physical addresses of all firmware.
    pub(crate) fn area(&self) -> Range<u64> {
        let start = self.board.firmware();
        start..start + 3 * Board::PART
    }

    fn pal(&self) -> u64 {
        self.area().start
    }

    fn sal(&self) -> u64 {
        self.pal() + Board::PART
    }

    /// Address of an EFI runtime service's entry point.
    fn service(&self, n: u64) -> u64 {
        self.sal() + 0x1000 + 16 * n
    }

    fn tables(&self) -> u64 {
        self.sal() + Board::PART
    }

    /// Address of the EFI system table.
    pub(crate) fn system_table(&self) -> u64 {
        self.tables()
    }

    /// Writes entry points and tables into memory.
    pub(crate) fn install(&self, space: &mut AddressSpace) -> Result<(), MemoryFault> {
        space.poke(self.pal(), &stub(number::PAL))?;
        space.poke(self.sal(), &stub(number::SAL))?;
        for n in 0..efi::SERVICES {
            space.poke(self.service(n), &stub(number::EFI + n))?;
        }
        self.install_tables(space)
    }

    /// The memory map of EFI, in the order of addresses.
    pub(crate) fn memory_map(&self) -> Vec<Descriptor> {
        use tables::kind;
        let mut map: Vec<Descriptor> = self
            .board
            .ranges()
            .map(|(start, size)| Descriptor::new(kind::CONVENTIONAL, start, size))
            .collect();
        map.push(Descriptor::new(kind::PAL_CODE, self.pal(), Board::PART));
        map.push(Descriptor::new(
            kind::SERVICES_CODE,
            self.sal(),
            Board::PART,
        ));
        map.push(Descriptor::new(
            kind::SERVICES_DATA,
            self.tables(),
            Board::PART,
        ));
        map.push(Descriptor::new(kind::PORTS, PORTS, PORTS_SIZE));
        map.sort_by_key(|descriptor| descriptor.start);
        map
    }

    /// Carries out a call. `time`: ticks of `ar.itc` since the machine was started, those while it was halted included.
    pub(crate) fn call(
        &self,
        number: u64,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        time: u64,
    ) -> Reply {
        match number {
            number::PAL => self.call_pal(cpu, space),
            number::SAL => self.call_sal(cpu),
            _ => match number.checked_sub(number::EFI) {
                Some(n) if n < efi::SERVICES => self.call_efi(n, cpu, space, time),
                _ => Reply::Unknown,
            },
        }
    }
}

/// Status values of PAL and SAL.
mod status {
    pub(super) const DONE: i64 = 0;
    pub(super) const UNIMPLEMENTED: i64 = -1;
    pub(super) const INVALID: i64 = -2;
}

/// The results of a call: r8 to r11.
fn answer(cpu: &mut Cpu, status: i64, values: [u64; 3]) {
    cpu.set_gr(8, status as u64, false);
    for (r, value) in (9..).zip(values) {
        cpu.set_gr(r, value, false);
    }
}

/// Argument `n` of a procedure that was called by `br.call`: its frame begins with the arguments.
fn argument(cpu: &Cpu, n: u8) -> u64 {
    cpu.gr(32 + n).0
}

/// The physical address of a pointer that system software passes: the address itself, or one in a region that Linux
/// maps identically.
fn physical(pointer: u64) -> Option<u64> {
    match pointer >> 61 {
        0 | 6 | 7 => Some(pointer & !(7 << 61)),
        _ => None,
    }
}
