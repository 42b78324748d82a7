//! The branch trace buffer: PMC12 filters, PMD8 to PMD15, index PMD16 (Itanium reference manual 6.2.8).

use crate::control::Trace;
use crate::registers::Registers;
use events::{Branch, BranchKind, Prediction, Site, Stage};

/// Index of the next entry (bits 2:0 of PMD16).
const INDEX: u64 = 7;
/// Sticky wrap bit of PMD16.
const FULL: u64 = 8;
/// First buffer register.
const FIRST: usize = 8;

/// Whether a branch passes PMC12's filters, each of which has to let it through. The target of a taken branch that was
/// predicted not taken counts as mispredicted, too.
///
/// With `any_misprediction`, the filters of target and path both at "wrong" (ptm = ppm = 01) are one filter, which lets
/// through what was mispredicted in either way. pfmon programs them so for `--btb-all-mispredicted`, which captures all
/// mispredicted branches according to its documentation. As two separate filters they would reject every branch with a right path
/// and a wrong target, and every branch that is not taken.
fn accepts(trace: &Trace, branch: &Branch, any_misprediction: bool) -> bool {
    let wrong_path = branch.prediction == Prediction::WrongPath;
    let wrong_target = branch.prediction == Prediction::WrongTarget || (wrong_path && branch.taken);
    let pass = |filter: u8, wrong: bool| filter & if wrong { 1 } else { 2 } != 0;
    let predicted = match (trace.target, trace.path) {
        (1, 1) if any_misprediction => branch.prediction != Prediction::Right,
        (target, path) => {
            (target == 3 || pass(target, wrong_target)) && (path == 3 || pass(path, wrong_path))
        }
    };
    trace.taken & if branch.taken { 2 } else { 1 } != 0
        && predicted
        && trace.stages >> branch.stage as u8 & 1 != 0
        && trace.kinds >> branch.kind as u8 & 1 != 0
}

/// [`accepts`], evaluated once for every combination of stage, kind, prediction and outcome.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Filter {
    /// Bit i: branches with [`Filter::index`] i pass.
    accepted: u128,
    /// Every branch is let through.
    everything: bool,
}

impl Filter {
    pub(crate) fn new(trace: &Trace, any_misprediction: bool) -> Self {
        let mut filter = Filter {
            accepted: 0,
            everything: true,
        };
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
                            site: Site::none(),
                            taken,
                            target: 0,
                            prediction,
                            stage,
                            kind,
                            multiway: false,
                            before: [0; BranchKind::COUNT],
                        };
                        let accepted = accepts(trace, &branch, any_misprediction);
                        filter.accepted |= u128::from(accepted) << Self::index(&branch);
                        filter.everything &= accepted;
                    }
                }
            }
        }
        filter
    }

    #[inline(always)]
    fn index(branch: &Branch) -> usize {
        (branch.stage as usize) << 5
            | (branch.kind as usize) << 3
            | (branch.prediction as usize) << 1
            | usize::from(branch.taken)
    }

    /// Whether every branch is let through.
    pub(crate) fn accepts_all(self) -> bool {
        self.everything
    }

    #[inline(always)]
    pub(crate) fn accepts(self, branch: &Branch) -> bool {
        self.everything || self.accepted >> Self::index(branch) & 1 != 0
    }
}

fn push(registers: &mut Registers, entry: u64) {
    let index = registers.pmd(16);
    registers.set_pmd(FIRST + (index & INDEX) as usize, entry);
    let next = (index + 1) & INDEX;
    let full = index & FULL | if next == 0 { FULL } else { 0 };
    registers.set_pmd(16, index & !(INDEX | FULL) | next | full);
}

/// Moves the index on as if so many entries had been written. The caller writes all eight entries next.
pub(crate) fn skip(registers: &mut Registers, entries: u64) {
    let index = registers.pmd(16);
    let next = (index & INDEX) + entries;
    let full = index & FULL | if next > INDEX { FULL } else { 0 };
    registers.set_pmd(16, index & !(INDEX | FULL) | next & INDEX | full);
}

/// Number of the register written last; none when nothing has been captured since PMD16 was cleared.
#[must_use]
pub(crate) fn last_written(pmd16: u64) -> Option<usize> {
    let (full, index) = (pmd16 >> 3 & 1, pmd16 & INDEX);
    if full == 0 && index == 0 {
        None
    } else {
        Some(FIRST + ((8 * full + index).wrapping_sub(1) % 8) as usize)
    }
}

/// Records a branch: the source, then the target when it was taken. With `single`, a source in the
/// bundle that the entry before names as target replaces that entry.
pub(crate) fn record(registers: &mut Registers, branch: &Branch, single: bool) {
    record_source(registers, branch, single);
    if branch.taken {
        let target = registers.facts().canonical(branch.target & !0xf);
        push(registers, target | 2);
    }
}

/// Records a branch without its target.
pub(crate) fn record_source(registers: &mut Registers, branch: &Branch, single: bool) {
    let facts = registers.facts();
    let bundle = facts.canonical(branch.site.ip & !0xf);
    let slot = if branch.taken {
        u64::from(branch.site.slot())
    } else {
        3
    };
    let wrong = branch.prediction != Prediction::Right;
    let source = bundle | slot << 2 | u64::from(wrong) << 1 | 1;
    let target_before =
        last_written(registers.pmd(16)).filter(|&last| registers.pmd(last) == bundle | 2);
    match target_before {
        Some(last) if single => registers.set_pmd(last, source),
        _ => push(registers, source),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::control::Gate;
    use events::{BranchKind, CodeId, Site, Stage};
    use isa::Family;

    pub(crate) fn branch(ip: u64, slot: u8, taken: bool, target: u64) -> Branch {
        Branch {
            cycle: 0,
            site: Site {
                ip,
                data: 0,
                code: CodeId(0),
                index: slot,
            },
            taken,
            target,
            prediction: Prediction::Right,
            stage: Stage::Second,
            kind: BranchKind::Relative,
            multiway: false,
            before: [0; BranchKind::COUNT],
        }
    }

    fn filter(taken: u8, target: u8, path: u8) -> Trace {
        Trace {
            gate: Gate::default(),
            taken,
            target,
            path,
            stages: 7,
            kinds: 7,
            targets: true,
        }
    }

    #[test]
    fn a_taken_branch_makes_a_source_and_a_target_entry_as_documented() {
        for mut registers in Family::ALL.map(Registers::reset) {
            record(
                &mut registers,
                &branch(0x2000_0000_0001_7190, 2, true, 0x2000_0000_0001_7170),
                false,
            );
            assert_eq!(registers.pmd(8), 0x2000_0000_0001_7199);
            assert_eq!(registers.pmd(9), 0x2000_0000_0001_7172);
            assert_eq!(registers.pmd(16), 2);
        }
    }

    #[test]
    fn a_branch_not_taken_has_slot_3_and_no_target_entry() {
        for mut registers in Family::ALL.map(Registers::reset) {
            record(&mut registers, &branch(0x1000, 2, false, 0x1010), false);
            assert_eq!(registers.pmd(8), 0x100d);
            assert_eq!(registers.pmd(16), 1);
        }
    }

    #[test]
    fn a_misprediction_sets_the_mp_bit_of_the_source() {
        for mut registers in Family::ALL.map(Registers::reset) {
            let wrong = Branch {
                prediction: Prediction::WrongTarget,
                ..branch(0x1000, 1, true, 0x2000)
            };
            record(&mut registers, &wrong, false);
            assert_eq!(registers.pmd(8), 0x1007);
        }
    }

    #[test]
    fn the_full_bit_is_set_by_the_wrap_and_stays() {
        for mut registers in Family::ALL.map(Registers::reset) {
            for _ in 0..4 {
                record(&mut registers, &branch(0x1000, 0, true, 0x2000), false);
            }
            assert_eq!(registers.pmd(16), 8);
            record(&mut registers, &branch(0x1000, 0, true, 0x2000), false);
            assert_eq!(registers.pmd(16), 8 | 2);
            registers.set_pmd(16, 0);
            assert_eq!(registers.pmd(16), 0);
        }
    }

    #[test]
    fn entries_need_no_correction_of_their_bundle() {
        let mut registers = Registers::reset(Family::Itanium2);
        let last = branch(0x1010, 1, true, 0x2030);
        record(&mut registers, &last, false);
        assert_eq!([8, 9].map(|i| registers.pmd(i)), [0x1015, 0x2032]);
        assert_eq!(registers.pmd(16), 2, "no bit of an extension");
        let written = 0xa_5a5a_5a50;
        registers.set_pmd(16, written);
        record(&mut registers, &last, false);
        assert_eq!(registers.pmd(16), written | 2, "they stay as written");
    }

    #[test]
    fn the_last_written_formula_of_the_manual_holds() {
        assert_eq!(last_written(0), None);
        assert_eq!(last_written(1), Some(8));
        assert_eq!(last_written(7), Some(14));
        assert_eq!(last_written(8), Some(15));
        assert_eq!(last_written(9), Some(8));
    }

    #[test]
    fn with_single_entries_a_source_replaces_the_target_of_the_same_bundle() {
        for mut registers in Family::ALL.map(Registers::reset) {
            record(&mut registers, &branch(0x1000, 0, true, 0x2000), true);
            record(&mut registers, &branch(0x2000, 2, true, 0x3000), true);
            assert_eq!(
                [8, 9, 10, 11].map(|i| registers.pmd(i)),
                [0x1001, 0x2009, 0x3002, 0]
            );
        }
        for mut registers in Family::ALL.map(Registers::reset) {
            record(&mut registers, &branch(0x1000, 0, true, 0x2000), false);
            record(&mut registers, &branch(0x2000, 2, true, 0x3000), false);
            assert_eq!(
                [8, 9, 10, 11].map(|i| registers.pmd(i)),
                [0x1001, 0x2002, 0x2009, 0x3002]
            );
        }
    }

    #[test]
    fn filters_are_anded() {
        let right = branch(0, 0, true, 0);
        let wrong_path = Branch {
            prediction: Prediction::WrongPath,
            ..right
        };
        let wrong_target = Branch {
            prediction: Prediction::WrongTarget,
            ..right
        };
        let not_taken_wrong = Branch {
            taken: false,
            prediction: Prediction::WrongPath,
            ..right
        };
        assert!(accepts(&filter(3, 3, 3), &right, true));
        assert!(!accepts(&filter(1, 3, 3), &right, true));
        assert!(!accepts(&filter(0, 3, 3), &right, true));
        assert!(accepts(&filter(3, 2, 3), &right, true));
        assert!(!accepts(&filter(3, 2, 3), &wrong_target, true));
        assert!(accepts(&filter(3, 1, 3), &wrong_target, true));
        assert!(accepts(&filter(3, 3, 1), &wrong_path, true));
        assert!(!accepts(&filter(3, 0, 3), &right, true));
        let all_mispredicted = filter(3, 1, 1);
        for filter in [filter(3, 2, 3), filter(1, 3, 3), all_mispredicted] {
            for branch in [right, wrong_path, wrong_target, not_taken_wrong] {
                let decided = Filter::new(&filter, true).accepts(&branch);
                assert_eq!(decided, accepts(&filter, &branch, true));
            }
        }
    }

    #[test]
    fn both_masks_at_wrong_select_every_misprediction() {
        let all_mispredicted = filter(3, 1, 1);
        for taken in [false, true] {
            for (prediction, selected) in [
                (Prediction::Right, false),
                (Prediction::WrongPath, true),
                (Prediction::WrongTarget, true),
            ] {
                let branch = Branch {
                    prediction,
                    ..branch(0, 0, taken, 0)
                };
                assert_eq!(accepts(&all_mispredicted, &branch, true), selected);
                assert!(!accepts(&filter(0, 1, 1), &branch, true));
            }
        }
        for (prediction, taken, selected) in [
            (Prediction::WrongPath, true, true),
            (Prediction::WrongPath, false, false),
            (Prediction::WrongTarget, true, false),
        ] {
            let branch = Branch {
                prediction,
                ..branch(0, 0, taken, 0)
            };
            assert_eq!(accepts(&all_mispredicted, &branch, false), selected);
        }
        // Alone, each selects its own kind.
        let wrong_target = Branch {
            prediction: Prediction::WrongTarget,
            ..branch(0, 0, true, 0)
        };
        assert!(!accepts(&filter(3, 3, 1), &wrong_target, true));
        assert!(accepts(&filter(3, 1, 2), &wrong_target, true));
    }

    #[test]
    fn predictions_of_an_excluded_stage_are_not_recorded() {
        let no_second = Trace {
            stages: 0b101,
            ..filter(3, 3, 3)
        };
        assert!(!accepts(&no_second, &branch(0, 0, true, 0), true));
        let first = Branch {
            stage: Stage::First,
            ..branch(0, 0, true, 0)
        };
        assert!(accepts(&no_second, &first, true));
    }
}
