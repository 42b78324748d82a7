//! Where counts go: totals always, the listener when one is armed.

use events::{Attention, Branch, BranchKind, Counts, Prediction, Probe, Raw, Site, Stage, Stall};

/// Totals and the listener.
#[derive(Clone, Debug)]
pub struct Monitor<P> {
    /// Totals of the dynamic quantities; static ones are expanded at the end.
    pub counts: Counts,
    /// Cycles by what they were spent on.
    pub stalls: [u64; Stall::ALL.len()],
    /// Branch bundles by everything that their events distinguish.
    pub branches: Branches,
    /// What the listener has to hear.
    pub attention: Attention,
    /// The listener.
    pub probe: P,
}

/// Tally of branch bundles.
#[derive(Clone, Debug)]
pub struct Branches(Box<[u64; BRANCHES]>);

/// Combinations of slot, outcome, prediction, stage, kind and multiway.
const BRANCHES: usize = 1 << 10;

/// Index of a branch record in the tally; bits from the top: multiway, slot, stage, kind, prediction, taken.
#[inline(always)]
fn branch_index(branch: &Branch) -> usize {
    (usize::from(branch.multiway) << 9
        | usize::from(branch.site.slot()) << 7
        | (branch.stage as usize) << 5
        | (branch.kind as usize) << 3
        | (branch.prediction as usize) << 1
        | usize::from(branch.taken))
        % BRANCHES
}

impl<P: Probe> Monitor<P> {
    /// Nothing counted.
    pub fn new(probe: P) -> Self {
        Self {
            counts: Counts::ZERO,
            stalls: [0; Stall::ALL.len()],
            branches: Branches(Box::new([0; BRANCHES])),
            attention: Attention::ALL,
            probe,
        }
    }

    /// Whether the listener has to hear a record that reaches up to, not into, cycle `end`.
    #[inline(always)]
    pub fn hears(&self, end: u64) -> bool {
        P::ARMED && end > self.attention.from
    }

    /// Counts occurrences, or cycles of a span that begins in `cycle`.
    #[inline(always)]
    pub fn count(&mut self, raw: Raw, amount: u64, cycle: u64, site: &Site) {
        self.counts.add(raw, amount);
        // An occurrence may be delivered without need: the listener passes over it.
        if self.hears(cycle + amount) && amount > 0 {
            self.probe
                .count(raw, u32::try_from(amount).unwrap_or(u32::MAX), cycle, site);
        }
    }

    /// Counts a branch bundle.
    #[inline(always)]
    pub fn branch(&mut self, branch: &Branch) {
        self.branches.0[branch_index(branch)] += 1;
        if P::ARMED && (self.attention.branches || self.hears(branch.cycle + 1)) {
            self.probe.branch(branch);
        }
    }

    /// Whether the listener has to hear of a cache or TLB miss that completes in a cycle.
    #[inline(always)]
    pub fn hears_miss(&self, completes: u64) -> bool {
        P::ARMED && (self.attention.misses || self.hears(completes + 1))
    }

    /// The totals, with the cycles and those of the branch bundles.
    pub fn totals(&self) -> Counts {
        let mut counts = self.counts.clone();
        for stall in Stall::ALL {
            counts.add(stall.raw(), self.stalls[stall as usize]);
        }
        self.branches.add_to(&mut counts);
        counts
    }

    /// Charges successive cycles.
    #[inline(always)]
    pub fn charge(&mut self, stall: Stall, from: u64, cycles: u64) {
        self.stalls[stall as usize] += cycles;
        if self.hears(from + cycles) && cycles > 0 {
            self.probe.cycles(stall, from, cycles);
        }
    }
}

impl Branches {
    /// What the bundles count.
    pub fn add_to(&self, counts: &mut Counts) {
        for multiway in [false, true] {
            for slot in 0..3 {
                for stage in [Stage::First, Stage::Second, Stage::Third] {
                    for kind in [
                        BranchKind::Relative,
                        BranchKind::Return,
                        BranchKind::Indirect,
                    ] {
                        for prediction in [
                            Prediction::Right,
                            Prediction::WrongPath,
                            Prediction::WrongTarget,
                        ] {
                            for taken in [false, true] {
                                let branch = Branch {
                                    cycle: 0,
                                    site: Site {
                                        index: slot,
                                        ..Site::none()
                                    },
                                    taken,
                                    target: 0,
                                    prediction,
                                    stage,
                                    kind,
                                    multiway,
                                };
                                let times = self.0[branch_index(&branch)];
                                for raw in branch.raws().into_iter().flatten() {
                                    counts.add(raw, times);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
