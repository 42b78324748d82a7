//! What all arithmetic instructions ask of their operands before they compute.

use crate::fpsr::{D, Raised, V, Z};
use crate::fr::{Fr, QUIET_BIT};

/// Whether a predicate holds for any operand.
#[inline]
pub(crate) fn any<const N: usize>(operands: [Fr; N], test: impl Fn(Fr) -> bool) -> bool {
    operands.into_iter().any(test)
}

/// The NaN that the operation delivers, quieted: the first in the order given.
pub(crate) fn first_nan<const N: usize>(operands: [Fr; N]) -> Option<Fr> {
    let nan = operands.into_iter().find(|operand| operand.is_nan())?;
    Some(Fr {
        sig: nan.sig | QUIET_BIT,
        ..nan
    })
}

/// Flags of the kinds that fault, with the fault code of those that are not masked.
#[inline]
pub(crate) fn faulted(flags: u32, masked: u32) -> Raised {
    Raised(flags | (flags & !masked & (V | D | Z)) << 8)
}
