//! The branch trace buffer in a run.

use crate::common::*;
use events::{Prediction, Probe};
use isa::Family;

#[test]
fn branch_event_counts_what_the_buffer_records() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(0x11));
    monitor.unit.set_pmc(12, 0xff88);
    describe(&mut monitor, 0);
    monitor.branch(&branch(10, 2, true));
    monitor.branch(&branch(11, 5, false));
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 2);
    assert_eq!(
        [8, 9, 10].map(|i| monitor.unit.pmd(i)),
        [BASE | 9, BASE | 2, (BASE + 16) | 0xd]
    );
    assert_eq!(monitor.unit.pmd(16), 3);
}

#[test]
fn filtered_branches_are_neither_recorded_nor_counted() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(0x11));
    // Only taken branches (tm = 10).
    monitor.unit.set_pmc(12, 0xff88 & !0x100);
    describe(&mut monitor, 0);
    monitor.branch(&branch(10, 2, false));
    monitor.branch(&branch(11, 2, true));
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 1);
    assert_eq!(monitor.unit.pmd(16), 2);
}

#[test]
fn sampling_keeps_the_last_branches_before_the_freeze() {
    let mut monitor = monitor(Family::Itanium, 6);
    monitor.unit.set_pmc(4, sampling(0x11));
    monitor.unit.set_pmd(4, 6u64.wrapping_neg());
    monitor.unit.set_pmc(12, 0xff88);
    describe(&mut monitor, 0);
    for cycle in 0..20 {
        monitor.group(&group(cycle, 0, 3));
        monitor.branch(&branch(cycle, 3 * (cycle % 7) as u8, true));
        monitor.settle(cycle);
    }
    monitor.synchronise(40);
    let (interrupt, pmds) = &monitor.handler.taken[0];
    assert_eq!((interrupt.raised, interrupt.cycle), (5, 6));
    // Six pairs: the first two are overwritten, the write index stands at 4.
    assert_eq!(pmds[16], 8 | 4);
    let sources: Vec<u64> = [12, 14, 8, 10]
        .iter()
        .map(|&i: &usize| pmds[i] & !0xf)
        .collect();
    assert_eq!(sources, [2, 3, 4, 5].map(|n| BASE + 16 * n));
}

#[test]
fn the_four_branches_before_a_miss_are_there_when_a_free_running_buffer_meets_miss_sampling() {
    let mut monitor = monitor(Family::Itanium, 1);
    monitor.unit.set_pmc(4, sampling(DATA_EAR));
    monitor.unit.set_pmd(4, u64::MAX);
    monitor.unit.set_pmc(11, 8 | 1 << 28);
    monitor.unit.set_pmc(12, 0xff88);
    describe(&mut monitor, 0);
    for cycle in 0..10 {
        monitor.group(&group(cycle, 0, 3));
        monitor.branch(&branch(cycle, 3 * (cycle % 8) as u8, true));
        if cycle == 2 {
            monitor.data_miss(&load_miss(2, 4, 1, 0x6000));
        }
    }
    monitor.synchronise(40);
    let (_, pmds) = &monitor.handler.taken[0];
    assert_eq!(pmds[2], 0x6000);
    let sources: Vec<u64> = [14, 8, 10, 12]
        .iter()
        .map(|&i: &usize| pmds[i] & !0xf)
        .collect();
    assert_eq!(sources, [3, 4, 5, 6].map(|n| BASE + 16 * n));
}

#[test]
fn events_of_path_and_predictor_come_from_the_same_records() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(0x0f) | 0xb << 16);
    monitor.unit.set_pmc(5, counting(0x10) | 0xa << 16);
    monitor.unit.set_pmc(6, counting(0x0d) | 0x4 << 16);
    monitor.unit.set_pmc(7, counting(0x0d) | 0x8 << 16);
    describe(&mut monitor, 0);
    monitor.branch(&branch(10, 2, true));
    monitor.branch(&events::Branch {
        prediction: Prediction::WrongPath,
        ..branch(11, 2, true)
    });
    monitor.branch(&branch(12, 1, false));
    monitor.synchronise(20);
    assert_eq!([4, 5, 6, 7].map(|i| monitor.unit.pmd(i)), [1, 1, 2, 1]);
}

#[test]
fn a_branch_after_an_interrupt_does_not_overtake_one_that_waited_for_it() {
    let mut monitor = monitor(Family::Itanium, 1000);
    monitor.unit.set_pmc(4, sampling(CPU_CYCLES));
    monitor.unit.set_pmd(4, 100u64.wrapping_neg());
    monitor.unit.set_pmc(12, 0xff88);
    describe(&mut monitor, 0);
    for cycle in 98..106 {
        monitor.group(&group(cycle, 0, 3));
    }
    monitor.branch(&branch(105, 3, true));
    monitor.settle(103);
    assert_eq!(monitor.handler.taken.len(), 1);
    monitor.branch(&branch(106, 6, true));
    monitor.synchronise(200);
    assert_eq!(
        [8, 10].map(|index| monitor.unit.pmd(index) & !0xf),
        [BASE + 16, BASE + 32]
    );
}
