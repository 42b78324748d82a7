//! The unit alone, fed with records by hand: does the window stand where the document puts it, and what do the registers say?

use events::{
    Block, Branch, BranchKind, CodeId, Fetch, FetchSource, Flush, FlushKind, Group, Handler,
    Interrupt, MemoryLevel, Monitor, MonitoringUnit, Prediction, Probe, Raw, Register, Site, Stage,
    Stall, Translated,
};
use profileme::{
    Fate, I_STAT, ISUM, MAX_PERIOD, Mode, PAIR, PCTR_CTL, PMPC, PctrCtl, Periods, Pipe, ProfileMe,
    Sample, Sampler, TrapType,
};

/// A bundle of three `nop`s, template MII.
const NOPS: u128 = 1 << (27 + 5) | 1 << (27 + 46) | 1 << (27 + 87);
const CODE: u64 = 0x1000;
/// From issue to retirement on Itanium: EXP, REN, WLD, REG, EXE, DET, WRB.
const RETIRE: u64 = 6;
const DEPTH: u64 = 3;

fn register(number: usize) -> Register {
    Register { bank: 0, number }
}

fn read(unit: &ProfileMe, number: usize) -> u64 {
    unit.read(register(number)).unwrap()
}

fn site(index: u8) -> Site {
    Site {
        ip: CODE + 16 * u64::from(index / 3),
        data: 0,
        code: CodeId(0),
        index,
    }
}

/// A unit that selects after `period` syllables, over eight bundles of `nop`s.
fn unit(period: u64, mode: Mode) -> ProfileMe {
    let mut unit = ProfileMe::new(Pipe::new(isa::Family::Itanium, DEPTH, 8));
    let control = PctrCtl::start(period, mode).encode();
    assert!(unit.write(register(PCTR_CTL), control));
    unit.describe(&Block::new(CodeId(0), CODE, &[NOPS; 8]), &[]);
    unit
}

/// Bundles are fetched in a cycle, and nothing delays them.
fn fetched(first: u64, bundles: u8, cycle: u64) -> Fetch {
    let ip = CODE + 16 * first;
    Fetch {
        cycle,
        entry: cycle + DEPTH,
        tlb_delay: 0,
        cache_delay: 0,
        ip,
        bundles,
        wrong_path: false,
        source: FetchSource::L1,
        translated: Translated {
            physical: ip,
            page_bytes: 0x4000,
            space: 0,
        },
    }
}

/// Slots issue in a cycle with true predicates.
fn issue(unit: &mut impl Probe, slots: (u8, u8), cycle: u64) {
    unit.group(&Group {
        cycle,
        code: CodeId(0),
        from: slots.0,
        to: slots.1,
        predicates: u64::MAX,
    });
}

/// Eight bundles: two in each of four fetches, from cycle 10 on, two issue in each of four cycles, from 13 on.
fn stream(unit: &mut impl Probe) {
    for pair in 0..4 {
        unit.fetch(&fetched(2 * pair, 2, 10 + pair));
        let cycle = 10 + pair + DEPTH;
        unit.cycles(Stall::Unstalled, cycle, 1);
        issue(unit, (6 * pair as u8, 6 * pair as u8 + 6), cycle);
    }
}

fn only(unit: &mut ProfileMe) -> Sample {
    let samples: Vec<Sample> = unit.take_samples().collect();
    assert_eq!(samples.len(), 1);
    samples[0].clone()
}

#[test]
fn the_window_opens_in_the_5th_cycle_after_the_fetch_and_closes_in_the_2nd_after_retirement() {
    let mut unit = unit(1, Mode::Pm);
    stream(&mut unit);
    let closes = 13 + RETIRE + 2;
    assert!(unit.advance(closes).is_none(), "the window is open");
    assert!(!unit.is_interrupting());
    let interrupt = unit.advance(closes + 1).unwrap();
    assert_eq!(interrupt.raised, closes);
    assert!(unit.is_interrupting());
    assert_eq!(read(&unit, ISUM), 1);
    let sample = only(&mut unit);
    assert_eq!(sample.window, (15, closes));
    assert_eq!(sample.counters[0], 7, "counter 0 counts cycles 15 to 21");
    assert_eq!((sample.ip, sample.slot), (CODE, 0));
}

#[test]
fn the_nth_syllable_lets_the_counter_overflow() {
    for (period, place) in [(1, 0), (3, 2), (4, 3), (12, 11)] {
        let mut unit = unit(period, Mode::Pm);
        stream(&mut unit);
        assert!(unit.advance(100).is_some());
        let sample = only(&mut unit);
        let site = site(place);
        assert_eq!((sample.ip, sample.slot), (site.ip, site.slot()), "{period}");
        assert_eq!((sample.ordinal, sample.period), (period, period));
        assert_eq!(read(&unit, PMPC), site.ip | u64::from(site.slot()));
    }
}

#[test]
fn the_overcount_is_what_was_fetched_in_the_cycle_and_the_next_one_up_to_7() {
    // Behind the first syllable lie 5 of its fetch and 6 of the next; behind the 12th none of its own and 6 of the next.
    for (period, overcount) in [(1, 7), (6, 6), (12, 6), (4, 7)] {
        let mut unit = unit(period, Mode::Pm0);
        stream(&mut unit);
        assert!(unit.advance(100).is_some());
        assert_eq!(only(&mut unit).overcount, overcount, "{period}");
        assert_eq!(read(&unit, I_STAT) >> 30 & 7, u64::from(overcount));
    }
}

#[test]
fn counter_0_stands_still_until_the_control_register_is_written() {
    let mut unit = unit(1, Mode::Pm);
    stream(&mut unit);
    let closes = unit.advance(100).unwrap().raised;
    assert!(unit.advance(100).is_none());
    assert_eq!(unit.fetched(), 24);
    let control = PctrCtl::start(2, Mode::Pm).encode();
    unit.write(register(PCTR_CTL), control);
    assert!(!unit.is_interrupting());
    // A fetch of the cycle of the handler does not count, the next one does.
    for (bundle, cycle) in [(0, closes), (1, closes + 1)] {
        unit.fetch(&fetched(bundle, 1, cycle));
        let slot = 3 * bundle as u8;
        issue(&mut unit, (slot, slot + 3), cycle + DEPTH);
    }
    unit.fetch(&fetched(4, 1, closes + 9));
    issue(&mut unit, (12, 15), closes + 9 + DEPTH);
    assert!(unit.advance(200).is_some());
    let samples: Vec<Sample> = unit.take_samples().collect();
    assert_eq!(samples[0].skipped, 0);
    assert_eq!(samples[1].skipped, 23 + 3);
    assert_eq!((samples[1].ip, samples[1].slot), (CODE + 16, 1));
    assert_eq!(samples[1].ordinal, 1 + 23 + 3 + 2);
}

#[test]
fn an_open_window_at_the_end_gives_no_sample() {
    let mut samples = Vec::new();
    let mut sampler = Sampler::new(Periods::new(1, false, 0), Mode::Pm, 0, |sample: &Sample| {
        samples.push(sample.clone());
    });
    let mut unit = unit(1, Mode::Pm);
    sampler.start(&mut unit);
    let mut monitor = Monitor::<ProfileMe, _>::new(unit, sampler);
    stream(&mut monitor);
    monitor.finish(13 + RETIRE + 2);
    monitor.handler.finish(&mut monitor.unit);
    assert!(samples.is_empty());
}

#[test]
fn each_mode_counts_what_its_two_names_say() {
    let cycles = 7;
    // Cycles 15 to 21: of the groups that issue from 13 on, those of 13 to 15 retire, 6 instructions each.
    let retired = 18;
    for (mode, counters) in [
        (Mode::Pm0, [retired + 7, cycles]),
        (Mode::Pm, [cycles, 1]),
        (Mode::Pm2, [retired + 7, 2]),
        (Mode::Pm3, [cycles, 1]),
    ] {
        let mut unit = unit(1, mode);
        stream(&mut unit);
        // Two misses in one cycle count once; those before and behind the window do not.
        for cycle in [14, 15, 15, 21, 22] {
            unit.count(Raw::L2DataReadMisses, 1, cycle, &site(0));
        }
        // It acts in cycle 20: three before the first issue behind it.
        unit.flush(&Flush {
            cycle: 16,
            resteer: 23,
            culprit: Site::none(),
            kind: FlushKind::Interruption,
            vector: None,
            target: CODE,
        });
        assert!(unit.advance(100).is_some());
        assert_eq!(only(&mut unit).counters, counters, "{mode:?}");
        let control = read(&unit, PCTR_CTL);
        assert_eq!(control >> 28 & 0xf_ffff, counters[0]);
        assert_eq!(control >> 6 & 0xf_ffff, counters[1]);
        assert_eq!(control >> 2 & 7, 4 | mode as u64, "SL0, SL1");
        assert_eq!(control >> 1 & 1, 1, "VAL");
    }
}

#[test]
fn only_a_conditional_branch_sets_the_mispredict_bit() {
    let branches: [(&str, u128, bool); 7] = [
        ("br.cond", 4 << 37, false),
        ("(p6) br.cond", 4 << 37 | 6, true),
        ("br.cloop", 4 << 37 | 5 << 6, true),
        ("(p6) br.call", 5 << 37 | 6, true),
        ("br.cond b6", 0x20 << 27 | 6 << 13, false),
        ("(p6) br.cond b6", 0x20 << 27 | 6 << 13 | 6, false),
        ("(p6) br.ret b0", 0x21 << 27 | 4 << 6 | 6, false),
    ];
    for (text, bits, expected) in branches {
        let mut unit = unit(3, Mode::Pm);
        // Template MIB.
        let bundle = NOPS & !(0x1ff_ffff_ffff << 87) & !0x1f | 0x10 | bits << 87;
        unit.describe(&Block::new(CodeId(0), CODE, &[bundle; 8]), &[]);
        unit.fetch(&fetched(0, 1, 10));
        issue(&mut unit, (0, 3), 13);
        unit.branch(&Branch {
            cycle: 13,
            site: site(2),
            taken: true,
            target: CODE + 0x40,
            prediction: Prediction::WrongPath,
            stage: Stage::First,
            kind: BranchKind::Relative,
            multiway: false,
            before: [0; 3],
        });
        unit.flush(&Flush {
            cycle: 13,
            resteer: 22,
            culprit: site(2),
            kind: FlushKind::Mispredict,
            vector: None,
            target: CODE + 0x40,
        });
        unit.fetch(&fetched(4, 1, 20));
        issue(&mut unit, (12, 15), 23);
        assert!(unit.advance(100).is_some());
        let sample = only(&mut unit);
        assert!(sample.is_mispredicted(), "{text}");
        let mispredicted = read(&unit, I_STAT) >> 39 & 3;
        assert_eq!(
            mispredicted,
            1 | u64::from(expected) << 1,
            "MIS, TRP: {text}"
        );
    }
}

#[test]
fn a_wrong_path_is_killed_before_dispersal_and_its_window_has_2_cycles_at_least() {
    let mut unit = unit(4, Mode::Pm);
    unit.fetch(&fetched(0, 1, 10));
    issue(&mut unit, (0, 3), 13);
    let flush = Flush {
        cycle: 13,
        resteer: 15,
        culprit: site(2),
        kind: FlushKind::Mispredict,
        vector: None,
        target: CODE + 0x40,
    };
    unit.flush(&flush);
    unit.fetch(&Fetch {
        wrong_path: true,
        ..fetched(6, 1, 11)
    });
    unit.fetch(&fetched(4, 1, 20));
    issue(&mut unit, (12, 15), 23);
    assert!(unit.advance(100).is_some());
    let sample = only(&mut unit);
    assert_eq!(sample.fate, Fate::KilledBeforeDispersal(flush));
    assert_eq!(
        (sample.enter, sample.issue, sample.retire),
        (None, None, None)
    );
    assert_eq!(sample.window_cycles(), 2);
    let control = read(&unit, PCTR_CTL);
    assert_eq!(control >> 26 & 3, 1, "PM_KILLED_BM without PM_STALLED");
    assert_eq!(control >> 1 & 1, 0, "VAL");
}

#[test]
fn a_syllable_that_faults_is_faulted_and_those_behind_it_are_killed_by_its_flush() {
    for (period, fate) in [(1, "retired"), (2, "faulted"), (3, "killed_by_flush")] {
        let mut unit = unit(period, Mode::Pm);
        unit.fetch(&fetched(0, 1, 10));
        issue(&mut unit, (0, 1), 13);
        unit.flush(&Flush {
            cycle: 13,
            resteer: 30,
            culprit: site(1),
            kind: FlushKind::Fault,
            vector: Some(0x5a00),
            target: CODE,
        });
        unit.fetch(&fetched(4, 1, 27));
        issue(&mut unit, (12, 15), 30);
        assert!(unit.advance(100).is_some());
        let sample = only(&mut unit);
        assert_eq!(sample.fate.name(), fate);
        let trap = read(&unit, I_STAT) >> 34 & 0x3f;
        let unaligned = 1 << 5 | 5;
        assert_eq!(
            trap,
            if period == 2 { unaligned } else { 0 },
            "TRP, TRAP TYPE"
        );
        if period > 1 {
            assert_eq!(sample.window.1, 27 + 2, "2nd cycle after the flush acts");
        }
    }
}

#[test]
fn an_instruction_that_software_completes_traps_and_retires_and_kills_nothing_behind_it() {
    for period in 1..=3 {
        let mut unit = unit(period, Mode::Pm);
        unit.fetch(&fetched(0, 2, 10));
        issue(&mut unit, (0, 2), 13);
        unit.flush(&Flush {
            cycle: 13,
            resteer: 30,
            culprit: site(1),
            kind: FlushKind::Assist,
            vector: Some(Flush::FLOATING_POINT_FAULT),
            target: CODE,
        });
        issue(&mut unit, (2, 6), 30);
        unit.fetch(&fetched(4, 1, 50));
        issue(&mut unit, (12, 15), 53);
        assert!(unit.advance(100).is_some());
        assert_eq!(only(&mut unit).fate.name(), "retired", "{period}");
        let trap = read(&unit, I_STAT) >> 34 & 0x3f;
        let arithmetic = 1 << 5 | TrapType::Arithmetic as u64;
        assert_eq!(trap, if period == 2 { arithmetic } else { 0 });
    }
}

#[test]
fn waits_are_split_by_what_each_cycle_was_spent_on() {
    let mut unit = unit(1, Mode::Pm);
    unit.fetch(&Fetch {
        source: FetchSource::Behind(MemoryLevel::L2),
        ..fetched(0, 1, 10)
    });
    unit.cycles(Stall::Unstalled, 10, 4);
    unit.cycles(Stall::DataInteger, 14, 5);
    unit.cycles(Stall::ScoreFloat, 19, 1);
    unit.cycles(Stall::Unstalled, 20, 1);
    issue(&mut unit, (0, 3), 20);
    unit.fetch(&fetched(1, 1, 30));
    issue(&mut unit, (3, 6), 33);
    assert!(unit.advance(100).is_some());
    let sample = only(&mut unit);
    let wait = |stall: Stall| sample.waits[stall as usize];
    assert_eq!(wait(Stall::Unstalled), 1);
    assert_eq!(wait(Stall::DataInteger), 5);
    assert_eq!(wait(Stall::ScoreFloat), 1);
    assert_eq!(sample.waits.iter().sum::<u64>(), 20 - 13);
    assert!(sample.is_stalled() && sample.fetch_miss());
    assert_eq!(read(&unit, PCTR_CTL) >> 26 & 3, 2, "PM_STALLED");
    assert_eq!(read(&unit, I_STAT) >> 33 & 1, 1, "ICM");
}

#[test]
fn the_second_of_a_pair_is_so_many_syllables_behind_the_first() {
    let mut unit = unit(2, Mode::Pm);
    unit.write(register(PAIR), 7);
    stream(&mut unit);
    assert!(unit.advance(100).is_some());
    let samples: Vec<Sample> = unit.take_samples().collect();
    assert_eq!(samples.len(), 2);
    assert_eq!((samples[0].ordinal, samples[0].pair), (2, None));
    assert_eq!((samples[1].ordinal, samples[1].pair), (9, Some(7)));
}

#[test]
fn registers_that_are_not_there_are_not_read_and_not_written() {
    struct Nothing;
    impl Handler<ProfileMe> for Nothing {
        fn interrupt(&mut self, _: &mut ProfileMe, _: &Interrupt) {}
    }
    let monitor = Monitor::<ProfileMe, _>::new(unit(MAX_PERIOD, Mode::Pm), Nothing);
    let mut unit = monitor.unit;
    let absent = Register { bank: 0, number: 5 };
    assert_eq!(unit.read(absent), None);
    assert!(!unit.write(absent, 0));
    assert_eq!(unit.reset_value(register(PCTR_CTL)), Some(0));
    assert_eq!(read(&unit, PCTR_CTL) >> 28, 0, "a whole turn of 20 bits");
}

/// Eight groups of a bundle each, one a cycle from 13 on, in aggregate mode.
fn aggregate(mode: Mode, counters: [u64; 2]) -> ProfileMe {
    let mut unit = unit(1, mode);
    let control = PctrCtl {
        counters,
        samples: false,
        mode,
        ..PctrCtl::default()
    };
    assert!(unit.write(register(PCTR_CTL), control.encode()));
    stream(&mut unit);
    unit
}

fn counters(unit: &ProfileMe) -> [u64; 2] {
    let control = read(unit, PCTR_CTL);
    [control >> 28 & 0xf_ffff, control >> 6 & 0xf_ffff]
}

#[test]
fn in_aggregate_mode_the_counters_count_the_whole_run_and_no_window_opens() {
    for (mode, expected) in [
        (Mode::Pm0, [24, 100]),
        (Mode::Pm, [100, 0]),
        (Mode::Pm2, [24, 2]),
        (Mode::Pm3, [100, 1]),
    ] {
        let mut unit = aggregate(mode, [0, 0]);
        for cycle in [14, 15, 15] {
            unit.count(Raw::L2DataReadMisses, 1, cycle, &site(0));
        }
        unit.flush(&Flush {
            cycle: 16,
            resteer: 23,
            culprit: Site::none(),
            kind: FlushKind::Interruption,
            vector: None,
            target: CODE,
        });
        assert!(unit.advance(100).is_none());
        assert_eq!(counters(&unit), expected, "{mode:?}");
        assert_eq!(unit.take_samples().count(), 0);
    }
}

#[test]
fn in_aggregate_mode_a_counter_that_overflows_interrupts_in_that_cycle_and_counts_on() {
    // Six instructions retire in each cycle from 19 on: the thirteenth in cycle 21.
    let mut unit = aggregate(Mode::Pm0, [MAX_PERIOD - 13, 7]);
    let interrupt = unit.advance(100).unwrap();
    assert_eq!(interrupt.raised, 21);
    assert_eq!(read(&unit, ISUM), 1);
    assert_eq!(counters(&unit), [5, 7 + 22]);
    assert!(unit.is_interrupting());
    // Counter 1 overflows behind it.
    let mut unit = aggregate(Mode::Pm0, [0, MAX_PERIOD - 15]);
    let interrupt = unit.advance(100).unwrap();
    assert_eq!((interrupt.raised, interrupt.cycle), (14, 15));
    assert_eq!((interrupt.ip, interrupt.slot), (CODE + 0x40, 0));
    assert_eq!(read(&unit, ISUM), 2);
    let start = PctrCtl::start(5, Mode::Pm).encode();
    assert!(unit.write(register(PCTR_CTL), start));
    assert_eq!(read(&unit, ISUM), 0);
}

#[test]
fn a_sample_tells_the_privilege_level_and_the_instruction_set() {
    for (psr, level, is_ia32) in [
        (0, 0, false),
        (3 << 32, 3, false),
        (1 << 34 | 1 << 33, 2, true),
    ] {
        let mut unit = unit(1, Mode::Pm);
        unit.status(0, psr);
        stream(&mut unit);
        assert!(unit.advance(100).is_some());
        let sample = only(&mut unit);
        assert_eq!((sample.privilege(), sample.is_ia32()), (level, is_ia32));
    }
}
