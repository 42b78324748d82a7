//! Functional warming: what an execution leaves in caches, TLBs and predictors, without time.
//!
//! Between two stretches that are timed, the units learn what they would have learnt; the cycle stands still. What lasts only some
//! cycles (values under way, queues, lines under way, the wrong path behind a misprediction) is not followed: what is timed next
//! begins as after an interruption.

use super::flow::branch_outcome;
use super::{Model, NOWHERE, Pipeline, below};
use crate::model::memory::cache::LoadPolicy;
use crate::model::plan::{Action, BlockEntry, Group, Memory, Plan};
use events::{Block, Execution, Fact, Prediction, Probe};
use isa::MemoryKind;

impl<P: Probe> Model<P> {
    /// Warms with one execution of a block.
    #[inline(always)]
    pub(crate) fn warm(&mut self, block: &Block, execution: &Execution) {
        let pipeline = &mut self.pipeline;
        let probe = &mut pipeline.shared.counters.probe;
        let number = self.plans.number(block, BlockEntry::default(), probe);
        let (plan, tally) = self.plans.get_mut(number);
        let end = execution.end.min(plan.slots);
        if end > block.first_slot {
            let from = block.ip_of(block.first_slot);
            let until = block.ip_of(end - 1) + 16;
            let Pipeline { front, shared, .. } = pipeline;
            front.warm(shared, block.space, from, until);
        }
        let retired = below(end) & !below(block.first_slot);
        let on = execution.predicates & retired;
        let mut next = 0;
        for group in &plan.groups {
            if group.from >= end {
                break;
            }
            if !group.plain {
                pipeline.warm_group(group, block, execution, on, &mut next);
            }
        }
        if !execution.notes.is_empty() {
            pipeline.warm_stack(block, execution);
        }
        if let Some((bundle, outcome)) = branch_outcome(plan, execution) {
            let predicted = pipeline.branches.run(bundle, outcome, &mut tally.positions);
            if let Some((slot, target)) = outcome
                && bundle.slots[usize::from(slot) % 3].is_some_and(|branch| branch.many)
                && predicted.quality(outcome) == Prediction::Right
            {
                pipeline.front.warm_stream(&mut pipeline.shared, target);
            }
        }
        pipeline.warm_frame(plan, retired, execution);
    }
}

impl<P: Probe> Pipeline<P> {
    /// Warming ends or begins: execution goes on where nothing predicted.
    pub(crate) fn start_over(&mut self) {
        self.flow.expected = NOWHERE;
        self.ahead.clear();
    }

    #[inline(always)]
    fn warm_frame(&mut self, plan: &Plan, retired: u64, execution: &Execution) {
        if !plan.frame_ops.is_empty() {
            let taken = execution.taken;
            self.registers.follow_frame(plan, retired, taken);
            self.registers.apply_frame();
        }
        if plan.resizes != 0 {
            // Accounting 8: no cycle passes, so that nothing is added up.
            let now = self.cycles();
            self.resize_stack(plan, retired, execution, |_| now);
        }
    }

    /// The references and the branch hints of a group.
    #[inline(always)]
    fn warm_group(
        &mut self,
        group: &Group,
        block: &Block,
        execution: &Execution,
        on: u64,
        next: &mut usize,
    ) {
        for memory in &group.memory {
            if on >> (memory.slot & 63) & 1 == 0 {
                continue;
            }
            let Some(&address) = execution.addresses.get(*next) else {
                continue;
            };
            *next += 1;
            let skipped = !execution.notes.is_empty() && makes_no_access(memory, execution);
            if !skipped {
                self.warm_reference(memory, block.space, address);
            }
        }
        for (slot, action) in &group.actions {
            if on >> (slot & 63) & 1 != 0
                && let Action::Predict {
                    branch,
                    target,
                    important,
                } = *action
            {
                self.branches.hint(branch, target, important);
                self.front.warm_stream(&mut self.shared, target);
            }
        }
    }

    #[inline(always)]
    fn warm_reference(&mut self, memory: &Memory, space: u32, address: u64) {
        let Self { data, shared, .. } = self;
        let part = data.tlb.part(space, address);
        // Translation 5
        if memory.kind == MemoryKind::Prefetch && data.tlb.needs_software(part, &shared.translator)
        {
            return;
        }
        let frame = match data.tlb.is_direct(memory.kind.is_float()) {
            true => data.tlb.warm_direct(part, shared),
            false => data.tlb.warm(part, shared),
        };
        let physical = shared.translator.physical(frame, address);
        match memory.kind {
            MemoryKind::Load => {
                let policy = LoadPolicy {
                    allocate: memory.locality == 0,
                    forced: memory.check,
                    ..LoadPolicy::default()
                };
                shared.warm_load(physical, policy);
            }
            MemoryKind::FpLoad => shared.warm_fp_load(physical),
            MemoryKind::Store | MemoryKind::FpStore => shared.warm_store(physical),
            MemoryKind::Prefetch => shared.warm_prefetch(physical, memory.locality == 0),
            // Caches 3: done in L2.
            MemoryKind::Semaphore => shared.warm_request(0, physical, true),
            // Caches 9
            MemoryKind::Flush => {
                shared.caches.drop_lines(physical);
            }
        }
    }

    /// The traffic of the register stack engine.
    #[inline(never)]
    fn warm_stack(&mut self, block: &Block, execution: &Execution) {
        let now = self.cycles();
        for note in &execution.notes {
            let (first, count, fill) = match note.fact {
                Fact::RseSpill { address, count } => (address, count, false),
                Fact::RseFill { address, count } => (address, count, true),
                Fact::StackLoaded { dirty } => {
                    if let Some(sizes) = &mut self.stack_sizes {
                        sizes.load(&mut self.shared.counters, now, dirty);
                    }
                    continue;
                }
                _ => continue,
            };
            if let Some(sizes) = self.stack_sizes.as_mut().filter(|_| !fill) {
                sizes.spill(&mut self.shared.counters, now, first, count);
            }
            for i in 0..u64::from(count) {
                let address = first.wrapping_add(8 * i);
                let Self { data, shared, .. } = &mut *self;
                let frame = data.tlb.warm(data.tlb.part(block.space, address), shared);
                let physical = shared.translator.physical(frame, address);
                if fill {
                    let policy = LoadPolicy {
                        allocate: true,
                        rse: true,
                        ..LoadPolicy::default()
                    };
                    shared.warm_load(physical, policy);
                } else {
                    shared.warm_store(physical);
                }
            }
        }
    }
}

/// Whether a reference was deferred, or is a check load that found its entry (Latencies 6).
#[inline(never)]
fn makes_no_access(memory: &Memory, execution: &Execution) -> bool {
    execution.notes.iter().any(|note| {
        note.slot == memory.slot
            && match note.fact {
                Fact::Deferred { .. } => true,
                Fact::CheckLoadHit => memory.check,
                _ => false,
            }
    })
}
