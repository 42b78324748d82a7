//! The interface of a listener: [`Probe`].

use std::ops::Range;

use crate::{
    Attention, Block, Branch, CallPath, CodeId, Culprit, DataMiss, DataTlbMiss, Earlier, Execution,
    Fetch, Flush, Group, InstructionMiss, InstructionTlbMiss, MemoryLevel, Raw, Reference, Site,
    Stall, StaticEvent, Task, Totals, Translated, Wait,
};

/// A listener to a timed run.
///
/// Every method has an empty default; a listener overrides those whose records it uses. When [`Probe::is_armed`] is false the timing
/// model calls none of them but [`Probe::describe`]. The trait can be made into an object: listeners of different types
/// stand beside each other as `Vec<&mut dyn Probe>`, which is a listener too, as tuples and options of listeners are.
///
/// Order: records arrive in program order of their cause, but their cycles may run ahead or behind by
/// a bounded window (a fetch lies before the issue it feeds, a miss completes later).
/// [`Probe::settle`] says that no later record will carry an earlier cycle.
///
/// Where everything is delivered ([`Attention::from`]), the fetches of a group's bundles, the cycles up to its issue and the TLB misses of
/// its references come before [`Probe::group`]; its references, branches and flushes come behind it. Counts and misses of a reference
/// in the caches come before its [`Probe::reference`], but may come before or behind the group: replay makes references
/// before it is decided whether the execution has to be timed in full. Their cycles and sites say where they belong.
pub trait Probe {
    /// Whether this stands for no listener, like an empty list: it needs no records, and none are passed on.
    fn is_absent(&self) -> bool {
        false
    }

    /// Whether anything listens. Known when the model is compiled: a model with an unarmed listener contains none of the calls.
    #[inline(always)]
    #[must_use]
    fn is_armed() -> bool
    where
        Self: Sized,
    {
        true
    }

    /// Whether totals are asked for often, with few replays between. The model then notes each replay, so that it need not look through
    /// all memos for those that were replayed. Known when the model is compiled.
    #[inline(always)]
    #[must_use]
    fn is_totalled_often() -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Whether the listener may ever need other records than those of a listener that only adds up ([`Attention::sums`] with
    /// [`Attention::instruction_misses`]). Known when the model is compiled: where it is false the model contains none of the checks for
    /// other records.
    #[inline(always)]
    #[must_use]
    fn hears_records() -> bool
    where
        Self: Sized,
    {
        Self::is_armed()
    }

    /// A block that is about to be timed for the first time, and what retirement of its slots alone
    /// implies.
    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        let _ = (block, events);
    }

    /// A block has been executed and timed, by replay or in full: every record about it that had to be delivered has been; fetches of
    /// what follows may have been, too. Executions come in program order.
    fn execution(&mut self, block: &Block, execution: &Execution) {
        let _ = (block, execution);
    }

    /// Instructions issue and will retire; implies the static events of their slots.
    fn group(&mut self, group: &Group) {
        let _ = group;
    }

    /// `amount` occurrences of `raw`, in `cycle` or, for quantities of shape
    /// [`Span`](crate::Shape::Span), one in each of `amount` cycles from `cycle` on.
    ///
    /// Not called for: static events, the cycle quantities (see [`Probe::cycles`]), derived ones, what
    /// [`Branch::raws`] names, and the latency buckets that [`Probe::data_miss`] and
    /// [`Probe::instruction_miss`] imply.
    ///
    /// What L2 counts of a store may have no site ([`Site::none`]) where the store issues before [`Attention::from`]: a listener that
    /// has to know the places of all that it counts leaves nothing out.
    fn count(&mut self, raw: Raw, amount: u32, cycle: u64, site: &Site) {
        let _ = (raw, amount, cycle, site);
    }

    /// What dispersal of a group counts in `cycle`: amounts of quantities whose names begin with `dispersal`. Means the same as
    /// [`Probe::count`] with each amount above zero, which the default calls.
    fn dispersal(&mut self, amounts: &[(Raw, u8)], cycle: u64, site: &Site) {
        for &(raw, amount) in amounts {
            if amount > 0 {
                self.count(raw, u32::from(amount), cycle, site);
            }
        }
    }

    /// A memory instruction whose predicate is true makes its access. This record counts nothing: the retirement of the instruction is a
    /// static event of its slot, and what a miss of it counts has been delivered before.
    fn reference(&mut self, reference: &Reference) {
        let _ = reference;
    }

    /// A memory instruction whose predicate is true makes no access at `site.data`: a speculative load or a
    /// prefetch that was deferred though it had an address, a check load that found its entry. It retires like
    /// one that makes its access.
    fn forgone(&mut self, cycle: u64, site: &Site) {
        let _ = (cycle, site);
    }

    /// `cycles` successive cycles from `from` on were spent on `stall`. Covers every cycle of the run once.
    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        let _ = (stall, from, cycles);
    }

    /// A branch bundle retires.
    fn branch(&mut self, branch: &Branch) {
        let _ = branch;
    }

    /// `branches` branch bundles, `taken` of them with a taken branch, have retired and are not delivered one by one. Called before the
    /// newest of the records that were held back ([`Attention::held_branches`]).
    fn passed_branches(&mut self, branches: u64, taken: u64) {
        let _ = (branches, taken);
    }

    /// A load missed L1D, is a floating-point load, or failed its ALAT check.
    fn data_miss(&mut self, miss: &DataMiss) {
        let _ = miss;
    }

    /// A demand fetch missed L1I.
    fn instruction_miss(&mut self, miss: &InstructionMiss) {
        let _ = miss;
    }

    /// A data reference missed the first-level TLB.
    fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        let _ = miss;
    }

    /// A demand fetch missed the first-level instruction TLB.
    fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        let _ = miss;
    }

    /// The page of `address` gets its place in physical memory, which it keeps until the end of the run. Always delivered, before the first
    /// record of anything in the page. Of the number of its space only the low twelve bits count: the model distinguishes no
    /// more spaces.
    fn placement(&mut self, address: u64, place: &Translated) {
        let _ = (address, place);
    }

    /// Bundles were fetched, on the right path or a wrong one.
    fn fetch(&mut self, fetch: &Fetch) {
        let _ = fetch;
    }

    /// The pipe is flushed; fetch starts over if [`Flush::restarts`].
    fn flush(&mut self, flush: &Flush) {
        let _ = flush;
    }

    /// The processor status register changes behind what has been recorded of `cycle`, the cycle of the newest issue (sum, rum, mov psr.um,
    /// epc, interruptions). The cycle itself belongs to the status before (System 7), unless it is cycle 0, in which nothing issues.
    fn status(&mut self, cycle: u64, psr: u64) {
        let _ = (cycle, psr);
    }

    /// The entries of both first-level TLBs are invalidated and the pipe starts over (Translation 6): every translation that is used from
    /// here on is reloaded first.
    fn invalidation(&mut self, cycle: u64) {
        let _ = cycle;
    }

    /// Pages of an address space are not mapped any more, or are mapped anew: from here on, translations of them in earlier records do not hold.
    fn unmapped(&mut self, space: u32, addresses: &Range<u64>) {
        let _ = (space, addresses);
    }

    /// The region of interest begins (`inside`) or ends behind what has been recorded of `cycle`, the cycle of the newest issue. Records
    /// delivered so far belong to what is before that, later ones to what is behind it.
    fn region(&mut self, cycle: u64, inside: bool) {
        let _ = (cycle, inside);
    }

    /// `task` runs from `cycle` on, the first one from cycle 0.
    fn task(&mut self, cycle: u64, task: Task) {
        let _ = (cycle, task);
    }

    /// The program reads performance monitor data register `index` before anything of `cycle` issues;
    /// everything earlier has been recorded. `None`: this listener has no such registers. The value goes to the
    /// personality, not to the timing model.
    fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
        let _ = (cycle, index);
        None
    }

    /// No later record carries a cycle before `cycle`. Called for every executed block, unless the
    /// listener's [`Attention`] lets it be called less often, and at the end of the run.
    fn settle(&mut self, cycle: u64) {
        let _ = cycle;
    }

    /// [`Probe::settle`] as the timing model calls it: with exact totals, and the answer says which records have to be delivered from here
    /// on. Listeners that need single records keep the default, which answers [`Attention::ALL`].
    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        let _ = totals;
        self.settle(cycle);
        Attention::ALL
    }

    /// A bound of [`Attention::syllables`] or [`Attention::fetches`], of this listener or another of the run, may be reached in the
    /// execution that follows: everything is delivered from here on until [`Probe::catch_up`], which is called behind this execution at the
    /// latest. `fetched` valid syllables have been fetched so far ([`Totals::fetched`]).
    fn awaken(&mut self, fetched: u64) {
        let _ = fetched;
    }

    /// What came before the records that are delivered from here on ([`Attention::past`]).
    fn earlier(&mut self, earlier: &Earlier) {
        let _ = earlier;
    }

    /// A bound of [`Attention::fetches`] is reached: the first fetch in `cycle`, which was the bound, or later comes when `fetched` valid
    /// syllables have been fetched. [`Probe::catch_up`] is called behind this execution, unless [`Attention::syllables_behind`] says what
    /// comes next.
    fn fetch_reaches(&mut self, cycle: u64, fetched: u64) {
        let _ = (cycle, fetched);
    }

    /// Whether, because of the records heard so far or of `misses` data misses that follow, [`Probe::catch_up`] has to be called before
    /// the cycle that the listener's [`Attention`] named. If so, a listener that hears data misses is also given every
    /// [`Probe::group`] until then. Called after every execution with a branch or a miss, and before `misses` data misses are delivered
    /// without the groups around them.
    fn asks(&self, misses: u32) -> bool {
        let _ = misses;
        false
    }

    /// A group of an execution that is timed in full waits. For listeners that add up ([`Attention::sums`]); delivered before its issue.
    fn wait(&mut self, wait: &Wait) {
        let _ = wait;
    }

    /// A load got its data from a level behind L1D. For listeners that add up, of executions that are timed in full.
    fn loaded(&mut self, culprit: Culprit, level: MemoryLevel) {
        let _ = (culprit, level);
    }

    /// A reference missed the first level of the data TLB. For listeners that add up, of executions that are timed in full.
    fn untranslated(&mut self, culprit: Culprit) {
        let _ = culprit;
    }

    /// Called before (`begins`) and behind the records of an execution that is timed in full, for listeners that add up.
    fn in_full(&mut self, begins: bool) {
        let _ = begins;
    }

    /// Which groups of the current execution issued in a cycle of their own, with a bit for the first slot of each: in `groups` those whose
    /// cycle is [`Stall::Unstalled`], in `limited` those whose cycle is [`Stall::IssueLimit`]. For listeners that add up, before the end of
    /// [`Self::in_full`].
    fn issued(&mut self, code: CodeId, groups: u64, limited: u64) {
        let _ = (code, groups, limited);
    }

    /// The execution whose records were delivered last is replayed under `number` from here on: each replay stands for the same
    /// records, except for predicates that do not matter to time.
    fn learned(&mut self, number: u32) {
        let _ = number;
    }

    /// The execution that was [learned](Self::learned) under `number` was replayed `times` times on call path `path`. Delivered at any
    /// time after the replays, but before the next [`Probe::region`] or [`Probe::forgotten`] and before the last [`Probe::settle`].
    fn replayed(&mut self, number: u32, path: u32, times: u64) {
        let _ = (number, path, times);
    }

    /// The numbers of [`Probe::learned`] are void; they are given again.
    fn forgotten(&mut self) {}

    /// Whether the listener keeps something by the numbers of blocks ([`CodeId`]), so that none of them may be given again. The same in the
    /// whole run.
    #[inline]
    fn keeps_code(&self) -> bool {
        true
    }

    /// A call path gets its number; numbers are dense from 0.
    fn call_path(&mut self, number: u32, path: &CallPath) {
        let _ = (number, path);
    }

    /// A call does not get a path of its own, because there are too many paths, it is too deep, or it is recursive: what it executes counts
    /// on another path.
    fn folded_call(&mut self) {}

    /// Execution is on call path `number` from here on. Where call paths are not followed it stays on path 0.
    fn on_path(&mut self, number: u32) {
        let _ = number;
    }

    /// Called between two blocks before [`Probe::status`], [`Probe::region`] and [`Probe::read_pmd`], and at the end of the run: a listener
    /// that did without records takes what it did not hear from `totals`.
    fn update(&mut self, totals: &mut dyn Totals) {
        let _ = totals;
    }
}

/// No listener: the timing model only keeps totals.
#[derive(Debug, Clone, Copy, Default)]
pub struct Off;

impl Probe for Off {
    #[inline(always)]
    fn is_armed() -> bool {
        false
    }

    #[inline(always)]
    fn keeps_code(&self) -> bool {
        false
    }

    /// As a member of a tuple it needs no records either.
    #[inline(always)]
    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention::NOTHING
    }
}

/// No listener either, in a sampled run: totals are asked for before and behind each of many short units
/// ([`Probe::is_totalled_often`]).
#[derive(Debug, Clone, Copy, Default)]
pub struct OffInUnits;

impl Probe for OffInUnits {
    #[inline(always)]
    fn is_armed() -> bool {
        false
    }

    #[inline(always)]
    fn is_totalled_often() -> bool {
        true
    }

    #[inline(always)]
    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention::NOTHING
    }
}

/// Calls a macro with the signatures of the methods of [`Probe`] that deliver a record and return nothing. A record that is added here
/// is passed on by [`forward_records!`](crate::forward_records) and by lists of listeners.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_record {
    ({$($hand_on:tt)*} $($how:tt)*) => {
        $($hand_on)*! {
            $($how)*
            count(raw: $crate::Raw, amount: u32, cycle: u64, site: &$crate::Site);
            dispersal(amounts: &[($crate::Raw, u8)], cycle: u64, site: &$crate::Site);
            execution(block: &$crate::Block, execution: &$crate::Execution);
            reference(reference: &$crate::Reference);
            forgone(cycle: u64, site: &$crate::Site);
            cycles(stall: $crate::Stall, from: u64, cycles: u64);
            branch(branch: &$crate::Branch);
            passed_branches(branches: u64, taken: u64);
            data_miss(miss: &$crate::DataMiss);
            instruction_miss(miss: &$crate::InstructionMiss);
            data_tlb_miss(miss: &$crate::DataTlbMiss);
            instruction_tlb_miss(miss: &$crate::InstructionTlbMiss);
            placement(address: u64, place: &$crate::Translated);
            fetch(fetch: &$crate::Fetch);
            flush(flush: &$crate::Flush);
            invalidation(cycle: u64);
            unmapped(space: u32, addresses: &std::ops::Range<u64>);
            region(cycle: u64, inside: bool);
            awaken(fetched: u64);
            earlier(earlier: &$crate::Earlier);
            fetch_reaches(cycle: u64, fetched: u64);
            update(totals: &mut dyn $crate::Totals);
            wait(wait: &$crate::Wait);
            loaded(culprit: $crate::Culprit, level: $crate::MemoryLevel);
            untranslated(culprit: $crate::Culprit);
            issued(code: $crate::CodeId, groups: u64, limited: u64);
            in_full(begins: bool);
            learned(number: u32);
            replayed(number: u32, path: u32, times: u64);
            forgotten();
            call_path(number: u32, path: &$crate::CallPath);
            folded_call();
            on_path(number: u32);
        }
    };
}

/// Inside an implementation of [`Probe`]: passes every record on to a field that is a listener.
///
/// Not passed on are the methods that a listener in front of another implements itself: [`Probe::describe`], [`Probe::group`],
/// [`Probe::status`], [`Probe::task`], [`Probe::settle`], and those that return something. With `but cycles and region`
/// [`Probe::cycles`] and [`Probe::region`] are others.
#[macro_export]
macro_rules! forward_records {
    ($field:ident) => {
        $crate::for_each_record!({ $crate::forward_to_field }[$field]);
    };
    ($field:ident but cycles and region) => {
        $crate::for_each_record!({ $crate::forward_but_two }[$field]);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! forward_to_field {
    ([$field:ident] $($method:ident($($argument:ident: $type:ty),*);)*) => {
        $(#[inline(always)]
        fn $method(&mut self, $($argument: $type),*) {
            self.$field.$method($($argument),*);
        })*
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! forward_but_two {
    ([$field:ident]) => {};
    ([$field:ident] cycles($($arguments:tt)*); $($more:tt)*) => {
        $crate::forward_but_two!([$field] $($more)*);
    };
    ([$field:ident] region($($arguments:tt)*); $($more:tt)*) => {
        $crate::forward_but_two!([$field] $($more)*);
    };
    ([$field:ident] $method:ident($($arguments:tt)*); $($more:tt)*) => {
        $crate::forward_to_field!([$field] $method($($arguments)*););
        $crate::forward_but_two!([$field] $($more)*);
    };
}
