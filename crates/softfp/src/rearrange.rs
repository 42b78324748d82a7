//! Instructions that move bits and compute nothing: merges, mixes, swaps, packs, logic.
//!
//! Manual, volume 3, under the names of the instructions. NaTVal in any operand gives NaTVal;
//! nothing is ever raised.

use crate::fr::{EXP_MAX, Fr, SIGN_BIT};
use crate::halves::join;

/// `fmerge`, `fpmerge`: what is taken from the first operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Merge {
    /// `.s`: the sign.
    Sign,
    /// `.ns`: the sign, negated.
    NegSign,
    /// `.se`: sign and exponent.
    SignExp,
}

/// `fmix`: which halves are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Mix {
    /// `.l`: the high halves of both.
    Left,
    /// `.r`: the low halves of both.
    Right,
    /// `.lr`: the high half of the first and the low half of the second.
    LeftRight,
}

/// `fand`, `fandcm`, `for`, `fxor`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Logic {
    /// a and b
    And,
    /// a and not b
    AndCm,
    /// a or b
    Or,
    /// a exclusive-or b
    Xor,
}

/// `fswap`: what becomes of the signs of the swapped halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Swap {
    /// Signs are kept.
    Plain,
    /// `.nl`: the high (left) half of the result is negated.
    NegLeft,
    /// `.nr`: the low (right) half of the result is negated.
    NegRight,
}

/// Sign of each half of a parallel value.
const SIGNS: u64 = 0x8000_0000_8000_0000;

#[inline]
const fn high(a: Fr) -> u32 {
    (a.sig >> 32) as u32
}

#[inline]
const fn low(a: Fr) -> u32 {
    a.sig as u32
}

#[inline]
fn unless_nat<const N: usize>(operands: [Fr; N], value: impl FnOnce() -> Fr) -> Fr {
    if operands.into_iter().any(Fr::is_nat) {
        Fr::NATVAL
    } else {
        value()
    }
}

/// `fmerge`: the second operand with the sign, or sign and exponent, of the first (`fabs`, `fneg`,
/// `fnegabs` and `mov` are pseudo-operations of it).
#[inline]
pub fn fmerge(kind: Merge, a: Fr, b: Fr) -> Fr {
    unless_nat([a, b], || Fr {
        sig: b.sig,
        se: match kind {
            Merge::Sign => a.se & SIGN_BIT | b.se & EXP_MAX,
            Merge::NegSign => (a.se ^ SIGN_BIT) & SIGN_BIT | b.se & EXP_MAX,
            Merge::SignExp => a.se,
        },
    })
}

/// `fpmerge`: [`fmerge`] in each half.
#[inline]
pub fn fpmerge(kind: Merge, a: Fr, b: Fr) -> Fr {
    const SIGN_EXP: u64 = 0xff80_0000_ff80_0000;
    unless_nat([a, b], || {
        Fr::from_sig(match kind {
            Merge::Sign => a.sig & SIGNS | b.sig & !SIGNS,
            Merge::NegSign => !a.sig & SIGNS | b.sig & !SIGNS,
            Merge::SignExp => a.sig & SIGN_EXP | b.sig & !SIGN_EXP,
        })
    })
}

/// `fmix`.
#[inline]
pub fn fmix(kind: Mix, a: Fr, b: Fr) -> Fr {
    unless_nat([a, b], || match kind {
        Mix::Left => join(high(a), high(b)),
        Mix::Right => join(low(a), low(b)),
        Mix::LeftRight => join(high(a), low(b)),
    })
}

/// `fand`, `fandcm`, `for`, `fxor` on the significands.
#[inline]
pub fn flogic(kind: Logic, a: Fr, b: Fr) -> Fr {
    unless_nat([a, b], || {
        Fr::from_sig(match kind {
            Logic::And => a.sig & b.sig,
            Logic::AndCm => a.sig & !b.sig,
            Logic::Or => a.sig | b.sig,
            Logic::Xor => a.sig ^ b.sig,
        })
    })
}

/// `fswap`: the low half of the second operand becomes the high half of the result, the high half of
/// the first its low half.
#[inline]
pub fn fswap(kind: Swap, a: Fr, b: Fr) -> Fr {
    const SIGN: u32 = 1 << 31;
    unless_nat([a, b], || match kind {
        Swap::Plain => join(low(b), high(a)),
        Swap::NegLeft => join(low(b) ^ SIGN, high(a)),
        Swap::NegRight => join(low(b), high(a) ^ SIGN),
    })
}

/// `fsxt.l`: the sign of the first operand's high half spread over 32 bits, then the high half of
/// the second.
#[inline]
pub fn fsxt_left(a: Fr, b: Fr) -> Fr {
    unless_nat([a, b], || join(((high(a) as i32) >> 31) as u32, high(b)))
}

/// `fsxt.r`: the same with the low halves.
#[inline]
pub fn fsxt_right(a: Fr, b: Fr) -> Fr {
    unless_nat([a, b], || join(((low(a) as i32) >> 31) as u32, low(b)))
}

/// `fpack`: both operands in single-precision memory format, not rounded.
#[inline]
pub fn fpack(a: Fr, b: Fr) -> Fr {
    unless_nat([a, b], || join(a.to_single(), b.to_single()))
}

/// `fselect` in assembly order (f3, f4, f2): bits of the first where the mask has ones, of the second
/// where it has zeros.
#[inline]
pub fn fselect(a: Fr, b: Fr, mask: Fr) -> Fr {
    unless_nat([a, b, mask], || {
        Fr::from_sig(a.sig & mask.sig | b.sig & !mask.sig)
    })
}
