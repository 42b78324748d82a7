//! Exact intermediate results and the one rounding step that every arithmetic instruction ends with.
//!
//! Manual, volume 1, section 5.3.3 (precision and range of results), 5.4.2 and 5.4.3 (overflow,
//! tininess and inexactness, with traps enabled and disabled).

use crate::fpsr::{Fpsr, I, O, Raised, Rounding, StatusField, U};
use crate::fr::{EXP_BIAS, EXP_EXTENDED_DENORMAL, EXP_MAX, Fr, INTEGER_BIT, SIGN_BIT};

/// The `.s` and `.d` completers of an arithmetic instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Precision {
    /// No completer: the `pc` control of the status field decides.
    Dynamic,
    /// `.s`
    Single,
    /// `.d`
    Double,
}

/// Bits of a 64-bit significand below the last place of a single-precision value.
pub(crate) const DROP_SINGLE: u32 = 40;
/// Bits of a 64-bit significand below the last place of a double-precision value.
pub(crate) const DROP_DOUBLE: u32 = 11;

/// Smallest and largest register exponent of the normal numbers of a range.
pub(crate) type Range = (i32, i32);
pub(crate) const RANGE_SINGLE: Range = (EXP_BIAS as i32 - 126, EXP_BIAS as i32 + 127);
pub(crate) const RANGE_DOUBLE: Range = (EXP_BIAS as i32 - 1022, EXP_BIAS as i32 + 1023);
pub(crate) const RANGE_EXTENDED: Range = (EXP_BIAS as i32 - 16382, EXP_BIAS as i32 + 16383);
pub(crate) const RANGE_REGISTER: Range = (1, EXP_MAX as i32 - 1);

/// Everything the rounding step has to know of the instruction and its status field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    /// 64 minus the precision in bits.
    pub drop: u32,
    pub range: Range,
    pub rounding: Rounding,
    pub flush: bool,
    /// Exceptions whose traps are disabled.
    pub masked: u32,
}

impl Format {
    /// Table 5-6: the computation model that the completer and the controls `pc` and `wre` select.
    pub(crate) fn new(pc: Precision, fpsr: Fpsr, sf: u8) -> Format {
        let field = fpsr.field(sf);
        let (drop, range) = match (pc, field.pc()) {
            (Precision::Single, _) => (DROP_SINGLE, RANGE_SINGLE),
            (Precision::Double, _) => (DROP_DOUBLE, RANGE_DOUBLE),
            (Precision::Dynamic, 0) => (DROP_SINGLE, RANGE_EXTENDED),
            (Precision::Dynamic, 2) => (DROP_DOUBLE, RANGE_EXTENDED),
            (Precision::Dynamic, _) => (0, RANGE_EXTENDED),
        };
        Format::with(
            drop,
            if field.wre() { RANGE_REGISTER } else { range },
            field,
            fpsr.masked(sf),
        )
    }

    /// Each half of a parallel instruction: single precision and range, whatever `pc` and `wre` say.
    pub(crate) fn parallel(fpsr: Fpsr, sf: u8) -> Format {
        Format::with(DROP_SINGLE, RANGE_SINGLE, fpsr.field(sf), fpsr.masked(sf))
    }

    fn with(drop: u32, range: Range, field: StatusField, masked: u32) -> Format {
        Format {
            drop,
            range,
            rounding: field.rounding(),
            flush: field.ftz(),
            masked,
        }
    }
}

/// A nonzero number: magnitude / 2^127 × 2^(exp − bias), with bit 127 set. Bit 0 is *jammed*: it is also set if any bit
/// below it was lost, so that rounding still sees that the number is inexact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact {
    /// [`SIGN_BIT`] or 0.
    pub sign: u32,
    /// Biased exponent; may be outside the range of a register.
    pub exp: i32,
    /// The magnitude, normalised.
    pub magnitude: u128,
}

/// `value >> count` with the lost bits jammed into bit 0.
#[inline]
pub(crate) fn shift_right_jam(value: u128, count: u32) -> u128 {
    if count < 128 {
        let lost = value & ((1 << count) - 1);
        value >> count | (lost != 0) as u128
    } else {
        (value != 0) as u128
    }
}

impl Exact {
    /// A finite nonzero register; `None` for zeros and pseudo-zeros. The exponent of an infinity or
    /// NaN would be taken literally: callers have dealt with those.
    pub(crate) fn of(value: Fr) -> Option<Exact> {
        if value.sig == 0 {
            return None;
        }
        let exponent = if value.exponent() == 0 {
            EXP_EXTENDED_DENORMAL
        } else {
            value.exponent()
        };
        let shift = value.sig.leading_zeros();
        Some(Exact {
            sign: value.se & SIGN_BIT,
            exp: exponent as i32 - shift as i32,
            magnitude: ((value.sig << shift) as u128) << 64,
        })
    }

    /// The 64-bit significand of a value that came from [`Exact::of`].
    pub(crate) fn significand(self) -> u64 {
        (self.magnitude >> 64) as u64
    }

    /// The exact product of two values that came from [`Exact::of`].
    pub(crate) fn times(self, other: Exact) -> Exact {
        let product = self.significand() as u128 * other.significand() as u128;
        let carry = (product >> 127) as u32;
        Exact {
            sign: self.sign ^ other.sign,
            exp: self.exp + other.exp - EXP_BIAS as i32 + carry as i32,
            magnitude: product << (1 - carry),
        }
    }

    /// The exact sum, jammed; `None` when it is zero. Neither operand may be jammed itself.
    pub(crate) fn plus(self, other: Exact) -> Option<Exact> {
        let ordered = (self.exp, self.magnitude) >= (other.exp, other.magnitude);
        let (big, small) = if ordered {
            (self, other)
        } else {
            (other, self)
        };
        let distance = (big.exp - small.exp) as u32;
        // The smaller operand as 256 bits, the larger one being `big.magnitude` followed by zeros.
        let (high, low) = match distance {
            0 => (small.magnitude, 0),
            1..=127 => (
                small.magnitude >> distance,
                small.magnitude << (128 - distance),
            ),
            _ => (0, shift_right_jam(small.magnitude, distance - 128)),
        };
        let (magnitude, rest, exp) = if big.sign == small.sign {
            let (sum, carry) = big.magnitude.overflowing_add(high);
            if carry {
                let rest = (low != 0) as u128 | (sum & 1);
                (sum >> 1 | 1 << 127, rest, big.exp + 1)
            } else {
                (sum, low, big.exp)
            }
        } else {
            let (rest, borrow) = 0u128.overflowing_sub(low);
            let top = big.magnitude - high - borrow as u128;
            let shift = top.leading_zeros();
            match shift {
                0 => (top, rest, big.exp),
                1..=127 => (
                    top << shift | rest >> (128 - shift),
                    rest << shift,
                    big.exp - shift as i32,
                ),
                _ if rest == 0 => return None,
                _ => {
                    let more = rest.leading_zeros();
                    (rest << more, 0, big.exp - 128 - more as i32)
                }
            }
        };
        Some(Exact {
            sign: big.sign,
            exp,
            magnitude: magnitude | (rest != 0) as u128,
        })
    }

    /// Rounds to the format and range, with the enabled or disabled response to overflow, underflow
    /// and inexactness.
    pub(crate) fn round(self, format: &Format) -> (Fr, Raised) {
        let first = round_magnitude(self.magnitude, format.drop, format.rounding, self.sign);
        let exp = self.exp + first.carry as i32;
        let (emin, emax) = format.range;
        if exp > emax {
            return self.overflow(first, exp, format);
        }
        if exp < emin {
            return self.underflow(first, exp, format);
        }
        let flags = if first.inexact { I } else { 0 };
        (
            Fr {
                sig: first.sig,
                se: exp as u32 | self.sign,
            },
            trapped(flags, first.up, format.masked),
        )
    }

    fn overflow(self, first: Rounded, exp: i32, format: &Format) -> (Fr, Raised) {
        if format.masked & O == 0 {
            let flags = O | if first.inexact { I } else { 0 };
            return (
                self.beyond(first.sig, exp),
                trapped(flags, first.up, format.masked),
            );
        }
        let to_infinity = match format.rounding {
            Rounding::Nearest => true,
            Rounding::Zero => false,
            Rounding::Up => self.sign == 0,
            Rounding::Down => self.sign != 0,
        };
        let value = if to_infinity {
            Fr {
                se: EXP_MAX | self.sign,
                sig: INTEGER_BIT,
            }
        } else {
            Fr {
                se: format.range.1 as u32 | self.sign,
                sig: u64::MAX << format.drop,
            }
        };
        (value, trapped(O | I, to_infinity, format.masked))
    }

    fn underflow(self, first: Rounded, exp: i32, format: &Format) -> (Fr, Raised) {
        if format.masked & U == 0 {
            let flags = U | if first.inexact { I } else { 0 };
            return (
                self.beyond(first.sig, exp),
                trapped(flags, first.up, format.masked),
            );
        }
        if format.flush {
            let zero = Fr {
                sig: 0,
                se: self.sign,
            };
            let raised = trapped(U | I, false, format.masked);
            return (zero, Raised(raised.0 | Raised::FLUSHED));
        }
        let emin = format.range.0;
        let magnitude = shift_right_jam(self.magnitude, (emin - self.exp) as u32);
        let second = round_magnitude(magnitude, format.drop, format.rounding, self.sign);
        // Denormals of the 15-bit range have an exponent field of their own (table 5-2); those of
        // the other ranges keep the smallest exponent with the integer bit clear.
        let exponent = match second.sig {
            0 => 0,
            sig if sig & INTEGER_BIT == 0 && emin == RANGE_EXTENDED.0 => 0,
            _ => emin as u32,
        };
        let flags = if second.inexact { U | I } else { 0 };
        (
            Fr {
                sig: second.sig,
                se: exponent | self.sign,
            },
            trapped(flags, second.up, format.masked),
        )
    }

    /// The enabled response to overflow and underflow: the first rounding with the exponent cut to
    /// 17 bits.
    fn beyond(self, sig: u64, exp: i32) -> Fr {
        Fr {
            sig,
            se: exp as u32 & EXP_MAX | self.sign,
        }
    }
}

struct Rounded {
    sig: u64,
    /// The significand overflowed into the next exponent.
    carry: bool,
    inexact: bool,
    /// The magnitude was rounded up.
    up: bool,
}

/// Rounds the top `64 - drop` bits of a magnitude, whose bit 127 need not be set.
fn round_magnitude(magnitude: u128, drop: u32, rounding: Rounding, sign: u32) -> Rounded {
    let below = 64 + drop;
    let kept = magnitude >> below << below;
    let lost = magnitude - kept;
    let half = 1u128 << (below - 1);
    let up = match rounding {
        Rounding::Nearest => lost > half || lost == half && magnitude >> below & 1 != 0,
        Rounding::Zero => false,
        Rounding::Up => lost != 0 && sign == 0,
        Rounding::Down => lost != 0 && sign != 0,
    };
    let (value, carry) = if up {
        kept.overflowing_add(1 << below)
    } else {
        (kept, false)
    };
    let sig = if carry {
        INTEGER_BIT
    } else {
        (value >> 64) as u64
    };
    Rounded {
        sig,
        carry,
        inexact: lost != 0,
        up,
    }
}

/// The zero that an exact sum of opposite values is.
pub(crate) fn exact_zero(rounding: Rounding) -> Fr {
    Fr {
        sig: 0,
        se: if rounding == Rounding::Down {
            SIGN_BIT
        } else {
            0
        },
    }
}

/// Flags with the trap code of those that are not masked.
///
/// The code of a scalar operation stands in ISR bits 14:11: O, U, I and "delivered result larger in
/// magnitude" (fpa).
pub(crate) fn trapped(flags: u32, larger: bool, masked: u32) -> Raised {
    let unmasked = flags & !masked & (O | U | I);
    // A handler of overflow or underflow is told whether the result is inexact, masked or not.
    let unmasked = if unmasked & (O | U) != 0 {
        unmasked | flags & I
    } else {
        unmasked
    };
    let code = if unmasked == 0 {
        0
    } else {
        unmasked >> 3 << 11 | (larger as u32) << 14
    };
    Raised(flags | code << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jamming_keeps_a_lost_bit_visible() {
        assert_eq!(shift_right_jam(0b1000, 3), 1);
        assert_eq!(shift_right_jam(0b1001, 3), 1);
        assert_eq!(shift_right_jam(0b10001, 3), 0b11);
        assert_eq!(shift_right_jam(1 << 127, 127), 1);
        assert_eq!(shift_right_jam(1 << 127, 128), 1);
        assert_eq!(shift_right_jam(1 << 127, 4000), 1);
        assert_eq!(shift_right_jam(0, 4000), 0);
    }

    #[test]
    fn a_difference_keeps_bits_256_places_apart_only_as_inexactness() {
        let one = Exact::of(Fr::ONE).unwrap();
        let tiny = Exact {
            sign: SIGN_BIT,
            exp: one.exp - 300,
            ..one
        };
        let sum = one.plus(tiny).unwrap();
        assert_eq!(sum.exp, one.exp - 1);
        assert_eq!(sum.magnitude, u128::MAX);
    }

    #[test]
    fn equal_magnitudes_of_opposite_sign_cancel_to_nothing() {
        let one = Exact::of(Fr::ONE).unwrap();
        assert!(
            one.plus(Exact {
                sign: SIGN_BIT,
                ..one
            })
            .is_none()
        );
    }
}
