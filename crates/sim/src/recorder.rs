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
use crate::trace::Trace;

/// psr.cpl = 3.
const USER_LEVEL: u64 = 3 << 32;

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

/// Cycles by process.
#[derive(Default)]
struct Shares {
    cycles: BTreeMap<u32, u64>,
    current: Option<u32>,
    since: u64,
}

impl Shares {
    fn switch(&mut self, now: u64, process: u32) {
        if let Some(current) = self.current {
            *self.cycles.entry(current).or_default() += now - self.since;
            self.since = now;
        }
        self.current = Some(process);
    }
}

impl<P: Probe> Timed<P> {
    pub fn new(timing: Timing<P>, os: &config::model::OperatingSystem, first: u32) -> Self {
        let mut shares = Shares::default();
        shares.switch(0, first);
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
        }
    }

    /// Tells a listener whether user monitors are enabled: never while another process than the first runs.
    fn tell_status(&mut self) {
        if P::ARMED {
            let ours = self.shares.current == Some(self.first);
            let up = if ours && self.enabled { psr::UP } else { 0 };
            let now = self.timing.now();
            self.timing.probe().status(now, up | USER_LEVEL);
        }
    }

    /// Cycles while each process held the processor, once the run has ended after `cycles`.
    pub fn process_cycles(&mut self, cycles: u64) -> &BTreeMap<u32, u64> {
        if let Some(current) = self.shares.current {
            self.shares.switch(cycles, current);
        }
        &self.shares.cycles
    }
}

/// What the cycle model wants to know of the core's notes.
fn timing_note(block: &Block, note: &machine::Note) -> Option<uarch::Note> {
    use machine::Note as From;
    use uarch::Note as To;
    let op = |slot| block.instruction(slot).op;
    let requested = |slot| matches!(op(slot), Op::Flushrs | Op::Loadrs);
    Some(match *note {
        From::Deferred { slot } => To::Deferred { slot },
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
        if !record.notes.is_empty() || !self.notes.is_empty() {
            self.notes.clear();
            let notes = record.notes.iter();
            self.notes
                .extend(notes.filter_map(|note| timing_note(block, note)));
        }
        let code = Code {
            id: block.id.0,
            space: self.spaces.number(block.space),
            ip: block.ip,
            first_slot: block.first_slot,
            end_slot: block.end_slot,
            bundles: &block.bundles,
            raw: &block.raw,
        };
        let execution = Execution {
            end: record.end,
            predicates: record.predicates,
            taken: (record.taken != Executed::NONE).then_some(record.taken),
            target: record.target,
            addresses: record.addresses.as_slice(),
            notes: &self.notes,
        };
        self.timing.execute(&code, &execution);
        ControlFlow::Continue(())
    }

    fn clock(&mut self, _retired: u64) -> u64 {
        self.timing.now()
    }

    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        let now = self.timing.now();
        Some(self.timing.probe().read_pmd(now, index).unwrap_or(0))
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
