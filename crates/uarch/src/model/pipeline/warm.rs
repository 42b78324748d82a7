//! Functional warming: what an execution leaves in caches, TLBs and predictors, without time.
//!
//! Between two stretches that are timed, the units learn what they would have learnt; the cycle stands still. What lasts only some
//! cycles (values under way, queues, lines under way, the wrong path behind a misprediction) is not followed: what is timed next
//! begins as after an interruption.

use super::flow::branch_outcome;
use super::{Model, NOWHERE, Pipeline, below};
use crate::model::branch_prediction::{BranchBundle, NO_TARGET, Near, TablePositions};
use crate::model::front_end::Lines;
use crate::model::memory::Shared;
use crate::model::memory::cache::{LoadPolicy, Newest};
use crate::model::memory::tlb::Window;
use crate::model::plan::{Action, BlockEntry, Memory, Plan};
use events::{Block, Execution, Fact, Prediction, Probe};
use isa::MemoryKind;

/// No block, plan or space.
const NONE: u32 = u32::MAX;

/// What warming knows of code, and what it did last: each look-up that would change nothing is left out.
#[derive(Debug)]
pub(crate) struct Warming {
    /// By block.
    blocks: Vec<Warmed>,
    /// Nothing but warming has happened since [`begin`](Self::begin).
    goes_on: bool,
    /// The block that was fetched last, if it was all of it.
    fetched: u32,
    /// Where data were last translated, in a space: by both levels, and by the second alone.
    space: u32,
    windows: [Window; 2],
}

impl Default for Warming {
    fn default() -> Self {
        Self {
            blocks: Vec::new(),
            goes_on: false,
            fetched: NONE,
            space: NONE,
            windows: [Window::NONE; 2],
        }
    }
}

/// What warming does with a block.
#[derive(Clone, Debug)]
struct Warmed {
    /// Where its lines are.
    lines: Lines,
    /// One past the last slot, and the first slot of the last bundle.
    slots: u8,
    last: u8,
    /// It names no branches ahead of time.
    is_plain: bool,
    branch: Ends,
    references: Vec<Reference>,
    /// Where the predictor has the branch bundle.
    positions: TablePositions,
    /// Its plan; [`NONE`]: it is new.
    plan: u32,
    /// First and last bundle, the end of that.
    fetches: (u64, u64),
    /// It may change the frame of the register stack.
    moves_frame: bool,
}

/// What a block ends with.
#[derive(Clone, Copy, Debug)]
enum Ends {
    /// No branch.
    Open,
    /// One conditional branch that is simple to predict, at a slot; whether it is `.many`.
    Near(Near, u8, bool),
    /// Other branches.
    Branches,
}

/// A memory reference.
#[derive(Clone, Copy, Debug)]
struct Reference {
    memory: Memory,
    /// It asks the second level of the TLB alone: an index into [`Warming::windows`].
    direct: bool,
}

impl Warmed {
    const NEW: Self = Self {
        lines: Lines::UNKNOWN,
        slots: 0,
        last: 0,
        is_plain: false,
        branch: Ends::Open,
        references: Vec::new(),
        positions: TablePositions::NONE,
        plan: NONE,
        fetches: (0, 0),
        moves_frame: false,
    };
}

impl Warming {
    /// Whether warming has begun and not ended.
    #[inline(always)]
    pub(crate) fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// Warming begins behind executions that were timed.
    #[cold]
    pub(crate) fn begin<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        pipeline.shared.caches.newest = Newest::UNKNOWN;
        self.goes_on = true;
        self.fetched = NONE;
        // The first block says it.
        self.space = NONE;
    }

    /// Warming ends: execution goes on where nothing predicted.
    pub(crate) fn end<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        self.goes_on = false;
        pipeline.flow.expected = NOWHERE;
        pipeline.ahead.clear();
        pipeline.registers.apply_frame();
    }

    /// What there is to do with a block.
    #[inline(never)]
    fn prepare<P: Probe>(&mut self, model: &mut Model<P>, block: &Block) {
        let Model { plans, pipeline } = model;
        let probe = &mut pipeline.shared.counters.probe;
        let number = plans.number(block, BlockEntry::default(), probe);
        let plan = plans.plan(number);
        let groups = || plan.groups.iter();
        let tlb = &pipeline.data.tlb;
        let references = groups().flat_map(|group| &group.memory);
        let references = references.map(|&memory| Reference {
            memory,
            direct: tlb.is_direct(memory.kind.is_float()),
        });
        let mut actions = groups().flat_map(|group| &group.actions);
        let names = actions.any(|(_, action)| matches!(action, Action::Predict { .. }));
        let moves_frame = !plan.frame_ops.is_empty() || plan.resizes != 0;
        let ends = |bundle: &BranchBundle| match pipeline.branches.near(bundle) {
            Some((near, slot, branch)) => Ends::Near(near, bundle.first + slot, branch.many),
            None => Ends::Branches,
        };
        let warmed = Warmed {
            lines: Lines::UNKNOWN,
            slots: plan.slots,
            last: block.first_slot.max(plan.slots.saturating_sub(1) / 3 * 3),
            is_plain: !names,
            branch: plan.branch.as_ref().map_or(Ends::Open, ends),
            references: references.collect(),
            positions: TablePositions::NONE,
            plan: number,
            fetches: fetches(block, plan.slots),
            moves_frame,
        };
        let index = block.id.0 as usize;
        if index >= self.blocks.len() {
            self.blocks.resize(index + 1, Warmed::NEW);
        }
        self.blocks[index] = warmed;
    }

    /// Warms with one execution of a block.
    #[inline(always)]
    pub(crate) fn warm<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        block: &Block,
        execution: &Execution,
    ) {
        let pipeline = &mut model.pipeline;
        let Pipeline { front, shared, .. } = pipeline;
        // A block that is known, to a slot of its last bundle, in the usual way.
        let end = execution.end;
        let warmed = self.blocks.get_mut(block.id.0 as usize);
        let Some(warmed) = warmed.filter(|warmed| {
            warmed.is_plain
                && (warmed.last + 1..=warmed.slots).contains(&end)
                && self.space == block.space
                && execution.notes.is_empty()
                && front.has_lines(shared, &warmed.lines)
        }) else {
            return self.warm_any(model, block, execution);
        };
        if self.fetched != block.id.0 {
            // Caches 11: to use the same lines in the same order once more changes nothing.
            self.fetched = block.id.0;
            shared.caches.l1i.policy.touch_all(warmed.lines.places());
        }
        let on = execution.predicates & below(end);
        let mut addresses = execution.addresses.iter();
        for reference in &warmed.references {
            if on >> (reference.memory.slot & 63) & 1 == 0 {
                continue;
            }
            let Some(&address) = addresses.next() else {
                break;
            };
            let window = &mut self.windows[usize::from(reference.direct)];
            pipeline.warm_reference(reference, block.space, address, window);
        }
        let went = execution.taken.map(|_| execution.target);
        let right = match (&warmed.branch, execution.taken) {
            (Ends::Open, None) => Some(false),
            (Ends::Near(near, slot, many), taken)
                if taken.map_or(end == warmed.slots, |taken| taken == *slot) =>
            {
                let went = went.unwrap_or(NO_TARGET);
                let predicted = pipeline.branches.run_near(near, &warmed.positions, went);
                (!predicted.is_unsaid()).then_some(predicted.target == went && *many)
            }
            _ => None,
        };
        match (right, went) {
            (Some(true), Some(target)) => {
                pipeline.front.warm_stream(&mut pipeline.shared, target);
            }
            (Some(_), _) => {}
            (None, _) => {
                let plan = model.plans.plan(warmed.plan);
                pipeline.warm_branch(plan, &mut warmed.positions, execution);
            }
        }
        if warmed.moves_frame {
            let plan = model.plans.plan(warmed.plan);
            pipeline.warm_frame(plan, below(end) & !below(block.first_slot), execution);
        }
    }

    /// The same for any execution of any block.
    #[inline(never)]
    fn warm_any<P: Probe>(&mut self, model: &mut Model<P>, block: &Block, execution: &Execution) {
        let index = block.id.0 as usize;
        if (self.blocks.get(index)).is_none_or(|known| known.plan == NONE) {
            self.prepare(model, block);
        }
        let Model { plans, pipeline } = model;
        let warmed = &mut self.blocks[index];
        let end = execution.end.min(warmed.slots);
        let Pipeline { front, shared, .. } = pipeline;
        if end > warmed.last {
            self.fetched = block.id.0;
            front.warm_block(shared, &mut warmed.lines, block.space, warmed.fetches);
        } else {
            self.fetched = NONE;
            if end > block.first_slot {
                let (from, until) = fetches(block, end);
                front.warm(shared, block.space, from, until);
            }
        }
        let on = execution.predicates & below(end) & !below(block.first_slot);
        if self.space != block.space {
            self.space = block.space;
            self.windows = [Window::NONE; 2];
        }
        let plan = plans.plan(warmed.plan);
        let mut addresses = execution.addresses.iter();
        let mut named = 0;
        for reference in &warmed.references {
            let slot = reference.memory.slot;
            if on >> (slot & 63) & 1 == 0 {
                continue;
            }
            if !warmed.is_plain {
                named = pipeline.warm_names(plan, on, named, slot);
            }
            let Some(&address) = addresses.next() else {
                break;
            };
            if execution.notes.is_empty() || !makes_no_access(&reference.memory, execution) {
                let window = &mut self.windows[usize::from(reference.direct)];
                pipeline.warm_reference(reference, block.space, address, window);
            }
        }
        if !warmed.is_plain {
            pipeline.warm_names(plan, on, named, u8::MAX);
        }
        if !execution.notes.is_empty() {
            pipeline.warm_stack(block, execution);
            self.windows = [Window::NONE; 2];
        }
        pipeline.warm_branch(plan, &mut warmed.positions, execution);
        if warmed.moves_frame {
            pipeline.warm_frame(plan, below(end) & !below(block.first_slot), execution);
        }
    }
}

/// The bundles of a block up to a slot: first address, and that behind the last.
fn fetches(block: &Block, end: u8) -> (u64, u64) {
    let last = end.saturating_sub(1);
    (block.ip_of(block.first_slot), block.ip_of(last) + 16)
}

impl<P: Probe> Pipeline<P> {
    /// The branch bundle at the end, if it was executed.
    #[inline(never)]
    fn warm_branch(&mut self, plan: &Plan, positions: &mut TablePositions, execution: &Execution) {
        let Some((bundle, outcome)) = branch_outcome(plan, execution) else {
            return;
        };
        let predicted = self.branches.run(bundle, outcome, positions);
        if let Some((slot, target)) = outcome
            && bundle.slots[usize::from(slot) % 3].is_some_and(|branch| branch.many)
            && predicted.quality(outcome) == Prediction::Right
        {
            self.front.warm_stream(&mut self.shared, target);
        }
    }

    /// The frame takes effect when warming ends: nothing looks at register names before.
    #[inline(never)]
    fn warm_frame(&mut self, plan: &Plan, retired: u64, execution: &Execution) {
        self.registers.follow_frame(plan, retired, execution.taken);
        if plan.resizes != 0 {
            // Accounting 8: no cycle passes, so that nothing is added up.
            let now = self.cycles();
            self.resize_stack(plan, retired, execution, |_| now);
        }
    }

    /// Branches are named ahead of time by the groups, from one on, that end before a slot: that of the next reference; the group behind them.
    #[inline(never)]
    fn warm_names(&mut self, plan: &Plan, on: u64, from: usize, slot: u8) -> usize {
        let mut next = from;
        while let Some(group) = plan.groups.get(next).filter(|group| group.to <= slot) {
            for &(slot, action) in &group.actions {
                if on >> (slot & 63) & 1 != 0
                    && let Action::Predict {
                        branch,
                        target,
                        important,
                    } = action
                {
                    self.branches.hint(branch, target, important);
                    self.front.warm_stream(&mut self.shared, target);
                }
            }
            next += 1;
        }
        next
    }

    #[inline(always)]
    fn warm_reference(
        &mut self,
        reference: &Reference,
        space: u32,
        address: u64,
        window: &mut Window,
    ) {
        let memory = &reference.memory;
        let physical = match window.physical(address) {
            Some(physical) => physical,
            None => match self.warm_translate(reference, space, address, window) {
                Some(physical) => physical,
                None => return,
            },
        };
        let shared = &mut self.shared;
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
            _ => shared.warm_special(memory, physical),
        }
    }

    /// Translates an address outside of the window, which moves there; `None`: the reference is dropped.
    #[inline(never)]
    fn warm_translate(
        &mut self,
        reference: &Reference,
        space: u32,
        address: u64,
        window: &mut Window,
    ) -> Option<u64> {
        let Self { data, shared, .. } = self;
        let part = data.tlb.part(space, address);
        // Translation 5
        if reference.memory.kind == MemoryKind::Prefetch
            && data.tlb.needs_software(part, &shared.translator)
        {
            return None;
        }
        let frame = match reference.direct {
            true => data.tlb.warm_direct(part, shared),
            false => data.tlb.warm(part, shared),
        };
        let physical = shared.translator.physical(frame, address);
        *window = data.tlb.window(reference.direct, address, physical);
        Some(physical)
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

impl<P: Probe> Shared<P> {
    /// A reference that is neither load nor store.
    #[inline(never)]
    fn warm_special(&mut self, memory: &Memory, physical: u64) {
        match memory.kind {
            MemoryKind::Prefetch => self.warm_prefetch(physical, memory.locality == 0),
            // Caches 9
            MemoryKind::Flush => {
                self.caches.drop_lines(physical);
                self.caches.newest = Newest::UNKNOWN;
            }
            // Caches 3: semaphores are done in L2.
            _ => self.warm_request(0, physical, true),
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
