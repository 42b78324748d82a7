//! The pipeline: the units put together, and what passes from one to the next.
//!
//! [`group`] finds the issue cycle of one group and calls what its slots ask for: memory references ([`references`], [`access`]), special
//! instructions and rare facts ([`actions`]), register stack traffic ([`stack_traffic`]). [`stall`] charges the cycles in which it waited; [`flow`]
//! says where execution goes from the block. What an execution met is written to [`Course`] and shown to an [`Observer`], for replay.

pub(crate) mod access;
mod actions;
pub(crate) mod course;
mod credit;
pub(crate) mod flow;
mod group;
mod references;
pub(crate) mod stack_traffic;
mod stall;
mod warm;

pub(crate) use references::{DataUnit, Skipped, UNHEARD, miss_cycles, translation_delay};

use crate::model::accounting::counters::Waiting;
use crate::model::accounting::origin::Origin;
use crate::model::branch_prediction::BranchUnit;
use crate::model::family::COUNTS_STACK_SIZES;
use crate::model::front_end::FrontEnd;
use crate::model::issue::Issue;
use crate::model::issue::holds::Holds;
use crate::model::issue::registers::Registers;
use crate::model::memory::Shared;
use crate::model::plan::table::{PlanTable, Tally};
use crate::model::plan::{ALWAYS, Plan};
use crate::model::register_stack::sizes::Sizes;
use config::Machine;
use config::model::RegisterStack;
use course::{Course, DoneAhead, Observer};
use events::{Block, Culprit, Execution, Probe, Site};
use flow::Flow;
pub(crate) use warm::Warming;

/// In place of the newest issue's cycle: nothing has issued. Adding one, wrapping, gives cycle 0.
pub(crate) const BEFORE: u64 = u64::MAX;

/// In place of the address of a bundle: there is none.
pub(crate) const NOWHERE: u64 = u64::MAX;

/// One processor: static plans of its code, and the pipeline that follows them.
#[derive(Debug)]
pub(crate) struct Model<P> {
    pub plans: PlanTable,
    pub pipeline: Pipeline<P>,
}

checkpoint::state!(@[P: Probe] Model<P> { plans, pipeline });

/// The units: all state that executions change.
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
    /// Parameters of spills and fills.
    pub register_stack: RegisterStack,
    /// Sizes of the parts of the register stack; `None`: the monitor counts none.
    pub stack_sizes: Option<Sizes>,
    /// Cycle of the newest issue; [`BEFORE`] before the first one.
    pub now: u64,
    /// What the newest execution met.
    pub course: Course,
    /// Steps of the current execution that replay has made before giving it up.
    pub ahead: DoneAhead,
}

checkpoint::state!(@[P: Probe] Pipeline<P> { shared, front, branches, flow, registers, issue, holds, data, now } fixed { stack_sizes } skips { register_stack, course, ahead });

/// One execution while its groups are timed. Slots are those of the block, a bit for each.
pub(crate) struct Run<'a> {
    pub block: &'a Block,
    pub execution: &'a Execution,
    /// Slots that retired.
    pub retired: u64,
    /// Slots that retired with a true qualifying predicate.
    pub on: u64,
    /// One past the last slot that retires.
    pub end: u8,
    /// How many of the execution's addresses have been used.
    pub addresses: usize,
    /// First slot of the current group; kept for a listener.
    pub group: u8,
}

impl Run<'_> {
    /// The site of a slot, with the data address of its reference; without a listener, which alone reads it, [`Site::none`].
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

    /// The current group as one that waits for what `blame` names.
    #[inline(always)]
    pub(crate) fn waiting(&self, blame: Origin) -> Waiting {
        let group = Culprit {
            code: self.block.id,
            index: self.group,
        };
        Waiting { group, blame }
    }

    /// Whether an operand's read or write takes place; `slot` with or without [`ALWAYS`], as in [`Read`](crate::model::plan::Read).
    #[inline(always)]
    pub(crate) fn counts(&self, slot: u8) -> bool {
        // Issue 2: a source of an instruction whose predicate is false is not waited for.
        let mask = if slot & ALWAYS != 0 {
            self.retired
        } else {
            self.on
        };
        has_slot(mask, slot)
    }
}

/// Whether a slot is in a set of slots, a bit for each.
#[inline(always)]
pub(crate) fn has_slot(slots: u64, slot: u8) -> bool {
    slots >> (slot & 63) & 1 != 0
}

/// The bits below bit `n`, which is at most 60: a block has no more slots.
#[inline(always)]
pub(crate) fn below(n: u8) -> u64 {
    (1 << (n & 63)) - 1
}

/// The bits of the slots from `from` up to, not including, `to`.
#[inline(always)]
pub(crate) fn slots(from: u8, to: u8) -> u64 {
    below(to) & !below(from)
}

impl<P: Probe> Model<P> {
    /// A cold machine in cycle 0.
    pub(crate) fn new(machine: &Machine, probe: P) -> Self {
        Self {
            plans: PlanTable::new(machine),
            pipeline: Pipeline {
                shared: Shared::new(machine, probe),
                front: FrontEnd::new(machine),
                branches: BranchUnit::new(&machine.branch),
                flow: Flow::new(machine),
                registers: Registers::new(&machine.latency),
                issue: Issue::new(machine),
                holds: Holds::default(),
                data: DataUnit::new(machine),
                register_stack: machine.rse.clone(),
                stack_sizes: COUNTS_STACK_SIZES
                    .of(machine.processor.family)
                    .then(Sizes::default),
                now: BEFORE,
                course: Course::default(),
                ahead: DoneAhead::default(),
            },
        }
    }

    /// This model, between two blocks, with another listener, which has not been told of any code; and the listener so far.
    pub(crate) fn with_probe<Q: Probe>(self, probe: Q) -> (Model<Q>, P) {
        let Self { plans, pipeline } = self;
        let (pipeline, before) = pipeline.with_probe(probe);
        (Model { plans, pipeline }, before)
    }

    /// Times one execution of a block in full; returns the number of the plan that it followed.
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
        pipeline.ahead.clear();
        pipeline.front.ahead.clear();
        number
    }
}

impl<P: Probe> Pipeline<P> {
    fn with_probe<Q: Probe>(self, probe: Q) -> (Pipeline<Q>, P) {
        let Self {
            shared,
            front,
            branches,
            flow,
            registers,
            issue,
            holds,
            data,
            register_stack,
            stack_sizes,
            now,
            course,
            ahead,
        } = self;
        let (shared, before) = shared.with_probe(probe);
        let pipeline = Pipeline {
            shared,
            front,
            branches,
            flow,
            registers,
            issue,
            holds,
            data,
            register_stack,
            stack_sizes,
            now,
            course,
            ahead,
        };
        (pipeline, before)
    }

    /// An execution begins: the records of the one before are cleared.
    #[inline(always)]
    fn begin(&mut self) {
        self.course.begin();
        let ahead = &self.ahead;
        let fetches = !self.front.ahead.is_empty() || ahead.lacks_fetches;
        self.course.remembers_fetches = fetches;
        self.course.remembers_steps = fetches || ahead.has_steps() || ahead.lacks_steps;
        self.front.begin();
    }

    /// Times the groups of one execution, then what follows from leaving the block.
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
        let retired = slots(block.first_slot, end);
        let on = execution.predicates & retired;
        self.shared
            .counters
            .fetched(u64::from(end.saturating_sub(block.first_slot)));
        tally.ends[usize::from(end)] += 1;
        tally.squash(plan.predicated & retired & !on, 1);
        let mut run = Run {
            block,
            execution,
            retired,
            on,
            end,
            addresses: 0,
            group: 0,
        };
        let (before, mut last) = (self.now, None);
        self.flow.joining &= plan.joins;
        let mut special = self.flow.joining || !execution.notes.is_empty();
        for group in &plan.groups {
            if group.from >= end {
                break;
            }
            if group.plain && !special {
                self.group::<true, O>(group, &mut run, observer);
            } else {
                self.any_group(group, &mut run, observer);
                special = !execution.notes.is_empty();
            }
            if plan.resizes != 0 {
                let issue = self.now;
                let executed = slots(group.from, group.to) & retired;
                self.resize_stack(plan, executed, execution, |_| issue);
            }
            last = Some(group);
        }
        if P::hears_records() && self.shared.counters.trail.written && self.now != before {
            // Only the first group can issue in the cycle of the group before it; each later group begins a cycle.
            self.shared.counters.trail.issue = Some((self.now, (block.ip, run.group)));
        }
        if self.shared.counters.sums_up() {
            self.tell_issued(plan, block, end);
        }
        if !plan.frame_ops.is_empty() {
            if self.ahead.mapping.is_none() {
                self.registers
                    .follow_frame(plan, run.retired, execution.taken);
            }
            self.registers.apply_frame();
        }
        self.leave_block(plan, &mut tally.positions, &run, last);
    }

    /// Cycles so far.
    pub(crate) fn cycles(&self) -> u64 {
        self.now.wrapping_add(1)
    }

    /// An upper bound of the cycles between the newest record of an execution that nothing delays and the resteer behind it.
    pub(crate) fn slack(&self) -> u64 {
        self.flow.resteer(self.front.sizes.depth) + 64
    }

    /// The cycle up to which everything is settled: no later record has an earlier one. Fetch runs ahead of issue, so it may lie far before the
    /// newest issue.
    #[inline(always)]
    pub(crate) fn settled(&self) -> u64 {
        self.settled_before(self.front.next_fetch())
    }

    /// The same where the next fetch is in cycle `fetch` or later if execution goes on at the expected address.
    #[inline(always)]
    pub(crate) fn settled_before(&self, fetch: u64) -> u64 {
        // Front end 7: if execution goes on elsewhere fetch starts over, which may be before that cycle.
        let anew = match self.now {
            BEFORE => fetch,
            now => self.front.cycle_of(self.flow.arrival(now)),
        };
        self.now.min(fetch).min(anew)
    }

    /// Adds up the entries of the counted queues that no later record can change, when there are many.
    #[inline(always)]
    pub(crate) fn settle_queues(&mut self) {
        if self.shared.counters.is_unsettled() {
            let settled = self.settled();
            self.shared.counters.settle(settled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::accounting::occupancy::MANY;
    use crate::testing::itanium;
    use events::{CodeId, Off};

    /// A load, nops and a stop.
    const LOAD: u128 = {
        let (load, nop) = (4 << 37 | 3 << 30 | 3 << 20 | 2 << 6, 1 << 27);
        0x1d | load << 5 | nop << 46 | (2 << 37) << 87
    };

    #[test]
    fn no_list_grows_with_a_program_of_loads_that_nothing_waits_for() {
        let mut model = Model::new(&itanium(), Off);
        let mut longest = 0;
        for i in 0..20_000 {
            let ip = 0x4000_0000 + 16 * (i % 64);
            let block = Block::new(CodeId(i as u32 % 64), ip, &[LOAD]);
            let execution = Execution {
                end: 3,
                predicates: 7,
                target: ip + 16,
                addresses: std::iter::once(0x6000_0000 + 64 * i).collect(),
                ..Execution::default()
            };
            model.execute(&block, &execution, &mut ());
            longest = longest.max(model.pipeline.shared.counters.remembered());
        }
        // Beside those kept until it pays to add them up, there are those of accesses under way, which the queue of L2 limits.
        assert!((2 * MANY..2 * MANY + 64).contains(&longest), "{longest}");
    }
}
