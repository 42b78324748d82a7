//! IA-64 floating point in the 82-bit register format.
//!
//! Values ([`Fr`]), the status register ([`Fpsr`]) and one pure function for each family of
//! instructions. Everything is integer arithmetic, or that of IEEE 754 where it is the same ([`host`]): the same bits on every host. The crate knows
//! nothing of instructions, register files or memory; operands come in assembly order, and what an
//! operation raises comes back as data ([`Raised`]).
#![forbid(unsafe_code)]

mod compare;
mod convert;
mod exact;
mod fpsr;
mod fr;
mod halves;
mod held;
pub mod host;
mod muladd;
mod operands;
pub mod plain;
mod rearrange;
mod reciprocal;
mod signs;

pub use compare::{MinMax, ParallelRelation, Relation, fcmp, fminmax, fpcmp, fpminmax};
pub use convert::{ToInteger, fcvt_fx, fcvt_xf, fpcvt_fx};
pub use exact::Precision;
pub use fpsr::{D, Flagged, Fpsr, I, O, Raised, ReservedField, Rounding, StatusField, U, V, Z};
pub use fr::{
    EXP_BIAS, EXP_EXTENDED_DENORMAL, EXP_INTEGER, EXP_MAX, EXP_SIMD, Fr, INTEGER_BIT, QUIET_BIT,
    SIGN_BIT,
};
pub use held::Held;
pub use muladd::{XmaKind, fadd, fma, fmpy, fpma, fpmpy, xma};
pub use rearrange::{
    Logic, Merge, Mix, Swap, flogic, fmerge, fmix, fpack, fpmerge, fselect, fswap, fsxt_left,
    fsxt_right,
};
pub use reciprocal::{fprcpa, fprsqrta, frcpa, frsqrta};
pub use signs::MulAdd;
