//! Fused multiply-add and what is made of it: `fma`, `fms`, `fnma`, `fadd`, `fmpy`, `fnorm`, their
//! parallel forms, and the integer `xma`.
//!
//! Manual, volume 3, `fma`, `fpma`, `xma`; operand checks in the order of volume 1, figure 5-11.

use crate::exact::{Exact, Format, Precision, exact_zero};
use crate::fpsr::{D, Flagged, Fpsr, Raised, V};
use crate::fr::{Fr, SIGN_BIT};
use crate::halves::{Pair, each_half};
use crate::operands::{any, faulted, not_numbers};
use crate::plain;
use crate::signs::MulAdd;

/// `fma`, `fms`, `fnma`: operands in assembly order (f3, f4, f2), rounded once.
///
/// When f2 *is register 0* the manual asks for an IEEE multiplication, whose zeros have other signs:
/// that is [`fmpy`]. When f4 is register 1 [`fadd`] gives the same result sooner.
#[inline]
pub fn fma(kind: MulAdd, pc: Precision, a: Fr, b: Fr, c: Fr, fpsr: Fpsr, sf: u8) -> Flagged {
    if fpsr.is_plain(pc, sf)
        && let Some(plain) = plain::fma(kind, pc, a, b, c)
    {
        return plain.into();
    }
    fma_general(kind, pc, a, b, Some(c), fpsr, sf)
}

/// `fma`, `fms`, `fnma` whose f4 is register 1: ±a ± c.
#[inline]
pub fn fadd(kind: MulAdd, pc: Precision, a: Fr, c: Fr, fpsr: Fpsr, sf: u8) -> Flagged {
    if fpsr.is_plain(pc, sf)
        && let Some(plain) = plain::fadd(kind, pc, a, c)
    {
        return plain.into();
    }
    fma_general(kind, pc, a, Fr::ONE, Some(c), fpsr, sf)
}

/// `fma`, `fms`, `fnma` whose f2 is register 0: ±(a × b).
#[inline]
pub fn fmpy(kind: MulAdd, pc: Precision, a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Flagged {
    if fpsr.is_plain(pc, sf)
        && let Some(plain) = plain::fmpy(kind, pc, a, b)
    {
        return plain.into();
    }
    fma_general(kind, pc, a, b, None, fpsr, sf)
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
) -> Flagged {
    if fpsr.is_plain(pc, sf)
        && let Some(plain) = plain::with_zeros(kind, pc, a, b, c)
    {
        return plain.into();
    }
    if a.is_nat() || b.is_nat() || c.is_some_and(Fr::is_nat) {
        return Flagged::quiet(Fr::NATVAL);
    }
    fma_with(kind, a, b, c, &Format::new(pc, fpsr, sf))
}

/// The operation on operands that are not NaTVal; `c` is `None` for a pure multiplication.
fn fma_with(kind: MulAdd, a: Fr, b: Fr, c: Option<Fr>, format: &Format) -> Flagged {
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
        return Flagged {
            value: Fr::INDEFINITE,
            raised: faulted(V, masked),
        };
    }
    let denormal = if any(operands, Fr::is_unnormal) { D } else { 0 };
    let before = faulted(denormal, masked);
    if before.fault_code() != 0 {
        return Flagged {
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
        return Flagged {
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
    Flagged {
        value,
        raised: Raised(before.0 | after.0),
    }
}

/// `fpma`, `fpms`, `fpnma`: both single-precision halves; operands in assembly order (f3, f4, f2).
/// When f2 *is register 0* the operation is [`fpmpy`].
pub fn fpma(kind: MulAdd, a: Fr, b: Fr, c: Fr, fpsr: Fpsr, sf: u8) -> Flagged {
    if a.is_nat() || b.is_nat() || c.is_nat() {
        return Flagged::quiet(Fr::NATVAL);
    }
    let format = Format::parallel(fpsr, sf);
    let (a, b, c) = (Pair::of(a), Pair::of(b), Pair::of(c));
    each_half(|half| fma_with(kind, a.get(half), b.get(half), Some(c.get(half)), &format))
}

/// `fpma`, `fpms`, `fpnma` whose f2 is register 0: ±(a × b) in both halves.
pub fn fpmpy(kind: MulAdd, a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Flagged {
    if a.is_nat() || b.is_nat() {
        return Flagged::quiet(Fr::NATVAL);
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
