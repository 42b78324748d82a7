//! The register frame as timing follows it: where r32 lies and how far the registers have rotated.
//!
//! The model sees no register values, so it follows calls, returns and rotation by itself. That is
//! exact as long as calls and returns match; where they do not (`longjmp`, a switch of threads) the
//! frames before and after merely use other scoreboard entries.

use crate::model::register_stack::rename::{Mapping, STACKED_MASK};
use isa::BranchKind;

/// What an instruction does to the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameOp {
    /// alloc: sizes of frame, locals and rotating region.
    Alloc(u8, u8, u8),
    /// A branch.
    Branch(BranchKind),
    /// cover.
    Cover,
    /// rfi.
    Resume,
    /// clrrrb and clrrrb.pr.
    ClearBases {
        /// Only those of the predicates.
        predicates_only: bool,
    },
}

impl FrameOp {
    /// Whether it may change the sizes of the register stack; rotation does not.
    pub(crate) fn may_resize(self) -> bool {
        match self {
            Self::Alloc(..) | Self::Cover | Self::Resume => true,
            Self::Branch(kind) => matches!(kind, BranchKind::Call | BranchKind::Ret),
            Self::ClearBases { .. } => false,
        }
    }
}

/// Frames of callers that are remembered; deeper recursion forgets the outermost.
const DEPTH: usize = 4096;

#[derive(Clone, Copy, Debug, Default)]
struct Marker {
    sof: u8,
    sol: u8,
    sor: u8,
    rrb_gr: u8,
    rrb_fr: u8,
    rrb_pr: u8,
}

checkpoint::state!(Marker {
    sof,
    sol,
    sor,
    rrb_gr,
    rrb_fr,
    rrb_pr
});

/// Follows the frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    marker: Marker,
    base: u16,
    callers: Vec<Marker>,
    oldest: usize,
}

checkpoint::state!(Frames { marker, base, oldest } grows { callers });

impl Frames {
    /// The current frame and rotation, as [`Renamer::enter`](super::rename::Renamer::enter) takes them.
    #[inline(always)]
    pub(crate) fn mapping(&self) -> Mapping {
        let m = &self.marker;
        let base = self.base & STACKED_MASK;
        if m.sor | m.rrb_gr | m.rrb_fr | m.rrb_pr == 0 {
            return Mapping {
                base,
                ..Mapping::default()
            };
        }
        Mapping {
            base,
            sor: u16::from(m.sor),
            rrb_gr: u16::from(m.rrb_gr) % u16::from(m.sor).max(1),
            rrb_fr: u16::from(m.rrb_fr),
            rrb_pr: u16::from(m.rrb_pr),
        }
    }

    /// Follows one instruction that executed; `taken` for branches.
    #[inline]
    pub(crate) fn follow(&mut self, op: FrameOp, taken: bool) {
        // Latencies 10: calls, returns, alloc and rotation.
        let m = &mut self.marker;
        match op {
            FrameOp::Alloc(sof, sol, sor) => (m.sof, m.sol, m.sor) = (sof, sol, sor),
            FrameOp::Cover => {
                self.base = self.base.wrapping_add(u16::from(m.sof));
                *m = Marker::default();
            }
            FrameOp::ClearBases { predicates_only } => {
                m.rrb_pr = 0;
                if !predicates_only {
                    (m.rrb_gr, m.rrb_fr) = (0, 0);
                }
            }
            FrameOp::Branch(BranchKind::Call) if taken => self.call(),
            FrameOp::Branch(BranchKind::Ret) if taken => self.ret(),
            // The bases turn each time, but for a branch that finds its epilogue already over.
            FrameOp::Branch(
                BranchKind::Ctop | BranchKind::Cexit | BranchKind::Wtop | BranchKind::Wexit,
            ) => {
                let turn = |base: u8, size: u8| match (base, size) {
                    (_, 0) => 0,
                    (0, size) => size - 1,
                    (base, _) => base - 1,
                };
                m.rrb_gr = turn(m.rrb_gr, m.sor);
                m.rrb_fr = turn(m.rrb_fr, 96);
                m.rrb_pr = turn(m.rrb_pr, 48);
            }
            // Neither has a caller that is remembered.
            FrameOp::Branch(_) | FrameOp::Resume => {}
        }
    }

    fn call(&mut self) {
        let caller = self.marker;
        if self.callers.len() - self.oldest == DEPTH {
            self.oldest += 1;
            if self.oldest == DEPTH {
                self.callers.drain(..DEPTH);
                self.oldest = 0;
            }
        }
        self.callers.push(caller);
        self.base = self.base.wrapping_add(u16::from(caller.sol));
        self.marker = Marker {
            sof: caller.sof.saturating_sub(caller.sol),
            ..Marker::default()
        };
    }

    fn ret(&mut self) {
        let caller = if self.callers.len() > self.oldest {
            self.callers.pop().unwrap_or_default()
        } else {
            Marker::default()
        };
        self.base = self.base.wrapping_sub(u16::from(caller.sol));
        self.marker = caller;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::register_stack::rename::{Renamer, logical};
    use isa::Register;

    fn entry(frames: &Frames, r: u8) -> u16 {
        let mut renamer = Renamer::new();
        renamer.enter(frames.mapping());
        renamer.entry(logical(Register::Gr(r)).unwrap())
    }

    #[test]
    fn a_call_makes_the_outputs_the_inputs_and_the_return_takes_it_back() {
        let mut frames = Frames::default();
        frames.follow(FrameOp::Alloc(10, 7, 0), false);
        let output = entry(&frames, 39);
        frames.follow(FrameOp::Branch(BranchKind::Call), true);
        assert_eq!(entry(&frames, 32), output);
        frames.follow(FrameOp::Alloc(20, 18, 0), false);
        frames.follow(FrameOp::Branch(BranchKind::Ret), true);
        assert_eq!(entry(&frames, 39), output);
    }

    #[test]
    fn a_loop_branch_turns_the_rotating_registers_by_one() {
        let mut frames = Frames::default();
        frames.follow(FrameOp::Alloc(24, 24, 16), false);
        let before = entry(&frames, 32);
        frames.follow(FrameOp::Branch(BranchKind::Ctop), true);
        assert_eq!(entry(&frames, 33), before);
    }

    #[test]
    fn endless_calls_do_not_grow_the_list_of_callers_without_bound() {
        let mut frames = Frames::default();
        for _ in 0..10 * DEPTH {
            frames.follow(FrameOp::Branch(BranchKind::Call), true);
        }
        assert!(frames.callers.len() <= 2 * DEPTH);
    }
}
