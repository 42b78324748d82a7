//! The monitor of Itanium 2 where it differs.

use crate::common::*;
use events::{
    BranchKind, DataMiss, DataMissKind, DataRequester, DataTlbMiss, InstructionTlbMiss, Probe, Raw,
    TlbLevel,
};
use isa::Family;

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

/// Counters 4 to 7 count retired instructions that carry the tag of pair 0 to 3.
fn by_pair() -> pmu::Monitor<Sampler> {
    let mut monitor = monitor(Family::Itanium2, 0);
    for pair in 0..4 {
        let pmc = counting(INST_RETIRED) | (pair as u64) << 16;
        let power = if pair == 0 { 1 << 23 } else { 0 };
        monitor.unit.set_pmc(4 + pair, pmc | power);
    }
    monitor
}

fn counts(monitor: &mut pmu::Monitor<Sampler>) -> [u64; 4] {
    describe(monitor, 0);
    monitor.group(&group(10, 0, 24));
    monitor.synchronise(20);
    [4, 5, 6, 7].map(|index| monitor.unit.pmd(index))
}

/// Opcode `n` in M slots: the first slot of bundle n.
fn opcode(n: u64) -> u64 {
    1 << 63 | n << 56 | (0x7ff_ffff & !(0xf << 23)) << 3 | 4
}

/// PMC14 after reset, with a range check on these pairs.
fn checking(pairs: &[u64]) -> u64 {
    0xdb6 & !pairs.iter().map(|pair| 1 << (1 + 3 * pair)).sum::<u64>()
}

/// Pair `pair` covers one bundle.
fn cover(monitor: &mut pmu::Monitor<Sampler>, pair: usize, bundle: u64) {
    monitor.unit.set_ibr(2 * pair, BASE + 16 * bundle);
    let mask = 8 << 56 | 0x00ff_ffff_ffff_fff0;
    monitor.unit.set_ibr(2 * pair + 1, mask);
}

#[test]
fn even_pairs_take_the_first_matcher_and_odd_ones_the_second() {
    let mut monitor = by_pair();
    monitor.unit.set_pmc(8, opcode(3));
    monitor.unit.set_pmc(9, opcode(5));
    // Pair 3 ignores its matcher.
    monitor.unit.set_pmc(15, 0b1000);
    assert_eq!(counts(&mut monitor), [1, 1, 1, 24]);
}

#[test]
fn a_pair_wants_its_range_and_its_opcode() {
    let mut monitor = by_pair();
    monitor.unit.set_pmc(8, opcode(3));
    monitor.unit.set_pmc(15, 0b1010);
    monitor.unit.set_pmc(14, checking(&[0, 2]));
    cover(&mut monitor, 0, 3);
    cover(&mut monitor, 2, 4);
    assert_eq!(counts(&mut monitor), [1, 24, 0, 24]);
}

#[test]
fn an_inverted_range_tags_what_lies_outside() {
    let mut monitor = by_pair();
    // Bit 1 of the first matcher.
    let inverted = monitor.unit.pmc(8) | 2;
    monitor.unit.set_pmc(8, inverted);
    monitor.unit.set_pmc(14, checking(&[0]));
    cover(&mut monitor, 0, 3);
    let [inverted, odd, ..] = counts(&mut monitor);
    assert_eq!((inverted, odd), (21, 24));
}

#[test]
fn a_matcher_that_ignores_addresses_stands_alone() {
    let mut monitor = by_pair();
    // Bit 0 of the first matcher.
    monitor.unit.set_pmc(8, opcode(3) | 1);
    monitor.unit.set_pmc(15, 0b1010);
    monitor.unit.set_pmc(14, checking(&[0]));
    cover(&mut monitor, 0, 4);
    assert_eq!(counts(&mut monitor)[0], 1, "bundle 3, out of range");
}

#[test]
fn fine_ranges_have_a_first_and_a_last_address() {
    let mut monitor = by_pair();
    let fine = 1 << 13;
    monitor.unit.set_pmc(14, checking(&[0, 2]) | fine);
    cover(&mut monitor, 0, 2);
    cover(&mut monitor, 2, 5);
    let [first, _, last, _] = counts(&mut monitor);
    assert_eq!((first, last), (12, 12), "bundles 2 to 5");
    // The last address is in another page.
    let mut monitor = by_pair();
    monitor.unit.set_pmc(14, checking(&[0, 2]) | fine);
    cover(&mut monitor, 0, 2);
    cover(&mut monitor, 2, 5 + 256);
    let [first, _, last, _] = counts(&mut monitor);
    assert_eq!((first, last), (0, 0), "a range lies in one page");
}

#[test]
fn a_memory_event_can_want_tag_and_address_of_one_pair() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, powered(counting(0xc2)));
    monitor.unit.set_dbr(0, 0x6000);
    monitor.unit.set_dbr(1, 0x00ff_ffff_ffff_f000);
    // Pair 0: instruction and data address (configuration 00).
    monitor.unit.set_pmc(13, 0x2078_fefe_fefe & !(3 << 3));
    monitor.unit.set_pmc(14, checking(&[0]));
    cover(&mut monitor, 0, 1);
    describe(&mut monitor, 0);
    for (cycle, slot, address) in [(10, 3, 0x6008), (11, 3, 0x7008), (12, 0, 0x6008)] {
        monitor.count(Raw::L1dReads, 1, cycle, &site(slot, address));
    }
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 1);
}

#[test]
fn tlb_modes_report_who_resolved_the_miss() {
    for (level, status) in [
        (TlbLevel::Second, 1),
        (TlbLevel::Walker, 2),
        (TlbLevel::Software, 3),
    ] {
        let mut monitor = monitor(Family::Itanium2, 0);
        monitor.unit.set_pmc(4, powered(counting(0xc8)));
        monitor.unit.set_pmc(5, counting(0x43));
        // All levels on both sides.
        monitor.unit.set_pmc(11, 8 | 1 << 7 | 0xe << 16);
        monitor.unit.set_pmc(10, 8 | 7 << 5);
        describe(&mut monitor, 0);
        monitor.data_tlb_miss(&DataTlbMiss {
            cycle: 10,
            completes: 35,
            site: site(4, 0x6008),
            level,
            requester: DataRequester::Reference,
            translated: TRANSLATED,
        });
        monitor.instruction_tlb_miss(&InstructionTlbMiss {
            cycle: 10,
            completes: 40,
            ip: BASE + 0x30,
            level,
            wrong_path: false,
            translated: TRANSLATED,
        });
        monitor.synchronise(100);
        assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [1, 1], "{level:?}");
        assert_eq!(
            [2, 3, 17].map(|i| monitor.unit.pmd(i)),
            [0x6008, 25 | status << 14, (BASE + 16) | 1 << 2 | 1]
        );
        assert_eq!(
            [0, 1].map(|i| monitor.unit.pmd(i)),
            [(BASE + 0x20) | status, 30]
        );
    }
}

#[test]
fn a_long_fetch_sets_the_overflow_bit_of_the_instruction_side() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, powered(0));
    monitor.unit.set_pmc(10, 8 | 0xff << 5 | 1 << 13);
    monitor.instruction_miss(&fetch_miss(10, 5000, BASE));
    monitor.synchronise(10_000);
    assert_eq!(monitor.unit.pmd(1), 0x1fff);
}

#[test]
fn a_buffer_without_targets_records_the_sources_of_branches() {
    let mut monitor = monitor(Family::Itanium2, 0);
    monitor.unit.set_pmc(4, powered(counting(0x11)));
    monitor.unit.set_pmc(12, 8 | 0x3f00 | 1 << 7);
    describe(&mut monitor, 0);
    monitor.branch(&branch(10, 2, true));
    monitor.synchronise(20);
    assert_eq!([4, 16].map(|i| monitor.unit.pmd(i)), [1, 1]);
}
