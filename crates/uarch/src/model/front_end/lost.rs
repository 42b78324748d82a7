//! What is lost at both ends of the decoupling buffer, by cause: at its entrance, cycles in which no block enters (bubbles) and the places for
//! bundles that stay empty; at its exit, the places of a group for bundles that have not entered (Itanium 2 manual: FE_BUBBLE, FE_LOST_BW,
//! BE_LOST_BW_DUE_TO_FE; Accounting 6 and 7). `crates/uarch/tests/model/losses.rs` checks them, Identities 8 in every run.

use crate::model::accounting::counters::Counters;
use events::{Probe, Raw, Site, Stall};
use std::ops::Range;

/// Why the front end delivers nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// A flush of the pipe, the start of a run among them.
    Flush,
    /// The resteer of a branch.
    Branch,
    /// A resteer that the loop predictor took back.
    Loop,
    /// A miss of ITLB.
    Tlb,
    /// A miss of L1I.
    Cache,
    /// No room in the buffer. Counted at the entrance only.
    Full,
}

impl Loss {
    /// The loss that a front-end stall makes; `None`: the stall is not the front end's. `resteer_taken_back`: the newest bubbles of a branch come
    /// from a resteer that the loop predictor took back.
    fn of(stall: Stall, resteer_taken_back: bool) -> Option<Self> {
        match stall {
            Stall::InstructionStart | Stall::FlushMispredict | Stall::FlushException => {
                Some(Self::Flush)
            }
            Stall::TakenBranch => Some(Self::of_branch(resteer_taken_back)),
            Stall::InstructionTlb => Some(Self::Tlb),
            Stall::InstructionCache => Some(Self::Cache),
            _ => None,
        }
    }

    /// The loss that the bubbles of a branch make.
    pub(super) fn of_branch(resteer_taken_back: bool) -> Self {
        if resteer_taken_back {
            Self::Loop
        } else {
            Self::Branch
        }
    }
}

/// Cycles in which no block enters the buffer, by loss.
const BUBBLES: [Raw; 6] = [
    Raw::FrontBubblesFlush,
    Raw::FrontBubblesBranch,
    Raw::FrontBubblesLoop,
    Raw::FrontBubblesTlb,
    Raw::FrontBubblesCache,
    Raw::FrontBubblesFull,
];

/// Places for bundles that stay empty at the entrance, by loss.
const ENTRANCE: [Raw; 6] = [
    Raw::FrontLostFlush,
    Raw::FrontLostBranch,
    Raw::FrontLostLoop,
    Raw::FrontLostTlb,
    Raw::FrontLostCache,
    Raw::FrontLostFull,
];

/// The two ways to count places for bundles that stay empty at the exit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Exit {
    /// In cycles that are charged to the front end (BE_LOST_BW_DUE_TO_FE).
    Charged,
    /// In all cycles, whatever else holds the back end (IDEAL_BE_LOST_BW_DUE_TO_FE).
    Ideal,
}

impl Exit {
    /// The quantity that counts a loss; `None`: the exit has none for it.
    fn raw(self, loss: Loss) -> Option<Raw> {
        let raws = match self {
            Self::Charged => [
                Raw::BackLostFlush,
                Raw::BackLostBranch,
                Raw::BackLostLoop,
                Raw::BackLostTlb,
                Raw::BackLostCache,
            ],
            Self::Ideal => [
                Raw::IdealLostFlush,
                Raw::IdealLostBranch,
                Raw::IdealLostLoop,
                Raw::IdealLostTlb,
                Raw::IdealLostCache,
            ],
        };
        raws.get(loss as usize).copied()
    }
}

/// The first of the quantities that this file counts; they are neighbours in [`Raw`].
pub(crate) const FIRST: Raw = Raw::LostFrontEnd;
/// How many of these quantities there are.
pub(crate) const COUNT: usize = Raw::IdealLostCache as usize - FIRST as usize + 1;

/// A group that waits for bundles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Awaited {
    /// Its first slot.
    pub site: Site,
    /// Entry of the block that holds its first bundle.
    pub first_entry: u64,
    /// The newest bubbles of a branch before it come from a resteer that the loop predictor took back.
    pub resteer_taken_back: bool,
}

impl<P: Probe> Counters<P> {
    /// Counts cycles `from` up to, not including, `to` as bubbles: no block, of so many bundles, enters in them.
    #[inline(always)]
    pub(super) fn bubble(&mut self, loss: Loss, from: u64, to: u64, bundles: u64) {
        // Accounting 6
        if to > from {
            self.lose_entrance(loss, from, to - from, bundles);
        }
    }

    fn lose_entrance(&mut self, loss: Loss, from: u64, cycles: u64, bundles: u64) {
        let site = Site::none();
        self.lose(1, BUBBLES[loss as usize], cycles, from, &site);
        self.lose(bundles, ENTRANCE[loss as usize], cycles, from, &site);
    }

    /// Tells the listener, if it has to hear of it, what [`bubble`](Self::bubble) would count; counts nothing.
    pub(super) fn report_loss(&mut self, loss: Loss, from: u64, to: u64, bundles: u64) {
        if !self.wants_losses() || !self.attention.counts || !self.hears(to) || to <= from {
            return;
        }
        let (cycles, site) = (u32::try_from(to - from).unwrap_or(u32::MAX), Site::none());
        self.probe
            .count(BUBBLES[loss as usize], cycles, from, &site);
        for _ in 0..bundles {
            self.probe
                .count(ENTRANCE[loss as usize], cycles, from, &site);
        }
    }

    /// Counts the empty places of a group that waits for bundles from a cycle up to another one: both of its two places until its first bundle
    /// enters, then one.
    #[inline(always)]
    pub(crate) fn starve(&mut self, exit: Exit, stall: Stall, from: u64, to: u64, group: &Awaited) {
        // Accounting 7
        let Some(raw) = Loss::of(stall, group.resteer_taken_back).and_then(|loss| exit.raw(loss))
        else {
            return;
        };
        let is_charged = matches!(exit, Exit::Charged);
        let split = group.first_entry.clamp(from, to.max(from));
        let partly = to.saturating_sub(split);
        if self.wants_losses() {
            self.tell_starved((raw, is_charged), from..split, partly, &group.site);
            return;
        }
        self.counts.add(raw, 2 * (split - from) + partly);
        if is_charged {
            self.counts.add(Raw::LostFrontEnd, 3 * partly);
        }
    }

    /// The same where the listener may have to hear of it: both places are empty in `empty`, one in the `partly` cycles behind it.
    #[inline(never)]
    fn tell_starved(
        &mut self,
        (raw, is_charged): (Raw, bool),
        empty: Range<u64>,
        partly: u64,
        site: &Site,
    ) {
        let none = Site::none();
        let Range {
            start: from,
            end: split,
        } = empty;
        self.lose(2, raw, split - from, from, &none);
        self.lose(1, raw, partly, split, &none);
        if is_charged {
            self.lose(3, Raw::LostFrontEnd, partly, split, site);
        }
    }
}
