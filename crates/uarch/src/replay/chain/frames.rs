//! Whether the register frame and those of its callers are at the end of a turn what they were one turn before: then what a turn does to them need
//! not be followed.

use super::Link;
use crate::model::plan::table::PlanTable;
use crate::model::register_stack::frame::{FrameOp, Frames};
use crate::replay::memos::Memos;

/// With more callers than this frames are not compared but followed, as each comparison looks at all of them.
const MOST_CALLERS: usize = 256;

/// Ends of turns at which frames are compared with those a turn before; if they differ each time, they are followed.
const LOOKS: u32 = 3;

/// What is known of the frames in a chain.
#[derive(Debug, Default)]
pub(super) struct TurnFrames {
    /// What a turn does to them: number of the link, operation, and whether that is the branch taken.
    ops: Vec<(usize, FrameOp, bool)>,
    /// They are what they were a turn before, or nothing changes them: they are not followed.
    pub folded: bool,
    /// What they were at the end of the newest turn, and at how many ends they were compared.
    before: Option<Frames>,
    looks: u32,
}

impl TurnFrames {
    /// A chain of links begins.
    pub(super) fn begin(&mut self, links: &[Link], memos: &Memos, plans: &PlanTable) {
        self.ops.clear();
        for (number, link) in links.iter().enumerate().filter(|(_, link)| link.frames) {
            let body = &memos.bodies[link.body as usize];
            let retired = body.retired();
            let ops = plans.plan(body.plan).frame_ops.iter();
            let executed = ops.filter(|&&(slot, _)| retired >> slot & 1 != 0);
            let ops = executed.map(|&(slot, op)| (number, op, link.taken == Some(slot)));
            self.ops.extend(ops);
        }
        self.before = None;
        self.folded = self.ops.is_empty();
        self.looks = if self.folded { LOOKS } else { 0 };
    }

    /// Whether turns need not be looked at: nothing changes the frames, or it is known whether they are folded.
    #[inline(always)]
    pub(super) fn is_known(&self) -> bool {
        self.looks == LOOKS
    }

    /// A turn ends; true: it has just been found that frames need not be followed.
    pub(super) fn turn(&mut self, frames: &Frames) -> bool {
        if self.is_known() || frames.depth() > MOST_CALLERS {
            self.looks = LOOKS;
            return false;
        }
        self.looks += 1;
        self.folded = self.before.as_ref() == Some(frames);
        if self.folded {
            self.looks = LOOKS;
        }
        self.before = (!self.is_known()).then(|| frames.clone());
        self.folded
    }

    /// The chain ends before link `at`: if frames were not followed, does to them what the links of the begun turn did. Whole turns change nothing.
    pub(super) fn end(&self, at: usize, frames: &mut Frames) {
        if self.folded {
            for &(_, op, taken) in self.ops.iter().filter(|&&(number, ..)| number < at) {
                frames.follow(op, taken);
            }
        }
    }
}
