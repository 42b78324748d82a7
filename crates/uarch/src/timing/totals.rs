//! Totals of a run at any moment: what was timed in full, and what was replayed since somebody last looked.

use super::*;
use crate::model::accounting::counters::Branches;
use crate::model::accounting::outcome::{expand_dispersal, retirements};
use crate::model::memory::cache::L1I;
use events::{Counts, Executions, RawSet, Totals};

/// What dispersal counts for each issue of a group.
const DISPERSAL: RawSet = RawSet::of(&[
    Raw::ExplicitStops,
    Raw::ImplicitStops,
    Raw::LostExplicit,
    Raw::LostImplicit,
    Raw::LostLong,
]);

/// Everything that totals consist of.
pub(super) struct Sums<'a> {
    replay: &'a mut Replay,
    plans: &'a mut [(Plan, Tally)],
    counts: &'a mut Counts,
    stalls: &'a mut [u64; Stall::ALL.len()],
    branches: &'a mut Branches,
    caches: &'a mut Hierarchy,
    front: &'a mut FrontEnd,
    dispersed_behind: &'a mut u64,
}

impl<P: Probe> Timing<P> {
    /// The listener, and the totals so far.
    pub(super) fn sums(&mut self) -> (&mut P, Sums<'_>) {
        let Core {
            shared: Shared {
                caches, monitor, ..
            },
            front,
            dispersed_behind,
            ..
        } = &mut self.core;
        let sums = Sums {
            replay: &mut self.replay,
            plans: &mut self.plans,
            counts: &mut monitor.counts,
            stalls: &mut monitor.stalls,
            branches: &mut monitor.branches,
            caches,
            front,
            dispersed_behind,
        };
        (&mut monitor.probe, sums)
    }

    /// Adds what was replayed to the totals.
    pub(super) fn draw_up(&mut self) {
        self.sums().1.draw_up();
    }
}

impl Sums<'_> {
    fn draw_up(&mut self) {
        let Self {
            replay,
            plans,
            counts,
            stalls,
            branches,
            caches,
            front,
            dispersed_behind,
        } = self;
        replay.draw_up(|body, charges, exit| {
            let times = exit.times;
            let (_, tally) = &mut plans[body.plan as usize];
            tally.ends[usize::from(body.end)] += times;
            let mut squashed = body.squashed;
            while squashed != 0 {
                tally.squashed[squashed.trailing_zeros() as usize] += times;
                squashed &= squashed - 1;
            }
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
            **dispersed_behind += u64::from(body.behind) * times;
            branches.add(exit.tally, times);
            if exit.mispredicted {
                counts.add(Raw::FlushesMispredict, times);
            } else if exit.resteers {
                front.count_resteers(times);
            }
        });
    }
}

impl Totals for Sums<'_> {
    fn dynamic(&mut self, wanted: &RawSet) -> Counts {
        self.draw_up();
        let mut counts = self.counts.clone();
        for stall in Stall::ALL {
            counts.add(stall.raw(), self.stalls[stall as usize]);
        }
        counts.add(Raw::InstructionsDispersed, *self.dispersed_behind);
        if wanted.meets(&RawSet::BRANCHES) {
            self.branches.add_to(&mut counts);
        }
        if wanted.meets(&DISPERSAL) {
            for (plan, tally) in self.plans.iter() {
                expand_dispersal(plan, &retirements(tally), &mut counts);
            }
        }
        counts
    }

    fn retired(&mut self, each: &mut dyn FnMut(&Executions<'_>)) {
        self.draw_up();
        for (plan, tally) in self.plans.iter() {
            each(&Executions {
                code: CodeId(plan.id),
                retired: &retirements(tally),
                squashed: &tally.squashed,
            });
        }
    }
}
