//! The recorder of a timed run: passes the blocks that the functional core executes, and events of the personality, to the cycle
//! model, and answers what a program may ask about time.

use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};

use checkpoint::{Damage, Grows as _, Source, State as _};
use events::{Block, CodeId, Execution, Probe, StackSizes, Task};
use linux::{FIRST_SERIAL, Listener, OsEvent};
use machine::Recorder;
use pmu::psr;
use uarch::Timing;

use crate::calls::Calls;
use crate::intervals::IntervalCounter;
use crate::region::{Region, Share, Snapshot};
use crate::watch::Watch;

/// psr.cpl = 3.
const USER_LEVEL: u64 = 3 << 32;

/// Feeds the cycle model of a run of a program. `P` listens to the model.
pub(crate) struct Timed<P: Probe> {
    pub timing: Timing<P>,
    shares: Shares,
    costs: Costs,
    /// The personality's clock counts cycles.
    clock_counts_cycles: bool,
    /// Cycles that the guest's clock showed when the model began: more than 0 in a run that goes on from a checkpoint with a cold machine.
    clock_offset: u64,
    /// `psr.up` of the first process.
    psr_up: bool,
    /// The other bits of `psr` that a listener is told: the privilege level, and `psr.sp` where monitors are kept from the program.
    other_psr_bits: u64,
    region: Option<Box<Region>>,
    /// When first-level translations are invalidated; `None`: never.
    invalidations: Option<TlbInvalidations>,
    /// A block may have to be divided before it is timed: there is a region of interest, or translations are invalidated periodically.
    divides: bool,
    /// `divides`, or calls are followed.
    asks_more: bool,
    /// Instructions retired so far; counted only while `divides`.
    retired: u64,
    /// Number that the next part of a divided block gets, below [`CodeId::FIRST_BLOCK`].
    next_part_id: u32,
    /// Calls and returns of all threads, for a profile.
    calls: Option<Box<Calls>>,
    /// What is counted by intervals of the run.
    intervals: Option<Box<IntervalCounter>>,
    watch: Watch,
    /// Instructions of the blocks so far.
    instructions: u64,
    /// Value of `instructions` from which on [`Timed::look_if_due`] looks whether an interval ends or the run has to stop; at most `watch_at`.
    look_at: u64,
    /// Value of `instructions` from which on it looks whether the run has to stop.
    watch_at: u64,
}

/// The number of instructions behind which the next look is due: the end of an interval, or whether the run has to stop.
fn next_look(intervals: Option<&IntervalCounter>, watch_at: u64) -> u64 {
    intervals.map_or(watch_at, |intervals| intervals.may_end().min(watch_at))
}

/// Cycles that services of the operating system take.
#[derive(Copy, Clone)]
struct Costs {
    system_call: u64,
    switch: u64,
}

/// When the entries of the first-level TLBs are invalidated, as the recorder of a core trace does (`core_trace` of the config;
/// Translation 6).
struct TlbInvalidations {
    /// Instructions between two invalidations; 0: only one, when the region of interest begins.
    period: u64,
    /// Instructions since the last invalidation.
    passed: u64,
}

/// The periodic invalidation of translations, if a machine has it, as a message to the user names it: only a run of a program that is timed as a
/// whole does it.
pub(crate) fn laps(machine: &config::Machine) -> Option<String> {
    let periods = TlbInvalidations::new(&machine.core_trace)?.period;
    (periods > 0).then(|| "core_trace.lap_instructions".to_owned())
}

impl TlbInvalidations {
    fn new(core_trace: &config::model::CoreTrace) -> Option<Self> {
        core_trace.invalidate.then_some(Self {
            period: core_trace.lap_instructions,
            passed: 0,
        })
    }

    /// Counts `instructions` more; whether an invalidation is due behind them.
    fn fall_due(&mut self, instructions: u64) -> bool {
        self.passed += instructions;
        let due = self.period > 0 && self.passed >= self.period;
        if due {
            self.passed = 0;
        }
        due
    }
}

/// Instructions and cycles by process. Processes are known by their serial numbers: their numbers are given again.
#[derive(Default)]
struct Shares {
    totals: BTreeMap<u64, Share>,
    current: u64,
    /// Cycles of the run before the last switch.
    since: u64,
    /// Instructions since the last switch; counted only where blocks may have to be divided.
    retired: u64,
}

impl Shares {
    /// Another process runs behind the first `cycles` cycles of the run: the cycle of the newest issue belongs to the process before.
    fn switch(&mut self, cycles: u64, process: u64) {
        let share = self.totals.entry(self.current).or_default();
        share.cycles += cycles - self.since;
        share.instructions += std::mem::take(&mut self.retired);
        self.since = cycles;
        self.current = process;
    }
}

impl<P: Probe> Timed<P> {
    /// `process`: serial number of the process that executes first, in a run that goes on from a checkpoint not always the first process.
    pub(crate) fn new(
        mut timing: Timing<P>,
        machine: &config::Machine,
        process: u64,
        region: Option<Region>,
        watch: Watch,
        intervals: Option<IntervalCounter>,
    ) -> Self {
        let os = &machine.os;
        let shares = Shares {
            current: process,
            ..Shares::default()
        };
        let invalidations = TlbInvalidations::new(&machine.core_trace);
        let divides = region.is_some() || invalidations.as_ref().is_some_and(|it| it.period > 0);
        let mut intervals = intervals.map(Box::new);
        if let Some(intervals) = &mut intervals
            && region.as_ref().is_none_or(Region::is_inside)
        {
            intervals.begin(timing.running_totals(), 0);
        }
        let watch_at = watch.instructions_between_looks();
        Self {
            timing,
            shares,
            divides,
            asks_more: divides,
            costs: Costs {
                system_call: u64::from(os.syscall_cycles),
                switch: u64::from(os.switch_cycles),
            },
            clock_counts_cycles: os.clock == config::model::Clock::Cycles,
            clock_offset: 0,
            psr_up: true,
            other_psr_bits: USER_LEVEL,
            region: region.map(Box::new),
            invalidations,
            retired: 0,
            next_part_id: 0,
            calls: None,
            instructions: 0,
            look_at: next_look(intervals.as_deref(), watch_at),
            watch_at,
            intervals,
            watch,
        }
    }

    /// Replaces the listener, between two blocks, by one that is told nothing of the past; returns the recorder and the listener so far.
    /// For a run in which no calls are followed.
    pub(crate) fn with_probe<Q: Probe>(self, probe: Q) -> (Timed<Q>, P) {
        let (timing, before) = self.timing.with_probe(probe);
        let timed = Timed {
            timing,
            shares: self.shares,
            costs: self.costs,
            clock_counts_cycles: self.clock_counts_cycles,
            clock_offset: self.clock_offset,
            psr_up: self.psr_up,
            other_psr_bits: self.other_psr_bits,
            region: self.region,
            invalidations: self.invalidations,
            divides: self.divides,
            asks_more: self.asks_more,
            retired: self.retired,
            next_part_id: self.next_part_id,
            calls: self.calls,
            intervals: self.intervals,
            watch: self.watch,
            instructions: self.instructions,
            look_at: self.look_at,
            watch_at: self.watch_at,
        };
        (timed, before)
    }

    /// Instructions of the blocks so far.
    #[inline]
    pub(crate) fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Whether a block may have to be executed in parts.
    pub(crate) fn divides(&self) -> bool {
        self.divides
    }

    /// Whether the region of interest begins or ends in a block.
    #[inline(always)]
    pub(crate) fn crosses(&self, block: &Block, execution: &Execution) -> bool {
        self.divides && self.crossing(block, execution.end).is_some()
    }

    /// Saves the model and the counts of this recorder; listeners, the region and the intervals are not saved.
    pub(crate) fn save(&mut self, out: &mut Vec<u8>) {
        // All fields are named, so that a new one is either saved or passed over on purpose.
        let Self {
            timing,
            shares,
            costs: _,
            clock_counts_cycles: _,
            clock_offset,
            psr_up,
            other_psr_bits,
            region: _,
            invalidations,
            divides: _,
            asks_more: _,
            retired,
            next_part_id,
            calls: _,
            intervals: _,
            watch: _,
            instructions,
            look_at: _,
            watch_at: _,
        } = self;
        timing.save(out);
        let Shares {
            totals,
            current,
            since,
            retired: of_current,
        } = shares;
        totals.save_all(out);
        (*current, *since, *of_current).save(out);
        (*retired, *next_part_id, *instructions).save(out);
        (*clock_offset, *psr_up, *other_psr_bits).save(out);
        invalidations.as_ref().map_or(0, |it| it.passed).save(out);
    }

    /// Goes on where [`Self::save`] was called.
    pub(crate) fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.timing.load(from)?;
        self.shares.totals.load_all(from)?;
        self.shares.current.load(from)?;
        self.shares.since.load(from)?;
        self.shares.retired.load(from)?;
        self.retired.load(from)?;
        self.next_part_id.load(from)?;
        self.instructions.load(from)?;
        self.clock_offset.load(from)?;
        self.psr_up.load(from)?;
        self.other_psr_bits.load(from)?;
        let mut passed = 0;
        passed.load(from)?;
        if let Some(invalidations) = &mut self.invalidations {
            invalidations.passed = passed;
        }
        Ok(())
    }

    /// Begins with a cold model in the middle of a run, behind `retired` instructions, where the guest's clock shows `clock`.
    pub(crate) fn begin_at(&mut self, retired: u64, clock: u64) {
        (self.retired, self.instructions) = (retired, retired);
        self.clock_offset = clock;
    }

    /// In a run that goes on from a checkpoint: the first interval begins there.
    pub(crate) fn begin_intervals(&mut self) {
        if let Some(intervals) = &mut self.intervals {
            let totals = self.timing.running_totals();
            let before = self.instructions - totals.instructions.min(self.instructions);
            intervals.go_on(totals, self.instructions, before);
            self.look_at = next_look(Some(intervals), self.watch_at);
        }
    }

    /// Follows calls and returns from here on, and tells the listener the call paths. `functions`: addresses at which functions begin
    /// and end, ascending. `task`: the thread that executes first.
    pub(crate) fn follow_calls(&mut self, functions: Vec<u64>, task: Task) {
        self.calls = Some(Box::new(Calls::new(functions, task)));
        self.asks_more = true;
    }

    /// Times a block.
    #[inline(always)]
    fn time(&mut self, block: &Block, execution: &Execution) {
        if P::is_armed()
            && let Some(calls) = &mut self.calls
        {
            calls.enter(block, &mut self.timing);
        }
        if self.timing.execute(block, execution) {
            self.look_at = 0;
        }
        if P::is_armed()
            && let Some(calls) = &mut self.calls
        {
            calls.leave(block, execution, &mut self.timing);
        }
    }

    /// Times a block without counting its instructions or looking whether the run has to stop: that is up to the caller.
    #[inline]
    pub(crate) fn follow(&mut self, block: &Block, execution: &Execution) {
        if P::hears_records() && !self.asks_more {
            // One test covers the region, invalidations and calls, which most runs have none of.
            if self.timing.execute(block, execution) {
                self.look_at = 0;
            }
        } else if P::hears_records() {
            self.follow_any(block, execution);
        } else if self.divides {
            self.execute_in_parts(block, execution);
        } else if P::is_armed() {
            self.time(block, execution);
        } else if !self.timing.execute_expected(block, execution) {
            self.time_unexpected(block, execution);
        }
    }

    /// Times a block that does not continue the loop that replay expects, in a model without a listener. Not inlined: the blocks of an
    /// expected loop then need few registers of the host.
    #[inline(never)]
    fn time_unexpected(&mut self, block: &Block, execution: &Execution) {
        self.timing.execute_unexpected(block, execution);
    }

    #[inline(never)]
    fn follow_any(&mut self, block: &Block, execution: &Execution) {
        if self.divides {
            self.execute_in_parts(block, execution);
        } else {
            self.time(block, execution);
        }
    }

    /// Times a block and counts its instructions; behind it comes [`Self::look_if_due`].
    #[inline]
    pub(crate) fn advance(&mut self, block: &Block, execution: &Execution) {
        self.follow(block, execution);
        self.instructions += u64::from(block.count_before(execution.end));
    }

    /// The number of instructions from which on [`Self::look_if_due`] does something.
    pub(crate) fn look_at(&self) -> u64 {
        self.look_at
    }

    /// When a look is due, ends an interval, reports the progress to the caller and returns whether the run goes on.
    #[inline]
    pub(crate) fn look_if_due(&mut self) -> ControlFlow<()> {
        if self.instructions >= self.look_at {
            return self.look_up();
        }
        ControlFlow::Continue(())
    }

    /// Whether the personality's clock counts cycles of this machine, rather than instructions.
    pub(crate) fn clock_counts_cycles(&self) -> bool {
        self.clock_counts_cycles
    }

    /// Ends an interval if one ends here, reports the progress to the caller and returns whether the run goes on.
    #[cold]
    fn look_up(&mut self) -> ControlFlow<()> {
        let now = self.timing.now();
        if let Some(intervals) = &mut self.intervals
            && intervals.ends(self.instructions, now)
        {
            intervals.end(self.timing.running_totals(), self.instructions);
        } else if let Some(intervals) = &mut self.intervals {
            intervals.tell_ended();
        }
        let stopped = self.watch.stopped().is_some();
        if self.instructions >= self.watch_at || stopped {
            if self.watch.look(self.instructions, Some(now)).is_some() {
                // The machine handles a system call or a fault at the end of this block before it stops: `look_at` 0 stops the run again
                // at the next block.
                self.look_at = 0;
                return ControlFlow::Break(());
            }
            let between = self.watch.instructions_between_looks();
            self.watch_at = self.instructions.saturating_add(between);
        }
        self.look_at = next_look(self.intervals.as_deref(), self.watch_at);
        ControlFlow::Continue(())
    }

    /// `secured`: starts with `psr.up` 0 and `psr.sp` 1, so that the program cannot use the monitors, as under Linux; else with `psr.up` 1.
    pub(crate) fn secure_monitors(&mut self, secured: bool) {
        self.psr_up = !secured;
        if secured {
            self.other_psr_bits |= psr::SP;
        }
        self.tell_status();
    }

    /// Tells the listener the processor status: `psr.up` is reported as set only while the first process runs.
    pub(crate) fn tell_status(&mut self) {
        let ours = self.shares.current == FIRST_SERIAL;
        let up = if ours && self.psr_up { psr::UP } else { 0 };
        self.timing.status(up | self.other_psr_bits);
    }

    /// Ends the run: everything that was counted in it.
    ///
    /// # Errors
    /// The receiver of the intervals failed.
    pub(crate) fn finish(&mut self) -> io::Result<Snapshot> {
        self.timing.end();
        let due = self.region.as_ref();
        if due.is_some_and(|region| region.ends_after(self.retired)) {
            // Nothing comes behind the region: what is under way belongs to it.
            let totals = self.timing.totals();
            self.enter_or_leave(totals);
        }
        if self
            .region
            .as_ref()
            .is_some_and(|region| !region.has_begun())
        {
            // The region never began. Listeners forget what lies before it.
            self.timing.region(true);
            self.timing.region(false);
        }
        let totals = self.timing.finish();
        if let Some(intervals) = &mut self.intervals {
            intervals.close(&totals);
            if let Some(error) = intervals.take_error() {
                return Err(error);
            }
        }
        Ok(self.snapshot(totals))
    }

    fn snapshot(&mut self, totals: uarch::Totals) -> Snapshot {
        self.shares.switch(totals.cycles, self.shares.current);
        Snapshot {
            totals,
            shares: self.shares.totals.clone(),
        }
    }

    /// The region of interest, if there is one, at the end of the run.
    pub(crate) fn take_region(&mut self) -> Option<Region> {
        self.region.take().map(|region| *region)
    }

    /// The region begins, or ends, where these are the totals.
    fn enter_or_leave(&mut self, totals: uarch::Totals) {
        let snapshot = self.snapshot(totals.clone());
        if let Some(region) = &mut self.region {
            region.cross(snapshot);
            let inside = region.is_inside();
            if let Some(intervals) = &mut self.intervals {
                match inside {
                    true => intervals.begin(totals, self.instructions),
                    false => intervals.close(&totals),
                }
                self.look_at = 0;
            }
            self.timing.region(inside);
            if let Some(invalidations) = self.invalidations.as_mut().filter(|_| inside) {
                invalidations.passed = 0;
                self.timing.invalidate_translations();
            }
        }
    }

    /// Times a block in which the region may begin or end. If it does, the block is divided there and each part is timed as a block of its
    /// own.
    #[cold]
    fn execute_in_parts(&mut self, block: &Block, execution: &Execution) {
        let mut rest: Option<(Block, Execution)> = None;
        loop {
            let (block, execution) = match &rest {
                Some((block, execution)) => (block, execution),
                None => (block, execution),
            };
            let Some(slot) = self.crossing(block, execution.end) else {
                break self.step(block, execution);
            };
            if slot > block.first_slot {
                let (first, second) = block.split(slot, [self.part_id(), self.part_id()]);
                let (early, late) = execution.split(block, slot);
                self.step(&first, &early);
                rest = Some((second, late));
            }
            let totals = self.timing.running_totals();
            self.enter_or_leave(totals);
        }
    }

    /// The slot of a block, of which the slots before `end` executed, before which the region begins or ends; `None`: it does not.
    fn crossing(&self, block: &Block, end: u8) -> Option<u8> {
        let region = self.region.as_ref()?;
        if let Some(left) = region.awaited_count() {
            let left = left.checked_sub(self.retired)?;
            return (block.first_slot..end).find(|&slot| {
                u64::from(block.count_before(slot)) == left && block.counted >> slot & 1 != 0
            });
        }
        region.crossing(block.ip, block.first_slot, end)
    }

    fn part_id(&mut self) -> CodeId {
        let id = self.next_part_id;
        self.next_part_id = (id + 1) % CodeId::FIRST_BLOCK;
        CodeId(id)
    }

    fn step(&mut self, block: &Block, execution: &Execution) {
        let retired = u64::from(block.count_before(execution.end));
        self.shares.retired += retired;
        self.retired += retired;
        self.time(block, execution);
        let mut inside = true;
        if let Some(region) = &mut self.region {
            region.executed();
            inside = region.is_inside();
        }
        if let Some(invalidations) = &mut self.invalidations
            && inside
            && invalidations.fall_due(retired)
        {
            self.timing.invalidate_translations();
        }
    }
}

impl<P: Probe> Recorder for Timed<P> {
    const RECORD: bool = true;

    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        self.advance(block, execution);
        self.look_if_due()
    }

    fn clock(&mut self, _retired: u64) -> u64 {
        self.timing.now() + self.clock_offset
    }

    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        Some(self.timing.read_pmd(index).unwrap_or(0))
    }

    fn unmapped(&mut self, number: u32, addresses: &Range<u64>) {
        self.timing.unmap(number, addresses);
    }

    fn space_ended(&mut self, number: u32) {
        self.timing.end_space(number);
    }

    fn forget_code(&mut self) -> bool {
        self.timing.forget_code()
    }

    fn user_monitor(&mut self, enabled: bool) {
        self.psr_up = enabled;
        self.tell_status();
    }

    fn enter(&mut self, stack: StackSizes) {
        self.timing.stack(stack);
    }
}

impl<P: Probe> Listener for Timed<P> {
    fn os(&mut self, event: OsEvent) {
        match event {
            OsEvent::SystemCall { .. } => self.timing.charge(self.costs.system_call),
            OsEvent::Switch { task, .. } => {
                self.timing.switch(self.costs.switch);
                self.timing.task(task);
                if let Some(calls) = &mut self.calls {
                    calls.switch(task, &mut self.timing);
                }
                self.shares
                    .switch(self.timing.cycles(), task.process_serial);
                self.tell_status();
            }
            OsEvent::Forked { task } => {
                if let Some(calls) = &mut self.calls {
                    calls.fork(task);
                }
            }
            OsEvent::Renumbered { task, before } => {
                self.timing.task(task);
                if let Some(calls) = &mut self.calls {
                    calls.renumber(before, task);
                }
                // A monitor takes up its count of a task with the status.
                self.tell_status();
            }
            OsEvent::Ended { task } => {
                if let Some(calls) = &mut self.calls {
                    calls.end(task);
                }
            }
            OsEvent::Signal { .. } => {}
        }
    }

    fn cycles(&mut self) -> Option<u64> {
        self.clock_counts_cycles
            .then(|| self.timing.now() + self.clock_offset)
    }
}
