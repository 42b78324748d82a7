//! The interface between the model and replay: [`Course`], the model's record of what an execution met; [`DoneAhead`], steps of an execution that
//! replay made before it gave the execution to the model; [`Observer`], which is shown each group.
//!
//! The model writes the course and never reads it: a run without replay is timed alike.

use crate::model::branch_prediction::Predicted;
pub(crate) use crate::model::front_end::Delay;
use crate::model::front_end::Log;
use crate::model::issue::registers::Registers;
use crate::model::memory::tlb::Translation;
use crate::model::pipeline::access::Reached;
use crate::model::pipeline::stack_traffic::Moved;
use crate::model::plan::Group;
use crate::model::register_stack::rename::Mapping;

/// Most groups kept of an execution: more than a block has, with 60 slots at most.
const MAX_GROUPS: usize = 64;

/// Most references kept of an execution: more than a block has, with 60 slots at most.
const MAX_BLOCK_REFERENCES: usize = 64;

/// Most spills and fills kept of an execution: as many as one has that replay makes.
pub(crate) const MAX_TRAFFIC: usize = 4;

/// What the newest execution met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// Issue cycles of its groups.
    pub issues: Log<u64, MAX_GROUPS>,
    /// Translations of its references: the cycle in which each was asked for, and its delay.
    pub translations: Log<(u64, Delay), MAX_BLOCK_REFERENCES>,
    /// Its accesses: the issue cycle of each, and its delay.
    pub accesses: Log<(u64, Delay), MAX_BLOCK_REFERENCES>,
    /// Its groups with stores: the cycle in which each could issue at the earliest, and how many cycles from then on the store buffer had no room.
    pub rooms: Log<(u64, Delay), MAX_GROUPS>,
    /// Its groups with a fence: the cycle in which each could issue at the earliest, and how many cycles from then on loads or stores were under way.
    pub drains: Log<(u64, Delay), MAX_GROUPS>,
    /// Its spills and fills: the slot of each, the cycle of its first reference, and its delay.
    pub moved: Log<(u8, u64, Delay), MAX_TRAFFIC>,
    /// It has a semaphore, a fence, a spill or a fill: replay makes its steps one by one, whether or not one is late.
    pub stepwise: bool,
    /// The first group issued in the cycle of the group before; kept for a listener.
    pub joined: bool,
    /// A group found the store buffer without room, or a fence waited.
    pub waited: bool,
    /// Its steps are remembered even if none is late: they, or look-ups of its blocks, were made [ahead](DoneAhead), or were to be.
    pub remembers_steps: bool,
    /// Look-ups of its blocks are among them.
    pub remembers_fetches: bool,
    /// One of the delays above is not 0.
    pub has_delays: bool,
    /// Something happened that the logs above do not describe: a delay that fits in no word, or a rare effect such as an insert of a
    /// translation. Replay makes no memo of such an execution.
    pub unmemoizable: bool,
    /// Multimedia flushes (Latencies 9).
    pub early_uses: u32,
    /// Valid syllables that the flush behind a failed check discarded.
    pub killed: u64,
    /// The newest prediction of a branch bundle.
    pub prediction: Option<Predicted>,
    /// Slots of the newest branch bundle, a bit for each of its three, whose branch registers were written in time (Branch prediction 6).
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
        self.drains.clear();
        self.moved.clear();
        self.stepwise = false;
        self.joined = false;
        self.waited = false;
        self.has_delays = false;
        self.unmemoizable = false;
        self.early_uses = 0;
        self.killed = 0;
        self.in_time = 0;
    }

    /// A reference was translated. `None`: its delay fits in no word.
    #[inline(always)]
    pub(crate) fn translated(&mut self, asked: u64, delay: Option<Delay>) {
        self.has_delays |= delay != Some(0);
        self.unmemoizable |= delay.is_none();
        self.translations.push((asked, delay.unwrap_or_default()));
    }

    /// The store buffer has room for a group's stores from cycle `room` on; the group could have issued in cycle `earliest`.
    #[inline(always)]
    pub(crate) fn found_room(&mut self, earliest: u64, room: u64) {
        let delay = room.saturating_sub(earliest);
        self.waited |= delay != 0;
        self.has_delays |= delay != 0;
        self.rooms.push((earliest, delay));
    }

    /// Nothing that a fence waits for is under way from cycle `until` on; its group could have issued in cycle `earliest`.
    pub(crate) fn drained(&mut self, earliest: u64, until: u64) {
        let delay = until.saturating_sub(earliest);
        self.waited |= delay != 0;
        self.has_delays |= delay != 0;
        self.stepwise = true;
        self.drains.push((earliest, delay));
    }

    /// A spill or fill was made for the instruction in a slot, from cycle `first` on. `None`: its delay fits in no word.
    pub(crate) fn moved(&mut self, slot: u8, first: u64, delay: Option<Delay>) {
        self.has_delays |= delay != Some(0);
        self.unmemoizable |= delay.is_none();
        self.stepwise = true;
        self.moved.push((slot, first, delay.unwrap_or_default()));
    }

    /// An access was made by a group that issued in a cycle. `None`: its delay fits in no word.
    #[inline(always)]
    pub(crate) fn accessed(&mut self, issue: u64, delay: Option<Delay>) {
        self.has_delays |= delay != Some(0);
        self.unmemoizable |= delay.is_none();
        self.accesses.push((issue, delay.unwrap_or_default()));
    }
}

/// Steps of an execution that replay made before the model times it: the model takes their results from here instead of making them again.
/// Prediction and renaming depend on program order alone, so they may be made before any group is timed. References depend on the cycle in which
/// they are made, and are made ahead only in the cycle in which the model would make them; the same holds for look-ups of its blocks, whose results
/// the front end has ([`FrontEnd::ahead`](crate::model::front_end::FrontEnd::ahead)).
#[derive(Clone, Debug, Default)]
pub(crate) struct DoneAhead {
    /// The prediction of the branch bundle, which has been learned.
    pub prediction: Option<Predicted>,
    /// The register frame has been followed through the execution; this is the mapping before it.
    pub mapping: Option<Mapping>,
    /// Translations of the first references.
    pub translations: Log<Translation, MAX_BLOCK_REFERENCES>,
    /// Outcomes of the first accesses.
    pub accesses: Log<Reached, MAX_BLOCK_REFERENCES>,
    /// The cycles in which there is room for the stores of the first groups that have any.
    pub rooms: Log<u64, MAX_GROUPS>,
    /// The cycles from which on nothing is under way that the first fences wait for.
    pub drains: Log<u64, MAX_GROUPS>,
    /// What the first spills and fills met.
    pub moved: Log<Moved, MAX_TRAFFIC>,
    /// Steps were to be made, but no body has any with the beginning of this execution.
    pub lacks_steps: bool,
    /// Look-ups of its blocks were to be among them.
    pub lacks_fetches: bool,
}

impl DoneAhead {
    /// Clears all steps: none has been made of the next execution.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.prediction = None;
        self.mapping = None;
        self.translations.clear();
        self.accesses.clear();
        self.rooms.clear();
        self.drains.clear();
        self.moved.clear();
        (self.lacks_steps, self.lacks_fetches) = (false, false);
    }

    /// Whether references were translated, room for stores found, fences asked what they wait for, or registers spilled or filled.
    #[inline(always)]
    pub(crate) fn has_steps(&self) -> bool {
        let Self {
            translations,
            rooms,
            drains,
            moved,
            ..
        } = self;
        !(translations.is_empty() && rooms.is_empty() && drains.is_empty() && moved.is_empty())
    }
}

/// Is shown each group while it is timed, and changes nothing.
pub(crate) trait Observer {
    /// A group is about to issue, not before `earliest`; none of its results has been written.
    fn group(&mut self, group: &Group, earliest: u64, registers: &Registers);
}

impl Observer for () {
    #[inline(always)]
    fn group(&mut self, _: &Group, _: u64, _: &Registers) {}
}
