//! What the predictors can do: each test is a sentence about one of them.

use super::*;
use crate::testing::itanium;

/// The branch unit with table positions that never help, so that the full form of prediction is tested.
struct Bench(BranchUnit);

impl Bench {
    fn run(&mut self, bundle: &BranchBundle, outcome: BranchOutcome) -> Predicted {
        self.0.run(bundle, outcome, &mut TablePositions::default())
    }

    fn hint(&mut self, branch: u64, target: u64, important: bool) {
        self.0.hint(branch, target, important);
    }
}

fn unit(predictor: BranchPredictor) -> Bench {
    let mut parameters = itanium().branch;
    parameters.predictor = predictor;
    Bench(BranchUnit::new(&parameters))
}

fn slot(kind: BranchKind, whether: WhetherHint) -> BranchSlot {
    BranchSlot {
        register: 0,
        kind,
        target: Some(0x9000),
        whether,
        unconditional: false,
        many: false,
        clear: false,
    }
}

/// An MIB bundle at an address with one branch.
fn single(ip: u64, branch: BranchSlot) -> BranchBundle {
    BranchBundle::new(ip, 0, [None, None, Some(branch)])
}

const TAKEN: BranchOutcome = Some((2, 0x9000));

fn conditional(whether: WhetherHint) -> BranchBundle {
    single(0x1000, slot(BranchKind::Cond, whether))
}

#[test]
fn a_statically_taken_branch_seen_for_the_first_time_is_resteered_by_the_first_address_calculator()
{
    let mut unit = unit(BranchPredictor::Itanium);
    let predicted = unit.run(&conditional(WhetherHint::StaticTaken), TAKEN);
    assert_eq!(predicted.quality(TAKEN), Prediction::Right);
    assert_eq!((predicted.stage(), predicted.bubbles()), (Stage::Third, 3));
}

#[test]
fn the_second_address_calculator_serves_branches_outside_the_last_slot() {
    let mut unit = unit(BranchPredictor::Itanium);
    let mut bundle = conditional(WhetherHint::StaticTaken);
    bundle.slots.swap(1, 2);
    bundle.alone = bundle.slots[1].map(|branch| (1, branch));
    let outcome = Some((1, 0x9000));
    assert_eq!(unit.run(&bundle, outcome).bubbles(), 4);
}

#[test]
fn a_taken_branch_is_in_the_target_cache_the_second_time() {
    let mut unit = unit(BranchPredictor::Itanium);
    let bundle = conditional(WhetherHint::StaticTaken);
    unit.run(&bundle, TAKEN);
    let predicted = unit.run(&bundle, TAKEN);
    assert_eq!((predicted.stage(), predicted.bubbles()), (Stage::Second, 2));
}

#[test]
fn a_loaded_target_register_costs_no_bubble() {
    let mut unit = unit(BranchPredictor::Itanium);
    unit.hint(0x1000, 0x9000, true);
    let predicted = unit.run(&conditional(WhetherHint::DynamicTaken), TAKEN);
    assert_eq!(predicted.quality(TAKEN), Prediction::Right);
    assert_eq!((predicted.stage(), predicted.bubbles()), (Stage::First, 0));
}

#[test]
fn a_fifth_target_register_displaces_the_oldest() {
    let mut unit = unit(BranchPredictor::Itanium);
    for i in 0..5 {
        unit.hint(0x1000 + 0x100 * i, 0x9000, true);
    }
    let oldest = unit.run(&conditional(WhetherHint::StaticTaken), TAKEN);
    assert_eq!(oldest.stage(), Stage::Third);
}

#[test]
fn the_local_history_learns_an_alternating_branch() {
    let mut unit = unit(BranchPredictor::Itanium);
    let bundle = conditional(WhetherHint::DynamicTaken);
    let mut wrong = 0;
    for i in 0..200 {
        let outcome = if i % 2 == 0 { TAKEN } else { None };
        if unit.run(&bundle, outcome).quality(outcome) != Prediction::Right && i >= 50 {
            wrong += 1;
        }
    }
    assert_eq!(wrong, 0);
}

#[test]
fn the_exit_of_a_counted_loop_is_predicted_and_costs_a_correction() {
    let mut unit = unit(BranchPredictor::Itanium);
    let bundle = single(0x1000, slot(BranchKind::Cloop, WhetherHint::StaticTaken));
    unit.run(&bundle, TAKEN);
    let predicted = unit.run(&bundle, None);
    assert_eq!(predicted.quality(None), Prediction::Right);
    assert_eq!((predicted.stage(), predicted.bubbles()), (Stage::Third, 3));
}

#[test]
fn a_return_finds_its_target_on_the_return_stack() {
    let mut unit = unit(BranchPredictor::Itanium);
    let call = single(0x1000, slot(BranchKind::Call, WhetherHint::StaticTaken));
    let mut ret = slot(BranchKind::Ret, WhetherHint::StaticTaken);
    ret.target = None;
    let ret = single(0x9000, ret);
    unit.run(&call, TAKEN);
    let outcome = Some((2, 0x1010));
    assert_eq!(unit.run(&ret, outcome).quality(outcome), Prediction::Right);
}

#[test]
fn a_ninth_nested_call_loses_the_outermost_return() {
    let mut unit = unit(BranchPredictor::Itanium);
    let mut ret = slot(BranchKind::Ret, WhetherHint::StaticTaken);
    ret.target = None;
    for i in 0..9 {
        unit.run(
            &single(
                0x1000 + 16 * i,
                slot(BranchKind::Call, WhetherHint::StaticTaken),
            ),
            TAKEN,
        );
    }
    let ret = single(0x9000, ret);
    for i in (0..9).rev() {
        let outcome = Some((2, 0x1010 + 16 * i));
        let right = unit.run(&ret, outcome).quality(outcome) == Prediction::Right;
        assert_eq!(right, i > 0, "return {i}");
    }
}

#[test]
fn an_indirect_branch_whose_target_changed_is_predicted_to_the_wrong_target() {
    let mut unit = unit(BranchPredictor::Itanium);
    let mut branch = slot(BranchKind::Cond, WhetherHint::StaticTaken);
    branch.target = None;
    let bundle = single(0x1000, branch);
    unit.run(&bundle, Some((2, 0x5000)));
    let outcome = Some((2, 0x6000));
    assert_eq!(
        unit.run(&bundle, outcome).quality(outcome),
        Prediction::WrongTarget
    );
}

#[test]
fn the_first_taken_branch_of_a_multiway_bundle_is_learnt() {
    let mut unit = unit(BranchPredictor::Itanium);
    let branch = slot(BranchKind::Cond, WhetherHint::DynamicNotTaken);
    let bundle = BranchBundle::new(0x1000, 0, [Some(branch); 3]);
    let outcome = Some((1, 0x9000));
    for _ in 0..20 {
        unit.run(&bundle, outcome);
    }
    let predicted = unit.run(&bundle, outcome);
    assert_eq!(predicted.slot(), Some(1));
    assert_eq!(predicted.quality(outcome), Prediction::Right);
}

#[test]
fn after_a_saturating_not_taken_run_one_taken_branch_does_not_flip_the_bimodal_prediction() {
    let mut unit = unit(BranchPredictor::Bimodal);
    let bundle = conditional(WhetherHint::DynamicTaken);
    for _ in 0..10 {
        unit.run(&bundle, None);
    }
    unit.run(&bundle, TAKEN);
    assert_eq!(unit.run(&bundle, None).slot(), None);
}

/// Mispredictions of the last thousand branches of a repeated pattern (from bit 0 on, 1: taken).
fn wrong(predictor: BranchPredictor, pattern: u64, period: u32) -> usize {
    let mut unit = unit(predictor);
    let bundle = conditional(WhetherHint::DynamicTaken);
    (0..6000_u32)
        .filter(|i| {
            let outcome = (pattern >> (i % period) & 1 != 0).then_some((2, 0x9000));
            let right = unit.run(&bundle, outcome).quality(outcome) == Prediction::Right;
            !right && *i >= 5000
        })
        .count()
}

#[test]
fn the_static_predictor_follows_the_hint_whatever_the_branch_did() {
    let mut unit = unit(BranchPredictor::Static);
    let taken = conditional(WhetherHint::DynamicTaken);
    let not_taken = single(0x2000, slot(BranchKind::Cond, WhetherHint::DynamicNotTaken));
    for _ in 0..20 {
        assert_eq!(unit.run(&taken, None).slot(), Some(2));
        assert_eq!(unit.run(&not_taken, TAKEN).slot(), None);
    }
}

#[test]
fn two_level_local_histories_learn_a_period_that_counters_do_not() {
    let pattern = 0b10110;
    assert_eq!(wrong(BranchPredictor::TwoLevelLocal, pattern, 5), 0);
    assert!(wrong(BranchPredictor::Bimodal, pattern, 5) >= 400);
}

#[test]
fn a_loop_longer_than_the_history_of_gshare_is_learnt_by_tage() {
    // Twenty-three times taken, then not: ten outcomes of history do not tell the exit from the trips before it.
    let pattern = (1 << 23) - 1;
    assert!(wrong(BranchPredictor::Gshare, pattern, 24) >= 40);
    assert!(wrong(BranchPredictor::Tage, pattern, 24) <= 4);
}

#[test]
fn a_period_within_its_history_is_learnt_by_gshare() {
    assert_eq!(wrong(BranchPredictor::Gshare, 0b0111_1111, 8), 0);
}

#[test]
fn one_exception_to_a_long_run_is_wrong_twice_at_first_and_once_when_its_history_is_known() {
    let mut unit = unit(BranchPredictor::Itanium);
    let bundle = conditional(WhetherHint::DynamicTaken);
    let mut run = |outcome, times: usize| {
        (0..times)
            .filter(|_| unit.run(&bundle, outcome).quality(outcome) != Prediction::Right)
            .count()
    };
    assert_eq!(run(TAKEN, 50), 0);
    // A counter that was never trained predicts the newest outcome of its history: not taken again.
    assert_eq!((run(None, 1), run(TAKEN, 50)), (1, 1));
    assert_eq!((run(None, 1), run(TAKEN, 50)), (1, 0));
}

#[test]
fn global_histories_learn_a_branch_that_follows_another_and_counters_alone_do_not() {
    let rate = |predictor| {
        let mut unit = unit(predictor);
        let first = single(0x1000, slot(BranchKind::Cond, WhetherHint::DynamicTaken));
        let second = single(0x2000, slot(BranchKind::Cond, WhetherHint::DynamicTaken));
        let mut random = fastrand::Rng::with_seed(12_345);
        let mut right = 0;
        for i in 0..4000 {
            let outcome = if random.bool() { TAKEN } else { None };
            unit.run(&first, outcome);
            if unit.run(&second, outcome).quality(outcome) == Prediction::Right && i >= 2000 {
                right += 1;
            }
        }
        right
    };
    assert!(rate(BranchPredictor::Gshare) > 1900);
    assert!(rate(BranchPredictor::Tage) > 1900);
    assert!(rate(BranchPredictor::Bimodal) < 1300);
}

#[test]
fn without_a_predictor_every_taken_branch_is_wrong_and_with_the_perfect_one_none() {
    let bundle = conditional(WhetherHint::StaticTaken);
    let none = unit(BranchPredictor::None).run(&bundle, TAKEN);
    assert_eq!(none.quality(TAKEN), Prediction::WrongPath);
    let perfect = unit(BranchPredictor::Perfect).run(&bundle, TAKEN);
    assert_eq!(
        (perfect.quality(TAKEN), perfect.bubbles()),
        (Prediction::Right, 0)
    );
}

#[test]
fn a_multiway_bundle_is_predicted_as_a_whole_before_its_first_branch_is_learnt() {
    let mut unit = unit(BranchPredictor::Itanium);
    let branch = slot(BranchKind::Cond, WhetherHint::DynamicNotTaken);
    let bundle = BranchBundle::new(0x1000, 0, [None, Some(branch), Some(branch)]);
    // The tables have neither branch: hints decide for both, not the entry that the first one gets.
    assert_eq!(unit.run(&bundle, None).stage(), Stage::Third);
    assert_eq!(unit.run(&bundle, None).stage(), Stage::Second);
}

/// The state of a branch unit as a checkpoint holds it.
fn bytes(unit: &BranchUnit) -> Vec<u8> {
    let mut bytes = Vec::new();
    unit.save(&mut bytes);
    bytes
}

#[test]
fn a_settled_bundle_leaves_all_tables_as_one_more_execution_would() {
    use WhetherHint::{DynamicNotTaken, DynamicTaken, StaticNotTaken, StaticTaken};
    for choice in 0..128_u32 {
        let is = |bit: u32| choice >> bit & 1 != 0;
        let kinds = [
            BranchKind::Cond,
            BranchKind::Cloop,
            BranchKind::Call,
            BranchKind::Ret,
        ];
        let hints = [StaticNotTaken, StaticTaken, DynamicNotTaken, DynamicTaken];
        let (kind, whether) = (kinds[choice as usize & 3], hints[choice as usize >> 2 & 3]);
        let mut branch = slot(kind, whether);
        (branch.unconditional, branch.clear) = (is(4), is(5));
        let bundle = single(0x1000, branch);
        let mut parameters = itanium().branch;
        parameters.predictor = BranchPredictor::Itanium;
        parameters.itanium.static_targets = is(6);
        let mut unit = BranchUnit::new(&parameters);
        let mut positions = TablePositions::default();
        let mut settled = None;
        for turn in 0..24 {
            let mut exact = unit.clone();
            let predicted = exact.run(&bundle, TAKEN, &mut positions);
            if let Some(settled) = &settled {
                unit.run_settled(settled);
                assert_eq!(settled.predicted, predicted, "{branch:?}, turn {turn}");
                assert_eq!(bytes(&unit), bytes(&exact), "{branch:?}, turn {turn}");
            }
            unit = exact;
            settled = unit.settled(&bundle, TAKEN, &positions);
        }
        let stack = matches!(kind, BranchKind::Call | BranchKind::Ret);
        let known = branch.unconditional || kind == BranchKind::Cloop;
        let wrong = !known && whether == StaticNotTaken;
        assert_eq!(settled.is_some(), !stack && !wrong, "{branch:?}");
    }
}

#[test]
fn a_bundle_that_a_target_register_names_or_that_is_not_taken_is_never_settled() {
    let mut unit = unit(BranchPredictor::Itanium);
    let bundle = conditional(WhetherHint::DynamicTaken);
    let mut positions = TablePositions::default();
    for _ in 0..24 {
        unit.0.run(&bundle, TAKEN, &mut positions);
    }
    assert!(unit.0.settled(&bundle, TAKEN, &positions).is_some());
    assert!(unit.0.settled(&bundle, None, &positions).is_none());
    let elsewhere = Some((2, 0x9010));
    assert!(unit.0.settled(&bundle, elsewhere, &positions).is_none());
    unit.0.hint(0x1000, 0x9000, true);
    assert!(unit.0.settled(&bundle, TAKEN, &positions).is_none());
}

#[test]
fn a_counter_goes_one_step_and_stays_at_its_ends() {
    let next = |mut counter: u8, taken| {
        train(&mut counter, taken);
        counter
    };
    assert_eq!(
        [0, 1, 2, 3].map(|counter| next(counter, false)),
        [0, 0, 1, 2]
    );
    assert_eq!(
        [0, 1, 2, 3].map(|counter| next(counter, true)),
        [1, 2, 3, 3]
    );
}
