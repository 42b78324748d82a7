//! Which operands of a multiply-add are negated.

use crate::fr::SIGN_BIT;

/// Which of the two operands of the sum is negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MulAdd {
    /// a × b + c
    Fma,
    /// a × b − c
    Fms,
    /// −(a × b) + c
    Fnma,
}

impl MulAdd {
    #[inline]
    pub(crate) const fn product_sign(self) -> u32 {
        if matches!(self, MulAdd::Fnma) {
            SIGN_BIT
        } else {
            0
        }
    }

    #[inline]
    pub(crate) const fn addend_sign(self) -> u32 {
        if matches!(self, MulAdd::Fms) {
            SIGN_BIT
        } else {
            0
        }
    }
}
