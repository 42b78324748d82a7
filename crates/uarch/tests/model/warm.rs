//! Functional warming: does it leave what timing leaves in caches, TLBs and predictors?

use crate::bench::{bundle, insn, itanium, itanium2, template};
use config::Machine;
use events::{Block, CodeId, Execution, Off, Raw};
use fastrand::Rng;
use uarch::{Timing, Totals};

/// Places of code, more than L1I and the first level of the ITLB hold.
const PLACES: u64 = 1_024;
/// Cycles in which all that is under way comes to its end.
const QUIET: u64 = 10_000;

/// A reference at a random place in code, to a random place in data: what is loaded is not stored to, for a load behind a store to
/// the same address misses only while the store is under way.
fn reference(random: &mut Rng) -> (Block, Execution) {
    let kinds = [
        insn::ld8(8, 3),
        insn::ldfd(8, 3),
        insn::lfetch(3),
        insn::st8(3, 2),
        insn::stfd(3, 2),
        insn::fetchadd(8, 3),
    ];
    let kind = random.u64(..6);
    let place = random.u64(..PLACES);
    let number = (kind * PLACES + place) as u32;
    let ip = 0x4000_0000 + 0x40 * place + (kind << 32);
    let raw = bundle(
        template::MIB + 1,
        [kinds[kind as usize], insn::NOP, insn::NOP_B],
    );
    let block = Block::new(CodeId(number), ip, &[raw]);
    let region = if kind < 3 { 0x6000_0000 } else { 0x7000_0000 };
    // Often near, now and then far: every level hits and misses.
    let reach = [1 << 12, 1 << 16, 1 << 20, 1 << 23][random.u64(..4) as usize];
    let address = region + random.u64(..reach) / 8 * 8;
    let execution = Execution {
        end: 3,
        predicates: 7,
        target: ip + 16,
        addresses: std::iter::once(address).collect(),
        ..Execution::default()
    };
    (block, execution)
}

/// A bundle with a branch that is taken now and then, and the one behind it.
fn branch(random: &mut Rng) -> (Block, Execution) {
    let place = random.u64(..64);
    let ip = 0x4000_0000 + 0x40 * place;
    let raw = bundle(template::MIB + 1, [insn::NOP, insn::NOP, insn::br(6, 2)]);
    let block = Block::new(CodeId(place as u32), ip, &[raw]);
    let taken = random.u64(..8) < place % 8;
    let execution = Execution {
        end: 3,
        predicates: if taken { 7 } else { 3 },
        taken: taken.then_some(2),
        target: ip + if taken { 32 } else { 16 },
        ..Execution::default()
    };
    (block, execution)
}

/// What is counted in timed executions behind others that were timed (`warm` is false) or warmed with.
fn behind(
    machine: &Machine,
    warm: bool,
    others: usize,
    next: fn(&mut Rng) -> (Block, Execution),
) -> Totals {
    behind_from(machine, warm, others, next, |_| {})
}

/// The same; `before` is called before each of the others.
fn behind_from(
    machine: &Machine,
    warm: bool,
    others: usize,
    next: fn(&mut Rng) -> (Block, Execution),
    before: fn(&mut Timing<Off>),
) -> Totals {
    let mut timing = Timing::new(machine, Off);
    let mut random = Rng::with_seed(7);
    for _ in 0..others {
        let (block, execution) = next(&mut random);
        before(&mut timing);
        if warm {
            timing.warm(&block, &execution);
        } else {
            timing.execute(&block, &execution);
            timing.charge(QUIET);
        }
    }
    timing.start_over();
    // The pipe begins alike in both.
    let (block, execution) = next(&mut random);
    timing.execute(&block, &execution);
    timing.charge(QUIET);
    let before = timing.totals();
    for _ in 0..400 {
        let (block, execution) = next(&mut random);
        timing.execute(&block, &execution);
        timing.charge(QUIET);
    }
    timing.totals().since(&before)
}

/// Holds the caches of a run to those of another one, each number to 3 % of what its cache was asked, and the cycles to 1 %.
fn all_close(expected: &Totals, warmed: &Totals, name: &impl std::fmt::Debug) {
    for (one, other) in expected.caches.iter().zip(&warmed.caches) {
        let numbers = |cache: &uarch::CacheStats| {
            [
                cache.read_hits,
                cache.read_misses,
                cache.write_hits,
                cache.write_misses,
            ]
        };
        let most = numbers(one).iter().sum::<u64>() * 3 / 100;
        for (one, other) in numbers(one).into_iter().zip(numbers(other)) {
            assert!(
                one.abs_diff(other) <= most,
                "{name:?}: {one} expected, {other} behind warming"
            );
        }
    }
    let (one, other) = (expected.cycles, warmed.cycles);
    assert!(one.abs_diff(other) <= one / 100, "{name:?}: {one} {other}");
}

#[test]
fn what_is_timed_behind_warming_finds_what_it_would_behind_timing() {
    for machine in [itanium(), itanium2()] {
        let timed = behind(&machine, false, 12_000, reference);
        let warmed = behind(&machine, true, 12_000, reference);
        let name = &machine.processor.family;
        // What warming leaves out is the order of references that overlap, and of the uses of a line all but the last: now and then
        // another line leaves a set.
        all_close(&timed, &warmed, name);
        let hits = timed
            .caches
            .map(|cache| cache.read_hits.min(cache.read_misses));
        assert!(hits.iter().all(|&number| number > 0), "{name:?}: {hits:?}");
        let cold = behind(&machine, true, 0, reference);
        assert!(
            cold.cycles > warmed.cycles + 1_000,
            "{name:?}: warming tells"
        );
    }
}

#[test]
fn predictors_learn_from_warming_what_they_learn_from_timing() {
    for machine in [itanium(), itanium2()] {
        let of =
            |warm, others| behind(&machine, warm, others, branch).counts[Raw::FlushesMispredict];
        let (timed, warmed) = (of(false, 4_000), of(true, 4_000));
        assert_eq!(timed, warmed, "{:?}", machine.processor.family);
        assert!(timed > 0 && of(true, 0) > 0);
    }
}

/// A branch of 256 that no predictor learns, the paths behind which take more lines than L1I has.
fn stray(random: &mut Rng) -> (Block, Execution) {
    let place = random.u64(..256);
    let ip = 0x4000_0000 + 0x200 * place + 0x10;
    let raw = bundle(template::MIB + 1, [insn::NOP, insn::NOP, insn::br(6, 16)]);
    let block = Block::new(CodeId(place as u32), ip, &[raw]);
    let taken = random.u64(..2) == 0;
    let execution = Execution {
        end: 3,
        predicates: if taken { 7 } else { 3 },
        taken: taken.then_some(2),
        target: ip + if taken { 256 } else { 16 },
        ..Execution::default()
    };
    (block, execution)
}

#[test]
fn wrong_paths_leave_in_l1i_behind_warming_what_they_leave_behind_timing() {
    for machine in [itanium(), itanium2()] {
        let of =
            |machine: &Machine, warm| behind(machine, warm, 6_000, stray).counts[Raw::L1iMisses];
        let (timed, warmed) = (of(&machine, false), of(&machine, true));
        let mut straight = machine.clone();
        straight.frontend.wrong_path = false;
        let without = of(&straight, false);
        let family = &machine.processor.family;
        assert!(
            10 * timed.abs_diff(warmed) <= timed,
            "{family:?}: {timed} timed, {warmed} warmed"
        );
        assert!(4 * without < 3 * timed, "{family:?}: {without} {timed}");
        assert_eq!(without, of(&straight, true), "{family:?}");
    }
}

/// A load or store near the last ones, a floating-point one or a branch: what the short way of warming is for.
fn near(random: &mut Rng) -> (Block, Execution) {
    let place = random.u64(..24);
    let number = place as u32;
    let ip = 0x4000_0000 + 0x30 * place;
    let kinds = [
        insn::ld8(8, 3),
        insn::st8(3, 2),
        insn::ldfd(8, 3),
        insn::stfd(3, 2),
    ];
    let kind = (place % 4) as usize;
    // Static hints, taken and not; always taken; dynamic hints.
    let hints = place % 5;
    let way = match hints {
        0 => insn::br(6, 2) ^ 2 << 33,
        1 => insn::br(6, 2) ^ 3 << 33,
        2 => insn::br(0, 2) ^ 2 << 33,
        _ => insn::br(6, 2),
    };
    let slots = [
        [kinds[kind], insn::NOP, way],
        [insn::NOP, kinds[kind], insn::NOP_B],
    ];
    let shape = usize::from(place.is_multiple_of(3));
    let templates = [template::MIB + 1, template::MMB + 1];
    let raw = bundle(templates[shape], slots[shape]);
    let block = Block::new(CodeId(number), ip, &[raw]);
    let taken = shape == 0 && (random.u64(..8) < place % 8 || hints == 2);
    let region = 0x6000_0000 + (random.u64(..3) << 24);
    let reach = [1 << 6, 1 << 14, 1 << 21][random.u64(..3) as usize];
    let execution = Execution {
        end: 3,
        predicates: if shape == 0 && !taken { 3 } else { 7 },
        taken: taken.then_some(2),
        target: ip + if taken { 32 } else { 16 },
        addresses: std::iter::once(region + random.u64(..reach) / 8 * 8).collect(),
        ..Execution::default()
    };
    (block, execution)
}

#[test]
fn lines_written_down_once_leave_what_each_of_their_uses_does() {
    // Each reference is seen before the next one is made.
    let one_by_one = |timing: &mut Timing<Off>| timing.start_over();
    for machine in [itanium(), itanium2()] {
        let name = &machine.processor.family;
        for next in [reference, near] {
            let together = behind_from(&machine, true, 6_000, next, |_| {});
            let apart = behind_from(&machine, true, 6_000, next, one_by_one);
            all_close(&apart, &together, name);
        }
        let together = behind_from(&machine, true, 6_000, branch, |_| {});
        let apart = behind_from(&machine, true, 6_000, branch, one_by_one);
        assert!(together.counts == apart.counts, "{name:?}");
        // What is left out would tell.
        let some = behind(&machine, true, 6_000, near);
        let fewer = behind(&machine, true, 5_000, near);
        assert_ne!(some.counts[Raw::L1dReadMisses], 0);
        assert!(some.counts != fewer.counts);
    }
}

#[test]
fn warming_counts_nothing_and_takes_no_time() {
    let mut timing = Timing::new(&itanium(), Off);
    let mut random = Rng::with_seed(7);
    for _ in 0..1_000 {
        let (block, execution) = reference(&mut random);
        timing.warm(&block, &execution);
    }
    let totals = timing.totals();
    assert_eq!((totals.cycles, totals.instructions), (0, 0));
    assert!(
        totals.counts.iter().all(|(_, count)| count == 0),
        "{:?}",
        totals.counts
    );
}
