//! The timing model: executed blocks in, cycles out.

mod flow;
mod issue;
mod learn;
mod neutral;
mod references;
mod replay;
mod totals;

use crate::model::accounting::counters::Monitor;
use crate::model::accounting::identities::Violation;
use crate::model::accounting::ledger::{Ledger, Skipped};
use crate::model::accounting::outcome::{self, Outcome};
use crate::model::accounting::{self, Holds, Order};
use crate::model::branch_prediction::{self, BranchUnit, Hints};
use crate::model::front_end::{FrontEnd, Shared};
use crate::model::issue::latency::{Bypass, Producer};
use crate::model::issue::scoreboard::Scoreboard;
use crate::model::memory::cache::{CacheStats, Hierarchy, LoadPolicy};
use crate::model::memory::store_buffer::StoreBuffer;
use crate::model::memory::tlb::{Tlb, Translator};
use crate::model::plan::{
    ALWAYS, Action, BranchBundle, Entry, Group, Memory, NO_REGISTER, NO_WINDOW, Plan, Planner,
};
use crate::model::register_stack::frame::Frames;
use crate::model::register_stack::rename::{Mapping, Renamer};
use crate::replay::{self as memo, Replay};
use config::Machine;
use events::{
    Block, Branch, BranchKind, CodeId, DataMiss, DataMissKind, DataTlbMiss, Execution, Fact,
    Group as GroupRecord, MemoryLevel, Note, Prediction, Probe, Raw, Site, Stage, Stall,
};
use isa::{MemoryKind, Op};

/// The model of one processor.
///
/// Feed it every executed block in program order, then ask for the [`Outcome`].
#[derive(Debug)]
pub struct Timing<P> {
    planner: Planner,
    blocks: Vec<Plans>,
    plans: Vec<(Plan, Tally)>,
    core: Core<P>,
    replay: Replay,
    desk: learn::Desk,
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
pub(crate) struct Tally {
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
    /// References that made no access.
    skipped: Skipped,
    /// Floating-point operations of a cycle.
    fp_operations: (u64, u64),
    /// References of the group being issued.
    references: [Reference; MAX_REFERENCES],
    /// Cycles in which the groups of the newest execution issued.
    issues: [u64; MAX_GROUPS],
    issue_count: usize,
    /// Nothing in the newest execution took longer than a replay would find it.
    smooth: bool,
    /// The newest prediction of a branch bundle.
    predicted: Option<branch_prediction::Predicted>,
    /// Flushes in the newest execution because a multimedia result was used early.
    early_uses: u32,
    /// Which predicates of the newest execution matter to time.
    weighing: neutral::Weighing,
    /// What a replay that was given up has already done of the execution at hand.
    begun: Begun,
    /// What the references of a replay found.
    found: replay::Found,
}

/// What has been done of an execution before it is timed in full.
#[derive(Clone, Copy, Debug, Default)]
struct Begun {
    /// The branch bundle has been predicted and learned.
    predicted: Option<branch_prediction::Predicted>,
    /// The frame has been followed; the mapping is that before.
    followed: Option<(u32, u64)>,
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
    block: &'a Block,
    execution: &'a Execution,
    /// Slots that retired.
    retired: u64,
    /// Slots that retired with a true predicate.
    on: u64,
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
            ip: self.block.ip_of(slot),
            data,
            code: self.block.id,
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

/// More than the groups of a block.
const MAX_GROUPS: usize = 64;

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
                    monitor: Monitor::new(probe, machine.processor.family),
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
                skipped: Skipped::default(),
                fp_operations: (0, 0),
                references: [Reference::default(); MAX_REFERENCES],
                issues: [0; MAX_GROUPS],
                issue_count: 0,
                smooth: true,
                predicted: None,
                early_uses: 0,
                weighing: neutral::Weighing::default(),
                begun: Begun::default(),
                found: replay::Found::default(),
            },
            replay: Replay::new(memo::STATES),
            desk: learn::Desk::default(),
        }
    }

    /// Remembers at most so many states of the pipe for replay; 0: every execution is timed in full. Results are the
    /// same with any number.
    #[must_use]
    pub fn with_replay(mut self, states: usize) -> Self {
        self.replay = Replay::new(states);
        self
    }

    /// Times one execution of a block.
    #[inline]
    pub fn execute(&mut self, block: &Block, execution: &Execution) {
        if !self.replay(block.id, execution) {
            self.execute_in_full(block, execution);
        }
    }

    /// Times one execution of a block if one like it is remembered. After false, the same execution has
    /// to be handed to [`execute_in_full`](Self::execute_in_full); both together are
    /// [`execute`](Self::execute).
    #[inline(always)]
    pub fn replay(&mut self, code: CodeId, execution: &Execution) -> bool {
        self.replay.current() != memo::NONE && self.replayed(code.0, execution)
    }

    /// Times one execution of a block of which [`replay`](Self::replay) knew no like, and remembers it if
    /// that pays.
    #[inline(never)]
    pub fn execute_in_full(&mut self, block: &Block, execution: &Execution) {
        let from = self.resume();
        let core = &mut self.core;
        if core.expected != block.ip || core.space != block.space {
            core.arrive(block.space, block.ip);
        }
        let index = block.id.0 as usize;
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
            number = self.translate(block);
        }
        let lesson = self.prepare(from, block, execution);
        let (plan, tally) = &mut self.plans[number as usize];
        self.core.run(plan, tally, block, execution);
        self.learn(lesson, number, block, execution);
        let monitor = &self.core.shared.monitor;
        if P::ARMED && (self.core.settled() >= monitor.attention.settle || monitor.probe.asks(0)) {
            self.catch_up();
        }
    }

    /// Makes the plan of a block for the current entry state.
    #[inline(never)]
    fn translate(&mut self, block: &Block) -> u32 {
        let entry = self.core.entry;
        let plan = self.planner.plan(block, &entry);
        let number = self.plans.len() as u32;
        let slots = usize::from(plan.slots);
        let plans = &mut self.blocks[block.id.0 as usize];
        if P::ARMED && plans.plain == [NONE; 2] && plans.open.is_empty() {
            let monitor = &mut self.core.shared.monitor;
            monitor.probe.describe(block, &plan.events);
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

    /// Gives the listener the totals so far and asks what it has to hear from now on.
    #[inline(never)]
    fn catch_up(&mut self) {
        self.resume();
        let settled = self.core.settled();
        let (monitor, mut totals) = self.sums();
        let attention = monitor.catch_up(settled, &mut totals);
        self.core.shared.monitor.attention = attention;
    }

    /// Tells the listener that the processor status changes before the next block; `psr` as in
    /// [`Probe::status`].
    pub fn status(&mut self, psr: u64) {
        if P::ARMED {
            let now = self.now();
            let (monitor, mut totals) = self.sums();
            monitor.update(&mut totals);
            monitor.status(now, psr);
            self.catch_up();
        }
    }

    /// Tells the listener that another process runs from the next block on.
    pub fn process(&mut self, process: u32) {
        if P::ARMED {
            // What issued in the newest cycle was of the process before.
            let next = self.now() + 1;
            self.core.shared.monitor.probe.process(next, process);
        }
    }

    /// What the listener's performance monitor data register holds before the next block; `None` without
    /// such a register.
    pub fn read_pmd(&mut self, index: u64) -> Option<u64> {
        // What issued in the newest cycle has happened.
        let now = self.now() + 1;
        let (monitor, mut totals) = self.sums();
        monitor.update(&mut totals);
        let value = monitor.read_pmd(now, index);
        self.catch_up();
        value
    }

    /// Executions that were replayed so far, not timed in full.
    pub fn replays(&self) -> u64 {
        self.replay.times()
    }

    /// The listener.
    pub fn probe(&mut self) -> &mut P {
        &mut self.core.shared.monitor.probe
    }

    /// Charges cycles for a service of the operating system; the next group waits for them.
    pub fn charge(&mut self, cycles: u64) {
        if cycles > 0 {
            self.resume();
            self.replay.enter(memo::NONE);
            let core = &mut self.core;
            core.pipe.hold(core.cycles() + cycles, Stall::ScoreSystem);
        }
    }

    /// Another thread or process continues: the pipe starts over at an address yet unknown.
    pub fn switch(&mut self, cycles: u64) {
        self.resume();
        self.replay.enter(memo::NONE);
        self.core.expected = NOWHERE;
        self.charge(cycles);
    }

    /// The totals so far; static events are expanded here.
    pub fn outcome(&mut self) -> Outcome {
        self.draw_up();
        let core = &self.core;
        outcome::collect(
            core.cycles(),
            core.shared.monitor.totals(),
            core.dispersed_behind,
            &self.plans,
            core.shared.caches.statistics(),
            core.shared.translator.frames.count(),
            core.ledger(),
        )
    }

    /// Ends the run: the listener hears that nothing more comes.
    pub fn finish(&mut self) -> Outcome {
        let cycles = self.core.cycles();
        if P::ARMED {
            let (monitor, mut totals) = self.sums();
            monitor.update(&mut totals);
            monitor.settle(cycles);
        }
        self.outcome()
    }

    /// Checks that the parts sum to the whole.
    pub fn identities(&mut self) -> Result<(), Violation> {
        self.outcome().identities()
    }

    /// Statistics of L1I, L1D, L2 and L3.
    pub fn caches(&self) -> [CacheStats; 4] {
        self.core.shared.caches.statistics()
    }
}

impl<P: Probe> Core<P> {
    fn cycles(&self) -> u64 {
        self.now.wrapping_add(1)
    }

    /// No later record carries a cycle before this one: fetch runs ahead of issue, so that its next record
    /// may lie far back.
    #[inline(always)]
    fn settled(&self) -> u64 {
        self.now.min(self.front.next_fetch())
    }

    /// The terms of the identities that no event needs.
    fn ledger(&self) -> Ledger {
        let mut ledger = Ledger {
            skipped: self.skipped,
            predictions: self.branches.predictions,
            ..Ledger::default()
        };
        ledger.tlbs[0] = self.dtlb.ledger();
        self.shared.caches.account(&mut ledger);
        self.shared.translator.account(&mut ledger);
        self.front.account(&mut ledger);
        ledger
    }
}
