//! Entries of the branch trace buffer that are not written until the buffer is read: most would be overwritten by then.

use crate::registers::Registers;
use crate::trace::{record, skip};
use events::{Branch, BranchKind, CodeId, NEWEST_BRANCHES, Prediction, Site, Stage};

/// Branches whose entries have not been written: the last ones, and the number of all.
#[derive(Debug, Clone)]
pub(super) struct Tail {
    /// The newest branches; number n is at n mod [`LENGTH`](Self::LENGTH).
    last: [Branch; Self::LENGTH],
    /// Branches since the last [`Tail::write`].
    branches: u64,
    /// How many of them were taken.
    taken: u64,
}

impl Default for Tail {
    fn default() -> Self {
        let none = Branch {
            cycle: 0,
            site: Site {
                code: CodeId::NONE,
                ..Site::none()
            },
            taken: false,
            target: 0,
            prediction: Prediction::Right,
            stage: Stage::First,
            kind: BranchKind::Relative,
            multiway: false,
            before: [0; BranchKind::COUNT],
        };
        Tail {
            last: [none; Self::LENGTH],
            branches: 0,
            taken: 0,
        }
    }
}

impl Tail {
    /// As many branches as the buffer has entries. Each fills at least one, so that entries of older branches are overwritten.
    const LENGTH: usize = NEWEST_BRANCHES;

    #[inline(always)]
    pub(super) fn push(&mut self, branch: &Branch) {
        self.last[self.branches as usize % Self::LENGTH] = *branch;
        self.branches += 1;
        self.taken += u64::from(branch.taken);
    }

    /// Adds branches by their number alone. At least [`LENGTH`](Self::LENGTH) others follow one by one before the next
    /// [`Tail::write`], and overwrite their entries.
    pub(super) fn pass(&mut self, branches: u64, taken: u64) {
        self.branches += branches;
        self.taken += taken;
    }

    /// Writes the entries as if [`record`] had been called for each branch, `single` being false. Returns the number of branches.
    pub(super) fn write(&mut self, registers: &mut Registers) -> u64 {
        let branches = std::mem::take(&mut self.branches);
        let kept = branches.min(Self::LENGTH as u64);
        let last = (branches - kept..branches).map(|n| self.last[n as usize % Self::LENGTH]);
        let written: u64 = last.clone().map(|branch| 1 + u64::from(branch.taken)).sum();
        // A branch fills one entry, and one more when it is taken.
        let lost = branches + std::mem::take(&mut self.taken) - written;
        if lost > 0 {
            skip(registers, lost);
        }
        for branch in last {
            record(registers, &branch, false);
        }
        branches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::tests::branch;
    use isa::Family;

    #[test]
    fn entries_written_late_are_those_written_at_once() {
        for (family, count) in Family::ALL
            .into_iter()
            .flat_map(|family| (0..40u64).map(move |count| (family, count)))
        {
            let mut at_once = Registers::reset(family);
            record(&mut at_once, &branch(0x500, 1, true, 0x600), false);
            let mut late = at_once.clone();
            let mut tail = Tail::default();
            for n in 0..count {
                let branch = branch(0x1000 + 16 * n, (n % 3) as u8, n % 5 != 2, 0x2000 + 16 * n);
                record(&mut at_once, &branch, false);
                tail.push(&branch);
            }
            assert_eq!(tail.write(&mut late), count);
            for index in 8..=16 {
                assert_eq!(late.pmd(index), at_once.pmd(index), "{count}, PMD{index}");
            }
            assert_eq!(tail.write(&mut late), 0);
        }
    }
}
