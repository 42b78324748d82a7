//! The tag network: Table 6-3 of the reference manual and its eighth combination.

use crate::common::*;
use events::{Probe, Raw, Site};
use pmu::{Family, Monitor};

/// Opcode 1 in M slots: the first slot of bundle 1, that is slot 3.
const OPCODE_1: u64 = 1 << 63 | 1 << 56 | (0x7ff_ffff & !(0xf << 23)) << 3;

/// One load in each combination of (in instruction range, opcode 1, in data range), and their counts.
fn run(instruction_range: bool, opcode: bool, data_range: bool) -> (Monitor<Sampler>, [u64; 4]) {
    let mut monitor = monitor(Family::Itanium, 0);
    let unit: &mut pmu::Unit = &mut monitor.unit;
    unit.set_pmc(4, counting(LOADS));
    unit.set_pmc(5, counting(INST_RETIRED) | 3 << 16);
    unit.set_pmc(6, counting(0x64));
    unit.set_pmc(7, counting(0x7b));
    if instruction_range {
        // Bundles 0 and 1.
        unit.set_ibr(0, BASE);
        unit.set_ibr(1, 8 << 56 | 0x00ff_ffff_ffff_ffe0);
        unit.set_pmc(13, unit.pmc(13) & !1);
    }
    if opcode {
        unit.set_pmc(8, OPCODE_1);
    }
    if data_range {
        unit.set_dbr(0, 0x6000);
        unit.set_dbr(1, 8 << 56 | 0x00ff_ffff_ffff_f000);
        unit.set_pmc(11, 0);
    }
    describe_loads(&mut monitor);
    let mut cycle = 10;
    // Slot 3 is opcode 1 in range, slot 0 opcode 0 in range, slot 27 opcode 1 out of range, slot 6 opcode 2 out of range.
    for slot in [3, 0, 27, 6] {
        for address in [0x6100, 0x7100] {
            monitor.group(&group(cycle, slot, slot + 1));
            monitor.reference(&load(cycle, site(slot, address)));
            monitor.count(Raw::L1dReads, 1, cycle, &site(slot, address));
            monitor.count(Raw::L3DataReadHits, 1, cycle, &site(slot, address));
            cycle += 1;
        }
    }
    monitor.synchronise(100);
    let counts = [4, 5, 6, 7].map(|index| monitor.unit.pmd(index));
    (monitor, counts)
}

/// Ten bundles; the first slot of bundle n has opcode n, of bundle 9 opcode 1; each is a load.
fn describe_loads(probe: &mut impl Probe) {
    use events::{Block, CodeId, StaticEvent, When};
    let bundles: Vec<u128> = (0..10u64)
        .map(|n| bundle(0, [if n == 9 { 1 } else { n } << 37, 0, 0]))
        .collect();
    let events: Vec<StaticEvent> = (0..10)
        .flat_map(|n| {
            [
                (Raw::InstructionsRetired, When::Always),
                (Raw::LoadsInteger, When::Executed),
            ]
            .map(|(raw, when)| StaticEvent {
                slot: 3 * n,
                amount: 1,
                raw,
                when,
            })
        })
        .collect();
    probe.describe(&Block::new(CodeId(0), BASE, &bundles), &events);
}

#[test]
fn each_combination_of_the_three_checks_multiplies_the_others() {
    for instruction_range in [false, true] {
        for opcode in [false, true] {
            for data_range in [false, true] {
                let (_, [loads, tagged, reads, l3]) = run(instruction_range, opcode, data_range);
                let instructions = 8 >> (u64::from(instruction_range) + u64::from(opcode));
                let expected = instructions >> u64::from(data_range);
                let name = format!("range {instruction_range}, opcode {opcode}, data {data_range}");
                assert_eq!(loads, expected, "static, {name}");
                assert_eq!(reads, expected, "dynamic, {name}");
                assert_eq!(
                    tagged, instructions,
                    "retirement knows no data address, {name}"
                );
                assert_eq!(l3, expected, "L3_REFERENCES honours all three, {name}");
            }
        }
    }
}

#[test]
fn the_untagged_retirement_event_honours_the_range_but_not_the_opcode() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    monitor.unit.set_pmc(5, counting(INST_RETIRED) | 3 << 16);
    monitor.unit.set_pmc(8, OPCODE_1);
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 6));
    monitor.synchronise(20);
    assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [6, 1]);
}

#[test]
fn a_checkpoint_of_one_bundle_counts_three_for_each_pass() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    monitor.unit.set_ibr(0, BASE + 0x20);
    monitor.unit.set_ibr(1, 8 << 56 | 0x00ff_ffff_ffff_fff0);
    monitor.unit.set_pmc(13, 0x0003_ffff_0000_0000);
    describe(&mut monitor, 0);
    for cycle in 10..20 {
        monitor.group(&group(cycle, 0, 9));
    }
    monitor.synchronise(30);
    assert_eq!(monitor.unit.pmd(4), 30);
}

#[test]
fn the_second_matcher_can_only_be_counted() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED) | 2 << 16);
    monitor.unit.set_pmc(5, counting(INST_RETIRED) | 3 << 16);
    monitor.unit.set_pmc(6, counting(0x64));
    monitor.unit.set_pmc(9, OPCODE_1);
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 6));
    monitor.count(Raw::L1dReads, 1, 10, &site(0, 0x6000));
    monitor.synchronise(20);
    assert_eq!([4, 5, 6].map(|i| monitor.unit.pmd(i)), [1, 6, 1]);
}

#[test]
fn an_event_that_honours_no_tag_ignores_them() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(CPU_CYCLES));
    monitor.unit.set_pmc(5, counting(0x21));
    monitor.unit.set_pmc(8, 0);
    monitor.unit.set_pmc(13, 0);
    monitor.count(Raw::L1iFills, 1, 10, &Site::fetch(0x1000));
    monitor.synchronise(20);
    assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [20, 1]);
}

#[test]
fn a_fetch_is_qualified_by_the_range_alone() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(0x20));
    monitor.unit.set_ibr(0, BASE);
    monitor.unit.set_ibr(1, 8 << 56 | 0x00ff_ffff_ffff_f000);
    monitor.unit.set_pmc(13, 0);
    monitor.unit.set_pmc(8, OPCODE_1);
    monitor.count(Raw::L1iDemandReads, 1, 10, &Site::fetch(BASE + 0x40));
    monitor.count(Raw::L1iDemandReads, 1, 11, &Site::fetch(BASE + 0x4000));
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 1);
}

#[test]
fn two_pairs_cover_the_union_of_their_ranges() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    for (pair, bundle) in [(0, 0), (2, 5)] {
        monitor.unit.set_ibr(pair, BASE + 16 * bundle);
        monitor
            .unit
            .set_ibr(pair + 1, 8 << 56 | 0x00ff_ffff_ffff_fff0);
    }
    monitor.unit.set_pmc(13, 0);
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 24));
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 6);
}

#[test]
fn reprogramming_a_range_retags_code_already_seen() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 6));
    monitor.synchronise(20);
    monitor.unit.set_pmc(13, 0);
    monitor.group(&group(20, 0, 6));
    monitor.synchronise(30);
    assert_eq!(monitor.unit.pmd(4), 6);
}

#[test]
fn basic_blocks_are_profiled_by_tagged_nops() {
    let mut monitor = monitor(Family::Itanium, 0);
    // nop with a mark in the low bits of its immediate field (bits 12:6), any unit.
    monitor.unit.set_pmc(4, counting(NOPS));
    monitor.unit.set_pmc(
        8,
        0xf << 60 | 0x55 << (33 + 6) | (0x7ff_ffff & !(0x7f << 6)) << 3,
    );
    let bundles = [bundle(0, [0x55 << 6, 0, 0x55 << 6])];
    let events: Vec<_> = (0..3)
        .map(|slot| events::StaticEvent {
            slot,
            amount: 1,
            raw: Raw::NopsRetired,
            when: events::When::Executed,
        })
        .collect();
    monitor.describe(
        &events::Block::new(events::CodeId(0), BASE, &bundles),
        &events,
    );
    for cycle in 0..7 {
        monitor.group(&group(cycle, 0, 3));
    }
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 14);
}

#[test]
fn code_first_met_behind_a_change_of_level_is_tagged_by_the_new_level_before_its_cycle_has_come() {
    use isa::psr;
    let options = pmu::Options {
        precise: true,
        psr: psr::UP,
        ..pmu::Options::default()
    };
    let mut monitor = monitor_with(Family::Itanium, 0, options);
    let unit: &mut pmu::Unit = &mut monitor.unit;
    unit.set_pmc(4, counting(INST_RETIRED));
    // Bundles 0 and 1, at level 3 only.
    unit.set_ibr(0, BASE);
    unit.set_ibr(1, 8 << 56 | 0x00ff_ffff_ffff_ffe0);
    unit.set_pmc(13, unit.pmc(13) & !1);
    // The level changes in cycle 5; what follows is described and issues before that cycle is settled.
    monitor.status(5, psr::UP | 3 << 32);
    describe_loads(&mut monitor);
    monitor.group(&group(6, 0, 4));
    monitor.synchronise(100);
    assert_eq!(monitor.unit.pmd(4), 2, "slots 0 and 3");
}
