//! The instruction that a value, a resteer of fetch or a hold comes from, kept for a listener that adds up ([`events::Attention::sums`]). The model
//! writes it and never reads it.

use events::{CodeId, Culprit, Reason};

/// An instruction, and the reason for which others wait for it, in one word: from bit 0 on, 32 bits of code number, 8 of slot, 8 of reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin(u64);

/// In place of a code: the instruction is not known.
const NO_CODE: u32 = u32::MAX;

/// In place of a reason: the one that the stall implies.
const NO_REASON: u8 = u8::MAX;

const _: () = assert!(Reason::ALL.len() < NO_REASON as usize);

impl Origin {
    /// Neither is known.
    pub(crate) const UNKNOWN: Self = Self(NO_CODE as u64 | (NO_REASON as u64) << 40);

    /// An instruction's result, without a reason of its own.
    #[inline(always)]
    pub(crate) fn of(code: CodeId, index: u8) -> Self {
        Self(u64::from(code.0) | u64::from(index) << 32 | u64::from(NO_REASON) << 40)
    }

    /// An instruction, if it is known, with a reason.
    #[inline(always)]
    pub(crate) fn new(culprit: Option<Culprit>, reason: Reason) -> Self {
        let whose = culprit.map_or(Self::UNKNOWN, |it| Self::of(it.code, it.index));
        whose.because(reason)
    }

    /// The same instruction with a reason.
    #[inline(always)]
    pub(crate) fn because(self, reason: Reason) -> Self {
        Self(self.plainly().0 & !(0xff << 40) | (reason as u64) << 40)
    }

    /// The same instruction without a reason of its own.
    #[inline(always)]
    pub(crate) fn plainly(self) -> Self {
        Self(self.0 | u64::from(NO_REASON) << 40)
    }

    /// The instruction; `None`: not known.
    pub(crate) fn culprit(self) -> Option<Culprit> {
        let code = self.0 as u32;
        (code != NO_CODE).then_some(Culprit {
            code: CodeId(code),
            index: (self.0 >> 32) as u8,
        })
    }

    /// The reason; `None`: the one that the stall implies.
    pub(crate) fn reason(self) -> Option<Reason> {
        Reason::numbered((self.0 >> 40) as u8)
    }

    /// As words of a state of replay.
    #[inline(always)]
    pub(crate) fn words(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> 32) as u32]
    }

    /// From the words of a state.
    #[inline(always)]
    pub(crate) fn from_words([code, rest]: [u32; 2]) -> Self {
        Self(u64::from(code) | u64::from(rest) << 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_comes_back_from_its_words() {
        let load = Origin::of(CodeId(77), 59).because(Reason::LoadL3);
        for origin in [Origin::UNKNOWN, Origin::of(CodeId(0), 0), load] {
            assert_eq!(Origin::from_words(origin.words()), origin);
        }
        let culprit = Culprit {
            code: CodeId(77),
            index: 59,
        };
        assert_eq!(load.culprit(), Some(culprit));
        assert_eq!(load.reason(), Some(Reason::LoadL3));
        assert_eq!(load.plainly(), Origin::of(CodeId(77), 59));
        assert_eq!(load.because(Reason::LoadL2).reason(), Some(Reason::LoadL2));
        assert_eq!(Origin::UNKNOWN.culprit(), None);
        assert_eq!(Origin::UNKNOWN.reason(), None);
    }
}
