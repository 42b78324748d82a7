//! Pairs of neighbouring simple operations that are fused to one step, for sequences that compilers emit often (index
//! computations, moves). The pairs are listed in `semantics/operations.rs`.
//!
//! The first operation has its registers in the usual fields and its constant in [`Uop::extra`]. The second has its
//! `a`, `b`, `c`, `d` in the low four bytes of [`Uop::imm`] and its constant in the upper half.

use super::uop::{Code, Uop};
use crate::semantics::operations::operations;

/// The registers and the constant of the second operation.
#[inline(always)]
pub(super) fn second(u: &Uop) -> ([u8; 4], u64) {
    let [a, b, c, d, ..] = u.imm.to_le_bytes();
    ([a, b, c, d], (u.imm as i64 >> 32) as u64)
}

/// The constant of the first operation.
#[inline(always)]
pub(super) fn first_constant(u: &Uop) -> u64 {
    u.extra as i16 as u64
}

macro_rules! define {
    (
        simple: $simple:tt
        comparisons: $comparisons:tt
        pairs: { $($first:ident: $($pair:ident $second:ident),*;)* }
    ) => {
        /// The code of the pair of two operations, if the list has it.
        const fn pair(first: Code, second: Code) -> Option<Code> {
            match (first, second) {
                $($((Code::$first, Code::$second) => Some(Code::$pair),)*)*
                _ => None,
            }
        }
    };
}
operations!(define);

/// Two steps fused to one, if the list has the pair and the constants fit.
fn joined(first: &Uop, second: &Uop) -> Option<Uop> {
    let code = pair(first.code, second.code)?;
    let used = |uop: &Uop| match uop.code {
        Code::AddImm | Code::ExtrU => uop.imm as i64,
        _ => 0,
    };
    let extra = i16::try_from(used(first)).ok()? as u16;
    let constant = i32::try_from(used(second)).ok()? as u32;
    let operands = u32::from_le_bytes([second.a, second.b, second.c, second.d]);
    Some(Uop {
        code,
        extra,
        imm: u64::from(constant) << 32 | u64::from(operands),
        ..*first
    })
}

/// Fuses neighbours of the list of pairs, both of them covered by the same guard or by none.
pub(super) fn pair_up(steps: &mut Vec<Uop>) {
    let mut paired: Vec<Uop> = Vec::with_capacity(steps.len());
    let mut rest = steps.iter().copied().peekable();
    // Index of the guard that covers the next steps, and how many steps it still covers.
    let (mut guard, mut covered) = (0, 0);
    while let Some(step) = rest.next() {
        if step.code == Code::Guard {
            (guard, covered) = (paired.len(), step.b);
            paired.push(step);
            continue;
        }
        let together = covered != 1;
        let pair = rest.peek().filter(|_| together);
        match pair.and_then(|second| joined(&step, second)) {
            Some(pair) => {
                rest.next();
                paired.push(pair);
                if covered != 0 {
                    covered -= 2;
                    paired[guard].b -= 1;
                }
            }
            None => {
                paired.push(step);
                covered = covered.saturating_sub(1);
            }
        }
    }
    *steps = paired;
}
