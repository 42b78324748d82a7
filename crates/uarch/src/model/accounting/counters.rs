//! Where all units count: a count always goes to the totals, and to the listener as far as its [`Attention`] asks.

use crate::model::accounting::branches::Branches;
use crate::model::accounting::held::{Held, HeldBranches};
use crate::model::accounting::origin::Origin;
use crate::model::accounting::queues::{Extent, QueueSpan, Queues};
use crate::model::accounting::trail::Trail;
use crate::model::family::BUS_QUEUE_SHIFT;
use events::{
    Attention, Branch, Counts, Culprit, MemoryLevel, Past, Probe, Raw, Reason, Site, Stall, Wait,
};
use isa::Family;

/// Totals and the listener.
#[derive(Clone, Debug)]
pub(crate) struct Counters<P> {
    /// Totals of the dynamic quantities; static ones are expanded at the end.
    pub counts: Counts,
    /// Cycles by what they were spent on.
    pub stalls: [u64; Stall::ALL.len()],
    /// Branch bundles by everything that their events distinguish.
    pub branches: Branches,
    queues: Queues,
    /// Valid syllables fetched (`events::Totals::fetched`); counted for a listener only.
    pub fetched: u64,
    /// What the listener has to hear. The flags that follow are derived from it.
    pub attention: Attention,
    /// Something has to be done for the listener behind each execution: it hears of executions, has branches held, or ends the run.
    pub looks_behind: bool,
    /// An execution is being timed in full of which a listener that adds up hears everything.
    in_full: bool,
    /// And it hears of each fetch, group and cycle of it.
    hears_each: bool,
    /// Of groups that issue before this cycle, and of their cycles, the listener hears nothing.
    quiet_until: u64,
    /// The listener may hear of the site of a reference.
    hears_places: bool,
    /// All that the listener needs of a replay that meets no bound is what it fetches and its exit: it keeps the past ([`Past`]) or adds up, and has
    /// no branches held.
    only_waits: bool,
    /// Counts are wanted wherever records are delivered ([`Attention::counts`]).
    wants_counts: bool,
    /// The level that served the newest line of code that L1I lacked; kept for a listener that adds up.
    pub fetched_from: Option<MemoryLevel>,
    nearest_bounds: NearestBounds,
    /// What the newest executions did, if the listener may ask for it.
    pub trail: Trail,
    /// Branches that the listener has not been told of.
    pub held: HeldBranches,
    /// The listener.
    pub probe: P,
}

checkpoint::state!(@[P] Counters<P> { counts, stalls, branches, queues, fetched } skips { attention, looks_behind, in_full, hears_each, quiet_until, hears_places, only_waits, wants_counts, fetched_from, nearest_bounds, trail, held, probe });

/// A group that waits and what for, as a listener that adds up is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    /// The first instruction of the group that waits.
    pub group: Culprit,
    /// The instruction that keeps it waiting, and why.
    pub blame: Origin,
}

/// The listener's nearest bounds (a cycle, a fetch or a syllable for which it waits), each as the value below which an execution meets none.
#[derive(Clone, Copy, Debug, Default)]
struct NearestBounds {
    /// An execution whose records end before this cycle meets no bound of cycles.
    cycle: u64,
    /// An execution at whose end fewer valid syllables than this are fetched meets no bound of syllables.
    fetched: u64,
    /// A replay at whose end fewer than this are fetched meets no bound, whatever its cycles.
    replayed: u64,
    /// As `replayed` if the listener only waits (`only_waits`) and nothing has to be done behind an execution, else 0.
    waiting: u64,
    /// An execution at whose end fewer than this are fetched is not asked for afterwards ([`events::Earlier`]).
    asked_for: u64,
    /// Which bounds there are.
    kinds: Bounds,
}

/// The kinds of bound that a replay may meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bounds {
    /// Cycles and fetches.
    #[default]
    Any,
    /// A number of valid syllables.
    Fetched,
    /// The cycle of a fetch.
    FetchedIn,
    /// None, however long it takes and whatever it fetches.
    None,
}

/// The part of [`Counters`] that does not depend on the listener.
struct Counted {
    counts: Counts,
    stalls: [u64; Stall::ALL.len()],
    branches: Branches,
    queues: Queues,
    fetched: u64,
}

impl<P: Probe> Counters<P> {
    /// Nothing counted.
    pub(crate) fn new(probe: P, family: Family) -> Self {
        let counted = Counted {
            counts: Counts::ZERO,
            stalls: [0; Stall::ALL.len()],
            branches: Branches::new(),
            queues: Queues::new(*BUS_QUEUE_SHIFT.of(family)),
            fetched: 0,
        };
        Self::with(probe, counted)
    }

    /// These counts with a listener that hears everything until it is asked.
    fn with(probe: P, counted: Counted) -> Self {
        let Counted {
            counts,
            stalls,
            branches,
            queues,
            fetched,
        } = counted;
        Self {
            counts,
            stalls,
            branches,
            queues,
            fetched,
            attention: Attention::ALL,
            looks_behind: true,
            in_full: false,
            hears_each: false,
            quiet_until: 0,
            hears_places: true,
            only_waits: false,
            wants_counts: true,
            fetched_from: None,
            nearest_bounds: NearestBounds::default(),
            trail: Trail::default(),
            held: HeldBranches::new(),
            probe,
        }
    }

    /// Whether the listener has to hear a record whose last cycle is the one before `end`.
    #[inline(always)]
    pub(crate) fn hears(&self, end: u64) -> bool {
        P::hears_records() && end > self.attention.from
    }

    /// These counts with another listener, which hears everything until it is asked; and the listener so far.
    pub(crate) fn with_probe<Q: Probe>(self, probe: Q) -> (Counters<Q>, P) {
        let counted = Counted {
            counts: self.counts,
            stalls: self.stalls,
            branches: self.branches,
            queues: self.queues,
            fetched: self.fetched,
        };
        (Counters::with(probe, counted), self.probe)
    }

    /// Sets what the listener has to hear. No execution fetches more than `aside` valid syllables beside those that retire,
    /// or reaches more than `slack` cycles behind its records.
    pub(crate) fn attend(&mut self, attention: Attention, slack: u64, aside: u64) {
        self.attention = attention;
        self.looks_behind = attention.executions || attention.stop || attention.held_branches > 0;
        let noted = attention.past > Past::Forgotten || attention.sums;
        self.only_waits = noted && attention.held_branches == 0;
        self.wants_counts = attention.counts;
        self.held.begin(attention.held_branches);
        self.set_quiet();
        self.set_bounds(slack, aside);
    }

    /// Derives `quiet_until` and `hears_places` from the listener's attention.
    fn set_quiet(&mut self) {
        let Attention {
            from,
            sums,
            data_misses,
            tlb_misses,
            ..
        } = self.attention;
        let looks = sums || data_misses || self.in_full;
        self.quiet_until = if looks { 0 } else { from };
        self.hears_places = self.quiet_until < u64::MAX || tlb_misses;
    }

    /// Whether the listener may hear of the site of a reference.
    #[inline(always)]
    pub(crate) fn may_hear_places(&self) -> bool {
        P::is_armed() && (!P::hears_records() || self.hears_places)
    }

    /// Whether the listener may hear of what a group does up to and in a cycle, or of what kept it waiting. A quick test
    /// before the exact ones for single records.
    #[inline(always)]
    pub(crate) fn may_hear(&self, cycle: u64) -> bool {
        P::is_armed() && (!P::hears_records() || cycle >= self.quiet_until)
    }

    /// Whether the listener asks ([`Probe::asks`]), which it does only when it has heard of something.
    #[inline(always)]
    pub(crate) fn asks(&self) -> bool {
        let may = self.hears_places || self.attention.branches || self.attention.instruction_misses;
        may && self.probe.asks(0)
    }

    /// Derives `nearest_bounds` from the listener's attention; `slack` and `aside` as for [`attend`](Self::attend).
    fn set_bounds(&mut self, slack: u64, aside: u64) {
        let attention = &self.attention;
        let bound = attention.from.min(attention.settle).min(attention.fetches);
        let loose = attention.branches || attention.data_misses;
        let fetched = attention.syllables.saturating_sub(aside);
        let others = attention
            .from
            .min(attention.settle)
            .min(attention.syllables);
        let bounds = match !loose && bound == u64::MAX {
            true if attention.syllables == u64::MAX => Bounds::None,
            true => Bounds::Fetched,
            false if !loose && others == u64::MAX => Bounds::FetchedIn,
            false => Bounds::Any,
        };
        let replayed = match bounds {
            Bounds::None => u64::MAX,
            // The syllables of a wrong path behind a replay are tested separately.
            Bounds::Fetched => attention.syllables,
            Bounds::FetchedIn | Bounds::Any => 0,
        };
        self.nearest_bounds = NearestBounds {
            cycle: if attention.branches {
                0
            } else {
                bound.saturating_sub(slack)
            },
            fetched,
            replayed,
            waiting: match self.only_waits && !self.looks_behind {
                true => replayed,
                false => 0,
            },
            asked_for: match bounds {
                // From there to the bound all that was in the decoupling buffer has left it, however many of these syllables are of
                // wrong paths, and at least one more execution, of the longest block, begins.
                Bounds::Fetched => attention.syllables.saturating_sub(3 * aside + 64),
                _ => 0,
            },
            kinds: bounds,
        };
    }

    /// Whether the exit of each replay is noted, as a listener keeps the past or adds up: where the pipe stands is then known from the newest one.
    #[inline(always)]
    pub(crate) fn notes_replays(&self) -> bool {
        P::hears_records() && (self.trail.kept || self.attention.sums)
    }

    /// Whether a replay that meets no bound has nothing to do for the listener but to count what it fetches and to note its exit.
    #[inline(always)]
    pub(crate) fn only_waits(&self) -> bool {
        P::hears_records() && self.only_waits
    }

    /// The bounds of the listener that a replay may meet.
    #[inline(always)]
    pub(crate) fn bounds(&self) -> Bounds {
        self.nearest_bounds.kinds
    }

    /// Whether a replay may meet a bound of the listener, which then has to hear of it.
    #[inline(always)]
    pub(crate) fn is_bounded(&self) -> bool {
        P::hears_records() && self.nearest_bounds.kinds != Bounds::None
    }

    /// Whether the listener may have to hear of something while a group waits for room in the store buffer. A listener without counts is told of
    /// the wait when it is over.
    #[inline(always)]
    pub(crate) fn hears_waits(&self) -> bool {
        self.is_bounded() && self.wants_counts
    }

    /// Whether the listener adds up, and is told which instruction keeps a group waiting.
    #[inline(always)]
    pub(crate) fn sums(&self) -> bool {
        P::is_armed() && (!P::hears_records() || self.attention.sums)
    }

    /// Whether an execution is timed in full of which a listener that adds up hears.
    #[inline(always)]
    pub(crate) fn sums_up(&self) -> bool {
        P::is_armed() && self.in_full
    }

    /// Whether that listener hears of each fetch, group and cycle of it.
    #[inline(always)]
    pub(crate) fn sums_each(&self) -> bool {
        P::hears_records() && self.hears_each
    }

    /// Tells a listener that adds up that an execution that is timed in full begins or has ended.
    #[inline(always)]
    pub(crate) fn tell_in_full(&mut self, begins: bool) {
        let tells = if begins {
            self.attention.sums
        } else {
            self.in_full
        };
        if P::is_armed() && tells {
            self.in_full = begins;
            self.hears_each = begins && self.attention.sum_each;
            self.set_quiet();
            self.probe.in_full(begins);
        }
    }

    /// Tells a listener that adds up of a reference that missed the first-level TLB.
    pub(crate) fn untranslated(&mut self, site: &Site) {
        if self.sums_up()
            && let Some(culprit) = site.culprit()
        {
            self.probe.untranslated(culprit);
        }
    }

    /// Tells a listener that adds up of cycles in which a group waits.
    #[inline(never)]
    fn tell_wait(&mut self, stall: Stall, from: u64, cycles: u64, waiting: Waiting) {
        let Waiting { group, blame } = waiting;
        let named = blame.reason().filter(|reason| reason.stall() == stall);
        let reason = match (named, stall, self.fetched_from) {
            (Some(reason), ..) => reason,
            (None, Stall::InstructionCache, Some(level)) => Reason::instruction(level),
            (None, ..) => Reason::of(stall),
        };
        self.probe.wait(&Wait {
            group,
            from,
            cycles,
            reason,
            culprit: blame.culprit(),
        });
    }

    /// Whether the listener wants to hear of each miss of data.
    #[inline(always)]
    pub(crate) fn wants_data_misses(&self) -> bool {
        P::hears_records() && self.attention.data_misses
    }

    /// Whether an execution whose records end in cycle `until`, and of which so many syllables retire, meets no bound of
    /// the listener. False: it may.
    #[inline(always)]
    pub(crate) fn is_calm(&self, until: u64, syllables: u64) -> bool {
        until < self.nearest_bounds.cycle && self.is_calm_fetching(syllables)
    }

    /// Whether an execution that fetches so many valid syllables meets no bound of syllables. False: it may.
    #[inline(always)]
    pub(crate) fn is_calm_fetching(&self, syllables: u64) -> bool {
        self.fetched + syllables < self.nearest_bounds.fetched
    }

    /// Whether a replay of so many syllables meets no bound, whatever its cycles. False: it may.
    #[inline(always)]
    pub(crate) fn is_calm_replaying(&self, syllables: u64) -> bool {
        !P::hears_records() || self.fetched + syllables < self.nearest_bounds.replayed
    }

    /// The same, and the replay has nothing to do for the listener but to count what it fetches and to note its exit.
    #[inline(always)]
    pub(crate) fn is_calm_waiting(&self, syllables: u64) -> bool {
        self.fetched + syllables < self.nearest_bounds.waiting
    }

    /// Whether the listener may ask for what an execution of so many syllables did when it is over ([`events::Earlier`]).
    #[inline(always)]
    pub(crate) fn may_be_asked_for(&self, syllables: u64) -> bool {
        self.fetched + syllables >= self.nearest_bounds.asked_for
    }

    /// How many more valid syllables replays may fetch that meet no bound, whatever their cycles.
    pub(crate) fn calm_syllables(&self) -> u64 {
        self.nearest_bounds
            .replayed
            .saturating_sub(self.fetched + 1)
    }

    /// Counts valid syllables fetched.
    #[inline(always)]
    pub(crate) fn fetched(&mut self, syllables: u64) {
        if P::hears_records() {
            self.fetched += syllables;
        }
    }

    /// Whether the bound of syllables or of fetches may be met in an execution that fetches at most so many valid syllables,
    /// the last of them in `cycle`.
    #[inline(always)]
    pub(crate) fn awaits(&self, syllables: u64, cycle: u64) -> bool {
        self.fetched + syllables >= self.attention.syllables || cycle >= self.attention.fetches
    }

    /// Tells the listener that the first fetch in the cycle that it waits for is so many valid syllables ahead. It is asked behind this
    /// execution, unless it has said for which syllable it waits then; `slack` and `aside` as for [`attend`](Self::attend).
    #[inline(never)]
    pub(crate) fn fetch_reaches(&mut self, syllables: u64, slack: u64, aside: u64) {
        let attention = &mut self.attention;
        let cycle = std::mem::replace(&mut attention.fetches, u64::MAX);
        let behind = std::mem::replace(&mut attention.syllables_behind, u64::MAX);
        let reached = self.fetched + syllables;
        if behind == u64::MAX {
            attention.settle = 0;
            self.nearest_bounds = NearestBounds::default();
        } else {
            attention.syllables = attention.syllables.min(reached.saturating_add(behind));
            self.set_bounds(slack, aside);
        }
        self.probe.fetch_reaches(cycle, reached);
    }

    /// The listener hears everything from here on, and is asked behind this execution.
    #[inline(never)]
    pub(crate) fn awaken(&mut self) {
        self.attention = Attention {
            settle: 0,
            stack_sizes: self.attention.stack_sizes,
            losses: self.attention.losses,
            counts: self.attention.counts,
            past: self.attention.past,
            sums: self.attention.sums,
            sum_each: self.attention.sum_each,
            ..Attention::ALL
        };
        self.looks_behind = self.attention.executions;
        self.set_quiet();
        self.nearest_bounds = NearestBounds::default();
        debug_assert!(
            !self.held.holds(),
            "a listener that awaits holds no branches"
        );
        self.probe.awaken(self.fetched);
    }

    /// Counts occurrences, or cycles of a span that begins in `cycle`.
    #[inline(always)]
    pub(crate) fn count(&mut self, raw: Raw, amount: u64, cycle: u64, site: &Site) {
        self.counts.add(raw, amount);
        // More may be delivered than the listener has asked for: it passes over that.
        if self.hears(cycle + amount) && amount > 0 {
            self.probe
                .count(raw, u32::try_from(amount).unwrap_or(u32::MAX), cycle, site);
        }
    }

    /// Counts attempts of an access, each in its cycle: the `first`, and the others so many cycles `apart`.
    #[inline(always)]
    pub(crate) fn attempts(
        &mut self,
        raw: Raw,
        attempts: u64,
        (first, apart): (u64, u64),
        site: &Site,
    ) {
        self.counts.add(raw, attempts);
        if self.hears(first + apart * attempts) {
            self.tell_attempts(raw, attempts, (first, apart), site);
        }
    }

    #[inline(never)]
    fn tell_attempts(&mut self, raw: Raw, attempts: u64, (first, apart): (u64, u64), site: &Site) {
        for cycle in (0..attempts).map(|attempt| first + apart * attempt) {
            if self.hears(cycle + 1) {
                self.probe.count(raw, 1, cycle, site);
            }
        }
    }

    /// Whether the listener may have to hear of what is lost at the ends of the decoupling buffer.
    #[inline(always)]
    pub(crate) fn wants_losses(&self) -> bool {
        P::hears_records() && self.attention.losses
    }

    /// [`count`](Self::count), so many times, for a loss at an end of the decoupling buffer.
    #[inline(always)]
    pub(crate) fn lose(&mut self, times: u64, raw: Raw, amount: u64, cycle: u64, site: &Site) {
        if self.wants_losses() {
            self.tell_losses(times, raw, amount, cycle, site);
        } else {
            self.counts.add(raw, times * amount);
        }
    }

    /// [`lose`](Self::lose) where the listener may have to hear of it.
    #[inline(never)]
    fn tell_losses(&mut self, times: u64, raw: Raw, amount: u64, cycle: u64, site: &Site) {
        for _ in 0..times {
            self.count(raw, amount, cycle, site);
        }
    }

    /// [`count`](Self::count) for an entry of a queue that is taken for so many cycles, where also the number of entries in each cycle
    /// counts.
    #[inline(always)]
    pub(crate) fn entry(&mut self, raw: Raw, cycles: u64, from: u64, site: &Site) {
        self.count(raw, cycles, from, site);
        self.queues.add((raw, from, cycles));
    }

    /// Begins to keep what is added to queues, in the memory of `empty`.
    pub(crate) fn keep_spans(&mut self, empty: Vec<QueueSpan>) {
        self.queues.keep(empty);
    }

    /// Ends that; returns what was kept.
    pub(crate) fn take_spans(&mut self) -> Vec<QueueSpan> {
        self.queues.take()
    }

    /// Adds an entry to a queue; its cycles are counted elsewhere.
    pub(crate) fn span(&mut self, span: QueueSpan) {
        self.queues.span(span);
    }

    /// Whether [`settle`](Self::settle) is due.
    #[inline(always)]
    pub(crate) fn is_unsettled(&self) -> bool {
        self.queues.are_long()
    }

    /// Most beginnings and ends of spans that one of the queues keeps.
    #[cfg(test)]
    pub(crate) fn remembered(&self) -> usize {
        self.queues.remembered()
    }

    /// Adds up the queues' cycles before one, before which no later entry begins.
    pub(crate) fn settle(&mut self, before: u64) {
        self.queues.settle(before);
    }

    /// Counts a branch bundle.
    #[inline(always)]
    pub(crate) fn branch(&mut self, branch: Branch) {
        self.branches.count(&branch);
        if P::hears_records() && self.held.holds() {
            self.held.push(Held::Told(branch), branch.taken);
        } else if P::is_armed()
            && (self.in_full
                || P::hears_records() && (self.attention.branches || self.hears(branch.cycle + 1)))
        {
            self.tell_branch(branch);
        }
    }

    /// Tells the listener of a branch bundle.
    #[inline(never)]
    fn tell_branch(&mut self, branch: Branch) {
        self.probe.branch(&branch);
    }

    /// Whether the listener has to hear of a group that issues in a cycle.
    #[inline(always)]
    pub(crate) fn hears_group(&self, cycle: u64) -> bool {
        self.hears(cycle + 1)
            || P::hears_records() && self.attention.data_misses && self.probe.asks(0)
    }

    /// Whether the listener has to hear of a fetch whose bundles may issue from a cycle on.
    #[inline(always)]
    pub(crate) fn hears_fetch(&self, entry: u64) -> bool {
        self.hears(entry + 1) || self.sums_each()
    }

    /// Whether the listener has to hear of a data cache or data TLB miss that completes in a cycle.
    #[inline(always)]
    pub(crate) fn hears_data_miss(&self, completes: u64) -> bool {
        P::hears_records() && (self.attention.data_misses || self.hears(completes + 1))
    }

    /// As [`hears_data_miss`](Self::hears_data_miss), for instructions.
    #[inline(always)]
    pub(crate) fn hears_instruction_miss(&self, completes: u64) -> bool {
        P::is_armed() && (self.attention.instruction_misses || self.hears(completes + 1))
    }

    /// Whether the listener has to hear of a data TLB miss that completes in a cycle.
    #[inline(always)]
    pub(crate) fn hears_data_tlb_miss(&self, completes: u64) -> bool {
        P::hears_records() && self.attention.tlb_misses || self.hears_data_miss(completes)
    }

    /// The same for instructions.
    #[inline(always)]
    pub(crate) fn hears_instruction_tlb_miss(&self, completes: u64) -> bool {
        P::hears_records() && self.attention.tlb_misses || self.hears_instruction_miss(completes)
    }

    /// The totals of all that is counted here: also of cycles, branch bundles and the high halves of queues.
    pub(crate) fn totals(&self, extent: Extent) -> Counts {
        let mut counts = self.counts.clone();
        for stall in Stall::ALL {
            counts.add(stall.raw(), self.stalls[stall as usize]);
        }
        self.branches.add_to(&mut counts);
        self.queues.add_to(&mut counts, extent);
        counts
    }

    /// Charges successive cycles in which a group waits to a stall; `waiting` is called only for a listener that adds up.
    #[inline(always)]
    pub(crate) fn charge(
        &mut self,
        stall: Stall,
        from: u64,
        cycles: u64,
        waiting: impl FnOnce() -> Waiting,
    ) {
        self.spend(stall, from, cycles);
        if cycles > 0 && self.may_hear(from + cycles - 1) {
            if self.sums_up() {
                self.tell_wait(stall, from, cycles, waiting());
            }
            self.tell_cycles(stall, from, cycles);
        }
    }

    /// Charges the cycle in which a group issues; `heard`: the listener may hear of it ([`may_hear`](Self::may_hear)).
    #[inline(always)]
    pub(crate) fn charge_issue(&mut self, stall: Stall, cycle: u64, heard: bool) {
        self.spend(stall, cycle, 1);
        if heard {
            self.tell_issue(stall, cycle);
        }
    }

    /// Tells a listener of the cycle in which a group issues, if it has to hear of it.
    #[inline(never)]
    fn tell_issue(&mut self, stall: Stall, cycle: u64) {
        self.tell_cycles(stall, cycle, 1);
    }

    /// Counts successive cycles and notes them in the trail, told or not.
    #[inline(always)]
    fn spend(&mut self, stall: Stall, from: u64, cycles: u64) {
        self.stalls[stall as usize] += cycles;
        if P::hears_records() && self.trail.written && cycles > 0 {
            self.trail.spend(stall, from);
        }
    }

    /// Tells a listener of successive cycles, if it has to hear of them.
    #[inline(always)]
    fn tell_cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        if self.sums_each() || self.hears(from + cycles) {
            self.probe.cycles(stall, from, cycles);
        }
    }
}
