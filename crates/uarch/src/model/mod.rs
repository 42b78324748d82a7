//! The exact model: unit by unit, when things happen.
//!
//! Nothing here knows of replay. Each unit has its slice of the configuration, its state and its counters; the
//! rules that it implements are cited by their section and number in `docs/timing.md`. A shortcut around the model
//! sees what an execution met through [`Course`] and [`Observer`].

pub(crate) mod accounting;
pub(crate) mod branch_prediction;
pub(crate) mod course;
pub(crate) mod dispersal;
pub(crate) mod flow;
pub(crate) mod front_end;
pub(crate) mod issue;
pub(crate) mod memory;
pub(crate) mod plan;
pub(crate) mod register_stack;

use crate::model::accounting::counters::Counters;
use crate::model::accounting::ledger::Ledger;
use crate::model::branch_prediction::BranchUnit;
use crate::model::course::{Ahead, Course, Observer};
use crate::model::flow::Flow;
use crate::model::front_end::{FrontEnd, Shared};
use crate::model::issue::Issue;
use crate::model::issue::holds::Holds;
use crate::model::issue::registers::Registers;
use crate::model::memory::cache::Hierarchy;
use crate::model::memory::references::DataUnit;
use crate::model::memory::tlb::Translator;
use crate::model::plan::table::{PlanTable, Tally};
use crate::model::plan::{ALWAYS, Plan};
use crate::model::register_stack::engine::StackEngine;
use config::Machine;
use events::{Block, Execution, Probe, Site};

/// The cycle before cycle 0: one more is 0.
pub(crate) const BEFORE: u64 = u64::MAX;

/// No address of a bundle.
pub(crate) const NOWHERE: u64 = u64::MAX;

/// One processor: static plans of its code, and the pipeline that follows them.
#[derive(Debug)]
pub(crate) struct Model<P> {
    pub plans: PlanTable,
    pub pipeline: Pipeline<P>,
}

/// The units, with everything dynamic.
#[derive(Debug)]
pub(crate) struct Pipeline<P> {
    pub shared: Shared<P>,
    pub front: FrontEnd,
    pub branches: BranchUnit,
    pub flow: Flow,
    pub registers: Registers,
    pub issue: Issue,
    pub holds: Holds,
    pub data: DataUnit,
    pub stack_engine: StackEngine,
    /// Cycle of the newest issue; before the first one, the cycle before cycle 0.
    pub now: u64,
    /// What the newest execution met.
    pub course: Course,
    /// What a caller has done already of the execution at hand.
    pub ahead: Ahead,
}

/// One execution as the groups see it.
pub(crate) struct Run<'a> {
    pub block: &'a Block,
    pub execution: &'a Execution,
    /// Slots that retired.
    pub retired: u64,
    /// Slots that retired with a true predicate.
    pub on: u64,
    /// Addresses used so far.
    pub addresses: usize,
}

impl Run<'_> {
    /// The site of a slot; without a listener it is not looked at.
    #[inline(always)]
    pub(crate) fn site<P: Probe>(&self, slot: u8, data: u64) -> Site {
        if !P::is_armed() {
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
    pub(crate) fn counts(&self, slot: u8) -> bool {
        // Issue 2: a source of an instruction whose predicate is false is not waited for.
        let mask = if slot & ALWAYS != 0 {
            self.retired
        } else {
            self.on
        };
        mask >> (slot & 63) & 1 != 0
    }
}

/// Bits below `n`; a block has at most 60 slots.
#[inline(always)]
pub(crate) fn below(n: u8) -> u64 {
    (1 << (n & 63)) - 1
}

impl<P: Probe> Model<P> {
    /// A cold machine in cycle 0.
    pub(crate) fn new(machine: &Machine, probe: P) -> Self {
        Self {
            plans: PlanTable::new(machine),
            pipeline: Pipeline {
                shared: Shared {
                    caches: Hierarchy::new(machine),
                    translator: Translator::new(machine),
                    counters: Counters::new(probe, machine.processor.family),
                },
                front: FrontEnd::new(machine),
                branches: BranchUnit::new(&machine.branch),
                flow: Flow::new(machine),
                registers: Registers::new(&machine.latency),
                issue: Issue::new(machine),
                holds: Holds::default(),
                data: DataUnit::new(machine),
                stack_engine: StackEngine::new(&machine.rse),
                now: BEFORE,
                course: Course::default(),
                ahead: Ahead::default(),
            },
        }
    }

    /// Times one execution of a block; the number of the plan that it followed.
    #[inline(always)]
    pub(crate) fn execute<O: Observer>(
        &mut self,
        block: &Block,
        execution: &Execution,
        observer: &mut O,
    ) -> u32 {
        let pipeline = &mut self.pipeline;
        pipeline.begin();
        if pipeline.flow.expected != block.ip || pipeline.flow.space != block.space {
            pipeline.arrive(block.space, block.ip);
        }
        let number = self.plans.number(
            block,
            pipeline.flow.entry,
            &mut pipeline.shared.counters.probe,
        );
        let (plan, tally) = self.plans.get_mut(number);
        pipeline.run(plan, tally, block, execution, observer);
        pipeline.ahead = Ahead::default();
        number
    }
}

impl<P: Probe> Pipeline<P> {
    /// An execution begins.
    #[inline(always)]
    fn begin(&mut self) {
        self.course.begin();
        self.front.begin();
    }

    #[inline(always)]
    fn run<O: Observer>(
        &mut self,
        plan: &Plan,
        tally: &mut Tally,
        block: &Block,
        execution: &Execution,
        observer: &mut O,
    ) {
        let end = execution.end.min(plan.slots);
        // Issue 5: instructions behind `end`, which a taken branch or failed check sets, do not retire.
        let retired = below(end) & !below(block.first_slot);
        let on = execution.predicates & retired;
        tally.ends[usize::from(end)] += 1;
        tally.squash(plan.predicated & retired & !on, 1);
        let mut run = Run {
            block,
            execution,
            retired,
            on,
            addresses: 0,
        };
        let mut last = None;
        self.flow.joining &= plan.joins;
        let mut special = self.flow.joining || !execution.notes.is_empty();
        for group in &plan.groups {
            if group.from >= end {
                break;
            }
            if group.plain && !special {
                self.group::<true, O>(group, &mut run, end, observer);
            } else {
                self.any_group(group, &mut run, end, observer);
                special = !execution.notes.is_empty();
            }
            last = Some(group);
        }
        if !plan.frame_ops.is_empty() {
            if self.ahead.mapping.is_none() {
                self.registers
                    .follow_frame(plan, run.retired, execution.taken);
            }
            self.registers.apply_frame();
        }
        self.leave_block(plan, &mut tally.positions, &run, last, end);
    }

    /// Cycles so far.
    pub(crate) fn cycles(&self) -> u64 {
        self.now.wrapping_add(1)
    }

    /// No later record carries a cycle before this one: fetch runs ahead of issue, so that its next record
    /// may lie far back.
    #[inline(always)]
    pub(crate) fn settled(&self) -> u64 {
        self.now.min(self.front.next_fetch())
    }

    /// The terms of the identities that no event needs.
    pub(crate) fn ledger(&self) -> Ledger {
        let mut ledger = Ledger {
            skipped: self.data.skipped,
            predictions: self.branches.predictions,
            ..Ledger::default()
        };
        ledger.tlbs[0] = self.data.tlb.ledger();
        self.shared.caches.account(&mut ledger);
        self.shared.translator.account(&mut ledger);
        self.front.account(&mut ledger);
        ledger
    }
}
