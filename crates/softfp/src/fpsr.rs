//! The floating-point status register `ar.fpsr` and what an operation raises.
//!
//! Manual, volume 1, section 5.2.2 ("Floating-point Status Register"); interruption codes: volume 2,
//! sections 8.3 (floating-point fault and trap vectors).

/// Invalid operation.
pub const V: u32 = 1;
/// Denormal or unnormal operand.
pub const D: u32 = 1 << 1;
/// Division by zero.
pub const Z: u32 = 1 << 2;
/// Overflow.
pub const O: u32 = 1 << 3;
/// Underflow.
pub const U: u32 = 1 << 4;
/// Inexact.
pub const I: u32 = 1 << 5;

/// Software-assistance bit in a fault code.
const SWA: u32 = 1 << 3;

/// `ar.fpsr`: the trap disable bits and four status fields.
///
/// Bits 5:0 disable traps (V, D, Z, O, U, I); status field `n` starts at bit 6 + 13 n.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Fpsr(pub u64);

/// A status field of [`Fpsr`], 13 bits: `ftz` 0, `wre` 1, `pc` 3:2, `rc` 5:4, `td` 6, flags 12:7.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct StatusField(pub u32);

/// A reserved encoding was asked for: the instruction raises Reserved Register/Field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReservedField;

/// Rounding control (`rc`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
    /// Towards zero.
    Zero,
}

impl StatusField {
    /// Flush tiny results to zero.
    #[inline]
    pub const fn ftz(self) -> bool {
        self.0 & 1 != 0
    }

    /// Widest-range exponent: results keep the 17-bit exponent.
    #[inline]
    pub const fn wre(self) -> bool {
        self.0 & 2 != 0
    }

    /// Precision control: 0 single, 1 reserved, 2 double, 3 double-extended.
    #[inline]
    pub const fn pc(self) -> u32 {
        self.0 >> 2 & 3
    }

    /// Rounding control.
    #[inline]
    pub const fn rounding(self) -> Rounding {
        match self.0 >> 4 & 3 {
            0 => Rounding::Nearest,
            1 => Rounding::Down,
            2 => Rounding::Up,
            _ => Rounding::Zero,
        }
    }

    /// Traps disabled for this field (fields 1 to 3 only; reserved, hence 0, in field 0).
    #[inline]
    pub const fn td(self) -> bool {
        self.0 & 0x40 != 0
    }

    /// The sticky flags as [`V`] to [`I`].
    #[inline]
    pub const fn flags(self) -> u32 {
        self.0 >> 7 & 0x3f
    }
}

impl Fpsr {
    /// What Linux gives a new process: all traps disabled, field 0 extended precision, field 1 with
    /// the widest range and traps disabled (for division and square-root sequences).
    pub const LINUX: Fpsr = Fpsr(0x0009_804c_0270_033f);

    /// Bits of the register that software may set.
    pub const WRITABLE: u64 = 0x03ff_ffff_ffff_ffff;

    /// Position of the status field `sf` (its low two bits count).
    #[inline]
    const fn position(sf: u8) -> u32 {
        6 + 13 * (sf & 3) as u32
    }

    /// The status field `sf` (its low two bits count).
    #[inline]
    pub const fn field(self, sf: u8) -> StatusField {
        StatusField((self.0 >> Fpsr::position(sf)) as u32 & 0x1fff)
    }

    /// The exceptions whose faults and traps are disabled for operations under `sf`, as [`V`] to [`I`].
    #[inline]
    pub const fn masked(self, sf: u8) -> u32 {
        let all = if sf & 3 != 0 && self.field(sf).td() {
            0x3f
        } else {
            0
        };
        self.0 as u32 & 0x3f | all
    }

    /// The register after an operation under `sf` that raised `flags` ([`V`] to [`I`]).
    #[inline]
    pub const fn with_flags(self, sf: u8, flags: u32) -> Fpsr {
        Fpsr(self.0 | ((flags & 0x3f) as u64) << (Fpsr::position(sf) + 7))
    }

    /// `mov ar.fpsr = value`.
    ///
    /// # Errors
    /// Reserved bits set, a reserved `pc`, or `td` in field 0.
    pub const fn write(value: u64) -> Result<Fpsr, ReservedField> {
        let new = Fpsr(value);
        let mut sf = 0;
        let mut reserved = value & !Fpsr::WRITABLE != 0 || new.field(0).td();
        while sf < 4 {
            reserved |= new.field(sf).pc() == 1;
            sf += 1;
        }
        if reserved {
            Err(ReservedField)
        } else {
            Ok(new)
        }
    }

    /// `fsetc.sf amask7, omask7`: the controls of field `sf` become those of field 0, and-ed with
    /// one mask and or-ed with the other.
    ///
    /// # Errors
    /// The result would have a reserved `pc`, or `td` in field 0.
    pub const fn fsetc(self, sf: u8, amask7: u32, omask7: u32) -> Result<Fpsr, ReservedField> {
        let controls = self.field(0).0 & 0x7f & amask7 | omask7 & 0x7f;
        if StatusField(controls).pc() == 1 || sf & 3 == 0 && StatusField(controls).td() {
            return Err(ReservedField);
        }
        let at = Fpsr::position(sf);
        Ok(Fpsr(self.0 & !(0x7f << at) | (controls as u64) << at))
    }

    /// `fclrf.sf`: clears the flags of field `sf`.
    #[inline]
    pub const fn fclrf(self, sf: u8) -> Fpsr {
        Fpsr(self.0 & !(0x3f << (Fpsr::position(sf) + 7)))
    }

    /// `fchkf.sf`: true when the speculative field `sf` holds a flag that would have trapped, or that
    /// field 0 does not have: control then goes to recovery code.
    #[inline]
    pub const fn fchkf(self, sf: u8) -> bool {
        let flags = self.field(sf).flags();
        flags & !(self.0 as u32 & 0x3f) != 0 || flags & !self.field(0).flags() != 0
    }
}

/// What an operation raised: flags for the status field, and interruptions to deliver.
///
/// Bits 5:0 are the flags; bits 7:6 say that a result was flushed to zero, of the low half of a parallel operation and of
/// the high half or a scalar one; bits 15:8 are the `ISR.code` of a fault; bits 31:16 that of a trap, without
/// the bit 0 that names the vector's kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Raised(pub u32);

impl Raised {
    /// Nothing.
    pub const NONE: Raised = Raised(0);

    /// Flags to accumulate in the status field, [`V`] to [`I`].
    #[inline]
    pub const fn flags(self) -> u32 {
        self.0 & 0x3f
    }

    /// The result, or that of the high half, was flushed to zero because the status field says so (`ftz`).
    pub(crate) const FLUSHED: u32 = 1 << 6;

    /// Results that were flushed to zero: at most one, of a parallel operation two.
    #[inline]
    pub const fn flushed(self) -> u32 {
        (self.0 >> 6 & 3).count_ones()
    }

    /// Whether the operation is more than a value and flags: something has to be delivered, or a result was flushed.
    #[inline]
    pub const fn is_special(self) -> bool {
        self.0 >> 6 != 0
    }

    /// Whether anything has to be delivered: a fault, a trap or software assistance.
    #[inline]
    pub const fn interrupts(self) -> bool {
        self.0 >> 8 != 0
    }

    /// `ISR.code` of an unmasked fault, 0 for none. The instruction then changes nothing at all.
    ///
    /// Bits 3:0 are V, D, Z and software assistance of a scalar operation or of the high half of a
    /// parallel one; bits 7:4 those of the low half.
    #[inline]
    pub const fn fault_code(self) -> u16 {
        (self.0 >> 8 & 0xff) as u16
    }

    /// `ISR.code` of an unmasked trap, 0 for none. The result and the flags are written first.
    ///
    /// Bits 14:11 are O, U, I and fpa ("the delivered result is larger in magnitude") of a scalar
    /// operation or of the high half of a parallel one; bits 10:7 those of the low half.
    #[inline]
    pub const fn trap_code(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// True when the only fault is the request for software assistance: an operating system
    /// completes the instruction with the value and the flags that come with this record.
    #[inline]
    pub const fn needs_assistance_only(self) -> bool {
        let code = self.fault_code() as u32;
        code != 0 && code & !(SWA | SWA << 4) == 0
    }
}

/// The value of an operation with what it raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flagged<T = crate::Fr> {
    /// The result; meaningless when a fault other than software assistance was raised.
    pub value: T,
    /// Flags, faults and traps.
    pub raised: Raised,
}

impl<T> Flagged<T> {
    /// A result that raises nothing.
    #[inline]
    pub const fn quiet(value: T) -> Flagged<T> {
        Flagged {
            value,
            raised: Raised::NONE,
        }
    }
}
