//! Loops of several blocks: replays that go through the same exits turn after turn.
//!
//! A search ([`watch`]) finds the exits of a turn. They become the links of a *chain* ([`Link`]): what comes next is known, and an execution is only
//! compared with the link that is expected. What only executions outside of the chain could change is not asked again: the code of each link stays
//! in ITLB and L1I where it was found, and its lines are used once when the chain ends, in the order of the newest turn. When the predictor is at
//! the end of a turn what it was a turn before ([`prediction`]), it would find in each turn to come what it found in that one, and is not asked any
//! more; then register frames that come round ([`frames`]) are not followed any more either. References are looked up and made, streaming prefetches
//! started, and cycles pass, as in any replay. All else is written down where the chain ends ([`Replay::end_chain`]): before anything but the next
//! execution of the chain happens. `tests/replay/twins.rs` holds it equal to full timing.

mod frames;
mod link;
mod prediction;
#[cfg(test)]
mod tests;
mod watch;

use super::short::{self, FoundReferences};
use super::{
    NO_BRANCH, Replay, Replayed, branch_word, fetch, settle_queues, touch_code, touch_lines,
};
use crate::model::accounting::counters::{Bounds, Counters};
use crate::model::branch_prediction::{BranchBundle, Predicted};
use crate::model::pipeline::flow::{branch_outcome, wrong_target};
use crate::model::pipeline::{Model, Pipeline};
use crate::model::plan::table::PlanTable;
use crate::replay::frame::{change_frame, resize_stack};
use crate::replay::memo::{Exit, Noted, Refers};
use crate::replay::memos::Memos;
use crate::replay::noted;
use events::{Execution, Probe};
use frames::TurnFrames;
use link::{Behind, Link, link};
use prediction::Prediction;
pub(crate) use watch::Turns;
use watch::Watch;

/// Turns that a chain has to last to save what it costs to make it and to write it down.
const WORTH: u64 = 4;
/// Of so many executions of a turn one may be late: a late one costs in a chain what it costs outside.
const PER_LATE: usize = 4;

/// A loop that replays are in, and the search for one.
#[derive(Debug, Default)]
pub(super) struct Chain {
    /// A chain is on: the next execution is expected to be one of it.
    pub on: bool,
    /// The link that is expected.
    at: usize,
    links: Vec<Link>,
    /// L1I's version, which does not change while the chain is on.
    l1i_version: u64,
    /// The branch bundles of the links.
    bundles: Vec<Option<BranchBundle>>,
    /// Whole turns.
    turns: u64,
    prediction: Prediction,
    frames: TurnFrames,
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
        self.l1i_version = pipeline.shared.caches.l1i.version;
        (self.at, self.turns) = (0, 0);
        self.prediction.begin(is_idle);
        self.frames.begin(&self.links, memos, plans);
        if is_idle {
            self.ask_less(memos);
        }
        self.fetched = 0;
        (self.may_fetch, self.may_fetch_before) = may_pass;
    }

    /// Makes the links of the turn that was found: whether the predictor learns nothing more from it. `None`: they cannot be a chain.
    fn link_turn<P: Probe>(
        &mut self,
        memos: &Memos,
        plans: &PlanTable,
        pipeline: &Pipeline<P>,
    ) -> Option<bool> {
        let turn = self.watch.turn();
        let repeats = |&&number: &&u32| memos.exits[number as usize].repeats;
        if turn.iter().filter(repeats).count() * 2 > turn.len() {
            // Most of it is a loop of one block, whose repeats cost less than a chain.
            return None;
        }
        let mut state = memos.walk.current;
        let mut is_idle = true;
        let last = pipeline.front.itlb.last.0;
        let mut part = last;
        self.links.clear();
        self.bundles.clear();
        for &number in turn {
            let mut link = link(memos, plans, pipeline, (state, number, part))?;
            if !memos.begins(state, link.body) {
                return None;
            }
            link.part = link.part.filter(|&its| its != part);
            if let Some(other) = link.part {
                // In the next turn it is not the part translated last: it has to be in ITLB.
                pipeline.front.itlb.peek(false, other)?;
                (part, link.behind) = (other, Behind::Fetches);
            }
            state = memos.exits[number as usize].to;
            is_idle &= link.is_idle(memos, &pipeline.branches);
            let body = &memos.bodies[link.body as usize];
            self.bundles.push(plans.plan(body.plan).branch);
            self.links.push(link);
        }
        let late = self.links.iter().filter(|link| link.is_late).count();
        let goes_round = state == memos.walk.current && part == last;
        (goes_round && late * PER_LATE <= self.links.len()).then_some(is_idle)
    }

    /// All exits are forgotten.
    pub(super) fn forget(&mut self) {
        debug_assert!(!self.on, "links of a chain are forgotten");
        self.watch.forget();
    }

    /// Whether the newest execution was in a chain, in one for which the predictor was not asked, and the frames were not followed.
    #[cfg(test)]
    pub(super) fn is_on(&self) -> [bool; 3] {
        let folded = self.on && self.prediction.folded.is_some();
        [
            self.on && self.times() > 0,
            folded,
            folded && self.frames.folded,
        ]
    }

    /// Executions of the chain that is on, which are not counted yet.
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

    /// A turn ends.
    #[inline(always)]
    fn turn<P: Probe>(&mut self, memos: &Memos, pipeline: &Pipeline<P>) {
        self.at = 0;
        self.turns += 1;
        if let Some(turns) = &mut self.prediction.folded {
            *turns += 1;
            if self.frames.is_known() {
                return;
            }
        }
        self.look(memos, pipeline);
    }

    /// Looks whether the predictor and the frames of the register stack are what they were a turn before.
    #[inline(never)]
    fn look<P: Probe>(&mut self, memos: &Memos, pipeline: &Pipeline<P>) {
        let asked = self.prediction.folded.is_none();
        if asked {
            self.prediction.look(&self.links, &pipeline.branches);
        }
        let frames = &pipeline.registers.frames;
        if self.prediction.folded.is_some() && (self.frames.turn(frames) || asked) {
            self.ask_less(memos);
        }
    }

    /// Notes in the links what is still to be asked when the predictor is not asked any more, nor frames are followed if they are folded.
    fn ask_less(&mut self, memos: &Memos) {
        for link in &mut self.links {
            let body = &memos.bodies[link.body as usize];
            let follows = link.frames && !self.frames.folded || body.frame_cycles.count > 0;
            link.asks = !link.is_plain() || follows;
        }
    }
}

/// What an execution does [behind](Behind::Fetches) its cycles.
#[inline(never)]
fn fetch_more<P: Probe>(pipeline: &mut Pipeline<P>, exit: &mut Exit, link: &Link) {
    settle_queues(pipeline, exit);
    let Pipeline { front, shared, .. } = pipeline;
    if let Some(part) = link.part {
        let asked = fetch::ask_part(front, part);
        debug_assert!(asked, "a part of a chain has left ITLB");
    }
    if link.streams {
        // No listener hears of it (see `repeats_aside` in [`link`]).
        let again = exit.streamed;
        if !again.is_some_and(|streamed| front.stream_again(shared, streamed)) {
            let next = pipeline.now.wrapping_add_signed(exit.next.into());
            exit.streamed = front.stream_from(shared, link.target, next);
        }
    }
}

/// How much may pass in a chain without the listener: valid syllables, and the cycle before which they have to be fetched. `None`: nothing.
fn may_pass<P: Probe>(counters: &Counters<P>) -> Option<(u64, u64)> {
    let waits = counters.is_bounded() || counters.trail.kept || counters.held.holds();
    if waits && !counters.only_waits() {
        return None;
    }
    Some(match counters.bounds() {
        Bounds::FetchedIn => (u64::MAX, counters.attention.fetches),
        _ => (counters.calm_syllables(), u64::MAX),
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
        let Self {
            chain,
            memos,
            lookups,
            ..
        } = self;
        let link = &chain.links[chain.at];
        if !link.matches(code, execution)
            || P::hears_records() && !chain.may_pass(model.pipeline.now)
        {
            self.end_chain(&mut model.pipeline);
            return None;
        }
        if link.asks {
            return match link.is_plain() {
                true => self.replay_link(model, execution),
                false => self.replay_unusual(model, execution),
            };
        }
        if link.refers != Refers::Not {
            let Memos { bodies, lists, .. } = memos;
            let (body, pipeline) = (&mut bodies[link.body as usize], &mut model.pipeline);
            let made = match &*execution.addresses {
                &[address] if link.refers != Refers::Any => body.makes_only(pipeline, address),
                _ => body.makes_all(pipeline, (lookups, lists), execution),
            };
            if !made {
                self.end_chain(&mut model.pipeline);
                return None;
            }
        }
        let squashed = link.neutral & !execution.predicates;
        if squashed != 0 {
            memos.bodies[link.body as usize].squash(squashed, &mut model.plans);
        }
        self.pass_link(&mut model.pipeline);
        Some(Replayed::Yes)
    }

    /// The expected execution of the chain has been made: its cycles pass, and fetch does what it does beside following.
    #[inline(always)]
    fn pass_link<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        let chain = &mut self.chain;
        let link = &chain.links[chain.at];
        pipeline.now += link.cycles;
        if P::hears_records() {
            chain.fetched += link.syllables;
        }
        match link.behind {
            Behind::Nothing => {}
            Behind::Settles => settle_queues(pipeline, &self.memos.exits[link.exit as usize]),
            Behind::Fetches => {
                fetch_more(pipeline, &mut self.memos.exits[link.exit as usize], link);
            }
        }
        chain.at += 1;
        if chain.at == chain.links.len() {
            chain.turn(&self.memos, pipeline);
        }
    }

    /// Replays the expected execution, whose references are made one by one or are not all made.
    #[inline(never)]
    fn replay_unusual<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        execution: &Execution,
    ) -> Option<Replayed> {
        let link = self.chain.links[self.chain.at];
        if !link.is_late {
            if Noted::of(execution) != Some(link.noted) {
                self.end_chain(&mut model.pipeline);
                return None;
            }
            let body = &self.memos.bodies[link.body as usize];
            let plain = noted::without(self.plain.take(), execution, body.skipped);
            let replayed = self.replay_link(model, &plain);
            self.plain = Some(plain);
            return replayed;
        }
        let predicates = execution.predicates;
        let root = (self.memos).find(link.state, link.code, link.end, predicates);
        let made = root.and_then(|root| self.make_late(model, root, execution));
        match made {
            Some(number) if number == link.body => {
                Some(self.finish_link(model, execution, FoundReferences::Nothing))
            }
            // It met other delays: it is replayed outside of the chain, or full timing goes on with what was made.
            made => {
                self.end_chain(&mut model.pipeline);
                Some(match made {
                    Some(number) => self.finish_short(model, number, execution),
                    None => Replayed::No,
                })
            }
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
        let pipeline = &mut model.pipeline;
        let link = &chain.links[chain.at];
        let body = &mut memos.bodies[link.body as usize];
        let mut found = FoundReferences::Nothing;
        if link.refers != Refers::Not {
            match short::find((lookups, &mut memos.lists), pipeline, body, execution) {
                Some(which) => found = which,
                None => {
                    self.end_chain(pipeline);
                    return None;
                }
            }
        }
        Some(self.finish_link(model, execution, found))
    }

    /// Replays what is left of the expected execution: its references were found, or have been made.
    #[inline(always)]
    fn finish_link<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        execution: &Execution,
        found: FoundReferences,
    ) -> Replayed {
        let link = &self.chain.links[self.chain.at];
        let (asks_predictor, frames) = (self.chain.prediction.folded.is_none(), link.frames);
        if asks_predictor && let Some(replayed) = self.ask_predictor(model, execution, found) {
            return replayed;
        }
        if frames && !self.changes_frame_alike(model, execution) {
            // Full timing goes on.
            self.end_chain(&mut model.pipeline);
            return Replayed::No;
        }
        self.refer_to_link(model, execution, found);
        self.pass_link(&mut model.pipeline);
        Replayed::Yes
    }

    /// Makes the references of the expected execution, if they have not been made.
    #[inline(always)]
    fn refer_to_link<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        execution: &Execution,
        found: FoundReferences,
    ) {
        let link = &self.chain.links[self.chain.at];
        let Memos { bodies, lists, .. } = &mut self.memos;
        let Model { plans, pipeline } = model;
        let body = &mut bodies[link.body as usize];
        let squashed = link.neutral & !execution.predicates;
        if squashed != 0 {
            body.squash(squashed, plans);
        }
        if link.is_late {
            pipeline.ahead.clear();
        }
        short::refer((&self.lookups, lists), pipeline, body, found);
    }

    /// Predicts the branch of the expected execution; how the execution ends, if it does not go on as expected: full timing goes on with what
    /// has been learnt where another prediction is made.
    #[inline(never)]
    fn ask_predictor<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        execution: &Execution,
        found: FoundReferences,
    ) -> Option<Replayed> {
        let Self { chain, memos, .. } = self;
        let Model { plans, pipeline } = model;
        let link = &mut chain.links[chain.at];
        let body = &mut memos.bodies[link.body as usize];
        let (plan, tally) = plans.get_mut(body.plan);
        let (bundle, outcome) = branch_outcome(plan, execution)?;
        let known = (&mut *link, &body.short);
        let (branches, positions) = (&mut pipeline.branches, &mut tally.positions);
        let said = (chain.prediction).run(branches, known, (bundle, outcome), positions);
        body.short.positions = tally.positions;
        if branch_word(&said, outcome) != link.branch {
            self.end_chain(pipeline);
            pipeline.ahead.prediction = Some(said);
            return Some(Replayed::No);
        }
        if link.frames {
            // Full timing goes on with it where the frame changes in another way.
            pipeline.ahead.prediction = Some(said);
        }
        let is_elsewhere = (link.wrong).is_some_and(|wrong| wrong != wrong_target(bundle, &said));
        is_elsewhere.then(|| self.leave_for_path(model, execution, (found, said)))
    }

    /// Changes the register frame as the expected execution does; false: in another way than the chain knows, and full timing goes on with it.
    #[inline(never)]
    fn changes_frame_alike<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        execution: &Execution,
    ) -> bool {
        let Self { chain, memos, .. } = self;
        let Model { plans, pipeline } = model;
        let link = &chain.links[chain.at];
        let body = &memos.bodies[link.body as usize];
        let (plan, _) = plans.get_mut(body.plan);
        let same = chain.frames.folded || {
            let change = change_frame(pipeline, plan, body.retired(), execution.taken);
            change == memos.exits[link.exit as usize].key.change
        };
        if same {
            (pipeline.ahead.mapping, pipeline.ahead.prediction) = (None, None);
            if body.frame_cycles.count > 0 {
                resize_stack(pipeline, plan, body, &memos.lists, execution);
            }
        }
        same
    }

    /// The wrong path that is followed behind the expected execution is not the one that the chain knows and counts: it is a replay like any
    /// other.
    #[inline(never)]
    fn leave_for_path<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        execution: &Execution,
        (found, predicted): (FoundReferences, Predicted),
    ) -> Replayed {
        let link = self.chain.links[self.chain.at];
        if link.frames && !self.changes_frame_alike(model, execution) {
            self.end_chain(&mut model.pipeline);
            return Replayed::No;
        }
        self.refer_to_link(model, execution, found);
        let pipeline = &mut model.pipeline;
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
        self.memos.leave::<P>(link.exit);
        self.fetch_behind(model, link.exit, predicted, execution)
    }

    /// The chain ends, if there is one: writes down what its executions did.
    #[inline(always)]
    pub(super) fn end_chain<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        if self.chain.on {
            self.settle_chain(pipeline);
        }
    }

    /// Writes down what the executions of the chain did: counts and exits, the predictor and the frames, uses of L1I, and the current state.
    #[inline(never)]
    fn settle_chain<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) {
        let Self {
            chain,
            memos,
            recent,
            ..
        } = self;
        chain.on = false;
        debug_assert_eq!(chain.l1i_version, pipeline.shared.caches.l1i.version);
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
        if let Some(folded) = chain.prediction.folded {
            // Whole turns leave the predictor as it was; the executions of a turn that has begun do not.
            let predicted = |link: &Link| link.branch != NO_BRANCH;
            let count = chain.links.iter().filter(|link| predicted(link)).count();
            pipeline.branches.predictions += folded * count as u64;
            let begun = chain.links[..chain.at].iter().zip(&chain.bundles);
            for (link, bundle) in begun.filter(|(link, _)| predicted(link)) {
                let short = &mut bodies[link.body as usize].short;
                prediction::learn(&mut pipeline.branches, link, short, bundle.as_ref());
            }
        }
        chain.frames.end(chain.at, &mut pipeline.registers.frames);
        for (number, link) in chain.links.iter().enumerate() {
            let times = chain.turns + u64::from(number < chain.at);
            let exit = &mut exits[link.exit as usize];
            walk.count::<P>(link.exit, exit, times);
            if link.wrong.is_some() {
                let (front, shared) = (&mut pipeline.front, &mut pipeline.shared);
                fetch::count_paths(front, shared, &exit.path, times);
            }
        }
        for link in chain.newest() {
            let body = &mut bodies[link.body as usize];
            touch_lines(pipeline, touched, link.body, body, lists);
            if link.wrong.is_some() {
                let path = &exits[link.exit as usize].path;
                fetch::touch_path(&mut pipeline.shared, path);
            }
        }
        if let Some(last) = chain.newest().next_back() {
            walk.passed(exits[last.exit as usize].to);
        }
        if P::hears_records() {
            pipeline.shared.counters.fetched(chain.fetched);
            let times = chain.turns * chain.links.len() as u64 + chain.at as u64;
            recent.chained(chain.newest().map(|link| link.exit), times);
        }
    }
}
