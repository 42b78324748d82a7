//! Conversions between floating-point values and integers.
//!
//! Manual, volume 3, `fcvt.fx`, `fcvt.xf`, `fpcvt.fx` (`fcvt.xuf` is a pseudo-operation of `fma`).

use crate::exact::{Exact, shift_right_jam, trapped};
use crate::fpsr::{D, Flagged, Fpsr, I, Raised, Rounding, V};
use crate::fr::{EXP_BIAS, EXP_INTEGER, Fr, SIGN_BIT};
use crate::halves::{Pair, each_half_bits};
use crate::operands::faulted;

/// The forms of `fcvt.fx` and `fpcvt.fx`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct ToInteger {
    /// `.fxu`: the result is unsigned.
    pub unsigned: bool,
    /// `.trunc`: rounds towards zero whatever the status field says.
    pub truncate: bool,
}

/// `fcvt.fx`, `fcvt.fxu`: to a 64-bit integer in the significand. What does not fit raises V and
/// gives the integer indefinite, 2^63.
pub fn fcvt_fx(kind: ToInteger, a: Fr, fpsr: Fpsr, sf: u8) -> Flagged {
    if a.is_nat() {
        return Flagged::quiet(Fr::NATVAL);
    }
    let Flagged { value, raised } = to_integer(kind, a, 64, fpsr, sf);
    Flagged {
        value: Fr::from_sig(value),
        raised,
    }
}

/// `fpcvt.fx`, `fpcvt.fxu`: both halves to 32-bit integers; the integer indefinite is 2^31.
pub fn fpcvt_fx(kind: ToInteger, a: Fr, fpsr: Fpsr, sf: u8) -> Flagged {
    if a.is_nat() {
        return Flagged::quiet(Fr::NATVAL);
    }
    let a = Pair::of(a);
    each_half_bits(|half| {
        let Flagged { value, raised } = to_integer(kind, a.get(half), 32, fpsr, sf);
        Flagged {
            value: value as u32,
            raised,
        }
    })
}

fn to_integer(kind: ToInteger, a: Fr, bits: u32, fpsr: Fpsr, sf: u8) -> Flagged<u64> {
    let masked = fpsr.masked(sf);
    let invalid = Flagged {
        value: 1 << (bits - 1),
        raised: faulted(V, masked),
    };
    if a.is_nan() || a.is_inf() || a.is_unsupported() {
        return invalid;
    }
    let before = faulted(if a.is_unnormal() { D } else { 0 }, masked);
    let Some(exact) = Exact::of(a) else {
        return Flagged {
            value: 0,
            raised: before,
        };
    };
    let exponent = exact.exp - EXP_BIAS as i32;
    if exponent >= bits as i32 {
        return invalid;
    }
    // Fixed point: integer part in the high half, fraction (jammed) in the low half.
    let fixed = shift_right_jam(exact.magnitude, (63 - exponent) as u32);
    let (mut value, fraction) = ((fixed >> 64) as u64, fixed as u64);
    let rounding = if kind.truncate {
        Rounding::Zero
    } else {
        fpsr.field(sf).rounding()
    };
    let up = match rounding {
        Rounding::Nearest => fraction > 1 << 63 || fraction == 1 << 63 && value & 1 != 0,
        Rounding::Zero => false,
        Rounding::Up => fraction != 0 && exact.sign == 0,
        Rounding::Down => fraction != 0 && exact.sign != 0,
    };
    let mut carry = false;
    if up {
        (value, carry) = value.overflowing_add(1);
    }
    let negative = exact.sign != 0;
    let limit = match (kind.unsigned, negative) {
        (true, true) => 0,
        (true, false) => u64::MAX >> (64 - bits),
        (false, true) => 1 << (bits - 1),
        (false, false) => (1 << (bits - 1)) - 1,
    };
    if carry || value > limit {
        return invalid;
    }
    let after = trapped(if fraction != 0 { I } else { 0 }, up, masked);
    Flagged {
        value: if negative {
            value.wrapping_neg()
        } else {
            value
        },
        raised: Raised(before.0 | after.0),
    }
}

/// `fcvt.xf`: the signed integer in the significand as a register value, always exact.
#[inline]
pub fn fcvt_xf(a: Fr) -> Fr {
    if a.is_nat() {
        return Fr::NATVAL;
    }
    let magnitude = (a.sig as i64).unsigned_abs();
    if magnitude == 0 {
        return Fr::ZERO;
    }
    let shift = magnitude.leading_zeros();
    let sign = if (a.sig as i64) < 0 { SIGN_BIT } else { 0 };
    Fr {
        sig: magnitude << shift,
        se: (EXP_INTEGER - shift) | sign,
    }
}
