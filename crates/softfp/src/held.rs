//! A floating-point register as the host keeps it: as a double where its value is one.

use crate::fr::{EXP_BIAS, EXP_MAX, Fr, INTEGER_BIT};
use crate::rearrange::{Merge, fmerge};

/// A floating-point register: its 82 bits, or a double of the same value, with which the host computes ([`host`](crate::host)).
/// [`Self::value`] is the same for both.
///
/// Doubles kept so are zeros and normal numbers only. A single-precision value is kept as a double, too.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The significand, or the double.
    bits: u64,
    /// Sign and exponent as [`Fr::se`], or [`DOUBLE`].
    se: u32,
}

/// In [`Held::se`], which has 18 bits otherwise: [`Held::bits`] is a double.
const DOUBLE: u32 = u32::MAX;

const _: () = assert!(size_of::<Held>() == 16);

impl Held {
    /// Positive zero.
    pub const ZERO: Self = Self::double(0.0);
    /// Positive one.
    pub const ONE: Self = Self::double(1.0);

    /// A register with a value.
    #[inline(always)]
    pub const fn new(value: Fr) -> Self {
        Self {
            bits: value.sig,
            se: value.se,
        }
    }

    /// One with a double, which is a zero or a normal number.
    #[inline(always)]
    pub(crate) const fn double(value: f64) -> Self {
        Self {
            bits: value.to_bits(),
            se: DOUBLE,
        }
    }

    /// What it holds.
    #[inline(always)]
    pub const fn value(self) -> Fr {
        if self.se != DOUBLE {
            return Fr {
                sig: self.bits,
                se: self.se,
            };
        }
        let sign = ((self.bits >> 63) as u32) << 17;
        let exponent = (self.bits >> 52) as u32 & 0x7ff;
        if exponent == 0 {
            return Fr { sig: 0, se: sign };
        }
        Fr {
            sig: INTEGER_BIT | self.bits << 11,
            se: sign | (exponent + EXP_BIAS - 1023),
        }
    }

    /// `stf8`.
    #[inline(always)]
    pub const fn to_integer(self) -> u64 {
        if self.se != DOUBLE {
            self.bits
        } else if self.bits << 1 == 0 {
            0
        } else {
            INTEGER_BIT | self.bits << 11
        }
    }

    /// Its significand, for operations that use nothing else of it ([`xma`](crate::xma), `getf.sig`); `None`: it may be NaTVal, or is kept as
    /// a double other than positive zero, and the caller has to take [`Self::value`].
    #[inline(always)]
    pub const fn integer(self) -> Option<u64> {
        if (self.se != DOUBLE || self.bits == 0) && self.se != Fr::NATVAL.se {
            Some(self.bits)
        } else {
            None
        }
    }

    /// The double, if it is kept as one.
    #[inline(always)]
    pub(crate) const fn as_double(self) -> Option<f64> {
        if self.se == DOUBLE {
            Some(f64::from_bits(self.bits))
        } else {
            None
        }
    }

    /// Keeps the value as a double from here on, if it is a zero or a normal number of that format.
    #[inline(always)]
    pub fn narrow(&mut self) {
        if self.se != DOUBLE
            && let Some(double) = to_double(self.value())
        {
            *self = Self::double(double);
        }
    }

    /// `ldfd`, `setf.d` of a zero or a normal number; `None`: another value, which [`Fr::from_double`] converts.
    #[inline(always)]
    pub const fn from_double(bits: u64) -> Option<Self> {
        let exponent = (bits >> 52) as u32 & 0x7ff;
        if exponent.wrapping_sub(1) < 0x7fe || bits << 1 == 0 {
            Some(Self { bits, se: DOUBLE })
        } else {
            None
        }
    }

    /// `ldfs`, `setf.s`, likewise.
    #[inline(always)]
    pub fn from_single(bits: u32) -> Option<Self> {
        let exponent = bits >> 23 & 0xff;
        let kept = exponent.wrapping_sub(1) < 0xfe || bits << 1 == 0;
        kept.then(|| Self::double(f64::from(f32::from_bits(bits))))
    }

    /// `stfd`, `getf.d`.
    #[inline(always)]
    pub const fn to_double(self) -> u64 {
        if self.se == DOUBLE {
            self.bits
        } else {
            self.value().to_double()
        }
    }

    /// `stfs`, `getf.s`.
    #[inline(always)]
    pub fn to_single(self) -> u32 {
        match self.as_double().and_then(to_single) {
            // A single that is denormal is stored in another way.
            Some(single) if single.is_normal() => single.to_bits(),
            _ => self.value().to_single(),
        }
    }

    /// NaTVal.
    #[inline(always)]
    pub const fn is_nat(self) -> bool {
        self.se != DOUBLE && self.value().is_nat()
    }

    /// `fmerge`, as [`fmerge`].
    #[inline(always)]
    #[must_use]
    pub fn merge(kind: Merge, a: Self, b: Self) -> Self {
        const SIGN: u64 = 1 << 63;
        let sign = match kind {
            Merge::Sign => a.bits,
            Merge::NegSign => !a.bits,
            Merge::SignExp => return Self::new(fmerge(kind, a.value(), b.value())),
        };
        if a.se != DOUBLE || b.se != DOUBLE {
            return Self::new(fmerge(kind, a.value(), b.value()));
        }
        Self {
            bits: b.bits & !SIGN | sign & SIGN,
            se: DOUBLE,
        }
    }
}

impl From<Fr> for Held {
    #[inline(always)]
    fn from(value: Fr) -> Self {
        Self::new(value)
    }
}

/// The double of a value that is a zero or a normal number of that format.
#[inline(always)]
fn to_double(x: Fr) -> Option<f64> {
    let negative = u64::from(x.se >> 17) << 63;
    // One less than the exponent field: the integer bit of the significand is added to it below.
    let exponent = (x.se & EXP_MAX).wrapping_sub(EXP_BIAS - 1022);
    // The integer bit (bit 63) is set, and the 11 bits for which a double has no room are 0.
    let fits = x.sig.rotate_left(1) & 0xfff == 1;
    if fits && exponent < 2046 {
        let magnitude = (x.sig >> 11) + (u64::from(exponent) << 52);
        Some(f64::from_bits(negative | magnitude))
    } else {
        x.is_true_zero().then_some(f64::from_bits(negative))
    }
}

/// The single-precision number with the same value as a double; `None`: there is none.
#[inline(always)]
pub(crate) fn to_single(x: f64) -> Option<f32> {
    let single = x as f32;
    (f64::from(single) == x).then_some(single)
}
