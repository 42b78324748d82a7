//! The interface of a listener.

use crate::{
    Attention, Block, Branch, CallPath, CodeId, Culprit, DataMiss, DataTlbMiss, Earlier, Execution,
    Fetch, Flush, Group, InstructionMiss, InstructionTlbMiss, MemoryLevel, Raw, Reference, Site,
    Stall, StaticEvent, Task, Totals, Translated, Wait,
};

/// A listener to a timed run.
///
/// Every method has an empty default; a listener overrides what it cares for. The timing model calls
/// none of them but [`Probe::describe`] when [`Probe::is_armed`] is false. The trait can be made into an object: listeners of different types
/// stand beside each other as `Vec<&mut dyn Probe>`, which is a listener too, as tuples and options of listeners are.
///
/// Order: records arrive in program order of their cause, but their cycles may run ahead or behind by
/// a bounded window (a fetch lies before the issue it feeds, a miss completes later).
/// [`Probe::settle`] says that no later record will carry an earlier cycle.
///
/// Where all is delivered ([`Attention::from`]), fetches of a group's bundles, the cycles up to its issue and the TLB misses of its
/// references come before [`Probe::group`]; its references, branches and flushes come behind it. What a reference meets in
/// the caches, counts and misses, comes before [`Probe::reference`], and before or behind the group: replay makes references
/// before it knows whether the execution has to be timed in full. Their cycles and sites say where they belong.
pub trait Probe {
    /// Whether there is no listener here: it hears nothing and wants nothing.
    fn is_absent(&self) -> bool {
        false
    }

    /// Whether anything listens: known when the model is compiled, so that an unarmed one has none of the calls.
    #[inline(always)]
    #[must_use]
    fn is_armed() -> bool
    where
        Self: Sized,
    {
        true
    }

    /// Whether totals are asked for after few replays each time: known when the model is compiled, so that replays are noted one by one
    /// only where that is cheaper than to look through all that may have been replayed.
    #[inline(always)]
    #[must_use]
    fn is_totalled_often() -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Whether it may ever want records beside those of a listener that only adds up ([`Attention::sums`] with
    /// [`Attention::instruction_misses`]): known when the model is compiled, so that one that never does has none of the checks.
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

    /// A block has been executed and timed, by replay or in full: every record about it that was wanted has been
    /// delivered, fetches of what follows perhaps too. In program order.
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

    /// What dispersal of a group counts in `cycle`: amounts of quantities whose names begin with `dispersal`;
    /// as [`Probe::count`] for each amount above zero.
    fn dispersal(&mut self, amounts: &[(Raw, u8)], cycle: u64, site: &Site) {
        for &(raw, amount) in amounts {
            if amount > 0 {
                self.count(raw, u32::from(amount), cycle, site);
            }
        }
    }

    /// A memory instruction whose predicate is true makes its access. Implies nothing by itself: its retirement is a
    /// static event of its slot. What a miss of it counts has been recorded before.
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

    /// So many branch bundles have retired that are not told one by one, so many of them with a taken branch: before the newest of those
    /// that were held back ([`Attention::held_branches`]).
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

    /// The page of an address gets its place in physical memory, which it keeps until the end of the run: before the first
    /// record of anything in it, and always delivered. Of the number of its space the low twelve bits count: the model tells no
    /// more spaces apart.
    fn placement(&mut self, address: u64, place: &Translated) {
        let _ = (address, place);
    }

    /// Bundles were fetched, on the right path or a wrong one.
    fn fetch(&mut self, fetch: &Fetch) {
        let _ = fetch;
    }

    /// The pipe is flushed and fetch starts over.
    fn flush(&mut self, flush: &Flush) {
        let _ = flush;
    }

    /// The processor status register changes with the first instruction that issues in `cycle` or
    /// later (sum, rum, mov psr.um, epc, interruptions).
    fn status(&mut self, cycle: u64, psr: u64) {
        let _ = (cycle, psr);
    }

    /// The entries of both first-level TLBs are invalidated and the pipe starts over: what executes from here on finds its
    /// translations there only behind their reloads.
    fn invalidation(&mut self, cycle: u64) {
        let _ = cycle;
    }

    /// The region of interest begins (`inside`) or ends: what was recorded so far is before that, what follows behind it.
    fn region(&mut self, inside: bool) {
        let _ = inside;
    }

    /// `task` runs from `cycle` on, the first one from cycle 0.
    fn task(&mut self, cycle: u64, task: Task) {
        let _ = (cycle, task);
    }

    /// The program reads performance monitor data register `index` before anything of `cycle` issues;
    /// everything earlier has been recorded. `None`: this listener has no such registers. For the
    /// personality, not for the timing model.
    fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
        let _ = (cycle, index);
        None
    }

    /// No later record carries a cycle before `cycle`. Called for every executed block, unless the
    /// listener's [`Attention`] lets it be called less often, and at the end of the run.
    fn settle(&mut self, cycle: u64) {
        let _ = cycle;
    }

    /// [`Probe::settle`] as the timing model calls it: with exact totals, and with the question what the
    /// listener has to hear from now on. Listeners that need single records keep the default, which is
    /// everything.
    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        let _ = totals;
        self.settle(cycle);
        Attention::ALL
    }

    /// A bound of [`Attention::syllables`] or [`Attention::fetches`], of this listener or another of the run, is near:
    /// everything is delivered from here on until [`Probe::catch_up`], which comes behind this execution. So many valid syllables
    /// have been fetched ([`Totals::fetched`]).
    fn awaken(&mut self, fetched: u64) {
        let _ = fetched;
    }

    /// What came before the records that are delivered from here on ([`Attention::past`]).
    fn earlier(&mut self, earlier: &Earlier) {
        let _ = earlier;
    }

    /// The first fetch in `cycle`, a bound of [`Attention::fetches`], or later is behind `fetched` valid syllables.
    /// [`Probe::catch_up`] comes behind this execution, unless [`Attention::syllables_behind`] says what comes next.
    fn fetch_reaches(&mut self, cycle: u64, fetched: u64) {
        let _ = (cycle, fetched);
    }

    /// Whether the records heard so far, or `misses` more data misses, make the listener want
    /// [`Probe::catch_up`] before the cycle that its [`Attention`] said and, if it wants data misses, every
    /// [`Probe::group`] until then. Asked after every execution that brings a branch or a miss, and, with
    /// their number, before data misses are told of without the groups around them.
    fn asks(&self, misses: u32) -> bool {
        let _ = misses;
        false
    }

    /// A group of an execution that is timed in full waits: told to listeners that add up ([`Attention::sums`]), before its issue.
    fn wait(&mut self, wait: &Wait) {
        let _ = wait;
    }

    /// A load has its data from a level behind L1D: told to listeners that add up, of executions that are timed in full.
    fn loaded(&mut self, culprit: Culprit, level: MemoryLevel) {
        let _ = (culprit, level);
    }

    /// The first level of the data TLB lacked the translation of a reference: told as [`Self::loaded`] is.
    fn untranslated(&mut self, culprit: Culprit) {
        let _ = culprit;
    }

    /// Before (`begins`) and behind the records of an execution that is timed in full, for listeners that add up.
    fn in_full(&mut self, begins: bool) {
        let _ = begins;
    }

    /// Groups of the execution at hand, a bit for the first slot of each, issued in a cycle of their own ([`Stall::Unstalled`], the
    /// `limited` [`Stall::IssueLimit`]): told to listeners that add up, before the end of [`Self::in_full`].
    fn issued(&mut self, code: CodeId, groups: u64, limited: u64) {
        let _ = (code, groups, limited);
    }

    /// The execution whose records were delivered last is replayed from now on under `number`: each replay stands for the same
    /// records, but for predicates that do not matter to time.
    fn learned(&mut self, number: u32) {
        let _ = number;
    }

    /// What was [learned](Self::learned) under a number was replayed so many times, on a call path. Told some time behind the
    /// replays; before [`Probe::region`], [`Probe::forgotten`] and the last [`Probe::settle`] at the latest.
    fn replayed(&mut self, number: u32, path: u32, times: u64) {
        let _ = (number, path, times);
    }

    /// The numbers of [`Probe::learned`] mean nothing any more; they are given again.
    fn forgotten(&mut self) {}

    /// A call path gets its number, dense from 0.
    fn call_path(&mut self, number: u32, path: &CallPath) {
        let _ = (number, path);
    }

    /// A call does not get a path of its own: too many, too deep, or recursion. It is followed on another one.
    fn folded_call(&mut self) {}

    /// What executes from here on does so on this call path. Where call paths are not followed all is on path 0.
    fn on_path(&mut self, number: u32) {
        let _ = number;
    }

    /// What the listener left out is needed now: its registers will be read or its status changes.
    /// Called between two blocks, before [`Probe::status`] and [`Probe::read_pmd`].
    fn update(&mut self, totals: &mut dyn Totals) {
        let _ = totals;
    }
}

/// No listener: the timing model with totals only.
#[derive(Debug, Clone, Copy, Default)]
pub struct Off;

impl Probe for Off {
    #[inline(always)]
    fn is_armed() -> bool {
        false
    }

    /// Beside another listener it wants nothing either.
    #[inline(always)]
    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention::NOTHING
    }
}

/// No listener either, and totals are asked for before and behind each of many short units.
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

/// Calls a macro with the methods of [`Probe`] that hand over a record and want no answer; a record that is added here
/// reaches every listener behind [`forward_records!`](crate::forward_records) and the lists of listeners.
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
            region(inside: bool);
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

/// Inside an implementation of [`Probe`]: hands every record on to a field that is a listener.
///
/// Not handed on is what a listener in front of another treats in its own way: [`Probe::describe`], [`Probe::group`],
/// [`Probe::status`], [`Probe::task`], [`Probe::settle`], and what has an answer.
#[macro_export]
macro_rules! forward_records {
    ($field:ident) => {
        $crate::for_each_record!({ $crate::forward_to_field }[$field]);
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
