//! The fast way for the usual case: normal or zero operands, a normal or zero result, rounding to nearest, no traps.
//!
//! An interpreter that keeps [`Fpsr::plain_mask`] beside the register may call these functions
//! directly; [`crate::fma`] and its kin begin with them. They raise at most the inexact flag.
//! `None` means that the operation has to go the general way, never that it is invalid.

use crate::exact::{
    DROP_DOUBLE, DROP_SINGLE, Precision, RANGE_DOUBLE, RANGE_EXTENDED, RANGE_SINGLE,
    shift_right_jam,
};
use crate::fpsr::{Flagged, Fpsr, I, Raised};
use crate::fr::{EXP_BIAS, Fr, INTEGER_BIT, SIGN_BIT};
use crate::signs::MulAdd;

/// A result that raises nothing but perhaps the inexact flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plain {
    /// A normal number, or a zero.
    pub value: Fr,
    /// Whether it was rounded.
    pub inexact: bool,
}

impl From<Plain> for Flagged {
    #[inline]
    fn from(plain: Plain) -> Flagged {
        Flagged {
            value: plain.value,
            raised: Raised(if plain.inexact { I } else { 0 }),
        }
    }
}

impl Fpsr {
    /// Whether the controls of `sf` allow this module's functions: round to nearest, inexact trap
    /// disabled, and 64 bits of precision unless the completer says otherwise. The range does not
    /// matter: results outside the smallest possible one go the general way.
    #[inline]
    pub const fn is_plain(self, pc: Precision, sf: u8) -> bool {
        const TD: u32 = 0x40;
        let field = (self.0 >> (6 + 13 * (sf & 3) as u32)) as u32;
        let wanted = match pc {
            Precision::Dynamic => field & 0x3c == 0x0c,
            _ => field & 0x30 == 0,
        };
        wanted & ((self.0 as u32 & I) << 1 & TD | field & TD != 0)
    }

    /// [`Fpsr::is_plain`] for all instructions at once: bit `sf` for those with a precision completer,
    /// bit 4 + `sf` for those without. Flags have no influence on it.
    pub const fn plain_mask(self) -> u8 {
        let mut mask = 0;
        let mut sf = 0;
        while sf < 4 {
            mask |= (self.is_plain(Precision::Double, sf) as u8) << sf;
            mask |= (self.is_plain(Precision::Dynamic, sf) as u8) << (4 + sf);
            sf += 1;
        }
        mask
    }
}

/// `fma`, `fms`, `fnma`; operands as in [`crate::fma`].
#[inline(always)]
pub fn fma(kind: MulAdd, pc: Precision, a: Fr, b: Fr, c: Fr) -> Option<Plain> {
    if !normal([a, b, c]) {
        return None;
    }
    let sign = a.se ^ b.se ^ kind.product_sign();
    add(
        a.sig as u128 * b.sig as u128,
        product_exponent(a, b),
        sign,
        c,
        kind.addend_sign(),
        pc,
    )
}

/// The same with f4 = f1: ±a ± c.
#[inline(always)]
pub fn fadd(kind: MulAdd, pc: Precision, a: Fr, c: Fr) -> Option<Plain> {
    if !normal([a, c]) {
        return None;
    }
    let sign = a.se ^ kind.product_sign();
    add(
        (a.sig as u128) << 63,
        a.exponent() as i32,
        sign,
        c,
        kind.addend_sign(),
        pc,
    )
}

/// The same with f2 = f0: ±(a × b).
#[inline(always)]
pub fn fmpy(kind: MulAdd, pc: Precision, a: Fr, b: Fr) -> Option<Plain> {
    if !normal([a, b]) {
        return None;
    }
    let product = a.sig as u128 * b.sig as u128;
    let exp = product_exponent(a, b);
    let sign = a.se ^ b.se ^ kind.product_sign();
    if (product >> 64) as u64 & INTEGER_BIT != 0 {
        round(product, exp + 1, sign, pc)
    } else {
        round(product << 1, exp, sign, pc)
    }
}

/// [`fma`], [`fadd`] and [`fmpy`] where an operand is zero; `c` is `None` for a pure multiplication. Zeros are frequent, in sparse
/// data and at the start of sums, and the general way is slow.
#[inline(never)]
pub(crate) fn with_zeros(
    kind: MulAdd,
    pc: Precision,
    a: Fr,
    b: Fr,
    c: Option<Fr>,
) -> Option<Plain> {
    let exact = |sign: u32| {
        Some(Plain {
            value: Fr {
                sig: 0,
                se: sign & SIGN_BIT,
            },
            inexact: false,
        })
    };
    let sign = a.se ^ b.se ^ kind.product_sign();
    if normal([a, b]) {
        return if c?.is_true_zero() {
            fmpy(kind, pc, a, b)
        } else {
            None
        };
    }
    let zero_or_normal = |x: Fr| x.is_true_zero() || normal([x]);
    if !zero_or_normal(a) || !zero_or_normal(b) {
        return None;
    }
    match c {
        None => exact(sign),
        Some(c) if c.is_true_zero() => {
            let addend_sign = c.se ^ kind.addend_sign();
            exact(if (sign ^ addend_sign) & SIGN_BIT == 0 {
                sign
            } else {
                0
            })
        }
        Some(c) if normal([c]) => round(
            (c.sig as u128) << 64,
            c.exponent() as i32,
            c.se ^ kind.addend_sign(),
            pc,
        ),
        Some(_) => None,
    }
}

/// Normal numbers with an exponent in the middle half of the register's range.
#[inline(always)]
fn normal<const N: usize>(values: [Fr; N]) -> bool {
    let (mut sig, mut se) = (INTEGER_BIT, 1 << 16);
    for value in values {
        sig &= value.sig;
        // Adding 2^15 moves 0x08000..=0x17fff to 0x10000..=0x1ffff, and no other exponent there.
        se &= value.se.wrapping_add(0x8000);
    }
    sig != 0 && se != 0
}

/// Exponent of bit 126 of the product of two significands.
#[inline(always)]
fn product_exponent(a: Fr, b: Fr) -> i32 {
    (a.exponent() + b.exponent()) as i32 - EXP_BIAS as i32
}

/// The sum of an exact product, whose bit 126 has exponent `exp` and whose top bit is 126 or 127, and
/// a register.
#[inline(always)]
fn add(
    product: u128,
    mut exp: i32,
    mut sign: u32,
    c: Fr,
    negate: u32,
    pc: Precision,
) -> Option<Plain> {
    let addend_sign = c.se ^ negate;
    let subtract = (sign ^ addend_sign) & SIGN_BIT != 0;
    let addend_exp = c.exponent() as i32;
    let distance = exp - addend_exp;
    let (big, small);
    if distance >= 0 {
        big = product;
        small = if distance < 64 {
            shift_right(c.sig >> 1, c.sig << 63, distance as u32)
        } else if product & 1 == 0 {
            shift_right_jam((c.sig as u128) << 63, distance as u32)
        } else {
            // What is lost of the addend is jammed into bit 0, which the product uses.
            return None;
        };
    } else {
        let shift = -distance as u32;
        if shift == 1 && product & 1 != 0 {
            // The lost bit is the first one below bit 0. After cancellation it may decide the rounding, where a jammed bit does not do.
            return None;
        }
        big = (c.sig as u128) << 63;
        small = if shift < 64 {
            // `distance & 63` is 64 - shift: the bits that the shift loses.
            let lost = (product as u64) << (distance & 63) != 0;
            shift_right((product >> 64) as u64, product as u64, shift) | lost as u128
        } else {
            shift_right_jam(product, shift)
        };
        exp = addend_exp;
        sign = addend_sign;
    }
    let mut sum;
    if subtract {
        let borrow;
        (sum, borrow) = big.overflowing_sub(small);
        if borrow {
            sum = sum.wrapping_neg();
            sign ^= SIGN_BIT;
        }
    } else {
        let carry;
        (sum, carry) = big.overflowing_add(small);
        if carry {
            return round(sum >> 1 | sum & 1 | 1 << 127, exp + 2, sign, pc);
        }
    }
    let (mut high, mut low) = ((sum >> 64) as u64, sum as u64);
    if high == 0 {
        if low == 0 {
            return Some(Plain {
                value: Fr::ZERO,
                inexact: false,
            });
        }
        (high, low) = (low, 0);
        exp -= 64;
    }
    let shift = high.leading_zeros();
    let normal = (high << shift | low >> 1 >> (shift ^ 63)) as u128;
    round(
        normal << 64 | (low << shift) as u128,
        exp + 1 - shift as i32,
        sign,
        pc,
    )
}

/// A 128-bit shift by less than 64, for which compilers need no test of the count.
#[inline(always)]
fn shift_right(high: u64, low: u64, count: u32) -> u128 {
    let count = count & 63;
    ((high >> count) as u128) << 64 | (low >> count | high << 1 << (count ^ 63)) as u128
}

/// Rounds a magnitude whose top bit is 127 to nearest; only bit 17 of `sign` counts.
#[inline(always)]
fn round(magnitude: u128, exp: i32, sign: u32, pc: Precision) -> Option<Plain> {
    let (high, low) = ((magnitude >> 64) as u64, magnitude as u64);
    let (drop, range) = match pc {
        Precision::Dynamic => (0, RANGE_EXTENDED),
        Precision::Single => (DROP_SINGLE, RANGE_SINGLE),
        Precision::Double => (DROP_DOUBLE, RANGE_DOUBLE),
    };
    let (sig, carry, inexact) = if drop == 0 {
        let up = low.overflowing_add(INTEGER_BIT - 1 + (high & 1)).1;
        let (sig, carry) = high.overflowing_add(up as u64);
        (sig, carry, low != 0)
    } else {
        let lost = (1u64 << drop) - 1;
        let high = high | (low != 0) as u64;
        let (sum, carry) = high.overflowing_add((lost >> 1) + (high >> drop & 1));
        (sum & !lost, carry, high & lost != 0)
    };
    // A carry out of the significand leaves 0 in it: the result is a power of two.
    let sig = sig | (carry as u64) << 63;
    let exp = exp + carry as i32;
    if ((exp - range.0) as u32) > (range.1 - range.0) as u32 {
        return None;
    }
    Some(Plain {
        value: Fr {
            sig,
            se: exp as u32 | sign & SIGN_BIT,
        },
        inexact,
    })
}
