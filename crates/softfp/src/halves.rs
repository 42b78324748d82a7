//! The two single-precision values of a parallel operand.
//!
//! Manual, volume 1, section 5.1 (parallel format): the high value is in bits 63:32 of the
//! significand, the low one in bits 31:0. Each half is computed as a register value of its own.

use crate::fpsr::{Flagged, Raised};
use crate::fr::Fr;

/// One of the two halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Half {
    High,
    Low,
}

/// A parallel operand, each half widened to a register value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    high: Fr,
    low: Fr,
}

impl Pair {
    pub(crate) fn of(value: Fr) -> Pair {
        Pair {
            high: Fr::from_single((value.sig >> 32) as u32),
            low: Fr::from_single(value.sig as u32),
        }
    }

    pub(crate) fn get(self, half: Half) -> Fr {
        match half {
            Half::High => self.high,
            Half::Low => self.low,
        }
    }
}

/// A parallel register from its two 32-bit halves.
#[inline]
pub(crate) fn join(high: u32, low: u32) -> Fr {
    Fr::from_sig((high as u64) << 32 | low as u64)
}

/// What two halves raise together: the codes of the low half stand beside those of the high half,
/// which are where a scalar operation has them.
pub(crate) fn join_raised(high: Raised, low: Raised) -> Raised {
    let codes = (low.fault_code() as u32) << 12 | (low.trap_code() as u32 >> 4) << 16;
    let flushed = (low.0 & Raised::FLUSHED) << 1;
    let both = Raised(high.0 | low.flags() | flushed | codes);
    if both.fault_code() != 0 {
        Raised(both.0 & 0xffff)
    } else {
        both
    }
}

/// Computes both halves as register values and packs them without rounding.
pub(crate) fn each_half(operation: impl Fn(Half) -> Flagged) -> Flagged {
    each_half_bits(|half| {
        let Flagged { value, raised } = operation(half);
        Flagged {
            value: value.to_single(),
            raised,
        }
    })
}

/// Computes both halves as 32-bit images.
pub(crate) fn each_half_bits(operation: impl Fn(Half) -> Flagged<u32>) -> Flagged {
    let (high, low) = (operation(Half::High), operation(Half::Low));
    Flagged {
        value: join(high.value, low.value),
        raised: join_raised(high.raised, low.raised),
    }
}
