//! The 82-bit floating-point register: its special values, its classes and its memory images.
//!
//! Layouts and classes are those of the Itanium Architecture Software Developer's Manual, volume 1,
//! section 5.1 ("Data Types and Formats"); the memory images those of section 5.3.1.

/// Exponent of infinities, NaNs and the unsupported pseudo-infinities and pseudo-NaNs.
pub const EXP_MAX: u32 = 0x1_ffff;
/// Bias of the 17-bit register exponent: the exponent field of 1.0.
pub const EXP_BIAS: u32 = 0xffff;
/// Exponent of integers in a significand (2^63 is the weight of bit 63).
pub const EXP_INTEGER: u32 = 0x1_003e;
/// Exponent of a register that holds two parallel single-precision values, or 64 bits of any kind.
pub const EXP_SIMD: u32 = EXP_INTEGER;
/// The exponent that a register exponent of zero stands for: double-extended denormals.
pub const EXP_EXTENDED_DENORMAL: u32 = 0xc001;
/// The integer bit of the significand.
pub const INTEGER_BIT: u64 = 1 << 63;
/// The bit that tells a quiet from a signalling NaN.
pub const QUIET_BIT: u64 = 1 << 62;
/// The sign in [`Fr::se`].
pub const SIGN_BIT: u32 = 1 << 17;

/// Exponent field of NaTVal.
const EXP_NATVAL: u32 = 0x1_fffe;

/// One floating-point register (`f0` to `f127`).
///
/// Two values are equal when their bits are; numeric comparison is [`crate::fcmp`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fr {
    /// The 64-bit significand with its explicit integer bit (bit 63).
    pub sig: u64,
    /// Sign in bit 17, biased exponent in bits 16:0; the bits above are always zero.
    pub se: u32,
}

const _: () = assert!(size_of::<Fr>() == 16);

impl std::fmt::Debug for Fr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}:{:05x}:{:016x}",
            self.se >> 17,
            self.exponent(),
            self.sig
        )
    }
}

impl Default for Fr {
    fn default() -> Fr {
        Fr::ZERO
    }
}

impl Fr {
    /// Positive zero, the value of `f0`.
    pub const ZERO: Fr = Fr { sig: 0, se: 0 };
    /// Positive one, the value of `f1`.
    pub const ONE: Fr = Fr {
        sig: INTEGER_BIT,
        se: EXP_BIAS,
    };
    /// Positive infinity.
    pub const INFINITY: Fr = Fr {
        sig: INTEGER_BIT,
        se: EXP_MAX,
    };
    /// The quiet NaN that a masked invalid operation gives (QNaN real indefinite).
    pub const INDEFINITE: Fr = Fr {
        sig: INTEGER_BIT | QUIET_BIT,
        se: EXP_MAX | SIGN_BIT,
    };
    /// "Not a thing": the deferred-exception token of the floating-point registers.
    pub const NATVAL: Fr = Fr {
        sig: 0,
        se: EXP_NATVAL,
    };

    /// From sign, biased exponent (the low 17 bits count) and significand.
    #[inline]
    pub const fn new(negative: bool, exponent: u32, sig: u64) -> Fr {
        Fr {
            sig,
            se: exponent & EXP_MAX | (negative as u32) << 17,
        }
    }

    /// A register holding 64 bits in its significand: an integer, or two single-precision values.
    #[inline]
    pub const fn from_sig(sig: u64) -> Fr {
        Fr {
            sig,
            se: EXP_INTEGER,
        }
    }

    /// The biased exponent, 0 to 0x1ffff.
    #[inline]
    pub const fn exponent(self) -> u32 {
        self.se & EXP_MAX
    }

    /// True when the sign bit is set.
    #[inline]
    pub const fn is_negative(self) -> bool {
        self.se & SIGN_BIT != 0
    }

    /// The same value with the opposite sign.
    #[inline]
    pub const fn negated(self) -> Fr {
        Fr {
            sig: self.sig,
            se: self.se ^ SIGN_BIT,
        }
    }

    /// NaTVal.
    #[inline]
    pub const fn is_nat(self) -> bool {
        self.sig == 0 && self.se == EXP_NATVAL
    }

    /// A quiet or signalling NaN (the unsupported pseudo-NaNs are not).
    #[inline]
    pub const fn is_nan(self) -> bool {
        self.exponent() == EXP_MAX && self.sig > INTEGER_BIT
    }

    /// A quiet NaN.
    #[inline]
    pub const fn is_qnan(self) -> bool {
        self.is_nan() && self.sig & QUIET_BIT != 0
    }

    /// A signalling NaN.
    #[inline]
    pub const fn is_snan(self) -> bool {
        self.is_nan() && self.sig & QUIET_BIT == 0
    }

    /// An infinity of either sign.
    #[inline]
    pub const fn is_inf(self) -> bool {
        self.exponent() == EXP_MAX && self.sig == INTEGER_BIT
    }

    /// A pseudo-infinity or pseudo-NaN: maximal exponent without the integer bit. Every arithmetic
    /// instruction treats it as an invalid operand.
    #[inline]
    pub const fn is_unsupported(self) -> bool {
        self.exponent() == EXP_MAX && self.sig & INTEGER_BIT == 0
    }

    /// Zero or pseudo-zero (a zero significand with any exponent but the maximal one), not NaTVal.
    #[inline]
    pub const fn is_zero(self) -> bool {
        self.sig == 0 && self.exponent() != EXP_MAX && !self.is_nat()
    }

    /// Zero in its only normal encoding, of either sign.
    #[inline]
    pub const fn is_true_zero(self) -> bool {
        self.sig == 0 && self.exponent() == 0
    }

    /// A normal number: integer bit set, exponent neither 0 nor maximal.
    #[inline]
    pub const fn is_normal(self) -> bool {
        self.sig & INTEGER_BIT != 0 && self.exponent() != 0 && self.exponent() != EXP_MAX
    }

    /// An unnormalised number: a nonzero significand with exponent 0 (denormals and
    /// pseudo-denormals), or a finite one whose integer bit is clear; pseudo-zeros included.
    #[inline]
    pub const fn is_unnormal(self) -> bool {
        let e = self.exponent();
        if e == 0 {
            self.sig != 0
        } else {
            e != EXP_MAX && self.sig & INTEGER_BIT == 0 && !self.is_nat()
        }
    }

    /// `fclass.m`: whether the value belongs to the classes of a 9-bit mask (`@pos` 1, `@neg` 2,
    /// `@zero` 4, `@unorm` 8, `@norm` 0x10, `@inf` 0x20, `@snan` 0x40, `@qnan` 0x80, `@nat` 0x100).
    ///
    /// `None` is the answer for a NaTVal that the mask does not ask for: both target predicates are
    /// then cleared (manual, volume 3, `fclass`). The caller inverts for `fclass.nm`.
    pub const fn fclass(self, mask: u32) -> Option<bool> {
        if self.is_nat() {
            return if mask & 0x100 != 0 { Some(true) } else { None };
        }
        let sign = if self.is_negative() { 2 } else { 1 };
        let kind = if self.is_zero() {
            if self.exponent() == 0 { 4 } else { 8 }
        } else if self.is_unnormal() {
            8
        } else if self.is_normal() {
            0x10
        } else if self.is_inf() {
            0x20
        } else {
            0
        };
        Some(
            mask & sign != 0 && mask & kind != 0
                || mask & 0x40 != 0 && self.is_snan()
                || mask & 0x80 != 0 && self.is_qnan(),
        )
    }
}

/// Register values from memory or general-register images.
impl Fr {
    /// `ldfs`, `setf.s`, and each half of a parallel value.
    #[inline]
    pub const fn from_single(bits: u32) -> Fr {
        let sign = (bits >> 31) << 17;
        let exp = bits >> 23 & 0xff;
        let frac = ((bits & 0x7f_ffff) as u64) << 40;
        match exp {
            0 if frac == 0 => Fr { sig: 0, se: sign },
            0 => Fr {
                sig: frac,
                se: sign | (EXP_BIAS - 126),
            },
            0xff => Fr {
                sig: INTEGER_BIT | frac,
                se: sign | EXP_MAX,
            },
            _ => Fr {
                sig: INTEGER_BIT | frac,
                se: sign | (exp + EXP_BIAS - 127),
            },
        }
    }

    /// `ldfd`, `setf.d`.
    #[inline]
    pub const fn from_double(bits: u64) -> Fr {
        let sign = ((bits >> 63) as u32) << 17;
        let exp = (bits >> 52) as u32 & 0x7ff;
        let frac = bits << 12 >> 1;
        match exp {
            0 if frac == 0 => Fr { sig: 0, se: sign },
            0 => Fr {
                sig: frac,
                se: sign | (EXP_BIAS - 1022),
            },
            0x7ff => Fr {
                sig: INTEGER_BIT | frac,
                se: sign | EXP_MAX,
            },
            _ => Fr {
                sig: INTEGER_BIT | frac,
                se: sign | (exp + EXP_BIAS - 1023),
            },
        }
    }

    /// `ldfe`: the ten bytes as significand (bytes 0 to 7) and sign with 15-bit exponent (8 and 9).
    #[inline]
    pub const fn from_extended(sig: u64, sign_exponent: u16) -> Fr {
        let sign = ((sign_exponent >> 15) as u32) << 17;
        let exp = sign_exponent as u32 & 0x7fff;
        match exp {
            0 => Fr { sig, se: sign },
            0x7fff => Fr {
                sig,
                se: sign | EXP_MAX,
            },
            _ => Fr {
                sig,
                se: sign | (exp + EXP_BIAS - 0x3fff),
            },
        }
    }

    /// `ldf8`, `setf.sig`: an integer.
    #[inline]
    pub const fn from_integer(bits: u64) -> Fr {
        Fr::from_sig(bits)
    }

    /// `setf.exp`: sign and exponent from bits 17:0, significand 1.0.
    #[inline]
    pub const fn from_exponent(bits: u64) -> Fr {
        Fr {
            sig: INTEGER_BIT,
            se: bits as u32 & (SIGN_BIT | EXP_MAX),
        }
    }

    /// `ldf.fill`: the two doublewords of a spilled register, significand first.
    #[inline]
    pub const fn from_spill(image: [u64; 2]) -> Fr {
        Fr {
            sig: image[0],
            se: image[1] as u32 & (SIGN_BIT | EXP_MAX),
        }
    }

    /// `stfs`, `getf.s`: the exponent is truncated and the significand cut, never rounded.
    #[inline]
    pub const fn to_single(self) -> u32 {
        let exp = if self.sig & INTEGER_BIT != 0 {
            self.se >> 9 & 0x80 | self.se & 0x7f
        } else {
            0
        };
        (self.se >> 17) << 31 | exp << 23 | (self.sig >> 40) as u32 & 0x7f_ffff
    }

    /// `stfd`, `getf.d`: the exponent is truncated and the significand cut, never rounded.
    #[inline]
    pub const fn to_double(self) -> u64 {
        let exp = if self.sig & INTEGER_BIT != 0 {
            self.se >> 6 & 0x400 | self.se & 0x3ff
        } else {
            0
        };
        ((self.se >> 17) as u64) << 63 | (exp as u64) << 52 | self.sig << 1 >> 12
    }

    /// `stfe`: significand, and sign with the exponent truncated to 15 bits.
    #[inline]
    pub const fn to_extended(self) -> (u64, u16) {
        let exp = self.se >> 2 & 0x4000 | self.se & 0x3fff;
        (self.sig, ((self.se >> 17) << 15 | exp) as u16)
    }

    /// `getf.exp`: sign and exponent in bits 17:0.
    #[inline]
    pub const fn to_exponent(self) -> u64 {
        self.se as u64
    }

    /// `stf.spill`: the two doublewords, significand first.
    #[inline]
    pub const fn to_spill(self) -> [u64; 2] {
        [self.sig, self.se as u64]
    }
}
