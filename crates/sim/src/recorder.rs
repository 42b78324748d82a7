//! Between the functional core and the cycle model: hands executed blocks over and answers what a
//! program may ask about time.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;

use checkpoint::{Damage, Grows as _, Source, State as _};
use events::{Block, CodeId, Execution, Probe, StackSizes, Task};
use linux::{Listener, OsEvent};
use machine::Recorder;
use pmu::psr;
use uarch::Timing;

use crate::calls::Calls;
use crate::intervals::Parts;
use crate::region::{Region, Share, Snapshot};
use crate::watch::Watch;

/// psr.cpl = 3.
const USER_LEVEL: u64 = 3 << 32;

/// Feeds the cycle model.
pub(crate) struct Timed<P: Probe> {
    pub timing: Timing<P>,
    shares: Shares,
    costs: Costs,
    /// The personality's clock counts cycles.
    clock_counts_cycles: bool,
    /// The process whose user monitor counts.
    first: u32,
    /// Cycles that the guest's clock showed when the model began: more than 0 in a run that goes on from a checkpoint with a cold machine.
    earlier: u64,
    /// psr.up of that process.
    enabled: bool,
    /// The rest of what a listener is told of psr.
    status: u64,
    region: Option<Box<Region>>,
    /// What recording does to time; `None`: nothing.
    laps: Option<Laps>,
    /// A block may have to be executed in parts: there is a region, or laps end.
    divides: bool,
    /// That, or calls are followed.
    asks_more: bool,
    /// Instructions so far, and parts of blocks so far; counted only where a region of interest needs them.
    retired: u64,
    parts: u32,
    /// Who called whom, for a profile.
    calls: Option<Box<Calls>>,
    /// What is counted by parts of the run.
    counted_apart: Option<Box<Parts>>,
    watch: Watch,
    /// Instructions of the blocks so far.
    instructions: u64,
    /// Behind how many of them the run looks whether a part ends or it has to stop, and whether it has to stop.
    look_at: u64,
    watch_at: u64,
}

/// Behind how many instructions a run looks whether a part ends, or whether it has to stop.
fn next_look(parts: Option<&Parts>, watch_at: u64) -> u64 {
    parts.map_or(watch_at, |parts| parts.may_end().min(watch_at))
}

/// Cycles that services of the operating system take.
#[derive(Copy, Clone)]
struct Costs {
    system_call: u64,
    switch: u64,
}

/// When first-level translations are invalidated (`core_trace` of the config).
struct Laps {
    /// Instructions between two times; 0: only when the region of interest begins.
    length: u64,
    /// Instructions since the last time.
    passed: u64,
}

impl Laps {
    fn new(core_trace: &config::model::CoreTrace) -> Option<Self> {
        core_trace.invalidate.then_some(Self {
            length: core_trace.lap_instructions,
            passed: 0,
        })
    }

    /// Whether a lap ends with so many more instructions.
    fn ends_with(&mut self, instructions: u64) -> bool {
        self.passed += instructions;
        let ends = self.length > 0 && self.passed >= self.length;
        if ends {
            self.passed = 0;
        }
        ends
    }
}

/// Instructions and cycles by process.
#[derive(Default)]
struct Shares {
    totals: BTreeMap<u32, Share>,
    current: u32,
    /// Cycle of the last switch.
    since: u64,
    /// Instructions since then; counted only where a region of interest needs them.
    retired: u64,
}

impl Shares {
    /// Another process runs from cycle `now` on.
    fn switch(&mut self, now: u64, process: u32) {
        // The end of a snapshot lies a cycle behind the newest issue.
        let now = now.max(self.since);
        let share = self.totals.entry(self.current).or_default();
        share.cycles += now - self.since;
        share.instructions += std::mem::take(&mut self.retired);
        self.since = now;
        self.current = process;
    }
}

impl<P: Probe> Timed<P> {
    pub(crate) fn new(
        mut timing: Timing<P>,
        machine: &config::Machine,
        first: u32,
        region: Option<Region>,
        watch: Watch,
        parts: Option<Parts>,
    ) -> Self {
        let os = &machine.os;
        let shares = Shares {
            current: first,
            ..Shares::default()
        };
        let laps = Laps::new(&machine.core_trace);
        let divides = region.is_some() || laps.as_ref().is_some_and(|laps| laps.length > 0);
        let mut counted_apart = parts.map(Box::new);
        if let Some(parts) = &mut counted_apart
            && region.as_ref().is_none_or(Region::is_inside)
        {
            parts.begin(timing.running_totals(), 0);
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
            first,
            earlier: 0,
            enabled: true,
            status: USER_LEVEL,
            region: region.map(Box::new),
            laps,
            retired: 0,
            parts: 0,
            calls: None,
            instructions: 0,
            look_at: next_look(counted_apart.as_deref(), watch_at),
            watch_at,
            counted_apart,
            watch,
        }
    }

    /// The same between two blocks with another listener, which is told nothing of the past; and the one so far. For a run in which no
    /// calls are followed.
    pub(crate) fn with_probe<Q: Probe>(self, probe: Q) -> (Timed<Q>, P) {
        let (timing, before) = self.timing.with_probe(probe);
        let timed = Timed {
            timing,
            shares: self.shares,
            costs: self.costs,
            clock_counts_cycles: self.clock_counts_cycles,
            first: self.first,
            earlier: self.earlier,
            enabled: self.enabled,
            status: self.status,
            region: self.region,
            laps: self.laps,
            divides: self.divides,
            asks_more: self.asks_more,
            retired: self.retired,
            parts: self.parts,
            calls: self.calls,
            counted_apart: self.counted_apart,
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

    /// Saves the model and what goes with it; listeners, regions and parts of the run are not.
    pub(crate) fn save(&mut self, out: &mut Vec<u8>) {
        self.timing.save(out);
        let Shares {
            totals,
            current,
            since,
            retired,
        } = &self.shares;
        totals.save_all(out);
        (*current, *since, *retired).save(out);
        (self.retired, self.parts, self.instructions).save(out);
        (self.earlier, self.enabled, self.status).save(out);
    }

    /// Goes on where [`Self::save`] was called.
    pub(crate) fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.timing.load(from)?;
        self.shares.totals.load_all(from)?;
        self.shares.current.load(from)?;
        self.shares.since.load(from)?;
        self.shares.retired.load(from)?;
        self.retired.load(from)?;
        self.parts.load(from)?;
        self.instructions.load(from)?;
        self.earlier.load(from)?;
        self.enabled.load(from)?;
        self.status.load(from)
    }

    /// Begins cold in the middle of a run, after so many instructions, when the guest's clock shows so much.
    pub(crate) fn begin_at(&mut self, retired: u64, clock: u64) {
        (self.retired, self.instructions) = (retired, retired);
        self.earlier = clock;
    }

    /// Another process than the first executes before any other, in a run that goes on.
    pub(crate) fn run_first(&mut self, process: u32) {
        self.shares.current = process;
    }

    /// The first part of a run that goes on from a checkpoint begins there.
    pub(crate) fn begin_parts(&mut self) {
        if let Some(parts) = &mut self.counted_apart {
            let totals = self.timing.running_totals();
            let before = self.instructions - totals.instructions.min(self.instructions);
            parts.go_on(totals, self.instructions, before);
            self.look_at = next_look(Some(parts), self.watch_at);
        }
    }

    /// Follows calls and returns, and tells the listener of the paths. `functions`: where they begin and end, ascending. `task`
    /// executes first.
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

    /// Times a block that another recorder executes, which also looks whether the run has to stop.
    #[inline]
    pub(crate) fn follow(&mut self, block: &Block, execution: &Execution) {
        if P::hears_records() && !self.asks_more {
            // One look for all that most runs do not ask for.
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

    /// Times a block that no loop was expected to go on with, without a listener. Not inlined: the others need few registers.
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

    /// Behind how many instructions [`Self::look_if_due`] does something.
    pub(crate) fn look_at(&self) -> u64 {
        self.look_at
    }

    /// Tells the caller how far the run is when it is time to, and hears whether to go on.
    #[inline]
    pub(crate) fn look_if_due(&mut self) -> ControlFlow<()> {
        if self.instructions >= self.look_at {
            return self.look_up();
        }
        ControlFlow::Continue(())
    }

    /// Whether what the system says of time is this machine's.
    pub(crate) fn clock_counts_cycles(&self) -> bool {
        self.clock_counts_cycles
    }

    /// Tells the caller how far the run is, and hears whether to go on.
    #[cold]
    fn look_up(&mut self) -> ControlFlow<()> {
        let now = self.timing.now();
        if let Some(parts) = &mut self.counted_apart
            && parts.ends(self.instructions, now)
        {
            parts.end(self.timing.running_totals(), self.instructions);
        }
        let stopped = self.watch.stopped().is_some();
        if self.instructions >= self.watch_at || stopped {
            if self.watch.look(self.instructions, Some(now)).is_some() {
                // A block that ends with a system call or a fault hands that on first: the next block is the one to stop at.
                self.look_at = 0;
                return ControlFlow::Break(());
            }
            let between = self.watch.instructions_between_looks();
            self.watch_at = self.instructions.saturating_add(between);
        }
        self.look_at = next_look(self.counted_apart.as_deref(), self.watch_at);
        ControlFlow::Continue(())
    }

    /// Starts with the user monitors off and kept from the program, as Linux does, unless they are allowed.
    pub(crate) fn secure_monitors(&mut self, secured: bool) {
        self.enabled = !secured;
        if secured {
            self.status |= psr::SP;
        }
        self.tell_status();
    }

    /// Tells a listener whether user monitors are enabled: never while another process than the first runs.
    pub(crate) fn tell_status(&mut self) {
        let ours = self.shares.current == self.first;
        let up = if ours && self.enabled { psr::UP } else { 0 };
        self.timing.status(up | self.status);
    }

    /// What a run that ends now counted.
    ///
    /// # Errors
    /// A part of the run could not be told.
    pub(crate) fn finish(&mut self) -> io::Result<Snapshot> {
        let due = self.region.as_ref();
        if due.is_some_and(|region| region.ends_after(self.retired)) {
            self.enter_or_leave();
        }
        if self
            .region
            .as_ref()
            .is_some_and(|region| !region.has_begun())
        {
            // Listeners forget what lies before it.
            self.timing.region(true);
            self.timing.region(false);
        }
        let totals = self.timing.finish();
        if let Some(parts) = &mut self.counted_apart {
            parts.close(&totals);
            if let Some(error) = parts.take_error() {
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

    /// The region of interest, when there is one.
    pub(crate) fn take_region(&mut self) -> Option<Region> {
        self.region.take().map(|region| *region)
    }

    fn enter_or_leave(&mut self) {
        let totals = self.timing.totals();
        let snapshot = self.snapshot(totals);
        if let Some(region) = &mut self.region {
            region.cross(snapshot);
            let inside = region.is_inside();
            if let Some(parts) = &mut self.counted_apart {
                let totals = self.timing.running_totals();
                match inside {
                    true => parts.begin(totals, self.instructions),
                    false => parts.close(&totals),
                }
                self.look_at = 0;
            }
            self.timing.region(inside);
            if let Some(laps) = self.laps.as_mut().filter(|_| inside) {
                laps.passed = 0;
                self.timing.invalidate_translations();
            }
        }
    }

    /// Times a block in which a region may begin or end: in parts then, as if each had been a block.
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
                let (first, second) = block.split(slot, [self.part(), self.part()]);
                let (early, late) = execution.split(block, slot);
                self.step(&first, &early);
                rest = Some((second, late));
            }
            self.enter_or_leave();
        }
    }

    /// The slot of a block before which the region begins or ends, if it executes.
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

    fn part(&mut self) -> CodeId {
        let part = self.parts;
        self.parts = (part + 1) % CodeId::PARTS;
        CodeId(part)
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
        if let Some(laps) = &mut self.laps
            && inside
            && laps.ends_with(retired)
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
        self.timing.now() + self.earlier
    }

    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        Some(self.timing.read_pmd(index).unwrap_or(0))
    }

    fn space_ended(&mut self, number: u32) {
        self.timing.end_space(number);
    }

    fn user_monitor(&mut self, enabled: bool) {
        self.enabled = enabled;
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
            OsEvent::Switch {
                process, thread, ..
            } => {
                self.timing.switch(self.costs.switch);
                let task = Task { process, thread };
                self.timing.task(task);
                if let Some(calls) = &mut self.calls {
                    calls.switch(task, &mut self.timing);
                }
                self.shares.switch(self.timing.now(), process);
                self.tell_status();
            }
            OsEvent::Forked { process } => {
                if let Some(calls) = &mut self.calls {
                    calls.fork(Task {
                        process,
                        thread: process,
                    });
                }
            }
            OsEvent::Renumbered { process, before } => {
                let [before, now] = [before, process].map(|thread| Task { process, thread });
                self.timing.task(now);
                if let Some(calls) = &mut self.calls {
                    calls.renumber(before, now);
                }
            }
            OsEvent::Ended { process, thread } => {
                if let Some(calls) = &mut self.calls {
                    calls.end(Task { process, thread });
                }
            }
            OsEvent::Signal { .. } => {}
        }
    }

    fn cycles(&mut self) -> Option<u64> {
        self.clock_counts_cycles
            .then(|| self.timing.now() + self.earlier)
    }
}
