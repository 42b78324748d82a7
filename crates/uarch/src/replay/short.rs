//! The short way through a replay: an execution that ends as an earlier one with the same body did.
//!
//! What most replays ask stands side by side in the body ([`Short`]), so that it is not looked for in plans, exits and lists: what its only
//! load asks, what the predictor keeps of its branch, and the exit for each outcome. Anything else goes the long way
//! ([`Replay::replay_long`]), which decides alike; `tests/replay/twins.rs` holds both equal to full timing.

use super::{
    NO_BRANCH, Replay, Replayed, branch_word, hit, references, settle_queues, touch_code,
    would_fetch,
};
use crate::model::branch_prediction::{BranchOutcome, NO_TARGET, Near, Predicted};
use crate::model::pipeline::{Model, Pipeline};
use crate::model::plan::Plan;
use crate::replay::memo::{End, Exit, Kind, NONE, Refers, Short};
use crate::replay::memos::Lists;
use events::{Execution, Probe};

impl End {
    /// Whether an execution goes on as this one, as far as that is known before its branch is predicted.
    #[inline(always)]
    fn is_again(&self, execution: &Execution) -> bool {
        self.exit != NONE && self.target == execution.target && self.taken == execution.taken
    }

    /// What its branch bundle did.
    #[inline(always)]
    fn outcome(&self) -> BranchOutcome {
        let slot = (self.branch & 3) as u8;
        self.taken.map(|_| (slot, self.target))
    }
}

impl Short {
    /// The short way of a body with these lists; `near`: what the predictor keeps of its branch.
    pub(super) fn new(plan: &Plan, lists: &Lists, near: Option<Near>) -> Self {
        let (refers, only) = match &*lists.references {
            [] if lists.steps.is_empty() => (Refers::Not, None),
            [only] if only.kind == Kind::Load => (Refers::Load, Some(*only)),
            [only] if only.kind == Kind::Store => (Refers::Store, Some(*only)),
            _ => (Refers::Any, None),
        };
        Self {
            is_open: plan.frame_ops.is_empty() && lists.frame_cycles.is_empty(),
            refers,
            only: only.unwrap_or(Self::CLOSED.only),
            earliest: (lists.store_demands.first()).map_or(0, |demand| demand.earliest),
            near,
            ..Self::CLOSED
        }
    }

    /// Notes the exit that an execution took.
    #[inline(always)]
    pub(super) fn note(&mut self, way: u32, exit: &Exit, taken: Option<u8>) {
        let end = &mut self.ends[usize::from(taken.is_some())];
        // What comes again at once without data has a shorter way ([`repeat`](super::repeat)).
        let is_short = !exit.aside && !(exit.repeats && self.refers == Refers::Not);
        if self.is_open && is_short && end.exit != way {
            *end = End {
                exit: way,
                taken,
                repeats: exit.repeats,
                branch: exit.key.branch,
                target: exit.key.target,
            };
        }
    }
}

/// What was found of the only reference of an execution, so that it can be made without a list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alone {
    /// There are others, or they are on the list.
    Not,
    /// There is none.
    None,
    /// A load.
    Load,
    /// A store, at a physical address.
    Store(u64),
}

/// Whether all that a listener needs of a replay that meets none of its bounds is what it fetches and its exit.
#[inline(always)]
fn is_open<P: Probe>(pipeline: &Pipeline<P>) -> bool {
    !P::is_armed() || pipeline.shared.counters.only_waits()
}

impl Replay {
    /// Replays an execution of a body the short way; `None`: it has to go the long way, and nothing has changed but places.
    #[inline(always)]
    pub(super) fn replay_short<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
    ) -> Option<Replayed> {
        let pipeline = &mut model.pipeline;
        let memos = &mut self.memos;
        let body = &mut memos.bodies[number as usize];
        let end = &body.short.ends[usize::from(execution.taken.is_some())];
        if !end.is_again(execution) || !execution.notes.is_empty() || !is_open(pipeline) {
            return None;
        }
        let repeats = end.repeats;
        if body.fetches.count > 0 && !would_fetch(pipeline, body, &mut memos.lists) {
            return None;
        }
        let short = &mut body.short;
        let mut alone = Alone::Not;
        match (short.refers, &*execution.addresses) {
            (Refers::Not, _) => alone = Alone::None,
            (Refers::Load, &[address]) => {
                let before = std::mem::replace(&mut short.address, address);
                if repeats && before == address {
                    return None;
                }
                if references::finds_load(pipeline, &mut short.only, address) {
                    alone = Alone::Load;
                }
            }
            (Refers::Store, &[address]) => {
                let (store, earliest) = (&mut short.only, short.earliest);
                if let Some(physical) = references::finds_store(pipeline, store, earliest, address)
                {
                    alone = Alone::Store(physical);
                }
            }
            _ => {}
        }
        if matches!(alone, Alone::Not) && !self.finds(model, number, execution) {
            return Some(self.replay_late(model, number, execution));
        }
        Some(self.finish_short::<P, false>(model, number, execution, alone))
    }

    /// Whether all references of an execution would find at once what they need.
    #[inline(never)]
    fn finds<P: Probe>(&mut self, model: &Model<P>, number: u32, execution: &Execution) -> bool {
        let Self { memos, lookups, .. } = self;
        let pipeline = &model.pipeline;
        let body = &memos.bodies[number as usize];
        let lists = &mut memos.lists;
        body.steps.count == 0
            && lookups.would_hit(pipeline, body, lists, execution)
            && (body.store_demands.count == 0 || references::has_room(pipeline, body, lists))
    }

    /// Whether an execution whose references have been made one by one may go on the short way.
    #[inline(always)]
    pub(super) fn ends_short<P: Probe>(
        &self,
        pipeline: &Pipeline<P>,
        number: u32,
        execution: &Execution,
    ) -> bool {
        let attention = &pipeline.shared.counters.attention;
        let heard = P::hears_records() && (attention.tlb_misses || attention.data_misses);
        let short = &self.memos.bodies[number as usize].short;
        let end = &short.ends[usize::from(execution.taken.is_some())];
        !heard && is_open(pipeline) && end.is_again(execution)
    }

    /// Replays what is left of an execution that ends as one before it if the predictor says the same of it. `LATE`: its references
    /// have been made. `alone`: what was found of its only one.
    #[inline(always)]
    pub(super) fn finish_short<P: Probe, const LATE: bool>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
        alone: Alone,
    ) -> Replayed {
        let Model { plans, pipeline } = model;
        let memos = &mut self.memos;
        let body = &mut memos.bodies[number as usize];
        let short = &mut body.short;
        let end = &short.ends[usize::from(execution.taken.is_some())];
        let exit = end.exit;
        if end.branch != NO_BRANCH {
            let outcome = end.outcome();
            let went = outcome.map_or(NO_TARGET, |(_, target)| target);
            let near = match &short.near {
                Some(near) => pipeline.branches.run_near(near, &short.positions, went),
                None => None,
            };
            let predicted = match near {
                Some(predicted) => predicted,
                None => {
                    let (plan, tally) = plans.get_mut(body.plan);
                    let Some(bundle) = &plan.branch else {
                        return Replayed::No;
                    };
                    let positions = &mut tally.positions;
                    let predicted = pipeline.branches.run(bundle, outcome, positions);
                    if short.near.is_some() {
                        short.positions = *positions;
                    }
                    predicted
                }
            };
            if branch_word(&predicted, outcome) != end.branch {
                if !matches!(alone, Alone::Not | Alone::None) {
                    self.hand_over(number, alone);
                }
                return self.finish_predicted::<P, LATE>(model, number, execution, predicted);
            }
        }
        let squashed = body.neutral & !execution.predicates;
        if squashed != 0 {
            plans.get_mut(body.plan).1.squash(squashed, 1);
        }
        touch_code(pipeline, &mut memos.touched, number, body, &memos.lists);
        let now = pipeline.now;
        let only = &body.short.only;
        match alone {
            Alone::Not if !LATE => hit(pipeline, &self.lookups, body, &memos.lists),
            Alone::Not | Alone::None => {}
            Alone::Load => {
                let at = now + u64::from(only.at);
                pipeline.shared.caches.load_found(at, only.place);
                let until = now + u64::from(body.loads_until);
                pipeline.data.loads_until = pipeline.data.loads_until.max(until);
            }
            Alone::Store(physical) => references::store(pipeline, only, physical),
        }
        pipeline.now = now + u64::from(body.cycles);
        if P::is_armed() {
            pipeline.shared.counters.fetched(body.syllables());
            self.recent.replayed(exit);
        }
        self.repeat.exit = NONE;
        let exit = memos.leave(exit);
        if LATE {
            pipeline.ahead.clear();
            settle_queues(pipeline, exit);
        }
        Replayed::Yes
    }

    /// The only reference of an execution, which was found, is made the long way.
    fn hand_over(&mut self, number: u32, alone: Alone) {
        let memos = &mut self.memos;
        let body = &memos.bodies[number as usize];
        if let [only] = body.references.of_mut(&mut memos.lists.references) {
            only.place = body.short.only.place;
        }
        let physical = match alone {
            Alone::Store(physical) => physical,
            _ => 0,
        };
        self.lookups.take_over(physical);
    }

    /// Replays what is left of an execution whose branch has been predicted.
    #[inline(never)]
    fn finish_predicted<P: Probe, const LATE: bool>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
        predicted: Predicted,
    ) -> Replayed {
        self.finish::<P, false, LATE, false, false>(model, number, execution, Some(predicted))
    }
}
