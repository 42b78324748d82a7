//! Counters of Itanium: selection, thresholds, width, overflow, freeze, interrupt.

use crate::common::*;
use events::{MonitoringUnit, Probe, Raw, Site, Stall};
use pmu::psr;
use pmu::{Family, Options};

#[test]
fn a_counter_counts_its_event_and_no_other() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    monitor.unit.set_pmc(5, counting(NOPS));
    monitor.unit.set_pmc(6, counting(0x31));
    describe(&mut monitor, 0b111);
    monitor.group(&group(10, 0, 6));
    monitor.group(&group(11, 6, 8));
    monitor.synchronise(20);
    assert_eq!([4, 5, 6, 7].map(|i| monitor.unit.pmd(i)), [8, 3, 0, 0]);
}

#[test]
fn an_event_on_a_counter_that_cannot_count_it_counts_nothing() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(6, counting(INST_RETIRED));
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 6));
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(6), 0);
}

#[test]
fn predicated_off_instructions_retire_but_are_no_nops() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    monitor.unit.set_pmc(5, counting(NOPS));
    monitor.unit.set_pmc(6, counting(0x31));
    monitor.unit.set_pmc(7, counting(0x31));
    describe(&mut monitor, 0b011);
    monitor.group(&events::Group {
        predicates: 0b001,
        ..group(10, 0, 3)
    });
    monitor.synchronise(20);
    assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [3, 1]);
    assert_eq!(
        monitor.unit.pmd(6),
        0,
        "PREDICATE_SQUASHED_RETIRED counts on PMD4 and PMD5 only"
    );
}

#[test]
fn the_threshold_counts_cycles_whose_value_exceeds_it() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(NOPS) | 5 << 20);
    monitor.unit.set_pmc(5, counting(NOPS) | 4 << 20);
    describe(&mut monitor, 0xff_ffff);
    monitor.group(&group(10, 0, 6));
    monitor.group(&group(11, 6, 11));
    monitor.group(&group(12, 0, 4));
    monitor.synchronise(20);
    assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [1, 2]);
}

#[test]
fn two_records_of_one_cycle_make_one_value_for_the_threshold() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(NOPS) | 5 << 20);
    describe(&mut monitor, 0xff_ffff);
    monitor.group(&group(10, 0, 3));
    monitor.group(&group(10, 3, 6));
    monitor.group(&group(11, 0, 3));
    monitor.group(&group(12, 3, 6));
    monitor.synchronise(20);
    assert_eq!(monitor.unit.pmd(4), 1);
}

#[test]
fn the_halves_of_a_split_quantity_are_taken_cycle_by_cycle() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(0x0a));
    monitor.unit.set_pmc(5, counting(0x09));
    describe(&mut monitor, 0);
    // Five operations for each slot: 10, then 5.
    monitor.group(&group(10, 0, 2));
    monitor.group(&group(11, 2, 3));
    monitor.synchronise(20);
    assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [2 + 1, 2 + 1]);
}

#[test]
fn an_overflow_without_oi_wraps_sets_its_bit_and_goes_on() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    monitor.unit.set_pmd(4, 0xffff_fffe);
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 6));
    monitor.group(&group(11, 6, 12));
    monitor.synchronise(20);
    assert_eq!(
        monitor.unit.pmd(4),
        10,
        "the remainder stays in the counter"
    );
    assert_eq!(monitor.unit.pmc(0), 0x10);
    assert!(monitor.handler.taken.is_empty());
}

#[test]
fn an_overflow_with_oi_freezes_at_the_end_of_its_cycle() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, sampling(INST_RETIRED));
    monitor.unit.set_pmc(5, counting(NOPS));
    monitor.unit.set_pmd(4, 8u64.wrapping_neg());
    describe(&mut monitor, 0xff_ffff);
    for cycle in 10..20 {
        monitor.group(&group(cycle, 0, 6));
    }
    monitor.synchronise(30);
    assert_eq!(monitor.unit.pmc(0), 0x11);
    assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [4, 12]);
}

#[test]
fn counters_that_overflow_in_one_cycle_both_raise_their_bits() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, sampling(INST_RETIRED));
    monitor.unit.set_pmc(5, sampling(NOPS));
    monitor.unit.set_pmd(4, u64::MAX);
    monitor.unit.set_pmd(5, u64::MAX);
    describe(&mut monitor, 0xff_ffff);
    monitor.group(&group(10, 0, 6));
    monitor.group(&group(11, 0, 6));
    monitor.synchronise(30);
    assert_eq!(monitor.unit.pmc(0), 0x31);
    assert_eq!(monitor.handler.taken.len(), 1);
}

#[test]
fn the_interrupt_comes_before_the_first_group_after_the_overflow() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, sampling(INST_RETIRED));
    monitor.unit.set_pmd(4, 8u64.wrapping_neg());
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 6));
    monitor.group(&group(12, 6, 10));
    monitor.group(&group(17, 10, 12));
    monitor.synchronise(40);
    let (interrupt, _) = &monitor.handler.taken[0];
    assert_eq!((interrupt.raised, interrupt.cycle), (12, 17));
    assert_eq!((interrupt.ip, interrupt.slot), (BASE + 48, 1));
    assert_eq!(interrupt.status, 0x11);
}

#[test]
fn skid_delays_the_interrupt() {
    let mut monitor = monitor_with(
        Family::Itanium,
        0,
        Options {
            skid: 4,
            ..Options::default()
        },
    );
    monitor.unit.set_pmc(4, sampling(INST_RETIRED));
    monitor.unit.set_pmd(4, u64::MAX);
    describe(&mut monitor, 0);
    for cycle in 10..20 {
        monitor.group(&group(cycle, 0, 3));
    }
    monitor.synchronise(40);
    assert_eq!(monitor.handler.taken[0].0.cycle, 15);
}

#[test]
fn a_masked_vector_loses_the_interrupt_and_leaves_the_monitor_frozen() {
    let mut monitor = monitor(Family::Itanium, 100);
    monitor.unit.set_pmv(1 << 16);
    monitor.unit.set_pmc(4, sampling(INST_RETIRED));
    monitor.unit.set_pmd(4, u64::MAX);
    describe(&mut monitor, 0);
    for cycle in 10..20 {
        monitor.group(&group(cycle, 0, 3));
    }
    monitor.synchronise(40);
    assert!(monitor.handler.taken.is_empty());
    assert!(monitor.unit.frozen());
    assert_eq!(monitor.unit.pmd(4), 2);
}

#[test]
fn a_handler_that_restarts_gets_one_interrupt_for_each_period() {
    let mut monitor = monitor(Family::Itanium, 10);
    monitor.unit.set_pmc(4, sampling(INST_RETIRED));
    monitor.unit.set_pmd(4, 10u64.wrapping_neg());
    describe(&mut monitor, 0);
    for cycle in 0..1000 {
        monitor.group(&group(cycle, 0, 3));
        monitor.settle(cycle);
    }
    monitor.synchronise(2000);
    // Four groups reach the period; the handler runs before the fifth, which starts the next.
    assert_eq!(monitor.handler.taken.len(), 249);
    assert!(
        monitor
            .handler
            .taken
            .iter()
            .all(|(interrupt, _)| interrupt.cycle % 4 == 0)
    );
}

#[test]
fn elapsed_cycles_overflow_in_the_exact_cycle() {
    let mut monitor = monitor(Family::Itanium, 100);
    monitor.unit.set_pmc(4, sampling(CPU_CYCLES));
    monitor.unit.set_pmd(4, 100u64.wrapping_neg());
    describe(&mut monitor, 0);
    for cycle in 0..500 {
        monitor.group(&group(cycle, 0, 3));
        monitor.settle(cycle);
    }
    monitor.synchronise(500);
    let cycles: Vec<u64> = monitor
        .handler
        .taken
        .iter()
        .map(|(interrupt, _)| interrupt.raised)
        .collect();
    assert_eq!(cycles, [99, 199, 299, 399]);
}

#[test]
fn a_span_overflows_in_the_cycle_in_which_its_sum_does() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, sampling(0x03));
    monitor.unit.set_pmd(4, 30u64.wrapping_neg());
    describe(&mut monitor, 0);
    monitor.cycles(Stall::DataInteger, 10, 20);
    monitor.group(&group(30, 0, 3));
    monitor.cycles(Stall::DataInteger, 31, 50);
    monitor.group(&group(81, 0, 3));
    monitor.synchronise(200);
    assert_eq!(monitor.handler.taken[0].0.raised, 40);
    assert_eq!(monitor.handler.taken[0].0.cycle, 81);
}

#[test]
fn cycles_by_cause_sum_to_all_cycles() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(CPU_CYCLES));
    monitor.unit.set_pmc(5, counting(0x07));
    monitor.unit.set_pmc(6, counting(0x05));
    monitor.cycles(Stall::Unstalled, 0, 3);
    monitor.cycles(Stall::DataFloat, 3, 4);
    monitor.cycles(Stall::RseFill, 7, 2);
    monitor.cycles(Stall::Unstalled, 9, 1);
    monitor.synchronise(10);
    assert_eq!([4, 5, 6].map(|i| monitor.unit.pmd(i)), [10, 6, 4]);
}

#[test]
fn nothing_counts_while_frozen_by_software() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    monitor.unit.set_pmc(5, counting(CPU_CYCLES));
    monitor.unit.set_pmc(0, 1);
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 6));
    monitor.synchronise(20);
    monitor.unit.set_pmc(0, 0);
    monitor.group(&group(21, 0, 6));
    monitor.synchronise(30);
    assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [6, 10]);
}

#[test]
fn a_user_monitor_counts_while_psr_up_is_set_and_at_the_selected_levels() {
    for (plm, up, counted) in [
        (8, true, 3),
        (8, false, 0),
        (1, true, 0),
        (9, true, 3),
        (0, true, 0),
    ] {
        let status = if up { psr::UP } else { 0 } | 3 << 32;
        let mut monitor = monitor_with(
            Family::Itanium,
            0,
            Options {
                psr: status,
                ..Options::default()
            },
        );
        monitor.unit.set_pmc(4, INST_RETIRED << 8 | plm);
        describe(&mut monitor, 0);
        monitor.group(&group(10, 0, 3));
        monitor.synchronise(20);
        assert_eq!(monitor.unit.pmd(4), counted, "plm {plm}, up {up}");
    }
}

#[test]
fn a_system_monitor_is_gated_by_psr_pp_instead() {
    for (status, counted) in [(psr::UP, 0), (psr::PP, 3), (psr::UP | psr::PP, 3)] {
        let mut monitor = monitor_with(
            Family::Itanium,
            0,
            Options {
                psr: status | 3 << 32,
                ..Options::default()
            },
        );
        monitor.unit.set_pmc(4, counting(INST_RETIRED) | 1 << 6);
        describe(&mut monitor, 0);
        monitor.group(&group(10, 0, 3));
        monitor.synchronise(20);
        assert_eq!(monitor.unit.pmd(4), counted);
    }
}

#[test]
fn the_instruction_set_mask_selects_ia_64_with_10_and_ia_32_with_01() {
    for (ism, counted) in [(0, 3), (2, 3), (1, 0), (3, 0)] {
        let mut monitor = monitor(Family::Itanium, 0);
        monitor.unit.set_pmc(4, counting(INST_RETIRED) | ism << 24);
        describe(&mut monitor, 0);
        monitor.group(&group(10, 0, 3));
        monitor.synchronise(20);
        assert_eq!(monitor.unit.pmd(4), counted, "ism {ism}");
    }
}

#[test]
fn a_status_change_acts_from_its_cycle_on() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    monitor.unit.set_pmc(5, counting(CPU_CYCLES));
    describe(&mut monitor, 0);
    for cycle in 0..100 {
        if cycle == 40 {
            monitor.status(cycle, 3 << 32);
        }
        if cycle == 60 {
            monitor.status(cycle, psr::UP | 3 << 32);
        }
        monitor.group(&group(cycle, 0, 3));
    }
    monitor.synchronise(100);
    assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [240, 80]);
}

#[test]
fn user_level_reads_zero_when_secured() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmd(4, 7);
    assert_eq!(monitor.unit.read_data(4), Some(7));
    monitor.unit.set_pmc(4, counting(INST_RETIRED) | 1 << 6);
    assert_eq!(monitor.unit.read_data(4), Some(0), "system monitor");
    monitor.unit.set_pmc(4, counting(INST_RETIRED));
    monitor.unit.set_psr(psr::UP | psr::SP | 3 << 32);
    assert_eq!(monitor.unit.read_data(4), Some(0), "PSR.sp");
    monitor.unit.set_psr(psr::SP);
    assert_eq!(monitor.unit.read_data(4), Some(7), "level 0 reads anything");
}

/// The bit pm of each control register; PMC10 of Itanium 2 has it in bit 4, and bits of its unit mask in the others' place.
#[test]
fn user_level_reads_zero_what_belongs_to_a_system_monitor() {
    let trace: Vec<usize> = (8..=16).collect();
    let groups: [&[usize]; 7] = [&[0, 1], &[2, 3, 17], &[4], &[5], &[6], &[7], &trace];
    let controls = [10, 11, 4, 5, 6, 7, 12];
    for family in [Family::Itanium, Family::Itanium2] {
        for (control, own) in controls.into_iter().zip(groups) {
            let pm = match (family, control) {
                (Family::Itanium2, 10) => 1 << 4,
                _ => 1 << 6,
            };
            for system in [false, true] {
                let mut monitor = monitor(family, 0);
                for index in 0..18 {
                    monitor.unit.set_pmd(index, 1);
                }
                for control in controls {
                    monitor.unit.set_pmc(control, 0xffff & !(1 << 4 | 1 << 6));
                }
                if family == Family::Itanium2 {
                    monitor.unit.set_pmc(10, 0xffff & !(1 << 4));
                }
                let others = monitor.unit.pmc(control);
                monitor
                    .unit
                    .set_pmc(control, others | if system { pm } else { 0 });
                for index in 0..18 {
                    let hidden = system && own.contains(&index);
                    let read = monitor.unit.read_data(index as u64);
                    assert_eq!(
                        read == Some(0),
                        hidden,
                        "{family:?} PMC{control} PMD{index}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_unit_mask_of_several_causes_counts_their_union() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(0x33) | 0x6 << 16);
    monitor.unit.set_pmc(5, counting(0x33) | 0xf << 16);
    for raw in [
        Raw::FlushesWay,
        Raw::FlushesFirstTlb,
        Raw::FlushesMispredict,
    ] {
        monitor.count(raw, 1, 5, &Site::none());
    }
    monitor.synchronise(10);
    assert_eq!([4, 5].map(|i| monitor.unit.pmd(i)), [2, 3]);
}

/// A pseudo-random stream with records ahead of time, counted once by the short cut and once strictly in order.
#[test]
fn counting_ahead_of_order_changes_nothing() {
    let run = |strict: bool, period: u64| {
        let mut monitor = monitor(Family::Itanium, period);
        monitor.unit.set_pmc(4, sampling(LOADS));
        monitor.unit.set_pmd(4, period.wrapping_neg());
        monitor.unit.set_pmc(5, counting(INST_RETIRED));
        monitor.unit.set_pmc(6, counting(DATA_EAR));
        monitor.unit.set_pmc(11, 8 | 1 << 28);
        // A threshold makes every record wait its turn.
        monitor
            .unit
            .set_pmc(7, if strict { counting(LOADS) | 1 << 20 } else { 0 });
        describe(&mut monitor, 0x55_5555);
        let mut random = fastrand::Rng::with_seed(1);
        let mut cycle = 0;
        for _ in 0..20_000 {
            cycle += 1 + random.u64(..4);
            let from = random.u8(..8);
            monitor.group(&group(cycle, from, from + 6));
            for _ in 0..random.u64(..3) {
                monitor.count(
                    Raw::LoadsInteger,
                    1,
                    cycle,
                    &site(from, 0x6000 + random.u64(..64)),
                );
                if random.u64(..4) == 0 {
                    monitor.data_miss(&load_miss(
                        cycle,
                        2 + random.u64(..200),
                        from,
                        0x6000 + random.u64(..64),
                    ));
                }
            }
            monitor.settle(cycle);
        }
        monitor.synchronise(cycle + 1000);
        let registers: Vec<u64> = [0, 4, 5, 6]
            .into_iter()
            .map(|i| {
                if i == 0 {
                    monitor.unit.pmc(0)
                } else {
                    monitor.unit.pmd(i)
                }
            })
            .collect();
        let samples: Vec<_> = monitor
            .handler
            .taken
            .iter()
            .map(|(interrupt, pmds)| (*interrupt, [2, 3, 4, 5, 6, 17].map(|i| pmds[i])))
            .collect();
        (registers, samples)
    };
    for period in [50, 333, 5000, 1_000_000] {
        let (free, strict) = (run(false, period), run(true, period));
        assert_eq!(free.0, strict.0, "period {period}");
        // Not `assert_eq!`, which would print thousands of samples.
        let differs = free
            .1
            .iter()
            .zip(&strict.1)
            .find(|(free, strict)| free != strict);
        assert!(differs.is_none(), "period {period}: {differs:?}");
        assert_eq!(free.1.len(), strict.1.len(), "period {period}");
        assert_eq!(free.1.len() > 2, period < 10_000);
    }
}

#[test]
fn what_is_under_way_does_not_show_to_a_program_that_reads() {
    let options = Options {
        precise: true,
        ..Options::default()
    };
    let mut monitor = monitor_with(Family::Itanium, 0, options);
    monitor.unit.set_pmc(4, counting(DATA_EAR));
    monitor.unit.set_pmc(5, counting(0x03));
    monitor.unit.set_pmc(11, 8 | 1 << 28);
    describe(&mut monitor, 0);
    monitor.data_miss(&load_miss(10, 30, 3, 0x6000));
    monitor.cycles(Stall::DataInteger, 11, 29);
    let mut read =
        |cycle| [2, 4, 5].map(|index| monitor.read_pmd(cycle, index).unwrap_or(u64::MAX));
    assert_eq!(read(11), [0, 0, 0]);
    assert_eq!(read(21), [0, 0, 10]);
    assert_eq!(read(40), [0, 0, 29]);
    assert_eq!(read(41), [0x6000, 1, 29]);
}

#[test]
fn what_completes_behind_the_end_is_counted_but_no_cycle_passes() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INST_RETIRED) | 1 << 20);
    monitor.unit.set_pmc(5, counting(CPU_CYCLES));
    monitor.unit.set_pmc(6, counting(DATA_EAR));
    monitor.unit.set_pmc(11, 8 | 1 << 28);
    describe(&mut monitor, 0);
    monitor.data_miss(&load_miss(10, 20, 0, 0x6000));
    monitor.data_miss(&load_miss(95, 20, 0, 0x7000));
    for (cycle, slots) in [(90, 2), (99, 1), (104, 3), (105, 1), (105, 1)] {
        monitor.group(&group(cycle, 0, slots));
    }
    monitor.finish(100);
    let registers = [4, 5, 6, 2].map(|index| monitor.unit.pmd(index));
    // More than one instruction in a cycle: those of 90, 104 and 105.
    assert_eq!(registers, [3, 100, 2, 0x7000]);
}
