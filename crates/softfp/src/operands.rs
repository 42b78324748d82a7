//! The checks of operands that all arithmetic instructions make before they compute.

use crate::fpsr::{D, Flagged, Raised, V, Z};
use crate::fr::{Fr, QUIET_BIT};

/// Whether a predicate holds for any operand.
#[inline]
pub(crate) fn any<const N: usize>(operands: [Fr; N], test: impl Fn(Fr) -> bool) -> bool {
    operands.into_iter().any(test)
}

/// The result and flags that NaNs and unsupported operands give: V and the indefinite for the latter,
/// else the first NaN in the order given, quieted, with V when any of them was signalling. `None`
/// when there is neither.
pub(crate) fn not_numbers<const N: usize>(operands: [Fr; N], masked: u32) -> Option<Flagged> {
    if any(operands, Fr::is_unsupported) {
        return Some(Flagged {
            value: Fr::INDEFINITE,
            raised: faulted(V, masked),
        });
    }
    let nan = operands.into_iter().find(|operand| operand.is_nan())?;
    let flags = if any(operands, Fr::is_snan) { V } else { 0 };
    Some(Flagged {
        value: Fr {
            sig: nan.sig | QUIET_BIT,
            ..nan
        },
        raised: faulted(flags, masked),
    })
}

/// Flags of the kinds that fault, with the fault code of those that are not masked.
#[inline]
pub(crate) fn faulted(flags: u32, masked: u32) -> Raised {
    Raised(flags | (flags & !masked & (V | D | Z)) << 8)
}
