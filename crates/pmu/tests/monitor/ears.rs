//! Event address registers of Itanium.

use crate::common::*;
use events::{
    Attention, Counts, DataRequester, DataTlbMiss, Executions, InstructionTlbMiss, Probe, RawSet,
    TlbLevel, Totals,
};
use pmu::psr;
use pmu::{Family, Options};

/// PMC11: cache mode at user level with the given unit mask, no data range.
fn data_cache(umask: u64) -> u64 {
    8 | umask << 16 | 1 << 28
}

#[test]
fn a_load_miss_is_captured_with_address_latency_and_instruction() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(DATA_EAR));
    monitor.unit.set_pmc(11, data_cache(1));
    describe(&mut monitor, 0);
    monitor.data_miss(&load_miss(10, 20, 4, 0x2000_0000_0008_0614));
    monitor.synchronise(100);
    assert_eq!(monitor.unit.pmd(2), 0x2000_0000_0008_0614);
    assert_eq!(monitor.unit.pmd(3), 20);
    assert_eq!(monitor.unit.pmd(17), (BASE + 16) | 1 << 2 | 1);
    assert_eq!(monitor.unit.pmd(4), 1);
}

#[test]
fn the_threshold_of_unit_mask_n_is_4_shifted_left_by_n() {
    for umask in 0..16 {
        let mut monitor = monitor(Family::Itanium, 0);
        monitor.unit.set_pmc(4, counting(DATA_EAR));
        monitor.unit.set_pmc(5, counting(INSTRUCTION_EAR));
        monitor.unit.set_pmc(11, data_cache(umask));
        monitor.unit.set_pmc(10, 8 | umask << 16);
        describe(&mut monitor, 0);
        for latency in [(4 << umask) - 1, 4 << umask] {
            monitor.data_miss(&load_miss(10, latency, 0, 0x6000));
            monitor.instruction_miss(&fetch_miss(10, latency, BASE));
        }
        monitor.synchronise(1_000_000);
        let expected = if umask <= 10 { 1 } else { 0 };
        assert_eq!(
            [4, 5].map(|i| monitor.unit.pmd(i)),
            [expected; 2],
            "unit mask {umask}"
        );
    }
}

#[test]
fn latencies_saturate_at_twelve_bits() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(11, data_cache(0));
    describe(&mut monitor, 0);
    monitor.data_miss(&load_miss(10, 5000, 0, 0x6000));
    monitor.synchronise(10_000);
    assert_eq!(monitor.unit.pmd(3), 4095);
}

#[test]
fn the_register_holds_the_miss_that_completed_last() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(11, data_cache(0));
    describe(&mut monitor, 0);
    monitor.data_miss(&load_miss(10, 100, 0, 0x6000));
    monitor.data_miss(&load_miss(12, 8, 3, 0x7000));
    monitor.synchronise(200);
    assert_eq!(monitor.unit.pmd(2), 0x6000);
}

#[test]
fn sampling_freezes_with_the_miss_that_overflowed_the_counter() {
    let mut monitor = monitor(Family::Itanium, 3);
    monitor.unit.set_pmc(4, sampling(DATA_EAR));
    monitor.unit.set_pmd(4, 3u64.wrapping_neg());
    monitor.unit.set_pmc(11, data_cache(0));
    describe(&mut monitor, 0);
    for n in 0..9 {
        monitor.group(&group(100 * n, 0, 3));
        monitor.data_miss(&load_miss(100 * n, 20, 0, 0x6000 + n));
        monitor.settle(100 * n);
    }
    monitor.group(&group(900, 0, 3));
    monitor.synchronise(1000);
    let addresses: Vec<u64> = monitor
        .handler
        .taken
        .iter()
        .map(|(_, pmds)| pmds[2])
        .collect();
    assert_eq!(addresses, [0x6002, 0x6005, 0x6008]);
    assert_eq!(monitor.handler.taken[0].0.cycle, 300);
}

#[test]
fn capture_honours_opcode_and_data_range() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(DATA_EAR));
    monitor.unit.set_pmc(11, data_cache(0) & !(1 << 28));
    monitor.unit.set_dbr(0, 0x6000);
    monitor.unit.set_dbr(1, 0x00ff_ffff_ffff_f000);
    monitor
        .unit
        .set_pmc(8, 1 << 63 | 1 << 56 | (0x7ff_ffff & !(0xf << 23)) << 3);
    describe(&mut monitor, 0);
    for (index, data) in [(0, 0x6000), (3, 0x6000), (0, 0x7000), (3, 0x7000)] {
        monitor.data_miss(&load_miss(10, 20, index, data));
    }
    monitor.synchronise(100);
    assert_eq!(monitor.unit.pmd(4), 1);
    assert_eq!(monitor.unit.pmd(17) & !0xf, BASE + 16);
}

#[test]
fn tlb_mode_selects_by_who_resolved_the_miss() {
    for (umask, expected) in [(2, 1), (4, 2), (8, 4), (0xe, 7), (0, 0)] {
        let mut monitor = monitor(Family::Itanium, 0);
        monitor.unit.set_pmc(4, counting(DATA_EAR));
        monitor.unit.set_pmc(11, data_cache(umask) | 1 << 7);
        describe(&mut monitor, 0);
        for (level, times) in [
            (TlbLevel::Second, 1),
            (TlbLevel::Walker, 2),
            (TlbLevel::Software, 4),
        ] {
            for _ in 0..times {
                monitor.data_tlb_miss(&DataTlbMiss {
                    cycle: 10,
                    completes: 30,
                    site: site(0, 0x6000),
                    level,
                    requester: DataRequester::Reference,
                    translated: TRANSLATED,
                });
            }
        }
        monitor.data_miss(&load_miss(10, 20, 0, 0x6000));
        monitor.synchronise(100);
        assert_eq!(monitor.unit.pmd(4), expected, "unit mask {umask:#x}");
    }
}

#[test]
fn tlb_mode_reports_the_level_as_the_documented_examples() {
    for (level, value) in [
        (TlbLevel::Second, 0x4000_0000_0000_0001),
        (TlbLevel::Walker, 0x8000_0000_0000_0001),
        (TlbLevel::Software, 0xc000_0000_0000_0001),
    ] {
        let mut monitor = monitor(Family::Itanium, 0);
        monitor.unit.set_pmc(11, data_cache(0xe) | 1 << 7);
        describe(&mut monitor, 0);
        monitor.data_tlb_miss(&DataTlbMiss {
            cycle: 10,
            completes: 30,
            site: site(0, 0x6000),
            level,
            requester: DataRequester::Reference,
            translated: TRANSLATED,
        });
        monitor.synchronise(100);
        assert_eq!(monitor.unit.pmd(3), value);
    }
}

#[test]
fn the_instruction_side_captures_the_line_and_its_latency() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(INSTRUCTION_EAR));
    monitor.unit.set_pmc(10, 8 | 1 << 16);
    monitor.instruction_miss(&fetch_miss(10, 45, 0x2000_0000_0017_4710));
    monitor.synchronise(100);
    assert_eq!(
        [0, 1].map(|i| monitor.unit.pmd(i)),
        [0x2000_0000_0017_4701, 0x2d]
    );
    assert_eq!(monitor.unit.pmd(4), 1);
}

#[test]
fn the_instruction_side_marks_software_in_tlb_mode() {
    for (level, value) in [
        (TlbLevel::Walker, 0x2000_0000_0017_b781),
        (TlbLevel::Software, 0x2000_0000_0017_b783),
    ] {
        let mut monitor = monitor(Family::Itanium, 0);
        monitor.unit.set_pmc(10, 8 | 1 << 7 | 0xc << 16);
        let miss = InstructionTlbMiss {
            cycle: 10,
            completes: 30,
            ip: 0x2000_0000_0017_b780,
            level,
            wrong_path: false,
            translated: TRANSLATED,
        };
        monitor.instruction_tlb_miss(&miss);
        monitor.synchronise(100);
        assert_eq!([0, 1].map(|i| monitor.unit.pmd(i)), [value, 0]);
    }
}

#[test]
fn both_registers_capture_side_by_side() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(10, 8);
    monitor.unit.set_pmc(11, data_cache(0));
    describe(&mut monitor, 0);
    monitor.data_miss(&load_miss(10, 20, 0, 0x6000));
    monitor.instruction_miss(&fetch_miss(10, 45, BASE));
    monitor.synchronise(100);
    assert_eq!(monitor.unit.pmd(2), 0x6000);
    assert_eq!(monitor.unit.pmd(0), BASE | 1);
}

#[test]
fn a_privilege_mask_of_the_register_itself_gates_capture_and_count() {
    let mut monitor = monitor(Family::Itanium, 0);
    monitor.unit.set_pmc(4, counting(DATA_EAR));
    monitor.unit.set_pmc(11, 1 | 1 << 28);
    describe(&mut monitor, 0);
    monitor.data_miss(&load_miss(10, 20, 0, 0x6000));
    monitor.synchronise(100);
    assert_eq!([2, 4].map(|i| monitor.unit.pmd(i)), [0, 0]);
}

/// What PMC10, PMC11 and PMC12 have in common: plm, pm, and for the first two ism; and the freeze bit above all.
#[test]
fn capture_and_trace_have_gates_of_their_own() {
    const USER: u64 = 3 << 32;
    const PM: u64 = 1 << 6;
    let captured = |status: u64, bits: u64, frozen: bool| {
        let options = Options {
            psr: status,
            ..Options::default()
        };
        let mut monitor = monitor_with(Family::Itanium, 0, options);
        monitor.unit.set_pmc(10, bits);
        monitor.unit.set_pmc(11, bits | 1 << 28);
        monitor.unit.set_pmc(12, 0xff80 | bits);
        monitor.unit.set_pmc(0, u64::from(frozen));
        describe(&mut monitor, 0);
        monitor.data_miss(&load_miss(10, 20, 0, 0x6000));
        monitor.instruction_miss(&fetch_miss(10, 45, BASE));
        monitor.branch(&branch(11, 2, true));
        monitor.synchronise(100);
        [17, 0, 16].map(|index| monitor.unit.pmd(index) != 0)
    };
    let (all, none) = ([true; 3], [false; 3]);
    for (status, bits, expected) in [
        (psr::UP, 8, all),
        (psr::UP, 7, none),
        (psr::UP, 8 | PM, none),
        (psr::PP, 8, none),
        (psr::PP, 8 | PM, all),
        (psr::UP | psr::PP, 0, none),
        // The trace buffer has no instruction set mask: it knows IA-64 branches only.
        (psr::UP, 8 | 1 << 24, [false, false, true]),
        (psr::UP, 8 | 2 << 24, all),
        (psr::UP, 8 | 3 << 24, [false, false, true]),
    ] {
        assert_eq!(captured(status | USER, bits, false), expected, "{bits:x}");
        assert_eq!(
            captured(status | USER, bits, true),
            none,
            "frozen, {bits:x}"
        );
    }
}

#[test]
fn a_miss_is_captured_under_the_status_of_the_cycle_in_which_it_completes() {
    for precise in [false, true] {
        let options = Options {
            precise,
            ..Options::default()
        };
        let mut monitor = monitor_with(Family::Itanium, 0, options);
        monitor.unit.set_pmc(4, counting(DATA_EAR));
        monitor.unit.set_pmc(11, data_cache(0));
        describe(&mut monitor, 0);
        monitor.data_miss(&load_miss(10, 20, 0, 0x6000));
        monitor.data_miss(&load_miss(10, 60, 0, 0x6100));
        monitor.status(40, 3 << 32);
        monitor.data_miss(&load_miss(45, 20, 0, 0x6200));
        monitor.data_miss(&load_miss(45, 90, 0, 0x6300));
        monitor.status(80, psr::UP | 3 << 32);
        monitor.synchronise(100);
        let registers = [2, 4].map(|index| monitor.unit.pmd(index));
        assert_eq!(registers, [0x6000, 1], "precise: {precise}");
        monitor.synchronise(200);
        let registers = [2, 4].map(|index| monitor.unit.pmd(index));
        assert_eq!(registers, [0x6300, 2], "precise: {precise}");
    }
}

#[test]
fn of_two_misses_that_complete_together_the_later_one_stays() {
    let mut monitor = monitor(Family::Itanium, 3);
    monitor.unit.set_pmc(4, sampling(DATA_EAR));
    monitor.unit.set_pmd(4, 50u64.wrapping_neg());
    monitor.unit.set_pmc(11, data_cache(0));
    describe(&mut monitor, 0);
    // The first waits for its turn, being behind what could overflow when it was heard of; the second is
    // heard of when that is known to be late.
    monitor.data_miss(&load_miss(10, 90, 0, 0x6000));
    monitor.synchronise(60);
    monitor.data_miss(&load_miss(60, 40, 1, 0x6100));
    monitor.synchronise(200);
    assert_eq!(monitor.unit.pmd(2), 0x6100);
}

/// Totals that nothing may ask for.
struct NoTotals;

impl Totals for NoTotals {
    fn dynamic(&mut self, _: &RawSet) -> Counts {
        panic!("no counter needs totals")
    }

    fn fetched(&mut self) -> u64 {
        0
    }

    fn retired(&mut self, _: &mut dyn FnMut(&Executions<'_>)) {
        panic!("no counter needs totals")
    }
}

#[test]
fn a_quiet_unit_asks_with_the_miss_that_overflows_its_counter_and_not_before() {
    const PERIOD: u64 = 300;
    let mut monitor = monitor(Family::Itanium, PERIOD);
    monitor.unit.set_pmc(4, sampling(DATA_EAR));
    monitor.unit.set_pmd(4, PERIOD.wrapping_neg());
    monitor.unit.set_pmc(11, data_cache(0));
    describe(&mut monitor, 0);
    let attention = monitor.catch_up(0, &mut NoTotals);
    assert!(attention.from > 0 && attention.data_misses && !attention.instruction_misses);
    for n in 0..PERIOD {
        assert!(!monitor.asks(0), "miss {n}");
        let left = (PERIOD - 1 - n) as u32;
        assert!(!monitor.asks(left) && monitor.asks(left + 1), "miss {n}");
        monitor.data_miss(&load_miss(10 * n, 25, 0, 0x6000 + 8 * n));
    }
    assert!(monitor.asks(0));
    // Every group is wanted from here on.
    for cycle in [2995, 3014, 3016, 3020] {
        monitor.group(&group(cycle, 0, 3));
    }
    let attention = monitor.catch_up(3010, &mut NoTotals);
    assert_eq!(
        attention,
        Attention {
            from: 0,
            ..attention
        }
    );
    monitor.synchronise(3100);
    let [(interrupt, pmds)] = &monitor.handler.taken[..] else {
        panic!("{} interrupts", monitor.handler.taken.len());
    };
    assert_eq!((interrupt.raised, interrupt.cycle), (3015, 3016));
    assert_eq!(pmds[2], 0x6000 + 8 * (PERIOD - 1));
}
