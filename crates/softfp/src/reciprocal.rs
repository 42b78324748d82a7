//! Reciprocal and reciprocal-square-root approximations, and the exact quotients and roots with
//! which an operating system completes the operands that the approximations cannot serve.
//!
//! Manual, volume 3, `frcpa`, `frsqrta`, `fprcpa`, `fprsqrta`. Software then refines the
//! approximation when the second result, a predicate, is true.

use crate::exact::{Exact, Format, Precision, RANGE_REGISTER, RANGE_SINGLE, Range};
use crate::fpsr::{D, Flagged, Fpsr, Raised, V, Z};
use crate::fr::{EXP_BIAS, EXP_MAX, Fr, INTEGER_BIT, SIGN_BIT};
use crate::halves::{Half, Pair, join, join_raised};
use crate::operands::{any, faulted, not_numbers};

/// Fault code bit that asks for software assistance.
const ASSISTANCE: Raised = Raised(8 << 8);

/// Significands of 1/x for x in 256 equal parts of [1, 2), 11 bits each: the reciprocal of the
/// middle of the part, rounded to nearest. These are the values of the manual's table.
static RECIPROCAL: [u16; 256] = {
    let mut table = [0; 256];
    let mut part = 0;
    while part < 256 {
        // 2^11 / (1 + (2 part + 1) / 512), with one more bit for the rounding.
        table[part] = ((1u32 << 21) / (513 + 2 * part as u32)).div_ceil(2) as u16;
        part += 1;
    }
    table
};

/// Significands of 1/√x for x in 128 equal parts of [1, 2) and of [2, 4), 11 bits each: that of the
/// middle of the part, rounded to nearest. These are the values of the manual's table.
static ROOT: [[u16; 128]; 2] = {
    let mut table = [[0; 128]; 2];
    let mut odd = 0;
    while odd < 2 {
        let mut part = 0;
        while part < 128 {
            // 2^11 / √(2^odd (1 + (2 part + 1) / 256)), with one more bit for the rounding.
            let square = (1u64 << (32 - odd)) / (257 + 2 * part as u64);
            table[odd][part] = square.isqrt().div_ceil(2) as u16;
            part += 1;
        }
        odd += 1;
    }
    table
};

/// The format whose range an approximation sequence has to stay in: smallest and largest true
/// exponent, and bits of precision.
#[derive(Clone, Copy)]
struct Limits {
    range: Range,
    precision: i32,
}

const REGISTER: Limits = Limits {
    range: RANGE_REGISTER,
    precision: 64,
};
const SINGLE: Limits = Limits {
    range: RANGE_SINGLE,
    precision: 24,
};

impl Limits {
    /// Whether the denominator alone makes the refinement leave the range.
    fn excludes_denominator(self, b: Exact) -> bool {
        let (emin, emax) = self.range;
        b.exp < emin || b.exp >= emax - 2
    }

    /// Whether the numerator or the quotient makes the refinement leave the range.
    fn excludes_quotient(self, a: Exact, b: Exact) -> bool {
        let (emin, emax) = self.range;
        let quotient = a.exp - b.exp + EXP_BIAS as i32;
        quotient >= emax || quotient <= emin + 1 || self.excludes_tiny(a)
    }

    /// Whether a numerator or radicand is so small that remainders underflow.
    fn excludes_tiny(self, a: Exact) -> bool {
        a.exp < self.range.0 + self.precision
    }
}

/// What an approximation instruction finds in its operands.
enum Case {
    /// A final result; the predicate is false.
    Final(Fr),
    /// Operands to approximate from.
    Approximate(Exact),
    /// Operands that need software assistance.
    Assisted(Exact),
}

/// `frcpa`: an approximation of 1/b with true, or the quotient a/b itself with false.
///
/// Operands for which the refinement would over- or underflow raise software assistance; the outcome
/// then has the rounded quotient with false, as the operating system's handler delivers it.
pub fn frcpa(a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Flagged<(Fr, bool)> {
    if a.is_nat() || b.is_nat() {
        return Flagged::quiet((Fr::NATVAL, false));
    }
    let (case, raised) = divide_case(a, b, fpsr.masked(sf), REGISTER);
    match case {
        Case::Final(value) => Flagged {
            value: (value, false),
            raised,
        },
        Case::Approximate(b) => Flagged {
            value: (reciprocal(b), true),
            raised,
        },
        Case::Assisted(b) => {
            let value = Exact::of(a)
                .map(|a| quotient(a, b).round(&Format::new(Precision::Dynamic, fpsr, sf)));
            assisted(value, raised)
        }
    }
}

/// `frsqrta`: an approximation of 1/√a with true, or √a itself with false; software assistance as
/// for [`frcpa`].
pub fn frsqrta(a: Fr, fpsr: Fpsr, sf: u8) -> Flagged<(Fr, bool)> {
    if a.is_nat() {
        return Flagged::quiet((Fr::NATVAL, false));
    }
    let (case, raised) = root_case(a, fpsr.masked(sf), REGISTER);
    match case {
        Case::Final(value) => Flagged {
            value: (value, false),
            raised,
        },
        Case::Approximate(a) => Flagged {
            value: (reciprocal_root(a), true),
            raised,
        },
        Case::Assisted(a) => assisted(
            Some(square_root(a).round(&Format::new(Precision::Dynamic, fpsr, sf))),
            raised,
        ),
    }
}

fn assisted(value: Option<(Fr, Raised)>, before: Raised) -> Flagged<(Fr, bool)> {
    let (value, after) = value.unwrap_or((Fr::ZERO, Raised::NONE));
    Flagged {
        value: (value, false),
        raised: Raised(before.0 | after.0 | ASSISTANCE.0),
    }
}

/// `fprcpa`: [`frcpa`] in both halves; the predicate is true when both halves may be refined.
/// There is no software assistance: operands out of bounds only clear the predicate, and a
/// denominator out of bounds gives an infinity or a zero.
pub fn fprcpa(a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Flagged<(Fr, bool)> {
    if a.is_nat() || b.is_nat() {
        return Flagged::quiet((Fr::NATVAL, false));
    }
    let (a, b) = (Pair::of(a), Pair::of(b));
    both(|half| {
        let (case, raised) = divide_case(a.get(half), b.get(half), fpsr.masked(sf), SINGLE);
        let value = match case {
            Case::Final(value) => (value, false),
            Case::Approximate(b) => (reciprocal(b), true),
            Case::Assisted(b) if !SINGLE.excludes_denominator(b) => (reciprocal(b), false),
            Case::Assisted(b) if b.exp < SINGLE.range.0 => (
                Fr {
                    se: EXP_MAX | b.sign,
                    ..Fr::INFINITY
                },
                false,
            ),
            Case::Assisted(b) => (Fr { sig: 0, se: b.sign }, false),
        };
        Flagged { value, raised }
    })
}

/// `fprsqrta`: an approximation of the reciprocal root of both halves; the predicate is true when
/// both halves may be refined. Zeros give infinities here, and infinity a zero.
pub fn fprsqrta(a: Fr, fpsr: Fpsr, sf: u8) -> Flagged<(Fr, bool)> {
    if a.is_nat() {
        return Flagged::quiet((Fr::NATVAL, false));
    }
    let a = Pair::of(a);
    both(|half| {
        let a = a.get(half);
        let (case, raised) = root_case(a, fpsr.masked(sf), SINGLE);
        let value = match case {
            Case::Final(value) if a.is_zero() => (
                Fr {
                    se: EXP_MAX | value.se,
                    ..Fr::INFINITY
                },
                false,
            ),
            Case::Final(value) if value.is_inf() => (Fr::ZERO, false),
            Case::Final(value) => (value, false),
            Case::Approximate(a) => (reciprocal_root(a), true),
            Case::Assisted(a) => (reciprocal_root(a), false),
        };
        Flagged { value, raised }
    })
}

fn both(half: impl Fn(Half) -> Flagged<(Fr, bool)>) -> Flagged<(Fr, bool)> {
    let (high, low) = (half(Half::High), half(Half::Low));
    Flagged {
        value: (
            join(high.value.0.to_single(), low.value.0.to_single()),
            high.value.1 && low.value.1,
        ),
        raised: join_raised(high.raised, low.raised),
    }
}

fn divide_case(a: Fr, b: Fr, masked: u32, limits: Limits) -> (Case, Raised) {
    let operands = [a, b];
    let sign = (a.se ^ b.se) & SIGN_BIT;
    if let Some(Flagged { value, raised }) = not_numbers(operands, masked) {
        return (Case::Final(value), raised);
    }
    if a.is_zero() && b.is_zero() || a.is_inf() && b.is_inf() {
        return (Case::Final(Fr::INDEFINITE), faulted(V, masked));
    }
    let denormal = if any(operands, Fr::is_unnormal) { D } else { 0 };
    let infinity = Fr {
        sig: INTEGER_BIT,
        se: EXP_MAX | sign,
    };
    if a.is_inf() {
        return (Case::Final(infinity), faulted(denormal, masked));
    }
    if b.is_inf() {
        return (
            Case::Final(Fr { sig: 0, se: sign }),
            faulted(denormal, masked),
        );
    }
    match (Exact::of(a), Exact::of(b)) {
        (_, None) => (Case::Final(infinity), faulted(Z, masked)),
        (None, Some(_)) => (
            Case::Final(Fr { sig: 0, se: sign }),
            faulted(denormal, masked),
        ),
        (Some(x), Some(y)) => {
            let raised = faulted(denormal, masked);
            if limits.excludes_denominator(y) || limits.excludes_quotient(x, y) {
                (Case::Assisted(y), raised)
            } else {
                (Case::Approximate(y), raised)
            }
        }
    }
}

fn root_case(a: Fr, masked: u32, limits: Limits) -> (Case, Raised) {
    if let Some(Flagged { value, raised }) = not_numbers([a], masked) {
        return (Case::Final(value), raised);
    }
    let raised = faulted(if a.is_unnormal() { D } else { 0 }, masked);
    let Some(exact) = Exact::of(a) else {
        return (
            Case::Final(Fr {
                sig: 0,
                se: a.se & SIGN_BIT,
            }),
            raised,
        );
    };
    if a.is_negative() {
        return (Case::Final(Fr::INDEFINITE), faulted(V, masked));
    }
    if a.is_inf() {
        return (Case::Final(a), raised);
    }
    (
        if limits.excludes_tiny(exact) {
            Case::Assisted(exact)
        } else {
            Case::Approximate(exact)
        },
        raised,
    )
}

/// The approximation of 1/b: exponent one below the exact one, table significand.
fn reciprocal(b: Exact) -> Fr {
    let part = (b.significand() >> 55) as u8;
    let exponent = 2 * EXP_BIAS as i32 - 1 - b.exp;
    Fr {
        sig: (RECIPROCAL[part as usize] as u64) << 53,
        se: exponent as u32 & EXP_MAX | b.sign,
    }
}

/// The approximation of 1/√a.
fn reciprocal_root(a: Exact) -> Fr {
    let exponent = a.exp - EXP_BIAS as i32;
    let part = (a.significand() >> 56) as usize & 0x7f;
    let table = &ROOT[(exponent & 1) as usize];
    Fr {
        sig: (table[part] as u64) << 53,
        se: (EXP_BIAS as i32 - 1 - (exponent >> 1)) as u32 & EXP_MAX,
    }
}

/// The exact quotient, jammed.
fn quotient(a: Exact, b: Exact) -> Exact {
    let (x, y) = (a.significand(), b.significand() as u128);
    // The first 64 quotient bits come out with the top bit set.
    let below = x < b.significand();
    let dividend = (x as u128) << (63 + below as u32);
    let (first, rest) = (dividend / y, dividend % y);
    let (second, rest) = ((rest << 64) / y, (rest << 64) % y);
    Exact {
        sign: a.sign ^ b.sign,
        exp: a.exp - b.exp + EXP_BIAS as i32 - below as i32,
        magnitude: first << 64 | second | (rest != 0) as u128,
    }
}

/// The square root of a positive number, jammed.
fn square_root(a: Exact) -> Exact {
    let exponent = a.exp - EXP_BIAS as i32;
    // A radicand in [2^126, 2^128) has a 64-bit root with its top bit set.
    let radicand = if exponent & 1 != 0 {
        a.magnitude
    } else {
        a.magnitude >> 1
    };
    let root = radicand.isqrt();
    let rest = radicand - root * root;
    // (root + 1/2)² = root² + root + 1/4, so the next bit is set exactly when rest > root.
    let half = if rest > root { 1 << 63 } else { 0 };
    Exact {
        sign: 0,
        exp: (exponent >> 1) + EXP_BIAS as i32,
        magnitude: root << 64 | half | (rest != 0) as u128,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_begin_and_end_as_in_the_manual() {
        assert_eq!(
            [RECIPROCAL[0], RECIPROCAL[1], RECIPROCAL[255]],
            [0x7fc, 0x7f4, 0x401]
        );
        assert_eq!(
            [ROOT[0][0], ROOT[0][1], ROOT[0][127]],
            [0x7fc, 0x7f4, 0x5aa]
        );
        assert_eq!(
            [ROOT[1][0], ROOT[1][1], ROOT[1][127]],
            [0x5a5, 0x5a0, 0x401]
        );
    }

    #[test]
    fn every_table_entry_is_normalised() {
        let all = RECIPROCAL.iter().chain(ROOT.iter().flatten());
        assert!(all.into_iter().all(|entry| entry >> 10 == 1));
    }
}
