//! Branch bundles: the static facts about the branches of one bundle, which are predicted together.

use super::is_counted;
use isa::{BranchKind, WhetherHint};

/// A branch of the bundle that ends a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BranchSlot {
    /// Its type, which says what it tests.
    pub kind: BranchKind,
    /// Target of a relative branch; `None`: it is in a branch register.
    pub target: Option<u64>,
    /// Number of that branch register.
    pub register: u8,
    /// Static hint.
    pub whether: WhetherHint,
    /// Always taken: no qualifying predicate and no loop count.
    pub unconditional: bool,
    /// `.many`.
    pub many: bool,
    /// `.clr`, where the configuration obeys it (`clear_removes`).
    pub clear: bool,
}

impl BranchSlot {
    /// Whether it is a branch to the address in a branch register, returns excluded.
    pub(crate) fn is_indirect(&self) -> bool {
        self.target.is_none() && self.kind != BranchKind::Ret
    }

    /// What its prediction reads if it is the only branch of its bundle.
    fn table_use(&self) -> TableUse {
        if self.clear {
            TableUse::More
        } else if is_counted(self.kind) {
            TableUse::TargetOfLoop
        } else if self.kind == BranchKind::Cond && !self.unconditional && is_dynamic(self) {
            TableUse::HistoryAndTarget
        } else {
            TableUse::More
        }
    }

    /// The direction of a static hint (spnt, sptk), which no table overrides or learns; `None`: the hint is dynamic.
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
    /// Number of its first slot in the block.
    pub first: u8,
    /// Its slot, 0 to 2, with which the block begins if it is the first bundle of the block; else 0. Branches before it belong to the bundle, and to its
    /// prediction, but do not execute.
    pub entered: u8,
    /// The branches by slot.
    pub slots: [Option<BranchSlot>; 3],
    /// Number of branches.
    pub count: u8,
    /// The branch and its slot, if there is only one.
    pub alone: Option<(u8, BranchSlot)>,
    /// A branch of it has a dynamic hint.
    pub dynamic: bool,
    /// A branch of it is indirect and no return.
    pub reads_register: bool,
    /// What its prediction reads of the tables.
    pub table_use: TableUse,
}

/// What the prediction of a bundle reads and changes in the tables. The first two have short forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableUse {
    /// The only branch is conditional and has a dynamic hint: its history and its target.
    HistoryAndTarget,
    /// The only branch is that of a counted loop: its target; the use of its history entry, if it has one, is noted.
    TargetOfLoop,
    /// Anything else.
    More,
}

impl BranchBundle {
    /// The bundle at address `ip`, whose first slot has number `first` in the block, with its branches by slot.
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
            entered: 0,
            slots,
            count,
            alone,
            dynamic: branches().any(is_dynamic),
            reads_register: branches().any(BranchSlot::is_indirect),
            table_use: alone.map_or(TableUse::More, |(_, branch)| branch.table_use()),
        }
    }

    /// Whether a slot of the block holds a branch of this bundle. A taken slot of the bundle may also be a check.
    #[inline(always)]
    pub(crate) fn is_branch(&self, slot: u8) -> bool {
        slot.checked_sub(self.first)
            .and_then(|slot| self.slots.get(usize::from(slot)))
            .is_some_and(Option::is_some)
    }
}

/// Whether a branch has a dynamic hint.
fn is_dynamic(branch: &BranchSlot) -> bool {
    matches!(
        branch.whether,
        WhetherHint::DynamicTaken | WhetherHint::DynamicNotTaken
    )
}
