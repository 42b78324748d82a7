//! The timing model: executed blocks in, cycles out.

use crate::accounting::{self, Holds, Order};
use crate::cache::{CacheStats, Hierarchy, LoadPolicy};
use crate::frame::Frames;
use crate::frontend::{FrontEnd, Shared};
use crate::input::{Code, Execution, Note};
use crate::latency::{Bypass, Producer};
use crate::monitor::Monitor;
use crate::outcome::{self, Outcome, Violation};
use crate::plan::{
    ALWAYS, Action, BranchBundle, Entry, Group, Memory, MemoryKind, NO_REGISTER, NO_WINDOW, Plan,
    Planner,
};
use crate::predictor::{self, BranchUnit, Hints};
use crate::rename::Renamer;
use crate::scoreboard::Scoreboard;
use crate::store_buffer::StoreBuffer;
use crate::tlb::{Tlb, Translator};
use config::Machine;
use events::{
    Branch, BranchKind, Code as EventCode, CodeId, DataMiss, DataMissKind, DataTlbMiss,
    Group as GroupRecord, MemoryLevel, Prediction, Probe, Raw, Site, Stall,
};

/// The model of one processor.
///
/// Feed it every executed block in program order, then ask for the [`Outcome`].
#[derive(Debug)]
pub struct Timing<P> {
    planner: Planner,
    blocks: Vec<Plans>,
    plans: Vec<(Plan, Tally)>,
    core: Core<P>,
}

/// The cycle before cycle 0: one more is 0.
const BEFORE: u64 = u64::MAX;

/// No address of a bundle.
const NOWHERE: u64 = u64::MAX;

/// No plan yet.
const NONE: u32 = u32::MAX;

/// Plans of one block by entry state.
#[derive(Clone, Debug)]
struct Plans {
    /// Entered with an empty window: at the start of an instruction group, or inside one.
    plain: [u32; 2],
    /// Entered with an open window.
    open: Vec<(Entry, u32)>,
}

impl Plans {
    #[inline(never)]
    fn find_open(&self, entry: Entry) -> u32 {
        self.open
            .iter()
            .find(|(known, _)| *known == entry)
            .map_or(NONE, |(_, number)| *number)
    }
}

/// How often what of a plan was executed: static events are expanded from it at the end.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Executions by their end slot.
    pub ends: Box<[u64]>,
    /// Times that a retired slot had a false predicate.
    pub squashed: Box<[u64]>,
    /// Where the predictor had the branch bundle.
    hints: Hints,
}

/// Everything dynamic.
#[derive(Debug)]
struct Core<P> {
    shared: Shared<P>,
    front: FrontEnd,
    branches: BranchUnit,
    frames: Frames,
    renamer: Renamer,
    scoreboard: Scoreboard,
    store_buffer: StoreBuffer,
    dtlb: Tlb,
    order: Order,
    holds: Holds,
    pipe: Pipe,
    /// Cycle of the newest issue; before the first one, the cycle before cycle 0.
    now: u64,
    /// State of dispersal at the end of the newest block.
    entry: Entry,
    /// The newest group may go on in the same cycle.
    joining: bool,
    /// Where execution is expected to go on; [`NOWHERE`] when the pipe starts over.
    expected: u64,
    space: u32,
    /// Cycle up to which multimedia results are a hazard.
    hazard_until: u64,
    /// Cycle in which the last load's data arrive.
    loads_until: u64,
    costs: Costs,
    /// Instructions dispersed behind a taken branch.
    dispersed_behind: u64,
    /// References of the group being issued.
    references: [Reference; MAX_REFERENCES],
}

/// Configured costs in cycles, widened once.
#[derive(Clone, Copy, Debug)]
struct Costs {
    mispredict: u64,
    failed_check: u64,
    interruption: u64,
    serialize: u64,
    semaphore: u64,
    semaphore_stalls: bool,
    misaligned: u64,
    unaligned: u64,
    unaligned_block: u64,
    mm_flush: u64,
    registers_per_cycle: u64,
    rse_start: u64,
    cld: u64,
    way_mispredict: u64,
}

/// Reasons that earlier instructions left behind to hold the pipe.
#[derive(Clone, Copy, Debug, Default)]
struct Pipe {
    /// Latest of them.
    until: u64,
    reasons: [(u64, Option<Stall>); 4],
    count: usize,
}

impl Pipe {
    fn hold(&mut self, until: u64, stall: Stall) {
        self.until = self.until.max(until);
        for reason in &mut self.reasons[..self.count] {
            if reason.1 == Some(stall) {
                reason.0 = reason.0.max(until);
                return;
            }
        }
        if let Some(reason) = self.reasons.get_mut(self.count) {
            *reason = (until, Some(stall));
            self.count += 1;
        } else if let Some(reason) = self.reasons.iter_mut().min_by_key(|r| r.0) {
            *reason = (until, Some(stall));
        }
    }
}

/// One execution as the groups see it.
struct Run<'a> {
    code: CodeId,
    ip: u64,
    execution: &'a Execution<'a>,
    /// Slots that retired.
    retired: u64,
    /// Slots that retired with a true predicate.
    on: u64,
    space: u32,
    /// Addresses used so far.
    addresses: usize,
}

impl Run<'_> {
    /// The site of a slot; unarmed nobody looks at it.
    #[inline(always)]
    fn site<P: Probe>(&self, slot: u8, data: u64) -> Site {
        if !P::ARMED {
            return Site::none();
        }
        Site {
            ip: self.ip + 16 * u64::from(slot / 3),
            data,
            code: self.code,
            index: slot,
        }
    }

    /// Whether an operand that is marked with a slot and [`ALWAYS`] counts.
    #[inline(always)]
    fn counts(&self, slot: u8) -> bool {
        let mask = if slot & ALWAYS != 0 {
            self.retired
        } else {
            self.on
        };
        mask >> (slot & 63) & 1 != 0
    }
}

/// A memory reference of the group being issued, translated.
#[derive(Clone, Copy, Debug, Default)]
struct Reference {
    /// Which of the group's references it is.
    index: u8,
    address: u64,
    physical: u64,
    /// Cycles that a slow translation adds to the reference.
    delay: u64,
    skipped: bool,
}

/// More than the memory ports of any configuration.
const MAX_REFERENCES: usize = 8;

/// Bits below `n`; a block has at most 60 slots.
#[inline(always)]
fn below(n: u8) -> u64 {
    (1 << (n & 63)) - 1
}

impl<P: Probe> Timing<P> {
    /// A cold machine in cycle 0.
    pub fn new(machine: &Machine, probe: P) -> Self {
        let special = &machine.latency.special;
        let costs = Costs {
            mispredict: u64::from(machine.branch.mispredict_cycles),
            failed_check: u64::from(special.failed_check_cycles),
            interruption: u64::from(special.interruption_cycles),
            serialize: u64::from(special.serialize_cycles),
            semaphore: u64::from(machine.latency.result.sem),
            semaphore_stalls: special.semaphore_stalls,
            misaligned: u64::from(special.misaligned_cycles),
            unaligned: u64::from(machine.os.unaligned_cycles),
            unaligned_block: u64::from(machine.os.unaligned_block_bytes.max(1)),
            mm_flush: u64::from(special.mm_flush_cycles),
            registers_per_cycle: u64::from(machine.rse.registers_per_cycle.max(1)),
            rse_start: u64::from(machine.rse.start_cycles),
            cld: u64::from(machine.latency.result.cld),
            way_mispredict: u64::from(machine.caches.l1d_way_mispredict_cycles),
        };
        Self {
            planner: Planner::new(machine),
            blocks: Vec::new(),
            plans: Vec::new(),
            core: Core {
                shared: Shared {
                    caches: Hierarchy::new(machine),
                    translator: Translator::new(machine),
                    monitor: Monitor::new(probe),
                },
                front: FrontEnd::new(machine),
                branches: BranchUnit::new(&machine.branch),
                frames: Frames::new(),
                renamer: Renamer::new(),
                scoreboard: Scoreboard::new(Bypass::new(&machine.latency)),
                store_buffer: StoreBuffer::new(
                    machine.memory.store_buffer_entries,
                    machine.caches.store_to_load_cycles,
                ),
                dtlb: Tlb::new(&machine.tlbs.data, false, machine.caches.seed ^ 0x2d),
                order: Order::new(&machine.accounting.order),
                holds: Holds::default(),
                pipe: Pipe::default(),
                now: BEFORE,
                entry: Entry::default(),
                joining: false,
                expected: NOWHERE,
                space: 0,
                hazard_until: 0,
                loads_until: 0,
                costs,
                dispersed_behind: 0,
                references: [Reference::default(); MAX_REFERENCES],
            },
        }
    }

    /// Times one execution of a block.
    pub fn execute(&mut self, code: &Code<'_>, execution: &Execution<'_>) {
        let core = &mut self.core;
        if core.expected != code.ip || core.space != code.space {
            core.arrive(code.space, code.ip);
        }
        let index = code.id as usize;
        if index >= self.blocks.len() {
            self.blocks.resize(
                index + 1,
                Plans {
                    plain: [NONE; 2],
                    open: Vec::new(),
                },
            );
        }
        let plans = &self.blocks[index];
        let mut number = if core.entry.window == NO_WINDOW {
            plans.plain[usize::from(core.entry.rest)]
        } else {
            plans.find_open(core.entry)
        };
        if number == NONE {
            number = self.translate(code);
        }
        let (plan, tally) = &mut self.plans[number as usize];
        self.core.run(plan, tally, code, execution);
    }

    /// Makes the plan of a block for the current entry state.
    #[inline(never)]
    fn translate(&mut self, code: &Code<'_>) -> u32 {
        let entry = self.core.entry;
        let plan = self.planner.plan(code, &entry);
        let number = self.plans.len() as u32;
        let slots = usize::from(plan.slots);
        let plans = &mut self.blocks[code.id as usize];
        if P::ARMED && plans.plain == [NONE; 2] && plans.open.is_empty() {
            self.core.shared.monitor.probe.translate(&EventCode {
                id: CodeId(code.id),
                ip: code.ip,
                bundles: code.raw,
                events: &plan.events,
            });
        }
        if entry.window == NO_WINDOW {
            plans.plain[usize::from(entry.rest)] = number;
        } else {
            plans.open.push((entry, number));
        }
        self.plans.push((
            plan,
            Tally {
                ends: vec![0; slots + 1].into(),
                squashed: vec![0; slots].into(),
                hints: Hints::default(),
            },
        ));
        number
    }

    /// The current cycle: that of the newest issue.
    pub fn now(&self) -> u64 {
        match self.core.now {
            BEFORE => 0,
            now => now,
        }
    }

    /// The listener.
    pub fn probe(&mut self) -> &mut P {
        &mut self.core.shared.monitor.probe
    }

    /// Charges cycles for a service of the operating system; the next group waits for them.
    pub fn charge(&mut self, cycles: u64) {
        if cycles > 0 {
            let core = &mut self.core;
            core.pipe.hold(core.cycles() + cycles, Stall::ScoreSystem);
        }
    }

    /// Another thread or process continues: the pipe starts over at an address yet unknown.
    pub fn switch(&mut self, cycles: u64) {
        self.core.expected = NOWHERE;
        self.charge(cycles);
    }

    /// The totals so far; static events are expanded here.
    pub fn outcome(&self) -> Outcome {
        let core = &self.core;
        outcome::collect(
            core.cycles(),
            core.shared.monitor.totals(),
            &core.shared.monitor.stalls,
            core.dispersed_behind,
            &self.plans,
            core.shared.caches.stats,
            core.shared.translator.frames.count(),
        )
    }

    /// Ends the run: the listener hears that nothing more comes.
    pub fn finish(&mut self) -> Outcome {
        let cycles = self.core.cycles();
        if P::ARMED {
            self.core.shared.monitor.probe.settle(cycles);
        }
        self.outcome()
    }

    /// Checks that the parts sum to the whole.
    pub fn identities(&self) -> Result<(), Violation> {
        self.outcome().identities()
    }

    /// Statistics of L1I, L1D, L2 and L3.
    pub fn caches(&self) -> [CacheStats; 4] {
        self.core.shared.caches.stats
    }
}

impl<P: Probe> Core<P> {
    fn cycles(&self) -> u64 {
        self.now.wrapping_add(1)
    }

    /// Execution goes on where nothing predicted: at the start, after a fault, an interruption or a switch.
    #[inline(never)]
    fn arrive(&mut self, space: u32, ip: u64) {
        self.entry = Entry::default();
        self.joining = false;
        self.space = space;
        if self.now != BEFORE {
            let entry = self.now + 1 + self.costs.interruption;
            self.shared
                .monitor
                .count(Raw::FlushesException, 1, self.now, &Site::none());
            self.front.flush(space, ip, entry, Stall::FlushException);
        } else {
            self.front.flush(space, ip, 0, Stall::InstructionStart);
        }
    }

    fn run(&mut self, plan: &Plan, tally: &mut Tally, code: &Code<'_>, execution: &Execution<'_>) {
        let end = execution.end.min(plan.slots);
        let retired = below(end) & !below(code.first_slot);
        let on = execution.predicates & retired;
        tally.ends[usize::from(end)] += 1;
        let mut squashed = plan.predicated & retired & !on;
        while squashed != 0 {
            tally.squashed[squashed.trailing_zeros() as usize] += 1;
            squashed &= squashed - 1;
        }
        let mut run = Run {
            code: CodeId(plan.id),
            ip: plan.ip,
            execution,
            retired,
            on,
            space: code.space,
            addresses: 0,
        };
        let mut last = None;
        let mut joining = std::mem::take(&mut self.joining);
        for group in &plan.groups {
            if group.from >= end {
                break;
            }
            self.group(group, &mut run, end, joining);
            joining = false;
            last = Some(group);
        }
        if !plan.frame_ops.is_empty() {
            self.follow_frame(plan, &run);
        }
        self.leave_block(plan, &mut tally.hints, &run, last, end);
        if P::ARMED {
            // Fetch runs ahead of issue, and a later record may lie as far back as the pipe is deep.
            let settled = self.now.saturating_sub(64);
            self.shared.monitor.probe.settle(settled);
        }
    }

    /// Follows calls, returns and rotation.
    #[inline(never)]
    fn follow_frame(&mut self, plan: &Plan, run: &Run<'_>) {
        for (slot, op) in &plan.frame_ops {
            // A loop branch turns the registers whatever its predicate says.
            if run.retired >> slot & 1 != 0 {
                self.frames.follow(*op, run.execution.taken == Some(*slot));
            }
        }
        self.frames.apply(&mut self.renamer);
    }

    /// Issues one group.
    #[inline(always)]
    fn group(&mut self, group: &Group, run: &mut Run<'_>, end: u8, joining: bool) {
        let next = self.now.wrapping_add(1);
        let lower = if joining { self.now } else { next };
        if !self.front.has(group.fetch_end) {
            self.front.fetch_until(&mut self.shared, group.fetch_end);
        }
        let reads = &*group.reads;
        let mut at = lower.max(self.front.entry()).max(self.pipe.until);
        for read in reads {
            let ready = self
                .scoreboard
                .ready(self.renamer.entry(read.register), read.consumer);
            if ready > at && run.counts(read.slot) {
                at = ready;
            }
        }
        if group.stores {
            at = at.max(self.store_buffer.room());
        }
        let actions = &*group.actions;
        if !actions.is_empty() {
            at = at.max(self.wait_for_actions(actions, run, at));
        }
        if at > lower {
            // A group that could not join starts a cycle of its own.
            self.stall(reads, group, actions, run, next, at);
        }
        if self.hazard_until > at {
            let from = at.max(next);
            at = match self.early_use(reads, run, from) {
                0 => at,
                cycles => from + cycles,
            };
        }

        // Address translation may hold the group once more.
        let memory = &*group.memory;
        let first_address = run.addresses;
        let mut translated = 0;
        if !memory.is_empty() && !self.all_on_last_page(memory, run) {
            run.addresses = first_address;
            translated = self.translate_all(memory, run, &mut at);
        }

        // Issue.
        if !joining || at != self.now {
            let stall = if group.rest {
                Stall::IssueLimit
            } else {
                Stall::Unstalled
            };
            self.shared.monitor.charge(stall, at, 1);
        }
        self.now = at;
        self.pipe.count = 0;
        self.front.leave(group.completes, at);
        if P::ARMED {
            self.report_group(group, run, end);
        }
        for write in &group.writes {
            if run.counts(write.slot) {
                let entry = self.renamer.entry(write.register);
                self.scoreboard
                    .produce(entry, at + u64::from(write.latency), write.producer);
                if write.producer == Producer::Multimedia as u8 {
                    self.hazard_until = self.hazard_until.max(at + self.scoreboard.hazard_window());
                }
            }
        }
        if translated > 0 {
            for i in 0..translated.min(MAX_REFERENCES) {
                let reference = self.references[i];
                self.access(&memory[usize::from(reference.index)], &reference, run);
            }
        } else if run.addresses > first_address {
            let mut next = first_address;
            for reference in memory {
                if run.on >> (reference.slot & 63) & 1 != 0 {
                    let address = run.execution.addresses[next];
                    next += 1;
                    let physical = self
                        .shared
                        .translator
                        .physical(self.dtlb.last_frame(), address);
                    let translated = Reference {
                        index: 0,
                        address,
                        physical,
                        delay: 0,
                        skipped: false,
                    };
                    self.access(reference, &translated, run);
                }
            }
        }
        if !actions.is_empty() {
            self.act(actions, run);
        }
        if !run.execution.notes.is_empty() {
            self.notes(group, run, end);
        }
    }

    /// When the special instructions of a group let it issue.
    #[inline(never)]
    fn wait_for_actions(&self, actions: &[(u8, Action)], run: &Run<'_>, at: u64) -> u64 {
        let mut until = at;
        for (slot, action) in actions {
            if run.on >> slot & 1 == 0 {
                continue;
            }
            match action {
                Action::ReadPredicates => until = until.max(self.predicates_ready()),
                Action::Fence => {
                    until = until.max(self.loads_until).max(self.store_buffer.empty());
                }
                _ => {}
            }
        }
        until
    }

    fn predicates_ready(&self) -> u64 {
        let consumer = crate::latency::Consumer::FromPr as u8;
        self.renamer
            .predicates()
            .iter()
            .map(|entry| self.scoreboard.ready(*entry, consumer))
            .max()
            .unwrap_or(0)
    }

    /// Charges the cycles between two issues.
    #[inline(never)]
    fn stall(
        &mut self,
        reads: &[crate::plan::Read],
        group: &Group,
        actions: &[(u8, Action)],
        run: &Run<'_>,
        from: u64,
        to: u64,
    ) {
        let mut holds = std::mem::take(&mut self.holds);
        holds.clear();
        for read in reads {
            let entry = self.renamer.entry(read.register);
            let ready = self.scoreboard.ready(entry, read.consumer);
            if ready > from && run.counts(read.slot) {
                holds.add(ready, self.scoreboard.stall(entry));
            }
        }
        if actions.is_empty()
            && !group.stores
            && self.pipe.until <= from
            && let Some(stall) = match (holds.only(), self.front.entry() > from) {
                (Some(only), false) => Some(only),
                (None, true) if holds.is_empty() => self.front.only_reason(),
                _ => None,
            }
        {
            self.shared.monitor.charge(stall, from, to - from);
            self.holds = holds;
            return;
        }
        for (until, stall) in &self.pipe.reasons[..self.pipe.count] {
            if let Some(stall) = stall
                && *until > from
            {
                holds.add(*until, *stall);
            }
        }
        if group.stores && self.store_buffer.room() > from {
            holds.add(self.store_buffer.room(), Stall::DataStoreBuffer);
        }
        for (slot, action) in actions {
            if run.on >> slot & 1 == 0 {
                continue;
            }
            match action {
                Action::ReadPredicates => {
                    holds.add(self.predicates_ready(), Stall::ScorePredicate);
                }
                Action::Fence => holds.add(
                    self.loads_until.max(self.store_buffer.empty()),
                    Stall::ScoreSerialize,
                ),
                _ => {}
            }
        }
        accounting::charge(
            &mut self.shared.monitor,
            &self.order,
            &holds,
            self.front.segments(),
            from,
            to,
        );
        self.holds = holds;
    }

    /// The flush when a multimedia result is used elsewhere too early; its cycles.
    #[inline(never)]
    fn early_use(&mut self, reads: &[crate::plan::Read], run: &Run<'_>, at: u64) -> u64 {
        let early = reads.iter().any(|read| {
            run.counts(read.slot)
                && self
                    .scoreboard
                    .hazard(self.renamer.entry(read.register), read.consumer)
                    > at
        });
        if !early {
            return 0;
        }
        let site = run.site::<P>(reads.first().map_or(0, |read| read.slot & 63), 0);
        self.shared
            .monitor
            .count(Raw::FlushesMultimedia, 1, at, &site);
        self.shared
            .monitor
            .charge(Stall::FlushOther, at, self.costs.mm_flush);
        self.costs.mm_flush
    }

    /// Whether every reference of a group that executes lies on the page translated last, so that
    /// nothing has to be looked up; takes their addresses.
    #[inline(always)]
    fn all_on_last_page(&self, memory: &[Memory], run: &mut Run<'_>) -> bool {
        if !run.execution.notes.is_empty() {
            return false;
        }
        for reference in memory {
            if run.on >> (reference.slot & 63) & 1 != 0 {
                let Some(&address) = run.execution.addresses.get(run.addresses) else {
                    return false;
                };
                run.addresses += 1;
                let page = self.shared.translator.page(run.space, address);
                if self.dtlb.again(page).is_none() {
                    return false;
                }
            }
        }
        true
    }

    /// Translates the references of a group; misses that hold the pipe move `at`. How many execute.
    #[inline(never)]
    fn translate_all(&mut self, memory: &[Memory], run: &mut Run<'_>, at: &mut u64) -> usize {
        let mut count = 0;
        for (index, reference) in (0u8..).zip(memory) {
            if run.on >> (reference.slot & 63) & 1 == 0 {
                continue;
            }
            let Some(&address) = run.execution.addresses.get(run.addresses) else {
                continue;
            };
            run.addresses += 1;
            let mut translated = Reference {
                index,
                address,
                ..Reference::default()
            };
            if !run.execution.notes.is_empty() && self.skips(reference, run) {
                translated.skipped = true;
            } else {
                let page = self.shared.translator.page(run.space, address);
                let frame = match self.dtlb.again(page) {
                    Some(frame) => frame,
                    None => self.translate_page(reference, &mut translated, page, run, at),
                };
                translated.physical = self.shared.translator.physical(frame, address);
            }
            self.references[count % MAX_REFERENCES] = translated;
            count += 1;
        }
        count
    }

    /// Whether a reference makes no access: deferred, or a check load that found its entry.
    #[inline(never)]
    fn skips(&self, memory: &Memory, run: &Run<'_>) -> bool {
        let slot = memory.slot;
        run.execution.notes.iter().any(|note| match note {
            Note::Deferred { slot: deferred } => *deferred == slot,
            Note::CheckLoadHit { slot: hit } => memory.check && *hit == slot,
            _ => false,
        })
    }

    fn translate_page(
        &mut self,
        memory: &Memory,
        reference: &mut Reference,
        page: u64,
        run: &Run<'_>,
        at: &mut u64,
    ) -> u64 {
        let prefetch = memory.kind == MemoryKind::Prefetch;
        if prefetch && self.shared.translator.is_new(page) {
            // A prefetch that needs software is dropped.
            reference.skipped = true;
            return 0;
        }
        let site = run.site::<P>(memory.slot, reference.address);
        let translation = self.dtlb.translate(
            page,
            &mut self.shared.translator,
            &mut self.shared.caches,
            &mut self.shared.monitor,
            *at,
            &site,
        );
        let Some(miss) = translation.miss else {
            return translation.frame;
        };
        let issue = *at;
        if !prefetch && *at == self.now {
            // The cycle in which the group would have joined is taken.
            *at += 1;
        }
        let monitor = &mut self.shared.monitor;
        if prefetch {
            reference.delay = miss.transfer + miss.walk;
        } else {
            if self.dtlb.flushes() {
                monitor.count(Raw::FlushesFirstTlb, 1, *at, &site);
                monitor.charge(Stall::FlushOther, *at, miss.transfer);
                *at += miss.transfer;
            } else {
                reference.delay = miss.transfer;
            }
            monitor.charge(Stall::DataWalk, *at, miss.walk);
            *at += miss.walk;
            monitor.charge(Stall::DataFault, *at, miss.software);
            *at += miss.software;
        }
        if P::ARMED {
            self.shared.monitor.probe.data_tlb_miss(&DataTlbMiss {
                cycle: issue,
                completes: issue + miss.transfer + miss.walk + miss.software,
                site,
                level: miss.level,
            });
        }
        translation.frame
    }

    /// Makes a reference in the current cycle.
    #[inline(always)]
    fn access(&mut self, memory: &Memory, reference: &Reference, run: &Run<'_>) {
        let at = self.now + reference.delay;
        if reference.skipped {
            self.skipped(memory);
            return;
        }
        let site = run.site::<P>(memory.slot, reference.address);
        if P::ARMED {
            self.shared.monitor.probe.reference(self.now, &site);
        }
        let misaligned = reference.address & u64::from(memory.bytes.wrapping_sub(1)) != 0;
        let extra = if misaligned {
            self.misaligned(memory, reference.address, &site)
        } else {
            0
        };
        if memory.kind == MemoryKind::Load {
            let policy = LoadPolicy {
                allocate: memory.locality == 0,
                forced: self.store_buffer.conflicts(at, reference.physical),
                rse: false,
            };
            let access = self.shared.caches.load(
                &mut self.shared.monitor,
                at,
                reference.physical,
                policy,
                &site,
            );
            let ready = access.ready + extra;
            if self.shared.caches.take_way_misprediction() {
                self.shared.monitor.count(Raw::FlushesWay, 1, at, &site);
                self.pipe
                    .hold(at + 1 + self.costs.way_mispredict, Stall::FlushOther);
            }
            if access.level != MemoryLevel::L1 {
                self.data_miss(at, ready, access.level, DataMissKind::Integer, &site);
            }
            self.loaded(memory, ready, Producer::Load);
        } else {
            self.access_other(memory, reference.physical, at, extra, &site);
        }
    }

    /// Makes any reference but an integer load.
    #[inline(never)]
    fn access_other(&mut self, memory: &Memory, physical: u64, at: u64, extra: u64, site: &Site) {
        match memory.kind {
            MemoryKind::FpLoad => {
                let access =
                    self.shared
                        .caches
                        .fp_load(&mut self.shared.monitor, at, physical, site);
                let ready = access.ready + extra;
                self.data_miss(at, ready, access.level, DataMissKind::Float, site);
                self.loaded(memory, ready, Producer::FpLoad);
            }
            MemoryKind::Store | MemoryKind::FpStore => {
                let access = self
                    .shared
                    .caches
                    .store(&mut self.shared.monitor, at, physical, site);
                self.store_buffer.push(at, access.ready + extra, physical);
            }
            MemoryKind::Prefetch => self.shared.caches.prefetch(
                &mut self.shared.monitor,
                at,
                physical,
                memory.locality == 0,
                site,
            ),
            MemoryKind::Semaphore => {
                let access =
                    self.shared
                        .caches
                        .semaphore(&mut self.shared.monitor, at, physical, site);
                let ready = access.ready.max(at + self.costs.semaphore) + extra;
                self.loaded(memory, ready, Producer::Load);
                if self.costs.semaphore_stalls {
                    self.pipe
                        .hold(at + self.costs.semaphore, Stall::ScoreSerialize);
                    self.pipe.hold(ready, Stall::DataInteger);
                }
            }
            MemoryKind::Load | MemoryKind::Flush => {}
        }
    }

    /// A reference that made no access still gives its targets a value at once.
    fn skipped(&mut self, memory: &Memory) {
        let ready = self.now + if memory.check { self.costs.cld } else { 1 };
        for target in memory.targets {
            if target != NO_REGISTER {
                let entry = self.renamer.entry(target);
                self.scoreboard.produce(entry, ready, Producer::Plain as u8);
            }
        }
    }

    #[inline(always)]
    fn loaded(&mut self, memory: &Memory, ready: u64, producer: Producer) {
        self.loads_until = self.loads_until.max(ready);
        for target in memory.targets {
            if target != NO_REGISTER {
                let entry = self.renamer.entry(target);
                self.scoreboard.produce(entry, ready, producer as u8);
            }
        }
    }

    #[inline(always)]
    fn data_miss(
        &mut self,
        at: u64,
        ready: u64,
        level: MemoryLevel,
        kind: DataMissKind,
        site: &Site,
    ) {
        let monitor = &mut self.shared.monitor;
        monitor.counts.add(Raw::data_miss(ready - at), 1);
        if P::ARMED {
            monitor.probe.data_miss(&DataMiss {
                cycle: at,
                completes: ready,
                site: *site,
                level,
                kind,
            });
        }
    }

    /// An address that is not naturally aligned: the hardware's delay, or the system's.
    #[inline(never)]
    fn misaligned(&mut self, memory: &Memory, address: u64, site: &Site) -> u64 {
        let bytes = u64::from(memory.bytes);
        // Ten-byte references are aligned on sixteen; pairs and spills on their size.
        let size = bytes.next_power_of_two();
        if address & (size - 1) == 0 {
            return 0;
        }
        let monitor = &mut self.shared.monitor;
        let block = self.costs.unaligned_block.max(size);
        if address % block + bytes <= block {
            let raw = match memory.kind {
                MemoryKind::Store | MemoryKind::FpStore => Raw::MisalignedStores,
                MemoryKind::Load | MemoryKind::FpLoad => Raw::MisalignedLoads,
                _ => return 0,
            };
            monitor.count(raw, 1, self.now, site);
            return self.costs.misaligned;
        }
        if matches!(memory.kind, MemoryKind::Prefetch | MemoryKind::Flush) {
            return 0;
        }
        monitor.count(Raw::UnalignedFaults, 1, self.now, site);
        self.pipe
            .hold(self.now + 1 + self.costs.unaligned, Stall::DataFault);
        0
    }

    /// Special actions of instructions that issued.
    #[inline(never)]
    fn act(&mut self, actions: &[(u8, Action)], run: &Run<'_>) {
        for (slot, action) in actions {
            if run.on >> slot & 1 == 0 {
                continue;
            }
            match *action {
                Action::WritePredicates(mask) => {
                    let ready = self.now + 1;
                    for (p, entry) in self.renamer.predicates().iter().enumerate().skip(1) {
                        if mask >> p & 1 != 0 {
                            self.scoreboard
                                .produce(*entry, ready, Producer::Plain as u8);
                        }
                    }
                }
                Action::Serialize => {
                    self.pipe
                        .hold(self.now + 1 + self.costs.serialize, Stall::ScoreSerialize);
                }
                Action::Predict {
                    branch,
                    target,
                    important,
                } => {
                    self.branches.hint(branch, target, important);
                    self.front.stream_from(&mut self.shared, target);
                }
                Action::ReadPredicates | Action::Fence | Action::StackTraffic => {}
            }
        }
    }

    /// Rare facts about the slots of a group.
    #[inline(never)]
    fn notes(&mut self, group: &Group, run: &Run<'_>, end: u8) {
        for note in run.execution.notes {
            let slot = note.slot();
            if slot < group.from || slot >= group.to.min(end.max(group.from + 1)) {
                continue;
            }
            let site = run.site::<P>(slot, 0);
            match *note {
                Note::Deferred { .. } | Note::CheckLoadHit { .. } => {}
                Note::CheckLoadMiss { float, .. } => {
                    let raw = if float {
                        Raw::AlatFailuresFloat
                    } else {
                        Raw::AlatFailuresInteger
                    };
                    self.shared.monitor.count(raw, 1, self.now, &site);
                }
                Note::AlatReplaced { float, .. } => {
                    let raw = if float {
                        Raw::AlatReplacementsFloat
                    } else {
                        Raw::AlatReplacementsInteger
                    };
                    self.shared.monitor.count(raw, 1, self.now, &site);
                }
                Note::RseSpill {
                    address,
                    count,
                    requested,
                    ..
                } => self.stack_traffic(address, count, false, requested, run.space, &site),
                Note::RseFill {
                    address,
                    count,
                    requested,
                    ..
                } => self.stack_traffic(address, count, true, requested, run.space, &site),
            }
        }
    }

    /// Mandatory traffic of the register stack engine: the next group waits for it.
    fn stack_traffic(
        &mut self,
        address: u64,
        count: u32,
        fill: bool,
        requested: bool,
        space: u32,
        site: &Site,
    ) {
        if count == 0 {
            return;
        }
        let first = self.pipe.until.max(self.now + 1) + self.costs.rse_start;
        let mut until = first + u64::from(count).div_ceil(self.costs.registers_per_cycle);
        self.shared
            .monitor
            .count(Raw::RseOperations, 1, self.now, site);
        for i in 0..u64::from(count) {
            let at = first + i / self.costs.registers_per_cycle;
            let address = address.wrapping_add(8 * i);
            let page = self.shared.translator.page(space, address);
            let site = Site {
                data: address,
                ..*site
            };
            let translation = self.dtlb.translate(
                page,
                &mut self.shared.translator,
                &mut self.shared.caches,
                &mut self.shared.monitor,
                at,
                &site,
            );
            if let Some(miss) = translation.miss {
                until += miss.transfer + miss.walk + miss.software;
                if P::ARMED {
                    self.shared.monitor.probe.data_tlb_miss(&DataTlbMiss {
                        cycle: at,
                        completes: at + miss.transfer + miss.walk + miss.software,
                        site,
                        level: miss.level,
                    });
                }
            }
            let physical = self.shared.translator.physical(translation.frame, address);
            let monitor = &mut self.shared.monitor;
            if fill {
                monitor.count(Raw::RseLoads, 1, at, &site);
                let policy = LoadPolicy {
                    allocate: true,
                    forced: false,
                    rse: true,
                };
                let access = self
                    .shared
                    .caches
                    .load(monitor, at, physical, policy, &site);
                until = until.max(access.ready);
            } else {
                monitor.count(Raw::RseStores, 1, at, &site);
                let access = self.shared.caches.store(monitor, at, physical, &site);
                self.store_buffer.push(at, access.ready, physical);
            }
        }
        let stall = match (requested, fill) {
            (true, _) => Stall::RseLoadrs,
            (_, true) => Stall::RseFill,
            _ => Stall::RseSpill,
        };
        self.pipe.hold(until, stall);
    }

    /// Records of a group for a listener.
    fn report_group(&mut self, group: &Group, run: &Run<'_>, end: u8) {
        let site = run.site::<P>(group.from, 0);
        let at = self.now;
        let monitor = &mut self.shared.monitor;
        monitor.probe.group(&GroupRecord {
            cycle: at,
            code: run.code,
            from: group.from,
            to: group.to.min(end),
            predicates: run.on,
        });
        for (raw, amount) in group.dispersal {
            if amount > 0 {
                monitor.probe.count(raw, u32::from(amount), at, &site);
            }
        }
    }

    /// Where execution goes from a block, and what the front end makes of it.
    ///
    /// Not inlined, like everything that is not in the inner loop: the loop needs the registers.
    #[inline(never)]
    fn leave_block(
        &mut self,
        plan: &Plan,
        hints: &mut Hints,
        run: &Run<'_>,
        last: Option<&Group>,
        end: u8,
    ) {
        let target = run.execution.target;
        self.expected = target;
        let Some(last) = last else {
            // Nothing retired: the first instruction faulted.
            self.expected = NOWHERE;
            return;
        };
        if end < last.to {
            self.dispersed_behind += u64::from(last.to - end);
            if P::ARMED {
                let site = run.site::<P>(last.from, 0);
                let monitor = &mut self.shared.monitor;
                monitor.probe.count(
                    Raw::InstructionsDispersed,
                    u32::from(last.to - end),
                    self.now,
                    &site,
                );
            }
        }
        match (&plan.branch, run.execution.taken) {
            (Some(bundle), Some(slot)) if slot >= bundle.first => {
                self.branch(bundle, hints, run, Some((slot - bundle.first, target)));
                self.entry = Entry::default();
            }
            (Some(bundle), None) if end == plan.slots => {
                self.branch(bundle, hints, run, None);
                self.fall_through(plan, last);
                if target != plan.next_ip {
                    self.expected = NOWHERE;
                }
            }
            (_, Some(slot)) => {
                self.failed_check(plan, run, slot);
                self.entry = Entry::default();
            }
            (_, None) => {
                self.fall_through(plan, last);
                if end < plan.slots || target != plan.next_ip || self.interrupts(plan, run) {
                    self.expected = NOWHERE;
                }
            }
        }
    }

    fn interrupts(&self, plan: &Plan, run: &Run<'_>) -> bool {
        plan.flushes.is_some_and(|slot| run.on >> slot & 1 != 0)
    }

    fn fall_through(&mut self, plan: &Plan, last: &Group) {
        self.entry = Entry {
            window: plan.window,
            rest: plan.unfinished,
        };
        self.joining = last.open;
    }

    /// A check failed and branched to its recovery code.
    #[inline(never)]
    fn failed_check(&mut self, plan: &Plan, run: &Run<'_>, slot: u8) {
        let site = run.site::<P>(slot, 0);
        let at = self.now;
        let monitor = &mut self.shared.monitor;
        if let Some((_, raw)) = plan.checks.iter().find(|(check, _)| *check == slot) {
            monitor.count(*raw, 1, at, &site);
        }
        monitor.count(Raw::FlushesException, 1, at, &site);
        let entry = at + 1 + self.costs.failed_check;
        let target = run.execution.target;
        self.front
            .flush(run.space, target, entry, Stall::FlushException);
    }

    /// A branch bundle was executed.
    #[inline(always)]
    fn branch(
        &mut self,
        bundle: &BranchBundle,
        hints: &mut Hints,
        run: &Run<'_>,
        outcome: predictor::Outcome,
    ) {
        let predicted = self.branches.run(bundle, outcome, hints);
        let quality = predicted.quality(outcome);
        let slot = match outcome {
            Some((slot, _)) => slot,
            None => bundle.slots.iter().rposition(Option::is_some).unwrap_or(2) as u8,
        };
        let branch = bundle.slots[usize::from(slot)];
        let record = Branch {
            cycle: self.now,
            site: Site {
                index: bundle.first + slot,
                ..run.site::<P>(bundle.first + slot, 0)
            },
            taken: outcome.is_some(),
            target: run.execution.target,
            prediction: quality,
            stage: predicted.stage,
            kind: match branch {
                Some(branch) if branch.kind == isa::BranchKind::Ret => BranchKind::Return,
                Some(branch) if branch.target.is_none() => BranchKind::Indirect,
                _ => BranchKind::Relative,
            },
            multiway: bundle.count > 1,
        };
        self.shared.monitor.branch(&record);
        let target = run.execution.target;
        match (quality, outcome) {
            (Prediction::Right, Some(_)) => {
                // The rest of a bundle behind its taken branch leaves with it.
                if slot < 2 {
                    self.front.leave(1, self.now);
                }
                self.front.resteer(target, predicted.bubbles);
                if branch.is_some_and(|branch| branch.many) {
                    self.front.stream_from(&mut self.shared, target);
                }
            }
            (Prediction::Right, None) => {
                if predicted.bubbles > 0 {
                    self.front.bubbles(predicted.bubbles);
                }
            }
            _ => self.mispredicted(bundle, run, predicted, &record.site),
        }
    }

    #[inline(never)]
    fn mispredicted(
        &mut self,
        bundle: &BranchBundle,
        run: &Run<'_>,
        predicted: predictor::Predicted,
        site: &Site,
    ) {
        let entry = self.now + 1 + self.costs.mispredict;
        self.shared
            .monitor
            .count(Raw::FlushesMispredict, 1, self.now, site);
        let wrong = match (predicted.slot, predicted.target) {
            (Some(_), Some(target)) => target,
            _ => bundle.ip.wrapping_add(16),
        };
        self.front
            .wrong_path(&mut self.shared, wrong, predicted.bubbles, entry);
        let target = run.execution.target;
        self.front
            .flush(run.space, target, entry, Stall::FlushMispredict);
    }
}
