//! The monitor at work: counters, capture, overflow, freeze.
//!
//! # Order and cost
//!
//! Records reach the monitor in program order with cycles that run ahead of each other. What depends on
//! their order is rare: an overflow that freezes, a change of the processor status. So the unit keeps a
//! *horizon*: a cycle before which nothing of that kind can happen, from the distance of each counter to
//! its overflow and the most it can gain in a cycle. A record before the horizon is counted at once; a
//! later one waits in a queue, and is taken in (cycle, program order) once its cycle is settled.
//! Captures of event address registers are told of when their miss issues; those before the horizon wait
//! too, in `held`, because a register shows the last one that has completed.
//!
//! Before the horizon most counters are mere sums, so that the unit need not even hear the records: see
//! `quiet`.

mod capture;
mod held;
mod listen;
mod order;
mod queue;
mod quiet;

use crate::code::{CodeTable, counts};
use crate::event::Family;
use crate::registers::{PMV_MASKED, Registers, psr};
use crate::setup::{Counter, EarMode, Setup, Source};
use crate::tags::PMC8;
use crate::trace::{Filter, Tail};
use events::{CodeId, Raw};
use held::Held;
use queue::{Queue, Side};
use quiet::Quiet;
use std::collections::VecDeque;

/// The most that a counter can gain from what issues in one cycle, for the horizon.
fn most_per_cycle(counter: &Counter) -> u64 {
    match counter.source {
        Source::Cycles | Source::InstructionEar => 1,
        // Two bundles issue in a cycle.
        Source::BranchTrace => 2,
        Source::DataEar => 4,
        _ => u64::from(counter.most.max(1)),
    }
}

/// A monitor interrupt, at the moment of its delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupt {
    /// Cycle in which the interrupted group would have issued.
    pub cycle: u64,
    /// Interruption instruction pointer: bundle of the first instruction not executed.
    pub ip: u64,
    /// Its slot (PSR.ri).
    pub slot: u8,
    /// Cycle of the overflow.
    pub overflowed: u64,
    /// PMC0 as the handler finds it: freeze bit and overflow bits.
    pub pmc0: u64,
}

/// Choices that the documents leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Cycles between an overflow and the first group that the interrupt can displace.
    pub skid: u64,
    /// The branch trace buffer makes one entry, not two, when the target bundle holds the next
    /// recorded branch (reference manual 6.2.8 allows both).
    pub single_entry: bool,
    /// PMC12's masks of targets and paths both at "wrong" (01) let through what was mispredicted in either way;
    /// else each of them has to let a branch through.
    pub any_misprediction: bool,
    /// The program may read the registers at any moment: nothing is counted or captured before its cycle
    /// has passed. Every record is then heard in order.
    pub precise: bool,
    /// PSR at start: user monitors enabled, privilege level 3.
    pub psr: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            skid: 0,
            single_entry: false,
            any_misprediction: true,
            precise: false,
            psr: psr::UP | 3 << 32,
        }
    }
}

/// A monitor. Feed it through [`crate::Monitor`], program it through the register methods.
#[derive(Debug, Clone)]
pub struct Unit {
    registers: Registers,
    setup: Setup,
    options: Options,
    psr: u64,
    codes: CodeTable,
    /// By quantity: the counters that listen, one bit each.
    interest: [u8; Raw::COUNT],
    /// Some counter listens to branch quantities.
    counts_branches: bool,
    /// The branch trace buffer is on.
    traces: bool,
    /// Branches that it takes.
    filter: Filter,
    /// It need not look at tags.
    tagged_anywhere: bool,
    /// It takes every branch whatever its cycle, and nothing else listens to branches.
    traces_at_once: bool,
    /// What it took while the unit was quiet.
    tail: Tail,
    /// A data range is in force.
    restricts_data: bool,
    /// Latency from which a load miss is captured.
    least_data_latency: u64,
    /// Counter values; may exceed the width until normalised.
    values: [u64; 4],
    /// All ones when the counter counts now, else 0.
    gates: [u64; 4],
    /// The gates for records that are counted as they arrive: while the unit is quiet, none are.
    at_once: [u64; 4],
    /// What the unit leaves out.
    quiet: Quiet,
    data_gate: bool,
    instruction_gate: bool,
    trace_gate: bool,
    /// Some counter listens to a raw quantity, which static events may count.
    wants_groups: bool,
    /// Some counter listens to a quantity of dispersal.
    wants_dispersal: bool,
    /// Some counter can interrupt.
    interrupts: bool,
    /// Records before this cycle are counted at once.
    horizon: u64,
    /// Settling before this cycle needs no work.
    check: u64,
    /// Cycles before this one are complete.
    clock: u64,
    queue: Queue,
    held: Held,
    /// Groups from the horizon on: cycle, code, first slot.
    groups: VecDeque<(u64, CodeId, u8)>,
    /// Value in the current cycle of counters with a threshold or a split.
    pending: [u64; 4],
    /// An overflow of the current cycle freezes at its end.
    freezing: bool,
    /// Overflow cycle of an interrupt that waits for its group.
    waiting: Option<u64>,
    /// Misses heard of that are captured when they complete.
    misses: u64,
    /// Cycles and numbers of the last captures.
    captured: [(u64, u64); 2],
}

impl Unit {
    /// A monitor after reset.
    #[must_use]
    pub fn new(family: Family, options: Options) -> Unit {
        let registers = Registers::reset(family);
        let setup = Setup::decode(&registers);
        let mut unit = Unit {
            registers,
            setup,
            options,
            psr: options.psr,
            codes: CodeTable::default(),
            interest: [0; Raw::COUNT],
            counts_branches: false,
            traces: false,
            filter: Filter::default(),
            tagged_anywhere: false,
            traces_at_once: false,
            tail: Tail::default(),
            restricts_data: false,
            least_data_latency: u64::MAX,
            values: [0; 4],
            gates: [0; 4],
            at_once: [0; 4],
            quiet: Quiet::default(),
            data_gate: false,
            instruction_gate: false,
            trace_gate: false,
            wants_groups: false,
            wants_dispersal: false,
            interrupts: false,
            horizon: 0,
            check: 0,
            clock: 0,
            queue: Queue::default(),
            held: Held::default(),
            groups: VecDeque::new(),
            pending: [0; 4],
            freezing: false,
            waiting: None,
            misses: 0,
            captured: [(0, 0); 2],
        };
        unit.reprogram();
        unit
    }

    /// Which monitor.
    #[must_use]
    pub fn family(&self) -> Family {
        self.registers.family()
    }

    /// Reads PMC `index`.
    #[must_use]
    pub fn pmc(&self, index: usize) -> u64 {
        self.registers.pmc(index)
    }

    /// Writes PMC `index`, from the host or privileged code. Never raises an interrupt.
    pub fn set_pmc(&mut self, index: usize, value: u64) {
        self.registers.set_pmc(index, value);
        if index == 0 {
            self.refresh_gates();
            self.plan();
        } else {
            self.reprogram();
        }
    }

    /// Reads PMD `index` at the highest privilege level.
    #[must_use]
    pub fn pmd(&self, index: usize) -> u64 {
        if (4..8).contains(&index) {
            let mut registers = self.registers.clone();
            registers.set_pmd(index, self.values[index - 4]);
            registers.pmd(index)
        } else {
            self.registers.pmd(index)
        }
    }

    /// Reads PMD `index` as an instruction at the current privilege level does: below level 0 a secured
    /// monitor, or all of them under PSR.sp, read zero.
    #[must_use]
    pub fn read_pmd(&self, index: usize) -> u64 {
        let secured = psr::cpl(self.psr) != 0
            && (self.psr & psr::SP != 0
                || self
                    .system_bit_of(index)
                    .is_some_and(|(pmc, bit)| self.registers.pmc(pmc) >> bit & 1 != 0));
        if secured { 0 } else { self.pmd(index) }
    }

    /// The control register that governs access to a data register, and the place of its bit pm.
    fn system_bit_of(&self, index: usize) -> Option<(usize, u32)> {
        match (self.family(), index) {
            (Family::Itanium2, 0 | 1) => Some((10, 4)),
            (_, 0 | 1) => Some((10, 6)),
            (_, 2 | 3 | 17) => Some((11, 6)),
            (_, 4..=7) => Some((index, 6)),
            (_, 8..=16) => Some((12, 6)),
            _ => None,
        }
    }

    /// Writes PMD `index`.
    pub fn set_pmd(&mut self, index: usize, value: u64) {
        self.registers.set_pmd(index, value);
        if (4..8).contains(&index) {
            self.values[index - 4] = value & self.registers.counter_mask();
            self.plan();
        }
    }

    /// Reads instruction breakpoint register `index`.
    #[must_use]
    pub fn ibr(&self, index: usize) -> u64 {
        self.registers.ibr(index)
    }

    /// Writes instruction breakpoint register `index`.
    pub fn set_ibr(&mut self, index: usize, value: u64) {
        self.registers.set_ibr(index, value);
        self.reprogram();
    }

    /// Reads data breakpoint register `index`.
    #[must_use]
    pub fn dbr(&self, index: usize) -> u64 {
        self.registers.dbr(index)
    }

    /// Writes data breakpoint register `index`.
    pub fn set_dbr(&mut self, index: usize, value: u64) {
        self.registers.set_dbr(index, value);
        self.reprogram();
    }

    /// Reads cr.pmv.
    #[must_use]
    pub fn pmv(&self) -> u64 {
        self.registers.pmv
    }

    /// Writes cr.pmv: vector in bits 7:0, bit 16 masks.
    pub fn set_pmv(&mut self, value: u64) {
        self.registers.pmv = value & (PMV_MASKED | 0xff);
    }

    /// The processor status that the unit sees.
    #[must_use]
    pub fn psr(&self) -> u64 {
        self.psr
    }

    /// Changes the processor status from the current cycle on; for use before a run and by handlers.
    pub fn set_psr(&mut self, value: u64) {
        let level = psr::cpl(self.psr);
        self.psr = value;
        if psr::cpl(value) != level {
            self.codes
                .refresh(&self.setup.tagger, psr::cpl(value), &self.setup.counters);
        }
        self.refresh_gates();
        self.plan();
    }

    /// Whether event monitoring is frozen.
    #[must_use]
    pub fn frozen(&self) -> bool {
        self.registers.pmc(0) & 1 != 0
    }

    /// The first cycle that is not complete.
    #[must_use]
    pub fn clock(&self) -> u64 {
        self.clock
    }

    fn reprogram(&mut self) {
        self.setup = Setup::decode(&self.registers);
        self.interest = [0; Raw::COUNT];
        for (index, counter) in self.setup.counters.iter().enumerate() {
            for raw in Raw::ALL {
                if counts(&counter.source, raw) {
                    self.interest[raw as usize] |= 1 << index;
                }
            }
        }
        let range = |from: Raw, to: Raw| (from as usize)..=(to as usize);
        let any = |range: std::ops::RangeInclusive<usize>| {
            self.interest[range].iter().any(|&bits| bits != 0)
        };
        let trace = self.setup.trace;
        self.counts_branches = any(range(Raw::BranchTakenSlot0, Raw::IndirectNotTakenWrongPath));
        self.traces = trace.gate.plm != 0 && !trace.off && trace.taken != 0;
        self.filter = Filter::new(&trace, self.options.any_misprediction);
        self.tagged_anywhere = self.setup.tagger.always() & PMC8 != 0;
        self.restricts_data = self.setup.tagger.restricts_data();
        self.least_data_latency = match self.setup.data_ear.mode {
            EarMode::Cache(Some(least)) if self.setup.data_ear.captures() => least,
            _ => u64::MAX,
        };
        self.wants_dispersal = any(range(Raw::InstructionsDispersed, Raw::LostLong));
        self.wants_groups = self
            .setup
            .counters
            .iter()
            .any(|counter| matches!(counter.source, Source::Raws(_) | Source::Split { .. }));
        self.interrupts = self
            .setup
            .counters
            .iter()
            .any(|counter| counter.oi && counter.source != Source::Nothing);
        self.codes
            .refresh(&self.setup.tagger, psr::cpl(self.psr), &self.setup.counters);
        self.quiet.program(&self.setup);
        self.refresh_gates();
        self.plan();
    }

    fn refresh_gates(&mut self) {
        let running = !self.frozen();
        for (gate, counter) in self.gates.iter_mut().zip(&self.setup.counters) {
            *gate = if running && counter.gate.open(self.psr) {
                u64::MAX
            } else {
                0
            };
        }
        self.at_once = if self.quiet.is_quiet() {
            [0; 4]
        } else {
            self.gates
        };
        self.data_gate = running && self.setup.data_ear.gate.open(self.psr);
        self.instruction_gate = running && self.setup.instruction_ear.gate.open(self.psr);
        self.trace_gate = running && !self.setup.trace.off && self.setup.trace.gate.open(self.psr);
    }

    /// Sets the horizon and the next check.
    fn plan(&mut self) {
        self.check = 0;
        self.horizon = self.next_horizon();
        self.traces_at_once = false;
        self.line_up();
    }

    /// The first cycle in which something can happen that depends on the order of records.
    fn next_horizon(&self) -> u64 {
        self.horizon_of(|_| true)
    }

    /// The same for some of the counters.
    fn horizon_of(&self, counts: impl Fn(usize) -> bool) -> u64 {
        if self.waiting.is_some() || self.freezing || self.options.precise {
            return 0;
        }
        let mut horizon = self.queue.first_status().unwrap_or(u64::MAX);
        for index in (0..4).filter(|&index| counts(index)) {
            horizon = horizon.min(self.counter_horizon(index));
        }
        horizon
    }

    /// The first cycle in which a counter may overflow, or 0 if its increments depend on the whole value of
    /// a cycle.
    fn counter_horizon(&self, index: usize) -> u64 {
        let counter = &self.setup.counters[index];
        if counter.source == Source::Nothing {
            u64::MAX
        } else if counter.by_cycle() {
            0
        } else if !counter.oi || self.takes_entries(index) {
            u64::MAX
        } else if let Some(horizon) = self.quiet.horizon(index) {
            horizon
        } else {
            // What it can gain without overflow. Any number of misses may complete in one cycle, but not of
            // those that are still to issue.
            let mask = self.registers.counter_mask();
            let to_come = match counter.source {
                Source::DataEar => self.captures_to_come(Side::Data),
                Source::InstructionEar => self.captures_to_come(Side::Instruction),
                _ => 0,
            };
            let headroom = mask.saturating_sub(self.values[index] + to_come);
            self.clock
                .saturating_add(headroom / most_per_cycle(counter))
        }
    }
}
