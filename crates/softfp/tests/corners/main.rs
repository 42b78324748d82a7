//! Corner cases by name: what the vectors, which mask every exception, do not show, and the rules that
//! a reader wants to find stated. Sections are those of the manual, volume 1, chapter 5.

mod arithmetic;
mod conversions;

use epicycle_softfp::*;

const MINUS: u32 = SIGN_BIT;
const MASKED: u64 = 0x3f;

/// Status field 0 with these controls, and the traps of `enabled` not disabled.
fn fpsr(pc: u64, rc: u64, wre: bool, ftz: bool, enabled: u32) -> Fpsr {
    Fpsr((MASKED & !(enabled as u64)) | (rc << 4 | pc << 2 | (wre as u64) << 1 | ftz as u64) << 6)
}

fn extended(enabled: u32) -> Fpsr {
    fpsr(3, 0, false, false, enabled)
}

fn power(exponent: i32) -> Fr {
    Fr::new(false, (EXP_BIAS as i32 + exponent) as u32, INTEGER_BIT)
}

fn double(value: f64) -> Fr {
    Fr::from_double(value.to_bits())
}

fn product(pc: Precision, a: Fr, b: Fr, fpsr: Fpsr) -> Flagged {
    fmpy(MulAdd::Fma, pc, a, b, fpsr, 0)
}

const SIGNALLING: Fr = Fr {
    sig: INTEGER_BIT | 5,
    se: EXP_MAX,
};
const PSEUDO_INFINITY: Fr = Fr {
    sig: 0,
    se: EXP_MAX,
};
const PSEUDO_ZERO: Fr = Fr { sig: 0, se: 0x1234 };
