//! Where counts go: totals always, the listener when one is armed.

use events::{Branch, BranchKind, Counts, Prediction, Probe, Raw, Site, Stage, Stall};

/// Totals and the listener.
#[derive(Clone, Debug)]
pub struct Monitor<P> {
    /// Totals of the dynamic quantities; static ones are expanded at the end.
    pub counts: Counts,
    /// Cycles by what they were spent on.
    pub stalls: [u64; Stall::ALL.len()],
    /// Branch bundles by everything that their events distinguish.
    branches: Box<[u64; BRANCHES]>,
    /// The listener.
    pub probe: P,
}

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
            branches: Box::new([0; BRANCHES]),
            probe,
        }
    }

    /// Counts occurrences, or cycles of a span that begins in `cycle`.
    #[inline(always)]
    pub fn count(&mut self, raw: Raw, amount: u64, cycle: u64, site: &Site) {
        self.counts.add(raw, amount);
        if P::ARMED && amount > 0 {
            self.probe
                .count(raw, u32::try_from(amount).unwrap_or(u32::MAX), cycle, site);
        }
    }

    /// Counts a branch bundle.
    #[inline(always)]
    pub fn branch(&mut self, branch: &Branch) {
        self.branches[branch_index(branch)] += 1;
        if P::ARMED {
            self.probe.branch(branch);
        }
    }

    /// The totals, with those of the branch bundles.
    pub fn totals(&self) -> Counts {
        let mut counts = self.counts.clone();
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
                                let times = self.branches[branch_index(&branch)];
                                for raw in branch.raws().into_iter().flatten() {
                                    counts.add(raw, times);
                                }
                            }
                        }
                    }
                }
            }
        }
        counts
    }

    /// Charges successive cycles.
    #[inline(always)]
    pub fn charge(&mut self, stall: Stall, from: u64, cycles: u64) {
        self.stalls[stall as usize] += cycles;
        if P::ARMED && cycles > 0 {
            self.probe.cycles(stall, from, cycles);
        }
    }
}
