//! The monitor at work: counters, capture, overflow, freeze.
//!
//! # Order and cost
//!
//! Records reach the monitor in program order with cycles that run ahead of each other. What depends on
//! their order is rare: an overflow that freezes, a change of the processor status. So the unit keeps a
//! *horizon*: a cycle before which nothing of that kind can happen, from the distance of each counter to
//! its overflow and the most it can gain in a cycle. A record before the horizon is counted at once; a
//! later one waits in a queue, and is taken in (cycle, program order) once its cycle is settled.

use crate::code::{CodeTable, counts};
use crate::event::Family;
use crate::registers::{PMV_MASKED, Registers, psr};
use crate::setup::{EarMode, Setup, Source};
use crate::tags::RANGE;
use crate::trace;
use events::{
    Branch, Code, CodeId, DataMiss, DataMissKind, DataTlbMiss, Group, InstructionMiss,
    InstructionTlbMiss, Raw, Shape, Site, Stall, TlbLevel,
};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

/// The most that a counter can gain in one cycle; only a bound for the horizon.
const MOST_PER_CYCLE: u64 = 64;

/// What an event address register captures.
#[derive(Debug, Clone, Copy)]
struct Capture {
    /// Data address, or instruction address for the instruction side.
    address: u64,
    /// Bundle address of the load.
    ip: u64,
    slot: u8,
    latency: u64,
    level: Option<TlbLevel>,
}

#[derive(Debug, Clone, Copy)]
enum Happening {
    /// A counter's value in this cycle grows.
    Add {
        counter: u8,
        amount: u32,
    },
    /// A counter's value grows by one in each of so many cycles.
    Span {
        counter: u8,
        cycles: u32,
    },
    Data(Capture),
    Instruction(Capture),
    Branch(Branch),
    Status(u64),
}

#[derive(Debug, Clone, Copy)]
struct Item {
    cycle: u64,
    order: u64,
    what: Happening,
}

impl Item {
    fn key(&self) -> (u64, u64) {
        (self.cycle, self.order)
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Item) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Item {}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Item) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    /// The earliest is the greatest, as `BinaryHeap` wants it.
    fn cmp(&self, other: &Item) -> Ordering {
        other.key().cmp(&self.key())
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
    /// PSR at start: user monitors enabled, privilege level 3.
    pub psr: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            skid: 0,
            single_entry: false,
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
    /// Some counter listens to branch quantities, or the branch trace buffer is on.
    wants_branches: bool,
    /// A data range is in force.
    restricts_data: bool,
    /// Counter values; may exceed the width until normalised.
    values: [u64; 4],
    /// All ones when the counter counts now, else 0.
    gates: [u64; 4],
    data_gate: bool,
    instruction_gate: bool,
    trace_gate: bool,
    /// Some counter can interrupt.
    interrupts: bool,
    /// Records before this cycle are counted at once.
    horizon: u64,
    /// Settling before this cycle needs no work.
    check: u64,
    /// Cycles before this one are complete.
    clock: u64,
    queue: BinaryHeap<Item>,
    order: u64,
    /// Groups from the horizon on: cycle, code, first slot.
    groups: VecDeque<(u64, CodeId, u8)>,
    /// Value in the current cycle of counters with a threshold or a split.
    pending: [u64; 4],
    /// An overflow of the current cycle freezes at its end.
    freezing: bool,
    /// Overflow cycle of an interrupt that waits for its group.
    waiting: Option<u64>,
    /// Cycles of the last captures.
    captured: [u64; 2],
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
            wants_branches: false,
            restricts_data: false,
            values: [0; 4],
            gates: [0; 4],
            data_gate: false,
            instruction_gate: false,
            trace_gate: false,
            interrupts: false,
            horizon: 0,
            check: 0,
            clock: 0,
            queue: BinaryHeap::new(),
            order: 0,
            groups: VecDeque::new(),
            pending: [0; 4],
            freezing: false,
            waiting: None,
            captured: [0; 2],
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
                    .control_of(index)
                    .is_some_and(|pmc| self.registers.pmc(pmc) >> 6 & 1 != 0));
        if secured { 0 } else { self.pmd(index) }
    }

    /// The control register that governs access to a data register.
    fn control_of(&self, index: usize) -> Option<usize> {
        match index {
            0 | 1 => Some(10),
            2 | 3 | 17 => Some(11),
            4..=7 => Some(index),
            8..=16 => Some(12),
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
        self.wants_branches = any(range(Raw::BranchTakenSlot0, Raw::IndirectNotTakenWrongPath))
            || (trace.gate.plm != 0 && !trace.off && trace.taken != 0);
        self.restricts_data = self.setup.tagger.restricts_data();
        self.interrupts = self
            .setup
            .counters
            .iter()
            .any(|counter| counter.oi && counter.source != Source::Nothing);
        self.codes
            .refresh(&self.setup.tagger, psr::cpl(self.psr), &self.setup.counters);
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
        self.data_gate = running && self.setup.data_ear.gate.open(self.psr);
        self.instruction_gate = running && self.setup.instruction_ear.gate.open(self.psr);
        self.trace_gate = running && !self.setup.trace.off && self.setup.trace.gate.open(self.psr);
    }

    /// Whether a counter's increments depend on the whole value of a cycle.
    fn by_cycle(&self, counter: usize) -> bool {
        let counter = &self.setup.counters[counter];
        counter.threshold != 0 || matches!(counter.source, Source::Split { .. })
    }

    /// Sets the horizon and the next check.
    fn plan(&mut self) {
        self.check = 0;
        if self.waiting.is_some() || self.freezing {
            self.horizon = 0;
            return;
        }
        let mut horizon = u64::MAX;
        for (index, counter) in self.setup.counters.iter().enumerate() {
            if counter.source == Source::Nothing {
                continue;
            }
            if self.by_cycle(index) {
                horizon = 0;
            } else if counter.oi {
                let headroom =
                    (self.registers.counter_mask() + 1).saturating_sub(self.values[index]);
                let most = match counter.source {
                    Source::Cycles | Source::BranchTrace | Source::InstructionEar => 1,
                    Source::DataEar => 4,
                    _ => MOST_PER_CYCLE,
                };
                horizon = horizon.min(self.clock + headroom / most);
            }
        }
        let status = self
            .queue
            .iter()
            .filter(|item| matches!(item.what, Happening::Status(_)))
            .map(|item| item.cycle);
        self.horizon = status.min().map_or(horizon, |cycle| cycle.min(horizon));
    }

    fn push(&mut self, cycle: u64, what: Happening) {
        self.order += 1;
        self.queue.push(Item {
            cycle,
            order: self.order,
            what,
        });
    }

    /// Adds to a counter, now or in order.
    #[inline]
    fn add(&mut self, counter: usize, amount: u32, cycle: u64) {
        if cycle < self.horizon {
            self.values[counter] += u64::from(amount) & self.gates[counter];
        } else {
            self.push(
                cycle,
                Happening::Add {
                    counter: counter as u8,
                    amount,
                },
            );
        }
    }

    fn span(&mut self, counter: usize, cycle: u64, cycles: u64) {
        if cycle.saturating_add(cycles) <= self.horizon {
            self.values[counter] += cycles & self.gates[counter];
        } else {
            let cycles = u32::try_from(cycles).unwrap_or(u32::MAX);
            self.push(
                cycle,
                Happening::Span {
                    counter: counter as u8,
                    cycles,
                },
            );
        }
    }

    pub(crate) fn translate(&mut self, code: &Code<'_>) {
        self.codes.insert(
            code,
            &self.setup.tagger,
            psr::cpl(self.psr),
            &self.setup.counters,
        );
    }

    #[inline]
    pub(crate) fn group(&mut self, group: &Group) {
        if group.cycle < self.horizon {
            let (values, gates) = (&mut self.values, &self.gates);
            self.codes.group(group, |counter, amount| {
                values[usize::from(counter & 3)] +=
                    u64::from(amount) & gates[usize::from(counter & 3)];
            });
        } else {
            if self.interrupts {
                self.groups.push_back((group.cycle, group.code, group.from));
            }
            let (queue, order) = (&mut self.queue, &mut self.order);
            self.codes.group(group, |counter, amount| {
                *order += 1;
                queue.push(Item {
                    cycle: group.cycle,
                    order: *order,
                    what: Happening::Add { counter, amount },
                });
            });
        }
    }

    /// Tags of the instruction or fetch at `site`.
    fn tags(&self, site: &Site) -> u8 {
        if site.code == CodeId::NONE {
            let tags = self.setup.tagger.fetch(site.ip, psr::cpl(self.psr));
            if self.setup.tagger.any_opcode() && tags & RANGE != 0 {
                tags | crate::tags::PMC8
            } else {
                tags
            }
        } else {
            self.codes.tags(site.code, site.index)
        }
    }

    /// Whether a counter's qualifiers let an occurrence at `site` through.
    fn qualified(&self, counter: usize, site: &Site) -> bool {
        let counter = &self.setup.counters[counter];
        if counter.tags == 0 {
            return true;
        }
        let tags = self.tags(site);
        tags & counter.tags != 0
            && (!counter.data_range
                || !self.setup.tagger.restricts_data()
                || (site.data != 0 && self.setup.tagger.data(site.data, tags)))
    }

    #[inline]
    pub(crate) fn count(&mut self, raw: Raw, amount: u32, cycle: u64, site: &Site) {
        let mut listeners = self.interest[raw as usize];
        while listeners != 0 {
            let counter = listeners.trailing_zeros() as usize;
            listeners &= listeners - 1;
            if self.qualified(counter, site) {
                match raw.shape() {
                    Shape::Occurrence => self.add(counter, amount, cycle),
                    Shape::Span => self.span(counter, cycle, u64::from(amount)),
                    Shape::Derived => {}
                }
            }
        }
    }

    /// Under a data range the static events of memory instructions count here, where the address is known.
    #[inline]
    pub(crate) fn reference(&mut self, cycle: u64, site: &Site) {
        if !self.restricts_data {
            return;
        }
        for counter in 0..4 {
            if self.setup.counters[counter].data_range && self.qualified(counter, site) {
                let gain =
                    self.codes
                        .gain(site.code, site.index, &self.setup.counters[counter].source);
                if gain != 0 {
                    self.add(counter, gain, cycle);
                }
            }
        }
    }

    #[inline]
    pub(crate) fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        let mut listeners = self.interest[stall.raw() as usize];
        while listeners != 0 {
            let counter = listeners.trailing_zeros() as usize;
            listeners &= listeners - 1;
            self.span(counter, from, cycles);
        }
    }

    #[inline]
    pub(crate) fn branch(&mut self, branch: &Branch) {
        if !self.wants_branches {
            return;
        }
        for raw in branch.raws().into_iter().flatten() {
            self.count(raw, 1, branch.cycle, &branch.site);
        }
        if trace::accepts(&self.setup.trace, branch)
            && self.tags(&branch.site) & crate::tags::PMC8 != 0
        {
            if branch.cycle < self.horizon {
                self.record(branch);
            } else {
                self.push(branch.cycle, Happening::Branch(*branch));
            }
        }
    }

    fn record(&mut self, branch: &Branch) {
        if !self.trace_gate {
            return;
        }
        trace::record(&mut self.registers, branch, self.options.single_entry);
        for counter in 0..4 {
            if self.setup.counters[counter].source == Source::BranchTrace {
                self.accept(counter, 1);
            }
        }
    }

    /// Whether the instruction at `site` and its data address carry the tags that capture needs.
    fn data_tagged(&self, site: &Site) -> bool {
        let tags = self.tags(site);
        tags & crate::tags::PMC8 != 0
            && (!self.setup.tagger.restricts_data() || self.setup.tagger.data(site.data, tags))
    }

    pub(crate) fn data_miss(&mut self, miss: &DataMiss) {
        let latency = miss.completes.saturating_sub(miss.cycle);
        let captured = match (self.setup.data_ear.mode, miss.kind) {
            (EarMode::Cache(Some(least)), DataMissKind::Integer | DataMissKind::Float) => {
                latency >= least
            }
            (EarMode::Alat, DataMissKind::Alat) => true,
            _ => false,
        };
        if captured && self.setup.data_ear.gate.plm != 0 && self.data_tagged(&miss.site) {
            let capture = Capture {
                address: miss.site.data,
                ip: miss.site.ip,
                slot: miss.site.slot(),
                latency,
                level: None,
            };
            self.data_capture(miss.completes, capture);
        }
    }

    pub(crate) fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        if let EarMode::Tlb(levels) = self.setup.data_ear.mode
            && levels >> miss.level as u8 & 1 != 0
            && self.setup.data_ear.gate.plm != 0
            && self.data_tagged(&miss.site)
        {
            let latency = miss.completes.saturating_sub(miss.cycle);
            let (ip, slot) = (miss.site.ip, miss.site.slot());
            let capture = Capture {
                address: miss.site.data,
                ip,
                slot,
                latency,
                level: Some(miss.level),
            };
            self.data_capture(miss.completes, capture);
        }
    }

    fn data_capture(&mut self, cycle: u64, capture: Capture) {
        if cycle < self.horizon {
            self.capture_data(cycle, &capture);
        } else {
            self.push(cycle, Happening::Data(capture));
        }
    }

    fn capture_data(&mut self, cycle: u64, capture: &Capture) {
        if !self.data_gate {
            return;
        }
        if cycle >= self.captured[0] {
            self.captured[0] = cycle;
            let (latency, level) = (capture.latency, capture.level);
            self.registers.set_pmd(2, capture.address);
            let detail = match (self.family(), level) {
                (Family::Itanium, None) => latency.min(0xfff),
                // In TLB mode the low bits of the documented examples hold 1.
                (Family::Itanium, Some(level)) => (level as u64 + 1) << 62 | 1,
                (Family::Itanium2, None) => latency.min(0x1fff) | u64::from(latency > 0x1fff) << 13,
                (Family::Itanium2, Some(level)) => latency.min(0x1fff) | (level as u64 + 1) << 14,
            };
            self.registers.set_pmd(3, detail);
            self.registers
                .set_pmd(17, capture.ip & !0xf | u64::from(capture.slot) << 2 | 1);
        }
        for counter in 0..4 {
            if self.setup.counters[counter].source == Source::DataEar {
                self.accept(counter, 1);
            }
        }
    }

    pub(crate) fn instruction_miss(&mut self, miss: &InstructionMiss) {
        let latency = miss.completes.saturating_sub(miss.cycle);
        self.count(
            Raw::instruction_miss(latency),
            1,
            miss.completes,
            &Site::fetch(miss.ip),
        );
        if let EarMode::Cache(Some(least)) = self.setup.instruction_ear.mode
            && latency >= least
        {
            self.instruction_capture(miss.completes, miss.ip, latency, None);
        }
    }

    pub(crate) fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        if let EarMode::Tlb(levels) = self.setup.instruction_ear.mode
            && levels >> miss.level as u8 & 1 != 0
        {
            let latency = miss.completes.saturating_sub(miss.cycle);
            self.instruction_capture(miss.completes, miss.ip, latency, Some(miss.level));
        }
    }

    fn instruction_capture(
        &mut self,
        cycle: u64,
        address: u64,
        latency: u64,
        level: Option<TlbLevel>,
    ) {
        if self.setup.instruction_ear.gate.plm == 0 || self.tags(&Site::fetch(address)) & RANGE == 0
        {
            return;
        }
        let capture = Capture {
            address,
            ip: address,
            slot: 0,
            latency,
            level,
        };
        if cycle < self.horizon {
            self.capture_instruction(cycle, &capture);
        } else {
            self.push(cycle, Happening::Instruction(capture));
        }
    }

    fn capture_instruction(&mut self, cycle: u64, capture: &Capture) {
        if !self.instruction_gate {
            return;
        }
        if cycle >= self.captured[1] {
            self.captured[1] = cycle;
            let line = capture.address & !0x1f;
            let status = match (self.family(), capture.level) {
                (Family::Itanium, None | Some(TlbLevel::Second | TlbLevel::Walker)) => 1,
                (Family::Itanium, Some(TlbLevel::Software)) => 3,
                (Family::Itanium2, None) => 1,
                (Family::Itanium2, Some(level)) => level as u64 + 1,
            };
            self.registers
                .set_pmd(0, trace::canonical(self.family(), line) | status);
            let detail = match (self.family(), capture.level) {
                (Family::Itanium, Some(_)) => 0,
                (Family::Itanium, None) => capture.latency.min(0xfff),
                (Family::Itanium2, _) => {
                    capture.latency.min(0xfff) | u64::from(capture.latency > 0xfff) << 12
                }
            };
            self.registers.set_pmd(1, detail);
        }
        for counter in 0..4 {
            if self.setup.counters[counter].source == Source::InstructionEar {
                self.accept(counter, 1);
            }
        }
    }

    pub(crate) fn status(&mut self, cycle: u64, psr: u64) {
        self.push(cycle, Happening::Status(psr));
        self.horizon = self.horizon.min(cycle);
        self.check = 0;
    }

    /// An occurrence for a counter in the cycle at hand: gate, threshold, overflow.
    fn accept(&mut self, counter: usize, amount: u64) {
        if self.gates[counter] == 0 {
            return;
        }
        if self.by_cycle(counter) {
            self.pending[counter] += amount;
        } else {
            self.values[counter] += amount;
            self.overflow(counter);
        }
    }

    /// Wraps a counter that has outgrown its width. The remainder stays in the counter.
    fn overflow(&mut self, counter: usize) {
        let mask = self.registers.counter_mask();
        if self.values[counter] > mask {
            self.values[counter] &= mask;
            self.registers.overflow(1 << (4 + counter), false);
            self.freezing |= self.setup.counters[counter].oi;
        }
    }

    /// Ends the cycle at `clock`: thresholds and splits of its values, then the freeze.
    fn end_cycle(&mut self) {
        for counter in 0..4 {
            let value = std::mem::take(&mut self.pending[counter]);
            if value == 0 || self.gates[counter] == 0 {
                continue;
            }
            let setup = &self.setup.counters[counter];
            let value = match setup.source {
                Source::Split {
                    shift, high: true, ..
                } => value >> shift,
                Source::Split {
                    shift, high: false, ..
                } => value & ((1 << shift) - 1),
                _ => value,
            };
            let threshold = u64::from(setup.threshold);
            self.values[counter] += if threshold == 0 {
                value
            } else {
                u64::from(value > threshold)
            };
            self.overflow(counter);
        }
    }

    /// Completes cycles up to `target`, or up to the one in which the monitor freezes.
    fn complete(&mut self, target: u64) {
        while self.clock < target {
            self.end_cycle();
            let mut cycles = if self.freezing {
                1
            } else {
                target - self.clock
            };
            let mask = self.registers.counter_mask();
            for counter in 0..4 {
                if self.setup.counters[counter].source == Source::Cycles && self.gates[counter] != 0
                {
                    cycles = cycles.min(mask + 1 - self.values[counter].min(mask));
                }
            }
            for counter in 0..4 {
                if self.setup.counters[counter].source == Source::Cycles && self.gates[counter] != 0
                {
                    // A cycle's value is one, so that no threshold lets it through.
                    if self.setup.counters[counter].threshold == 0 {
                        self.values[counter] += cycles;
                        self.overflow(counter);
                    }
                }
            }
            self.clock += cycles;
            if std::mem::take(&mut self.freezing) {
                self.registers.overflow(0, true);
                self.refresh_gates();
                if self.registers.pmv & PMV_MASKED == 0 {
                    self.waiting = Some(self.clock - 1);
                    return;
                }
            }
        }
    }

    /// Takes everything before `until` in order. Stops at an interrupt that can be delivered.
    pub(crate) fn advance(&mut self, until: u64) -> Option<Interrupt> {
        for counter in 0..4 {
            self.overflow(counter);
        }
        loop {
            let mut limit = until;
            let mut group = None;
            if let Some(overflowed) = self.waiting {
                let after = overflowed + self.options.skid;
                group = self
                    .groups
                    .iter()
                    .find(|group| group.0 > after && group.0 <= until)
                    .copied();
                limit = group.map_or(until, |group| group.0);
            }
            while let Some(item) = self.queue.peek().copied().filter(|item| item.cycle < limit) {
                if item.cycle > self.clock {
                    let waiting = self.waiting;
                    self.complete(item.cycle);
                    if self.waiting != waiting {
                        break;
                    }
                }
                self.queue.pop();
                self.take(item, limit);
            }
            let waiting = self.waiting;
            if self.queue.peek().is_none_or(|item| item.cycle >= limit) {
                self.complete(limit);
            }
            if self.waiting != waiting || self.queue.peek().is_some_and(|item| item.cycle < limit) {
                continue;
            }
            if let (Some(overflowed), Some((cycle, code, from))) = (self.waiting, group) {
                self.waiting = None;
                let (ip, slot) = self.codes.place(code, from).unwrap_or((0, 0));
                return Some(Interrupt {
                    cycle,
                    ip,
                    slot,
                    overflowed,
                    pmc0: self.registers.pmc(0),
                });
            }
            self.settled(until);
            return None;
        }
    }

    /// After everything before `until` has been taken.
    fn settled(&mut self, until: u64) {
        self.plan();
        let keep = if self.waiting.is_some() {
            0
        } else {
            self.horizon.min(until)
        };
        while self.groups.front().is_some_and(|group| group.0 < keep) {
            self.groups.pop_front();
        }
        // Half of the way to the horizon, so that records ahead of time rarely have to queue.
        self.check = (until + self.horizon.saturating_sub(until) / 2).max(until + 32);
    }

    fn take(&mut self, item: Item, limit: u64) {
        match item.what {
            Happening::Add { counter, amount } => {
                self.accept(usize::from(counter), u64::from(amount))
            }
            Happening::Span { counter, cycles } => {
                // One at a time while others are due before it ends; at once when nothing can come between.
                let next = self
                    .queue
                    .peek()
                    .map_or(limit, |next| next.cycle.min(limit));
                let index = usize::from(counter);
                let room = (self.registers.counter_mask() + 1).saturating_sub(self.values[index]);
                let free = next.saturating_sub(item.cycle).min(room);
                let now = if self.by_cycle(index) {
                    1
                } else {
                    free.clamp(1, u64::from(cycles).max(1))
                };
                let now = now.min(u64::from(cycles));
                if now > 1 {
                    // All but the last cannot overflow; the last is met again in its own cycle.
                    self.accept(index, now - 1);
                    let rest = cycles - (now - 1) as u32;
                    self.queue.push(Item {
                        cycle: item.cycle + now - 1,
                        what: Happening::Span {
                            counter,
                            cycles: rest,
                        },
                        ..item
                    });
                } else {
                    self.accept(index, now);
                    if cycles > 1 {
                        self.queue.push(Item {
                            cycle: item.cycle + 1,
                            what: Happening::Span {
                                counter,
                                cycles: cycles - 1,
                            },
                            ..item
                        });
                    }
                }
            }
            Happening::Data(capture) => self.capture_data(item.cycle, &capture),
            Happening::Instruction(capture) => self.capture_instruction(item.cycle, &capture),
            Happening::Branch(branch) => self.record(&branch),
            Happening::Status(psr) => self.set_psr(psr),
        }
    }

    /// Whether settling at `cycle` needs [`Unit::advance`].
    #[inline]
    pub(crate) fn due(&self, cycle: u64) -> bool {
        cycle >= self.check
    }
}
