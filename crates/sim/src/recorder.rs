//! Between the functional core and the cycle model: hands executed blocks over and answers what a
//! program may ask about time.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;

use events::Probe;
use isa::Op;
use linux::{Listener, OsEvent};
use machine::{Block, Cpu, Executed, Recorder, SpaceId};
use pmu::registers::psr;
use uarch::{Code, Execution, Timing};

use crate::groups::GroupCheck;
use crate::region::{Region, Share, Snapshot};
use crate::trace::Trace;
use crate::watch::Watch;

/// psr.cpl = 3.
const USER_LEVEL: u64 = 3 << 32;

/// Names of code that no block of the core has: the two parts of a block that a region begins or ends inside of.
const PIECES: u32 = 4;

/// Feeds the cycle model.
pub(crate) struct Timed<P: Probe> {
    pub timing: Timing<P>,
    notes: Vec<uarch::Note>,
    spaces: Spaces,
    shares: Shares,
    costs: Costs,
    /// The process whose user monitor counts.
    first: u32,
    /// psr.up of that process.
    enabled: bool,
    /// The rest of what a listener is told of psr.
    status: u64,
    region: Option<Box<Region>>,
    /// Instructions so far, and parts of blocks so far; counted only where a region of interest needs them.
    retired: u64,
    pieces: u32,
    watch: Watch,
    /// The run looks whether to stop when these bits of the number of blocks are 0.
    look: u32,
    /// Blocks and slots so far.
    blocks: u32,
    slots: u64,
}

/// Address spaces by number of first execution. Their own numbers count those of all runs of this process, and must
/// not show.
#[derive(Default)]
struct Spaces {
    known: Vec<SpaceId>,
    current: usize,
}

impl Spaces {
    #[inline]
    fn number(&mut self, space: SpaceId) -> u32 {
        if self.known.get(self.current) != Some(&space) {
            self.find(space);
        }
        self.current as u32
    }

    #[cold]
    fn find(&mut self, space: SpaceId) {
        self.current = self
            .known
            .iter()
            .position(|&known| known == space)
            .unwrap_or(self.known.len());
        if self.current == self.known.len() {
            self.known.push(space);
        }
    }
}

/// Cycles that services of the operating system take.
#[derive(Copy, Clone)]
struct Costs {
    system_call: u64,
    switch: u64,
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
    pub fn new(
        timing: Timing<P>,
        os: &config::model::OperatingSystem,
        first: u32,
        region: Option<Region>,
        watch: Watch,
    ) -> Self {
        let shares = Shares {
            current: first,
            ..Shares::default()
        };
        Self {
            timing,
            notes: Vec::new(),
            spaces: Spaces::default(),
            shares,
            costs: Costs {
                system_call: u64::from(os.syscall_cycles),
                switch: u64::from(os.switch_cycles),
            },
            first,
            enabled: true,
            status: USER_LEVEL,
            region: region.map(Box::new),
            retired: 0,
            pieces: 0,
            look: watch.blocks_between_looks() - 1,
            watch,
            blocks: 0,
            slots: 0,
        }
    }

    /// Times a block that is not a replay.
    #[inline(never)]
    fn execute_in_full(&mut self, block: &Block, record: &Executed) {
        self.notes.clear();
        let notes = record.notes.iter();
        self.notes
            .extend(notes.filter_map(|note| timing_note(block, note)));
        let code = Code {
            id: block.id.0 + PIECES,
            space: self.spaces.number(block.space),
            ip: block.ip,
            first_slot: block.first_slot,
            end_slot: block.end_slot,
            bundles: &block.bundles,
            raw: &block.raw,
        };
        if self.region.is_some() {
            self.execute_in_pieces(block, &code, record);
        } else {
            let execution = execution(record, &self.notes);
            self.timing.execute_in_full(&code, &execution);
        }
    }

    /// Tells the caller how far the run is, and hears whether to go on.
    #[cold]
    fn look_up(&mut self) -> ControlFlow<()> {
        let now = self.timing.now();
        if self.watch.look(self.slots, Some(now)).is_none() {
            return ControlFlow::Continue(());
        }
        // A block that ends with a system call or a fault hands that on first: the next block is the one to stop at.
        self.look = 0;
        ControlFlow::Break(())
    }

    /// Starts with the user monitors off and kept from the program, as Linux does, unless they are allowed.
    pub fn secure_monitors(&mut self, secured: bool) {
        self.enabled = !secured;
        if secured {
            self.status |= psr::SP;
        }
        self.tell_status();
    }

    /// Tells a listener whether user monitors are enabled: never while another process than the first runs.
    fn tell_status(&mut self) {
        let ours = self.shares.current == self.first;
        let up = if ours && self.enabled { psr::UP } else { 0 };
        self.timing.status(up | self.status);
    }

    /// What a run that ends now counted.
    pub fn finish(&mut self) -> Snapshot {
        let due = self.region.as_ref();
        if due.is_some_and(|region| region.ends_after(self.retired)) {
            self.enter_or_leave();
        }
        let outcome = self.timing.finish();
        self.snapshot(outcome)
    }

    fn snapshot(&mut self, outcome: uarch::Outcome) -> Snapshot {
        self.shares.switch(outcome.cycles, self.shares.current);
        Snapshot {
            outcome,
            shares: self.shares.totals.clone(),
        }
    }

    /// The region of interest, when there is one.
    pub fn take_region(&mut self) -> Option<Region> {
        self.region.take().map(|region| *region)
    }

    fn enter_or_leave(&mut self) {
        let outcome = self.timing.outcome();
        let snapshot = self.snapshot(outcome);
        if let Some(region) = &mut self.region {
            region.cross(snapshot);
        }
    }

    /// Times a block in which a region may begin or end: in two parts then, as if it had been two blocks.
    #[cold]
    fn execute_in_pieces(&mut self, block: &Block, code: &Code<'_>, record: &Executed) {
        let mut code = *code;
        let mut notes = self.notes.clone();
        let mut execution = execution(record, &[]);
        // Slots of the block before the first bundle of the part at hand.
        let mut done = 0;
        while let Some(slot) = self.crossing(block, &code, execution.end, done) {
            if slot > code.first_slot {
                let bundle = slot / 3;
                let target = code.ip + 16 * u64::from(bundle);
                let (early, late): (Vec<_>, Vec<_>) =
                    notes.iter().partition(|note| note.slot() < slot);
                let part = Code {
                    id: self.piece(),
                    end_slot: slot,
                    bundles: code
                        .bundles
                        .get(..usize::from(slot.div_ceil(3)))
                        .unwrap_or_default(),
                    raw: code
                        .raw
                        .get(..usize::from(slot.div_ceil(3)))
                        .unwrap_or_default(),
                    ..code
                };
                let played = Execution {
                    end: slot,
                    taken: None,
                    target,
                    notes: &early,
                    ..execution
                };
                self.step(block, &part, &played, done);
                let referenced = (code.first_slot..slot)
                    .filter(|&at| execution.predicates >> at & 1 != 0)
                    .filter(|&at| block.instruction(done + at).is_memory())
                    .count();
                let before = bundle * 3;
                code = Code {
                    id: self.piece(),
                    ip: target,
                    first_slot: slot - before,
                    end_slot: code.end_slot - before,
                    bundles: code.bundles.get(usize::from(bundle)..).unwrap_or_default(),
                    raw: code.raw.get(usize::from(bundle)..).unwrap_or_default(),
                    ..code
                };
                execution = Execution {
                    end: execution.end - before,
                    predicates: execution.predicates >> before,
                    taken: execution.taken.map(|taken| taken - before),
                    addresses: execution.addresses.get(referenced..).unwrap_or_default(),
                    notes: &[],
                    ..execution
                };
                notes = late.into_iter().map(|note| earlier(note, before)).collect();
                done += before;
            }
            self.enter_or_leave();
        }
        let rest = Execution {
            notes: &notes,
            ..execution
        };
        self.step(block, &code, &rest, done);
    }

    /// The slot of the code at hand before which the region begins or ends, if it executes.
    fn crossing(&self, block: &Block, code: &Code<'_>, end: u8, done: u8) -> Option<u8> {
        let region = self.region.as_ref()?;
        if let Some(left) = region.awaited_count() {
            let left = left.checked_sub(self.retired)?;
            let base = block.count_before(done + code.first_slot);
            return (code.first_slot..end).find(|&slot| {
                let slot = done + slot;
                let here = u64::from(block.count_before(slot) - base);
                here == left && block.counted >> slot & 1 != 0
            });
        }
        region.crossing(code.ip, code.first_slot, end)
    }

    fn piece(&mut self) -> u32 {
        let piece = self.pieces;
        self.pieces = (piece + 1) % PIECES;
        piece
    }

    fn step(&mut self, block: &Block, code: &Code<'_>, execution: &Execution<'_>, done: u8) {
        let before = block.count_before(done + code.first_slot);
        let retired = u64::from(block.count_before(done + execution.end) - before);
        self.shares.retired += retired;
        self.retired += retired;
        self.timing.execute(code, execution);
        if let Some(region) = &mut self.region {
            region.executed();
        }
    }
}

/// A record of the core as the cycle model takes it.
#[inline(always)]
fn execution<'a>(record: &'a Executed, notes: &'a [uarch::Note]) -> Execution<'a> {
    Execution {
        end: record.end,
        predicates: record.predicates,
        taken: (record.taken != Executed::NONE).then_some(record.taken),
        target: record.target,
        addresses: record.addresses.as_slice(),
        notes,
    }
}

/// A note with its slot counted from a later one.
fn earlier(mut note: uarch::Note, by: u8) -> uarch::Note {
    use uarch::Note;
    let (Note::Deferred { slot, .. }
    | Note::CheckLoadHit { slot }
    | Note::CheckLoadMiss { slot, .. }
    | Note::RseSpill { slot, .. }
    | Note::RseFill { slot, .. }
    | Note::AlatReplaced { slot, .. }) = &mut note;
    *slot -= by;
    note
}

/// What the cycle model wants to know of the core's notes.
fn timing_note(block: &Block, note: &machine::Note) -> Option<uarch::Note> {
    use machine::Note as From;
    use uarch::Note as To;
    let op = |slot| block.instruction(slot).op;
    let requested = |slot| matches!(op(slot), Op::Flushrs | Op::Loadrs);
    Some(match *note {
        From::Deferred { slot, nat } => To::Deferred { slot, nat },
        From::CheckLoadHit { slot } => To::CheckLoadHit { slot },
        From::CheckLoadMiss { slot } => To::CheckLoadMiss {
            slot,
            float: matches!(op(slot), Op::FLoad { .. } | Op::FLoadPair { .. }),
        },
        From::RseSpill {
            slot,
            address,
            count,
        } => To::RseSpill {
            slot,
            address,
            count: count.into(),
            requested: requested(slot),
        },
        From::RseFill {
            slot,
            address,
            count,
        } => To::RseFill {
            slot,
            address,
            count: count.into(),
            requested: requested(slot),
        },
        From::AlatReplaced { slot, floating } => To::AlatReplaced {
            slot,
            float: floating,
        },
        // Alignment is checked against the configured block by the cycle model itself; failed checks
        // are branches of the record; a fault ends the record and costs what the personality says.
        From::CheckFailed { .. }
        | From::Unaligned { .. }
        | From::Assisted { .. }
        | From::Fault { .. } => return None,
    })
}

impl<P: Probe> Recorder for Timed<P> {
    const RECORD: bool = true;

    #[inline]
    fn executed(&mut self, block: &Block, record: &Executed) -> ControlFlow<()> {
        if self.region.is_some()
            || !record.notes.is_empty()
            || !self
                .timing
                .replay(block.id.0 + PIECES, &execution(record, &[]))
        {
            self.execute_in_full(block, record);
        }
        self.slots += u64::from(record.end - block.first_slot);
        self.blocks = self.blocks.wrapping_add(1);
        if self.blocks & self.look == 0 {
            return self.look_up();
        }
        ControlFlow::Continue(())
    }

    fn clock(&mut self, _retired: u64) -> u64 {
        self.timing.now()
    }

    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        Some(self.timing.read_pmd(index).unwrap_or(0))
    }

    fn user_monitor(&mut self, enabled: bool) {
        self.enabled = enabled;
        self.tell_status();
    }
}

impl<P: Probe> Listener for Timed<P> {
    fn os(&mut self, event: OsEvent) {
        match event {
            OsEvent::SystemCall { .. } => self.timing.charge(self.costs.system_call),
            OsEvent::Switch { process, .. } => {
                self.timing.switch(self.costs.switch);
                if process != self.shares.current {
                    self.timing.process(process);
                }
                self.shares.switch(self.timing.now(), process);
                self.tell_status();
            }
            OsEvent::Signal { .. } => {}
        }
    }
}

/// Another recorder, with the execution trace or the check of instruction groups beside it.
pub(crate) struct Observed<R> {
    pub inner: R,
    trace: Option<Trace>,
    groups: Option<GroupCheck>,
    /// Lines of the trace are numbered by instruction because nobody knows cycles.
    numbered: Option<u64>,
}

impl<R: Listener> Observed<R> {
    pub fn new(inner: R, trace: Option<Trace>, groups: Option<GroupCheck>) -> Self {
        Self {
            inner,
            trace,
            groups,
            numbered: (!R::RECORD).then_some(0),
        }
    }

    /// The end of the run: everything is written.
    pub fn finish(&mut self) -> io::Result<()> {
        if let Some(groups) = &mut self.groups {
            groups.finish()?;
        }
        self.trace.as_ref().map_or(Ok(()), Trace::finish)
    }
}

impl<R: Listener> Recorder for Observed<R> {
    const RECORD: bool = true;
    const EACH: bool = true;

    fn executed(&mut self, block: &Block, record: &Executed) -> ControlFlow<()> {
        if let Some(groups) = &mut self.groups {
            groups.executed(block, record);
        }
        if let Some(trace) = &self.trace {
            trace.executed(block, record);
            if trace.has_failed() {
                return ControlFlow::Break(());
            }
            if let Some(number) = &mut self.numbered {
                trace.number(*number);
                *number += u64::from(block.count_before(record.end));
            }
        }
        if R::RECORD {
            self.inner.executed(block, record)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn instruction(&mut self, cpu: &Cpu, block: &Block, slot: u8) {
        if let Some(trace) = &self.trace {
            trace.instruction(cpu, block, slot);
        }
    }

    fn clock(&mut self, retired: u64) -> u64 {
        self.inner.clock(retired)
    }

    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        self.inner.read_pmd(index)
    }

    fn user_monitor(&mut self, enabled: bool) {
        self.inner.user_monitor(enabled);
    }
}

impl<R: Listener> Listener for Observed<R> {
    fn os(&mut self, event: OsEvent) {
        if let Some(groups) = &mut self.groups {
            groups.interrupted();
        }
        self.inner.os(event);
    }
}
