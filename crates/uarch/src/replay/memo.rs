//! The parts of a memo. A [`Body`] is an execution of a block from one state of the pipe up to its branch: the fetches and memory references
//! that decided its time, and what it did and counted. An [`Exit`] is one way in which such executions ended: what decides that it is taken, and
//! the state that it leads to. Cycles are counted from the issue before the execution, the newest one when it begins, unless said otherwise.

use crate::model::branch_prediction::{NO_TARGET, Near, TablePositions};
use crate::model::front_end::{Streamed, WrongPath};
use crate::model::memory::cache::Hierarchy;
use crate::model::memory::tlb::Located;
use crate::model::pipeline::course::Delay;
use crate::model::pipeline::{Skipped, slots};
use crate::model::plan::Memory;
use crate::replay::chain::Turns;
use crate::replay::hits::Place;
use events::{Probe, Raw, Stall};

/// In place of the number of a state, a body or an exit: there is none.
pub(crate) const NONE: u32 = u32::MAX;
/// Items of a list that all memos of a kind share.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    /// The first.
    pub from: u32,
    /// How many.
    pub count: u32,
}

impl Span {
    /// The items.
    #[inline(always)]
    pub(crate) fn of<T>(self, list: &[T]) -> &[T] {
        list.get(self.from as usize..(self.from + self.count) as usize)
            .unwrap_or_default()
    }

    /// The items, to be changed.
    #[inline(always)]
    pub(crate) fn of_mut<T>(self, list: &mut [T]) -> &mut [T] {
        list.get_mut(self.from as usize..(self.from + self.count) as usize)
            .unwrap_or_default()
    }

    /// Appends items to a list.
    pub(crate) fn append<T: Copy>(list: &mut Vec<T>, items: &[T]) -> Self {
        let from = list.len() as u32;
        list.extend_from_slice(items);
        Self {
            from,
            count: items.len() as u32,
        }
    }
}

/// A fetch that found its block at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fetch {
    /// Address.
    pub address: u64,
    /// Cycle of the look-up, counted from the issue before the execution.
    pub cycle: i32,
    /// Where L1I has its line, as long as the body has its [version](Body::l1i_version).
    pub place: u32,
}

/// Kind of a memory reference that a replay can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An integer load that hits L1D.
    Load,
    /// The same, so close behind a store of the same execution that it can conflict with it.
    LoadNearStore,
    /// A floating-point load that hits the first cache that it asks.
    FpLoad,
    /// The same, so close behind a store of the same execution that it can be refused for it.
    FpLoadNearStore,
    /// A store that hits L2.
    Store,
    /// An lfetch that finds its line in L1D.
    Prefetch,
}

impl Kind {
    /// Whether it is an integer load.
    #[inline(always)]
    pub(crate) fn is_load(self) -> bool {
        matches!(self, Self::Load | Self::LoadNearStore)
    }

    /// Whether it is a floating-point load.
    #[inline(always)]
    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::FpLoad | Self::FpLoadNearStore)
    }
}

/// A memory reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reference {
    /// Kind.
    pub kind: Kind,
    /// Bytes accessed.
    pub bytes: u8,
    /// Slot of its instruction.
    pub slot: u8,
    /// It asks the second level of the data TLB alone.
    pub direct: bool,
    /// Cycle of the reference, counted from the issue before the execution.
    pub at: u32,
    /// Where caches have its line, as the newest look-up found it.
    pub place: Place,
    /// Where the newest look-up found it; it holds as long as the versions of then ([`LookupVersions`]) do.
    pub located: Located,
}

/// Versions of the caches and the data TLB when the references of a body were looked for last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LookupVersions {
    /// The data TLB's version: when it changes, translations are looked for again.
    pub translations: u64,
    /// A sum of its, L1D's and L2's versions: when it changes, lines are looked for again.
    pub lines: u64,
}

impl LookupVersions {
    /// Nothing is known yet.
    pub(crate) const NEW: Self = Self {
        translations: u64::MAX,
        lines: u64::MAX,
    };
}

/// Which references of an execution are of a kind: a bit for each of the first 32.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kinds {
    /// Stores.
    pub stores: u32,
    /// What asks L2.
    pub requests: u32,
    /// Loads so close behind a store that it can be in their way.
    pub near_stores: u32,
    /// One of them asks the second level of the data TLB alone.
    pub direct: bool,
}

impl Kinds {
    /// Notes the kind of the reference with a number.
    pub(crate) fn note(&mut self, number: usize, kind: Kind, direct: bool, caches: &Hierarchy) {
        let here = 1_u32.wrapping_shl(number as u32);
        if kind == Kind::Store {
            self.stores |= here;
        }
        if kind == Kind::Store || kind.is_float() && caches.fp_bypasses_l1d {
            self.requests |= here;
        }
        if matches!(kind, Kind::LoadNearStore | Kind::FpLoadNearStore) {
            self.near_stores |= here;
        }
        self.direct |= direct;
    }
}

impl Reference {
    /// The same reference; its line is looked up each time.
    pub(crate) fn without_line(self) -> Self {
        Self {
            located: self.located.without_line(),
            ..self
        }
    }

    const NONE: Self = Self {
        kind: Kind::Load,
        bytes: 0,
        slot: 0,
        direct: false,
        at: 0,
        place: Place::ABSENT,
        located: Located::NOWHERE,
    };
}

/// What a step of an execution asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// The look-up of the fetch block at an address. Only where [fetches are steps](Body::fetches_late).
    Fetch(u64),
    /// Room in the store buffer for so many stores of a group.
    Room(u32),
    /// What no reference asks.
    Rare(Rare),
    /// The translation of a reference.
    Translation,
    /// Its access.
    Access,
}

/// What a step asks that is none of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rare {
    /// What a fence waits for.
    Drain,
    /// A spill or fill of the register stack.
    Move,
}

/// A step of an execution that has a semaphore, a fence, a spill or a fill, or some of whose steps were late, or were expected to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The reference; where a group asks for room, the first of its stores; [`Memory::NONE`] for a look-up of code, and with the slot for a fence, a
    /// spill or a fill.
    pub memory: Memory,
    /// Its number among those that the execution makes; that of a spill or fill among these.
    pub number: u8,
    /// What it asks.
    pub asks: Asks,
    /// Cycle in which the translation or the code is asked for, the first register is spilled or filled, or the group issues, or could issue if it
    /// need not wait for room or at a fence, counted from the issue before the execution. Code may be asked for before that (modulo 2^32).
    pub at: u32,
    /// What it met.
    pub delay: Delay,
}

/// A group with stores that did not wait for room in the store buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoreDemand {
    /// Stores of the execution before the last one of the group.
    pub behind: u32,
    /// Cycle in which the group could have issued at the earliest, counted from the issue before the
    /// execution.
    pub earliest: u32,
}

/// What an execution's time depends on of its notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Noted {
    /// Slots of speculative loads and prefetches that were deferred.
    pub deferred: u64,
    /// Slots of check loads that found their ALAT entry.
    pub hits: u64,
    /// Spills and fills in their order, 16 bits each, the newest from bit 0 on: 8 bits of doublewords, 6 of the slot, 1 for a fill, and 1 that is
    /// always set.
    pub stack: u64,
    /// Facts that are only counted, and the failed check that ended the execution, in their order, 9 bits each, the newest from bit 0 on: 6 bits of the
    /// slot, and 3 that say which, never 0.
    pub counted: u64,
}

impl Noted {
    /// There are no notes.
    pub(crate) const NONE: Self = Self {
        deferred: 0,
        hits: 0,
        stack: 0,
        counted: 0,
    };

    /// Whether there are no notes.
    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        self.deferred | self.hits | self.stack | self.counted == 0
    }

    /// Slots whose references make no access.
    pub(crate) fn skipped(self) -> u64 {
        self.deferred | self.hits
    }
}

/// An execution of a block from one state: everything up to its branch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// Number of the block.
    pub code: u32,
    /// The first slot that retired.
    pub first: u8,
    /// One past the last slot that retired.
    pub end: u8,
    /// Syllables that retire: `end` less `first`.
    pub retires: u32,
    /// Valid syllables that the flush behind its failed check discards.
    pub killed: u32,
    /// Slots that retired with a true predicate, of those that matter.
    pub on: u64,
    /// Slots whose predicates matter to time.
    pub matters: u64,
    /// Slots that retired with a false predicate, of those that matter.
    pub squashed: u64,
    /// Slots with predicates that do not matter to time.
    pub neutral: u64,
    /// What its time depends on of its notes.
    pub noted: Noted,
    /// Which addresses of an execution are theirs: bit n for the nth.
    pub skipped: u64,
    /// How many of each kind they are.
    pub forgone: Skipped,
    /// The next body in the state's list: that of bodies with notes, or that of the others.
    pub sibling: u32,
    /// The first exit.
    pub exits: u32,
    /// The plan that was followed.
    pub plan: u32,
    /// Part of a page that holds its code, or [`SEVERAL_PARTS`](super::fetch::SEVERAL_PARTS).
    pub part: u64,
    /// The version of L1I in which all fetches were found there last ([`Array::version`](crate::model::memory::cache::Array::version)).
    pub l1i_version: u64,
    /// Fetches.
    pub fetches: Span,
    /// Cycle of the last fetch, counted from the issue before the execution; [`i32::MIN`]: there is none.
    pub fetched_until: i32,
    /// When a replay last used the line of the last fetch, as L1I's policy counts; where that is later than the policy itself knows, its uses are
    /// postponed ([`Touched`](super::touched::Touched)).
    pub touched: u64,
    /// Slots of its branch bundle whose branch registers were written in time for the front end (Branch prediction 6).
    pub in_time: u8,
    /// Memory references.
    pub references: Span,
    /// References step by step, if some of them were late or were expected to be: then `references` is empty.
    pub steps: Span,
    /// Its fetches are among the steps, since one of them was delayed or was expected to be: then `fetches` is empty.
    pub fetches_late: bool,
    /// Two accesses to L2 are made in one cycle, or a short store keeps its bank for longer (Caches 14).
    pub crowded: bool,
    /// Where [L2 is idle](Hierarchy::is_l2_idle) before them, all its accesses to L2 are known to start in time: nothing but each other is in their
    /// way.
    pub starts_in_time: bool,
    /// The next body that has the same beginning, and steps; [`NONE`]: there is none.
    pub next_late: u32,
    /// Of the body that is asked first: the one with its beginning whose steps an execution met last; [`NONE`]: none was met. The second one is of
    /// those whose [fetches are steps](Self::fetches_late).
    pub last_met: [u32; 2],
    /// It has steps, none of which was late.
    pub punctual: bool,
    /// Groups that need room in the store buffer.
    pub store_demands: Span,
    /// All of its cycles, by what they were spent on; for a listener that may be told of them in order of time, otherwise summed up.
    pub charges: Span,
    /// Cycles in which its groups issued, counted from the issue before the execution; kept for a listener that may be told of them.
    pub issues: Span,
    /// Cycles in which instructions issued that may change the register stack, and behind them those of groups with spills, counted from the issue
    /// before the execution. Empty where the monitor does not count the sizes of the stack.
    pub frame_cycles: Span,
    /// From the issue before the execution to its last one.
    pub cycles: u32,
    /// Latest arrival of data that it loads, counted alike; 0: it loads nothing.
    pub loads_until: u32,
    /// One past the last cycle that a record for a listener reaches into, counted alike.
    pub records_until: u32,
    /// Cycle of the first integer load, counted alike, and how many issue with it.
    pub first_loads: (u32, u32),
    /// The same of the last one.
    pub last_loads: (u32, u32),
    /// What its references are.
    pub kinds: Kinds,
    /// Versions when its references were looked for last.
    pub versions: LookupVersions,
    /// Cycle of the first floating-point load or store; 0: there is none.
    pub first_request: u32,
    /// Integer loads; 0 if it has steps, each of which is counted when it is made. The same holds for the next three.
    pub loads: u32,
    /// Floating-point loads.
    pub fp_loads: u32,
    /// Stores.
    pub stores: u32,
    /// Line prefetches.
    pub prefetches: u32,
    /// Floating-point operations of each cycle divided by four, added up ([`Raw::FpOpsHigh`]).
    pub fp_fours: u32,
    /// Flushes because a multimedia result was used early.
    pub flushes: u8,
    /// Flushes by misses of the first level of the data TLB.
    pub tlb_flushes: u8,
    /// Instructions dispersed behind a taken branch, which do not retire.
    pub dispersed_behind: u8,
    /// Loads of both kinds, also where it has steps, of which `loads` and `fp_loads` hold none: as many records of misses may come of it.
    pub possible_misses: u8,
    /// What the short way of a replay needs of it.
    pub short: Short,
}

/// How an execution of a body refers to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refers {
    /// Not at all.
    Not,
    /// With one integer load.
    Load,
    /// With one store.
    Store,
    /// In another way.
    Any,
}

/// What the [short way](super::short) of a replay needs of a body, side by side in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Short {
    /// It may change the frame of the register stack, or the sizes of its parts.
    pub frames: bool,
    /// How it refers to memory.
    pub refers: Refers,
    /// Executions in a row, up to the newest, that were late; counted up to a few.
    pub late_in_a_row: u8,
    /// The only reference, if that is an integer load or a store.
    pub only: Reference,
    /// Cycle in which its group could have issued at the earliest, as in [`StoreDemand`].
    pub earliest: u32,
    /// The physical address of that reference in the execution at hand.
    pub physical: u64,
    /// The data TLB's version when it was located last.
    pub translations: u64,
    /// What is the same of its branch bundle whenever it is predicted, if that is simple to predict.
    pub near: Option<Near>,
    /// Where the predictor's tables had its branch bundle the last time.
    pub positions: TablePositions,
    /// Slots with a false predicate that does not matter to time, and in how many of the newest executions they were just these: not counted yet.
    pub squashed: (u64, u64),
    /// When it was [repeated](super::repeat) last, the predictor came to learn nothing more from it.
    pub settles: bool,
    /// The exits that were taken last: without a taken branch, and with one.
    pub ends: [End; 2],
    /// The same where the branch was mispredicted.
    pub wrong: [WrongEnd; 2],
}

impl Short {
    /// Nothing is known yet.
    pub(crate) const NEW: Self = Self {
        frames: false,
        refers: Refers::Any,
        late_in_a_row: 0,
        only: Reference::NONE,
        earliest: 0,
        physical: 0,
        translations: u64::MAX,
        near: None,
        positions: TablePositions::NONE,
        squashed: (0, 0),
        settles: false,
        ends: [End::NONE; 2],
        wrong: [WrongEnd::NONE; 2],
    };
}

/// An exit that was taken, with what decides that it is taken again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// The exit.
    pub exit: u32,
    /// The slot of the taken branch, if one was.
    pub slot: u8,
    /// The same slot in the branch bundle.
    pub branch: u8,
    /// Fetch does [more](Exit::aside) than follow.
    pub aside: bool,
    /// What was predicted beside the target, as [`Predicted::how`](crate::model::branch_prediction::Predicted); or `NO_BRANCH` or `WRONG`, which no
    /// prediction has.
    pub how: u64,
    /// The target of the taken branch, or [`NO_TARGET`].
    pub went: u64,
    /// Address of the bundle that comes next; [`NO_TARGET`]: no exit was taken yet.
    pub target: u64,
}

impl End {
    /// No exit was taken yet.
    pub(crate) const NONE: Self = Self {
        exit: NONE,
        slot: 0,
        branch: 0,
        aside: false,
        how: 0,
        went: NO_TARGET,
        target: NO_TARGET,
    };
}

/// The exit that was taken where an execution ended as an [`End`] says, but was predicted to go elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrongEnd {
    /// What was predicted beside the target.
    pub how: u64,
    /// The exit.
    pub exit: u32,
    /// Fetch does [more](Exit::aside) than follow.
    pub aside: bool,
}

impl WrongEnd {
    /// None was taken yet: no prediction is like this.
    pub(crate) const NONE: Self = Self {
        how: End::WRONG,
        exit: NONE,
        aside: false,
    };
}

impl Body {
    /// Whether an execution has the predicates that matter to it.
    #[inline(always)]
    pub(crate) fn fits(&self, predicates: u64) -> bool {
        predicates & self.matters == self.on
    }

    /// Slots that retire.
    #[inline(always)]
    pub(crate) fn retired(&self) -> u64 {
        slots(self.first, self.end)
    }

    /// Valid syllables that are fetched for it: those that retire, and those that a failed check discards.
    #[inline(always)]
    pub(crate) fn syllables(&self) -> u64 {
        u64::from(self.retires) + u64::from(self.killed)
    }
}

/// What decides which exit of its body an execution takes: equal keys lead to equal states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExitKey {
    /// Outcome and prediction of its branch bundle ([`branch_word`](super::branch_word)).
    pub branch: u64,
    /// How register names changed ([`change`](super::values::change)).
    pub change: u64,
    /// Address of the bundle that comes next.
    pub target: u64,
}

/// One way in which executions of a body end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit {
    /// An execution takes it if its key is this.
    pub key: ExitKey,
    /// The next exit of the body.
    pub sibling: u32,
    /// The body.
    pub body: u32,
    /// A branch was taken.
    pub taken: bool,
    /// The state that it leads to.
    pub to: u32,
    /// Times that it was replayed since they were added to the totals last.
    pub times: u64,
    /// For a listener that adds up: [`Self::times`] when it was told last, less what was added to the totals since (modulo 2^64), so that
    /// `times - times_told` replays are untold.
    pub times_told: u64,
    /// The call path of the untold replays, which all have the same.
    pub call_path: u32,
    /// What it counts by itself: [`by_exit`](super::totals::by_exit).
    pub counted: Span,
    /// Entry of the newest block of code, in cycles after the last issue.
    pub entry: i32,
    /// Earliest entry of the next block, counted alike.
    pub next: i32,
    /// Index of the branch bundle in the counts of branches; [`NONE`]: there is no branch.
    pub tally: u32,
    /// The branch was mispredicted.
    pub mispredicted: bool,
    /// The branch was taken and predicted right: fetch is resteered to its target.
    pub resteers: bool,
    /// Fetch does more than follow: it went down a wrong path, or a branch taken starts a streaming
    /// prefetch.
    pub aside: bool,
    /// It leads back to the state in which its body began, and may be taken again at once ([`repeat`](super::repeat)).
    pub repeats: bool,
    /// A loop may end its turn here ([`chain`](super::chain)): a branch was taken, and not mispredicted, to this block or to a lower address,
    /// and into another state than the one in which the body began.
    pub leads_back: bool,
    /// How often it was taken, if it [leads back](Self::leads_back).
    pub turns: Turns,
    /// The wrong path that was followed last.
    pub path: WrongPath,
    /// The streaming prefetch that was started last, if it ended at once.
    pub streamed: Option<Streamed>,
}

impl Exit {
    /// Called before each replay of this exit for a listener that adds up: replays on one call path are told together, those so far when the path
    /// changes. `number`: of this exit.
    #[inline(always)]
    pub(crate) fn note(&mut self, number: u32, path: u32, probe: &mut impl Probe) {
        if self.call_path != path {
            self.change_path(number, path, probe);
        }
    }

    /// Tells the listener of the replays on the path so far, and goes on with another one.
    #[inline(never)]
    fn change_path(&mut self, number: u32, path: u32, probe: &mut impl Probe) {
        let times = self.take_untold();
        if times > 0 {
            probe.replayed(number, self.call_path, times);
        }
        self.call_path = path;
    }

    /// The number of replays that a listener that adds up has not been told of; the caller tells it.
    pub(crate) fn take_untold(&mut self) -> u64 {
        let untold = self.times.wrapping_sub(self.times_told);
        self.times_told = self.times;
        untold
    }
}

/// Cycles spent on one thing.
pub(crate) type Charge = (Stall, u32);

/// How often something is counted.
pub(crate) type Counted = (Raw, u32);
