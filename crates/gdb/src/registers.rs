//! The registers of IA-64 as gdb numbers them: general registers from 0, floating-point registers (16 bytes each) from 128,
//! predicates from 256, branch registers from 320, then `pr`, `ip`, `psr`, `cfm`, and application registers from 334.
//!
//! gdb reads stacked registers and their NaT bits from the backing store and `ar.rnat`, predicates from `pr`, and the slot from
//! the low bits of `ip` or `psr.ri`. It takes `ar.bsp` as the end of the frame, as Linux gives it.

use gdbstub::arch::{Arch, RegId, Registers};
use isa::Ar;
use sim::Cpu;
use std::num::NonZeroUsize;

/// IA-64.
#[derive(Debug)]
pub(crate) enum Ia64 {}

impl Arch for Ia64 {
    type Usize = u64;
    type Registers = File;
    type BreakpointKind = usize;
    type RegId = Number;

    fn target_description_xml() -> Option<&'static str> {
        Some("<target version=\"1.0\"><architecture>ia64-elf64</architecture></target>")
    }
}

const COUNT: usize = 462;
const FIRST_FLOATING: usize = 128;
const FIRST_PREDICATE: usize = 256;
const FIRST_BRANCH: usize = 320;
const FIRST_APPLICATION: usize = 334;
const PR: usize = 330;
/// Number of the instruction pointer.
pub(crate) const IP: usize = 331;
const PSR: usize = 332;
const CFM: usize = 333;

/// The number of a register.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number(pub usize);

impl Number {
    /// Bytes of its value.
    pub(crate) fn size(self) -> usize {
        match self.0 {
            FIRST_FLOATING..FIRST_PREDICATE => 16,
            _ => 8,
        }
    }
}

impl RegId for Number {
    fn from_raw_id(id: usize) -> Option<(Self, Option<NonZeroUsize>)> {
        let number = (id < COUNT).then_some(Self(id))?;
        Some((number, NonZeroUsize::new(number.size())))
    }

    fn to_raw_id(&self) -> Option<usize> {
        Some(self.0)
    }
}

/// Bytes of one register, the low ones used.
type Value = [u8; 16];

/// All registers; those without a value are not there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct File(pub Vec<Option<Value>>);

impl Registers for File {
    type ProgramCounter = u64;

    fn pc(&self) -> u64 {
        let value = self.0.get(IP).copied().flatten().unwrap_or_default();
        u128::from_le_bytes(value) as u64
    }

    fn gdb_serialize(&self, mut write_byte: impl FnMut(Option<u8>)) {
        for (number, value) in self.0.iter().enumerate() {
            for byte in 0..Number(number).size() {
                write_byte(value.map(|value| value[byte]));
            }
        }
    }

    fn gdb_deserialize(&mut self, mut bytes: &[u8]) -> Result<(), ()> {
        self.0.clear();
        for number in (0..COUNT).map(Number) {
            let (value, rest) = bytes.split_at_checked(number.size()).ok_or(())?;
            let mut whole = [0; 16];
            whole[..value.len()].copy_from_slice(value);
            self.0.push(Some(whole));
            bytes = rest;
        }
        Ok(())
    }
}

impl File {
    /// The registers of a thread; `cycles`: what `ar.itc` reads.
    pub(crate) fn of(cpu: &Cpu, cycles: u64) -> Self {
        Self((0..COUNT).map(|n| read(cpu, Number(n), cycles)).collect())
    }
}

/// What a register holds; `None`: there is no such register, or it is outside the frame.
pub(crate) fn read(cpu: &Cpu, Number(number): Number, cycles: u64) -> Option<Value> {
    let word = match number {
        0..32 => cpu.gr(number as u8).0,
        32..FIRST_FLOATING => {
            (number < 32 + usize::from(cpu.cfm().sof)).then(|| cpu.gr(number as u8).0)?
        }
        FIRST_FLOATING..FIRST_PREDICATE => {
            let value = cpu.fr((number - FIRST_FLOATING) as u8);
            let bits = u128::from(value.se) << 64 | u128::from(value.sig);
            return Some(bits.to_le_bytes());
        }
        FIRST_PREDICATE..FIRST_BRANCH => cpu.pr() >> (number - FIRST_PREDICATE) & 1,
        FIRST_BRANCH..328 => cpu.br((number - FIRST_BRANCH) as u8),
        PR => cpu.pr_unrotated(),
        IP => cpu.ip() | u64::from(cpu.slot()),
        PSR => cpu.psr(),
        CFM => cpu.cfm().bits(),
        FIRST_APPLICATION..COUNT => match Ar::new((number - FIRST_APPLICATION) as u8) {
            Ar::BSP => cpu.frame_end(),
            Ar::RNAT => cpu.rnat_of_frame(),
            Ar::ITC => cycles,
            register => cpu.ar(register)?,
        },
        _ => return None,
    };
    Some(u128::from(word).to_le_bytes())
}

/// Sets a register; false when it cannot be set.
pub(crate) fn write(cpu: &mut Cpu, Number(number): Number, bytes: &[u8]) -> bool {
    let mut whole = [0; 16];
    let count = bytes.len().min(16);
    whole[..count].copy_from_slice(&bytes[..count]);
    let bits = u128::from_le_bytes(whole);
    let word = bits as u64;
    match number {
        1..32 => cpu.set_gr(number as u8, word, false),
        32..FIRST_FLOATING if number < 32 + usize::from(cpu.cfm().sof) => {
            cpu.set_gr(number as u8, word, false);
        }
        FIRST_FLOATING..FIRST_PREDICATE => {
            let mut value = cpu.fr((number - FIRST_FLOATING) as u8);
            value.sig = word;
            value.se = (bits >> 64) as u32 & 0x3_ffff;
            cpu.set_fr((number - FIRST_FLOATING) as u8, value);
        }
        FIRST_PREDICATE..FIRST_BRANCH => {
            let bit = 1 << (number - FIRST_PREDICATE);
            let others = cpu.pr() & !bit;
            cpu.set_pr(others | if word & 1 == 0 { 0 } else { bit });
        }
        FIRST_BRANCH..328 => cpu.set_br((number - FIRST_BRANCH) as u8, word),
        PR => cpu.set_pr_unrotated(word),
        IP => {
            // The slot is in `psr.ri` when the low bits do not say it.
            let slot = if word & 3 == 0 {
                cpu.slot()
            } else {
                word as u8 & 3
            };
            cpu.set_ip_slot(word, slot);
        }
        PSR => {
            let (ip, slot) = (cpu.ip(), (word >> 41) as u8 & 3);
            cpu.set_ip_slot(ip, slot);
            // Only the user mask: the rest is the system's.
            let mask = isa::psr::UP | isa::psr::BE | isa::psr::AC | isa::psr::MFL | isa::psr::MFH;
            cpu.set_psr(cpu.psr() & !mask | word & mask);
        }
        CFM => match sim::Cfm::from_bits(word) {
            Some(cfm) => cpu.set_cfm(cfm),
            None => return false,
        },
        FIRST_APPLICATION..COUNT => match Ar::new((number - FIRST_APPLICATION) as u8) {
            Ar::RNAT => cpu.set_rnat_of_frame(word),
            // A change of either would separate the register stack from its registers in memory.
            Ar::BSP | Ar::BSPSTORE => return false,
            // The clock, which reads what the run has counted.
            Ar::ITC => return false,
            register if cpu.ar(register).is_some() => cpu.set_ar(register, word),
            _ => return false,
        },
        _ => return false,
    }
    true
}
