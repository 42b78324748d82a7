//! The short way through a replay: an execution that ends as an earlier one with the same body did.
//!
//! What most replays ask stands side by side in the body ([`Short`]), so that it is not looked for in plans, exits and lists: what its only
//! reference asks, what the predictor keeps of its branch, and the exit for each outcome. Anything else goes the long way
//! ([`Replay::replay_long`]), which decides alike; `tests/replay/twins.rs` holds both equal to full timing.
//!
//! Every execution comes this way, so it is cut into functions that need few values each: a call costs less than values spilled to the
//! stack.

use super::{
    NO_BRANCH, Replay, Replayed, branch_word, fetch, fetch_aside, folds_code, hit, references,
    settle_queues, settles, touch_code, would_fetch,
};
use crate::model::branch_prediction::{BranchOutcome, NO_SLOT, NO_TARGET, Near, Predicted};
use crate::model::pipeline::flow::{branch_outcome, wrong_target};
use crate::model::pipeline::{Model, Pipeline};
use crate::model::plan::Plan;
use crate::model::plan::table::PlanTable;
use crate::replay::frame::{change_frame, resize_stack};
use crate::replay::memo::{Body, End, Exit, ExitKey, Kind, NONE, Refers, Short, WrongEnd};
use crate::replay::memos::{Lists, Memos, exit_of};
use crate::replay::references::Lookups;
use events::{Execution, Probe};

impl End {
    /// In place of [`how`](Self::how): no branch bundle was executed.
    const NO_BRANCH: u64 = u64::MAX;
    /// In place of [`how`](Self::how): the branch was not predicted to go where it went. No prediction has this value.
    pub(super) const WRONG: u64 = u64::MAX - 1;

    /// The end of an execution that left by an exit, number `exit_number`; `taken`: the slot of its taken branch.
    #[inline(always)]
    fn new(exit_number: u32, exit: &Exit, taken: Option<u8>) -> Self {
        let ExitKey { branch, target, .. } = exit.key;
        Self {
            exit: exit_number,
            slot: taken.unwrap_or(NO_SLOT),
            branch: branch as u8 & 3,
            aside: exit.aside,
            how: match branch {
                NO_BRANCH => Self::NO_BRANCH,
                _ if branch >> 2 & 1 == 0 => Self::WRONG,
                _ => branch >> 3,
            },
            went: if taken.is_some() { target } else { NO_TARGET },
            target,
        }
    }

    /// Whether an execution ended like this, as far as that is known before its branch is predicted.
    #[inline(always)]
    fn matches(&self, execution: &Execution) -> bool {
        let other = execution.taken.is_some_and(|slot| slot != self.slot);
        self.target == execution.target && !other
    }

    /// What its branch bundle did.
    #[inline(always)]
    fn outcome(&self) -> BranchOutcome {
        (self.went != NO_TARGET).then_some((self.branch, self.went))
    }
}

/// Behind so many late executions in a row the next one is expected to be late: its references are made one by one, without a look
/// whether all would find at once what they need.
const OFTEN: u8 = 3;

impl Short {
    /// Notes whether an execution was late; one that met what no body says counts as not late.
    #[inline(always)]
    pub(super) fn was_late(&mut self, late: bool) {
        self.late_in_a_row = if late {
            (self.late_in_a_row + 1).min(OFTEN)
        } else {
            0
        };
    }

    /// Whether the next execution is expected to be late.
    #[inline(always)]
    fn is_often_late(&self) -> bool {
        self.late_in_a_row == OFTEN
    }

    /// Notes whether all references of an execution were found at once, and gives that back.
    #[inline(always)]
    fn note_found(&mut self, found: bool) -> bool {
        if found {
            self.late_in_a_row = 0;
        }
        found
    }

    /// The short way of a body with these lists; `near`: what the predictor keeps of its branch.
    pub(super) fn new(plan: &Plan, lists: &Lists, near: Option<Near>) -> Self {
        let (refers, only) = match &*lists.references {
            [] if lists.steps.is_empty() => (Refers::Not, None),
            [only] if only.kind == Kind::Load && !only.direct => (Refers::Load, Some(*only)),
            [only] if only.kind == Kind::Store && !only.direct => (Refers::Store, Some(*only)),
            _ => (Refers::Any, None),
        };
        Self {
            frames: !plan.frame_ops.is_empty() || !lists.frame_cycles.is_empty(),
            refers,
            only: only.map_or(Self::NEW.only, |only| only.without_line()),
            earliest: (lists.store_demands.first()).map_or(0, |demand| demand.earliest),
            near,
            ..Self::NEW
        }
    }

    /// Notes the exit that an execution took.
    #[inline(always)]
    pub(super) fn note(&mut self, exit_number: u32, exit: &Exit, taken: Option<u8>) {
        let outcome = usize::from(taken.is_some());
        let (end, wrong) = (&mut self.ends[outcome], &mut self.wrong[outcome]);
        if end.exit != exit_number {
            let new = End::new(exit_number, exit, taken);
            let other = new.target != end.target || new.slot != end.slot;
            if other {
                *wrong = WrongEnd::NONE;
            }
            // An end that was predicted right stays where the same branch is mispredicted, which is noted beside it.
            if new.how != End::WRONG || other {
                *end = new;
            }
            if new.how == End::WRONG {
                *wrong = WrongEnd {
                    how: exit.key.branch >> 3,
                    exit: exit_number,
                    aside: exit.aside,
                };
            }
        }
    }

    /// Where the only reference is in memory; `None`: it is not aligned, or the TLB does not have it at once.
    #[inline(always)]
    fn locate<P: Probe>(&mut self, pipeline: &Pipeline<P>, address: u64) -> Option<u64> {
        let only = &mut self.only;
        references::forget_moved(pipeline, std::slice::from_mut(only), &mut self.translations);
        if !references::is_located(pipeline, only, address, pipeline.data.tlb.last.0) {
            return None;
        }
        self.physical = self.only.located.physical(address);
        Some(self.physical)
    }

    /// Whether the only reference, a load, would find at once what it needs.
    #[inline(never)]
    fn finds_load<P: Probe>(&mut self, pipeline: &Pipeline<P>, address: u64) -> bool {
        let found = self.has_load(pipeline, address);
        self.note_found(found)
    }

    #[inline(always)]
    fn has_load<P: Probe>(&mut self, pipeline: &Pipeline<P>, address: u64) -> bool {
        let Some(physical) = self.locate(pipeline, address) else {
            return false;
        };
        let at = pipeline.now + u64::from(self.only.at);
        let bytes = self.only.bytes.into();
        let caches = &pipeline.shared.caches;
        caches.admits_loads(at, 1)
            && !pipeline.data.store_buffer.conflicts(at, physical, bytes)
            && caches.finds_load(at, physical, &mut self.only.place)
    }

    /// The same for a store.
    #[inline(never)]
    fn finds_store<P: Probe>(&mut self, pipeline: &Pipeline<P>, address: u64) -> bool {
        let found = self.has_store(pipeline, address);
        self.note_found(found)
    }

    #[inline(always)]
    fn has_store<P: Probe>(&mut self, pipeline: &Pipeline<P>, address: u64) -> bool {
        let Some(physical) = self.locate(pipeline, address) else {
            return false;
        };
        let at = pipeline.now + u64::from(self.only.at);
        let earliest = pipeline.now + u64::from(self.earliest);
        let caches = &pipeline.shared.caches;
        caches.queue.admits(at, 2)
            && pipeline.data.store_buffer.room(1) <= earliest
            && caches.finds_store(physical, &mut self.only.place)
    }

    /// Whether the only reference would find at once what it needs.
    #[inline(always)]
    fn finds<P: Probe>(&mut self, pipeline: &Pipeline<P>, address: u64) -> bool {
        match self.refers {
            Refers::Load => self.finds_load(pipeline, address),
            _ => self.finds_store(pipeline, address),
        }
    }

    /// Makes the only reference, which was found.
    #[inline(always)]
    fn refer<P: Probe>(&self, pipeline: &mut Pipeline<P>, loads_until: u32) {
        let tlb = &mut pipeline.data.tlb;
        let located = &self.only.located;
        if tlb.again(located.name).is_none() {
            tlb.reuse_at(false, located.place as usize, located.name);
        }
        if self.refers == Refers::Load {
            let now = pipeline.now;
            let at = now + u64::from(self.only.at);
            pipeline.shared.caches.load_found(at, self.only.place);
            let until = now + u64::from(loads_until);
            pipeline.data.loads_until = pipeline.data.loads_until.max(until);
        } else {
            references::store_alone(pipeline, &self.only, self.physical);
        }
    }
}

impl Body {
    /// Makes the only reference if it finds at once what it needs.
    #[inline(never)]
    pub(super) fn makes_only<P: Probe>(
        &mut self,
        pipeline: &mut Pipeline<P>,
        address: u64,
    ) -> bool {
        let found = match self.short.refers {
            Refers::Load => self.short.has_load(pipeline, address),
            _ => self.short.has_store(pipeline, address),
        };
        if found {
            self.short.refer(pipeline, self.loads_until);
        }
        found
    }

    /// Makes all references of an execution, which are on the list, if they find at once what they need.
    #[inline(never)]
    pub(super) fn makes_all<P: Probe>(
        &mut self,
        pipeline: &mut Pipeline<P>,
        (lookups, lists): (&mut Lookups, &mut Lists),
        execution: &Execution,
    ) -> bool {
        let found = finds_all(lookups, pipeline, self, lists, execution);
        if found {
            hit(pipeline, lookups, self, lists);
        }
        found
    }

    /// Counts slots with false predicates that do not matter to time. Mostly they are those of the execution before: these are counted together.
    #[inline(always)]
    pub(super) fn squash(&mut self, slots: u64, plans: &mut PlanTable) {
        if self.short.squashed.0 != slots {
            self.count_squashed(plans);
            self.short.squashed.0 = slots;
        }
        self.short.squashed.1 += 1;
    }

    /// Tells its plan of the slots that were false.
    #[inline(never)]
    pub(super) fn count_squashed(&mut self, plans: &mut PlanTable) {
        let (slots, times) = std::mem::take(&mut self.short.squashed);
        plans.get_mut(self.plan).1.squash(slots, times);
    }
}

/// What is the same of a plan's branch bundle whenever it is predicted, if that is simple to predict.
pub(super) fn near<P: Probe>(pipeline: &Pipeline<P>, plan: &Plan) -> Option<Near> {
    // Where a target is read from its branch register (Branch prediction 6), the predictor's tables alone do not say what is predicted.
    let bundle = plan.branch.as_ref();
    let bundle = bundle.filter(|bundle| !pipeline.flow.reads_registers_of(bundle));
    let (near, ..) = bundle.and_then(|bundle| pipeline.branches.near(bundle))?;
    Some(near)
}

/// Whether all references of an execution, which are on the list, would find at once what they need; false where some are expected to be late.
#[inline(never)]
pub(super) fn finds_all<P: Probe>(
    lookups: &mut Lookups,
    pipeline: &Pipeline<P>,
    body: &mut Body,
    lists: &mut Lists,
    execution: &Execution,
) -> bool {
    let found = body.steps.count == 0
        && !body.short.is_often_late()
        && lookups.would_hit(pipeline, body, lists, execution)
        && (body.store_demands.count == 0 || references::has_room(pipeline, body, lists));
    body.short.note_found(found)
}

/// Predicts the branch of an execution that ended in another way than the ones before, and learns it: the prediction, and the word of
/// both for [`ExitKey::branch`].
#[inline(never)]
fn predict<P: Probe>(
    plans: &mut PlanTable,
    pipeline: &mut Pipeline<P>,
    body: &mut Body,
    execution: &Execution,
) -> (Predicted, u64) {
    let (plan, tally) = plans.get_mut(body.plan);
    let Some((bundle, outcome)) = branch_outcome(plan, execution) else {
        return (Predicted::UNSAID, NO_BRANCH);
    };
    let positions = &mut tally.positions;
    let predicted = pipeline.predict(bundle, outcome, positions, body.in_time);
    body.short.positions = *positions;
    (predicted, branch_word(&predicted, outcome))
}

/// Looks for the data of an execution; `None`: it does not find all at once.
#[inline(always)]
pub(super) fn find<P: Probe>(
    (lookups, lists): (&mut Lookups, &mut Lists),
    pipeline: &Pipeline<P>,
    body: &mut Body,
    execution: &Execution,
) -> Option<FoundReferences> {
    // Those that are expected to be late are not looked up.
    if body.short.is_often_late() {
        return None;
    }
    if body.short.refers != Refers::Any
        && let &[address] = &*execution.addresses
    {
        return body
            .short
            .finds(pipeline, address)
            .then_some(FoundReferences::Only);
    }
    finds_all(lookups, pipeline, body, lists, execution).then_some(FoundReferences::Listed)
}

/// Makes the references of an execution, which were found.
#[inline(always)]
pub(super) fn refer<P: Probe>(
    (lookups, lists): (&Lookups, &Lists),
    pipeline: &mut Pipeline<P>,
    body: &Body,
    found: FoundReferences,
) {
    match found {
        FoundReferences::Nothing => {}
        FoundReferences::Only => body.short.refer(pipeline, body.loads_until),
        FoundReferences::Listed => hit(pipeline, lookups, body, lists),
    }
}

/// The references of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FoundReferences {
    /// There are none, or they have been made.
    Nothing,
    /// The only one.
    Only,
    /// Those on the list.
    Listed,
}

impl Replay {
    /// Replays an execution of a body the short way; `None`: it has to go the long way, and nothing has changed but places. All that a
    /// listener needs of it is what it fetches and its exit.
    #[inline(always)]
    pub(super) fn replay_short<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Option<Replayed> {
        self.go_short::<P, false>(model, number, execution)
    }

    /// Whether executions whose references have been made one by one may go on the short way.
    #[inline(always)]
    pub(super) fn ends_short<P: Probe>(pipeline: &Pipeline<P>) -> bool {
        let counters = &pipeline.shared.counters;
        let attention = &counters.attention;
        !P::hears_records()
            || counters.only_waits() && !attention.tlb_misses && !attention.data_misses
    }

    /// Replays what is left of an execution whose references have been made, if the body has an exit for how it ends.
    #[inline(always)]
    pub(super) fn finish_short<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Replayed {
        let ended = self.go_short::<P, true>(model, number, execution);
        ended.unwrap_or(Replayed::No)
    }

    /// [`replay_short`](Self::replay_short), or with `LATE` what [`finish_short`](Self::finish_short) does, which never gives `None`.
    #[inline(always)]
    fn go_short<P: Probe, const LATE: bool>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Option<Replayed> {
        let Self {
            memos,
            lookups,
            recent,
            repeat,
            learnt,
            chain,
            ..
        } = self;
        let Memos {
            bodies,
            exits,
            lists,
            touched,
            walk,
            call_path,
            ..
        } = memos;
        let Model { plans, pipeline } = model;
        let body = &mut bodies[number as usize];
        let mut found = FoundReferences::Nothing;
        if !LATE {
            let fetches_late = match body.fetches.count {
                0 => body.fetches_late,
                _ => !would_fetch(pipeline, body, lists),
            };
            if fetches_late {
                if !Self::may_fetch_late(pipeline, body) {
                    return None;
                }
                return Some(self.replay_fetching(model, number, execution));
            }
            if body.short.refers != Refers::Not {
                match find((lookups, lists), pipeline, body, execution) {
                    Some(which) => found = which,
                    None => return Some(self.replay_late(model, number, execution)),
                }
            }
        }
        let short = &mut body.short;
        let frames = short.frames;
        let end = &short.ends[usize::from(execution.taken.is_some())];
        // As long as `known`, the exit is one that was taken before with the same outcome, and its key need not be made and looked for.
        let (mut exit_number, mut aside, mut known) = (end.exit, end.aside, end.matches(execution));
        let mut key = ExitKey {
            branch: NO_BRANCH,
            change: 0,
            target: execution.target,
        };
        let mut predicted = Predicted::UNSAID;
        if !known {
            (predicted, key.branch) = predict(plans, pipeline, body, execution);
        } else if end.how != End::NO_BRANCH {
            if let Some(near) = &short.near {
                predicted = pipeline.branches.run_near(near, &short.positions, end.went);
            }
            if predicted.is_unsaid() {
                let (plan, tally) = plans.get_mut(body.plan);
                if let Some(bundle) = &plan.branch {
                    let positions = &mut tally.positions;
                    let outcome = end.outcome();
                    predicted = pipeline.predict(bundle, outcome, positions, body.in_time);
                    short.positions = *positions;
                }
            }
            if predicted.how != end.how || predicted.target != end.went {
                let wrong = &short.wrong[usize::from(execution.taken.is_some())];
                if predicted.target != end.went && predicted.how == wrong.how {
                    (exit_number, aside) = (wrong.exit, wrong.aside);
                } else {
                    key.branch = branch_word(&predicted, end.outcome());
                    known = false;
                }
            }
        }
        if frames {
            let (plan, _) = plans.get_mut(body.plan);
            let retired = body.retired();
            key.change = change_frame(pipeline, plan, retired, execution.taken);
            // The frame may change in another way than the last time: the whole key decides.
            if known {
                key.branch = exits[exit_number as usize].key.branch;
                known = exits[exit_number as usize].key == key;
            }
        }
        if !known {
            let Some(other) = exit_of(body, exits, &key) else {
                pipeline.ahead.prediction = (key.branch != NO_BRANCH).then_some(predicted);
                return Some(Replayed::No);
            };
            exit_number = other;
            aside = exits[other as usize].aside;
            body.short
                .note(other, &exits[other as usize], execution.taken);
        }
        // From here on the execution is replayed, whatever follows.
        if frames {
            pipeline.ahead.mapping = None;
            if body.frame_cycles.count > 0 {
                let (plan, _) = plans.get_mut(body.plan);
                resize_stack(pipeline, plan, body, lists, execution);
            }
        }
        let squashed = body.neutral & !execution.predicates;
        if squashed != 0 {
            body.squash(squashed, plans);
        }
        touch_code(pipeline, touched, number, body, lists);
        refer((lookups, lists), pipeline, body, found);
        pipeline.now += u64::from(body.cycles);
        let exit = &mut exits[exit_number as usize];
        let counters = &mut pipeline.shared.counters;
        if P::hears_records() {
            counters.fetched(body.syllables());
            recent.replayed(exit_number);
        }
        if counters.sums() {
            exit.note(exit_number, *call_path, &mut counters.probe);
        }
        walk.leave::<P>(exit_number, exit);
        repeat.exit = NONE;
        if exit.repeats && !chain.watch.is_on() && folds_code(pipeline, body, lists) {
            let predictions = pipeline.branches.predictions;
            repeat.begin(
                (exit_number, exit, body),
                execution,
                learnt.as_ref(),
                predictions,
            );
        }
        if LATE {
            pipeline.ahead.clear();
            settle_queues(pipeline, exit);
            chain.watch.note_late(exit_number);
        } else if chain.watch.note::<P>(exit_number, exit) {
            chain.begin(memos, plans, pipeline);
        }
        if aside {
            return Some(self.fetch_behind(model, exit_number, predicted, execution));
        }
        Some(match LATE {
            true => Replayed::Yes,
            false => Replayed::Unheard,
        })
    }

    /// Does what [`fetch_aside`] does, with shortcuts for what needs no look at L1I.
    #[inline(never)]
    pub(super) fn fetch_behind<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        exit_number: u32,
        predicted: Predicted,
        execution: &Execution,
    ) -> Replayed {
        let Model { plans, pipeline } = model;
        let memos = &mut self.memos;
        let exit = &memos.exits[exit_number as usize];
        let next = exit.next;
        let (plan, _) = plans.get_mut(memos.bodies[exit.body as usize].plan);
        let Some(bundle) = &plan.branch else {
            return Replayed::Yes;
        };
        // Without a listener most exits repeat a streaming prefetch or a wrong path that found all of its lines in L1I.
        let plain = !P::hears_records() && !pipeline.shared.counters.is_unsettled();
        if plain
            && let Some(streamed) = exit.streamed
            && (pipeline.front).stream_again(&mut pipeline.shared, streamed)
        {
            return Replayed::Yes;
        }
        let wrong = wrong_target(bundle, &predicted);
        let Pipeline { front, shared, .. } = &mut *pipeline;
        if plain && exit.mispredicted && fetch::knows_path(front, shared, &exit.path, wrong) {
            fetch::follow_path(front, shared, &exit.path);
            return Replayed::Yes;
        }
        fetch_aside(pipeline, memos, exit_number, bundle, &predicted, execution);
        settles(pipeline, next)
    }
}
