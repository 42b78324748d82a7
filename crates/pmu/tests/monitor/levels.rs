//! Changes of the privilege level: which level a cycle that has both counts for, and the changes themselves (System 7).

use crate::common::*;
use events::{Probe, Raw};
use pmu::psr;
use pmu::{Family, Monitor, Options};

/// User monitors count at level 0.
const KERNEL: u64 = psr::UP;
/// The same at level 3.
const USER: u64 = psr::UP | 3 << 32;

/// CPU_CPL_CHANGES of Itanium.
const LEVEL_CHANGES: u64 = 0x34;
/// Masks of levels: kernel, user, both.
const MASKS: [u64; 3] = [1, 8, 9];

/// A monitor that starts at level 0, with PMC4 as given.
fn system(event: u64, plm: u64) -> Monitor<Sampler> {
    let options = Options {
        psr: KERNEL,
        ..Options::default()
    };
    let mut monitor = monitor_with(Family::Itanium, 0, options);
    monitor.unit.set_pmc(4, event << 8 | plm);
    describe(&mut monitor, 0xff_ffff);
    monitor
}

/// In cycle 10 the kernel issues two nops before the change and the user four behind it; in cycle 12 the user issues three, before the
/// change back.
fn both(event: u64, threshold: u64, plm: u64) -> u64 {
    let mut monitor = system(event, plm | threshold << 20);
    monitor.group(&group(10, 0, 2));
    monitor.status(10, USER);
    monitor.group(&group(10, 2, 6));
    monitor.group(&group(12, 0, 3));
    monitor.status(12, KERNEL);
    monitor.synchronise(20);
    monitor.unit.pmd(4)
}

#[test]
fn a_threshold_compares_what_issued_in_a_cycle_while_the_gate_was_open() {
    // By threshold: cycles of the kernel, of the user and of both with more than that.
    for (threshold, counted) in [
        (1, [1, 2, 2]),
        (2, [0, 2, 2]),
        (3, [0, 1, 1]),
        (4, [0, 0, 1]),
    ] {
        let found = MASKS.map(|plm| both(NOPS, threshold, plm));
        assert_eq!(found, counted, "threshold {threshold}");
    }
}

#[test]
fn the_halves_of_a_split_quantity_lose_nothing_where_the_level_changes() {
    // Five floating-point operations for each slot; shifted by two bits.
    let [high, low] = [0x0a, 0x09].map(|event| MASKS.map(|plm| both(event, 0, plm)));
    let whole: Vec<u64> = low
        .into_iter()
        .zip(high)
        .map(|(low, high)| low + 4 * high)
        .collect();
    assert_eq!(whole, [10, 20 + 15, 10 + 20 + 15]);
}

#[test]
fn what_overflows_in_the_cycle_of_a_change_freezes_though_the_gate_has_closed() {
    let mut monitor = system(NOPS, 1 | 1 << 5 | 1 << 20);
    monitor.unit.set_pmd(4, 0xffff_ffff);
    monitor.group(&group(10, 0, 2));
    monitor.status(10, USER);
    monitor.group(&group(12, 0, 3));
    monitor.synchronise(20);
    let taken: Vec<u64> = (monitor.handler.taken.iter())
        .map(|(interrupt, _)| interrupt.raised)
        .collect();
    assert_eq!((monitor.unit.pmd(4), taken), (0, vec![10]));
}

#[test]
fn the_cycle_of_a_change_belongs_to_the_level_before_it() {
    let count = |plm| {
        let mut monitor = system(CPU_CYCLES, plm);
        // The kernel has the cycles 0 to 10 and 31, the user those from 11 to 30 and from 32 on.
        for (cycle, status) in [(10, USER), (30, KERNEL), (31, USER)] {
            monitor.group(&group(cycle, 0, 3));
            monitor.status(cycle, status);
        }
        monitor.finish(40);
        monitor.unit.pmd(4)
    };
    assert_eq!(MASKS.map(count), [11 + 1, 20 + 8, 40]);
}

#[test]
fn a_status_from_the_beginning_of_a_cycle_has_the_whole_of_it() {
    let mut monitor = system(CPU_CYCLES, 8);
    monitor.unit.set_pmc(5, INST_RETIRED << 8 | 8);
    monitor.unit.status_from(10, USER);
    for cycle in 5..20 {
        monitor.group(&group(cycle, 0, 3));
    }
    monitor.finish(20);
    assert_eq!([4, 5].map(|index| monitor.unit.pmd(index)), [10, 30]);
}

#[test]
fn a_change_of_the_level_counts_at_the_level_that_it_leaves() {
    let count = |plm| {
        let mut monitor = system(LEVEL_CHANGES, plm);
        // To the user and back at once, to the user, a change that keeps the level, back, to the user.
        for (cycle, status) in [
            (10, USER),
            (10, KERNEL),
            (20, USER),
            (25, USER | psr::PP),
            (30, KERNEL),
            (40, USER),
        ] {
            monitor.group(&group(cycle, 0, 3));
            monitor.status(cycle, status);
        }
        monitor.finish(50);
        monitor.unit.pmd(4)
    };
    assert_eq!(MASKS.map(count), [3, 2, 5]);
}

#[test]
fn changes_of_the_level_overflow_in_their_cycle() {
    let mut monitor = system(LEVEL_CHANGES, 9 | 1 << 5);
    monitor.unit.set_pmd(4, 2u64.wrapping_neg());
    for (cycle, status) in [(10, USER), (20, KERNEL), (30, USER)] {
        monitor.group(&group(cycle, 0, 3));
        monitor.status(cycle, status);
    }
    monitor.group(&group(35, 0, 3));
    monitor.synchronise(50);
    let taken: Vec<(u64, u64)> = (monitor.handler.taken.iter())
        .map(|(interrupt, _)| (interrupt.raised, interrupt.cycle))
        .collect();
    assert_eq!(taken, [(20, 30)]);
    // The monitor is frozen from the overflow on.
    assert_eq!(monitor.unit.pmd(4), 0);
}

#[test]
fn without_a_change_of_the_level_none_is_counted() {
    let mut monitor = system(LEVEL_CHANGES, 9);
    monitor.unit.set_pmc(5, INST_RETIRED << 8 | 9);
    monitor.count(Raw::LoadsInteger, 1, 10, &site(0, 0x6000));
    monitor.group(&group(10, 0, 3));
    monitor.status(10, 0);
    monitor.group(&group(11, 0, 3));
    monitor.status(12, KERNEL);
    monitor.group(&group(12, 0, 3));
    monitor.synchronise(20);
    assert_eq!([4, 5].map(|index| monitor.unit.pmd(index)), [0, 6]);
}
