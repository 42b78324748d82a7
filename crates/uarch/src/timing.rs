//! One run: the exact model, with replay around it and the listener's needs on top.

use crate::model::accounting::queues::Extent;
use crate::model::memory::tlb;
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
use std::ops::Range;

/// The timing of one processor.
///
/// Feed it every executed block in program order, then ask for the [`Totals`].
#[derive(Debug)]
pub struct Timing<P> {
    /// Exact timing.
    model: Model<P>,
    /// Memos of earlier executions, and where the model stands among them.
    replay: Replay,
    /// Functional warming.
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

    /// Limits the states of the pipe that replay remembers to `states`; 0 switches replay off, so that every execution is timed in full.
    /// Cycles and counts are the same with any number.
    #[must_use]
    pub fn with_replay(mut self, states: usize) -> Self {
        self.replay = Replay::new(states);
        self
    }

    /// Replaces the listener between two blocks, and hands back the one so far. The new one is told of no earlier block (see
    /// [`describe`](Self::describe)) and hears everything until it is asked ([`begin`](Self::begin)). Time and counts do not change, but
    /// [`events::Totals::fetched`] is counted only while there is a listener.
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

    /// Describes a block to the listener ([`Probe::describe`]) that was executed before the listener was there.
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

    /// Forgets, between two blocks, all that it knows of code: the numbers of blocks may be given again. Cycles and counts do not change. False:
    /// the listener keeps something by these numbers ([`Probe::keeps_code`]), and nothing was forgotten.
    pub fn forget_code(&mut self) -> bool {
        if self.model.pipeline.shared.counters.probe.keeps_code() {
            return false;
        }
        self.settle_totals();
        self.replay.forget(&mut self.model);
        self.warming.forget_code(&mut self.model.pipeline);
        let mut counts = Counts::ZERO;
        totals::expand_plans(&self.model, &mut counts);
        self.model.plans.forget(counts);
        true
    }

    /// Times one execution of a block. True: the listener ends the run behind it ([`events::Attention::stop`]).
    // Inlined always: otherwise a run with a listener pays for one more call in each execution.
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

    /// Without a listener: times one execution of a block if replay is in a loop of several blocks (a chain) and this is the execution that comes
    /// next there. False: it is not, nothing was timed, and the caller goes on with [`execute_unexpected`](Self::execute_unexpected).
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

    /// Does what [`execute`](Self::execute) does for an execution that [`execute_expected`](Self::execute_expected) did not time.
    #[inline(always)]
    pub fn execute_unexpected(&mut self, block: &Block, execution: &Execution) -> bool {
        let replayed = (self.replay).replay(&mut self.model, block.id.0, execution);
        self.executed(replayed, block, execution)
    }

    /// Completes an execution whose replay ended in a given way: times it in full if it was not replayed, and asks the listener where that is due.
    /// True: the listener ends the run.
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

    /// Behind an execution, for a listener that hears of each execution, has branches held back for it, or ends the run here (true).
    #[inline(always)]
    fn look_behind(&mut self, block: &Block, execution: &Execution) -> bool {
        if self.model.pipeline.shared.counters.held.is_used_up() {
            self.catch_up();
        }
        let attention = &self.model.pipeline.shared.counters.attention;
        (attention.executions || attention.stop) && self.tell_execution(block, execution)
    }

    /// Tells the listener of an execution if it hears of each. True: it ends the run.
    #[inline(never)]
    fn tell_execution(&mut self, block: &Block, execution: &Execution) -> bool {
        let attention = &self.model.pipeline.shared.counters.attention;
        let stop = attention.stop;
        if attention.executions {
            self.probe().execution(block, execution);
        }
        stop
    }

    /// Times one execution of a block that no memo covers, and makes a memo of it if that pays.
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

    /// Makes the listener hear everything from this execution on if a bound that it waits for ([`Attention::syllables`],
    /// [`Attention::fetches`]) may be met in the execution.
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
        // What an execution flushes has been fetched before it ends, and counts. A misprediction is left out here: the model asks again where
        // it meets one.
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
        // In which cycles it fetches is not known beforehand.
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

    /// Cycles so far: up to the end of that of the newest issue.
    pub fn cycles(&self) -> u64 {
        self.model.pipeline.cycles()
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
        let noted = counters.notes_replays();
        counters.attend(attention, slack, aside);
        let kept = attention.past > Past::Forgotten;
        let was_kept = std::mem::replace(&mut counters.trail.kept, kept);
        if kept != was_kept || summed != attention.sums {
            // Memos made so far lack what this listener has to be told, or keep what it need not be told.
            self.replay.resume(&mut self.model.pipeline);
            self.replay.forget(&mut self.model);
        }
        let notes = self.model.pipeline.shared.counters.notes_replays();
        if kept && !was_kept || notes && !noted {
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
            let now = self.now();
            self.add_stack_sizes(now);
            self.replay.tell_replays(&mut self.model);
            let (probe, mut totals) = self.replay.sums(&mut self.model);
            probe.update(&mut totals);
            probe.region(now, inside);
            self.catch_up();
        }
    }

    /// Tells the listener that a task runs from the next block on.
    pub fn task(&mut self, task: Task) {
        if P::is_armed() {
            self.replay.tell_held_branches(&mut self.model);
            // What issued in the newest cycle belongs to the task before.
            let next = self.model.pipeline.now.wrapping_add(1);
            self.probe().task(next, task);
        }
    }

    /// Tells the listener of a call path, before execution is on it.
    pub fn call_path(&mut self, number: u32, path: &CallPath) {
        self.probe().call_path(number, path);
    }

    /// Tells the listener that a call gets no path of its own: it is followed on one that was told before.
    #[inline]
    pub fn folded_call(&mut self) {
        if P::is_armed() {
            self.probe().folded_call();
        }
    }

    /// Tells the listener that the next block executes on this call path.
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

    /// Reads or changes the listener before the next block, once it has the totals of all that it left out so far. `access` also takes the
    /// first cycle in which nothing has issued yet.
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

    /// See [`Replay::is_repeating`].
    #[cfg(test)]
    pub(crate) fn is_repeating(&self) -> bool {
        self.replay.is_repeating()
    }

    /// See [`Replay::punctual`].
    #[cfg(test)]
    pub(crate) fn punctual(&self) -> u64 {
        self.replay.punctual()
    }

    /// Of the newest execution: whether it was replayed in a chain, in one in which the predictor is not asked, and in one in which register
    /// frames are not followed either.
    #[cfg(test)]
    pub(crate) fn chained(&self) -> [bool; 3] {
        self.replay.chained()
    }

    /// The model; it is up to date directly behind [`totals`](Self::totals), not behind a replay.
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

    /// Another thread or process continues: the pipe starts over, at an address that is not known yet, and the next group waits for `cycles`
    /// cycles of the operating system.
    pub fn switch(&mut self, cycles: u64) {
        self.stand_still().flow.expected = NOWHERE;
        self.charge(cycles);
    }

    /// A range of addresses of a space is not mapped any more, or is mapped anew: what lies in it has other frames when it is touched again.
    pub fn unmap(&mut self, space: u32, addresses: &Range<u64>) {
        // Translation 10
        self.warming.settle(&mut self.model.pipeline);
        let pipeline = &mut self.model.pipeline;
        let tlbs = [&mut pipeline.data.tlb, &mut pipeline.front.itlb];
        if tlb::unmap(&mut pipeline.shared.translator, tlbs, space, addresses) {
            let whole = pipeline.shared.translator.whole(addresses);
            self.translations_change();
            if P::is_armed() {
                self.probe().unmapped(space, &whole);
            }
        }
    }

    /// A space has ended, in which no block is executed any more: its pages are forgotten, their frames are not used again.
    pub fn end_space(&mut self, number: u32) {
        self.warming.settle(&mut self.model.pipeline);
        let frames = &mut self.model.pipeline.shared.translator.frames;
        frames.end_space(number);
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

    /// Sets the sizes that the register stack has before the next block, whatever the system (a switch, a signal) did to it.
    pub fn stack(&mut self, sizes: StackSizes) {
        // Accounting 8
        let pipeline = &mut self.model.pipeline;
        let next = pipeline.cycles();
        if let Some(followed) = &mut pipeline.stack_sizes {
            followed.set(&mut pipeline.shared.counters, next, sizes);
        }
    }

    /// Adds up the sizes of the register stack in all cycles before `cycle`, which is at most one behind the newest issue.
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

    /// The pipeline, brought up to date, for a change between two blocks that replay does not follow: the next execution is timed in full.
    pub(crate) fn stand_still(&mut self) -> &mut Pipeline<P> {
        self.replay.resume(&mut self.model.pipeline);
        self.replay.leave_state();
        &mut self.model.pipeline
    }

    /// The totals if the run ends here: requests that are under way occupy queues to their ends. Static events are expanded here.
    pub fn totals(&mut self) -> Totals {
        self.settle_totals();
        totals::collect(&self.model, Extent::Whole, Ledger::of(&self.model.pipeline))
    }

    /// The totals in the middle of a run, whose differences count parts of it: of each queue the cycles before one before which no later request
    /// enters it. Without the [`Ledger`], which only the identities of a whole run need: to fill it, every structure is looked through.
    pub fn running_totals(&mut self) -> Totals {
        self.settle_totals();
        self.settle_queues();
        totals::collect(&self.model, Extent::Settled, Ledger::default())
    }

    /// Adds up queue entries that are over, once and not again in each later snapshot.
    fn settle_queues(&mut self) {
        let pipeline = &mut self.model.pipeline;
        let settled = pipeline.settled();
        pipeline.shared.counters.settle(settled);
    }

    /// Brings the model and its counts up to date: adds what was replayed.
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
    /// counted, and a listener hears nothing. [`start_over`](Self::start_over) comes between the last execution that warms and the next one that
    /// is timed.
    #[inline]
    pub fn warm(&mut self, block: &Block, execution: &Execution) {
        self.begin_warming();
        self.warming.warm(&mut self.model, block, execution);
    }

    /// Does what [`warm`](Self::warm) does for each block of a path. Sizes of the register stack are not followed: before the next execution that
    /// is timed the caller says them ([`stack`](Self::stack)).
    #[inline]
    pub fn warm_path(&mut self, passage: &Passage<'_>) {
        self.begin_warming();
        self.warming.pass(&mut self.model, passage);
    }

    /// Behind executions that were timed: writes down what replay has postponed, before warming changes caches and TLBs.
    #[inline(always)]
    fn begin_warming(&mut self) {
        if !self.warming.goes_on() {
            self.replay.settle_fetches(&mut self.model.pipeline);
            self.warming.begin(&mut self.model.pipeline);
        }
    }

    /// Ends warming. The next execution does not follow on the newest one that was timed: what is under way in the pipe is given up, as by an
    /// interruption.
    pub fn start_over(&mut self) {
        self.stand_still();
        self.warming.end(&mut self.model.pipeline);
    }

    /// Mispredicted branches that warming has seen. Where the front end reads targets of indirect branches from branch registers (Branch
    /// prediction 6), those branches are left out: whether a register was written in time is not known without time.
    pub fn warm_mispredictions(&self) -> u64 {
        self.model.pipeline.front.warm_mispredictions
    }

    /// Mispredicted branches among the `counts` of executions that were timed, with the same branches left out as in
    /// [`warm_mispredictions`](Self::warm_mispredictions).
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

    /// Lines put into the last cache level so far, by executions that were timed and by those that warmed. 0: the level has too few lines for
    /// that number to be right, as warming shows it one use of a line for many references and so misses lines that come in between.
    pub fn lines_filled(&mut self) -> u64 {
        self.warming.settle(&mut self.model.pipeline);
        let level = self.model.pipeline.shared.caches.levels.last();
        let large = level.filter(|level| level.array.lines() >= 2 * Warming::MOST_LINES);
        large.map_or(0, |level| level.array.fills())
    }

    /// Lines put into empty places of the last cache level so far. Each stands for a miss that might have been a hit if the run had begun
    /// earlier: a longer history might have left the line in that place.
    pub fn lines_entered(&mut self) -> u64 {
        self.warming.settle(&mut self.model.pipeline);
        let levels = self.model.pipeline.shared.caches.levels.last();
        levels.map_or(0, |level| level.array.entered())
    }

    /// The cycles and counts so far, for a caller that asks for them often, and only here. `blocks`: those that were timed since the last call.
    /// `expanded`: zero before the first call; collects what the instructions of these blocks count. The cost grows with `blocks`, not with
    /// all code. `ended`: the run ends here ([`totals`](Self::totals)), else they are as those of [`running_totals`](Self::running_totals).
    pub fn counts_of(
        &mut self,
        blocks: &[CodeId],
        expanded: &mut Counts,
        ended: bool,
    ) -> (u64, Counts) {
        self.settle_totals();
        self.settle_queues();
        let extent = if ended {
            Extent::Whole
        } else {
            Extent::Settled
        };
        let counts = totals::counts_of(&mut self.model, blocks, expanded, extent);
        (self.model.pipeline.cycles(), counts)
    }

    /// Appends the state of the model and what it has counted so far; what a listener needs is not part of it.
    pub fn save(&mut self, out: &mut Vec<u8>) {
        self.warming.settle(&mut self.model.pipeline);
        self.settle_totals();
        self.replay.leave_state();
        // Plans are not saved but made again, so what instructions counted by them is expanded into the saved counts.
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

    /// Nothing more executes: the sizes of the register stack do not change any more in the newest cycle, which totals leave out before.
    pub fn end(&mut self) {
        self.add_stack_sizes(self.cycles());
    }

    /// Ends the run: the listener hears that nothing more comes.
    pub fn finish(&mut self) -> Totals {
        self.end();
        let cycles = self.cycles();
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
