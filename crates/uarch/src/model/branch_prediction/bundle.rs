//! Branch bundles: what is static about the branches that are predicted together.

use super::is_counted;
use isa::{BranchKind, WhetherHint};

/// A branch of the bundle that ends a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BranchSlot {
    /// What it tests.
    pub kind: BranchKind,
    /// Target when relative.
    pub target: Option<u64>,
    /// Branch register that holds the target when it is not relative.
    pub register: u8,
    /// Static hint.
    pub whether: WhetherHint,
    /// Always taken: no qualifying predicate and no loop count.
    pub unconditional: bool,
    /// `.many`.
    pub many: bool,
    /// `.clr`, where it means anything.
    pub clear: bool,
}

impl BranchSlot {
    /// A branch to what a branch register holds, but for returns.
    pub(crate) fn is_indirect(&self) -> bool {
        self.target.is_none() && self.kind != BranchKind::Ret
    }

    /// What it asks where it is the only branch of its bundle.
    fn asks(&self) -> Asks {
        if self.clear {
            Asks::More
        } else if is_counted(self.kind) {
            Asks::TargetOfLoop
        } else if self.kind == BranchKind::Cond && !self.unconditional && is_dynamic(self) {
            Asks::HistoryAndTarget
        } else {
            Asks::More
        }
    }

    /// The direction that the hint says once and for all (spnt, sptk): no table decides it or learns of it.
    #[inline(always)]
    pub(crate) fn hinted(&self) -> Option<bool> {
        match self.whether {
            WhetherHint::StaticTaken => Some(true),
            WhetherHint::StaticNotTaken => Some(false),
            WhetherHint::DynamicTaken | WhetherHint::DynamicNotTaken => None,
        }
    }
}

/// The branch bundle that ends a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BranchBundle {
    /// Address.
    pub ip: u64,
    /// First slot number in the block.
    pub first: u8,
    /// The branches by slot.
    pub slots: [Option<BranchSlot>; 3],
    /// Branches in the bundle.
    pub count: u8,
    /// The only branch and its slot, when there is one.
    pub alone: Option<(u8, BranchSlot)>,
    /// One of them has a dynamic hint.
    pub dynamic: bool,
    /// One of them is indirect and no return.
    pub reads_register: bool,
    /// What it asks of the tables.
    pub asks: Asks,
}

/// What a bundle asks of the tables of a predictor, and changes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// The only branch is conditional and has a dynamic hint: its history and its target.
    HistoryAndTarget,
    /// The only branch counts down: its target, and that it has a history.
    TargetOfLoop,
    /// More than that, or of more than one branch.
    More,
}

impl BranchBundle {
    /// A bundle at an address, of which the first slot has a number in the block, with its branches by slot.
    pub(crate) fn new(ip: u64, first: u8, slots: [Option<BranchSlot>; 3]) -> Self {
        let branches = || slots.iter().flatten();
        let count = branches().count() as u8;
        let numbered = (0u8..).zip(slots);
        let alone = numbered
            .filter_map(|(slot, branch)| Some((slot, branch?)))
            .next()
            .filter(|_| count == 1);
        Self {
            ip,
            first,
            slots,
            count,
            alone,
            dynamic: branches().any(is_dynamic),
            reads_register: branches().any(BranchSlot::is_indirect),
            asks: alone.map_or(Asks::More, |(_, branch)| branch.asks()),
        }
    }

    /// Whether a slot of the block is a branch of this bundle: a check may share it.
    #[inline(always)]
    pub(crate) fn is_branch(&self, slot: u8) -> bool {
        slot.checked_sub(self.first)
            .and_then(|slot| self.slots.get(usize::from(slot)))
            .is_some_and(Option::is_some)
    }
}

/// Whether a branch asks for dynamic prediction.
fn is_dynamic(branch: &BranchSlot) -> bool {
    matches!(
        branch.whether,
        WhetherHint::DynamicTaken | WhetherHint::DynamicNotTaken
    )
}
