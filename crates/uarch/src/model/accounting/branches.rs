//! How often branch bundles of each kind were executed: one count for each combination of what their events distinguish.

use checkpoint::{Damage, Source, State};
use events::{Branch, BranchKind, Counts, Prediction, Site, Stage};

/// Tally of branch bundles.
#[derive(Clone, Debug)]
pub(crate) struct Branches(Box<[u64; BRANCHES]>);

impl State for Branches {
    fn save(&self, out: &mut Vec<u8>) {
        self.0.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.0.load(from)
    }
}

/// Number of combinations of slot, outcome, prediction, stage, kind and multiway.
const BRANCHES: usize = 1 << 10;

/// Index of a branch record in the tally; bits from the top: multiway, slot, stage, kind, prediction, taken.
#[inline(always)]
pub(crate) fn branch_index(branch: &Branch) -> usize {
    (usize::from(branch.multiway) << 9
        | usize::from(branch.site.slot()) << 7
        | (branch.stage as usize) << 5
        | (branch.kind as usize) << 3
        | (branch.prediction as usize) << 1
        | usize::from(branch.taken))
        % BRANCHES
}

/// By index in the tally: the record of such a bundle, without cycle, code and target.
pub(crate) static BRANCH_KINDS: [Branch; BRANCHES] = {
    let mut kinds = [branch_of_kind(0); BRANCHES];
    let mut index = 1;
    while index < BRANCHES {
        kinds[index] = branch_of_kind(index);
        index += 1;
    }
    kinds
};

/// The record of a bundle with this index in the tally, without cycle, code and target.
const fn branch_of_kind(index: usize) -> Branch {
    Branch {
        cycle: 0,
        site: Site {
            index: (index >> 7 & 3) as u8,
            ..Site::none()
        },
        taken: index & 1 != 0,
        target: 0,
        prediction: match index >> 1 & 3 {
            1 => Prediction::WrongPath,
            2 => Prediction::WrongTarget,
            _ => Prediction::Right,
        },
        stage: match index >> 5 & 3 {
            0 => Stage::First,
            1 => Stage::Second,
            _ => Stage::Third,
        },
        kind: match index >> 3 & 3 {
            0 => BranchKind::Relative,
            1 => BranchKind::Return,
            _ => BranchKind::Indirect,
        },
        multiway: index >> 9 & 1 != 0,
    }
}

impl Branches {
    /// Nothing counted.
    pub(super) fn new() -> Self {
        Self(Box::new([0; BRANCHES]))
    }

    /// Counts a bundle.
    #[inline(always)]
    pub(super) fn count(&mut self, branch: &Branch) {
        self.0[branch_index(branch)] += 1;
    }

    /// Counts so many bundles by their index in the tally; an index beyond it is passed over.
    pub(crate) fn add(&mut self, place: u32, times: u64) {
        if let Some(total) = self.0.get_mut(place as usize) {
            *total += times;
        }
    }

    /// Adds the quantities that the bundles count.
    pub(crate) fn add_to(&self, counts: &mut Counts) {
        for (index, &times) in self.0.iter().enumerate().filter(|(_, times)| **times > 0) {
            for raw in BRANCH_KINDS[index].raws().into_iter().flatten() {
                counts.add(raw, times);
            }
        }
    }
}
