//! The fastest way: the host's own arithmetic, where it gives the same bits.
//!
//! Sums, products and multiply-adds of operands that are numbers of IEEE 754's binary32 or binary64, rounded to nearest to the same
//! format, have the same bits on every host: IEEE 754 defines them. The host does not say whether a result was rounded, so a
//! caller must know that it does not matter: [`Fpsr::is_plain`](crate::Fpsr::is_plain) holds for the controls, and the inexact flag
//! is already set. `None` means, as in [`crate::plain`], that the operation has to go another way: an operand is not kept as a
//! double ([`Held::narrow`]), or the result is near the ends of the range.

use crate::exact::Precision;
use crate::held::{Held, to_single};
use crate::signs::MulAdd;

/// The result if it is normal and above the smallest exponent, at which it may have been a denormal before rounding; or if it is an
/// exact zero.
#[inline(always)]
fn double(result: f64, is_zero: impl FnOnce() -> bool) -> Option<Held> {
    let exponent = (result.to_bits() >> 52) as u32 & 0x7ff;
    (exponent.wrapping_sub(2) < 2045 || is_zero()).then_some(Held::double(result))
}

/// The same in single precision.
#[inline(always)]
fn single(result: f32, is_zero: impl FnOnce() -> bool) -> Option<Held> {
    let exponent = result.to_bits() >> 23 & 0xff;
    let fits = exponent.wrapping_sub(2) < 253 || is_zero();
    fits.then_some(Held::double(f64::from(result)))
}

/// An operand, negated where a sign says so.
#[inline(always)]
fn operand(x: Held, sign: u32) -> Option<f64> {
    let x = x.as_double()?;
    Some(if sign == 0 { x } else { -x })
}

/// ±a ± c, as [`crate::fadd`].
#[inline(always)]
pub fn fadd(kind: MulAdd, pc: Precision, a: Held, c: Held) -> Option<Held> {
    let a = operand(a, kind.product_sign())?;
    let c = operand(c, kind.addend_sign())?;
    // A sum of two doubles is zero only if it is exactly zero.
    match pc {
        Precision::Double => {
            let sum = a + c;
            double(sum, || sum == 0.0)
        }
        Precision::Single => {
            let sum = to_single(a)? + to_single(c)?;
            single(sum, || sum == 0.0)
        }
        Precision::Dynamic => None,
    }
}

/// ±(a × b), as [`crate::fmpy`].
#[inline(always)]
pub fn fmpy(kind: MulAdd, pc: Precision, a: Held, b: Held) -> Option<Held> {
    let a = operand(a, kind.product_sign())?;
    let b = operand(b, 0)?;
    // The factors are finite, so a product with a zero is an exact zero; another that is 0 has underflowed.
    let is_zero = || a == 0.0 || b == 0.0;
    match pc {
        Precision::Double => double(a * b, is_zero),
        Precision::Single => single(to_single(a)? * to_single(b)?, is_zero),
        Precision::Dynamic => None,
    }
}

/// ±(a × b) ± c, as [`crate::fma`].
#[inline(always)]
pub fn fma(kind: MulAdd, pc: Precision, a: Held, b: Held, c: Held) -> Option<Held> {
    let a = operand(a, kind.product_sign())?;
    let b = operand(b, 0)?;
    let c = operand(c, kind.addend_sign())?;
    // Where the product is a zero the sum is exact.
    let is_zero = |sum: f64| sum == 0.0 && (a == 0.0 || b == 0.0);
    match pc {
        Precision::Double => {
            let sum = a.mul_add(b, c);
            double(sum, || is_zero(sum))
        }
        Precision::Single => {
            let sum = to_single(a)?.mul_add(to_single(b)?, to_single(c)?);
            single(sum, || is_zero(sum.into()))
        }
        Precision::Dynamic => None,
    }
}

/// The values of two registers, if both are kept as doubles.
#[inline(always)]
pub fn doubles(a: Held, b: Held) -> Option<(f64, f64)> {
    a.as_double().zip(b.as_double())
}
