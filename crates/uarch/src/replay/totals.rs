//! Totals of a run at any moment: what was timed in full, and what was replayed since the totals were asked for last.
//!
//! An execution that is timed counts where each thing happens; a replay counts once for each exit, times the number of its
//! replays. `tests/replay/twins.rs` holds both equal, count by count.

use super::Replay;
use super::memos::Memos;
use super::noted::COUNTED;
use crate::model::accounting::branches::Branches;
use crate::model::front_end::{FrontEnd, lost};
use crate::model::memory::Shared;
use crate::model::memory::cache::{Hierarchy, L1I};
use crate::model::pipeline::{Model, Pipeline, Skipped};
use crate::model::plan::table::PlanTable;
use crate::model::register_stack::sizes::Sizes;
use crate::model::totals::expand_dispersal;
use events::{CodeId, Counts, Executions, Probe, Raw, RawSet, Stall, Totals};

/// What dispersal counts for each issue of a group.
const DISPERSAL: RawSet = RawSet::of(&[
    Raw::ExplicitStops,
    Raw::ImplicitStops,
    Raw::LostExplicit,
    Raw::LostImplicit,
    Raw::LostLong,
]);

/// How many quantities an exit counts by itself.
pub(super) const BY_EXIT: usize = lost::COUNT + COUNTED.len();

/// One of them, by its index from 0: what the front end and the exit of its buffer lose, and what notes count.
pub(super) fn by_exit(index: usize) -> Raw {
    match index.checked_sub(lost::COUNT) {
        None => Raw::ALL[lost::FIRST as usize + index],
        Some(index) => COUNTED[index],
    }
}

/// Their totals in the model.
pub(super) fn counted_by_exit<P: Probe>(pipeline: &Pipeline<P>) -> [u64; BY_EXIT] {
    let counts = &pipeline.shared.counters.counts;
    std::array::from_fn(|index| counts[by_exit(index)])
}

/// All parts of the model and of replay that totals are taken from.
pub(crate) struct Sums<'a> {
    memos: &'a mut Memos,
    plans: &'a mut PlanTable,
    counts: &'a mut Counts,
    stalls: &'a mut [u64; Stall::ALL.len()],
    branches: &'a mut Branches,
    caches: &'a mut Hierarchy,
    front: &'a mut FrontEnd,
    dispersed_behind: &'a mut u64,
    skipped: &'a mut Skipped,
    fetched: u64,
    sizes: Option<&'a mut Sizes>,
}

impl Replay {
    /// The listener, which has been told of held branches, and the totals so far.
    pub(crate) fn sums<'a, P: Probe>(
        &'a mut self,
        model: &'a mut Model<P>,
    ) -> (&'a mut P, Sums<'a>) {
        self.end_chain(&mut model.pipeline);
        self.count_repeats(&mut model.pipeline);
        self.stream.end(&mut model.pipeline);
        self.tell_held_branches(model);
        Sums::of(&mut self.memos, &mut model.plans, &mut model.pipeline)
    }

    /// Adds what was replayed since the last time to the model's counts.
    pub(crate) fn add_replays<P: Probe>(&mut self, model: &mut Model<P>) {
        self.sums(model).1.add_replays();
    }
}

impl<'a> Sums<'a> {
    /// The listener and the totals so far.
    pub(super) fn of<P: Probe>(
        memos: &'a mut Memos,
        plans: &'a mut PlanTable,
        pipeline: &'a mut Pipeline<P>,
    ) -> (&'a mut P, Self) {
        let Pipeline {
            shared: Shared {
                caches, counters, ..
            },
            front,
            flow,
            data,
            stack_sizes,
            ..
        } = pipeline;
        let sums = Sums {
            memos,
            plans,
            counts: &mut counters.counts,
            stalls: &mut counters.stalls,
            branches: &mut counters.branches,
            caches,
            front,
            dispersed_behind: &mut flow.dispersed_behind,
            skipped: &mut data.skipped,
            fetched: counters.fetched,
            sizes: stack_sizes.as_mut(),
        };
        (&mut counters.probe, sums)
    }

    /// Adds for each exit what its body, its branch and it itself count, times the replays since the last time.
    fn add_replays(&mut self) {
        let Self {
            memos,
            plans,
            counts,
            stalls,
            branches,
            caches,
            front,
            dispersed_behind,
            skipped,
            ..
        } = self;
        memos.drain(|body, charges, exit, counted| {
            let times = exit.times;
            for &(raw, amount) in counted {
                counts.add(raw, u64::from(amount) * times);
            }
            body.count_squashed(plans);
            let (_, tally) = plans.get_mut(body.plan);
            tally.ends[usize::from(body.end)] += times;
            tally.squash(body.squashed, times);
            for &(stall, cycles) in charges {
                stalls[stall as usize] += u64::from(cycles) * times;
            }
            let fetches = u64::from(body.fetches.count) * times;
            counts.add(Raw::L1iDemandReads, fetches);
            caches.stats[L1I].read_hits += fetches;
            let references = [body.loads, body.fp_loads, body.stores, body.prefetches];
            counts.add(Raw::FpOpsHigh, u64::from(body.fp_fours) * times);
            caches.count_found(counts, references.map(|count| u64::from(count) * times));
            counts.add(Raw::FlushesMultimedia, u64::from(body.flushes) * times);
            counts.add(Raw::FlushesFirstTlb, u64::from(body.tlb_flushes) * times);
            **dispersed_behind += u64::from(body.dispersed_behind) * times;
            skipped.add(&body.forgone, times);
            branches.add(exit.tally, times);
            if exit.mispredicted {
                counts.add(Raw::FlushesMispredict, times);
            } else if exit.resteers {
                front.resteers += times;
            }
        });
    }
}

impl Totals for Sums<'_> {
    fn dynamic(&mut self, wanted: &RawSet) -> Counts {
        self.add_replays();
        if let Some(sizes) = &mut self.sizes {
            sizes.collect(self.counts);
        }
        let mut counts = self.counts.clone();
        for stall in Stall::ALL {
            counts.add(stall.raw(), self.stalls[stall as usize]);
        }
        counts.add(Raw::InstructionsDispersed, *self.dispersed_behind);
        if wanted.meets(&RawSet::BRANCHES) {
            self.branches.add_to(&mut counts);
        }
        if wanted.meets(&DISPERSAL) {
            let mut scratch = Vec::new();
            for (plan, tally) in self.plans.all() {
                expand_dispersal(plan, tally.retirements(&mut scratch), &mut counts);
            }
        }
        counts
    }

    fn fetched(&mut self) -> u64 {
        self.fetched
    }

    fn retired(&mut self, each: &mut dyn FnMut(&Executions<'_>)) {
        self.add_replays();
        let mut scratch = Vec::new();
        for (plan, tally) in self.plans.all() {
            each(&Executions {
                code: CodeId(plan.id),
                retired: tally.retirements(&mut scratch),
                squashed: &tally.squashed,
            });
        }
    }
}
