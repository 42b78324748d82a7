//! Where a value, a path or a hold comes from: kept for a listener that adds up ([`events::Attention::sums`]). The model writes it
//! and never reads it.

use events::{CodeId, Culprit, Reason};

/// An instruction, and what those behind it wait for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The instruction; `None`: not known.
    pub culprit: Option<Culprit>,
    /// What it did; `None`: what its stall says.
    pub reason: Option<Reason>,
}

/// In the words of a state: no reason, no instruction.
const NONE: u32 = u32::MAX;

impl Origin {
    /// The result of an instruction.
    pub(crate) fn of(code: CodeId, index: u8) -> Self {
        Self {
            culprit: Some(Culprit { code, index }),
            reason: None,
        }
    }

    /// The same for a reason.
    pub(crate) fn because(self, reason: Reason) -> Self {
        Self {
            reason: Some(reason),
            ..self
        }
    }

    /// In words of a state.
    pub(crate) fn words(self) -> [u32; 2] {
        let (code, index) = self.culprit.map_or((NONE, 0), |c| (c.code.0, c.index));
        let reason = self.reason.map_or(u8::MAX, |reason| reason as u8);
        [code, u32::from(index) | u32::from(reason) << 8]
    }

    /// From the words of a state.
    pub(crate) fn from_words([code, rest]: [u32; 2]) -> Self {
        let [index, reason, ..] = rest.to_le_bytes();
        Self {
            culprit: (code != NONE).then_some(Culprit {
                code: CodeId(code),
                index,
            }),
            reason: Reason::numbered(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_comes_back_from_its_words() {
        let load = Origin::of(CodeId(77), 59).because(Reason::LoadL3);
        for origin in [Origin::default(), Origin::of(CodeId(0), 0), load] {
            assert_eq!(Origin::from_words(origin.words()), origin);
        }
    }
}
