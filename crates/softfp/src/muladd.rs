//! Fused multiply-add and what is made of it: `fma`, `fms`, `fnma`, `fadd`, `fmpy`, `fnorm`, their
//! parallel forms, and the integer `xma`.
//!
//! Manual, volume 3, `fma`, `fpma`, `xma`; operand checks in the order of volume 1, figure 5-11.

use crate::exact::{
    DROP_DOUBLE, DROP_SINGLE, Exact, Format, Precision, RANGE_DOUBLE, RANGE_EXTENDED, RANGE_SINGLE,
    exact_zero, shift_right_jam,
};
use crate::fpsr::{D, Fpsr, I, Outcome, Raised, V};
use crate::fr::{EXP_BIAS, Fr, INTEGER_BIT, SIGN_BIT};
use crate::halves::{Pair, each_half};
use crate::operands::{any, faulted, not_numbers};

/// Which of the two operands of the sum is negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MulAdd {
    /// a × b + c
    Fma,
    /// a × b − c
    Fms,
    /// −(a × b) + c
    Fnma,
}

impl MulAdd {
    #[inline]
    const fn product_sign(self) -> u32 {
        if matches!(self, MulAdd::Fnma) {
            SIGN_BIT
        } else {
            0
        }
    }

    #[inline]
    const fn addend_sign(self) -> u32 {
        if matches!(self, MulAdd::Fms) {
            SIGN_BIT
        } else {
            0
        }
    }
}

/// `fma`, `fms`, `fnma`: operands in assembly order (f3, f4, f2), rounded once.
///
/// When f2 *is register 0* the manual asks for an IEEE multiplication, whose zeros have other signs:
/// that is [`fmpy`]. When f4 is register 1 [`fadd`] gives the same result sooner.
#[inline]
pub fn fma(kind: MulAdd, pc: Precision, a: Fr, b: Fr, c: Fr, fpsr: Fpsr, sf: u8) -> Outcome {
    if plain_controls(pc, fpsr, sf) && plain([a, b, c]) {
        let (product, exp) = multiply(a, b);
        let sign = a.se ^ b.se ^ kind.product_sign();
        if let Some(done) = add_plain(product, exp, sign, c, kind.addend_sign(), pc) {
            return done;
        }
    }
    fma_general(kind, pc, a, b, Some(c), fpsr, sf)
}

/// `fma`, `fms`, `fnma` whose f4 is register 1: ±a ± c.
#[inline]
pub fn fadd(kind: MulAdd, pc: Precision, a: Fr, c: Fr, fpsr: Fpsr, sf: u8) -> Outcome {
    if plain_controls(pc, fpsr, sf) && plain([a, c]) {
        let exp = a.exponent() as i32;
        let sign = a.se ^ kind.product_sign();
        if let Some(done) = add_plain((a.sig as u128) << 64, exp, sign, c, kind.addend_sign(), pc) {
            return done;
        }
    }
    fma_general(kind, pc, a, Fr::ONE, Some(c), fpsr, sf)
}

/// `fma`, `fms`, `fnma` whose f2 is register 0: ±(a × b).
#[inline]
pub fn fmpy(kind: MulAdd, pc: Precision, a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Outcome {
    if plain_controls(pc, fpsr, sf) && plain([a, b]) {
        let (product, exp) = multiply(a, b);
        let sign = (a.se ^ b.se ^ kind.product_sign()) & SIGN_BIT;
        if let Some(done) = round_plain(product, exp, sign, pc) {
            return done;
        }
    }
    fma_general(kind, pc, a, b, None, fpsr, sf)
}

/// Whether the controls are those of nearly all programs: round to nearest, inexact trap disabled,
/// and 64 bits of precision unless the completer says otherwise.
#[inline]
fn plain_controls(pc: Precision, fpsr: Fpsr, sf: u8) -> bool {
    const TD: u32 = 0x40;
    let field = (fpsr.0 >> (6 + 13 * (sf & 3) as u32)) as u32;
    let wanted = match pc {
        Precision::Dynamic => field & 0x3c == 0x0c,
        _ => field & 0x30 == 0,
    };
    wanted & ((fpsr.0 as u32 & I) << 1 & TD | field & TD != 0)
}

/// Normal numbers with an exponent in the middle half of the register's range.
#[inline]
fn plain<const N: usize>(values: [Fr; N]) -> bool {
    let (mut sig, mut se) = (INTEGER_BIT, 1 << 16);
    for value in values {
        sig &= value.sig;
        // Adding 2^15 moves 0x08000..=0x17fff to 0x10000..=0x1ffff, and no other exponent there.
        se &= value.se.wrapping_add(0x8000);
    }
    sig != 0 && se != 0
}

/// The product of two normal significands with its top bit at 127, and its exponent.
#[inline]
fn multiply(a: Fr, b: Fr) -> (u128, i32) {
    let product = a.sig as u128 * b.sig as u128;
    let carry = (product >> 127) as u32;
    let exp = (a.exponent() + b.exponent() + carry) as i32 - EXP_BIAS as i32;
    (if carry != 0 { product } else { product << 1 }, exp)
}

/// The sum of an exact product and a plain register; `None` leaves the rare cases to the general way.
#[inline]
fn add_plain(
    product: u128,
    exp: i32,
    sign: u32,
    c: Fr,
    negate: u32,
    pc: Precision,
) -> Option<Outcome> {
    let c_sign = c.se ^ negate;
    let c_exp = c.exponent() as i32;
    let addend = (c.sig as u128) << 64;
    let distance = exp - c_exp;
    let (big, small, mut exp, big_sign) = if distance > 0 || distance == 0 && product >= addend {
        let small = if distance <= 64 {
            addend >> distance
        } else if product & 1 == 0 {
            shift_right_jam(addend, distance as u32)
        } else {
            // The jammed bit would be taken for a bit of the product.
            return None;
        };
        (product, small, exp, sign)
    } else {
        let small = shift_right_jam(product, -distance as u32);
        // One lost bit together with cancellation is what the jammed bit cannot stand for.
        if distance == -1 && product & 1 != 0 {
            return None;
        }
        (addend, small, c_exp, c_sign)
    };
    let magnitude = if (sign ^ c_sign) & SIGN_BIT == 0 {
        let (sum, carry) = big.overflowing_add(small);
        if carry {
            exp += 1;
            sum >> 1 | sum & 1 | 1 << 127
        } else {
            sum
        }
    } else {
        let difference = big - small;
        if difference == 0 {
            return Some(Outcome::quiet(Fr::ZERO));
        }
        let shift = difference.leading_zeros();
        exp -= shift as i32;
        difference << shift
    };
    round_plain(magnitude, exp, big_sign & SIGN_BIT, pc)
}

/// Rounds to nearest when the result is a normal number of the smallest range that the instruction
/// can have; anything else is left to the general way.
#[inline]
fn round_plain(magnitude: u128, exp: i32, sign: u32, pc: Precision) -> Option<Outcome> {
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
    let exp = exp + carry as i32;
    if ((exp - range.0) as u32) > (range.1 - range.0) as u32 {
        return None;
    }
    let value = Fr {
        sig: if carry { INTEGER_BIT } else { sig },
        se: exp as u32 | sign,
    };
    Some(Outcome {
        value,
        raised: Raised(if inexact { I } else { 0 }),
    })
}

#[cold]
#[inline(never)]
fn fma_general(
    kind: MulAdd,
    pc: Precision,
    a: Fr,
    b: Fr,
    c: Option<Fr>,
    fpsr: Fpsr,
    sf: u8,
) -> Outcome {
    if a.is_nat() || b.is_nat() || c.is_some_and(Fr::is_nat) {
        return Outcome::quiet(Fr::NATVAL);
    }
    fma_with(kind, a, b, c, &Format::new(pc, fpsr, sf))
}

/// The operation on operands that are not NaTVal; `c` is `None` for a pure multiplication.
fn fma_with(kind: MulAdd, a: Fr, b: Fr, c: Option<Fr>, format: &Format) -> Outcome {
    let masked = format.masked;
    let addend = c.unwrap_or(Fr::ZERO);
    let operands = [b, addend, a];
    if let Some(done) = not_numbers(operands, masked) {
        return done;
    }
    let product_sign = (a.se ^ b.se ^ kind.product_sign()) & SIGN_BIT;
    let addend_sign = (addend.se ^ kind.addend_sign()) & SIGN_BIT;
    let infinite_product = a.is_inf() || b.is_inf();
    // A pseudo-zero times an infinity is an infinity (volume 1, section 5.1.3).
    let invalid = a.is_inf() && b.is_true_zero()
        || b.is_inf() && a.is_true_zero()
        || infinite_product && addend.is_inf() && product_sign != addend_sign;
    if invalid {
        return Outcome {
            value: Fr::INDEFINITE,
            raised: faulted(V, masked),
        };
    }
    let denormal = if any(operands, Fr::is_unnormal) { D } else { 0 };
    let before = faulted(denormal, masked);
    if before.fault_code() != 0 {
        return Outcome {
            value: Fr::ZERO,
            raised: before,
        };
    }
    if infinite_product || addend.is_inf() {
        let sign = if infinite_product {
            product_sign
        } else {
            addend_sign
        };
        return Outcome {
            value: Fr {
                se: Fr::INFINITY.se | sign,
                ..Fr::INFINITY
            },
            raised: before,
        };
    }
    let product = match (Exact::of(a), Exact::of(b)) {
        (Some(x), Some(y)) => Some(Exact {
            sign: product_sign,
            ..x.times(y)
        }),
        _ => None,
    };
    let addend = Exact::of(addend).map(|x| Exact {
        sign: addend_sign,
        ..x
    });
    let exact = match (product, addend) {
        (Some(x), Some(y)) => x.plus(y),
        (x, y) => x.or(y),
    };
    let (value, after) = match exact {
        Some(exact) => exact.round(format),
        None if c.is_none() || product.is_none() && product_sign == addend_sign => (
            Fr {
                sig: 0,
                se: product_sign,
            },
            Raised::NONE,
        ),
        None => (exact_zero(format.rounding), Raised::NONE),
    };
    Outcome {
        value,
        raised: Raised(before.0 | after.0),
    }
}

/// `fpma`, `fpms`, `fpnma`: both single-precision halves; operands in assembly order (f3, f4, f2).
/// When f2 *is register 0* the operation is [`fpmpy`].
pub fn fpma(kind: MulAdd, a: Fr, b: Fr, c: Fr, fpsr: Fpsr, sf: u8) -> Outcome {
    if a.is_nat() || b.is_nat() || c.is_nat() {
        return Outcome::quiet(Fr::NATVAL);
    }
    let format = Format::parallel(fpsr, sf);
    let (a, b, c) = (Pair::of(a), Pair::of(b), Pair::of(c));
    each_half(|half| fma_with(kind, a.get(half), b.get(half), Some(c.get(half)), &format))
}

/// `fpma`, `fpms`, `fpnma` whose f2 is register 0: ±(a × b) in both halves.
pub fn fpmpy(kind: MulAdd, a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Outcome {
    if a.is_nat() || b.is_nat() {
        return Outcome::quiet(Fr::NATVAL);
    }
    let format = Format::parallel(fpsr, sf);
    let (a, b) = (Pair::of(a), Pair::of(b));
    each_half(|half| fma_with(kind, a.get(half), b.get(half), None, &format))
}

/// Which half of the 128-bit integer result `xma` delivers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum XmaKind {
    /// `.l` (and `.lu`): bits 63:0.
    Low,
    /// `.h`: bits 127:64 of the signed product plus the zero-extended addend.
    High,
    /// `.hu`: bits 127:64 of the unsigned product plus the zero-extended addend.
    HighUnsigned,
}

/// `xma`: 64 × 64 + 64-bit integer arithmetic on significands; operands in assembly order.
#[inline]
pub fn xma(kind: XmaKind, a: Fr, b: Fr, c: Fr) -> Fr {
    if a.is_nat() || b.is_nat() || c.is_nat() {
        return Fr::NATVAL;
    }
    Fr::from_sig(match kind {
        XmaKind::Low => a.sig.wrapping_mul(b.sig).wrapping_add(c.sig),
        XmaKind::High => {
            let product = (a.sig as i64 as i128 * b.sig as i64 as i128) as u128;
            (product.wrapping_add(c.sig as u128) >> 64) as u64
        }
        XmaKind::HighUnsigned => ((a.sig as u128 * b.sig as u128 + c.sig as u128) >> 64) as u64,
    })
}
