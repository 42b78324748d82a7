//! One run: the exact model, with replay around it and the listener's needs on top.

use crate::model::pipeline::{BEFORE, Model, NOWHERE, Pipeline, Warming};
use crate::model::totals::identities::Violation;
use crate::model::totals::ledger::Ledger;
use crate::model::totals::{self, Totals};
use crate::replay::{Replay, Replayed, STATES};
use checkpoint::{Damage, Source, State as _};
use config::Machine;
use events::{
    Attention, Block, CallPath, CodeId, Counts, Execution, Passage, Past, Probe, Raw, StackSizes,
    Stall, Task,
};

/// The timing of one processor.
///
/// Feed it every executed block in program order, then ask for the [`Totals`].
#[derive(Debug)]
pub struct Timing<P> {
    model: Model<P>,
    replay: Replay,
    warming: Warming,
}

impl<P: Probe> Timing<P> {
    /// A cold machine in cycle 0.
    pub fn new(machine: &Machine, probe: P) -> Self {
        Self {
            model: Model::new(machine, probe),
            replay: Replay::new(STATES),
            warming: Warming::default(),
        }
    }

    /// Remembers at most so many states of the pipe for replay; 0 switches it off: every execution is timed in full.
    /// Results are the same with any number.
    #[must_use]
    pub fn with_replay(mut self, states: usize) -> Self {
        self.replay = Replay::new(states);
        self
    }

    /// The same between two blocks with another listener, which is told nothing of the past ([`describe`](Self::describe)) and
    /// hears everything until it is asked ([`begin`](Self::begin)); and the listener so far. Time and counts are not changed, but
    /// [`events::Totals::fetched`] is counted for a listener only.
    #[must_use]
    pub fn with_probe<Q: Probe>(mut self, probe: Q) -> (Timing<Q>, P) {
        self.replay.resume(&mut self.model.pipeline);
        // Memos that were made without a listener do not say what one has to be told.
        self.replay.forget(&mut self.model);
        let Self {
            model,
            replay,
            warming,
        } = self;
        let (model, before) = model.with_probe(probe);
        let timing = Timing {
            model,
            replay,
            warming,
        };
        (timing, before)
    }

    /// Tells the listener of a block that was executed before it listened.
    pub fn describe(&mut self, block: &Block) {
        let Model { plans, pipeline } = &mut self.model;
        let first = plans.of_block(block.id).next();
        if let Some((plan, _)) = first {
            let probe = &mut pipeline.shared.counters.probe;
            probe.describe(block, &plan.events);
        }
    }

    /// What the listener has to hear until it is asked again.
    #[must_use]
    pub fn attention(&self) -> &Attention {
        &self.model.pipeline.shared.counters.attention
    }

    /// Valid syllables fetched while there was a listener.
    #[must_use]
    pub fn fetched(&self) -> u64 {
        self.model.pipeline.shared.counters.fetched + self.replay.fetched_by_repeats()
    }

    /// Times one execution of a block; whether the listener ends the run behind it ([`events::Attention::stop`]).
    // Always: else a listener's runs pay for a call more in each execution.
    #[inline(always)]
    pub fn execute(&mut self, block: &Block, execution: &Execution) -> bool {
        if self.replay.is_chained() {
            let code = block.id.0;
            if let Some(replayed) = (self.replay).replay_chained(&mut self.model, code, execution) {
                return self.executed(replayed, block, execution);
            }
        }
        self.execute_unexpected(block, execution)
    }

    /// Times one execution of a block without a listener if it is the one that a loop is expected to go on with; false: it is not, and is left to
    /// [`execute_unexpected`](Self::execute_unexpected).
    #[inline(always)]
    pub fn execute_expected(&mut self, block: &Block, execution: &Execution) -> bool {
        if !self.replay.is_chained() {
            return false;
        }
        let replayed = (self.replay).replay_chained(&mut self.model, block.id.0, execution);
        if replayed == Some(Replayed::No) {
            self.execute_in_full(block, execution);
        }
        replayed.is_some()
    }

    /// [`execute`](Self::execute) behind [`execute_expected`](Self::execute_expected).
    #[inline(always)]
    pub fn execute_unexpected(&mut self, block: &Block, execution: &Execution) -> bool {
        let replayed = (self.replay).replay(&mut self.model, block.id.0, execution);
        self.executed(replayed, block, execution)
    }

    /// What follows an execution that ended in a way; whether the listener ends the run.
    #[inline(always)]
    fn executed(&mut self, replayed: Replayed, block: &Block, execution: &Execution) -> bool {
        match replayed {
            Replayed::Unheard => return false,
            Replayed::Yes => {}
            Replayed::AndSettle => self.catch_up(),
            Replayed::No => self.execute_in_full(block, execution),
        }
        P::hears_records()
            && self.model.pipeline.shared.counters.looks_behind
            && self.look_behind(block, execution)
    }

    /// What follows an execution for a listener that asks for more than counts; whether it ends the run.
    #[inline(always)]
    fn look_behind(&mut self, block: &Block, execution: &Execution) -> bool {
        if self.model.pipeline.shared.counters.held.is_used_up() {
            self.catch_up();
        }
        let attention = &self.model.pipeline.shared.counters.attention;
        (attention.executions || attention.stop) && self.tell_execution(block, execution)
    }

    /// Tells the listener of an execution if it wants that; whether it ends the run.
    #[inline(never)]
    fn tell_execution(&mut self, block: &Block, execution: &Execution) -> bool {
        let attention = &self.model.pipeline.shared.counters.attention;
        let stop = attention.stop;
        if attention.executions {
            self.probe().execution(block, execution);
        }
        stop
    }

    /// Times one execution of a block of which no like is known, and remembers it if
    /// that pays.
    #[inline(never)]
    fn execute_in_full(&mut self, block: &Block, execution: &Execution) {
        if P::hears_records() {
            self.awaken_before(block, execution);
        }
        self.replay
            .execute_in_full(&mut self.model, block, execution);
        let pipeline = &self.model.pipeline;
        let counters = &pipeline.shared.counters;
        if P::hears_records()
            && (pipeline.settled() >= counters.attention.settle || counters.asks())
        {
            self.catch_up();
        }
    }

    /// The listener hears everything from this execution on, if a bound that it waits for may be met in it.
    fn awaken_before(&mut self, block: &Block, execution: &Execution) {
        let retired = u64::from(execution.end.saturating_sub(block.first_slot));
        let counters = &self.model.pipeline.shared.counters;
        let attention = &counters.attention;
        let far = attention.fetches == u64::MAX && counters.is_calm_fetching(retired);
        if far || !attention.awaits() {
            return;
        }
        self.replay.resume(&mut self.model.pipeline);
        let pipeline = &mut self.model.pipeline;
        // What it flushes is fetched before it ends; a misprediction asks by itself.
        let flow = &pipeline.flow;
        let arrives = (flow.expected, flow.space) != (block.ip, block.space);
        let ends = execution.taken.is_some() || execution.end == block.end_slot;
        let plain = ends && !arrives && execution.notes.is_empty();
        let aside = if plain {
            0
        } else {
            pipeline.front.most_aside()
        };
        let syllables = retired + aside;
        let counters = &mut pipeline.shared.counters;
        // When it fetches is not known before.
        if counters.attention.fetches != u64::MAX || counters.awaits(syllables, 0) {
            counters.awaken();
            if counters.trail.kept {
                self.replay.tell_earlier(&mut self.model);
            }
        }
    }

    /// The current cycle: that of the newest issue.
    pub fn now(&self) -> u64 {
        // System 6 and 7: what the guest's clock shows, and up to where cycles are charged when the privilege level changes.
        match self.model.pipeline.now {
            BEFORE => 0,
            now => now,
        }
    }

    /// Whether something has issued in a cycle or later.
    #[inline(always)]
    pub fn has_reached(&self, cycle: u64) -> bool {
        self.model.pipeline.cycles() > cycle
    }

    /// Asks the listener what it has to hear from the first block on.
    pub fn begin(&mut self) {
        if P::is_armed() {
            self.catch_up();
        }
    }

    /// Gives the listener the totals so far and asks what it has to hear from now on.
    #[inline(never)]
    fn catch_up(&mut self) {
        let settled = self.replay.settled(&mut self.model.pipeline);
        self.add_stack_sizes(settled);
        let (probe, mut totals) = self.replay.sums(&mut self.model);
        let attention = probe.catch_up(settled, &mut totals);
        let slack = self.model.pipeline.slack();
        let aside = self.model.pipeline.front.most_aside();
        let counters = &mut self.model.pipeline.shared.counters;
        let was_loud = counters.attention.from == 0;
        let summed = counters.attention.sums;
        if summed && !attention.sums {
            self.replay.tell_replays(&mut self.model);
        }
        let counters = &mut self.model.pipeline.shared.counters;
        counters.attend(attention, slack, aside);
        let kept = attention.past > Past::Forgotten;
        let was_kept = std::mem::replace(&mut counters.trail.kept, kept);
        if kept != was_kept || summed != attention.sums {
            // Memos made until now do not say what has to be told, or need not.
            self.replay.resume(&mut self.model.pipeline);
            self.replay.forget(&mut self.model);
        }
        if kept && !was_kept {
            self.replay.begin_past();
        }
        if attention.past == Past::Wanted {
            self.replay.tell_earlier(&mut self.model);
        }
        if was_loud && attention.from > 0 {
            self.replay.go_on(&mut self.model.pipeline);
        }
    }

    /// Tells the listener that the processor status changes before the next block; `psr` as in
    /// [`Probe::status`].
    pub fn status(&mut self, psr: u64) {
        if P::is_armed() {
            let now = self.now();
            self.add_stack_sizes(now);
            let (probe, mut totals) = self.replay.sums(&mut self.model);
            probe.update(&mut totals);
            probe.status(now, psr);
            self.catch_up();
        }
    }

    /// Tells the listener that the region of interest begins (`inside`) or ends before the next block.
    pub fn region(&mut self, inside: bool) {
        if P::is_armed() {
            self.replay.tell_replays(&mut self.model);
            let (probe, mut totals) = self.replay.sums(&mut self.model);
            probe.update(&mut totals);
            probe.region(inside);
            self.catch_up();
        }
    }

    /// Tells the listener that a task runs from the next block on.
    pub fn task(&mut self, task: Task) {
        if P::is_armed() {
            self.replay.tell_held_branches(&mut self.model);
            // What issued in the newest cycle was of the task before.
            let next = self.model.pipeline.now.wrapping_add(1);
            self.probe().task(next, task);
        }
    }

    /// A call path, told to the listener before execution is on it.
    pub fn call_path(&mut self, number: u32, path: &CallPath) {
        self.probe().call_path(number, path);
    }

    /// A call that counts on a path that was told before.
    #[inline]
    pub fn folded_call(&mut self) {
        if P::is_armed() {
            self.probe().folded_call();
        }
    }

    /// The next block executes on this call path.
    #[inline]
    pub fn on_path(&mut self, number: u32) {
        if P::is_armed() {
            self.replay.follow(number, &mut self.model.pipeline);
            self.probe().on_path(number);
        }
    }

    /// What the listener's performance monitor data register holds before the next block; `None` without
    /// such a register.
    pub fn read_pmd(&mut self, index: u64) -> Option<u64> {
        self.between_blocks(|probe, now| probe.read_pmd(now, index))
    }

    /// Reads or changes the listener before the next block, with everything that it has left out so far; the first cycle of which
    /// nothing has issued goes with it.
    pub fn between_blocks<T>(&mut self, access: impl FnOnce(&mut P, u64) -> T) -> T {
        // System 8: what issued in the newest cycle has happened.
        let now = self.now() + 1;
        self.add_stack_sizes(now - 1);
        let (probe, mut totals) = self.replay.sums(&mut self.model);
        probe.update(&mut totals);
        let value = access(probe, now);
        self.catch_up();
        value
    }

    /// Executions that were replayed so far, not timed in full.
    pub fn replays(&self) -> u64 {
        self.replay.times()
    }

    /// Whether the newest execution was one of a stream.
    #[cfg(test)]
    pub(crate) fn streams(&self) -> bool {
        self.replay.streams()
    }

    /// See [`Replay::punctual`].
    #[cfg(test)]
    pub(crate) fn punctual(&self) -> u64 {
        self.replay.punctual()
    }

    /// Whether the newest execution was in a chain, in one for which the predictor was not asked, and the frames were not followed.
    #[cfg(test)]
    pub(crate) fn chained(&self) -> [bool; 3] {
        self.replay.chained()
    }

    /// The model, as it is where totals have been asked for.
    #[cfg(test)]
    pub(crate) fn model(&self) -> &Model<P> {
        &self.model
    }

    /// The listener.
    pub fn probe(&mut self) -> &mut P {
        &mut self.model.pipeline.shared.counters.probe
    }

    /// The listener, when the model is no longer needed.
    pub fn into_probe(self) -> P {
        self.model.pipeline.shared.counters.probe
    }

    /// Charges cycles for a service of the operating system; the next group waits for them.
    pub fn charge(&mut self, cycles: u64) {
        if cycles > 0 {
            // Holds 6: system calls and switches.
            let pipeline = self.stand_still();
            let until = pipeline.cycles() + cycles;
            pipeline.holds.add(until, Stall::ScoreSystem);
        }
    }

    /// Another thread or process continues: the pipe starts over at an address yet unknown.
    pub fn switch(&mut self, cycles: u64) {
        self.stand_still().flow.expected = NOWHERE;
        self.charge(cycles);
    }

    /// A space has ended, in which no block is executed any more: its pages are forgotten, their frames are not used again.
    pub fn end_space(&mut self, number: u32) {
        self.warming.settle(&mut self.model.pipeline);
        let frames = &mut self.model.pipeline.shared.translator.frames;
        frames.forget(number);
    }

    /// Invalidates all first-level translations of data and instructions before the next block, for which the pipe starts
    /// over: what has been fetched is fetched again.
    pub fn invalidate_translations(&mut self) {
        // Translation 6
        let pipeline = self.stand_still();
        pipeline.flow.expected = NOWHERE;
        pipeline.front.invalidate_translations();
        pipeline.data.tlb.invalidate_first();
        if P::is_armed() {
            let now = self.now();
            self.probe().invalidation(now);
            // A listener may have waited for it.
            self.catch_up();
        }
    }

    /// The register stack has these sizes before the next block, whatever the system did to it.
    pub fn stack(&mut self, sizes: StackSizes) {
        // Accounting 8
        let pipeline = &mut self.model.pipeline;
        let next = pipeline.cycles();
        if let Some(followed) = &mut pipeline.stack_sizes {
            followed.set(&mut pipeline.shared.counters, next, sizes);
        }
    }

    /// Adds up the sizes of the register stack before a cycle, which is not behind the newest issue's successor.
    fn add_stack_sizes(&mut self, cycle: u64) {
        let pipeline = &mut self.model.pipeline;
        if let Some(sizes) = &mut pipeline.stack_sizes {
            sizes.settle(&mut pipeline.shared.counters, cycle);
        }
    }

    /// The pipeline, between two blocks.
    pub(crate) fn pipeline(&mut self) -> &mut Pipeline<P> {
        &mut self.model.pipeline
    }

    /// The pipeline as it stands between two blocks, in no state that replay knows.
    pub(crate) fn stand_still(&mut self) -> &mut Pipeline<P> {
        self.replay.resume(&mut self.model.pipeline);
        self.replay.leave_state();
        &mut self.model.pipeline
    }

    /// The totals so far; static events are expanded here.
    pub fn totals(&mut self) -> Totals {
        self.settle_totals();
        totals::collect(&self.model, Ledger::of(&self.model.pipeline))
    }

    /// The same in the middle of a run, without what the identities of a whole run need, for which every structure is looked through.
    pub fn running_totals(&mut self) -> Totals {
        self.settle_totals();
        totals::collect(&self.model, Ledger::default())
    }

    fn settle_totals(&mut self) {
        self.replay.resume(&mut self.model.pipeline);
        self.add_stack_sizes(self.now());
        let pipeline = &mut self.model.pipeline;
        if let Some(sizes) = &mut pipeline.stack_sizes {
            sizes.collect(&mut pipeline.shared.counters.counts);
        }
        self.replay.add_replays(&mut self.model);
    }

    /// Functional warming: caches, TLBs and predictors become what an execution makes of them, and no time passes. Nothing of it is
    /// counted, and a listener hears nothing. Between executions that are timed and others [`start_over`](Self::start_over).
    #[inline]
    pub fn warm(&mut self, block: &Block, execution: &Execution) {
        self.begin_warming();
        self.warming.warm(&mut self.model, block, execution);
    }

    /// The same for a path of blocks, whose executions left registers as [`stack`](Self::stack) says before the next one that is timed.
    #[inline]
    pub fn warm_path(&mut self, passage: &Passage<'_>) {
        self.begin_warming();
        self.warming.pass(&mut self.model, passage);
    }

    #[inline(always)]
    fn begin_warming(&mut self) {
        if !self.warming.goes_on() {
            self.replay.settle_fetches(&mut self.model.pipeline);
            self.warming.begin(&mut self.model.pipeline);
        }
    }

    /// The next execution follows on none: what is under way in the pipe is given up, as by an interruption.
    pub fn start_over(&mut self) {
        self.stand_still();
        self.warming.end(&mut self.model.pipeline);
    }

    /// Mispredicted branches that warming has seen, but for those whose targets a machine reads from their registers in time or not.
    pub fn warm_mispredictions(&self) -> u64 {
        self.model.pipeline.front.warm_mispredictions
    }

    /// The same of executions that were timed, of which so much was counted.
    pub fn timed_mispredictions(&self, counts: &Counts) -> u64 {
        let all = counts[Raw::FlushesMispredict];
        let by_time = [
            Raw::IndirectTakenWrongPath,
            Raw::IndirectTakenWrongTarget,
            Raw::IndirectNotTakenWrongPath,
        ];
        match self.model.pipeline.flow.reads_registers() {
            true => all.saturating_sub(by_time.iter().map(|&raw| counts[raw]).sum()),
            false => all,
        }
    }

    /// Lines that came into the last cache level, by executions that were timed and by those that warmed. 0: it has too few for warming to see
    /// each that comes in, which looks at a line once for many references.
    pub fn lines_filled(&mut self) -> u64 {
        self.warming.settle(&mut self.model.pipeline);
        let level = self.model.pipeline.shared.caches.levels.last();
        let large = level.filter(|level| level.array.lines() >= 2 * Warming::MOST_LINES);
        large.map_or(0, |level| level.array.fills())
    }

    /// Lines that came into empty places of the last cache level so far: a miss adds one only if it finds an empty place, where a longer run may
    /// have had its line.
    pub fn lines_entered(&mut self) -> u64 {
        self.warming.settle(&mut self.model.pipeline);
        let levels = self.model.pipeline.shared.caches.levels.last();
        levels.map_or(0, |level| level.array.entered())
    }

    /// The cycles and counts so far of a run that asks for them only here: `blocks` have been timed since the last time, and
    /// `expanded` begins at zero and collects what their instructions count. It costs what these blocks do.
    pub fn counts_of(&mut self, blocks: &[CodeId], expanded: &mut Counts) -> (u64, Counts) {
        self.settle_totals();
        // What is over is added up once, and not at each of many looks.
        let pipeline = &mut self.model.pipeline;
        let settled = pipeline.settled();
        pipeline.shared.counters.settle(settled);
        let counts = totals::counts_of(&mut self.model, blocks, expanded);
        (self.model.pipeline.cycles(), counts)
    }

    /// Appends what the model is and has counted so far; a listener's own needs are not in it.
    pub fn save(&mut self, out: &mut Vec<u8>) {
        self.warming.settle(&mut self.model.pipeline);
        self.settle_totals();
        self.replay.leave_state();
        // What instructions count is expanded: plans are made again.
        let Self { model, .. } = self;
        let dynamic = model.pipeline.shared.counters.counts.clone();
        let mut counts = dynamic.clone();
        totals::expand_plans(model, &mut counts);
        model.pipeline.shared.counters.counts = counts;
        model.save(out);
        model.pipeline.shared.counters.counts = dynamic;
    }

    /// Goes on where [`save`](Self::save) was called, on a model of the same configuration in which nothing has executed.
    ///
    /// # Errors
    /// The bytes are not the state of such a model.
    pub fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.model.load(from)
    }

    /// Ends the run: the listener hears that nothing more comes.
    pub fn finish(&mut self) -> Totals {
        let cycles = self.model.pipeline.cycles();
        self.add_stack_sizes(cycles);
        if P::is_armed() {
            self.replay.tell_replays(&mut self.model);
            let (probe, mut totals) = self.replay.sums(&mut self.model);
            probe.update(&mut totals);
            probe.settle(cycles);
        }
        self.totals()
    }

    /// Checks that the parts sum to the whole.
    pub fn identities(&mut self) -> Result<(), Violation> {
        self.totals().identities()
    }
}
