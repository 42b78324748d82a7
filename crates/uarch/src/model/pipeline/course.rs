//! What an execution met: the model's own account of it, for a shortcut around the model.
//!
//! The model writes it and never reads it; a run without shortcuts is timed alike.

use crate::model::branch_prediction::Predicted;
use crate::model::front_end::Log;
use crate::model::issue::registers::Registers;
use crate::model::memory::tlb::Translation;
use crate::model::pipeline::access::Reached;
use crate::model::plan::Group;
use crate::model::register_stack::rename::Mapping;

/// More than the groups of a block.
const MAX_GROUPS: usize = 64;

/// More than the references of a block.
const MAX_REFERENCES: usize = 64;

/// What a translation or an access met, in a word: 0 if it took its least time and held nothing. What follows it in the pipe
/// depends on nothing else of it.
pub(crate) type Delay = u64;

/// What the newest execution met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// Cycles in which its groups issued.
    pub issues: Log<u64, MAX_GROUPS>,
    /// Translations of its references: the cycles in which they were asked for, and their delays.
    pub translations: Log<(u64, Delay), MAX_REFERENCES>,
    /// Its accesses: the cycles in which they were issued, and their delays.
    pub accesses: Log<(u64, Delay), MAX_REFERENCES>,
    /// Its groups with stores: the cycles in which they could issue at the earliest, and those for which they waited from then on for room
    /// in the store buffer.
    pub rooms: Log<(u64, Delay), MAX_GROUPS>,
    /// The first group issued in the cycle of the group before; kept for a listener.
    pub joined: bool,
    /// A group waited for room.
    pub waited: bool,
    /// Steps of it were [made before](Ahead).
    pub stepped: bool,
    /// Something took longer than its least time.
    pub late: bool,
    /// Something else took longer than its least time, or had an effect that not every execution has.
    pub delayed: bool,
    /// Flushes because a multimedia result was used early.
    pub early_uses: u32,
    /// The newest prediction of a branch bundle.
    pub prediction: Option<Predicted>,
    /// Slots of the newest branch bundle whose branch registers were written in time for the front end.
    pub in_time: u8,
}

impl Course {
    /// An execution begins.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.issues.clear();
        self.translations.clear();
        self.accesses.clear();
        self.rooms.clear();
        self.joined = false;
        self.waited = false;
        self.late = false;
        self.delayed = false;
        self.early_uses = 0;
        self.in_time = 0;
    }

    /// A reference was translated; a delay that fits in no word is one of another kind.
    #[inline(always)]
    pub(crate) fn translated(&mut self, asked: u64, delay: Option<Delay>) {
        self.late |= delay != Some(0);
        self.delayed |= delay.is_none();
        self.translations.push((asked, delay.unwrap_or_default()));
    }

    /// A group with stores found room in a cycle.
    #[inline(always)]
    pub(crate) fn found_room(&mut self, earliest: u64, room: u64) {
        let delay = room.saturating_sub(earliest);
        self.waited |= delay != 0;
        self.late |= delay != 0;
        self.rooms.push((earliest, delay));
    }

    /// An access was made.
    #[inline(always)]
    pub(crate) fn accessed(&mut self, issue: u64, delay: Option<Delay>) {
        self.late |= delay != Some(0);
        self.delayed |= delay.is_none();
        self.accesses.push((issue, delay.unwrap_or_default()));
    }
}

/// Steps of an execution that a caller made before it was timed. Prediction and renaming follow program order alone,
/// so that they may be made first; references only in the cycles in which they will be made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    /// The branch bundle has been predicted and learned.
    pub prediction: Option<Predicted>,
    /// The frame has been followed; the mapping is that before.
    pub mapping: Option<Mapping>,
    /// The first references have been translated.
    pub translations: Log<Translation, MAX_REFERENCES>,
    /// The first accesses have been made.
    pub accesses: Log<Reached, MAX_REFERENCES>,
    /// The cycles in which the first groups with stores find room.
    pub rooms: Log<u64, MAX_GROUPS>,
}

impl Ahead {
    /// Nothing has been done of the next execution.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.prediction = None;
        self.mapping = None;
        self.translations.clear();
        self.accesses.clear();
        self.rooms.clear();
    }

    /// Whether steps of references have been made.
    #[inline(always)]
    pub(crate) fn has_steps(&self) -> bool {
        !self.translations.is_empty() || !self.rooms.is_empty()
    }
}

/// Looks on while groups are timed, and changes nothing.
pub(crate) trait Observer {
    /// A group is about to issue, not before `earliest`; none of its results has been written.
    fn group(&mut self, group: &Group, earliest: u64, registers: &Registers);
}

impl Observer for () {
    #[inline(always)]
    fn group(&mut self, _: &Group, _: u64, _: &Registers) {}
}
