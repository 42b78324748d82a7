//! What a listener that leaves most out still has to hear of an execution that is replayed.
//!
//! The records are those of [`Pipeline::data_miss`] and [`Pipeline::branch`] at a hit; `crates/sim/tests/quiet.rs` holds a listener
//! that leaves most out equal to one that hears everything.

use crate::model::accounting::branches::branch_at;
use crate::model::accounting::counters::Bounds;
use crate::model::accounting::held::Held;
use crate::model::branch_prediction::BranchBundle;
use crate::model::pipeline::{Model, Pipeline};
use crate::model::plan::Memory;
use crate::model::plan::Plan;
use crate::model::plan::table::PlanTable;
use crate::replay::Replay;
use crate::replay::fetch;
use crate::replay::memo::{Asks, Body, Exit, Kind, Step};
use crate::replay::memos::Lists;
use crate::replay::state;
use events::{
    Branch, CodeId, DataMiss, DataMissKind, DataRequester, Execution, MemoryLevel, Probe, Site,
};
use isa::MemoryKind;

impl Replay {
    /// Tells the listener what came before the next execution ([`Probe::earlier`]).
    #[inline(never)]
    pub(crate) fn tell_earlier<P: Probe>(&mut self, model: &mut Model<P>) {
        let Model { plans, pipeline } = model;
        let standing = state::standing(pipeline, &self.memos);
        let earlier = self.recent.earlier(&self.memos, plans, pipeline, &standing);
        pipeline.shared.counters.probe.earlier(&earlier);
        self.recent.told(earlier);
    }

    /// Tells the listener of the branches that were held back.
    #[inline(always)]
    pub(crate) fn tell_held_branches<P: Probe>(&self, model: &mut Model<P>) {
        if P::hears_records() && !model.pipeline.shared.counters.held.is_empty() {
            self.tell_newest_branches(model);
        }
    }

    #[inline(never)]
    fn tell_newest_branches<P: Probe>(&self, model: &mut Model<P>) {
        let Model { plans, pipeline } = model;
        let counters = &mut pipeline.shared.counters;
        let (newest, others, taken) = counters.held.take();
        let newest = newest.filter_map(|held| match held {
            Held::Told(branch) => Some(branch),
            Held::Replayed(exit, cycle) => self.branch_of(plans, exit, cycle),
        });
        let newest: Vec<Branch> = newest.collect();
        if others > 0 {
            let kept = newest.iter().filter(|branch| branch.taken).count();
            counters.probe.passed_branches(others, taken - kept as u64);
        }
        for branch in &newest {
            counters.probe.branch(branch);
        }
        if !counters.held.holds() {
            // The listener is asked before the next one.
            counters.attention.branches = counters.attention.held_branches > 0;
        }
    }

    /// The record of the branch bundle of a replay by its exit.
    fn branch_of(&self, plans: &PlanTable, exit: u32, cycle: u64) -> Option<Branch> {
        let exit = &self.memos.exits[exit as usize];
        let plan = plans.plan(self.memos.bodies[exit.body as usize].plan);
        let place = (cycle, exit.key.target);
        Some(branch_record(
            plan.id,
            plan.branch.as_ref()?,
            exit.tally,
            place,
        ))
    }
}

/// Whether the listener has to hear of nothing in an execution but its branch and its floating-point
/// loads.
#[inline(always)]
pub(super) fn is_unheard<P: Probe>(pipeline: &Pipeline<P>, body: &Body) -> bool {
    let heard = pipeline.shared.counters.awaits(body.syllables(), 0)
        || !is_unheard_until_its_end(pipeline, body);
    !(heard || body.fp_loads > 0 && loads_ask(pipeline, body.fp_loads))
}

/// Whether all records of an execution end before the cycle from which on the listener hears everything.
#[inline(always)]
pub(super) fn is_unheard_until_its_end<P: Probe>(pipeline: &Pipeline<P>, body: &Body) -> bool {
    let until = pipeline.now + u64::from(body.records_until);
    !pipeline.shared.counters.hears(until)
}

/// Whether the listener has to hear of nothing in an execution that finds its integer data at once, and need not be asked behind it.
#[inline(always)]
pub(super) fn is_calm<P: Probe>(pipeline: &Pipeline<P>, body: &Body) -> bool {
    let counters = &pipeline.shared.counters;
    if counters.bounds() == Bounds::FetchedIn {
        return !fetches_awaited(pipeline, body);
    }
    let until = pipeline.now + u64::from(body.records_until);
    counters.is_calm(until, body.syllables())
        && !(body.fp_loads > 0 && counters.wants_data_misses())
}

/// Whether the references of an execution may be made one by one: so far the listener has to hear of nothing in it but its branch
/// and its misses, of which it is told as they are made.
pub(super) fn may_be_late<P: Probe>(pipeline: &Pipeline<P>, body: &Body) -> bool {
    let counters = &pipeline.shared.counters;
    counters.bounds() == Bounds::None
        || counters.attention.fetches == u64::MAX
            && !counters.awaits(body.syllables(), 0)
            && is_unheard_until_its_end(pipeline, body)
            && !loads_ask(pipeline, body.possible_misses.into())
}

/// Whether an execution fetches something in the cycle that the listener waits for, or later.
#[inline(always)]
fn fetches_awaited<P: Probe>(pipeline: &Pipeline<P>, body: &Body) -> bool {
    let awaited = pipeline.shared.counters.attention.fetches;
    let newest = || pipeline.now.wrapping_add_signed(body.fetched_until.into());
    awaited != u64::MAX && body.fetches.count > 0 && newest() >= awaited
}

/// Counts the valid syllables of an execution from a slot on, and tells the listener of the first fetch that it waits for.
#[inline(always)]
pub(super) fn count_fetched<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    body: &Body,
    lists: &Lists,
    from: u8,
) {
    let syllables = u64::from(body.end - from) + u64::from(body.killed);
    let now = pipeline.now;
    let at = |cycle: i32| now.wrapping_add_signed(i64::from(cycle));
    if fetches_awaited(pipeline, body) {
        let awaited = pipeline.shared.counters.attention.fetches;
        let fetches = body.fetches.of(&lists.fetches);
        let first = fetches.iter().find(|fetch| at(fetch.cycle) >= awaited);
        let first = first.map_or(plan.ip, |fetch| fetch.address);
        let before = first.saturating_sub(plan.ip) / 16 * 3;
        let before = before.saturating_sub(u64::from(from));
        let (slack, aside) = (pipeline.slack(), pipeline.front.most_aside());
        let counters = &mut pipeline.shared.counters;
        counters.fetch_reaches(before.min(syllables), slack, aside);
    }
    pipeline.shared.counters.fetched(syllables);
}

/// The listener hears everything from here on, if a bound that it waits for may be met on the wrong path behind an execution, which
/// ends in a cycle.
#[inline(always)]
pub(super) fn awaken_on_path<P: Probe>(
    pipeline: &mut Pipeline<P>,
    exit: &Exit,
    wrong: u64,
    resteer: u64,
) {
    let until = pipeline.front.cycle_of(resteer);
    if pipeline.shared.counters.is_calm(until, 0) {
        return;
    }
    let known = fetch::knows_path(&pipeline.front, &pipeline.shared, &exit.path, wrong);
    let aside = match known {
        true => 3 * exit.path.bundles,
        false => pipeline.front.most_aside(),
    };
    let counters = &mut pipeline.shared.counters;
    if counters.awaits(aside, until) {
        counters.awaken();
    }
}

/// Whether the listener may ask because of the misses of some loads.
#[inline(never)]
fn loads_ask<P: Probe>(pipeline: &Pipeline<P>, loads: u32) -> bool {
    let counters = &pipeline.shared.counters;
    counters.attention.data_misses && counters.probe.asks(loads)
}

/// Tells the listener of the floating-point loads of an execution: each is a miss record, though all
/// of them hit the first cache that they ask.
#[inline(never)]
pub(super) fn report_fp_loads<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    body: &Body,
    lists: &Lists,
    execution: &Execution,
) {
    if !pipeline.shared.counters.attention.data_misses {
        return;
    }
    let latency = pipeline.shared.caches.fp_load_latency();
    let level = if pipeline.shared.caches.fp_bypasses_l1d {
        MemoryLevel::L2
    } else {
        MemoryLevel::L1
    };
    let mut miss = DataMiss {
        cycle: 0,
        completes: 0,
        site: Site {
            code: CodeId(plan.id),
            ..Site::none()
        },
        level,
        kind: DataMissKind::Float,
    };
    let references = body.references.of(&lists.references);
    for (step, &address) in references.iter().zip(&*execution.addresses) {
        if matches!(step.kind, Kind::FpLoad | Kind::FpLoadNearStore) {
            miss.cycle = pipeline.now + u64::from(step.at);
            miss.completes = miss.cycle + latency;
            miss.site.ip = plan.ip + 16 * u64::from(step.slot / 3);
            miss.site.index = step.slot;
            miss.site.data = address;
            pipeline.shared.counters.probe.data_miss(&miss);
        }
    }
}

/// Tells the listener of the TLB misses of an execution whose references were made one by one, as
/// [`Pipeline::translation_missed`] does.
#[inline(never)]
pub(super) fn report_tlb_misses<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    body: &Body,
    lists: &Lists,
    execution: &Execution,
) {
    let translated = body.steps.of(&lists.steps).iter();
    for step in translated.filter(|step| step.asks == Asks::Translation) {
        report_tlb_miss(pipeline, plan, step, execution);
    }
}

/// Tells the listener of the TLB miss of a translation, if it missed.
pub(super) fn report_tlb_miss<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    step: &Step,
    execution: &Execution,
) {
    let Pipeline {
        shared,
        ahead,
        flow,
        now,
        ..
    } = pipeline;
    let number = usize::from(step.number);
    let (Some(made), Some(&address)) = (
        ahead.translations.get(number),
        execution.addresses.get(number),
    ) else {
        return;
    };
    let Some(miss) = &made.miss else {
        return;
    };
    let requester = match step.memory.kind {
        MemoryKind::Prefetch => DataRequester::Prefetch,
        _ => DataRequester::Reference,
    };
    let site = site_of(plan, &step.memory, address);
    let physical = shared.translator.physical(made.frame, address);
    let at = *now + u64::from(step.at);
    shared.data_tlb_miss(at, miss, &site, requester, (flow.space, physical));
}

/// The site of a reference of a block.
#[inline(always)]
pub(super) fn site_of(plan: &Plan, memory: &Memory, address: u64) -> Site {
    site_of_slot(plan, memory.slot, address)
}

/// The same, by its slot.
#[inline(always)]
pub(super) fn site_of_slot(plan: &Plan, slot: u8, address: u64) -> Site {
    Site {
        ip: plan.ip + 16 * u64::from(slot / 3),
        data: address,
        code: CodeId(plan.id),
        index: slot,
    }
}

/// The record of a branch bundle, made from the index under which it is counted (`place`), with cycle and target.
#[inline(always)]
fn branch_record(
    code: u32,
    bundle: &BranchBundle,
    place: u32,
    (cycle, target): (u64, u64),
) -> Branch {
    let mut record = branch_at(place);
    record.cycle = cycle;
    record.site.ip = bundle.ip;
    record.site.code = CodeId(code);
    record.site.index += bundle.first;
    record.target = target;
    record
}

/// Tells the listener of a branch bundle by the place where it is counted.
#[inline(always)]
pub(super) fn report_branch<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    bundle: &BranchBundle,
    place: u32,
    target: u64,
) {
    let record = branch_record(plan.id, bundle, place, (pipeline.now, target));
    let counters = &mut pipeline.shared.counters;
    counters.probe.branch(&record);
    if counters.probe.asks(0) {
        // The listener is asked at the end of this execution.
        counters.attention.settle = 0;
    }
}
