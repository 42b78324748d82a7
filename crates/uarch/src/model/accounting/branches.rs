//! How often branch bundles of each kind were executed: one count for each combination of what their events distinguish, and one for each combination
//! of branches that retired before the one that stands for the bundle.

use events::{Branch, BranchKind, Counts, Prediction, Raw, Site, Stage};

/// Tally of branch bundles.
#[derive(Clone, Debug)]
pub(crate) struct Branches {
    /// By [`branch_index`].
    bundles: Box<[u64; BRANCHES]>,
    /// By [`before_index`].
    before: Box<[u64; BEFORE]>,
}

checkpoint::state!(Branches { bundles, before });

/// Number of combinations of slot, outcome, prediction, stage, kind and multiway.
const BRANCHES: usize = 1 << 10;

/// Number of combinations of kinds of the branches before the one that stands for their bundle.
const BEFORE: usize = 3 * 3 * 3;

/// Lowest bit of [`before_index`] in a [`place`].
const BEFORE_SHIFT: u32 = 10;

const _: () = assert!(BRANCHES <= 1 << BEFORE_SHIFT);

/// Where a branch record is counted, in a word.
#[inline(always)]
pub(crate) fn place(branch: &Branch) -> u32 {
    (branch_index(branch) | before_index(branch) << BEFORE_SHIFT) as u32
}

/// Index of the branches before the one of a record: a digit to base 3 for the number of each kind.
#[inline(always)]
fn before_index(branch: &Branch) -> usize {
    let [relative, returns, indirect] = branch.before.map(usize::from);
    (relative + 3 * returns + 9 * indirect) % BEFORE
}

/// The numbers of branches by kind with an index.
fn before(index: usize) -> [u8; BranchKind::COUNT] {
    [index % 3, index / 3 % 3, index / 9 % 3].map(|count| count as u8)
}

/// The record of a bundle that is counted in a place, without cycle, code and target.
#[inline(always)]
pub(crate) fn branch_at(place: u32) -> Branch {
    Branch {
        before: before(place as usize >> BEFORE_SHIFT),
        ..BRANCH_KINDS[place as usize % BRANCHES]
    }
}

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

/// By index in the tally: the record of such a bundle, without cycle, code and target.
static BRANCH_KINDS: [Branch; BRANCHES] = {
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
        before: [0; BranchKind::COUNT],
    }
}

impl Branches {
    /// Nothing counted.
    pub(super) fn new() -> Self {
        Self {
            bundles: Box::new([0; BRANCHES]),
            before: Box::new([0; BEFORE]),
        }
    }

    /// Counts a bundle.
    #[inline(always)]
    pub(super) fn count(&mut self, branch: &Branch) {
        self.bundles[branch_index(branch)] += 1;
        if branch.multiway {
            self.before[before_index(branch)] += 1;
        }
    }

    /// Counts so many bundles by their [`place`]; a place that does not exist is passed over.
    pub(crate) fn add(&mut self, place: u32, times: u64) {
        if let Some(before) = self.before.get_mut(place as usize >> BEFORE_SHIFT) {
            *before += times;
            self.bundles[place as usize % BRANCHES] += times;
        }
    }

    /// Adds the quantities that the bundles count.
    pub(crate) fn add_to(&self, counts: &mut Counts) {
        for (index, &times) in self.bundles.iter().enumerate().filter(|(_, n)| **n > 0) {
            for raw in BRANCH_KINDS[index].raws().into_iter().flatten() {
                counts.add(raw, times);
            }
        }
        for (index, times) in self.before.iter().enumerate() {
            let kinds = [Raw::RelativeBefore, Raw::ReturnBefore, Raw::IndirectBefore];
            for (raw, each) in kinds.into_iter().zip(before(index)) {
                counts.add(raw, u64::from(each) * times);
            }
        }
    }
}
