//! Loops of several blocks: executions that follow each other as they did one turn before.
//!
//! When replays have gone through the same exits turn after turn ([`watch`]), these are a chain: what comes next is known, and an execution is only
//! compared with the link that is expected. What nothing but executions of the chain can change is not asked again in each: its code is where it
//! was found, its lines of L1I and its pages are used in the order of the turn, and once the predictor finds in all its tables what it
//! found a turn before, it finds that in each turn. References are looked up and made, and cycles pass, as in any replay. All else is
//! written down where the chain ends ([`Replay::end_chain`]): before anything but the next execution of the chain happens.
//! `tests/replay/twins.rs` holds it equal to full timing.

#[cfg(test)]
mod tests;
mod watch;

use super::short::{self, Found};
use super::{
    NO_BRANCH, Replay, Replayed, branch_word, fetch, right_word, settle_queues, touch_code,
};
use crate::model::accounting::counters::{Bounds, Counters};
use crate::model::branch_prediction::{
    BranchBundle, BranchOutcome, BranchUnit, NO_TARGET, Predicted, ReturnStack, Seen,
    TablePositions,
};
use crate::model::pipeline::flow::{branch_outcome, wrong_target};
use crate::model::pipeline::{Model, Pipeline};
use crate::model::plan::table::PlanTable;
use crate::replay::frame::{change_frame, resize_stack};
use crate::replay::memo::{Refers, Short, Skips};
use crate::replay::memos::Memos;
use events::{Execution, Probe};
pub(crate) use watch::Turns;
use watch::Watch;

/// Turns of a chain that save what making it and writing it down costs.
const WORTH: u64 = 4;

/// An execution of a turn.
#[derive(Clone, Copy, Debug)]
struct Link {
    exit: u32,
    body: u32,
    code: u32,
    end: u8,
    taken: Option<u8>,
    /// It may change the frame of the register stack.
    frames: bool,
    refers: Refers,
    target: u64,
    /// As in its body.
    matters: u64,
    on: u64,
    neutral: u64,
    /// As in its exit's key.
    branch: u64,
    /// Where the wrong path begins that is fetched behind it, if one is.
    wrong: Option<u64>,
    cycles: u64,
    syllables: u64,
    /// As in its body.
    fetched_until: i32,
    /// What the predictor found in its tables the last time.
    seen: Option<Seen>,
}

impl Link {
    /// Whether an execution is this one, but for the data that it refers to.
    #[inline(always)]
    fn is_it(&self, code: u32, execution: &Execution) -> bool {
        self.code == code
            && self.target == execution.target
            && execution.predicates & self.matters == self.on
            && self.end == execution.end
            && self.taken == execution.taken
            && execution.notes.is_empty()
    }

    /// Whether it is predicted as it was, and the predictor learns nothing from it.
    fn is_idle(&self, memos: &Memos, branches: &BranchUnit) -> bool {
        if self.branch == NO_BRANCH {
            return true;
        }
        let short = &memos.bodies[self.body as usize].short;
        let near = short.near.as_ref();
        let how = near.and_then(|near| branches.idle(near, &short.positions, self.went()));
        how.is_some_and(|how| right_word(self.branch, how) == self.branch)
    }

    /// To where its branch was taken, or [`NO_TARGET`].
    #[inline(always)]
    fn went(&self) -> u64 {
        match self.taken {
            Some(_) => self.target,
            None => NO_TARGET,
        }
    }
}

/// A loop that replays are in, and the search for one.
#[derive(Debug, Default)]
pub(super) struct Chain {
    /// Executions are those of the chain.
    pub on: bool,
    /// The link that is expected.
    at: usize,
    links: Vec<Link>,
    /// Whole turns.
    turns: u64,
    /// Those in which the predictor found what it had found, so that it was not asked.
    folded: Option<u64>,
    /// Branches in a row for which it found what it had found a turn before.
    known: usize,
    /// There are calls and returns, and what the return stack was when a turn began.
    calls: bool,
    returns: Option<ReturnStack>,
    /// Valid syllables that a listener has not been told of, how many there may be, and the cycle before which they have to be fetched.
    fetched: u64,
    may_fetch: u64,
    may_fetch_before: u64,
    /// The search for the next one.
    pub watch: Watch,
}

impl Chain {
    /// Begins a chain of the turn that was found, if it can be one.
    #[inline(never)]
    pub(super) fn begin<P: Probe>(
        &mut self,
        memos: &mut Memos,
        plans: &PlanTable,
        pipeline: &Pipeline<P>,
    ) {
        let is_idle = self.link_turn(memos, plans, pipeline);
        if is_idle == Some(false) && !self.watch.is_long() {
            return;
        }
        let may_pass = may_pass(&pipeline.shared.counters);
        self.watch.end();
        let (Some(is_idle), Some(may_pass)) = (is_idle, may_pass) else {
            self.watch.rate(false);
            return memos.exits[self.watch.head() as usize].turns.rate(false);
        };
        self.on = true;
        self.calls = self.links.iter().any(|link| link.frames);
        (self.at, self.turns, self.known) = (0, 0, 0);
        (self.folded, self.returns) = (is_idle.then_some(0), None);
        self.fetched = 0;
        (self.may_fetch, self.may_fetch_before) = may_pass;
    }

    /// Makes the links of the turn: whether the predictor learns nothing more from it. `None`: they cannot be a chain.
    fn link_turn<P: Probe>(
        &mut self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &Pipeline<P>,
    ) -> Option<bool> {
        let mut state = memos.walk.current;
        let mut is_idle = true;
        self.links.clear();
        for &number in self.watch.turn() {
            let link = link(memos, plans, pipeline, number);
            let link = link.filter(|link| memos.begins(state, link.body))?;
            state = memos.exits[number as usize].to;
            is_idle &= link.is_idle(memos, &pipeline.branches);
            self.links.push(link);
        }
        (state == memos.walk.current).then_some(is_idle)
    }

    /// All exits are forgotten.
    pub(super) fn forget(&mut self) {
        debug_assert!(!self.on, "links of a chain are forgotten");
        self.watch.forget();
    }

    /// Whether the newest execution was in a chain, and in one for which the predictor was not asked.
    #[cfg(test)]
    pub(super) fn is_on(&self) -> (bool, bool) {
        (
            self.on && self.times() > 0,
            self.on && self.folded.is_some(),
        )
    }

    /// Executions so far that are not counted.
    pub(super) fn times(&self) -> u64 {
        match self.on {
            true => self.turns * self.links.len() as u64 + self.at as u64,
            false => 0,
        }
    }

    /// Valid syllables that a listener has not been told of.
    pub(super) fn fetched(&self) -> u64 {
        match self.on {
            true => self.fetched,
            false => 0,
        }
    }

    /// Whether a listener need not hear of the expected execution behind an issue in a cycle.
    #[inline(always)]
    fn may_pass(&self, now: u64) -> bool {
        let link = &self.links[self.at];
        let newest = now.wrapping_add_signed(link.fetched_until.into());
        self.fetched + link.syllables <= self.may_fetch && newest < self.may_fetch_before
    }

    /// The executions of the newest turn, or of the one that has begun if there is none yet: the oldest first.
    fn newest(&self) -> impl DoubleEndedIterator<Item = &Link> + Clone {
        let (begun, before) = self.links.split_at(self.at);
        let before = if self.turns > 0 { before } else { &[] };
        before.iter().chain(begun)
    }

    /// Predicts the branch of the expected link and learns it.
    #[inline(never)]
    fn run(
        &mut self,
        branches: &mut BranchUnit,
        short: &Short,
        (bundle, outcome): (&BranchBundle, BranchOutcome),
        positions: &mut TablePositions,
    ) -> Predicted {
        let link = &mut self.links[self.at];
        if let Some(near) = &short.near {
            let seen = branches.seen(near, &short.positions, link.went());
            let before = std::mem::replace(&mut link.seen, seen);
            self.known += 1;
            if seen.is_none() || before != seen {
                self.known = 0;
            }
            let predicted = branches.run_near(near, &short.positions, link.went());
            if !predicted.is_unsaid() {
                return predicted;
            }
        }
        self.known = 0;
        branches.run(bundle, outcome, positions)
    }

    /// A turn ends.
    #[inline(always)]
    fn turn(&mut self, returns: &ReturnStack) {
        self.at = 0;
        self.turns += 1;
        match &mut self.folded {
            Some(turns) => *turns += 1,
            None => self.look(returns),
        }
    }

    /// Looks whether the predictor is what it was a turn before.
    fn look(&mut self, returns: &ReturnStack) {
        let branches = self.links.iter().filter(|link| link.branch != NO_BRANCH);
        if self.known >= branches.count() {
            if !self.calls || self.returns.as_ref() == Some(returns) {
                self.folded = Some(0);
            } else {
                self.returns = Some(returns.clone());
            }
        }
    }
}

/// How much a listener may leave unheard: valid syllables, and the cycle before which they have to be fetched; `None`: nothing.
fn may_pass<P: Probe>(counters: &Counters<P>) -> Option<(u64, u64)> {
    if P::hears_records() && counters.sums() {
        return None;
    }
    let waits = counters.is_bounded() || counters.trail.kept || counters.held.holds();
    if waits && !counters.only_waits() {
        return None;
    }
    Some(match counters.bounds() {
        Bounds::FetchedIn => (u64::MAX, counters.attention.fetches),
        _ => (counters.calm_syllables(), u64::MAX),
    })
}

/// The link of an exit; `None`: more than its references may have to be asked in each execution.
fn link<P: Probe>(
    memos: &Memos,
    plans: &PlanTable,
    pipeline: &Pipeline<P>,
    number: u32,
) -> Option<Link> {
    let exit = memos.exits.get(number as usize)?;
    let body = memos.bodies.get(exit.body as usize)?;
    let l1i = &pipeline.shared.caches.l1i;
    let is_fetched = body.fetches.count == 0
        || body.l1i_version == l1i.version
            && fetch::folds(l1i, body.fetches.of(&memos.lists.fetches))
            && pipeline.front.itlb.again(body.part).is_some();
    let is_plain = body.skips == Skips::NONE && body.steps.count == 0;
    let is_known = !exit.taken || exit.key.branch != NO_BRANCH;
    // A listener that adds up is told of replays by call path: a chain is on one.
    let is_told = !pipeline.shared.counters.sums() || exit.call_path == memos.path;
    // A listener may want more of a wrong path.
    let repeats_path = !exit.aside
        || !P::hears_records()
            && exit.mispredicted
            && fetch::folds_path(l1i, &exit.path)
            && fetch::knows_path(
                &pipeline.front,
                &pipeline.shared,
                &exit.path,
                exit.path.target,
            );
    let bundle = plans.plan(body.plan).branch.as_ref();
    // What the predictor finds in its tables is all that a chain knows of a prediction.
    let by_register = bundle.is_some_and(|bundle| pipeline.flow.reads_registers_of(bundle));
    if !is_told || !repeats_path || !is_plain || !is_fetched || !is_known || by_register {
        return None;
    }
    let taken = bundle.map(|bundle| bundle.first + (exit.key.branch & 3) as u8);
    Some(Link {
        exit: number,
        body: exit.body,
        code: body.code,
        end: body.end,
        taken: taken.filter(|_| exit.taken),
        frames: body.short.frames,
        refers: body.short.refers,
        target: exit.key.target,
        matters: body.matters,
        on: body.on,
        neutral: body.neutral,
        branch: exit.key.branch,
        wrong: exit.aside.then_some(exit.path.target),
        cycles: body.cycles.into(),
        syllables: body.syllables(),
        fetched_until: body.fetched_until,
        seen: None,
    })
}

impl Replay {
    /// Replays an execution that is the expected one of the chain; `None`: it is not, and the chain has ended.
    #[inline(never)]
    pub(crate) fn replay_chained<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        code: u32,
        execution: &Execution,
    ) -> Option<Replayed> {
        let Self { chain, memos, .. } = self;
        let link = &chain.links[chain.at];
        if !link.is_it(code, execution) || P::hears_records() && !chain.may_pass(model.pipeline.now)
        {
            self.end_chain(&mut model.pipeline);
            return None;
        }
        if chain.folded.is_none() || link.frames {
            return self.replay_link(model, execution);
        }
        if link.refers != Refers::Not {
            let body = &mut memos.bodies[link.body as usize];
            let only = match &*execution.addresses {
                &[address] if link.refers != Refers::Any => Some(address),
                _ => None,
            };
            if !only.is_some_and(|address| body.makes_only(&mut model.pipeline, address)) {
                return self.replay_link(model, execution);
            }
        }
        let squashed = link.neutral & !execution.predicates;
        if squashed != 0 {
            memos.bodies[link.body as usize].squash(squashed, &mut model.plans);
        }
        if link.wrong.is_some() {
            settle_queues(&mut model.pipeline, &memos.exits[link.exit as usize]);
        }
        self.pass_link(&mut model.pipeline);
        Some(Replayed::Yes)
    }

    /// The expected execution of the chain has been made.
    #[inline(always)]
    fn pass_link<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        let chain = &mut self.chain;
        let link = &chain.links[chain.at];
        pipeline.now += link.cycles;
        if P::hears_records() {
            chain.fetched += link.syllables;
        }
        chain.at += 1;
        if chain.at == chain.links.len() {
            chain.turn(pipeline.branches.returns());
        }
    }

    /// Replays an execution of which all is expected but what its references, the predictor and the register stack say.
    #[inline(never)]
    fn replay_link<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        execution: &Execution,
    ) -> Option<Replayed> {
        let Self {
            chain,
            memos,
            lookups,
            ..
        } = self;
        let Memos {
            bodies,
            exits,
            lists,
            ..
        } = memos;
        let Model { plans, pipeline } = model;
        let link = chain.links[chain.at];
        let body = &mut bodies[link.body as usize];
        let mut found = Found::Nothing;
        if link.refers != Refers::Not {
            match short::find((&mut *lookups, lists), pipeline, body, execution) {
                Some(which) => found = which,
                None => {
                    self.end_chain(pipeline);
                    return None;
                }
            }
        }
        let mut same = true;
        let mut predicted = None;
        if chain.folded.is_none() && link.branch != NO_BRANCH {
            let (plan, tally) = plans.get_mut(body.plan);
            if let Some((bundle, outcome)) = branch_outcome(plan, execution) {
                let branch = (bundle, outcome);
                let branches = &mut pipeline.branches;
                let said = chain.run(branches, &body.short, branch, &mut tally.positions);
                body.short.positions = tally.positions;
                same = branch_word(&said, outcome) == link.branch;
                predicted = Some(said);
            }
        }
        if same && link.frames {
            let (plan, _) = plans.get_mut(body.plan);
            let retired = body.retired();
            let change = change_frame(pipeline, plan, retired, execution.taken);
            same = change == exits[link.exit as usize].key.change;
            if same {
                pipeline.ahead.mapping = None;
                if body.frame_cycles.count > 0 {
                    resize_stack(pipeline, plan, body, lists, execution);
                }
            }
        }
        if !same {
            // Full timing goes on with what has been learnt.
            self.end_chain(pipeline);
            pipeline.ahead.prediction = predicted;
            return Some(Replayed::No);
        }
        let squashed = link.neutral & !execution.predicates;
        if squashed != 0 {
            body.squash(squashed, plans);
        }
        if found != Found::Nothing {
            short::refer((lookups, lists), pipeline, body, found);
        }
        let elsewhere = link.wrong.is_some()
            && predicted.is_some_and(|predicted| {
                let bundle = plans.plan(body.plan).branch.as_ref();
                bundle.map(|bundle| wrong_target(bundle, &predicted)) != link.wrong
            });
        if elsewhere && let Some(predicted) = predicted {
            // The path that is followed behind it is not the one that the chain knows and counts: it is a replay like any other.
            self.end_chain(pipeline);
            let Memos {
                bodies,
                lists,
                touched,
                ..
            } = &mut self.memos;
            let body = &mut bodies[link.body as usize];
            touch_code(pipeline, touched, link.body, body, lists);
            pipeline.now += link.cycles;
            self.memos.leave(link.exit);
            return Some(self.fetch_behind(model, link.exit, predicted, execution));
        }
        if link.wrong.is_some() {
            settle_queues(pipeline, &exits[link.exit as usize]);
        }
        self.pass_link(pipeline);
        Some(Replayed::Yes)
    }

    /// The chain ends, if there is one: writes down what its executions did.
    #[inline(always)]
    pub(super) fn end_chain<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        if self.chain.on {
            self.settle_chain(pipeline);
        }
    }

    #[inline(never)]
    fn settle_chain<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        let Self {
            chain,
            memos,
            recent,
            ..
        } = self;
        chain.on = false;
        let Memos {
            bodies,
            exits,
            lists,
            touched,
            walk,
            ..
        } = memos;
        let worth = chain.turns >= WORTH;
        chain.watch.rate(worth);
        exits[chain.watch.head() as usize].turns.rate(worth);
        if let Some(folded) = chain.folded {
            // The turns leave the predictor as it was; what of one was begun does not.
            let (begun, links) = (&chain.links[..chain.at], &chain.links);
            let branches = links.iter().filter(|link| link.branch != NO_BRANCH).count() as u64;
            pipeline.branches.predictions += folded * branches;
            for link in begun.iter().filter(|link| link.branch != NO_BRANCH) {
                let short = &bodies[link.body as usize].short;
                if let Some(near) = &short.near {
                    pipeline
                        .branches
                        .run_near(near, &short.positions, link.went());
                }
            }
        }
        for (number, link) in chain.links.iter().enumerate() {
            let times = chain.turns + u64::from(number < chain.at);
            let exit = &mut exits[link.exit as usize];
            exit.times += times;
            if link.wrong.is_some() {
                let (front, shared) = (&mut pipeline.front, &mut pipeline.shared);
                fetch::count_paths(front, shared, &exit.path, times);
            }
        }
        for link in chain.newest() {
            let body = &mut bodies[link.body as usize];
            touch_code(pipeline, touched, link.body, body, lists);
            if link.wrong.is_some() {
                let path = &exits[link.exit as usize].path;
                fetch::touch_path(&mut pipeline.shared, path);
            }
        }
        let times = chain.turns * chain.links.len() as u64 + chain.at as u64;
        if let Some(last) = chain.newest().next_back() {
            walk.passed(exits[last.exit as usize].to, times);
        }
        if P::hears_records() {
            pipeline.shared.counters.fetched(chain.fetched);
            recent.chained(chain.newest().map(|link| link.exit), times);
        }
    }
}
