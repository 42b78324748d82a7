//! Functional warming: what executions leave in caches, TLBs and predictors, without time. Sampled runs do this between two timed stretches.
//!
//! The cycle stands still, and what lasts only a few cycles (values, queues and lines under way) is not followed: the next timed block begins
//! as after an interruption. Blocks come one by one, or several as one path ([`Passage`](events::Passage)). Fetch and the predictor follow each block ([`path`]
//! shortens that), and fetch follows wrong paths; data references are collected in a [`journal`]. `crates/uarch/tests/model/warm.rs` is the judge.

mod journal;
mod path;

use super::flow::{outcome_of, wrong_target, wrong_target_of};
use super::{Model, NOWHERE, Pipeline, has_slot, slots};
use crate::model::branch_prediction::{BranchBundle, NO_TARGET, Near, TablePositions};
use crate::model::front_end::{Lines, WrongPath};
use crate::model::memory::cache::{Array, LoadPolicy};
use crate::model::memory::tlb::Window;
use crate::model::plan::{Action, BlockEntry, Plan};
use events::{Block, Execution, Fact, Note, Prediction, Probe};
use journal::{Journal, Uses};

/// In place of a plan's or a space's number: there is none.
const NONE: u32 = u32::MAX;

/// The state of warming: what it knows of code, what it did last, and the references that caches and TLBs have not seen.
#[derive(Debug)]
pub(crate) struct Warming {
    /// By number of the block.
    blocks: Vec<Warmed>,
    /// By number of the path.
    paths: Vec<path::KnownPath>,
    journal: Journal,
    /// Nothing but warming has happened since [`begin`](Self::begin).
    goes_on: bool,
    fetched: Fetched,
    repetition: path::Repetition,
    /// The space of the newest references.
    space: u32,
}

impl Default for Warming {
    fn default() -> Self {
        Self {
            blocks: Vec::new(),
            paths: Vec::new(),
            journal: Journal::default(),
            goes_on: false,
            fetched: Fetched::Other,
            repetition: path::Repetition::NEVER,
            space: NONE,
        }
    }
}

/// A branch target whose streaming prefetch requests nothing, while L1I has this version and the ITLB translated this part of a page last.
type IdlePrefetch = (u64, u64, (u64, u64));

/// What warming knows of a block.
#[derive(Clone, Debug)]
struct Warmed {
    /// The cache lines of its code.
    lines: Lines,
    /// One past the last slot.
    slots: u8,
    /// The first slot of the last bundle: an execution that ends behind it fetches all lines.
    last: u8,
    /// Its `brp` instructions: slot, bundle of the branch, target, and whether they are `.imp`.
    names: Vec<(u8, u64, u64, bool)>,
    /// A target of the branch at its end that was found to need no prefetch.
    idle_prefetch: IdlePrefetch,
    branch: Ends,
    /// Address behind the branch bundle.
    behind: u64,
    /// The wrong paths followed last: the one that begins at `behind`, and one that begins at a predicted target.
    wrong_paths: [WrongPath; 2],
    references: Vec<Reference>,
    /// Where the predictor's tables have the branch bundle.
    positions: TablePositions,
    /// Its plan; [`NONE`]: nothing is known of the block.
    plan: u32,
    /// Address of the first bundle, and the one behind the last.
    fetches: (u64, u64),
    /// It may change the frame of the register stack.
    moves_frame: bool,
    /// The space of its code: when a block has gone out of use, its number may be given to a block of another space.
    space: u32,
}

/// What a block ends with.
#[derive(Clone, Copy, Debug)]
enum Ends {
    /// No branch.
    Open,
    /// A bundle that is simple to predict, with the slot of its branch and whether that is `.many`.
    Near(Near, u8, bool),
    /// Another branch bundle.
    Branches,
}

/// A memory reference of a block.
#[derive(Clone, Copy, Debug)]
struct Reference {
    slot: u8,
    uses: Uses,
    /// A check load.
    check: bool,
}

/// What was fetched last, if fetching the same once more changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fetched {
    /// All lines of a block.
    Block(u32),
    /// All lines of so many of the first blocks of a path.
    Path(u32, usize),
    /// Anything else, or lines whose use once more changes the order of replacement.
    Other,
}

impl Fetched {
    /// `self`, just fetched from these indices of L1I, if using them once more in the same order changes nothing; else [`Other`](Self::Other).
    #[inline(always)]
    fn if_again_changes_nothing(self, l1i: &Array, places: &[u16]) -> Self {
        // Caches 11
        match l1i.policy.folds(places.iter().map(|&place| place.into())) {
            true => self,
            false => Self::Other,
        }
    }
}

/// The branch outcome at the end of an execution, where that is simple to predict.
#[derive(Clone, Copy, Debug)]
enum SimpleOutcome {
    /// No branch.
    Open,
    /// A bundle that is simple to predict. `went`: the target of its taken branch, or [`NO_TARGET`]; `many`: the branch is `.many`.
    Near { near: Near, went: u64, many: bool },
}

/// How an execution of a block ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ended {
    /// One past the last slot that retired.
    end: u8,
    /// The slot of the branch that was taken; `target`: address of the next bundle.
    taken: Option<u8>,
    target: u64,
}

impl Warmed {
    const NEW: Self = Self {
        lines: Lines::UNKNOWN,
        slots: 0,
        last: 0,
        names: Vec::new(),
        idle_prefetch: (NO_TARGET, 0, (0, 0)),
        branch: Ends::Open,
        behind: 0,
        wrong_paths: [WrongPath::NONE; 2],
        references: Vec::new(),
        positions: TablePositions::NONE,
        plan: NONE,
        fetches: (0, 0),
        moves_frame: false,
        space: NONE,
    };
}

impl Warmed {
    /// The block's number has been given to another space: its lines and what follows from them are forgotten.
    #[cold]
    fn move_to(&mut self, space: u32) {
        (self.lines, self.wrong_paths) = (Lines::UNKNOWN, [WrongPath::NONE; 2]);
        (self.idle_prefetch, self.space) = (Self::NEW.idle_prefetch, space);
    }

    /// The end of an execution: predictor and frame. `predicates`: slots whose qualifying predicate is true.
    #[inline(never)]
    fn end<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        block: &Block,
        ended: Ended,
        predicates: u64,
    ) {
        let (executed, outcome) = (on_all(block, ended.end), self.simple_outcome(ended));
        let slots = [predicates & executed, executed];
        self.end_as(model, outcome.as_ref(), slots, ended);
    }

    /// The same with what has been found out about the execution. `outcome`: its branch outcome, if it is simple to predict; `executed`: the slots
    /// that retired, `on`: those of them with a true qualifying predicate.
    #[inline(always)]
    fn end_as<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        outcome: Option<&SimpleOutcome>,
        [on, executed]: [u64; 2],
        ended: Ended,
    ) {
        if !self.names.is_empty() {
            model.pipeline.warm_names(&self.names, on);
        }
        match outcome.is_some_and(|outcome| model.pipeline.warm_simple(outcome, self)) {
            true if self.moves_frame => self.move_frame(model, executed, ended.taken),
            true => {}
            false => self.branch(model, executed, ended),
        }
    }

    /// The same for any branch bundle, in full. `executed`: the slots that retired.
    #[inline(never)]
    fn branch<P: Probe>(&mut self, model: &mut Model<P>, executed: u64, ended: Ended) {
        let Model { plans, pipeline } = model;
        let plan = plans.plan(self.plan);
        pipeline.warm_branch(plan, (&mut self.positions, &mut self.wrong_paths), ended);
        if self.moves_frame {
            self.move_frame(model, executed, ended.taken);
        }
    }

    /// Follows the frame. Renaming takes effect when warming ends: no register is looked at before. `executed`: the slots that retired.
    fn move_frame<P: Probe>(&self, model: &mut Model<P>, executed: u64, taken: Option<u8>) {
        let Model { plans, pipeline } = model;
        let plan = plans.plan(self.plan);
        pipeline.registers.follow_frame(plan, executed, taken);
    }

    /// The branch outcome of an execution that ended so, if there is no branch bundle or one that is simple to predict.
    fn simple_outcome(&self, ended: Ended) -> Option<SimpleOutcome> {
        let Ended { end, taken, target } = ended;
        match (&self.branch, taken) {
            (Ends::Open, None) => Some(SimpleOutcome::Open),
            (&Ends::Near(near, slot, many), taken)
                if taken.map_or(end == self.slots, |taken| taken == slot) =>
            {
                let went = taken.map_or(NO_TARGET, |_| target);
                Some(SimpleOutcome::Near { near, went, many })
            }
            _ => None,
        }
    }
}

impl Warming {
    /// Lines after which the journal is applied: until then all uses of a line are one to the caches.
    pub(crate) const MOST_LINES: usize = journal::MOST;

    /// Whether warming has begun and not ended.
    #[inline(always)]
    pub(crate) fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// Warming begins, behind executions that were timed.
    #[cold]
    pub(crate) fn begin<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        self.journal.begin(pipeline.shared.caches.shortest_line());
        self.goes_on = true;
        self.fetched = Fetched::Other;
        self.space = NONE;
    }

    /// Warming ends: the journal is applied, and the next block is arrived at as by an interruption.
    pub(crate) fn end<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        self.settle(pipeline);
        self.goes_on = false;
        pipeline.flow.expected = NOWHERE;
        pipeline.ahead.clear();
        pipeline.registers.apply_frame();
    }

    /// Forgets what it knows of code: blocks and paths may get other numbers.
    pub(crate) fn forget_code<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        self.settle(pipeline);
        self.blocks.clear();
        self.paths.clear();
        self.fetched = Fetched::Other;
        self.repetition = path::Repetition::NEVER;
    }

    /// Moves the lines that fetch requested from L2 to the journal.
    #[inline(always)]
    fn note_fetches<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        if !pipeline.shared.asked.is_empty() {
            self.note_all_fetches(pipeline);
        }
    }

    #[inline(never)]
    fn note_all_fetches<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        for physical in pipeline.shared.asked.drain(..) {
            self.journal.fetch(physical);
        }
    }

    /// Applies the journal: shows caches and TLBs the references that they have not seen.
    pub(crate) fn settle<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        if !self.journal.is_empty() {
            apply(&mut self.journal, pipeline, self.space);
        }
    }

    /// Finds out what warming has to know of a block.
    #[cold]
    #[inline(never)]
    fn prepare<P: Probe>(&mut self, model: &mut Model<P>, block: &Block) {
        let Model { plans, pipeline } = model;
        let probe = &mut pipeline.shared.counters.probe;
        let number = plans.number(block, BlockEntry::default(), probe);
        let plan = plans.plan(number);
        let groups = || plan.groups.iter();
        let references = groups().flat_map(|group| &group.memory);
        let references = references.map(|memory| Reference {
            slot: memory.slot,
            uses: Uses::of(memory),
            check: memory.check,
        });
        let actions = groups().flat_map(|group| &group.actions);
        let names = actions.filter_map(|&(slot, action)| match action {
            Action::Predict {
                branch,
                target,
                important,
            } => Some((slot, branch, target, important)),
            _ => None,
        });
        let names: Vec<_> = names.collect();
        let moves_frame = !plan.frame_ops.is_empty() || plan.resizes != 0;
        // Where targets are read from branch registers these have to be warmed, too, which takes the full form.
        let reads =
            |bundle: &BranchBundle| bundle.reads_register && pipeline.flow.reads_registers();
        let near =
            |bundle: &BranchBundle| pipeline.branches.near(bundle).filter(|_| !reads(bundle));
        let ends = |bundle: &BranchBundle| match near(bundle) {
            Some((near, slot, branch)) => Ends::Near(near, bundle.first + slot, branch.many),
            None => Ends::Branches,
        };
        let warmed = Warmed {
            lines: Lines::UNKNOWN,
            slots: plan.slots,
            last: block.first_slot.max(plan.slots.saturating_sub(1) / 3 * 3),
            names,
            idle_prefetch: Warmed::NEW.idle_prefetch,
            branch: plan.branch.as_ref().map_or(Ends::Open, ends),
            behind: (plan.branch.as_ref()).map_or(0, |bundle| bundle.ip.wrapping_add(16)),
            wrong_paths: [WrongPath::NONE; 2],
            references: references.collect(),
            positions: TablePositions::NONE,
            plan: number,
            fetches: fetches(block, plan.slots),
            moves_frame,
            space: block.space,
        };
        let index = block.id.0 as usize;
        if index >= self.blocks.len() {
            self.blocks.resize(index + 1, Warmed::NEW);
        }
        self.blocks[index] = warmed;
    }

    /// The references that follow are in this space; those of another space are applied first.
    #[inline(always)]
    fn enter<P: Probe>(&mut self, pipeline: &mut Pipeline<P>, space: u32) {
        if self.space != space {
            self.settle(pipeline);
            self.space = space;
        }
    }

    /// Warms with one execution of a block.
    pub(crate) fn warm<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        block: &Block,
        execution: &Execution,
    ) {
        let ended = Ended {
            end: execution.end,
            taken: execution.taken,
            target: execution.target,
        };
        self.enter(&mut model.pipeline, block.space);
        self.follow(model, block, ended, execution.predicates);
        self.note_fetches(&mut model.pipeline);
        let warmed = &self.blocks[block.id.0 as usize];
        let on = execution.predicates & on_all(block, ended.end);
        let mut addresses = execution.addresses.iter();
        let journal = &mut self.journal;
        for reference in &warmed.references {
            if !has_slot(on, reference.slot) {
                continue;
            }
            let Some(&address) = addresses.next() else {
                break;
            };
            if !makes_no_access(reference, execution) {
                refer(
                    journal,
                    &mut model.pipeline,
                    self.space,
                    address,
                    reference.uses,
                );
            }
        }
        if warmed.moves_frame {
            let plan = model.plans.plan(warmed.plan);
            let now = model.pipeline.cycles();
            // Accounting 8: sizes are added up by cycles, and none passes.
            model
                .pipeline
                .resize_stack(plan, on_all(block, ended.end), execution, |_| now);
        }
        self.warm_stack(&mut model.pipeline, &execution.notes);
        if self.journal.is_full() {
            self.settle(&mut model.pipeline);
        }
    }

    /// Fetch, predictor and frame of one execution of a block. `predicates`: slots whose qualifying predicate is true.
    fn follow<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        block: &Block,
        ended: Ended,
        predicates: u64,
    ) {
        let index = block.id.0 as usize;
        if (self.blocks.get(index)).is_none_or(|known| known.plan == NONE) {
            self.prepare(model, block);
        }
        let Pipeline { front, shared, .. } = &mut model.pipeline;
        let warmed = &mut self.blocks[index];
        if warmed.space != block.space {
            warmed.move_to(block.space);
        }
        let end = ended.end;
        if front.take_disturbed() {
            self.fetched = Fetched::Other;
        }
        if end > warmed.last {
            let newest = Fetched::Block(block.id.0);
            let known = front.has_lines(shared, &mut warmed.lines);
            if !known || self.fetched != newest {
                match known {
                    true => front.warm_known(shared, warmed.lines.places(), block.space),
                    false => {
                        front.warm_block(shared, &mut warmed.lines, block.space, warmed.fetches);
                    }
                }
                let places = warmed.lines.places();
                self.fetched = newest.if_again_changes_nothing(&shared.caches.l1i, places);
            }
        } else {
            self.fetched = Fetched::Other;
            if end > block.first_slot {
                let (from, until) = fetches(block, end);
                front.warm(shared, block.space, from, until);
            }
        }
        warmed.end(model, block, ended, predicates);
    }

    /// The traffic of the register stack engine that an execution's notes tell.
    #[inline(never)]
    fn warm_stack<P: Probe>(&mut self, pipeline: &mut Pipeline<P>, notes: &[Note]) {
        let now = pipeline.cycles();
        for note in notes {
            let counters = &mut pipeline.shared.counters;
            let (first, count, uses) = match note.fact {
                Fact::RseSpill { address, count } => (address, count, Uses::STORE),
                Fact::RseFill { address, count } => (address, count, Uses::LOAD),
                Fact::StackLoaded { dirty } => {
                    if let Some(sizes) = &mut pipeline.stack_sizes {
                        sizes.load(counters, now, dirty);
                    }
                    continue;
                }
                _ => continue,
            };
            if let Some(sizes) = pipeline
                .stack_sizes
                .as_mut()
                .filter(|_| uses == Uses::STORE)
            {
                sizes.spill(counters, now, first, count);
            }
            self.journal.refer_doublewords(first, count.into(), uses);
            // One path may have more of them than the journal takes.
            if self.journal.is_full() {
                self.settle(pipeline);
            }
        }
    }
}

/// All slots of a block before slot `end`, a bit for each.
fn on_all(block: &Block, end: u8) -> u64 {
    slots(block.first_slot, end)
}

/// The bundles that an execution fetches which ends before slot `end`: address of the first one, and the one behind the last.
fn fetches(block: &Block, end: u8) -> (u64, u64) {
    let last = end.saturating_sub(1);
    (block.ip_of(block.first_slot), block.ip_of(last) + 16)
}

/// Notes a reference in the journal. A flush is applied at once, behind all references before it.
#[inline(always)]
fn refer<P: Probe>(
    journal: &mut Journal,
    pipeline: &mut Pipeline<P>,
    space: u32,
    address: u64,
    uses: Uses,
) {
    journal.refer(address, uses);
    if uses == Uses::FLUSH {
        apply(journal, pipeline, space);
    }
}

/// Shows caches and TLBs the lines of a journal, and empties it.
#[cold]
#[inline(never)]
fn apply<P: Probe>(journal: &mut Journal, pipeline: &mut Pipeline<P>, space: u32) {
    // The page translated last by references that ask both levels of the TLB, and by those that ask the second alone.
    let mut windows = [Window::NONE; 2];
    journal.take(|address, mut uses| {
        while let Some(one_use) = uses.next() {
            pipeline.warm_reference(one_use, space, address, &mut windows);
        }
    });
}

impl<P: Probe> Pipeline<P> {
    /// Predicts and learns a branch outcome in the short form, and follows its wrong path or prefetches; false: the full form is needed, and
    /// nothing was done.
    #[inline(always)]
    fn warm_simple(&mut self, outcome: &SimpleOutcome, block: &mut Warmed) -> bool {
        let SimpleOutcome::Near { near, went, many } = outcome else {
            return true;
        };
        let predicted = (self.branches).run_near_inlined(near, &block.positions, *went);
        if predicted.is_unsaid() {
            return false;
        }
        if predicted.target != *went {
            self.front.warm_mispredictions += 1;
            let wrong = wrong_target_of(block.behind, &predicted);
            self.warm_wrong_path(wrong, block.behind, &mut block.wrong_paths);
        } else if *went != NO_TARGET && *many && block.idle_prefetch != self.prefetch_to(*went) {
            self.warm_target(*went, block);
        }
        true
    }

    /// Fetches down the wrong path from address `wrong`, behind a branch bundle that ends before address `behind`.
    #[inline(always)]
    fn warm_wrong_path(&mut self, wrong: u64, behind: u64, wrong_paths: &mut [WrongPath; 2]) {
        let known = &mut wrong_paths[usize::from(wrong != behind)];
        self.front.warm_wrong_path(&mut self.shared, wrong, known);
    }

    /// A streaming prefetch behind the target of a correctly predicted `.many` branch; notes whether another one would request nothing.
    #[inline(never)]
    fn warm_target(&mut self, target: u64, block: &mut Warmed) {
        if self.front.warm_stream(&mut self.shared, target) {
            block.idle_prefetch = self.prefetch_to(target);
        }
    }

    /// A target with L1I's present version and the part of a page translated last.
    #[inline(always)]
    fn prefetch_to(&self, target: u64) -> IdlePrefetch {
        let version = self.shared.caches.l1i.version;
        (target, version, self.front.page())
    }

    /// The full form: predicts and learns the branch bundle of an execution, if it was executed.
    #[inline(never)]
    fn warm_branch(
        &mut self,
        plan: &Plan,
        (positions, wrong_paths): (&mut TablePositions, &mut [WrongPath; 2]),
        ended: Ended,
    ) {
        let outcome = outcome_of(plan, ended.end, ended.taken, ended.target);
        let Some((bundle, outcome)) = outcome else {
            return;
        };
        let predicted = self.branches.run(bundle, outcome, positions);
        self.flow.warm_registers(bundle, outcome);
        if predicted.quality(outcome) != Prediction::Right {
            let wrong = wrong_target(bundle, &predicted);
            self.warm_wrong_path(wrong, bundle.ip.wrapping_add(16), wrong_paths);
            // Branch prediction 6: without time it is not known when a register was written, nor whether this is really mispredicted.
            let by_time = bundle.reads_register && self.flow.reads_registers();
            self.front.warm_mispredictions += u64::from(!by_time);
        } else if let Some((slot, target)) = outcome
            && bundle.slots[usize::from(slot) % 3].is_some_and(|branch| branch.many)
        {
            self.front.warm_stream(&mut self.shared, target);
        }
    }

    /// The executed `brp` instructions among `names`, which are those of [`Warmed::names`].
    #[inline(never)]
    fn warm_names(&mut self, names: &[(u8, u64, u64, bool)], on: u64) {
        for &(slot, branch, target, important) in names {
            if has_slot(on, slot) {
                self.branches.hint(branch, target, important);
                self.front.warm_stream(&mut self.shared, target);
            }
        }
    }

    /// Shows caches and TLBs one use of a line; `uses` names a single one.
    fn warm_reference(&mut self, uses: Uses, space: u32, address: u64, windows: &mut [Window; 2]) {
        if uses == Uses::FETCH {
            return self.shared.warm_request(0, address, false);
        }
        let direct = self.data.tlb.is_direct(uses.is_float());
        let window = &mut windows[usize::from(direct)];
        let translated = match window.physical(address) {
            Some(physical) => Some(physical),
            None => self.warm_translate(uses, space, address, direct, window),
        };
        let Some(physical) = translated else {
            return;
        };
        let shared = &mut self.shared;
        let load = |allocate, forced| LoadPolicy {
            allocate,
            forced,
            ..LoadPolicy::default()
        };
        match uses {
            Uses::LOAD => shared.warm_load(physical, load(true, false)),
            Uses::PASSING_LOAD => shared.warm_load(physical, load(false, false)),
            Uses::CHECK_LOAD => shared.warm_load(physical, load(true, true)),
            Uses::FP_LOAD => shared.warm_fp_load(physical),
            Uses::STORE | Uses::FP_STORE => shared.warm_store(physical),
            Uses::PREFETCH => shared.warm_prefetch(physical, true),
            Uses::FAR_PREFETCH => shared.warm_prefetch(physical, false),
            // Caches 9
            Uses::FLUSH => {
                shared.caches.drop_lines(physical);
            }
            // Caches 3: semaphores are done in L2.
            Uses::SEMAPHORE => shared.warm_request(0, physical, true),
            _ => {}
        }
    }

    /// Translates an address outside of the window and moves that there; `None`: a prefetch is dropped.
    #[inline(never)]
    fn warm_translate(
        &mut self,
        uses: Uses,
        space: u32,
        address: u64,
        direct: bool,
        window: &mut Window,
    ) -> Option<u64> {
        let Self { data, shared, .. } = self;
        let part = data.tlb.part(space, address);
        // Translation 5
        if (uses == Uses::PREFETCH || uses == Uses::FAR_PREFETCH)
            && data.tlb.needs_software(part, &shared.translator)
        {
            return None;
        }
        let frame = match direct {
            true => data.tlb.warm_direct(part, shared),
            false => data.tlb.warm(part, shared),
        };
        let physical = shared.translator.physical(frame, address);
        *window = data.tlb.window(direct, address, physical);
        Some(physical)
    }
}

/// Whether a reference was deferred, or is a check load that found its entry (Latencies 6).
fn makes_no_access(reference: &Reference, execution: &Execution) -> bool {
    execution.notes.iter().any(|note| {
        note.slot == reference.slot
            && match note.fact {
                Fact::Deferred { .. } => true,
                Fact::CheckLoadHit => reference.check,
                _ => false,
            }
    })
}

#[cfg(test)]
mod tests;
