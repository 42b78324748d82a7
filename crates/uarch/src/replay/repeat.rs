//! A loop of one block: executions that lead from a state back to it, each a repeat of the one before.
//!
//! Nothing else has happened since the replay before: its code is in ITLB and L1I where that replay found it, and is what was used there last.
//! So a repeat does not look for its code again. It trains the predictor, as long as that learns from it, makes its references and lets its cycles
//! pass; a software-pipelined loop turns its rotating registers. A load from the address that the execution before loaded from finds what that
//! found. `tests/replay/twins.rs` holds it equal to full timing.

use super::short::{self, FoundReferences};
use super::{Recent, Replay, Replayed, branch_word};
use crate::model::accounting::counters::{Bounds, Counters};
use crate::model::branch_prediction::{Predicted, Settled};
use crate::model::pipeline::flow::branch_outcome;
use crate::model::pipeline::{Model, Pipeline, has_slot};
use crate::model::plan::Plan;
use crate::replay::fetch::SEVERAL_PARTS;
use crate::replay::memo::{Body, Exit, NONE, Refers};
use events::{Execution, Probe};

/// After every so many repeats the predictor is asked whether it still learns from them.
const LEARNT: u32 = 8;

/// The newest replay, if it may come again at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeat {
    /// The exit that was taken; [`NONE`]: it may not.
    pub exit: u32,
    /// Its body.
    body: u32,
    /// The state that it leads from and to, and the code.
    state: u32,
    code: u32,
    end: u8,
    taken: Option<u8>,
    /// As in its body.
    matters: u64,
    on: u64,
    neutral: u64,
    refers: Refers,
    /// It turns the rotating registers by one.
    turns: bool,
    target: u64,
    /// The address of its only reference, if that is known to be found there.
    address: Option<u64>,
    cycles: u64,
    /// How often it has come again.
    times: u32,
    /// The predictor learns nothing more from it: [`Replay::learnt`](super::Replay::learnt) says what it does.
    is_settled: bool,
    /// How often it has come again since the listener's counts were brought up to date, and how often it may before they have to be.
    uncounted: u64,
    may_wait: u64,
}

impl Repeat {
    /// No replay may come again at once.
    pub(super) const NOTHING: Self = Self {
        exit: NONE,
        body: NONE,
        state: NONE,
        code: 0,
        end: 0,
        taken: None,
        matters: 0,
        on: 0,
        neutral: 0,
        refers: Refers::Not,
        turns: false,
        target: 0,
        address: None,
        cycles: 0,
        times: 0,
        is_settled: false,
        uncounted: 0,
        may_wait: 0,
    };

    /// Begins behind a replay through an exit that leads back to its own state; `predictions`: all that have been made so far.
    #[inline(never)]
    pub(super) fn begin(
        &mut self,
        (exit_number, exit, body): (u32, &Exit, &Body),
        execution: &Execution,
        learnt: Option<&Learnt>,
        predictions: u64,
    ) {
        *self = Self {
            exit: exit_number,
            body: exit.body,
            state: exit.to,
            code: body.code,
            end: body.end,
            taken: execution.taken,
            matters: body.matters,
            on: body.on,
            neutral: body.neutral,
            refers: body.short.refers,
            turns: body.short.frames,
            target: execution.target,
            cycles: body.cycles.into(),
            is_settled: learnt.is_some_and(|learnt| learnt.holds(exit_number, exit, predictions)),
            ..Self::NOTHING
        };
    }

    /// Whether an execution from a state repeats it, whatever the addresses of its data.
    #[inline(always)]
    fn matches(&self, state: u32, code: u32, execution: &Execution) -> bool {
        self.code == code
            && self.state == state
            && execution.predicates & self.matters == self.on
            && self.target == execution.target
            && self.end == execution.end
            && self.taken == execution.taken
            && execution.notes.is_empty()
    }

    /// Counts for the listener the repeats so far, of so many syllables each.
    #[inline(never)]
    fn count<P: Probe>(&mut self, syllables: u64, counters: &mut Counters<P>, recent: &mut Recent) {
        let times = std::mem::take(&mut self.uncounted);
        self.may_wait = 0;
        counters.fetched(times * syllables);
        if counters.notes_replays() {
            recent.repeated(self.exit, times);
        }
    }

    /// Finds out how often a body may be repeated behind an issue in cycle `now` before the listener's counts have to be brought up to date; 0: not
    /// once.
    fn look<P: Probe>(&mut self, body: &Body, counters: &Counters<P>, now: u64) {
        let matters = counters.is_bounded() || counters.trail.kept || counters.held.holds();
        if matters && !counters.only_waits() {
            return;
        }
        self.may_wait = match counters.bounds() {
            Bounds::FetchedIn => repeats_before(body, counters.attention.fetches, now),
            _ => counters.calm_syllables() / body.syllables().max(1),
        };
    }
}

/// What the predictor does with an exit that it learns nothing more from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learnt {
    settled: Settled,
    exit: u32,
    /// All predictions less [`Exit::times`]: it stays as long as each prediction is made for a replay through the exit.
    others: u64,
}

impl Learnt {
    /// Whether it still is what the predictor does with an exit, behind so many predictions: none was made since but for that exit, so
    /// that the predictor is as it was. A `brp`, which changes tables without a prediction, is timed in full, and this is forgotten then.
    #[inline(always)]
    fn holds(&self, exit_number: u32, exit: &Exit, predictions: u64) -> bool {
        self.exit == exit_number && self.others == predictions.wrapping_sub(exit.times)
    }
}

/// How often a body may be repeated behind an issue in cycle `now` so that all of its fetches lie before cycle `fetch`.
fn repeats_before(body: &Body, fetch: u64, now: u64) -> u64 {
    let newest = now.wrapping_add_signed(body.fetched_until.into());
    if body.fetches.count == 0 || newest >= fetch {
        return 0;
    }
    (fetch - 1 - newest) / u64::from(body.cycles).max(1) + 1
}

/// Whether an exit that leads back to the state in which its body began may be taken again without a look at the code: that lies in one part
/// of a page, and in one line of L1I or in lines that may be used again and again ([`folds`](super::fetch::folds), asked by the caller); and
/// nothing but the predictor learns from it. It may turn the rotating registers by one, as the branches of software-pipelined loops do, and changes
/// no register names otherwise. Several fetches without data are left out: a loop of that kind is mostly a benchmark's, and samples of
/// it would cost more than a fifth of its time (`tools/listener-cost`).
pub(super) fn repeats(plan: &Plan, body: &Body, exit: &Exit) -> bool {
    let renames_alike = match *plan.frame_ops {
        [] => exit.key.change == 0,
        [(slot, op)] => op.turns() && has_slot(body.retired(), slot),
        _ => false,
    };
    renames_alike
        && (body.fetches.count <= 1 || body.short.refers != Refers::Not)
        && body.noted.is_none()
        && body.steps.count == 0
        && body.frame_cycles.count == 0
        && body.cycles > 0
        && body.part != SEVERAL_PARTS
        && exit.taken
        && !exit.aside
}

impl Replay {
    /// Whether the newest execution may be repeated at once.
    #[cfg(test)]
    pub(crate) fn is_repeating(&self) -> bool {
        self.repeat.exit != NONE
    }

    /// Replays an execution that repeats the newest one; `None`: it does not.
    #[inline(always)]
    pub(super) fn repeat<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        code: u32,
        execution: &Execution,
    ) -> Option<Replayed> {
        if self.repeat.exit == NONE {
            return None;
        }
        let same = (self.repeat).matches(self.memos.walk.current, code, execution);
        // Repeats so far are counted even if this execution is none.
        let counts = P::hears_records() && (!same || self.repeat.uncounted == self.repeat.may_wait);
        let may = !counts || self.may_repeat(&mut model.pipeline, same);
        if !same || !may {
            return None;
        }
        let mut found = FoundReferences::Nothing;
        if self.repeat.refers != Refers::Not {
            let address = execution.addresses.first().copied();
            found = match self.repeat.refers {
                Refers::Load if address.is_some() && address == self.repeat.address => {
                    FoundReferences::Only
                }
                _ => match self.find_again(model, execution) {
                    Some(found) => found,
                    None => {
                        self.count_repeats(&mut model.pipeline);
                        return None;
                    }
                },
            };
            self.repeat.address = address.filter(|_| found == FoundReferences::Only);
        }
        let Self { repeat, learnt, .. } = self;
        match learnt {
            Some(learnt) if repeat.is_settled => {
                model.pipeline.branches.run_settled(&learnt.settled);
            }
            _ => {
                if let Some(replayed) = self.run_again(model, execution)? {
                    return Some(replayed);
                }
            }
        }
        let Self { memos, repeat, .. } = self;
        if P::hears_records() {
            repeat.uncounted += 1;
        }
        if repeat.turns {
            model.pipeline.registers.frames.turn();
        }
        let squashed = repeat.neutral & !execution.predicates;
        if squashed != 0 {
            memos.bodies[repeat.body as usize].squash(squashed, &mut model.plans);
        }
        if found != FoundReferences::Nothing {
            self.refer_again(&mut model.pipeline, found);
        }
        let Self { memos, repeat, .. } = self;
        let pipeline = &mut model.pipeline;
        pipeline.now += repeat.cycles;
        if pipeline.shared.counters.sums() {
            let (exit, probe) = (
                &mut memos.exits[repeat.exit as usize],
                &mut pipeline.shared.counters.probe,
            );
            exit.note(repeat.exit, memos.call_path, probe);
        }
        memos.leave::<P>(repeat.exit);
        Some(Replayed::Yes)
    }

    /// Looks for the data of a repeat; `None`: they are not found at once.
    #[inline(never)]
    fn find_again<P: Probe>(
        &mut self,
        model: &Model<P>,
        execution: &Execution,
    ) -> Option<FoundReferences> {
        let Self { memos, lookups, .. } = self;
        let body = &mut memos.bodies[self.repeat.body as usize];
        let found = (lookups, &mut memos.lists);
        short::find(found, &model.pipeline, body, execution)
    }

    /// Makes the references of a repeat.
    #[inline(never)]
    fn refer_again<P: Probe>(&mut self, pipeline: &mut Pipeline<P>, found: FoundReferences) {
        let body = &self.memos.bodies[self.repeat.body as usize];
        short::refer((&self.lookups, &self.memos.lists), pipeline, body, found);
    }

    /// Brings the listener's counts up to date. True: the execution at hand, which repeats the newest one if `same`, may be replayed as a repeat.
    #[inline(never)]
    fn may_repeat<P: Probe>(&mut self, pipeline: &mut Pipeline<P>, same: bool) -> bool {
        let Self {
            memos,
            recent,
            repeat,
            ..
        } = self;
        let exit = &memos.exits[repeat.exit as usize];
        let body = &memos.bodies[exit.body as usize];
        let counters = &mut pipeline.shared.counters;
        repeat.count(body.syllables(), counters, recent);
        if same {
            repeat.look(body, counters, pipeline.now);
        }
        repeat.may_wait > 0
    }

    /// Predicts and learns the branch of a repeat. `None`: it has none, and is replayed in another way. `Some(None)`: the prediction is what it was,
    /// and the repeat goes on. Otherwise: how the replay ended.
    #[inline(never)]
    fn run_again<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        execution: &Execution,
    ) -> Option<Option<Replayed>> {
        let Self {
            memos,
            recent,
            repeat,
            learnt,
            ..
        } = self;
        let Model { plans, pipeline } = model;
        let exit = &memos.exits[repeat.exit as usize];
        let body = &mut memos.bodies[repeat.body as usize];
        let (plan, tally) = plans.get_mut(body.plan);
        let (bundle, outcome) = branch_outcome(plan, execution)?;
        let mut predicted = Predicted::UNSAID;
        if let Some(near) = &body.short.near {
            predicted = (pipeline.branches).run_near(near, &tally.positions, repeat.target);
        }
        if predicted.is_unsaid() {
            predicted = pipeline.predict(bundle, outcome, &mut tally.positions, body.in_time);
        }
        if branch_word(&predicted, outcome) != exit.key.branch {
            // Full timing goes on with what has been learnt.
            pipeline.ahead.prediction = Some(predicted);
            repeat.count(body.syllables(), &mut pipeline.shared.counters, recent);
            *repeat = Repeat::NOTHING;
            return Some(Some(Replayed::No));
        }
        repeat.times = repeat.times.wrapping_add(1);
        // If the predictor came to learn nothing more from it in an earlier loop, it is asked at the first repeat already.
        let soon = repeat.times == 1 && body.short.settles;
        if soon || repeat.times.is_multiple_of(LEARNT) {
            let branches = &pipeline.branches;
            let settled = branches.settled(bundle, outcome, &tally.positions);
            let same = |next: &Settled| branch_word(&next.predicted, outcome) == exit.key.branch;
            let settled = settled.filter(same);
            repeat.is_settled = settled.is_some();
            body.short.settles = repeat.is_settled;
            *learnt = settled.map(|settled| Learnt {
                settled,
                exit: repeat.exit,
                // The replay at hand is added to `times` behind this.
                others: branches.predictions.wrapping_sub(exit.times + 1),
            });
        }
        Some(None)
    }

    /// Syllables of one repeat.
    fn repeated_syllables(&self) -> u64 {
        let exit = self.memos.exits.get(self.repeat.exit as usize);
        let body = exit.and_then(|exit| self.memos.bodies.get(exit.body as usize));
        body.map_or(0, Body::syllables)
    }

    /// Valid syllables of repeats, and of executions in a chain, that are not counted yet.
    pub(crate) fn fetched_by_repeats(&self) -> u64 {
        self.repeat.uncounted * self.repeated_syllables() + self.chain.fetched()
    }

    /// Counts the repeats so far for the listener.
    pub(super) fn count_repeats<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        if !P::hears_records() || self.repeat.uncounted == 0 {
            return;
        }
        let syllables = self.repeated_syllables();
        let counters = &mut pipeline.shared.counters;
        self.repeat.count(syllables, counters, &mut self.recent);
    }

    /// Ends chain, repeats and stream: what comes next is not expected to go on with them.
    #[inline(always)]
    pub(super) fn end_repeats<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        self.end_chain(pipeline);
        self.count_repeats(pipeline);
        self.repeat.exit = NONE;
        self.stream.end(pipeline);
    }
}

#[cfg(test)]
mod tests {
    use crate::Timing;
    use crate::testing::{
        LOAD, Waiting, block, branch, execution, itanium, itanium2, rotating_branch,
    };
    use events::Off;

    #[test]
    fn a_loop_that_rotates_registers_is_repeated_and_leaves_them_where_full_timing_does() {
        for machine in [itanium(), itanium2()] {
            let mut full = Timing::new(&machine, Off).with_replay(0);
            let mut replaying = Timing::new(&machine, Off);
            let mut summing = Timing::new(&machine, Waiting);
            let start = 0x4000_0000;
            let turn = block(0, start, LOAD, rotating_branch(0));
            let behind = block(1, start + 16, LOAD, branch(false, -1));
            let mut repeats = 0;
            for round in 0..40 {
                for number in 1..=100 {
                    let last = number == 100;
                    let target = if last { behind.ip } else { start };
                    let next = execution(&turn, target, 0x6000_0100);
                    full.execute(&turn, &next);
                    replaying.execute(&turn, &next);
                    summing.execute(&turn, &next);
                    repeats += u64::from(replaying.is_repeating());
                    assert_eq!(replaying.now(), full.now(), "round {round}, turn {number}");
                    assert_eq!(summing.now(), full.now(), "round {round}, turn {number}");
                }
                let next = execution(&behind, start, 0x6000_0100);
                full.execute(&behind, &next);
                replaying.execute(&behind, &next);
                summing.execute(&behind, &next);
            }
            assert!(repeats > 3_000, "{repeats}");
            let (counted, replayed, summed) = (full.totals(), replaying.totals(), summing.totals());
            assert_eq!(replayed.counts, counted.counts);
            assert_eq!(replayed.ledger, counted.ledger);
            assert_eq!(summed.ledger, counted.ledger);
            // 4,000 turns are 64 more than a multiple of 96, 16 more than one of 48: both kinds of registers stand elsewhere than at first.
            let frames = |timing: &Timing<_>| timing.model().pipeline.registers.frames.clone();
            assert!(frames(&full).turns());
            assert_eq!(frames(&replaying), frames(&full));
        }
    }
}
