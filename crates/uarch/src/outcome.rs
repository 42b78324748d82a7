//! What a run amounts to, and whether its parts sum to the whole.

use crate::cache::{CacheStats, L1D, L1I, L2, L3};
use crate::monitor::Branches;
use crate::plan::Plan;
use crate::timing::Tally;
use events::{Cause, CodeId, Counts, Executions, Raw, RawSet, Stall, Totals, When};

/// Totals of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Cycles.
    pub cycles: u64,
    /// Instructions retired.
    pub instructions: u64,
    /// Every quantity that the model produces.
    pub counts: Counts,
    /// Statistics of L1I, L1D, L2, L3.
    pub caches: [CacheStats; 4],
    /// Pages touched, page tables included.
    pub pages: u64,
}

/// Parts that do not sum to their whole: a bug in the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The identity.
    pub identity: &'static str,
    /// What the parts sum to.
    pub parts: u64,
    /// What the whole is.
    pub whole: u64,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the parts of \"{}\" sum to {}, the whole is {}",
            self.identity, self.parts, self.whole
        )
    }
}

impl std::error::Error for Violation {}

/// Quantities that this model does not produce.
pub const NOT_PRODUCED: [Raw; 33] = [
    Raw::FpOpsHigh,
    Raw::FpFlushToZero,
    Raw::FpSirFlushes,
    Raw::FpSirStallsTrue,
    Raw::FpSirStallsFalse,
    Raw::PrivilegeChanges,
    Raw::L2FlushStoreBuffer,
    Raw::L2FlushAddressConflict,
    Raw::L2FlushBusReject,
    Raw::L2FlushFull,
    Raw::L2QueueFullCycles,
    Raw::L1MissesOutstandingHigh,
    Raw::BusInvalidates,
    Raw::BusQueueOccupancyHigh,
    Raw::MemoryReadsOutstandingHigh,
    Raw::FrontEndFlush,
    Raw::FrontEndMiss,
    Raw::FrontEndTlb,
    Raw::FrontEndFull,
    Raw::FrontEndBranch,
    Raw::BackEndLostFlush,
    Raw::BackEndLostMiss,
    Raw::BackEndLostTlb,
    Raw::BackEndLostBranch,
    Raw::BackEndLostUnreached,
    Raw::FlushesWay,
    Raw::LostFrontEnd,
    Raw::RseCurrentLow,
    Raw::RseCurrentMiddle,
    Raw::RseCurrentHigh,
    Raw::RseDirtyLow,
    Raw::RseDirtyMiddle,
    Raw::RseDirtyHigh,
];

/// Quantities that this model produces.
pub const PRODUCED: RawSet = RawSet::all_but(&NOT_PRODUCED);

/// Expands the static events of all plans and gathers the totals.
pub(crate) fn collect(
    cycles: u64,
    dynamic: Counts,
    stalls: &[u64; Stall::ALL.len()],
    dispersed_behind: u64,
    plans: &[(Plan, Tally)],
    caches: [CacheStats; 4],
    pages: u64,
) -> Outcome {
    let mut counts = dynamic;
    for stall in Stall::ALL {
        counts.add(stall.raw(), stalls[stall as usize]);
    }
    counts.add(Raw::InstructionsDispersed, dispersed_behind);
    for (plan, tally) in plans {
        expand(plan, tally, &mut counts);
    }
    Outcome {
        cycles,
        instructions: counts[Raw::InstructionsRetired],
        counts,
        caches,
        pages,
    }
}

/// How often each slot retired.
fn retirements(tally: &Tally) -> Vec<u64> {
    // Executions that retired at least the slots below an end; a slot retired when one beyond it is the end.
    let mut beyond = tally.ends[1..].to_vec();
    for end in (1..beyond.len()).rev() {
        beyond[end - 1] += beyond[end];
    }
    beyond
}

fn expand(plan: &Plan, tally: &Tally, counts: &mut Counts) {
    let retirements = retirements(tally);
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
    expand_dispersal(plan, &retirements, counts);
}

fn expand_dispersal(plan: &Plan, retirements: &[u64], counts: &mut Counts) {
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

/// Totals for a listener that left records out.
pub(crate) struct Sums<'a> {
    pub counts: &'a Counts,
    pub stalls: &'a [u64; Stall::ALL.len()],
    pub branches: &'a Branches,
    pub dispersed_behind: u64,
    pub plans: &'a [(Plan, Tally)],
}

/// What dispersal counts for each issue of a group.
const DISPERSAL: RawSet = RawSet::of(&[
    Raw::ExplicitStops,
    Raw::ImplicitStops,
    Raw::LostExplicit,
    Raw::LostImplicit,
    Raw::LostLong,
]);

impl Totals for Sums<'_> {
    fn dynamic(&self, wanted: &RawSet) -> Counts {
        let mut counts = self.counts.clone();
        for stall in Stall::ALL {
            counts.add(stall.raw(), self.stalls[stall as usize]);
        }
        counts.add(Raw::InstructionsDispersed, self.dispersed_behind);
        if wanted.meets(&RawSet::BRANCHES) {
            self.branches.add_to(&mut counts);
        }
        if wanted.meets(&DISPERSAL) {
            for (plan, tally) in self.plans {
                expand_dispersal(plan, &retirements(tally), &mut counts);
            }
        }
        counts
    }

    fn retired(&self, each: &mut dyn FnMut(&Executions<'_>)) {
        for (plan, tally) in self.plans {
            each(&Executions {
                code: CodeId(plan.id),
                retired: &retirements(tally),
                squashed: &tally.squashed,
            });
        }
    }
}

impl Outcome {
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

    /// Checks that the parts sum to the whole.
    ///
    /// # Errors
    ///
    /// The first identity that does not hold.
    pub fn identities(&self) -> Result<(), Violation> {
        let c = &self.counts;
        let check = |identity, parts: u64, whole: u64| {
            if parts == whole {
                Ok(())
            } else {
                Err(Violation {
                    identity,
                    parts,
                    whole,
                })
            }
        };
        let accounted: u64 = self.accounting().iter().map(|(_, cycles)| cycles).sum();
        check("cycle accounting", accounted, self.cycles)?;
        let [_, l1d, l2, l3] = &self.caches;
        let arrived = c[Raw::L2DataReads]
            + c[Raw::L2DataWrites]
            + c[Raw::L2WalkerReads]
            + c[Raw::L2InstructionReads]
            + c[Raw::L2InstructionPrefetches];
        check("L2 references by origin", arrived, l2.reads + l2.writes)?;
        let sent = l1d.read_misses - l1d.merged
            + l1d.bypassed
            + l1d.writes
            + c[Raw::WalkerReads]
            + c[Raw::WalkerReadsInstruction]
            + c[Raw::L1iMisses]
            + c[Raw::L2InstructionPrefetches];
        check("L2 references by who sent them", sent, l2.reads + l2.writes)?;
        let misses =
            c[Raw::L2DataReadMisses] + c[Raw::L2DataWriteMisses] + c[Raw::L2InstructionMisses];
        check(
            "L2 misses by origin",
            misses,
            l2.read_misses + l2.write_misses,
        )?;
        check("L3 reads are the misses of L2", l3.reads, misses)?;
        check(
            "L3 writes are the write-backs of L2",
            l3.writes,
            l2.writebacks,
        )?;
        let l3_reads = c[Raw::L3InstructionReadHits]
            + c[Raw::L3InstructionReadMisses]
            + c[Raw::L3DataReadHits]
            + c[Raw::L3DataReadMisses]
            + c[Raw::L3StoreHits]
            + c[Raw::L3StoreMisses];
        check("L3 reads by origin", l3_reads, l3.reads)?;
        let bus = c[Raw::BusDataReads] + c[Raw::BusCodeReads] + c[Raw::BusReadInvalidates];
        check("bus reads are the read misses of L3", bus, l3.read_misses)?;
        check(
            "bus write-backs are those of L3",
            c[Raw::BusWritebacks],
            l3.writebacks,
        )?;
        check("L1D reads", c[Raw::L1dReads], l1d.reads)?;
        let slots = c[Raw::BranchTakenSlot0]
            + c[Raw::BranchTakenSlot1]
            + c[Raw::BranchTakenSlot2]
            + c[Raw::BranchNotTaken];
        let stages: u64 = (Raw::Stage1TakenRight as usize..=Raw::Stage3NotTakenWrongPath as usize)
            .map(|i| c[Raw::ALL[i]])
            .sum();
        check("branch bundles by stage", stages, slots)?;
        let kinds: u64 = (Raw::RelativeTakenRight as usize
            ..=Raw::IndirectNotTakenWrongPath as usize)
            .map(|i| c[Raw::ALL[i]])
            .sum();
        check("branch bundles by kind", kinds, slots)
    }

    /// Names and statistics of the caches.
    pub fn caches(&self) -> [(&'static str, CacheStats); 4] {
        [
            ("l1i", self.caches[L1I]),
            ("l1d", self.caches[L1D]),
            ("l2", self.caches[L2]),
            ("l3", self.caches[L3]),
        ]
    }
}
