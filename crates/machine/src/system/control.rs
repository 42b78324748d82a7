//! Control registers and their fields (volume 2, section 3.3.4).

use isa::{Cr, psr};

use super::System;
use crate::fault::Raise;

/// Fields of `cr.dcr`.
pub(crate) mod dcr {
    /// Privileged monitors are enabled on interruptions.
    pub(crate) const PP: u64 = 1;
    /// Interruptions begin with big-endian data.
    pub(crate) const BE: u64 = 1 << 1;
    /// Speculative loads defer faults of translation …
    pub(crate) const DM: u64 = 1 << 8;
    /// … of pages that are not present …
    pub(crate) const DP: u64 = 1 << 9;
    /// … of missing keys …
    pub(crate) const DK: u64 = 1 << 10;
    /// … of what keys forbid …
    pub(crate) const DX: u64 = 1 << 11;
    /// … of access rights …
    pub(crate) const DR: u64 = 1 << 12;
    /// … of access bits …
    pub(crate) const DA: u64 = 1 << 13;
    /// … and of breakpoints.
    pub(crate) const DD: u64 = 1 << 14;
    pub(super) const RESERVED: u64 = 0xf8 | !0 << 15;
}

/// Fields of `cr.pta`.
pub(crate) mod pta {
    /// The walker is enabled.
    pub(crate) const VE: u64 = 1;
    /// Long format.
    pub(crate) const VF: u64 = 1 << 8;
    pub(super) const RESERVED: u64 = 1 << 1 | 0x3f << 9;

    /// Base-2 logarithm of the size of the table in bytes.
    pub(crate) const fn size(pta: u64) -> u32 {
        (pta >> 2 & 0x3f) as u32
    }
}

/// `cr.itir`: page size and key.
pub(crate) const ITIR_RESERVED: u64 = 3 | !0 << 32;
/// `cr.lid`: the fields that exist.
pub(super) const LID: u64 = 0xffff_0000;
/// `cr.ifs`: the frame marker is valid.
pub(crate) const IFS_VALID: u64 = 1 << 63;
const IFS_RESERVED: u64 = 0x1ff_ffff << 38;
/// `cr.tpr`: class that is masked, and whether all are.
const TPR: u64 = 0x100f0;
const TPR_RESERVED: u64 = 0xff00;
/// Vector registers `cr.itv`, `cr.pmv` and `cr.cmcv`: vector and mask.
const VECTOR: u64 = 0x100ff;
const VECTOR_RESERVED: u64 = 0xef00;
/// `cr.lrr0` and `cr.lrr1`.
const LRR: u64 = 0x1a7ff;
const LRR_RESERVED: u64 = 1 << 11;
/// The mask bit of a vector register.
pub(crate) const MASKED: u64 = 1 << 16;
/// Bits of a processor status register that exist.
pub(crate) const STATUS: u64 = psr::SYSTEM_MASK
    | psr::CPL
    | psr::IS
    | psr::MC
    | psr::IT
    | psr::ID
    | psr::DA
    | psr::DD
    | psr::SS
    | psr::RI
    | psr::ED
    | psr::BN
    | psr::IA;

/// The control registers that are not part of the interrupt controller or the timer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Control {
    pub dcr: u64,
    pub iva: u64,
    pub pta: u64,
    pub ipsr: u64,
    pub isr: u64,
    pub iip: u64,
    pub ifa: u64,
    pub itir: u64,
    pub iipa: u64,
    pub ifs: u64,
    pub iim: u64,
    pub iha: u64,
    pub lid: u64,
    pub tpr: u64,
    pub pmv: u64,
    pub cmcv: u64,
    pub lrr: [u64; 2],
}

impl Control {
    pub(super) fn new() -> Self {
        Self {
            pmv: MASKED,
            cmcv: MASKED,
            lrr: [MASKED; 2],
            ..Self::default()
        }
    }
}

impl Control {
    /// The vector of the monitor's overflow interrupt, unless it is masked.
    pub(super) fn monitor_vector(&self) -> Option<u8> {
        (self.pmv & MASKED == 0).then_some(self.pmv as u8)
    }
}

/// Whether a control register exists.
const fn exists(register: Cr) -> bool {
    matches!(register.number(), 0..=2 | 8 | 16 | 17 | 19..=25 | 64..=74 | 80 | 81)
}

const fn read_only(register: Cr) -> bool {
    matches!(
        register,
        Cr::IVR | Cr::IRR0 | Cr::IRR1 | Cr::IRR2 | Cr::IRR3
    )
}

/// Whether an instruction may name a control register now (volume 3, `mov cr`).
pub(crate) fn check(register: Cr, status: u64, write: bool) -> Result<(), Raise> {
    let collected = register.describes_interruption() && status & psr::IC != 0;
    if !exists(register) || write && read_only(register) || collected {
        return Err(Raise::ILLEGAL);
    }
    Ok(())
}

impl System {
    /// Reads a control register that exists. Reading `cr.ivr` takes the interrupt into service.
    pub(super) fn read_control(&mut self, register: Cr) -> u64 {
        match register {
            Cr::IVR => u64::from(self.interrupts.acknowledge(self.control.tpr)),
            _ => self.control(register),
        }
    }

    /// A control register as `mov r1 = cr` reads it, but without the effect that reading `cr.ivr` has.
    pub fn control(&self, register: Cr) -> u64 {
        let control = &self.control;
        match register {
            Cr::DCR => control.dcr,
            Cr::ITM => self.timer.matching(),
            Cr::IVA => control.iva,
            Cr::PTA => control.pta,
            Cr::IPSR => control.ipsr,
            Cr::ISR => control.isr,
            Cr::IIP => control.iip,
            Cr::IFA => control.ifa,
            Cr::ITIR => control.itir,
            Cr::IIPA => control.iipa,
            Cr::IFS => control.ifs,
            Cr::IIM => control.iim,
            Cr::IHA => control.iha,
            Cr::LID => control.lid,
            Cr::IVR => u64::from(self.interrupts.vector(control.tpr)),
            Cr::TPR => control.tpr,
            Cr::IRR0 => self.interrupts.requested(0),
            Cr::IRR1 => self.interrupts.requested(1),
            Cr::IRR2 => self.interrupts.requested(2),
            Cr::IRR3 => self.interrupts.requested(3),
            Cr::ITV => self.timer.vector(),
            Cr::PMV => control.pmv,
            Cr::CMCV => control.cmcv,
            Cr::LRR0 => control.lrr[0],
            Cr::LRR1 => control.lrr[1],
            _ => 0,
        }
    }

    /// Writes a control register that may be written. `clock`: the time that the recorder shows.
    ///
    /// # Errors A reserved field is not 0.
    pub(super) fn write_control(
        &mut self,
        register: Cr,
        value: u64,
        clock: u64,
    ) -> Result<(), Raise> {
        let reserved = match register {
            Cr::DCR => dcr::RESERVED,
            Cr::PTA => pta::RESERVED,
            Cr::IPSR => !STATUS,
            Cr::ITIR => ITIR_RESERVED,
            Cr::IFS => IFS_RESERVED,
            Cr::TPR => TPR_RESERVED,
            Cr::ITV | Cr::PMV | Cr::CMCV => VECTOR_RESERVED,
            Cr::LRR0 | Cr::LRR1 => LRR_RESERVED,
            _ => 0,
        };
        let no_slot = register == Cr::IPSR && value & psr::RI == psr::RI;
        if value & reserved != 0 || no_slot {
            return Err(Raise::RESERVED);
        }
        let control = &mut self.control;
        match register {
            Cr::DCR => control.dcr = value,
            Cr::ITM => self.timer.set_match(value, clock),
            Cr::IVA => control.iva = value & !0x7fff,
            Cr::PTA => control.pta = value,
            Cr::IPSR => control.ipsr = value,
            Cr::ISR => control.isr = value,
            Cr::IIP => control.iip = value & !15,
            Cr::IFA => control.ifa = value,
            Cr::ITIR => control.itir = value,
            Cr::IIPA => control.iipa = value & !15,
            Cr::IFS => control.ifs = value,
            Cr::IIM => control.iim = value,
            Cr::IHA => control.iha = value & !3,
            Cr::LID => control.lid = value & LID,
            Cr::TPR => control.tpr = value & TPR,
            Cr::EOI => self.interrupts.end(),
            Cr::ITV => self.timer.set_vector(value & VECTOR),
            Cr::PMV => control.pmv = value & VECTOR,
            Cr::CMCV => control.cmcv = value & VECTOR,
            Cr::LRR0 => control.lrr[0] = value & LRR,
            Cr::LRR1 => control.lrr[1] = value & LRR,
            _ => {}
        }
        Ok(())
    }
}
