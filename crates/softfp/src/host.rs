//! The quickest way: the host's own arithmetic, where it gives the same bits.
//!
//! Sums and products of operands that are numbers of IEEE 754's binary32 or binary64, rounded to nearest to the same format,
//! are those of every host: the format defines them. They do not tell whether they were rounded, so a caller must know that it
//! does not matter: [`Fpsr::is_plain`](crate::Fpsr::is_plain) holds for the controls, and the inexact flag is set. What is
//! near the ends of the range gives `None` and goes another way, as in [`crate::plain`].

use crate::exact::Precision;
use crate::fr::{EXP_BIAS, EXP_MAX, Fr, INTEGER_BIT, SIGN_BIT};
use crate::signs::MulAdd;

macro_rules! format {
    ($to:ident $from:ident $float:ident $bits:ident $fraction:literal $last:literal $bias:literal) => {
        /// A normal number or a zero, with its sign changed where `sign` has that bit.
        #[inline(always)]
        fn $to(x: Fr, sign: u32) -> Option<$float> {
            const DROPPED: u32 = 63 - $fraction;
            const SIGN: u32 = $bits::BITS - 1;
            let se = x.se ^ sign;
            let negative = ((se >> 17) as $bits) << SIGN;
            // One less than the exponent field: the integer bit makes up for it.
            let exponent = (se & EXP_MAX).wrapping_sub(EXP_BIAS - $bias + 1);
            // The integer bit is set, what the format has no room for is not.
            let fits = x.sig.rotate_left(1) & ((2 << DROPPED) - 1) == 1;
            if fits && exponent < $last {
                let magnitude = (x.sig >> DROPPED) as $bits + ((exponent as $bits) << $fraction);
                Some($float::from_bits(negative | magnitude))
            } else if x.is_true_zero() {
                Some($float::from_bits(negative))
            } else {
                None
            }
        }

        /// A normal number above the smallest ones, which may have been rounded up to one.
        #[inline(always)]
        fn $from(value: $float) -> Option<Fr> {
            const SIGN: u32 = $bits::BITS - 1;
            let bits = value.to_bits();
            let exponent = (bits >> $fraction) as u32 & ($last + 1);
            if exponent.wrapping_sub(2) > $last - 2 {
                return None;
            }
            Some(Fr {
                sig: (bits as u64) << (63 - $fraction) | INTEGER_BIT,
                se: exponent + (EXP_BIAS - $bias) | ((bits >> SIGN) as u32) << 17,
            })
        }
    };
}

format!(to_double from_double f64 u64 52 2046 1023);
format!(to_single from_single f32 u32 23 254 127);

/// A zero with the sign of a sum.
#[inline(always)]
fn zero(negative: bool) -> Fr {
    Fr {
        sig: 0,
        se: if negative { SIGN_BIT } else { 0 },
    }
}

/// ±a ± c, as [`crate::fadd`].
#[inline(always)]
pub fn fadd(kind: MulAdd, pc: Precision, a: Fr, c: Fr) -> Option<Fr> {
    let (first, second) = (kind.product_sign(), kind.addend_sign());
    // A sum is never zero because of its rounding.
    match pc {
        Precision::Double => {
            let sum = to_double(a, first)? + to_double(c, second)?;
            from_double(sum).or((sum == 0.0).then(|| zero(sum.is_sign_negative())))
        }
        Precision::Single => {
            let sum = to_single(a, first)? + to_single(c, second)?;
            from_single(sum).or((sum == 0.0).then(|| zero(sum.is_sign_negative())))
        }
        Precision::Dynamic => None,
    }
}

/// ±(a × b), as [`crate::fmpy`].
#[inline(always)]
pub fn fmpy(kind: MulAdd, pc: Precision, a: Fr, b: Fr) -> Option<Fr> {
    let sign = kind.product_sign();
    let product = match pc {
        Precision::Double => from_double(to_double(a, sign)? * to_double(b, 0)?),
        Precision::Single => from_single(to_single(a, sign)? * to_single(b, 0)?),
        Precision::Dynamic => return None,
    };
    // Both are finite here.
    let with_zero =
        || (a.sig == 0 || b.sig == 0).then(|| zero((a.se ^ b.se ^ sign) & SIGN_BIT != 0));
    product.or_else(with_zero)
}

/// Two double-precision numbers; nothing is said about others.
#[inline(always)]
pub fn doubles(a: Fr, b: Fr) -> Option<(f64, f64)> {
    to_double(a, 0).zip(to_double(b, 0))
}
