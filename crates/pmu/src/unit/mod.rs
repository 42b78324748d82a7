//! The ordered unit: counters, capture, overflow, freeze, exact for every record that it is given.
//!
//! Records reach the unit in program order, which is not quite the order of their cycles. What depends on
//! the order of cycles is rare: an overflow that freezes, a change of the processor status. So the unit keeps a
//! *horizon*: a cycle before which nothing of that kind can happen, from the distance of each counter to
//! its overflow and the most it can gain in a cycle. A record before the horizon is counted at once; a
//! later one waits in a queue, and is taken in (cycle, program order) once its cycle is settled.
//! A record of a miss arrives when the miss issues and is captured when it completes; captures before the
//! horizon wait too, in `outstanding`, because a register shows the last one that has completed.
//!
//! The unit knows nothing of records that it is not given. Its wrapper (`crate::quiet`) leaves records out
//! and takes over the counters concerned, which the unit learns as a [`Delegation`].

mod capture;
mod listen;
mod order;
mod outstanding;
mod queue;
mod registers;

use crate::code::{CodeTable, counts};
use crate::control::EarMode;
use crate::family::Facts;
use crate::registers::Registers;
use crate::setup::{Counter, Setup, Source};
use crate::tags::PMC8;
use crate::trace::Filter;
use events::{Bank, CodeId, Executions, Raw, RawSet};
use isa::{Family, psr};
use outstanding::Outstanding;
use queue::Queue;
pub(crate) use queue::Side;
use std::collections::VecDeque;

/// The most that a counter can gain from what issues in one cycle, for the horizon; `None`: any number.
fn most_per_cycle(counter: &Counter) -> Option<u64> {
    Some(match counter.source {
        Source::Cycles | Source::InstructionEar => 1,
        // Two bundles issue in a cycle.
        Source::BranchTrace => 2,
        Source::DataEar => 4,
        _ => u64::from(counter.most?.max(1)),
    })
}

/// Choices that the documents leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Cycles between an overflow and the first group that the interrupt can displace.
    pub skid: u64,
    /// An overflow freezes when its interrupt is delivered, not at once; what cannot be delivered freezes at once.
    pub freeze_at_delivery: bool,
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
            freeze_at_delivery: false,
            single_entry: false,
            any_misprediction: true,
            precise: false,
            psr: psr::UP | 3 << 32,
        }
    }
}

/// Counters that the caller of a unit brings up to date itself, one bit each. Their records may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Delegation {
    /// Counters whose values are not up to date: the caller adds what they gained.
    pub(crate) summed: u8,
    /// First cycle in which one of `summed` may overflow.
    pub(crate) horizon: u64,
    /// Counters whose overflow the caller foresees by the number of records.
    pub(crate) by_record: u8,
    /// Those of `by_record` that count entries of the branch trace buffer, which may be written in any cycle.
    pub(crate) entries: u8,
}

/// A monitor. Feed it through [`crate::Monitor`], program it through the register methods.
#[derive(Debug, Clone)]
pub struct Unit {
    registers: Registers,
    setup: Setup,
    options: Options,
    psr: u64,
    /// The status to which the current cycle belongs as a whole: it opens the gates of counters of cycles.
    cycle_psr: u64,
    /// The privilege level of what is recorded now, which `psr` reaches when its cycle has come: tags go by it.
    level: u8,
    codes: CodeTable,
    /// By quantity: the counters that listen, one bit each.
    interest: [u8; Raw::COUNT],
    /// Some counter listens to branch quantities.
    counts_branches: bool,
    /// The branch trace buffer is on.
    traces: bool,
    /// Branches that it takes.
    filter: Filter,
    /// Every instruction carries the tag that captures and the branch trace buffer need ([`PMC8`]): they need not look it up.
    all_tagged: bool,
    /// A data range is in force.
    restricts_data: bool,
    /// Some counter counts what the data debug registers match.
    counts_matches: bool,
    /// Latency in cycles from which a load miss is captured; `u64::MAX`: none is.
    least_data_latency: u64,
    /// Counter values; may exceed the width of the registers until [`Unit::overflow`] wraps them.
    values: [u64; 4],
    /// All ones when the counter counts now, else 0.
    gates: [u64; 4],
    /// What the caller has taken over.
    delegation: Option<Delegation>,
    /// Amounts that were queued instead of being counted at once, whether they have been taken since or not.
    queued: [u64; 4],
    /// How often the control and debug registers were decoded.
    decodings: u64,
    /// The data event address register captures under the present processor status, and nothing is frozen.
    data_gate: bool,
    /// The same of the instruction event address register.
    instruction_gate: bool,
    /// The same of the branch trace buffer.
    trace_gate: bool,
    /// Some counter listens to a raw quantity, which static events may count.
    wants_groups: bool,
    /// Some counter listens to a quantity of dispersal.
    wants_dispersal: bool,
    /// Some counter can interrupt.
    interrupts: bool,
    /// Records before this cycle are counted at once.
    horizon: u64,
    /// First cycle whose settling needs [`Unit::advance`].
    next_check: u64,
    /// Cycles before this one are complete.
    clock: u64,
    queue: Queue,
    outstanding: Outstanding,
    /// Groups from the horizon on, the candidates that an interrupt can displace: cycle, code, first slot.
    groups: VecDeque<(u64, CodeId, u8)>,
    /// Value in the current cycle of counters with a threshold or a split.
    pending: [u64; 4],
    /// A counter whose overflow freezes and interrupts has overflowed in the current cycle, which ends with that.
    freezing: bool,
    /// An interrupt waits for the group that it displaces: the cycle of its overflow.
    waiting: Option<u64>,
    /// Captures announced so far; numbers them ([`queue::Capture::order`]).
    misses: u64,
    /// By side: cycle and number of the capture that the registers show.
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
            cycle_psr: options.psr,
            level: psr::cpl(options.psr),
            codes: CodeTable::default(),
            interest: [0; Raw::COUNT],
            counts_branches: false,
            traces: false,
            filter: Filter::default(),
            all_tagged: false,
            restricts_data: false,
            counts_matches: false,
            least_data_latency: u64::MAX,
            values: [0; 4],
            gates: [0; 4],
            delegation: None,
            queued: [0; 4],
            decodings: 0,
            data_gate: false,
            instruction_gate: false,
            trace_gate: false,
            wants_groups: false,
            wants_dispersal: false,
            interrupts: false,
            horizon: 0,
            next_check: 0,
            clock: 0,
            queue: Queue::default(),
            outstanding: Outstanding::default(),
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

    /// What is particular to this monitor.
    #[must_use]
    pub fn facts(&self) -> &'static Facts {
        self.registers.facts()
    }

    /// The banks in which software numbers the registers.
    pub(crate) fn banks(&self) -> &[Bank] {
        self.registers.banks()
    }

    /// Whether an overflow waits for the group that its interrupt displaces.
    pub(crate) fn is_interrupting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Whether the control registers ask for anything: a counter with an event and a privilege level, captures or a trace.
    #[must_use]
    pub fn is_programmed(&self) -> bool {
        let setup = &self.setup;
        let counts = |counter: &Counter| counter.gate.plm != 0 && counter.source != Source::Nothing;
        setup.counters.iter().any(counts)
            || setup.data_ear.captures()
            || setup.instruction_ear.captures()
            || self.traces
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

    /// How often the control and debug registers were decoded: the decoded form is that of before while this
    /// does not change.
    pub(crate) fn decodings(&self) -> u64 {
        self.decodings
    }

    /// The decoded control registers.
    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Whether the branch trace buffer is on.
    pub(crate) fn is_tracing(&self) -> bool {
        self.traces
    }

    /// Whether the gate of the branch trace buffer is open now.
    #[inline(always)]
    pub(crate) fn trace_is_open(&self) -> bool {
        self.trace_gate
    }

    /// Whether every branch is written at once to the branch trace buffer and counted nowhere else.
    pub(crate) fn only_traces_branches(&self) -> bool {
        self.trace_gate
            && self.horizon == u64::MAX
            && self.all_tagged
            && self.filter.accepts_all()
            && !self.counts_branches
            && self.traces_in_pairs()
    }

    /// Whether each branch fills one entry of the branch trace buffer, and a taken one a second.
    #[inline(always)]
    pub(crate) fn traces_in_pairs(&self) -> bool {
        !self.options.single_entry && self.setup.trace.targets
    }

    /// Records before this cycle are counted at once.
    #[inline(always)]
    pub(crate) fn horizon(&self) -> u64 {
        self.horizon
    }

    /// Order matters from `cycle` on, whatever the counters say.
    pub(crate) fn lower_horizon(&mut self, cycle: u64) {
        self.horizon = self.horizon.min(cycle);
    }

    /// The first cycle in which something can happen that depends on order, but for overflows of `counters`.
    pub(crate) fn horizon_without(&self, counters: u8) -> u64 {
        self.horizon_of(|counter| counters >> counter & 1 == 0)
    }

    /// The first cycle in which the order of what is not queued may matter.
    pub(crate) fn order_from(&self) -> u64 {
        match self.delegation {
            Some(delegation) => self.horizon_without(delegation.by_record),
            None => self.horizon,
        }
    }

    /// Sets the first cycle whose settling needs [`Unit::advance`].
    pub(crate) fn set_next_check(&mut self, cycle: u64) {
        self.next_check = cycle;
    }

    /// Whether counters are delegated.
    #[inline(always)]
    pub(crate) fn delegates(&self) -> bool {
        self.delegation.is_some()
    }

    /// Amounts queued since the start, by counter: they are part of any total, and of the counters' values too.
    pub(crate) fn queued(&self) -> [u64; 4] {
        self.queued
    }

    /// How much a counter may gain without an overflow, beside `waiting` occurrences that are still to be counted; `None`: these
    /// overflow it. `u64::MAX` for a counter that cannot interrupt now.
    pub(crate) fn headroom(&self, counter: usize, waiting: u64) -> Option<u64> {
        if !self.setup.counters[counter].oi || self.gates[counter] == 0 {
            return Some(u64::MAX);
        }
        let taken = self.values[counter] + waiting;
        self.registers.counter_mask().checked_sub(taken)
    }

    /// Branches that wait to be traced.
    pub(crate) fn branches_to_come(&self) -> u64 {
        self.queue.branches()
    }

    /// Leaves counters to the caller until [`Unit::take_back`] or the next programming. Records before the
    /// horizon must not be handed over meanwhile, but for misses and what goes to [`Unit::trace`].
    pub(crate) fn delegate(&mut self, delegation: Delegation) {
        self.delegation = Some(delegation);
        self.horizon = self.next_horizon();
        self.take_before_horizon();
    }

    /// Ends a delegation: adds what each counter gained meanwhile.
    pub(crate) fn take_back(&mut self, gained: [u64; 4]) {
        self.delegation = None;
        self.gain(gained);
        self.plan();
    }

    fn gain(&mut self, amounts: [u64; 4]) {
        for (counter, amount) in amounts.into_iter().enumerate() {
            self.values[counter] += amount & self.gates[counter];
        }
    }

    /// Lets the caller write entries of the branch trace buffer, and counts them: `write` returns their number of
    /// branches.
    pub(crate) fn write_trace(&mut self, write: impl FnOnce(&mut Registers) -> u64) {
        let branches = write(&mut self.registers);
        self.gain(std::array::from_fn(|counter| {
            let traced = self.setup.counters[counter].source == Source::BranchTrace;
            if traced { branches } else { 0 }
        }));
    }

    /// Adds what each counter gains from executions of code.
    pub(crate) fn add_executions(&self, executions: &Executions<'_>, sums: &mut [u64; 4]) {
        self.codes.add_executions(executions, sums);
    }

    fn reprogram(&mut self) {
        self.setup = Setup::decode(&self.registers);
        self.interest = [0; Raw::COUNT];
        let mut wanted = RawSet::EMPTY;
        for (index, counter) in self.setup.counters.iter().enumerate() {
            for raw in Raw::ALL {
                if counts(&counter.source, raw) {
                    self.interest[raw as usize] |= 1 << index;
                    wanted.insert(raw);
                }
            }
        }
        let range = |from: Raw, to: Raw| (from as usize)..=(to as usize);
        let any = |range: std::ops::RangeInclusive<usize>| {
            self.interest[range].iter().any(|&bits| bits != 0)
        };
        let trace = self.setup.trace;
        self.counts_branches = wanted.meets(&RawSet::BRANCHES);
        self.traces = trace.gate.plm != 0 && trace.taken != 0;
        self.filter = Filter::new(&trace, self.options.any_misprediction);
        self.all_tagged = self.setup.tagger.always() & PMC8 != 0;
        self.restricts_data = self.setup.tagger.restricts_data();
        let counters = &self.setup.counters;
        self.counts_matches = counters
            .iter()
            .any(|counter| counter.source == Source::DataMatches);
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
            .refresh(&self.setup.tagger, self.level, &self.setup.counters);
        self.delegation = None;
        self.decodings += 1;
        self.refresh_gates();
        self.plan();
    }

    fn refresh_gates(&mut self) {
        let running = !self.frozen();
        for (gate, counter) in self.gates.iter_mut().zip(&self.setup.counters) {
            let psr = match counter.source {
                Source::Cycles => self.cycle_psr,
                _ => self.psr,
            };
            *gate = if running && counter.gate.open(psr) {
                u64::MAX
            } else {
                0
            };
        }
        self.data_gate = running && self.setup.data_ear.gate.open(self.psr);
        self.instruction_gate = running && self.setup.instruction_ear.gate.open(self.psr);
        self.trace_gate = running && self.setup.trace.gate.open(self.psr);
    }

    /// Sets the horizon and the next check.
    fn plan(&mut self) {
        self.next_check = 0;
        self.horizon = self.next_horizon();
        self.queue_outstanding();
    }

    /// The first cycle in which something can happen that depends on the order of records.
    fn next_horizon(&self) -> u64 {
        self.horizon_of(|_| true)
    }

    /// The same, with overflows of those counters only for which `counts` is true.
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
    /// a cycle or nothing bounds what it can gain in one.
    pub(crate) fn counter_horizon(&self, index: usize) -> u64 {
        let counter = &self.setup.counters[index];
        let delegated = |set: fn(&Delegation) -> u8| {
            (self.delegation).filter(|delegation| set(delegation) >> index & 1 != 0)
        };
        if counter.source == Source::Nothing {
            u64::MAX
        } else if counter.by_cycle() {
            0
        } else if counter.source == Source::LevelChanges {
            // Its occurrences come with changes of the status, which bound the horizon themselves.
            u64::MAX
        } else if !counter.oi || delegated(|delegation| delegation.entries).is_some() {
            u64::MAX
        } else if let Some(delegation) = delegated(|delegation| delegation.summed) {
            delegation.horizon
        } else if let Some(most) = most_per_cycle(counter) {
            // What it can gain without overflow, divided by the most that it can gain in a cycle. Any number of misses that have
            // issued may complete in one cycle: they are taken off first.
            let mask = self.registers.counter_mask();
            let to_come = match counter.source {
                Source::DataEar => self.captures_to_come(Side::Data),
                Source::InstructionEar => self.captures_to_come(Side::Instruction),
                _ => 0,
            };
            let headroom = mask.saturating_sub(self.values[index] + to_come);
            self.clock.saturating_add(headroom / most)
        } else {
            0
        }
    }
}
