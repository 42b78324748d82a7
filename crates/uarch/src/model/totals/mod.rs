//! The totals of a run, gathered from all units at its end, and the [`identities`] that they have to satisfy.

pub(crate) mod identities;
pub(crate) mod ledger;

use crate::model::accounting::queues::Extent;
use crate::model::memory::cache::{CACHES, CacheStats, L1D, L1I, L2, LEVELS};
use crate::model::pipeline::{Model, Pipeline};
use crate::model::plan::Plan;
use crate::model::plan::table::Tally;
use crate::model::totals::ledger::Ledger;
use events::{Cause, CodeId, Counts, Probe, Raw, RawSet, Stall, When};

/// Totals of a run.
#[derive(Clone, Debug)]
pub struct Totals {
    /// Cycles.
    pub cycles: u64,
    /// Instructions retired.
    pub instructions: u64,
    /// Every quantity that the model produces.
    pub counts: Counts,
    /// Statistics of L1I, L1D and the levels behind them.
    pub caches: [CacheStats; CACHES],
    /// Pages touched, page tables included.
    pub pages: u64,
    /// Terms of the identities that no event needs.
    pub ledger: Ledger,
}

/// Quantities that this model produces: all there are.
pub const PRODUCED: RawSet = RawSet::of(&Raw::ALL);

/// Gathers the totals, with the static events of all plans expanded; `ledger`: the terms of the identities.
pub(crate) fn collect<P: Probe>(model: &Model<P>, extent: Extent, ledger: Ledger) -> Totals {
    let mut counts = dynamic(&model.pipeline, extent);
    expand_plans(model, &mut counts);
    if extent == Extent::Settled {
        leave_open_cycle(&model.pipeline, &mut counts);
    }
    let pipeline = &model.pipeline;
    Totals {
        cycles: pipeline.cycles(),
        instructions: counts[Raw::InstructionsRetired],
        counts,
        caches: pipeline.shared.caches.statistics(),
        pages: pipeline.shared.translator.frames.count(),
        ledger,
    }
}

/// Adds the static events of all plans, also of those that were forgotten.
pub(crate) fn expand_plans<P: Probe>(model: &Model<P>, counts: &mut Counts) {
    let mut scratch = Vec::new();
    *counts += model.plans.forgotten();
    for (plan, tally) in model.plans.all() {
        expand(plan, tally, counts, &mut scratch);
    }
}

/// The counts alone, where since the last call no other blocks than `blocks` have executed: their static events are added to `expanded`, which holds
/// those of all executions before, and their tallies are cleared.
pub(crate) fn counts_of<P: Probe>(
    model: &mut Model<P>,
    blocks: &[CodeId],
    expanded: &mut Counts,
    extent: Extent,
) -> Counts {
    let mut scratch = Vec::new();
    for &block in blocks {
        for (plan, tally) in model.plans.of_block(block) {
            if expand(plan, tally, expanded, &mut scratch) {
                tally.clear();
            }
        }
    }
    let mut counts = dynamic(&model.pipeline, extent);
    counts += expanded;
    if extent == Extent::Settled {
        leave_open_cycle(&model.pipeline, &mut counts);
    }
    counts
}

/// Takes the floating-point operations of a cycle in which more may issue out of the counts, where an event pair divides their number by cycles.
fn leave_open_cycle<P: Probe>(pipeline: &Pipeline<P>, counts: &mut Counts) {
    let (cycle, operations) = pipeline.issue.fp_operations;
    if pipeline.issue.halves_operations && pipeline.flow.joining && cycle == pipeline.now {
        counts[Raw::FpOps] -= operations;
        counts[Raw::FpOpsHigh] -= operations / 4;
    }
}

/// The counts that are not expanded from plans.
fn dynamic<P: Probe>(pipeline: &Pipeline<P>, extent: Extent) -> Counts {
    let mut counts = pipeline.shared.counters.totals(extent);
    counts.add(Raw::InstructionsDispersed, pipeline.flow.dispersed_behind);
    counts
}

/// Adds the static events of a plan's executions; false: there were none. `scratch`: memory for the retirements.
fn expand(plan: &Plan, tally: &Tally, counts: &mut Counts, scratch: &mut Vec<u64>) -> bool {
    let retirements = tally.retirements(scratch);
    if retirements
        .first()
        .is_none_or(|&executions| executions == 0)
    {
        return false;
    }
    for event in &plan.events {
        let slot = usize::from(event.slot);
        let retired = retirements.get(slot).copied().unwrap_or(0);
        let squashed = tally.squashed.get(slot).copied().unwrap_or(0);
        let times = match event.when {
            When::Always => retired,
            When::Executed => retired - squashed,
            When::Squashed => squashed,
        };
        counts.add(event.raw, u64::from(event.amount) * times);
    }
    expand_dispersal(plan, retirements, counts);
    true
}

/// Adds what dispersal counts, given how often each slot retired.
pub(crate) fn expand_dispersal(plan: &Plan, retirements: &[u64], counts: &mut Counts) {
    for group in &plan.groups {
        let times = retirements
            .get(usize::from(group.from))
            .copied()
            .unwrap_or(0);
        for (raw, amount) in group.dispersal {
            counts.add(raw, u64::from(amount) * times);
        }
    }
}

impl Totals {
    /// The difference to the totals of an earlier moment of the same run. The ledger stays that of the whole run, to
    /// which the identities apply.
    #[must_use]
    pub fn since(&self, earlier: &Totals) -> Totals {
        let mut caches = self.caches;
        for (cache, before) in caches.iter_mut().zip(&earlier.caches) {
            *cache = cache.since(before);
        }
        Totals {
            cycles: self.cycles - earlier.cycles,
            instructions: self.instructions - earlier.instructions,
            counts: &self.counts - &earlier.counts,
            caches,
            pages: self.pages - earlier.pages,
            ledger: self.ledger,
        }
    }

    /// Cycles of each cause in the order of the report.
    pub fn accounting(&self) -> [(Cause, u64); 8] {
        Cause::ALL.map(|cause| (cause, self.counts.cause(cause)))
    }

    /// Cycles of each finer cause.
    pub fn stalls(&self) -> impl Iterator<Item = (Stall, u64)> + '_ {
        Stall::ALL
            .into_iter()
            .map(|stall| (stall, self.counts[stall.raw()]))
    }

    /// Names and statistics of the caches.
    pub fn caches(&self) -> [(&'static str, CacheStats); CACHES] {
        std::array::from_fn(|cache| {
            let name = match cache {
                L1I => "l1i",
                L1D => "l1d",
                behind => LEVELS[behind - L2].level.name(),
            };
            (name, self.caches[cache])
        })
    }
}
