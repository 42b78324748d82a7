//! Which records a listener needs: the model may leave out the others and replay blocks without making records.
//!
//! Most of what a monitor counts is a sum, and sums need no order. As long as nothing can happen that
//! depends on the order of single records (an overflow, a change of status), such a listener is *quiet*:
//! it states in an [`Attention`] up to which cycle it does without records, and takes differences of [`Totals`] when its registers
//! are read. After each block, or as rarely as the attention allows, the model asks again ([`Probe::catch_up`]); in the comments
//! below a listener "is asked" when that is called.
//!
//! [`Probe::catch_up`]: crate::Probe::catch_up

use crate::{CodeId, Counts, Fetch, InstructionTlbMiss, RawSet, Stall};

/// Of the branch records that were held back ([`Attention::held_branches`]), how many of the newest are delivered one by one: as many
/// as a branch trace buffer has entries.
pub const NEWEST_BRANCHES: usize = 8;

/// Which records have to be delivered to a listener until it is asked again.
///
/// The model may always deliver more: a quiet listener itself skips the records that it allowed to be left out. Listeners of one run
/// therefore need not agree: each hears what any of them needs ([`Attention::add`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attention {
    /// Records that lie wholly before this cycle may be left out, but [`Probe::branch`] and the misses only
    /// as the fields below say; records that reach this cycle are delivered. 0: nothing may be left out.
    ///
    /// [`Probe::branch`]: crate::Probe::branch
    pub from: u64,
    /// [`Probe::catch_up`] may wait until this cycle is settled. 0: it is called for every block.
    ///
    /// [`Probe::catch_up`]: crate::Probe::catch_up
    pub settle: u64,
    /// Branch records before `from` are delivered too.
    pub branches: bool,
    /// The model may hold back up to this many branch records, of whatever cycle. When there are so many, the listener is asked. Before
    /// [`Probe::catch_up`] and [`Probe::update`] the records are delivered: first how many there are besides the newest
    /// ([`Probe::passed_branches`]), then the [`NEWEST_BRANCHES`] newest one by one. 0: none may be held back.
    ///
    /// [`Probe::catch_up`]: crate::Probe::catch_up
    /// [`Probe::update`]: crate::Probe::update
    /// [`Probe::passed_branches`]: crate::Probe::passed_branches
    pub held_branches: u64,
    /// Records of data cache and data TLB misses before `from` are delivered too.
    pub data_misses: bool,
    /// Records of instruction cache and instruction TLB misses before `from` are delivered too.
    pub instruction_misses: bool,
    /// Records of first-level TLB misses before `from` are delivered too, whatever the two fields above say, and so is
    /// [`Probe::forgone`] of prefetches that are dropped because of such a miss.
    ///
    /// [`Probe::forgone`]: crate::Probe::forgone
    pub tlb_misses: bool,
    /// [`Probe::execution`] is called for every execution.
    ///
    /// [`Probe::execution`]: crate::Probe::execution
    pub executions: bool,
    /// A bound on the valid syllables fetched since the start of the run ([`Totals::fetched`]); [`u64::MAX`]: none. Before the execution
    /// that may reach it the model calls [`Probe::awaken`] and delivers everything from then on. The bound may be any syllable that has
    /// not been fetched yet. Where the listener is asked in the middle of an execution ([`counts`](Self::counts)) that includes
    /// the syllables of its rest.
    ///
    /// [`Probe::awaken`]: crate::Probe::awaken
    pub syllables: u64,
    /// A bound on the cycle of a fetch; [`u64::MAX`]: none. For the first fetch in this cycle or later the model calls
    /// [`Probe::fetch_reaches`], or it delivers everything from the execution on that may hold that fetch. The latter happens where
    /// listeners of one run have different bounds.
    ///
    /// [`Probe::fetch_reaches`]: crate::Probe::fetch_reaches
    pub fetches: u64,
    /// What follows [`Probe::fetch_reaches`]: without asking the listener, the model sets the bound of [`syllables`](Self::syllables)
    /// this many valid syllables behind that fetch. It must be more than one execution fetches. [`u64::MAX`]: the listener is asked
    /// behind the execution instead.
    ///
    /// [`Probe::fetch_reaches`]: crate::Probe::fetch_reaches
    pub syllables_behind: u64,
    /// Where records are delivered, they include the sizes of the register stack cycle by cycle ([`Raw::RseCurrentLow`] and the like).
    ///
    /// [`Raw::RseCurrentLow`]: crate::Raw::RseCurrentLow
    pub stack_sizes: bool,
    /// Where records are delivered, they include the losses of the front end and of the exit of its buffer
    /// ([`Raw::FrontBubblesFlush`] and the like).
    ///
    /// [`Raw::FrontBubblesFlush`]: crate::Raw::FrontBubblesFlush
    pub losses: bool,
    /// Where records are delivered, they include [`Probe::count`] and [`Probe::dispersal`]. False: for an execution that is replayed
    /// these are left out, and so is [`Probe::data_miss`], which says nothing that [`Probe::reference`] does not say. A listener that
    /// waits for a syllable is then awakened ([`Probe::awaken`]) right before the group that holds it, in the middle of the execution,
    /// and is asked behind any group after which [`Probe::asks`] is true.
    ///
    /// [`Probe::count`]: crate::Probe::count
    /// [`Probe::data_miss`]: crate::Probe::data_miss
    /// [`Probe::dispersal`]: crate::Probe::dispersal
    /// [`Probe::reference`]: crate::Probe::reference
    /// [`Probe::awaken`]: crate::Probe::awaken
    /// [`Probe::asks`]: crate::Probe::asks
    pub counts: bool,
    /// Whether the listener is told what came before the records that are delivered.
    pub past: Past,
    /// The listener only adds up, as a profile does. Of an execution that is timed in full, branches, misses and flushes are delivered
    /// between two calls of [`Probe::in_full`], whatever the fields above say, together with what its groups waited for
    /// ([`Probe::wait`]) and which of them issued ([`Probe::issued`]). Replays are delivered as numbers ([`Probe::replayed`]).
    ///
    /// [`Probe::issued`]: crate::Probe::issued
    /// [`Probe::in_full`]: crate::Probe::in_full
    /// [`Probe::wait`]: crate::Probe::wait
    /// [`Probe::replayed`]: crate::Probe::replayed
    pub sums: bool,
    /// With [`sums`](Self::sums): each fetch, each group and all cycles of an execution that is timed in full are delivered as well.
    pub sum_each: bool,
    /// The listener has found what it waited for: the run ends behind this block.
    pub stop: bool,
}

/// Whether a listener that begins to hear everything is given what came before ([`Probe::earlier`]).
///
/// [`Probe::earlier`]: crate::Probe::earlier
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Past {
    /// Never.
    Forgotten,
    /// Behind every [`Probe::awaken`].
    ///
    /// [`Probe::awaken`]: crate::Probe::awaken
    Kept,
    /// Once at this point, and from here on as with [`Past::Kept`]. Where the listener waited only for a bound of
    /// [`Attention::syllables`], and that is still far ahead, the model may not have kept all of it.
    Wanted,
}

/// What a listener that begins to hear everything has missed but needs for the groups that issue next: what was fetched for them
/// before, and what the cycles since then were spent on.
#[derive(Debug, Clone, PartialEq)]
pub struct Earlier {
    /// Stretches of cycles as in [`Probe::cycles`] (stall, first cycle, number of cycles), oldest first: all since the earliest
    /// cycle in which a bundle that has not issued entered the decoupling buffer.
    ///
    /// [`Probe::cycles`]: crate::Probe::cycles
    pub cycles: Vec<(Stall, u64, u64)>,
    /// The newest fetch on the right path, if bundles of it have not issued; all bundles of older fetches have.
    pub fetch: Option<Fetch>,
    /// The newest miss of the first-level instruction TLB.
    pub miss: Option<InstructionTlbMiss>,
    /// Everything fetched before this bundle and slot has issued.
    pub position: (u64, u8),
    /// The newest cycle of issue, with bundle and slot of the first instruction that issued in it.
    pub issue: Option<(u64, (u64, u8))>,
}

impl Attention {
    /// All records are delivered.
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

    /// No record need be delivered, as for an absent listener.
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

    /// Whether the listener waits for a fetch: there is a bound of [`syllables`](Self::syllables) or [`fetches`](Self::fetches).
    #[must_use]
    #[inline]
    pub fn awaits(&self) -> bool {
        self.syllables != u64::MAX || self.fetches != u64::MAX
    }

    /// Whether branch records may reach this listener late, or not at all.
    const fn takes_branches_late(&self) -> bool {
        let hears_none = self.from == u64::MAX && !self.branches && !self.sums;
        self.held_branches > 0
            || hears_none && self.syllables == u64::MAX && self.fetches == u64::MAX
    }

    /// The attention of two listeners of one run together.
    #[must_use]
    #[inline]
    pub fn and(mut self, other: Attention) -> Attention {
        self.add(&other);
        self
    }

    /// Adds the attention of another listener of the run: what either needs is delivered.
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
        // Where several listeners wait for fetches each of them has to be asked behind the fetch.
        self.syllables_behind = match (self.fetches, other.fetches) {
            (_, u64::MAX) => self.syllables_behind,
            (u64::MAX, _) => other.syllables_behind,
            _ => u64::MAX,
        };
        if self.fetches != other.fetches && self.fetches.max(other.fetches) != u64::MAX {
            // `Probe::fetch_reaches` names the first fetch only, and the one that the other listener waits for may be in the same
            // execution: everything is delivered, and both are awakened.
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

/// Totals of everything that happened since the start of the run, whether the records were delivered or not. Gathering
/// them takes time, so each method does its part only when it is called.
pub trait Totals {
    /// Totals of the quantities in `wanted`, without the static events of retired slots
    /// ([`StaticEvent`](crate::StaticEvent)); quantities that are not in `wanted` may be missing.
    fn dynamic(&mut self, wanted: &RawSet) -> Counts;

    /// Valid syllables fetched; a syllable is a slot of a bundle that was fetched. On the right path those that retire are valid, and those
    /// behind the culprit of a flush that is no misprediction; on a wrong path all are.
    fn fetched(&mut self) -> u64;

    /// Calls `each` for all code that was executed. The same code may come several times: its counts then add up.
    fn retired(&mut self, each: &mut dyn FnMut(&Executions<'_>));
}

/// How often the slots of a piece of code retired.
#[derive(Debug, Clone, Copy)]
pub struct Executions<'a> {
    /// The code.
    pub code: CodeId,
    /// How often each slot of the code retired.
    pub retired: &'a [u64],
    /// How many of these retirements had a false qualifying predicate, by slot.
    pub squashed: &'a [u64],
}
