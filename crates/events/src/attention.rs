//! Listeners that need not hear everything.
//!
//! Most of what a monitor counts is a sum, and sums need no order. As long as nothing can happen that
//! depends on the order of single records (an overflow, a change of status), such a listener is *quiet*:
//! it says up to which cycle, and takes differences of [`Totals`] when its registers are read.

use crate::{CodeId, Counts, Fetch, InstructionTlbMiss, RawSet, Stall};

/// Held branches that are told one by one ([`Attention::held_branches`]): as many as a branch trace buffer has entries.
pub const NEWEST_BRANCHES: usize = 8;

/// What a listener has to hear until it is asked again.
///
/// More may always be delivered: a quiet listener passes over what it left out by itself. So two
/// listeners of one run need no agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attention {
    /// Records that lie wholly before this cycle may be left out, [`Probe::branch`] and the misses only
    /// as the other fields say; those that reach it are delivered. 0: nothing may be left out.
    ///
    /// [`Probe::branch`]: crate::Probe::branch
    pub from: u64,
    /// [`Probe::catch_up`] may wait until this cycle is settled. 0: it is called for every block.
    ///
    /// [`Probe::catch_up`]: crate::Probe::catch_up
    pub settle: u64,
    /// Branch records before `from` are wanted too.
    pub branches: bool,
    /// Branch records of any cycle may be held back as long as there are no more than so many: the newest of them ([`NEWEST_BRANCHES`])
    /// are delivered before [`Probe::catch_up`] and [`Probe::update`], behind the number of the others ([`Probe::passed_branches`]). The listener is asked
    /// when there are so many. 0: none may be.
    ///
    /// [`Probe::catch_up`]: crate::Probe::catch_up
    /// [`Probe::update`]: crate::Probe::update
    /// [`Probe::passed_branches`]: crate::Probe::passed_branches
    pub held_branches: u64,
    /// Records of data cache and data TLB misses before `from` are wanted too.
    pub data_misses: bool,
    /// Records of instruction cache and instruction TLB misses before `from` are wanted too.
    pub instruction_misses: bool,
    /// Records of first-level TLB misses before `from` are wanted too, whatever the two above say, and
    /// [`Probe::forgone`] of prefetches that a miss drops.
    ///
    /// [`Probe::forgone`]: crate::Probe::forgone
    pub tlb_misses: bool,
    /// [`Probe::execution`] is called for every execution.
    ///
    /// [`Probe::execution`]: crate::Probe::execution
    pub executions: bool,
    /// Before the execution in which so many valid syllables may have been fetched ([`Totals::fetched`]) the listener is told
    /// ([`Probe::awaken`]) and hears everything from then on. Any syllable that has not been fetched may be waited for, also one of
    /// the rest of an execution in the middle of which the listener is asked ([`counts`](Self::counts)).
    ///
    /// [`Probe::awaken`]: crate::Probe::awaken
    pub syllables: u64,
    /// The listener is told of the first fetch in this cycle or later ([`Probe::fetch_reaches`]), or hears everything from the
    /// execution on in which it may be. The latter is what listeners get that wait for fetches in different cycles.
    ///
    /// [`Probe::fetch_reaches`]: crate::Probe::fetch_reaches
    pub fetches: u64,
    /// Where that fetch is told, the listener is not asked: from there on it waits for so many more valid syllables, as if it had asked
    /// for [`syllables`](Self::syllables). More than an execution fetches. [`u64::MAX`]: it is asked behind the execution.
    pub syllables_behind: u64,
    /// The sizes of the register stack ([`Raw::RseCurrentLow`] and the like) are wanted cycle by cycle, where records are delivered.
    ///
    /// [`Raw::RseCurrentLow`]: crate::Raw::RseCurrentLow
    pub stack_sizes: bool,
    /// What the front end and the exit of its buffer lose ([`Raw::FrontBubblesFlush`] and the like) is wanted, where records are delivered.
    ///
    /// [`Raw::FrontBubblesFlush`]: crate::Raw::FrontBubblesFlush
    pub losses: bool,
    /// [`Probe::count`] and [`Probe::dispersal`] are wanted wherever records are delivered. False: of an execution that the model need not
    /// time in full they are left out, and so are its data cache misses, of which [`Probe::reference`] tells; and a listener that waits for a syllable is told ([`Probe::awaken`]) before the group that holds it,
    /// and asked behind any group at which it asks ([`Probe::asks`]).
    ///
    /// [`Probe::count`]: crate::Probe::count
    /// [`Probe::dispersal`]: crate::Probe::dispersal
    /// [`Probe::reference`]: crate::Probe::reference
    /// [`Probe::awaken`]: crate::Probe::awaken
    /// [`Probe::asks`]: crate::Probe::asks
    pub counts: bool,
    /// What came before the records that are delivered.
    pub past: Past,
    /// The listener adds up: of an execution that is timed in full branches, misses and flushes are wanted, whatever the fields above
    /// say, between two calls of [`Probe::in_full`], with what its groups waited for ([`Probe::wait`]) and which of them issued
    /// ([`Probe::issued`]). Other executions are told by number ([`Probe::replayed`]).
    ///
    /// [`Probe::issued`]: crate::Probe::issued
    /// [`Probe::in_full`]: crate::Probe::in_full
    /// [`Probe::wait`]: crate::Probe::wait
    /// [`Probe::replayed`]: crate::Probe::replayed
    pub sums: bool,
    /// A listener that adds up wants each fetch, each group and all cycles of an execution that is timed in full.
    pub sum_each: bool,
    /// The listener has found what it waited for: the run ends behind this block.
    pub stop: bool,
}

/// Whether a listener that begins to hear everything is given what came before ([`Probe::earlier`]).
///
/// [`Probe::earlier`]: crate::Probe::earlier
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Past {
    /// It never is.
    Forgotten,
    /// It is, behind every [`Probe::awaken`].
    ///
    /// [`Probe::awaken`]: crate::Probe::awaken
    Kept,
    /// It is now, and as above from now on. Where a bound of [`Attention::syllables`] is all that the listener waited for, and far ahead, not
    /// all of it may be known.
    Wanted,
}

/// What a listener that begins to hear everything between two blocks has missed and needs for what issues next.
#[derive(Debug, Clone, PartialEq)]
pub struct Earlier {
    /// What cycles were spent on, how many and from which on ([`Probe::cycles`]), oldest first: all from the earliest entry
    /// into the decoupling buffer of anything that has not issued.
    ///
    /// [`Probe::cycles`]: crate::Probe::cycles
    pub cycles: Vec<(Stall, u64, u64)>,
    /// The newest fetch on the right path: no older one has bundles that have not issued.
    pub fetch: Option<Fetch>,
    /// The newest miss of the first-level instruction TLB.
    pub miss: Option<InstructionTlbMiss>,
    /// Everything fetched before this bundle and slot has issued.
    pub position: (u64, u8),
    /// The newest cycle of issue with bundle and slot of what issued first in it.
    pub issue: Option<(u64, (u64, u8))>,
}

impl Attention {
    /// Everything.
    pub const ALL: Attention = Attention {
        from: 0,
        settle: 0,
        branches: true,
        held_branches: 0,
        data_misses: true,
        instruction_misses: true,
        tlb_misses: true,
        executions: true,
        syllables: u64::MAX,
        fetches: u64::MAX,
        syllables_behind: u64::MAX,
        stack_sizes: true,
        losses: true,
        counts: true,
        past: Past::Forgotten,
        sums: false,
        sum_each: false,
        stop: false,
    };

    /// Nothing at all: what an absent listener has to hear.
    pub const NOTHING: Attention = Attention {
        from: u64::MAX,
        settle: u64::MAX,
        branches: false,
        held_branches: 0,
        data_misses: false,
        instruction_misses: false,
        tlb_misses: false,
        executions: false,
        syllables: u64::MAX,
        fetches: u64::MAX,
        syllables_behind: u64::MAX,
        stack_sizes: false,
        losses: false,
        counts: false,
        past: Past::Forgotten,
        sums: false,
        sum_each: false,
        stop: false,
    };

    /// Whether the listener waits for a fetch: by its number or its cycle.
    #[must_use]
    #[inline]
    pub fn awaits(&self) -> bool {
        self.syllables != u64::MAX || self.fetches != u64::MAX
    }

    /// Whether the listener takes branch records late or not at all.
    const fn takes_branches_late(&self) -> bool {
        let hears_none = self.from == u64::MAX && !self.branches && !self.sums;
        self.held_branches > 0
            || hears_none && self.syllables == u64::MAX && self.fetches == u64::MAX
    }

    /// What two listeners together have to hear.
    #[must_use]
    #[inline]
    pub fn and(mut self, other: Attention) -> Attention {
        self.add(&other);
        self
    }

    /// Another listener has to hear this.
    #[inline]
    pub fn add(&mut self, other: &Attention) {
        let held = match (self.held_branches, other.held_branches) {
            (0, held) | (held, 0) => held,
            (held, others) => held.min(others),
        };
        let late = self.takes_branches_late() && other.takes_branches_late();
        self.held_branches = if late { held } else { 0 };
        self.branches |= held > 0 && !late;
        self.from = self.from.min(other.from);
        self.settle = self.settle.min(other.settle);
        self.branches |= other.branches;
        self.data_misses |= other.data_misses;
        self.instruction_misses |= other.instruction_misses;
        self.tlb_misses |= other.tlb_misses;
        self.executions |= other.executions;
        self.syllables = self.syllables.min(other.syllables);
        // Of several listeners that wait for fetches none can be left unasked.
        self.syllables_behind = match (self.fetches, other.fetches) {
            (_, u64::MAX) => self.syllables_behind,
            (u64::MAX, _) => other.syllables_behind,
            _ => u64::MAX,
        };
        if self.fetches != other.fetches && self.fetches.max(other.fetches) != u64::MAX {
            // Only the first fetch is told, and the other one may be in the same execution: everything is heard, and both are
            // awakened.
            self.from = 0;
        }
        self.fetches = self.fetches.min(other.fetches);
        self.stack_sizes |= other.stack_sizes;
        self.losses |= other.losses;
        self.counts |= other.counts;
        self.past = self.past.max(other.past);
        self.sums |= other.sums;
        self.sum_each |= other.sum_each;
        self.stop |= other.stop;
    }
}

/// Totals of everything recorded since the start of the run, delivered to the listener or not. Gathering
/// them may be work, which is done only when one is asked for.
pub trait Totals {
    /// Totals of the quantities in `wanted`, without what retirement of slots implies
    /// ([`StaticEvent`](crate::StaticEvent)); other quantities may be missing.
    fn dynamic(&mut self, wanted: &RawSet) -> Counts;

    /// Valid syllables fetched. Of the three of each bundle that was fetched these are valid: on the right path those that
    /// retire and those behind the culprit of a flush that is no misprediction, and all of a wrong path.
    fn fetched(&mut self) -> u64;

    /// Calls `each` for all code that was executed. The same code may come several times.
    fn retired(&mut self, each: &mut dyn FnMut(&Executions<'_>));
}

/// How often the slots of a piece of code retired.
#[derive(Debug, Clone, Copy)]
pub struct Executions<'a> {
    /// The code.
    pub code: CodeId,
    /// Retirements of each slot.
    pub retired: &'a [u64],
    /// How many of these had a false predicate.
    pub squashed: &'a [u64],
}
