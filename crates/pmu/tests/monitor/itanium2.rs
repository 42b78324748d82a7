//! The monitor of Itanium 2 where it differs.

use crate::common::*;
use events::{BranchKind, DataMiss, DataMissKind, Probe, Raw};
use pmu::Family;

/// PMC4 of Itanium 2 carries the power bit.
fn powered(pmc: u64) -> u64 {
    pmc | 1 << 23
}

#[test]
fn event_codes_have_eight_bits() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, powered(counting(0xc2)));
    describe(&mut monitor, 0);
    monitor.count(Raw::L1dReads, 1, 10, &site(0, 0x6000));
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 1);
}

#[test]
fn nothing_counts_without_power() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    monitor.unit.set_pmc(5, counting(INST_RETIRED));
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 6));
    monitor.synchronise(20);
    assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [0, 0]);
}

#[test]
fn counters_overflow_at_47_bits() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, powered(sampling(INST_RETIRED)));
    monitor.unit.set_pmd(4, 2u64.wrapping_neg());
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 3));
    monitor.group(&group(11, 0, 3));
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 1);
    assert_eq!(monitor.unit.pmc(0), 0x11);
}

#[test]
fn instruction_thresholds_are_thermometer_codes() {
    for (code, least) in [
        (0xff, 4),
        (0xfe, 8),
        (0xfc, 16),
        (0xf8, 32),
        (0xf0, 128),
        (0x80, 4096),
        (0x40, 1),
    ] {
        let mut monitor = monitor(Family::Itanium2, 0);
        monitor.unit.set_pmc(4, powered(counting(0x43)));
        monitor.unit.set_pmc(10, 8 | code << 5 | 1 << 13);
        monitor.instruction_miss(&fetch_miss(10, least, BASE));
        monitor.instruction_miss(&fetch_miss(10, least - 1, BASE));
        monitor.synchronise(10_000);
        assert_eq!(monitor.unit.pmd(4), 1, "code {code:#x}");
    }
}

#[test]
fn alat_mode_captures_failed_checks() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, powered(counting(0xc8)));
    monitor.unit.set_pmc(11, 8 | 2 << 7);
    describe(&mut monitor, 0);
    monitor.data_miss(&load_miss(10, 20, 0, 0x6000));
    monitor.data_miss(&DataMiss {
        kind: DataMissKind::Alat,
        ..load_miss(12, 20, 0, 0x7000)
    });
    monitor.synchronise(100);
    assert_eq!(monitor.unit.pmd(4), 1);
    assert_eq!(monitor.unit.pmd(2), 0x7000);
}

#[test]
fn long_latencies_set_the_overflow_bit() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, powered(0));
    monitor.unit.set_pmc(11, 8);
    describe(&mut monitor, 0);
    monitor.data_miss(&load_miss(10, 9000, 0, 0x6000));
    monitor.synchronise(10_000);
    assert_eq!(monitor.unit.pmd(3), 0x3fff);
}

#[test]
fn the_trace_buffer_selects_by_branch_kind() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, powered(counting(0x11)));
    // tm, ptm, ppm all; brt = 2: returns.
    monitor.unit.set_pmc(12, 8 | 0x3f00 | 2 << 14);
    describe(&mut monitor, 0);
    for kind in [
        BranchKind::Relative,
        BranchKind::Return,
        BranchKind::Indirect,
    ] {
        monitor.branch(&events::Branch {
            kind,
            ..branch(10, 2, true)
        });
    }
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 1);
}

#[test]
fn each_range_pair_tags_on_its_own() {
    let mut monitor = monitor(Family::Itanium2, 0);
    for counter in 0..4 {
        let pmc = counting(INST_RETIRED) | counter << 16;
        monitor.unit.set_pmc(
            4 + counter as usize,
            if counter == 0 { powered(pmc) } else { pmc },
        );
    }
    // Pair 1 covers bundle 2, pair 3 bundles 4 to 7; pairs 0 and 2 check nothing.
    for (pair, base, mask) in [(1, 0x20, 0x10), (3, 0x40, 0x40)] {
        monitor.unit.set_ibr(2 * pair, BASE + base);
        monitor
            .unit
            .set_ibr(2 * pair + 1, 8 << 56 | 0x00ff_ffff_ffff_ffff & !(mask - 1));
    }
    monitor.unit.set_pmc(14, 0xdb6 & !(1 << 4 | 1 << 10));
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 24));
    monitor.synchronise(20);
    assert_eq!([4, 5, 6, 7].map(|i| monitor.unit.pmd(i)), [24, 3, 24, 12]);
}

#[test]
fn downstream_events_take_the_union_of_the_pairs_that_check() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, powered(counting(0x50)));
    monitor.unit.set_ibr(0, BASE);
    monitor.unit.set_ibr(1, 8 << 56 | 0x00ff_ffff_ffff_fff0);
    monitor.unit.set_pmc(14, 0xdb6 & !(1 << 1));
    describe(&mut monitor, 0xff_ffff);
    monitor.group(&group(10, 0, 24));
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 3);
}

#[test]
fn a_data_range_pair_restricts_memory_events() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, powered(counting(0xc2)));
    monitor.unit.set_dbr(0, 0x6000);
    monitor.unit.set_dbr(1, 0x00ff_ffff_ffff_f000);
    // Pair 0: data address only (configuration 10).
    monitor
        .unit
        .set_pmc(13, 0x2078_fefe_fefe & !(3 << 3) | 2 << 3);
    describe(&mut monitor, 0);
    monitor.count(Raw::L1dReads, 1, 10, &site(0, 0x6008));
    monitor.count(Raw::L1dReads, 1, 11, &site(0, 0x7008));
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 1);
}
