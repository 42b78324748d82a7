//! The register frame as timing follows it: where r32 lies and how far the registers have rotated.
//!
//! The model sees no register values, so it follows calls, returns and rotation itself. That is
//! exact as long as calls and returns match; where they do not (`longjmp`, a switch of threads) the
//! frames before and after use other scoreboard entries than they would, which has no other effect.

use crate::model::register_stack::rename::{Mapping, STACKED_MASK};
use checkpoint::{Damage, Source, State};
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

    /// Whether it turns the rotating registers by one.
    #[inline(always)]
    pub(crate) fn turns(self) -> bool {
        use BranchKind::{Cexit, Ctop, Wexit, Wtop};
        matches!(self, Self::Branch(Ctop | Cexit | Wtop | Wexit))
    }
}

/// Frames of callers that are remembered; deeper recursion forgets the outermost.
const DEPTH: usize = 4096;

/// Rotating floating-point registers, and rotating predicates.
const ROTATING: [u8; 2] = [96, 48];

/// Sizes of a frame (frame, locals, rotating region) and the rotating register bases: a byte each of one word, which a call and a return move as a
/// whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marker(u64);

impl Marker {
    // The lowest bit of each field.
    const SOF: u32 = 0;
    const SOL: u32 = 8;
    const SOR: u32 = 16;
    const RRB_GR: u32 = 24;
    const RRB_FR: u32 = 32;
    const RRB_PR: u32 = 40;

    /// A frame whose bases are 0.
    #[inline(always)]
    fn new(sof: u8, sol: u8, sor: u8) -> Self {
        let place = |field: u8, at: u32| u64::from(field) << at;
        Self(place(sof, Self::SOF) | place(sol, Self::SOL) | place(sor, Self::SOR))
    }

    /// The field whose lowest bit is bit `at`.
    #[inline(always)]
    fn field(self, at: u32) -> u8 {
        (self.0 >> at) as u8
    }

    /// Sets that field.
    #[inline(always)]
    fn set(&mut self, at: u32, value: u8) {
        self.0 = self.0 & !(0xff << at) | u64::from(value) << at;
    }

    /// Whether there is a rotating region, or a base that is not 0.
    #[inline(always)]
    fn turns(self) -> bool {
        self.0 >> Self::SOR != 0
    }
}

impl State for Marker {
    fn save(&self, out: &mut Vec<u8>) {
        self.0.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.0.load(from)?;
        let [fr, pr] = ROTATING;
        let turns = self.field(Self::RRB_FR) < fr && self.field(Self::RRB_PR) < pr;
        match turns && self.0 >> (Self::RRB_PR + u8::BITS) == 0 {
            true => Ok(()),
            false => Err(Damage::new(format!("frame {:#x}", self.0))),
        }
    }
}

/// The current frame and those of its callers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frames {
    /// The current frame.
    marker: Marker,
    /// Running number of r32 among the stacked registers, wrapping.
    base: u16,
    /// Frames of the callers, the outermost first; those before index `oldest` are forgotten.
    callers: Vec<Marker>,
    oldest: usize,
}

checkpoint::state!(Frames { marker, base, oldest } grows { callers });

impl Frames {
    /// The current frame and rotation, as [`Renamer::enter`](super::rename::Renamer::enter) takes them.
    #[inline(always)]
    pub(crate) fn mapping(&self) -> Mapping {
        let base = self.base();
        if !self.turns() {
            return Mapping {
                base,
                ..Mapping::default()
            };
        }
        let field = |at| u16::from(self.marker.field(at));
        let sor = field(Marker::SOR);
        Mapping {
            base,
            sor,
            rrb_gr: field(Marker::RRB_GR) % sor.max(1),
            rrb_fr: field(Marker::RRB_FR),
            rrb_pr: field(Marker::RRB_PR),
        }
    }

    /// Number of frames in the list of callers, the forgotten ones included.
    pub(crate) fn depth(&self) -> usize {
        self.callers.len()
    }

    /// Position of r32 among the stacked entries, as [`Mapping::base`].
    #[inline(always)]
    pub(crate) fn base(&self) -> u16 {
        self.base & STACKED_MASK
    }

    /// Whether there is a rotating region, or a base that is not 0; if not, neither has the [mapping](Mapping::turns).
    #[inline(always)]
    pub(crate) fn turns(&self) -> bool {
        self.marker.turns()
    }

    /// Follows one instruction that executed; `taken` for branches.
    #[inline(always)]
    pub(crate) fn follow(&mut self, op: FrameOp, taken: bool) {
        // Latencies 10: calls, returns, alloc and rotation.
        let m = &mut self.marker;
        match op {
            FrameOp::Alloc(sof, sol, sor) => {
                let sizes = (1 << Marker::RRB_GR) - 1;
                m.0 = m.0 & !sizes | Marker::new(sof, sol, sor).0;
            }
            FrameOp::Cover => {
                self.base = self.base.wrapping_add(m.field(Marker::SOF).into());
                *m = Marker::default();
            }
            FrameOp::ClearBases { predicates_only } => {
                m.set(Marker::RRB_PR, 0);
                if !predicates_only {
                    m.set(Marker::RRB_GR, 0);
                    m.set(Marker::RRB_FR, 0);
                }
            }
            FrameOp::Branch(BranchKind::Call) if taken => self.call(),
            FrameOp::Branch(BranchKind::Ret) if taken => self.ret(),
            // The bases turn each time that it retires, also when the hardware finds ar.lc and ar.ec at 0 and would not turn them: the model does
            // not see these.
            _ if op.turns() => self.turn(),
            // Other branches, and calls and returns that are not taken, leave the frame. That to which an rfi returns is not known: it stays, too.
            FrameOp::Branch(_) | FrameOp::Resume => {}
        }
    }

    /// The rotating registers turn by one.
    #[inline(always)]
    pub(crate) fn turn(&mut self) {
        let m = self.marker;
        let turned = |at: u32, size: u8| {
            let base = match m.field(at) {
                0 => size,
                base => base,
            };
            u64::from(base.wrapping_sub(1)) << at
        };
        let general = match m.field(Marker::SOR) {
            0 => 0,
            size => turned(Marker::RRB_GR, size),
        };
        let [fr, pr] = ROTATING;
        let sizes = (1 << Marker::RRB_GR) - 1;
        let others = turned(Marker::RRB_FR, fr) | turned(Marker::RRB_PR, pr);
        self.marker = Marker(m.0 & sizes | general | others);
    }

    /// A call: the caller's outputs become the new frame.
    #[inline(always)]
    fn call(&mut self) {
        let caller = self.marker;
        if self.callers.len() - self.oldest == DEPTH {
            self.forget_oldest();
        }
        self.callers.push(caller);
        let (sof, sol) = (caller.field(Marker::SOF), caller.field(Marker::SOL));
        self.base = self.base.wrapping_add(u16::from(sol));
        self.marker = Marker::new(sof.saturating_sub(sol), 0, 0);
    }

    /// Forgets the outermost caller; the list is shortened when it has twice the length.
    #[inline(never)]
    fn forget_oldest(&mut self) {
        self.oldest += 1;
        if self.oldest == DEPTH {
            self.callers.drain(..DEPTH);
            self.oldest = 0;
        }
    }

    /// A return: the caller's frame comes back, an empty one if it is forgotten.
    #[inline(always)]
    fn ret(&mut self) {
        let caller = if self.callers.len() > self.oldest {
            self.callers.pop().unwrap_or_default()
        } else {
            Marker::default()
        };
        let sol = caller.field(Marker::SOL);
        self.base = self.base.wrapping_sub(u16::from(sol));
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
    fn a_frame_is_kept_with_its_turns_and_one_that_turned_too_far_is_refused() {
        let mut frames = Frames::default();
        frames.follow(FrameOp::Alloc(24, 20, 16), false);
        frames.follow(FrameOp::Branch(BranchKind::Ctop), true);
        let mut saved = Vec::new();
        frames.marker.save(&mut saved);
        let mut loaded = Marker::default();
        assert_eq!(loaded.load(&mut Source::new(&saved)), Ok(()));
        assert_eq!(loaded.0, frames.marker.0);
        assert_eq!(loaded.field(Marker::RRB_FR), 95);
        for (at, value) in [(Marker::RRB_FR, 96), (Marker::RRB_PR, 48), (48, 1)] {
            let mut far = frames.marker;
            far.set(at, value);
            saved.clear();
            far.save(&mut saved);
            assert!(loaded.load(&mut Source::new(&saved)).is_err(), "{at}");
        }
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
