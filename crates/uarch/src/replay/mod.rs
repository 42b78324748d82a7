//! Replay: an execution of a block that repeats an earlier one is not timed again, but takes its time from a memo of that one.
//!
//! Between two blocks the pipe is in a *state* that can be written down relative to its newest issue: values under way, the position of fetch,
//! the open dispersal window ([`state`]). A block that is executed again from a state that was met before, and that finds in caches and TLBs
//! what it found then, takes the same cycles, for the same causes, to the same state. The memo of an execution ([`memo`]) has two parts: its
//! *body*, which is everything up to its branch, and an *exit* for each way in which it has ended (outcome and prediction of the branch, change
//! of register names, address of the next bundle), which names the state behind it. A replay makes the references, so that they touch the
//! caches, trains the predictor with the branch, and lets the cycles pass; all counts are added up later from how often each exit was taken
//! ([`totals`]). Caches, TLBs, predictor tables, the store buffer and register frames are not part of a state: they stay live.
//!
//! The ways of a replay, from the general one to the shortest: references and fetches that are late are made one by one ([`late`]); where all are
//! expected to find at once what they need, all are looked up before any is made ([`references`]); an execution that ends as the ones before goes
//! a short way ([`short`]), a loop of one block ([`repeat`]) or of several ([`chain`]) a shorter one. A loop that stores line after line has its
//! waits for memory replayed as well ([`stream`]); loads that make no access are left out ([`noted`]), and the register stack's spills and fills are
//! made ([`moves`]).
//!
//! Memos are made from executions that the model timed in full ([`learn`]), and whatever they do not cover is timed
//! in full: there is one definition of time, that of `model/`, which knows nothing of this folder.
//! `tests/replay/twins.rs` holds a run with replay equal to one without, cycle by cycle and count by count. After
//! Schnarr and Larus, "Fast out-of-order processor simulation using memoization" (1998).

mod arrival;
mod chain;
mod fetch;
mod forks;
mod frame;
mod hits;
mod late;
mod learn;
mod memo;
mod memos;
mod moves;
mod noted;
mod predicates;
mod recent;
mod references;
mod repeat;
mod report;
mod short;
mod state;
mod story;
mod stream;
mod totals;
mod touched;
mod values;

use crate::model::accounting::held::Held;
use crate::model::branch_prediction::BranchBundle;
use crate::model::branch_prediction::{BranchOutcome, NO_SLOT, NO_TARGET, Predicted};
use crate::model::memory::replacement::Policy;
use crate::model::pipeline::course::Delay;
use crate::model::pipeline::flow::{acting_slot, branch_outcome, wrong_path_start, wrong_target};
use crate::model::pipeline::{Model, Pipeline};
use arrival::{Arrival, Found, FoundTold};
use chain::Chain;
use events::{CodeId, Execution, Probe, Site, Stage};
use frame::{change_frame, resize_stack};
use memo::{Body, Exit, ExitKey, NONE};
use memos::{Lists, Memos, exit_of};
use predicates::IrrelevantPredicates;
use recent::Recent;
use references::Lookups;
use repeat::{Learnt, Repeat};
use state::Words;
use stream::Stream;
use touched::Touched;

/// States that are remembered at most, unless [`Timing::with_replay`](crate::Timing::with_replay) says otherwise.
pub(crate) const STATES: usize = 1 << 15;

/// The memos of earlier executions, and where the model stands among them.
#[derive(Debug)]
pub(crate) struct Replay {
    memos: Memos,
    words: Words,
    lists: Lists,
    lookups: Lookups,
    predicates: IrrelevantPredicates,
    recent: Recent,
    /// The newest replay if it led back to its own state, so that it may come again at once (a loop of one block).
    repeat: Repeat,
    /// What the predictor does with the branch of that loop when it learns nothing more from it.
    learnt: Option<Learnt>,
    /// A loop of several blocks that is replayed turn by turn, and the search for one.
    chain: Chain,
    /// Scratch memory: delays of references that were made one by one.
    delays: Vec<Delay>,
    /// A loop of stores whose waits for memory come again.
    stream: Stream,
    /// Scratch memory: a copy of an execution without the references that make no access ([`noted`]).
    plain: Option<Box<Execution>>,
}

/// In place of a branch word: no branch bundle was executed.
const NO_BRANCH: u64 = u64::MAX;

/// Prediction and outcome of a branch bundle in a word, different for any two pairs that do not take the same time. Bits 1:0: the slot of the
/// taken branch, or [`NO_SLOT`]; bit 2: the predicted target was right; from bit 3 on: [`Predicted::how`].
#[inline(always)]
fn branch_word(predicted: &Predicted, outcome: BranchOutcome) -> u64 {
    let (slot, target) = outcome.unwrap_or((NO_SLOT, NO_TARGET));
    u64::from(slot & 3) | u64::from(predicted.target == target) << 2 | predicted.how << 3
}

/// The [`branch_word`] with the outcome of `word`, predicted right; `how`: the prediction's [`Predicted::how`].
fn right_word(word: u64, how: u64) -> u64 {
    word & 3 | 1 << 2 | how << 3
}

/// How a replay ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replayed {
    /// The execution has to be timed in full.
    No,
    /// It was replayed.
    Yes,
    /// It was replayed, and the listener, if there is one, need not be asked behind it: what it waits for is farther ahead.
    Unheard,
    /// It was replayed, and the listener has to be given the totals.
    AndSettle,
}

impl Replayed {
    /// The same, but that the listener has to be asked behind the execution.
    #[inline(always)]
    fn listened(self) -> Self {
        match self {
            Replayed::Unheard => Replayed::Yes,
            other => other,
        }
    }
}

impl Replay {
    /// Remembers at most so many states; 0: nothing, and every execution is timed in full.
    pub(crate) fn new(states: usize) -> Self {
        Self {
            memos: Memos::new(states),
            words: Words::default(),
            lists: Lists::default(),
            lookups: Lookups::default(),
            predicates: IrrelevantPredicates::default(),
            recent: Recent::default(),
            repeat: Repeat::NOTHING,
            learnt: None,
            chain: Chain::default(),
            delays: Vec::new(),
            stream: Stream::default(),
            plain: None,
        }
    }

    /// Whether the newest execution was one of a stream.
    #[cfg(test)]
    pub(crate) fn streams(&self) -> bool {
        self.stream.is_on()
    }

    /// See [`Chain::is_on`].
    #[cfg(test)]
    pub(crate) fn chained(&self) -> [bool; 3] {
        self.chain.is_on()
    }

    /// Replays of executions that were expected to be late, and were not, since totals were asked for last.
    #[cfg(test)]
    pub(crate) fn punctual(&self) -> u64 {
        let bodies = &self.memos.bodies;
        let exits = self.memos.exits.iter();
        let exits = exits.filter(|exit| bodies[exit.body as usize].punctual);
        exits.map(|exit| exit.times).sum()
    }

    /// Whether the pipe is in a state from which something may be replayed.
    pub(crate) fn is_ready(&self) -> bool {
        self.memos.walk.current != NONE
    }

    /// Whether the next execution is expected to be one of a chain.
    #[inline(always)]
    pub(crate) fn is_chained(&self) -> bool {
        self.chain.on
    }

    /// Says that execution goes on on another call path ([`Probe::on_path`]).
    #[inline(always)]
    pub(crate) fn follow<P: Probe>(&mut self, path: u32, pipeline: &mut Pipeline<P>) {
        // All executions of a chain are counted for one path.
        self.end_chain(pipeline);
        self.memos.call_path = path;
    }

    /// Tells a listener that adds up ([`events::Attention::sums`]) of all replays that it has not been told of.
    pub(crate) fn tell_replays<P: Probe>(&mut self, model: &mut Model<P>) {
        self.end_chain(&mut model.pipeline);
        let counters = &mut model.pipeline.shared.counters;
        if counters.sums() {
            self.memos.tell(&mut counters.probe);
        }
    }

    /// Executions that were replayed so far.
    pub(crate) fn times(&self) -> u64 {
        self.memos.times() + self.chain.times()
    }

    /// Forgets in which state the pipe is: the next execution is timed in full.
    pub(crate) fn leave_state(&mut self) {
        self.learnt = None;
        self.memos.enter(NONE);
    }

    /// Ends repeats, chain and stream, and brings the model's own fields up to the current state: its number, or [`NONE`].
    #[inline(always)]
    pub(crate) fn resume<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) -> u32 {
        self.end_repeats(pipeline);
        self.settle_fetches(pipeline);
        let state = self.memos.walk.current;
        if std::mem::take(&mut self.memos.walk.ahead) {
            state::restore(pipeline, self.memos.words(state));
        }
        state
    }

    /// Ends stream and chain, which writes down what they reserved and counted, and tells L1I of the lines that replays used.
    #[inline(always)]
    pub(crate) fn settle_fetches<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        self.stream.end(pipeline);
        self.end_chain(pipeline);
        let l1i = &mut pipeline.shared.caches.l1i;
        self.memos.settle_fetches(&mut l1i.policy);
    }

    /// The cycle before which no later record lies. Repeats, chain and stream end: the listener is about to be asked.
    pub(crate) fn settled<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) -> u64 {
        self.end_repeats(pipeline);
        state::standing(pipeline, &self.memos).settled(pipeline)
    }

    /// Replays an execution if a memo covers it.
    ///
    /// All look-ups come before all effects: as long as the execution may still turn out to differ from its memo, nothing has changed but
    /// places (where something was found last), and what [`DoneAhead`](crate::model::pipeline::course::DoneAhead) hands over to full timing as done.
    #[inline(always)]
    pub(crate) fn replay<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        code: u32,
        execution: &Execution,
    ) -> Replayed {
        if self.stream.is_on()
            && let Some(replayed) = self.replay_stream(model, code, execution)
        {
            return replayed;
        }
        if let Some(repeated) = self.repeat(model, code, execution) {
            return repeated;
        }
        if !execution.notes.is_empty() {
            return self.replay_noted(model, code, execution);
        }
        let memos = &self.memos;
        let end = execution.end;
        let Some(number) = memos.find(memos.walk.current, code, end, execution.predicates) else {
            return Replayed::No;
        };
        if P::hears_records() {
            let syllables = memos.bodies[number as usize].syllables();
            let counters = &model.pipeline.shared.counters;
            if !counters.is_calm_waiting(syllables) {
                return self.replay_listened(model, number, execution);
            }
        }
        match self.replay_short(model, number, execution) {
            Some(replayed) => replayed,
            None => self.replay_long(model, number, execution),
        }
    }

    /// Replays an execution for a listener that may have to hear more of it than how much it fetches and which exit it takes.
    #[inline(never)]
    fn replay_listened<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Replayed {
        let body = &self.memos.bodies[number as usize];
        let counters = &model.pipeline.shared.counters;
        let calm = counters.is_calm_replaying(body.syllables());
        if !calm && !report::is_calm(&model.pipeline, body) {
            return self.replay_heard(model, number, execution);
        }
        if counters.only_waits()
            && let Some(replayed) = self.replay_short(model, number, execution)
        {
            return replayed.listened();
        }
        self.replay_long(model, number, execution)
    }

    /// Replays an execution that the short way does not cover, and of which the listener hears nothing.
    #[inline(never)]
    fn replay_long<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Replayed {
        self.replay_body::<P, false>(model, number, execution)
    }

    /// Replays an execution of which the listener may have to hear.
    #[inline(never)]
    fn replay_heard<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Replayed {
        self.replay_body::<P, true>(model, number, execution)
    }

    /// Replays an execution of a body if it finds what the body says. `HEARD`: the listener may have to hear of it.
    #[inline(always)]
    fn replay_body<P: Probe, const HEARD: bool>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Replayed {
        let Self { memos, lookups, .. } = self;
        let pipeline = &mut model.pipeline;
        let body = &mut memos.bodies[number as usize];
        let lists = &mut memos.lists;
        let heard = HEARD && !report::is_unheard(pipeline, body);
        if heard && !story::may_be_told(pipeline, body)
            || body.steps.count > 0
            || body.fetches.count > 0 && !would_fetch(pipeline, body, lists)
            || body.references.count > 0
                && !short::finds_all(lookups, pipeline, body, lists, execution)
        {
            return self.replay_late(model, number, execution);
        }
        if heard {
            return self.replay_told(model, number, execution);
        }
        self.finish::<P, Found<HEARD>>(model, number, execution)
    }

    /// Replays an execution whose records the listener is told from the memo ([`story`]), from the syllable on that it waits for.
    #[inline(never)]
    fn replay_told<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Replayed {
        self.finish::<P, FoundTold>(model, number, execution)
    }

    /// Replays an execution of which is known that its fetches and references find what the body says: its branch and its frame decide the exit,
    /// then all of its effects follow. `A` says what has been done, and what the listener hears.
    #[inline(always)]
    fn finish<P: Probe, A: Arrival>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Replayed {
        let Self {
            memos,
            lookups,
            recent,
            repeat,
            stream,
            learnt,
            chain,
            ..
        } = self;
        let Model { plans, pipeline } = model;
        let mut body = &mut memos.bodies[number as usize];
        let mut lists = &memos.lists;
        let (mut plan, mut tally) = plans.get_mut(body.plan);
        let begins = match A::TOLD {
            true => story::beginning(pipeline, plan, body, lists),
            false => None,
        };
        if A::TOLD && begins.is_none() {
            return Replayed::No;
        }
        let mut key = ExitKey {
            branch: NO_BRANCH,
            change: 0,
            target: execution.target,
        };
        let mut predicted = Predicted::not_taken(Stage::Third, 0);
        if let Some((bundle, outcome)) = branch_outcome(plan, execution) {
            predicted = pipeline.predict(bundle, outcome, &mut tally.positions, body.in_time);
            key.branch = branch_word(&predicted, outcome);
        }
        if !plan.frame_ops.is_empty() {
            let retired = body.retired();
            key.change = change_frame(pipeline, plan, retired, execution.taken);
        }
        let exit_number = exit_of(body, &memos.exits, &key);
        // While a stream is on, L2's reservations are not up to date, and fetch down a wrong path or a streaming prefetch would ask L2.
        let exit_number =
            exit_number.filter(|&number| !A::STREAM || !memos.exits[number as usize].aside);
        let Some(exit_number) = exit_number else {
            pipeline.ahead.prediction = (key.branch != NO_BRANCH).then_some(predicted);
            return Replayed::No;
        };
        // From here on the execution is replayed, whatever follows.
        pipeline.ahead.mapping = None;
        let mut told = body.first;
        if let Some(begins) = begins {
            let kept = (&mut *memos, &mut *recent, &*lookups);
            told = story::tell(kept, plans, pipeline, (number, begins), execution);
            body = &mut memos.bodies[number as usize];
            lists = &memos.lists;
            (plan, tally) = plans.get_mut(body.plan);
        }
        if A::HEARD {
            report::count_fetched(pipeline, plan, body, lists, told);
        }
        let attention = &pipeline.shared.counters.attention;
        if A::LATE
            && !A::TOLD
            && P::hears_records()
            && (attention.tlb_misses || attention.data_misses)
        {
            report::report_tlb_misses(pipeline, plan, body, lists, execution);
        }
        if A::HEARD && !A::LATE && body.fp_loads > 0 {
            report::report_fp_loads(pipeline, plan, body, lists, execution);
        }
        if body.frame_cycles.count > 0 {
            resize_stack(pipeline, plan, body, lists, execution);
        }
        touch_code(pipeline, &mut memos.touched, number, body, lists);
        let before = pipeline.now;
        hit(pipeline, lookups, body, lists);
        pipeline.now = before + u64::from(body.cycles);
        tally.squash(body.neutral & !execution.predicates, 1);
        let counters = &mut pipeline.shared.counters;
        if !A::HEARD && counters.only_waits() {
            counters.fetched(body.syllables());
            recent.replayed(exit_number);
        } else {
            if P::hears_records() {
                if !A::HEARD {
                    counters.fetched(body.syllables());
                }
                if counters.notes_replays() {
                    recent.replayed(exit_number);
                } else {
                    pipeline.flow.stand::<P>(plan.ip, body.end, execution);
                }
            }
            if P::hears_records() && counters.held.holds() && key.branch != NO_BRANCH {
                let taken = memos.exits[exit_number as usize].taken;
                counters
                    .held
                    .push(Held::Replayed(exit_number, pipeline.now), taken);
            }
        }
        if counters.sums() {
            memos.exits[exit_number as usize].note(
                exit_number,
                memos.call_path,
                &mut counters.probe,
            );
        }
        memos.leave::<P>(exit_number);
        let exit = &memos.exits[exit_number as usize];
        let next = exit.next;
        if !A::HEARD && !A::STREAM {
            memos.bodies[number as usize]
                .short
                .note(exit_number, exit, execution.taken);
        }
        repeat.exit = NONE;
        let body = &memos.bodies[number as usize];
        let repeats = !A::HEARD && exit.repeats && !chain.watch.is_on();
        if repeats && folds_code(pipeline, body, &memos.lists) {
            let predictions = pipeline.branches.predictions;
            let taken = (exit_number, exit, body);
            repeat.begin(taken, execution, learnt.as_ref(), predictions);
        }
        if A::LATE {
            pipeline.ahead.clear();
            settle_queues(pipeline, exit);
            chain.watch.note_late(exit_number);
        } else {
            chain.watch.miss();
        }
        if A::STREAM {
            stream.pass(pipeline, before);
            settle_queues(pipeline, exit);
        }
        if A::HEARD
            && key.branch != NO_BRANCH
            && pipeline.shared.counters.attention.branches
            && let Some(bundle) = &plan.branch
        {
            report::report_branch(pipeline, plan, bundle, exit.tally, execution.target);
        }
        let aside = exit.aside;
        if aside && let Some(bundle) = &plan.branch {
            fetch_aside(pipeline, memos, exit_number, bundle, &predicted, execution);
        }
        // The listener may wait for what is fetched aside though it need not hear of the execution.
        if A::HEARD || P::hears_records() && aside {
            let counters = &mut pipeline.shared.counters;
            if A::LATE && counters.attention.data_misses && counters.probe.asks(0) {
                // The listener is asked at the end of this execution.
                counters.attention.settle = 0;
            }
            return settles(pipeline, next);
        }
        Replayed::Yes
    }
}

/// How a replay ended: whether the listener has to be asked. `next`: the earliest entry of the next block, in cycles after the newest issue.
#[inline(always)]
fn settles<P: Probe>(pipeline: &Pipeline<P>, next: i32) -> Replayed {
    let settle = pipeline.shared.counters.attention.settle;
    if P::hears_records() && pipeline.now >= settle {
        let next = pipeline.now.wrapping_add_signed(i64::from(next));
        if next.saturating_sub(pipeline.front.sizes.depth) >= settle {
            return Replayed::AndSettle;
        }
    }
    Replayed::Yes
}

/// Whether every fetch of an execution would find its block in ITLB and L1I at once, as it did when the body was
/// remembered.
#[inline(always)]
fn would_fetch<P: Probe>(pipeline: &Pipeline<P>, body: &mut Body, lists: &mut Lists) -> bool {
    let version = pipeline.shared.caches.l1i.version;
    if body.l1i_version == version {
        // Nothing has left L1I since, and what had arrived then has arrived now.
        return fetch::has_part(&pipeline.front, body.part);
    }
    let fetches = body.fetches.of_mut(&mut lists.fetches);
    // The region of their addresses may have become another space since (System 1).
    let space = pipeline.flow.space;
    if body.part == fetch::SEVERAL_PARTS {
        // There is no single part to ask ITLB for: each fetch is looked up in each execution.
        let (front, shared) = (&pipeline.front, &pipeline.shared);
        return fetch::finds_in_parts(front, shared, (pipeline.now, space), fetches);
    }
    if let Some(first) = fetches.first() {
        body.part = pipeline.front.itlb.part(space, first.address);
    }
    let found = fetch::finds(
        &pipeline.front,
        &pipeline.shared,
        pipeline.now,
        body.part,
        fetches,
    );
    if found {
        body.l1i_version = version;
    }
    found
}

/// Uses the ITLB entries and the lines of L1I of an execution's fetches, which have been found.
#[inline(always)]
fn touch_code<P: Probe>(
    pipeline: &mut Pipeline<P>,
    touched: &mut Touched,
    number: u32,
    body: &mut Body,
    lists: &Lists,
) {
    if body.fetches.count > 0 {
        if !fetch::ask_part(&mut pipeline.front, body.part) {
            ask_parts(pipeline, body, lists);
        }
        touch_lines(pipeline, touched, number, body, lists);
    }
}

/// Uses the lines of L1I, but no ITLB entries.
#[inline(always)]
fn touch_lines<P: Probe>(
    pipeline: &mut Pipeline<P>,
    touched: &mut Touched,
    number: u32,
    body: &mut Body,
    lists: &Lists,
) {
    let l1i = &mut pipeline.shared.caches.l1i;
    if !touched.touch(number, body, &mut l1i.policy) {
        fetch::touch(l1i, body.fetches.of(&lists.fetches));
    }
}

/// Whether an execution that comes again and again may use its lines of L1I once for all times ([`fetch::folds`]).
#[inline(never)]
fn folds_code<P: Probe>(pipeline: &Pipeline<P>, body: &Body, lists: &Lists) -> bool {
    fetch::folds(&pipeline.shared.caches.l1i, body.fetches.of(&lists.fetches))
}

/// Asks ITLB for each part of a page that holds code of an execution.
#[inline(never)]
fn ask_parts<P: Probe>(pipeline: &mut Pipeline<P>, body: &Body, lists: &Lists) {
    let (front, space) = (&mut pipeline.front, pipeline.flow.space);
    fetch::ask_parts(front, space, body.fetches.of(&lists.fetches));
}

/// Makes the references of an execution, which have been found.
#[inline(always)]
fn hit<P: Probe>(pipeline: &mut Pipeline<P>, lookups: &Lookups, body: &Body, lists: &Lists) {
    let now = pipeline.now;
    if body.references.count > 0 {
        lookups.make(pipeline, body, body.references.of(&lists.references));
        pipeline.data.loads_until = pipeline
            .data
            .loads_until
            .max(now + u64::from(body.loads_until));
    }
}

/// Behind a replay: adds up older entries of the queues that are followed cycle by cycle, when there are many.
#[inline(always)]
fn settle_queues<P: Probe>(pipeline: &mut Pipeline<P>, exit: &Exit) {
    if pipeline.shared.counters.is_unsettled() {
        // No fetch reaches behind that of the newest block.
        let newest = pipeline.now.wrapping_add_signed(i64::from(exit.entry));
        let fetch = newest.saturating_sub(pipeline.front.sizes.depth);
        let settled = pipeline.settled_before(fetch);
        pipeline.shared.counters.settle(settled);
    }
}

/// What fetch does behind a replay besides following its path: it goes down the wrong path of a mispredicted branch (Front end 9), or starts the
/// streaming prefetch of a taken one (Front end 5).
#[inline(never)]
fn fetch_aside<P: Probe>(
    pipeline: &mut Pipeline<P>,
    memos: &mut Memos,
    exit_number: u32,
    bundle: &BranchBundle,
    predicted: &Predicted,
    execution: &Execution,
) {
    let exit = &memos.exits[exit_number as usize];
    let target = execution.target;
    let now = pipeline.now;
    settle_queues(pipeline, exit);
    if exit.mispredicted {
        let resteer = pipeline.flow.resteer(now);
        let newest = now.wrapping_add_signed(i64::from(exit.entry));
        let wrong = wrong_target(bundle, predicted);
        let first = wrong_path_start(newest, predicted);
        if P::hears_records() {
            report::awaken_on_path(pipeline, exit, wrong, resteer);
        }
        if pipeline.shared.counters.hears(resteer + 1) {
            let taken = execution.taken.map(|slot| (slot - bundle.first, target));
            let slot = acting_slot(bundle, taken);
            let culprit = Site {
                ip: bundle.ip,
                data: 0,
                code: CodeId(memos.bodies[exit.body as usize].code),
                index: bundle.first + slot,
            };
            pipeline.report_misprediction(culprit, resteer, target);
            (pipeline.front).report_flush_loss(&mut pipeline.shared.counters, newest, resteer);
        }
        let shared = &mut pipeline.shared;
        // The exit is the same, so the wrong path has as many cycles as when it was followed before.
        if !fetch::repeats_path(
            &mut pipeline.front,
            shared,
            &exit.path,
            wrong,
            (first, resteer),
        ) {
            let settle = |policy: &mut Policy| memos.settle_fetches(policy);
            (pipeline.front).wrong_path(shared, wrong, (first, resteer), settle);
            memos.exits[exit_number as usize].path = pipeline.front.path;
        }
    } else {
        let next = now.wrapping_add_signed(i64::from(exit.next));
        let Pipeline { front, shared, .. } = pipeline;
        if front.streams_into_l1i() {
            memos.settle_fetches(&mut shared.caches.l1i.policy);
        }
        memos.exits[exit_number as usize].streamed = front.stream_from(shared, target, next);
    }
}
